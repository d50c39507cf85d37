"""Many theories, each a file of a folder: what is found of each, how long it took, and what other provers say of it.

Verdicts of another prover are a CSV file with the columns `file`, the file's name, and `verdict`: an outcome of ours,
or `valid`, `invalid` and `syntax error`, the words of the Undercover-V paper (section 3.1.3). Its `invalid` is no proof
found, so that it contradicts nothing; what it could not read, ours may.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gdl.values import dataclass
from lelma.prover.errors import ProversDisagree, TheoryError
from lelma.prover.proving import check_theory
from lelma.prover.results import DEFAULT_PROVER_LIMITS, ProverLimits
from lelma.prover.sorts import mended
from lelma.prover.text.reading import read_theory
from lelma.support.errors import UsageError, did_you_mean

THEORY_FILES = (".fol", ".thy", ".p", ".tptp", ".tff")
_UNDECIDED = ("time", "inferences", "memory", "depth")
_UNREAD = ("parse", "arity", "sort")
_PROVED, _DENIED, _UNPROVED, _REFUSED = "entailed", "contradicted", "open", "error"
_VERDICTS: Mapping[str, str] = {
    **{word: word for word in (_PROVED, _DENIED, _UNPROVED, _REFUSED)},
    "valid": _PROVED,
    "invalid": "invalid",
    "syntax error": _REFUSED,
}


@dataclass(frozen=True)
class JudgedTheory:
    """What was found of one theory.

    Attributes:
        outcome, reason: as of `check`; `differ` for both where two provers gave complete answers that differ.
        seconds: of the wall clock, from the text to the outcome.
        verdict: of the other prover, in our words; empty where there is none.
        detail: more on the reason, such as the labels of axioms that can't hold together.
    """

    name: str
    outcome: str
    reason: str
    seconds: float
    verdict: str = ""
    detail: str = ""

    @property
    def decided(self) -> bool:
        return self.reason not in _UNDECIDED

    @property
    def read(self) -> bool:
        """Whether it was read as a theory in which names are used alike."""
        return self.reason not in _UNREAD

    @property
    def contradicts(self) -> bool:
        """Whether ours and the other prover can't both be right: one of them proves what the other finds otherwise."""
        if self.outcome == "differ":
            return True
        if not self.decided or not self.read or self.verdict in ("", _REFUSED, self.outcome):
            return False
        if self.reason == "inconsistent":
            return self.verdict == _UNPROVED
        return self.verdict != "invalid" or self.outcome == _PROVED


def judge_theories(
    folder: Path,
    *,
    limits: ProverLimits = DEFAULT_PROVER_LIMITS,
    cross_check: bool = False,
    repair: bool = False,
    verdicts: Mapping[str, str] | None = None,
) -> Iterator[JudgedTheory]:
    """Judge the theories in a folder, by their names.

    Raises:
        UsageError: if there are none, or verdicts on files that are not there.
    """
    files = sorted(file for file in folder.iterdir() if file.suffix in THEORY_FILES)
    if not files:
        raise UsageError(f"{folder}: no theory is in it; their names end in {', '.join(THEORY_FILES)}")
    names, told = {file.name for file in files}, verdicts or {}
    for name in told:
        if name not in names:
            raise UsageError(f"{folder}: there is a verdict on {name}, and no such file{did_you_mean(name, names)}")
    for file in files:
        started = time.perf_counter()
        try:
            theory = read_theory(file.read_bytes().decode("utf-8", "replace"), source=str(file))
            found = check_theory(mended(theory)[0] if repair else theory, limits=limits, cross_check=cross_check)
            outcome, reason, detail = str(found.outcome), str(found.reason), found.detail
        except TheoryError as error:
            outcome, reason, detail = _REFUSED, "parse", error.faults[0].message
        except ProversDisagree as error:
            outcome, reason, detail = "differ", "differ", str(error)
        yield JudgedTheory(file.name, outcome, reason, time.perf_counter() - started, told.get(file.name, ""), detail)


def read_verdicts(file: Path) -> dict[str, str]:
    """File name → verdict, in our words.

    Raises:
        UsageError: with the line that is not as it should be.
    """
    with file.open(encoding="utf-8", newline="") as text:
        rows = csv.DictReader(text)
        if not {"file", "verdict"} <= {*(rows.fieldnames or ())}:
            raise UsageError(f"{file}:1: expected columns file and verdict")
        found: dict[str, str] = {}
        for row in rows:
            verdict = (row["verdict"] or "").strip().casefold()
            if verdict not in _VERDICTS:
                raise UsageError(f"{file}:{rows.line_num}: verdict: {verdict!r} is none of {', '.join(_VERDICTS)}")
            found[str(row["file"])] = _VERDICTS[verdict]
    return found


def judged_lines(judged: Sequence[JudgedTheory]) -> Iterator[str]:
    """What to tell of all of them: outcomes, what was left undecided, times, and where another prover differs."""
    n, outcomes = len(judged), dict.fromkeys(each.outcome for each in judged)
    yield f"{n} theories: " + ", ".join(f"{sum(e.outcome == o for e in judged)} {o}" for o in outcomes)
    yield f"{sum(each.reason == 'inconsistent' for each in judged)} with axioms that can't hold together"
    yield f"{sum(not each.decided for each in judged)} undecided"
    times = sorted(each.seconds for each in judged)
    mean, median = 1000 * sum(times) / n, 1000 * times[n // 2]
    yield f"{mean:.1f} ms a theory in the mean, {median:.1f} in the median, {1000 * times[-1]:.0f} at most"
    told = [each for each in judged if each.verdict]
    if told:
        alike = sum(each.read == (each.verdict != _REFUSED) for each in told)
        proved = [each for each in told if each.verdict == _PROVED and each.read]
        yield f"{alike} of {len(told)} are read where the other prover reads them, and refused where it refuses them"
        yield f"{sum(each.outcome == _PROVED for each in proved)} of {len(proved)} that it proved are proved"
    wrong = [each for each in judged if each.contradicts]
    yield f"{len(wrong)} on which another prover says otherwise"
    yield from (f"  {each.name}: {each.outcome}, the other: {each.verdict or each.detail}" for each in wrong)
