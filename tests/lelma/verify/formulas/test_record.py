"""Relations of a match's record at moments, judged by one program for the whole match."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from lelma.engine.progression import Progression
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.talk.record import Record, RecordedPly, record_game
from lelma.verify.formulas.given import Given, Moved, stated
from lelma.verify.formulas.goal import constant_goal, setting_of
from lelma.verify.formulas.judge import judge
from translators.formulas import formula as f
from translators.formulas import parse, text, vocabulary_of

USED = ("saw", "next_ply", "now")
"""Facts that the relations asked about rest on."""


@lru_cache(maxsize=1)
def played() -> Record:
    """A match of Avalon, played at random for so many joint moves."""
    game, rng = Game.load("avalon"), random.Random(5)
    play = Progression(game.description)
    state, plies = play.initial, []
    try:
        for _ in range(60):
            look = play.look(state)
            if look.terminal:
                break
            joint = {role: rng.choice(legal) for role, legal in look.legal.items()}
            step = play.step(state, joint)
            plies.append(RecordedPly(joint, step.percepts, {}))
            state = step.state
    finally:
        play.close()
    return Record(tuple(role for role in play.roles if role != "random"), tuple(plies))


def test_relations_of_a_record_hold_as_where_each_moment_has_a_program() -> None:
    record, rules = played(), record_game(Game.load("avalon"))
    vocabulary, setting = vocabulary_of(rules.description), setting_of(rules.description, record=True)
    solver, program = Solver(compile_program(rules.description)), compile_program(rules.description)
    relations = [
        "proposed_a_team({})",
        "on_current_team({})",
        "has_not_led({})",
        "times_led({}, 1)",
        "times_led({}, 2)",
    ]
    texts = [relation.format(player) for relation in relations for player in record.players]
    formulas = [parse(each, vocabulary) for each in texts]
    truths: set[str] = set()
    for at in (0, 9, 20, 40, len(record.plies)):
        for view in ("public", "p2"):
            facts = record.facts(at=at, view=view)
            given = Given(None, stated(facts), at)
            judged = [each.truth for each in judge(solver, formulas, setting=setting, given=given)]
            clauses = (f"{constant_goal(f.Const(each.relation, each.args))}." for each in stated(facts))
            useful = (each for each in clauses if each.partition("(")[0] in USED)
            apart = Solver(f"{program}\n" + "\n".join(sorted(useful)))
            found = [apart.ask([f"record({each})"], {}).truth for each in texts]
            apart.close()
            assert judged == found, (at, view)
            truths |= set(judged)
    assert truths == {"true", "false"}
    solver.close()


def test_an_earlier_moment_of_a_record_is_as_it_was_then() -> None:
    record, rules = played(), record_game(Game.load("avalon"))
    vocabulary, setting = vocabulary_of(rules.description), setting_of(rules.description, record=True)
    solver, end = Solver(compile_program(rules.description)), len(record.plies)
    texts = [f"{name}({player})" for name in ("proposed_a_team", "on_current_team") for player in record.players]
    for at in (9, 20, 40):
        then = Given(None, stated(record.facts(at=at)), at)
        now = Given(None, stated(record.facts(at=end)), end)
        plain = judge(solver, [parse(each, vocabulary) for each in texts], setting=setting, given=then)
        dated = judge(solver, [parse(f"{each}@{at}", vocabulary) for each in texts], setting=setting, given=now)
        assert [each.truth for each in dated] == [each.truth for each in plain]
    solver.close()


def test_a_false_number_of_a_record_is_told_with_the_right_one() -> None:
    record, rules = played(), record_game(Game.load("avalon"))
    vocabulary, setting = vocabulary_of(rules.description), setting_of(rules.description, record=True)
    solver, end = Solver(compile_program(rules.description)), len(record.plies)
    given = Given(None, stated(record.facts(at=end)), end)
    leader = next(
        player
        for player in record.players
        if judge(solver, [parse(f"times_led({player}, 1)", vocabulary)], setting=setting, given=given)[0].truth
        == "true"
    )
    wrong, right = (parse(f"times_led({leader}, {number})", vocabulary) for number in (9, 1))
    told, plain = judge(solver, [wrong, right], setting=setting, given=given)
    assert (told.truth, told.instead) == ("false", ((1, f.Const("1")),))
    assert (plain.truth, plain.instead) == ("true", ())
    solver.close()


def test_a_record_leaves_nothing_behind_for_the_next_question() -> None:
    record, rules = played(), record_game(Game.load("avalon"))
    vocabulary, setting = vocabulary_of(rules.description), setting_of(rules.description, record=True)
    solver = Solver(compile_program(rules.description))
    formula = parse("any X in roles: proposed_a_team(X)", vocabulary)
    given = Given(None, stated(record.facts(at=len(record.plies))), len(record.plies))
    asked = [judge(solver, [formula], setting=setting, given=each)[0].truth for each in (given, Given(), given)]
    assert asked == ["true", "false", "true"]
    solver.close()


@pytest.mark.parametrize(
    ("made", "at", "truth"),
    [("approve", 8, "true"), ("reject", 8, "false"), (None, 8, "pending"), ("approve", 5, "pending")],
)
def test_an_announced_vote_is_kept_broken_or_pending(made: str | None, at: int, truth: str) -> None:
    rules = record_game(Game.load("avalon"))
    solver, setting = Solver(compile_program(rules.description)), setting_of(rules.description, record=True)
    vote = f.Const("vote", (f.Const("approve"),))
    facts = () if made is None else (Moved(at, "p2", f.Const("vote", (f.Const(made),))),)
    announced = f.Will(f.Const("p2"), vote)
    assert text(announced) == "will(p2, vote(approve))"
    assert judge(solver, [announced], setting=setting, given=Given("p2", facts, 5))[0].truth == truth
    solver.close()
