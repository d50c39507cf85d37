"""Everything that can be wrong with a game description, all at once.

Errors make a description no valid GDL (GDL specification 2008, sections 3 and 4; GDL-II, Thielscher AAAI
2010); warnings are about text that is valid and probably not what its author meant. The codes are stable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from gdl.checks.roles import goal_faults, role_faults
from gdl.checks.safety import rule_faults
from gdl.checks.usage import local_name_faults, name_faults, reckoned_names
from gdl.errors import Fault, GdlSyntaxError
from gdl.relations.dependency import dependency_faults
from gdl.text.read import in_order, is_infix, read_leniently
from gdl.text.source import MAX_BYTES, read_text
from gdl.tree.fault_list import FaultList, terms_in
from gdl.tree.keywords import RELATIONS
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Term, subterms

_MAX_SHOWN = 1_000
_USUAL = re.compile(r"[\w-]+|-?\d+[./]\d+", re.ASCII)


def check(description: Description, *, goal_range: tuple[int, int] | None = None) -> list[Fault]:
    """Every fault of a description, in the order of the text.

    `goal_range` is the range that the game declares for its goal values (GDL's own is 0..100); without it any
    number will do.
    """
    if not description.rules:
        report = FaultList(description.source)
        report.error(None, "empty-description", "there is no rule in this description", "write the rules of a game")
        return report.faults
    return _ordered([*_local_faults(description, goal_range), *_global_faults(description)])


def check_text(
    text: str,
    source: str = "<text>",
    *,
    goal_range: tuple[int, int] | None = None,
    max_bytes: int = MAX_BYTES,
    facts: Sequence[Rule] = (),
) -> tuple[Description, list[Fault]]:
    """The rules of a text that can be read, and every fault: of reading, and of what was read.

    `facts` are added to the rules of the text.

    Where reading finds a fault, faults that a lost rule may be the cause of are not looked for.
    """
    description, faults = read_leniently(text, source, max_bytes=max_bytes)
    description = replace(description, rules=(*description.rules, *facts))
    if not faults:
        return description, check(description, goal_range=goal_range)
    return description, _ordered([*faults, *_local_faults(description, goal_range)])


def check_file(
    path: str | Path,
    *,
    goal_range: tuple[int, int] | None = None,
    max_bytes: int = MAX_BYTES,
    facts: Sequence[Rule] = (),
) -> tuple[Description, list[Fault]]:
    """As `check_text`, for a UTF-8 file.

    Raises:
        OSError: the file cannot be opened.
    """
    try:
        text = read_text(Path(path), max_bytes=max_bytes)
    except GdlSyntaxError as error:
        return Description((), str(path)), list(error.faults)
    return check_text(text, str(path), goal_range=goal_range, max_bytes=max_bytes, facts=facts)


def is_sound(faults: Iterable[Fault]) -> bool:
    """Whether there is no error among the faults."""
    return all(fault.severity != "error" for fault in faults)


def _ordered(faults: Iterable[Fault]) -> list[Fault]:
    """The faults in the order of the text, errors before warnings where there are too many for anyone."""
    found = sorted(set(faults), key=in_order)
    if len(found) > _MAX_SHOWN:
        found = sorted(sorted(found, key=lambda fault: fault.severity)[:_MAX_SHOWN], key=in_order)
    return found


def _local_faults(description: Description, goal_range: tuple[int, int] | None) -> list[Fault]:
    """Faults that no further rule could mend."""
    rules, source = description.rules, description.source
    return [
        *(fault for rule in rules for fault in rule_faults(rule, source)),
        *dependency_faults(rules, source),
        *local_name_faults(rules, source),
        *goal_faults(rules, source, goal_range, infix=_in_infix(description)),
        *_layout_faults(description),
    ]


def _global_faults(description: Description) -> list[Fault]:
    """Faults that are gone if a rule is added."""
    rules, source = description.rules, description.source
    named = name_faults(rules, source, infix=_in_infix(description))
    return [*named, *role_faults(rules, source), *_bare_words(description)]


def _in_infix(description: Description) -> bool:
    return bool(description.text) and is_infix(description.text, description.source)


def _layout_faults(description: Description) -> list[Fault]:
    """Warnings about how KIF text is written, which the tree does not tell."""
    report = FaultList(description.source)
    if not description.text or _in_infix(description):
        return []
    unusual = reckoned_names(description.rules)  # these have a fault of their own
    for rule in description.rules:
        if rule.position is None or rule.head.position is None:
            continue
        if not rule.body and rule.position != rule.head.position:
            report.warning(
                rule, "empty-body", "this rule has no body: it always holds", "write the head alone, as a fact"
            )
        for term in (rule.head, *(term for literal in rule.body for term in terms_in(literal))):
            _check_parentheses(term, description.text, report)
            _check_characters(term, unusual, report)
    return report.faults


def _bare_words(description: Description) -> list[Fault]:
    """Warnings about words outside all parentheses, which a lost parenthesis may have left there."""
    report = FaultList(description.source)
    if description.text and not _in_infix(description):
        for rule in description.rules:
            head = rule.head
            if isinstance(head, Symbol) and rule.position == head.position and not _opens_list(head, description.text):
                report.warning(
                    rule,
                    "bare-word",
                    f"the word `{head.name}` stands alone: it is read as a fact",
                    "delete it, or check the parentheses around it",
                )
    return report.faults


def _check_parentheses(term: Term, text: str, report: FaultList) -> None:
    for part in subterms(term):
        arity_is_wrong = isinstance(part, Symbol) and part.name in RELATIONS and part.name != "terminal"
        if isinstance(part, Symbol) and _opens_list(part, text) and not arity_is_wrong:
            report.warning(
                part,
                "unneeded-parentheses",
                f"`({part.name})` is the same as `{part.name}`; some programs take them for two names",
                f"write {part.name}",
            )


def _check_characters(term: Term, warned: set[str], report: FaultList) -> None:
    """Warns once of each name that holds more than letters, digits, `_` and `-`."""
    for part in subterms(term):
        name = part.functor if isinstance(part, Compound) else part.name
        if not _USUAL.fullmatch(name) and name not in warned:
            warned.add(name)
            report.warning(
                part,
                "unusual-character",
                f"`{name}` holds characters that are unusual in names, and some programs cannot read it",
                "use ASCII letters, digits, `_` and `-`",
            )


def _opens_list(symbol: Symbol, text: str) -> bool:
    return symbol.position is not None and text.startswith("(", symbol.position.offset)
