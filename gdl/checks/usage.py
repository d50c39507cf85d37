"""What the names of a description are used for: arities, spelling, names without a definition or a use."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import field

from gdl.errors import Fault
from gdl.relations.dependency import sentences
from gdl.tree.arithmetic import RECKONING, Reckoning, is_sum, no_arithmetic
from gdl.tree.fault_list import FaultList, line_and_column, listed, terms_in
from gdl.tree.keywords import LOGICAL, RELATIONS, REQUIRED
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
    Term,
    Variable,
    signature,
    subterms,
)
from gdl.values import dataclass

_FLUENT_MAKERS = ("init", "next")


@dataclass
class NamesUsed:
    """Where each name of a description first stands, by what it is there."""

    heads: dict[Signature, Term] = field(default_factory=dict)
    bodies: dict[Signature, Term] = field(default_factory=dict)
    functions: dict[Signature, Term] = field(default_factory=dict)
    constants: dict[str, list[_Use]] = field(default_factory=dict)  # by lower-case spelling
    made: set[Signature] = field(default_factory=set)  # fluents that init or next can give
    makes_any: bool = False  # init or next gives a variable
    asked: dict[Signature, Term] = field(default_factory=dict)  # fluents that `true` asks for
    sums: list[Compound] = field(default_factory=list)  # terms that are written to be worked out
    values: list[Term] = field(default_factory=list)  # of goals

    @property
    def relations(self) -> set[str]:
        """Names of relations that have a rule or fact."""
        return {name for name, _ in self.heads}


@dataclass(frozen=True, slots=True)
class _Use:
    spelling: str
    node: Term
    called: bool  # a relation that a body asks for


def names_of(rules: Sequence[Rule]) -> NamesUsed:
    """The names in some rules."""
    names = NamesUsed()
    for rule in rules:
        if not isinstance(rule.head, Variable):
            names.heads.setdefault(signature(rule.head), rule.head)
            _note_sentence(rule.head, names, called=False)
            match rule.head:
                case Compound(name, (Variable(),)) if name in _FLUENT_MAKERS:
                    names.makes_any = True
                case Compound(name, (Symbol() | Compound() as fluent,)) if name in _FLUENT_MAKERS:
                    names.made.add(signature(fluent))
        for literal in rule.body:
            for term in _compared(literal):
                _note_term(term, names)
            for sentence, _ in sentences(literal):
                names.bodies.setdefault(signature(sentence), sentence)
                _note_sentence(sentence, names, called=True)
                match sentence:
                    case Compound("true", (Symbol() | Compound() as fluent,)):
                        names.asked.setdefault(signature(fluent), fluent)
    return names


def _note_sentence(sentence: Symbol | Compound, names: NamesUsed, *, called: bool) -> None:
    name, args = signature(sentence)[0], sentence.args if isinstance(sentence, Compound) else ()
    if name not in RELATIONS and name not in LOGICAL:
        names.constants.setdefault(name.lower(), []).append(_Use(name, sentence, called))
    for number, arg in enumerate(args):
        _note_term(arg, names, percept=name == "sees" and number == 1)
    if name == "goal":
        names.values += args[1:]


def _note_term(term: Term, names: NamesUsed, *, percept: bool = False) -> None:
    """Notes the names in a term; a percept may be any term, its functions are not those of the state."""
    for part in subterms(term):
        match part:
            case Symbol(name):
                names.constants.setdefault(name.lower(), []).append(_Use(name, part, False))
            case Compound(name):
                names.constants.setdefault(name.lower(), []).append(_Use(name, part, False))
                if not percept:
                    names.functions.setdefault(signature(part), part)
                    if is_sum(part):
                        names.sums.append(part)


def _compared(literal: Literal) -> Iterator[Term]:
    match literal:
        case Not(inner):
            yield from _compared(inner)
        case Or(parts) | And(parts):
            for part in parts:
                yield from _compared(part)
        case Distinct(left, right):
            yield from (left, right)


def local_name_faults(rules: Sequence[Rule], source: str) -> list[Fault]:
    """Faults in names that stay faults whatever other rules there are."""
    report, names = FaultList(source), names_of(rules)
    _check_arities(names, report)
    _check_case(names, report)
    _check_variable_case(rules, report)
    return report.faults


def name_faults(rules: Sequence[Rule], source: str, *, infix: bool = False) -> list[Fault]:
    """Names that are defined and not used, used and not defined, or used for two things; missing keywords.

    With `infix`, what is told to write is in that form.
    """
    report, names = FaultList(source), names_of(rules)
    reckonings = _reckonings(names)
    if reckonings:
        report.faults.append(no_arithmetic(source, reckonings, infix=infix, severity="warning"))
    _check_required(names, report)
    _check_shared(names, report)
    _check_defined(names, report, {use.name for use in reckonings})
    _check_used(names, report)
    _check_fluents(names, report)
    return report.faults


def reckoned_names(rules: Sequence[Rule]) -> set[str]:
    """Names that the rules take for arithmetic, in goal values too."""
    names = names_of(rules)
    return {use.name for use in _reckonings(names)} | {term.functor for term in names.sums}


def _reckonings(names: NamesUsed) -> list[Reckoning]:
    """Relations that nothing gives and terms nobody works out, where both look like arithmetic."""
    known = sorted({*names.relations, *RELATIONS})
    fluents = {name for name, _ in names.made}
    asked = [
        (name, node)
        for (name, arity), node in names.bodies.items()
        if arity > 1
        and name.lower() in RECKONING
        and name not in names.relations | fluents
        and not close_to(name, known)
    ]
    values = {id(value) for value in names.values}  # these are no numbers, which is an error
    sums = [(t.functor, t) for t in names.sums if t.functor not in names.relations and id(t) not in values]
    return [Reckoning(*line_and_column(node), name) for name, node in [*asked, *sums]]


def close_to(name: str, words: Sequence[str]) -> str:
    """The word that a misspelled name most likely stands for, or nothing."""
    lower = {word.lower(): word for word in words if word != name}
    found = difflib.get_close_matches(name.lower(), sorted(lower), n=1, cutoff=0.75)
    return lower[found[0]] if found else ""


def _check_arities(names: NamesUsed, report: FaultList) -> None:
    for kind, uses in (
        ("relation", [*names.heads.items(), *names.bodies.items()]),
        ("function", list(names.functions.items())),
    ):
        first: dict[str, tuple[int, Term]] = {}
        reported: set[Signature] = set()
        for (name, arity), node in sorted(uses, key=lambda use: line_and_column(use[1])):
            if name in RELATIONS or name in LOGICAL:
                continue
            before, where = first.setdefault(name, (arity, node))
            if before != arity and (name, arity) not in reported:
                reported.add((name, arity))
                report.warning(
                    node,
                    "arity-mismatch",
                    f"the {kind} `{name}` has {arity} arguments here, and {before} on line"
                    f" {line_and_column(where)[0]}: the two have nothing to do with each other",
                    "give both the same number of arguments, or different names",
                )


def _check_case(names: NamesUsed, report: FaultList) -> None:
    """GDL folds case, and many programs do not: one constant in two spellings is two for them.

    Published sheets ask for relations in a spelling that nothing defines, and are played as if nothing had
    been asked: that is a warning.
    """
    for uses in names.constants.values():
        spellings: dict[str, list[_Use]] = {}
        for use in uses:
            spellings.setdefault(use.spelling, []).append(use)
        if len(spellings) < 2:
            continue
        usual = max(spellings, key=lambda spelling: len(spellings[spelling]))
        for spelling, found in spellings.items():
            if spelling == usual:
                continue
            node = min((use.node for use in found), key=line_and_column)
            line = line_and_column(spellings[usual][0].node)[0]
            only_called = all(use.called for use in found)
            add = report.warning if only_called else report.error
            add(
                node,
                "case-clash",
                f"`{spelling}` and `{usual}` (line {line}) differ only in capitals: GDL takes them for one"
                " name, many programs for two",
                f"write `{usual}` everywhere, or choose another name",
            )


def _check_variable_case(rules: Sequence[Rule], report: FaultList) -> None:
    for rule in rules:
        seen: dict[str, str] = {}
        for term in (rule.head, *(part for literal in rule.body for part in terms_in(literal))):
            for part in subterms(term):
                if isinstance(part, Variable) and seen.setdefault(part.name.lower(), part.name) != part.name:
                    report.warning(
                        part,
                        "case-clash",
                        f"?{part.name} and ?{seen[part.name.lower()]} differ only in capitals: GDL takes"
                        " them for one variable, many programs for two",
                        "spell them alike, or choose another name",
                    )
                    seen[part.name.lower()] = part.name


def _check_required(names: NamesUsed, report: FaultList) -> None:
    defined = names.relations
    others = [name for name in defined if name not in RELATIONS]
    for keyword in REQUIRED:
        if keyword in defined:
            continue
        shape = RELATIONS[keyword].shape
        meant = close_to(keyword, others)
        fix = f"add rules or facts for {shape}"
        if meant:
            line = min(line_and_column(node)[0] for (name, _), node in names.heads.items() if name == meant)
            fix = f"did you mean `{keyword}` where line {line} has `{meant}`?"
        report.error(None, "missing-keyword", f"the description has no rule or fact for `{keyword}`", fix)


def _check_shared(names: NamesUsed, report: FaultList) -> None:
    relations = {name for name, arity in (*names.heads, *names.bodies) if arity}
    reported: set[str] = set()
    for (name, _), node in names.functions.items():
        if name in relations and name not in RELATIONS and name not in reported:
            reported.add(name)
            report.warning(
                node,
                "shared-name",
                f"`{name}` is a function here and a relation elsewhere: the two are not connected",
                f"use two names, or write (true ({name} …)) if a fluent is meant",
            )


def _check_defined(names: NamesUsed, report: FaultList, reckoned: set[str]) -> None:
    defined = names.relations
    known = sorted({*defined, *RELATIONS})
    for (name, _), node in names.bodies.items():
        if name in defined or name in RELATIONS or name in LOGICAL or name in reckoned:
            continue
        meant = close_to(name, known)
        fluent = any(name == made for made, _ in names.made)
        fix = f"did you mean `{meant}`?" if meant else f"define `{name}`, or delete the sentence"
        if fluent:
            fix = f"`{name}` is a fluent: ask for it with (true ({name} …))"
        report.warning(node, "undefined-relation", f"no rule or fact gives `{name}`: it never holds", fix)


def _check_used(names: NamesUsed, report: FaultList) -> None:
    used = {name for name, _ in names.bodies}
    wanted = sorted({*RELATIONS, *(name for name in used if name not in names.relations)})
    for (name, _), node in names.heads.items():
        if name in used or name in RELATIONS or name in LOGICAL:
            continue
        meant = close_to(name, wanted)
        fluent = any(name == asked for asked, _ in names.asked)
        fix = f"did you mean `{meant}`?" if meant else "delete it, or use it in a rule"
        if fluent:
            fix = f"`true` asks for `{name}`: did you mean (init ({name} …)) or (next ({name} …))?"
        report.warning(node, "unused-relation", f"`{name}` is defined, and no rule uses it", fix)


def _check_fluents(names: NamesUsed, report: FaultList) -> None:
    if names.makes_any:
        return
    made = sorted({name for name, _ in names.made})
    for asked, node in names.asked.items():
        if asked in names.made:
            continue
        name, arity = asked
        others = [str(count) for other, count in names.made if other == name]
        if others:
            problem = f"`init` and `next` give `{name}` {listed(others, 'or')} arguments, and it has {arity} here"
            fix = "give it the same number of arguments everywhere"
        else:
            problem = f"neither `init` nor `next` ever gives the fluent `{name}`: it never holds"
            meant = close_to(name, made)
            fix = f"did you mean `{meant}`?" if meant else "add an `init` or `next` rule for it"
        report.warning(node, "undefined-fluent", problem, fix)
