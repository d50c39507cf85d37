"""Rules about players, as entries state them: a condition over the record of a match, and what follows of one player.

```text
if votes_received(P, last) >= 3 then spy(P)
if contradicts(P) >= 2 and not voted_for(P, Q, any) then spy(P)
if outlier(me) > 0.6 then spy(me)
```

Relations are those of the game's record and of speech (`lelma.memory.finished_match`). Names with a capital, and `me`,
are players, different ones where the names differ; `me` is who reads the rule. Another one that occurs in the condition
alone is some player, and one that occurs below a single `not` alone, any player there. `last`, `any` and `every` stand
in place of a round: the latest that counts, some round so far, each of them. With a number compared, the relation's
last argument is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, v_args

from gdl.text.parser_tables import parser_of
from gdl.values import dataclass
from lelma.support.errors import UsageError, did_you_mean

WINDOWS = ("last", "any", "every")
THE_READER = "me"
LONGEST_RULE = 400


class RuleFault(UsageError):
    """A rule that can't be read, or that asks for what there is not; the message has the place."""


@dataclass(frozen=True)
class RuleAtom:
    """A relation of some arguments: players by their variables, windows, constants."""

    name: str
    args: tuple[str, ...] = ()

    @property
    def window(self) -> str | None:
        """The window among the arguments, if there is one."""
        return next((arg for arg in self.args if arg in WINDOWS), None)

    @property
    def players(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(arg for arg in self.args if is_player(arg))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.args)})" if self.args else self.name


@dataclass(frozen=True)
class RuleComparison:
    """The last argument of a relation, which is left out of `atom`, compared with a number."""

    atom: RuleAtom
    sign: str
    number: Fraction

    def __str__(self) -> str:
        number = str(self.number) if self.number.denominator == 1 else f"{float(self.number):g}"
        return f"{self.atom} {self.sign} {number}"


@dataclass(frozen=True)
class RuleNot:
    """That a condition does not hold."""

    part: EntryCondition

    def __str__(self) -> str:
        return f"not {_grouped(self.part)}"


@dataclass(frozen=True)
class RuleAll:
    """That all of some conditions hold."""

    parts: tuple[EntryCondition, ...]

    def __str__(self) -> str:
        return " and ".join(map(_grouped, self.parts))


@dataclass(frozen=True)
class RuleAny:
    """That one of some conditions holds."""

    parts: tuple[EntryCondition, ...]

    def __str__(self) -> str:
        return " or ".join(map(_grouped, self.parts))


EntryCondition = RuleAtom | RuleComparison | RuleNot | RuleAll | RuleAny


@dataclass(frozen=True)
class LearntRule:
    """A rule: what has to hold of a player, and what it then is, or with `denied` is not."""

    condition: EntryCondition
    conclusion: str
    player: str
    denied: bool = False

    @property
    def for_reader(self) -> bool:
        """Whether it says of others what depends on who reads it."""
        return self.player != THE_READER and any(THE_READER in atom.args for atom in atoms_named(self.condition))

    def __str__(self) -> str:
        return f"if {self.condition} then {'not ' if self.denied else ''}{self.conclusion}({self.player})"


def is_player(argument: str) -> bool:
    """Whether an argument stands for a player."""
    return argument == THE_READER or argument[:1].isupper()


def atoms_of(condition: EntryCondition) -> Iterator[RuleAtom | RuleComparison]:
    """The atoms and comparisons of a condition, from left to right."""
    match condition:
        case RuleNot(part):
            yield from atoms_of(part)
        case RuleAll(parts) | RuleAny(parts):
            for part in parts:
                yield from atoms_of(part)
        case _:
            yield condition


def _atom(each: RuleAtom | RuleComparison) -> RuleAtom:
    return each.atom if isinstance(each, RuleComparison) else each


def atoms_named(condition: EntryCondition) -> list[RuleAtom]:
    """The atoms of a condition, those that are compared too."""
    return [_atom(each) for each in atoms_of(condition)]


def players_outside_not(condition: EntryCondition) -> frozenset[str]:
    """The variables of a condition that occur outside of every `not`."""
    match condition:
        case RuleAtom():
            return frozenset(condition.players)
        case RuleComparison(atom):
            return frozenset(atom.players)
        case RuleAll(parts) | RuleAny(parts):
            return frozenset[str]().union(*map(players_outside_not, parts))
        case RuleNot():
            return frozenset()


def read_rule(text: str, known: Mapping[str, frozenset[int]] | None = None) -> LearntRule:
    """The rule in a text.

    Args:
        known: relation → numbers of arguments it may have; by default any relation is let through.

    Raises:
        RuleFault: with the place in the text and what was expected there, or the relation there is not.
    """
    if len(text) > LONGEST_RULE:
        raise RuleFault(f"a rule has at most {LONGEST_RULE} characters, this one {len(text)}")
    try:
        rule: LearntRule = _Reader().transform(_parser().parse(text))
    except UnexpectedEOF:
        raise RuleFault(f"{text!r} ends too early: write `if CONDITION then CONCLUSION(PLAYER)`") from None
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise RuleFault(f"{text!r} ends too early: write `if CONDITION then CONCLUSION(PLAYER)`") from None
        raise RuleFault(f"column {error.column}: did not expect {str(error.token)!r}; {_form(text)}") from None
    except UnexpectedCharacters as error:
        raise RuleFault(
            f"column {error.column}: {text[error.column - 1]!r} stands for nothing; {_form(text)}"
        ) from None
    for fault in _faults(rule, known):
        raise RuleFault(fault)
    return rule


def _form(text: str) -> str:
    return "a rule is `if CONDITION then CONCLUSION(PLAYER)`" + ("" if text.startswith("if") else ", and begins so")


def _faults(rule: LearntRule, known: Mapping[str, frozenset[int]] | None) -> Iterator[str]:
    if not is_player(rule.player):
        yield f"the conclusion is about a player: write {rule.conclusion}(P), not {rule.conclusion}({rule.player})"
    for each in atoms_of(rule.condition):
        atom = _atom(each)
        if sum(arg in WINDOWS for arg in atom.args) > 1:
            yield f"{atom}: one window is enough"
        if known is None:
            continue
        if atom.name not in known:
            yield f"there is no relation {atom.name!r}{did_you_mean(atom.name, known)}"
            continue
        wanted = len(atom.args) + isinstance(each, RuleComparison)
        if wanted not in known[atom.name]:
            sizes = " or ".join(str(size - isinstance(each, RuleComparison)) for size in sorted(known[atom.name]))
            yield f"{each}: {atom.name} has {sizes} arguments here, not {len(atom.args)}"


@cache
def _parser() -> Lark:
    return parser_of((Path(__file__).parent / "rule.lark").read_text("utf-8"))


@v_args(inline=True)
class _Reader(Transformer[Token, Any]):
    """From Lark's tree to a rule."""

    def start(self, _if: Token, condition: EntryCondition, _then: Token, conclusion: LearntRule) -> LearntRule:
        return LearntRule(condition, conclusion.conclusion, conclusion.player, conclusion.denied)

    def condition(self, *parts: Any) -> EntryCondition:
        found = tuple(part for part in parts if not isinstance(part, Token))
        return found[0] if len(found) == 1 else RuleAny(found)

    def conjunction(self, *parts: Any) -> EntryCondition:
        found = tuple(part for part in parts if not isinstance(part, Token))
        return found[0] if len(found) == 1 else RuleAll(found)

    def denied(self, _not: Token, part: EntryCondition) -> EntryCondition:
        return RuleNot(part)

    def group(self, part: EntryCondition) -> EntryCondition:
        return part

    def comparison(self, atom: RuleAtom, sign: Token, number: Token) -> EntryCondition:
        return RuleComparison(atom, str(sign), Fraction(str(number)))

    def atom(self, name: Token, *arguments: str) -> RuleAtom:
        return RuleAtom(str(name), arguments)

    def argument(self, token: Token) -> str:
        return str(token)

    def conclusion(self, *parts: Token) -> LearntRule:
        *denied, name, player = parts
        return LearntRule(RuleAtom(""), str(name), str(player), bool(denied))


def _grouped(condition: EntryCondition) -> str:
    return f"({condition})" if isinstance(condition, RuleAll | RuleAny) else str(condition)
