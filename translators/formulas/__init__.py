"""The claim language: formulas as values, their text, their sorts, their definitions and how they are said.

It may know `gdl` and nothing of how a formula is judged. Begin with `formula.py`, which says what each form means.
"""

from translators.formulas.definitions import Definition, Definitions, heads_of, read_definitions
from translators.formulas.errors import DefinitionError, FormulaError
from translators.formulas.formula import Formula
from translators.formulas.parse import parse
from translators.formulas.sorts import Head
from translators.formulas.vocabulary import GameNames, vocabulary_of
from translators.formulas.write import text

__all__ = [
    "Definition",
    "DefinitionError",
    "Definitions",
    "Formula",
    "FormulaError",
    "GameNames",
    "Head",
    "heads_of",
    "parse",
    "read_definitions",
    "text",
    "vocabulary_of",
]
