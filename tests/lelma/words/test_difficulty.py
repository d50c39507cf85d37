"""Pairs of words by how hard they are to tell apart."""

from __future__ import annotations

from lelma.models.embeddings import open_embedder
from lelma.words.difficulty import rank_pairs, sample_pairs

PAIRS = [
    ("Violin", "Cello"),
    ("Railway station", "Railway line"),
    ("Snow", "Hail"),
    ("Cello", "violin"),
    ("Tea", "Sea"),
]


def test_pairs_are_sorted_and_cut_in_three_and_repeated_ones_told() -> None:
    ranking = rank_pairs(PAIRS, {}, open_embedder())
    assert ranking.repeated == (("Cello", "violin"),)
    assert [pair.level for pair in ranking.pairs] == ["easy", "easy", "medium", "hard"]
    assert (ranking.pairs[-1].a, ranking.pairs[-1].b) == ("Railway station", "Railway line")
    assert ranking.bounds == (ranking.pairs[2].similarity, ranking.pairs[3].similarity)


def test_descriptions_decide_where_there_are_any() -> None:
    alike = {"Snow": "it falls from the sky when it is cold", "Hail": "it falls from the sky when it is cold"}
    last = rank_pairs(PAIRS, alike, open_embedder()).pairs[-1]
    assert (last.a, last.b, last.similarity) == ("Snow", "Hail", 1.0)


def test_a_sample_is_drawn_of_each_third_and_the_seed_decides() -> None:
    ranking = rank_pairs([(f"word {i}", f"thing {i * 7}") for i in range(30)], {}, open_embedder())
    drawn = sample_pairs(ranking, 4, seed=3)
    assert {level: len(pairs) for level, pairs in drawn.items()} == {"easy": 4, "medium": 4, "hard": 4}
    assert drawn == sample_pairs(ranking, 4, seed=3) != sample_pairs(ranking, 4, seed=4)
    assert len(sample_pairs(ranking, 99)["hard"]) == 10


def test_no_pairs_are_no_ranking() -> None:
    ranking = rank_pairs([], {}, open_embedder())
    assert (ranking.pairs, ranking.bounds) == ((), None)
