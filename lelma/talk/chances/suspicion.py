"""How probable each deal is for a role after what it saw and heard: the possible deals, weighed by who says what.

A statement about what is hidden is, for the card that a deal gives its speaker, known to be so, open, or known to be
false. `statements.toml` of a game has for each identity how often its statements are of each kind; `statement_rates`
estimates them from matches, with Laplace's correction. A deal weighs as much as the product of the rates of what was
said, where an open statement also weighs as probable as it is for its speaker's card: who does not know guesses by what
is left. Votes and other deeds weigh nothing, but for what they prove.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gdl.values import dataclass
from lelma.game.game import Game
from lelma.support.errors import LelmaError
from lelma.talk.chances.statements import STATEMENT_KINDS, StatementRates, kind_of_statement, likely_statement
from lelma.talk.engine import TalkEngine
from lelma.talk.live import LiveJudge

Heard = Sequence[tuple[str, tuple[str, ...], Mapping[str, str]]]
"""What a role lived through: its own move, what it perceived, and who said what aloud."""


@dataclass(frozen=True)
class ChanceMove:
    """How a speech changed what a role makes of who is who.

    Attributes:
        ply: the joint move.
        before, after: player → the probability that it has the identity that is sought.
    """

    ply: int
    speaker: str
    words: str
    before: Mapping[str, float]
    after: Mapping[str, float]

    @property
    def size(self) -> float:
        """The largest change of a probability."""
        return max((abs(self.after[each] - self.before[each]) for each in self.after), default=0.0)


@dataclass(frozen=True)
class ChanceCourse:
    """The probability, for each player, of having an identity, after each joint move, for one role.

    Attributes:
        chances: after each joint move from the first, player → probability; empty before all are dealt.
        moved: the speeches that changed it, the largest change first.
    """

    role: str
    sought: str
    chances: tuple[Mapping[str, float], ...]
    moved: tuple[ChanceMove, ...]


def chance_course(
    game: Game,
    role: str,
    players: Sequence[str],
    sought: str,
    heard: Heard,
    rates: StatementRates,
    *,
    engine: TalkEngine | None = None,
) -> ChanceCourse:
    """How probable it is for a role, over a match, that each player has an identity.

    Raises:
        LelmaError: if the game has nothing to judge by.
    """
    judge = LiveJudge(game, role, tuple(players), engine=engine)
    weights: dict[tuple[tuple[str, str], ...], float] = {}
    chances, moved = list[Mapping[str, float]](), list[ChanceMove]()
    try:
        for number, (move, percepts, words) in enumerate(heard, start=1):
            said = [(speaker, text) for speaker, text in words.items() if speaker != role]
            told = [(speaker, text, judge.statement_shares(text, speaker)) for speaker, text in said]
            judge.observe(move, percepts, tuple(words.items()))
            deals = [tuple(sorted(deal.items())) for deal in judge.own_deals()]
            for speaker, text, found in told:
                before = _chances(deals, weights, sought)
                for shares in found:
                    for deal, share in shares.items():
                        identity = dict(deal).get(speaker, "")
                        weights[deal] = weights.get(deal, 1.0) * likely_statement(rates.get(identity, {}), share)
                after = _chances(deals, weights, sought)
                if found and after != before:
                    moved.append(ChanceMove(number, speaker, text, before, after))
            chances.append(_chances(deals, weights, sought))
    finally:
        if engine is None:
            judge.close()
    return ChanceCourse(role, sought, tuple(chances), tuple(sorted(moved, key=lambda each: -each.size)))


def _chances(
    deals: Sequence[tuple[tuple[str, str], ...]], weights: Mapping[Any, float], sought: str
) -> dict[str, float]:
    """Player → the share of the weight of the deals in which it has an identity."""
    whole = sum(weights.get(deal, 1.0) for deal in deals)
    found: dict[str, float] = {player: 0.0 for deal in deals[:1] for player, _ in deal}
    for deal in deals:
        for player, identity in deal:
            if identity == sought:
                found[player] += weights.get(deal, 1.0) / whole
    return found


def statement_rates(
    told: Iterable[tuple[str, str]], identities: Iterable[str], *, laplace: float = 1.0
) -> StatementRates:
    """Rates estimated from statements, each with its speaker's identity and its kind.

    Args:
        laplace: what is added to each count, so that nothing is impossible.

    >>> statement_rates([("merlin", "known"), ("merlin", "known")], ["merlin"])["merlin"]
    {'known': 0.6, 'open': 0.2, 'against': 0.2}
    """
    counts = Counter(told)
    found = {}
    for name in identities:
        row = {kind: counts[name, kind] + laplace for kind in STATEMENT_KINDS}
        found[name] = {kind: round(count / sum(row.values()), 4) for kind, count in row.items()}
    return found


def rates_as_toml(rates: StatementRates, about: str) -> str:
    """The text of a `statements.toml`."""
    rows = [
        f"{name} = {{ {', '.join(f'{kind} = {rate}' for kind, rate in row.items())} }}" for name, row in rates.items()
    ]
    return "\n".join([*(f"# {line}" for line in about.splitlines()), "", *rows, ""])


def kinds_in_match(
    game: Game, players: Sequence[str], identities: Mapping[str, str], lived: Mapping[str, Heard], engine: TalkEngine
) -> list[tuple[str, str]]:
    """Identity and kind of each statement about what is hidden in a match whose deal is known.

    Args:
        lived: what each player lived through.
    """
    true, found = tuple(sorted(identities.items())), list[tuple[str, str]]()
    for speaker, heard in lived.items():
        judge = LiveJudge(game, speaker, tuple(players), engine=engine)
        for move, percepts, words in heard:
            if words.get(speaker):
                try:
                    several = judge.statement_shares(words[speaker], speaker)
                except LelmaError:  # what can't be told of, such as before all are dealt, is no statement of a card
                    several = []
                held = [kind_of_statement(shares[true]) for shares in several if true in shares]
                found += [(identities[speaker], kind) for kind in held]
            judge.observe(move, percepts, tuple(words.items()))
    return found
