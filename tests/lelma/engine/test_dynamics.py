"""Every stepper is a `Dynamics`, and all say the same of a game: `STEPPERS` names none that is not held to it here."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from gdl.text.read import read_file, read_kif
from gdl.tree.syntax import Description
from lelma.engine.answers import Limits
from lelma.engine.dynamics import Dynamics, GameState, JointMove, Look, Step
from lelma.engine.steppers import STEPPERS, stepper
from lelma.game.game import Game
from lelma.interfaces.cli.main import main
from lelma.support.errors import GameError, UsageError
from tests.lelma.engine.test_progression import COIN
from tests.lelma.engine.test_regression import NIM

SHIPPED = ("stag_hunt", "matching_pennies", "sequential_prisoners_dilemma", "tax_inspection")
FOLDER = Path(__file__).parent / "network/sheets"
SHEETS = sorted(file.stem for file in FOLDER.glob("*.kif") if file.stem != "endless")
TEXTS = {"coin": COIN, "nim": NIM}
GAMES = (*SHIPPED, *SHEETS, *TEXTS)
REFERENCE = STEPPERS[0]
MOST_PLIES = 5

HEADS = {"random": "(toss heads)", "alice": "noop"}
TAILS_CALLED = {"random": "noop", "alice": "(call tails)"}


def rules(game: str) -> Description:
    if game in TEXTS:
        return read_kif(TEXTS[game])
    if game in SHIPPED:
        return Game.load(game).description
    return read_file(FOLDER / f"{game}.kif")


@cache
def stepped(name: str, game: str) -> Dynamics:
    return stepper(name, rules(game))


def look_of(dynamics: Dynamics, state: GameState) -> tuple[bool, object]:
    """What a state offers; legal moves of a terminal state mean nothing."""
    look = dynamics.look(state)
    return look.terminal, None if look.terminal else look.legal


def random_plays(game: str, seed: int) -> Iterator[list[JointMove]]:
    """Joint moves of some plays by the first stepper, as long as they are legal or the most that are tried."""
    dynamics, choose = stepped(REFERENCE, game), random.Random(seed)
    for _ in range(3):
        state, moves = dynamics.initial, list[JointMove]()
        for _ in range(MOST_PLIES):
            look = dynamics.look(state)
            if look.terminal or not all(look.legal.values()):
                break
            moves.append({role: choose.choice(legal) for role, legal in look.legal.items()})
            state = dynamics.step(state, moves[-1]).state
        yield moves


@pytest.mark.parametrize("name", STEPPERS)
def test_every_name_has_a_stepper_with_all_that_dynamics_promise(name: str) -> None:
    promised = [member for member in vars(Dynamics) if not member.startswith("_")]
    assert {"roles", "initial", "look", "step", "goals", "after", "playouts", "perft"} <= set(promised)
    assert [member for member in promised if not hasattr(type(stepped(name, "coin")), member)] == []


def test_there_is_no_other_stepper() -> None:
    with pytest.raises(UsageError, match="choose one of progression, regression, network"):
        stepper("process", read_kif(COIN))


@pytest.mark.parametrize("name", STEPPERS)
def test_a_game_is_stepped_from_its_start_to_its_goal_values(name: str) -> None:
    coin = stepped(name, "coin")
    assert coin.roles == ("random", "alice")
    assert coin.initial == ("unset",)
    assert coin.look(coin.initial) == Look(False, {"random": ("(toss heads)", "(toss tails)"), "alice": ("noop",)})
    step = coin.step(coin.initial, HEADS)
    assert step == Step(("(shows heads)",), {"random": (), "alice": ("tossed",)})
    end = Step(("(shows heads)", "done"), {"random": (), "alice": ()})
    assert coin.step(step.state, TAILS_CALLED) == end
    assert coin.look(end.state).terminal
    assert coin.goals(end.state) == {"random": (), "alice": (Fraction(1, 2),)}
    assert coin.after([]) == coin.initial
    assert coin.after([HEADS, TAILS_CALLED]) == end.state


@pytest.mark.parametrize("name", STEPPERS[1:])
@pytest.mark.parametrize("game", GAMES)
def test_all_steppers_tell_the_same_of_random_plays(name: str, game: str) -> None:
    reference, other = stepped(REFERENCE, game), stepped(name, game)
    assert (other.roles, other.initial) == (reference.roles, reference.initial)
    for moves in random_plays(game, seed=7):
        state = other.initial
        for place, move in enumerate(moves):
            assert look_of(other, state) == look_of(reference, state)
            step = other.step(state, move)
            assert step == reference.step(state, move)
            assert step.state == other.after(moves[: place + 1])
            state = step.state
        assert look_of(other, state) == look_of(reference, state)
        if other.look(state).terminal:
            assert other.goals(state) == reference.goals(state)


@pytest.mark.parametrize("name", STEPPERS)
@pytest.mark.parametrize("game", GAMES)
def test_to_advance_is_to_step_and_to_look(name: str, game: str) -> None:
    dynamics = stepped(name, game)
    for moves in random_plays(game, seed=8):
        state = dynamics.initial
        for move in moves:
            step = dynamics.step(state, move)
            assert dynamics.advance(state, move) == (step, dynamics.look(step.state))
            state = step.state


@pytest.mark.parametrize("name", STEPPERS)
def test_a_move_that_is_not_legal_now_is_made_all_the_same(name: str) -> None:
    nim = stepped(name, "nim")
    early = {"a": "noop", "b": "one"}
    assert "one" not in nim.look(nim.initial).legal["b"]
    assert nim.step(nim.initial, early) == Step(("(heap 3)", "(turn b)"), {"a": (), "b": ()})


@pytest.mark.parametrize("name", STEPPERS)
def test_a_joint_move_needs_a_move_of_every_role_and_terms(name: str) -> None:
    coin = stepped(name, "coin")
    for ask in (coin.step, coin.advance):
        with pytest.raises(UsageError, match="alice has none"):
            ask(coin.initial, {"random": "noop"})
        for text in ("(call", "call)", "", "a b", "(call ?x)"):
            with pytest.raises(UsageError):
                ask(coin.initial, {"random": "noop", "alice": text})
    with pytest.raises(UsageError, match="alice has none"):
        coin.after([{"random": "noop"}])


@pytest.mark.parametrize("name", [name for name in STEPPERS if name != REFERENCE])
def test_a_state_that_no_moves_lead_to_may_be_refused(name: str) -> None:
    with pytest.raises(UsageError):
        stepped(name, "coin").look(("(shows edge)",))


@pytest.mark.parametrize("name", STEPPERS)
def test_playouts_count_what_was_played(name: str) -> None:
    dynamics = stepped(name, "sequential_prisoners_dilemma")
    found = dynamics.playouts(0.3, seed=3)
    length, unfinished = (3, 100_000) if found.backend else (2, 1)
    assert found.playouts > 10
    assert length * found.playouts <= found.states <= length * (found.playouts + unfinished)
    assert 0.3 <= found.seconds < 5
    assert found.cpu_seconds > 0
    for counts in found.goals:
        assert sum(counts.values()) == found.playouts


@pytest.mark.parametrize("game", GAMES)
def test_sequences_and_states_are_counted_alike(game: str) -> None:
    depth = 3
    expected = stepped(REFERENCE, game).perft(depth)
    assert [level.depth for level in expected] == [0, 1, 2, 3]
    for name in STEPPERS[1:]:
        assert stepped(name, game).perft(depth) == expected, name


@pytest.mark.parametrize("name", STEPPERS)
def test_counting_ends_with_its_time(name: str) -> None:
    with pytest.raises(GameError, match=r"time|not done"):
        stepped(name, "nim").perft(12, limits=Limits(seconds=1e-9, inferences=10**15))


@pytest.mark.parametrize("name", STEPPERS)
def test_the_commands_take_every_stepper(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nim.kif"
    file.write_text(NIM)
    assert main(["perft", str(file), "6", "--stepper", name, "--json"]) == 0
    levels = json.loads(capsys.readouterr().out)["perft"]
    assert [level["sequences"] for level in levels] == [1, 2, 4, 4, 1, 0, 0]
    assert main(["playout", str(file), "--seconds", "0.2", "--stepper", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["engine"] == name
    assert set(found) - {"cpu_seconds", "backend"} == {"schema", "game", "engine", "playouts", "states", "seconds"}
    assert 2 * found["playouts"] <= found["states"] <= 4 * (found["playouts"] + 1)
    assert main(["conform", "examples/sticks.jsonl", "--rules", "examples", "--stepper", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["failed"] == []
