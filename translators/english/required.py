"""What it takes to get an amount: `in order to get 5, they need to choose X while I choose Y`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.names import Names
from translators.english.phrase import kinds_of, words_of
from translators.english.scene import ME, THEM, Scene

_AIM = re.compile(r"[cb,]*dVt?P?d?(?P<amount>N),t?(?P<actor>A)")
_TAKES = re.compile(r"\b(?:needs? to|needs?|has to|have to|must)\b")


def required_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """The cell, or the move, that is said to be needed for an amount, as (index of the phrase, query)."""
    kinds = kinds_of(reading.phrases)
    match = _AIM.match(kinds)
    if match is None or kinds.count("N") != 1 or set(kinds) & set("nTQX|K"):
        return
    index, subject = match.start("amount"), match.start("actor")
    opens = next(phrase for phrase in reading.phrases if phrase.kind == "d")
    actor, rest = reading.who[subject], words_of(reading.phrases[subject:])
    told = [event for event in reading.events if event.start >= subject and event.moves]
    value = reading.phrases[index].value
    if opens.words not in ("to", "in order to") or not _TAKES.search(rest) or value is None:
        return
    moves = {who: move for event in told for who, move in event.moves}
    scene = Scene(moves.get(ME), moves.get(THEM))
    if actor in (ME, THEM) and len(told) == len(moves) and scene.of(actor):
        own = scene.of(actor) or ""
        possible = emit.call("possible_individual_payoff_for_choice", actor, value, own)
        yield index, emit.cell(names, actor, value, scene) if scene.full else possible
