"""The checks against the definitions of the specification, written out naively over random rules.

Every rule is multiplied out into conjunctions first, so that `or` needs no definition of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest

from gdl.checks.check import check_text
from gdl.text.read import read_kif
from gdl.tree.syntax import And, Compound, Distinct, Literal, Not, Or, Rule, Symbol, Term, Variable, signature, subterms

RELATIONS = {"p": 1, "q": 2, "r": 1, "s": 0}
VARIABLES = ["?x", "?y", "?z"]


@dataclass(frozen=True)
class Conjunction:
    """One way for a rule to fire: its sentences, those it denies, and the terms it compares."""

    line: int
    head: Term
    positive: tuple[Term, ...]
    negative: tuple[Term, ...]
    compared: tuple[Term, ...]


def conjunctions(rule: Rule) -> Iterator[Conjunction]:
    assert rule.position is not None
    for literals in product(*map(ways, rule.body)):
        flat = [literal for several in literals for literal in several]
        yield Conjunction(
            rule.position.line,
            rule.head,
            tuple(each for each in flat if isinstance(each, Symbol | Compound)),
            tuple(
                each.literal for each in flat if isinstance(each, Not) and isinstance(each.literal, Symbol | Compound)
            ),
            tuple(term for each in flat if isinstance(each, Distinct) for term in (each.left, each.right)),
        )


def ways(literal: Literal) -> list[list[Literal]]:
    match literal:
        case Or(parts):
            return [way for part in parts for way in ways(part)]
        case And(parts):
            return [[each for way in several for each in way] for several in product(*map(ways, parts))]
    return [[literal]]


def variables(terms: tuple[Term, ...]) -> set[str]:
    return {part.name for term in terms for part in subterms(term) if isinstance(part, Variable)}


def unsafe_lines(found: list[Conjunction]) -> set[int]:
    """Definition 5: a variable of the head, of a negation or of `distinct` stands in a positive sentence too."""
    return {
        each.line
        for each in found
        if not variables((each.head, *each.negative, *each.compared)) <= variables(each.positive)
    }


def rests_on(found: list[Conjunction]) -> dict[tuple[str, int], set[tuple[str, int]]]:
    """Relation → all that its rules use, directly or not."""
    uses: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for each in found:
        uses.setdefault(signature(each.head), set()).update(map(signature, (*each.positive, *each.negative)))
    for _ in uses:
        for reached in uses.values():
            reached |= {deeper for used in reached for deeper in uses.get(used, ())}
    return uses


def unstratified_lines(found: list[Conjunction]) -> set[int]:
    """Definition 4: no relation rests on its own negation."""
    uses = rests_on(found)
    return {
        each.line
        for each in found
        for denied in map(signature, each.negative)
        if denied == signature(each.head) or signature(each.head) in uses.get(denied, ())
    }


def unrestricted_lines(found: list[Conjunction]) -> set[int]:
    """Definition 15 where a body's terms are constants and variables: a variable of a recursive sentence is one of the
    head's arguments, or stands in a sentence that is not recursive.
    """
    uses = rests_on(found)

    def recursive(each: Conjunction, sentence: Term) -> bool:
        head, body = signature(each.head), signature(sentence)
        return head in uses.get(body, ()) and body in uses.get(head, ())

    lines = set()
    for each in found:
        others = variables(tuple(sentence for sentence in each.positive if not recursive(each, sentence)))
        own = set(each.head.args) if isinstance(each.head, Compound) else set()
        calls = [s for s in each.positive if isinstance(s, Compound) and recursive(each, s)]
        terms = [term for call in calls for term in call.args if isinstance(term, Variable) and term not in own]
        if any(term.name not in others for term in terms):
            lines.add(each.line)
    return lines


def random_rules(choose: random.Random) -> str:
    def term() -> str:
        return choose.choice([*VARIABLES, "a", "b"])

    def sentence() -> str:
        kind = choose.randrange(8)
        if kind == 0:
            return f"(true (f {term()}))"
        if kind == 1:
            return f"(e {term()} {term()})"
        name = choose.choice(list(RELATIONS))
        return f"({name} {' '.join(term() for _ in range(RELATIONS[name]))})" if RELATIONS[name] else name

    def literal(depth: int) -> str:
        kind = choose.randrange(10)
        if kind < 5:
            return sentence()
        if kind == 5:
            return f"(not {sentence()})"
        if kind == 6:
            return f"(distinct {term()} {term()})"
        if depth == 0:
            return sentence()
        word = "or" if kind < 9 else "and"
        return f"({word} {' '.join(literal(depth - 1) for _ in range(choose.randint(1, 3)))})"

    lines = ["(e a b)"]
    for _ in range(choose.randint(1, 6)):
        name = choose.choice(list(RELATIONS))
        head = f"({name} {' '.join(term() for _ in range(RELATIONS[name]))})" if RELATIONS[name] else name
        if choose.random() < 0.15:
            head = f"({name} {' '.join(f'(g {term()})' for _ in range(RELATIONS[name]))})" if RELATIONS[name] else name
        lines.append(f"(<= {head} {' '.join(literal(2) for _ in range(choose.randint(1, 4)))})")
    return "\n".join(lines)


@pytest.mark.slow
def test_the_checks_are_the_definitions() -> None:
    source = random.Random(15)
    faulty = dict.fromkeys(("unsafe-rule", "unstratified-negation", "unrestricted-recursion"), 0)
    for _ in range(400):
        text = random_rules(source)
        found = [each for rule in read_kif(text).rules for each in conjunctions(rule)]
        expected = {
            "unsafe-rule": unsafe_lines(found),
            "unstratified-negation": unstratified_lines(found),
            "unrestricted-recursion": unrestricted_lines(found),
        }
        _, faults = check_text(text)
        for code, lines in expected.items():
            assert {fault.line for fault in faults if fault.code == code} == lines, (code, text)
            faulty[code] += bool(lines)
    assert min(faulty.values()) > 30, faulty
