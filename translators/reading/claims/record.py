"""Assertions about rounds that were played before as formulas: who did what, and who got what, then or until now."""

from __future__ import annotations

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.claims.formulas import all_of, const, minus, number_term
from translators.reading.claims.ground import Alternatives, Ground
from translators.reading.discourse.scene import GameScene, Unresolved
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import role_of


@dataclass(frozen=True)
class Past:
    """Which rounds are spoken of: by number, the last one where that is empty, or all until now where there is none."""

    rounds: tuple[str, ...] = ()


def ground_record(ground: Ground, said: p.Assertion, past: Past) -> list[Alternatives]:
    """What is said of rounds that were played.

    Raises:
        Unresolved: for what can't be said of them.
    """
    match said:
        case p.Many(parts):
            return [claim for part in parts for claim in ground_record(ground, part, past)]
        case p.Gets(who, amount, "" | "sum", _) if amount.one is not None and (past.rounds or who is not None):
            if not said.case.empty:
                raise Unresolved("it is about other rounds")
            roles = ground.holder(who, {})
            level = number_term(amount.one)
            if is_own_total(said):
                past = Past()
            terms = (term for role in roles for term in received(role, past))
            return [(all_of(f.Compare(amount.relation, term, level) for term in terms),)]
        case p.Beats(who, relation, than, by) if said.factor is None and said.case.empty:
            (one,), (other,) = ground.holder(who, {}), ground.holder(than, {})
            pairs = zip(received(one, past), received(other, past), strict=True)
            if by is not None and by.one is not None:
                ahead = number_term(by.one if relation == ">" else -by.one)
                return [(all_of(f.Compare("=", minus(left, right), ahead) for left, right in pairs),)]
            return [(all_of(f.Compare(relation, left, right) for left, right in pairs),)]
    raise Unresolved("it is about other rounds")


def did(scene: GameScene, past: Past) -> Alternatives:
    """That what a scene tells was done in these rounds."""
    (partial,) = scene.partials
    moments = [f.Const(number) for number in past.rounds]
    return (
        all_of(
            f.Did(const(role_of(turn)), const(move), moment) for moment in moments for turn, move in partial.items()
        ),
    )


def received(role: str, past: Past) -> list[f.NumberTerm]:
    """What a role got then."""
    if not past.rounds:
        return [f.Total(const(role))]
    return [f.Earned(const(role), f.Const(number) if number else None) for number in past.rounds]


def is_own_total(said: p.Assertion) -> bool:
    """Whether it tells what one player has in all: `my total is 5`."""
    alone = isinstance(said, p.Gets) and said.who is not None and said.who.kind in ("me", "them", "role")
    return alone and isinstance(said, p.Gets) and said.how == "sum" and said.case.empty
