"""What a formula may name in one game: its roles, moves, relations and constants, with their sorts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property

from gdl.relations.domains import Domains, domains_of, unary_facts
from gdl.tree.keywords import RANDOM, RELATIONS
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Term, atoms, signature, subterms
from gdl.values import dataclass
from translators.formulas.formula import Const

THING = "thing"
"""The sort of any constant of a game; roles, moves and numbers are things too."""


_TAKEN = frozenset("role roles move moves number moment condition belief lottery thing profiles rounds".split())
"""Names of sorts, and of what quantifiers run over, in every game."""


@dataclass(frozen=True)
class GameNames:
    """The names of one game.

    Attributes:
        roles: in the order of the rules, without chance.
        moves: role → its moves; a role that is missing may make any move the text names.
        chance: whether `random` moves too.
        relations: name → the sorts of its arguments, for each number of arguments it comes with; fluents, and relations
            that hold in a state or of a record.
        things: sort → its members, for quantifiers.
        constants: every constant of the rules; empty if any may be named.
        aliases: other names of roles and moves → what they stand for.
        rules: those that say what can stand in which place; none if anything may stand anywhere.
    """

    roles: tuple[str, ...]
    moves: Mapping[str, tuple[Const, ...]] = field(default_factory=dict)
    chance: bool = False
    relations: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    things: Mapping[str, tuple[Const, ...]] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Rule, ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def domains(self) -> Domains:
        """What can stand in which place of relations, fluents and moves; worked out when first asked for."""
        return domains_of(self.rules)

    def moves_of(self, role: str | None) -> tuple[Const, ...]:
        """The moves of a role, or of any role for None; empty where they are not known."""
        if role is not None:
            return self.moves.get(role, ())
        return tuple(dict.fromkeys(move for moves in self.moves.values() for move in moves))

    def called(self, name: str, known: Iterable[str]) -> str | None:
        """Which of some roles or moves goes by a name; case tells apart only what needs it. None if none does."""
        names = list(known)
        found = self.aliases.get(name, name)
        if name in names or found in names:
            return name if name in names else found
        folded = name.casefold()
        same = {each for each in names if each.casefold() == folded}
        same |= {each for alias, each in self.aliases.items() if alias.casefold() == folded and each in names}
        return same.pop() if len(same) == 1 else None


def constant(term: Term) -> Const:
    """A ground term of the rules as a constant.

    Raises:
        ValueError: for a variable.
    """
    match term:
        case Symbol(name):
            return Const(name)
        case Compound(functor, args):
            return Const(functor, tuple(map(constant, args)))
    raise ValueError(f"{term} is not ground")


def things_of(description: Description) -> dict[str, tuple[Const, ...]]:
    """A game's own sorts: relations of one argument that facts alone state, such as (card ace), with their members."""
    found = unary_facts(description.rules)
    return {name: tuple(Const(each.name) for each in own) for name, own in found.items() if name not in _TAKEN}


def vocabulary_of(
    description: Description,
    moves: Mapping[str, tuple[Const, ...]] | None = None,
    *,
    things: Mapping[str, tuple[Const, ...]] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> GameNames:
    """The vocabulary of a game's rules; `moves` are those its roles make, where they are known.

    `things` are the sorts that quantifiers may run over, by default those of `things_of`.
    """
    roles, constants = dict[str, None](), set[str]()
    relations: dict[str, dict[int, None]] = {}
    for rule in description.rules:
        for sentence in (rule.head, *(each for literal in rule.body for each, _ in atoms(literal))):
            constants.update(part.name for part in subterms(sentence) if isinstance(part, Symbol))
            match sentence:
                case Compound("role", (Symbol(name),)):
                    roles[name] = None
                case Compound("init" | "next" | "true", (Symbol() | Compound() as fluent,)):
                    relations.setdefault(signature(fluent)[0], {})[signature(fluent)[1]] = None
        head = signature(rule.head)
        if head[0] not in RELATIONS:
            relations.setdefault(head[0], {})[head[1]] = None
    return GameNames(
        roles=tuple(role for role in roles if role != RANDOM),
        moves=dict(moves or {}),
        chance=RANDOM in roles,
        relations={name: tuple((THING,) * arity for arity in arities) for name, arities in relations.items()},
        things=things_of(description) if things is None else dict(things),
        constants=frozenset(constants),
        aliases=dict(aliases or {}),
        rules=description.rules,
    )
