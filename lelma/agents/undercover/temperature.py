"""The temperature of the player that explains what was said: fitted on moments of matches whose spy is known.

Fit it on matches of some pairs of words and try it on others (att_nli spec: on training pairs only); the default of
`abducer` was had so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log

from gdl.values import dataclass
from lelma.agents.undercover.abducer import weighed_deals
from lelma.words.word_facts import WordFacts

TEMPERATURES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
_FLOOR = 1e-6


@dataclass(frozen=True)
class KnownDeal:
    """What one player had heard at a moment of a match, and who the spy was.

    Attributes:
        me, word: the player and its word.
        said: player → its descriptions.
        gone: who was out.
    """

    me: str
    word: str
    said: Mapping[str, Sequence[str]]
    players: Sequence[str]
    spy: str
    gone: Sequence[str] = ()


def temperature_loss(facts: WordFacts, deals: Iterable[KnownDeal], temperature: float) -> float:
    """The mean log loss, in nats, of the true spy's probability.

    Raises:
        ValueError: for no deals.
    """
    losses = []
    for deal in deals:
        found = weighed_deals(
            facts, deal.me, deal.word, deal.said, deal.players, gone=deal.gone, temperature=temperature
        )
        losses.append(-log(max(_FLOOR, found.spies[deal.spy])))
    if not losses:
        raise ValueError("no deal to fit a temperature on")
    return sum(losses) / len(losses)


def fitted_temperature(
    facts: WordFacts, deals: Sequence[KnownDeal], *, temperatures: Sequence[float] = TEMPERATURES
) -> float:
    """The temperature with the least loss; the first of equal ones.

    Raises:
        ValueError: for no deals.
    """
    return min(temperatures, key=lambda each: temperature_loss(facts, deals, each))
