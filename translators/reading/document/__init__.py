"""A text to its sentences and tables, each with what stands above it; no game is known here, only text.

`blocks` finds headings, lists, paragraphs and code by a Markdown parser; `lines` finds, in paragraphs that are no
Markdown, which lines go together; `inline` and `latex` turn markup into plain words and keep the place of every
character; `sentences` finds where sentences end; `grids` reads tables; `symbols` holds the words and signs.

Begin with `parts`, then `reader`.
"""

from translators.reading.document.parts import Block, Cell, Grid, Part, Sentence
from translators.reading.document.reader import read_document

__all__ = ["Block", "Cell", "Grid", "Part", "Sentence", "read_document"]
