"""Trials that take no time, found by name in other processes as well."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from lelma.experiments.trial import Stop, Stopped, Trial
from lelma.matches.transcript import Transcript
from lelma.support.errors import UsageError


@dataclass(frozen=True)
class Counting:
    """Counts to three, and goes on where it was stopped; `fails` names what goes wrong until that file is there."""

    name: str
    fails: str = ""
    repaired: Path = Path("/nowhere")
    seconds: float = 0.0

    def __call__(self, file: Path, stop: Stop) -> str:
        transcript = Transcript(file, sync=False)
        try:
            if not transcript.events:
                transcript.write("began", name=self.name)
            for number in range(len(transcript.events), 4):
                if stop.is_set():
                    raise Stopped
                if number == 2 and self.fails and not self.repaired.exists():
                    self._fail()
                time.sleep(self.seconds)
                transcript.write("count", number=number)
            transcript.write("run_ended", outcome="counted")
            return "counted"
        finally:
            transcript.close()

    def _fail(self) -> None:
        if self.fails == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fails == "told":
            raise UsageError(f"{self.name} can't count")
        raise ZeroDivisionError(self.name)


def counting(name: str, fails: str = "", repaired: Path = Path("/nowhere"), seconds: float = 0.0) -> Trial:
    return Trial(name, {"name": name}, Counting(name, fails, repaired, seconds))
