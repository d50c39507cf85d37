"""Readers held against labelled fragments: what is found, caught, justified, silent; and the faults of a set."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from lelma.experiments.evaluation.fragment_measures import fragment_summary
from lelma.experiments.evaluation.fragments import FragmentsScored, chosen_roles, score_fragments
from lelma.experiments.metrics.intervals import wilson
from lelma.interfaces.cli.main import main
from lelma.support.errors import UsageError
from lelma.support.paths import data_folder
from translators.claim import Claim, Translation, Untranslated
from translators.language.vocabulary import Vocabulary

QUERIES = {
    "five is most": "highest_possible_individual_payoff(5)",
    "four is most": "highest_possible_individual_payoff(4)",
}


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """A claim a line, of those in `QUERIES`; a line with `hm` is named as unread."""
    claims, unread, start = [], [], 0
    for line in text.splitlines(keepends=True):
        span = (start, start + len(line.rstrip()))
        claims += [Claim(line.strip(), span, query) for words, query in QUERIES.items() if words in line]
        if "hm" in line:
            unread.append(Untranslated(line.strip(), span, "hm"))
        start += len(line)
    return Translation(tuple(claims), tuple(unread))


def labelled(text: str, frags: dict[str, str], **fields: Any) -> dict[str, Any]:
    """A labelled text; each fragment with its truth and kind, such as `T cell`."""
    entries = [{"frag": frag, "truth": label[0], "kind": label[2:]} for frag, label in frags.items()]
    return {"id": "a", "game": "stag_hunt", "text": text, "frags": entries, **fields}


def run(*rows: dict[str, Any], **options: Any) -> list[FragmentsScored]:
    return list(score_fragments([json.dumps(row) for row in rows], translator=translate, **options))


TEXT = "five is most, hm not three.\nfour is most.\nhm, seven.\nEight in all."


def test_a_fragment_is_hit_by_a_claim_with_its_verdict_and_silent_where_nothing_meets_it() -> None:
    frags = {"five is": "T x", "three": "F x", "four is": "F x", "most.": "T y", "seven": "T y", "Eight": "F z"}
    (scored,) = run(labelled(TEXT, frags, voice="one"))
    assert [each.hit for each in scored.fragments] == [True, False, True, False, False, False]
    assert [each.silent for each in scored.fragments] == [False, False, False, False, False, True]
    assert scored.state == "failed" and not scored.right
    found = fragment_summary([scored], translator="made up")
    assert found["all"]["found"] == {"found": 1, "n": 3, "share": 1 / 3, "interval": wilson(1, 3)}
    assert (found["all"]["caught"]["found"], found["all"]["caught"]["n"]) == (1, 3)
    assert (found["all"]["silent"]["found"], found["all"]["silent"]["n"]) == (1, 6)
    assert found["all"]["wrong_texts"] == {"ok": 0, "failed": 1, "unverified": 0}
    assert {kind: part["fragments"] for kind, part in found["by_kind"].items()} == {"x": 3, "y": 2, "z": 1}
    assert found["by_kind"]["y"]["found"]["n"] == 2 and found["by_kind"]["z"]["silent"]["found"] == 1
    assert list(found["by_voice"]) == ["one"] and list(found["by_game"]) == ["stag_hunt"]


@pytest.mark.parametrize(
    ("fields", "frags", "justice"),
    [
        ({}, {"four is": "F x"}, "justified"),
        ({"retracted": ["four is"]}, {"four": "F x"}, "justified"),
        ({"retracted": ["four is"]}, {}, "aside"),
        ({"debatable": [{"frag": "most.\nhm"}]}, {}, "aside"),
        ({"no_claim": ["four is most."]}, {}, "alarm"),
        ({}, {"four is": "T x"}, "alarm"),
        ({}, {"seven": "F x"}, "alarm"),
    ],
)
def test_a_refutation_is_justified_by_a_false_fragment_and_left_aside_where_the_writer_took_it_back(
    fields: dict[str, Any], frags: dict[str, str], justice: str
) -> None:
    (scored,) = run(labelled(TEXT, frags, **fields))
    assert [each.justice for each in scored.refutations] == [justice]
    judged = fragment_summary([scored], translator="made up")["all"]
    expected = {"justified": (1, 1, 0), "aside": (0, 0, 1), "alarm": (0, 1, 0)}[justice]
    assert (judged["justified"]["found"], judged["justified"]["n"], judged["aside"]) == expected


def test_games_are_looked_up_in_the_folder_first_and_roles_by_what_the_set_calls_them(tmp_path: Path) -> None:
    shutil.copytree(data_folder("games") / "stag_hunt", tmp_path / "deer")
    text = "five is most."
    rows = [labelled(text, {"five": "T x"}, game="deer", role="the column"), labelled(text, {"five": "T x"})]
    scored = run(*rows, games=tmp_path, roles={"deer": {"the column": "p2"}})
    assert [text.game for text in scored] == ["deer", "stag_hunt"]
    assert all(text.fragments[0].hit for text in scored)
    with pytest.raises(UsageError, match=r"<text>:1: .*the column"):
        run(*rows, games=tmp_path)


def test_what_the_roles_of_a_set_are_called_stands_beside_it(tmp_path: Path) -> None:
    assert chosen_roles(str(tmp_path / "set.jsonl"), None) == {}
    (tmp_path / "roles.json").write_text('{"deer": {"roles": {"the column": "p2"}}}')
    assert chosen_roles(str(tmp_path / "set.jsonl"), None) == {"deer": {"the column": "p2"}}
    (tmp_path / "other.json").write_text('{"deer": {"roles": {"the column": 2}}}')
    with pytest.raises(UsageError, match=r"other\.json: deer\.roles"):
        chosen_roles(str(tmp_path / "set.jsonl"), str(tmp_path / "other.json"))


def test_several_texts_at_once_come_in_their_order() -> None:
    rows = [labelled(TEXT, {"five": "T x"}, id=number) for number in range(20)]
    assert [text.id for text in run(*rows, jobs=4)] == [str(number) for number in range(20)]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"text": None}, "text"),
        ({"frags": [{"frag": "nowhere", "truth": "T"}]}, r"frags\[0\].frag = 'nowhere' does not occur in the text"),
        ({"frags": [{"frag": "five"}]}, r"frags\[0\]: truth missing"),
        ({"frags": [{"frag": "five", "truth": "true"}]}, r"frags\[0\].truth = 'true' should be T or F"),
        ({"retracted": ["five", ""]}, r"retracted\[1\] = '' does not occur"),
        ({"debatable": [{"why": "five"}]}, r"debatable\[0\] = '' does not occur"),
        ({"game": "no_such_game"}, "there is no game 'no_such_game'"),
        ({"role": "p9"}, "p9"),
    ],
)
def test_a_fault_is_told_with_its_line(change: dict[str, Any], fault: str) -> None:
    right = labelled(TEXT, {"five": "T x"})
    with pytest.raises(UsageError, match=f"^<text>:2: .*{fault}"):
        run(right, {**right, **change})


def test_a_line_that_is_no_labelled_text_is_told() -> None:
    with pytest.raises(UsageError, match="<text>:1: no labelled text: frags, game, text missing"):
        list(score_fragments(['{"id": 1}']))


# The command

SAID = labelled(
    "If we both choose stag, I get 5. If we both choose hare, I get 4. Blah.",
    {"stag, I get 5": "T cell", "hare, I get 4": "F cell", "Blah": "T"},
    voice="plain",
)


def score_file(folder: Path, *rows: dict[str, Any]) -> str:
    file = folder / "set.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(file)


def test_the_command_prints_one_object_with_every_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--labels", "fragments", score_file(tmp_path, SAID), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["all"]["found"]["found"] == found["all"]["caught"]["found"] == 1
    assert found["all"]["justified"]["share"] == 1.0
    assert found["texts"][0]["refutations"][0]["justice"] == "justified"


def test_the_screen_has_the_figures_and_what_was_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alarm = {**SAID, "id": "b", "frags": []}
    assert main(["score", "--labels", "fragments", score_file(tmp_path, SAID, alarm), "--misjudged"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in ("true fragments found", "By game", "By voice", "By kind", "false alarm: pay(p1; p1=hare"):
        assert words in shown
    assert "1 ok" not in shown.partition("By game")[0]  # both texts fail


def test_a_set_without_fragments_leaves_nothing_to_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--labels", "fragments", score_file(tmp_path, {**SAID, "frags": []})]) == 3
    assert main(["score", "--labels", "fragments", score_file(tmp_path)]) == 3
    assert "–" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (["--labels", "fragments", "--folds", "2"], "--folds is not for --labels fragments"),
        (["--labels", "fragments", "--attempts", "final"], "--attempts is not for --labels fragments"),
        (["--labels", "fragments", "--games", "no_such_folder"], "no_such_folder is no folder"),
        (["--labels", "fragments", "--roles", "no_such_file"], "no_such_file"),
        (["--games", "."], "--games is not for --labels attempts"),
        (["--roles", "roles.json"], "--roles is not for --labels attempts"),
    ],
)
def test_options_that_say_nothing_there_are_refused(
    options: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", score_file(tmp_path, SAID), *options]) == 2
    assert fault in " ".join(capsys.readouterr().err.split())
