"""What a sentence most likely claims where no construction reads it, and where nothing may be guessed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.verify.verifier import Verifier
from translators.reading.reader import read_english
from translators.reading.weighed.features import marked, move_features, sentence_features
from translators.reading.weighed.weighing import TELLING, likeliest, weighed
from translators.reading.words.tagging import tag

VERIFIER = Verifier.load("stag_hunt")
WORDS, _ = read_english.game(VERIFIER.vocabulary, VERIFIER.role)


def test_what_no_construction_reads_is_claimed_and_traced() -> None:
    told = "With hare from me and stag from them, the tally on my side reads 3."
    (claim,) = VERIFIER.check(told).claims
    assert claim.claim.trace == ("weighed",)
    assert claim.claim.query == "pay(p1; p1=hare, p2=stag) = 3"


@pytest.mark.parametrize(
    "words",
    [
        "It is not so that stag drops 3 into my lap.",
        "Otherwise what drops into my lap is 3 with stag.",
        "Your lap has 3 in it with stag.",
        "Stag sets me back by 3.",
        "What drops into my lap is 3 with stag with a probability of 0.5.",
        "What drops into our laps is 3 or 5 with stag.",
        "How the moon shines tonight!",
    ],
)
def test_nothing_is_guessed_where_words_may_turn_it(words: str) -> None:
    assert weighed(tag(words, WORDS), WORDS) is None


def test_of_other_games_nothing_is_guessed() -> None:
    verifier = Verifier.load("sequential_prisoners_dilemma")
    words, _ = read_english.game(verifier.vocabulary, verifier.role)
    assert weighed(tag("What drops into my lap is 3 with cooperate.", words), words) is None


@settings(deadline=None)  # the first one reads the weights
@given(
    st.lists(st.sampled_from("I they stag hare get 3 if my the worst best lap of with when is".split()), max_size=20)
)
def test_weights_give_probabilities_and_sure_claims_alone(words: list[str]) -> None:
    tagged = tag(" ".join(words), WORDS)
    sentence = marked(tagged, WORDS)
    if sentence is not None:
        found = [likeliest(task, set(sentence_features(sentence))) for task in ("kind", "who")]
        found += [likeliest("owner", set(move_features(sentence, n))) for n in range(len(sentence.moves))]
        assert all(0 < probability <= 1 for _, probability in found)
    claim = weighed(tagged, WORDS)
    assert claim is None or TELLING <= claim.sure <= 1
