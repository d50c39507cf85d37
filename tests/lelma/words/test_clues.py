"""What counts as the same clue."""

from __future__ import annotations

from lelma.words.clues import shared_clue


def test_a_clue_is_shared_if_all_of_it_is_said_again() -> None:
    first = "A type of tea known for its distinct flavor and named after a British nobleman."
    again = "A type of tea that is often enjoyed with a slice of lemon and named after a British nobleman."
    other = "A type of tea that originates from the island formerly known as Ceylon, now Sri Lanka."
    assert shared_clue(again, first) == "named after a British nobleman"
    assert shared_clue(other, first) == ""
    assert shared_clue("It was named after noblemen", first) == "It was named after noblemen"
    assert shared_clue("It was named by somebody", first) == ""
    assert shared_clue("It has a green, spiky exterior", "Spiky exteriors, and large") != ""
    assert shared_clue("Creates hard copies of digital information.", "Produces paper documents.") == ""
