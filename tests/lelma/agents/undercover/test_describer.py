"""The model that goes by a lexicon: whole matches without a key, and mistakes at the rates it is given."""

from __future__ import annotations

from typing import Any

import pytest

from lelma.agents.roster import make_agents
from lelma.agents.undercover.case import judged_case
from lelma.agents.undercover.describer import MEASURED, Describer, Slips, simulated_model
from lelma.game.game import Game
from lelma.matches.referee import Referee, Settings
from lelma.matches.transcript import Event
from lelma.models import Message
from lelma.prover import TheoryError, mended, read_theory
from lelma.prover.sorts import theory_faults
from lelma.support.errors import UsageError
from lelma.words.honesty import read_honesty
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
    known = sorted({fact for word in facts.words for fact in facts.known(word)})
    said = {fact: facts.sentence(fact) for fact in known[::5]}
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


@pytest.mark.parametrize(
    "slip", ["formula_arity", "formula_argument", "formula_sort", "formula_character", "formula_over_strong"]
)
def test_each_mistake_in_formulas_is_mended_or_told(facts: WordFacts, slip: str) -> None:
    asked: list[str] = []
    model = Describer(facts, Slips(**{slip: 1.0}), "describer")
    case = judged_case(["It is a bird."], "owl", {}, asks(model, asked))  # type: ignore[arg-type]
    assert case.repairs == asked.count("repair") == (slip == "formula_arity")
    assert case.truth == ("open" if slip == "formula_over_strong" else "entailed")


def accepted(text: str, *, strictly: bool) -> bool:
    """Whether a prover takes formulas: strictly as they are, or once what needs no advice is mended."""
    try:
        theory = read_theory(text)
    except TheoryError:
        return False
    if strictly:
        return not theory.faults and not theory_faults(theory)
    return not any(fault.severity == "error" for fault in theory_faults(mended(theory)[0]))


def test_repair_brings_theories_from_few_to_nearly_all(facts: WordFacts) -> None:
    """At the measured rates at most 60 % are accepted as written, 78 % mended without a call, 95 % after calls."""
    words, written, judged = sorted(facts.words), list[str](), list[str]()
    for seed in range(100):
        word = words[seed % len(words)]
        said = [facts.sentence(sorted(each for each in facts.known(word) if each.holds)[seed % 3])]
        asked = ["x"] * seed  # another seed each time
        ask = asks(Describer(facts, MEASURED, "describer"), asked)

        def recorded(prompt: str, *told: object, ask: Any = ask, **more: object) -> str:
            text = str(ask(prompt, *told, **more))
            written.extend([text] * (prompt == "formalize"))
            return text

        judged.append(judged_case(said, word, {}, recorded).truth)  # type: ignore[arg-type]
    strict, mild = (sum(accepted(text, strictly=each) for text in written) / len(written) for each in (True, False))
    assert len(written) == 100 and strict <= 0.6 and mild >= 0.78
    assert sum(truth != "error" for truth in judged) >= 0.95 * len(judged)


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
def test_neuro_plays_two_hundred_matches_without_a_key_and_lies_in_none() -> None:
    """Nothing is refused, replaced or uncaught, and nothing contradicts the own word with what was said before."""
    game = small(6)
    honesty = read_honesty(game.folder / "lexicon.toml")
    referee = Referee(game, settings=Settings(seconds=60.0))
    made = make_agents("neuro:formalizer", game, referee.players)
    for seed in range(200):
        events = list[Event]()
        referee.play(made(), seed=seed, watch=events.append)
        assert events[-1]["ended"] == "terminal"
        assert not [event for event in events if event["event"] in ("refused", "fallback", "trouble")], seed
        dealt = [fact.strip("()").split() for event in events if event["event"] == "state" for fact in event["added"]]
        words = {fact[1]: fact[2].replace("_", " ") for fact in dealt if fact[0] == "card"}
        said: dict[str, list[str]] = {role: [] for role in words}
        for event in (event for event in events if event["event"] == "move" and event.get("words")):
            role, told = event["role"], event["words"]
            assert honesty.legal(told, words[role], earlier=said[role]).outcome != "contradicted", (seed, told)
            said[role].append(told)
