"""What can stand in each place of relations, fluents and moves, by the rules alone."""

from __future__ import annotations

import random

import pytest

from gdl.relations.domains import Domains, domains_of, unary_facts
from gdl.text.read import read_kif
from gdl.tree.syntax import Compound, Symbol, Term, signature, subterms
from gdl.tree.term import read_term
from lelma.engine.progression import Progression
from lelma.game.game import Game

RULES = """
(role ann) (role bob) (card ace) (card king) (low king) (rank ace 2)
(init (lies ace)) (init open)
(<= (legal ?p (take ?c)) (role ?p) (true (lies ?c)) (card ?c))
(<= (next (holds ?p ?c)) (does ?p (take ?c)))
(<= (next (holds ?p ?c)) (true (holds ?p ?c)))
(<= (pair ?p ?q) (role ?p) (role ?q) (distinct ?p ?q))
(<= (free ?x) (or (low ?x) (rank ?x 2)))
(<= (heard ?x) (said ?x))
(<= (kept ?x) (said ?x) (low ?x))
(<= (both ?x) (low ?x) (rank ?x ?n))
(<= (low ?x) (rank ?x 9))
"""


def names(shapes: frozenset[tuple[str, int]] | None) -> list[str] | None:
    return None if shapes is None else sorted(name for name, _ in shapes)


def test_a_place_holds_what_all_conditions_let_through() -> None:
    domains = domains_of(read_kif(RULES).rules)
    assert names(domains.statement("holds", 2, 0)) == ["ann", "bob"]
    assert names(domains.statement("holds", 2, 1)) == ["ace"]
    assert domains.relation("legal", 2, 1) == {("take", 1)}
    assert names(domains.term("take", 1, 0)) == ["ace"]
    assert names(domains.relation("pair", 2, 1)) == ["ann", "bob"]
    assert names(domains.relation("both", 1, 0)) == ["ace"]  # low may take in what ranks
    assert names(domains.relation("kept", 1, 0)) == ["ace", "king"]


def test_what_the_rules_leave_open_may_be_anything() -> None:
    domains = domains_of(read_kif(RULES).rules)
    assert domains.relation("heard", 1, 0) is None
    assert domains.relation("said", 1, 0) is None
    assert domains.relation("free", 1, 0) is None
    assert domains.relation("unheard_of", 1, 0) is None


def test_sorts_are_relations_that_facts_alone_state() -> None:
    found = unary_facts(read_kif(RULES).rules)
    assert found["card"] == (Symbol("ace"), Symbol("king"))
    assert "low" not in found and "rank" not in found


def strays(term: Term, domains: Domains) -> list[str]:
    """The parts of a fluent or a move that no rule can have put there."""
    parts = [part for part in subterms(term) if isinstance(part, Compound)]
    return [
        f"{arg} in place {at} of {part.functor}"
        for part in parts
        for at, arg in enumerate(part.args)
        if (shapes := domains.term(part.functor, len(part.args), at)) is not None and signature(arg) not in shapes
    ]


@pytest.mark.parametrize("name", ["sequential_prisoners_dilemma", "avalon", "werewolf", "spygame"])
def test_whatever_comes_up_in_a_play_is_in_the_domains(name: str) -> None:
    description = Game.load(name).description
    play, domains, rng = Progression(description), domains_of(description.rules), random.Random(4)
    state, moves = play.initial, domains.relation("legal", 2, 1) or frozenset()
    for _ in range(25):
        look = play.look(state)
        if look.terminal:
            break
        for legal in look.legal.values():
            for move in map(read_term, legal):
                assert signature(move) in moves and not strays(move, domains)
        state = play.step(state, {role: rng.choice(legal) for role, legal in look.legal.items()}).state
        assert [each for fluent in state for each in strays(read_term(fluent), domains)] == []
    play.close()
