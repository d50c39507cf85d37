"""Agents that reflect, at a moment of a match, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lelma.agents.protocol import Ply, Utterance, View
from lelma.agents.reflecting import REFLECTING_FUNCTIONS
from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.agents.reflecting.reflector import Reflector, ReflectorRates
from lelma.agents.reflecting.telling import WordMoment, word_table_of
from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts, StepMoment
from lelma.agents.steps.plan import known_plans, read_plan
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.models import Message, Reply

GAME = Game.load("spygame")
PLAYERS = ("p1", "p2", "p3", "p4", "p5")


def ply(*percepts: str, said: Mapping[str, str] | None = None) -> Ply:
    """A joint move with what was perceived, and said aloud."""
    percepts = percepts or tuple(f"(described {role})" for role in said or {})
    return Ply("noop", percepts, tuple(Utterance(role, words) for role, words in (said or {}).items()))


def moment(
    plies: Sequence[Ply],
    *,
    me: str = "p1",
    word: str = "airport",
    beliefs: Mapping[str, Mapping[str, Any]] | None = None,
    settings: Mapping[str, Any] | None = None,
    legal: Sequence[str] = (),
    memory: Any = None,
) -> WordMoment:
    """What `me` knows after a deal and these joint moves."""
    dealt = (Ply("noop", ()), Ply("noop", (f"(card {word})",)))
    view = View(me, ("random", *PLAYERS), "rules", Wording(GAME.file.words), (*dealt, *plies), tuple(legal))
    state = {
        "beliefs": {role: {"word": "", "odd": None, "reason": "", **each} for role, each in (beliefs or {}).items()}
    }
    texts = GameTexts.of(GAME)
    return WordMoment.of(
        StepMoment(
            "act", view, state, {}, None, texts, settings=settings or {}, folders=("regular", "reflect"), memory=memory
        )
    )


def vote(out: str = "", *, odd: bool = False, **votes: str) -> Ply:
    """A vote, role by role, and who is out by it; with `odd` that was the spy, which ends the match."""
    told = [f"(voted {voter} {target})" for voter, target in votes.items()]
    ends = [f"(out {out} spy)", "(winner civilian)"] if odd else [f"(out {out} civilian)"] if out else ["tie"]
    return Ply("noop", (*told, *ends))


class PromptKeeper(Reflector):
    """A simulated model that keeps every prompt."""

    def complete(self, messages: Sequence[Message], **further: Any) -> Reply:
        self.prompts.append("\n".join(message.text for message in messages))
        return super().complete(messages, **further)

    @property
    def prompts(self) -> list[str]:
        found: list[str] = self.__dict__.setdefault("_prompts", [])
        return found


def reflecting(
    game: Game, name: str, rates: ReflectorRates, memory: Cheatsheet | None = None
) -> tuple[StepAgent, PromptKeeper]:
    """An agent of that name, with options after a `?`, and its model."""
    plan = read_plan(known_plans(game.folder)[name.partition("?")[0]]).with_options(name.partition("?")[2])
    model = PromptKeeper(word_table_of(game), rates, "reflector")
    texts = GameTexts.of(game)
    return StepAgent(plan, {"": model}, texts=texts, functions=REFLECTING_FUNCTIONS, memory=memory), model
