"""Transcripts of an experiment over matches as rows: one a match and player, also for matches without a result."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.experiments.evaluation.results import priced_config
from lelma.experiments.executor import trial_file
from lelma.experiments.metrics.odd_word import VotedMatch
from lelma.experiments.run import CONFIG, MATCHES, kind_of_results
from lelma.experiments.voted_match import voted_match, votes_cast
from lelma.matches.replay import recorded_of
from lelma.matches.transcript import Event, read_transcript
from lelma.models.costs import Prices, Tally
from lelma.models.protocol import Usage
from lelma.support.errors import UsageError
from lelma.support.outside import json_value, utf8_text

ROWS = "rows.csv"

MatchMeasure = Callable[[Sequence[Event]], Mapping[str, Mapping[str, float]]]
"""From the events of a match to role → name → number."""

MeasuresOf = Callable[[str], MatchMeasure | None]
"""From the name of a game to its measures, if it has any."""


@dataclass(frozen=True)
class PlayerRow:
    """What one player came to in one match.

    Attributes:
        deal: which deal, from 1; the same in all cells.
        agent: its spec.
        outcome: `won`, `lost`, or `drawn` where all have the same goal value; empty without a result.
        ended: how the match did: `terminal`, `plies`, `stuck`; empty if it was not finished.
        reason: why there is no result; empty where there is one.
        plies, rounds: of the match; rounds by the first part of the game's `[report]`, 0 where it has none.
        refused, fallbacks, calls, prompt_tokens, reply_tokens, seconds: of this player; tokens and seconds of its
            model calls that were not replayed.
        cost: of these, by the prices of the experiment; None if a price is not known.
    """

    run: str
    cell: str
    model: str
    deal: int
    seed: int
    role: str
    identity: str
    side: str
    agent: str
    outcome: str = ""
    goal: str = ""
    ended: str = ""
    reason: str = ""
    plies: int = 0
    rounds: int = 0
    refused: int = 0
    fallbacks: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: Decimal | None = None


@dataclass(frozen=True)
class PlayerDeed:
    """A move of a player, with its words and thought, and what the player perceived last before it."""

    ply: int
    role: str
    move: str
    words: str = ""
    thought: str = ""
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlayedMatch:
    """A match of an experiment: its rows, one a player, and what agents noted, its `note` events.

    Attributes:
        measured: role → name → number, of measures that its game alone has.
        dealt: the different cards that were dealt, sorted, where the game has such; what a figure along cards goes by.
        voted: its votes, where one player alone has another identity and all vote one another out; else None.
        voted_at: the joint moves, from 1, with these votes.
        deeds: the moves of players, in order.
        hit: whether the one who seeks an identity named who has it (`[report.sought]`); None where nobody was named.
        transcript: its file, where it is one of a folder.
        rounds_begun: the joint moves after which a round began, in order.
        by_step: step of an agent and model that it asked → what these calls came to, and how many replies of them could
            not be read.
    """

    run: str
    cell: str
    model: str
    deal: int
    rows: tuple[PlayerRow, ...]
    notes: tuple[Event, ...]
    sides: Mapping[str, str]
    measured: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    dealt: tuple[str, ...] = ()
    voted: VotedMatch | None = None
    voted_at: tuple[int, ...] = ()
    deeds: tuple[PlayerDeed, ...] = ()
    hit: bool | None = None
    transcript: Path | None = None
    by_step: Mapping[tuple[str, str], tuple[Tally, int]] = field(default_factory=dict)
    rounds_begun: tuple[int, ...] = ()

    def round_of(self, ply: int) -> int:
        """The round in which a joint move was made, from 1; 0 before the first."""
        return sum(begun < ply for begun in self.rounds_begun)

    @property
    def result(self) -> bool:
        """Whether the match has one."""
        return any(row.outcome for row in self.rows)

    @property
    def identities(self) -> dict[str, str]:
        """Role → identity."""
        return {row.role: row.identity for row in self.rows}


@dataclass(frozen=True)
class MatchFolder:
    """All matches of an experiment, in the order they were planned; `planned` is its `experiment.json`."""

    name: str
    planned: Mapping[str, Any]
    matches: tuple[PlayedMatch, ...]
    damaged: tuple[str, ...] = field(default=())
    prices: Prices = field(default_factory=Prices)


def read_match_folder(folder: Path, *, measures: MeasuresOf | None = None) -> MatchFolder:
    """The matches of a results folder.

    Args:
        measures: from the name of a game to its measures of a transcript, if it has any.

    Raises:
        ExperimentError: if it holds no experiment over matches.
    """
    if kind_of_results(folder) != MATCHES:
        raise ExperimentError([f"{folder}: there is no experiment over matches in it"])
    file = folder / CONFIG
    config = json_value(utf8_text(file), str(file))
    name, prices = priced_config(file)
    found, damaged = list[PlayedMatch](), list[str]()
    measure = measures(str(config.get("game"))) if measures is not None else None
    try:
        for run, about in config["runs"].items():
            transcript = trial_file(folder, run)
            events, reason, damage = begun_match(transcript)
            damaged += [damage] if damage else []
            rows = match_rows(about, events, config, prices, reason=reason)
            notes = tuple(event for event in events if event["event"] == "note")
            key = (run, str(about["cell"]), str(about["model"]), int(about["deal"]))
            measured = measure(events) if measure is not None and events else {}
            voted, voted_at = _votes(events)
            deeds = tuple(_deeds(events))
            dealt, sides = _dealt(events, config), dict(config["sides"])
            hit = sought_hit(events, rows, config.get("sought", {}))
            played = PlayedMatch(*key, tuple(rows), notes, sides, measured, dealt, voted, voted_at, deeds, hit)
            begun = rounds_begun(events, str(config["rounds"]))
            found.append(replace(played, transcript=transcript, by_step=calls_by_step(events), rounds_begun=begun))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExperimentError([f"{file}: not as an experiment writes it: {type(error).__name__} {error}"]) from None
    return MatchFolder(name or folder.resolve().name, config, tuple(found), tuple(damaged), prices)


def begun_match(transcript: Path) -> tuple[list[Event], str, str]:
    """The events of a match, which may not be finished; why it has no result, if it has none; and what is damaged."""
    try:
        return read_transcript(transcript) if transcript.exists() else [], "not finished", ""
    except UsageError as error:
        return [], "its transcript is damaged", str(error)


def _votes(events: Sequence[Event]) -> tuple[VotedMatch | None, tuple[int, ...]]:
    """The votes of a finished match with one odd player, and the joint moves they were cast in."""
    if not events or events[-1]["event"] != "result":
        return None, ()
    try:
        recorded = recorded_of(events, "match")
        return voted_match(recorded), votes_cast(recorded)
    except UsageError:  # a match of another kind
        return None, ()


def _deeds(events: Sequence[Event]) -> Iterator[PlayerDeed]:
    """The moves of all but `random`."""
    last: dict[str, tuple[str, ...]] = {}
    for event in events:
        role = event.get("role")
        if event["event"] == "percept" and event["percepts"]:
            last[str(role)] = tuple(map(str, event["percepts"]))
        elif event["event"] == "move" and role != RANDOM:
            words, thought = str(event.get("words") or ""), str(event.get("thought") or "")
            ply = int(event["ply"])
            yield PlayerDeed(ply, str(role), str(event["move"]), words, thought, last.get(str(role), ()))


def _dealt(events: Sequence[Event], words: Mapping[str, Any]) -> tuple[str, ...]:
    card = words.get("card")
    told = [each for event in events if event["event"] == "identities" for each in event["identities"].values()]
    return tuple(sorted({str(each[card]) for each in told if card and each.get(card) is not None}))


def match_rows(
    about: Mapping[str, Any],
    events: Sequence[Event],
    words: Mapping[str, Any],
    prices: Prices,
    *,
    reason: str = "not finished",
) -> list[PlayerRow]:
    """The rows of one match, in the order of its seats.

    Args:
        about: `id`, `cell`, `model`, `deal`, `seed`, and `seats`, role → the spec of its agent.
        words: of the game: `identity`, the fluent that tells identities; `sides`, identity → side; `rounds`, the
            fluent of rounds in KIF. Without identities each role is a side of its own.
        reason: what is said of a match that has no result yet.
    """
    identities: dict[str, str] = {}
    for event in events:
        if event["event"] == "identities":
            held = {role: each.get(str(words["identity"])) for role, each in event["identities"].items()}
            identities |= {role: str(identity) for role, identity in held.items() if identity is not None}
    end = next((event for event in reversed(events) if event["event"] == "result"), None)
    rounds = len(rounds_begun(events, words["rounds"]))
    rows = []
    for role, agent in about["seats"].items():
        identity = identities.get(role, "")
        spent, cost = _spent(events, role, prices)
        rows.append(
            PlayerRow(
                run=str(about["id"]),
                cell=str(about["cell"]),
                model=str(about["model"]),
                deal=int(about["deal"]),
                seed=int(about["seed"]),
                role=role,
                identity=identity,
                side=words["sides"].get(identity, identity) if words["identity"] else role,
                agent=agent,
                **_ending(end, role, reason),
                rounds=rounds,
                refused=_counted(events, "refused", role),
                fallbacks=_counted(events, "fallback", role),
                calls=spent.calls + spent.cached_calls,
                prompt_tokens=spent.billed.prompt_tokens,
                reply_tokens=spent.billed.reply_tokens,
                seconds=round(spent.seconds, 3),
                cost=cost,
            )
        )
    return rows


def sought_hit(events: Sequence[Event], rows: Sequence[PlayerRow], sought: Mapping[str, str]) -> bool | None:
    """Whether the one who seeks an identity named who has it, by the move that `sought` tells; None without one."""
    if not {"by", "identity", "move"} <= sought.keys():
        return None
    pattern, identities = read_term(sought["move"]), {row.role: row.identity for row in rows}
    for event in events:
        if event["event"] == "move" and identities.get(str(event["role"])) == sought["by"]:
            found = match(pattern, read_term(str(event["move"])))
            if found is not None and "p" in found:
                return identities.get(kif_term(found["p"])) == sought["identity"]
    return None


def _ending(end: Event | None, role: str, reason: str) -> dict[str, Any]:
    if end is None:
        return {"reason": reason}
    ended = str(end["ended"])
    about = {"ended": ended, "plies": int(end["plies"])}
    if role not in end["goals"]:
        why = {"plies": "too many joint moves", "stuck": "a role had no legal move"}
        return {**about, "reason": why.get(ended, "no goal value")}
    won = "drawn" if not end["winners"] else "won" if role in end["winners"] else "lost"
    return {**about, "outcome": won, "goal": str(end["goals"][role])}


def rounds_begun(events: Sequence[Event], fluent: str) -> tuple[int, ...]:
    """The joint moves after which a fluent, such as `(round ?n)`, had a new value; none without a fluent."""
    if not fluent:
        return ()
    pattern, begin, found = read_term(fluent), fluent.split()[0], dict[str, int]()
    for event in events:
        for text in event["added"] if event["event"] == "state" else ():
            if not text.startswith(begin):
                continue
            try:
                term = read_term(text)
            except GdlError:
                continue
            if match(pattern, term) is not None:
                found.setdefault(text, int(event["ply"]))
    return tuple(found.values())


def _counted(events: Sequence[Event], kind: str, role: str) -> int:
    return sum(event["event"] == kind and event.get("role") == role for event in events)


def call_tally(event: Event) -> Tally:
    """What a `call` event came to; agents write these, so that numbers may be missing."""
    tokens = (event.get(name) for name in ("prompt_tokens", "reply_tokens"))
    usage = Usage(*(number if isinstance(number, int) else 0 for number in tokens))
    if event.get("cached") is True:  # of transcripts from before calls told their outcome
        return Tally(cached_calls=1, saved=usage)
    told, tries, lost = event.get("failed"), event.get("tries"), event.get("outcome") == "failed"
    further = len(told) - lost if isinstance(told, list) else 0  # the last try of a call that failed is the call itself
    seconds = event.get("seconds")
    time = float(seconds) if isinstance(seconds, int | float) else 0.0
    # Tokens and seconds of a call are those of all its tries; without a try, none reached a model.
    return Tally(calls=int(tries != 0), billed=usage, seconds=time, failed=max(0, further))


def calls_by_step(events: Sequence[Event]) -> dict[tuple[str, str], tuple[Tally, int]]:
    """Step and model → what the calls of all agents came to, and how many replies could not be read.

    Calls of agents without steps have the step `–`.
    """
    found: dict[tuple[str, str], tuple[Tally, int]] = {}
    last: dict[tuple[str, str], str] = {}
    for event in events:
        step, role = str(event.get("step") or "–"), str(event.get("role", ""))
        if event["event"] == "call":
            key = step, str(event.get("model", ""))
            last[role, step] = key[1]
            tally, unread = found.get(key, (Tally(), 0))
            found[key] = tally + call_tally(event), unread
        elif event["event"] == "note" and event.get("kind") == "unread" and (role, step) in last:
            key = step, last[role, step]
            found[key] = found[key][0], found[key][1] + 1
    return found


def _spent(events: Sequence[Event], role: str, prices: Prices) -> tuple[Tally, Decimal | None]:
    total, cost = Tally(), Decimal(0)
    known = True
    for event in events:
        if event["event"] == "call" and event.get("role") == role:
            tally = call_tally(event)
            money = prices.cost(str(event.get("model", "")), tally.billed)
            known &= money is not None or not tally.calls
            total, cost = total + tally, cost + (money or 0)
    return total, cost if known else None


def write_rows(rows: Iterable[PlayerRow], folder: Path) -> Path:
    """Write `rows.csv`; the file."""
    file, names = folder / ROWS, [each.name for each in fields(PlayerRow)]
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([getattr(row, name) for name in names] for row in rows)
    return file
