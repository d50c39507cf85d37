"""What depends on what: stratification, restricted recursion, and what the keyword relations may rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gdl.errors import Fault
from gdl.relations.cycles import cycles
from gdl.tree.fault_list import FaultList, line_and_column, shown_term
from gdl.tree.keywords import NEVER_MOVE_DEPENDENT, NEVER_STATE_DEPENDENT, RELATIONS, STATE_DEPENDENT
from gdl.tree.syntax import (
    And,
    Compound,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Signature,
    Symbol,
    Variable,
    signature,
    variables_in,
)
from gdl.values import dataclass


@dataclass(frozen=True)
class Edge:
    """A relation's rule uses another relation in its body."""

    head: Signature
    body: Signature
    negative: bool
    rule: Rule
    sentence: Symbol | Compound


def dependency_faults(rules: Sequence[Rule], source: str) -> list[Fault]:
    """Every fault in how relations depend on each other."""
    report = FaultList(source)
    graph = list(edges(rules))
    component = components(graph)
    _check_stratification(graph, component, report)
    _check_recursion(rules, component, report)
    for keywords, forbidden in ((NEVER_STATE_DEPENDENT, STATE_DEPENDENT), (NEVER_MOVE_DEPENDENT, ("does",))):
        _check_keywords(graph, keywords, forbidden, report)
    _check_next(graph, report)
    return report.faults


def edges(rules: Sequence[Rule]) -> Iterator[Edge]:
    """The dependencies of all rules, in file order."""
    for rule in rules:
        if isinstance(rule.head, Variable):
            continue
        head = signature(rule.head)
        for literal in rule.body:
            for sentence, negative in sentences(literal):
                yield Edge(head, signature(sentence), negative, rule, sentence)


def sentences(literal: Literal, negative: bool = False) -> Iterator[tuple[Symbol | Compound, bool]]:
    """The sentences in a literal, each with whether a `not` stands over it."""
    match literal:
        case Not(inner):
            yield from sentences(inner, True)
        case Or(parts) | And(parts):
            for part in parts:
                yield from sentences(part, negative)
        case Symbol() | Compound():
            yield literal, negative


def components(graph: Sequence[Edge]) -> dict[Signature, int]:
    """Relation → number of its strongly connected component, only for relations on a cycle."""
    successors: dict[Signature, dict[Signature, None]] = {}
    for edge in graph:
        successors.setdefault(edge.head, {})[edge.body] = None
    return {relation: number for number, members in enumerate(cycles(successors)) for relation in members}


def _together(component: Mapping[Signature, int], one: Signature, other: Signature) -> bool:
    return one in component and component[one] == component.get(other)


def _check_stratification(graph: Sequence[Edge], component: Mapping[Signature, int], report: FaultList) -> None:
    """GDL specification, definition 4: no cycle of dependencies has a negative edge."""
    for edge in graph:
        if edge.negative and _together(component, edge.head, edge.body):
            head, body = edge.head[0], edge.body[0]
            way = "itself" if edge.head == edge.body else f"`{body}`, which depends on `{head}` again"
            report.error(
                edge.sentence,
                "unstratified-negation",
                f"`{head}` depends on the negation of {way}: such rules have no one meaning",
                "break the cycle, for instance with a fluent of the state before (`true`)",
            )


def _check_recursion(rules: Sequence[Rule], component: Mapping[Signature, int], report: FaultList) -> None:
    """GDL specification, definition 15: recursion must not build ever larger terms."""
    for rule in rules:
        if not isinstance(rule.head, Variable) and signature(rule.head) in component:
            _Recursion(rule, component, report).check(rule.body, set())


class _Recursion:
    """The check of one recursive rule."""

    def __init__(self, rule: Rule, component: Mapping[Signature, int], report: FaultList) -> None:
        assert not isinstance(rule.head, Variable)
        self.rule = rule
        self.head = signature(rule.head)
        self.head_args = rule.head.args if isinstance(rule.head, Compound) else ()
        self.component = component
        self.report = report

    def recursive(self, sentence: Symbol | Compound) -> bool:
        return _together(self.component, self.head, signature(sentence))

    def limits(self, literal: Literal) -> set[str]:
        """Variables for which the literal leaves only values that other relations have."""
        match literal:
            case Symbol() | Compound():
                return set() if self.recursive(literal) else set(variables_in(literal))
            case And(parts):
                return set().union(*map(self.limits, parts))
            case Or(parts) if parts:
                return set.intersection(*map(self.limits, parts))
            case _:
                return set()

    def check(self, literals: Sequence[Literal], limited: set[str]) -> None:
        limited = limited.union(*map(self.limits, literals))
        for literal in literals:
            match literal:
                case Symbol() | Compound():
                    if self.recursive(literal):
                        self.check_sentence(literal, limited)
                case Or(parts):
                    for part in parts:
                        self.check([part], limited)
                case And(parts):
                    self.check(parts, limited)
                case Not() | Distinct() | Variable():
                    pass

    def check_sentence(self, sentence: Symbol | Compound, limited: set[str]) -> None:
        for term in sentence.args if isinstance(sentence, Compound) else ():
            if term in self.head_args or set(variables_in(term)) <= limited:
                continue
            self.report.error(
                sentence,
                "unrestricted-recursion",
                f"`{self.head[0]}` depends on itself through {shown_term(sentence)}, and nothing limits"
                f" {shown_term(term)}: ever larger terms may be built",
                f"add a sentence that does not depend on `{self.head[0]}` and limits {shown_term(term)},"
                f" or use {shown_term(term)} unchanged in the head",
            )


def _check_keywords(
    graph: Sequence[Edge], keywords: Sequence[str], forbidden: Sequence[str], report: FaultList
) -> None:
    """Reports rules of `keywords` that rest on `forbidden` relations, once for each relation they use."""
    ways = _ways_to(graph, forbidden)
    reported: set[tuple[str, Signature]] = set()
    for edge in graph:
        head = edge.head[0]
        if head not in keywords or edge.body not in ways or (head, edge.body) in reported:
            continue
        reported.add((head, edge.body))
        chain = _chain(ways, edge.body)
        end = chain[-1].body[0] if chain else edge.body[0]
        by = ""
        if chain:
            names = [edge.body[0], *(step.body[0] for step in chain)]
            by = f", through {' → '.join(names)} (line {line_and_column(chain[-1].sentence)[0]})"
        what = "the moves" if end == "does" else "the state"
        code = "depends-on-moves" if end == "does" else "depends-on-state"
        report.error(
            edge.sentence,
            code,
            f"`{head}` depends on {what}: it uses `{end}`{by}",
            _dependency_fix(head, end),
        )


def _check_next(graph: Sequence[Edge], report: FaultList) -> None:
    """`next` may be asked for where only `sees` rests on it: what a role is told of the state to come.

    GDL-II as defined has `next` in heads only; its published sheets use it so.
    """
    uses: dict[Signature, dict[Signature, None]] = {}
    for edge in graph:
        uses.setdefault(edge.body, {})[edge.head] = None
    for edge in graph:
        if edge.body[0] != "next":
            continue
        reached = [edge.head]
        for relation in reached:
            if relation[0] not in RELATIONS:
                reached.extend(user for user in uses.get(relation, ()) if user not in reached)
        if {name for name, _ in reached if name in RELATIONS} != {"sees"}:
            report.error(
                edge.sentence,
                "keyword-in-body",
                f"`next` cannot stand in a body: {RELATIONS['next'].not_in_bodies}",
                "use `true` instead of `next`",
            )


def _dependency_fix(head: str, end: str) -> str:
    if head in NEVER_STATE_DEPENDENT:
        return f"give `{head}` by facts, or by rules over relations that are the same in every state"
    return f"record the move as a fluent, with `next`, and let `{head}` ask for it with `true`"


def _ways_to(graph: Sequence[Edge], targets: Sequence[str]) -> dict[Signature, Edge | None]:
    """Relation → the first step of a shortest way to one of `targets`, not passing through a keyword."""
    users: dict[Signature, list[Edge]] = {}
    for edge in graph:
        users.setdefault(edge.body, []).append(edge)
    ways: dict[Signature, Edge | None] = {name: None for name in users if name[0] in targets}
    queue = list(ways)
    for relation in queue:
        for edge in users.get(relation, ()):
            if edge.head not in ways and edge.head[0] not in RELATIONS:
                ways[edge.head] = edge
                queue.append(edge.head)
    return ways


def _chain(ways: Mapping[Signature, Edge | None], start: Signature) -> list[Edge]:
    steps: list[Edge] = []
    step = ways[start]
    while step is not None:
        steps.append(step)
        step = ways[step.body]
    return steps
