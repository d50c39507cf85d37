"""What is given of a play: from whose view claims are judged, and after what.

`given_file.py` reads it from outside, and `worlds.pl` says what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from gdl.compile.prolog_text import prolog_number
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.verify.formulas.goal import Setting, constant_goal
from translators.formulas.formula import Const, Ref
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
class AgainstRules:
    """A role made a move at a step that the rules refuse, and the match went on with it.

    It may have been made there in every world where its role has a legal move of its kind, whoever's view it is; that
    it was made is told by `Moved`.
    """

    step: int
    role: str
    move: Const


@dataclass(frozen=True)
class Played:
    """An earlier round: the whole game was played.

    Attributes:
        moves: what each role did.
        steps: at which step it did so, from 1, for each of the moves; empty where that need not be told, as in a game
            of one step.
    """

    moves: tuple[tuple[str, Const], ...]
    steps: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Stated:
    """A fact of a record as `lelma.talk.record.Record.facts` tells it, at the moment of what is given."""

    relation: str
    args: tuple[Ref, ...]


@dataclass(frozen=True)
class Odds:
    """How likely chance is to make a move, at a step or, without one, at every step, in proportion to the others' odds.

    Where odds are told of any move that chance can make, a move without odds has none. They decide how likely things
    are, never what is possible.
    """

    move: Const
    weight: Fraction
    step: int | None = None


GivenFact = Moved | Perceived | AgainstRules | Played | Stated | Odds


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

    @property
    def before_play(self) -> Given:
        """The same before anything of this play is known: earlier rounds alone."""
        return Given(self.role, tuple(fact for fact in self.facts if isinstance(fact, Played)))

    @classmethod
    def seen(cls, role: str, steps: Sequence[tuple[Const, Sequence[Const]]], *, rounds: Sequence[Played] = ()) -> Given:
        """What a role did and perceived at each step, and that it was all."""
        facts: list[GivenFact] = list(rounds)
        for step, (move, percepts) in enumerate(steps, start=1):
            facts += [Moved(step, role, move), Perceived(step, role, tuple(percepts), whole=True)]
        return cls(role, tuple(facts), len(steps))

    def goal(self, setting: Setting) -> str:
        """The term of `prolog/judge/worlds.pl` that says the same."""
        now, by_step = self.now, dict[int, list[Moved | Perceived | AgainstRules]]()
        for fact in self.facts:
            if isinstance(fact, Moved | Perceived | AgainstRules):
                by_step.setdefault(fact.step, []).append(fact)
        plies = ",".join(_ply(by_step.get(step, ())) for step in range(1, now + 1))
        later = ",".join(later_goal(fact) for fact in self.facts if isinstance(fact, Moved) and fact.step > now)
        rounds = ",".join(_round(fact) for fact in self.facts if isinstance(fact, Played))
        role = "none" if self.role is None else f"role({constant_goal(Const(self.role))})"
        odds = ",".join(
            f"odds({fact.step or 'any'},{constant_goal(fact.move)},{prolog_number(fact.weight)})"
            for fact in self.facts
            if isinstance(fact, Odds)
        )
        return f"given({role},[{plies}],[{later}],[{rounds}],[{self._stated(setting)}],[{odds}])"

    def _stated(self, setting: Setting) -> str:
        return ",".join(filter(None, (stated_goal(each, setting) for each in self.facts if isinstance(each, Stated))))


def course_goal(role: str | None, moves: Sequence[str], end: int, facts: Sequence[str]) -> str:
    """The term of `judge:judge_moments/6` for a match: all its moves, by `later_goal`, and the facts at its end.

    Without a role it is how everyone together saw it. Facts are written by `stated_goal`.
    """
    view = "everyone" if role is None else f"role({constant_goal(Const(role))})"
    return f"given({view},[{','.join(moves)}],until({end},[{','.join(filter(None, facts))}]))"


def later_goal(fact: Moved) -> str:
    """A move in Prolog."""
    return f"later({fact.step},{constant_goal(Const(fact.role))},{constant_goal(fact.move)})"


def _round(played: Played) -> str:
    made = zip(played.moves, played.steps or (None,) * len(played.moves), strict=True)
    written = (
        f"made({constant_goal(Const(role))},{constant_goal(move)},{step or 'any'})" for (role, move), step in made
    )
    return f"[{','.join(written)}]"


def _ply(facts: Sequence[Moved | Perceived | AgainstRules]) -> str:
    moves = [(each.role, each.move) for each in facts if isinstance(each, Moved)]
    refused = [(each.role, each.move) for each in facts if isinstance(each, AgainstRules)]
    seen = [each for each in facts if isinstance(each, Perceived)]
    whole = (
        f"{constant_goal(Const(each.role))}-[{','.join(map(constant_goal, each.percepts))}]"
        for each in seen
        if each.whole
    )
    parts = ((each.role, percept) for each in seen if not each.whole for percept in each.percepts)
    return f"ply({_pairs(moves)},[{','.join(whole)}],{_pairs(tuple(parts))},{_pairs(refused)})"


def _pairs(pairs: Sequence[tuple[str, Const]]) -> str:
    return f"[{','.join(f'{constant_goal(Const(role))}-{constant_goal(each)}' for role, each in pairs)}]"


def stated_goal(fact: Stated, setting: Setting) -> str:
    """A fact of a record in Prolog; nothing for one that no rule uses."""
    known = setting.relations.get((fact.relation, len(fact.args)))
    return "" if known is None else constant_goal(Const(known[1], fact.args))


def stated(lines: Iterable[str]) -> tuple[Stated, ...]:
    """Facts in KIF, as `lelma.talk.record.Record.facts` gives them.

    Raises:
        gdl.errors.GdlError: for a fact that can't be read.
    """
    return tuple(map(_stated, lines))


@lru_cache(maxsize=20_000)
def _stated(line: str) -> Stated:
    term = constant(read_term(line))
    return Stated(term.name, term.args)
