"""Whether one's own word is the odd one, by guesses and by proof."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lelma.models.embeddings import open_embedder
from lelma.support.paths import data_folder
from lelma.words.honesty import Honesty, read_honesty
from lelma.words.outlier import outlier_score, proved_outlier

EMBEDDER = open_embedder()


@pytest.fixture(scope="module")
def honesty() -> Honesty:
    return read_honesty(data_folder("games") / "undercover_v" / "lexicon.toml")


def test_the_score_is_one_less_the_mean_cosine_of_the_own_guesses() -> None:
    assert outlier_score("Violin", {"b": "Violin", "c": "Violin"}, EMBEDDER) == 0
    far = outlier_score("Violin", {"b": "Violin", "c": "Glacier"}, EMBEDDER)
    assert far is not None and 0.3 < far < 0.7
    assert outlier_score("Violin", {"c": "Glacier", "b": "Violin"}, EMBEDDER) == far


def test_without_a_guess_there_is_no_score() -> None:
    assert outlier_score("Violin", {}, EMBEDDER) is None
    assert outlier_score("Violin", {"b": " "}, EMBEDDER) is None


def test_one_who_cant_have_my_word_leaves_two_suspects(honesty: Honesty) -> None:
    found = proved_outlier("a", "Penguin", {"b": ["It can fly."], "c": ["A bird."], "d": ["It is heavy."]}, honesty)
    assert (found.contradicted, found.entailed, found.open, found.share) == (1, 1, 1, Fraction(1, 3))
    assert found.another_word == {"b"} and found.suspects == {"a", "b"}


def test_two_who_cant_have_my_word_prove_me_the_odd_one(honesty: Honesty) -> None:
    found = proved_outlier("a", "Penguin", {"b": ["It can fly."], "c": ["It flies."], "d": ["A bird."]}, honesty)
    assert found.suspects == {"a"}


def test_what_others_contradict_among_each_other_narrows_it_too(honesty: Honesty) -> None:
    said = {"b": ["A bird.", "It is small."], "c": ["It is a mammal."], "d": ["It is nocturnal."]}
    found = proved_outlier("a", "Something unheard of", said, honesty)
    assert found.differ == {("b", "c")} and found.suspects == {"b", "c"}


def test_descriptions_that_cant_all_be_true_leave_nobody(honesty: Honesty) -> None:
    said = {"b": ["A bird."], "c": ["A mammal."], "d": ["A fish."]}
    found = proved_outlier("a", "Owl", said, honesty)
    assert not found.suspects


def test_what_cant_be_read_counts_nowhere(honesty: Honesty) -> None:
    found = proved_outlier("a", "Owl", {"b": [""], "c": ["..."]}, honesty)
    assert (found.contradicted, found.open, found.entailed, found.share) == (0, 0, 0, None)
    assert found.suspects == {"a", "b", "c"}
