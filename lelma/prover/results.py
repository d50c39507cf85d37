"""What the prover is asked and answers, as values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any, Literal, TypeVar

from gdl.errors import Fault
from gdl.values import dataclass
from lelma.prover.json_types import MissingJson, ProofClaimJson, ProofJson, ProofPartJson
from lelma.prover.text.writing import sentence_text
from lelma.prover.theory import (
    Apply,
    Bound,
    Equation,
    FirstOrder,
    LogicVariable,
    Opposite,
    Predicate,
    free_names,
    replaced,
)
from lelma.support.json_types import VERSION

ProofOutcome = Literal["entailed", "contradicted", "open", "error"]
Reason = Literal[
    "proved",
    "countermodel",
    "saturated",
    "time",
    "inferences",
    "memory",
    "depth",
    "parse",
    "arity",
    "sort",
    "inconsistent",
]


@dataclass(frozen=True)
class ProverLimits:
    """What the check of a theory may cost as a whole.

    Attributes:
        seconds: wall-clock time for all questions to the solver and to E.
        inferences: logical steps for all questions to the solver.
        explain_seconds: for all sets of missing facts, and for a proof that begins at the goal, beside the others.
        external: whether E, and Isabelle, may be asked where the solver can't decide.
    """

    seconds: float = 5.0
    inferences: int = 20_000_000
    explain_seconds: float = 1.0
    external: bool = True

    def prolog(self) -> str:
        return f"limits({self.seconds:.3f},{self.inferences})"


DEFAULT_PROVER_LIMITS = ProverLimits()

_EVERY = "x"
"""How names of variables begin that stand for everything in what is missing."""


@dataclass(frozen=True)
class Missing:
    """Facts that would make a goal follow, none of which can be left out, and that the axioms allow.

    Each is a predicate of things, or that it fails, or that either is so of everything. A free variable in them stands
    for some thing that there would be.
    """

    facts: tuple[FirstOrder, ...]

    @property
    def cost(self) -> int:
        return len(self.facts)

    def as_json(self) -> MissingJson:
        return {"cost": self.cost, "facts": [sentence_text(fact) for fact in self.facts]}


@dataclass(frozen=True)
class Consistency:
    """Whether formulas can hold together: `no` with labels of which none can be left out, `unknown` with the reason."""

    answer: Literal["yes", "no", "unknown"]
    labels: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class ProofStep:
    """A fact that holds, or that is ruled out, by earlier steps and the axiom `label`; that is empty where a case is
    assumed.
    """

    number: int
    fact: Predicate | Equation
    label: str
    since: tuple[int, ...]
    holds: bool = True

    @property
    def text(self) -> str:
        return _signed_text(self.fact, self.holds)


@dataclass(frozen=True)
class ProofCase:
    """What comes of assuming one of the facts of which one holds."""

    number: int
    fact: Predicate | Equation
    proof: ProofTree


@dataclass(frozen=True)
class ProofTree:
    """A refutation of the axioms with the goal's negation: steps, and an axiom that is broken then, or whose cases all
    lead to such.
    """

    steps: tuple[ProofStep, ...]
    label: str
    since: tuple[int, ...]
    cases: tuple[ProofCase, ...] = ()

    def lines(self, depth: int = 0) -> list[str]:
        """The proof for people, a line for each step."""
        begin = "  " * depth
        told = [f"{begin}{each.number}. {each.text}{_by(each.label, each.since)}" for each in self.steps]
        if not self.cases:
            return [*told, f"{begin}so {self.label} settles it{_from(self.since)}"]
        told.append(f"{begin}by {self.label}{_from(self.since)} one of {len(self.cases)} cases holds:")
        for case in self.cases:
            told.append(f"{begin}  {case.number}. {sentence_text(case.fact)} (case)")
            told += case.proof.lines(depth + 2)
        return told

    def as_json(self) -> ProofPartJson:
        return {
            "steps": [
                {
                    "number": each.number,
                    "fact": each.text,
                    "label": each.label,
                    "since": list(each.since),
                }
                for each in self.steps
            ],
            "label": self.label,
            "since": list(self.since),
            "cases": [
                {"number": each.number, "fact": sentence_text(each.fact), "proof": each.proof.as_json()}
                for each in self.cases
            ],
        }


@dataclass(frozen=True)
class ClaimTree:
    """A claim of a proof that begins at the goal: a fact holds, or does not, by the axiom `label`, since all of `parts`
    are so. Without a label it was assumed further up, where its opposite is refuted.
    """

    fact: Predicate | Equation
    holds: bool
    label: str
    parts: tuple[ClaimTree, ...] = ()

    def lines(self, depth: int = 0) -> list[str]:
        """The tree for people, a line for each claim."""
        told = _signed_text(self.fact, self.holds)
        by = f"   by {self.label}" if self.label else "   (assumed)"
        return [f"{'  ' * depth}{told}{by}", *(line for part in self.parts for line in part.lines(depth + 1))]

    def as_json(self) -> ProofClaimJson:
        parts = [part.as_json() for part in self.parts]
        return {"fact": sentence_text(self.fact), "holds": self.holds, "label": self.label, "parts": parts}


def proof_claims(reply: Any, labels: tuple[str, ...]) -> tuple[ClaimTree, ...]:
    """Claims from the solver's JSON, whose labels are numbers of `labels` or words of its own."""
    return tuple(
        ClaimTree(
            fact_of(part["atom"]),
            part["sign"] == "holds",
            _label_of(part["label"], labels),
            proof_claims(part["parts"], labels),
        )
        for part in reply
    )


def _label_of(each: Any, labels: tuple[str, ...]) -> str:
    return labels[each] if isinstance(each, int) else {"goal": "the goal", "case": ""}.get(each, str(each))


def _signed_text(fact: Predicate | Equation, holds: bool) -> str:
    return sentence_text(fact if holds else Opposite(fact))


def _by(label: str, since: tuple[int, ...]) -> str:
    return f"   by {label}{_from(since)}"


def _from(since: tuple[int, ...]) -> str:
    return f" from {', '.join(map(str, since))}" if since else ""


@dataclass(frozen=True)
class ProofResult:
    """What is known of a goal.

    Attributes:
        prover: `prolog`, `eprover` or `isabelle`; empty if none was asked.
        seconds: of wall-clock time.
        used: labels of the axioms of the proof; for `inconsistent` the labels that can't hold together.
        tree: a proof that begins at the goal, where that was asked for and one was found.
        model: facts of a counter-model; whatever is not among them is false in it.
        flags: see `sorts.flags_of`; with `no_fact_used` and `no_axiom_used` of a proof.
        charitable: the outcome for the theory as it was probably meant (`sorts.charitable`); None where the theory as
            it is written used up the limits.
        missing: what would make the goal follow, where that was asked for.
        failed_step: the first step of a proof sketch that does not follow.
        detail: more on the reason, in words.
        faults: what is wrong with the theory.
    """

    outcome: ProofOutcome
    reason: Reason
    prover: str = ""
    seconds: float = 0.0
    used: tuple[str, ...] = ()
    proof: ProofTree | None = None
    tree: tuple[ClaimTree, ...] = ()
    model: tuple[Predicate | Equation, ...] = ()
    flags: tuple[str, ...] = ()
    charitable: ProofOutcome | None = None
    missing: tuple[Missing, ...] = ()
    failed_step: str = ""
    detail: str = ""
    faults: tuple[Fault, ...] = ()

    @property
    def convincing(self) -> bool:
        """Whether the goal is entailed by a proof that uses a fact, and none that says something of all things."""
        strong = {flag.removeprefix("over_strong:") for flag in self.flags if flag.startswith("over_strong:")}
        return self.outcome == "entailed" and "no_fact_used" not in self.flags and not strong & set(self.used)

    def with_flags(self, *flags: str) -> ProofResult:
        return replace(self, flags=(*self.flags, *flags))

    def as_json(self) -> ProofJson:
        return {
            "schema": VERSION,
            "outcome": self.outcome,
            "reason": self.reason,
            "detail": self.detail,
            "prover": self.prover,
            "seconds": round(self.seconds, 6),
            "used": list(self.used),
            "proof": None if self.proof is None else self.proof.as_json(),
            "tree": [claim.as_json() for claim in self.tree],
            "model": [sentence_text(fact) for fact in self.model],
            "flags": list(self.flags),
            "convincing": self.convincing,
            "charitable": self.charitable,
            "missing": [each.as_json() for each in self.missing],
            "failed_step": self.failed_step,
            "faults": [
                {
                    "line": fault.line,
                    "column": fault.column,
                    "code": fault.code,
                    "message": fault.message,
                    "severity": fault.severity,
                    "fix": fault.fix,
                }
                for fault in self.faults
            ],
        }


def missing_of(reply: Any) -> Missing:
    """Missing facts from the solver's JSON, with short names for the things there would be."""
    signed = [(fact_of(each["atom"]), each["holds"]) for each in reply]
    facts = [fact if holds else Opposite(fact) for fact, holds in signed]
    free = dict.fromkeys(name for fact in facts for name in free_names(fact) if not name.startswith(_EVERY))
    new = {name: LogicVariable(f"new{at}") for at, name in enumerate(free, start=1)}
    return Missing(tuple(_of_everything(replaced(fact, new)) for fact in facts))


def _of_everything(fact: FirstOrder) -> FirstOrder:
    names = tuple(name for name in free_names(fact) if name.startswith(_EVERY))
    return Bound("every", names, fact) if names else fact


def fact_of(term: Any) -> Predicate | Equation:
    """A fact from the solver's JSON."""
    found = _thing_of(term)
    assert isinstance(found, Apply)
    return Equation(*found.args) if found.name == "=" else Predicate(found.name, found.args)


def _thing_of(term: Any) -> Apply | LogicVariable:
    if isinstance(term, dict):
        if term["functor"] == "$VAR":
            return LogicVariable(f"any{term['args'][0]}")
        if term["functor"] == "$EVERY":
            return LogicVariable(f"{_EVERY}{term['args'][0] + 1}")
        return Apply(str(term["functor"]), tuple(map(_thing_of, term["args"])))
    return Apply(str(term))


def proof_of(reply: Any, labels: tuple[str, ...]) -> ProofTree:
    """A proof from the solver's JSON, whose labels are numbers of `labels` or words of its own."""

    def tree(part: Any) -> ProofTree:
        return ProofTree(
            tuple(
                ProofStep(
                    step["id"],
                    fact_of(step["atom"]),
                    _label_of(step["label"], labels),
                    tuple(step["from"]),
                    step["holds"],
                )
                for step in part["steps"]
            ),
            _label_of(part["label"], labels),
            tuple(part["from"]),
            tuple(ProofCase(case["id"], fact_of(case["atom"]), tree(case["proof"])) for case in part.get("cases", ())),
        )

    return tree(reply)


Cast = TypeVar("Cast", bound=Hashable)


def early_stop(votes: Iterator[Cast], *, enough: int = 2, most: int | None = None) -> Cast | None:
    """The first vote that came `enough` times (the paper's Algorithm 2); None if `most`, or all, came before.

    What is voted on are formalizations of one text, or answers of a prover that works against the clock: asking one
    without chance again tells nothing new.

    >>> early_stop(iter(["open", "entailed", "open", "entailed"]))
    'open'
    """
    counts: dict[Cast, int] = {}
    for cast, vote in enumerate(votes, 1):
        counts[vote] = counts.get(vote, 0) + 1
        if counts[vote] == enough:
            return vote
        if cast == most:
            return None
    return None
