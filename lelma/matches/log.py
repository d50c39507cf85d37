"""The events of a match, as they happen; docs/transcripts.md says what each holds.

`ply` counts joint moves from 1: the percepts and the state of a ply are those that its joint move led to, and state 0
is the initial one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import number_text
from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from lelma.agents.protocol import Note, Utterance
from lelma.engine.dynamics import GameState
from lelma.game.game import Game
from lelma.matches.transcript import Event, Transcript


def state_hash(state: GameState) -> str:
    """A short name of a state, the same wherever it is worked out."""
    return hashlib.sha256("\n".join(state).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def goal_values(goals: Mapping[str, Sequence[Fraction]]) -> dict[str, int | str]:
    """Each player's goal value as a transcript has it; none for a role that has no or several."""
    return {role: _number(values[0]) for role, values in goals.items() if len(values) == 1 and role != RANDOM}


def winners(goals: Mapping[str, Fraction]) -> list[str]:
    """The roles with the highest goal value, unless all have the same."""
    best = max(goals.values(), default=None)
    found = [role for role, value in goals.items() if value == best]
    return found if len(found) < len(goals) else []


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else number_text(value)


class MatchLog:
    """Writes the events of one match to a transcript and to whoever watches, if there is one.

    Attributes:
        hashes: of the states so far.
    """

    def __init__(
        self, file: Transcript | None, watch: Callable[[Event], None] | None, *, secret: Sequence[str]
    ) -> None:
        """`secret`: the fluents that a deal is made of, each about the role that is its first argument."""
        self._file, self._watch, self._secret = file, watch, frozenset(secret)
        self._state: frozenset[str] = frozenset()
        self._deal: Mapping[str, Mapping[str, str]] = {}
        self.hashes: list[str] = []

    def match(self, game: Game, seed: int, agent_seed: int, roles: Sequence[str], agents: Mapping[str, str]) -> None:
        """The match begins."""
        self._add(
            "match",
            game=game.name,
            title=game.title,
            parameters=dict(game.parameters),
            rules=game.rules_digest,
            seed=seed,
            agent_seed=agent_seed,
            roles=list(roles),
            agents=dict(agents),
            **({} if game.disguise is None else {"obfuscate": game.disguise.seed}),
        )

    def add_all(self, events: Sequence[Event]) -> None:
        """What another log was given, which only watched."""
        for event in events:
            self._add(event["event"], **{name: value for name, value in event.items() if name != "event"})

    def go_on(self, events: Sequence[Event], hashes: Sequence[str], state: GameState) -> None:
        """Take up a match whose events these are, up to a state; who watches is told them."""
        for event in events if self._watch is not None else ():
            self._watch(event)  # type: ignore[misc]
        self.hashes = list(hashes)
        self._state = frozenset(state)
        self._deal = next((event["identities"] for event in reversed(events) if event["event"] == "identities"), {})
        self._identities(len(hashes) - 1)

    def state(self, ply: int, state: GameState) -> None:
        """A state is reached; the deal follows where the state tells of another one."""
        self.hashes.append(state_hash(state))
        if not self._wanted:
            return
        now = frozenset(state)
        gone, come = sorted(self._state - now), sorted(now - self._state)
        self._state = now
        self._add("state", ply=ply, hash=self.hashes[-1], added=come, removed=gone)
        if any(self._is_secret(text) for text in (*gone, *come)):
            self._identities(ply)

    def move(
        self, ply: int, role: str, move: str, legal: int, *, words: str = "", tries: int = 1, thought: str = ""
    ) -> None:
        """A role moves; `legal` is how many moves it had, `tries` how often it was asked, 0 for a fallback."""
        further: dict[str, Any] = {"words": words} if words else {}
        if thought:
            further["thought"] = thought
        self._add("move", ply=ply, role=role, move=move, legal=legal, tries=tries, **further)

    def percepts(self, ply: int, role: str, percepts: Sequence[str], heard: Sequence[Utterance]) -> None:
        """What a role perceives; and whose words it hears, which stand beside their moves."""
        if self._wanted and (percepts or heard):
            further = {"heard": [each.role for each in heard]} if heard else {}
            self._add("percept", ply=ply, role=role, percepts=list(percepts), **further)

    def calls(self, ply: int, role: str, calls: Sequence[Mapping[str, Any]]) -> None:
        """The models that an answer took; what is no JSON in them becomes text."""
        for call in calls:
            try:
                fields = json.loads(json.dumps(call, default=str))
            except Exception as error:  # its values are an agent's, of which nothing is known
                fields = {"trouble": f"what the agent noted is no JSON: {type(error).__name__}"}
            self._add("call", **{**fields, "ply": ply, "role": role})

    def notes(self, ply: int, role: str, notes: Sequence[Note]) -> None:
        """What an agent noted, as `lelma.agents.notes.sound_notes` keeps it; one of kind `call` tells of a model."""
        for note in notes:
            if note["kind"] == "call":
                self.calls(ply, role, [{name: value for name, value in note.items() if name != "kind"}])
            else:
                self._add("note", **{**note, "ply": ply, "role": role})

    def refused(self, ply: int, role: str, move: str, why: str, words: str = "") -> None:
        """An answer is not accepted."""
        self._add("refused", ply=ply, role=role, move=move, why=why, **({"words": words} if words else {}))

    def fallback(self, ply: int, role: str, move: str, rule: str, why: str) -> None:
        """A move is played in place of an answer; `rule` is `preferred` or `drawn`."""
        self._add("fallback", ply=ply, role=role, move=move, rule=rule, why=why)

    def trouble(self, ply: int, role: str, hook: str, why: str) -> None:
        """A hook of an agent went wrong."""
        self._add("trouble", ply=ply, role=role, hook=hook, why=why)

    def result(self, plies: int, ended: str, goals: Mapping[str, Fraction], refused: int, fallbacks: int) -> None:
        """The match is over."""
        self._add(
            "result",
            plies=plies,
            ended=ended,
            goals={role: _number(value) for role, value in goals.items()},
            winners=winners(goals),
            refused=refused,
            fallbacks=fallbacks,
        )

    @property
    def _wanted(self) -> bool:
        return self._file is not None or self._watch is not None

    def _add(self, event: str, /, **fields: Any) -> None:
        if not self._wanted:
            return
        entry: Event = {**fields, "event": event} if "event" in fields else {"event": event, **fields}
        if self._file is not None:
            self._file.write_all([entry])
        if self._watch is not None:
            self._watch(entry)

    def _is_secret(self, text: str) -> bool:
        return text.startswith("(") and text[1:].split(maxsplit=1)[0] in self._secret

    def _identities(self, ply: int) -> None:
        """The deal as it stands, role → fluent → value; values of several arguments are a KIF list's inside."""
        deal: dict[str, dict[str, str]] = {}
        for text in sorted(filter(self._is_secret, self._state)):
            match read_term(text):
                case Compound(name, (Symbol(role), *values)) if values:
                    deal.setdefault(role, {})[name] = " ".join(map(kif_term, values))
        if deal != self._deal:
            self._deal = deal
            self._add("identities", ply=ply, identities=deal)
