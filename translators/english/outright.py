"""Whether a sentence says outright that an amount is got: all that stands before it is understood."""

from __future__ import annotations

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.phrase import kinds_of
from translators.english.scene import ME

_HARMLESS = frozenset(
    "only either has have had individual true aware clear note take takes taking even end ends ending finish finishes"
    " finishing aim aims aiming pursue pursues pursuing accept accepts accepting face faces facing increase increases"
    " increasing vary varies range ranges ranging count expose exposes exposing danger point out remember keep mind"
    " well sets set puts put run limits caps fallback sure ever doing so however though then therefore thus"
    " conversely nevertheless hence gamble"
    " rather way anything anywhere somewhere between involve involves".split()
) | {"on the other hand", "by contrast", "in contrast", "by comparison", "doing so"}
"""Words that leave it standing that the amount is got, or may be."""


def is_outright(reading: Reading, amount: Amount) -> bool:
    """Whether the clause, from its move up to `amount`, holds no unknown word but adverbs and adjectives of payoffs.

    `keeps me away from the 0`, `afraid of getting 0`, `gives up the 5`: a word that the grammar does not know may turn
    the meaning round.
    """
    phrases = reading.phrases
    start = amount.clause.start
    for at in range(start, amount.index):
        if phrases[at].kind in "Mw" or (phrases[at].kind == "&" and phrases[at + 1].kind in "VWJ"):
            start = at + 1
    for at in range(start, amount.index):
        words = phrases[at].words
        known = phrases[at].kind != "." or words in _HARMLESS or words.endswith(("ly", " contrast"))
        known = known or not words[0].isalpha()
        contracted = phrases[at + 1].words == "'t"
        if not (known or contracted) and phrases[at + 1].kind not in "PNK" and phrases[at - 1].kind != "t":
            return False
    return True


def names_another(reading: Reading, amount: Amount) -> bool:
    """Whether the clause names, before the amount, a move that neither role is known to have chosen there.

    So does `I would be better off with X, which would give me 5`, where something else was chosen.
    """
    scene = amount.clause.scene
    told = {at for event in reading.events for at in range(event.start, event.end)}
    named = {
        reading.phrases[at].meaning
        for at in range(amount.clause.start, amount.index)
        if reading.phrases[at].kind == "M" and at not in told
    }
    opener = reading.phrases[amount.clause.start - 2] if amount.clause.before.endswith("(") else None
    alone = scene.me is not None and scene.them is None and amount.who == (ME,)
    if opener is not None and alone and opener.kind == "M" and amount.clause.start - 2 not in told:
        named.add(opener.meaning)
    start = amount.clause.start
    related = kinds_of(reading.phrases[max(0, start - 3) : start]) == "M,w"
    if related and start - 3 not in told:
        named.add(reading.phrases[start - 3].meaning)
    return not named <= {scene.me, scene.them}
