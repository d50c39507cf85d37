"""Theories from text: labelled lines, a `.thy` file of Isabelle, or TPTP's form.

Labelled lines are `label: formula`; a line that is indented goes on with the formula above, and one labelled `goal`
(or theorem, hypothesis, conclusion, conjecture, shows) holds what may follow. Of a `.thy` file the declarations, the
axioms, the first theorem's assumptions and what it shows are read; its proof is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from gdl.errors import Fault
from lelma.prover.errors import TheoryError
from lelma.prover.sorts import BOOL
from lelma.prover.text.formula_text import FormulaRead, TextPlace, cleaned, read_first_order
from lelma.prover.text.isabelle_file import Quoted, read_outer
from lelma.prover.text.tptp_file import IS_TPTP, read_tptp
from lelma.prover.theory import (
    Apply,
    Axiom,
    AxiomKind,
    Bound,
    Equation,
    FirstOrder,
    Joined,
    Opposite,
    Predicate,
    Theory,
    fixed,
    free_names,
    subformulas,
    with_free_variables,
)

LONGEST_THEORY = 1_000_000
"""Characters of a text that is read as a theory."""

_OUTER = re.compile(r"(?m)^\s*(?:axiomatization|consts|typedecl|imports)\b|\b(?:shows|assumes)\s*\w*:?\s*[\"‹“]")
_GOAL = re.compile(r"(?i)(?:goal|theorem|hypothesis|conclusion|conjecture|shows?|thesis)(?:[_ -]?\d+)?\Z")
_LABEL = re.compile(
    r"\s*(?:[-*•]\s+|\d+[.)]\s+)?(?:\*\*)?([^\W\d][\w']*(?:[ -]\d+)?)\s*(?:\*\*)?\s*(?::(?!:)|：)(?:\*\*)?\s*"
)
_COMMENT = re.compile(r"\(\*.*?\*\)|(?m:^[ \t]*(?:#|%|//|```)[^\n]*$)", re.DOTALL)
_VARIABLE = re.compile(r"(?:[t-z]|ev?)\d*'*\Z|[T-Z]\d*\Z")
"""Names that are taken for variables where a text declares nothing and no quantifier binds them."""


class _Line(NamedTuple):
    label: str
    kind: AxiomKind | None
    text: str
    offset: int


def read_theory(text: str, *, source: str = "<theory>") -> Theory:
    """The theory that a text says.

    Raises:
        TheoryError: with every fault, each with its label, line and column, if some formula has no reading.
    """
    if len(text) > LONGEST_THEORY:
        message = f"the text is longer than {LONGEST_THEORY} characters"
        raise TheoryError([Fault(source, 1, 1, "too-long", message)], text[:100])
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if IS_TPTP.match(text):
        theory, wrong = read_tptp(text, source)
        if any(fault.severity == "error" for fault in wrong):
            raise TheoryError([each for each in wrong if each.severity == "error"], text)
        return replace(theory, faults=wrong)
    isabelle = _OUTER.search(text) is not None
    faults: list[Fault] = []
    declared: dict[str, str] | None = None
    if isabelle:
        outer = read_outer(text, source)
        lines, declared = [_of_quoted(each) for each in outer.formulas], outer.declared
        faults += outer.faults
    else:
        lines = list(_labelled(text))
    read = [
        read_first_order(line.text, TextPlace(source, text, line.offset), line.label, as_isabelle=isabelle)
        for line in lines
    ]
    faults += [fault for each in read for fault in each.faults]
    unread = any(each.formula is None for each in read)
    faults += _doubled(lines, TextPlace(source, text), isabelle)
    if not lines:
        faults.append(
            Fault(source, 1, 1, "empty", "there is no formula", fix="write lines such as rule_1: ∀x. A(x) ⟶ B(x)")
        )
        unread = True
    if unread:
        raise TheoryError([each for each in faults if each.severity == "error"], text)
    places: dict[str, tuple[int, int]] = {}
    for line in lines:
        place = TextPlace(source, text, line.offset)
        places.setdefault(line.label if line.kind else "goal", place.line_and_column())
    return replace(_theory(lines, read, declared), faults=tuple(faults), source=source, places=places)


def with_goal(theory: Theory, text: str) -> Theory:
    """The theory with another goal.

    Raises:
        TheoryError: if the text is no formula.
    """
    read = read_first_order(text, TextPlace("<goal>", text), "goal", as_isabelle=False)
    if read.formula is None:
        raise TheoryError(read.faults, text)
    predicates = {
        each.name for axiom in theory.axioms for each in subformulas(axiom.formula) if isinstance(each, Predicate)
    }
    goal = _as_equivalences(read.formula, predicates)
    return replace(theory, goal=fixed(goal, frozenset(free_names(goal))))


def _of_quoted(quoted: Quoted) -> _Line:
    return _Line(quoted.label, quoted.kind, quoted.text, quoted.offset)


def _labelled(text: str) -> Iterator[_Line]:
    """The labelled lines; comments are blank, and a line without a label is named by its number."""
    bare = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    start, offset = None, 0
    for line in [*bare.split("\n"), "end"]:
        goes_on = line[:1].isspace() and start is not None and not _LABEL.match(line)
        if line.strip() and not goes_on:
            if start is not None:
                yield _line(bare, start, offset)
            start = offset
        offset += len(line) + 1


def _line(text: str, start: int, end: int) -> _Line:
    piece = text[start:end]
    found = _LABEL.match(piece)
    label = found[1] if found else f"line_{text[:start].count(chr(10)) + 1}"
    offset = found.end() if found else len(piece) - len(piece.lstrip())
    body = piece[offset:].rstrip().rstrip(".;").rstrip()
    quoted = re.match(r"([\"“`])(.*)[\"”`]\Z", body, re.DOTALL)
    if quoted:
        offset, body = offset + 1, quoted[2]
    kind: AxiomKind | None = None if _GOAL.match(label) else "axiom"
    return _Line(re.sub(r"\W", "_", cleaned(label)[0]), kind, body, start + offset)


def _doubled(lines: list[_Line], place: TextPlace, isabelle: bool) -> Iterator[Fault]:
    seen: set[str] = set()
    for line in lines:
        if line.kind is not None and line.label in seen:
            at = TextPlace(place.file, place.text, line.offset)
            message = f"the label {line.label} is used twice"
            yield at.fault(0, "label", message, fix="label each axiom by a name of its own", warning=not isabelle)
        seen.add(line.label)
    if sum(line.kind is None for line in lines) > 1:
        extra = [line for line in lines if line.kind is None][1]
        at = TextPlace(place.file, place.text, extra.offset)
        yield at.fault(0, "goal", "there is a second goal; the first one is taken", warning=True)


def _theory(lines: list[_Line], read: list[FormulaRead], declared: dict[str, str] | None) -> Theory:
    predicates = {name for each in read for name in each.predicates}
    predicates |= {name for name, told in (declared or {}).items() if told.endswith(f"⇒ {BOOL}")}

    def is_variable(name: str) -> bool:
        if declared is not None:
            return name not in declared and name not in predicates
        return name not in predicates and _VARIABLE.match(name) is not None

    labels: set[str] = set()
    axioms: list[Axiom] = []
    goal: FirstOrder | None = None
    for line, each in zip(lines, read, strict=True):
        assert each.formula is not None
        formula = _as_equivalences(each.formula, predicates) if each.equates else each.formula
        if any(map(is_variable, each.constants)):
            formula = with_free_variables(formula, is_variable)
        if line.kind != "axiom":  # what a theorem leaves free is arbitrary, but the same all over it
            formula = fixed(formula, frozenset(free_names(formula)))
        if line.kind is None:
            goal = formula if goal is None else goal
            continue
        label = line.label
        while label in labels:
            label += "'"
        labels.add(label)
        axioms.append(Axiom(label, formula, line.kind))
    return Theory(tuple(axioms), goal, declared)


def _as_equivalences(formula: FirstOrder, predicates: set[str]) -> FirstOrder:
    """Equations between predicates of things are equivalences of formulas; what equals such a one is one, too."""
    match formula:
        case Equation(Apply(one, args), Apply(other, others)) if one in predicates or other in predicates:
            return Joined("iff", Predicate(one, args), Predicate(other, others)) if args and others else formula
        case Opposite(body):
            return Opposite(_as_equivalences(body, predicates))
        case Joined(connective, left, right):
            return Joined(connective, _as_equivalences(left, predicates), _as_equivalences(right, predicates))
        case Bound(quantifier, variables, body):
            return Bound(quantifier, variables, _as_equivalences(body, predicates))
    return formula
