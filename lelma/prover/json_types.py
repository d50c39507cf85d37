"""The JSON of `lelma prove`, as types (`lelma.support.json_types`).

Formulas are text as in labelled lines: `∀x. Tea(x) ⟶ Hot(x)`.
"""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, TypedDict

from lelma.support.json_types import Schema

OutcomeWord = Literal["entailed", "contradicted", "open", "error"]


class ProofStepJson(TypedDict):
    """A fact that follows, or that is ruled out, which a `¬` before it tells."""

    number: int
    fact: str
    label: Annotated[str, "the axiom it follows by"]
    since: Annotated[list[int], "numbers of the steps it follows from"]


class ProofCaseJson(TypedDict):
    """What comes of one of several facts of which one holds."""

    number: int
    fact: str
    proof: "ProofPartJson"


class ProofPartJson(TypedDict):
    """Steps until an axiom is broken, or until one whose cases all lead there."""

    steps: list[ProofStepJson]
    label: str
    since: list[int]
    cases: list[ProofCaseJson]


class ProofClaimJson(TypedDict):
    """What a proof that begins at the goal claims."""

    fact: str
    holds: Annotated[bool, "whether the fact is claimed to hold, or not to"]
    label: Annotated[str, "the axiom it follows by; empty where its opposite was assumed further up"]
    parts: Annotated[list["ProofClaimJson"], "what it follows from by that axiom"]


class MissingJson(TypedDict):
    """Facts that would make the goal follow."""

    cost: int
    facts: list[str]


class TheoryFaultJson(TypedDict):
    """What is wrong with a theory, or odd."""

    line: Annotated[int, "from 1"]
    column: Annotated[int, "from 1"]
    code: str
    message: str
    severity: Literal["error", "warning"]
    fix: str


class ProofJson(TypedDict):
    """What is known of the goal of a theory."""

    schema: Schema
    outcome: OutcomeWord
    reason: Annotated[
        Literal[
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
        ],
        "why that is the outcome",
    ]
    detail: Annotated[str, "more on the reason, in words"]
    prover: Annotated[str, "`prolog`, `eprover` or `isabelle`; empty if none was asked"]
    seconds: float
    used: Annotated[list[str], "labels of the axioms of the proof, or of those that can't hold together"]
    proof: ProofPartJson | None
    tree: Annotated[list[ProofClaimJson], "a proof that begins at the goal, where that was asked for"]
    model: Annotated[list[str], "a counter-model: facts; all others are false in it"]
    flags: Annotated[
        list[str], "no_fact_used, no_axiom_used, over_strong:LABEL, undeclared:NAME, free_variable:LABEL.V"
    ]
    convincing: Annotated[bool, "entailed by a proof that uses a fact and nothing over-strong"]
    charitable: Annotated[OutcomeWord | None, "the outcome for the theory as it was probably meant"]
    missing: list[MissingJson]
    failed_step: str
    faults: list[TheoryFaultJson]


class JudgedTheoryJson(TypedDict):
    """What was found of a theory of a folder."""

    name: Annotated[str, "its file"]
    outcome: Annotated[str, "as of one theory; `differ` where two provers gave complete answers that differ"]
    reason: str
    seconds: Annotated[float, "from the text to the outcome, by the clock"]
    verdict: Annotated[str, "of the other prover, in our words; empty where there is none"]
    detail: str


class ProofsJson(TypedDict):
    """What was found of the theories in a folder, by their names."""

    schema: Schema
    theories: list[JudgedTheoryJson]


PROVER_OBJECTS: dict[str, type] = {
    "proof": ProofJson,
    "proofs": ProofsJson,
}
"""The objects by the names of their schemas."""
