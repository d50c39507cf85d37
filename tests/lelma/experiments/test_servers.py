"""An experiment with the real client libraries, against a server on the loopback interface; and its replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lelma.experiments.evaluation.report import report
from lelma.experiments.plan import read_experiment
from lelma.experiments.run import run_experiment
from tests.lelma.experiments.conftest import check_whole, results
from tests.lelma.models.conftest import Answer, Server, chat_answer, chat_refusal, gemini_answer

pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
pytest.importorskip("google.genai", reason="pip install 'lelma[gemini]' has this test run")

WRONG = "If I choose stag and the other player chooses hare, I get 1 and they get 3. My choice is {stag}."
RIGHT = "If I choose stag and the other player chooses hare, I get 0 and they get 3. My choice is {hare}."
TEXT = """
games = ["stag_hunt"]
models = ["openai:m", "gemini:m"]
repetitions = 2
at_once = 1
cassette = "tape.sqlite"
[prices."*"]
prompt = 100
reply = 1000
"""


@pytest.fixture
def keys(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
    monkeypatch.setenv("GEMINI_API_KEY", "test")
    return server


def test_both_clients_go_through_the_loop_and_a_replay_gives_the_same_report(
    keys: Server, experiment_file: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = read_experiment(experiment_file(TEXT))
    for _ in range(2):
        keys.will_say(*(Answer(body=chat_answer(text)) for text in (WRONG, RIGHT)))
        keys.will_say(*(Answer(body=gemini_answer(text)) for text in (WRONG, WRONG)))
    state = run_experiment(experiment, tmp_path / "live")
    assert sorted(state.outcomes.values()) == ["repeated", "repeated", "verified", "verified"], state.failed
    assert (state.tally.calls, state.tally.billed.prompt_tokens, state.tally.billed.reply_tokens) == (8, 88, 56)
    for events in results(tmp_path / "live").values():
        check_whole(events)
    feedback = keys.bodies[1]["messages"][-1]["content"]
    assert "if you choose stag and they choose hare, you get 0" in feedback
    assert not keys.queue

    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name)
    replay = read_experiment(experiment_file("replay_only = true\n" + TEXT))
    again = run_experiment(replay, tmp_path / "replayed")
    assert again.finished, again.failed
    assert (again.tally.calls, again.tally.cached_calls) == (0, 8)
    assert results(tmp_path / "replayed") == results(tmp_path / "live")
    assert report(tmp_path / "replayed").as_json() == report(tmp_path / "live").as_json()
    costs = report(tmp_path / "live").as_json()["tables"]["costs"]["rows"]
    file = next((tmp_path / "live" / "runs").iterdir())
    file.write_bytes(file.read_bytes().replace(b'{"event"', b'{"ev\xffent"', 2))
    left = report(tmp_path / "live").as_json()
    assert (left["runs"], left["unfinished"], len(left["damaged"])) == (3, 0, 1)
    assert left["damaged"][0].startswith(f"{file}:1") and left["headline"][-1].endswith(left["damaged"][0])
    assert [row["Cost"]["value"] for row in costs] == [pytest.approx((44 * 100 + 28 * 1000) / 1e6)] * 2


def test_a_refused_run_leaves_the_others_alone_and_is_tried_again(
    keys: Server, experiment_file: Callable[..., Path], tmp_path: Path
) -> None:
    text = TEXT.replace(', "gemini:m"', "").replace('cassette = "tape.sqlite"', "")
    experiment = read_experiment(experiment_file(text))
    keys.will_say(Answer(body=chat_answer(WRONG)), chat_refusal(400, "no such thing"), Answer(body=chat_answer(RIGHT)))
    state = run_experiment(experiment, tmp_path / "out")
    assert list(state.outcomes.values()) == ["verified"] and not state.finished
    assert "no such thing" in next(iter(state.failed.values()))
    keys.will_say(Answer(body=chat_answer(RIGHT)))
    state = run_experiment(experiment, tmp_path / "out")
    assert state.finished and not state.failed
    assert [message["content"] for message in keys.bodies[-1]["messages"]][1] == WRONG
    for events in results(tmp_path / "out").values():
        check_whole(events)


def test_no_key_gets_into_the_files_of_a_run(
    keys: Server, experiment_file: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
    text = TEXT.replace(', "gemini:m"', "")
    echo = "The header says Bearer sk-0123456789. "
    keys.will_say(Answer(body=chat_answer(echo + RIGHT)), chat_refusal(400, echo))
    state = run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    assert len(state.outcomes) == len(state.failed) == 1
    written = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert any(b"Bearer [key]" in content for content in written)
    assert not any(b"sk-0123456789" in content for content in (*written, *map(str.encode, state.failed.values())))


def test_a_bad_key_ends_a_models_runs_at_once(
    keys: Server, experiment_file: Callable[..., Path], tmp_path: Path
) -> None:
    text = TEXT.replace(', "gemini:m"', "").replace("repetitions = 2", "repetitions = 20")
    keys.will_say(chat_refusal(401, "bad key"))
    state = run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    assert len(state.failed) == 20 and not state.outcomes
    assert len(keys.requests) == 1


def test_several_servers_stand_in_one_experiment(
    keys: Server, experiment_file: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECOND_KEY", "the-key-of-the-second")
    second = f"openai:m?base_url={keys.url}/second/v1&key_env=SECOND_KEY"
    text = TEXT.replace('"gemini:m"', f'"{second}"').replace("repetitions = 2", "repetitions = 1")
    keys.will_say(*(Answer(body=chat_answer(RIGHT)) for _ in range(2)))
    state = run_experiment(read_experiment(experiment_file(text)), tmp_path / "out")
    assert state.finished and set(state.tallies) == {"openai:m", second}
    asked = {path: headers["authorization"] for path, headers, _ in keys.requests}
    assert asked == {
        "/v1/chat/completions": "Bearer test",
        "/second/v1/chat/completions": "Bearer the-key-of-the-second",
    }
