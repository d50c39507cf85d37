"""Sentences parsed by spaCy with the model that the extra `parse` pins. Short, because nothing else knows spaCy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from translators.errors import ParserMissing
from translators.parsed.tree import ParseTree, SentenceParser, TreeWord

MODEL, MODEL_VERSION = "en_core_web_sm", "3.8.0"
_UNUSED = ("ner", "lemmatizer")


@cache
def spacy_parser() -> SentenceParser:
    """The parser with the pinned model, loaded once.

    Raises:
        ParserMissing: if spaCy or the model isn't installed, or the model has another version.
    """
    try:
        import spacy
    except ImportError as error:
        raise ParserMissing("spaCy is not installed") from error
    try:
        pipeline = spacy.load(MODEL, exclude=list(_UNUSED))
    except OSError as error:
        raise ParserMissing(f"spaCy's model {MODEL} is not installed") from error
    version = pipeline.meta.get("version")
    if version != MODEL_VERSION:
        raise ParserMissing(f"spaCy's model {MODEL} is of version {version}, not {MODEL_VERSION}")
    return lambda sentences: [tree_of(document) for document in pipeline.pipe(sentences)]


def tree_of(document: Iterable[Any]) -> ParseTree:
    """A document of spaCy as one tree: where it found several sentences, later ones hang on the first one's root."""
    tokens = [token for token in document if not token.is_space]
    places = {token.i: place for place, token in enumerate(tokens)}
    root = next((places[token.i] for token in tokens if token.head.i == token.i), 0)
    words = []
    for place, token in enumerate(tokens):
        head, label = places.get(token.head.i, root), token.dep_
        if head == place and place != root:
            head, label = root, "parataxis"
        words.append(TreeWord(token.text, token.idx, token.idx + len(token.text), token.pos_, head, label))
    return ParseTree(tuple(words))
