"""Prompts and what is retrieved for them tell nothing of who is who, or of the words of others.

Each match has twins that its role can't tell from it: the same words said and votes cast, after another deal. In some
only the words of others are other ones, so pairs of words overlap here; in others another player is the spy.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from lelma.agents.protocol import Agent
from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.agents.reflecting.reflector import ReflectorRates
from lelma.game.game import Game
from lelma.words.outlier import outlier_score
from tests.lelma.agents.reflecting.reflecting_play import PromptKeeper, reflecting
from tests.lelma.agents.twins import Moves, answers, played, timeless, twins

WORDS = ("Actor", "Singer", "Dancer", "Airport", "Railway station")
PAIRS = tuple(combinations(WORDS, 2))
GAME = Game.load("spygame", parameters={"players": 4, "rounds": 3, "pairs": [list(pair) for pair in PAIRS]})
SHUFFLED = ("words", "roles")
_MOST_DEALS = 12
"""Deals of which a twin is looked for, for one that is shuffled as is asked."""


@dataclass
class Truth:
    """What was dealt, which no agent may know: for what is planted."""

    cards: dict[str, str] = field(default_factory=dict)
    spy: str = ""

    def tell(self, moves: Moves) -> None:
        words, spy = (read_term(joint["random"]) for joint in moves[:2])
        assert isinstance(words, Compound) and isinstance(spy, Compound)
        civilian, odd, self.spy = (each.name for each in (*words.args, *spy.args) if isinstance(each, Symbol))
        players = [role for role in moves[0] if role != "random"]
        self.cards = {role: odd if role == self.spy else civilian for role in players}


def sheet() -> Cheatsheet:
    """Entries of which a prompt is told three, by the words and the identity that are asked for."""
    made = Cheatsheet(GAME, {"sheet": "all"})
    texts = ["The spy should be brief.", "A civilian should be plain.", "An actor is no singer.", "Airports are large."]
    for number, text in enumerate([*texts, "Dancers move.", "A spy votes with others.", "A civilian may be unknown."]):
        made.state.store.add(text, rule="if contradicts(P) >= 1 then spy(P)" if number == 2 else "")
    made.state.store.freeze()
    return made


@dataclass
class Trial:
    """Matches and twins of them, each asked of the same kind of agent."""

    truth: Truth = field(default_factory=Truth)
    model: PromptKeeper | None = None
    kept: Cheatsheet = field(default_factory=sheet)

    def make(self) -> Agent:
        options = "proof=yes&sheet=all&frozen=yes&found=3"
        made, self.model = reflecting(GAME, f"regular?{options}", ReflectorRates(break_form=0), self.kept)
        return made

    def asked(self, role: str, match: Any, moves: Moves, seed: int) -> tuple[list[str], list[object]]:
        """The prompts of a role where that was dealt, and its answers with what was retrieved."""
        self.truth.tell(moves)
        given = answers(GAME, self.make, role, match, moves, seed)
        assert self.model is not None
        return self.model.prompts, given

    def compared(self, shuffled: str) -> Iterator[bool]:
        """Match by match and role by role, whether a twin of it was told and asked just the same."""
        seed = 0
        while True:
            seed += 1
            match = played(GAME, self.make, seed)
            for role in match.asked:
                found = twins(GAME, match, role, random.Random(seed), _MOST_DEALS)
                moves = next((each for each in found if shuffled_in(match.moves, each) == shuffled), None)
                if moves is None:
                    continue
                prompts, given = self.asked(role, match, match.moves, seed)
                others, again = self.asked(role, match, moves, seed)
                assert others and again
                yield others == prompts[: len(others)] and timeless(again) == timeless(given[: len(again)])


def shuffled_in(one: Moves, other: Moves) -> str:
    """What another deal has shuffled: `roles` if another is the spy, else `words`."""
    return "words" if one[1]["random"] == other[1]["random"] else "roles"


def told_alike(shuffled: str, matches: int) -> int:
    """Of so many matches, one for each role and twin, how many were told and asked just the same."""
    compared = Trial().compared(shuffled)
    return sum(next(compared) for _ in range(matches))


@pytest.mark.slow
@pytest.mark.parametrize("shuffled", SHUFFLED)
def test_prompts_and_retrievals_tell_nothing_of_the_deal(shuffled: str) -> None:
    assert told_alike(shuffled, 4) == 4


@pytest.mark.nightly
@pytest.mark.parametrize("shuffled", SHUFFLED)
def test_a_thousand_matches_have_the_same_prompts(shuffled: str) -> None:
    assert told_alike(shuffled, 1000) == 1000


def true_score(truth: Truth) -> tuple[str, Callable[..., Any]]:
    """The score over the words that others have, as the published code works it out."""

    def planted(own: str, guesses: dict[str, str], embedder: Any) -> float | None:
        return outlier_score(own, {role: truth.cards[role] for role in guesses}, embedder)

    return "telling.outlier_score", planted


def true_identity(truth: Truth) -> tuple[str, Callable[..., Any]]:
    """Entries found by what the player is, as the published code asks for them."""

    def planted(beliefs: Any, me: str, names: tuple[str, str]) -> str:
        return names[0] if me == truth.spy else names[1]

    return "cheatsheet.own_identity", planted


@pytest.mark.slow
@pytest.mark.parametrize(("shuffled", "plant"), [("words", true_score), ("roles", true_identity)])
def test_what_the_published_code_uses_of_the_deal_is_found(
    shuffled: str, plant: Callable[[Truth], tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = Trial()
    where, planted = plant(trial.truth)
    monkeypatch.setattr(f"lelma.agents.reflecting.{where}", planted)
    compared = trial.compared(shuffled)
    assert not all(next(compared) for _ in range(12))
