"""A real small model that runs here. Nothing is asserted about its wits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lelma.models import Message, Model, ModelError, ModelUnavailable, Reply
from lelma.verify.verifier import Verifier
from tests.lelma.models.local_file import model_file  # noqa: F401
from translators.by_model.translator import Asking, ByModel

LONG = " ".join(f"In case {number}, whatever they do, I get {number} at the very least." for number in range(1, 9))
HELLO = (Message("system", "You are brief."), Message("user", "Say hello."))
SCHEMA = {
    "type": "object", "properties": {"move": {"enum": ["R", "B"]}}, "required": ["move"], "additionalProperties": False,
}  # fmt: skip


@pytest.mark.slow
def test_a_small_model_replies_and_follows_a_schema(model_file: Path) -> None:  # noqa: F811
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
def test_a_small_model_goes_through_the_loop(model_file: Path) -> None:  # noqa: F811
    from lelma.models.local import Local
    from lelma.verify.instruction import instruction
    from lelma.verify.loop import run_loop

    verifier = Verifier.load("stag_hunt")
    result = run_loop(
        verifier, Local(model_file, context=4096, threads=1), instruction(verifier), max_attempts=2, max_tokens=64
    )
    assert 1 <= len(result.attempts) <= 2
    assert all(attempt.text and attempt.reply.usage.reply_tokens > 0 for attempt in result.attempts)


@pytest.mark.slow
def test_a_small_model_translates_within_its_context_in_every_kind_of_game(model_file: Path) -> None:  # noqa: F811
    """Whatever it answers: it is asked in the words of the game, and never more than it can hold."""
    from lelma.models.connect import connect

    model = Counting(connect(f"local:{model_file}?context=3072&threads=1"))
    games = "rock_paper_scissors", "sequential_prisoners_dilemma", "avalon"
    for game in games:
        verifier = Verifier.load(game)
        found = ByModel(model, Asking(context=3072, max_tokens=96))(LONG, verifier.vocabulary, role=verifier.role)
        assert found.gates["proposed"] >= found.gates["kept"] == len(found.claims)
    assert max(model.prompts) < 3072 - 96
    assert len(model.prompts) >= len(games)


class Counting:
    """A model with the tokens of the prompts it got."""

    def __init__(self, model: Model) -> None:
        self.model, self.name, self.prompts = model, model.name, list[int]()

    def complete(self, messages: Sequence[Message], **options: Any) -> Reply:
        reply = self.model.complete(messages, **options)
        self.prompts.append(reply.usage.prompt_tokens)
        return reply


def test_a_file_that_holds_no_model_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="pip install 'lelma[local]' has this test run")
    from lelma.models.local import Local

    (tmp_path / "m.gguf").write_text("no model")
    with pytest.raises(ModelUnavailable, match="can't be loaded"):
        Local(tmp_path / "m.gguf")
