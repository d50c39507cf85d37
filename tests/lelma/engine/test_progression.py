"""Games played move by move."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

from gdl.compile.play_program import to_play_program
from gdl.compile.situation_program import to_prolog
from gdl.text.read import fold_case, read_file, read_kif
from lelma.engine.answers import Limits
from lelma.engine.program import situation_term
from lelma.engine.progression import Progression
from lelma.game.game import Game, list_games
from lelma.interfaces.cli.main import main
from lelma.support.errors import GameError, UsageError
from tests.bench.regression import regress
from translators.language.query import QueryCompound, QueryTerm, prolog_term

COIN = """
(role random) (role alice) (init unset)
(<= (legal random (toss ?s)) (true unset) (side ?s))
(<= (legal random noop) (not (true unset)))
(<= (legal alice (call ?s)) (not (true unset)) (side ?s))
(<= (legal alice noop) (true unset))
(side heads) (side tails)
(<= (sees alice (tossed)) (does random (toss ?s)))
(<= (next (shows ?s)) (does random (toss ?s)))
(<= (next done) (does alice (call ?s)))
(<= (next (shows ?s)) (true (shows ?s)) (not won))
(<= won (true (shows ?s)) (does alice (call ?s)))
(<= terminal (true done))
(<= (goal alice 0.5) (true (shows ?s))) (<= (goal alice 100) (not (true (shows heads))) (not (true (shows tails))))
"""


def test_a_game_is_played_by_its_legal_moves_percepts_and_goal_values() -> None:
    play = Progression(read_kif(COIN))
    assert play.roles == ("random", "alice")
    assert play.initial == ("unset",)
    assert play.legal(play.initial) == {"random": ("(toss heads)", "(toss tails)"), "alice": ("noop",)}
    move = {"random": "(toss heads)", "alice": "noop"}
    step = play.step(play.initial, move)
    assert step.state == ("(shows heads)",)
    assert step.percepts == {"random": (), "alice": ("tossed",)}
    end = play.next(step.state, {"random": "noop", "alice": "(call tails)"})
    assert end == ("(shows heads)", "done")
    assert play.terminal(end)
    assert {role: list(map(str, values)) for role, values in play.goals(end).items()} == {
        "random": [],
        "alice": ["1/2"],
    }
    assert play.next(step.state, {"random": "noop", "alice": "(call heads)"}) == ("done",)


def test_a_walk_is_as_looking_and_stepping_in_turns() -> None:
    play = Progression(read_kif(COIN))
    moves = [{"random": "(toss heads)", "alice": "noop"}, {"random": "noop", "alice": "(call tails)"}]
    looks, steps = play.walk(moves)
    state = play.initial
    for move, look, step in zip(moves, looks, steps, strict=False):
        assert look == play.look(state)
        assert step == play.step(state, move)
        state = step.state
    assert looks[2:] == [play.look(state)]
    assert play.walk([], start=state) == (looks[2:], [])
    play.close()


def test_states_may_be_asked_about_in_any_order_and_games_do_not_mix() -> None:
    one, other = Progression(read_kif(COIN)), Progression(read_kif(COIN.replace("heads", "obverse")))
    heads, tails = ("(shows heads)",), ("(shows tails)",)
    for _ in range(2):
        assert one.goals(heads) == one.goals(tails)
        assert one.next(tails, {"random": "noop", "alice": "(call tails)"}) == ("done",)
        assert one.next(heads, {"random": "noop", "alice": "(call tails)"}) == ("(shows heads)", "done")
        assert other.legal(heads)["alice"] == ("(call obverse)", "(call tails)")
        assert one.legal(one.initial)["alice"] == ("noop",)
    other.close()
    assert one.legal(heads)["alice"] == ("(call heads)", "(call tails)")
    one.close()


@pytest.mark.slow
def test_a_game_goes_on_after_another_stopped_the_solver() -> None:
    play = Progression(read_kif(COIN))
    assert play.initial == ("unset",)
    with pytest.raises(GameError, match=r"time|memory|inferences"):
        Progression(read_kif(_endless()), limits=Limits(seconds=0.5, inferences=10**9)).look(("(n z)",))
    assert play.legal(("unset",))["alice"] == ("noop",)


def _endless() -> str:
    return (
        "(role me) (init (n z)) (<= (legal me (to ?x)) (num ?x)) (<= terminal (true (n s))) (goal me 1)\n"
        "(<= (next (n ?x)) (does me (to ?x)))\n"
        "(<= (num ?x) (true (n ?x)))\n"
        "(<= (num (s ?x)) (num ?x))"
    )


def _exploding() -> str:
    facts = "".join(f"(d {number}) " for number in range(40))
    return (
        f"(role me) (init a) {facts}\n"
        "(<= (big ?a ?b ?c ?d ?e) (true a) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))\n"
        "(<= (legal me (p ?a ?b ?c ?d ?e)) (big ?a ?b ?c ?d ?e))\n"
        "(<= terminal (true b)) (goal me 1) (<= (next b) (true a))"
    )


@pytest.mark.parametrize(("rules", "relation"), [(_endless(), "num"), (_exploding(), "big")])
def test_rules_that_grow_without_end_are_named(rules: str, relation: str) -> None:
    play = Progression(read_kif(rules), limits=Limits(seconds=1.0, inferences=10**9))
    line = 1 + rules[: rules.index(f"(<= ({relation}")].count("\n")
    with pytest.raises(GameError, match=rf"`{relation}` \(line {line}\)"):
        play.look(play.initial)
    play.close()


@pytest.mark.slow
def test_a_table_that_would_grow_without_end_does_not_keep_a_game_from_loading() -> None:
    rules = "(role me) (init a) (num z) (<= (num (s ?x)) (num ?x)) (<= (legal me go) (num (s z)))\n"
    play = Progression(read_kif(rules + "(<= terminal (true b)) (goal me 1) (<= (next b) (true a) (not (num q)))"))
    assert play.initial == ("a",)
    play.close()


def test_odd_names_come_back_as_they_went_in() -> None:
    rules = "(role r) (init (\\+ 1.5 'x 050)) (init ,) (<= (legal r ?m) (true (\\+ ?m ?_ ?0))) (legal r :-)\n"
    play = Progression(read_kif(rules + "(legal r |) (<= (next !) (does r |)) (<= terminal (true !)) (goal r 1)"))
    assert play.initial == ("(\\+ 1.5 'x 050)", ",")
    assert play.legal(play.initial) == {"r": ("1.5", ":-", "|")}
    assert play.next(play.initial, {"r": "|"}) == ("!",)
    play.close()


def test_fractions_next_to_names_are_safe() -> None:
    rules = "(role r) (init a) (size a) (size 1.5) (<= (legal r ?s) (size ?s)) (<= (next b) (true a) (size 1.5))\n"
    play = Progression(read_kif(rules + "(<= terminal (true b)) (<= (goal r 1.5) (size a))"))
    assert play.legal(play.initial) == {"r": ("1.5", "a")}
    assert play.goals(play.next(play.initial, {"r": "1.5"})) == {"r": (Fraction(3, 2),)}
    play.close()


def test_a_joint_move_needs_every_role() -> None:
    play = Progression(read_kif(COIN))
    with pytest.raises(UsageError, match="alice"):
        play.step(play.initial, {"random": "noop"})
    with pytest.raises(UsageError, match="KIF"):
        play.step(play.initial, {"random": "noop", "alice": "(call"})
    play.close()


def test_roles_given_by_rules_play_too() -> None:
    play = Progression(read_kif(
        "(person a) (person b) (<= (role ?x) (person ?x)) (init s) (<= (legal ?x go) (role ?x))\n"
        "(<= (next (went ?x)) (does ?x go)) (<= (next both) (does a go) (does b go))\n"
        "(<= terminal (true both)) (<= (goal ?x 1) (role ?x))"
    ))  # fmt: skip
    assert play.roles == ("a", "b")
    assert play.next(play.initial, {"a": "go", "b": "go"}) == ("(went a)", "(went b)", "both")
    play.close()


def test_every_rule_of_a_play_program_is_written_without_a_state() -> None:
    text = to_play_program(read_kif(COIN))
    assert "'next f'(J, shows(V0)) :-\n    J = j(toss(V0), _)." in text
    assert "'true shows'(V0)" in text


@pytest.mark.slow
def test_counts_of_sequences_and_states(shared_data: Callable[[str], Path]) -> None:
    for line in shared_data("gdl/perft.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        play = Progression(fold_case(read_file(shared_data(f"gdl/rules/{record['file']}"))))
        assert [asdict(level) for level in play.perft(len(record["perft"]) - 1)] == record["perft"]
        play.close()


def test_random_playouts_end_in_the_time_given() -> None:
    play = Progression(read_kif(COIN))
    found = play.playouts(0.2, seed=1)
    assert found.playouts > 100
    assert found.states == 2 * found.playouts or found.states == 2 * found.playouts + 1
    assert 0.2 <= found.seconds < 2
    play.close()


def test_playouts_through_remembered_states_choose_alike() -> None:
    roles = "(role a) (role b) (goal a 1) (goal b 1)"
    rules = "(init start) (legal a go) (legal a stop) (legal b x) (legal b y) (legal b z)"
    middle = "(<= (next middle) (true start) (does a go) (not (does b z)))"
    play = Progression(read_kif(f"{roles} {rules} {middle} (<= terminal (not (true start)) (not (true middle)))"))
    found = play.playouts(0.5, seed=1)
    assert found.playouts > 1000
    assert found.states / found.playouts == pytest.approx(1 + 1 / 3, abs=0.05)
    play.close()


def test_a_game_without_end_still_stops() -> None:
    play = Progression(
        read_kif("(role r) (init a) (legal r go) (<= (next a) (true a)) (<= terminal (true b)) (goal r 1)")
    )
    found = play.playouts(0.2)
    assert (found.playouts, found.states > 100) == (0, True)
    play.close()


def test_the_commands_print_the_keys_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "coin.kif"
    file.write_text(COIN.replace("0.5", "50"))
    assert main(["perft", str(file), "2", "--json"]) == 0
    levels = json.loads(capsys.readouterr().out)["perft"]
    assert [(level["sequences"], level["terminal_sequences"], level["distinct_states"]) for level in levels] == [
        (1, 0, 1), (2, 0, 2), (4, 4, 3),
    ]  # fmt: skip
    assert main(["playout", str(file), "--seconds", "0.1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"playouts", "states", "seconds"} <= found.keys()
    assert main(["perft", str(file), "-1"]) == 2


def test_a_relation_that_steps_both_ways_along_a_chain_ends() -> None:
    rules = """
    (role r) (init (at 2)) (succ 1 2) (succ 2 3) (succ 3 4) (goal r 0) (<= terminal (true (at 9)))
    (<= (reach ?x) (true (at ?x)))
    (<= (reach ?x) (succ ?x ?y) (reach ?y))
    (<= (reach ?x) (succ ?y ?x) (reach ?y))
    (<= (legal r (go ?x)) (succ ?x ?y) (reach ?x))
    (<= (next (at ?x)) (does r (go ?x)))
    """
    play = Progression(read_kif(rules))
    assert play.legal(play.initial) == {"r": ("(go 1)", "(go 2)", "(go 3)")}


CHAIN = "(role r) (init (at a)) (goal r 0) (<= terminal (true (at z))) (<= (next (at ?x)) (true (at ?x)))" + " ".join(
    f"(succ {number} {number + 1})" for number in range(1, 40)
)


@pytest.mark.parametrize(
    "rules",
    [
        """(edge a b) (edge a c) (edge b c) (edge b a) (edge c a) (edge c b) (edge a a)
        (<= (walk ?x 1) (true (at ?x)) (true on))
        (<= (walk ?x ?n) (succ ?m ?n) (edge ?x ?y) (walk ?y ?m))
        (<= (legal r go) (true (at ?x)) (not (walk ?x 24)))""",
        """(<= (up ?n) (true (on ?n)))
        (<= (up ?n) (succ ?n ?m) (true (at a)) (up ?m))
        (<= (up ?n) (succ ?n ?m) (true (at ?x)) (up ?m))
        (<= (legal r go) (not (up 1)))""",
    ],
    ids=["many ways", "two rules"],
)
def test_a_relation_that_many_ways_lead_down_to_is_worked_out_once(rules: str) -> None:
    play = Progression(read_kif(CHAIN + rules))
    assert play.legal(play.initial) == {"r": ("go",)}


SHORT = "base_ticTacToe blocker connectFour hanoi maze nim1 pennies switches x_functions x_or x_recursion".split()


@pytest.mark.parametrize("game", SHORT)
def test_progression_equals_regression(game: str, shared_data: Callable[[str], Path]) -> None:
    description = fold_case(read_file(shared_data(f"gdl/rules/{game}.kif")))
    answers = regress(description, depths=range(4), deepest=3, seed=5, seconds=10)
    assert len(answers) > 1
    assert all(answer.agrees for answer in answers)


@pytest.mark.nightly
def test_progression_equals_regression_on_every_visible_sheet(shared_data: Callable[[str], Path]) -> None:
    compared = {}
    for line in shared_data("gdl/conformance.jsonl").read_text("utf-8").splitlines():
        file = json.loads(line)["file"]
        description = fold_case(read_file(shared_data(f"gdl/rules/{file}")))
        answers = regress(description, depths=range(7), deepest=6, seed=3, seconds=0.4)
        assert all(answer.agrees for answer in answers), file
        compared[file] = len(answers)
    assert len(compared) == 74
    assert sum(count > 1 for count in compared.values()) > 40


SHEETS = {
    "one round": "(role a) (role b) (init s) (<= (legal ?r (do ?m)) (role ?r) (m ?m)) (m 1) (m 2)\n"
    "(<= (next (did ?r ?m)) (does ?r (do ?m))) (<= terminal (not (true s))) (<= (goal ?r 1) (role ?r))",
    "two rounds": "(role a) (role b) (init (round 1)) (<= (legal ?r ?m) (role ?r) (m ?m)) (m x) (m y)\n"
    "(<= (next (round 2)) (true (round 1))) (<= (next (round 3)) (true (round 2)))\n"
    "(<= (next (same ?k)) (true (round ?k)) (does a ?m) (does b ?m)) (<= (next (same ?k)) (true (same ?k)))\n"
    "(<= terminal (true (round 3))) (<= (goal ?r 1) (role ?r))",
    "in turn": "(role a) (role b) (init (turn a)) (<= (legal ?r (take ?n)) (true (turn ?r)) (m ?n)) (m 1) (m 2)\n"
    "(<= (legal ?r noop) (role ?r) (not (true (turn ?r))))\n"
    "(<= (next (took ?r ?n)) (does ?r (take ?n))) (<= (next (took ?r ?n)) (true (took ?r ?n)))\n"
    "(<= (next (turn b)) (true (turn a))) (<= (next (turn c)) (true (turn b)))\n"
    "(<= terminal (true (turn c))) (<= (goal ?r 1) (role ?r))",
}


@pytest.mark.parametrize("name", [*SHEETS, *list_games()])
def test_choices_one_at_a_time_reach_the_final_states_of_joint_moves(name: str) -> None:
    description = read_kif(SHEETS[name]) if name in SHEETS else Game.load(name).description
    passes = ("noop",) if name in SHEETS else Game.load(name).file.pass_moves
    play = Progression(description, pass_moves=passes)
    fluents = set(to_prolog(description).fluents)
    by_rounds = _final_states(play, most=200)
    if by_rounds is None:
        _choices_follow_random_plays(play, passes, fluents)
        return
    answers = play.solver.ask(
        ["game(s0,F)", "holds(X,F)"], {"F": "F", "X": "X"}, limits=Limits(seconds=30, inferences=10**9, answers=20_000)
    )
    assert answers.reason == ""
    by_choices: dict[str, set[str]] = {}
    for answer in answers.answers:
        held = by_choices.setdefault(prolog_term(answer["F"]), set())
        held.update(_of_the_rules([answer["X"]], fluents))
    assert set(map(frozenset, by_choices.values())) == {frozenset(map(situation_term, state)) for state in by_rounds}
    play.close()


def _of_the_rules(terms: Iterable[QueryTerm], fluents: set[tuple[str, int]]) -> set[str]:
    """Those fluents that the rules speak of: the paper's own are left out."""

    def kind(term: QueryTerm) -> tuple[str, int]:
        return (
            (term.functor, len(term.args)) if isinstance(term, QueryCompound) else (str(getattr(term, "name", "")), 0)
        )

    return {prolog_term(term) for term in terms if kind(term) in fluents}


def _choices_follow_random_plays(play: Progression, passes: Sequence[str], fluents: set[tuple[str, int]]) -> None:
    """In a game too large to be played in every way: choices in any order lead to the states of two random plays."""
    choose = random.Random(4)
    limits = Limits(seconds=20, inferences=10**9, answers=20_000)
    for _ in range(2):
        state, situation = play.initial, "s0"
        for _ in range(4):
            look = play.look(state)
            if look.terminal:
                break
            move = {role: choose.choice(moves) for role, moves in look.legal.items()}
            acting = [role for role, moves in look.legal.items() if not set(moves) <= set(passes)] or list(move)
            for role in choose.sample(acting, len(acting)):
                situation = f"do(choice({situation_term(role)},{situation_term(move[role])}),{situation})"
            state = play.next(state, move)
            answers = play.solver.ask([f"holds(X,{situation})"], {"X": "X"}, limits=limits)
            assert answers.reason == ""
            held = _of_the_rules([answer["X"] for answer in answers.answers], fluents)
            assert held == set(map(situation_term, state))
            final = play.solver.ask([f"final({situation})"], {}, limits=limits)
            assert final.truth == str(play.terminal(state)).lower()


def _final_states(play: Progression, *, most: int) -> set[tuple[str, ...]] | None:
    """All final states, or None where there are more than `most` states or joint moves in one of them."""
    waiting, seen, final = [play.initial], {play.initial}, set()
    while waiting:
        state = waiting.pop()
        look = play.look(state)
        if look.terminal:
            final.add(state)
            continue
        if prod(map(len, look.legal.values())) > most or len(seen) > most:
            return None
        for chosen in product(*look.legal.values()):
            following = play.next(state, dict(zip(play.roles, chosen, strict=True)))
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    return final


def test_a_relation_too_large_to_be_tabulated_is_not_gone_through() -> None:
    """Of 60^4 answers none is looked at but those that the play asks for."""
    things = " ".join(f"(num n{number})" for number in range(60))
    play = Progression(
        read_kif(f"""
            (role a) {things} (init (at n0 n1 n2 n3)) (goal a 100)
            (<= (box ?a ?b ?c ?d) (num ?a) (num ?b) (num ?c) (num ?d))
            (<= (legal a go) (true (at ?a ?b ?c ?d)) (box ?a ?b ?c ?d))
            (<= (legal a stay) (true (at ?a ?b ?c ?d)) (not (box ?b ?a ?d ?c)))
            (<= (next (at ?b ?a ?c ?d)) (true (at ?a ?b ?c ?d)))
            (<= terminal (true (at n1 n0 n2 n3)))
        """)
    )
    assert play.legal(play.initial) == {"a": ("go",)}
    assert play.terminal(play.next(play.initial, {"a": "go"}))
