"""Asking an agent, and telling it, whatever it does: it may raise, answer anything, or never answer."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from lelma.agents.notes import sound_notes
from lelma.agents.protocol import Agent, Answer, Note, View

HOOKS = ("load", "begin", "observe", "end", "save")
"""What an agent may be told, in the order of a match; `load` and `save` are its memory's."""

LONGEST_WORDS = 5000
"""Characters of the longest speech."""

LONGEST_TOLD = 300
"""Characters of what is told of an error."""


class NoAnswer(Exception):
    """An agent gave no answer; the message says why."""


@dataclass(frozen=True)
class Told:
    """What came of a hook: what went wrong, empty if nothing did, and the agent's notes."""

    trouble: str = ""
    notes: tuple[Note, ...] = ()


class Asker:
    """Asks and tells one agent. One whose attribute `here` is true is called in this thread, without a time limit."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._asked: threading.Thread | None = None
        self._told: threading.Thread | None = None

    @property
    def name(self) -> str:
        """What the agent calls itself, if it does."""
        try:
            return str(self.agent.name)[:100]
        except Exception as error:  # an agent is foreign code, of which nothing is known
            return f"unnamed: {type(error).__name__}"

    def ask(self, view: View) -> Answer:
        """The agent's answer, of the right types. A hook that hangs does not keep an agent from being asked.

        Raises:
            NoAnswer: if there is none, in time.
        """
        if self._here:
            return checked(called(self.agent, view))
        if _alive(self._asked):
            raise NoAnswer("the agent is still busy with an earlier question")
        agent = self.agent
        self._asked, answers = _started(lambda: called(agent, view), view.seconds)
        if _alive(self._asked):
            raise NoAnswer(f"no answer within {view.seconds:g} seconds")
        return checked(answers[0])

    def tell(self, hook: str, value: object, seconds: float | None) -> Told:
        """Call a hook, one of `HOOKS`, if the agent has it."""
        agent = self.agent
        if hook not in self._hooks:
            return Told()
        if self._here and has_attribute(agent, "tell_within"):
            return _told(_attempted(lambda: agent.tell_within(hook, value, seconds)))  # type: ignore[attr-defined]
        if self._here:
            return _told(told(agent, hook, value))
        if _alive(self._asked) or _alive(self._told):
            return Told("the agent is still busy with something earlier")
        self._told, found = _started(lambda: told(agent, hook, value), seconds)
        return Told(f"not done within {seconds:g} seconds") if _alive(self._told) else _told(found[0])

    @cached_property
    def _hooks(self) -> frozenset[str]:
        return frozenset(hook for hook in HOOKS if has_hook(self.agent, hook))

    @property
    def _here(self) -> bool:
        try:
            return bool(getattr(self.agent, "here", False))
        except Exception:  # an agent is foreign code, of which nothing is known
            return False


def _alive(thread: threading.Thread | None) -> bool:
    return thread is not None and thread.is_alive()


def _started(do: Callable[[], object], seconds: float | None) -> tuple[threading.Thread, list[object]]:
    """The thread that does something, which may have ended by now, and what came of it."""
    results: list[object] = []
    thread = threading.Thread(target=_put, args=(do, results), daemon=True)
    thread.start()
    thread.join(seconds)
    return thread, results


def _put(do: Callable[[], object], results: list[object]) -> None:
    results.append(do())


def _told(found: object) -> Told:
    if isinstance(found, NoAnswer):
        return Told(str(found))
    notes, trouble = sound_notes(() if found is None else found)
    return Told(trouble, notes)


def has_attribute(agent: object, name: str) -> bool:
    """Whether an agent or its class has that attribute; none of its code is run to find out."""
    return inspect.getattr_static(agent, name, None) is not None


def has_hook(agent: object, hook: str) -> bool:
    """Whether an agent has a hook, or may tell so itself."""
    return has_attribute(agent, "memory" if hook in ("load", "save") else hook) or has_attribute(agent, "tell_within")


def called(agent: Agent, view: View) -> object:
    """What the agent answers, or a `NoAnswer` for what it raises."""
    return _attempted(lambda: agent.act(view))


def told(agent: object, hook: str, value: object) -> object:
    """What a hook returns, which are notes, or a `NoAnswer` for what it raises; what a memory returns, no one asks."""

    def tell() -> object:
        if hook not in ("load", "save"):
            return getattr(agent, hook)(value)
        memory = getattr(agent, "memory", None)
        if memory is not None:
            getattr(memory, hook)(value)
        return None

    return _attempted(tell)


def _attempted(do: Callable[[], object]) -> object:
    try:
        return do()
    except NoAnswer as none:
        return none
    except BaseException as error:  # an agent is foreign code, of which nothing is known
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise  # by whoever watches
        return NoAnswer(f"the agent failed: {type(error).__name__}: {_text(error)}")


def _text(error: BaseException) -> str:
    try:
        return str(error)[:LONGEST_TOLD]
    except Exception:  # its own message may fail, too
        return "(no message)"


def checked(found: object) -> Answer:
    """The answer, if it is one: agents are not checked by types."""
    match found:
        case NoAnswer():
            raise found
        case str():
            return Answer(found)
        case Answer(move=str(), words=str(), thought=str(), calls=calls, trouble=str(), lies=lies) if _are_objects(
            calls
        ) and _are_texts(lies):
            return found
        case _:
            raise NoAnswer(f"the agent answered with {type(found).__name__}, not with an Answer")


def _are_texts(lies: object) -> bool:
    return isinstance(lies, Sequence) and not isinstance(lies, str) and all(isinstance(each, str) for each in lies)


def _are_objects(calls: object) -> bool:
    return isinstance(calls, Sequence) and all(isinstance(call, dict) for call in calls)
