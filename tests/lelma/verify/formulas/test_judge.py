"""Claims about games of every kind, as people would make them, with what holds instead."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.answers import Limits
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.verify.formulas.given import Given, Moved, Played
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import Judged, JudgedPlay, Member, judge
from tests.translators.formulas.test_language import DEFINITIONS, HEADS
from translators.formulas import FormulaError, heads_of, parse, read_definitions, vocabulary_of
from translators.formulas import formula as f

ULTIMATUM = """
(role ann) (role bob)
(share 0) (share 3) (share 10)
(left 0 10) (left 3 7) (left 10 0)
(init (phase offer))
(<= (legal ann (offer ?n)) (true (phase offer)) (share ?n))
(<= (legal ann noop) (not (true (phase offer))))
(<= (legal bob accept) (true (phase answer)))
(<= (legal bob reject) (true (phase answer)))
(<= (legal bob noop) (not (true (phase answer))))
(<= (next (phase answer)) (true (phase offer)))
(<= (next (offered ?n)) (does ann (offer ?n)))
(<= (next (offered ?n)) (true (offered ?n)))
(<= (next (answered ?a)) (does bob ?a) (true (phase answer)))
(<= terminal (true (answered ?a)))
(<= (goal bob ?n) (true (answered accept)) (true (offered ?n)))
(<= (goal ann ?m) (true (answered accept)) (true (offered ?n)) (left ?n ?m))
(<= (goal ?r 0) (role ?r) (true (answered reject)))
"""

ENTRY = """
(role firm) (role rival)
(init (phase one))
(<= (legal firm enter) (true (phase one)))
(<= (legal firm out) (true (phase one)))
(<= (legal firm noop) (true (phase two)))
(<= (legal firm stay) (true (phase three)))
(<= (legal firm leave) (true (phase three)))
(<= (legal rival noop) (not (true (phase two))))
(<= (legal rival fight) (true (phase two)))
(<= (legal rival share) (true (phase two)))
(<= (next (phase two)) (does firm enter))
(<= (next (phase three)) (does rival fight))
(<= (next (end 0 6)) (does firm out))
(<= (next (end 4 3)) (does rival share))
(<= (next (end -3 -1)) (does firm stay))
(<= (next (end -1 4)) (does firm leave))
(<= terminal (true (end ?x ?y)))
(<= (goal firm ?x) (true (end ?x ?y)))
(<= (goal rival ?y) (true (end ?x ?y)))
"""

ODD = """
(role it's) (role p2)
(<= (legal it's :-halt.) (not (true done)))
(<= (legal it's ']],x) (not (true done)))
(<= (legal p2 noop) (not (true done)))
(<= (next done) (not (true done)))
(<= (next (chose ?m)) (does it's ?m))
(<= terminal (true done))
(<= (goal it's 1) (true (chose :-halt.)))
(<= (goal it's 2) (true (chose ']],x)))
(goal p2 0)
"""


class Asked:
    """A game in the solver that answers texts."""

    def __init__(self, rules: str | Path) -> None:
        description = Game.load(rules).description if isinstance(rules, Path) else read_kif(rules)
        self.vocabulary = vocabulary_of(description)
        self.setting = setting_of(description, DEFINITIONS)
        self.solver = Solver(compile_program(description))

    def __call__(self, *texts: str, given: Given | None = None, limits: Limits | None = None) -> list[Judged]:
        formulas = [parse(text, self.vocabulary, HEADS) for text in texts]
        return judge(self.solver, formulas, setting=self.setting, given=given, limits=limits)

    def truths(self, *texts: str, given: Given | None = None) -> list[str]:
        return [each.truth for each in self(*texts, given=given)]


def shipped(name: str) -> Asked:
    return Asked(Path(__file__).resolve().parents[4] / "games" / name)


def test_a_part_of_a_play_is_a_condition() -> None:
    cases = {
        "pay(firm; rival=fight, firm=stay) = -3": "true",
        "pay(firm; firm=enter@1, rival=fight@2, firm=stay@3) = -3": "true",
        "pay(firm; firm=stay) = -3": "true",
        "pay(firm; firm=enter) = -3": "false",
        "some pay(firm; firm=enter) = -3": "true",
        "min pay(firm; firm=enter) = -3": "true",
        "max pay(rival; firm=enter) = 4": "true",
        "pay(firm; firm=stay@2) = -3": "unknown",
        "pay(firm; firm=out, rival=fight) = 0": "unknown",
        "pay(firm; reply(rival; firm=enter)=share) = 4": "false",
        "pay(firm; firm=enter, reply(rival; firm=enter)=share) = 4": "true",
        "pay(firm; firm=out, reply(rival; firm=enter)=fight) = 0": "unknown",
        "pay(rival; rival=fight) > pay(rival; rival=share)": "false",
        "some pay(rival; rival=fight) > pay(rival; rival=share)": "true",
    }
    asked = Asked(ENTRY)
    assert dict(zip(cases, asked.truths(*cases), strict=True)) == cases
    unknown = asked("pay(firm; firm=out, reply(rival; firm=enter)=fight) = 0")[0]
    assert unknown.reason == "no such play"


def test_moves_with_arguments_are_moves_like_any() -> None:
    asked = Asked(ULTIMATUM)
    offer = Given("bob", (Moved(1, "ann", f.Const("offer", (f.Const("3"),))),), 1)
    assert asked.truths("pay(ann; ann=offer(3), bob=accept) = 7", "any X in moves(ann): pay(bob; ann=X) = 0") == [
        "true",
        "true",
    ]
    assert asked.truths(
        "pay(bob; bob=accept) = 3",
        "pay(bob; bob=reject) = 0",
        "best(bob, accept, {})",
        "did(ann, offer(3))@1",
        "knows(bob, did(ann, offer(3)))",
        "offered(3)",
        "can(bob, reject)",
        "pay(bob; ann=offer(10)) = 0",
        given=offer,
    ) == ["true", "true", "true", "true", "true", "true", "true", "unknown"]


def test_the_second_mover_knows_and_may_reply() -> None:
    asked = shipped("sequential_prisoners_dilemma")
    seen = Given("p2", (Moved(1, "p1", f.Const("C")),), 1)
    assert asked.truths("knows(p2, did(p1, C))", "pay(p2; p2=D) = 5", "best(p2, D, {})", given=seen) == ["true"] * 3
    assert asked.truths(
        "pay(p1; p1=C, reply(p2; p1=C)=C) = 3", "pay(p2; p2=D) > pay(p2; p2=C)", "nash({p1=D, p2=D})", "simultaneous()"
    ) == ["true", "true", "unknown", "false"]


def test_moves_at_once_are_simultaneous_and_their_profiles_have_no_steps() -> None:
    asked = shipped("stag_hunt")
    assert asked.truths("simultaneous()") == ["true"]
    (member,) = asked("any S in profiles: pay(p1; S) = 5")[0].members
    assert member.value == (("p1", f.Const("stag"), None), ("p2", f.Const("stag"), None))


def test_plays_show_both_sides_of_an_equivalence_and_the_closest_of_those_that_fail() -> None:
    asked = shipped("stag_hunt")
    both = asked("pay(p1; p1=stag, p2=stag) = 5 iff pay(p1; p1=hare, p2=hare) = 7")[0]
    shown = [tuple(move.name for _, _, move in play.choices) for play in both.plays]
    assert both.truth == "false" and sorted(shown) == [("hare", "hare"), ("stag", "stag")]
    none = asked("any M in moves(p1): pay(p1; p1=M, p2=stag) = 9")[0]
    shown = [tuple(move.name for _, _, move in play.choices) for play in none.plays]
    assert none.truth == "false" and [each.truth for each in none.members] == ["closest"]
    assert shown == [("stag", "stag")]
    worst = asked("any M in moves(p1): pay(p1; p1=M) = 0")[0]
    assert [member.value for member in worst.members] == [f.Const("hare")]


def test_at_most_twelve_values_of_a_side_are_told() -> None:
    moves = "".join(f"(offer {n}) " for n in range(14))
    asked = Asked(
        f"(role p) {moves} (init first) (<= (legal p (give ?n)) (offer ?n)) (<= (next (gave ?n)) (does p (give ?n)))"
        "(<= terminal (true (gave ?n))) (<= (goal p ?n) (true (gave ?n)))"
    )
    for claim, sides in (("100 > pay(p; )", (1, 12)), ("pay(p; ) < 100", (12, 1))):
        ((left, right),) = asked(claim)[0].values
        assert (len(left), len(right)) == sides


def test_a_round_in_which_chance_decides_no_payoff_has_a_total() -> None:
    asked = Asked(
        "(role p) (role random) (legal p a) (legal p b) (legal random u) (legal random v) (init first)"
        "(<= (next (chose ?m)) (does p ?m)) (<= terminal (true (chose ?m)))"
        "(<= (goal p 3) (true (chose a))) (<= (goal p 1) (true (chose b))) (<= (goal random 0) terminal)"
    )
    given = Given("p", (Played((("p", f.Const("a")),)),))
    assert asked.truths("total(p) = 3", "total(p) = 1", given=given) == ["true", "false"]


def test_earlier_rounds_and_totals_are_checked() -> None:
    def round_of(mine: str, theirs: str) -> Played:
        return Played((("p1", f.Const(mine)), ("p2", f.Const(theirs))))

    given = Given("p1", (round_of("stag", "stag"), round_of("stag", "hare")))
    asked = shipped("stag_hunt")
    cases = {
        "total(p1) = 5": "true",
        "total(p2) = 8": "true",
        "total(p2)@1 = 5": "true",
        "earned(p1) = 0": "true",
        "earned(p1)@1 > earned(p1)@2": "true",
        "rounds() = 2": "true",
        "did(p2, hare)@2": "true",
        "did(p2, hare)@1": "false",
        "did(p1, hare)": "false",
        "each K in rounds: did(p1, stag)@K": "true",
        "count K in rounds: did(p2, stag)@K = 1": "true",
        "earned(p1)@3 = 1": "unknown",
        "pay(p1; p1=hare) >= 1": "true",
    }
    texts = [text if "count" not in text else "(count K in rounds: (did(p2, stag)@K)) = 1" for text in cases]
    assert dict(zip(cases, asked.truths(*texts, given=given), strict=True)) == cases


def test_a_false_claim_comes_with_what_holds_instead() -> None:
    asked = shipped("stag_hunt")
    cell, least, nash, anyone = asked(
        "pay(p1; p1=stag, p2=hare) = 3",
        "min pay(p1; p1=stag) >= 1",
        "nash({p1=stag, p2=hare})",
        "any X in moves(p1): min pay(p1; p1=X) >= 2",
    )
    stag, hare = f.Const("stag"), f.Const("hare")
    play = JudgedPlay((("p1", 1, stag), ("p2", 1, hare)), (("p1", Fraction(0)), ("p2", Fraction(3))))
    assert (cell.truth, cell.values, cell.plays) == ("false", (((Fraction(0),), (Fraction(3),)),), (play,))
    assert (least.truth, least.values, least.plays) == ("false", (((Fraction(0),), (Fraction(1),)),), (play,))
    assert nash.members == (Member("false", f.Const("p1")), Member("false", hare))
    assert anyone.members == (Member("closest", hare),)
    assert anyone.values == (((Fraction(1),), (Fraction(2),)),)
    assert anyone.plays == (JudgedPlay((("p1", 1, hare), ("p2", 1, hare)), (("p1", Fraction(1)), ("p2", Fraction(1)))),)


def test_what_decides_a_quantifier_is_told_with_its_plays() -> None:
    asked = shipped("stag_hunt")
    stag, hare = f.Const("stag"), f.Const("hare")
    both = JudgedPlay((("p1", 1, stag), ("p2", 1, stag)), (("p1", Fraction(5)), ("p2", Fraction(5))))
    safe = [
        JudgedPlay((("p1", 1, hare), ("p2", 1, move)), (("p1", Fraction(mine)), ("p2", Fraction(other))))
        for move, mine, other in ((stag, 3, 0), (hare, 1, 1))
    ]
    anyone, one, two, each, none = asked(
        "any X in moves(p1): pay(p1; p1=X, p2=stag) = 5",
        "one X in moves(p1): pay(p1; p1=X, p2=stag) = 5",
        "one X in moves(p1): pay(p1; p1=X, p2=stag) >= 3",
        "each X in moves(p1) but stag: pay(p1; p1=X) >= 1",
        "one X in moves(p1): pay(p1; p1=X, p2=stag) = 9",
    )
    assert (anyone.truth, anyone.members, anyone.plays) == ("true", (Member("true", stag),), (both,))
    assert (one.truth, one.members, one.plays) == ("true", (Member("true", stag),), (both,))
    assert (two.truth, set(two.members), two.plays) == ("false", {Member("true", stag), Member("true", hare)}, ())
    assert (each.truth, each.members, sorted(map(str, each.plays))) == ("true", (), sorted(map(str, safe)))
    assert (none.truth, none.members, none.plays) == ("false", (), ())


def test_a_joined_claim_is_decided_by_the_part_that_decides_it() -> None:
    asked = shipped("stag_hunt")
    low, high = "pay(p1; p1=stag, p2=hare) = 0", "pay(p1; p1=stag, p2=stag) = 5"
    paid = {0: (((Fraction(0),), (Fraction(0),)),), 5: (((Fraction(5),), (Fraction(5),)),)}
    false = "pay(p1; p1=hare, p2=hare) = 7"
    wrong = (((Fraction(1),), (Fraction(7),)),)
    cases = {
        f"{low} and {high}": paid[0] + paid[5],
        f"{low} and {false}": wrong,
        f"{false} or {high}": paid[5],
        f"{false} or not {high}": wrong + paid[5],
        f"if {high} then {false}": paid[5] + wrong,
        f"if {false} then {low}": wrong,
        f"{low} iff {high}": paid[0] + paid[5],
        f"not ({low} and {high})": paid[0] + paid[5],
    }
    judged = asked(*cases)
    assert [each.values for each in judged] == list(cases.values())
    assert [each.truth for each in judged] == ["true", "false", "true", "false", "false", "true", "true", "false"]


def test_many_numbers_and_many_plays_are_told_as_far_as_there_is_room() -> None:
    moves = [f"m{i}" for i in range(20)]
    lines = ["(role ann)", *(f"(is {move} {i})" for i, move in enumerate(moves)), "(init (at start))"]
    lines += ["(<= (legal ann ?m) (true (at start)) (is ?m ?n))", "(<= (next (end ?n)) (does ann ?m) (is ?m ?n))"]
    lines += ["(<= terminal (true (end ?n)))", "(<= (goal ann ?n) (true (end ?n)))"]
    judged = Asked("\n".join(lines))("pay(ann; ) = 50", "pay(ann; ) >= 0")
    assert [len(each.values[0][0]) for each in judged] == [12, 12] and judged[0].values[0][1] == (Fraction(50),)
    assert [len(each.plays) for each in judged] == [16, 16]


def test_table_3_of_the_paper_holds_of_the_stag_hunt() -> None:
    cases = {
        "highest_payoff(p1, 5)": "true",
        "lowest_payoff(p1, 1)": "false",
        "highest_payoff_of(p1, hare, 3)": "true",
        "lowest_payoff_of(p1, stag, 0)": "true",
        "highest_sum({p1=stag, p2=stag})": "true",
        "lowest_sum({p1=hare, p2=hare})": "true",
        "safest(p1, hare)": "true",
        "safer(p1, stag, hare)": "false",
        "riskier(p1, stag, hare)": "true",
        "maximin(p1, 1)": "true",
        "boldest(p1, stag)": "true",
        "better_from(p1, stag, hare, p2, stag, hare, 1/3)": "true",
        "payoff_dominates({p1=stag, p2=stag}, {p1=hare, p2=hare})": "true",
        "risk_dominates(p1, stag, hare, p2, stag, hare)": "true",
        "risk_dominates(p1, hare, stag, p2, hare, stag)": "false",
        "indifferent(p1, stag, hare, {p2=stag:1/3, p2=hare:2/3})": "true",
        "strict_nash({p1=hare, p2=hare})": "true",
        "only_nash({p1=hare, p2=hare})": "false",
        "symmetric()": "true",
        "constant_sum()": "false",
    }
    asked = shipped("stag_hunt")
    assert dict(zip(cases, asked.truths(*cases), strict=True)) == cases


def test_names_that_look_like_prolog_are_only_names() -> None:
    asked = Asked(ODD)
    judged = asked(
        "pay('it\\'s'; 'it\\'s'=':-halt.') = 1",
        "pay('it\\'s'; 'it\\'s'='\\']],x') = 2",
    )
    assert [each.truth for each in judged] == ["true", "true"]
    with pytest.raises(FormulaError, match="there is no move"):
        asked("did('it\\'s', 'X), shell(ls')")


@pytest.mark.parametrize("limits", [Limits(inferences=50), Limits(seconds=0.001)], ids=["steps", "time"])
def test_a_claim_that_costs_too_much_is_unknown_and_the_next_is_answered(limits: Limits) -> None:
    asked = shipped("rock_paper_scissors")
    text = "each X in profiles: each Y in profiles: each Z in profiles: (pareto_dominates(X, Y) iff nash(Z))"
    judged = asked(text, limits=limits)[0]
    assert judged.truth == "unknown"
    assert judged.reason.split(":")[0] in ("inferences", "time")
    assert asked.truths("1 = 1") == ["true"]


CARDS = """
(role ann) (role bob) (init (phase deal))
(card ace) (card king) (card queen)
(<= (legal ?p (take ?c)) (role ?p) (card ?c) (true (phase deal)))
(<= (legal ?p noop) (role ?p) (true (phase over)))
(<= (next (holds ?p ?c)) (does ?p (take ?c)))
(<= (next (phase over)) (true (phase deal)))
(<= (both ?c) (true (holds ann ?c)) (true (holds bob ?c)))
(<= terminal (true (phase over)))
(<= (goal ann 1) (true (holds ann ?c)) (both ?c))
(<= (goal ann 0) (true (holds ann ?c)) (not (both ?c)))
(goal bob 0)
"""


def test_quantifiers_run_over_the_sorts_of_a_game() -> None:
    asked = Asked(CARDS)
    took = Given(facts=tuple(Moved(1, role, f.Const("take", (f.Const("king"),))) for role in ("ann", "bob")))
    assert asked.truths(
        "one C in card: holds(ann, C)",
        "each C in card but king: not both(C)",
        "any C in card: (both(C) and not C is king)",
        "(count C in card: both(C)) = 1",
        "each R in roles: holds(R, king)",
        given=took,
    ) == ["true", "true", "false", "true", "true"]


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ("holds(ann, bob)", "'bob' can't stand in place 2 of holds; expected one of ace, king, queen"),
        ("holds(king, ann)", "there is no role 'king'"),
        ("each R in roles: both(R)", "R is a role, and none is in place 1 of both"),
        ("each C in card: holds(C, king)", "C is a card; expected a role"),
        ("any C in cards: both(C)", "did you mean card"),
        ("each C in card but jack: both(C)", "there is no card 'jack'"),
        ("pay(ann; ann=take(bob)) = 1", "'bob' can't stand in place 1 of take"),
        (
            "pay(ann; ann=tke(ace)) = 1",
            "there is no move 'tke(ace)'; expected one of noop, take(…); did you mean take?",
        ),
    ],
)
def test_what_can_never_stand_in_a_place_is_an_error_there(claim: str, fault: str) -> None:
    with pytest.raises(FormulaError) as told:
        Asked(CARDS)(claim)
    assert fault in str(told.value)


def test_definitions_that_grow_without_end_are_unknown_by_name_and_the_next_is_answered() -> None:
    entries = ['[[definition]]\nname = "d0()"\nformula = "rounds() = 0"\nsays = "d0"\n']
    for level in range(1, 60):
        body = f"d{level - 1}() and d{level - 1}()"
        entries.append(f'[[definition]]\nname = "d{level}()"\nformula = "{body}"\nsays = "d{level}"\n')
    twice = '[[definition]]\nname = "twice(N: number)"\nnumber = "N + N"\nsays = "twice {N}"\n'
    found = read_definitions({"own": "".join([*entries, twice])})
    asked = shipped("stag_hunt")
    asked.setting = replace(asked.setting, definitions=found)
    deep = "twice(" * 24 + "1" + ")" * 24
    formulas = [
        parse(each, asked.vocabulary, heads_of(found)) for each in ("d59()", "d5()", f"{deep} = 1", "twice(2) = 4")
    ]
    judged = judge(asked.solver, formulas, setting=asked.setting)
    assert [each.truth for each in judged] == ["unknown", "true", "unknown", "true"]
    assert re.fullmatch(r"size: d\d+ is too long when the definitions in it are written out", judged[0].reason)
    assert judged[2].reason.startswith("size: twice is too long")


def test_probabilities_that_are_none_are_an_error() -> None:
    asked = shipped("stag_hunt")
    for chances in ("p2=stag:1/2", "p2=stag:2, p2=hare:-1", "p2=stag:1/2, p2=stag:1/2"):
        judged = asked(f"mean(p1; p1=stag; {chances}) = 1")[0]
        assert (judged.truth, "probabilities" in judged.reason) == ("error", True)


GAMES = Path(__file__).resolve().parents[4] / "games"


@pytest.mark.parametrize("name", sorted(folder.name for folder in GAMES.iterdir() if not folder.name.startswith("_")))
def test_formulas_of_every_shipped_game_are_judged(name: str) -> None:
    asked = shipped(name)
    role = asked.vocabulary.roles[0]
    number, everyone, one = asked("rounds() = 0", "each X in roles: X is X", f"one X in roles: X is '{role}'")
    assert (number.truth, everyone.truth, one.truth) == ("true", "true", "true")
    payoffs = asked(f"max pay('{role}'; ) >= min pay('{role}'; )", limits=Limits(seconds=1.0, plays=2000))[0]
    small = payoffs.truth == "true"
    assert small or payoffs.reason.split(":")[0] in ("size", "time", "inferences"), payoffs
    asked.solver.close()
