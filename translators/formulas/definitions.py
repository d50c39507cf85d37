"""Definitions: names for formulas, as data.

A file of definitions is TOML:

```toml
[[definition]]
name = "best(R: role, M: move, S: condition)"
formula = "each X in moves(R): pay(R; S, R=M) >= pay(R; S, R=X)"     # or `number = …`
says = "{M} is a best reply of {R} {S}"
denies = "{M} is no best reply of {R} {S}"                           # may be left out
means = "No other move gives more. Where moves tie, each of them is best."
source = "Osborne and Rubinstein 1994, section 2.2"
reads = ["{M} answers {S} best for {R}"]                             # other ways to say it; may be left out
one_round = true                # it means nothing where roles move in turn; may be left out
```

A definition may use others, but never, through whatever others, itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from gdl.text.kept import is_toml_fault, toml_of
from gdl.values import dataclass
from translators.formulas import formula as f
from translators.formulas.errors import DefinitionError, FormulaError
from translators.formulas.parse import _KEYWORDS, parse_tree
from translators.formulas.sorts import BUILT_IN, FORMS, Head, sorts_of
from translators.formulas.typing import Typer
from translators.formulas.vocabulary import GameNames

_HEAD = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*\Z")
_PARAMETER = re.compile(r"\s*(\w+)\s*:\s*(\w+)\s*\Z")
_HOLE = re.compile(r"\{(\w+)(?:'s|:[^{}|]*\|[^{}]*)?\}")
_FIELDS = {"name", "formula", "number", "says", "denies", "means", "source", "one_round", "reads"}


@dataclass(frozen=True)
class Definition:
    """A name for a formula or a number, with parameters.

    Attributes:
        read: reads its text; `body` is what comes of that.
        says, denies: how it is said in English, and that it is not so; see `says.py` for their places.
        means: what a reader of the definition should know: ties, what is open.
        one_round: whether it has a meaning only where all roles move at once and once.
        reads: templates of other sentences that say it, for readers.
    """

    head: Head
    read: Callable[[], f.Formula | f.NumberTerm] = field(repr=False, compare=False)
    says: str
    denies: str = ""
    means: str = ""
    source: str = ""
    one_round: bool = False
    reads: tuple[str, ...] = ()

    @cached_property
    def body(self) -> f.Formula | f.NumberTerm:
        """What the name stands for; read when it is first asked for, since most are never used.

        Raises:
            FormulaError: if its text was not checked and is none of the language.
        """
        return self.read()


Definitions = Mapping[str, Definition]


def read_definitions(
    contents: Mapping[str, str],
    vocabulary: GameNames | None = None,
    *,
    known: Definitions | None = None,
    checked: bool = True,
) -> dict[str, Definition]:
    """The definitions of some files, by name; later ones may use earlier ones and the other way round.

    Args:
        contents: name of the file → its text.
        vocabulary: what their formulas may name; nothing of any game by default.
        known: definitions that these may use as well.
        checked: whether to look for faults in formulas and sentences now; those of the shipped sets are known to have
            none.

    Raises:
        DefinitionError: with every fault: ill-formed, ill-sorted, circular, said without one of its parameters.
    """
    words = vocabulary or GameNames(())
    faults: list[str] = []
    entries = [(where, entry) for file, text in contents.items() for where, entry in _entries(file, text, faults)]
    heads = {name: each.head for name, each in (known or {}).items()}
    parsed: list[tuple[str, Head, Mapping[str, Any]]] = []
    for where, entry in entries:
        head = _head(where, entry, words, faults)
        if head is None:
            continue
        if head.name in heads or head.name in BUILT_IN or head.name in FORMS:
            faults.append(f"{where}: there is a {head.name} already")
            continue
        heads[head.name] = head
        parsed.append((where, head, entry))
    found = dict(known or {})
    for where, head, entry in parsed:
        definition = _definition(head, entry, words, heads)
        told = list(_faults(where, definition, entry)) if checked else []
        faults += told
        if not told:
            found[head.name] = definition
    if checked:
        faults += [f"{name}: it is defined by itself: {' → '.join(path)}" for name, path in _circles(found)]
    if faults:
        raise DefinitionError(faults)
    return found


def heads_of(definitions: Definitions) -> dict[str, Head]:
    """The heads of definitions, as `parse` takes them."""
    return {name: each.head for name, each in definitions.items()}


def _entries(file: str, text: str, faults: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        content = toml_of(text)
    except ValueError as error:
        if not is_toml_fault(error):
            raise
        faults.append(f"{file}: {error}")
        return
    if set(content) - {"definition"} or not isinstance(content.get("definition", []), list):
        faults.append(f"{file}: expected [[definition]] tables and nothing else")
        return
    for number, entry in enumerate(content.get("definition", []), start=1):
        where = f"{file}: definition[{number}]"
        unknown = sorted(set(entry) - _FIELDS)
        bad = [key for key in entry if not _fits(key, entry[key])]
        if unknown or bad:
            faults.append(f"{where}: expected texts {', '.join(sorted(_FIELDS))}, got {', '.join(unknown or bad)}")
        elif "name" not in entry or "says" not in entry or ("formula" in entry) == ("number" in entry):
            faults.append(f"{where}: needs name, says, and either formula or number")
        else:
            yield where, entry


def _fits(key: str, value: object) -> bool:
    """Whether a field of a definition has a value of its kind."""
    if key == "reads":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return isinstance(value, bool if key == "one_round" else str)


def _head(where: str, entry: Mapping[str, Any], words: GameNames, faults: list[str]) -> Head | None:
    shape = _HEAD.match(entry["name"])
    if shape is None or shape[1] in _KEYWORDS:
        faults.append(f"{where}: {entry['name']!r} is no name with parameters, such as best(R: role, M: move)")
        return None
    parameters = []
    for part in filter(str.strip, (shape[2] or "").split(",")):
        parameter = _PARAMETER.match(part)
        if parameter is None or parameter[2] not in sorts_of(words) or parameter[1] in _KEYWORDS:
            wanted = f"NAME: SORT, with a sort of {', '.join(sorts_of(words))}"
            faults.append(f"{where}: {part.strip()!r} is no parameter; expected {wanted}")
            return None
        parameters.append((parameter[1], parameter[2]))
    if len(dict(parameters)) < len(parameters):
        faults.append(f"{where}: two parameters have one name")
        return None
    return Head(shape[1], tuple(parameters), "formula" if "formula" in entry else "number")


def _definition(head: Head, entry: Mapping[str, Any], words: GameNames, heads: Mapping[str, Head]) -> Definition:
    text, scope = entry[head.gives], dict(head.parameters)

    def read() -> f.Formula | f.NumberTerm:
        typer, tree = Typer(text, words, heads), parse_tree(text)
        return typer.formula(tree, scope) if head.gives == "formula" else typer.term(tree, scope)

    return Definition(
        head,
        read,
        says=entry["says"],
        denies=entry.get("denies", ""),
        means=entry.get("means", ""),
        source=entry.get("source", ""),
        one_round=entry.get("one_round", False),
        reads=tuple(entry.get("reads", ())),
    )


def _faults(where: str, definition: Definition, entry: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the formula of a definition and with its sentences."""
    name, parameters = definition.head.name, {parameter for parameter, _ in definition.head.parameters}
    try:
        _ = definition.body
    except FormulaError as error:
        yield f"{where} ({name}): {error}"
        return
    told = [("says", definition.says), ("denies", definition.denies), *(("reads", each) for each in definition.reads)]
    for key, said in told:
        holes = {hole[1] for hole in _HOLE.finditer(said)}
        for stray in sorted(set(re.findall(r"\{(\w*)", said)) - parameters):
            yield f"{where} ({name}): {key} has a place {{{stray}}} for no parameter"
        for unsaid in sorted(parameters - holes) if said else ():
            yield f"{where} ({name}): {key} leaves {unsaid} unsaid"


def applied_in(value: object) -> Iterator[str]:
    """The names that a formula or a term applies, with repetition."""
    return (part.name for part in parts_of(value) if isinstance(part, f.Applied))


def parts_of(value: object, definitions: Definitions | None = None) -> Iterator[object]:
    """Everything that a formula or a term is made of, itself first; with definitions, also what they stand for."""
    stack, seen = [value], set[str]()
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif hasattr(part, "__dataclass_fields__"):
            yield part
            stack.extend(getattr(part, field) for field in part.__dataclass_fields__)
        if definitions and isinstance(part, f.Applied) and part.name in definitions and part.name not in seen:
            seen.add(part.name)
            stack.append(definitions[part.name].body)


def unfolded(applied: f.Applied, definitions: Definitions) -> f.Formula | f.NumberTerm:
    """What a definition says of constants.

    Raises:
        KeyError: for a name that is no definition's.
    """
    definition = definitions[applied.name]
    names = (parameter for parameter, _ in definition.head.parameters)
    put_in: f.Formula | f.NumberTerm = _put_in(definition.body, dict(zip(names, applied.args, strict=True)))
    return put_in


def _put_in(value: Any, meant: Mapping[str, f.Argument]) -> Any:
    """A part of a formula with constants in place of variables."""
    if isinstance(value, f.Var):
        return meant.get(value.name, value)
    if isinstance(value, tuple):
        return tuple(_put_in(each, meant) for each in value)
    if isinstance(value, f.Quantified | f.Count):
        meant = {name: each for name, each in meant.items() if name != value.variable}
    if not hasattr(value, "__dataclass_fields__"):
        return value
    return replace(value, **{name: _put_in(getattr(value, name), meant) for name in value.__dataclass_fields__})


def _circles(definitions: Definitions) -> Iterator[tuple[str, Sequence[str]]]:
    uses = {name: [use for use in applied_in(each.body) if use in definitions] for name, each in definitions.items()}
    for start in definitions:
        queue, seen = [[start]], {start}
        while queue:
            path = queue.pop(0)
            for use in uses[path[-1]]:
                if use == start:
                    yield start, [*path, start]
                    queue = []
                    break
                if use not in seen:
                    seen.add(use)
                    queue.append([*path, use])
