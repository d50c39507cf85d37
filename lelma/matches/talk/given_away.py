"""What each speech of a match lets those who listen work out of its speaker, and what the speaker could know by then.

Of both a role is told what it could work out itself, from its own moves and percepts and the words it heard.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gdl.values import dataclass
from lelma.matches.json_types import GivenAwayJson, GivenAwaySpeechJson
from lelma.matches.talk.sought import lived_through
from lelma.matches.talk.speeches import SpokenMatch
from lelma.support.json_types import VERSION
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import Speech
from lelma.talk.leaks import Leak, Taken
from lelma.talk.live import LiveJudge
from lelma.talk.record import held_in_common, sides_in_rules


@dataclass(frozen=True)
class GivenAway:
    """What a speech tells of its speaker.

    Attributes:
        deals: how many deals were possible for the speaker before it.
        certain: other player → the identity, else the side, that all of them have.
        taken: what those who listen would think of the speaker, before and after, where that differs.
        leaks: secrets that are given away, each with the words that do.
        seconds: what it took to work all this out, since the speaker's last speech.
    """

    speech: Speech
    deals: int
    certain: Mapping[str, str]
    taken: tuple[Taken, ...]
    leaks: tuple[tuple[str, Leak], ...]
    seconds: float

    def as_json(self, match: str) -> GivenAwaySpeechJson:
        """The object of this speech."""
        return {
            "match": match,
            "seq": self.speech.seq,
            "ply": self.speech.ply,
            "speaker": self.speech.speaker,
            "deals": self.deals,
            "certain": dict(self.certain),
            "taken": [
                {
                    "listener": each.listener,
                    "fact": each.fact,
                    "heard_as": each.heard_as,
                    "before": round(float(each.before), 6),
                    "after": round(float(each.after), 6),
                }
                for each in self.taken
            ],
            "leaks": [
                {"quote": quote, "secret": leak.secret.name, "fact": leak.fact, "listener": leak.listener}
                for quote, leak in self.leaks
            ],
            "seconds": round(self.seconds, 6),
        }


def given_away_in(match: SpokenMatch, *, clock: Callable[[], float] = time.perf_counter) -> Iterator[GivenAway]:
    """Of each speech in order.

    Args:
        clock: tells seconds.

    Raises:
        LelmaError: if the game has nothing to judge by, or too much is possible.
    """
    engine, players = TalkEngine(match.game), match.record.players
    try:
        engine.warm()
        sides = sides_in_rules(match.game)
        lived = {role: lived_through(match, role) for role in players}
        judges = {role: LiveJudge(match.game, role, players, engine=engine) for role in players}
        for speech in match.speeches:
            begun, judge = clock(), judges[speech.speaker]
            for move, percepts, words in lived[speech.speaker][judge.plies : speech.ply - 1]:
                judge.observe(move, percepts, tuple(words.items()))
            deals = judge.own_deals()
            told = {
                role: held_in_common({deal[role] for deal in deals if role in deal}, sides)
                for role in players
                if role != speech.speaker
            }
            certain = {role: found for role, found in told.items() if found}
            taken = tuple(each for each in judge.taken(speech.words, sides) if each.before != each.after)
            statements = judge.judge(speech.words).statements
            leaks = tuple((each.quote, leak) for each in statements for leak in judge.given_away(each))
            yield GivenAway(speech, len(deals), certain, taken, leaks, clock() - begun)
    finally:
        engine.close()


def given_away_json(
    matches: Iterable[tuple[SpokenMatch, Sequence[GivenAway]]],
    *,
    game: str,
    source: str,
    left_out: Sequence[str] = (),
) -> GivenAwayJson:
    """What speeches of matches give away; `left_out` tells of files that can't be read."""
    found = list(matches)
    return {
        "schema": VERSION,
        "game": game,
        "file": source,
        "matches": len(found),
        "speeches": [each.as_json(match.name) for match, told in found for each in told],
        "left_out": list(left_out),
    }
