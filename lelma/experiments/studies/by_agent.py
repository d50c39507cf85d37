"""Tables and figures with a row for each agent, over all matches in which it held a part: as algorithms are compared.

```toml
[[by_agent]]
id = "table1"
title = "Table 1. Win rates"
measures = ["held", "held:wolves", "held:leaders"]
parts = { wolves = ["werewolf"], leaders = ["seer", "witch", "guard"] }   # name → identities, all held by one agent

[[by_agent]]
id = "table2"
title = "Table 2. Action scores"
measures = ["score:werewolf", "score:seer"]
bars = true                                    # a figure of the same besides
[by_agent.score]
win = 5                                        # for the winner's side
weights = { werewolf = 0.5, seer = 1.5 }       # of each deed, by the identity of whoever does it
[[by_agent.score.deeds]]
move = "(vote ?p)"                             # right where ?p is not on the own side, wrong where it is
against = true
```

Win rates and action scores: Zhu et al., "GRATR" (arXiv 2408.12333), section 4.1, Tables 1 and 2, Fig. 3. The paper says
of neither what it counts as correct; a deed here is right or wrong by who its target is (`ScoredDeed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from statistics import fmean
from typing import Any

from gdl.tree.syntax import Symbol
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.agents.judging import talk_engine
from lelma.experiments.evaluation.tables import ReportTable, TableCell
from lelma.experiments.figures import BARS, FigureSeries, ReportFigure
from lelma.experiments.metrics.confusion import Share
from lelma.experiments.metrics.means import mean_of
from lelma.experiments.over_matches.beliefs_noted import NotedBelief, noted_beliefs
from lelma.experiments.over_matches.checks_noted import THOUGHT, checked_answers
from lelma.experiments.over_matches.rows import PlayedMatch, PlayerRow
from lelma.experiments.over_matches.tables import MatchGroup
from lelma.game.game import Game
from lelma.support.errors import did_you_mean
from lelma.talk.judge import CONSISTENCY
from lelma.talk.thoughts import THOUGHT_CLASSES, Thought, against_thought


@dataclass(frozen=True)
class ScoredDeed:
    """A `[[by_agent.score.deeds]]`.

    Attributes:
        move: a pattern whose `?p` is the target; without one, the target is told by a percept.
        target: the percept that tells it, of whoever moves, the latest before the move.
        against: whether it is right against another side, and wrong against the own; else the other way round.
        only_right: whether a wrong one counts nothing.
        by: identities that it is scored for; all by default.
    """

    move: str
    target: str = ""
    against: bool = True
    only_right: bool = False
    by: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoreRules:
    """`[by_agent.score]`: points for winning, and for deeds by the identity of whoever does them."""

    win: float | int = 5
    weights: Mapping[str, float | int] = field(default_factory=dict)
    deeds: tuple[ScoredDeed, ...] = ()


@dataclass(frozen=True)
class AgentTableEntry:
    """A `[[by_agent]]`; see the module.

    Attributes:
        heads, printed: of further columns, agent → what stands in these, as it was printed.
    """

    id: str
    title: str
    measures: tuple[str, ...] = ("held",)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    score: ScoreRules = ScoreRules()
    bars: bool = False
    heads: tuple[str, ...] = ()
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class AgentMatch:
    """A match of a game in which an agent held some players, and what the table asks for."""

    played: PlayedMatch
    rows: tuple[PlayerRow, ...]
    entry: AgentTableEntry
    game: str

    def part(self, name: str) -> tuple[PlayerRow, ...]:
        """The agent's rows of a part, if it holds all of that part; else none."""
        identities = self.entry.parts[name]
        whole = [row for row in self.played.rows if row.identity in identities]
        own = [row for row in self.rows if row.identity in identities]
        return tuple(own) if own and len(own) == len(whole) else ()


AgentMeasure = Callable[[Sequence[AgentMatch], str], TableCell]
"""What an agent came to over matches, for the argument of a measure's name, which may be empty."""


def agent_of(spec: str) -> str:
    """The algorithm of an agent's spec: what stands before its model.

    >>> agent_of("gated:gratr:openai:gpt-4o"), agent_of("plain")
    ('gratr', 'plain')
    """
    names = [name for name in spec.split(":") if name not in ("gated", "advised", "observed", "isolated", "steps")]
    return names[0].partition("?")[0] if names else spec


def _won(found: Sequence[AgentMatch], part: str) -> TableCell:
    """How often the side of a part was won by whoever held it; without one, of any part."""
    results = list[bool]()
    for held in found:
        for name in [part] if part else held.entry.parts:
            rows = held.part(name)
            if rows and rows[0].outcome:
                results.append(rows[0].outcome == "won")
    return Share(sum(results), len(results)) if results else None


def _score(found: Sequence[AgentMatch], identity: str) -> TableCell:
    """The mean action score of the players with an identity, of all without one; a player and match each."""
    scores = [
        score
        for held in found
        for row in held.rows
        if row.outcome and identity in ("", row.identity) and (score := action_score(held, row)) is not None
    ]
    return mean_of(scores)


def _unfinished(found: Sequence[AgentMatch], _: str) -> TableCell:
    return sum(not held.played.result for held in found)


def _thoughts(found: Sequence[AgentMatch], what: str) -> TableCell:
    """The share of thoughts of a class, `CLASS` or `CLASS:PART`, of those that are not open; of all for `open`.

    They are those that a gate checked, with which it may feed back nothing (`gate = "observe"`).
    """
    kind, _, part = what.partition(":")
    counted = total = 0
    for held in found:
        roles = {row.role for row in (held.part(part) if part else held.rows)}
        kinds = [each for _, role, each in _classes(held) if role in roles]
        total += len(kinds) if kind == "open" else sum(each != "open" for each in kinds)
        counted += kinds.count(kind)
    return Share(counted, total) if total else None


def _classes(held: AgentMatch) -> Iterator[tuple[int, str, str]]:
    """Joint move, role and class of each thought that was checked: the last draft's, with its move and words.

    The classes are those of `lelma.talk.thoughts`.
    """
    done = {(deed.ply, deed.role): deed for deed in held.played.deeds}
    for answer in checked_answers(held.played.notes):
        deed = done.get((answer.ply, answer.role))
        if deed is None or not deed.thought:
            continue
        claims = [claim for claim in answer.attempts[-1][0] if claim.where == THOUGHT and claim.kind != CONSISTENCY]
        if any(claim.refuted for claim in claims):
            yield answer.ply, answer.role, "hallucination"
            continue
        thought = Thought(deed.ply, deed.role, deed.thought, deed.move, deed.words)
        game = _game(held.game)
        if against_thought(thought, talk_engine(game), game.sides):
            yield answer.ply, answer.role, "deception"
        else:
            yield answer.ply, answer.role, "right" if any(claim.decided for claim in claims) else "open"


def _told_apart(found: Sequence[AgentMatch], which: str) -> TableCell:
    """Of the thoughts of agents that know their mistakes, those that are called hallucinations just where they are.

    `planted` are those that are, `clean` those that are none; all by default.
    """
    told = list[bool]()
    for held in found:
        roles, planted, knowing = {row.role for row in held.rows}, dict[tuple[int, str], bool](), set[str]()
        for note in held.played.notes:
            if note.get("kind") == "mistakes":
                some = [each for each in note.get("mistakes", ()) if each.get("where") == THOUGHT]
                planted[int(note["ply"]), str(note["role"])] = bool(some)
                knowing.add(str(note["role"]))
        for ply, role, kind in _classes(held):
            is_planted = planted.get((ply, role), False)
            if role in roles & knowing and which in ("", "planted" if is_planted else "clean"):
                told.append((kind == "hallucination") == is_planted)
    return Share(sum(told), len(told)) if told else None


@lru_cache(maxsize=4)
def _game(name: str) -> Game:
    return Game.load(name)


def _noted(kind: str, name: str) -> AgentMeasure:
    """The mean over notes of a kind of a number, or of the numbers of a list, that they have."""

    def measure(found: Sequence[AgentMatch], _: str) -> TableCell:
        numbers = list[float]()
        for held in found:
            roles = {row.role for row in held.rows}
            for note in held.played.notes:
                if note.get("kind") == kind and note.get("role") in roles:
                    value = note.get(name)
                    several = value if isinstance(value, list) else [value]
                    numbers += [float(each) for each in several if isinstance(each, int | float)]
        return mean_of(numbers)

    return measure


def _refused(found: Sequence[AgentMatch], _: str) -> TableCell:
    """The share of items of evidence that a model gave and that were refused, at first."""
    refused = items = 0
    for held in found:
        roles = {row.role for row in held.rows}
        for note in held.played.notes:
            if note.get("kind") == "extracted" and note.get("role") in roles:
                refused += int(note.get("refused", 0))
                items += int(note.get("items", 0)) + int(note.get("refused", 0))
    return Share(refused, items) if items else None


def _beliefs(score: Callable[[NotedBelief], float | bool]) -> AgentMeasure:
    """The mean over matches of a score of beliefs about others."""

    def measure(found: Sequence[AgentMatch], identity: str) -> TableCell:
        means = list[float]()
        for held in found:
            roles = {row.role for row in held.rows if identity in ("", row.identity)}
            told = noted_beliefs(held.played.notes, held.played.identities, held.played.sides)
            kept = [float(score(each)) for each in told if each.role in roles and not each.own and each.sound]
            means += [fmean(kept)] if kept else []
        return mean_of(means)

    return measure


AGENT_MEASURES: Mapping[str, AgentMeasure] = {
    "held": _won,
    "score": _score,
    "thoughts": _thoughts,
    "told_apart": _told_apart,
    "brier": _beliefs(lambda each: each.side_brier),
    "sign": _beliefs(lambda each: each.right),
    "chain_length": _noted("retrieved", "lengths"),
    "on_proof": _noted("retrieved", "on_proof"),
    "refused": _refused,
    "unfinished": _unfinished,
}
"""Name → measure; a name may have an argument, `held:wolves`."""

_HEADS = {
    "held": "Win rate",
    "score": "Action score",
    "thoughts": "Thoughts",
    "told_apart": "Hallucinations told apart",
    "brier": "Side Brier",
    "sign": "Side right",
    "chain_length": "Edges of a chain",
    "on_proof": "Weight on proved evidence",
    "refused": "Evidence refused",
    "unfinished": "Without a result",
}


def agent_head(measure: str) -> str:
    """The head of a column."""
    name, _, argument = measure.partition(":")
    return f"{_HEADS[name]}, {argument}" if argument else _HEADS[name]


def agent_entry_faults(entry: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a `[[by_agent]]` entry that has its shape."""
    for measure in entry.get("measures", ()):
        name, _, argument = measure.partition(":")
        if name not in AGENT_MEASURES:
            near = f"{did_you_mean(name, AGENT_MEASURES)}; there are: {', '.join(AGENT_MEASURES)}"
            yield f"there is no measure {name!r}{near}"
        part = argument if name == "held" else argument.partition(":")[2] if name == "thoughts" else ""
        if part and part not in entry.get("parts", {}):
            yield f"measure {measure!r}: there is no part {part!r}{did_you_mean(part, entry.get('parts', {}))}"
        if name == "thoughts" and argument.partition(":")[0] not in THOUGHT_CLASSES:
            yield f"measure {measure!r}: thoughts are of the classes {', '.join(THOUGHT_CLASSES)}"
    for name, told in entry.get("printed", {}).items():
        if len(told) != len(entry.get("heads", ())):
            yield f"printed: {name!r} has {len(told)} entries, and there are {len(entry.get('heads', ()))} heads"


def agent_table(entry: AgentTableEntry, groups: Sequence[MatchGroup], game: str) -> ReportTable:
    """A row for each agent and model."""
    rows = list[tuple[TableCell, ...]]()
    for (agent, model), found in _held(entry, groups, game).items():
        cells = [_measured(measure, found) for measure in entry.measures]
        printed = entry.printed.get(f"{agent}/{model}") or entry.printed.get(agent) or ("",) * len(entry.heads)
        rows.append((agent, model, *cells, *printed))
    heads = ("Agent", "Model", *map(agent_head, entry.measures), *entry.heads)
    return ReportTable(entry.id, entry.title, heads, tuple(rows), entry.note)


def agent_figure(entry: AgentTableEntry, groups: Sequence[MatchGroup], game: str) -> ReportFigure:
    """The same as bars: a place for each measure, a series for each agent and model."""
    held = _held(entry, groups, game)
    series = [
        FigureSeries(
            f"{agent} ({model})" if model else agent,
            tuple(_measured(measure, found) for measure in entry.measures),
        )
        for (agent, model), found in held.items()
    ]
    names = {measure.partition(":")[0] for measure in entry.measures}
    axis = " and ".join(_HEADS[name] for name in _HEADS if name in names)
    places = tuple(measure.partition(":")[2] or agent_head(measure) for measure in entry.measures)
    return ReportFigure(f"{entry.id}_figure", entry.title, BARS, axis, places, tuple(series), entry.note)


def _measured(measure: str, found: Sequence[AgentMatch]) -> TableCell:
    name, _, argument = measure.partition(":")
    return AGENT_MEASURES[name](found, argument)


def _held(entry: AgentTableEntry, groups: Sequence[MatchGroup], game: str) -> dict[tuple[str, str], list[AgentMatch]]:
    """Agent and model → the matches in which it held somebody; of a part, only where it is no opponent of itself."""
    found: dict[tuple[str, str], list[AgentMatch]] = {}
    for group in groups:
        for played in group.matches:
            by_agent: dict[str, list[PlayerRow]] = {}
            for row in played.rows:
                by_agent.setdefault(agent_of(row.agent), []).append(row)
            for agent, rows in by_agent.items():
                found.setdefault((agent, group.model), []).append(AgentMatch(played, tuple(rows), entry, game))
    return found


def action_score(held: AgentMatch, row: PlayerRow) -> float | None:
    """The action score of a player in a match: each right deed its weight, each wrong one minus that, and winning."""
    rules, sides = held.entry.score, held.played.sides
    if row.identity not in rules.weights:
        return None
    identities, total = held.played.identities, float(rules.win if row.outcome == "won" else 0)
    for deed in held.played.deeds:
        if deed.role != row.role:
            continue
        for scored in rules.deeds:
            target = _target(scored, deed.move, deed.told)
            if target is None or (scored.by and row.identity not in scored.by) or target not in identities:
                continue
            same = sides.get(identities[target]) == row.side
            right = same != scored.against
            total += rules.weights[row.identity] * (1 if right else 0 if scored.only_right else -1)
    return total


def _target(scored: ScoredDeed, move: str, told: Sequence[str]) -> str | None:
    """Whom a deed is done to; None if it is no such deed, or done to nobody."""
    found = match(read_term(scored.move), read_term(move))
    if found is None:
        return None
    if scored.target:
        seen = (match(read_term(scored.target), read_term(percept)) for percept in reversed(told))
        found = next(filter(None, seen), None)
    target = found.get("p") if found is not None else None
    return target.name if isinstance(target, Symbol) else None
