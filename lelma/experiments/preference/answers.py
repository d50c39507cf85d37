"""Several agents answer the same prompts, those of recorded matches: nothing but the words of one turn differs.

A match is played once more as it went, and at some turns of a side that carry words each of the agents is asked what it
would say; then what was said goes on. An agent lives through the whole match, and is asked at these turns alone.

Three things are measured of words without a judge, from what the speaker saw (ReCon paper, arXiv 2310.01320, 4.1.2, has
a model judge them):

- concealment: minus the most by which they raise the share of an enemy's deals in which the speaker is what it is;
- logic: the share of claims that the speaker's view does not refute, of those that it decides;
- information: the bits about who is on which side that a listener of the own side gains from those statements that are
  so, taken at face value, in the true deal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.agents.judging import judging
from lelma.agents.protocol import Agent, Answer, Note, Ply, Seat, View
from lelma.agents.roster import make_agents
from lelma.agents.steps.fields import GameTexts, StepMoment, field_values
from lelma.experiments.errors import ExperimentError
from lelma.experiments.executor import trial_file
from lelma.experiments.match_trial import MatchPlan
from lelma.experiments.over_matches.rows import MatchFolder, PlayedMatch, read_match_folder
from lelma.experiments.over_matches.seating import Seating
from lelma.matches.transcript import Event, read_transcript
from lelma.support.errors import LelmaError, did_you_mean
from lelma.support.outside import json_value, utf8_text
from lelma.talk.judge import OWN

PREFERENCE = "preference"
"""The folder of preferences, in that of the results."""

ANSWERS = "answers.jsonl"

CONCEALMENT, LOGIC, INFORMATION = "CCL", "LG", "INF"
MEASURED_DIMENSIONS = (CONCEALMENT, LOGIC, INFORMATION)
"""The dimensions that are measured, too."""

_TOLD = ("rules", "you", "role_hint", "situation", "dialogue", "own", "known", "legal")
"""The fields of the prompt that a judge is told."""


@dataclass(frozen=True)
class PromptAnswers:
    """What several agents say to one prompt.

    Attributes:
        id: names it: match, joint move and role.
        told: what the role was told, as the fields of a judge's prompt.
        words: agent → what it says; an agent that gave no words is not in it.
        measured: agent → dimension → what was measured; one that can't be told is not in it.
    """

    id: str
    role: str
    identity: str
    told: Mapping[str, str]
    words: Mapping[str, str]
    measured: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


def collect_answers(
    folder: Path,
    agents: Mapping[str, str],
    *,
    side: str = "",
    limit: int = 24,
    seed: int = 0,
    on_change: Callable[[int, int], None] = lambda done, total: None,
) -> list[PromptAnswers]:
    """What agents say to prompts of a results folder of matches, which is kept in it: what is there is not asked again.

    Args:
        agents: name → spec.
        side: whose turns; by default that of the experiment, or the first.
        limit: how many prompts, drawn by the seed.

    Raises:
        ExperimentError: if the folder holds no finished match, or no turn of that side with words.
        UsageError, ModelError: if an agent can't be made.
    """
    found = read_match_folder(folder)
    turns = _turns(folder, found, side or str(found.planned["side"]) or _first_side(found))
    chosen = sorted(Random(seed).sample(range(len(turns)), min(limit, len(turns))))
    kept = {each.id: each for each in read_answers(folder)}
    by_match: dict[str, list[_Turn]] = {}
    for at in chosen:
        by_match.setdefault(turns[at].run, []).append(turns[at])
    for run, some in by_match.items():
        missing = [turn for turn in some if not agents.keys() <= kept.get(turn.id, _NOTHING).words.keys()]
        if missing:
            for answers in _Once(folder, found, run, agents).asked(missing):
                kept[answers.id] = _joined(kept.get(answers.id), answers)
            _write(folder, kept.values())
        on_change(sum(turns[at].id in kept for at in chosen), len(chosen))
    return [kept[turns[at].id] for at in chosen if turns[at].id in kept]


def read_answers(folder: Path) -> list[PromptAnswers]:
    """The answers that a results folder keeps."""
    file = folder / PREFERENCE / ANSWERS
    lines = utf8_text(file).splitlines() if file.is_file() else []
    return [PromptAnswers(**json_value(line, f"{file}:{number}")) for number, line in enumerate(lines, 1) if line]


def _write(folder: Path, answers: Any) -> None:
    file = folder / PREFERENCE / ANSWERS
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(asdict(each)) + "\n" for each in answers), "utf-8")


_NOTHING = PromptAnswers("", "", "", {}, {})


def _joined(before: PromptAnswers | None, now: PromptAnswers) -> PromptAnswers:
    if before is None:
        return now
    words, measured = {**before.words, **now.words}, {**before.measured, **now.measured}
    return PromptAnswers(now.id, now.role, now.identity, now.told, words, measured)


@dataclass(frozen=True)
class _Turn:
    run: str
    ply: int
    role: str

    @property
    def id(self) -> str:
        return f"{self.run}/{self.ply}/{self.role}"


def _first_side(found: MatchFolder) -> str:
    return min((row.side for each in found.matches for row in each.rows if row.side), default="")


def _turns(folder: Path, found: MatchFolder, side: str) -> list[_Turn]:
    turns = list[_Turn]()
    sides = {row.side for each in found.matches for row in each.rows}
    if side not in sides:
        raise ExperimentError([f"{folder}: nobody was on the side {side!r}{did_you_mean(side, sides)}"])
    for each in found.matches:
        mine = {row.role for row in each.rows if row.side == side}
        for event in read_transcript(trial_file(folder, each.run)) if each.result else ():
            if event["event"] == "move" and event["role"] in mine and event.get("words"):
                turns.append(_Turn(each.run, int(event["ply"]), str(event["role"])))
    if not turns:
        raise ExperimentError([f"{folder}: no finished match in it has words of {side}"])
    return turns


class _Once:
    """A match that is played as it went, with agents asked aside."""

    def __init__(self, folder: Path, found: MatchFolder, run: str, agents: Mapping[str, str]) -> None:
        """Load the game, and make the agents."""
        planned = found.planned
        setup = MatchPlan(planned["game"], "", preset=planned["preset"], parameters=planned["parameters"])
        self._seating, self._agents = Seating(setup), agents
        self._run, self._about = run, planned["runs"][run]
        self._events = read_transcript(trial_file(folder, run))
        self._match: PlayedMatch = next(each for each in found.matches if each.run == run)
        self._sides = found.planned["sides"]
        self._texts = GameTexts.of(self._seating.game)

    def asked(self, turns: Sequence[_Turn]) -> list[PromptAnswers]:
        """What the agents say at some turns.

        Raises:
            ExperimentError: if the match goes another way than it went.
        """
        moves: dict[str, dict[int, Event]] = {}
        for event in self._events:
            if event["event"] == "move":
                moves.setdefault(str(event["role"]), {})[int(event["ply"])] = event
        roles = {turn.role for turn in turns}
        made = {name: make_agents(spec, self._seating.game, sorted(roles))() for name, spec in self._agents.items()}
        seats: dict[str, Agent] = {
            role: _Repeating(moves.get(role, {}), {}, (), self._answered) for role in self._seating.players
        }
        for role in roles:
            plies = {turn.ply for turn in turns if turn.role == role}
            beside = {name: made[name][role] for name in self._agents}
            seats[role] = _Repeating(moves.get(role, {}), beside, plies, self._answered)
        match = self._seating.referee.play(seats, seed=self._about["seed"], agent_seed=self._about["agent_seed"])
        hashes = [event["hash"] for event in self._events if event["event"] == "state" and "hash" in event]
        if hashes and list(match.states) != hashes:
            raise ExperimentError([f"{self._run}: the match does not go as it went: its rules have changed"])
        return [answers for seat in seats.values() if isinstance(seat, _Repeating) for answers in seat.found]

    def _answered(self, view: View, answers: Mapping[str, Answer]) -> PromptAnswers:
        moment = StepMoment("act", view, {}, {}, None, self._texts)
        values = field_values(moment, self._texts, (), "")
        words = {name: answer.words.strip() for name, answer in answers.items() if answer.words.strip()}
        return PromptAnswers(
            f"{self._run}/{len(view.plies) + 1}/{view.role}",
            view.role,
            self._match.identities[view.role],
            {name: values[name] for name in _TOLD},
            words,
            {name: self._measured(moment, each) for name, each in words.items()},
        )

    def _measured(self, moment: StepMoment, words: str) -> dict[str, float]:
        found: dict[str, float] = {}
        try:
            with judging(moment) as judge:
                sides = moment.texts.sides
                own = self._match.identities[moment.view.role]
                enemies = {name for those in sides.values() if own not in those for name in those}
                taken = judge.taken(words, sides)
                rises = [
                    t.after - t.before for t in taken if t.listener in enemies and t.fact == own and t.after > t.before
                ]
                found[CONCEALMENT] = -float(max(rises, default=Fraction(0)))
                truths = [each.truth(OWN) for each in judge.judge(words, aloud=False).statements]
                decided = [truth for truth in truths if truth in ("true", "false")]
                if decided:
                    found[LOGIC] = decided.count("true") / len(decided)
                found[INFORMATION] = judge.gained(words, sides, self._match.identities)
        except LelmaError:  # such as of words that nothing can be told of: that measure is missing
            return found
        return found


class _Repeating:
    """Does what was done; at some turns asks others what they would say."""

    name, here = "repeating", True

    def __init__(
        self,
        moves: Mapping[int, Event],
        beside: Mapping[str, Agent],
        plies: Any,
        answered: Callable[[View, Mapping[str, Answer]], PromptAnswers],
    ) -> None:
        self._moves, self._beside, self._plies, self._answered = moves, beside, plies, answered
        self.found: list[PromptAnswers] = []

    def begin(self, seat: Seat) -> Sequence[Note]:
        return self._all("begin", seat)

    def observe(self, ply: Ply) -> Sequence[Note]:
        return self._all("observe", ply)

    def _all(self, hook: str, value: object) -> Sequence[Note]:
        for agent in self._beside.values():
            getattr(agent, hook, lambda value: ())(value)
        return ()

    def act(self, view: View) -> Answer:
        ply = len(view.plies) + 1
        if ply in self._plies:
            self.found.append(self._answered(view, {name: agent.act(view) for name, agent in self._beside.items()}))
        event = self._moves[ply]
        return Answer(str(event["move"]), str(event.get("words", "")), str(event.get("thought", "")))
