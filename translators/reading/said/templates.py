"""The grammar of one game: the constructions all games share, formulas as they are said, and the game's definitions.

A definition is read as it is said: its templates `says` and `denies`, and any others that it lists as `reads`, are
constructions whose places are phrases. So whoever adds a definition adds what is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import product

from translators.formulas.definitions import Definition
from translators.formulas.says import BUILT_IN_SAYS, HOLE
from translators.formulas.sorts import BUILT_IN, Head
from translators.reading.grammar.chart import Grammar
from translators.reading.grammar.constructions import Construction, file_text, read_constructions, unsigned
from translators.reading.grammar.grammar import payoff_constructions
from translators.reading.said.meanings import MEANINGS, said_applied, said_denied
from translators.reading.words.lexicon import common_lexicon, phrase_words

_PLACES = {
    "role": "SRole",
    "move": "SMove",
    "number": "STerm",
    "moment": "SMoment",
    "condition": "SGerund",
    "belief": "SChances",
    "lottery": "SLottery",
}
"""Sort of a parameter → the phrase that stands in its place; a game's own sorts are things."""


def game_grammar(definitions: Mapping[str, Definition]) -> Grammar:
    """The grammar of a game with these definitions."""
    return _grammar(tuple(definitions.values()))


@lru_cache(maxsize=32)
def _grammar(definitions: tuple[Definition, ...]) -> Grammar:
    own = [each for definition in definitions for each in _of_definition(definition)]
    told = [(each.head, each.says, each.denies, each.reads) for each in definitions]
    return Grammar([*payoff_constructions(), *_shared(), *own], told)


@cache
def _shared() -> tuple[Construction, ...]:
    """Formulas as they are said, and the relations that are built in."""
    said = [*map(_spoken, read_constructions(file_text("said.constructions", "said"), "said", MEANINGS))]
    for name, texts in BUILT_IN_SAYS.items():
        head = BUILT_IN[name]
        named = [text.format(*(f"{{{parameter}}}" for parameter, _ in head.parameters)) for text in texts]
        said += _of_templates(head, named[:1], named[1:])
    return tuple(said)


def _spoken(construction: Construction) -> Construction:
    """A construction without the words of its own that are passed over."""
    light = common_lexicon().light
    kept = [
        (part, label)
        for part, label in zip(construction.parts, construction.labels, strict=True)
        if part[0] != "'" or part[1:] not in light
    ]
    parts, labels = zip(*kept, strict=True)
    return construction._replace(parts=parts, labels=labels, unsigned=unsigned(construction.makes, parts, labels))


def _of_definition(definition: Definition) -> Iterator[Construction]:
    yield from _of_templates(definition.head, [definition.says, *definition.reads], [definition.denies])


def _of_templates(head: Head, told: list[str], denied: list[str]) -> Iterator[Construction]:
    """The constructions of templates that say something of arguments, and of those that deny it."""
    order = tuple(parameter for parameter, _ in head.parameters)
    number = head.gives == "number"
    for made, meaning, templates in (
        ("DefinedNumber" if number else "Defined", said_applied, told),
        ("DefinedNot", said_denied, denied),
    ):
        for template in filter(None, templates):
            for parts in _ways(template, dict(head.parameters)):
                names, labels = zip(*parts, strict=True)
                means = partial(meaning, head.name, order)
                yield Construction(made, names, labels, means, f"{head.name}: {template}")


def _ways(template: str, sorts: Mapping[str, str]) -> Iterator[list[tuple[str, str]]]:
    """The parts of a template with their labels, in each of its verb forms."""
    pieces: list[list[list[tuple[str, str]]]] = []
    at = 0
    for hole in HOLE.finditer(template):
        pieces.append([_literals(template[at : hole.start()])])
        place = "SOwner" if hole[2] else _PLACES.get(sorts[hole[1]], "SThing")
        forms = dict.fromkeys(form for form in (hole[3], hole[4]) if form is not None) or {"": None}
        pieces.append([[(place, hole[1]), *_literals(form)] for form in forms])
        at = hole.end()
    pieces.append([_literals(template[at:])])
    for way in product(*pieces):
        yield [part for piece in way for part in piece]


def _literals(text: str) -> list[tuple[str, str]]:
    """Words that stand for themselves, without those that are passed over."""
    light = common_lexicon().light
    return [(f"'{word}", "") for word in phrase_words(text) if word not in light]
