"""spaCy as a parser: what of it can be told without the model, and with it, where it is installed."""

from __future__ import annotations

import sys

import pytest

from lelma.interfaces.cli.main import main
from tests.translators.parsed.stored import TREES, stored_tree
from tests.translators.parsed.test_rules import SAID
from translators.errors import ParserMissing
from translators.parsed.reader import read_tree
from translators.parsed.spacy_parser import MODEL, spacy_parser, tree_of
from translators.reading.words.game_words import game_words

AGREEING = 15
"""Of the stored sentences, how many the model must parse so that they are read as they should be."""


def test_a_missing_parser_is_told_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spacy_parser.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(ParserMissing, match="spaCy is not installed"):
        spacy_parser()
    assert main(["verify", "stag_hunt", "-", "--second", "parse"]) == 2
    assert "--second parse: spaCy is not installed: pip install 'lelma[parse]'" in capsys.readouterr().err


def test_a_missing_model_and_another_version_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spacy = pytest.importorskip("spacy", reason="pip install 'lelma[parse]' has this test run")

    def missing(name: str, **options: object) -> None:
        raise OSError(name)

    spacy_parser.cache_clear()
    monkeypatch.setattr(spacy, "load", missing)
    with pytest.raises(ParserMissing, match=f"model {MODEL} is not installed"):
        spacy_parser()
    pipeline = spacy.blank("en")
    pipeline.meta["version"] = "2.0.0"
    monkeypatch.setattr(spacy, "load", lambda name, **options: pipeline)
    with pytest.raises(ParserMissing, match=r"of version 2\.0\.0, not 3\.8\.0"):
        spacy_parser()


@pytest.mark.parametrize("text", [tree["text"] for tree in TREES])
def test_a_document_of_spacy_becomes_the_tree_it_holds(text: str) -> None:
    spacy = pytest.importorskip("spacy", reason="pip install 'lelma[parse]' has this test run")
    tree = stored_tree(text)
    spaces = [text[word.end : word.end + 1] == " " for word in tree.words]
    document = spacy.tokens.Doc(
        spacy.blank("en").vocab,
        words=[word.text for word in tree.words],
        spaces=spaces,
        pos=[word.kind for word in tree.words],
        heads=[word.head for word in tree.words],
        deps=[word.label for word in tree.words],
    )
    assert tree_of(document) == tree


def test_sentences_after_the_first_hang_on_its_root() -> None:
    spacy = pytest.importorskip("spacy", reason="pip install 'lelma[parse]' has this test run")
    document = spacy.tokens.Doc(
        spacy.blank("en").vocab, words=["I", "win", "you", "lose"], heads=[1, 1, 3, 3], deps=["nsubj", "ROOT"] * 2
    )
    assert [(word.head, word.label) for word in tree_of(document).words] == [
        (1, "nsubj"),
        (1, "ROOT"),
        (3, "nsubj"),
        (1, "parataxis"),
    ]


def test_the_pinned_model_parses_as_the_rules_expect() -> None:
    from lelma.verify.verifier import Verifier

    spacy_parser.cache_clear()
    try:
        parse = spacy_parser()
    except ParserMissing as missing:
        pytest.skip(f"{missing}; pip install 'lelma[parse]' has this test run")
    game = game_words(Verifier.load("stag_hunt").vocabulary, "p1")
    trees = zip(SAID, parse(list(SAID)), strict=True)
    read = {text: [ways[0] for ways in read_tree(text, tree, game)] for text, tree in trees}
    right = [text for text in SAID if read[text] == SAID[text]]
    assert len(right) >= AGREEING, {text: said for text, said in read.items() if text not in right}
