"""Read and write a game tree in Gambit's extensive-form file format: `EFG 2 R`.

The format is Gambit's (its manual, "The extensive game (.efg) file format"): title, players, an optional comment,
then the nodes, each before its children: `c` for chance, `p` for a player, `t` for the end. A node names its
information set by a number, one series for chance and one for each player, and its outcome by a number, 0 being
none; names, moves and payoffs come where the number comes first and may be left out later.
"""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from pathlib import Path

from gdl.tables.gambit import Broken, Reader, Token, shown_token
from gdl.tables.table import Source, clean_name, read_number
from gdl.tables.tree import CHANCE, LEAF, MAX_NODES, InformationSet, Node, Tree
from gdl.text.source import decode
from gdl.tree.numbers import NumberSpelling, number_text
from gdl.values import dataclass

_MAX_BYTES = 16_000_000
"""Files larger than this are refused."""


@dataclass
class _Reading:
    """What has been read so far; `open` are the nodes that still lack children, outermost first."""

    reader: Reader
    roles: tuple[str, ...]
    nodes: list[Node] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    sets: list[InformationSet] = field(default_factory=list)
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    outcomes: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)


def read_efg(path: Path | str) -> Tree:
    """The game tree in a file.

    Raises:
        GdlSyntaxError: with the faults, each with its line and column.
        OSError: where the file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        source = Source(str(path), "")
        source.fault(0, "too-large", f"the file is longer than {_MAX_BYTES:,} bytes")
        source.done()
    return parse_efg(decode(data, str(path)), str(path))


def parse_efg(text: str, source: str = "<text>") -> Tree:
    """The game tree in `text`; `source` names it in messages.

    Raises:
        GdlSyntaxError: with the faults, each with its line and column.
    """
    reader = Reader(Source(source, text.removeprefix("\ufeff").replace("\r\n", "\n")), "efg")
    try:
        return _read(reader)
    except Broken:
        reader.source.done()
        raise AssertionError("a broken file has a fault") from None


def _read(reader: Reader) -> Tree:
    source = reader.source
    for expected in ("EFG", "2"):
        reader.expect("word", f"{expected} (a Gambit tree begins: EFG 2 R)", expected)
    kind = reader.expect("word", "R")
    if kind.text not in ("R", "D"):
        source.fault(kind.offset, "efg-syntax", f"expected R, found {shown_token(kind)}", "begin the file with EFG 2 R")
    title = reader.string("the title in quotation marks")
    at = reader.peek().offset
    roles = _named(source, at, reader.strings("the players' names"), "Player ", "players")
    if reader.peek().kind == "string":
        reader.take()
    reading = _Reading(reader, roles)
    _read_node(reading)
    while reading.open:
        _read_node(reading)
    if reader.peek().kind != "end":
        found = shown_token(reader.peek())
        source.fault(reader.peek().offset, "efg-syntax", f"the tree is complete; nothing may follow, found {found}")
    source.done()
    nodes = (
        Node(node.information, tuple(children), node.payoffs, node.label)
        for node, children in zip(reading.nodes, reading.children, strict=True)
    )
    return Tree(roles, tuple(nodes), tuple(reading.sets), title, NumberSpelling.in_text(source.text))


def _named(source: Source, at: int, names: list[str], prefix: str, what: str) -> tuple[str, ...]:
    given = [name or f"{prefix}{number}" for number, name in enumerate(names, 1)]
    for name in dict.fromkeys(name for name in given if given.count(name) > 1):
        source.fault(at, "payoff-name", f"several {what} are called {name!r}", "give each its own name")
    return tuple(given)


def _read_node(reading: _Reading) -> None:
    reader, index = reading.reader, len(reading.nodes)
    start = reader.expect("word", "a node: c, p or t")
    if start.text not in ("c", "p", "t"):
        reader.source.fault(start.offset, "efg-syntax", f"expected a node, c, p or t, found {shown_token(start)}")
        raise Broken
    if index == MAX_NODES:
        reader.source.fault(start.offset, "efg-size", f"the tree has more than {MAX_NODES} nodes")
        raise Broken
    label = reader.string("the node's name in quotation marks")
    information = LEAF if start.text == "t" else _read_set(reading, start)
    payoffs = _read_outcome(reading, end=start.text == "t")
    if reading.open:
        parent = reading.open[-1]
        reading.children[parent].append(index)
        if len(reading.children[parent]) == len(reading.sets[reading.nodes[parent].information].moves):
            reading.open.pop()
    reading.nodes.append(Node(information, (), payoffs, label))
    reading.children.append([])
    if information != LEAF:
        reading.open.append(index)


def _read_set(reading: _Reading, start: Token) -> int:
    reader, source = reading.reader, reading.reader.source
    owner = CHANCE
    if start.text == "p":
        at = reader.peek().offset
        owner = _read_index(reader, "the number of the player") - 1
        if not 0 <= owner < len(reading.roles):
            source.fault(at, "efg-player", f"there is no player {owner + 1}", f"use 1 to {len(reading.roles)}")
            raise Broken
    number = _read_index(reader, "the number of the information set")
    label = reader.string("the name of the information set") if reader.peek().kind == "string" else ""
    known = reading.numbers.get((owner, number))
    at = reader.peek().offset
    moves, probabilities = _read_moves(reader, chance=owner == CHANCE) if reader.at("{") else ((), ())
    if known is not None:
        before = reading.sets[known]
        if moves and (moves, probabilities) != (before.moves, before.probabilities):
            source.fault(at, "efg-moves", f"information set {number} had other moves before", "repeat the same moves")
        return known
    if not moves:
        source.fault(at, "efg-moves", f"information set {number} has no moves", "list them where it comes first")
        raise Broken
    reading.numbers[owner, number] = len(reading.sets)
    reading.sets.append(InformationSet(owner, moves, probabilities, label))
    return len(reading.sets) - 1


def _read_moves(reader: Reader, *, chance: bool) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    source, start = reader.source, reader.take()
    names: list[str] = []
    probabilities: list[Fraction] = []
    while not reader.at("}"):
        names.append(reader.string("the name of a move"))
        if chance:
            token = reader.expect("word", "a probability")
            number = read_number(token.text)
            if number is None or number < 0:
                source.fault(
                    token.offset, "efg-chance", f"{shown_token(token)} is no probability", "write it as 1/3 or 0.25"
                )
            probabilities.append(number or Fraction(0))
    reader.take()
    if chance and names and sum(probabilities) != 1:
        total = number_text(sum(probabilities, Fraction(0)))
        source.fault(start.offset, "efg-chance", f"these probabilities sum to {total}", "make them sum to 1")
    return _named(source, start.offset, names, "", "moves"), tuple(probabilities)


def _read_outcome(reading: _Reading, *, end: bool) -> tuple[Fraction, ...]:
    reader = reading.reader
    at = reader.peek().offset
    number = _read_index(reader, "the number of the outcome")
    if reader.peek().kind == "string":
        reader.take()
    players = len(reading.roles)
    if reader.at("{"):
        reader.take()
        found = reader.numbers()
        reader.expect("brace", "} after the payoffs", "}")
        if len(found) != players:
            reader.source.fault(at, "efg-count", f"expected {players} payoffs, found {len(found)}")
        reading.outcomes[number] = tuple(value for value, _ in found)
    elif number and number not in reading.outcomes:
        reader.source.fault(at, "efg-outcome", f"outcome {number} has no payoffs", "list them where it comes first")
    nothing = (Fraction(0),) * players if end else ()
    return reading.outcomes.get(number, nothing) if number else nothing


def _read_index(reader: Reader, what: str) -> int:
    token = reader.expect("word", what)
    if not token.text.isascii() or not token.text.isdigit() or len(token.text) > 9:
        reader.source.fault(token.offset, "efg-syntax", f"expected {what}, found {shown_token(token)}")
        raise Broken
    return int(token.text)


def to_efg(tree: Tree) -> str:
    """The tree in Gambit's format."""
    lines = [f"EFG 2 R {_quoted(clean_name(tree.title))} {_braced([_quoted(role) for role in tree.roles])}", '""', ""]
    counts: dict[int, int] = {}
    numbers = []
    for each in tree.sets:
        counts[each.owner] = counts.get(each.owner, 0) + 1
        numbers.append(counts[each.owner])
    outcomes: dict[tuple[Fraction, ...], int] = {}
    for index in _in_order(tree):
        node = tree.nodes[index]
        outcome = _outcome(node, outcomes)
        if node.information == LEAF:
            lines.append(f"t {_quoted(node.label)} {outcome}")
            continue
        each = tree.sets[node.information]
        chance = each.owner == CHANCE
        moves = [
            f"{_quoted(move)} {number_text(each.probabilities[i])}" if chance else _quoted(move)
            for i, move in enumerate(each.moves)
        ]
        who = "c" if chance else "p"
        owner = "" if chance else f"{each.owner + 1} "
        information = f"{owner}{numbers[node.information]} {_quoted(each.label)} {_braced(moves)}"
        lines.append(f"{who} {_quoted(node.label)} {information} {outcome}")
    return "\n".join(lines) + "\n"


def _in_order(tree: Tree) -> list[int]:
    found, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        found.append(index)
        waiting.extend(reversed(tree.nodes[index].children))
    return found


def _outcome(node: Node, outcomes: dict[tuple[Fraction, ...], int]) -> str:
    if not node.payoffs:
        return "0"
    number = outcomes.setdefault(node.payoffs, len(outcomes) + 1)
    return f'{number} "" {{ {", ".join(map(number_text, node.payoffs))} }}'


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _braced(words: list[str]) -> str:
    return "{ " + " ".join(words) + " }"
