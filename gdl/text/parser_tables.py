"""Parsers of Lark grammars, whose tables are worked out once a machine: they are kept in the user's cache folder.

Making the tables of a grammar takes a tenth of a second or two, reading them a few thousandths. Where nothing can be
written, or what was written can't be read, they are made anew: a cache decides nothing.

Short, because it is all that the readers of every grammar share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gdl.text.kept import cache_folder, drop_oldest, name_of

if TYPE_CHECKING:
    import lark


def parser_of(grammar: str, *, transformer: lark.Transformer[Any, Any] | None = None, **options: Any) -> lark.Lark:
    """A LALR parser of a grammar.

    Args:
        options: of `lark.Lark`, such as `start`.
    """
    import lark  # who reads no text pays for no parser

    folder = cache_folder("grammars")
    if folder is None:
        return lark.Lark(grammar, parser="lalr", transformer=transformer, **options)
    file = folder / f"{name_of((grammar, sorted(options.items()), lark.__version__))}.tables"
    known = file.is_file()
    parser = lark.Lark(grammar, parser="lalr", transformer=transformer, cache=str(file), **options)
    if not known:
        drop_oldest(folder, ".tables")
    return parser
