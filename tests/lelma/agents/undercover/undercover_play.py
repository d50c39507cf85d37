"""Matches of Undercover-V for tests, and values that steps are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lelma.agents.protocol import Ply, Utterance, View
from lelma.agents.roster import make_agents
from lelma.agents.steps.fields import StepMoment
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event

ROLES = ("random", "p1", "p2", "p3", "p4")


def small(players: int = 4, **parameters: Any) -> Game:
    return Game.load("undercover_v", parameters={"players": players, **parameters})


def match_of(agents: str, game: Game, seed: int = 1) -> list[Event]:
    referee, events = Referee(game, settings=Settings(seconds=60.0)), list[Event]()
    made = make_agents(agents, game, referee.players)()
    referee.play(made, seed=seed, watch=events.append)
    return events


def moment_of(
    game: Game,
    said: Sequence[tuple[str, str]] = (),
    *,
    word: str = "lemon",
    legal: Sequence[str] = ("describe",),
    out: Sequence[str] = (),
    state: Mapping[str, Any] | None = None,
) -> StepMoment:
    """What `p1` is given, who heard what the others said."""
    assert game.file is not None
    plies = [Ply("noop", (f"(described {role})",), (Utterance(role, words),)) for role, words in said]
    plies += [Ply("noop", (f"(out {role})",)) for role in out]
    speaking = frozenset(each for each in legal if each == "describe")
    view = View(
        role="p1",
        roles=ROLES,
        rules="",
        wording=Wording(game.file.words),
        plies=tuple(plies),
        legal=tuple(legal),
        speaking=speaking,
        card=(f"(card {word})",),
    )
    return StepMoment("act", view, dict(state or {}), {})


class Replies:
    """Stands for a model: for each prompt its replies in order, and the last again and again."""

    def __init__(self, **replies: Any) -> None:
        self.replies = {name: list(each) if isinstance(each, list) else [each] for name, each in replies.items()}
        self.asked: list[tuple[str, Mapping[str, str]]] = []

    def __call__(
        self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> Any:
        self.asked.append((prompt, fields or {}))
        left = self.replies[prompt]
        return left.pop(0) if len(left) > 1 else left[0]

    @property
    def prompts(self) -> list[str]:
        return [name for name, _ in self.asked]
