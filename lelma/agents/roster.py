"""From `p1=human,random` to agents: which there are, and how each is named.

| how it is written | what it is |
|---|---|
| `deducer`, `deducer:LEXICON` | the agent of `word_games`, which needs no model |
| `random`, `human`, `scripted:FILE`, `model:MODEL` | the agents of this room |
| `talker`, `listener`, `logician` | players without a model, by `talker.toml` and the like of the game |
| `talker:history=0.2,obey=0.7,seed=3` | one with other rates of errors (`lelma.agents.players.talker_data.Rates`) |
| `abducer`, `abducer:temperature=0.5` | a player without a model, of games whose words are in a lexicon |
| `recon+:MODEL` | `recon_plus:MODEL`; a plus sign is written out in the names of files |
| `cot:MODEL`, `steps:cot:MODEL` | an agent of steps, of `games/_sets/agents/` or the game's `agents/` |
| `neuro:formalizer`, `neuro:describer?lie=0.1` | one that asks no model but the game's lexicon, where it has one |
| `reflect:reflector?beta=0.9` | one that asks a model which errs at stated rates, by the game's lexicon |
| `gratr:extractor?sign=0.3` | one that asks a simulated reader of evidence, where the game has a `trust.toml` |
| `plain` | an agent of the game's `agents.toml` |
| `NAME`, `NAME:REST` | an agent that an installed package names under the entry point group `lelma.agents` |
| `module:Class`, `module:Class:REST` | a class, found as `python -m` finds modules: in the working directory, too |
| `isolated:AGENT` | any of those but a person, in a process of its own |
| `gated:AGENT` | any of all these, behind a strict gate: what it says is checked first (`lelma.agents.gate`) |
| `advised:AGENT`, `observed:AGENT` | the same behind a gate that feeds back, or only records |

An agent of steps has its options after a `?`, before the model: `regular?rules=grounded&enforce=yes:MODEL`. It may
ask several models: `NAME:strong=MODEL;weak=MODEL`, where the first is for steps that name none.
A class of one's own is called without arguments, or with `REST`, a text.

Long, because each way to name an agent is told and read in this one place.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from gdl.errors import Fault
from gdl.values import dataclass
from lelma.agents.asking import LONGEST_TOLD, NoAnswer
from lelma.agents.isolated import IsolatedAgent
from lelma.agents.model_agent import MODEL_AGENT, ModelAgent
from lelma.agents.players.human_agent import HumanAgent
from lelma.agents.players.listener import Listener, Logician
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.players.rule_agent import preferring_agents
from lelma.agents.players.scripted_agent import ScriptedAgent
from lelma.agents.players.talker import Talker
from lelma.agents.protocol import Agent, AgentFacts
from lelma.agents.recon import RECON_FUNCTIONS
from lelma.agents.reflecting import REFLECTING_FUNCTIONS, REFLECTING_MEMORIES
from lelma.agents.reflecting.reflector import reflector_model
from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.faults import agent_faults
from lelma.agents.steps.fields import GameTexts
from lelma.agents.steps.functions import COMMON_FUNCTIONS, StepFunction
from lelma.agents.steps.plan import StepPlan, known_plans, read_plan
from lelma.agents.trusting import TRUSTING_FUNCTIONS
from lelma.agents.trusting.extractor import simulated_reader
from lelma.agents.undercover import UNDERCOVER_FUNCTIONS
from lelma.agents.undercover.abducer import Abducer
from lelma.agents.undercover.describer import simulated_model
from lelma.agents.word_games.deducer import Deducer, make_deducer
from lelma.agents.word_games.word_table import plays_words
from lelma.game.game import Game
from lelma.models import Door, Model, for_run
from lelma.support.errors import LelmaError, UsageError, did_you_mean
from lelma.support.shown_text import plain_console

if TYPE_CHECKING:
    from lelma.talk.engine import TalkEngine

AGENT_GROUP = "lelma.agents"
"""The entry points of packages that have agents."""

_PLAYERS = (Talker, Listener, Logician)
_SHIPPED: Mapping[str, AgentFacts] = {
    "random": RandomAgent.facts,
    "human": HumanAgent.facts,
    "scripted:FILE": ScriptedAgent.facts,
    **{each.name: each.facts for each in _PLAYERS},
}
STEP_FUNCTIONS: Mapping[str, StepFunction] = {
    **COMMON_FUNCTIONS,
    **RECON_FUNCTIONS,
    **TRUSTING_FUNCTIONS,
    **UNDERCOVER_FUNCTIONS,
    **REFLECTING_FUNCTIONS,
}
"""The functions that steps may name as their `call`; the rooms of papers add theirs here."""
STEP_MEMORIES = REFLECTING_MEMORIES
"""What agents of steps may name as their `memory`."""
_OF_GAME: Mapping[str, Callable[[Game, str], Callable[[], Agent]]] = {
    **{each.name: each.of for each in _PLAYERS},
    "abducer": Abducer.of,
}
"""Agents that are made of a game and options, `NAME:OPTION=VALUE,…`."""
MODELS_OF_GAME: Mapping[str, Callable[[Game, str], Model]] = {
    "formalizer": simulated_model,
    "describer": simulated_model,
    "reflector": reflector_model,
    "extractor": simulated_reader,
}
"""Models that are made of what a game knows of words, without a network: name → what makes one of a game and a spec."""

_ISOLATED, _GATED = "isolated:", "gated:"
_PLUS = "+"
"""In the name of an agent: `recon+` is `recon_plus`, and `recon+_no_gate` one of its ablations."""
_GATES: Mapping[str, str] = {_GATED: "strict", "advised:": "advise", "observed:": "observe"}
_OTHERS = (
    f"{_ISOLATED}AGENT (any of these but human, in a process of its own)",
    f"{_GATED}AGENT (any of these, with what it says, thinks and does checked before it counts; advised:AGENT and "
    "observed:AGENT, by a milder gate)",
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
    if folder is not None and (folder / "lexicon.toml").is_file():
        own["abducer"] = Abducer.facts
    if folder is not None and plays_words(folder):
        own = {"deducer": Deducer.facts, **own}
    plans = {name: read_plan(file).facts for name, file in known_plans(folder).items()}
    steps = {f"{name}:{'NAME' if name == MODEL_AGENT else 'MODEL'}": facts for name, facts in plans.items()}
    found = {name: _entry_facts(entry) for name, entry in _entries().items()}
    return {**found, **_SHIPPED, **steps, **own}


def roster_faults(path: Path) -> tuple[Fault, ...]:
    """What is wrong with the agents of steps of a game folder, and their prompts.

    Raises:
        GameError: if the game can't be loaded.
    """
    return agent_faults(path, functions=STEP_FUNCTIONS)


def make_agents(
    text: str, game: Game, players: Sequence[str], *, gate: str = "off", door: Door | None = None
) -> MakeAgents:
    """What makes the agents of one match: `AGENT` for every role, `ROLE=AGENT,…`, or both.

    Args:
        gate: the policy of the gate that all agents but people stand behind (`lelma.agents.gate`); `off` for none but
            those that are named.
        door: how agents reach models; by default straight.

    Raises:
        UsageError: for a role or an agent there is not, and for a role without one; the message lists them.
        ModelUnavailable: if a model can't be reached.
    """
    chosen = chosen_agents(text, players)
    roster = _Roster(game, door or Door(), _Gate(game), gate)
    for role, spec in {spec: (role, spec) for role, spec in chosen.items()}.values():
        roster.agent(spec, role)
    for isolated in roster.isolated:  # what is wrong is told before the first match
        _check_start(isolated)

    def make(label: str = "") -> dict[str, Agent]:
        roster.isolated.clear()
        return {role: roster.agent(spec, role, label) for role, spec in chosen.items()}

    return make


def chosen_agents(text: str, players: Sequence[str]) -> Mapping[str, str]:
    """Role → how its agent is written.

    Raises:
        UsageError: for a role there is not, or with two agents, or with none.
    """
    chosen: dict[str, str] = {}
    for entry in _entries_of(text, players):
        role, equals, kind = entry.partition("=")
        if not equals or ":" in role or "?" in role:  # the sign is in what an agent is told
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


_WITH_OPTIONS = re.compile(rf"(?:[^=:]*=)?(?:{'|'.join([*_GATES, _ISOLATED])})*(?:{'|'.join(_OF_GAME)}):.*", re.DOTALL)


def _entries_of(text: str, players: Sequence[str]) -> list[str]:
    """The entries between commas; `talker:history=0.2,slip=0.1` is one."""
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, _ = part.partition("=")
        if found and equals and name not in (*players, "*") and _WITH_OPTIONS.fullmatch(found[-1]):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


@dataclass(frozen=True)
class _Made:
    """Makes one agent, in whatever process it is called."""

    game: Game
    spec: str
    role: str
    door: Door
    label: str

    def __call__(self) -> Agent:
        return _Roster(self.game, self.door).agent(self.spec, self.role, self.label)


class _Gate:
    """Puts agents of one game behind a gate; what judges their talk is loaded once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._engine: TalkEngine | None = None

    def before(self, agent: Agent, role: str, policy: str) -> Agent:
        """The agent of a role behind a gate."""
        if self._game.disguise is not None:
            raise UsageError("a gate reads the game's own words: it can't be used with --obfuscate")
        from lelma.agents.gate.gated import Gated  # what can be known takes long to import
        from lelma.talk.engine import TalkEngine

        self._engine = self._engine or TalkEngine(self._game)
        return Gated(agent, self._game, role, policy, engine=self._engine)


class _Roster:
    """The agents of one game; what costs much to make is made once. `isolated` are those made for the last match."""

    def __init__(self, game: Game, door: Door, gates: _Gate | None = None, policy: str = "off") -> None:
        self._game, self._folder, self._door, self._gates, self._policy = game, game.folder, door, gates, policy
        self._texts = GameTexts.of(game)
        self._own: dict[str, Agent] = dict(preferring_agents(game.folder))
        self._models: dict[str, Model] = {}
        self._classes: dict[str, Callable[[], Agent]] = {}
        self._plans: dict[str, StepPlan] = {}
        self.isolated: list[IsolatedAgent] = []

    def agent(self, spec: str, role: str, label: str = "") -> Agent:
        """A new agent, behind a gate if it is to be; models and the game's own agents, which keep nothing, are shared.

        Raises:
            UsageError: if there is none of that name, or it can't be made.
            ModelUnavailable: if its model can't be reached.
        """
        policy = next((each for prefix, each in _GATES.items() if spec.startswith(prefix)), "")
        if policy:
            prefix, inner = spec.split(":", 1)
            if self._gates is None:
                raise UsageError(f"{spec}: a gate stands before a process, not in it: write {prefix}:{_ISOLATED}AGENT")
            return self._gates.before(self._plain(inner, role, label), role, policy)
        if self._gates is not None and self._policy != "off" and spec != "human":
            return self._gates.before(self._plain(spec, role, label), role, self._policy)
        return self._plain(spec, role, label)

    def _plain(self, spec: str, role: str, label: str) -> Agent:
        kind, _, rest = spec.partition(":")
        if spec in self._own:
            return self._own[spec]
        if _PLUS in kind:
            return self._plain(spec.replace(_PLUS, "_plus", 1), role, label)
        if spec == "random":
            return RandomAgent()
        if spec == "human":
            return HumanAgent(plain_console())
        if kind == "scripted" and rest:
            return ScriptedAgent.from_file(Path(rest), role)
        if kind == "model" and rest:
            return ModelAgent(self._model(rest, label), texts=self._texts)
        if kind == "deducer":
            self._own[spec] = make_deducer(self._folder, rest)  # it keeps nothing of a match
            return self._own[spec]
        if kind == "isolated" and rest:
            return self._isolated(rest, role, label)
        if not rest and self._door.usual and kind == "model":
            return self._plain(f"{kind}:{self._door.usual}", role, label)
        if (kind == "steps" and rest) or kind.partition("?")[0] in known_plans(self._folder):
            return self._of_steps(spec.removeprefix("steps:"), label)
        if spec not in self._classes:
            self._classes[spec] = _OF_GAME[kind](self._game, rest) if kind in _OF_GAME else self._foreign(spec)
        return self._classes[spec]()

    def _model(self, spec: str, label: str) -> Model:
        if spec not in self._models:
            make = MODELS_OF_GAME.get(spec.partition("?")[0])
            self._models[spec] = make(self._game, spec) if make is not None else self._door.model(spec)
        return for_run(self._models[spec], label)

    def _of_steps(self, spec: str, label: str) -> Agent:
        """An agent of steps, by name, options and models: `NAME?OPTION=VALUE:MODEL`, `NAME:strong=MODEL;weak=MODEL`."""
        called, _, rest = spec.partition(":")
        name, _, options = called.partition("?")
        files = known_plans(self._folder)
        if name not in files:
            raise UsageError(self._listed(f"no agent of steps is called {name!r}{did_you_mean(name, files)}"))
        rest = rest or self._door.usual
        if not rest:
            raise UsageError(f"{name} needs a model: write {name}:MODEL, or name one for all with --model")
        if called not in self._plans:
            self._plans[called] = read_plan(files[name]).with_options(options)
        plan = self._plans[called]
        models: dict[str, Model] = {}
        for part in rest.split(";"):
            named, equals, model = part.partition("=")
            if not (equals and named.isidentifier()):
                named, model = "", part
            models[named] = self._model(model, label)
        first = next(iter(models.values()))
        make = STEP_MEMORIES.get(plan.memory)
        if plan.memory and make is None:
            raise UsageError(
                f"{plan.file}: there is no memory {plan.memory!r}{did_you_mean(plan.memory, STEP_MEMORIES)}"
            )
        memory = make(self._game, plan.options) if make is not None else None
        return StepAgent(plan, {"": first, **models}, texts=self._texts, functions=STEP_FUNCTIONS, memory=memory)

    def _isolated(self, spec: str, role: str, label: str) -> Agent:
        if spec == "human":
            raise UsageError("isolated:human: a person is at this terminal, and not in another process")
        agent = IsolatedAgent(_Made(self._game, spec, role, self._door, label), name=f"{_ISOLATED}{spec}")
        self.isolated.append(agent)
        return agent

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
        near, known = did_you_mean(name, there), ", ".join(there) or "none"
        raise UsageError(f"module {module_name} has no {name}{near}; agents in it: {known}")
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
