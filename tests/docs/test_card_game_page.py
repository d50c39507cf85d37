"""What the page about the card game shows of its files is in them."""

from __future__ import annotations

from pathlib import Path

from lelma.support.paths import data_folder
from tests.docs.blocks import blocks

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial" / "card_game.md"


def test_every_piece_shown_is_a_piece_of_the_template() -> None:
    files = [file for file in (data_folder("games") / "_templates" / "hidden").iterdir() if file.is_file()]
    texts = [file.read_text("utf-8") for file in files]
    shown = [block for block in blocks(PAGE) if block.language in ("kif", "toml")]
    assert len(shown) > 10
    for block in shown:
        assert any(block.text in text for text in texts), f"{PAGE.name}:{block.line}"
