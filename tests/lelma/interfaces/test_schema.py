"""Every public JSON object follows its schema, and the schemas say what the types say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lelma import Verifier
from lelma.game.checks.all_faults import check_game
from lelma.interfaces.cli.main import main
from lelma.interfaces.public_types import TYPES, json_schema
from lelma.interfaces.schema import faults
from lelma.interfaces.service import OPERATIONS
from lelma.verify.queries import answer, explain
from lelma.verify.report import Report, Verdict

TEXT = "If we both choose stag, I get 4. I get 5 if we both choose stag. Hare guarantees me 1. Stag is dominant."
QUERIES = ("best_response('stag', 'hare')", "game(s0, F), finally(goal(p1, 5), F)", "nonsense(", "zero_sum")
VALIDATORS = {name: Draft202012Validator(json_schema(name)) for name in TYPES}


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt")


def hold(name: str, value: Any) -> None:
    VALIDATORS[name].validate(value)
    assert not list(faults(value, TYPES[name]))
    assert value["schema"] == 1


@pytest.mark.parametrize("name", TYPES)
def test_every_schema_is_one_and_has_a_version(name: str) -> None:
    schema = json_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:lelma:{name}:1"
    assert schema["description"]


@pytest.mark.parametrize("text", ["", TEXT, "nonsense", "\0\ud800 If we both choose stag, I get 5."])
def test_reports_follow_their_schema(verifier: Verifier, text: str) -> None:
    report = verifier.check(text)
    hold("report", report.as_json())
    assert Report.from_json(report.as_json()).as_json() == report.as_json()
    for item in report.claims:
        VALIDATORS["claim"].validate(item.as_json())
        VALIDATORS["verdict"].validate(item.verdict.as_json())
        assert Verdict.from_json(item.verdict.as_json()).as_json() == item.verdict.as_json()


def test_a_loop_follows_its_schema(verifier: Verifier) -> None:
    hold("loop", verifier.refine(lambda turns: TEXT, "Reason.").as_json())


@pytest.mark.parametrize("query", QUERIES)
def test_answers_and_explanations_follow_their_schema(verifier: Verifier, query: str) -> None:
    hold("answer", answer(verifier, query))
    hold("explanation", explain(verifier, query))


def test_an_explanation_says_what_is_claimed_and_why_it_fails(verifier: Verifier) -> None:
    found = explain(verifier, "highest_guaranteed_payoff_choice('stag')")
    assert found["verdict"] == "false"
    assert all(found[key] for key in ("meaning", "denial", "correction", "why"))


def test_checks_follow_their_schema(tmp_path: Path) -> None:
    sheet = tmp_path / "rules.kif"
    sheet.write_text("(role p) (legal p ?x)", "utf-8")
    found = check_game(sheet).as_json()
    hold("check", found)
    assert not found["ok"] and found["faults"]
    hold("check", check_game("stag_hunt").as_json())


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "true", "payoff", "correct", "error"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["game", "text", "x"]), inner),
    max_leaves=4,
)


def spoil(draw: Callable[..., Any], value: Any) -> Any:
    """The value with one part of it replaced, removed or added."""
    if isinstance(value, dict) and draw(st.booleans()):
        key = draw(st.sampled_from([*value, "more"]))
        changed = dict(value)
        if key in changed and draw(st.booleans()):
            del changed[key]
        else:
            changed[key] = spoil(draw, changed.get(key))
        return changed
    if isinstance(value, list) and value and draw(st.booleans()):
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], spoil(draw, value[index]), *value[index + 1 :]]
    return draw(anything)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_the_faults_of_a_value_are_those_of_the_schema(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(SAMPLES)))
    value = spoil(data.draw, SAMPLES[name])
    assert bool(list(faults(value, TYPES[name]))) == (not VALIDATORS[name].is_valid(value))


def test_a_fault_says_where_and_what_is_expected() -> None:
    found = list(faults({"text": 3, "strict": "yes", "stile": 1, "style": "loud"}, TYPES["verify_request"]))
    assert found == [
        "text: expected a text, got 3",
        "strict: expected true or false, got 'yes'",
        "stile: there is no such key (did you mean style?); there are game, rules, text, role, given, match, style, "
        "strict",
        "style: expected 'correct' or 'negation', got 'loud'",
    ]
    assert list(faults({}, TYPES["verify_request"])) == ["the key 'text' is missing"]
    assert list(faults([], TYPES["verify_request"])) == ["expected an object, got []"]


_verifier = Verifier.load("stag_hunt")
SAMPLES: dict[str, Any] = {
    "report": _verifier.check(TEXT).as_json(),
    "answer": answer(_verifier, QUERIES[0]),
    "verify_request": {"game": "stag_hunt", "text": "", "strict": True, "style": "correct"},
}


def test_the_command_prints_schemas_tools_and_the_openapi_file(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(*arguments: str) -> Any:
        assert main(["schema", *arguments]) == 0
        return json.loads(capsys.readouterr().out)

    assert printed() == {name: json_schema(name) for name in TYPES}
    assert printed("report") == json_schema("report")
    assert [tool["type"] for tool in printed("--tools")] == ["function"] * len(OPERATIONS)
    assert printed("--openapi")["openapi"] == "3.1.0"
    assert main(["schema", "nothing"]) == 2
    assert "there is no type 'nothing'; there are: answer, check" in capsys.readouterr().err


@pytest.mark.parametrize(("command", "missing"), [("serve", "uvicorn"), ("mcp", "mcp.server")])
def test_a_missing_package_says_what_to_type(
    command: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("lelma.interfaces.http.", "lelma.interfaces.mcp"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main([command]) == 2
    assert f"Type: pip install 'lelma[{command}]'" in capsys.readouterr().err
