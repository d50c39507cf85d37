"""What agents that reflect learn: a match is taken up once, what is refuted is not kept, what is kept comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.agents.protocol import MatchResult
from lelma.agents.reflecting.cheatsheet import SHEET_FILE, SHEET_MODES, Cheatsheet, entries_told
from lelma.agents.reflecting.curating import ATTEMPTS, LONGEST_LINE, MOST_LINES, curated
from lelma.agents.steps.fields import StepMoment
from lelma.support.errors import UsageError
from tests.lelma.agents.reflecting.reflecting_play import GAME, PLAYERS, moment, ply, vote

TRUE, FALSE = "if contradicts(P) >= 2 then spy(P)", "if contradicts(P) >= 2 then not spy(P)"
REVEALED = tuple(
    fact
    for role in PLAYERS
    for fact in (
        f"(identity {role} {'spy' if role == 'p5' else 'civilian'})",
        f"(card {role} {'railway_station' if role == 'p5' else 'airport'})",
    )
)
RESULT = MatchResult("terminal", 9, {}, PLAYERS[:4], REVEALED)


def ended(kept: Cheatsheet, number: int, **settings: Any) -> StepMoment:
    """A match that is over, in which p5, the spy, contradicts everybody else."""
    words = {"p1": f"This is game {number}."}
    said = [ply(said={role: words.get(role, "It has runways.")}) for role in PLAYERS[:4]]
    plies = [
        *said,
        ply(said={"p5": "It does not have runways."}),
        vote("p5", odd=True, p1="p5", p2="p5", p3="p5", p4="p5", p5="p1"),
    ]
    at = moment(plies, memory=kept, settings=settings).moment
    return StepMoment("end", at.view, {}, {}, RESULT, at.texts, settings=settings, memory=kept)


class Curator:
    """Writes what it is given, answer after answer, and keeps what it was asked."""

    def __init__(self, *answers: Sequence[Mapping[str, str]]) -> None:
        self.answers, self.asked = list(answers), list[tuple[str, Mapping[str, str]]]()

    def __call__(self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Any = None) -> Any:
        self.asked.append((prompt, dict(fields or {})))
        return {"entries": self.answers.pop(0)} if self.answers else None


def line(rule: str, text: str = "") -> dict[str, str]:
    return {"text": text or f"So it is: {rule}", "rule": rule}


def learnt(*answers: Sequence[Mapping[str, str]], games: int = 5, **settings: Any) -> tuple[Cheatsheet, Curator]:
    sheet, curator = Cheatsheet(GAME, {"sheet": "checked", "every": games, **settings}), Curator(*answers)
    for number in range(games):
        curated(ended(sheet, number, **settings), {}, curator)
    return sheet, curator


@pytest.mark.slow
def test_refuted_rules_go_back_and_are_not_kept() -> None:
    sheet, curator = learnt([line(TRUE), line(FALSE)], [line(FALSE)])
    assert [(entry.rule, entry.status) for entry in sheet.state.store.entries] == [(TRUE, "supported")]
    assert [prompt for prompt, _ in curator.asked] == ["curate", "curate_rule"]
    faults = curator.asked[1][1]["faults"]
    assert "failed in 5 of 5 games" in faults and TRUE not in faults
    assert curator.asked[0][1]["games"].count("Game ") == 5 and "Player 5 was spy" in curator.asked[0][1]["games"]
    (entry,) = sheet.state.store.entries
    assert entry.told.endswith("(held in 5 of 5 games)")


def test_what_cant_be_read_goes_back_and_then_out_or_in_unchecked() -> None:
    for checked_only, kept in ((True, []), (False, ["unchecked"])):
        again = [line("when it rains", "Another one.")]
        sheet, curator = learnt([line("when it rains")], again, again, again, checked_only=checked_only)
        assert [entry.status for entry in sheet.state.store.entries] == kept
        assert len(curator.asked) <= 1 + ATTEMPTS and "can't be tested" in curator.asked[1][1]["faults"]


def test_entries_are_few_and_short() -> None:
    lines = [line(f"if contradicts(P) >= {n} then spy(P)") for n in range(1, 9)]
    sheet, _ = learnt([line(TRUE, "x" * (LONGEST_LINE + 1)), *lines])
    assert len(sheet.state.store.entries) <= MOST_LINES - 1


def test_without_tests_everything_is_kept_as_it_comes() -> None:
    sheet, curator = learnt([line(TRUE), line(FALSE)], sheet="all")
    assert [entry.status for entry in sheet.state.store.entries] == ["unchecked"] * 2 and len(curator.asked) == 1


def test_a_match_is_taken_up_once_and_not_at_all_where_nothing_is_learnt() -> None:
    sheet = Cheatsheet(GAME, {"sheet": "all"})
    curated(ended(sheet, 1), {}, Curator())
    curated(ended(sheet, 1), {}, Curator())
    assert len(sheet.state.games) == 1
    frozen = Cheatsheet(GAME, {"sheet": "all", "frozen": True})
    curated(ended(frozen, 1), {}, Curator())
    assert not frozen.state.games
    with pytest.raises(UsageError, match=f"no sheet 'al'.*{', '.join(SHEET_MODES)}"):
        Cheatsheet(GAME, {"sheet": "al"})


def test_it_is_saved_shared_and_taken_up_again(tmp_path: Path) -> None:
    sheet, _ = learnt([line(TRUE)])
    sheet.save(tmp_path)
    one, other = (Cheatsheet(GAME, {"sheet": "checked"}) for _ in range(2))
    one.load(tmp_path)
    other.load(tmp_path)
    assert one.state is other.state and one.state.mark() == sheet.state.mark()
    assert len(one.finished()) == 5 and (tmp_path / SHEET_FILE).is_file()
    away = tmp_path / "away"
    other.load(away)
    assert other.state is not one.state and not other.state.games


def test_it_is_asked_by_the_own_word_and_the_inferred_identity_and_speaks_of_players_now() -> None:
    sheet, _ = learnt([line(TRUE)])
    words = {"p2": "It has runways.", "p3": "It does not have runways.", "p4": "It has runways."}
    plies = [ply(said={role: words.get(role, f"So says {role}.")}) for role in PLAYERS]
    at = moment(plies, memory=sheet, settings={"found": 6}, legal=["(vote p3)"])
    told, note = entries_told(at, "vote")
    assert told.endswith("It now says spy of: Player 3.") and note is not None
    assert note["statuses"] == ["supported"] and note["speaking"] == note["entries"]
    assert told == entries_told(at, "reflect")[0] == entries_told(at, "describe")[0]
    assert entries_told(moment(plies), "vote") == ("", None)


def test_what_a_rule_says_to_the_reader_is_not_said_of_whom_it_says_it_to_another() -> None:
    sheet = Cheatsheet(GAME, {"sheet": "all"})
    for rule in ("if contradicts(P, me) then spy(P)", "if outlier(me) > 0.4 then spy(me)"):
        sheet.state.store.add(f"So it is: {rule}", rule=rule)
    words = {"p2": "It has runways.", "p3": "It does not have runways."}
    plies = [ply(said={role: words.get(role, f"So says {role}.")}) for role in PLAYERS]
    told = {me: entries_told(moment(plies, me=me, memory=sheet), "vote")[0] for me in ("p1", "p2", "p3")}
    named = {me: sorted(set(re.findall(r"Player \d|you", text))) for me, text in told.items()}
    assert named == {"p1": [], "p2": ["Player 3"], "p3": ["Player 2"]}
    odd = entries_told(moment(plies[1:3], me="p1", word="railway_station", memory=sheet), "describe")[0]
    assert "It now says spy of: you." in odd


def test_the_other_modes_keep_a_text_and_past_matches() -> None:
    class Rewriting(Curator):
        def __call__(self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Any = None) -> Any:
            assert prompt == "curate_text"
            return {"text": "Listen."}

    sheet = Cheatsheet(GAME, {"sheet": "cumulative", "every": 1})
    curated(ended(sheet, 1), {}, Rewriting())
    assert entries_told(moment([], memory=sheet), "vote")[0] == "Listen."
    past = Cheatsheet(GAME, {"sheet": "retrieval"})
    curated(ended(past, 1), {}, Curator())
    assert "Player 5 was spy" in entries_told(moment([], memory=past), "vote")[0]
    json.dumps(past.state.games)
