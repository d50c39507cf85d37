"""The query language: what can be claimed of a game, as typed queries, and how claims are said.

`query` are its values, `grammar` reads them for one game and one reasoner (`query.lark`), `template` reads a game's
query templates, `explain` turns queries and verdicts into sentences. Imports `gdl` alone.

Begin with `query`.
"""
