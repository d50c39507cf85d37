"""The translator that asks a model: what it keeps of a reply, what it names back, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.interfaces.cli.main import main
from lelma.models import Scripted
from lelma.models.protocol import ModelError
from lelma.verify.verifier import Verifier
from translators.by_model.number_sources import leaked_numbers, numbers_in
from translators.by_model.prompt import REPLY_SCHEMA
from translators.by_model.reply import MAX_REPLY, Proposal, read_reply
from translators.by_model.translator import ByModel
from translators.claim import Translation
from translators.language.meaning import Languages
from translators.language.vocabulary import Vocabulary
from translators.passages import find_passage, paragraphs

TEXT = """If we both hunt **stag**, I get $5.
The hare is   the *safe* choice.

Stag gives me 3 at least. I choose {stag}."""
FIVE = "finally(goal(you, 5), do(choice(them, 'stag'), do(choice(you, 'stag'), s0)))"
SAFE = "highest_guaranteed_payoff_choice('hare')"


@dataclass
class Model:
    """Gives its replies in order and fails when they run out; keeps what it was asked."""

    replies: Sequence[str]
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    schemas: list[Any] = field(default_factory=list)

    def complete(
        self,
        messages: Sequence[Any],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Any:
        self.asked.append(tuple(messages))
        self.schemas.append(schema)
        return Scripted([self.replies[len(self.asked) - 1]]).complete(messages)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Verifier.load("stag_hunt").vocabulary


LANGUAGES = Languages()


def asking(model: Any, **options: Any) -> ByModel:
    """A translator that shares the query language with the others, for making one takes a while."""
    translator = ByModel(model, **options)
    translator._languages = LANGUAGES
    return translator


def reply(*claims: tuple[str, str], choice: str = "") -> str:
    return json.dumps({"claims": [{"sentence": s, "query": q} for s, q in claims], "choice": choice})


def translate(vocabulary: Vocabulary, *replies: str, text: str = TEXT, **options: Any) -> Translation:
    model = Model(replies)
    found = asking(model, **options)(text, vocabulary, role="p1")
    assert len(model.asked) == len(replies), "the model was asked otherwise than expected"
    return found


def queries(found: Translation) -> list[str]:
    return [claim.query for claim in found.claims]


def test_a_claim_keeps_its_sentence_as_the_text_has_it(vocabulary: Vocabulary) -> None:
    found = translate(
        vocabulary,
        reply(("the hare is the safe choice", SAFE), ("If we both hunt stag, I get 5.", FIVE), choice="stag"),
    )
    assert [claim.sentence for claim in found.claims] == [
        "If we both hunt **stag**, I get $5.",
        "The hare is   the *safe* choice",
    ]
    assert all(TEXT[claim.span[0] : claim.span[1]] == claim.sentence for claim in found.claims)
    assert queries(found) == [FIVE, SAFE]
    assert {claim.origin for claim in found.claims} == {"by_model"}
    assert (found.untranslated, found.choice) == ((), "stag")


def test_the_model_is_told_the_words_of_the_game_and_the_form_of_a_reply(vocabulary: Vocabulary) -> None:
    model = Model([reply()])
    asking(model)(TEXT, vocabulary, role="p2")
    system, user = model.asked[0]
    assert (system.speaker, user.speaker) == ("system", "user")
    assert TEXT in user.text
    assert "- you: the writer of the text (I, me, Player 2" in system.text
    for template in vocabulary.templates:
        assert template.signature in system.text
        assert template.meaning in system.text
    assert "'stag' (also called" in system.text
    assert model.schemas == [REPLY_SCHEMA]


def test_the_prompt_tells_no_payoff_of_the_game(vocabulary: Vocabulary) -> None:
    model = Model([reply(), reply()])
    asking(model)("They are here.", vocabulary, role="p1")
    other = Vocabulary(**{**vars(vocabulary), "numbers": frozenset({Fraction(77)})})
    asking(model)("They are here.", other, role="p1")
    assert model.asked[0] == model.asked[1]


def test_malformed_queries_are_named_back_once(vocabulary: Vocabulary) -> None:
    model = Model(
        [
            reply(("The hare is the safe choice.", SAFE), ("Stag gives me 3 at least", "guaranteed('stag', 3)")),
            reply(("Stag gives me 3 at least", "guarantees_at_least(3, 'stag')")),
        ]
    )
    found = asking(model)(TEXT, vocabulary, role="p1")
    assert queries(found) == [SAFE, "guarantees_at_least(3, 'stag')"]
    assert found.untranslated == ()
    complaint = model.asked[1][-1].text
    assert "guaranteed('stag', 3)" in complaint
    assert "there is no query 'guaranteed' for this game" in complaint
    assert SAFE not in complaint
    assert [turn.speaker for turn in model.asked[1]] == ["system", "user", "assistant", "user"]


def test_what_is_still_wrong_the_second_time_is_reported(vocabulary: Vocabulary) -> None:
    wrong = reply(("Stag gives me 3 at least", "guaranteed(3)"), ("I will win for sure.", SAFE))
    found = translate(vocabulary, wrong, wrong)
    assert found.claims == ()
    reasons = {item.sentence: item.reason for item in found.untranslated}
    assert reasons["Stag gives me 3 at least"].startswith("the model's query is malformed: there is no query")
    assert reasons["If we both hunt **stag**, I get $5."].startswith("the model's sentence is not in the text: 'I will")
    assert all(TEXT[item.span[0] : item.span[1]] == item.sentence for item in found.untranslated)


def test_a_fault_stays_reported_when_only_other_claims_of_its_sentence_were_right(vocabulary: Vocabulary) -> None:
    sentence = "The hare is the safe choice."
    found = translate(vocabulary, reply((sentence, SAFE), (sentence, "safest('hare')")), reply((sentence, SAFE)))
    assert queries(found) == [SAFE]
    assert len(found.untranslated) == 1


@pytest.mark.parametrize("query", ["guarantees_at_least(10, 'stag')", "higher((3 + 35) / 2, 3)"])
def test_numbers_from_nowhere_are_refused(vocabulary: Vocabulary, query: str) -> None:
    found = translate(vocabulary, reply(("Stag gives me 3 at least", query)))
    assert found.claims == ()
    assert [item.sentence for item in found.untranslated] == ["Stag gives me 3 at least"]
    assert "neither the text nor the game has (a template leak)" in found.untranslated[0].reason


@pytest.mark.parametrize(
    ("text", "query", "leaked"),
    [
        ("It pays seven.", "guarantees_at_least(7, 'stag')", []),
        ("It costs 2.", "guarantees_at_least(-2, 'stag')", []),
        ("It is 1,250 then.", "guarantees_at_least(1250, 'stag')", []),
        ("On average, it is fine.", "expected_payoff((5 + 0) / 2, 'stag', ['stag': 1/2, 'hare': 1/2])", []),
        ("With 70 %.", "expected_payoff(0.7 * 5, 'stag', ['stag': 0.7, 'hare': 0.3])", []),
        ("With 70 %.", "expected_payoff(5, 'stag', ['stag': 7/10, 'hare': 3/10])", []),
        ("With 70 %.", "expected_payoff(5, 'stag', ['stag': 0.6, 'hare': 0.4])", ["0.6", "0.4"]),
        ("One in three: 1/3.", "expected_payoff(5, 'stag', ['stag': 1/3, 'hare': 2/3])", []),
        ("No figure.", "guarantees_at_least(2, 'stag')", ["2"]),
        ("No figure.", "guarantees_at_least(1/7, 'stag')", ["1/7"]),
        ("It is 3.5.", "guarantees_at_least(7/2, 'stag')", []),
        ("No figure.", "higher(10 + 35, 10)", ["10", "35"]),
        ("No figure.", FIVE, []),
    ],
)
def test_where_numbers_may_come_from(vocabulary: Vocabulary, text: str, query: str, leaked: list[str]) -> None:
    assert leaked_numbers(query, numbers_in(text), vocabulary) == leaked


HOSTILE = [
    "",
    "I can't help with that.",
    "null",
    "42",
    '"claims"',
    "{" * 5000,
    "[" * 100_000,
    '{"claims":' * 3000,
    "9" * 300_000,
    '{"claims": {"sentence": 1}}',
    '{"claims": [1, null, [], {"query": 3}, {"sentence": "x"}]}',
    '{"claims": "none"}',
    "x" * 2 * MAX_REPLY,
    "\x00\ud800\U0001f600",
    "a => " * 1000,
    " " * 200_000 + "|",
    json.dumps({"claims": [{"sentence": "The hare is the safe choice.", "query": "\ud800"}] * 500, "choice": "\ud800"}),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_reply_makes_it_fail(vocabulary: Vocabulary, text: str) -> None:
    model = Model([text, text])
    found = asking(model)(TEXT, vocabulary, role="p1")
    assert found.claims == ()
    assert found.choice == "stag"
    for item in found.untranslated:
        assert TEXT[item.span[0] : item.span[1]] == item.sentence
        item.reason.encode("utf-8")


@pytest.mark.parametrize(
    "query",
    [
        "halt",
        "shell('rm -rf /')",
        SAFE + ", halt.",
        SAFE + ". :- initialization(halt).",
        "\\+ " + SAFE,
        "highest_guaranteed_payoff_choice(X)",
        "highest_guaranteed_payoff_choice(_)",
        "finally(goal(you, _), do(choice(them, 'stag'), do(choice(you, 'stag'), s0)))",
        "highest_guaranteed_payoff_choice('hare'), (halt)",
        "highest_guaranteed_payoff_choice('hare\\'), halt, (\\'')",
        "best_response('stag', 'wolf')",
        "finally(goal(you, 5), X)",
        "higher(" + "-" * 3000 + "5, 3)",
        "higher(" + "1 + " * 900 + "1, 3)",
        "higher(1 / 0, 3)",
        "higher(" + "9" * 100 + ", 3)",
        "x" * 10_000,
    ],
)
def test_nothing_but_claims_of_the_game_get_through(vocabulary: Vocabulary, query: str) -> None:
    bad = reply(("The hare is the safe choice.", query))
    found = translate(vocabulary, bad, bad)
    assert found.claims == ()
    assert [item.sentence for item in found.untranslated] == ["The hare is   the *safe* choice."]
    assert len(found.untranslated[0].reason) < 1000


@pytest.mark.parametrize(
    "text",
    [
        f"Sure, here it is:\n```json\n{reply(('The hare is the safe choice.', SAFE))}\n```\nAnything else?",
        json.dumps([{"sentence": "The hare is the safe choice.", "query": SAFE}]),
        json.dumps({"sentence": "The hare is the safe choice.", "query": SAFE}),
        reply(("The hare is the safe choice.", SAFE), ("Stag gives me 3 at least", "guarantees_at"))[:-40],
        f"1. The hare is the safe choice. => {SAFE}",
        f'- "The hare is the safe choice." -> `{SAFE}`',
        f"Sentence: The hare is the safe choice.\nQuery: {SAFE}",
        f'**Sentence:** "The hare is the safe choice."\n**Query:** `{SAFE}`',
    ],
)
def test_claims_are_read_from_free_text_too(vocabulary: Vocabulary, text: str) -> None:
    assert queries(translate(vocabulary, text)) == [SAFE]


def test_an_answer_without_claims_is_an_answer(vocabulary: Vocabulary) -> None:
    assert translate(vocabulary, reply()) == Translation((), (), "stag")


def test_an_unreadable_reply_is_named_back_and_then_reported(vocabulary: Vocabulary) -> None:
    assert queries(translate(vocabulary, "No.", reply(("The hare is the safe choice.", SAFE)))) == [SAFE]
    found = translate(vocabulary, "No.", "No.")
    assert [item.reason for item in found.untranslated] == [
        "the model's reply holds no claims in the form that was asked for"
    ]


def test_the_choice_is_read_from_the_text_first(vocabulary: Vocabulary) -> None:
    assert translate(vocabulary, reply(choice="hare")).choice == "stag"
    unsaid = "Catching one alone is what suits me."
    assert translate(vocabulary, reply(choice="R"), text=unsaid).choice == "hare"
    assert translate(vocabulary, reply(choice="wolf"), text=unsaid).choice is None


def test_paragraphs_are_asked_about_one_by_one(vocabulary: Vocabulary) -> None:
    model = Model(
        [reply(("The hare is the safe choice.", SAFE)), reply(("gives me 3", "guarantees_at_least(3, 'stag')"))]
    )
    found = asking(model, by_paragraph=True)(TEXT, vocabulary, role="p1")
    assert queries(found) == [SAFE, "guarantees_at_least(3, 'stag')"]
    first, second = (turns[1].text for turns in model.asked)
    assert "Stag gives me 3" not in first
    assert "for understanding only:\n<<<\nIf we both" in second


def test_a_sentence_said_twice_is_found_in_the_paragraph_asked_about(vocabulary: Vocabulary) -> None:
    text = "The hare is safe.\n\nStill, the hare is safe."
    found = translate(
        vocabulary, reply(("The hare is safe", SAFE)), reply(("the hare is safe", SAFE)), text=text, by_paragraph=True
    )
    assert [claim.span[0] for claim in found.claims] == [0, 26]


def test_an_empty_text_asks_nothing(vocabulary: Vocabulary) -> None:
    assert translate(vocabulary, text=" \n") == Translation()


def test_a_model_without_a_reply_is_its_own_error(vocabulary: Vocabulary) -> None:
    with pytest.raises(ModelError, match="given all of its 0 replies"):
        asking(Scripted([]))(TEXT, vocabulary, role="p1")


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("I get **5** $.", "i get 5$", "I get **5"),
        ("I get 50.", "I get 5", None),
        ("I get 5.5 then", "I get 5", None),
        ("I get 5.5 then", "5 then", None),
        ("I get 50. I get 5.", "I get 5.", "I get 5."),
        ("a — b", "a - b!", "a — b"),
        ("word", "word", None),
        ("İ am 5 here", "am 5 here", "am 5 here"),
        ("", "a b", None),
        ("a b", "", None),
        ("“Both” win\nnow", '"both" win now', "Both” win\nnow"),
    ],
)
def test_finding_a_quoted_passage(text: str, quote: str, found: str | None) -> None:
    span = find_passage(text, quote)
    assert (span and text[span[0] : span[1]]) == found


@given(st.lists(st.text("ab 5.*\n", min_size=1), min_size=1))
def test_every_word_of_a_text_is_in_exactly_one_paragraph(lines: list[str]) -> None:
    text = "\n".join(lines)
    spans = paragraphs(text)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    inside = {place for start, end in spans for place in range(start, end)}
    assert all(place in inside for place, char in enumerate(text) if char.isalnum())


@settings(max_examples=50, deadline=None)
@given(text=st.text(max_size=60), said=st.text(max_size=60), query=st.text(max_size=60))
def test_whatever_is_said_nothing_is_claimed_that_the_text_has_not(
    vocabulary: Vocabulary, text: str, said: str, query: str
) -> None:
    answer = reply((said, query), (said, SAFE), (text, SAFE))
    found = asking(Model([answer, answer]))(text, vocabulary, role="p1") if text.strip() else Translation()
    assert all(text[claim.span[0] : claim.span[1]] == claim.sentence for claim in found.claims)
    assert {claim.query for claim in found.claims} <= {SAFE}


@given(st.text() | st.recursive(st.none() | st.text(), lambda inner: st.lists(inner)).map(json.dumps))
def test_any_reply_can_be_read(text: str) -> None:
    assert all(isinstance(item, Proposal) for item in read_reply(text).proposals)


def test_the_command_line_lets_a_model_translate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "1.txt").write_text(reply(("The hare is the safe choice.", SAFE)), "utf-8")
    text = tmp_path / "text.txt"
    text.write_text(TEXT, "utf-8")
    model = ["--translator-model", f"scripted:{tmp_path}", "--json"]
    assert main(["verify", "stag_hunt", str(text), "--translator", "model", *model]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [claim["query"] for claim in found["claims"]] == [SAFE]
    assert found["translator"] == "by_model"
    assert main(["verify", "stag_hunt", str(text), "--translator", "union", *model]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["translator"] == "union"
    assert "english+by_model" in {claim["origin"] for claim in found["claims"]}


@pytest.mark.parametrize("options", [["--translator", "model"], ["--translator-model", "openai:x"]])
def test_the_command_line_says_what_a_translator_needs(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "stag_hunt", "-", *options]) == 2
    assert "model" in capsys.readouterr().err
