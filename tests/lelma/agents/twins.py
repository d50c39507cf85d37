"""Pairs of matches that a role cannot tell apart, to see whether an agent tells them apart: a helper of tests.

The twin of a match has another deal of what is hidden, one that the role's knowledge leaves possible, and joint moves
by which the role perceives just the same and makes the same moves itself. Both are played by the real referee: all
roles repeat moves and words, and the agent under test is asked as ever: what it would answer must be the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Description, signature
from gdl.tree.term import read_term
from lelma.agents.protocol import Agent, Answer, Note, Ply, Seat, View
from lelma.engine.dynamics import GameState, Look
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.matches.referee import Referee, Settings
from lelma.matches.speech_rules import Refusal, SpeechRules

Moves = Sequence[Mapping[str, str]]
"""Joint moves: role → move."""

_MOST_TRIES = 400
"""Joint moves that are tried before a twin ends where it is."""


@dataclass(frozen=True)
class Played:
    """A match: its joint moves, each with the words that went with it, and what each role perceived.

    Attributes:
        asked: role → what its agent answered and noted at each question and hook, in order.
    """

    moves: Moves
    words: Sequence[Mapping[str, str]]
    percepts: Sequence[Mapping[str, tuple[str, ...]]]
    asked: Mapping[str, Sequence[object]]


class Recorder:
    """Hands everything on to an agent and keeps all it answers; makes moves it is given in place of the agent's."""

    here = True

    def __init__(self, agent: Agent, instead: Repeating | None = None) -> None:
        self.name, self.agent, self._instead = agent.name, agent, instead
        self.given: list[object] = []
        self.words: dict[int, str] = {}

    def begin(self, seat: Seat) -> None:
        self._hook("begin", seat)

    def observe(self, ply: Ply) -> Sequence[Note]:
        notes = self._hook("observe", ply)
        self.given.append(notes)
        return notes

    def act(self, view: View) -> Answer:
        answer = self.agent.act(view)
        self.given.append(answer)
        self.words[len(view.plies)] = answer.words if answer.move in view.speaking else ""
        return answer if self._instead is None else self._instead.act(view)

    def _hook(self, hook: str, value: object) -> Sequence[Note]:
        return tuple(getattr(self.agent, hook, lambda value: ())(value) or ())


class Repeating:
    """Makes the moves it is given, with their words."""

    name, here = "repeating", True

    def __init__(self, role: str, moves: Moves, words: Sequence[Mapping[str, str]]) -> None:
        self._role, self._moves, self._words = role, moves, words

    def act(self, view: View) -> Answer:
        at = len(view.plies)
        return Answer(self._moves[at][self._role], self._words[at].get(self._role, ""))


class Unruled(SpeechRules):
    """Lets everything be said: what is refused would tell of the speaker's card."""

    def check(self, *args: object, **further: object) -> tuple[Refusal, ...]:
        return ()


class Forced(Progression):
    """Steps a game in which `random` draws what it is told to."""

    moves: Moves = ()

    def look(self, state: GameState) -> Look:
        return self._forced(super().look(state), self.at)

    at = 0

    def advance(self, state: GameState, moves: Mapping[str, str]) -> tuple[object, Look]:  # type: ignore[override]
        self.at += 1
        step, look = super().advance(state, moves)
        return step, self._forced(look, self.at)

    def _forced(self, look: Look, at: int) -> Look:
        if at >= len(self.moves):
            return look
        return replace(look, legal={**look.legal, RANDOM: (self.moves[at][RANDOM],)})


@lru_cache(maxsize=1)
def _forced(description: Description) -> Forced:
    return Forced(description)


@lru_cache(maxsize=1)
def _free(description: Description) -> Progression:
    return Progression(description)


def played(game: Game, make: Callable[[], Agent], seed: int) -> Played:
    """A match of such agents in all seats."""
    referee, percepts = Referee(game), dict[int, dict[str, tuple[str, ...]]]()
    agents = {role: Recorder(make()) for role in referee.players}

    def watch(event: Mapping[str, object]) -> None:
        if event["event"] == "percept":
            percepts.setdefault(int(str(event["ply"])), {})[str(event["role"])] = tuple(event["percepts"])  # type: ignore[arg-type]

    match = referee.play(agents, seed=seed, agent_seed=seed, watch=watch)
    count = range(len(match.moves))
    words = [{role: agent.words.get(at, "") for role, agent in agents.items()} for at in count]
    seen = [{role: percepts.get(at + 1, {}).get(role, ()) for role in referee.players} for at in count]
    return Played(match.moves, words, seen, {role: agent.given for role, agent in agents.items()})


def answers(game: Game, make: Callable[[], Agent], role: str, first: Played, moves: Moves, seed: int) -> list[object]:
    """What an agent in one seat answers and notes where the joint moves are these, with the words of a match."""
    dynamics = _forced(game.description)
    dynamics.moves, dynamics.at = moves, 0
    referee = Referee(game, dynamics=dynamics, settings=Settings(plies=len(moves)))
    referee.answers.speech = Unruled(game)
    agents: dict[str, Agent] = {other: Repeating(other, moves, first.words) for other in referee.players}
    tested = Recorder(make(), Repeating(role, moves, first.words))
    referee.play({**agents, role: tested}, seed=seed, agent_seed=seed)
    return tested.given


def twins(game: Game, match: Played, role: str, chance: random.Random, most: int = 1) -> Iterator[Moves]:
    """Joint moves, of other deals than the match's, after which the role cannot tell them from those of the match.

    They go on for as long as some are found, at most to the last moment at which the role did not know the deal.
    """
    play = _free(game.description)
    known, deals, cut = Knowledge(game, role), list[frozenset[str]](), 0
    for at, (joint, percepts) in enumerate(zip(match.moves, match.percepts, strict=True), start=1):
        known.observe(joint[role], list(percepts[role]))
        open_ = [frozenset(deal.facts) for deal in known.deals()]
        if len(open_) > 1:
            deals, cut = open_, at
    names = frozenset(game.file.knowledge.identity)
    match = replace(match, moves=match.moves[:cut], percepts=match.percepts[:cut])
    true = _dealt(_course(play, match.moves), names)
    others = [deal for deal in deals if deal != true]
    chance.shuffle(others)
    for deal in others[:most]:
        found = _twin(play, match, role, deal, names, chance)
        if len(found) > 2:
            yield found


def told_apart(
    game: Game, make: Callable[[], Agent], pairs: int, *, each: int = 1, talkers: Callable[[], Agent] | None = None
) -> int:
    """How many pairs of matches of talkers, or of the agent itself, were answered the same; fails at the first not."""
    found, seed = 0, 0
    while found < pairs:
        seed += 1
        assert seed < 20 * pairs
        match = played(game, talkers or make, seed)
        for role in match.asked:
            first: list[object] = []
            for moves in twins(game, match, role, random.Random(seed), each):
                first = first or answers(game, make, role, match, match.moves, seed)
                again = answers(game, make, role, match, moves, seed)
                assert again and timeless(again) == timeless(first[: len(again)]), (game.name, role, seed)
                found += 1
            if found >= pairs:
                break
    return found


def timeless(given: Sequence[object]) -> str:
    """Answers and notes without how long calls took."""
    return re.sub(r"'seconds': [\d.e-]+", "", repr(given))


def _course(play: Progression, moves: Moves) -> GameState:
    state = play.initial
    for joint in moves:
        state = play.next(state, joint)
    return state


def _dealt(state: GameState, names: frozenset[str]) -> frozenset[str]:
    return frozenset(fact for fact in state if signature(read_term(fact))[0] in names)


def _twin(
    play: Progression, match: Played, role: str, deal: frozenset[str], names: frozenset[str], chance: random.Random
) -> list[dict[str, str]]:
    """The longest course found with that deal, by depth first over the joint moves."""
    longest: list[dict[str, str]] = []
    tries = 0

    def go(state: GameState, made: list[dict[str, str]]) -> bool:
        nonlocal longest, tries
        if len(made) > len(longest):
            longest = list(made)
        if len(made) == len(match.moves):
            return True
        for joint in _joints(play, state, match.moves[len(made)], role, chance):
            tries += 1
            if tries > _MOST_TRIES + 4 * len(match.moves):
                return False
            step, _ = play.advance(state, joint)
            same = set(step.percepts[role]) == set(match.percepts[len(made)][role])
            if same and _dealt(step.state, names) <= deal and go(step.state, [*made, joint]):
                return True
        return False

    go(play.initial, [])
    return longest


def _joints(
    play: Progression, state: GameState, wanted: Mapping[str, str], role: str, chance: random.Random
) -> Iterator[dict[str, str]]:
    """Joint moves, those nearest to the wanted one first."""
    legal = play.look(state).legal
    if wanted[role] not in legal[role]:
        return
    free = [other for other in legal if other != role and len(legal[other]) > 1]
    base = {other: wanted[other] if wanted[other] in moves else moves[0] for other, moves in legal.items()}
    forced = [other for other in free if wanted[other] not in legal[other]]
    for size in range(3):
        for some in combinations([other for other in free if other not in forced], size):
            changed = [*forced, *some]
            ways = [list(legal[other]) for other in changed]
            for each in ways:
                chance.shuffle(each)
            for moves in product(*ways):
                if all(base[other] != move or other in forced for other, move in zip(changed, moves, strict=True)):
                    yield {**base, **dict(zip(changed, moves, strict=True))}
