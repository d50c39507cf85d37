"""What agents keep between matches: whole files, and nothing lost that can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lelma.agents.memory import JsonMemory, MemoryDamaged, memory_folder, write_whole
from lelma.game.game import Game


def test_what_is_saved_is_loaded_and_nothing_saved_is_the_start(tmp_path: Path) -> None:
    memory = JsonMemory({"seen": []})
    memory.load(tmp_path / "new")
    memory.value["seen"].append("p1")
    memory.save(tmp_path / "new")
    other = JsonMemory({"seen": []})
    assert other.value == {"seen": []}
    other.load(tmp_path / "new")
    assert other.value == {"seen": ["p1"]}
    other.load(tmp_path / "elsewhere")
    assert other.value == {"seen": []}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ('{"schema": "lelma-memory", "version": 1, "val', "not JSON"),
        ("[1]", "expected an object with `value`"),
        ('{"schema": "lelma-memory", "version": 2, "value": 1}', "expected lelma-memory version 1, got lelma-memory"),
        ("[" * 5000, "nested more than"),
    ],
)
def test_a_damaged_file_is_told_of_and_kept(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "memory.json"
    for number in (1, 2):
        file.write_text(text)
        memory = JsonMemory("start")
        with pytest.raises(MemoryDamaged, match=why) as caught:
            memory.load(tmp_path)
        assert f"memory.json.damaged-{number}" in str(caught.value)
        assert memory.value == "start"
        memory.save(tmp_path)
        assert (tmp_path / f"memory.json.damaged-{number}").read_text() == text
    memory.load(tmp_path)
    assert memory.value == "start"


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = JsonMemory(1)
    memory.save(tmp_path)

    def cut(descriptor: int) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", cut)
    memory.value = 2
    with pytest.raises(OSError, match="full"):
        memory.save(tmp_path)
    memory.load(tmp_path)
    assert memory.value == 1
    assert [file.name for file in tmp_path.iterdir()] == ["memory.json"]


def test_what_is_no_json_is_not_saved(tmp_path: Path) -> None:
    memory = JsonMemory()
    memory.save(tmp_path)
    memory.value = object()
    with pytest.raises(TypeError):
        memory.save(tmp_path)
    memory.load(tmp_path)
    assert memory.value is None
    write_whole(tmp_path / "deep" / "er" / "file", "text")


def test_agents_and_roles_have_folders_of_their_own(tmp_path: Path) -> None:
    game = Game.load("avalon")
    specs = ("plain", "a.b:C", "a.b_C", "model:x/../../y", "..")
    folders = {memory_folder(tmp_path, game, spec, role) for spec in specs for role in ("p1", "p2")}
    assert len(folders) == 10
    assert all(folder.resolve().is_relative_to(tmp_path / "avalon") for folder in folders)
    assert memory_folder(tmp_path, game, "plain", "p1") == tmp_path / "avalon" / "plain" / "p1"


def test_the_folder_of_a_game_in_disguise_does_not_tell_the_game(tmp_path: Path) -> None:
    first, second = (memory_folder(tmp_path, Game.load("avalon", obfuscate=seed), "plain", "p1") for seed in (1, 2))
    assert first != second and "avalon" not in str(first.relative_to(tmp_path))
