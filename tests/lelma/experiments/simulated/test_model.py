"""The simulated reasoner: its truth is the solver's, its errors come at the stated rates, it obeys as stated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lelma.experiments.simulated.model import ErrorModel, Simulated
from lelma.experiments.simulated.topics import TOPIC_KINDS, make_topics, read_table
from lelma.models import Message
from lelma.support.errors import UsageError
from lelma.verify.instruction import instruction
from lelma.verify.loop import run_loop
from lelma.verify.verifier import Verifier

NEVER = ErrorModel(**dict.fromkeys(TOPIC_KINDS, 0.0), relapse=0.0)
ONLY_PAYOFFS = ErrorModel(**dict.fromkeys(TOPIC_KINDS, 0.0) | {"payoff": 1.0}, relapse=0.0, obey=1.0)


def reasoner(verifier: Verifier, errors: ErrorModel | None = None, seed: int = 1, naming: str = "") -> Simulated:
    return Simulated(
        verifier.facts,
        verifier.vocabulary,
        verifier.judge,
        role=verifier.role,
        naming=naming,
        errors=errors,
        seed=seed,
    )


@pytest.fixture(scope="module")
def load() -> Callable[..., Verifier]:
    known: dict[tuple[str, str], Verifier] = {}

    def find(game: str, style: str = "correct") -> Verifier:
        if (game, style) not in known:
            known[game, style] = Verifier.load(game, style=style)
        return known[game, style]

    return find


def ask(model: Simulated, *feedback: str) -> str:
    messages = [Message("user", "Reason.")]
    for words in feedback:
        messages += [Message("assistant", "…"), Message("user", words)]
    return model.complete(messages).text


@pytest.mark.parametrize("game", ["stag_hunt", "rock_paper_scissors", "battle_of_the_sexes", "tax_inspection"])
def test_one_that_never_errs_says_nothing_false(game: str, load: Callable[..., Verifier]) -> None:
    verifier = load(game)
    for seed in range(12):
        model = reasoner(verifier, NEVER, seed)
        text = ask(model)
        report = verifier.check(text)
        assert report.ok, (text, [item.claim.sentence for item in report.failed])
        assert report.choice in verifier.vocabulary.moves[verifier.role]
        assert model.mistakes(text) == ()


@pytest.mark.parametrize("naming", ["game", "paper"])
def test_wrong_payoffs_are_wrong_and_are_found(naming: str, load: Callable[..., Verifier]) -> None:
    verifier = load("hawk_dove")
    for seed in range(12):
        model = reasoner(verifier, ONLY_PAYOFFS, seed, naming)
        text = ask(model)
        mistakes = model.mistakes(text)
        assert mistakes is not None and len(mistakes) == 4
        failed = {item.claim.sentence for item in verifier.check(text).failed}
        assert all(any(mistake in sentence for sentence in failed) for mistake in mistakes), (text, failed)


def test_the_values_of_a_topic_are_right_as_the_solver_says(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    table = read_table(verifier.facts, verifier.vocabulary, verifier.role, "game")
    topics = make_topics(table, verifier.judge, naming="game")
    assert {topic.kind for topic in topics} == set(TOPIC_KINDS)
    for topic in topics:
        for value in topic.values:
            assert value.right == all(verdict.truth == "true" for verdict in verifier.judge(value.formulas))
            assert value.right or value.denials


@pytest.mark.parametrize(("style", "attempts"), [("correct", 2), ("negation", 20)])
def test_one_that_obeys_is_verified_in_the_end(style: str, attempts: int, load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt", style)
    for seed in range(8):
        model = reasoner(verifier, ONLY_PAYOFFS, seed)
        result = run_loop(verifier, model, instruction(verifier), max_attempts=attempts)
        assert result.outcome == "verified", result.attempts[-1].text
        assert model.mistakes(result.attempts[-1].text) == ()


def test_one_that_never_obeys_repeats_itself(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    stubborn = ErrorModel(**dict.fromkeys(TOPIC_KINDS, 0.0) | {"payoff": 1.0}, relapse=0.0, obey=0.0)
    result = run_loop(verifier, reasoner(verifier, stubborn), instruction(verifier))
    assert (result.outcome, len(result.attempts)) == ("repeated", 2)
    assert result.attempts[0].text != result.attempts[1].text


def test_feedback_on_something_else_changes_nothing(load: Callable[..., Verifier]) -> None:
    model = reasoner(load("stag_hunt"), ONLY_PAYOFFS)
    first = ask(model)
    again = ask(model, "You are wrong:\n\n- payoff 5 is your highest possible individual payoff")
    assert len(model.mistakes(first) or ()) == len(model.mistakes(again) or ()) == 4


def test_the_seed_and_the_messages_decide_everything(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    first = ask(reasoner(verifier, seed=3))
    feedback = verifier.check(first).feedback
    again = reasoner(verifier, seed=3)
    # A new reasoner that never saw the first turn goes on as the old one would have.
    assert ask(again, feedback) == ask(reasoner(verifier, seed=3), feedback)
    assert ask(again) == first
    assert len({ask(reasoner(verifier, seed=seed)) for seed in range(10)}) == 10


def test_errors_come_at_the_stated_rate(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    half = ErrorModel(**dict.fromkeys(TOPIC_KINDS, 0.0) | {"payoff": 0.25}, say=0.0)
    models = [reasoner(verifier, half, seed) for seed in range(150)]
    wrong = sum(len(model.mistakes(ask(model)) or ()) for model in models)
    # 600 cells at 0.25 each: 150 expected, standard deviation 10.6.
    assert 110 <= wrong <= 190


def test_a_silent_answer_can_not_be_verified(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    text = ask(reasoner(verifier, ErrorModel(silent=1.0)))
    assert verifier.check(text).unverified


def test_a_reply_ends_at_max_tokens(load: Callable[..., Verifier]) -> None:
    model = reasoner(load("stag_hunt"))
    reply = model.complete([Message("user", "Reason.")], max_tokens=10)
    assert reply.cut and len(reply.text) == 40 and reply.usage.reply_tokens == 10
    assert model.mistakes(reply.text) is not None
    assert model.mistakes("another text") is None


def test_error_models_are_read_and_checked() -> None:
    assert ErrorModel.read("simulated") == ErrorModel()
    assert ErrorModel.read("simulated:obey=0.5, payoff=1") == ErrorModel(obey=0.5, payoff=1.0)
    for spec, words in {
        "simulated:obey=2": "obey should be a number from 0 to 1",
        "simulated:obey": "write name=value",
        "simulated:temper=1": "no rate 'temper'",
        "simulated:obey=nan": "obey should be a number from 0 to 1",
    }.items():
        with pytest.raises(UsageError, match=words):
            ErrorModel.read(spec)


def test_a_game_without_a_table_can_not_be_simulated(load: Callable[..., Verifier]) -> None:
    verifier = load("stag_hunt")
    with pytest.raises(UsageError, match="no payoff table"):
        Simulated(None, verifier.vocabulary, verifier.judge, role=verifier.role)
