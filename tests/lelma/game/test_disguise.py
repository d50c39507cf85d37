"""Games under made-up words: the same game, from which nobody can tell which one it is."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gdl.text.write import to_kif
from lelma.engine.progression import Progression
from lelma.game.disguise import Disguise
from lelma.game.game import Game, find_game, list_games, read_game_file
from lelma.game.rules_in_english import rules_page
from lelma.game.wording import Wording
from lelma.interfaces.cli.main import main
from lelma.support.errors import GameError

DISGUISED = [name for name in list_games() if read_game_file(find_game(name)).disguise]
SEEDS = (1, 7)


@pytest.mark.parametrize("name", DISGUISED)
def test_a_disguised_game_goes_like_the_plain_one(name: str) -> None:
    plain, hidden = Game.load(name), Game.load(name, obfuscate=SEEDS[0])
    assert hidden.disguise is not None
    hide, show = hidden.disguise.hide, hidden.disguise.show
    plain_play, hidden_play, rng = Progression(plain.description), Progression(hidden.description), random.Random(3)
    state, hidden_state = plain_play.initial, hidden_play.initial
    renamed = set[str]()
    while True:
        look, hidden_look = plain_play.look(state), hidden_play.look(hidden_state)
        assert set(map(hide, state)) == set(hidden_state)
        assert set(map(show, hidden_state)) == set(state)
        assert hidden_look.terminal == look.terminal
        assert {role: set(moves) for role, moves in hidden_look.legal.items()} == {
            role: set(map(hide, moves)) for role, moves in look.legal.items()
        }
        if look.terminal:
            break
        moves = {role: rng.choice(legal) for role, legal in look.legal.items()}
        renamed |= {move for move in moves.values() if hide(move) != move}
        step, hidden_step = (
            plain_play.step(state, moves),
            hidden_play.step(hidden_state, {role: hide(move) for role, move in moves.items()}),
        )
        assert {role: set(seen) for role, seen in hidden_step.percepts.items()} == {
            role: set(map(hide, seen)) for role, seen in step.percepts.items()
        }
        state, hidden_state = step.state, hidden_step.state
    assert len(renamed) > 10
    assert plain_play.goals(state) == hidden_play.goals(hidden_state)


@pytest.mark.parametrize("name", DISGUISED)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_tells_which_game_it_is(name: str, seed: int) -> None:
    game = Game.load(name, obfuscate=seed)
    assert game.disguise is not None
    listed = re.compile(rf"(?<![a-z])({'|'.join(game.disguise.names)})(?![a-z])", re.IGNORECASE)
    wording = Wording(game.file.words)
    told = [rules_page(game), to_kif(game.description), game.title, game.file.summary]
    told += [wording.name(identity) for identity in map(game.disguise.hide, game.parameters["identities"])]
    for text in told:
        assert listed.search(text) is None, listed.search(text)


@pytest.mark.parametrize("name", DISGUISED)
def test_what_is_hidden_can_be_shown_again(name: str) -> None:
    file = read_game_file(find_game(name))
    page = rules_page(Game.load(name))
    seen = set()
    for seed in range(20):
        disguise = Disguise(file.disguise, seed)
        assert disguise.show(disguise.hide(page)) == page
        seen.add(disguise.hide(page))
        assert len(set(disguise.names.values())) == len(disguise.names)
        assert not set(disguise.names.values()) & set(re.findall("[a-z]+", (page + str(file)).lower()))
    assert len(seen) == 20


def test_capitals_stay_capitals() -> None:
    disguise = Disguise({"wolf": ("wolves",)}, 1)
    made_up = disguise.names["wolf"]
    assert disguise.hide("Wolf WOLVES is_wolf wolfish") == (
        f"{made_up.capitalize()} {made_up.upper()}S is_{made_up} wolfish"
    )


def test_a_game_without_such_words_is_refused() -> None:
    with pytest.raises(GameError, match="lists no words"):
        Game.load("stag_hunt", obfuscate=1)


def test_a_match_in_disguise_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "match.jsonl")
    assert main(["play", "avalon", "--obfuscate", "5", "--seed", "2", "--out", file, "--json"]) == 0
    assert "propose" not in Path(file).read_text("utf-8")
    capsys.readouterr()
    assert main(["replay", file, "--json"]) == 0
