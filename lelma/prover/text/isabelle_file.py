"""The outer text of an Isabelle `.thy` file: declarations, axioms, one theorem; proofs are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from gdl.errors import Fault
from gdl.values import dataclass
from lelma.prover.text.formula_text import TextPlace
from lelma.prover.theory import AxiomKind

_CARTOUCHE = r"‹[^›]*›|\\<open>.*?\\<close>"
_TOKEN = re.compile(
    rf"""(?P<space>\s+|(?:\\<comment>|\\<emdash>|―|--)\s*(?:{_CARTOUCHE}))
    |(?P<string>["“](?:\\.|[^"”\\]|\\)*["”])|(?P<cartouche>{_CARTOUCHE})
    |(?P<name>\w[\w'.-]*)|(?P<sign>::|:|=|.)""",
    re.VERBOSE | re.DOTALL,
)
_COMMANDS = frozenset(
    "theory imports begin typedecl consts axiomatization theorem lemma corollary proposition end text section "
    "subsection datatype definition type_synonym abbreviation declare fun primrec inductive locale notation".split()
)
_UNREAD = frozenset("datatype definition type_synonym abbreviation fun primrec inductive locale".split())
"""Commands that say something of names which is not read."""

_THEOREMS = {"theorem", "lemma", "corollary", "proposition"}
_ARROW = re.compile(r"⇒|=>|\\<Rightarrow>|→|->")


class Quoted(NamedTuple):
    """A formula in quotes; `kind` is None for what the theorem shows."""

    label: str
    kind: AxiomKind | None
    text: str
    offset: int


@dataclass
class OuterRead:
    """What was read of a file so far.

    Attributes:
        declared: types by name, written as `event ⇒ entity ⇒ bool`.
    """

    formulas: list[Quoted] = field(default_factory=list)
    declared: dict[str, str] = field(default_factory=dict)
    types: set[str] = field(default_factory=lambda: {"bool"})
    faults: list[Fault] = field(default_factory=list)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def read_outer(text: str, source: str) -> OuterRead:
    """The declarations and quoted formulas of a `.thy` file; what Isabelle would refuse is noted as a fault."""
    place = TextPlace(source, text)
    read = OuterRead()
    bare = _without_comments(text, place, read)
    tokens = [
        _Token(str(found.lastgroup), found[0], found.start())
        for found in _TOKEN.finditer(bare)
        if found.lastgroup != "space"
    ]
    if any(token.text in ('"', "“") for token in tokens):
        at = next(token.at for token in tokens if token.text in ('"', "“"))
        read.faults.append(place.fault(at, "quotes", "a quoted text does not end"))
    theorems = 0
    for command, rest in _commands(tokens):
        if command.text in _THEOREMS:
            theorems += 1
            if theorems == 1:
                _theorem(rest, read, place)
        elif command.text == "typedecl":
            read.types |= {token.text for token in rest if token.kind == "name"}
        elif command.text == "consts":
            _declarations(rest, read, place)
        elif command.text == "axiomatization":
            where = next((i for i, token in enumerate(rest) if token.text == "where"), None)
            _declarations(rest[:where] if where is not None else rest, read, place)
            _axioms(rest[where + 1 :] if where is not None else [], read, "axiom")
        elif command.text in _UNREAD:
            what = f"what the command {command.text} says is left out"
            read.faults.append(place.fault(command.at, "left-out", what, warning=True))
            read.types |= {token.text for token in rest[:1] if command.text in ("datatype", "type_synonym")}
    if theorems > 1:
        read.faults.append(place.fault(0, "goal", "there are several theorems; the first one is taken", warning=True))
    for name, told in read.declared.items():
        for unknown in [each.strip() for each in _ARROW.split(told.replace("(", "").replace(")", ""))]:
            if unknown not in read.types and not unknown.startswith("'"):
                at = bare.find(name)
                read.faults.append(place.fault(at, "type", f"{name}: the type {unknown!r} is not declared"))
    return read


_MARK = re.compile(r"\(\*|\*\)|[\"“”]")
_NO_LINE_END = re.compile(r"[^\n]")


def _without_comments(text: str, place: TextPlace, read: OuterRead) -> str:
    """The text with comments, which may stand in each other, as spaces."""
    depth, opened, kept, parts = 0, 0, 0, list[str]()
    quoted = False
    for found in _MARK.finditer(text):
        mark = found[0]
        if mark == "(*" and not quoted:
            if not depth:
                opened = found.start()
                parts.append(text[kept:opened])
            depth += 1
        elif mark == "*)" and depth:
            depth -= 1
            if not depth:
                kept = found.end()
                parts.append(_NO_LINE_END.sub(" ", text[opened:kept]))
        elif not depth and mark not in ("(*", "*)"):
            quoted = not quoted
    if depth:
        read.faults.append(place.fault(opened, "comment", "a comment does not end"))
        parts.append(_NO_LINE_END.sub(" ", text[opened:]))
    else:
        parts.append(text[kept:])
    return "".join(parts)


def _commands(tokens: list[_Token]) -> Iterator[tuple[_Token, list[_Token]]]:
    command: _Token | None = None
    rest: list[_Token] = []
    for token in tokens:
        if token.kind == "name" and token.text in _COMMANDS:
            if command is not None:
                yield command, rest
            command, rest = token, []
        else:
            rest.append(token)
    if command is not None:
        yield command, rest


def _declarations(tokens: list[_Token], read: OuterRead, place: TextPlace) -> None:
    for at, token in enumerate(tokens):
        if token.text != "::" or not 0 < at < len(tokens) - 1:
            continue
        name, told = tokens[at - 1], tokens[at + 1]
        text = told.text.strip('"“”').strip() if told.kind == "string" else _unquoted(tokens[at + 1 :])
        before = tokens[at - 2].at + len(tokens[at - 2].text) if at > 1 else name.at
        if at > 1 and tokens[at - 2].kind == "sign" and tokens[at - 2].text not in ('"', "|") and before == name.at:
            read.faults.append(place.fault(name.at, "character", f"{tokens[at - 2].text!r} can't stand in a name"))
        if re.search(r"[.-]|^\d", name.text):
            read.faults.append(place.fault(name.at, "character", f"{name.text!r} is no name of Isabelle's"))
        if name.text in read.declared:
            read.faults.append(place.fault(name.at, "declared-twice", f"{name.text} is declared twice"))
        read.declared[re.sub(r"[.-]", "_", name.text)] = " ⇒ ".join(
            " ".join(each.split()) for each in _ARROW.split(text)
        )


def _unquoted(tokens: list[_Token]) -> str:
    taken = []
    for at, token in enumerate(tokens):
        follows = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.text == "and" or (token.kind == "name" and follows == "::"):
            break
        taken.append(token.text)
    return "".join(taken)


def _axioms(tokens: list[_Token], read: OuterRead, kind: AxiomKind) -> None:
    """`label: "formula"` and so on, joined by `and`."""
    label = ""
    for at, token in enumerate(tokens):
        if token.kind == "name" and at + 1 < len(tokens) and tokens[at + 1].text in (":", "["):
            label = token.text
        elif token.kind in ("string", "cartouche"):
            named = label or f"{'assumption' if kind == 'assumption' else 'axiom'}_{len(read.formulas) + 1}"
            read.formulas.append(_quoted(named, kind, token))
            label = ""


def _quoted(label: str, kind: AxiomKind | None, token: _Token) -> Quoted:
    if token.text.startswith("\\<open>"):
        return Quoted(label, kind, token.text[7:-8], token.at + 7)
    return Quoted(label, kind, token.text[1:-1], token.at + 1)


_PROOF = frozenset("proof by apply using unfolding sledgehammer oops sorry done nitpick quickcheck try try0".split())


def _theorem(tokens: list[_Token], read: OuterRead, place: TextPlace) -> None:
    end = next((i for i, token in enumerate(tokens) if token.kind == "name" and token.text in _PROOF), len(tokens))
    head = tokens[:end]
    sections: list[tuple[str, list[_Token]]] = [("", [])]
    for token in head:
        if token.kind == "name" and token.text in ("assumes", "shows", "fixes", "obtains"):
            sections.append((token.text, []))
        else:
            sections[-1][1].append(token)
    goals = []
    for word, inside in sections:
        if word == "assumes":
            _axioms(inside, read, "assumption")
        elif word in ("", "shows"):
            goals += [token for token in inside if token.kind in ("string", "cartouche")]
    for token in goals[:1]:
        read.formulas.append(_quoted("goal", None, token))
    if not goals:
        at = tokens[0].at if tokens else len(place.text)
        read.faults.append(place.fault(at, "goal", "the theorem shows nothing", fix='write shows "…"'))
