"""What the referee tells a role of itself is what it knows by the rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.protocol import Answer, View
from lelma.agents.told import facts_told
from lelma.game.file_format import file_faults
from lelma.game.game import Game, list_games
from lelma.knowledge import Knowledge
from lelma.matches.referee import Referee

GAMES = {name: game.file.presets for name in list_games() if (game := Game.load(name)).file.knowledge.own}


class Keeping(RandomAgent):
    """Keeps its views; acts by a function of them."""

    def __init__(self, act: Callable[[View], str] | None = None) -> None:
        self.views = list[View]()
        self._act = act

    def act(self, view: View) -> Answer:
        self.views.append(view)
        return super().act(view) if self._act is None else Answer(self._act(view), "Hm.")


def test_a_guard_is_told_its_ward_and_a_witch_what_she_has_left() -> None:
    referee = Referee(Game.load("werewolf"))
    agents = {role: Keeping() for role in referee.players}
    referee.play(agents, seed=1)
    told = {text for agent in agents.values() for view in agent.views for text in facts_told(view)}
    assert any("was protected last night" in text for text in told)
    assert {"The witch has the antidote.", "The witch has the poison."} <= told
    knowing = {role for role, agent in agents.items() if any(view.known for view in agent.views)}
    assert len(knowing) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "preset"), [(name, preset) for name, presets in GAMES.items() for preset in [None, *presets][:2]]
)
def test_what_a_role_is_told_of_itself_it_knows(name: str, preset: str | None) -> None:
    """Worked out from the rules, its moves and its percepts alone."""
    game, asked = Game.load(name, preset=preset), 0
    referee = Referee(game)
    for seed in range(2):
        agents = {role: Keeping() for role in referee.players}
        referee.play(agents, seed=seed)
        for role, agent in agents.items():
            if not any(view.known for view in agent.views):
                continue
            knowledge = Knowledge(game, role)
            for view in agent.views:
                for ply in view.plies[knowledge.plies :]:
                    knowledge.observe(ply.move, ply.percepts)
                for text in view.known:
                    negated = text.startswith("(not ")
                    fluent = text.removeprefix("(not ")[:-1] if negated else text
                    formula = f"(not (true {fluent}))" if negated else f"(true {fluent})"
                    assert knowledge.knows(formula), (role, text)
                    asked += 1
    assert asked > 10


def test_entries_that_are_no_terms_are_faults() -> None:
    own = {"(ward": "(doctor ?me)", "bandage": ["(doctor ?me)", "(alive"]}
    faults = file_faults({"knowledge": {"own": own}})
    assert len(faults) == 2 and faults[0].startswith("knowledge.own.(ward: ")
    assert faults[1].startswith("knowledge.own.bandage: ")
