"""Small games for the tests of generated rules, as KIF."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

from gdl.tables.matrix import PayoffTable, to_gdl

BARGAINING = """
(role buyer) (role seller)
(amount 1) (amount 2) (amount 3)
(rest 1 3) (rest 2 2) (rest 3 1)
(init (turn buyer))
(<= (legal buyer (offer ?n)) (true (turn buyer)) (amount ?n))
(<= (legal seller noop) (true (turn buyer)))
(<= (legal seller accept) (true (turn seller)))
(<= (legal seller reject) (true (turn seller)))
(<= (legal buyer noop) (true (turn seller)))
(<= (next (turn seller)) (true (turn buyer)))
(<= (next (offered ?n)) (does buyer (offer ?n)))
(<= (next (offered ?n)) (true (offered ?n)))
(<= (next (said ?w)) (does seller ?w) (distinct ?w noop))
(<= terminal (true (said ?w)))
(<= (goal seller ?n) (true (offered ?n)) (true (said accept)))
(<= (goal buyer ?m) (true (offered ?n)) (true (said accept)) (rest ?n ?m))
(<= (goal ?r 0) (role ?r) (true (said reject)))
"""

BARGAINING_WORDS = """
title = "Bargaining"
summary = "A buyer offers a price, and a seller takes it or leaves it."

[roles.buyer]
names = ["the buyer"]

[naming.game]
accept = ["yes"]
reject = ["no"]

[[words.moves]]
term = "(offer ?n)"
says = "offers {n} coins"
imperative = "offer {n} coins"
"""

CARDS = """
(role holder) (role guesser) (role random)
(card ace) (card king) (card two)
(high ace) (high king) (low two)
(init (step deal))
(<= (legal random (deal ?c)) (true (step deal)) (card ?c))
(<= (legal random noop) (not (true (step deal))))
(<= (legal holder bet) (true (step bet)))
(<= (legal holder fold) (true (step bet)))
(<= (legal holder noop) (not (true (step bet))))
(<= (legal guesser call) (true (step call)))
(<= (legal guesser pass) (true (step call)))
(<= (legal guesser noop) (not (true (step call))))
(<= (sees holder (rank high)) (does random (deal ?c)) (high ?c))
(<= (sees holder (rank low)) (does random (deal ?c)) (low ?c))
(<= (sees guesser (heard ?m)) (does holder ?m) (distinct ?m noop))
(<= (next (step bet)) (true (step deal)))
(<= (next (step call)) (does holder bet))
(<= (next (has ?c)) (does random (deal ?c)))
(<= (next (has ?c)) (true (has ?c)))
(<= (next (over ?m)) (does holder ?m) (distinct ?m noop) (distinct ?m bet))
(<= (next (over ?m)) (does guesser ?m) (distinct ?m noop))
(<= terminal (true (over ?m)))
(<= (goal holder 100) (true (over call)) (true (has ?c)) (high ?c))
(<= (goal holder 0) (true (over call)) (true (has ?c)) (low ?c))
(<= (goal holder 60) (true (over pass)))
(<= (goal holder 1/2) (true (over fold)))
(<= (goal guesser 0) (true (over call)) (true (has ?c)) (high ?c))
(<= (goal guesser 100) (true (over call)) (true (has ?c)) (low ?c))
(<= (goal guesser -2.5) (true (over pass)))
(<= (goal guesser 0) (true (over fold)))
"""


def trio() -> PayoffTable:
    """Three hunters: the stag takes all of them."""
    moves = ("hare", "stag")
    payoffs = {
        profile: tuple(
            Fraction(1) if move == "hare" else Fraction(4 if set(profile) == {"stag"} else 0) for move in profile
        )
        for profile in product(moves, repeat=3)
    }
    return PayoffTable(("p1", "p2", "p3"), (moves,) * 3, payoffs, "Trio Hunt")


def sheet(folder: Path, text: str | PayoffTable, words: str = "") -> Path:
    """A game in a folder: a bare file of rules, or with words a game folder."""
    rules = text if isinstance(text, str) else to_gdl(text)
    if words:
        (folder / "game.toml").write_text(words)
    file = folder / ("rules.gdl" if words else "sheet.kif")
    file.write_text(rules)
    return folder if words else file
