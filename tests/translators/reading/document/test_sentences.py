"""Where sentences end."""

from __future__ import annotations

import pytest

from translators.reading.document.sentences import sentence_spans


@pytest.mark.parametrize(
    "text",
    [
        "I get 5.|You get 2.5!|Really?|They lose;|we win",
        "Red vs. Blue, i.e. 3, e.g. 4, cf. Fig. 2, approx. 3 w.p. 0.5.|No. 3 is Mr. Smith's.|No.|He said so.",
        "Stag, hare, etc. pay.|Stag, etc.|It pays 3 at the max. 2 do.",
        "I choose R.|They choose B.|By J. Nash.|J. F. Nash said so.",
        "Wait... no.|Wait...|No!",
        'They say: "You get 0. We get 5."|It isn\'t so.|"He yields." says Bob.|It is "fine."',
        'They say: "You get 0. We get 5", and lie.',
        "I get 3 (not 5. Alas) then.|(I get 3.|You get 5.)|So (1; 2) it is.",
        "1. If we hunt, 5.|2) So?",
        "See https://a.b/c.d?e;f now.|x != 3.|{B}",
        "It is 5.|.5 is 0.5.|-2.5;|3",
    ],
)
def test_ends(text: str) -> None:
    wanted = text.split("|")
    joined = " ".join(wanted)
    assert [joined[start:end] for start, end in sentence_spans(joined)] == wanted


def test_a_space_may_be_left_out() -> None:
    words = "I get 5.They get 3.5. See a.com,x.Y or U.S.A."
    assert [words[start:end] for start, end in sentence_spans(words)] == [
        "I get 5.",
        "They get 3.5.",
        "See a.com,x.Y or U.S.A.",
    ]


def test_an_unclosed_quote_or_bracket_ends_nothing() -> None:
    words = 'He said "yes. I get 5. (You get 3. So.'
    assert len(list(sentence_spans(words))) == 4
