"""A small GDL-II game with everything a referee must deal with: a deal, a protection, a speech, a vote."""

from __future__ import annotations

from pathlib import Path

from lelma.game.game import Game

RULES = """
(role random) (role a) (role b) (role c)
(player a) (player b) (player c)
(<= (legal random (deal ?p)) (true (phase deal)) (player ?p))
(init (phase deal))
(init (last c))
(<= (alive ?p) (player ?p) (not (true (dead ?p))))
(<= (next (wolf ?p)) (does random (deal ?p)))
(<= (next (wolf ?p)) (true (wolf ?p)))
(<= (next (last ?q)) (guarded ?q))
(<= (next (last ?q)) (true (last ?q)) (not (true (phase guard))))
(<= (next (dead ?p)) (true (dead ?p)))
(<= (next (dead ?q)) (does ?p (vote ?q)) (true (wolf ?p)))
(<= (next (phase guard)) (true (phase deal)))
(<= (next (phase talk)) (true (phase guard)))
(<= (next (phase vote)) (true (phase talk)))
(<= (next (phase guard)) (true (phase vote)) (not (true (dead a))) (not (true (dead b))) (not (true (dead c))))
(<= (next (phase end)) (true (phase vote)) (true (dead ?p)))
(<= (guarded ?q) (does ?p (guard ?q)))
(<= (guards ?p) (true (phase guard)) (first ?p))
(<= (first a) (alive a))
(<= (first b) (not (alive a)))
(<= (legal ?p (guard ?q)) (true (phase guard)) (first ?p) (alive ?q) (not (true (last ?q))))
(<= (legal ?p speak) (true (phase talk)) (player ?p) (not (true (wolf ?p))))
(<= (legal ?p (vote ?q)) (true (phase vote)) (alive ?p) (alive ?q) (distinct ?p ?q))
(<= (legal ?p (howl ?q)) (true (phase talk)) (true (wolf ?p)) (player ?q) (not (true (wolf ?q))))
(<= (busy random) (true (phase deal)))
(<= (busy ?p) (guards ?p))
(<= (busy ?p) (true (phase talk)) (player ?p))
(<= (busy ?p) (true (phase vote)) (alive ?p))
(<= (legal ?p noop) (role ?p) (not (busy ?p)))
(<= (sees ?p wolf) (does random (deal ?p)))
(<= (sees ?r (said ?p)) (does ?p speak) (hears ?r ?p))
(hears a b) (hears b a) (hears a c) (hears a a)
(<= (sees ?r (voted ?p ?q)) (player ?r) (does ?p (vote ?q)))
(<= terminal (true (phase end)))
(<= (goal ?p 100) (true (wolf ?p)))
(<= (goal ?p 0) (player ?p) (not (true (wolf ?p))))
(goal random 0)
"""

CONFIG = """
title = "Whisper"
summary = "One of three is the wolf."
[knowledge]
identity = "wolf"
[speech]
moves = ["speak"]
fallback = "Nothing."
[fallback]
moves = ["(guard ?me)"]
[words.names]
a = "Ann"
b = "Bob"
c = "Cyd"
[[words.moves]]
term = "(vote ?q)"
says = "votes for {q}"
imperative = "vote for {q}"
[[words.moves]]
term = "(guard ?q)"
says = "guards {q}"
imperative = "guard {q}"
[[words.fluents]]
term = "(last ?q)"
says = "{q} was guarded last night"
[[words.fluents]]
term = "(phase guard)"
says = "it is time to guard"
unless = "it is not the time to guard"
[[words.fluents]]
term = "(phase vote)"
says = "it is time to vote"
unless = "it is not the time to vote"
[[words.fluents]]
term = "(dead ?p)"
says = "{p} is dead"
[[words.relations]]
term = "(first ?p)"
says = "{p} is the guard"
unless = "{p} is not the guard"
"""


def whisper(folder: Path) -> Game:
    """The game, written into that folder."""
    (folder / "whisper").mkdir(exist_ok=True)
    (folder / "whisper" / "rules.gdl").write_text(RULES, "utf-8")
    (folder / "whisper" / "game.toml").write_text(CONFIG, "utf-8")
    return Game.load(folder / "whisper")
