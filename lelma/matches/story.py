"""A recorded match as people tell it: who played, what was done and said in each part, who voted how.

`[report]` of a game's `game.toml` names the parts and the votes:

```toml
[report]
votes = ["vote"]                          # moves that are votes
[report.parts]                            # fluents that tell where in the match it is, and their headings
"(quest ?n)" = "Quest {n}"
```
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Term, signature
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.engine.dynamics import GameState
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.wording import Wording, fill, sentence
from lelma.matches.replay import Recorded, ReplayedMatch, course
from lelma.matches.transcript import Event

UNKNOWN_MOVE = "made a move that the record does not tell"


@dataclass(frozen=True)
class Player:
    """A role, who played it, what it was dealt, and how it ended; `goal` is empty without a result."""

    role: str
    name: str
    agent: str
    identity: str
    goal: str
    won: bool
    refused: int
    fallbacks: int


@dataclass(frozen=True)
class Deed:
    """A move in words, and what belongs to it.

    Attributes:
        secret: whether some player perceived nothing that names whoever moved.
        refused: answers that were not accepted before it, with the reason.
        fallback: why it was played in place of an answer; empty if it was not.
        against: why the rules refuse the move, with which a recorded game went on all the same; empty if they don't.
        claims: what was claimed with the words, as `lelma claims --json` has it.
        drafts: speeches that were checked before it and failed, empty for none, and what was wrong with each.
    """

    role: str
    name: str
    text: str
    words: str
    thought: str
    secret: bool
    refused: tuple[tuple[str, str], ...]
    fallback: str
    against: str
    claims: tuple[Mapping[str, Any], ...]
    drafts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Scene:
    """A joint move: what was done, what all players perceived besides, and what only some did."""

    ply: int
    deeds: tuple[Deed, ...]
    public: tuple[str, ...]
    private: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class StoryPart:
    """Scenes under one heading."""

    title: str
    scenes: tuple[Scene, ...]

    @property
    def last(self) -> int:
        """The last joint move in it."""
        return self.scenes[-1].ply


@dataclass(frozen=True)
class Vote:
    """One vote: the joint moves it took, role → what it voted for in words."""

    plies: tuple[int, ...]
    choices: Mapping[str, str]


@dataclass(frozen=True)
class Story:
    """A whole match.

    Attributes:
        course: the joint moves as played again, for what else is worked out from them.
    """

    game: Game
    recorded: Recorded
    players: tuple[Player, ...]
    parts: tuple[StoryPart, ...]
    votes: tuple[Vote, ...]
    course: tuple[ReplayedMatch, ...]


def tell(recorded: Recorded, game: Game, claims: Sequence[Mapping[str, Any]] = ()) -> Story:
    """The story of a match, with what was claimed in it.

    Raises:
        UsageError: if the transcript's moves are not legal in the game.
    """
    teller = _Teller(recorded, Wording(game.file.words), game, claims)
    replayed = tuple(course(recorded, Progression(game.description)))
    return Story(
        game, recorded, tuple(teller.players()), tuple(teller.parts(replayed)), tuple(teller.votes(replayed)), replayed
    )


class _Teller:
    def __init__(self, recorded: Recorded, wording: Wording, game: Game, claims: Sequence[Mapping[str, Any]]) -> None:
        self.recorded, self.wording, self.spelling = recorded, wording, game.spelling
        self.roles = tuple(recorded.head["agents"])
        self.events: dict[tuple[str, int, str], list[Event]] = {}
        for event in recorded.events:
            if {"ply", "role"} <= event.keys():
                self.events.setdefault((event["event"], event["ply"], event["role"]), []).append(event)
        self.claims: dict[tuple[int, str], list[Mapping[str, Any]]] = {}
        for claim in claims:
            self.claims.setdefault((claim["ply"], claim["speaker"]), []).append(claim)
        report = game.file.report
        self._headings = [(read_term(fluent), title) for fluent, title in report.parts.items()]
        self._voting = frozenset(report.votes)

    def players(self) -> Iterator[Player]:
        deals = [event["identities"] for event in self.recorded.events if event["event"] == "identities"]
        dealt: Mapping[str, Mapping[str, str]] = deals[-1] if deals else {}
        result = self.recorded.result or {"goals": {}, "winners": []}
        for role in self.roles:
            of_role = [event["event"] for event in self.recorded.events if event.get("role") == role]
            yield Player(
                role=role,
                name=self.wording.name(role),
                agent=str(self.recorded.head["agents"][role]),
                identity=", ".join(self.wording.name(value) for value in dealt.get(role, {}).values()),
                goal=self._goal(result["goals"], role),
                won=role in result["winners"],
                refused=of_role.count("refused"),
                fallbacks=of_role.count("fallback"),
            )

    def _goal(self, goals: Mapping[str, Any], role: str) -> str:
        number = exact(str(goals[role])) if role in goals else None
        return str(goals.get(role, "")) if number is None else self.spelling.payoff(number)

    def parts(self, replayed: Sequence[ReplayedMatch]) -> Iterator[StoryPart]:
        title, scenes = "", list[Scene]()
        for each in replayed:
            scene = self._scene(each)
            heading = self._heading(each.state) or title or "Before the first move"
            if heading != title and scenes:
                yield StoryPart(title, tuple(scenes))
                scenes = []
            title = heading
            scenes.append(scene)
        if scenes:
            yield StoryPart(title if self._headings else "The match", tuple(scenes))

    def _heading(self, state: GameState) -> str:
        found = []
        for pattern, title in self._headings:
            values = (match(pattern, read_term(fluent)) for fluent in state)
            found += [fill(self.wording, title, value) for value in values if value is not None][:1]
        return ", ".join(found)

    def _scene(self, each: ReplayedMatch) -> Scene:
        percepts = {role: each.step.percepts.get(role, ()) for role in self.roles}
        common = set.intersection(*map(set, percepts.values())) if percepts else set[str]()
        moved = [role for role in each.joint if ("move", each.ply, role) in self.events]
        deeds = tuple(self._deed(each, role, percepts) for role in moved if role != RANDOM)
        further = [percept for percept in sorted(common) if not _named(percept, moved)]
        texts: dict[str, list[str]] = {}
        for role in self.roles:
            for percept in percepts[role]:
                if percept not in common:
                    texts.setdefault(sentence(self.wording.percept(percept)), []).append(self.wording.name(role))
        private = tuple((", ".join(names), text) for text, names in texts.items())
        return Scene(each.ply, deeds, tuple(sentence(self.wording.percept(item)) for item in further), private)

    def _deed(self, each: ReplayedMatch, role: str, percepts: Mapping[str, Sequence[str]]) -> Deed:
        def of(kind: str) -> list[Event]:
            return self.events.get((kind, each.ply, role), [])

        move = of("move")[0]
        seen = all(any(_named(percept, [role]) for percept in percepts[other]) for other in self.roles if other != role)
        name = self.wording.name(role)
        return Deed(
            role=role,
            name=name,
            text=UNKNOWN_MOVE if of("unknown_move") else self.wording.move(move["move"]),
            words=str(move.get("words", "")),
            thought=str(move.get("thought", "")),
            secret=bool(any(percepts.values())) and not seen,
            refused=tuple((str(event.get("words") or event["move"]), str(event["why"])) for event in of("refused")),
            fallback="; ".join(str(event["why"] or "no answer was accepted") for event in of("fallback")),
            against=each.refused.get(role, ""),
            claims=tuple(self.claims.get((each.ply, role), ())),
            drafts=tuple(
                (str(event.get("words", "")), tuple(map(str, event["feedback"])))
                for event in of("note")
                if event.get("kind") == "check" and event.get("feedback")
            ),
        )

    def votes(self, replayed: Sequence[ReplayedMatch]) -> Iterator[Vote]:
        """The votes, also of roles that had one legal move."""
        known = [
            {role: move for role, move in each.joint.items() if ("unknown_move", each.ply, role) not in self.events}
            for each in replayed
        ]
        for plies, cast in votes_among(known, self._voting):
            yield Vote(plies, {role: self._choice(read_term(move)) for role, move in cast.items()})

    def _choice(self, move: Term) -> str:
        args = move.args if isinstance(move, Compound) else (move,)
        return ", ".join(map(self.wording.name, args))


def votes_among(
    moves: Sequence[Mapping[str, str]], voting: Collection[str]
) -> list[tuple[tuple[int, ...], dict[str, str]]]:
    """The votes among joint moves, role → move: those that follow one another are one vote, until a role votes again.

    Args:
        moves: role → move, of every joint move.
        voting: the functors of moves that are votes.

    Returns:
        for each vote the joint moves that it took, counted from 1, and role → move.
    """
    found = list[tuple[tuple[int, ...], dict[str, str]]]()
    for ply, joint in enumerate(moves, start=1):
        cast = {role: move for role, move in joint.items() if signature(read_term(move))[0] in voting}
        if not cast:
            continue
        if found and found[-1][0][-1] == ply - 1 and found[-1][1].keys().isdisjoint(cast):
            plies, choices = found.pop()
            found.append(((*plies, ply), choices | cast))
        else:
            found.append(((ply,), cast))
    return found


def _named(percept: str, roles: Sequence[str]) -> bool:
    names = percept.replace("(", " ").replace(")", " ").split()
    return any(role in names for role in roles)
