"""What the one judge says of a role's worlds is what the worlds themselves say."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from lelma.game.game import Game
from lelma.knowledge import Knowledge
from lelma.matches.talk.asked import StateQuestions
from lelma.matches.talk.worlds import first_moment
from lelma.support.errors import UsageError

ATOMS = (
    "(evil p1)",
    "(evil p2)",
    "(good p3)",
    "(true (identity p1 merlin))",
    "(true (identity p2 minion))",
    "(seat 1 p1)",
)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game.load("avalon")


@pytest.fixture(scope="module")
def known(game: Game) -> Iterator[list[Knowledge]]:
    """What two roles know after a deal."""
    moment, found = first_moment(game, 7), []
    for role in ("p1", "p2"):
        found.append(Knowledge(game, role))
        for move, percepts in zip(moment.moves, moment.percepts, strict=True):
            found[-1].observe(move[role], percepts[role])
    yield found


def formula(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(ATOMS)
    parts = " ".join(formula(rng, depth - 1) for _ in range(rng.randint(1, 4)))
    kind = rng.choice(["and", "or", "not", "at-least", "at-most", "exactly"])
    if kind == "not":
        return f"(not {formula(rng, depth - 1)})"
    return f"({kind} {parts})" if kind in ("and", "or") else f"({kind} {rng.randint(0, 4)} {parts})"


@pytest.mark.slow
def test_random_formulas_are_answered_as_the_worlds_answer_them(game: Game, known: list[Knowledge]) -> None:
    rng = random.Random(5)
    texts = list(dict.fromkeys(formula(rng, 2) for _ in range(60)))
    questions = StateQuestions(game, texts)
    answers = [questions.answers(knowledge) for knowledge in known]
    questions.close()
    assert {truth for each in answers for truth in each.values()} == {"true", "false", "unknown"}
    for each, knowledge in zip(answers, known, strict=True):
        for text, truth in each.items():
            whole = "true" if knowledge.knows(text) else "unknown" if knowledge.possible(text) else "false"
            assert truth == whole, text


def test_definitions_and_counts_of_the_claim_language_can_be_asked(game: Game, known: list[Knowledge]) -> None:
    pairs = {"count X in roles: evil(X) = 2": "(exactly 2 (evil p1) (evil p2) (evil p3) (evil p4) (evil p5) (evil p6))"}
    questions = StateQuestions(game, [*pairs, *pairs.values()])
    for knowledge in known:
        found = questions.answers(knowledge)
        assert all(found[new] == found[old] for new, old in pairs.items())
    questions.close()


def test_of_many_worlds_only_the_ways_that_make_a_difference_are_judged(known: list[Knowledge]) -> None:
    ways = known[0].ways(["(evil p2)"], ["identity"])
    assert len(ways) < known[0].states


@pytest.mark.parametrize(
    "text", ["each X in moves(p1): evil(p2)", "did(p1, pass)", "evil(p1)@3", "chance(p1, evil(p2)) = 1"]
)
def test_what_no_state_decides_is_for_another_command(game: Game, text: str) -> None:
    with pytest.raises(UsageError):
        StateQuestions(game, [text])
