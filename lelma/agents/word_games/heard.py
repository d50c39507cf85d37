"""What a player has heard and seen of a match of words: descriptions, votes, who is out.

No game is named: a percept of two players is the vote of the first for the second, and one of a player and whatever
else, that comes with votes, tells that the player is out.

Short, because it is all that agents and measures of such games share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term


@dataclass(frozen=True)
class VoteRound:
    """One vote: who voted for whom, and who is out by it; nobody after a tie."""

    votes: Mapping[str, str]
    out: tuple[str, ...]


def vote_round(percepts: Iterable[str], players: Sequence[str]) -> VoteRound | None:
    """The vote that the percepts of one joint move tell of; None if they tell of none.

    >>> vote_round(["(voted a b)", "(voted b a)", "(voted c b)", "(out b)"], ["a", "b", "c"]).out
    ('b',)
    """
    votes: dict[str, str] = {}
    out: list[str] = []
    for percept in percepts:
        match read_term(percept):
            case Compound(_, (Symbol(voter), Symbol(target))) if voter in players and target in players:
                votes[voter] = target
            case Compound(_, (Symbol(player), *_)) if player in players:
                out.append(player)
    return VoteRound(votes, tuple(sorted(out))) if votes else None
