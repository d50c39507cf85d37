"""Knowledge in puzzles that are played: muddy children with announcements as moves, and secret ballots."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from lelma.engine.answers import Limits
from lelma.verify.formulas.given import Given, Moved, Odds, Perceived
from lelma.verify.formulas.judge import judge
from tests.lelma.verify.formulas.puzzles import Scene, muddy_children
from translators.formulas import formula as f
from translators.formulas import parse


@pytest.mark.parametrize("count", [2, 3])
def test_what_muddy_children_know_before_anyone_speaks(count: int) -> None:
    scene = Scene(muddy_children(count))
    children = [f"c{i}" for i in range(1, count + 1)]
    patterns = [p for p in itertools.product((False, True), repeat=count) if any(p)]

    def worlds_of(child: int, real: tuple[bool, ...]) -> list[tuple[bool, ...]]:
        return [p for p in patterns if all(p[i] == real[i] for i in range(count) if i != child)]

    for real in patterns:
        given = Given(None, (Moved(1, "random", f.Const("d" + "".join("01"[mark] for mark in real))),), 1)
        texts, expected = [], []
        for i, child in enumerate(children):
            texts.append(f"knows({child}, muddy({child}))")
            expected.append(all(p[i] for p in worlds_of(i, real)))
            for j, other in enumerate(children):
                texts.append(f"knows({child}, knows({other}, muddy({child})))")
                expected.append(all(q[i] for p in worlds_of(i, real) for q in worlds_of(j, p)))
                texts.append(f"possible({child}, knows({other}, muddy({other})))")
                expected.append(any(all(q[j] for q in worlds_of(j, p)) for p in worlds_of(i, real)))
        anyone = " or ".join(f"muddy({child})" for child in children)
        texts += [f"common({anyone})", "common(muddy(c1))"]
        reached = {real}
        while more := {q for p in reached for i in range(count) for q in worlds_of(i, p)} - reached:
            reached |= more
        expected += [True, all(p[0] for p in reached)]
        judged = scene(given, *texts)
        assert [each.truth for each in judged] == ["true" if truth else "false" for truth in expected]
    scene.solver.close()


def test_worlds_that_are_too_many_to_be_remembered_are_looked_at_all_the_same() -> None:
    names = "".join(f"(name n{i}) " for i in range(101))
    scene = Scene(
        f"(role random) (role p) {names} (init first)"
        "(<= (legal random (pick ?n)) (name ?n) (true first)) (<= (legal random wait) (not (true first)))"
        "(legal p wait) (<= (next (picked ?n)) (does random (pick ?n))) (<= (next (picked ?n)) (true (picked ?n)))"
        "(<= (sees p started) (does random (pick ?n)))"
        "(<= over (true (picked ?n)) (not (true first))) (<= terminal over) (<= (goal ?r 0) (role ?r))"
    )
    given = Given(None, (Moved(1, "random", f.Const("pick", (f.Const("n7"),))),), 1)
    texts = ("picked(n7)", "knows(p, picked(n7))", "possible(p, picked(n100))", "knows(p, possible(p, picked(n8)))")
    judged = scene(given, *texts)
    assert [each.truth for each in judged] == ["true", "false", "true", "true"]
    assert judged[1].worlds and judged[1].worlds[0][0][0] != ("random", f.Const("pick", (f.Const("n7"),)))
    assert judged[2].worlds == (((("random", f.Const("pick", (f.Const("n100"),))), ("p", f.Const("wait"))),),)
    scene.solver.close()


def test_what_moves_bring_differs_from_world_to_world() -> None:
    """Chance draws high or low where p does not see it; then p chooses, and chance tosses a coin."""
    scene = Scene(
        "(role random) (role p) (card high) (card low) (coin heads) (coin tails) (init first)"
        "(paid high a heads 2) (paid high a tails 4) (paid high b ?c 1)"
        "(paid low a heads 4) (paid low a tails 6) (paid low b ?c 7)"
        "(<= (legal random ?c) (card ?c) (true first)) (<= (legal random ?c) (coin ?c) (not (true first)))"
        "(<= (legal p wait) (true first)) (<= (legal p a) (not (true first))) (<= (legal p b) (not (true first)))"
        "(<= (sees p (chose ?m)) (does p ?m))"
        "(<= (next (drawn ?c)) (does random ?c) (card ?c)) (<= (next (drawn ?c)) (true (drawn ?c)))"
        "(<= (next (over ?m ?c)) (does p ?m) (does random ?c) (coin ?c)) (<= terminal (true (over ?m ?c)))"
        "(<= (goal p ?n) (true (drawn ?d)) (true (over ?m ?c)) (paid ?d ?m ?c ?n)) (<= (goal random 0) terminal)"
    )
    given = Given(None, (Moved(1, "random", f.Const("high")),), 1)
    cases = {
        "min pay(p; p=a) = 2": "true",
        "knows(p, min pay(p; p=a) = 2)": "false",
        "possible(p, min pay(p; p=a) = 2)": "true",
        "possible(p, min pay(p; p=a) = 4)": "true",
        "knows(p, pay(p; p=a) > 1)": "true",
        "knows(p, mean(p; p=a; ) = 3)": "false",
        "possible(p, mean(p; p=a; ) = 3)": "true",
        "possible(p, mean(p; p=a; ) = 5)": "true",
    }
    assert dict(zip(cases, [each.truth for each in scene(given, *cases)], strict=True)) == cases
    scene.solver.close()


def honest(count: int, turns: int) -> str:
    """That everybody who spoke said the truth in every turn: `yes` just where it knew whether it was muddy."""
    parts = []
    for turn in range(1, turns + 1):
        for i in range(1, count + 1):
            child = f"c{i}"
            before = _told(count, turn - 1)
            knows = (
                f"(knows({child}, {_if(before, f'muddy({child})')})@{turn} or knows({child}, "
                f"{_if(before, f'not muddy({child})')})@{turn})"
            )
            parts.append(f"(did({child}, yes)@{turn + 1} iff {knows})")
    return " and ".join(parts)


def _told(count: int, turns: int) -> str:
    return honest(count, turns) if turns else ""


def _if(condition: str, body: str) -> str:
    return f"if ({condition}) then ({body})" if condition else body


def test_two_muddy_children_know_once_both_have_said_no() -> None:
    scene = Scene(muddy_children(2))
    facts = (Moved(1, "random", f.Const("d11")), Moved(2, "c1", f.Const("no")), Moved(2, "c2", f.Const("no")))
    given = Given(None, facts, 2)
    truth = honest(2, 1)
    first, before, after = scene(given, truth, "knows(c1, muddy(c1))", f"knows(c1, if ({truth}) then muddy(c1))")
    assert (first.truth, before.truth, after.truth) == ("true", "false", "true")
    shared = scene(given, f"common(if ({truth}) then (muddy(c1) and muddy(c2)))", "common(muddy(c1) and muddy(c2))")
    assert [each.truth for each in shared] == ["true", "false"]
    scene.solver.close()


BALLOT = """
(role random) (role ann) (role bob)
(card ace) (card king) (card queen)
(init (phase deal))
(<= (legal random (deal ?a ?b)) (true (phase deal)) (card ?a) (card ?b) (distinct ?a ?b))
(<= (legal random noop) (not (true (phase deal))))
(<= (legal ?p noop) (role ?p) (distinct ?p random) (true (phase deal)))
(<= (legal ann high) (true (phase bid)))
(<= (legal ann low) (true (phase bid)))
(<= (legal bob noop) (true (phase bid)))
(<= (next (phase bid)) (true (phase deal)))
(<= (next (phase over)) (true (phase bid)))
(<= (next (holds ann ?a)) (does random (deal ?a ?b)))
(<= (next (holds bob ?b)) (does random (deal ?a ?b)))
(<= (next (holds ?p ?c)) (true (holds ?p ?c)))
(<= (sees ann (card ?a)) (does random (deal ?a ?b)))
(<= (sees bob (card ?b)) (does random (deal ?a ?b)))
(<= terminal (true (phase over)))
(<= (goal ann 100) (true (holds ann ace)))
(<= (goal ann 0) (not (true (holds ann ace))))
(<= (goal bob 50) (role bob))
"""


def test_chances_are_those_of_the_deals_that_are_left() -> None:
    scene = Scene(BALLOT)
    card = f.Const("card", (f.Const("king"),))
    seen = Given("bob", (Perceived(1, "bob", (card,), whole=True),), 1)
    cases = [
        ("chance(bob, holds(ann, ace)) = 1/2", "true"),
        ("chance(bob, holds(ann, king)) = 0", "true"),
        ("chance(bob, holds(ann, ace)) = 1/3", "false"),
        ("knows(bob, holds(bob, king))", "true"),
        ("knows(bob, not holds(ann, king))", "true"),
        ("knows(ann, holds(bob, king))", "false"),
        ("holds(ann, ace)", "unknown"),
        ("mean(ann; ) = 50", "true"),
        ("pay(ann; ) = 100", "false"),
        ("holds(ann, ace)@2", "unknown"),
    ]
    judged = scene(seen, *(text for text, _ in cases))
    assert [each.truth for each in judged] == [truth for _, truth in cases]
    assert judged[2].values == (((Fraction(1, 2),), (Fraction(1, 3),)),)
    assert judged[6].reason == "it holds in some of the possible worlds and not in others"
    assert judged[9].reason == "that moment has not come"
    scene.solver.close()


def test_chances_are_those_of_the_odds_that_are_given() -> None:
    def deal(ann: str, bob: str) -> f.Const:
        return f.Const("deal", (f.Const(ann), f.Const(bob)))

    scene, king = Scene(BALLOT), f.Const("card", (f.Const("king"),))
    odds = (Odds(deal("ace", "king"), Fraction(1)), Odds(deal("queen", "king"), Fraction(3), 1))
    seen = Given("bob", (Perceived(1, "bob", (king,), whole=True), *odds, Odds(deal("ace", "queen"), Fraction(9))), 1)
    assert [each.truth for each in scene(seen, "chance(bob, holds(ann, ace)) = 1/4", "mean(ann; ) = 25")] == [
        "true"
    ] * 2
    first = Given(None, (*odds, Odds(deal("ace", "queen"), Fraction(9))), 0)
    assert [each.truth for each in scene(first, "mean(ann; ) = 1000/13", "mean(ann; ) = 50")] == ["true", "false"]
    scene.solver.close()


def test_odds_that_leave_chance_nothing_are_an_error_and_those_of_what_was_not_seen_unknown() -> None:
    scene, king = Scene(BALLOT), f.Const("card", (f.Const("king"),))
    other = f.Const("deal", (f.Const("king"), f.Const("ace")))
    none = scene(Given("bob", (Odds(other, Fraction(0)),), 0), "mean(ann; ) = 100")[0]
    assert (none.truth, none.reason) == ("error", "the odds that are given leave chance no move")
    seen = Given("bob", (Perceived(1, "bob", (king,), whole=True), Odds(other, Fraction(1))), 1)
    unlikely, possible = scene(seen, "chance(bob, holds(ann, ace)) = 0", "possible(bob, holds(ann, ace))")
    assert unlikely.reason == "the odds that are given exclude every deal that is left"
    assert (unlikely.truth, possible.truth) == ("unknown", "true")
    scene.solver.close()


def test_what_is_not_known_comes_with_a_world_that_refutes_it() -> None:
    scene = Scene(BALLOT)
    seen = Given("bob", (Perceived(1, "bob", (f.Const("card", (f.Const("king"),)),), whole=True),), 1)
    judged = scene(seen, "knows(bob, holds(ann, ace))")[0]
    deal = f.Const("deal", (f.Const("queen"), f.Const("king")))
    assert judged.worlds == (((("random", deal), ("ann", f.Const("noop")), ("bob", f.Const("noop"))),),)
    scene.solver.close()


def test_announcements_are_pending_kept_or_broken() -> None:
    scene = Scene(BALLOT)
    text, other = "will(ann, high)", "will(ann, low)"
    assert [each.truth for each in scene(Given(moment=1), text, other)] == ["pending", "pending"]
    made = Given(None, (Moved(2, "ann", f.Const("high")),), 1)
    assert [each.truth for each in scene(made, text, other, f"not {text}", f"{other} or {text}")] == [
        "true",
        "false",
        "false",
        "true",
    ]
    scene.solver.close()


def test_what_agrees_with_no_play_is_unknown() -> None:
    scene = Scene(BALLOT)
    given = Given(None, (Moved(1, "ann", f.Const("high")),), 1)
    judged = scene(given, "holds(ann, ace)", "pay(ann; ) = 100")
    assert [(each.truth, each.reason) for each in judged] == [
        ("unknown", "no play agrees with what is given"),
        ("unknown", "no such play"),
    ]
    scene.solver.close()


def test_a_question_too_large_is_unknown_with_its_reason() -> None:
    scene = Scene(BALLOT)
    formulas = [parse("pay(ann; ) = 100", scene.vocabulary), parse("1 = 1", scene.vocabulary)]
    judged = judge(scene.solver, formulas, setting=scene.setting, limits=Limits(plays=3))
    assert [(each.truth, each.reason.split(":")[0]) for each in judged] == [("unknown", "size"), ("true", "")]
    scene.solver.close()
