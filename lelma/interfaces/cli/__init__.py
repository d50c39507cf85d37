"""The commands of `lelma`, a module for what belongs together; `parser` is what every command is made of.

Begin with `main`.
"""
