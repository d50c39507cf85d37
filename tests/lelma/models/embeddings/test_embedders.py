"""Each embedder: unit rows for any texts, the same ones again, and what is wrong told plainly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lelma.models import CassetteMiss, Door, ModelBusy, ModelError, ModelUnavailable, UnusableReply, within
from lelma.models.embeddings import EMBEDDERS, Embedder, Hashed, nearest, open_embedder
from lelma.models.embeddings.embedder import COMMON, unit_rows
from tests.lelma.models.conftest import Answer, Server, chat_refusal

CHECKOUT = Path(__file__).resolve().parents[4]
TEXTS = ["Stay vague in the first rounds.", "", "Ünïcode — 語 😀", "Stay vague in the first rounds."]


def tiny_model(folder: Path) -> Path:
    """A model of two dimensions: each token's number, and 1; its words are `a`, `b` and `c`."""
    onnx = pytest.importorskip("onnx", reason="pip install onnx has this test run")
    pytest.importorskip("onnxruntime", reason="pip install 'lelma[embed]' has this test run")
    tokenizers = pytest.importorskip("tokenizers", reason="pip install 'lelma[embed]' has this test run")
    words = {"[UNK]": 0, "[CLS]": 1, "a": 2, "b": 3, "c": 4, "[PAD]": 5}
    read = tokenizers.Tokenizer(tokenizers.models.WordLevel(words, unk_token="[UNK]"))
    read.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    read.post_processor = tokenizers.processors.TemplateProcessing("[CLS] $A", special_tokens=[("[CLS]", 1)])
    folder.mkdir()
    read.save(str(folder / "tokenizer.json"))
    helper, kind = onnx.helper, onnx.TensorProto
    vectors = onnx.numpy_helper.from_array(np.array([[n, 1] for n in range(6)], np.float32), "vectors")
    graph = helper.make_graph(
        [helper.make_node("Gather", ["vectors", "input_ids"], ["last"])],
        "tiny",
        [helper.make_tensor_value_info(name, kind.INT64, ["n", "t"]) for name in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("last", kind.FLOAT, ["n", "t", 2])],
        [vectors],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    return folder


def vectors(*rows: list[float]) -> Answer:
    entries = [{"object": "embedding", "index": number, "embedding": row} for number, row in enumerate(rows)]
    return Answer(body={"object": "list", "data": entries[::-1], "model": "m", "usage": {"prompt_tokens": 3}})


def served(server: Server, **further: Any) -> Embedder:
    pytest.importorskip("openai", reason="pip install 'lelma[openai]' has this test run")
    return open_embedder(f"openai:m?base_url={server.url}/v1", **further)


def test_hashed_rows_are_of_length_1_and_the_same_for_the_same_text() -> None:
    rows = open_embedder().embed(TEXTS)
    assert rows.shape == (4, 256) and rows.dtype == np.float32
    assert np.allclose(np.sum(rows * rows, axis=1), 1, atol=1e-6)
    assert np.array_equal(rows[0], rows[3]) and open_embedder().embed([]).shape == (0, 256)


@given(st.lists(st.text(), max_size=4))
def test_any_text_has_a_vector(texts: list[str]) -> None:
    rows = Hashed().embed(texts)
    assert rows.shape == (len(texts), 256) and np.allclose(np.sum(rows * rows, axis=1), 1, atol=1e-6)


def test_hashed_rows_are_the_same_in_any_process() -> None:
    code = "from lelma.models.embeddings import Hashed; print(Hashed().embed(['Stay vague!', '']).tobytes().hex())"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = [sys.executable, "-c", code]
        done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=CHECKOUT, env=environment)
        assert done.stdout.strip() == Hashed().embed(["Stay vague!", ""]).tobytes().hex()
    first = np.flatnonzero(Hashed().embed(["a"])[0])
    assert first.tolist() == FIRST_OF_A, "the vectors of recorded runs would change"


FIRST_OF_A = [244]


def test_hashed_texts_are_alike_by_their_letters() -> None:
    embedder = Hashed()
    base, edited, other = embedder.embed(
        ["My word is an animal that lives in the water.", "My word is an animal living in water.", "I vote for Bob."]
    )
    assert base @ edited > embedder.thresholds["near"] > embedder.thresholds["far"] > base @ other
    assert "letters alone, not by meaning" in str(embedder.facts)


def test_the_nearest_rows_come_first_and_equal_ones_in_order() -> None:
    rows = np.array([[0, 1], [1, 0], [0.6, 0.8], [1, 0]], np.float32)
    assert nearest(rows[1], rows, 3) == [(1, 1.0), (3, 1.0), (2, pytest.approx(0.6))]
    assert [row for row, _ in nearest(rows[0], rows, 99)] == [0, 2, 1, 3]
    assert nearest(rows[0], rows[:0], 2) == nearest(rows[0], rows, 0) == []
    for query, found, k in ((rows, rows, 1), (rows[0], rows[0], 1), (rows[0][:1], rows, 1), (rows[0], rows, -1)):
        with pytest.raises(ValueError, match="nearest of rows"):
            nearest(query, found, k)


@pytest.mark.parametrize(
    "wrong", [[[0, 0]], [[1, float("nan")]], [[1, 2], [3]], [["x"]], [1.0], [[]], [[1], [2]], None]
)
def test_what_are_no_vectors_is_refused(wrong: Any) -> None:
    with pytest.raises(UnusableReply, match="m: "):
        unit_rows("m", wrong, 1)


def test_a_model_in_onnx_form_is_pooled_over_its_tokens(tmp_path: Path) -> None:
    embedder = open_embedder(f"onnx:{tiny_model(tmp_path / 'tiny')}?threads=2&near=0.5")
    rows = embedder.embed(["a", "b c c", "", "a"])
    wanted = np.array([[1.5, 1], [3, 1], [1, 1], [1.5, 1]])
    assert np.allclose(rows, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-6)
    assert (embedder.name, embedder.thresholds["near"], embedder.thresholds["far"]) == ("onnx:tiny", 0.5, 0.3)
    assert len(embedder.embed(["a b"] * 70)) == 70


def test_a_model_that_is_missing_or_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"there is no file .*model\.onnx"):
        open_embedder(f"onnx:{tmp_path}")
    folder = tiny_model(tmp_path / "tiny")
    (folder / "model.onnx").write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match="can't be loaded"):
        open_embedder(f"onnx:{folder}")


def test_a_missing_package_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).touch()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ModelUnavailable, match=r"pip install 'lelma\[embed\]'"):
        open_embedder(f"onnx:{tmp_path}")


def test_a_server_gives_the_rows_in_the_order_of_the_texts(server: Server) -> None:
    server.will_say(chat_refusal(429, "slow down", {"Retry-After": "0"}), vectors([3, 4], [0, 2]))
    embedder = served(server)
    assert np.allclose(embedder.embed(["x", ""]), [[0.6, 0.8], [0, 1]])
    assert server.bodies[1] == {"model": "m", "input": ["x", " "], "encoding_format": "float"}
    assert embedder.embed([]).shape[0] == 0 and len(server.requests) == 2
    assert "thresholds not measured" in str(embedder.facts) and embedder.thresholds == COMMON


@pytest.mark.parametrize(
    "answer",
    [vectors([1, 0]), vectors([1, 0], [0, 0]), vectors([1, 0], [1]), Answer(body=[]), Answer(body={"data": [1, None]})],
)
def test_a_server_without_a_vector_for_each_text_is_unusable(server: Server, answer: Answer) -> None:
    server.will_say(answer)
    with pytest.raises(UnusableReply):
        served(server).embed(["x", "y"])


def test_a_server_that_stays_busy_ends_with_the_time(server: Server) -> None:
    server.will_say(chat_refusal(503, "later", {"Retry-After": "60"}))
    embedder = served(server)
    with within(5), pytest.raises(ModelBusy, match="too late for the answer"):
        embedder.embed(["x"])


def test_recorded_vectors_are_replayed_without_a_server(server: Server, tmp_path: Path) -> None:
    server.will_say(vectors([3, 4], [0.1, 2]))
    first = served(server, door=Door(tmp_path / "tape")).embed(["x", "y", "x"])
    replayed = served(server, door=Door(tmp_path / "tape", replay_only=True))
    assert replayed.embed(["x", "y", "x"]).tobytes() == first.tobytes() and len(server.requests) == 1
    assert (replayed.thresholds, replayed.embed([]).shape[0]) == (COMMON, 0)
    with pytest.raises(CassetteMiss, match="holds no vector of openai:m"):
        replayed.embed(["z"])
    with pytest.raises(ModelError, match="name a cassette"):
        served(server, door=Door(None, replay_only=True))


@pytest.mark.parametrize(
    "spec, why",
    [
        ("hashd", "did you mean hashed"),
        ("onnx:", "no embedder is called"),
        ("hashed:x", "no embedder is called"),
        ("hashed?near=2", "near should be a number from -1 to 1"),
        ("openai:m?url=x", "'url' is no option"),
        ("openai:m?key_env=LELMA_ABSENT", "set LELMA_ABSENT"),
    ],
)
def test_a_spec_of_no_known_form_is_told(spec: str, why: str) -> None:
    with pytest.raises(ModelUnavailable, match=why):
        open_embedder(spec)
    if "no embedder" in why:
        assert all(kind in EMBEDDERS for kind in ("hashed", "onnx", "openai"))
