"""Reasoning text to claims, verdicts to sentences.

`formulas` is the language of claims, `language` the queries and templates that games had before it. Readers make
claims of texts: `reading` of reasoning and of talk in matches, `parsed` by a dependency parse, `by_model` by asking a
language model; `gates` hold claims against the words they were read from, `union` joins readers. Knows `gdl`, and
nothing of `lelma`.

Begin with `deterministic`, which chooses a reader, or with `language`.
"""
