"""The translator that asks a model: what it is asked, what is kept of a reply, what is named back, what is counted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lelma.interfaces.cli.main import main
from lelma.models import Scripted
from lelma.models.protocol import ModelError
from lelma.support.paths import data_folder
from lelma.verify.verifier import Verifier
from translators.by_model.prompt import MOST_CLAIMS, instructions, reply_schema
from translators.by_model.reply import MAX_REPLY, Proposal, read_reply
from translators.by_model.translator import PER_TOKEN, Asking, ByModel
from translators.claim import Translation
from translators.gates.sentences import number_sentences, portions
from translators.language.vocabulary import Vocabulary
from translators.passages import find_passage

GAMES = sorted(file.parent.name for file in data_folder("games").glob("*/game.toml"))
TEXT = """If we both hunt **stag**, I get $5.
The hare is   the *safe* choice.

Stag gives me at least 3. I choose {stag}."""
FIVE = "pay(p1; p1=stag, p2=stag) = 5"
SAFE = "safest(p1, hare)"
LEAST = "min pay(p1; p1=stag) >= 3"


@dataclass
class Model:
    """Gives its replies in order and fails when they run out; keeps what it was asked, and how."""

    replies: Sequence[str]
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    options: list[Mapping[str, Any]] = field(default_factory=list)

    def complete(self, messages: Sequence[Any], **options: Any) -> Any:
        self.asked.append(tuple(messages))
        self.options.append(options)
        return Scripted([self.replies[len(self.asked) - 1]]).complete(messages)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Verifier.load("stag_hunt").vocabulary


def reply(*claims: tuple[int, str], choice: str = "", **more: str) -> str:
    told = [
        {"sentence": number, "formula": formula, "polarity": "affirmed", "span": "", **more}
        for number, formula in claims
    ]
    return json.dumps({"claims": told, "choice": choice})


def translate(vocabulary: Vocabulary, *replies: str, text: str = TEXT, **options: Any) -> Translation:
    model = Model(replies)
    found = ByModel(model, Asking(**options))(text, vocabulary, role="p1")
    assert len(model.asked) == len(replies), "the model was asked otherwise than expected"
    return found


def formulas(found: Translation) -> list[str]:
    return [claim.query for claim in found.claims]


def test_a_claim_keeps_its_sentence_as_the_text_has_it(vocabulary: Vocabulary) -> None:
    found = translate(vocabulary, reply((2, SAFE), (1, FIVE), choice="stag"))
    assert [claim.sentence for claim in found.claims] == [
        "If we both hunt **stag**, I get $5.",
        "The hare is   the *safe* choice.",
    ]
    assert all(TEXT[claim.span[0] : claim.span[1]] == claim.sentence for claim in found.claims)
    assert formulas(found) == [FIVE, SAFE]
    assert {claim.origin for claim in found.claims} == {"by_model"}
    assert (found.untranslated, found.choice) == ((), "stag")
    assert [scope.scope for scope in found.scopes] == ["checked", "checked", "no claim", "no claim"]
    assert found.gates == {"proposed": 2, "kept": 2}


def test_what_a_sentence_denies_is_denied(vocabulary: Vocabulary) -> None:
    text = "Hare is not my best reply to stag."
    found = translate(vocabulary, reply((1, "best(p1, hare, {p2=stag})"), polarity="denied"), text=text)
    assert formulas(found) == ["not best(p1, hare, {p2=stag})"]


def test_the_model_is_told_the_words_of_the_game_and_the_form_of_a_reply(vocabulary: Vocabulary) -> None:
    model = Model([reply()])
    ByModel(model)(TEXT, vocabulary, role="p2")
    system, user = model.asked[0]
    assert (system.speaker, user.speaker) == ("system", "user")
    assert "1. If we both hunt stag, I get $5.\n2. The hare is the safe choice.\n" in user.text
    assert "- role p2: the writer of the text: I, me" in system.text
    assert "stag (the stag" in system.text
    assert "- best(R, M, {S}): M is a best reply for R against S" in system.text
    assert [options["schema"] for options in model.options] == [reply_schema([1, 2, 3, 4])]
    assert model.options[0]["temperature"] == 0


def test_examples_are_in_the_game_s_own_words_and_are_formulas_that_their_sentences_say(vocabulary: Vocabulary) -> None:
    """The example of the prompt, given as text and reply, passes all gates: a model that copies it does well."""
    assert vocabulary.formulas is not None
    told = instructions(vocabulary.formulas(), vocabulary, "p1")
    shown = told.partition("An example, with payoffs of another game:\n")[2]
    text, _, answer = shown.partition("\nIts translation:\n")
    text = "\n".join(line.partition(". ")[2] for line in text.splitlines())
    found = translate(vocabulary, answer, text=text)
    assert found.gates == {"proposed": 5, "kept": 5}
    assert "41" in text and "hare" in text


@pytest.mark.parametrize(
    "game", ["stag_hunt", "rock_paper_scissors", "tax_inspection", "sequential_prisoners_dilemma", "chicken"]
)
def test_the_prompt_tells_no_payoff_of_the_game(game: str) -> None:
    vocabulary = Verifier.load(game).vocabulary
    assert vocabulary.formulas is not None
    other = replace(vocabulary, numbers=frozenset({Fraction(77)}))
    told = instructions(vocabulary.formulas(), vocabulary, vocabulary.roles[0])
    assert told == instructions(vocabulary.formulas(), other, vocabulary.roles[0])


@pytest.mark.parametrize("game", GAMES)
def test_the_prompt_stays_under_2000_tokens(game: str) -> None:
    verifier = Verifier.load(game)
    assert verifier.vocabulary.formulas is not None
    told = instructions(verifier.vocabulary.formulas(), verifier.vocabulary, verifier.role)
    assert 2000 < len(told) < 2000 * PER_TOKEN


def test_malformed_formulas_are_named_back_once_with_their_sentences(vocabulary: Vocabulary) -> None:
    model = Model([reply((2, SAFE), (3, "guaranteed(p1, stag, 3)")), reply((3, LEAST))])
    found = ByModel(model)(TEXT, vocabulary, role="p1")
    assert formulas(found) == [SAFE, LEAST]
    assert found.untranslated == ()
    complaint = model.asked[1][-1].text
    assert "guaranteed(p1, stag, 3)" in complaint and "there is no" in complaint
    assert "3. Stag gives me at least 3." in complaint and "2. The hare" not in complaint
    assert SAFE not in complaint
    assert found.gates == {"proposed": 2, "kept": 2}


def test_what_is_still_wrong_the_second_time_is_reported_and_counted(vocabulary: Vocabulary) -> None:
    wrong = reply((3, "guaranteed(3)"), (9, SAFE))
    found = translate(vocabulary, wrong, wrong)
    assert found.claims == ()
    reasons = {item.sentence: item.reason for item in found.untranslated}
    assert reasons["Stag gives me at least 3."].startswith("the model's formula can't be read: ")
    assert reasons["If we both hunt **stag**, I get $5."] == "the model's sentence 9 is not one it was asked about"
    assert found.gates == {"proposed": 2, "kept": 0, "malformed": 2}
    assert [scope.scope for scope in found.scopes] == ["unread", "no claim", "unread", "no claim"]


def test_what_a_gate_refuses_is_not_named_back(vocabulary: Vocabulary) -> None:
    found = translate(
        vocabulary, reply((1, "pay(p1; p1=stag, p2=stag) = 4"), (3, "min pay(p1; p1=hare) >= 3"), (2, SAFE))
    )
    assert formulas(found) == [SAFE]
    assert found.gates == {"proposed": 3, "kept": 1, "repaired": 2}
    assert [item.reason for item in found.untranslated] == [
        "the model's pay(p1; p1=stag, p2=stag) = 4: the sentence says 5, the formula 4",
        "the model's min pay(p1; p1=hare) >= 3: the sentence says stag, the formula hare",
    ]


def test_votes_have_to_agree_on_what_is_claimed_however_it_is_written(vocabulary: Vocabulary) -> None:
    turned = "pay(you; p2=stag, you=stag) = 5.0"
    found = translate(vocabulary, reply((1, FIVE), (2, SAFE)), reply((1, turned)), votes=2)
    assert formulas(found) == [FIVE]
    assert found.gates == {"proposed": 2, "kept": 1, "votes": 1}
    assert found.untranslated[0].reason.endswith("only 1 of 2 answers have it")


def test_votes_are_cast_warmly_and_with_seeds_of_their_own(vocabulary: Vocabulary) -> None:
    model = Model([reply()] * 3)
    ByModel(model, Asking(votes=3, seed=7))(TEXT, vocabulary, role="p1")
    assert [(each["temperature"], each["seed"]) for each in model.options] == [(0.0, 7), (0.7, 8), (0.7, 9)]


@pytest.mark.parametrize(
    "text",
    [
        "In the next round, I get 5 if we both hunt stag.",
        'He said: "If we both hunt stag, I get 5."',
    ],
)
def test_what_the_writer_does_not_claim_is_refused(vocabulary: Vocabulary, text: str) -> None:
    found = translate(vocabulary, reply((1, FIVE)), text=text)
    assert found.gates == {"proposed": 1, "kept": 0, "no claim": 1}


def test_a_long_text_is_asked_about_in_portions_that_fit_the_context(vocabulary: Vocabulary) -> None:
    text = "\n\n".join(f"If we both hunt stag, I get {number}." for number in range(100))
    model = Model([reply()] * 9)
    ByModel(model, Asking(context=3400, max_tokens=500))(text, vocabulary, role="p1")
    assert len(model.asked) >= 2
    for turns in model.asked:
        assert sum(len(turn.text) for turn in turns) / PER_TOKEN + 500 <= 3400
    asked = [number for options in model.options for number in _numbers(options["schema"])]
    assert asked == list(range(1, 101))
    assert "for understanding only:\n<<<\nIf we both" in model.asked[1][1].text


def _numbers(schema: Any) -> list[int]:
    found: list[int] = schema["properties"]["claims"]["items"]["properties"]["sentence"]["enum"]
    return found


def test_paragraphs_are_asked_about_one_by_one(vocabulary: Vocabulary) -> None:
    model = Model([reply((2, SAFE)), reply((3, LEAST))])
    found = ByModel(model, Asking(by_paragraph=True))(TEXT, vocabulary, role="p1")
    assert formulas(found) == [SAFE, LEAST]
    assert [_numbers(options["schema"]) for options in model.options] == [[1, 2], [3, 4]]


def test_a_sentence_longer_than_the_context_is_left_out() -> None:
    text = f"{'very ' * 300}short. I get 5."
    assert [[each.number for each in part] for part in portions(number_sentences(text), 200)] == [[2]]


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
    '{"claims": [1, null, [], {"formula": 3}, {"sentence": "x"}]}',
    '{"claims": [{"sentence": true, "formula": "x"}, {"sentence": 1e400, "formula": "pay("}]}',
    '{"claims": "none"}',
    "x" * 2 * MAX_REPLY,
    "\x00\ud800\U0001f600",
    "1: (" * 1000,
    "\n".join(["1: a("] * 1000),
    " " * 200_000 + "|",
    json.dumps({"claims": [{"sentence": 2, "formula": "\ud800", "span": "\ud800"}] * 500, "choice": "\ud800"}),
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_reply_makes_it_fail(vocabulary: Vocabulary, text: str) -> None:
    found = ByModel(Model([text, text]))(TEXT, vocabulary, role="p1")
    assert found.claims == ()
    assert found.choice == "stag"
    for item in found.untranslated:
        assert TEXT[item.span[0] : item.span[1]] == item.sentence
        item.reason.encode("utf-8")


@pytest.mark.parametrize(
    "formula",
    [
        "halt",
        "shell('rm -rf /')",
        f"{SAFE}, halt.",
        f"{SAFE}. :- initialization(halt).",
        "safest(p1, X)",
        "safest(p1, wolf)",
        "safest(p3, hare)",
        "pay(p1; p1=stag)",
        "pay(p1; p1=stag) = hare",
        f"{'not ' * 2000}{SAFE}",
        "x" * 10_000,
    ],
)
def test_nothing_but_claims_of_the_game_get_through(vocabulary: Vocabulary, formula: str) -> None:
    bad = reply((2, formula))
    found = translate(vocabulary, bad, bad)
    assert found.claims == ()
    assert [item.sentence for item in found.untranslated] == ["The hare is   the *safe* choice."]
    assert len(found.untranslated[0].reason) < 1000
    assert found.gates["malformed"] == 1


@pytest.mark.parametrize(
    "text",
    [
        f"Sure, here it is:\n```json\n{reply((2, SAFE))}\n```\nAnything else?",
        json.dumps([{"sentence": 2, "formula": SAFE}]),
        json.dumps({"sentence": "2", "formula": SAFE}),
        reply((2, SAFE), (3, LEAST))[:-70],
        f"2. {SAFE}",
        f"The claims are:\n- 2: `{SAFE}`",
    ],
)
def test_claims_are_read_from_free_text_too(vocabulary: Vocabulary, text: str) -> None:
    assert formulas(translate(vocabulary, text)) == [SAFE]


def test_an_answer_without_claims_is_an_answer(vocabulary: Vocabulary) -> None:
    found = translate(vocabulary, reply())
    assert (found.claims, found.untranslated, found.choice) == ((), (), "stag")
    assert found.gates == {"proposed": 0, "kept": 0}


def test_an_unreadable_reply_is_named_back_and_then_reported(vocabulary: Vocabulary) -> None:
    assert formulas(translate(vocabulary, "No.", reply((2, SAFE)))) == [SAFE]
    found = translate(vocabulary, "No.", "No.")
    assert [item.reason for item in found.untranslated] == [
        "the model's reply holds no claims in the form that was asked for"
    ]


def test_the_choice_is_read_from_the_text_first(vocabulary: Vocabulary) -> None:
    assert translate(vocabulary, reply(choice="hare")).choice == "stag"
    unsaid = "Catching one alone is what suits me."
    assert translate(vocabulary, reply(choice="hunting hare"), text=unsaid).choice == "hare"
    assert translate(vocabulary, reply(choice="wolf"), text=unsaid).choice is None


def test_an_empty_text_asks_nothing(vocabulary: Vocabulary) -> None:
    assert translate(vocabulary, text=" \n") == Translation(gates={"proposed": 0, "kept": 0})


def test_a_model_without_a_reply_is_its_own_error(vocabulary: Vocabulary) -> None:
    with pytest.raises(ModelError, match="given all of its 0 replies"):
        ByModel(Scripted([]))(TEXT, vocabulary, role="p1")


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


@given(st.lists(st.text("ab 5.*\n|-", min_size=1), min_size=1))
def test_numbered_sentences_stand_in_the_text_in_order(lines: list[str]) -> None:
    text = "\n".join(lines)
    found = number_sentences(text)
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert all(first.span[1] <= second.span[0] for first, second in pairwise(found))
    assert [each for part in portions(found, 10_000) for each in part] == list(found)


@settings(max_examples=50, deadline=None)
@example(text=":", span="", formula="")
@given(text=st.text(max_size=60), span=st.text(max_size=60), formula=st.text(max_size=60))
@pytest.mark.slow
def test_whatever_is_said_nothing_is_claimed_that_the_text_has_not(
    vocabulary: Vocabulary, text: str, span: str, formula: str
) -> None:
    answer = reply((1, formula), (1, SAFE), span=span)
    found = ByModel(Model([answer, answer]))(text, vocabulary, role="p1")
    assert all(text[claim.span[0] : claim.span[1]] == claim.sentence for claim in found.claims)
    assert {claim.query for claim in found.claims} <= {SAFE}


@given(st.text() | st.recursive(st.none() | st.text(), lambda inner: st.lists(inner)).map(json.dumps))
def test_any_reply_can_be_read(text: str) -> None:
    assert all(isinstance(item, Proposal) for item in read_reply(text).proposals)


def test_a_reply_is_read_up_to_a_number_of_claims() -> None:
    assert len(read_reply(reply(*[(number, SAFE) for number in range(500)])).proposals) == MOST_CLAIMS


def test_the_command_line_lets_a_model_translate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "1.txt").write_text(reply((2, SAFE), (1, FIVE), (3, "min pay(p1; p1=stag) >= 0")), "utf-8")
    text = tmp_path / "text.txt"
    text.write_text(TEXT, "utf-8")
    model = ["--translator-model", f"scripted:{tmp_path}"]
    assert main(["verify", "stag_hunt", str(text), "--translator", "model", *model, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [claim["query"] for claim in found["claims"]] == [FIVE, SAFE]
    assert found["translator"] == "by_model"
    assert found["gates"] == {"proposed": 3, "kept": 2, "repaired": 1}
    assert main(["verify", "stag_hunt", str(text), "--translator", "model", *model]) == 0
    assert "3 claims proposed by the model, 2 kept; refused: 1 repaired." in capsys.readouterr().out
    main(["verify", "stag_hunt", str(text), "--translator", "union", *model, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["translator"] == "union"
    assert "english+by_model" in {claim["origin"] for claim in found["claims"]}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--translator", "model"], "needs a model"),
        (["--translator-model", "openai:x"], "asks no model"),
        (["--second", "nobody"], "there is no second reader 'nobody'"),
        (["--second", "model:scripted:none", "--reply-tokens", "4096"], "leave no room in a context of 4096"),
    ],
)
def test_the_command_line_says_what_a_translator_needs(
    options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "stag_hunt", "-", *options]) == 2
    assert told in capsys.readouterr().err
