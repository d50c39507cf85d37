"""What is done once when the playground is built, so that a page need not: import all, load a game, check a first text.

Run by `scripts/playground.mjs` in the Python whose memory a page begins with, its files in place; `page.serve` asks the
solver. Nothing of JavaScript may be left in that memory: `desk` stays, with the game that it has loaded, and a page has
another solver answer it. When the memory is saved, `answers` gives what the page shows before its Python is there.
"""

import gc
import json
import sys

sys.path.insert(0, "/lelma")
sys.dont_write_bytecode = True

import page  # noqa: E402

from lelma.interfaces.playground.desk import open_desk  # noqa: E402

ROUTE = """If I choose hare and they choose stag, I get 3. If we both choose stag, I get 4.

- Stag is my best response to stag.
- **Hare** guarantees me at least 1."""

desk = open_desk(page.serve)


def ask(operation, **request):
    """The answer of the desk, which is no error."""
    answer = json.loads(desk(operation, json.dumps(request)))
    assert "error" not in answer, (operation, answer)
    return answer


ask("verify_reasoning", game="stag_hunt", text=ROUTE)
ask("describe_game", game="stag_hunt")
ask("solve", game="stag_hunt")
ask("check_rules", rules="(role a)")
ask("rules_of_table", table=',x,y\nx,"1,1","0,0"\ny,"0,0","1,1"\n')
ask("replay", **{**ask("match_of_game", game="spygame"), "worlds": True})


def answers(serve):
    """JSON: request → answer, of what a page asks first, and of each game that it tells of."""
    desk.begin(serve)
    found = {f"{operation} {{}}": ask(operation) for operation in ("list_games", "samples")}
    for name, about in found["samples {}"]["games"].items():
        if not about["match"]:
            found[f'describe_game {{"game":"{name}"}}'] = ask("describe_game", game=name)
    return json.dumps(found, ensure_ascii=False)


desk.begin(None)
del page, sys.modules["page"]
gc.collect()
