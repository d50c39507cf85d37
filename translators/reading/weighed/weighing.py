"""What a sentence most likely claims, by weights that were learnt from sentences combined of forms.

Three logistic regressions (`weights.json`) tell what kind of claim it is, whose payoff it is about, and of each move
that it names whose choice it is. They share nothing with the constructions but words and their categories. What they
are not sure enough of is not claimed; what they are fairly sure of may be found true, and only the rest refuted.
`tests/translators/reading/forms` has the forms, and how the weights are made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from translators.reading.grammar.parts import (
    Amount,
    Assertion,
    Best,
    Case,
    Choosing,
    Compares,
    Dominates,
    Gets,
    Peak,
    Who,
)
from translators.reading.weighed.features import marked, move_features, sentence_features
from translators.reading.words.game_words import GameWords
from translators.reading.words.tagging import Tagged

TELLING, REFUTABLE = 0.75, 0.95
"""How sure the weights must be for a claim to be made, and for it to be refuted if it is false."""
WEIGHTS = Path(__file__).with_name("weights.json")
NONE = "none"
"""The kind of a sentence that claims nothing of these kinds."""
_HOW = {"pay": "", "min": "min", "max": "max", "atleast": "sure", "never": "never", "can": "may"}
"""How an amount is told to be got by the kinds of claims that have one."""
_PLAIN = frozenset({"pay", "min", "max", "can"})
_DENYING = (
    *("not", "never", "no", "neither", "other_move", "avoid", "no_risk", "without_risk", "beyond"),
    *("impossible", "impossible_for", "nothing_of", "risk", "prefer", "deviate", "instead", "than"),
)
"""Categories of words with which those amounts are rather not got, or with a move that is not named."""


@dataclass(frozen=True)
class Weighed:
    """What a sentence most likely claims, and how sure that is, from 0 to 1."""

    claim: Assertion
    sure: float


def weighed(tagged: Tagged, game: GameWords) -> Weighed | None:
    """The likeliest claim of a sentence about a game of two roles that choose once; None if none is likely enough."""
    if len(game.roles) != 2 or game.plays:
        return None
    sentence = marked(tagged, game)
    if sentence is None or len(set(sentence.numbers)) > 1 or not (sentence.moves or sentence.speaks_of_players):
        return None
    found = set(sentence_features(sentence))
    kind, sure = likeliest("kind", found)
    if kind == NONE or sure < TELLING or (kind in _HOW) != bool(sentence.numbers):
        return None
    if kind in _PLAIN and sentence.has(*_DENYING):
        return None
    who, certainty = likeliest("who", found)
    sure *= certainty
    choices: dict[str, str] = {}
    for number, (_, moves) in enumerate(sentence.moves):
        owner, certainty = likeliest("owner", set(move_features(sentence, number)))
        sure *= certainty
        if len(moves) != 1 or sure < TELLING:
            return None
        for each in ("me", "them") if owner == "both" else (owner,):
            if choices.setdefault(each, moves[0]) != moves[0]:
                return None
    claim = _claim(kind, Who(who), choices, sentence.numbers[0] if sentence.numbers else None)
    return Weighed(claim, sure) if claim is not None and sure >= TELLING else None


def _claim(kind: str, who: Who, choices: Mapping[str, str], amount: Fraction | None) -> Assertion | None:
    """The claim of a kind; None where the moves that it needs are not named."""
    case = Case(tuple(Choosing(Who(owner), (move,)) for owner, move in choices.items()))
    if amount is not None:
        told = Amount((amount,), ">=" if kind == "atleast" else "=")
        return Gets(who, told, _HOW[kind], case)
    if who.kind not in choices:
        return None
    own = Case((Choosing(who, (choices[who.kind],)),))
    others = Case(tuple(each for each in case.choices if each.who != who))
    match kind:
        case "best":
            return Best(own, who, others)
        case "better":
            return Compares(own, ">", None, who, case=others)
        case "dominant" if others.empty:
            return Dominates("weak", own, None, who)
        case "safest" if others.empty:
            return Peak("max", "min", who, own)
    return None


def likeliest(task: str, found: Iterable[str]) -> tuple[str, float]:
    """The likeliest answer to what is weighed (`kind`, `who`, `owner`), and its probability."""
    told = _weights()[task]
    scores = list(told["start"])
    for feature in found:
        for place, weight in told["features"].get(feature, ()):
            scores[place] += weight
    top = max(scores)
    return told["answers"][scores.index(top)], 1 / sum(exp(score - top) for score in scores)


@cache
def _weights() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(WEIGHTS.read_text("utf-8"))
    return found
