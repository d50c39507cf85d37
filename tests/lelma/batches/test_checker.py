"""A checker over every kind of batch; the libraries themselves where they are installed."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

from lelma.batches import Checker
from lelma.batches.checker import NEW_COLUMNS
from lelma.support.errors import UsageError

RIGHT, WRONG, IDLE = "If we both choose stag, I get 5.", "If we both choose stag, I get 4.", "I wonder."
TEXTS = [WRONG, RIGHT, IDLE]
TEXT_OUTCOMES = ["failed", "verified", "unverified"]
STAG = Checker("stag_hunt")


def test_lists_become_lists_with_a_row_a_text() -> None:
    found: dict[str, list[Any]] = STAG({"id": [1, 2, 3], "text": TEXTS})
    assert list(found) == ["id", "text", *NEW_COLUMNS] and found["id"] == [1, 2, 3]
    assert found["lelma_outcome"] == TEXT_OUTCOMES and found["lelma_ok"] == [False, True, False]
    assert found["lelma_true"] == [0, 1, 0] and found["lelma_false"] == [1, 0, 0]
    assert "5" in found["lelma_feedback"][0] and found["lelma_feedback"][1] == ""
    assert json.loads(found["lelma_claims"][0])[0]["verdict"] == "false"


def test_arrays_of_numpy_become_arrays() -> None:
    found = STAG({"text": np.array(TEXTS)})
    assert found["lelma_ok"].dtype == bool and found["lelma_true"].dtype.kind == "i"
    assert list(found["lelma_outcome"]) == TEXT_OUTCOMES


def test_each_text_has_the_game_that_its_column_names() -> None:
    batch = {"text": [WRONG, WRONG, WRONG], "g": ["stag_hunt", "no_such_game", None]}
    found: dict[str, list[Any]] = Checker(game_column="g")(batch)
    assert found["lelma_outcome"] == ["failed", "error", "error"]
    assert "no_such_game" in found["lelma_error"][1] and "expected the name of a game" in found["lelma_error"][2]


@pytest.mark.parametrize("text", [None, 3, float("nan"), b"bytes"])
def test_what_is_no_text_is_a_row_with_its_error(text: object) -> None:
    found: dict[str, list[Any]] = STAG({"text": [text, RIGHT]})
    assert found["lelma_outcome"] == ["error", "verified"]
    assert found["lelma_error"] == [f"expected a text, got {text}", ""]


def test_half_a_sign_ends_no_batch() -> None:
    found: dict[str, list[Any]] = STAG({"text": [f"\ud800 {WRONG}"]})
    assert found["lelma_outcome"] == ["failed"]
    "".join(found["lelma_feedback"] + found["lelma_claims"]).encode()


def test_a_checker_is_pickled_as_its_options() -> None:
    STAG({"text": [RIGHT]})
    assert pickle.loads(pickle.dumps(STAG)) == STAG and len(pickle.dumps(STAG)) < 500


@pytest.mark.parametrize(
    ("batch", "told"),
    [
        ({"texts": []}, "no column 'text'.*did you mean texts"),
        ({"text": [], "lelma_ok": []}, "column 'lelma_ok' already"),
        (["a text"], "not a builtins.list"),
    ],
)
def test_a_batch_without_its_column_is_an_error(batch: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        STAG(batch)


def test_a_checker_needs_one_source_of_games() -> None:
    for wrong in ({}, {"game": "stag_hunt", "game_column": "game"}):
        with pytest.raises(UsageError, match="either a game, or a game_column"):
            Checker(**wrong)
    with pytest.raises(Exception, match="stag_hund"):
        Checker("stag_hund")({"text": ["any"]})


def test_a_data_frame_of_pandas_keeps_its_index() -> None:
    pandas = pytest.importorskip("pandas")
    found = STAG(pandas.DataFrame({"text": TEXTS}, index=[7, 8, 9]))
    assert list(found.index) == [7, 8, 9] and list(found["lelma_outcome"]) == TEXT_OUTCOMES
    assert found["lelma_true"].sum() == 1 and found["lelma_ok"].dtype == bool


def test_a_data_frame_of_polars() -> None:
    polars = pytest.importorskip("polars")
    found = STAG(polars.DataFrame({"text": [*TEXTS, None]}))
    assert found["lelma_outcome"].to_list() == [*TEXT_OUTCOMES, "error"]
    assert found.schema["lelma_true"] == polars.Int64
    assert STAG(found.select("text").clear()).schema == found.schema


def test_a_table_and_a_record_batch_of_arrow() -> None:
    arrow = pytest.importorskip("pyarrow")
    table = STAG(arrow.table({"text": TEXTS}))
    assert table.column("lelma_outcome").to_pylist() == TEXT_OUTCOMES
    batch = STAG(arrow.record_batch({"text": TEXTS}))
    assert isinstance(batch, arrow.RecordBatch) and batch.schema == table.schema


def test_duckdb_asks_over_what_was_checked() -> None:
    duckdb, arrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    connection = duckdb.connect()
    connection.register("texts", arrow.table({"text": TEXTS}))
    checked = arrow.Table.from_batches(map(STAG, connection.sql("from texts").to_arrow_reader(2)))
    connection.register("checked", checked)
    found = connection.sql("select lelma_outcome, count(*) from checked group by 1 order by 1").fetchall()
    assert found == [("failed", 1), ("unverified", 1), ("verified", 1)]


def test_dask_maps_it_over_partitions() -> None:
    frames, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    texts = frames.from_pandas(pandas.DataFrame({"text": TEXTS}), npartitions=2)
    checked = texts.map_partitions(STAG, meta=STAG(texts._meta))
    assert list(checked.compute(scheduler="threads")["lelma_outcome"]) == TEXT_OUTCOMES


@pytest.mark.nightly
def test_ray_data_maps_it_over_batches(tmp_path: Any) -> None:
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        checked = data.from_items([{"text": text} for text in TEXTS]).map_batches(STAG, batch_size=2)
        found = {row["text"]: row["lelma_outcome"] for row in checked.take_all()}
    finally:
        ray.shutdown()
    assert found == dict(zip(TEXTS, TEXT_OUTCOMES, strict=True))
