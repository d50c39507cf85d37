"""What is done once when the playground is built, so that a page need not: import all, and check a first text.

Run by `scripts/playground.mjs` in the Python whose memory a page begins with, its files in place; `page.serve` asks the
solver. Nothing of JavaScript may be left in that memory, and no game that is loaded: the page has another solver.
"""

import gc
import json
import sys

sys.path.insert(0, "/lelma")
sys.dont_write_bytecode = True

import page  # noqa: E402

from lelma.engine.bridges import use_hosted  # noqa: E402
from lelma.interfaces.playground.desk import open_desk  # noqa: E402

ROUTE = """If I choose hare and they choose stag, I get 3. If we both choose stag, I get 4.

- Stag is my best response to stag.
- **Hare** guarantees me at least 1."""

desk = open_desk(page.serve)
for operation, request in (
    ("list_games", {}),
    ("samples", {}),
    ("describe_game", {"game": "stag_hunt"}),
    ("verify_reasoning", {"game": "stag_hunt", "text": ROUTE}),
    ("solve", {"game": "stag_hunt"}),
    ("check_rules", {"rules": "(role a)"}),
    ("rules_of_table", {"table": ',x,y\nx,"1,1","0,0"\ny,"0,0","1,1"\n'}),
    ("replay", {**json.loads(desk("match_of_game", '{"game": "spygame"}')), "worlds": True}),
):
    answer = json.loads(desk(operation, json.dumps(request)))
    assert "error" not in answer, (operation, answer)
use_hosted(None)
del desk, page, sys.modules["page"]
gc.collect()
