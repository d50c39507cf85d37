"""The errors of `lelma`.

LelmaError
├── AskerGone            nobody waits for an answer any more: the task that asked was cancelled
├── GameError            a game folder can't be read or is not sound; carries all faults
├── EngineUnavailable    SWI-Prolog, or the named way to it, is not there
├── EngineStopped        SWI-Prolog was stopped, or ended, without an answer
├── EngineRestarted      SWI-Prolog was started afresh and has forgotten its games
├── WorkerStopped        a worker process was stopped, or ended, without a result
├── ClusterLost          no machine of a cluster is there any more
├── FormulaTooLong       a formula that is too long once its definitions are written out
└── UsageError           a request that makes no sense for the game
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from gdl.errors import Fault

_MOST_BESIDE = 10_000
"""Files of a folder that are looked at for one of a like name."""


class LelmaError(Exception):
    """Root of all errors of this package."""


class AskerGone(LelmaError):
    """Nobody waits for an answer any more, so that it is not worked out."""


class GameError(LelmaError):
    """A game can't be used; `faults` says all that is wrong with it."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join([message, *(fault.headline() for fault in self.faults)]))


class EngineUnavailable(LelmaError):
    """SWI-Prolog, or the way to it that was asked for, is not there; the message says what to type."""


class EngineStopped(LelmaError):
    """SWI-Prolog was stopped, or `ended` by itself, without an answer; the message starts with `time` or `memory`."""

    def __init__(self, message: str, *, ended: bool = False) -> None:
        self.ended = ended
        super().__init__(message)


class EngineRestarted(LelmaError):
    """SWI-Prolog was started afresh since a game was loaded, so a request about the game can't be asked."""


class WorkerStopped(LelmaError):
    """A worker process was stopped, or ended, without a result; the message starts with `time` or `memory`."""


class ClusterLost(LelmaError):
    """No machine of a cluster is there any more, so that no job can be done; the message says what to do."""


class FormulaTooLong(LelmaError):
    """A formula is too long once its definitions are written out; the message starts with `size` and names one."""


class UsageError(LelmaError):
    """A request that makes no sense for the game; the message says what would."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """` (did you mean stag_hunt?)` for a name that looks like a known one, case aside; empty if it looks like none."""
    from difflib import get_close_matches  # seldom needed

    folded = {each.casefold(): each for each in known}
    near = [folded[each] for each in get_close_matches(name.casefold()[:200], list(folded), n=2, cutoff=0.7)]
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def near_files(file: str | Path) -> str:
    """As `did_you_mean`, for a path where nothing is: by what there is beside the first part of it that is missing."""
    missing = Path(file)
    while missing.parent != missing and not missing.parent.exists():
        missing = missing.parent
    try:
        with os.scandir(missing.parent) as found:
            beside = [entry.name for entry in islice(found, _MOST_BESIDE)]
    except OSError:  # the folder can't be listed, so that nothing is known of it
        return ""
    return did_you_mean(missing.name, beside)


def refused(file: str | Path, error: OSError) -> str:
    """What the system says of a file that it can't open or write; if the file isn't there, with files of like names."""
    near = near_files(file) if isinstance(error, FileNotFoundError) else ""
    return f"{file}: {error.strerror or str(error)[:200]}{near}"
