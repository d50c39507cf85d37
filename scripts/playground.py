"""What is done once when the playground is built, so that a page need not: compile what is imported, keep what is kept.

Run by `scripts/playground.mjs` in the Python that a page runs, with the files of Python in place; `page.serve` asks the
solver. Short, because a check or two touch all that a first verdict needs.
"""

import json
import py_compile
import sys

sys.path.insert(0, "/lelma")
sys.dont_write_bytecode = True

from page import serve  # noqa: E402

from lelma.interfaces.playground.desk import open_desk  # noqa: E402

ROUTE = """If I choose hare and they choose stag, I get 3. If we both choose stag, I get 4.

- Stag is my best response to stag.
- **Hare** guarantees me at least 1."""

desk = open_desk(serve)
for operation, request in (
    ("list_games", {}),
    ("samples", {}),
    ("describe_game", {"game": "stag_hunt"}),
    ("verify_reasoning", {"game": "stag_hunt", "text": ROUTE}),
    ("solve", {"game": "stag_hunt"}),
    ("check_rules", {"rules": "(role a)"}),
    ("rules_of_table", {"table": ",x,y\nx,\"1,1\",\"0,0\"\ny,\"0,0\",\"1,1\"\n"}),
    ("replay", json.loads(desk("match_of_game", '{"game": "undercover_v"}'))),
):
    answer = json.loads(desk(operation, json.dumps(request)))
    assert "error" not in answer, (operation, answer)
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None) or ""
    if file.startswith("/lelma/") and file.endswith(".py"):
        py_compile.compile(file, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH, doraise=True)
