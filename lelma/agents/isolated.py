"""An agent in a process of its own: it reaches nothing of the match but what it is given, and is stopped if it hangs.

Agents in this process are given plain values, too, but Python has no walls: one that means to can walk all objects of
the process. Use this for agents you did not write. It does not hide what any program of this user may read, such as a
transcript as it is written, or the command line with its seed. One that had to be stopped is made afresh for the next
question and has forgotten what it was told; its views still hold all that its role lived through.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from lelma.agents.asking import LONGEST_TOLD, NoAnswer, NoHook, called, checked, has_hook, told
from lelma.agents.protocol import Agent, Answer, View

STARTING_SECONDS = 30.0


class IsolatedAgent:
    """Asks an agent that `make` makes in a new Python process; it is made again after it had to be stopped."""

    here = True  # it keeps the time itself

    def __init__(self, make: Callable[[], Agent], *, name: str = "isolated") -> None:
        """`make` must be found by its name in an importable module, since nothing else reaches a new process."""
        self.name = name
        self._make = make
        self._child: tuple[BaseProcess, Connection] | None = None

    def act(self, view: View) -> Answer:
        reply = self._call("act", view, view.seconds)
        if "none" in reply:
            raise NoAnswer(str(reply["none"]))
        several = {name: tuple(reply[name]) for name in ("calls", "lies", "notes")}
        return Answer(**{**reply, **several})

    def tell_within(self, hook: str, value: object, seconds: float | None) -> object:
        """Call a hook of the agent, if it has it: the notes it returns, if any.

        Raises:
            NoHook: if it does not.
            NoAnswer: for what went wrong.
        """
        reply = self._call(hook, value, seconds)
        if "missing" in reply:
            raise NoHook
        if "none" in reply:
            raise NoAnswer(str(reply["none"]))
        return reply.get("notes")

    def start(self) -> None:
        """Start the process, if it does not run.

        Raises:
            NoAnswer: if the agent can't be made.
        """
        if self._child is None:
            self._start()

    def close(self) -> None:
        """End the agent's process."""
        if self._child is not None:
            process, pipe = self._child
            self._child = None
            pipe.close()
            process.kill()
            process.join()

    def _call(self, about: str, value: object, seconds: float | None) -> dict[str, Any]:
        """The reply of the agent's process; it is ended if there is none in time."""
        _, pipe = self._child or self._start()
        try:
            pipe.send((about, value))
            if not pipe.poll(seconds):
                raise NoAnswer(f"no answer within {seconds:g} seconds")
            reply = json.loads(pipe.recv_bytes())
        except (OSError, EOFError, ValueError, RecursionError) as error:
            self.close()
            raise NoAnswer(f"the agent's process ended or answered nonsense: {type(error).__name__}") from None
        except BaseException:  # the reply that is still to come must not answer another question
            self.close()
            raise
        return reply if isinstance(reply, dict) else {}

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(self._make, theirs), daemon=True)
        process.start()
        theirs.close()
        self._child = process, ours
        try:
            if not ours.poll(STARTING_SECONDS):
                raise NoAnswer("the agent's process does not start")
            trouble = ours.recv_bytes().decode("utf-8", "replace")
        except (OSError, EOFError):
            self.close()
            raise NoAnswer("the agent's process ended as it started") from None
        except BaseException:
            self.close()
            raise
        if trouble:
            self.close()
            raise NoAnswer(trouble)
        return process, ours


def _serve(make: Callable[[], Agent], pipe: Connection) -> None:
    """The agent's side. Answers go back as JSON: to unpickle them would let the agent act in our process."""
    del sys.argv[1:]  # our command line, which tells the seed of the deal
    try:
        agent = make()
    except Exception as error:  # foreign code, of which nothing is known
        pipe.send_bytes(f"the agent can't be made: {error}"[:LONGEST_TOLD].encode("utf-8", "replace"))
        return
    pipe.send_bytes(b"")
    while True:
        try:
            about, value = pipe.recv()
        except EOFError:
            return
        reply = _reply(agent, value) if about == "act" else _hook_reply(agent, about, value)
        pipe.send_bytes(json.dumps(reply, default=str).encode("ascii"))


def _reply(agent: Agent, view: View) -> dict[str, object]:
    try:
        answer = checked(called(agent, view))
    except NoAnswer as none:
        return {"none": str(none)}
    fields = ("move", "words", "thought", "calls", "trouble", "lies", "notes")
    return {name: getattr(answer, name) for name in fields}


def _hook_reply(agent: Agent, hook: str, value: object) -> dict[str, object]:
    if not has_hook(agent, hook):
        return {"missing": True}
    found = told(agent, hook, value)
    if isinstance(found, NoAnswer):
        return {"none": str(found)}
    return {"notes": found}
