"""Plain English for a game's terms, from the tables `[words]` of its `game.toml`.

```toml
[words.names]                              # constants; {} stands for digits
"p{}" = "Player {}"
merlin = "Merlin"

[[words.terms]]                            # terms inside others
term = "(duo ?a ?b)"
says = "{a} and {b}"

[[words.moves]]
term = "(propose ?team)"
says = "proposes {team}"                   # after the name of the role that makes it
imperative = "propose {team}"

[[words.percepts]]
term = "(voted you reject)"                # `you`: the role that perceives it
says = "you voted against the team"

[[words.fluents]]                          # words.relations likewise
term = "(alive ?p)"
says = "{p} is alive"
unless = "{p} is not alive"                # where it does not hold
```

Terms are KIF with variables; the first pattern that matches counts, so special ones stand before general ones. What
no pattern matches is told in KIF. Texts have no capital at the start and no full stop at the end: `sentence` adds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gdl.errors import GdlError
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term, variables_in
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.game.file_format import WordingEntry, WordTables
from lelma.support.errors import GameError

YOU = "you"
"""The constant that stands for the role that is addressed."""

_FIELDS = {"moves": ("imperative",), "fluents": ("unless",), "relations": ("unless",), "terms": (), "percepts": ()}
_HOLE = re.compile(r"\{([^{}]*)\}")
_MOST_NAMES = 2000
"""Terms of which a game's words are remembered; most texts name players again and again."""


@dataclass(frozen=True)
class WordingPattern:
    """Words for the terms that match `term`; `other` is the imperative of a move, or what is said where a fluent or
    relation does not hold, and may be empty.
    """

    term: Term
    says: str
    other: str = ""


class Wording:
    """The words of one game. Terms come as KIF texts or as trees; what comes out is plain text.

    `to`, where it can be given, is the role that is addressed: it becomes "you".
    """

    def __init__(self, words: WordTables) -> None:
        """The words of a `game.toml`.

        Raises:
            GameError: with every fault of the tables.
        """
        faults = list[str]()
        self._names: dict[tuple[str | Term, str], str] = {}
        self._exact = {name: text for name, text in words.names.items() if "{}" not in name}
        self._numbered = [
            (re.compile(re.escape(name).replace(re.escape("{}"), r"(\d+)")), text.replace("{}", r"\1"))
            for name, text in words.names.items()
            if "{}" in name
        ]
        tables = {
            "moves": words.moves,
            "percepts": words.percepts,
            "fluents": words.fluents,
            "relations": words.relations,
            "terms": words.terms,
        }
        self._tables = {table: tuple(_patterns(table, tables[table], faults)) for table in _FIELDS}
        unknown = sorted(set(words.given) - {"names", *_FIELDS})
        faults += [f"words.{table}: no such table; there are names, {', '.join(_FIELDS)}" for table in unknown]
        if faults:
            raise GameError("\n".join(["game.toml has faults in its words:", *faults]))

    def name(self, term: str | Term, *, to: str = "") -> str:
        """A constant or a term inside others: `Player 3`, `Player 1 and Player 4`."""
        key = term, to
        found = self._names.get(key)
        if found is None:
            found = self._term(_addressed(_tree(term), to), to)
            if len(self._names) < _MOST_NAMES:
                self._names[key] = found
        return found

    def move(self, term: str | Term, *, by: str = "", to: str = "") -> str:
        """A move in the third person, `proposes Player 1`; after the role that makes it, if `by` names it."""
        if by and by == to:
            return f"you {self.order(term, to=to)}"
        said = self._says("moves", term, to)
        return f"{self.name(by, to=to)} {said}" if by else said

    def order(self, term: str | Term, *, to: str = "") -> str:
        """A move as an instruction: `propose Player 1`."""
        return self._says("moves", term, to, other=True) or self._says("moves", term, to)

    def percept(self, term: str | Term, *, to: str = "") -> str:
        """What a role perceives."""
        return self._says("percepts", term, to)

    def fluent(self, term: str | Term, *, to: str = "", holds: bool = True) -> str:
        """That a fluent holds, or that it does not."""
        return self._statement("fluents", term, to, holds)

    def relation(self, term: str | Term, *, to: str = "", holds: bool = True) -> str:
        """That a relation of the rules holds, or that it does not."""
        return self._statement("relations", term, to, holds)

    def tells(self, table: str, term: str | Term) -> bool:
        """Whether `moves`, `percepts`, `fluents`, `relations` or `terms` has words for a term."""
        return self._find(table, _tree(term)) is not None

    def _statement(self, table: str, term: str | Term, to: str, holds: bool) -> str:
        if holds:
            return self._says(table, term, to)
        return self._says(table, term, to, other=True) or f"it is not so that {self._says(table, term, to)}"

    def _says(self, table: str, term: str | Term, to: str, *, other: bool = False) -> str:
        """What a table says of a term; with `other`, empty where the pattern has no such text."""
        tree = _tree(term)
        found = self._find(table, _addressed(tree, to))
        if found is None:
            return "" if other else kif_term(tree)
        pattern, values = found
        return self._filled(pattern.other if other else pattern.says, values, to)

    def _find(self, table: str, tree: Term) -> tuple[WordingPattern, dict[str, Term]] | None:
        for pattern in self._tables[table]:
            values = match(pattern.term, tree)
            if values is not None:
                return pattern, values
        return None

    def _filled(self, text: str, values: Mapping[str, Term], to: str) -> str:
        return _HOLE.sub(lambda hole: self._term(values[hole[1]], to), text)

    def _term(self, tree: Term, to: str) -> str:
        found = self._find("terms", tree)
        if found is not None:
            return self._filled(found[0].says, found[1], to)
        return self._constant(tree.name) if isinstance(tree, Symbol) else kif_term(tree)

    def _constant(self, name: str) -> str:
        if name in self._exact:
            return self._exact[name]
        for pattern, text in self._numbered:
            if pattern.fullmatch(name):
                return pattern.sub(text, name)
        return name.replace("_", " ")


def holes(text: str) -> list[str]:
    """The names of the variables in a text: `p` for `{p} is alive`."""
    return _HOLE.findall(text)


def fill(wording: Wording, text: str, values: Mapping[str, Term]) -> str:
    """The text with the words for its variables."""
    return _HOLE.sub(lambda hole: wording.name(values[hole[1]]) if hole[1] in values else hole[0], text)


def sentence(text: str) -> str:
    """The text with a capital at its start and a full stop at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", ":")) else ".")


def listing(texts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    return f" {word} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def _tree(term: str | Term) -> Term:
    return read_term(term) if isinstance(term, str) else term


def _addressed(tree: Term, to: str) -> Term:
    """The term with `you` for the role that is addressed."""
    match tree:
        case Symbol(name) if to and name == to:
            return Symbol(YOU)
        case Compound(functor, args) if to:
            return Compound(functor, tuple(_addressed(arg, to) for arg in args))
        case _:
            return tree


def _patterns(table: str, entries: Sequence[WordingEntry], faults: list[str]) -> Iterator[WordingPattern]:
    known = {"term", "says", *_FIELDS[table]}
    for number, entry in enumerate(entries, start=1):
        where = f"words.{table}[{number}]"
        if not {"term", "says"} <= set(entry.given) <= known:
            got = ", ".join(entry.given) or "nothing"
            faults.append(f"{where}: expected texts {', '.join(sorted(known))}, got {got}")
            continue
        try:
            term = read_term(entry.term)
        except GdlError as error:
            faults.append(f"{where}: {error}")
            continue
        variables, other = set(variables_in(term)), entry.imperative or entry.unless
        named = {*holes(entry.term), *holes(entry.says), *holes(other)}
        faults += [f"{where}: {{{hole}}} is no variable of {entry.term}" for hole in sorted(named - variables)]
        yield WordingPattern(term, entry.says, other)
