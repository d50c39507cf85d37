"""What a reasoner is told of any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.tables.matrix import PayoffTable
from lelma.game.game import list_games
from lelma.game.rules_in_english import rules_page
from lelma.models.scripted import Scripted
from lelma.support.errors import GameError
from lelma.verify.instruction import instruction
from lelma.verify.loop import run_loop
from lelma.verify.verifier import Verifier
from tests.lelma.game.told.sheets import BARGAINING, CARDS, sheet, trio

PAIR = """You play a game with one other player. You both choose once, without knowing the other's choice.
Your choices are hare and stag.

- If you choose hare and they choose hare, you get 1 and they get 1.
- If you choose hare and they choose stag, you get 1 and they get 0.
- If you choose stag and they choose hare, you get 0 and they get 1.
- If you choose stag and they choose stag, you get 0 and they get 0.

Reason step by step as a human player would. End with your choice in curly brackets, such as {hare}."""


def test_two_roles_that_choose_once_have_the_text_they_had(tmp_path: Path) -> None:
    three = trio()
    table = PayoffTable(
        three.roles[:2],
        three.moves[:2],
        {key[:2]: value[:2] for key, value in three.payoffs.items() if key[2] == "hare"},
    )
    assert instruction(Verifier.load(sheet(tmp_path, table))) == PAIR


def test_three_roles_are_told_of_two_others(tmp_path: Path) -> None:
    text = instruction(Verifier.load(sheet(tmp_path, trio()), role="p2"))
    assert text.startswith(
        "You are p2. You play with two other players, p1 and p3. Everybody chooses once, without knowing the others' "
        "choices.\nYour choices are hare and stag.\n"
    )
    assert "- If you choose stag, p1 chooses hare and p3 chooses stag, you get 0, p1 gets 1 and p3 gets 0." in text
    assert text.count("- If you choose") == 8


def test_a_role_alone_or_without_a_choice_is_told_so(tmp_path: Path) -> None:
    alone = instruction(
        Verifier.load(
            sheet(tmp_path, "(role p) (legal p go) (<= (next done) (does p go))(<= terminal (true done)) (goal p 5)")
        )
    )
    assert alone.startswith("You are p. You play alone. You choose once.\nYour only choice is go.\n")


def test_a_sequential_game_tells_who_knows_what(tmp_path: Path) -> None:
    text = instruction(Verifier.load(sheet(tmp_path, BARGAINING), role="seller"))
    assert text.startswith("You are seller. You play with one other player, buyer. These are the rules of the game.")
    assert "Round 2: seller chooses accept or reject. seller knows what buyer chose in round 1." in text
    assert text.endswith("such as {accept}.")


def test_chance_and_hidden_cards_are_told(tmp_path: Path) -> None:
    text = instruction(Verifier.load(sheet(tmp_path, CARDS)))
    assert text.startswith("You are holder. You play with one other player, guesser.")
    assert "each with probability 1/3" in text
    assert "guesser does not know what chance chose in round 1" in text
    assert text.endswith("such as {bet}.")


def test_a_move_with_arguments_is_read_back_as_it_was_told(tmp_path: Path) -> None:
    verifier = Verifier.load(sheet(tmp_path, BARGAINING))
    assert "such as {offer 1}" in instruction(verifier)
    report = verifier.check("If I offer 3 and they accept, I get 1. My choice is {offer 3}.")
    assert report.ok and report.choice == "offer(3)"


@pytest.mark.parametrize("spelled", ["offer({})", "offer( {} )", "offer('{}')"])
def test_queries_name_moves_with_numbers(tmp_path: Path, spelled: str) -> None:
    verifier = Verifier.load(sheet(tmp_path, BARGAINING))
    first, third = spelled.format(1), spelled.format(3)
    asked = [f"guarantees_at_least(0, {third})", f"guarantees_at_least(1, {third})"]
    asked += [f"highest_potential_payoff_choice({third})", f"highest_potential_payoff_choice({first})"]
    assert [verdict.truth for verdict in verifier.judge(asked)] == ["true", "false", "false", "true"]
    assert verifier.judge(asked)[0].says == "choice offer 3 guarantees you at least 0"


@pytest.mark.parametrize("name", list_games())
def test_every_game_we_ship_goes_through_the_loop(name: str) -> None:
    verifier = Verifier.load(name)
    text = instruction(verifier)
    assert "$" not in text and "{" not in text.replace("in curly brackets, such as {", "")
    result = run_loop(verifier, Scripted(["I am not sure."]), text, max_attempts=1)
    assert result.outcome == "unverified"


def test_a_prompt_of_the_game_s_own_goes_before_ours(tmp_path: Path) -> None:
    folder = sheet(tmp_path, CARDS, 'title = "Cards"')
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "reasoner.md").write_text("$title for $role and $others: $choices.\n\n$payoffs\n\n$rules\n")
    verifier = Verifier.load(folder)
    rules = rules_page(verifier.game).strip()
    own = f"Cards for holder and one other player, guesser: bet and fold.\n\n{rules}\n\n{rules}\n"
    assert instruction(verifier) == own
    (tmp_path / "prompts" / "reasoner.md").write_text("$rule")
    with pytest.raises(GameError, match=r"unknown field 'rule'; use \$payoffs, \$rules"):
        instruction(verifier)


def test_inverted_payoff_lines_are_the_same_lines_from_the_end() -> None:
    verifier = Verifier.load("stag_hunt")
    there, back = instruction(verifier), instruction(verifier, inverted=True)
    lines = [[line for line in text.splitlines() if line.startswith("- If")] for text in (there, back)]
    assert lines[0] == lines[1][::-1] and len(lines[0]) == 4
    assert sorted(there.splitlines()) == sorted(back.splitlines())


def test_a_style_that_a_game_has_not_is_told() -> None:
    with pytest.raises(GameError, match=r"stag_hunt has no prompt of style 'poem': there is no .*poem\.md"):
        instruction(Verifier.load("stag_hunt"), style="poem")
