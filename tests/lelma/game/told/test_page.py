"""A page made from the rules says what the solver plays by, and nothing else."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from gdl.tables.matrix import PayoffTable
from gdl.tree.term import read_term
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page
from lelma.game.told.plays import explore
from lelma.support.errors import GameError
from tests.golden import same_as_golden
from tests.lelma.game.told.sheets import BARGAINING, BARGAINING_WORDS, CARDS, sheet, trio

GOLDEN = Path(__file__).parent / "golden"

TICKS = """
(role solo)
(init (at 0))
(up 0 1) (up 1 2) (up 2 0)
(<= (legal solo (tick ?n)) (true (at ?n)))
(<= (legal solo stop) (true (at 2)))
(<= (next (at ?m)) (does solo (tick ?n)) (up ?n ?m))
(<= (next ended) (does solo stop))
(<= terminal (true ended))
(<= (goal solo 7) (true ended))
(<= (goal solo 0) (not (true ended)))
"""


@pytest.mark.parametrize("name", ["stag_hunt", "sequential_prisoners_dilemma", "tax_inspection"])
def test_the_page_of_a_game_we_ship(name: str) -> None:
    same_as_golden(rules_page(Game.load(name)), GOLDEN / f"{name}.md")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("trio", trio(), ""),
        ("bargaining", BARGAINING, ""),
        ("bargaining_in_words", BARGAINING, BARGAINING_WORDS),
        ("cards", CARDS, ""),
        ("ticks", TICKS, ""),
    ],
)
def test_the_page_of_a_sheet(name: str, text: str | PayoffTable, words: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    same_as_golden(rules_page(Game.load(sheet(tmp_path / name, text, words))), GOLDEN / f"{name}.md")


def _drawn(rng: random.Random) -> PayoffTable:
    roles = tuple(f"p{number}" for number in range(1, rng.randint(2, 4) + 1))
    moves = tuple(tuple(f"m{role}{letter}" for letter in "abc"[: rng.randint(1, 3)]) for role in range(len(roles)))
    return PayoffTable(
        roles,
        moves,
        {
            profile: tuple(Fraction(rng.randint(-6, 6), rng.choice((1, 2, 3))) for _ in roles)
            for profile in product(*moves)
        },
    )


def _told(page: str) -> list[tuple[dict[str, str], dict[str, Fraction]]]:
    """Every cell that the page tells: role → move, role → payoff."""
    return [
        (
            dict(re.findall(r"(\w+) chooses (\w+)", line)),
            {role: Fraction(number) for role, number in re.findall(r"(\w+) gets (-?\d+(?:[./]\d+)?)", line)},
        )
        for line in page.splitlines()
        if line.startswith("- If ")
    ]


@pytest.mark.parametrize("seed", range(25))
def test_every_cell_is_told_once_with_the_right_numbers(seed: int, tmp_path: Path) -> None:
    table = _drawn(random.Random(seed))
    told = _told(rules_page(Game.load(sheet(tmp_path, table))))
    assert len(told) == len(table.payoffs)
    for profile, payoffs in table.payoffs.items():
        moves = dict(zip(table.roles, profile, strict=True))
        assert [gets for made, gets in told if made == moves] == [dict(zip(table.roles, payoffs, strict=True))]


@pytest.mark.parametrize("text", [BARGAINING, CARDS])
def test_the_plays_told_are_those_that_happen(text: str, tmp_path: Path) -> None:
    game = Game.load(sheet(tmp_path, text))
    explored = explore(game.description, ("noop",))
    assert explored is not None
    told = {play.rounds: dict(play.payoffs) for play in explored.plays}
    play, rng, met = Progression(game.description), random.Random(5), set()
    for _ in range(80):
        state, rounds = play.initial, []
        while not (look := play.look(state)).terminal:
            made = {role: rng.choice(legal) for role, legal in look.legal.items()}
            rounds.append(tuple((role, read_term(move)) for role, move in made.items() if move != "noop"))
            state = play.step(state, made).state
        met.add(tuple(rounds))
        assert told[tuple(rounds)] == {role: play.goals(state)[role][0] for role in explored.values}
    assert met == set(told)


BETS = """
(role holder) (role guesser) (role random)
(init (step 1)) (then 1 2) (then 2 3) (then 3 4)
(mover 1 random) (mover 2 holder) (mover 3 guesser)
(may random ace) (may random king) (may random two)
(may holder bet) (may holder fold) (may guesser call) (may guesser pass)
(<= (turn ?r) (true (step ?n)) (mover ?n ?r))
(<= (legal ?r ?m) (turn ?r) (may ?r ?m))
(<= (legal ?r noop) (role ?r) (not (turn ?r)))
(<= (next (step ?m)) (true (step ?n)) (then ?n ?m))
(<= terminal (true (step 4)))
(<= (goal ?r 0) (role ?r))
(<= (sees guesser never) (true never))
"""


@pytest.mark.parametrize(
    ("percepts", "known"),
    [
        ("(<= (sees holder ?c) (does random ?c))", "holder knows what chance chose in round 1."),
        ("(<= (sees holder dealt) (does random ?c))", "holder does not know what chance chose in round 1."),
        ("(<= (sees holder low) (does random two))", "holder may know something, but not always all, of what chance"),
        ("", "guesser does not know what chance chose in round 1 or what holder chose in round 2."),
        ("(<= (sees ?r ?m) (role ?r) (does ?q ?m))", "guesser knows what chance chose in round 1 and what holder"),
        ("(<= (sees guesser ?m) (does holder ?m))", "guesser does not know what chance chose in round 1."),
    ],
)
def test_what_a_role_knows_follows_from_what_it_perceives(percepts: str, known: str, tmp_path: Path) -> None:
    assert known in rules_page(Game.load(sheet(tmp_path, BETS + percepts)))


def test_one_role_against_chance(tmp_path: Path) -> None:
    text = """(role me) (role random) (legal me left) (legal me right) (legal random left) (legal random right)
    (<= (next (hit ?r ?s)) (does ?r ?s)) (<= won (true (hit me ?s)) (true (hit random ?s)))
    (<= terminal (true (hit me ?s))) (<= (goal me 3) won) (<= (goal me -1) (not won))"""
    page = rules_page(Game.load(sheet(tmp_path, text)))
    assert "me chooses once, without knowing what chance chooses.\n\n- me chooses left or right.\n" in page
    assert "- Chance chooses left or right, each with probability 1/2.\n" in page
    assert "- If me chooses left and chance chooses right, me gets -1.\n" in page


def test_moves_are_called_as_a_naming_says() -> None:
    page = rules_page(Game.load("stag_hunt"), naming="paper")
    assert "If Player 1 chooses B and Player 2 chooses R, Player 1 gets 0 and Player 2 gets 3." in page


def test_no_two_moves_look_alike(tmp_path: Path) -> None:
    text = BARGAINING.replace("(amount 2)", "").replace("legal seller accept)", "legal seller offer_1)")
    page = rules_page(Game.load(sheet(tmp_path, text.replace("(said accept)", "(said offer_1)"))))
    assert "chooses offer 1 or offer 3" in page
    assert "chooses offer_1 or reject" in page


def test_a_game_in_the_words_of_another_is_told_by_its_own(tmp_path: Path) -> None:
    """A bare sheet beside somebody's `rules.md` has no page of its own."""
    (tmp_path / "rules.md").write_text("# Other")
    assert rules_page(Game.load(sheet(tmp_path, trio()))).startswith("# sheet\n")


@pytest.mark.nightly
def test_every_published_sheet_has_a_page(shared_data: Callable[[str], Path]) -> None:
    """Half a minute a sheet is far more than any takes."""
    pages = 0
    for file in sorted(shared_data("gdl/rules").glob("*.kif")):
        try:
            game = Game.load(file)
        except GameError:
            continue
        began = time.monotonic()
        page = rules_page(game)
        assert time.monotonic() - began < 30, file.name
        assert page.startswith(f"# {game.title}\n") and len(page) < 60_000, file.name
        assert not re.search(r"\b(None|Fraction|Symbol|Compound)\b|\n\n\n|- \.", page), file.name
        pages += 1
    assert pages > 60
