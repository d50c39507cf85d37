"""What a model assumed of the others, as probabilities: the first-order perspective transition of ReCon (section 3.1).

An assumption is an object, player → `identity`, which may be a side or `unknown`, and `confidence`: `certain`,
`likely` or `unknown`. Each player is taken by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lelma.agents.protocol import Note
from lelma.agents.steps.fields import GameTexts, StepMoment
from lelma.agents.steps.functions import Ask, StepResult

CERTAIN, LIKELY, UNKNOWN = "certain", "likely", "unknown"

Shares = Mapping[str, float]
"""Identity → probability."""


def guessed_beliefs(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """A note `belief` of what the step `options.of` assumed, where `options.certain` and `options.likely` are the
    probabilities of these words; what is not told goes by how many cards of each identity there are.
    """
    assumed = moment.results.get(options["of"])
    if not isinstance(assumed, dict):
        return StepResult()
    dealt = dealt_shares(moment.texts)
    sure = {CERTAIN: float(options[CERTAIN]), LIKELY: float(options[LIKELY])}
    beliefs = {player: guessed_shares(moment.texts, assumed.get(player), dealt, sure) for player in moment.others}
    note: Note = {"kind": "belief", "beliefs": beliefs, "certain": certain_of(moment, assumed)}
    return StepResult(beliefs, (note,) if any(beliefs.values()) else ())


def guessed_shares(texts: GameTexts, guess: Any, dealt: Shares, sure: Mapping[str, float]) -> dict[str, float]:
    """What a guess at one player makes of shares: `sure` of what it names, if that is possible, the rest by them."""
    named = {name: share for name, share in dealt.items() if name in meant_by(texts, guess)}
    others = {name: share for name, share in dealt.items() if name not in named}
    whole, rest = sum(named.values()), sum(others.values())
    share = sure.get(str(guess.get("confidence")), 0.0) if isinstance(guess, Mapping) else 0.0
    if not (share and whole and rest):
        return {name: round(part, 9) for name, part in dealt.items()}
    found = {name: part / whole * share for name, part in named.items()}
    found |= {name: part / rest * (1 - share) for name, part in others.items()}
    return {name: round(part, 9) for name, part in sorted(found.items())}


def meant_by(texts: GameTexts, guess: Any) -> frozenset[str]:
    """The identities that a guess names: one, those of a side, or none."""
    name = guess.get("identity") if isinstance(guess, Mapping) else None
    if not isinstance(name, str):
        return frozenset()
    return texts.sides.get(name, frozenset({name}) & frozenset(texts.identities))


def certain_of(moment: StepMoment, guesses: Mapping[str, Any]) -> dict[str, list[str]]:
    """Player → the identities of which one is called certain."""
    found = {player: meant_by(moment.texts, guesses.get(player)) for player in moment.others}
    sure = {player for player in found if found[player] and guesses[player].get("confidence") == CERTAIN}
    return {player: sorted(found[player]) for player in moment.others if player in sure}


def dealt_shares(texts: GameTexts) -> dict[str, float]:
    """How probable each identity is for somebody of whom nothing is known, by the cards that are dealt."""
    game = texts.game
    seats = game.file.seats if game is not None else None
    cards = game.parameters.get(seats.deal or "") if game is not None and seats is not None else None
    counts = list(cards.values()) if isinstance(cards, Mapping) else []
    if len(counts) != len(texts.identities) or not any(counts):
        counts = [1] * len(texts.identities)
    return {name: count / sum(counts) for name, count in zip(texts.identities, counts, strict=True) if count}
