"""What the page of the playground asks, without a page: what it gets from the service, and what is the page's own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.bridges import make_bridge, separate_bridge, shared_bridge, use_hosted
from lelma.engine.progression import Progression
from lelma.game.game import find_game
from lelma.interfaces.playground.built import POLICY, built_playground
from lelma.interfaces.playground.desk import Desk, open_desk
from lelma.interfaces.playground.shown_match import _counted
from lelma.interfaces.service import Service
from lelma.matches.replay import read_match
from lelma.matches.story import tell
from lelma.matches.world_counts import story_worlds
from lelma.support.errors import EngineStopped

CHECKOUT = Path(__file__).resolve().parents[4]
STATIC = CHECKOUT / "lelma" / "interfaces" / "playground" / "static"
TEXT = "If I choose stag and they choose hare, I get 1. If we both choose stag, I get 5."
WORK = ',work,rest\nwork,"3,3","1,4"\nrest,"4,1","2,2"\n'

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask() -> Iterator[Ask]:
    bridge = make_bridge("process")
    desk = open_desk(lambda request: bridge.call(request, seconds=10.0))
    yield lambda operation, **request: json.loads(desk(operation, json.dumps(request)))
    use_hosted(None)
    bridge.close()


def test_a_report_is_that_of_the_service_but_for_the_name_of_the_bridge(ask: Ask) -> None:
    request = {"game": "stag_hunt", "text": TEXT}
    found = ask("verify_reasoning", **request)
    assert found.pop("engine") == "wasm"
    use_hosted(None)
    native = dict(Service()(("verify_reasoning", request)))
    assert native.pop("engine") == "process"
    assert json.dumps(found) == json.dumps(native)


def test_rules_of_ones_own_are_asked_of_the_host_too(ask: Ask) -> None:
    rules = ask("rules_of_table", table=WORK)["rules"]
    assert ask("check_rules", rules=rules)["ok"]
    assert ask("solve", rules=rules)["pure_equilibria"] == [["rest", "rest"]]
    found = ask("verify_reasoning", rules=rules, text="If we both choose work, I get 4.")
    assert [(claim["verdict"], claim["why"]) for claim in found["claims"]] == [
        ("false", "you work, them work: you 3, them 3")
    ]


def test_a_table_with_faults_has_them_with_their_places(ask: Ask) -> None:
    found = ask("rules_of_table", table=',a,b\na,"1,1","2,x"\n')
    assert (found["ok"], found["rules"]) == (False, "")
    assert [(fault["file"], fault["line"]) for fault in found["faults"]] == [("payoffs.csv", 2)]


def test_samples_are_texts_of_games_or_a_match(ask: Ask) -> None:
    games = ask("samples")["games"]
    assert "right_bullets" in games["stag_hunt"]["texts"] and not games["stag_hunt"]["match"]
    assert games["avalon"] == {"texts": {}, "match": True}


def test_a_match_is_replayed_as_the_page_that_loads_nothing(ask: Ask) -> None:
    record = ask("match_of_game", game="spygame")["record"]
    page = ask("replay", record=record)["page"]
    assert "default-src 'none'" in page and "It is being worked out." in page
    assert "How many deals were possible" in ask("replay", record=record, worlds=True)["page"]


def test_what_a_player_could_know_is_what_knowledge_counts() -> None:
    recorded = read_match(find_game("spygame") / "samples" / "match.jsonl")
    story = tell(recorded, recorded.game())
    stepper = Progression(story.game.description)
    counted, _ = story_worlds(story, partial(_counted, stepper, float("inf")))
    assert counted == story_worlds(story)[0]
    assert {len(each.counts) for each in counted} == {recorded.plies + 1} and not any(each.trouble for each in counted)
    (late, *_), _ = story_worlds(story, partial(_counted, stepper, 0.0))
    assert late.counts == (1,) and "takes too long" in late.trouble


@pytest.mark.parametrize(
    ("operation", "request_text", "code", "told"),
    [
        ("verify", "{}", "not_found", "no operation 'verify'"),
        ("samples", "[]", "not_found", "no object"),
        ("samples", "{", "bad_json", "the request"),
        ("replay", '{"record": "no match"}', "bad_request", "the transcript"),
        ("replay", '{"record": 7}', "bad_request", "record: expected a text"),
        ("match_of_game", '{"game": "stag_hunt"}', "bad_request", "stag_hunt has no match"),
        ("match_of_game", '{"game": "../avalon"}', "no_such_game", "there is no game"),
        ("solve", '{"rules": "(role a"}', "bad_rules", "can't be used"),
    ],
)
def test_what_cannot_be_done_is_an_error(operation: str, request_text: str, code: str, told: str) -> None:
    error = json.loads(Desk()(operation, request_text))["error"]
    assert error["code"] == code and told in error["message"]


def test_games_stay_when_the_host_begins_with_another_solver() -> None:
    old, new = make_bridge("process"), make_bridge("process")
    asked: list[str] = []
    try:
        desk = open_desk(lambda request: old.call(request, seconds=10.0))
        request = json.dumps({"game": "stag_hunt", "text": TEXT})
        before = desk("verify_reasoning", request)
        desk.begin(None)
        old.close()
        assert json.loads(desk("solve", '{"game": "chicken"}'))["error"]["code"] == "unavailable"
        desk.begin(lambda request: asked.append(request) or new.call(request, seconds=10.0))
        other = json.dumps({"game": "stag_hunt", "text": f"{TEXT} If we both choose hare, I get 2."})
        after = json.loads(desk("verify_reasoning", other))
        assert after["claims"][: len(json.loads(before)["claims"])] == json.loads(before)["claims"]
        assert after["claims"][-1]["verdict"] == "false"
        assert sum(request.startswith("load") for request in asked) == 1  # its rules, which the new solver had not
    finally:
        use_hosted(None)
        old.close()
        new.close()


def test_the_page_needs_no_numpy_which_no_index_has_for_it() -> None:
    code = """
import json, sys
sys.modules["numpy"] = None
from lelma.interfaces.playground.desk import Desk
desk = Desk()
record = json.loads(desk("match_of_game", '{"game": "spygame"}'))["record"]
for operation, request in (
    ("verify_reasoning", {"game": "stag_hunt", "text": "If we both choose stag, I get 4."}),
    ("check_rules", {"rules": "(role a)"}),
    ("solve", {"game": "stag_hunt"}),
    ("replay", {"record": record, "worlds": True}),
):
    assert "error" not in json.loads(desk(operation, json.dumps(request))), operation
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_where_the_host_has_a_bridge_it_is_taken_unless_another_is_named() -> None:
    def gone(_: str) -> str:
        raise EngineStopped("memory: the solver is gone")

    open_desk(gone)
    try:
        hosted = shared_bridge()
        assert hosted.name == "wasm" and shared_bridge("process").name == "process"
        assert separate_bridge(memory=1, stack=1, reply=1) is hosted
        with pytest.raises(EngineStopped, match="is gone"):
            hosted.call("version .", seconds=1.0)
    finally:
        use_hosted(None)
    assert shared_bridge().name != "wasm"


def test_the_playground_is_found_only_where_it_was_built_whole(tmp_path: Path) -> None:
    assert built_playground(tmp_path) is None
    folder = tmp_path / "build" / "playground"
    (folder / "engine").mkdir(parents=True)
    (folder / "index.html").write_text("")
    assert built_playground(tmp_path) is None
    (folder / "engine" / "sizes.json").write_text("{}")
    assert built_playground(tmp_path) == folder


def test_the_page_names_the_policy_that_the_server_sends() -> None:
    assert f'content="{POLICY}"' in (STATIC / "index.html").read_text("utf-8")
