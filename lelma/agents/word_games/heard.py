"""What a player has heard and seen of a match of words: descriptions, votes, who is out.

No game is named: a percept of two players is the vote of the first for the second, and one of a player and whatever
else, that comes with votes, tells that the player is out.

Short, because it is all that agents and measures of such games share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gdl.tree.syntax import Compound, Symbol, Term
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.agents.protocol import View


@dataclass(frozen=True)
class VoteRound:
    """One vote: who voted for whom, and who is out by it; nobody after a tie."""

    votes: Mapping[str, str]
    out: tuple[str, ...]


def own_card(view: View, card: Term) -> str | None:
    """What a player is told its word is, as its name; None if it was told none.

    Args:
        card: the percept that tells it, with a variable.
    """
    shown = [found for ply in view.plies for percept in ply.percepts if (found := match(card, read_term(percept)))]
    return view.wording.name(next(iter(shown[-1].values()))) if shown else None


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
