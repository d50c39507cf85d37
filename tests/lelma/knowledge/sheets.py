"""Small games with hidden moves, and random ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

from gdl.text.read import read_kif
from lelma.game.file_format import GameFile, KnowledgeNames
from lelma.game.game import Game, find_game

SPIES = """
; Chance makes one of three the spy, who is told. All name somebody at once; who is named sees that.
(role random) (role ann) (role ben) (role cid) (player ann) (player ben) (player cid)
(init (phase deal))
(<= (legal random (deal ?p)) (true (phase deal)) (player ?p))
(<= (legal random noop) (not (true (phase deal))))
(<= (legal ?p noop) (player ?p) (true (phase deal)))
(<= (legal ?p (name ?q)) (player ?p) (player ?q) (true (phase vote)))
(<= (sees ?p spy) (does random (deal ?p)))
(<= (sees ?p named) (player ?p) (does ?q (name ?p)))
(<= (next (phase vote)) (true (phase deal)))
(<= (next (phase over)) (true (phase vote)))
(<= (next (spy ?p)) (does random (deal ?p)))
(<= (next (spy ?p)) (true (spy ?p)))
(<= (next (caught ?p)) (spy ?p) (does ?q (name ?p)))
(<= (spy ?p) (true (spy ?p)))
(<= (honest ?p) (player ?p) (not (spy ?p)))
(<= (suspect ?p) (does ?q (name ?p)))
(<= terminal (true (phase over)))
(<= (goal ?p 0) (player ?p) (true (caught ?p)))
(<= (goal ?p 100) (player ?p) (not (true (caught ?p))))
(goal random 0)
"""

SUMS = """
; Four choose 0 or 1 in secret, three times; each sees how many chose 1, and the watcher whether ann did.
(role ann) (role ben) (role cid) (role dan) (role watcher)
(choosing ann) (choosing ben) (choosing cid) (choosing dan)
(after none ann) (after ann ben) (after ben cid) (after cid dan)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(init (round 0))
(<= (legal ?p 0) (choosing ?p))
(<= (legal ?p 1) (choosing ?p) (not (true (tired ?p))))
(legal watcher noop)
(<= (sum none 0) (true (round ?n)))
(<= (sum ?q ?k) (after ?p ?q) (sum ?p ?k) (does ?q 0))
(<= (sum ?q ?k) (after ?p ?q) (sum ?p ?j) (succ ?j ?k) (does ?q 1))
(<= (sees ?p (sum ?k)) (role ?p) (sum dan ?k))
(<= (sees watcher ann) (does ann 1))
(<= (next (round ?m)) (true (round ?n)) (succ ?n ?m))
(<= (next (tired ?p)) (does ?p 1))
(<= terminal (true (round 3)))
(<= (goal ?p 100) (role ?p) (true (tired ?p)))
(<= (goal ?p 0) (role ?p) (not (true (tired ?p))))
"""

POTION = """
; One of three is dealt the witch and may drink her potion in secret; then somebody is struck, which all see.
(role random) (role ann) (role ben) (role cid) (player ann) (player ben) (player cid)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
(drinking 1) (striking 2) (drinking 4)
(init (round 0)) (init potion)
(<= (init (alive ?p)) (player ?p))
(<= (legal random (deal ?p)) (true (round 0)) (player ?p))
(<= (legal random (strike ?p)) (true (round ?n)) (striking ?n) (player ?p))
(<= (legal random noop) (true (round ?n)) (distinct ?n 0) (not (striking ?n)))
(<= (legal ?p noop) (player ?p))
(<= (legal ?p drink) (true (round ?n)) (drinking ?n) (true (witch ?p)) (true (alive ?p)) (true potion))
(<= (sees ?p witch) (does random (deal ?p)))
(<= (sees ?p (struck ?q)) (player ?p) (does random (strike ?q)))
(<= drunk (does ?p drink))
(<= (lives ?p) (true (alive ?p)) (not (does random (strike ?p))))
(<= witch_lives (lives ?p) (true (witch ?p)))
(<= (next (alive ?p)) (lives ?p))
(<= (next potion) (true (round 0)))
(<= (next potion) (true potion) (not drunk) witch_lives)
(<= (next (witch ?p)) (does random (deal ?p)))
(<= (next (witch ?p)) (true (witch ?p)))
(<= (next (round ?m)) (true (round ?n)) (succ ?n ?m))
(<= terminal (true (round 6)))
(<= (goal ?p 100) (role ?p) (true potion))
(<= (goal ?p 0) (role ?p) (not (true potion)))
"""


DEAL = """
(card x) (card y) (card z) (init dealing)
(<= (legal random a) (not (true dealing)))
(<= (legal random (deal ?x ?y ?z)) (true dealing) (card ?x) (card ?y) (card ?z)
    (distinct ?x ?y) (distinct ?x ?z) (distinct ?y ?z))
(<= (next (card ann ?x)) (does random (deal ?x ?y ?z)))
(<= (next (card ben ?y)) (does random (deal ?x ?y ?z)))
(<= (next (card cid ?z)) (does random (deal ?x ?y ?z)))
(<= (next (card ?r ?c)) (true (card ?r ?c)))
(<= (sees ann (mine ?x)) (does random (deal ?x ?y ?z)))
"""


def game(text: str, name: str = "sheet", *, identity: Sequence[str] = ()) -> Game:
    """A game of a rule sheet, in which the fluents of these names are identities."""
    file = GameFile(query_sets=(), knowledge=KnowledgeNames(identity=tuple(identity)))
    return Game.from_description(read_kif(text, name), path=find_game("stag_hunt"), file=file)


def random_sheet(seed: int, *, cards: bool = False) -> str:
    """Rules of three roles and chance over five fluents, with bodies drawn by chance.

    Where there are cards, chance first deals one of three to each role, who sees it, and what holds may rest on them.
    """
    draw = random.Random(seed)
    roles, fluents, moves = ("random", "ann", "ben", "cid"), "pqrst", "abc"
    told = [*fluents, *(f"(card {role} {card})" for role in roles[1:] for card in "xyz")] if cards else [*fluents]
    lines = [f"(role {role})" for role in roles] + [f"(init {fluent})" for fluent in fluents if draw.random() < 0.5]

    def state() -> str:
        fluent = f"(true {draw.choice(told)})"
        return fluent if draw.random() < 0.6 else f"(not {fluent})"

    def does() -> str:
        return f"(does {draw.choice(roles)} {draw.choice(moves)})"

    for role in roles:
        lines += [f"(legal {role} {moves[0]})"] if role != "random" or not cards else [DEAL]
        lines += [f"(<= (legal {role} {move}) {state()})" for move in moves[1:] if draw.random() < 0.8]
    for fluent in fluents:
        for _ in range(draw.randint(1, 3)):
            lines.append(f"(<= (next {fluent}) {state()} {does() if draw.random() < 0.7 else state()})")
    lines += ["(<= (helper ?r) (role ?r) (does ?r b))", "(<= (odd ?r) (role ?r) (not (helper ?r)) (true p))"]
    for role in roles[1:]:
        for percept in ("x", "y", "z"):
            kind = draw.random()
            body = does() if kind < 0.4 else f"{state()} {does()}" if kind < 0.7 else f"(odd {draw.choice(roles)})"
            lines.append(f"(<= (sees {role} {percept}) {body})")
    lines.append(f"(<= (sees ?r (all {draw.choice(moves)})) (role ?r) {does()} (not (helper ann)))")
    lines += ["(<= terminal (true p) (true q) (true r) (true s) (true t))", "(<= (goal ?r 0) (role ?r))"]
    return "\n".join(lines)
