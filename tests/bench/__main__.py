"""`make bench`: every benchmark of this folder, one after another, each in a process of its own.

`make bench ARGS=check` runs one of them; further arguments go to it. One that takes longer than `MOST_SECONDS` is
stopped, and shows where it was.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

NAMES = sorted(file.stem.removeprefix("bench_") for file in Path(__file__).parent.glob("bench_*.py"))
MOST_SECONDS = 300.0


def run(name: str, arguments: Sequence[str]) -> int:
    """The exit code of one benchmark."""
    start = time.monotonic()
    command = [sys.executable, "-X", "faulthandler", "-m", f"tests.bench.bench_{name}", *arguments]
    with subprocess.Popen(command) as process:
        try:
            code = process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # faulthandler then writes where every thread is
            code = process.wait()
    print(f"bench {name}: {time.monotonic() - start:.0f} s\n", flush=True)
    return 1 if code < 0 else code


def main(argv: list[str]) -> int:
    """Run the benchmarks named first in `argv`, or all; the worst exit code."""
    chosen = [name for name in NAMES if argv[:1] == [name]] or NAMES
    rest = argv[1:] if argv[:1] == chosen else argv
    return max((run(name, rest) for name in chosen), default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
