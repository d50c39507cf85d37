"""Every sentence that `says` writes is read back: each form, in each shipped game, said to each role.

The share is printed (`pytest -s`). The whole product runs with `-m slow`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from lelma.game.game import list_games
from lelma.verify.formulas.words import formula_names, voice_of
from lelma.verify.verifier import Verifier
from tests.translators.formulas.random_formulas import Maker
from translators.formulas import FormulaError, GameNames, heads_of, parse, text
from translators.formulas import formula as f
from translators.formulas.definitions import Definitions, read_definitions
from translators.formulas.says import says
from translators.formulas.sorts import BUILT_IN, Head
from translators.language.vocabulary import Naming
from translators.reading.reader import read_english

TABLES = [name for name in list_games() if name not in ("avalon", "werewolf", "spygame", "undercover_v")]
PLAIN = [
    "pay({you}; {you}={a}, {they}={b}) = 3",
    "pay({they}; {you}={a}, {they}={b}) = 3",
    "pay({you}; ) >= 0",
    "pay({you}; {you}={a}) != 4",
    "pay({you}; {they}={b}) < 4",
    "pay({you}; {they}={b}) > 4",
    "pay({you}; {they}={b}) <= 5/2",
    "pay({you}; {they}={b}) ~ 1.67",
    "some pay({they}; {you}={a}) = 5",
    "some pay({they}; ) != 5",
    "some pay({they}; ) >= 5",
    "min pay({you}; {you}={a}) = 1",
    "max pay({they}; ) = 5",
    "max pay({you}; {they}={b}) <= -5",
    "min sum({you}={a}) > 2",
    "max sum() = 8",
    "sum() = 0",
    "pay({you}; {you}={a}) > pay({you}; {you}={c})",
    "pay({you}; {you}={a}, {they}={b}) > pay({they}; {you}={a}, {they}={b})",
    "pay({you}; {you}={a}) - pay({you}; {you}={c}) = 2",
    "pay({you}; {you}={a}) * 2 = pay({you}; {you}={c}) / 3 + 1",
    "some pay({you}; {you}={a}) = pay({you}; {you}={c})",
    "mean({you}; {you}={a}; {they}={b}:1/3, {they}={d}:2/3) = 5/3",
    "mean({you}; {you}={a}; {they}={b}:1/3, {they}={d}:2/3) > mean({you}; {you}={c}; {they}={b}:1/3, {they}={d}:2/3)",
    "each X in moves({you}): min pay({you}; {you}=X) >= 0",
    "each X in moves({you}) but {a}: pay({you}; {you}={a}) > pay({you}; {you}=X)",
    "any X in moves({they}): best({you}, {a}, {{{they}=X}})",
    "one S in profiles: nash(S)",
    "(count S in profiles: nash(S)) = 2",
    "(count X in moves({you}): strictly_dominated({you}, X)) = 0",
    "each R in roles: any X in moves(R): strictly_dominant(R, X)",
    "each R in roles but {you}: max pay(R; ) = 5",
    "not pay({you}; {you}={a}) = 3",
    "pay({you}; {you}={a}) = 3 and pay({you}; {you}={c}) = 2 and zero_sum()",
    "pay({you}; {you}={a}) = 3 or symmetric()",
    "if strictly_dominant({you}, {a}) then strictly_dominant({they}, {b})",
    "best({you}, {a}, {{{they}={b}}}) iff best({you}, {c}, {{{they}={d}}})",
    "{you} is {they}",
    "not {you} is {they}",
    "did({they}, {b})",
    "did({they}, {b})@2",
    "not did({you}, {a})",
    "can({you}, {a})",
    "can({you}, {a})@1",
    "not can({you}, {a})",
    "will({they}, {b})",
    "not will({they}, {b})@1",
    "knows({they}, did({you}, {a}))",
    "not knows({they}, did({you}, {a}))@1",
    "possible({you}, not did({they}, {b}))",
    "common(pay({you}; {you}={a}) = 3)",
    "common({you}, {they}, zero_sum())@1",
    "chance({you}, did({they}, {b})) = 1/2",
    "earned({you}) = 3",
    "earned({they})@2 > earned({you})@2",
    "total({you}) > total({they})@3",
    "rounds() = 4",
    "pay({they}; reply({they}; {you}={a})={b}) = 3",
    "value({you}) = 2",
]
"""A formula of each form; `a` and `c` are moves of `you`, `b` and `d` of the other."""


@cache
def verifier_of(game: str, role: str | None = None) -> Verifier:
    return Verifier.load(game, role=role)


def formulas_of(verifier: Verifier, size: int) -> Iterator[f.Formula]:
    """Formulas of all forms: those above, each definition said and denied of several arguments."""
    names = words_of(verifier)
    definitions: Definitions = verifier.vocabulary.definitions()
    you = verifier.role
    they = next(role for role in names.roles if role != you)
    mine, theirs = names.moves_of(you), names.moves_of(they)
    words = {"you": you, "they": they, "a": text_of(mine[0]), "c": text_of(mine[1])}
    words |= {"b": text_of(theirs[0]), "d": text_of(theirs[1])}
    for plain in PLAIN:
        yield parse(plain.format(**words), names, heads_of(definitions))
    maker = Maker(names, 3, definitions=definitions)
    built_in = [head for name, head in BUILT_IN.items() if head.gives == "formula" and name != "correlated"]
    for head in [*heads_of(definitions).values(), *built_in]:
        if head.gives == "number":
            continue
        owners = {} if head.name in BUILT_IN else owners_in(definitions[head.name].body, definitions)
        for _ in range(size if head.parameters else 1):
            applied = f.Applied(head.name, arguments(maker, head, owners))
            yield applied
            yield f.Negation(applied)


def random_formulas(verifier: Verifier, size: int) -> Iterator[f.Formula]:
    """Formulas nested at random."""
    names = words_of(verifier)
    maker = Maker(names, 4, definitions=verifier.vocabulary.definitions(), numbers=(-2, 0, 1, 3))
    for number in range(size):
        yield maker.play_formula(number % 3)
    atoms = [
        kind(f.Const(role), move, step)
        for role in names.roles
        for move in names.moves_of(role)
        for kind in (f.Did, f.Can, f.Will)
        for step in (None, f.Const("1"))
    ]
    for number in range(size):
        yield maker.record_formula(number % 3, (1, 2), atoms)


def words_of(verifier: Verifier) -> GameNames:
    """What formulas about a game may name, without moves that are no choice."""
    names = formula_names(verifier.game, verifier.facts)
    passes = verifier.game.file.pass_moves
    return replace(
        names,
        moves={role: tuple(each for each in made if each.name not in passes) for role, made in names.moves.items()},
    )


def text_of(move: f.Const) -> str:
    return text(f.Same(move, move)).partition(" is ")[0]


def owners_in(body: Any, definitions: Definitions) -> Mapping[str, str]:
    """Which role makes which move in a definition's formula: parameter → parameter."""
    found: dict[str, str] = {}
    stack = [normal(body, definitions)]
    while stack:
        match stack.pop():
            case f.Bind(f.Var(role), f.Var(move)):
                found[move] = role
            case tuple() as parts:
                stack.extend(parts)
            case part:
                stack.extend(getattr(part, name) for name in getattr(part, "__dataclass_fields__", ()))
    return found


def arguments(maker: Maker, head: Head, owners: Mapping[str, str]) -> tuple[f.Argument, ...]:
    """Arguments of the right sorts, each move one of the role that makes it."""
    found: dict[str, f.Argument] = {}
    for name, sort in head.parameters:
        owner = found.get(owners.get(name, ""))
        found[name] = maker._argument(sort, {}, [owner] if owner is not None else list(found.values()))
    return tuple(found.values())


def told_to(verifier: Verifier, formula: f.Formula, naming: Naming | None = None) -> str:
    """The sentence of a formula, as a text has it."""
    names = formula_names(verifier.game, verifier.facts)
    definitions = verifier.vocabulary.definitions()
    words = says(formula, voice_of(verifier.game, names, definitions, role=verifier.role, naming=naming))
    return f"{words[0].upper()}{words[1:]}."


def read_back(verifier: Verifier, sentence: str) -> list[tuple[f.Formula, ...]]:
    """The claims of a sentence with their alternatives."""
    names = formula_names(verifier.game, verifier.facts)
    heads = heads_of(verifier.vocabulary.definitions())
    read = verifier.translate(sentence)
    return [tuple(parse(each, names, heads) for each in (claim.query, *claim.otherwise)) for claim in read.claims]


def is_read_back(verifier: Verifier, formula: f.Formula, sentence: str) -> bool:
    """Whether a sentence is read as the formula it was made of, and as nothing that means something else."""
    definitions = verifier.vocabulary.definitions()
    try:
        claims = read_back(verifier, sentence)
    except FormulaError:
        return False
    wanted = normal(formula, definitions)
    # What a condition leaves open may be meant in some case alone, so that such a claim is not refuted.
    meant = [[each for each in claim if each != f.Some(claim[0])] for claim in claims]  # type: ignore[arg-type]
    read = [{normal(each, definitions) for each in claim} for claim in meant]
    return read == [{wanted}] or (isinstance(wanted, f.AllOf) and read == [{part} for part in wanted.parts])


def normal(value: Any, definitions: Definitions) -> Any:
    """A part of a formula with its definitions written out and its conditions in order."""
    match value:
        case f.Applied(name, args) if name in definitions:
            head = definitions[name].head
            values = dict(zip((parameter for parameter, _ in head.parameters), args, strict=True))
            return normal(put(definitions[name].body, values), definitions)
        case f.Negation(f.Negation(body)):
            return normal(body, definitions)
        case f.Condition(parts):
            bound: dict[Any, Any] = {}
            for part in parts:
                bound[(part.role, part.step) if isinstance(part, f.Bind) else part] = part
            return f.Condition(tuple(sorted((normal(part, definitions) for part in bound.values()), key=repr)))
        case tuple():
            return tuple(normal(each, definitions) for each in value)
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None or isinstance(value, f.Const | f.Var | f.Number):
        return value
    return replace(value, **{name: normal(getattr(value, name), definitions) for name in fields})


def put(value: Any, values: Mapping[str, f.Argument]) -> Any:
    """A part of a definition's formula with its parameters given."""
    match value:
        case f.Var(name):
            return values.get(name, value)
        case f.Condition(parts):
            given = [values.get(part.name, part) if isinstance(part, f.Var) else put(part, values) for part in parts]
            return f.Condition(
                tuple(each for part in given for each in (part.parts if isinstance(part, f.Condition) else (part,)))
            )
        case f.Quantified(_, variable, _, _) | f.Count(variable, _, _) if variable in values:
            values = {name: each for name, each in values.items() if name != variable}
        case tuple():
            return tuple(put(each, values) for each in value)
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None or isinstance(value, f.Const):
        return value
    return replace(value, **{name: put(getattr(value, name), values) for name in fields})


def misread(verifier: Verifier, formulas: Iterator[f.Formula]) -> tuple[int, list[str]]:
    """How many sentences were tried, and those that are not read back."""
    tried, failed = 0, []
    for formula in formulas:
        for naming in (None, *verifier.vocabulary.namings):
            sentence = told_to(verifier, formula, naming)
            tried += 1
            if not is_read_back(verifier, formula, sentence):
                failed.append(f"{sentence}\n    {text(formula)}")
    return tried, failed


def roles_of_game(game: str) -> tuple[str, ...]:
    return tuple(role for role in verifier_of(game).vocabulary.roles if role != "random")


def seats() -> list[ParameterSet]:
    """Every role of every game; by night those whose sentences are another role's with names exchanged."""
    return [
        pytest.param(game, role, marks=[pytest.mark.nightly] if at and game in _ALIKE else [])
        for game in TABLES
        for at, role in enumerate(roles_of_game(game))
    ]


_ALIKE = ("rock_paper_scissors", "stag_hunt", "hawk_dove", "prisoners_dilemma", "chicken")
"""Symmetric games with two roles."""


@pytest.mark.parametrize("game", ["tax_inspection", "sequential_prisoners_dilemma"])
def test_each_form_is_read_back(game: str) -> None:
    verifier = verifier_of(game, roles_of_game(game)[-1])
    tried, failed = misread(verifier, formulas_of(verifier, 1))
    print(f"{game}: {tried - len(failed)} of {tried} sentences read back")
    assert failed == []
    assert tried > 150


def test_a_definition_of_ones_own_is_read_as_it_is_said_and_as_it_lists() -> None:
    vocabulary = verifier_of("stag_hunt", "p1").vocabulary
    own = """
[[definition]]
name = "tempts(R: role, M: move, S: condition)"
formula = "best(R, M, S)"
says = "{M} tempts {R} away from {S}"
denies = "{M} does not tempt {R} away from {S}"
reads = ["from {S}, {R:is|are} lured by {M}"]
"""
    definitions = read_definitions({"own": own}, known=vocabulary.definitions())
    words = replace(vocabulary, definitions=lambda: definitions)

    def formulas(sentence: str) -> list[str]:
        return [claim.query for claim in read_english(sentence, words, role="p1").claims]

    assert formulas("Hare tempts me away from both choosing stag.") == ["tempts(p1, hare, {p1=stag, p2=stag})"]
    assert formulas("Hare does not tempt them away from both choosing hare.") == [
        "not tempts(p2, hare, {p1=hare, p2=hare})"
    ]
    assert formulas("From both choosing stag, they are lured by hare.") == ["tempts(p2, hare, {p1=stag, p2=stag})"]
    assert formulas("Hare bores me away from both choosing stag.") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "If they enter, the most you can get is 3.",  # in a case, it is no claim about all plays
        "X is a best reply for you against both choosing stag.",  # nothing binds X
        "They chose stag.",  # what is supposed as often as it is told
    ],
)
def test_a_sentence_that_only_resembles_one_is_not_read_as_it(sentence: str) -> None:
    assert read_back(verifier_of("stag_hunt", "p1"), sentence) == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "role"), seats())
def test_all_forms_in_all_games_are_read_back(game: str, role: str) -> None:
    verifier = verifier_of(game, role)
    tried, failed = misread(verifier, formulas_of(verifier, 3))
    more, lost = misread(verifier, short(random_formulas(verifier, 75)))
    print(f"{game} {role}: {tried + more - len(failed) - len(lost)} of {tried + more} sentences read back")
    assert failed + lost == []


def short(formulas: Iterator[f.Formula]) -> Iterator[f.Formula]:
    """Those whose sentences are within what the reader parses."""
    return (formula for formula in formulas if len(text(formula)) < 200)
