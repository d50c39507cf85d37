"""What a running experiment shows: runs or matches, attempts, tokens, money, the time that is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from decimal import Decimal
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from lelma.experiments.run import RunProgress
from lelma.models.costs import Prices

STEPS = 10  # lines that a whole experiment prints where there is no terminal


class Priced(Protocol):
    """An experiment, as far as its progress is shown."""

    @property
    def prices(self) -> Prices: ...


class ExperimentWatcher:
    """A progress bar on a terminal; elsewhere a line now and then."""

    def __init__(
        self,
        experiment: Priced,
        console: Console,
        *,
        unit: str = "runs",
        part: str = "attempt",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is shown yet.

        Args:
            unit: what is counted; `part`, what of it is finished when it is told to stop.
        """
        self._left = TimeLeft(clock)
        self._experiment, self._unit, self._part = experiment, unit, part
        self._console = console
        self._told = -1
        self._warned = False
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[spent]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(unit, total=None, spent="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def __call__(self, state: RunProgress) -> None:
        done = len(state.outcomes) + len(state.failed)
        spent = spending(self._experiment, state)
        self._bar.update(self._task, completed=done, total=state.total, spent=spent)
        step = done * STEPS // max(1, state.total)
        if not self._console.is_terminal and step != self._told:
            self._told = step
            parts = [f"{done} of {state.total} {self._unit}", spent, self._left.words(done, state.total)]
            self._console.print(", ".join(filter(None, parts)), soft_wrap=True)
        if state.stopping and not self._warned:
            self._warned = True
            waits = f"waiting for the {state.under_way} {self._unit} under way to finish their {self._part}"
            self._console.print(f"Stopping: {waits}; Ctrl-C again stops at once.", soft_wrap=True)


class TimeLeft:
    """How long the rest will take, going by what was done since this was first asked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """The clock tells seconds, and never goes back."""
        self._clock, self._begun = clock, (-1, 0.0)

    def words(self, done: int, total: int) -> str:
        """In words; empty while nothing was done, and at the end."""
        now = self._clock()
        if self._begun[0] < 0:
            self._begun = done, now
        before, then = self._begun
        if done <= before or done >= total:
            return ""
        seconds = (now - then) * (total - done) / (done - before)
        if seconds < 90:
            return f"about {seconds:.0f} s left"
        return f"about {seconds / 60:.0f} min left" if seconds < 5400 else f"about {seconds / 3600:.1f} h left"


def spending(experiment: Priced, state: RunProgress) -> str:
    """Calls, tokens and money so far, and the money that the whole will have taken, going by the runs so far.

    Empty where no model was called.
    """
    if not state.tallies:
        return ""
    tally = state.tally
    words = f"{tally.calls} calls, {_short(tally.billed.prompt_tokens)}+{_short(tally.billed.reply_tokens)} tokens"
    if tally.cached_calls:
        words += f", {tally.cached_calls} replayed"
    cost = cost_so_far(experiment, state)
    if cost is None:
        return f"{words}, price unknown" if tally.calls and not _free(state) else words
    done = len(state.outcomes)
    whole = f" of about {cost * state.total / done:.2f}" if done else ""
    return f"{words}, cost {cost:.2f}{whole}"


def cost_so_far(experiment: Priced, state: RunProgress) -> Decimal | None:
    """Money for all calls; None if a model that was called has no price."""
    total = Decimal(0)
    known = False
    for model, tally in state.tallies.items():
        price = experiment.prices.of(model)
        if price is not None:
            known = True
            total += price.of(tally.billed)
        elif tally.calls and not model.startswith(("simulated", "local:", "scripted:")):
            return None
    return total if known else None


def _free(state: RunProgress) -> bool:
    return all(model.startswith(("simulated", "local:", "scripted:")) for model in state.tallies)


def _short(number: int) -> str:
    return (
        str(number) if number < 10_000 else f"{number / 1000:.0f}k" if number < 10_000_000 else f"{number / 1e6:.1f}M"
    )


Show = Callable[[RunProgress], None]
