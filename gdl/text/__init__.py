"""Text to tree and back: KIF and infix.

Begin with `read`; `source` keeps the places of tokens, `write` is the way back.
"""
