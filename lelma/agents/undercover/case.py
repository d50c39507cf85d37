"""Whether somebody's words prove that it has a word: rules and formulas by a model, and a prover's judgement of them.

Att_nli paper, appendix B: rules (B.2), formulas (Eqs. 14 to 16), repair (Eqs. 17, 18 and Algorithm 1), proof (Eq. 19).
Algorithm 1 counts one variable and tests another, so that it never stops as printed; here one is counted. What needs
nobody's advice is mended before the model is asked (`lelma.prover.mended`). A proof is looked for once: asking a prover
without chance again, as Algorithm 2 does, tells nothing new; what may differ are formalizations (`formalizations`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from gdl.values import dataclass
from lelma.agents.steps.functions import Ask
from lelma.agents.undercover.lived import numbered_lines
from lelma.prover import ProofResult, ProverLimits, Theory, TheoryError, check, labelled_text, mended, read_theory
from lelma.prover.results import early_stop
from lelma.prover.sketch import check_sketch, read_sketch
from lelma.prover.text.reading import with_goal
from lelma.prover.theory import FirstOrder, Predicate, subformulas

REPAIRS = 5
"""Rounds of repair by the model (section B.4)."""

_LIMITS = ProverLimits(seconds=3.0, inferences=3_000_000, explain_seconds=0.5, external=False)
"""Without E, which is not on every machine: the same match would be another one."""

_REFUSED = frozenset({"parse", "arity", "sort"})
"""Reasons of errors that a model is asked to mend."""

_FENCE = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_MOST_FAULTS = 1500
"""Characters of faults that are told."""


@dataclass(frozen=True)
class WordCase:
    """What follows from a player's words about a word.

    Attributes:
        said: its descriptions.
        truth: `entailed`, `contradicted`, `open` or `error`.
        reason: of the prover, or what is wrong with the formulas.
        rules, formulas: as the model wrote them, the formulas mended.
        repairs: rounds in which the model mended formulas.
        mended: what was mended without it.
        trace: what the proof lacks.
    """

    word: str
    said: tuple[str, ...]
    truth: str
    reason: str
    rules: str
    formulas: str
    repairs: int = 0
    mended: tuple[str, ...] = ()
    trace: str = ""

    def is_of(self, word: str, said: Sequence[str]) -> bool:
        """Whether it is about the same words."""
        return self.word == word and list(self.said) == list(said)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> WordCase:
        return cls(**{**value, "said": tuple(value["said"]), "mended": tuple(value["mended"])})


def predicate_of(word: str) -> str:
    """The predicate that stands for a word.

    >>> predicate_of("coffee pot")
    'CoffeePot'
    """
    parts = re.findall(r"[^\W_]+", word)
    name = "".join(part[0].upper() + part[1:] for part in parts)
    return name if name[:1].isalpha() else f"Word{name}"


def judged_case(said: Sequence[str], word: str, options: Mapping[str, Any], ask: Ask, *, cost: int = 0) -> WordCase:
    """Have the model write rules and formulas of what a player said, and the prover judge them.

    Args:
        options: `charitable`, whether theories count as they were probably meant; `formalizations`, 1 or 3, of which
            two must agree; `repairs`; `sketch`, whether a proof that is not found is sketched by the model, whose first
            failing step is part of the trace (section B.4).
        cost: how many missing facts are looked for at most, for the trace.
    """
    told = {"word": word, "predicate": predicate_of(word), "said": numbered_lines(said)}
    rules = str(ask("rules", told)).strip()
    told["rules_found"] = rules
    most = int(options.get("formalizations", 1))
    cases: list[WordCase] = []

    def truths() -> Any:
        while True:
            cases.append(_formalized(said, word, rules, told, options, ask, cost))
            yield cases[-1].truth

    truth = early_stop(truths(), enough=min(2, most), most=most) or "open"
    return next((case for case in cases if case.truth == truth), cases[-1])


def _formalized(
    said: Sequence[str],
    word: str,
    rules: str,
    told: Mapping[str, str],
    options: Mapping[str, Any],
    ask: Ask,
    cost: int,
) -> WordCase:
    text = str(ask("formalize", told))
    repairs = 0
    while True:
        theory, mends, fault = _theory(text, told["predicate"])
        result = None if theory is None else check(theory, limits=_LIMITS, cost=cost)
        if result is not None and not (result.outcome == "error" and result.reason in _REFUSED):
            break
        fault = fault or (result.detail if result is not None else "")
        if repairs >= int(options.get("repairs", REPAIRS)):
            return WordCase(word, tuple(said), "error", fault, rules, text.strip(), repairs, mends, fault)
        repairs += 1
        text = str(ask("repair", {**told, "formulas": text.strip(), "faults": fault[:_MOST_FAULTS]}))
    assert theory is not None
    truth = _truth(result, charitable=bool(options.get("charitable")))
    written = labelled_text(theory).strip()
    step = ""
    if result.outcome == "open" and options.get("sketch"):
        step = _failed_step(str(ask("sketch", {**told, "formulas": written})), theory)
    trace = _trace(result, told["predicate"], step)
    return WordCase(word, tuple(said), truth, result.reason, rules, written, repairs, mends, trace)


def _theory(text: str, predicate: str) -> tuple[Theory | None, tuple[str, ...], str]:
    """The theory of a reply with the goal that the word is of something, what was mended, and why there is none."""
    fenced = _FENCE.search(text)
    try:
        theory, mends = mended(read_theory(fenced[1] if fenced else text, source="formulas"))
        return with_goal(theory, f"∃x. {predicate}(x)"), mends, ""
    except TheoryError as error:
        return None, (), str(error)


def _truth(result: ProofResult, *, charitable: bool) -> str:
    """The outcome; a proof by rules alone, or by an axiom that says something of all things, leaves it open."""
    if charitable:
        return result.charitable or result.outcome
    return "open" if result.outcome == "entailed" and not result.convincing else result.outcome


def _failed_step(text: str, theory: Theory) -> str:
    """The first step of a proof sketch that does not follow; why there is none, if it can't be read."""
    fenced = _FENCE.search(text)
    try:
        sketch = read_sketch(fenced[1] if fenced else text)
    except TheoryError as error:
        return f"a sketch of a proof could not be read: {str(error)[:_MOST_FAULTS]}"
    return check_sketch(theory, sketch, limits=_LIMITS).failed_step


def _trace(result: ProofResult, goal: str, step: str = "") -> str:
    """What is told of a goal that does not follow (Traces(Θ') of Eq. 12).

    Args:
        step: of a proof sketch, the first that does not follow.
    """
    sketched = f" The first step of a sketched proof that fails: {step}" if step else ""
    if result.outcome == "entailed":
        return ""
    if result.outcome == "contradicted":
        return f"It is ruled out by {', '.join(result.used)}."
    missing = [
        each for each in result.missing if goal not in {fact.name for fact in each.facts if isinstance(fact, Predicate)}
    ]
    if missing:
        facts = ", ".join(missing[0].as_json()["facts"])
        return f"It would follow if this were known as well: {facts}.{sketched}"
    return f"{result.detail or 'Nothing that was written concludes it.'}{sketched}"


def _is_of(name: str, fact: FirstOrder) -> bool:
    return any(isinstance(each, Predicate) and each.name == name for each in subformulas(fact))
