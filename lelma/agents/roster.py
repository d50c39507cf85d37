"""From `p1=human,random` to agents: which there are, and how each is named.

| how it is written | what it is |
|---|---|
| `deducer`, `deducer:LEXICON` | the agent of `word_games`, which needs no model |
| `random`, `human`, `scripted:FILE`, `model:NAME` | the agents of this room |
| `plain` | an agent of the game's `agents.toml` |
| `NAME`, `NAME:REST` | an agent that an installed package names under the entry point group `lelma.agents` |
| `module:Class`, `module:Class:REST` | a class, found as `python -m` finds modules: in the working directory, too |
| `isolated:AGENT` | any of those but a person, in a process of its own |

A class of one's own is called without arguments, or with `REST`, a text.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, cast

from lelma.agents.asking import LONGEST_TOLD, NoAnswer
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.model_agent import ModelAgent
from lelma.agents.players.human_agent import HumanAgent
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.players.rule_agent import preferring_agents
from lelma.agents.players.scripted_agent import ScriptedAgent
from lelma.agents.protocol import Agent, AgentFacts
from lelma.agents.word_games.deducer import Deducer, make_deducer
from lelma.agents.word_games.word_table import plays_words
from lelma.game.game import Game
from lelma.models import Door, Model, for_run
from lelma.support.errors import LelmaError, UsageError, did_you_mean
from lelma.support.shown_text import plain_console

AGENT_GROUP = "lelma.agents"
"""The entry points of packages that have agents."""

_SHIPPED: Mapping[str, AgentFacts] = {
    "random": RandomAgent.facts,
    "human": HumanAgent.facts,
    "scripted:FILE": ScriptedAgent.facts,
    "model:NAME": ModelAgent.facts,
}
_ISOLATED = "isolated:"
_OTHERS = (
    f"{_ISOLATED}AGENT (any of these but human, in a process of its own)",
    "module:Class (a class of your own, from the working directory or installed)",
)
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_CLASS = re.compile(rf"(?P<module>{_NAME}):(?P<name>{_NAME})(?::(?P<rest>.+))?", re.DOTALL)


class MakeAgents(Protocol):
    """Makes the agents of one match: role → agent.

    Where a cassette keeps replies, `label` tells matches apart that go on at the same time and may ask the same.
    """

    def __call__(self, label: str = "") -> dict[str, Agent]: ...


def known_agents(folder: Path | None = None) -> dict[str, AgentFacts]:
    """What can be named, as it is written → what is known of it; the agents of a game's folder as well.

    Raises:
        GameError: if the game's own agents have faults.
    """
    own = {name: agent.facts for name, agent in preferring_agents(folder).items()} if folder is not None else {}
    if folder is not None and plays_words(folder):
        own = {"deducer": Deducer.facts, **own}
    found = {name: _entry_facts(entry) for name, entry in _entries().items()}
    return {**found, **_SHIPPED, **own}


def make_agents(text: str, game: Game, players: Sequence[str], *, door: Door | None = None) -> MakeAgents:
    """What makes the agents of one match: `AGENT` for every role, `ROLE=AGENT,…`, or both.

    Args:
        door: how agents reach models; by default straight.

    Raises:
        UsageError: for a role or an agent there is not, and for a role without one; the message lists them.
        ModelUnavailable: if a model can't be reached.
    """
    chosen = chosen_agents(text, players)
    roster = _Roster(game.folder, door or Door())
    agents = {spec: roster.agent(spec, role) for role, spec in chosen.items()}
    for agent in agents.values():  # what is wrong is told before the first match
        if isinstance(agent, IsolatedAgent):
            _check_start(agent)

    def make(label: str = "") -> dict[str, Agent]:
        return {role: roster.agent(spec, role, label) for role, spec in chosen.items()}

    return make


def chosen_agents(text: str, players: Sequence[str]) -> Mapping[str, str]:
    """Role → how its agent is written.

    Raises:
        UsageError: for a role there is not, or with two agents, or with none.
    """
    chosen: dict[str, str] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        role, equals, kind = entry.partition("=")
        if not equals or ":" in role:  # the sign is in what an agent is told
            role, kind = "*", entry
        if role not in (*players, "*"):
            raise UsageError(f"there is no role {role!r}{did_you_mean(role, players)}; there are: {', '.join(players)}")
        if role in chosen:
            raise UsageError(f"{entry}: {'all roles' if role == '*' else role} would have two agents")
        chosen[role] = kind
    missing = [role for role in players if role not in chosen and "*" not in chosen]
    if missing:
        raise UsageError(f"no agent for {', '.join(missing)}; write ROLE=KIND,… or one KIND for all others")
    return {role: chosen.get(role, chosen.get("*", "")) for role in players}


@dataclass(frozen=True)
class _Made:
    """Makes one agent, in whatever process it is called."""

    folder: Path
    spec: str
    role: str
    door: Door
    label: str

    def __call__(self) -> Agent:
        return _Roster(self.folder, self.door).agent(self.spec, self.role, self.label)


class _Roster:
    """The agents of one game; what costs much to make is made once."""

    def __init__(self, folder: Path, door: Door) -> None:
        self._folder, self._door = folder, door
        self._own: dict[str, Agent] = dict(preferring_agents(folder))
        self._models: dict[str, Model] = {}
        self._classes: dict[str, Callable[[], Agent]] = {}

    def agent(self, spec: str, role: str, label: str = "") -> Agent:
        """A new agent; models and the game's own agents, which keep nothing, are shared.

        Raises:
            UsageError: if there is none of that name, or it can't be made.
            ModelUnavailable: if its model can't be reached.
        """
        kind, _, rest = spec.partition(":")
        if spec in self._own:
            return self._own[spec]
        if spec == "random":
            return RandomAgent()
        if spec == "human":
            return HumanAgent(plain_console())
        if kind == "scripted" and rest:
            return ScriptedAgent.from_file(Path(rest), role)
        if kind == "model" and rest:
            if rest not in self._models:
                self._models[rest] = self._door.model(rest)
            return ModelAgent(for_run(self._models[rest], label))
        if kind == "deducer":
            self._own[spec] = make_deducer(self._folder, rest)  # it keeps nothing of a match
            return self._own[spec]
        if kind == "isolated" and rest:
            return self._isolated(rest, role, label)
        if spec not in self._classes:
            self._classes[spec] = self._foreign(spec)
        return self._classes[spec]()

    def _isolated(self, spec: str, role: str, label: str) -> Agent:
        if spec == "human":
            raise UsageError("isolated:human: a person is at this terminal, and not in another process")
        return IsolatedAgent(_Made(self._folder, spec, role, self._door, label), name=f"{_ISOLATED}{spec}")

    def _foreign(self, spec: str) -> Callable[[], Agent]:
        """What makes an agent of an entry point or of a class that is named."""
        name, colon, rest = spec.partition(":")
        entry = _entries().get(name)
        parts = _CLASS.fullmatch(spec)
        if entry is not None:
            factory, given = _loaded(entry), [rest] if colon else []
        elif parts is not None:
            factory = _class(parts["module"], parts["name"], self._listed)
            given = [parts["rest"]] if parts["rest"] else []
        else:
            near = did_you_mean(spec, known_agents(self._folder))
            raise UsageError(self._listed(f"no agent is called {spec!r}{near}"))
        return lambda: _called(spec, factory, given)

    def _listed(self, trouble: str) -> str:
        """What is wrong, and the agents that there are."""
        known = known_agents(self._folder)
        return "\n".join([f"{trouble}; there are:", *(f"{name} ({about})" for name, about in known.items()), *_OTHERS])


def _check_start(agent: IsolatedAgent) -> None:
    try:
        agent.start()
    except NoAnswer as none:
        raise UsageError(f"{agent.name}: {none}") from None
    finally:
        agent.close()


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=AGENT_GROUP), key=lambda entry: entry.name)}


def _entry_facts(entry: EntryPoint) -> AgentFacts:
    source = f"package {entry.dist.name}" if entry.dist is not None else "an installed package"
    try:
        facts = getattr(_loaded(entry), "facts", None)
    except UsageError as error:
        return AgentFacts(str(error), source=source)
    return facts if isinstance(facts, AgentFacts) else AgentFacts(source=source)


def _loaded(entry: EntryPoint) -> Callable[..., Any]:
    try:
        found = entry.load()
    except Exception as error:  # foreign code, of which nothing is known
        raise UsageError(f"agent {entry.name}: {entry.value} can't be imported: {_said(error)}") from None
    return _agent_class(entry.value, found)


def _class(module_name: str, name: str, listed: Callable[[str], str]) -> Callable[..., Any]:
    """A class by its module and its name in it."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)  # and it stays: the module may import others later
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise UsageError(f"{module_name} can't be imported: {_said(error)}") from None
        trouble = f"no agent is called '{module_name}:{name}', and there is no module {error.name} in {here}"
        raise UsageError(listed(f"{trouble} or among the installed packages")) from None
    except Exception as error:  # foreign code, of which nothing is known
        raise UsageError(f"{module_name} can't be imported: {_said(error)}") from None
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is None:
        there = _agent_classes(vars(module).items())
        raise UsageError(
            f"module {module_name} has no {name}{did_you_mean(name, there)}; agents in it: {', '.join(there) or 'none'}"
        )
    return _agent_class(f"{module_name}:{name}", found)


def _agent_classes(members: Iterable[tuple[str, object]]) -> list[str]:
    return [name for name, member in members if inspect.isclass(member) and callable(getattr(member, "act", None))]


def _agent_class(where: str, found: object) -> Callable[..., Any]:
    """What makes an agent, by its looks; what a function returns is looked at when it is called."""
    if not callable(found) or (inspect.isclass(found) and not callable(getattr(found, "act", None))):
        raise UsageError(f"{where} is no agent: an agent is a class with act(view), or a function that returns one")
    return found


def _called(spec: str, factory: Callable[..., Any], given: Sequence[str]) -> Agent:
    try:
        agent = factory(*given)
        sound = callable(getattr(agent, "act", None)) and isinstance(getattr(agent, "name", None), str)
    except LelmaError:
        raise
    except Exception as error:  # foreign code, of which nothing is known
        raise UsageError(f"{spec} can't be made: {_said(error)}") from None
    if not sound:
        raise UsageError(f"{spec} is no agent: what it makes has no act(view), or no name that is a text")
    return cast(Agent, agent)


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:LONGEST_TOLD]
