"""Asking an agent, and telling it, whatever it does: it may raise, answer anything, or never answer."""

from __future__ import annotations

import inspect
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from gdl.values import dataclass
from lelma.agents.notes import sound_notes
from lelma.agents.protocol import Agent, Answer, Note, View

HOOKS = ("load", "begin", "resume", "observe", "end", "save")
"""What an agent may be told, in the order of a match; `load` and `save` are its memory's."""

MOST_LATE = 8
"""Questions that an agent may be late with at the same time; after that it is asked no more until one is done."""

_WAITED = 0.5
"""Share of the time for an answer in which an agent may still end what it was asked or told before."""

LONGEST_WORDS = 5000
"""Characters of the longest speech."""

LONGEST_TOLD = 300
"""Characters of what is told of an error."""


class NoAnswer(Exception):
    """An agent gave no answer; the message says why."""


class NoHook(NoAnswer):
    """An agent in a process of its own has not the hook that it was to be told by."""


@dataclass(frozen=True)
class Told:
    """What came of a hook: what went wrong, empty if nothing did; the agent's notes; whether it has no such hook."""

    trouble: str = ""
    notes: tuple[Note, ...] = ()
    missing: bool = False


class Asker:
    """Asks and tells one agent. One whose attribute `here` is true is called in this thread, without a time limit.

    An agent that is late with an answer has half of the time of the next question to end it, and is then asked all the
    same, in a thread beside; late answers count for nothing.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._asked: list[threading.Thread] = []
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
        begun = time.monotonic()
        self._wait(view.seconds)
        if len(self._asked) >= MOST_LATE:
            raise NoAnswer(f"the agent is still busy with {len(self._asked)} earlier questions")
        agent, asked = self.agent, view
        if self._asked and view.seconds is not None:
            asked = replace(view, seconds=max(0.0, view.seconds - (time.monotonic() - begun)))
        thread, answers = _started(lambda: called(agent, asked), asked.seconds)
        if thread.is_alive():
            self._asked.append(thread)
            raise NoAnswer(f"no answer within {view.seconds:g} seconds")
        return checked(answers[0])

    def tell(self, hook: str, value: object, seconds: float | None) -> Told:
        """Call a hook, one of `HOOKS`, if the agent has it."""
        agent = self.agent
        if hook not in self._hooks:
            return Told(missing=True)
        if self._here and has_attribute(agent, "tell_within"):
            return _told(_attempted(lambda: agent.tell_within(hook, value, seconds)))  # type: ignore[attr-defined]
        if self._here:
            return _told(told(agent, hook, value))
        self._wait(seconds)
        if self._asked or _alive(self._told):
            return Told("the agent is still busy with something earlier")
        self._told, found = _started(lambda: told(agent, hook, value), seconds)
        return Told(f"not done within {seconds:g} seconds") if _alive(self._told) else _told(found[0])

    @cached_property
    def _hooks(self) -> frozenset[str]:
        return frozenset(hook for hook in HOOKS if has_hook(self.agent, hook))

    def _wait(self, seconds: float | None) -> None:
        """Give the agent part of some time to end what it is late with; for ever, where there is no limit."""
        end = None if seconds is None else time.monotonic() + _WAITED * seconds
        for thread in self._asked:
            thread.join(None if end is None else max(0.0, end - time.monotonic()))
        self._asked = [thread for thread in self._asked if thread.is_alive()]

    @property
    def at_once(self) -> bool:
        """Whether the agent may be asked while others are; not one that is called here, or that asks for its turn."""
        return not (self._here or self._says("in_order"))

    @property
    def asked_again(self) -> bool:
        """Whether the agent is asked its past questions again where a match goes on that was cut off."""
        return self._says("asked_again")

    @property
    def _here(self) -> bool:
        return self._says("here")

    def _says(self, name: str) -> bool:
        """Whether the agent has an attribute that is true."""
        try:
            return bool(getattr(self.agent, name, False))
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
    if isinstance(found, NoHook):
        return Told(missing=True)
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
