from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lelma.models import Cassette, Message, ModelError, ModelUnavailable, Scripted, Throttled, connect

HELLO = (Message("user", "Which move?"),)
CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    folder = tmp_path / "script"
    folder.mkdir()
    for number, text in ((1, "one"), (2, "two"), (10, "ten")):
        (folder / f"{number}.txt").write_text(text)
    return folder


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`without(package)` makes the import of a package fail, as where it is not installed."""
    return lambda *packages: [monkeypatch.setitem(sys.modules, package, None) for package in packages]


@pytest.mark.parametrize("spec", ["", "gpt-4o", "openai", "openai:", "claude:x", ":", "OpenAI:m"])
def test_an_unknown_spec_lists_what_there_is(spec: str) -> None:
    with pytest.raises(ModelUnavailable) as caught:
        connect(spec)
    listed = str(caught.value)
    assert repr(spec) in listed
    assert all(form in listed for form in ("openai:MODEL", "gemini:MODEL", "local:FILE.gguf", "scripted:FOLDER"))


def test_a_folder_of_replies_is_given_in_order(script: Path) -> None:
    model = connect(f"scripted:{script}")
    assert isinstance(model, Scripted)
    assert [model.complete(HELLO).text for _ in range(3)] == ["one", "two", "ten"]
    with pytest.raises(ModelError, match="has given all of its 3 replies"):
        model.complete(HELLO)


def test_a_folder_without_replies_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="holds no recorded attempts"):
        connect(f"scripted:{tmp_path}")


@pytest.mark.usefixtures("server")
def test_a_missing_openai_package_names_the_extra(without: Any) -> None:
    without("openai")
    with pytest.raises(ModelUnavailable, match=r"pip install 'lelma\[openai\]'"):
        connect("openai:m", api_key="k")


@pytest.mark.usefixtures("server")
def test_a_missing_gemini_package_names_the_extra(without: Any) -> None:
    without("google.genai", "google.generativeai")
    with pytest.raises(ModelUnavailable, match=r"pip install 'lelma\[gemini\]'"):
        connect("gemini:m", api_key="k")


def test_a_missing_local_package_names_the_extra(without: Any, tmp_path: Path) -> None:
    without("xllamacpp")
    (tmp_path / "m.gguf").touch()
    with pytest.raises(ModelUnavailable, match=r"pip install 'lelma\[local\]'"):
        connect(f"local:{tmp_path / 'm.gguf'}")


def test_a_missing_model_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"there is no file .*absent\.gguf"):
        connect(f"local:{tmp_path / 'absent.gguf'}")


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize(
    "spec, package, variable",
    [("openai:m", "openai", "OPENAI_API_KEY"), ("gemini:m", "google.genai", "GEMINI_API_KEY")],
)
def test_a_missing_key_names_the_variable(spec: str, package: str, variable: str) -> None:
    pytest.importorskip(package, reason="the client library is not installed")
    with pytest.raises(ModelUnavailable, match=f"needs a key: set {variable}"):
        connect(spec)


def test_the_base_url_comes_from_the_environment(
    server: Any, openai_back_end: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    server.will_say(openai_back_end.says("R."))
    model = connect("openai:m")
    assert (model.name, model.complete(HELLO).text) == ("openai:m", "R.")


def test_each_server_is_asked_with_its_own_key(
    server: Any, openai_back_end: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "the-key-of-openai")
    monkeypatch.setenv("MINE", "the-key-of-mine")
    spec = f"openai:m?base_url={server.url}/v1"
    for given, name in ((f"{spec}&key_env=MINE", spec), (spec, spec), (spec.replace("/", "%2F"), spec)):
        server.will_say(openai_back_end.says("R."))
        model = connect(given)
        assert (model.name, model.complete(HELLO).text) == (name, "R.")
    assert [headers["authorization"] for _, headers, _ in server.requests] == [
        "Bearer the-key-of-mine", "Bearer none", "Bearer none"]  # fmt: skip
    assert server.bodies[0]["model"] == "m"
    monkeypatch.delenv("MINE")
    with pytest.raises(ModelUnavailable, match="needs a key: set MINE"):
        connect(f"{spec}&key_env=MINE")


def test_a_spec_may_fix_the_temperature(server: Any, openai_back_end: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    server.will_say(openai_back_end.says("R."))
    model = connect("openai:m?temperature=0.25")
    assert (model.name, model.complete(HELLO, temperature=1.0).text) == ("openai:m?temperature=0.25", "R.")
    assert server.bodies[0]["temperature"] == 0.25


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("openai:m?url=x", "'url' is no option; there are: base_url, key_env"),
        ("openai:m?base_url=example.org", "base_url should be the URL of a server"),
        ("openai:m?base_url=https://me:key@example.org/v1", "base_url should be the URL of a server, .* without a key"),
        ("openai:m?base_url=http://[", "base_url should be the URL of a server"),
        ("openai:m?key_env=a-b", "key_env should be the name of an environment variable"),
        ("openai:m?temperature=3", "temperature should be a number from 0 to 2"),
        ("gemini:m?warmth=1", "'warmth' is no option; there are: temperature"),
        ("local:m.gguf?threads=0", "threads should be a whole number from 1"),
        ("local:m.gguf?threads=1&threads=2", "'threads' is given twice"),
        ("local:m.gguf?", "there is no file m.gguf"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(spec: str, fault: str) -> None:
    with pytest.raises(ModelUnavailable, match=fault):
        connect(spec)


def test_a_local_model_takes_one_thread_unless_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    asked: list[Any] = []

    def serve(parameters: Any) -> Any:
        made.append(parameters)
        answer = {"choices": [{"message": {"content": "R."}}]}
        return SimpleNamespace(handle_chat_completions=lambda request: asked.append(request) or answer)

    def parameters() -> Any:
        return SimpleNamespace(model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace())

    monkeypatch.setitem(sys.modules, "xllamacpp", SimpleNamespace(CommonParams=parameters, Server=serve))
    (tmp_path / "m.gguf").write_text("")
    for options in ("", "?threads=3&context=900&max_tokens=7"):
        connect(f"local:{tmp_path}/m.gguf{options}").complete(HELLO, max_tokens=50)
    assert [(p.cpuparams.n_threads, p.cpuparams_batch.n_threads, p.n_ctx) for p in made] == [(1, 1, 4096), (3, 3, 900)]
    assert [request["max_tokens"] for request in asked] == [50, 7]
    assert connect(f"local:{tmp_path}/m.gguf?threads=3&context=900").name == "local:m.gguf?context=900"


def test_servers_are_asked_with_patience(server: Any, back_end: Any) -> None:
    base_url = f"{server.url}/v1" if back_end.spec.startswith("openai") else server.url
    server.will_say(back_end.refuses(429, "slow down", {"Retry-After": "0"}), back_end.says("R."))
    model = connect(back_end.spec, base_url=base_url, api_key="test")
    assert isinstance(model, Throttled)
    reply = model.complete(HELLO)
    assert reply.text == "R." and reply.seconds > 0


def test_a_recorded_server_replays_without_it(server: Any, back_end: Any, tmp_path: Path) -> None:
    base_url = f"{server.url}/v1" if back_end.spec.startswith("openai") else server.url
    server.will_say(back_end.says("R."), back_end.says("B."))
    first = connect(back_end.spec, base_url=base_url, api_key="test", cassette=tmp_path / "c", label="run 1")
    said = [first.complete(HELLO), first.complete(HELLO)]
    again = connect(back_end.spec, cassette=tmp_path / "c", replay_only=True, label="run 1")
    heard = [again.complete(HELLO), again.complete(HELLO)]
    assert isinstance(again, Cassette)
    assert [(r.text, r.usage, r.seconds) for r in heard] == [(r.text, r.usage, r.seconds) for r in said]
    assert [r.cached for r in said + heard] == [False, False, True, True]
    assert len(server.requests) == 2


def test_a_replay_needs_no_package_and_no_key(without: Any, tmp_path: Path, pretend: Any) -> None:
    without("openai", "google.genai", "google.generativeai", "xllamacpp")
    for spec in ("openai:m", "gemini:m", "local:some/where/m.gguf", "scripted:gone"):
        name = {"local:some/where/m.gguf": "local:m.gguf", "scripted:gone": "recorded"}.get(spec, spec)
        from lelma.models import Tape

        Cassette(Tape(tmp_path / "c"), pretend(["R."], name=name)).complete(HELLO)
        assert connect(spec, cassette=tmp_path / "c", replay_only=True).complete(HELLO).text == "R."


def test_a_replay_without_a_cassette_is_an_error() -> None:
    with pytest.raises(ModelError, match="name a cassette"):
        connect("openai:m", replay_only=True)


def test_no_client_library_is_imported_before_it_is_used() -> None:
    libraries = ("openai", "google.genai", "google.generativeai", "httpx2", "xllamacpp")
    code = f"import sys, lelma.models; print([name for name in {libraries} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=CHECKOUT)
    assert run.stdout.strip() == "[]"
