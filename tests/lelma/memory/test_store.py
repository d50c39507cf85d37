"""A store of entries: its cap, what it finds, and that nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from lelma.memory.projection import ProjectedRows
from lelma.memory.store import EntriesDamaged, EntryStore, open_store, read_entries
from lelma.models.embeddings import Hashed, nearest, open_embedder

EMBEDDER = open_embedder()
WORDS = "vague early vote spy silent player round tie often word quick same other never tells describes".split()


def filled(count: int, *, cap: int = 10, seed: int = 0) -> EntryStore:
    chance = random.Random(seed)
    store = EntryStore(EMBEDDER, cap=cap)
    for number in range(count):
        store.add(f"rule {number}: {' '.join(chance.choices(WORDS, k=6))}")
    return store


def test_the_oldest_goes_out_of_texts_and_vectors() -> None:
    store = filled(1000)
    assert len(store.entries) == len(store.rows) == 10
    assert np.array_equal(store.rows, EMBEDDER.embed([entry.text for entry in store.entries]))
    assert [entry.id for entry in store.entries][-1] == "e" + str(store._given)


def test_what_is_the_same_is_not_kept_twice() -> None:
    store = EntryStore(EMBEDDER)
    assert store.add("Vague players are spies.") is not None
    assert store.add("  vague PLAYERS are  spies") is None
    assert store.add("Vague players are spies!?") is None
    assert store.add("Whoever votes last is a civilian.") is not None


def test_the_nearest_are_found_exactly_and_counted() -> None:
    store = filled(10)
    query = EMBEDDER.embed(["silent players tie"])[0]
    cosines = store.rows.astype(float) @ query.astype(float)
    best = [store.entries[int(at)].id for at in np.argsort(-cosines, kind="stable")[:3]]
    assert [entry.id for entry, _ in store.find("silent players tie", 3)] == best
    assert {entry.id: entry.uses for entry in store.entries if entry.uses} == dict.fromkeys(best, 1)


@pytest.mark.parametrize("count", [1, 2, 10])
def test_components_of_few_vectors_find_what_is_found_exactly(count: int) -> None:
    rows = filled(count).rows
    for query in EMBEDDER.embed(["silent players tie", "vote", "xyzzy"]):
        exact, projected = nearest(query, rows, count), ProjectedRows.of(rows).nearest(query, count)
        wanted = [cosine for _, cosine in exact]
        assert np.allclose([cosine for _, cosine in projected], wanted, atol=1e-6)
        assert np.allclose([dict(exact)[at] for at, _ in projected], wanted, atol=1e-6)  # but for ties, the same order


def test_a_large_store_is_searched_by_components_of_all_that_is_there() -> None:
    store, exact = EntryStore(EMBEDDER, cap=200, exact_below=129), EntryStore(EMBEDDER, cap=200)
    for number in range(150):
        for each in (store, exact):
            each.add(f"{WORDS[number % 15]} {WORDS[number % 13]} rule {number}")
        if number in (128, 149):
            store.settle("e3", "refuted", None)
            exact.settle("e3", "refuted", None)
            same = {entry.text for entry, _ in store.find("silent rule 7", 6)}
            assert store._projected is not None and len(store._projected.parts) == len(store.entries)
            assert store._projected.axes.shape[0] == 128
            assert len(same & {entry.text for entry, _ in exact.find("silent rule 7", 6)}) >= 5
    assert exact._projected is None


def test_statuses_decide_what_is_told() -> None:
    store = filled(3)
    first, second, third = (entry.id for entry in store.entries)
    store.settle(first, "refuted", None)
    store.settle(second, "supported", None)
    assert {entry.id for entry, _ in store.find("x", 9)} == {second, third}
    assert {entry.id for entry, _ in store.find("x", 9, statuses=["supported"])} == {second}


def test_a_frozen_store_learns_and_counts_nothing() -> None:
    store = filled(3)
    store.freeze()
    before = store.entries
    assert store.add("Something new.") is None
    store.find("spy", 3)
    store.settle("e1", "refuted", None)
    assert store.entries == before


def test_a_store_is_reloaded_identically(tmp_path: Path) -> None:
    store = filled(12)
    store.games = 7
    store.find("spy", 2)
    store.save(tmp_path / "sheet.jsonl")
    again = open_store(tmp_path / "sheet.jsonl", EMBEDDER)
    assert again.entries == store.entries and np.array_equal(again.rows, store.rows)
    assert (again.games, again.cap, again.frozen, again.trouble) == (7, 10, False, "")
    again.save(tmp_path / "other.jsonl")
    line = (tmp_path / "sheet.jsonl").read_text().replace("sheet.", "other.")
    assert (tmp_path / "other.jsonl").read_text() == line
    fresh = again.add("Something that nobody had said before.")
    assert fresh is not None and fresh.id == "e13"


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda text: text[: len(text) // 2], "not JSON"),
        (lambda text: text.split("\n", 1)[1], "expected a head"),
        (lambda text: text.replace('"unchecked"', '"sure"'), "status should be one of"),
        (lambda text: text + text.splitlines()[-1] + "\n", "tells of 2 entries, there are 3"),
        (lambda text: "", "expected a head"),
    ],
)
def test_a_damaged_file_is_told_and_set_aside(harm: object, told: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.jsonl"
    filled(2).save(file)
    damaged = harm(file.read_text())  # type: ignore[operator]
    file.write_text(damaged)
    with pytest.raises(EntriesDamaged, match=told):
        read_entries(file)
    assert file.read_text() == damaged
    with pytest.raises(EntriesDamaged, match=r"is now sheet\.jsonl\.damaged-1"):
        open_store(file, EMBEDDER)
    assert (tmp_path / "sheet.jsonl.damaged-1").read_text() == damaged
    assert not open_store(file, EMBEDDER).entries


def test_vectors_that_are_damaged_or_of_another_embedder_are_made_again(tmp_path: Path) -> None:
    file = tmp_path / "sheet.jsonl"
    store = filled(2)
    store.save(file)
    next(tmp_path.glob("*.npy")).write_bytes(b"x")
    again = open_store(file, EMBEDDER)
    assert "made again" in again.trouble and np.array_equal(again.rows, store.rows)

    class Other(Hashed):
        name = "other"

    store.save(file)
    assert "not of other" in open_store(file, Other()).trouble


SAVER = """
import sys, itertools
from pathlib import Path
from lelma.memory.store import open_store
from lelma.models.embeddings import open_embedder
file = Path(sys.argv[1])
store = open_store(file, open_embedder())
for number in itertools.count():
    store.add(f"entry {number} of many, number {number * 7919}")
    store.games += 1
    store.save(file)
    print(number, flush=True)
"""


@pytest.mark.nightly
def test_a_kill_during_saving_loses_nothing(tmp_path: Path) -> None:
    file, chance = tmp_path / "sheet.jsonl", random.Random(5)
    seen = 0
    for _ in range(5):
        with subprocess.Popen([sys.executable, "-c", SAVER, str(file)], stdout=subprocess.PIPE, text=True) as saver:
            assert saver.stdout is not None
            saver.stdout.readline()
            time.sleep(chance.random() * 0.1)
            os.kill(saver.pid, signal.SIGKILL)
        store = open_store(file, EMBEDDER)
        assert store.trouble == "" and store.games > seen
        assert np.array_equal(store.rows, EMBEDDER.embed([entry.text for entry in store.entries]))
        seen = store.games
