"""Threads that are the first to use a grammar, or patterns, at once find what one alone does."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from lelma.verify.verifier import Verifier
from translators.language.patterns import read_pattern
from translators.reading.grammar.chart import Grammar
from translators.reading.grammar.grammar import payoff_constructions
from translators.reading.talk.automaton import Automaton, State
from translators.reading.words.game_words import game_words
from translators.reading.words.tagging import tag

ROUNDS = 30


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def found_at_once(find: Callable[[], object]) -> list[object]:
    """What four threads find that begin together."""
    together = threading.Barrier(4)
    found: list[object] = []

    def run() -> None:
        together.wait()
        found.append(find())

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.mark.usefixtures("switching")
def test_a_grammar_finds_the_same_phrases_for_threads_that_use_it_first() -> None:
    words = game_words(Verifier.load("stag_hunt").vocabulary, "p1")
    constructions = payoff_constructions()
    grammar = Grammar(constructions)
    tagged = tag("If we both choose stag, I get 4.", words, grammar.literals)
    alone = sorted(grammar.chart(tagged.edges)[0])
    assert ("Claim", 6, 9) in alone
    for _ in range(ROUNDS):
        fresh = Grammar(constructions)
        assert found_at_once(lambda fresh=fresh: sorted(fresh.chart(tagged.edges)[0])) == [alone] * 4  # type: ignore[misc]


@pytest.mark.usefixtures("switching")
def test_a_state_of_patterns_has_a_number_of_its_own_for_threads_that_meet_it_first() -> None:
    texts = [f"{first} {second}" for first in "abcdefgh" for second in "abcdefgh"]
    patterns = [(read_pattern(text, (), {}), {}) for text in texts]

    def states(automaton: Automaton) -> dict[str, State]:
        found = {}
        for text in texts:
            state: State | None = automaton.start
            for word in text.split():
                assert state is not None
                state = automaton.step(state, word)
            assert state is not None
            found[text] = state
        return found

    for _ in range(ROUNDS):
        fresh = Automaton(patterns)
        for found in found_at_once(lambda fresh=fresh: states(fresh)):  # type: ignore[misc]
            assert [state.done for state in found.values()] == [(place,) for place in range(len(texts))]  # type: ignore[attr-defined]
