"""`make bench`: every benchmark of this folder, one after another, each in a process of its own.

`make bench ARGS=check` runs one of them; further arguments go to it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NAMES = sorted(file.stem.removeprefix("bench_") for file in Path(__file__).parent.glob("bench_*.py"))


def main(argv: list[str]) -> int:
    """Run the benchmarks named first in `argv`, or all; the worst exit code."""
    chosen = [name for name in NAMES if argv[:1] == [name]] or NAMES
    rest = argv[1:] if argv[:1] == chosen else argv
    codes = [subprocess.run([sys.executable, "-m", f"tests.bench.bench_{name}", *rest]).returncode for name in chosen]
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
