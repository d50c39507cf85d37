"""Theories from and to text: labelled lines, Isabelle's `.thy` files, TPTP.

Knows theories as values. Begin with `reading`, then `formula_text` and its grammar `formula.lark`.
"""
