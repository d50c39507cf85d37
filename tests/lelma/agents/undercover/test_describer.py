"""The model that goes by a lexicon: whole matches without a key, and mistakes at the rates it is given."""

from __future__ import annotations

import pytest

from lelma.agents.undercover.case import judged_case
from lelma.agents.undercover.describer import Describer, Slips, simulated_model
from lelma.game.game import Game
from lelma.models import Message
from lelma.support.errors import UsageError
from lelma.words.word_facts import WordFacts
from tests.lelma.agents.undercover.undercover_play import match_of, small


@pytest.fixture(scope="module")
def game() -> Game:
    return small()


@pytest.fixture(scope="module")
def facts(game: Game) -> WordFacts:
    found = WordFacts.of(game)
    assert found is not None
    return found


def test_single_facts_lead_to_others(facts: WordFacts) -> None:
    known = {("" if fact.holds else "not ") + fact.name for fact in facts.known("Owl")}
    assert known >= {"bird", "animal", "has_wings", "not gives_milk", "not artefact"}
    assert facts.known("Nothing at all") == frozenset()


def test_every_fact_has_a_sentence_that_says_it_and_nothing_else(facts: WordFacts) -> None:
    said = {fact: facts.sentence(fact) for word in facts.words for fact in facts.known(word)}
    assert all(facts.said(text) == ((fact,),) for fact, text in said.items())
    assert all(said.values())
    owl = next(fact for fact in facts.known("Owl") if fact.name == "bird")
    assert facts.sentence(owl, without=["birds"]) == ""


def test_what_is_missing_for_a_word(facts: WordFacts) -> None:
    assert facts.missing(["It is a bird."], "Owl") == []
    assert facts.missing(["It is a bird."], "Bat") == [("bird", True)]
    assert facts.missing(["It is wooden."], "Owl") == [("wooden", False)]


def asks(model: Describer, prompts: list[str]) -> object:
    """As `ask` of a step, with texts that have what the prompts have."""

    def ask(prompt: str, fields: dict[str, str] | None = None, *, schema: object = None) -> str:
        prompts.append(prompt)
        told = fields or {}
        end = {"rules": "Rules:", "formalize": "Formulas:", "repair": "Formulas:"}[prompt]
        refused = "A prover refuses them:\n" if prompt == "repair" else ""
        text = f"The word: {told['word']}\n\nWhat was said:\n{told['said']}\n\n{refused}{end}"
        return model.complete([Message("user", text)], seed=len(prompts)).text

    return ask


@pytest.mark.parametrize(
    ("said", "word", "truth"),
    [
        ("It is a bird.", "owl", "entailed"),
        ("It is a bird.", "bat", "contradicted"),
        ("It is wooden.", "owl", "open"),
        ("Hm.", "owl", "open"),
        ("It is not a bird.", "bat", "entailed"),
        ("It is yellow or green.", "lemon", "entailed"),
        ("It is black or white.", "coffee pot", "open"),
    ],
)
def test_its_formulas_say_what_the_lexicon_does(facts: WordFacts, said: str, word: str, truth: str) -> None:
    case = judged_case([said], word, {}, asks(Describer(facts, Slips(), "formalizer"), []))  # type: ignore[arg-type]
    assert (case.truth, case.repairs, case.mended) == (truth, 0, ())


@pytest.mark.parametrize("slip", ["formula_arity", "formula_sort", "formula_character", "formula_over_strong"])
def test_each_mistake_in_formulas_is_mended_or_told(facts: WordFacts, slip: str) -> None:
    asked: list[str] = []
    model = Describer(facts, Slips(**{slip: 1.0}), "describer")
    case = judged_case(["It is a bird."], "owl", {}, asks(model, asked))  # type: ignore[arg-type]
    by_the_model = {"formula_arity": 1, "formula_sort": 0, "formula_character": 1, "formula_over_strong": 0}
    assert case.repairs == by_the_model[slip] == asked.count("repair")
    assert case.truth == ("open" if slip == "formula_over_strong" else "entailed")


def test_rates_are_read_and_wrong_ones_told(game: Game) -> None:
    assert simulated_model(game, "describer?lie=0.5&vague=0").name == "describer?lie=0.5&vague=0"
    for wrong in ("lies=0.5", "lie=2", "lie=x", "lie"):
        with pytest.raises(UsageError):
            simulated_model(game, f"describer?{wrong}")
    with pytest.raises(UsageError, match="has none"):
        simulated_model(Game.load("avalon"), "formalizer")


def test_neuro_plays_a_match_without_a_key(game: Game) -> None:
    events = match_of("p1=neuro:formalizer,plain", game)
    assert events[-1]["event"] == "result"
    assert not [event for event in events if event["event"] in ("refused", "fallback", "trouble")]
    assert [event for event in events if event["event"] == "note" and event["kind"] == "record"]


@pytest.mark.nightly
def test_the_other_agents_live_through_a_match_with_a_model_that_errs(game: Game) -> None:
    agents = ("att_nli_verified", "neuro_paper", "neuro_charitable", "neuro_three")
    events = match_of(",".join(f"p{seat}={name}:describer" for seat, name in enumerate(agents, start=1)), game)
    assert events[-1]["ended"] == "terminal"
    assert not [event for event in events if event["event"] == "trouble"]


@pytest.mark.nightly
def test_neuro_plays_two_hundred_matches_without_a_key() -> None:
    game = small(6)
    for seed in range(200):
        events = match_of("neuro:formalizer", game, seed=seed)
        assert not [event for event in events if event["event"] in ("refused", "fallback", "trouble")], seed
