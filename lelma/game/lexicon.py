"""What is known of words, in a file of a game's folder: facts, how they are said, and which of them go together.

```toml
exclusive = [["animal", "drink", "tool"]]            # of these a thing is at most one

[nouns]                                              # fact = how it is said: "a tea", "a kind of tea"
tea = ["tea"]
drink = ["drink", "beverage"]

[adjectives]                                         # "a hot drink", "it is hot"
hot = ["hot"]

[phrases]                                            # "it can fly", "with strings", "named after a person"
flies = ["fly"]
has_strings = ["have strings"]

[implies]                                            # fact = what else is true, or not, of whatever it is true of
tea = ["drink", "not flies"]

[words]                                              # a word = what is true of it, and what is not
"Earl Grey Tea" = ["tea", "not has_strings"]
```
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lelma.support.errors import GameError
from lelma.support.outside import toml_file
from translators.descriptions.lexicon import ARTICLES, KINDS, Expression, Fact, Lexicon
from translators.descriptions.spelling import words_of


def read_lexicon(file: Path) -> Lexicon:
    """The lexicon in a file.

    Raises:
        GameError: with every fault of it.
    """
    config = toml_file(file, fail=GameError)
    faults = list(_faults(config))
    if faults:
        raise GameError("\n".join(f"{file}: {fault}" for fault in faults))
    implied = [(Fact(name, False), _fact(other)) for name, others in config["implies"].items() for other in others]
    pairs = (pair for group in config["exclusive"] for pair in itertools.combinations(group, 2))
    excluded = [(Fact(one, False), Fact(other, False)) for one, other in pairs]
    words = {"".join(words_of(word)): facts for word, facts in config["words"].items()}
    known = {word: tuple((_fact(text),) for text in facts) for word, facts in words.items()}
    return Lexicon((*implied, *excluded), {kind: _sayings(config[kind]) for kind in KINDS}, known)


def _sayings(table: Mapping[str, Sequence[str]]) -> tuple[Expression, ...]:
    found = [Expression(_without_articles(text), fact) for fact, texts in table.items() for text in texts]
    return tuple(sorted(found, key=lambda each: -len(each.words)))


def _without_articles(text: str) -> tuple[str, ...]:
    return tuple(word for word in words_of(text) if word not in ARTICLES)


def _fact(text: str) -> Fact:
    denied = text.startswith("not ")
    return Fact(text.removeprefix("not "), not denied)


def _faults(config: Mapping[str, Any]) -> Iterator[str]:
    tables = (*KINDS, "implies", "words")
    missing = [name for name in (*tables, "exclusive") if name not in config]
    if missing:
        yield f"expected {', '.join(missing)} as well"
        return
    listed = [(f"{table}.{name}", texts) for table in tables for name, texts in config[table].items()]
    listed += [(f"exclusive[{index}]", group) for index, group in enumerate(config["exclusive"], start=1)]
    for where, texts in listed:
        if not isinstance(texts, list) or not all(isinstance(text, str) and words_of(text) for text in texts):
            yield f"{where}: expected a list of texts"
            return
    known = {fact for kind in KINDS for fact in config[kind]}
    for where, texts in listed:
        if where.partition(".")[0] not in KINDS:
            unsaid = [text for text in texts if text.removeprefix("not ") not in known]
            yield from (f"{where}: nothing says the fact {text!r}" for text in unsaid)
    yield from (
        f"adjectives.{fact}: {text!r} is more than one word"
        for fact, texts in config["adjectives"].items()
        for text in texts
        if len(words_of(text)) > 1
    )
    yield from (f"implies.{fact}: nothing says this fact" for fact in config["implies"] if fact not in known)
