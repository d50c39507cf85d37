"""Grounding: what is found, and how it gives up."""

from __future__ import annotations

import itertools

import pytest

from gdl.errors import GdlError
from gdl.ground.ground import DoesNotGround, Grounding, GroundLimits, ground
from gdl.text.read import read_kif
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol

GAME = "(role one) (init (at 1)) (legal one go) (<= terminal (true (at 3))) (goal one 100)\n"


def grounded(text: str, limits: GroundLimits | None = None, **options: bool) -> Grounding:
    return ground(read_kif(GAME + text), limits, **options)


def fluents(found: Grounding) -> set[str]:
    return {kif_term(fluent) for fluent in found.fluents}


def test_fluents_are_those_that_moves_may_bring_about() -> None:
    found = grounded("(succ 1 2) (succ 2 3) (succ 5 6) (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))")
    assert fluents(found) == {"(at 1)", "(at 2)", "(at 3)"}
    assert found.initial == {Compound("at", (Symbol("1"),))}
    assert [list(map(kif_term, moves)) for moves in found.moves] == [["go"]]
    assert list(found.goals[0]) == [100]


def test_each_instance_is_found_once() -> None:
    found = grounded(
        "(n 1) (n 2) (n 3) (<= (next (pair ?x ?y)) (true (at ?x)) (true (at ?y)))"
        "(<= (next (at ?y)) (true (at ?x)) (n ?y))"
    )
    literals = [next_ for _, next_ in found.fluents.values() if next_ is not None]
    bodies = [body for literal in literals for body in found.bodies[literal]]
    assert sum(kif_term(fluent).startswith("(pair") for fluent in found.fluents) == 9
    assert all(len(body) <= 2 for body in bodies)
    assert len(set(found.bodies[found.fluents[Compound("pair", (Symbol("1"), Symbol("2")))][1] or 0])) == 1


def test_variables_may_stand_for_whole_fluents_and_moves() -> None:
    found = grounded("(<= (next (did ?m)) (does one ?m)) (<= (next ?f) (true ?f) (lasting ?f)) (lasting (did go))")
    assert fluents(found) == {"(at 1)", "(did go)"}
    assert len(found.bodies[found.fluents[Compound("did", (Symbol("go"),))][1] or 0]) == 2


def test_negated_sentences_about_the_state_do_not_stop_anything() -> None:
    found = grounded("(<= (next (at 2)) (not (true (at 2))))")
    assert fluents(found) == {"(at 1)", "(at 2)"}


def test_negation_of_what_never_changes_is_decided() -> None:
    found = grounded("(n 1) (n 2) (bad 2) (<= (next (at ?x)) (n ?x) (not (bad ?x)))")
    assert fluents(found) == {"(at 1)"}


def test_disjunctions_and_negated_disjunctions() -> None:
    found = grounded(
        "(n 1) (n 2) (n 3) (<= (next (a ?x)) (n ?x) (or (distinct ?x 1) (true (at ?x))))"
        "(<= (next (b ?x)) (n ?x) (not (or (distinct ?x 1) (distinct ?x 2))))"
        "(<= (next (c ?x)) (n ?x) (not (and (distinct ?x 1) (distinct ?x 2))))"
    )
    assert fluents(found) == {"(at 1)", "(a 1)", "(a 2)", "(a 3)", "(c 1)", "(c 2)"}


def test_recursion_is_closed() -> None:
    found = grounded(
        "(edge 1 2) (edge 2 3) (edge 3 1) (<= (way ?x ?y) (edge ?x ?y))"
        "(<= (way ?x ?z) (way ?x ?y) (way ?y ?z)) (<= (next (at ?y)) (true (at ?x)) (way ?x ?y))"
    )
    assert fluents(found) == {"(at 1)", "(at 2)", "(at 3)"}


def test_terms_are_matched_at_any_depth() -> None:
    found = grounded(
        "(shape (box (lid 1) 1)) (shape (box (lid 1) 2))"
        "(<= (next (at ?x)) (shape (box (lid ?x) ?x))) (<= (next (on ?y)) (shape (box (lid 1) ?y)))"
    )
    assert fluents(found) == {"(at 1)", "(on 1)", "(on 2)"}


def test_bodies_may_have_more_loops_than_python_takes() -> None:
    loops = " ".join(f"(n ?x{at})" for at in range(45))
    total = " ".join(f"?x{at}" for at in range(45))
    found = grounded(f"(n 1) (<= (next (all {total})) {loops})")
    assert len(found.fluents) == 2


def test_percepts_are_grounded_on_request() -> None:
    text = "(<= (sees one (saw ?x)) (true (at ?x)))"
    assert grounded(text).percepts == ({},)
    assert list(map(kif_term, grounded(text, percepts=True).percepts[0])) == ["(saw 1)"]


def test_a_variable_without_value_is_named() -> None:
    with pytest.raises(GdlError, match=r"the rule for `next` at line 2: nothing gives \?y a value"):
        grounded("(<= (next (at ?y)) (true (at ?x)))")


def test_terms_that_grow_are_named() -> None:
    with pytest.raises(DoesNotGround, match="grows") as caught:
        grounded("(<= (next (at (s ?x))) (true (at ?x)))", GroundLimits(facts=1000))
    assert caught.value.relation in {"next", "true"}


def test_too_many_instances_name_the_rule() -> None:
    facts = " ".join(f"(n {at})" for at in range(30))
    text = f"{facts} (<= (next (at 2)) (n ?a) (n ?b) (n ?c) (n ?d) (true (at ?a)) (does one ?m) (big ?a ?b ?c ?d))"
    big = "(<= (big ?a ?b ?c ?d) (n ?a) (n ?b) (n ?c) (n ?d) (true (at 1)))"
    with pytest.raises(DoesNotGround, match=r"`big` at line 2") as caught:
        grounded(text + big, GroundLimits(instances=20_000))
    assert caught.value.limit == "instances"


def test_time_runs_out_inside_one_rule() -> None:
    ticking = itertools.count()
    facts = " ".join(f"(n {at})" for at in range(60))
    body = " ".join(f"(n ?x{at})" for at in range(6))
    slow = f"{facts} (<= (next (at 2)) {body} (true (at ?x5)) (distinct (f ?x0 ?x1) (f ?x2 ?x3)) (not (n ?x1)))"
    with pytest.raises(DoesNotGround, match="`next` at line 2") as caught:
        ground(read_kif(GAME + slow), GroundLimits(seconds=50), clock=lambda: float(next(ticking)))
    assert caught.value.limit == "seconds"
