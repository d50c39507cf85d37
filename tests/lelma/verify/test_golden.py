"""What people and programs get to see, kept in golden files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from lelma.engine.solver import compile_program
from lelma.interfaces.views.console import show_attempt, show_loop_end, show_payoffs
from lelma.models import Scripted
from lelma.verify.loop import Attempt, run_loop
from lelma.verify.verifier import Verifier
from tests.golden import same_as_golden
from translators.claim import Claim, Translation, Untranslated
from translators.language.vocabulary import Vocabulary

GOLDEN = Path(__file__).parent / "golden"

QUERIES = [
    "finally(goal(you, 1), do(choice(them, 'hare'), do(choice(you, 'stag'), s0)))",
    "finally(goal(you, 0), do(choice(them, 'hare'), do(choice(you, 'stag'), s0)))",
    "highest_guaranteed_payoff_choice('stag')",
    "higher_guaranteed_payoff('stag', 'hare')",
    "higher(3, 3)",
    "best_response('stag', 'stag')",
    "nash_equilibrium('stag', 'hare')",
    "expected_payoff(2.5, 'stag', ['stag': 1/2, 'hare': 1/3])",
    "highest_mutual_payoff('hare', 'hare')",
    "no_such_query('stag')",
]


def translate(text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
    """One claim a sentence, the queries above in turn; the last sentence can't be read."""
    claims, start = [], 0
    sentences = text.splitlines(keepends=True)
    for sentence, query in zip(sentences[:-1], QUERIES, strict=True):
        claims.append(Claim(sentence.strip(), (start, start + len(sentence.strip())), query))
        start += len(sentence)
    rest = Untranslated(sentences[-1].strip(), (start, start + len(sentences[-1].strip())), "no number in it")
    return Translation(tuple(claims), (rest,), "stag")


TEXT = "".join(f"Sentence {number}.\n" for number in range(1, len(QUERIES) + 1)) + "It pays [b]well[/b]."


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier.load("stag_hunt", translator=translate)


def test_the_report_as_json(verifier: Verifier) -> None:
    text = json.dumps(verifier.check(TEXT).as_json(), indent=1, ensure_ascii=False)
    same_as_golden(text + "\n", GOLDEN / "report.json")


@pytest.mark.parametrize("style", ["correct", "negation"])
def test_the_feedback(style: str) -> None:
    feedback = Verifier.load("stag_hunt", translator=translate, style=style, strict=True).check(TEXT).feedback
    same_as_golden(feedback + "\n", GOLDEN / f"feedback_{style}.txt")


def test_the_screen(verifier: Verifier) -> None:
    console = Console(width=100, record=True, file=open("/dev/null", "w"), highlight=False)  # noqa: SIM115
    assert verifier.facts is not None
    show_payoffs(console, verifier.game.title, verifier.facts, verifier.vocabulary, verifier.game.spelling)
    shown: list[Attempt] = []
    result = run_loop(verifier, Scripted([TEXT]), "reason", max_attempts=1, on_attempt=shown.append)
    show_attempt(console, shown[0], recorded=True)
    show_loop_end(console, result)
    same_as_golden(console.export_text(), GOLDEN / "screen.txt")


def test_the_compiled_program(verifier: Verifier) -> None:
    same_as_golden(compile_program(verifier.game.description), GOLDEN / "stag_hunt.pl")
