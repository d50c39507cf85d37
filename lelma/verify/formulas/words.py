"""What formulas about a game may name, and how they are said: from its rules, its `game.toml` and its payoffs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gdl.tree.syntax import Compound, Symbol, Term, Variable
from gdl.tree.term import read_term
from lelma.engine.answers import Facts
from lelma.game.file_format import WordTables
from lelma.game.game import Game
from lelma.game.wording import Wording
from translators.formulas.definitions import Definitions
from translators.formulas.formula import Const, Var
from translators.formulas.says import Voice
from translators.formulas.vocabulary import GameNames, vocabulary_of
from translators.formulas.write import ref_text
from translators.language.forms import Pattern, Slot
from translators.language.query import Name, QueryCompound, QueryTerm
from translators.language.template import Template
from translators.language.vocabulary import Naming

_HOLE = re.compile(r"\{([^{}]*)\}")


def formula_names(game: Game, facts: Facts | None) -> GameNames:
    """What formulas may name; moves are known where the solver could tabulate the game."""
    moves: dict[str, tuple[Const, ...]] = {}
    if facts is not None:
        known = {part.name for rule in game.description.rules for part in _symbols(rule.head)}
        passes = [Const(move) for move in game.file.pass_moves if move in known]
        for role, made in zip(facts.roles, facts.moves, strict=True):
            moves[role] = tuple(dict.fromkeys([*map(move_constant, made), *passes]))
    return vocabulary_of(game.description, moves, aliases=_aliases(game, moves))


def move_constant(term: QueryTerm) -> Const:
    """A move as formulas have it."""
    match term:
        case QueryCompound(functor, args):
            return Const(functor, tuple(map(move_constant, args)))
        case Name(name):
            return Const(name)
    return Const(str(term))


def _aliases(game: Game, moves: Mapping[str, Sequence[Const]]) -> dict[str, str]:
    """Other names of roles and moves. One that means two things, or what the rules call something, is left out."""
    found: dict[str, set[str]] = {}
    for role, names in game.role_names.items():
        for name in names:
            found.setdefault(name, set()).add(role)
    for naming in game.namings:
        for move, names in naming.moves.items():
            for name in names:
                found.setdefault(name, set()).add(move)
    taken = {*game.role_names, *(move.name for made in moves.values() for move in made)}
    return {name: meant.pop() for name, meant in found.items() if len(meant) == 1 and name not in taken}


def voice_of(
    game: Game, names: GameNames, definitions: Definitions, *, role: str | None, naming: Naming | None = None
) -> Voice:
    """How formulas about a game are said to a role, with the moves called as in a naming."""
    others = [each for each in names.roles if each != role]
    called, relations = _wording(game)
    preferred = {} if naming is None else {ref_text(Const(move)): naming.preferred(move) for move in naming.moves}
    return Voice(
        names.roles,
        you=role,
        they=others[0] if role is not None and len(others) == 1 else None,
        names={**called, **{each: told[0] for each, told in game.role_names.items() if told}},
        moves=preferred,
        relations=relations,
        definitions=definitions,
        slots=dict(_slots(game.templates)),
        things=_things(game.templates, called),
        spelling=game.spelling,
    )


def _wording(game: Game) -> tuple[Mapping[str, str], Mapping[str, tuple[str, str]]]:
    """Constants of the rules as `[words]` calls them, and what relations and fluents say there."""
    wording = Wording(game.file.words)
    symbols = {part.name for rule in game.description.rules for part in _symbols(rule.head)}
    numbered = any("{}" in name for name in game.file.words.names)
    told = symbols if numbered else symbols & game.file.words.names.keys()
    called = {name: said for name in told if (said := wording.name(Symbol(name))) != name.replace("_", " ")}
    return called, {**dict(_recorded(game.templates)), **dict(_relations(game.file.words))}


def _recorded(templates: Sequence[Template]) -> Iterator[tuple[str, tuple[str, str]]]:
    """As `_relations`, of the relations of a record that query templates have a sentence for."""
    for template, relation, slots in _of_relations(templates):
        places = {slot: str(index) for index, slot in enumerate(slots)}
        named = {*_HOLE.findall(template.says), *_HOLE.findall(template.denied)}
        if named <= places.keys() and template.says:
            yield relation, (_placed(template.says, places), _placed(template.denied, places))


def _slots(templates: Sequence[Template]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Relation of a record → what the query template that is said of it calls its arguments."""
    for _, relation, slots in _of_relations(templates):
        yield relation, slots


def _of_relations(templates: Sequence[Template]) -> Iterator[tuple[Template, str, tuple[str, ...]]]:
    """Templates that say of all its arguments that a relation holds, and what they call those, the first last."""
    for template in reversed(templates):
        names = {slot.name for slot in template.slots}
        match template.goal:
            case Pattern("record", (Pattern(relation, args),)):
                slots = tuple(arg.name if isinstance(arg, Slot) else arg.functor for arg in args)
                if len(names) == len(slots) == len(set(slots)) and set(slots) == names:
                    yield template, relation, slots


def _things(templates: Sequence[Template], called: Mapping[str, str]) -> dict[str, tuple[tuple[Const, str], ...]]:
    """Slot → the words and nouns of query templates that stand there, and how they are said; a word has the article
    that it has in `[words]`.
    """
    found: dict[str, dict[Const, str]] = {}
    for template in templates:
        for slot, words in template.names.items():
            found.setdefault(slot, {}).update(
                {Const(word): _with_article(names[0], called.get(word, "")) for word, names in words.items() if names}
            )
        for slot, nouns in template.nouns.items():
            for noun in reversed(nouns):
                args = tuple(Var(place.name) for place in noun.slots)
                found.setdefault(slot, {})[Const(noun.pattern.functor, args)] = noun.says
    return {slot: tuple(each.items()) for slot, each in found.items()}


def _with_article(name: str, called: str) -> str:
    """A word with the article that `[words]` of the game has before it: `the guard`, `a werewolf`, `Merlin`."""
    article, _, noun = called.partition(" ")
    takes_one = article in ("a", "an", "the") and noun.casefold().startswith(name.casefold())
    return f"{article} {name}" if takes_one else name


def _relations(words: WordTables) -> Iterator[tuple[str, tuple[str, str]]]:
    """Relation → what it says of {0}, {1} …, and that it does not hold; from patterns that match all of its atoms."""
    for entry in reversed((*words.relations, *words.fluents)):
        match read_term(entry.term):
            case Compound(relation, args) if _all_open(args):
                places = {arg.name: str(index) for index, arg in enumerate(args) if isinstance(arg, Variable)}
                yield relation, (_placed(entry.says, places), _placed(entry.unless, places))


def _all_open(args: Sequence[Term]) -> bool:
    return len({arg.name for arg in args if isinstance(arg, Variable)}) == len(args)


def _placed(text: str, places: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: f"{{{places[hole[1]]}}}", text)


def _symbols(term: Term) -> Iterator[Symbol]:
    stack = [term]
    while stack:
        match stack.pop():
            case Symbol() as symbol:
                yield symbol
            case Compound(_, args):
                stack.extend(args)
