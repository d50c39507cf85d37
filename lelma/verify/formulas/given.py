"""What is given of a play: from whose view claims are judged, and after what.

`given_file.py` reads it from outside, and `worlds.pl` says what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdl.tree.term import read_term
from lelma.verify.formulas.goal import Setting, constant_goal
from translators.formulas.formula import Const
from translators.formulas.vocabulary import constant


@dataclass(frozen=True)
class Moved:
    """A role made a move at a step, from 1."""

    step: int
    role: str
    move: Const


@dataclass(frozen=True)
class Perceived:
    """A role perceived something at a step; `whole` if that was all it perceived then."""

    step: int
    role: str
    percepts: tuple[Const, ...]
    whole: bool = False


@dataclass(frozen=True)
class Played:
    """An earlier round: the whole game was played, with one move for each role."""

    moves: tuple[tuple[str, Const], ...]


@dataclass(frozen=True)
class Stated:
    """A fact of a record as `lelma.record.Record.facts` tells it, at the moment of what is given."""

    relation: str
    args: tuple[Const, ...]


GivenFact = Moved | Perceived | Played | Stated


@dataclass(frozen=True)
class Given:
    """From whose view, and after what, claims are judged.

    Attributes:
        role: whose view it is, if it is a role's.
        facts: what is known of the play; rounds in the order they were played. Moves after the moment decide
            announcements and nothing else.
        moment: how many joint moves have been made; the last step of a fact by default.
    """

    role: str | None = None
    facts: tuple[GivenFact, ...] = ()
    moment: int | None = None

    @property
    def now(self) -> int:
        """How many joint moves have been made."""
        if self.moment is not None:
            return self.moment
        return max((fact.step for fact in self.facts if isinstance(fact, Moved | Perceived)), default=0)

    @classmethod
    def seen(cls, role: str, steps: Sequence[tuple[Const, Sequence[Const]]], *, rounds: Sequence[Played] = ()) -> Given:
        """What a role did and perceived at each step, and that it was all."""
        facts: list[GivenFact] = list(rounds)
        for step, (move, percepts) in enumerate(steps, start=1):
            facts += [Moved(step, role, move), Perceived(step, role, tuple(percepts), whole=True)]
        return cls(role, tuple(facts), len(steps))

    def goal(self, setting: Setting) -> str:
        """The term of `prolog/judge/worlds.pl` that says the same."""
        by_step: dict[int, list[Moved | Perceived]] = {}
        for fact in self.facts:
            if isinstance(fact, Moved | Perceived):
                by_step.setdefault(fact.step, []).append(fact)
        plies = ",".join(_ply(by_step.get(step, ())) for step in range(1, self.now + 1))
        later = ",".join(
            f"later({fact.step},{constant_goal(Const(fact.role))},{constant_goal(fact.move)})"
            for fact in self.facts
            if isinstance(fact, Moved) and fact.step > self.now
        )
        rounds = ",".join(_pairs(fact.moves) for fact in self.facts if isinstance(fact, Played))
        role = "none" if self.role is None else f"role({constant_goal(Const(self.role))})"
        stated_ = ",".join(fact for each in self.facts if isinstance(each, Stated) for fact in _fact(each, setting))
        return f"given({role},[{plies}],[{later}],[{rounds}],[{stated_}])"


def _ply(facts: Sequence[Moved | Perceived]) -> str:
    moves = [(each.role, each.move) for each in facts if isinstance(each, Moved)]
    seen = [each for each in facts if isinstance(each, Perceived)]
    whole = (
        f"{constant_goal(Const(each.role))}-[{','.join(map(constant_goal, each.percepts))}]"
        for each in seen
        if each.whole
    )
    parts = ((each.role, percept) for each in seen if not each.whole for percept in each.percepts)
    return f"ply({_pairs(moves)},[{','.join(whole)}],{_pairs(tuple(parts))})"


def _pairs(pairs: Sequence[tuple[str, Const]]) -> str:
    return f"[{','.join(f'{constant_goal(Const(role))}-{constant_goal(each)}' for role, each in pairs)}]"


def _fact(fact: Stated, setting: Setting) -> list[str]:
    """A fact of a record in Prolog; nothing for one that no rule uses."""
    known = setting.relations.get((fact.relation, len(fact.args)))
    return [] if known is None else [constant_goal(Const(known[1], fact.args))]


def stated(lines: Iterable[str]) -> tuple[Stated, ...]:
    """Facts in KIF, as `lelma.record.Record.facts` gives them.

    Raises:
        gdl.errors.GdlError: for a fact that can't be read.
    """
    terms = (constant(read_term(line)) for line in lines)
    return tuple(Stated(term.name, term.args) for term in terms)
