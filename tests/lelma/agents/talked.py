"""Matches of talkers, and how the game's reader and judge take what they say: a helper of tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lelma.agents.players.rule_agent import preferring_agents
from lelma.agents.players.talker import Talker
from lelma.agents.players.talker_data import read_talker_data
from lelma.game.game import Game
from lelma.matches.referee import Match, Referee
from lelma.matches.transcript import Event
from lelma.support.outside import named_options, with_rates
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import OWN, Speech, SpokenStatement, check_claims
from lelma.talk.record import Record, RecordedPly

Key = tuple[int, str, str, str]
"""Ply, role, `speech` or `thought`, sentence."""


@dataclass
class Measured:
    """What was found over some matches.

    Attributes:
        sentences: how many there were in speeches and thoughts.
        verdicts: (where, kind, verdict from the speaker's own view) → statements in sentences that are no mistakes.
        false: those of them that are false, or could not be judged, with the speech.
        recall: (error, whether it was judged false) → sentences that are mistakes.
        missed: mistakes that were not judged false, with what was read there.
    """

    sentences: int = 0
    verdicts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    false: list[tuple[int, SpokenStatement]] = field(default_factory=list)
    recall: Counter[tuple[str, bool]] = field(default_factory=Counter)
    missed: list[tuple[int, str, Key, list[tuple[tuple[str, ...], str]]]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def recalled(self, error: str) -> float:
        """The share of such mistakes that were judged false."""
        return self.recall[error, True] / max(1, self.recall[error, True] + self.recall[error, False])


def measured(game: Game, options: str, seeds: Iterable[int], *, most: int = 0) -> Measured:
    """Play a match for each seed with talkers in all seats, and judge what they said and thought from their views.

    Args:
        most: the most sentences of a speech; by default as the game's `talker.toml` has it.
    """
    referee, found = Referee(game), Measured()
    data = read_talker_data(game)
    data = replace(data, sentences=(most, most)) if most else data
    mover, rates = (
        preferring_agents(game.folder).get("plain"),
        with_rates("a talker", data.rates, named_options(options)),
    )
    for seed in seeds:
        events: list[Event] = []
        agents = {role: Talker(data, mover, rates) for role in referee.players}
        match = referee.play(agents, seed=seed, agent_seed=seed, watch=events.append)
        assert match.ended == "terminal"
        found.events = events
        _judge(game, seed, events, record_of(match, events, referee.players), found)
    return found


def record_of(match: Match, events: Iterable[Event], players: tuple[str, ...]) -> Record:
    """The record of a match by its moves and events."""
    percepts: dict[int, dict[str, list[str]]] = {}
    for event in events:
        if event["event"] == "percept":
            percepts.setdefault(event["ply"], {})[event["role"]] = event["percepts"]
    plies = [RecordedPly(joint, percepts.get(ply, {}), {}) for ply, joint in enumerate(match.moves, start=1)]
    return Record(players, tuple(plies))


def _judge(game: Game, seed: int, events: list[Event], record: Record, found: Measured) -> None:
    noted = {
        (event["ply"], event["role"]): event["mistakes"]
        for event in events
        if event["event"] == "note" and event["kind"] == "mistakes"
    }  # the last of a question is that of the answer that counts
    taken = {(event["ply"], event["role"]): event for event in events if event["event"] == "move"}
    mistakes: dict[Key, str] = {
        (*asked, each["where"], each["sentence"]): each["error"]
        for asked, some in noted.items()
        for each in some
        if taken[asked].get("tries") != 0  # and not a fallback
    }
    worlds = PossibleDeals(game, record)
    made = [event for event in events if event["event"] == "move"]
    for where, part in (("speech", "words"), ("thought", "thought")):
        said = [Speech(event["ply"], event["role"], event[part]) for event in made if event.get(part)]
        found.sentences += sum(len(re.split(r"(?<=[.?!]) ", each.words)) for each in said)
        claims = check_claims(game, record, said, worlds=worlds, views=(OWN,))
        wrong = [key for key in mistakes if key[2] == where]
        caught: dict[Key, list[SpokenStatement]] = {key: [] for key in wrong}
        for statement in claims.statements:
            inside = [key for key in wrong if _within(statement, key)]
            for key in inside:
                caught[key].append(statement)
            if not inside:
                truth = statement.truth(OWN)
                found.verdicts[where, statement.kind, truth] += 1
                if truth in ("false", "error"):
                    found.false.append((seed, statement))
        for key, statements in caught.items():
            right = any(statement.truth(OWN) == "false" for statement in statements)
            found.recall[mistakes[key], right] += 1
            if not right:
                read = [(statement.queries, statement.truth(OWN)) for statement in statements]
                found.missed.append((seed, mistakes[key], key, read))


def _within(statement: SpokenStatement, key: Key) -> bool:
    speech = statement.speech
    start = speech.words.find(key[3])
    return (speech.ply, speech.speaker) == key[:2] and start <= statement.span[0] < start + len(key[3])
