"""Transcripts of games of an odd word as what their measures are of (`lelma.experiments.metrics.odd_word`).

The odd one is the only player with its identity. A player's guesses of itself are its `belief` notes: it takes itself
for the odd one where it gives that identity more than 1/2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from lelma.agents.word_games.heard import vote_round
from lelma.experiments.metrics.odd_word import VotedMatch
from lelma.matches.replay import Recorded, read_match
from lelma.support.errors import UsageError


def read_voted_matches(files: Sequence[Path]) -> tuple[VotedMatch, ...]:
    """The finished matches of transcripts.

    Raises:
        UsageError: for a file that is no transcript, or a match without a single odd one.
    """
    found = [(file, read_match(file)) for file in files]
    return tuple(voted_match(recorded, str(file)) for file, recorded in found if recorded.result is not None)


def voted_match(recorded: Recorded, source: str = "match") -> VotedMatch:
    """A match from its transcript.

    Raises:
        UsageError: if not exactly one player has an identity that nobody else has.
    """
    identities = _identities(recorded)
    counts = Counter(identities.values())
    odd = [player for player, identity in identities.items() if counts[identity] == 1]
    if len(odd) != 1 or len(identities) < 3:
        raise UsageError(f"{source}: no match in which one player alone has another identity")
    players = list(identities)
    rounds = {
        ply: found
        for ply in sorted(recorded.percepts)
        if (found := vote_round({text for each in recorded.percepts[ply].values() for text in each}, players))
    }
    return VotedMatch(
        odd[0],
        tuple(each.votes for each in rounds.values()),
        tuple(next(iter(each.out), None) for each in rounds.values()),
        _guesses(recorded, list(rounds), identities[odd[0]], players),
    )


def votes_cast(recorded: Recorded) -> tuple[int, ...]:
    """The joint moves, from 1, in which votes were cast."""
    players = list(_identities(recorded))
    return tuple(
        ply
        for ply in sorted(recorded.percepts)
        if vote_round({text for each in recorded.percepts[ply].values() for text in each}, players) is not None
    )


def _identities(recorded: Recorded) -> dict[str, str]:
    told = [event["identities"] for event in recorded.events if event["event"] == "identities"]
    return {player: str(each.get("identity", "")) for player, each in (told[-1] if told else {}).items()}


def _guesses(
    recorded: Recorded, voted: Sequence[int], odd: str, players: Sequence[str]
) -> Mapping[str, tuple[tuple[bool, ...], ...]]:
    """Player → round → its guesses of itself; rounds after the last vote are left out."""
    found: dict[str, list[list[bool]]] = {}
    for event in recorded.events:
        if event["event"] != "note" or event.get("kind") != "belief" or event.get("role") not in players:
            continue
        number = sum(ply < event["ply"] for ply in voted)
        chance = event.get("beliefs", {}).get(event["role"], {}).get(odd)
        if chance is not None and number < len(voted):
            found.setdefault(event["role"], [[] for _ in voted])[number].append(2 * chance > 1)
    return {player: tuple(map(tuple, rounds)) for player, rounds in found.items()}
