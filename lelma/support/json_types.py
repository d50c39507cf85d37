"""What all JSON objects share, wherever their types are: each room has its own in a module `json_types`.

Each type is the one source of what it describes: mypy holds the code to it, JSON schemas are made of it, and the HTTP
and MCP servers and the function-calling tools publish these. An object that stands alone has `schema`, the version of
its type. A version changes when a key goes away or means something else; new keys may come without.

Short, because every room needs it and it needs none.
"""

from typing import Annotated, Literal

VERSION: Literal[1] = 1

Schema = Annotated[Literal[1], "version of this object's schema"]
