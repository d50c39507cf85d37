"""One match of any GDL or GDL-II game: asks the roles on turn, checks their moves, tells each what it perceives.

Roles that move at once are asked before any of them hears of the others' moves. A move that the rules do not allow is
refused with the reason, and asked for again; after `Settings.tries` refusals, or where no answer comes, a fallback
is played: one of the legal moves that `[fallback]` of the game's `game.toml` names, else any of them, drawn by the
agents' seed, and marked in the transcript. A role with one legal move is not asked, unless the move carries words.

Agents are also told of the match as it goes, where they have hooks for it (`lelma.agents.protocol`).

The role `random` draws each of its legal moves alike, by the match's seed. What agents are given for their own chance,
and fallbacks, follow from a seed of their own: who has a number made from a small seed finds that by trying all, and by
it the deal. Where the rules say nothing of percepts (plain GDL), every role perceives every move, as
`(does role move)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from lelma.agents.asking import LONGEST_TOLD, Asker
from lelma.agents.move_text import shown
from lelma.agents.protocol import Agent, MatchResult, PastMatch, Ply, Refused, Seat, Utterance, View
from lelma.agents.told import functor_of
from lelma.engine.dynamics import Dynamics, GameState, Look, has_percepts
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page
from lelma.game.wording import Wording
from lelma.matches.log import MatchLog, winners
from lelma.matches.own_facts import own_facts, percepts_named
from lelma.matches.replay import recorded_of
from lelma.matches.transcript import Event, Transcript
from lelma.matches.turns.answers import AnswerRules, Decision, RoleQuestion
from lelma.matches.turns.asked import Turns, seed_number
from lelma.matches.turns.past import completed, notes_of, past_plies
from lelma.support.errors import UsageError


@dataclass(frozen=True)
class Settings:
    """How a match is led.

    Attributes:
        tries: answers that a role may give to one question.
        seconds: how long an answer may take; None for no limit.
        plies: joint moves after which a match ends without a result.
    """

    tries: int = 3
    seconds: float | None = 120.0
    plies: int = 10_000


@dataclass(frozen=True)
class Match:
    """A match that is over.

    Attributes:
        moves: the joint moves, role → move.
        states: hash of each state, from the initial one (`lelma.matches.log.state_hash`).
        goals: role → goal value; empty if the match has no result.
        ended: `terminal`, `plies` (too many), or `stuck` (a role without a legal move).
        refused, fallbacks: how many answers were refused, and moves played in place of an answer.
    """

    moves: tuple[Mapping[str, str], ...]
    states: tuple[str, ...]
    goals: Mapping[str, Fraction]
    ended: str
    refused: int
    fallbacks: int


class Referee:
    """Leads matches of one game, one after another."""

    def __init__(
        self, game: Game, *, settings: Settings | None = None, rules: str = "", dynamics: Dynamics | None = None
    ) -> None:
        """Load the game.

        Args:
            rules: those that agents are given, in plain English.
            dynamics: what steps the game; `Progression` by default.

        Raises:
            GameError: if the game can't be played, or its words have faults.
        """
        self.game = game
        self.settings = settings or Settings()
        self.rules = rules or rules_page(game)
        self.wording = Wording(game.file.words)
        self.dynamics = dynamics or Progression(game.description)
        self.perceived = has_percepts(game.description)
        self.answers = AnswerRules(game, self.wording, self.dynamics.roles)

    @property
    def players(self) -> tuple[str, ...]:
        """The roles that agents play."""
        return tuple(role for role in self.dynamics.roles if role != RANDOM)

    def play(
        self,
        agents: Mapping[str, Agent],
        *,
        seed: int = 0,
        agent_seed: int = 0,
        transcript: Path | None = None,
        watch: Callable[[Event], None] | None = None,
        memory: Mapping[str, Path] | None = None,
        resume: bool = False,
    ) -> Match:
        """Play one match.

        Args:
            agents: one for each of `players`.
            seed: of what the role `random` draws. An agent that guesses it knows the deal: make it a large one where
                agents are not trusted.
            agent_seed: of what agents draw, and of fallbacks. It should not tell the other one.
            transcript: a file to be written as the match is played.
            watch: called with each event.
            memory: role → the folder where its agent keeps what it learns; roles may be missing.
            resume: go on with the match of the transcript, which was cut off, from its last completed joint move.

        Raises:
            UsageError: if a role has no agent, an agent no role, or the transcript is there already; of a match that
                goes on, if its transcript is that of another one, or of one that is over.
            GameError: if the rules can't be followed any further.
        """
        if set(agents) != set(self.players):
            given = ", ".join(agents) or "none"
            raise UsageError(f"agents are needed for {', '.join(self.players)}; there are {given}")
        if resume and transcript is None:
            raise UsageError("a match goes on from its transcript: name the file")
        file = None if transcript is None else Transcript(transcript, sync=False)
        log = MatchLog(file, watch, secret=self.game.file.knowledge.hidden)
        try:
            if file is not None and file.events and not resume:
                raise UsageError(f"{transcript} holds a match already")
            table = _Table(self, agents, (seed, agent_seed), log, memory or {})
            if file is not None and file.events:
                events = completed(file.events, str(transcript))
                table.check(file.events[0], str(transcript))
                file.keep(len(events))
                return table.play(tuple(events), str(transcript))
            return table.play()
        finally:
            if file is not None:
                file.close()


def play_match(
    game: Game,
    agents: Mapping[str, Agent],
    *,
    seed: int = 0,
    agent_seed: int = 0,
    transcript: Path | None = None,
    settings: Settings | None = None,
    watch: Callable[[Event], None] | None = None,
    dynamics: Dynamics | None = None,
) -> Match:
    """One match of a game; see `Referee` and `Referee.play`."""
    return Referee(game, settings=settings, dynamics=dynamics).play(
        agents, seed=seed, agent_seed=agent_seed, transcript=transcript, watch=watch
    )


class _Table:
    """One match in the course of play."""

    def __init__(
        self,
        referee: Referee,
        agents: Mapping[str, Agent],
        seeds: tuple[int, int],
        log: MatchLog,
        memory: Mapping[str, Path],
    ) -> None:
        self.referee, self.log, self.memory = referee, log, memory
        self.seed, self.agent_seed = seeds
        self.dynamics = referee.dynamics
        self.askers = {role: Asker(agent) for role, agent in agents.items()}
        self.turns = Turns(
            referee.answers, self.askers, self._view, tries=referee.settings.tries, agent_seed=self.agent_seed
        )
        self.chance = random.Random(f"{self.seed}/{RANDOM}")
        self.plies: dict[str, tuple[Ply, ...]] = dict.fromkeys(agents, ())
        self.moves: list[dict[str, str]] = []
        self.refused = self.fallbacks = 0

    def check(self, head: Event, source: str) -> None:
        """See whether a transcript that begins so is one of this match.

        Raises:
            UsageError: if it is not, with what differs.
        """
        told: list[Event] = []
        self._head(MatchLog(None, told.append, secret=()))
        for name, value in told[0].items():
            if name in head and head[name] != value:
                raise UsageError(f"{source} holds another match: its {name} is {head[name]}, not {value}")

    def play(self, events: tuple[Event, ...] = (), source: str = "") -> Match:
        """Play the match; after the events of its transcript, if there are any."""
        settings = self.referee.settings
        if events:
            state, look = self._go_on(events, source)
        else:
            self._head(self.log)
            state = self.dynamics.initial
            look = self.dynamics.look(state)
            self._begin()
            self.log.state(0, state)
        moves = self.moves
        while not look.terminal and all(look.legal.values()) and len(moves) < settings.plies:
            joint = self._joint(state, look, len(moves) + 1)
            step, look = self.dynamics.advance(state, {role: each.move for role, each in joint.items()})
            state = step.state
            moves.append({role: each.move for role, each in joint.items()})
            self._tell(joint, step.percepts, len(moves))
            self.log.state(len(moves), state)
        ended = "terminal" if look.terminal else "plies" if all(look.legal.values()) else "stuck"
        found = self.dynamics.goals(state) if look.terminal else {}
        goals = {role: values[0] for role, values in found.items() if len(values) == 1 and role != RANDOM}
        self._end(ended, state, len(moves), goals)
        self.log.result(len(moves), ended, goals, self.refused, self.fallbacks)
        return Match(tuple(moves), tuple(self.log.hashes), goals, ended, self.refused, self.fallbacks)

    def _head(self, log: MatchLog) -> None:
        names = {role: each.name for role, each in self.askers.items()}
        log.match(self.referee.game, self.seed, self.agent_seed, self.dynamics.roles, names)

    def _go_on(self, events: tuple[Event, ...], source: str) -> tuple[GameState, Look]:
        """Bring the match, and its agents, to where its transcript ends."""
        recorded = recorded_of(events, source)
        state = self.dynamics.initial
        look = self.dynamics.look(state)
        pasts, questions = past_plies(recorded, self.dynamics, source), list[list[RoleQuestion]]()
        for ply, past in enumerate(pasts, start=1):
            if RANDOM in past.legal and self.chance.choice(past.legal[RANDOM]) != past.joint[RANDOM].move:
                raise UsageError(f"{source}: what is drawn in joint move {ply} does not follow from seed {self.seed}")
            self.moves.append({role: each.move for role, each in past.joint.items()})
            questions.append(self._questions(state, look, ply))
            self._lived(past.joint, past.percepts)
            state, look = past.state, past.look
        self.refused = sum(event["event"] == "refused" for event in events)
        self.fallbacks = sum(event["event"] == "fallback" for event in events)
        self.log.go_on(events, recorded.hashes, state)
        seconds = self.referee.settings.seconds
        for role, asker in self.askers.items():
            ply, seat = len(self.moves), self._seat(role)
            if role in self.memory:
                self._hook(ply, role, "load", self.memory[role])
            if not asker.asked_again and self._hook(
                ply, role, "resume", PastMatch(seat, self.plies[role], notes_of(recorded, role))
            ):
                continue
            asker.tell("begin", seat, seconds)
            for past, asked, lived in zip(pasts, questions, self.plies[role], strict=True):
                for question in asked:
                    if asker.asked_again and question.role == role:
                        self._ask_again(question, past.joint[role])
                asker.tell("observe", replace(lived, heard=tuple(map(replace, lived.heard))), seconds)
        return state, look

    def _ask_again(self, question: RoleQuestion, taken: Decision) -> None:
        """Ask what an agent answered before, so that it knows again what it said; what was written stays so."""
        quiet = MatchLog(None, None, secret=())
        found = self.turns.asked([question], quiet)[question.role].decision
        if found != taken:
            why = f"the agent answers joint move {question.ply} otherwise than it did, which counts"
            self.log.trouble(len(self.moves), question.role, "resume", why)

    def _joint(self, state: GameState, look: Look, ply: int) -> dict[str, Decision]:
        """What every role does, written in the order of the roles."""
        questions = self._questions(state, look, ply)
        asked_of = {question.role for question in questions}
        decided: dict[str, Decision] = {}
        for role, legal in look.legal.items():
            if role == RANDOM:
                decided[role] = Decision(self.chance.choice(legal))
                if len(legal) > 1:
                    self.log.move(ply, role, decided[role].move, len(legal))
            elif role not in asked_of:
                decided[role] = Decision(legal[0])
        for role, asked in self.turns.asked(questions, self.log).items():
            decided[role] = asked.decision
            self.refused += asked.refused
            self.fallbacks += asked.fallbacks
        return {role: decided[role] for role in look.legal}

    def _questions(self, state: GameState, look: Look, ply: int) -> list[RoleQuestion]:
        """What the players are asked for a joint move: all but those with one legal move that carries no words."""
        carries_words = self.referee.answers.speech.carries_words
        found = []
        for role, legal in look.legal.items():
            speaking = frozenset(filter(carries_words, legal))
            if role != RANDOM and (len(legal) > 1 or speaking):
                found.append(RoleQuestion(ply, role, state, legal, speaking, self.plies[role]))
        return found

    def _view(self, question: RoleQuestion, refused: tuple[Refused, ...]) -> View:
        referee, knowledge = self.referee, self.referee.game.file.knowledge
        role, ply, plies = question.role, question.ply, question.plies
        return View(
            role=role,
            roles=self.dynamics.roles,
            rules=referee.rules,
            wording=referee.wording,
            plies=plies,
            legal=question.legal,
            speaking=question.speaking,
            card=percepts_named(knowledge.card, plies),
            known=own_facts(role, question.state, knowledge.own),
            refused=refused,
            seconds=referee.settings.seconds,
            seed=seed_number(f"{self.agent_seed}/{role}/{ply}/{len(refused)}"),
            task=referee.answers.task(question.legal, role, plies[-1].percepts if plies else ()),
        )

    def _lived(self, joint: Mapping[str, Decision], percepts: Mapping[str, tuple[str, ...]]) -> None:
        """Add to what every player lived through what it perceives and hears of a joint move."""
        spoken = [Utterance(role, each.words) for role, each in joint.items() if each.words]
        everything = () if self.referee.perceived else tuple(f"(does {r} {each.move})" for r, each in joint.items())
        for role in self.plies:
            seen = percepts[role] or everything
            heard = tuple(each for each in spoken if each.role == role or _names(seen, each.role))
            own = joint[role]
            self.plies[role] += (Ply(own.move, seen, heard, own.chosen, own.thought),)

    def _tell(self, joint: Mapping[str, Decision], percepts: Mapping[str, tuple[str, ...]], ply: int) -> None:
        """Tell every player what it perceives and hears."""
        self._lived(joint, percepts)
        for role, plies in self.plies.items():
            self.log.percepts(ply, role, plies[-1].percepts, plies[-1].heard)
        for role, plies in self.plies.items():
            # Values of its own: what an agent does to them changes nothing else.
            self._hook(ply, role, "observe", replace(plies[-1], heard=tuple(map(replace, plies[-1].heard))))

    def _begin(self) -> None:
        for role in self.askers:
            if role in self.memory:
                self._hook(0, role, "load", self.memory[role])
            self._hook(0, role, "begin", self._seat(role))

    def _seat(self, role: str) -> Seat:
        referee, seed = self.referee, seed_number(f"{self.agent_seed}/{role}/seat")
        return Seat(role, self.dynamics.roles, referee.rules, referee.wording, referee.settings.seconds, seed)

    def _end(self, ended: str, state: GameState, ply: int, goals: Mapping[str, Fraction]) -> None:
        told = self.referee.game.file.knowledge.revealed_at_end
        revealed = tuple(fact for fact in state if functor_of(fact) in told)
        for role in self.askers:
            self._hook(ply, role, "end", MatchResult(ended, ply, dict(goals), tuple(winners(goals)), revealed))
            if role in self.memory:
                self._hook(ply, role, "save", self.memory[role])

    def _hook(self, ply: int, role: str, hook: str, value: object) -> bool:
        """Tell an agent something, if it has the hook; what goes wrong with that is for the transcript alone."""
        told = self.askers[role].tell(hook, value, self.referee.settings.seconds)
        self.log.notes(ply, role, told.notes)
        if told.trouble:
            self.log.trouble(ply, role, hook, shown(told.trouble, LONGEST_TOLD))
        return not told.missing


def _names(percepts: Sequence[str], role: str) -> bool:
    """Whether a percept names a role: who perceives a speaker's move hears the words."""
    return any(role in text.replace("(", " ").replace(")", " ").split() for text in percepts)
