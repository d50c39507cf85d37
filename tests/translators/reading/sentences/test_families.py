"""What the verifier says of the sentences of every family; `families.py` tells how they are written."""

from __future__ import annotations

import pytest

from tests.translators.reading.sentences.families import Family, Sentence, families, read_family, report


def named(kind: str) -> list[object]:
    """All sentences of a kind, each named by its family, its game, what it shows if that is said, and its text."""
    return [
        pytest.param(item, id="-".join(filter(None, (family.name, item.game, item.shows, item.text))))
        for family in families()
        for item in family.sentences
        if item.kind == kind
    ]


def failed(sentence: Sentence) -> list[str]:
    """The formulas of the claims that are false."""
    found = report(sentence.game, sentence.text)
    return [item.claim.query for item in found.claims if item.verdict.truth == "false"]


@pytest.mark.parametrize("sentence", named("right"))
def test_right_sentence_is_not_refuted(sentence: Sentence) -> None:
    assert failed(sentence) == []


@pytest.mark.parametrize("sentence", named("wrong"))
def test_wrong_sentence_is_caught(sentence: Sentence) -> None:
    assert failed(sentence) != []


@pytest.mark.parametrize("sentence", named("unread"))
def test_vague_sentence_claims_nothing(sentence: Sentence) -> None:
    assert {item.verdict.truth for item in report(sentence.game, sentence.text).claims}.isdisjoint({"true", "false"})


@pytest.mark.parametrize("family", [pytest.param(item, id=item.name) for item in families() if item.read])
def test_so_many_right_sentences_are_read(family: Family) -> None:
    """A sentence that is right whatever it says would prove nothing."""
    right = [item for item in family.sentences if item.kind == "right"]
    read = [item for item in right if any(each.verdict.truth == "true" for each in report(item.game, item.text).claims)]
    assert 100 * len(read) >= family.read * len(right)


@pytest.mark.parametrize("family", [pytest.param(item, id=item.name) for item in families()])
def test_family_is_well_written(family: Family) -> None:
    assert family.faults == ()


SAFE = "'Swerving is safe.'"


@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("", "there is no sentence"),
        ("read = 90", "there is no sentence"),
        (f"read = 101\n[chicken]\nright = {SAFE}", "read: expected a percentage, got 101"),
        (f"raed = 90\n[chicken]\nright = {SAFE}", "raed: expected `read` or the table of a game"),
        (f"[chickens]\nright = {SAFE}", "chickens: expected `read` or the table of a game"),
        ("[chicken]", "chicken: the table is empty"),
        ("[chicken]\nright = ''", "chicken.right: expected a sentence a line"),
        (f"[chicken]\nright = [{SAFE}]", "chicken.right: expected a sentence a line"),
        ("[chicken]\nright = '''\nSwerving is safe.\n\nI swerve.'''", "chicken.right: expected a sentence a line"),
        (f"[chicken]\nrigth = {SAFE}", "chicken.rigth: expected one of right, wrong, goals, unread"),
        (f"[chicken.x]\nrigth = {SAFE}", 'chicken."x".rigth: expected one of right, wrong, goals, unread'),
        (f"[chicken]\nright = {SAFE}\nwrong = {SAFE}", "chicken: a sentence is there twice: 'Swerving is safe.'"),
        ("[chicken", "Expected ']' at the end of a table declaration (at end of document)"),
    ],
)
def test_a_mistake_in_a_family_is_told(toml: str, fault: str) -> None:
    assert fault in read_family("written", toml).faults
