"""An agent in a process of its own: it reaches nothing of the match but its views, and can be stopped when it hangs.

Agents in this process are given plain values, too, but Python has no walls: one that means to can walk all objects of
the process. Use this for agents you did not write.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from lelma.agents.asking import NoAnswer, called, checked
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
        _, pipe = self._child or self._start()
        try:
            pipe.send(view)
            if not pipe.poll(view.seconds):
                raise NoAnswer(f"no answer within {view.seconds:g} seconds")
            reply = json.loads(pipe.recv_bytes())
        except (OSError, EOFError, ValueError, RecursionError) as error:
            self.close()
            raise NoAnswer(f"the agent's process ended or answered nonsense: {type(error).__name__}") from None
        except NoAnswer:
            self.close()
            raise
        if "none" in reply:
            raise NoAnswer(str(reply["none"]))
        return Answer(**{**reply, "calls": tuple(reply["calls"])})

    def close(self) -> None:
        """End the agent's process."""
        if self._child is not None:
            process, pipe = self._child
            self._child = None
            pipe.close()
            process.kill()
            process.join()

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(self._make, theirs), daemon=True)
        process.start()
        theirs.close()
        self._child = process, ours
        if not ours.poll(STARTING_SECONDS):
            self.close()
            raise NoAnswer("the agent's process does not start")
        ours.recv_bytes()
        return process, ours


def _serve(make: Callable[[], Agent], pipe: Connection) -> None:
    """The agent's side. Answers go back as JSON: to unpickle them would let the agent act in our process."""
    agent = make()
    pipe.send_bytes(b"ready")
    while True:
        try:
            view = pipe.recv()
        except EOFError:
            return
        pipe.send_bytes(json.dumps(_reply(agent, view), default=str).encode("ascii"))


def _reply(agent: Agent, view: View) -> dict[str, object]:
    try:
        answer = checked(called(agent, view))
    except NoAnswer as none:
        return {"none": str(none)}
    fields = ("move", "words", "thought", "calls", "trouble")
    return {name: getattr(answer, name) for name in fields}
