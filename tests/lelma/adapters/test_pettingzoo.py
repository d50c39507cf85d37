"""Games as PettingZoo environments, held to the API test that PettingZoo ships and to play itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.ground.ground import GroundLimits
from lelma.engine.progression import Progression
from lelma.game.game import Game, list_games
from lelma.support.errors import GameError, UsageError

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install 'lelma[pettingzoo]'")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from lelma.adapters.pettingzoo import GameEnvironment, parallel_environment

SHEETS = Path(__file__).resolve().parents[1] / "engine" / "network" / "sheets"

HIDDEN = """
; Chance draws a card that dealer sees; guesser hears a knock, names a card, and dealer sees which.
(role dealer) (role guesser) (role random)
(card red) (card black)
(init (stage deal))
(<= (legal random (draw ?c)) (true (stage deal)) (card ?c))
(<= (legal random noop) (not (true (stage deal))))
(<= (legal guesser (name ?c)) (true (stage guess)) (card ?c))
(<= (legal guesser noop) (not (true (stage guess))))
(<= (legal dealer knock) (true (stage knock)))
(<= (legal dealer noop) (not (true (stage knock))))
(<= (next (drawn ?c)) (does random (draw ?c)))
(<= (next (drawn ?c)) (true (drawn ?c)))
(<= (next (named ?c)) (does guesser (name ?c)))
(<= (next (stage knock)) (true (stage deal)))
(<= (next (stage guess)) (true (stage knock)))
(<= (next (stage over)) (true (stage guess)))
(<= (sees dealer (card ?c)) (does random (draw ?c)))
(<= (sees guesser heard) (does dealer knock))
(<= (sees dealer (guess ?c)) (does guesser (name ?c)))
(<= terminal (true (stage over)))
(<= right (true (drawn ?c)) (true (named ?c)))
(<= (goal guesser 100) right)
(<= (goal guesser 0) (not right))
(<= (goal dealer 0) right)
(<= (goal dealer 100) (not right))
(<= (goal random 0) terminal)
"""


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    (tmp_path / "hidden.kif").write_text(HIDDEN, "utf-8")
    return tmp_path / "hidden.kif"


def choose(env: GameEnvironment, move: str) -> None:
    env.step(env.moves[env.agent_selection].index(move))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", list_games())
def test_every_shipped_game_passes_the_api_test(game: str) -> None:
    api_test(GameEnvironment(game), num_cycles=20)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", list_games())
def test_every_shipped_game_passes_the_parallel_api_test(game: str) -> None:
    parallel_api_test(parallel_environment(game), num_cycles=20)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_in_a_parallel_environment_all_agents_act_in_every_round(hidden: Path) -> None:
    parallel_api_test(parallel_environment(hidden), num_cycles=20)
    env = parallel_environment("sequential_prisoners_dilemma")
    found, _ = env.reset(seed=1)
    rounds = []
    while env.agents:
        rounds.append({agent: int(seen["action_mask"].sum()) for agent, seen in found.items()})
        found, paid, ended, _, _ = env.step({agent: int(found[agent]["action_mask"].argmax()) for agent in env.agents})
    assert rounds == [{"p1": 2, "p2": 1}, {"p1": 1, "p2": 2}]
    assert all(ended.values()) and set(paid) == {"p1", "p2"} and sum(paid.values()) > 0


def test_simultaneous_choices_pay_what_the_table_says() -> None:
    env = parallel_environment("stag_hunt")
    for profile, payoffs in {("stag", "stag"): (5, 5), ("hare", "stag"): (3, 0)}.items():
        env.reset()
        moves = env.unwrapped.moves
        chosen = {agent: moves[agent].index(move) for agent, move in zip(env.agents, profile, strict=True)}
        assert tuple(env.step(chosen)[1].values()) == payoffs


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("sheet", ["bridges", "chance", "dice", "meeting", "roundabout", "three"])
def test_sheets_without_a_folder_pass_the_api_test(sheet: str) -> None:
    api_test(GameEnvironment(SHEETS / f"{sheet}.kif"), num_cycles=20)


def test_a_game_with_percepts_passes_the_api_and_the_seed_test(hidden: Path) -> None:
    with pytest.warns(UserWarning):
        api_test(GameEnvironment(hidden), num_cycles=20)
    seed_test(lambda: GameEnvironment(hidden), num_cycles=20)


@pytest.mark.parametrize("sheet", ["three", "meeting"])
def test_a_play_comes_out_as_the_rules_say(sheet: str) -> None:
    env, play = GameEnvironment(SHEETS / f"{sheet}.kif"), Progression(Game.load(SHEETS / f"{sheet}.kif").description)
    env.reset(seed=1)
    state, paid, waiting = play.initial, dict[str, float](), dict[str, str]()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            paid[agent] = reward
            env.step(None)
            continue
        look = play.look(state)
        mask = observation["action_mask"]
        assert tuple(sorted(env.moves[agent][at] for at in mask.nonzero()[0])) == look.legal[agent] == info["legal"]
        fluents = sorted(env.fluents[at] for at in observation["observation"].nonzero()[0])
        assert tuple(fluents) == state
        waiting[agent] = look.legal[agent][-1]
        choose(env, waiting[agent])
        if set(waiting) >= {role for role, moves in look.legal.items() if moves != ("noop",)}:
            state = play.next(state, {role: waiting.get(role, moves[0]) for role, moves in look.legal.items()})
            waiting = {}
    assert play.terminal(state)
    assert paid == {role: float(values[0]) for role, values in play.goals(state).items()}


def test_choices_of_one_round_are_not_seen_before_it_ends() -> None:
    env = GameEnvironment("stag_hunt")
    env.reset()
    before = env.observe("p2")["observation"].tolist()
    choose(env, "stag")
    assert env.agent_selection == "p2" and env.observe("p2")["observation"].tolist() == before
    choose(env, "hare")
    assert env.rewards == {"p1": 0.0, "p2": 3.0}
    assert all(env.terminations.values())


def test_an_agent_sees_its_percepts_and_nothing_else(hidden: Path) -> None:
    cards, observations = set[str](), set[tuple[int, ...]]()
    for seed in range(12):
        env = GameEnvironment(hidden)
        env.reset(seed=seed)
        (card,) = env.infos["dealer"]["seen"]
        choose(env, "knock")
        assert env.infos["guesser"]["seen"] == ("heard",) and env.agent_selection == "guesser"
        cards.add(card)
        observations.add(tuple(env.observe("guesser")["observation"].tolist()))
        choose(env, "(name red)")
        assert env.rewards["guesser"] == (100.0 if card == "(card red)" else 0.0)
        assert env.infos["dealer"]["seen"] == ("(guess red)",)
    assert cards == {"(card red)", "(card black)"} and len(observations) == 1


def test_a_move_that_is_not_legal_is_refused_with_those_that_are() -> None:
    env = GameEnvironment("sequential_prisoners_dilemma")
    env.reset()
    with pytest.raises(UsageError, match=r"noop.* is not legal; these are: 0, 1"):
        choose(env, "noop")
    for action in (-1, 99, None):
        with pytest.raises(UsageError, match="no move"):
            env.step(action)


def test_a_game_that_goes_on_is_truncated() -> None:
    env = GameEnvironment(SHEETS / "roundabout.kif", max_rounds=3)
    env.reset()
    for _ in range(3):
        assert not any(env.truncations.values())
        choose(env, "go")
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_games_that_are_no_environments_say_why(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="`true` grows"):
        GameEnvironment(SHEETS / "endless.kif", limits=GroundLimits(facts=1000))
    stuck = tmp_path / "stuck.kif"
    stuck.write_text(
        "(role one) (init here) (<= (legal one go) (true there)) (next there)\n"
        "(<= terminal (true over)) (<= (goal one 1) terminal)",
        "utf-8",
    )
    with pytest.raises(GameError, match="one has no legal move"):
        GameEnvironment(stuck).reset()
