"""Game trees: unfolded from rules, solved backwards, turned into normal forms."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import product

import pytest

import lelma.analysis.normal_form as normal_form_module
from gdl.tables.tree import CHANCE, LEAF, InformationSet, Node, Tree, tree_of_table
from gdl.tables.tree_efg import to_efg
from lelma.analysis.backward_induction import backward_induction
from lelma.analysis.equilibria import pure_equilibria
from lelma.analysis.errors import NotSolved, TooLarge
from lelma.analysis.game_tree import one_at_a_time, unfold
from lelma.analysis.normal_form import from_table, normal_form, to_table
from lelma.analysis.subgame_perfect import subgame_perfect
from lelma.engine.answers import Graph, GraphState
from tests.lelma.analysis.samples import random_game, random_games, random_tree
from translators.language.query import Name, QueryTerm


def state(*moves: str, to: list[int], sees: list[list[str]] | None = None) -> GraphState:
    """A state with the legal moves of each role, as words."""
    percepts = tuple(tuple(_terms(seen) for seen in each) for each in sees or ())
    return GraphState(tuple(map(_terms, moves)), tuple(to), percepts)


def _terms(words: str) -> tuple[QueryTerm, ...]:
    return tuple(map(Name, words.split()))


def end(roles: str, *values: int) -> GraphState:
    return GraphState(goals=tuple(zip(roles.split(), map(Fraction, values), strict=True)))


def test_two_rounds_unfold_with_what_each_role_knows() -> None:
    """Both choose at once, twice; everybody knows the first round in the second."""
    graph = Graph(
        ("a", "b"),
        (
            state("x y", "x y", to=[1, 2, 2, 1]),
            state("s t", "noop", to=[3, 4]),
            end("a b", 5, 5),
            *[end("a b", 1, 2)] * 2,
        ),
    )
    tree = unfold(graph, ("noop",), percepts=False)
    assert [each.owner for each in tree.sets] == [0, 1, 0, 0]
    assert [each.label for each in tree.sets] == ["", "", "a=x and b=x", "a=y and b=y"]
    assert not tree.perfect_information()
    assert not one_at_a_time(graph, ("noop",))


def test_one_chooses_at_a_time_where_chance_chooses_too() -> None:
    graph = Graph(("a", "random"), (state("x y", "u v", to=[1, 2, 2, 1]), *[end("a", 1)] * 2))
    assert one_at_a_time(graph, ("noop",))


def test_a_move_that_is_no_pass_is_chosen_even_if_it_is_the_only_one() -> None:
    graph = Graph(("a", "b", "random"), (state("go", "noop", "dealt", to=[1]), end("a b", 1, 0)))
    assert [(each.owner, each.moves) for each in unfold(graph, ("noop",), percepts=False).sets] == [(0, ("go",))]


def test_what_is_paid_on_the_way_counts_once() -> None:
    ends = tuple(Node(LEAF, payoffs=(Fraction(each),)) for each in (1, 2))
    tree = Tree(("a",), (Node(0, (1, 2), payoffs=(Fraction(10),)), *ends), (InformationSet(0, ("l", "r")),))
    assert normal_form(tree).payoffs == {(0,): (11,), (1,): (12,)}


def test_as_many_strategies_as_may_be_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(random.Random(2), (2, 2), 1)
    tree = tree_of_table(to_table(game, ""))
    tree = replace(tree, sets=tuple(replace(each, owner=0) for each in tree.sets))
    monkeypatch.setattr(normal_form_module, "MAX_STRATEGIES", 4)
    assert len(normal_form(tree).moves[0]) == 4
    monkeypatch.setattr(normal_form_module, "MAX_STRATEGIES", 3)
    with pytest.raises(TooLarge, match="more than 3 strategies"):
        normal_form(tree)


@pytest.mark.parametrize("roles", [("random", "a"), ("a", "random")])
def test_chance_moves_after_the_roles_that_choose_with_it(roles: tuple[str, str]) -> None:
    graph = Graph(roles, (state("x y", "x y", to=[1, 2, 2, 1]), end("a", 1), end("a", 0)))
    tree = unfold(graph, (), percepts=False)
    root = tree.nodes[0]
    below = [tree.nodes[child] for child in root.children]
    assert tree.sets[root.information].owner == 0
    assert all(tree.sets[node.information].owner == CHANCE for node in below)


def test_percepts_decide_what_can_be_told_apart() -> None:
    """Chance deals; a sees the card or not."""
    for card, known in (["red", "black"], 3), (["dealt", "dealt"], 2):
        deal = state("noop", "r b", to=[1, 2], sees=[[card[0], ""], [card[1], ""]])
        guess = [state("r b", "noop", to=to, sees=[["", ""]] * 2) for to in ([3, 4], [4, 3])]
        graph = Graph(("a", "random"), (deal, *guess, end("a", 1), end("a", 0)))
        tree = unfold(graph, ("noop",), percepts=True)
        assert tree.roles == ("a",)
        assert len(tree.sets) == known
        best = max(payoffs[0] for payoffs in normal_form(tree).payoffs.values())
        assert best == (1 if known == 3 else Fraction(1, 2))


@pytest.mark.parametrize(
    ("states", "reason"),
    [
        ([state("x y", to=[0, 1]), end("a", 1)], "go on for ever"),
        ([GraphState(moves=((),))], "no legal move"),
        ([GraphState()], "no goal value"),
        ([GraphState(goals=(("a", Fraction(1)), ("a", Fraction(2))))], "several goal values"),
    ],
)
def test_unsound_games_have_no_tree(states: list[GraphState], reason: str) -> None:
    with pytest.raises(NotSolved, match=reason):
        unfold(Graph(("a",), tuple(states)), (), percepts=False)


def test_a_role_that_cannot_know_its_moves_has_no_tree() -> None:
    deal = state("noop", "r b", to=[1, 2], sees=[["", ""]] * 2)
    later = [state(moves, "noop", to=[3, 3], sees=[["", ""]] * 2) for moves in ("x y", "x z")]
    with pytest.raises(NotSolved, match="cannot know its legal moves"):
        unfold(Graph(("a", "random"), (deal, *later, end("a", 1))), ("noop",), percepts=True)


def test_a_tree_of_equal_states_says_the_same() -> None:
    source = random.Random(6)
    for _ in range(20):
        layers = [[0], [1, 2], [3, 4, 5], [6, 7]]
        states = []
        for level, layer in enumerate(layers[:-1]):
            for _ in layer:
                moves = ("l r", "noop") if source.random() < 0.5 else ("noop", "l r")
                states.append(state(*moves, to=[source.choice(layers[level + 1]) for _ in range(2)]))
        states += [end("a b", source.randint(0, 2), source.randint(0, 2)) for _ in layers[-1]]
        graph = Graph(("a", "b"), tuple(states))
        whole, shared = (unfold(graph, ("noop",), percepts=False, shared=flag) for flag in (False, True))
        one, other = backward_induction(whole), backward_induction(shared)
        assert (one.play, one.payoffs, one.outcomes) == (other.play, other.payoffs, other.outcomes)


def test_backward_induction_gives_equilibria_of_the_normal_form() -> None:
    source = random.Random(7)
    for _ in range(40):
        tree = random_tree(source, depth=3, roles=2)
        found = backward_induction(tree)
        form = normal_form(tree)
        assert found.outcomes is not None and found.payoffs in found.outcomes
        assert found.ties or len(found.outcomes) == 1
        assert found.outcomes <= {form.payoffs[profile] for profile in pure_equilibria(form)}


@pytest.mark.parametrize(("paid", "ties"), [((1, 0, 0), False), ((1, 1, 0), True)])
def test_only_the_best_moves_tie(paid: tuple[int, ...], ties: bool) -> None:
    ends = tuple(Node(LEAF, payoffs=(Fraction(each),)) for each in paid)
    tree = Tree(("a",), (Node(0, (1, 2, 3)), *ends), (InformationSet(0, ("l", "m", "r")),))
    found = backward_induction(tree)
    assert (found.ties, found.outcomes) == (ties, {(1,)})


def test_all_outcomes_of_ties_are_found() -> None:
    """Against brute force: every plan that is best at every node."""
    source = random.Random(8)
    for _ in range(40):
        tree = random_tree(source, depth=3, roles=2)
        own = [
            i
            for i, node in enumerate(tree.nodes)
            if node.information != LEAF and tree.sets[node.information].owner >= 0
        ]
        outcomes = set()
        for moves in product(range(2), repeat=len(own)):
            plan = dict(zip(own, moves, strict=True))
            values: dict[int, tuple[Fraction, ...]] = {}
            best = True
            for index in reversed(range(len(tree.nodes))):
                node = tree.nodes[index]
                below = [values[child] for child in node.children]
                if not below:
                    values[index] = node.payoffs
                elif index in plan:
                    owner = tree.sets[node.information].owner
                    values[index] = below[plan[index]]
                    best = best and values[index][owner] == max(each[owner] for each in below)
                else:
                    weights = tree.sets[node.information].probabilities
                    values[index] = tuple(
                        sum((w * each[role] for w, each in zip(weights, below, strict=True)), Fraction(0))
                        for role in range(2)
                    )
            if best:
                outcomes.add(values[0])
        assert backward_induction(tree).outcomes == outcomes


def test_a_table_has_itself_for_the_normal_form_of_its_tree() -> None:
    for game in random_games(10, 20, roles=3, largest=3):
        assert normal_form(tree_of_table(to_table(game, ""))) == game
        assert from_table(to_table(game, "")) == game


def test_too_many_strategies_are_refused() -> None:
    table = random_game(random.Random(2), (2,) * 10, 1)
    tree = tree_of_table(to_table(table, ""))
    sets = tuple(replace(each, owner=0) for each in tree.sets)
    with pytest.raises(TooLarge, match="more than 500 strategies"):
        normal_form(replace(tree, sets=sets))


def test_too_long_plays_are_refused() -> None:
    depth = 3_000
    nodes = [node for i in range(depth) for node in (Node(0, (2 * i + 1, 2 * i + 2)), Node(LEAF))]
    tree = Tree(("a",), (*nodes, Node(LEAF)), (InformationSet(0, ("l", "r")),))
    steps = [replace(node, children=tuple(reversed(node.children))) for node in tree.nodes]
    with pytest.raises(TooLarge, match="moves in all"):
        normal_form(replace(tree, nodes=tuple(steps)))


def test_normal_forms_are_gambits() -> None:
    gambit = pytest.importorskip("pygambit")
    source = random.Random(9)
    for _ in range(25):
        tree = random_tree(source, depth=3, roles=2)
        game = gambit.read_efg(StringIO(to_efg(tree)))
        form = normal_form(tree)
        paid = map(game.get_payoffs, game.contingencies)
        theirs = sorted(tuple(Fraction(str(each[player])) for player in game.players) for each in paid)
        assert sorted(form.payoffs.values()) == theirs


def test_rounds_with_one_equilibrium_each_have_a_value() -> None:
    """The prisoners' dilemma twice: defection in both rounds."""
    cells = {"dd": (1, 1), "dc": (5, 0), "cd": (0, 5), "cc": (3, 3)}
    ends = {(a, b): tuple(x + y for x, y in zip(cells[a], cells[b], strict=True)) for a in cells for b in cells}
    first = state("d c", "d c", to=[1, 2, 3, 4])
    second = [state("d c", "d c", to=[5 + 4 * i + j for j in range(4)]) for i in range(4)]
    graph = Graph(("a", "b"), (first, *second, *(end("a b", *values) for values in ends.values())))
    found = subgame_perfect(graph)
    assert found.payoffs == (2, 2)
    assert found.first == ((("d", 1), ("c", 0)), (("d", 1), ("c", 0)))


def test_rounds_with_several_equilibria_have_no_value() -> None:
    graph = Graph(
        ("a", "b"), (state("l r", "l r", to=[1, 2, 2, 3]), end("a b", 2, 1), end("a b", 0, 0), end("a b", 1, 2))
    )
    with pytest.raises(NotSolved, match="several values"):
        subgame_perfect(graph)
