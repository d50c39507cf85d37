"""Attacks by rules of a caller's own: what was tried, and what came of it.

Each attack is served by a worker as the servers serve it: rules in a SWI-Prolog of their own, with limits on time,
inferences, memory and output. Each ends within its limit in the way written beside it: `bad_rules`, the rules are
refused; `unknown` or `error`, the verdict on the query; `names`, words that would mean something to Prolog or to a
shell are names like any others. After each, nothing was touched and the same worker serves the next request.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lelma.engine.answers import Limits
from lelma.engine.bridges.process import ProcessBridge
from lelma.engine.solver import Solver
from lelma.interfaces.requests import RequestError
from lelma.interfaces.service import Service
from lelma.support.errors import EngineStopped, GameError
from lelma.support.worker_pool import Workers
from tests.lelma.verify.tables import ENDLESS

SECONDS = 15.0
LIMITS = Limits(seconds=0.2, inferences=20_000_000, answers=100, plays=2_000)
TRACE = "/tmp/lelma-attack-trace"

FRAME = "(role p) (legal p a) (<= terminal (role p)) (goal p 7) "
D = "".join(f"(d {i}) " for i in range(60))
ALL = "game(s0, F)"
FINE = "finally(goal(p, 7), s0)"

SEARCHES = {  # rules that are sound, and have no end in sight
    "endless recursion": "(role p) (init (n 0)) (<= (legal p a) (true (n ?x))) (<= (next (n (s ?x))) (true (n ?x)))"
    "(<= terminal (true (n never))) (goal p 0)",
    "terms that double": "(role p) (init (n z)) (<= (legal p a) (true (n ?x))) (<= (next (n (f ?x ?x))) (true (n ?x)))"
    "(<= terminal (true (n never))) (goal p 0)",
    "a recursion without a base": "(role p) (legal p a) (<= terminal (loop a)) (<= (loop ?x) (loop ?x)) (goal p 1)",
    "two relations that call each other": "(role p) (legal p a) (<= terminal (x a)) (<= (x ?a) (y ?a))"
    "(<= (y ?a) (x ?a)) (goal p 1)",
    "more states than atoms in the world": f"(role p) {D} (<= (legal p (t ?a)) (d ?a))"
    "(<= (next (on ?a)) (does p (t ?a))) (<= (next (on ?a)) (true (on ?a)) (not (does p (t ?a))))"
    "(<= terminal (true (on 1)) (true (on 2)) (true (on 3)) (true (on 4)) (true (on 5)) (true (on 6))) (goal p 1)",
    "a join of everything with everything": f"(role p) {D} (legal p a) (<= terminal (all ?a ?b ?c ?d ?e ?a))"
    "(<= (all ?a ?b ?c ?d ?e ?e) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (distinct ?a ?e)) (goal p 1)",
}

SOME_SEARCHES = [
    pytest.param(name, marks=pytest.mark.slow if name in ("terms that double", "endless recursion") else [])
    for name in SEARCHES
]
REFUSED = {
    "a relation that grows for ever": FRAME + "(n z) (<= (n (s ?x)) (n ?x))",
    "tables that blow up": FRAME + D + "(<= (way ?a ?b) (d ?a) (d ?b)) (<= (way ?a ?c) (way ?a ?b) (way ?b ?c))"
    "(<= (q ?a (f ?b) ?c) (q ?b ?a (f ?c)) (way ?a ?c))",
    "negation through itself": FRAME + "(<= x (not y)) (<= y (not x))",
    "a deep term": FRAME + "(x " + "(f " * 20_000 + "a" + ")" * 20_000 + ")",
    "open parentheses": FRAME + "(" * 90_000,
    "a wide term": FRAME + "(x " + " a" * 40_000 + ")",
    "a variable for a relation": FRAME + "(<= (x ?y) (?y shell))",
    "a directive in the infix form": f"role(p). :- shell('touch {TRACE}').",
    "a question in the infix form": f"role(p). ?- shell('touch {TRACE}').",
    "a module in the infix form": f"role(p). user:legal(p, a) :- system:shell('touch {TRACE}').",
    "a goal as a variable": "role(p). legal(p, a) :- X = halt, X.",
    "curly brackets": "role(p). legal(p, a) --> {halt}.",
    "an operator": ":- op(700, xfx, =>). role(p).",
    "a null byte": "(role p)\0(legal p a)",
    "an unsafe head": FRAME + "(<= (next ?x) (distinct ?x shell))",
    "a keyword as a fact": "(role p) (legal p a) (goal p 1) (terminal) (does p a) (<= (does p ?m) (legal p ?m))",
    "binary": "\x7fELF\x02\x01\x01" + "\0" * 100,
}

NAMES = {
    "shell/1": f"(shell |touch {TRACE}|)".replace("|", ""),
    "shell by its module": "(system:shell touch) (<= (x ?a) (system:shell ?a))",
    "user:": "(user:portray a) (<= (user:term_expansion ?a ?b) (role ?a) (role ?b))",
    "dynamic names": "(dynamic user:x) (table x) (discontiguous y) (initialization halt) (module query)",
    "halt": "halt (<= (x ?a) halt (role ?a))",
    "call and findall": "(call halt) (findall a b c) (<= (y ?a) (call ?a))",
    "assert": "(assertz a) (retract b) (abolish c) (<= (z ?a) (assertz ?a))",
    "expansion": "(term_expansion a halt) (goal_expansion b halt) (<= b1 (goal_expansion b halt))",
    "reading files": "(consult /etc/passwd) (open /etc/passwd read s) (see /etc/passwd) (read_term s t)",
    "the solver's own": "(goals:door a b) (holds a s0) (choice p a) (cell a b) (seat a b c d) (rounds 9)",
    "system flags": "(set_prolog_flag double_quotes codes) ($set_source_module user) ($halt 1)",
    "quotes": "(x ') (y '') (z 'halt,') (w '),halt,a(') (v \\') (u \\)",
    "percent and comments": "(x %) (y /*) (z */) (w 0'a)",
    "unicode": "(ｓｈｅｌｌ ｌｓ) (x \u202ehalt\u202c) (y \u200b) (z 鹿\u0301)",
    "brackets": "(x []) (y {}) (z [halt]) (w {halt})",
    "operators": "(:- halt) (--> a b) (, a b) (; a b) (-> a b) (\\+ a) (= a b) (is x 1) (| a b)",
    "numbers": f"(x 0x7fffffff) (y 1e400) (z 1r0) (w {'9' * 5000}) (v 0'a) (u -0) (t inf) (s nan)",
    "long names": f"({'a' * 40_000} {'b' * 40_000})",
    "thousands of relations": "".join(f"(fact{i} a) " for i in range(1000)),
}

QUERIES = {
    "halt in a query": "game(s0, F), halt",
    "a module in a query": "system:shell('touch " + TRACE + "')",
    "a quoted atom that ends early": "finally(goal(p, N), s0'), shell('touch " + TRACE + "')",
    "another game's module": "game_1:cell(X, Y)",
    "a deep query": "finally(" * 1000,
    "a huge number": f"higher({'9' * 4000}, 1)",
    "a power": "higher(9 ** 9 ** 9 ** 9, 1)",
    "a formula that ends early": "pay(p; p='a'), shell('touch " + TRACE + "')) = 1",
    "a deep formula": "not " * 2000,
    "a deep term": "knows(p, " * 1000,
}
GIVEN = {
    "a move that ends early": {"moves": [{"step": 1, "role": "p", "move": "a'), shell('touch " + TRACE + "'), ("}]},
    "a goal for a percept": {"percepts": [{"step": 1, "role": "p", "percepts": [f"shell('touch {TRACE}')"]}]},
    "a moment far away": {"moment": 10_000},
    "many steps": {"moves": [{"step": step, "role": "p", "move": "a"} for step in range(1, 5000)]},
}


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(partial(Service, limits=LIMITS), size=1)
    made.call(("list_games", {}), seconds=30)
    yield made
    assert made.call(("ask", {"rules": FRAME, "query": FINE}), seconds=SECONDS)["verdict"] == "true"
    made.close()


def files_here() -> set[str]:
    """What lies in the working folder, but for what other tests' tools keep there."""
    return {name for name in os.listdir(Path.cwd()) if not name.endswith("_cache") and name != ".hypothesis"}


@pytest.fixture(autouse=True)
def untouched(workers: Workers) -> Iterator[None]:
    """Nothing was touched, and the worker that served the attack serves on."""
    before = (workers.call(("list_games", {}), seconds=SECONDS), files_here())
    yield
    assert not Path(TRACE).exists()
    assert (workers.call(("list_games", {}), seconds=SECONDS), files_here()) == before
    shipped = {"game": "stag_hunt", "query": "symmetric"}
    assert workers.call(("ask", shipped), seconds=SECONDS)["verdict"] == "true"


def outcome(workers: Workers, operation: str, request: dict[str, Any]) -> str:
    began = time.monotonic()
    try:
        found = workers.call((operation, request), seconds=SECONDS)
    except RequestError as error:
        assert error.message and len(error.message) < 1000
        found = {"verdict": error.code}
    assert time.monotonic() - began < SECONDS
    return str(found.get("verdict", found.get("ok")))


@pytest.mark.parametrize("name", SOME_SEARCHES)
def test_a_search_without_an_end_is_unknown(workers: Workers, name: str) -> None:
    for operation, request in (
        ("check_rules", {}),
        ("verify_reasoning", {"text": "I get 5. If I choose a, I get 3."}),
        ("ask", {"query": ALL}),
    ):
        found = outcome(workers, operation, {"rules": SEARCHES[name], **request})
        assert found == "unknown" if operation == "ask" else found in ("True", "False")


@pytest.mark.parametrize("name", SOME_SEARCHES)
@pytest.mark.parametrize("operation", ["solve", "rules", "refine"])
def test_a_search_without_an_end_ends_in_every_operation(workers: Workers, operation: str, name: str) -> None:
    request = {"rules": SEARCHES[name], **({"text": "I get 5."} if operation == "refine" else {})}
    assert outcome(workers, operation, request) in ("None", "time", "memory")


@pytest.mark.parametrize("name", REFUSED)
def test_rules_that_are_no_game_are_refused(workers: Workers, name: str) -> None:
    assert outcome(workers, "ask", {"rules": REFUSED[name], "query": ALL}) == "bad_rules"
    assert outcome(workers, "solve", {"rules": REFUSED[name]}) == "bad_rules"
    assert outcome(workers, "rules", {"rules": REFUSED[name]}) in ("bad_rules", "None")  # some can be told
    assert outcome(workers, "check_rules", {"rules": REFUSED[name]}) in ("False", "bad_rules")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_only_a_name(workers: Workers, name: str) -> None:
    rules = FRAME + NAMES[name]
    assert outcome(workers, "ask", {"rules": rules, "query": FINE}) in ("true", "bad_rules")


def test_half_a_character_is_refused(workers: Workers) -> None:
    assert outcome(workers, "ask", {"rules": f"{FRAME}(w \ud83d)", "query": FINE}) == "bad_request"


@pytest.mark.parametrize("name", QUERIES)
def test_a_hostile_query_is_an_error(workers: Workers, name: str) -> None:
    assert outcome(workers, "ask", {"rules": FRAME, "query": QUERIES[name]}) == "error"


@pytest.mark.parametrize("name", SEARCHES)
def test_a_formula_about_a_search_without_an_end_is_unknown(workers: Workers, name: str) -> None:
    assert outcome(workers, "ask", {"rules": SEARCHES[name], "query": "pay(p; ) = 1"}) in ("unknown", "false")


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_is_only_names_and_numbers(workers: Workers, name: str) -> None:
    request = {"rules": FRAME, "query": "pay(p; ) >= 0", "given": GIVEN[name]}
    assert outcome(workers, "ask", request) in ("unknown", "bad_request", "error")


# Past the front door: programs as no rules compile to, loaded into one small bridge


@pytest.fixture(scope="module")
def bridge() -> Iterator[ProcessBridge]:
    made = ProcessBridge(memory=2**29, stack=2**26, reply=2**20)
    yield made
    made.close()


@pytest.mark.parametrize("kind", ["steps", "memory", "digits", "exponential", "findall", "long"])
def test_a_bridge_is_usable_after_every_question(bridge: ProcessBridge, kind: str) -> None:
    solver = Solver(ENDLESS, bridge=bridge, limits=Limits(seconds=0.5, inferences=10**12))
    answers = solver.ask([f"holds(X, {kind})"], {"X": "X"})
    assert (answers.truth, answers.reason.partition(":")[0]) in {
        ("unknown", "time"), ("unknown", "memory"), ("true", "")}  # fmt: skip
    assert answers.truth == "unknown" or kind == "long"
    assert solver.ask(["holds(fine, fine)"], {}).truth == "true"
    solver.close()


@pytest.mark.slow
def test_an_answer_that_is_too_long_is_cut_off(bridge: ProcessBridge) -> None:
    program = "long(0, [x]). long(N, f(X, X)) :- M is N - 1, N > 0, long(M, X). holds(X, s0) :- long(20, X)."
    solver = Solver(program, bridge=bridge, limits=Limits(seconds=30.0))
    answers = solver.ask(["holds(X, s0)"], {"X": "X"})
    assert (answers.truth, answers.reason.partition(":")[0]) == ("unknown", "memory")
    solver.close()


@pytest.mark.parametrize(
    "program",
    [
        f":- shell('touch {TRACE}').",
        f"holds(a, s0) :- shell('touch {TRACE}').",
        "holds(a, s0) :- system:halt.",
        "holds(X, s0) :- X.",
        "holds(a, s0) :- findall(X, halt, X).",
        "holds(a, s0) :- \\+ \\+ halt.",
        "user:portray(_) :- halt.",
        ":- dynamic('user:x'/1). 'user:x'(a).",
        ":- dynamic(user:portray/1).",
        ":- table(goals:door/2).",
        "goals:door(shell(_), situation).",
        "'$load_input'(a).",
        "a --> {halt}.",
        "p => halt.",
        ":- initialization(halt).",
        ":- use_module(library(process)).",
        "holds(X, s0) :- atom_length(X, Y), Y.",
        "holds(a, s0) :- read_term(user_input, _, []).",
        "holds(a, s0) :- 'call'(halt).",
        "holds(a, s0) :- b_setval(v, 1).",
    ],
)
def test_a_program_that_reaches_outside_is_refused_or_has_no_effect(bridge: ProcessBridge, program: str) -> None:
    try:
        solver = Solver(program, bridge=bridge, limits=Limits(seconds=0.5))
    except (GameError, EngineStopped):
        pass
    else:
        assert solver.ask(["holds(X, s0)"], {"X": "X"}).truth in ("error", "false")
        solver.close()
    fine = Solver("holds(a, s0).", bridge=bridge)
    assert fine.ask(["holds(X, s0)"], {"X": "X"}).truth == "true"
    assert not Path(TRACE).exists()
    fine.close()
