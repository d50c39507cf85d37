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

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Symbol
from gdl.tree.term import match, read_term, substitute
from lelma.agents.asking import LONGEST_TOLD, LONGEST_WORDS, Asker, NoAnswer
from lelma.agents.move_text import read_move, shown, spelt_move
from lelma.agents.notes import sound_notes
from lelma.agents.protocol import Agent, Answer, MatchResult, Ply, Refused, Seat, Utterance, View
from lelma.agents.told import functor_of
from lelma.engine.conditions import Conditions
from lelma.engine.dynamics import Dynamics, GameState, Look, has_percepts
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page
from lelma.game.wording import Wording
from lelma.matches.illegal_moves import WhyNot
from lelma.matches.log import MatchLog, winners
from lelma.matches.own_facts import own_facts, percepts_named
from lelma.matches.speech_rules import Said, SpeechRules
from lelma.matches.transcript import Event, Transcript
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


@dataclass(frozen=True)
class Decision:
    """What a role does on a ply: its move, the words that go with it, and what it thought if it chose the move."""

    move: str
    words: str = ""
    chosen: bool = False
    thought: str = ""


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
        self.speech = SpeechRules(game)
        self._fallback = game.file.fallback.moves
        self._tasks = {task: tuple(map(read_term, texts)) for task, texts in game.file.tasks.items()}

    @cached_property
    def why_not(self) -> WhyNot:
        """Tells why moves are illegal."""
        conditions, secret = Conditions(self.game.description), self.game.file.knowledge.hidden
        return WhyNot(conditions, self.wording, roles=self.dynamics.roles, secret=secret)

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

        Raises:
            UsageError: if a role has no agent, an agent no role, or the transcript is there already.
            GameError: if the rules can't be followed any further.
        """
        if set(agents) != set(self.players):
            given = ", ".join(agents) or "none"
            raise UsageError(f"agents are needed for {', '.join(self.players)}; there are {given}")
        file = None
        if transcript is not None:
            file = Transcript(transcript, sync=False)
            if file.events:
                file.close()
                raise UsageError(f"{transcript} holds a match already")
        log = MatchLog(file, watch, secret=self.game.file.knowledge.hidden)
        try:
            return _Table(self, agents, (seed, agent_seed), log, memory or {}).play()
        finally:
            if file is not None:
                file.close()

    def task(self, legal: Sequence[str]) -> str:
        """What a role with these moves is asked for: the first task of the game that one of them fits."""
        moves = [read_term(move) for move in legal]
        for task, patterns in self._tasks.items():
            if any(match(pattern, move) is not None for pattern in patterns for move in moves):
                return task
        return ""

    def fallback(self, legal: Sequence[str], role: str, chance: random.Random) -> tuple[str, str]:
        """A legal move in place of an answer, and by which rule it was taken."""
        for pattern in self._fallback:
            wanted = substitute(pattern, {"me": Symbol(role)})
            found = [move for move in legal if match(wanted, read_term(move)) is not None]
            if found:
                return chance.choice(found), "preferred"
        return chance.choice(legal), "drawn"


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
        self.chance = random.Random(f"{self.seed}/{RANDOM}")
        self.plies: dict[str, tuple[Ply, ...]] = dict.fromkeys(agents, ())
        self.refused = self.fallbacks = 0

    def play(self) -> Match:
        game, settings = self.referee.game, self.referee.settings
        names = {role: each.name for role, each in self.askers.items()}
        self.log.match(game, self.seed, self.agent_seed, self.dynamics.roles, names)
        state, moves = self.dynamics.initial, list[dict[str, str]]()
        look = self.dynamics.look(state)
        self._begin()
        self.log.state(0, state)
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

    def _joint(self, state: GameState, look: Look, ply: int) -> dict[str, Decision]:
        return {role: self._decision(state, role, legal, ply) for role, legal in look.legal.items()}

    def _decision(self, state: GameState, role: str, legal: tuple[str, ...], ply: int) -> Decision:
        if role == RANDOM:
            move = self.chance.choice(legal)
            if len(legal) > 1:
                self.log.move(ply, role, move, len(legal))
            return Decision(move)
        speaking = frozenset(filter(self.referee.speech.carries_words, legal))
        if len(legal) == 1 and not speaking:
            return Decision(legal[0])
        return self._asked(state, role, legal, speaking, ply)

    def _asked(
        self, state: GameState, role: str, legal: tuple[str, ...], speaking: frozenset[str], ply: int
    ) -> Decision:
        """The role's move, once it is one; else the fallback."""
        refused: tuple[Refused, ...] = ()
        why = ""
        while len(refused) < self.referee.settings.tries:
            view = self._view(state, role, legal, speaking, refused, ply)
            try:
                answer = self.askers[role].ask(view)
            except NoAnswer as none:
                why = str(none)
                self._refuse(ply, role, "", why)
                break
            self.log.calls(ply, role, answer.calls)
            notes, trouble = sound_notes(answer.notes)
            self.log.notes(ply, role, notes)
            if trouble:
                self.log.trouble(ply, role, "act", shown(trouble, LONGEST_TOLD))
            decision, why = self._judged(state, role, legal, speaking, answer)
            if decision is not None:
                further = {"words": decision.words, "thought": answer.thought}
                self.log.move(ply, role, decision.move, len(legal), tries=len(refused) + 1, **further)
                thought = shown(answer.thought.strip(), LONGEST_WORDS)
                return replace(decision, chosen=True, thought=thought)
            refused += (Refused(shown(answer.move), why),)
            self._refuse(ply, role, answer.move, why, answer.words)
        return self._fallback(role, legal, speaking, ply, why)

    def _view(
        self,
        state: GameState,
        role: str,
        legal: tuple[str, ...],
        speaking: frozenset[str],
        refused: tuple[Refused, ...],
        ply: int,
    ) -> View:
        referee, knowledge = self.referee, self.referee.game.file.knowledge
        return View(
            role=role,
            roles=self.dynamics.roles,
            rules=referee.rules,
            wording=referee.wording,
            plies=self.plies[role],
            legal=legal,
            speaking=speaking,
            card=percepts_named(knowledge.card, self.plies[role]),
            known=own_facts(role, state, knowledge.own),
            refused=refused,
            seconds=referee.settings.seconds,
            seed=_number(f"{self.agent_seed}/{role}/{ply}/{len(refused)}"),
            task=referee.task(legal),
        )

    def _judged(
        self, state: GameState, role: str, legal: Sequence[str], speaking: frozenset[str], answer: Answer
    ) -> tuple[Decision | None, str]:
        """The decision that an answer is, or None and why it is none. The view may have been tampered with."""
        move = read_move(answer.move, legal, self.referee.wording, to=role)
        if move is None:
            return None, self._objection(state, role, answer, legal)
        if move not in speaking:
            return Decision(move), ""
        words = shown(answer.words.strip(), len(answer.words) + 1)
        if len(words) > LONGEST_WORDS:
            return None, f"a speech has at most {LONGEST_WORDS:,} characters, this one has {len(words):,}"
        plies, speech = self.plies[role], self.referee.speech
        card = speech.card_of(percept for ply in plies for percept in ply.percepts)
        before = [Said(each.role, each.words) for ply in plies for each in ply.heard]
        broken = speech.check(role, words, card=card, before=before)
        return (None, " ".join(refusal.why for refusal in broken)) if broken else (Decision(move, words), "")

    def _objection(self, state: GameState, role: str, answer: Answer, legal: Sequence[str]) -> str:
        if not answer.move.strip():
            return answer.trouble or "the answer holds no move"
        term = spelt_move(answer.move)
        if term is None:
            return f"{shown(answer.move, 60)!r} is no move; a move is written as {legal[0]}"
        return self.referee.why_not.move(state, role, term)

    def _refuse(self, ply: int, role: str, move: str, why: str, words: str = "") -> None:
        self.refused += 1
        self.log.refused(ply, role, shown(move), why, shown(words))

    def _fallback(self, role: str, legal: Sequence[str], speaking: frozenset[str], ply: int, why: str) -> Decision:
        move, rule = self.referee.fallback(legal, role, random.Random(f"{self.agent_seed}/fallback/{role}/{ply}"))
        decision = Decision(move, self.referee.speech.fallback if move in speaking else "")
        self.fallbacks += 1
        self.log.fallback(ply, role, move, rule, why)
        self.log.move(ply, role, move, len(legal), words=decision.words, tries=0)
        return decision

    def _tell(self, joint: Mapping[str, Decision], percepts: Mapping[str, tuple[str, ...]], ply: int) -> None:
        """Tell every player what it perceives and hears."""
        spoken = [Utterance(role, each.words) for role, each in joint.items() if each.words]
        everything = () if self.referee.perceived else tuple(f"(does {r} {each.move})" for r, each in joint.items())
        for role in self.plies:
            seen = percepts[role] or everything
            heard = tuple(each for each in spoken if each.role == role or _names(seen, each.role))
            own = joint[role]
            self.plies[role] += (Ply(own.move, seen, heard, own.chosen, own.thought),)
            self.log.percepts(ply, role, seen, heard)
        for role, plies in self.plies.items():
            # Values of its own: what an agent does to them changes nothing else.
            self._hook(ply, role, "observe", replace(plies[-1], heard=tuple(map(replace, plies[-1].heard))))

    def _begin(self) -> None:
        referee = self.referee
        for role in self.askers:
            if role in self.memory:
                self._hook(0, role, "load", self.memory[role])
            seed, seconds = _number(f"{self.agent_seed}/{role}/seat"), referee.settings.seconds
            self._hook(0, role, "begin", Seat(role, self.dynamics.roles, referee.rules, referee.wording, seconds, seed))

    def _end(self, ended: str, state: GameState, ply: int, goals: Mapping[str, Fraction]) -> None:
        told = self.referee.game.file.knowledge.revealed_at_end
        revealed = tuple(fact for fact in state if functor_of(fact) in told)
        for role in self.askers:
            self._hook(ply, role, "end", MatchResult(ended, ply, dict(goals), tuple(winners(goals)), revealed))
            if role in self.memory:
                self._hook(ply, role, "save", self.memory[role])

    def _hook(self, ply: int, role: str, hook: str, value: object) -> None:
        """Tell an agent something; what goes wrong with that is for the transcript alone."""
        told = self.askers[role].tell(hook, value, self.referee.settings.seconds)
        self.log.notes(ply, role, told.notes)
        if told.trouble:
            self.log.trouble(ply, role, hook, shown(told.trouble, LONGEST_TOLD))


def _names(percepts: Sequence[str], role: str) -> bool:
    """Whether a percept names a role: who perceives a speaker's move hears the words."""
    return any(role in text.replace("(", " ").replace(")", " ").split() for text in percepts)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
