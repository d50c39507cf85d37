"""The syntax tree of a description and what is asked of single terms. Knows nothing else of `gdl`.

Begin with `syntax`.
"""
