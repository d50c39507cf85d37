"""Whether a goal follows from axioms: asked of the solver, and of E where that can't decide.

The axioms alone come first, since everything follows from axioms that can't hold together; then the goal, then its
negation (the paper's Section B.4 asks for the goal alone, and takes no proof for invalid).
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from gdl.values import dataclass
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.program import GRACE_SECONDS
from lelma.prover.clauses import GOAL, HornOrWider, TooManyClauses, theory_clauses
from lelma.prover.eprover import EAnswer, ask_eprover, eprover_path
from lelma.prover.errors import ProversDisagree
from lelma.prover.isabelle import IsabelleProver
from lelma.prover.results import (
    DEFAULT_PROVER_LIMITS,
    ClaimTree,
    Consistency,
    Missing,
    ProofOutcome,
    ProofResult,
    ProverLimits,
    Reason,
    fact_of,
    missing_of,
    proof_claims,
    proof_of,
)
from lelma.prover.sorts import charitable, flags_of, theory_faults
from lelma.prover.text.writing import tptp_text
from lelma.prover.theory import (
    Always,
    LogicVariable,
    Theory,
    things,
)
from lelma.support.errors import EngineStopped

_REASONS: dict[str, Reason] = {"arity": "arity", "sort": "sort", "predicate-as-argument": "sort", "type": "sort"}
_STOPS: tuple[Reason, ...] = ("time", "inferences", "memory", "depth")


@dataclass
class _Purse:
    """What is left to spend on one theory: until when, by `time.monotonic`, and how many inferences."""

    limits: ProverLimits
    ends: float
    inferences: int

    @classmethod
    def of(cls, limits: ProverLimits) -> _Purse:
        return cls(limits, time.monotonic() + limits.seconds, limits.inferences)

    def left(self, *, share: float = 1.0) -> ProverLimits:
        """Limits of what is left, or of a share of the time."""
        seconds = share * max(0.0, self.ends - time.monotonic())
        return replace(self.limits, seconds=seconds, inferences=self.inferences)

    @property
    def empty(self) -> bool:
        return self.inferences <= 0 or time.monotonic() >= self.ends


def check_theory(
    theory: Theory,
    *,
    limits: ProverLimits = DEFAULT_PROVER_LIMITS,
    cost: int = 0,
    tree: bool = False,
    cross_check: bool = False,
    isabelle: IsabelleProver | None = None,
    bridge: str | Bridge | None = None,
) -> ProofResult:
    """What is known of the goal of a theory, judged as it is written; `charitable` has what was probably meant.

    All that this asks of the solver and of E is within the limits as a whole, but for what is missing and the tree, of
    which each may take `explain_seconds` more.

    Args:
        cost: look for up to so many missing facts where the goal is open; not at all by default.
        tree: look for a proof that begins at the goal, too, where it follows.
        cross_check: ask E, too, even where the solver decides.
        isabelle: asked last, where nothing else decides; it has a time-out of its own.

    Raises:
        ProversDisagree: if two provers give complete answers that differ.
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    started, purse = time.perf_counter(), _Purse.of(limits)
    flags, faults = flags_of(theory), (*theory.faults, *theory_faults(theory))
    errors = [fault for fault in faults if fault.severity == "error"]
    if errors:
        result = ProofResult("error", _REASONS.get(errors[0].code, "parse"), detail=errors[0].message)
    else:
        result = _decided(theory, purse, cross_check, bridge)
        if isabelle is not None and result.outcome == "open" and result.reason in _STOPS:
            last = isabelle.check(theory)
            result = last if last.reason not in _STOPS else result
    if not errors and _holds_as_meant(result, flags):
        result = replace(result, charitable=result.outcome)
    else:
        result = replace(result, charitable=_outcome_of(charitable(theory), purse, bridge))
    if cost and result.outcome == "open":
        result = replace(result, missing=explain_theory(theory, cost=cost, limits=limits, bridge=bridge))
    if tree and result.outcome == "entailed":
        result = replace(result, tree=goal_tree(theory, result.used, limits=limits, bridge=bridge))
    seconds = time.perf_counter() - started
    return replace(result, flags=(*result.flags, *flags), faults=faults, seconds=seconds)


def consistent(
    theory: Theory, *, limits: ProverLimits = DEFAULT_PROVER_LIMITS, bridge: str | Bridge | None = None
) -> Consistency:
    """Whether the axioms of a theory, its assumptions among them, can hold together."""
    asked = replace(theory, goal=None)
    try:
        axioms, _, _ = theory_clauses(asked)
        reply = _ask(f"consistent({_list(axioms, asked)},{limits.prolog()})", limits, bridge)
    except TooManyClauses as error:
        return Consistency("unknown", reason=str(error))
    found = reply.get("consistent")
    if found == "yes":
        return Consistency("yes")
    if found == "no":
        return Consistency("no", _labels(reply["labels"], asked))
    return Consistency("unknown", reason=str(reply.get("reason", "")))


def explain_theory(
    theory: Theory,
    *,
    cost: int = 3,
    limits: ProverLimits = DEFAULT_PROVER_LIMITS,
    bridge: str | Bridge | None = None,
) -> tuple[Missing, ...]:
    """The cheapest facts, at most `cost` of them, that would make the goal follow; empty if there are none within the
    limits, or if it follows already. That something fails is among them only where nothing else helps.
    """
    if theory.goal is None:
        return ()
    allowed = replace(limits, seconds=min(limits.seconds, limits.explain_seconds))
    try:
        reply = _ask(f"explain({_problem(theory)},{cost},{allowed.prolog()})", allowed, bridge)
    except TooManyClauses:
        return ()
    return tuple(map(missing_of, reply.get("missing", ())))


def goal_tree(
    theory: Theory,
    used: Collection[str],
    *,
    limits: ProverLimits = DEFAULT_PROVER_LIMITS,
    bridge: str | Bridge | None = None,
) -> tuple[ClaimTree, ...]:
    """A proof of the goal that begins at it, by the axioms of these labels alone; empty if none is found within the
    limits for missing facts, as one grows fast with the number of events in it.
    """
    kept = replace(theory, axioms=tuple(axiom for axiom in theory.axioms if axiom.label in used))
    allowed = replace(limits, seconds=min(limits.seconds, limits.explain_seconds))
    reply = _ask(f"tree({_problem(kept)},{allowed.prolog()})", allowed, bridge)
    return proof_claims(reply.get("tree", ()), tuple(axiom.label for axiom in kept.axioms))


def _holds_as_meant(result: ProofResult, flags: Collection[str]) -> bool:
    """Whether the outcome for a theory as it is written is that for what was probably meant, which says less: models of
    the first are models of the second, and proofs that use nothing that is too strong are proofs in both.
    """
    strong = {flag.removeprefix("over_strong:") for flag in flags if flag.startswith("over_strong:")}
    if not strong:
        return True
    if result.outcome == "open":
        return result.prover != "isabelle" and result.reason not in _STOPS
    return bool(result.used) and not strong & set(result.used)


def _outcome_of(theory: Theory, purse: _Purse, bridge: str | Bridge | None) -> ProofOutcome | None:
    """The outcome for a theory that was made of another one; an error if it can't be judged either, None if that one
    has left nothing to spend on it.
    """
    if any(fault.severity == "error" for fault in theory_faults(theory)):
        return "error"
    return None if purse.empty else _decided(theory, purse, False, bridge).outcome


def _decided(theory: Theory, purse: _Purse, cross_check: bool, bridge: str | Bridge | None) -> ProofResult:
    """The outcome; where E may be asked, it has half of the time."""
    asked = theory if theory.goal is not None else replace(theory, goal=Always(False))
    external = purse.limits.external and eprover_path() is not None
    try:
        limits = purse.left(share=0.5 if external else 1.0)
        reply = _ask(f"prove({_problem(asked)},{limits.prolog()})", limits, bridge)
        purse.inferences -= reply.get("inferences", purse.inferences)
        result = _result(reply, asked)
    except TooManyClauses as error:
        result = ProofResult("open", "inferences", "prolog", detail=str(error))
    undecided = result.outcome == "open" and result.reason in _STOPS
    if (undecided or cross_check) and external:
        theirs = _by_eprover(asked, purse)
        if undecided and theirs.reason not in _STOPS:
            result = theirs
        elif not undecided and theirs.reason not in _STOPS and theirs.outcome != result.outcome:
            raise ProversDisagree(f"prolog: {result.outcome}, eprover: {theirs.outcome}", tptp_text(asked))
    if theory.goal is None and result.outcome == "contradicted":
        return ProofResult("open", "saturated", result.prover, detail="the axioms can hold together; there is no goal")
    return _with_proof_flags(result, theory)


def _result(reply: dict[str, Any], theory: Theory) -> ProofResult:
    names = tuple(axiom.label for axiom in theory.axioms)
    if reply.get("consistent") == "no":
        return _inconsistent(_labels(reply["labels"], theory), "prolog")
    outcome = reply.get("outcome")
    if outcome in ("entailed", "contradicted"):
        used = _labels(reply["labels"], theory)
        if GOAL not in reply["labels"]:  # found where nothing was asked of the axioms but the goal
            return _inconsistent(used, "prolog")
        return ProofResult(outcome, "proved", "prolog", used=used, proof=proof_of(reply["proof"], names))
    if outcome == "open":
        model = tuple(fact_of(fact) for fact in reply["model"])
        if "other" in reply:
            return ProofResult("open", _stop(reply["other"]), "prolog", model=model, detail=reply["other"])
        plain = all(not isinstance(each, LogicVariable) for fact in model for each in things(fact))
        return ProofResult("open", "countermodel" if plain else "saturated", "prolog", model=model)
    reason = str(reply.get("reason", "the solver gave no reply"))
    return ProofResult("open", _stop(reason), "prolog", detail=reason)


def _stop(reason: str) -> Reason:
    return next((stop for stop in _STOPS if reason.startswith(stop)), "inferences")


def _inconsistent(labels: tuple[str, ...], prover: str) -> ProofResult:
    named = " and ".join(labels) or "the axioms"
    detail = f"{named} can't hold" if len(labels) == 1 else f"{named} can't hold together"
    return ProofResult("error", "inconsistent", prover, used=labels, detail=detail)


def _by_eprover(theory: Theory, purse: _Purse) -> ProofResult:
    alone = ask_eprover(replace(theory, goal=Always(False)), seconds=purse.left(share=1 / 3).seconds)
    if alone.status in ("theorem", "inconsistent"):
        return _inconsistent(alone.used, "eprover")
    goal = ask_eprover(theory, seconds=purse.left(share=1 / 2).seconds)
    if goal.status == "theorem":
        return ProofResult("entailed", "proved", "eprover", used=goal.used)
    denied: EAnswer = ask_eprover(theory, seconds=purse.left().seconds, negate_goal=True)
    if denied.status == "theorem":
        return ProofResult("contradicted", "proved", "eprover", used=denied.used)
    if goal.status == denied.status == "countersatisfiable":
        return ProofResult("open", "saturated", "eprover")
    return ProofResult("open", "time", "eprover", detail="time: E found nothing within the limit")


def _with_proof_flags(result: ProofResult, theory: Theory) -> ProofResult:
    if result.outcome != "entailed":
        return result
    used = [axiom for axiom in theory.axioms if axiom.label in result.used]
    if not any(axiom.is_fact for axiom in used):
        result = result.with_flags("no_fact_used")
    if not any(axiom.kind == "axiom" for axiom in used):
        result = result.with_flags("no_axiom_used")
    return result


def _problem(theory: Theory) -> str:
    return f"theory({','.join(_list(part, theory) for part in theory_clauses(theory))})"


def _list(clauses: Iterable[HornOrWider], theory: Theory) -> str:
    numbers = {axiom.label: str(i) for i, axiom in enumerate(theory.axioms)}
    return f"[{','.join(each.prolog(each.label if each.ours else numbers[each.label]) for each in clauses)}]"


def _labels(found: Iterable[Any], theory: Theory) -> tuple[str, ...]:
    return tuple(theory.axioms[each].label for each in sorted(each for each in found if isinstance(each, int)))


def _ask(request: str, limits: ProverLimits, bridge: str | Bridge | None) -> dict[str, Any]:
    """The solver's reply; what stopped it is its `reason`."""
    seconds = limits.seconds + GRACE_SECONDS
    try:
        reply = json.loads(shared_bridge(bridge).call(f"{request} .", seconds=seconds))
    except EngineStopped as stopped:
        return {"reason": str(stopped)}
    return reply if isinstance(reply, dict) else {}
