"""Proof sketches: steps that a model wrote, each proved from the axioms and the steps before it.

A sketch is Isabelle's Isar with `<ATP>` where a proof belongs (the paper's Fig. 8): `have "…" <ATP>`, `then have "…"
<ATP>`, `obtain x where "…" <ATP>`, `show "…"` or `show ?thesis <ATP>`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

from gdl.errors import Fault
from gdl.values import dataclass
from lelma.engine.bridges import Bridge
from lelma.prover.errors import TheoryError
from lelma.prover.proving import check_theory
from lelma.prover.results import DEFAULT_PROVER_LIMITS, ProofResult, ProverLimits
from lelma.prover.text.formula_text import TextPlace, read_first_order
from lelma.prover.theory import Axiom, Bound, FirstOrder, Theory, fixed, free_names, with_free_variables

_STEP = re.compile(
    r"(?P<word>have|hence|show|thus|obtain)\b\s*(?P<names>(?:[^\W\d][\w']*\s*)*?)(?:\bwhere\b\s*)?"
    r"(?:[\w']+\s*:\s*)?(?P<formula>\"[^\"]*\"|‹[^›]*›|\?thesis)",
)

LONGEST_SKETCH = 200
"""Steps of a sketch that are checked."""


@dataclass(frozen=True)
class SketchStep:
    """A step: what it claims (None for the goal itself), the names it gives to things, its text."""

    claim: FirstOrder | None
    names: tuple[str, ...]
    text: str


def read_sketch(text: str, source: str = "<sketch>") -> tuple[SketchStep, ...]:
    """The steps of a sketch, in order.

    Raises:
        TheoryError: with every fault, if a step's formula has no reading, or there is no step.
    """
    faults: list[Fault] = []
    steps = list(_steps(text, source, faults))
    if not steps and not faults:
        faults.append(Fault(source, 1, 1, "empty", "the sketch has no step", fix='write steps such as have "…" <ATP>'))
    if len(steps) > LONGEST_SKETCH:
        faults.append(Fault(source, 1, 1, "too-long", f"the sketch has more than {LONGEST_SKETCH} steps"))
    if faults:
        raise TheoryError(faults, text)
    return tuple(steps)


def _steps(text: str, source: str, faults: list[Fault]) -> Iterator[SketchStep]:
    for number, found in enumerate(_STEP.finditer(text), 1):
        said = found["formula"]
        names = tuple(found["names"].split()) if found["word"] == "obtain" else ()
        told = " ".join(found[0].split())
        if said == "?thesis":
            yield SketchStep(None, names, told)
            continue
        place = TextPlace(source, text, found.start("formula") + 1)
        read = read_first_order(said[1:-1], place, f"step {number}", as_isabelle=False)
        if read.formula is None:
            faults += read.faults
        else:
            yield SketchStep(read.formula, names, told)


def check_sketch(
    theory: Theory,
    sketch: tuple[SketchStep, ...],
    *,
    limits: ProverLimits = DEFAULT_PROVER_LIMITS,
    cost: int = 0,
    bridge: str | Bridge | None = None,
) -> ProofResult:
    """The result for the goal, which is tried first; where it does not follow, `failed_step` is the first step that
    does not follow from the axioms and the steps before it. Steps that all follow prove the goal if they show it.

    Raises:
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    started = time.perf_counter()
    result = check_theory(theory, limits=limits, cost=cost, bridge=bridge)
    if result.outcome in ("entailed", "error"):
        return result
    declared = theory.declared or {}
    known = list(theory.axioms)
    fixed_names: set[str] = set()
    for number, step in enumerate(sketch, 1):
        claim = theory.goal if step.claim is None else step.claim
        if claim is None:
            continue
        named = frozenset(step.names)
        loose = with_free_variables(claim, lambda name, named=named: name in named)  # type: ignore[misc]
        own = tuple(
            name for name in step.names if name in free_names(loose) and name not in fixed_names | set(declared)
        )
        wanted = Bound("some", own, loose) if own else loose
        asked = replace(theory, axioms=tuple(known), goal=wanted, declared=None, faults=())
        tried = check_theory(asked, limits=limits, bridge=bridge)
        if tried.outcome != "entailed":
            seconds = time.perf_counter() - started
            return replace(result, failed_step=step.text, seconds=seconds, detail=f"step {number} is {tried.outcome}")
        fixed_names |= named
        known.append(Axiom(f"step_{number}", fixed(loose, named), "assumption"))
    return replace(result, seconds=time.perf_counter() - started)
