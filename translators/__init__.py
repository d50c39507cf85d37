"""Reasoning text to claims, verdicts to sentences.

`language` is what can be claimed: queries and their templates. Readers make such claims of texts: `english` of
reasoning about payoffs, `statements` of talk in matches, `by_model` by asking a language model. Knows `gdl`, and
nothing of `lelma`.

Begin with `deterministic`, which chooses a reader, or with `language`.
"""
