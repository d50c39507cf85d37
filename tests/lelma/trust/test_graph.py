"""The trust graph: its laws on random graphs, an independent implementation, and the faults of the printed form."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lelma.trust import (
    TRUST_FORMS,
    Evidence,
    Form,
    Pin,
    TrustError,
    TrustGraph,
    TrustSettings,
    chains,
    decide,
    merge,
    observe,
    pin_nodes,
    search_chains,
)
from lelma.trust.decide import TrustDecision
from lelma.trust.errors import DividesByZero, EndlessSearch, NeverMoves, NoLogarithm, NoWeight, OutOfRange, PrintedFault
from lelma.trust.forms import credibility
from tests.lelma.trust.slow_graph import SlowGraph

PLAYERS = ["a", "b", "c", "d", "e", "f"]
Act = tuple[str, str, float]

acts = st.lists(
    st.tuples(
        st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.integers(-10, 10).map(lambda score: score / 10)
    ).filter(lambda act: act[0] != act[1]),
    max_size=25,
)
pins = st.dictionaries(st.sampled_from(PLAYERS[1:]), st.sampled_from([1, -1]), max_size=2)


def graph_of(
    done: list[Act], pinned: dict[str, int], form: Form | None = None, names: dict[str, str] | None = None
) -> TrustGraph:
    called = names or {player: player for player in PLAYERS}
    chosen = TrustSettings(form=form or TRUST_FORMS["repaired"])
    graph = TrustGraph.new(called["a"], [called[player] for player in PLAYERS], chosen)
    graph = pin_nodes(
        graph, [Pin(called[player], "", 1 if trust > 0 else -1, "so") for player, trust in pinned.items()]
    )
    for ply, (source, target, c) in enumerate(done):
        graph, _ = observe(graph, Evidence(ply, called[source], called[target], "did", c))
    return graph


def all_decided(graph: TrustGraph) -> list[TrustDecision]:
    found = []
    for player in graph.players:
        found.append(decide(graph, player))
        graph = found[-1].graph
    return found


@given(acts, pins, st.sampled_from(["repaired", "code"]))
@settings(max_examples=300, deadline=None)
@pytest.mark.slow
def test_trust_stays_in_its_range_pins_stay_and_a_decision_ends(
    done: list[Act], pinned: dict[str, int], name: str
) -> None:
    graph = graph_of(done, pinned, TRUST_FORMS["repaired" if name == "repaired" else "code"])
    held = {player: node.trust for player, node in graph.nodes.items() if node.pinned}
    for decision in all_decided(graph):
        after = decision.graph
        assert decision.steps <= 4 * after.settings.w
        assert all(-1 <= node.trust <= 1 for node in after.nodes.values())
        assert all(-1 <= merge(after, i, j) <= 1 for i in PLAYERS for j in PLAYERS if i != j)
        assert {player: after.trust(player) for player in held} == held


@given(acts, pins)
@settings(max_examples=200, deadline=None)
def test_other_names_give_the_same_graph_with_other_names(done: list[Act], pinned: dict[str, int]) -> None:
    names = {player: f"z{len(PLAYERS) - place}" for place, player in enumerate(PLAYERS)}
    ours, renamed = all_decided(graph_of(done, pinned)), all_decided(graph_of(done, pinned, names=names))
    for one, other in zip(ours, renamed, strict=True):
        assert {names[player]: node for player, node in one.graph.nodes.items()} == dict(other.graph.nodes)
        told = [[names[player] for player in each.chain.players] for each in one.chains]
        assert told == [list(each.chain.players) for each in other.chains]


@given(pins, st.sampled_from(PLAYERS))
def test_nothing_moves_without_evidence(pinned: dict[str, int], target: str) -> None:
    graph = graph_of([], pinned)
    assert decide(graph, target).graph == graph


@given(acts, pins)
@settings(max_examples=200, deadline=None)
def test_each_change_names_the_evidence_that_made_it(done: list[Act], pinned: dict[str, int]) -> None:
    graph = graph_of([], pinned)
    for number, (source, target, c) in enumerate(done, start=1):
        evidence = Evidence(number, source, target, "did", c)
        after, changes = observe(graph, evidence)
        moved = [player for player in PLAYERS if after.trust(player) != graph.trust(player)]
        assert [change.player for change in changes] == moved
        assert all((change.evidence, change.number) == (evidence, number) for change in changes)
        graph = after


def random_acts(rng: random.Random) -> list[Act]:
    pairs = [(i, j) for i in PLAYERS for j in PLAYERS if i != j]
    return [(*rng.choice(pairs), rng.randint(-10, 10) / 10) for _ in range(rng.randint(0, 20))]


@pytest.mark.slow
def test_two_thousand_random_graphs_agree_with_an_independent_implementation() -> None:
    rng = random.Random(20240823)
    for _ in range(2000):
        done = random_acts(rng)
        pinned = {player: rng.choice([1, -1]) for player in rng.sample(PLAYERS[1:], rng.randint(0, 2))}
        slow = SlowGraph(PLAYERS, "a")
        for player, value in pinned.items():
            slow.pin(player, value)
        for act in done:
            slow.observe(*act)
        graph = graph_of(done, pinned)
        assert {player: graph.trust(player) for player in PLAYERS} == pytest.approx(slow.t)
        for target in rng.sample(PLAYERS, 2):
            assert [list(chain.players) for chain in chains(graph, target)] == slow.chains(target)
            graph = decide(graph, target).graph
            slow.decide(target)
            assert {player: graph.trust(player) for player in PLAYERS} == pytest.approx(slow.t)
            feedback = {edge: each.feedback for edge, each in graph.edges.items() if each.feedback}
            assert feedback == pytest.approx({edge: each for edge, each in slow.f.items() if each})


@given(acts, st.sampled_from(PLAYERS))
@settings(max_examples=200, deadline=None)
def test_a_chain_is_a_simple_path_of_acts_that_ends_at_the_target(done: list[Act], target: str) -> None:
    graph = graph_of(done, {})
    for chain in chains(graph, target):
        assert chain.players[-1] == target and len(set(chain.players)) == len(chain.players) <= 5
        assert all(graph.edge(far, near).evidence for near, far in pairwise(chain.players))


# The printed form: every fault has a name.

PRINTED = TRUST_FORMS["printed"]


def test_printed_trust_never_moves() -> None:
    with pytest.raises(NeverMoves, match="u = T"):
        graph_of([("a", "b", 1.0)], {}, PRINTED)


def test_printed_search_never_ends() -> None:
    with pytest.raises(EndlessSearch, match="Algorithm 2"):
        search_chains(graph_of([("b", "a", 1.0)], {"b": 1}, PRINTED), "c")


def test_printed_entropy_takes_the_logarithm_of_a_negative_number() -> None:
    with pytest.raises(NoLogarithm, match=r"Eq\. 7"):
        decide(graph_of([("b", "a", -1.0)], {}, Form(entropy_sign="printed")), "b")


def test_printed_weights_are_nought_by_nought_without_a_chain() -> None:
    with pytest.raises(NoWeight, match=r"Eq\. 8"):
        decide(graph_of([], {}, Form(weights="printed")), "b")


def test_printed_weights_of_both_signs_leave_the_range() -> None:
    done = [("d", "a", 0.5), ("d", "b", 0.4), ("c", "d", 0.7), ("d", "c", 0.9), ("a", "d", -0.2), ("b", "d", 0.5)]
    form = Form(weights="printed", value_sign="printed")
    found = list[str]()
    for seed in range(400):
        rng = random.Random(seed)
        scaled = [(source, target, rng.randint(-10, 10) / 10) for source, target, _ in done]
        try:
            decide(graph_of(scaled, {"b": 1, "c": -1}, form), "d")
        except PrintedFault as fault:
            found.append(type(fault).__name__)
    assert OutOfRange.__name__ in found


def test_printed_feedback_divides_by_no_trust() -> None:
    form = Form(feedback_bound="printed")
    graph = graph_of([("b", "c", 1.0), ("c", "a", 1.0)], {}, form)
    with pytest.raises(DividesByZero, match=r"Eq\. 9"):
        decide(graph.with_trust("c", 0.0), "b")


def test_printed_feedback_is_written_over_by_the_next_merge() -> None:
    done = [("b", "a", 0.9)]
    printed = graph_of(done, {}, Form(feedback_bound="printed")).with_trust("b", 0.9)
    bounded = graph_of(done, {}).with_trust("b", 0.9)
    assert merge(decide(printed, "b").graph, "b", "a") == merge(printed, "b", "a")
    assert merge(decide(bounded, "b").graph, "b", "a") > merge(bounded, "b", "a")


@given(acts, pins)
@settings(max_examples=100, deadline=None)
def test_a_printed_graph_ends_in_an_answer_or_a_named_fault(done: list[Act], pinned: dict[str, int]) -> None:
    try:
        all_decided(graph_of(done, pinned, PRINTED))
    except PrintedFault as fault:
        assert "as printed" in str(fault)


# Options and settings.


def test_every_row_is_an_option_that_the_presets_set() -> None:
    assert TRUST_FORMS["repaired"] == Form()
    named = ["start", "index", "value_sign", "entropy_sign", "weights", "feedback_bound", "chain_search", "scale"]
    assert all(len({getattr(form, option) for form in TRUST_FORMS.values()}) == 3 for option in named)
    assert {form.weaken for form in TRUST_FORMS.values()} == {"never"}


def test_eq_4_counts_older_evidence_less_or_the_latest_alone_or_nests() -> None:
    done = [("b", "c", 0.5), ("b", "c", -0.5)]
    of_form = {
        index: merge(graph_of(done, {}, Form(index=index)), "b", "c") for index in ("full", "constant", "nested")
    }
    assert of_form == pytest.approx({"full": -0.02499, "constant": -0.75092, "nested": -0.06092}, abs=1e-4)
    assert merge(graph_of([], {}), "b", "c") == 0


def test_trust_that_may_weaken_follows_the_latest_act() -> None:
    done = [("a", "b", 0.9), ("a", "b", -0.2)]
    assert graph_of(done, {}).trust("b") == 0.9
    assert graph_of(done, {}, Form(weaken="always")).trust("b") == -0.2


def test_a_strangers_evidence_counts_a_little_and_in_the_code_for_nothing() -> None:
    done = [("c", "b", -1.0)]
    assert graph_of(done, {}).trust("b") == -0.1
    assert graph_of(done, {}, TRUST_FORMS["code"]).trust("b") == 0


def test_the_code_sets_adversaries_to_less_than_certain_and_leaves_them_free() -> None:
    graph = graph_of([], {"b": -1, "c": 1}, TRUST_FORMS["code"])
    assert (graph.nodes["b"].trust, graph.nodes["b"].pinned, graph.nodes["c"].trust) == (-0.9, "", 1)


def test_pins_are_set_anew_each_time() -> None:
    graph = pin_nodes(graph_of([], {"b": -1}), [Pin("c", "", 1, "seen")])
    assert [player for player, node in graph.nodes.items() if node.pinned] == ["a", "c"]
    assert graph.trust("b") == -1


@pytest.mark.parametrize(("act", "c"), [("defend", 0.8), ("attack", -0.8), ("deceive", -0.8)])
def test_scores_become_credibility(act: str, c: float) -> None:
    assert credibility(act, 8, TrustSettings()) == c
    assert credibility(act, 8, TrustSettings(form=TRUST_FORMS["code"])) == -0.8


def test_what_is_no_evidence_graph_or_setting_is_refused() -> None:
    with pytest.raises(TrustError, match="from -1 to 1"):
        Evidence(1, "a", "b", "did", 1.5)
    with pytest.raises(TrustError, match="towards itself"):
        Evidence(1, "a", "a", "did", 0.5)
    with pytest.raises(TrustError, match="no player"):
        decide(graph_of([], {}), "z")
    with pytest.raises(TrustError, match="one of the players"):
        TrustGraph.new("z", PLAYERS)
    with pytest.raises(TrustError, match="rho"):
        TrustSettings(rho=2)
    with pytest.raises(TrustError, match="w is 0"):
        TrustSettings(w=0)
    with pytest.raises(TrustError, match="kind of act"):
        credibility("defent", 3, TrustSettings())
    with pytest.raises(TrustError, match="from -1 to 1"):
        credibility("attack", 8, replace(TrustSettings(), form=PRINTED))
    with pytest.raises(TrustError, match="from -1 to 1"):
        graph_of([], {}).with_trust("b", 2)


@pytest.mark.parametrize(("trust", "standing"), [(0.21, "ally"), (0.2, "indifferent"), (-0.21, "adversary")])
def test_trust_beyond_epsilon_makes_an_ally_or_an_adversary(trust: float, standing: str) -> None:
    assert TrustSettings().standing(trust) == standing
