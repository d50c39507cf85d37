"""Asking an agent, whatever it does: it may raise, answer anything, or never answer."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from lelma.agents.protocol import Agent, Answer, View

LONGEST_WORDS = 5000
"""Characters of the longest speech."""

_LONGEST_TROUBLE = 300


class NoAnswer(Exception):
    """An agent gave no answer; the message says why."""


class Asker:
    """Asks one agent. An agent whose attribute `here` is true is called in this thread, without a time limit."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._thread: threading.Thread | None = None

    @property
    def name(self) -> str:
        """What the agent calls itself, if it does."""
        try:
            return str(self.agent.name)[:100]
        except Exception as error:  # an agent is foreign code, of which nothing is known
            return f"unnamed: {type(error).__name__}"

    def ask(self, view: View) -> Answer:
        """The agent's answer, of the right types.

        Raises:
            NoAnswer: if there is none, in time.
        """
        if getattr(self.agent, "here", False):
            return checked(called(self.agent, view))
        if self._thread is not None and self._thread.is_alive():
            raise NoAnswer("the agent is still busy with an earlier question")
        answers: list[object] = []
        self._thread = threading.Thread(target=_put, args=(self.agent, view, answers), daemon=True)
        self._thread.start()
        self._thread.join(view.seconds)
        if self._thread.is_alive():
            raise NoAnswer(f"no answer within {view.seconds:g} seconds")
        self._thread = None
        return checked(answers[0])


def _put(agent: Agent, view: View, answers: list[object]) -> None:
    answers.append(called(agent, view))


def called(agent: Agent, view: View) -> object:
    """What the agent answers, or a `NoAnswer` for what it raises."""
    try:
        return agent.act(view)
    except NoAnswer as none:
        return none
    except BaseException as error:  # an agent is foreign code, of which nothing is known
        if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise  # by whoever watches
        return NoAnswer(f"the agent failed: {type(error).__name__}: {_text(error)}")


def _text(error: BaseException) -> str:
    try:
        return str(error)[:_LONGEST_TROUBLE]
    except Exception:  # its own message may fail, too
        return "(no message)"


def checked(found: object) -> Answer:
    """The answer, if it is one: agents are not checked by types."""
    match found:
        case NoAnswer():
            raise found
        case str():
            return Answer(found)
        case Answer(move=str(), words=str(), thought=str(), calls=calls, trouble=str()) if _are_objects(calls):
            return found
        case _:
            raise NoAnswer(f"the agent answered with {type(found).__name__}, not with an Answer")


def _are_objects(calls: object) -> bool:
    return isinstance(calls, Sequence) and all(isinstance(call, dict) for call in calls)
