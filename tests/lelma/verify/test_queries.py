"""Every query template against brute force, and what must not change when a game is only written differently."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.tree.numbers import number_text
from lelma.verify.verifier import Verifier
from tests.lelma.verify.brute_force import MEANINGS, holds
from tests.lelma.verify.drawing import Drawn, Table, claims, flat, spelled, tables
from tests.lelma.verify.tables import table_verifier
from translators.language.query import Move, Name, move_name

few = settings(max_examples=12, deadline=None)
TABLE = Table(("A", "b"), ("A", "b"), [[(Fraction(1), Fraction(1)), (5, 0)], [(0, 5), (3, 3)]])
TEMPLATES = flat(TABLE.verifier().vocabulary.templates)


def test_brute_force_knows_every_template() -> None:
    """A new template needs its meaning in `brute_force.MEANINGS`, written without a look at the solver."""
    assert {template.name for template in TABLE.verifier().vocabulary.templates} - {"finally"} == set(MEANINGS)


@few
@given(st.data())
def test_every_template_agrees_with_brute_force(data: st.DataObject) -> None:
    table = data.draw(tables())
    drawn = [data.draw(claims(table, template)) for template in TEMPLATES]
    verdicts = table.verifier().judge([claim.query for claim in drawn])
    found = {claim.query: verdict.truth for claim, verdict in zip(drawn, verdicts, strict=True)}
    assert found == {claim.query: claim.truth for claim in drawn}


@few
@given(st.data())
def test_corrections_are_all_right_values_and_nothing_else(data: st.DataObject) -> None:
    table = data.draw(tables(most=3))
    drawn = [data.draw(claims(table, template)) for template in TEMPLATES if template.solve]
    verifier = table.verifier()
    for claim, verdict in zip(drawn, verifier.judge([claim.query for claim in drawn]), strict=True):
        if verdict.truth == "false" and (right := solutions(claim)):
            assert {tuple(correct.values.values()) for correct in verdict.correct} == right, claim.query
        asked = verifier.judge([correct.query for correct in verdict.correct])
        assert [answer.truth for answer in asked] == ["true"] * len(asked), claim.query
        assert [answer.says for answer in asked] == [correct.sentence for correct in verdict.correct]


def solutions(claim: Drawn) -> set[tuple[str, ...]]:
    """The values of the solved slots that make the claim true, by trying all moves and payoffs."""
    slots = claim.template.slots
    mixed = {claim.side.expected(move, mix) for mix in claim.values if isinstance(mix, dict) for move in claim.side.own}
    domains: dict[str, list[Any]] = {
        "move": list(claim.side.own),
        "their_move": list(claim.side.their),
        "number": sorted({*claim.side.pays.values(), *mixed}),
    }
    tried = product(*(domains[slot.type] for slot in slots if slot.name in claim.template.solve))
    found = set()
    for solved in tried:
        values, rest = list(claim.values), list(solved)
        for index, slot in enumerate(slots):
            if slot.name in claim.template.solve:
                values[index] = rest.pop(0)
        if holds(claim.template.name, claim.side, values):
            found.add(tuple(number_text(v) if isinstance(v, Fraction) else v for v in solved))
    return found


@few
@given(st.data())
def test_a_query_reads_back_from_its_text(data: st.DataObject) -> None:
    table = data.draw(tables())
    language = table.verifier().language
    for template in TEMPLATES:
        query = language.parse(data.draw(claims(table, template)).query)
        assert language.parse(str(query)) == query
        assert language.parse(str(language.parse(str(query)))) == query


OPEN = (
    "best_response(X, Y)",
    "only_best_response(X, Y)",
    "highest_guaranteed_payoff_choice(X)",
    "lowest_guaranteed_payoff_choice(X)",
    "highest_mutual_payoff(X, Y)",
    "lowest_mutual_payoff(X, Y)",
    "strictly_dominates(X, Y)",
    "weakly_dominated(X)",
    "nash_equilibrium(X, Y)",
    "pareto_optimal(X, Y)",
    "higher_payoff_in_every_case(X, Y)",
)


def answers(table: Table, *, renamed: dict[str, str]) -> list[set[tuple[str, ...]]]:
    verifier = table.verifier()
    found = []
    for text in OPEN:
        _, open_answers = verifier.ask(text)
        assert open_answers.truth in ("true", "false"), open_answers.reason
        rows = [tuple(map(plain, answer.values())) for answer in open_answers.answers]
        assert len(rows) == len(set(rows))
        found.append({tuple(renamed.get(word, word) for word in row) for row in rows})
    return found


def plain(term: object) -> str:
    match term:
        case Name() | Move():
            return move_name(term)
        case Fraction():
            return number_text(term)
    raise TypeError(f"{term!r} is neither a move nor a number")


@few
@given(st.data())
def test_renaming_moves_renames_answers(data: st.DataObject) -> None:
    table = data.draw(tables(most=3))
    words = list(dict.fromkeys(table.mine + table.theirs))
    new = dict(zip(words, data.draw(st.permutations([f"move {i}" for i in range(len(words))])), strict=True))
    renamed = Table(tuple(new[m] for m in table.mine), tuple(new[m] for m in table.theirs), table.cells)
    assert answers(table, renamed=symbols(table, new)) == answers(renamed, renamed={})


def symbols(table: Table, new: dict[str, str]) -> dict[str, str]:
    """The renaming of moves as the rules of both tables spell them."""
    renamed = Table(tuple(new[m] for m in table.mine), tuple(new[m] for m in table.theirs), table.cells)
    found: dict[str, str] = {}
    for role in ("me", "you2"):
        found.update(
            zip(table.verifier().vocabulary.moves[role], renamed.verifier().vocabulary.moves[role], strict=True)
        )
    return found


@few
@given(st.data())
def test_the_order_of_rows_and_columns_does_not_matter(data: st.DataObject) -> None:
    table = data.draw(tables(most=3))
    rows = data.draw(st.permutations(range(len(table.mine))))
    columns = data.draw(st.permutations(range(len(table.theirs))))
    moved = Table(
        tuple(table.mine[i] for i in rows),
        tuple(table.theirs[j] for j in columns),
        [[table.cells[i][j] for j in columns] for i in rows],
    )
    assert answers(table, renamed={}) == answers(moved, renamed={})


@few
@given(st.data())
def test_another_unit_of_payoffs_does_not_matter(data: st.DataObject) -> None:
    table = data.draw(tables(most=3))
    factor = data.draw(st.fractions(Fraction(1, 9), 9, max_denominator=9))
    shift = data.draw(st.fractions(-9, 9, max_denominator=7))
    scaled = [[(n * factor + shift, k * factor + shift) for n, k in row] for row in table.cells]
    assert answers(table, renamed={}) == answers(Table(table.mine, table.theirs, scaled), renamed={})


@few
@given(tables(most=3))
def test_both_roles_see_the_same_game(table: Table) -> None:
    mine, theirs = table.verifier(), table.verifier(role="you2")
    for own, their in product(table.mine, table.theirs):
        pair, turned = f"{spelled(own)}, {spelled(their)}", f"{spelled(their)}, {spelled(own)}"
        for name in ("nash_equilibrium", "pareto_optimal", "highest_mutual_payoff"):
            assert mine.judge([f"{name}({pair})"])[0].truth == theirs.judge([f"{name}({turned})"])[0].truth
        asked, answered = mine.judge([f"best_response(them, {turned})"]), theirs.judge([f"best_response({turned})"])
        assert asked[0].truth == answered[0].truth


@few
@given(tables(most=3))
def test_every_cell_has_its_payoffs_in_every_spelling(table: Table) -> None:
    verifier, expected = table.verifier(), {}
    for i, own in enumerate(table.mine):
        for j, their in enumerate(table.theirs):
            mine, yours = map(Fraction, table.cells[i][j])
            first, second = f"choice(you, {spelled(own)})", f"choice(them, {spelled(their)})"
            for inner, outer in ((first, second), (second, first)):
                end = f"do({outer}, do({inner}, s0))"
                expected[f"finally(goal(you, {number_text(mine)}), {end})"] = "true"
                expected[f"finally(goal(you2, {number_text(yours)}), {end})"] = "true"
                expected[f"finally(goal(them, {number_text(yours + 1)}), {end})"] = "false"
                numbers = spelled(own), number_text(mine), spelled(their), number_text(yours)
                expected["finally(outcome(me, {}, {}, you2, {}, {}), {})".format(*numbers, end)] = "true"
    verdicts = verifier.judge(list(expected))
    assert {query: verdict.truth for query, verdict in zip(expected, verdicts, strict=True)} == expected


# Against programs of others


@few
@given(tables(values=st.integers(-4, 4).map(Fraction)))
def test_equilibria_agree_with_nashpy(table: Table) -> None:
    numpy, nash = pytest.importorskip("numpy"), pytest.importorskip("nashpy")
    mine, theirs = ([[int(cell[k]) for cell in row] for row in table.cells] for k in (0, 1))
    game = nash.Game(numpy.array(mine), numpy.array(theirs))
    queries: dict[str, str] = {}
    for (i, own), (j, their) in product(enumerate(table.mine), enumerate(table.theirs)):
        best = game.is_best_response(numpy.eye(len(table.mine))[i], numpy.eye(len(table.theirs))[j])
        pair = f"{spelled(own)}, {spelled(their)}"
        queries[f"nash_equilibrium({pair})"] = "true" if all(best) else "false"
        queries[f"best_response({pair})"] = "true" if best[0] else "false"
        queries[f"best_response(them, {spelled(their)}, {spelled(own)})"] = "true" if best[1] else "false"
        queries[f"mixed_nash_equilibrium([{spelled(own)}: 1], [{spelled(their)}: 1])"] = (
            "true" if all(best) else "false"
        )
    verdicts = table.verifier().judge(list(queries))
    assert {query: verdict.truth for query, verdict in zip(queries, verdicts, strict=True)} == queries


@few
@given(tables(most=3, values=st.integers(-3, 3).map(Fraction)))
@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_mixed_equilibria_agree_with_nashpy(table: Table) -> None:
    numpy, nash = pytest.importorskip("numpy"), pytest.importorskip("nashpy")
    mine, theirs = ([[int(cell[k]) for cell in row] for row in table.cells] for k in (0, 1))
    game = nash.Game(numpy.array(mine), numpy.array(theirs))
    verifier = table.verifier()
    for row, column in game.support_enumeration():
        own = {m: Fraction(float(p)).limit_denominator(500) for m, p in zip(table.mine, row, strict=True)}
        their = {m: Fraction(float(p)).limit_denominator(500) for m, p in zip(table.theirs, column, strict=True)}
        if sum(own.values()) == sum(their.values()) == 1:  # else a float was no fraction of small numbers
            verdict = verifier.judge([f"mixed_nash_equilibrium({spelled(own)}, {spelled(their)})"])[0]
            assert (verdict.truth, verdict.reason) == ("true", "")


# The paper's table of queries, and its ties

STAG_HUNT = [[(1, 1), (3, 0)], [(0, 3), (5, 5)]]
TABLE_3 = {
    "finally(goal(you, 3), do(choice(them, 'B'), do(choice(you, 'R'), s0)))": "true",
    "finally(goal(them, 3), do(choice(them, 'B'), do(choice(you, 'R'), s0)))": "false",
    "higher(5, 3)": "true",
    "lower(5, 3)": "false",
    "highest_possible_individual_payoff(5)": "true",
    "lowest_possible_individual_payoff(1)": "false",
    "highest_individual_payoff_for_choice(3, 'R')": "true",
    "lowest_individual_payoff_for_choice(0, 'B')": "true",
    "highest_mutual_payoff('B', 'B')": "true",
    "lowest_mutual_payoff('R', 'R')": "true",
    "highest_guaranteed_payoff_choice('R')": "true",
    "lowest_guaranteed_payoff_choice('R')": "false",
    "higher_guaranteed_payoff('B', 'R')": "false",
    "lower_guaranteed_payoff('B', 'R')": "true",
}


@lru_cache(maxsize=2)
def stag_hunt(compat: str | None) -> Verifier:
    return table_verifier(STAG_HUNT, ("R", "B"), compat=compat)


@pytest.mark.parametrize("compat", [None, "lelma2024"])
@pytest.mark.parametrize("query", TABLE_3)
def test_queries_of_the_paper_in_all_spellings(query: str, compat: str | None) -> None:
    if compat and query.startswith("lowest_guaranteed"):
        pytest.skip("not in the authors' set")
    spellings = [
        query,
        query + ".",
        f"  {query} .  ",
        query.replace(" ", ""),
        query.replace("'", ""),
        query.replace("'", '"'),
        query.replace("'R'", "r").replace("'B'", "'b'"),
        query.replace("you", "'you'").replace("them", "'them'"),
        query.replace("you", "me").replace("them", "you2"),
        query.replace("you", "ME").replace("them", "You2"),
        query.replace("(them, 'B')", "(me, 'X')")
        .replace("(you, 'R')", "(them, 'B')")
        .replace("(me, 'X')", "(you, 'R')"),
        query.replace("5", "5.0").replace("3", "6/2"),
        query.replace("(", "( ").replace(")", "\n)").replace(",", "\t,"),
    ]
    verifier = stag_hunt(compat)
    assert [(text, verdict.truth) for text, verdict in zip(spellings, verifier.judge(spellings), strict=True)] == [
        (text, TABLE_3[query]) for text in spellings
    ]


def test_sentences_have_payoffs_as_the_author_wrote_them() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    verifier = table_verifier([[(half, half), (third, half)], [(third, third), (half, third)]], ["a", "b"])
    says = verifier.game.spelling.told
    [verdict] = verifier.judge(["highest_possible_individual_payoff(3)"])
    assert verdict.correct[0].values == {"payoff": "0.5"}  # of a program, in one form whatever the author writes
    assert f"payoff {says(half)} is" in verdict.correct[0].sentence
