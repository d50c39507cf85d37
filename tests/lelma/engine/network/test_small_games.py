"""Small games of our own: the network against a plain interpreter, playouts against exact chances, known values."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from gdl.ground.clauses import Clause, clauses, variables
from gdl.ground.ground import DoesNotGround, GroundLimits, ground
from gdl.text.read import read_file, read_kif
from gdl.tree.syntax import Compound, Description, Symbol, Term, Variable, signature
from lelma.engine.network import Network, backends, perft, play_out, playouts, reachable, solve_network
from lelma.engine.network.circuit import Circuit, CircuitTooLarge
from lelma.engine.network.machine import Machine
from lelma.engine.network.program import compiled, laid_out
from lelma.engine.network.stepper import NetworkDynamics
from lelma.engine.network.wiring import Wiring
from lelma.support.errors import GameError, UsageError

SHEETS = Path(__file__).parent / "sheets"
FINITE = ("three", "bridges", "dice", "chance", "meeting", "stuck", "roundabout")
BACKENDS = backends()


def sheet(name: str) -> Description:
    return read_file(SHEETS / f"{name}.kif")


def network(name: str) -> Network:
    return Network.build(sheet(name))


class Interpreter:
    """All that holds in a state, by trying every rule on all facts again and again, stratum by stratum."""

    def __init__(self, description: Description) -> None:
        self.clauses = list(clauses(description.rules))
        self.level: dict[tuple[str, int], int] = Counter()
        for _ in range(len(self.clauses) + 1):
            for clause in self.clauses:
                below = [self.level[signature(s)] for s in clause.positive]
                below += [self.level[signature(s)] + 1 for s in clause.negative]
                head = signature(clause.head)
                self.level[head] = max([self.level[head], *below])

    def facts(self, given: Iterable[Term]) -> set[Term]:
        known = set(given)
        for level in sorted({self.level[signature(clause.head)] for clause in self.clauses}):
            rules = [clause for clause in self.clauses if self.level[signature(clause.head)] == level]
            while True:
                new = {fact for clause in rules for fact in self._instances(clause, known)} - known
                if not new:
                    break
                known |= new
        return known

    def _instances(self, clause: Clause, known: set[Term]) -> Iterator[Term]:
        bindings: list[dict[str, Term]] = [{}]
        for sentence in clause.positive:
            facts = [fact for fact in known if signature(fact) == signature(sentence)]
            found = [_match(sentence, fact, binding) for binding in bindings for fact in facts]
            bindings = [binding for binding in found if binding is not None]
        for binding in bindings:
            if any(_put(one, binding) == _put(other, binding) for one, other in clause.different):
                continue
            if not any(_put(sentence, binding) in known for sentence in clause.negative):
                yield _put(clause.head, binding)


def _match(pattern: Term, term: Term, binding: dict[str, Term]) -> dict[str, Term] | None:
    if isinstance(pattern, Variable):
        if binding.get(pattern.name, term) != term:
            return None
        return {**binding, pattern.name: term}
    if signature(pattern) != signature(term):
        return None
    found: dict[str, Term] | None = binding
    if isinstance(pattern, Compound) and isinstance(term, Compound):
        for one, other in zip(pattern.args, term.args, strict=True):
            found = None if found is None else _match(one, other, found)
    return found


def _put(term: Term, binding: dict[str, Term]) -> Term:
    match term:
        case Variable(name):
            return binding[name]
        case Compound(functor, args):
            return Compound(functor, tuple(_put(arg, binding) for arg in args))
    return term


def about(facts: set[Term], name: str) -> set[tuple[Term, ...]]:
    return {fact.args for fact in facts if isinstance(fact, Compound) and fact.functor == name}


@pytest.mark.parametrize("name", FINITE)
def test_network_agrees_with_a_plain_interpreter_in_every_state(name: str) -> None:
    game, plain = network(name), Interpreter(sheet(name))
    seen = {game.initial}
    queue = [game.initial]
    assert game.initial == {fluent for (fluent,) in about(plain.facts([]), "init")}
    for state in queue[:150] if name == "three" else queue:
        given = [Compound("true", (fluent,)) for fluent in state]
        facts = plain.facts(given)
        assert game.terminal(state) == (Symbol("terminal") in facts)
        legal = game.legal(state)
        assert {(r, m) for r, moves in zip(game.roles, legal, strict=True) for m in moves} == about(facts, "legal")
        values = {(r, v) for r, goals in zip(game.roles, game.goals(state), strict=True) for v in goals}
        assert values == {(r, Fraction(v.name)) for r, v in about(facts, "goal") if isinstance(v, Symbol)}
        if game.terminal(state):
            continue
        for joint in itertools.product(*legal):
            made = [Compound("does", pair) for pair in zip(game.roles, joint, strict=True)]
            after = {fluent for (fluent,) in about(plain.facts([*given, *made]), "next")}
            assert game.next(state, joint) == after
            if frozenset(after) not in seen:
                seen.add(frozenset(after))
                queue.append(frozenset(after))
        if name == "three" and len(queue) > 60:
            break


def chances(game: Network) -> dict[tuple[Fraction | None, ...], Fraction]:
    """The exact chance of each result under uniform play; None for a role without a goal, or a stuck game."""
    graph = reachable(game)
    reach = [Fraction(0)] * len(graph.states)
    reach[0] = Fraction(1)
    left = Counter(graph.target.tolist())
    edges: dict[int, list[int]] = {}
    for source, target in zip(graph.source.tolist(), graph.target.tolist(), strict=True):
        edges.setdefault(source, []).append(target)
    ready = [0]
    found: dict[tuple[Fraction | None, ...], Fraction] = Counter()
    for state in ready:
        after = edges.get(state, [])
        for target in after:
            reach[target] += reach[state] / len(after)
            left[target] -= 1
            if not left[target]:
                ready.append(target)
        if not after:
            holds = iter(graph.goals[state] & graph.terminal[state])
            values = [[v for v in goals if next(holds)] for goals in game.grounding.goals]
            found[tuple(v[0] if v else None for v in values)] += reach[state]
    return found


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ["three", "bridges", "dice", "chance", "meeting", "stuck"])
def test_playouts_have_the_chances_of_uniform_play(name: str, backend: str) -> None:
    """Pearson's test on the results of each role: 5 standard deviations of chi-square."""
    game = network(name)
    exact = chances(game)
    count = 60_000
    result = play_out(game, count=count, seed=7, backend=backend)
    assert result.playouts == count
    assert result.backend == backend
    for role in range(len(game.roles)):
        expected: dict[Fraction | None, Fraction] = Counter()
        for values, chance in exact.items():
            expected[values[role]] += chance * count
        seen = {**result.goals[role]}
        if None in expected and (other := count - sum(seen.values())):
            seen[None] = other
        assert set(seen) == set(expected)
        degrees = len(expected) - 1
        square = sum(float((seen[v] - e) ** 2 / e) for v, e in expected.items())
        assert square <= degrees + 5 * (2 * degrees) ** 0.5 + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("choices", [1, 2, 3, 5, 8, 13, 17, 33, 100])
def test_every_legal_move_is_as_likely(choices: int, backend: str) -> None:
    """One role with that many of 120 moves legal; the goal value tells the move."""
    lines = ["(role one)", "(init start)", "(<= terminal (not (true start)))"]
    for at in range(120):
        condition = "(true start)" if at < choices else "(not (true start))"
        lines.append(f"(<= (legal one (pick {at})) {condition})")
        lines.append(f"(<= (next (picked {at})) (does one (pick {at})))")
        lines.append(f"(<= (goal one {at}) (true (picked {at})))")
    game = Network.build(read_kif("\n".join(lines)))
    assert len(game.moves[0]) == 120
    count = 40_000
    seen = play_out(game, count=count, seed=choices, backend=backend).goals[0]
    assert set(seen) == set(map(Fraction, range(choices)))
    each = count / choices
    square = sum((number - each) ** 2 / each for number in seen.values())
    assert square <= choices - 1 + 5 * (2 * max(0, choices - 1)) ** 0.5


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_seed_repeats_playouts(backend: str) -> None:
    game = network("bridges")
    one, other = (play_out(game, count=1000, seed=3, backend=backend) for _ in range(2))
    assert one.goals == other.goals and one.states == other.states
    assert play_out(game, count=1000, seed=4, backend=backend).goals != one.goals


MOST_LANES = 200_000
"""Playouts that the clock may cut off: one in each lane."""


@pytest.mark.parametrize("backend", BACKENDS)
def test_timed_playouts_count_what_was_played(backend: str) -> None:
    result = playouts(sheet("three"), seconds=0.2, seed=1, backend=backend)
    assert result.playouts > 1000
    assert 6 * result.playouts <= result.states <= 9 * (result.playouts + MOST_LANES)
    assert result.seconds >= 0.2
    assert sum(result.averages, Fraction(0)) == 100  # type: ignore[arg-type]


def test_playouts_that_get_stuck_are_counted_apart() -> None:
    result = play_out(network("stuck"), count=1000, seed=1)
    assert 400 < result.stuck < 600
    assert result.playouts == 1000
    assert sum(result.goals[0].values()) == 1000 - result.stuck


def test_roles_that_stop_taking_turns_choose_apart() -> None:
    game = network("meeting")
    before = len(game.playout.program.code)
    play_out(game, count=10, seed=1, backend="numpy")
    assert len(game.playout.program.code) > before


def test_three_in_a_row_has_5478_states_and_is_a_draw() -> None:
    solution = solve_network(network("three"))
    assert len(solution.graph.states) == 5478
    assert solution.value() == (50, 50)
    assert len(solution.best()[0]) == 9


def test_chance_is_averaged_exactly() -> None:
    solution = solve_network(network("chance"))
    assert solution.value() == (75, 0)
    tails = frozenset({Compound("coin", (Symbol("tails"),))})
    assert solution.value(tails) == (50, 0)
    assert solution.best(tails)[0] == (Compound("take", (Symbol("high"),)),)


def test_a_choice_at_the_same_time_as_chance_is_one_of_expected_values() -> None:
    solution = solve_network(network("dice"))
    assert solution.value() == (50, 0)
    bets = solution.mixes()[0]
    assert sorted(weight for _, weight in bets) == [0, 0, 1]
    assert solution.best()[0] == tuple(bet for bet, weight in bets if weight)


def test_single_role_finds_the_shortest_way() -> None:
    assert solve_network(network("bridges")).value() == (100,)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("meeting", "no constant sum"), ("stuck", "no legal move"), ("roundabout", "for ever")],
)
def test_games_without_a_value_say_why(name: str, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        solve_network(network(name))


def test_perft_counts_sequences_and_states() -> None:
    levels = perft(network("three"), 9)
    assert [level.sequences for level in levels] == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [level.terminal_sequences for level in levels[5:]] == [1440, 5328, 47952, 72576, 127872]
    assert sum(level.distinct_states for level in levels) == 5478


def test_too_many_states_are_an_error() -> None:
    with pytest.raises(GameError, match="more than 1,000 states"):
        reachable(network("three"), most=1000)


def test_endless_rules_name_the_relation_that_grows() -> None:
    with pytest.raises(DoesNotGround, match=r"does not ground, because `(next|true|count)` grows") as caught:
        Network.build(sheet("endless"), GroundLimits(facts=5000))
    assert caught.value.limit == "facts"


RING = 120
"""Places in a ring; what can be reached from where is a cycle of rules, unrolled as often as there are places."""


def ring() -> Description:
    near = " ".join(f"(near {at} {(at + 1) % RING}) (near {(at + 1) % RING} {at})" for at in range(RING))
    return read_kif(
        f"""(role p) {near} (init (on 0)) (<= (legal p (put ?x)) (near ?x ?y))
        (<= (next (on ?x)) (does p (put ?x))) (<= (next (on ?x)) (true (on ?x)))
        (<= (reach ?x ?y) (near ?x ?y) (true (on ?x)) (true (on ?y)))
        (<= (reach ?x ?z) (reach ?x ?y) (near ?y ?z) (true (on ?z)))
        (<= terminal (reach ?x ?y) (distinct ?x ?y) (true (on ?y)) (true (on ?x)) (goal p 100))
        (<= (goal p 100) (reach 0 {RING // 2})) (<= (goal p 0) (not (reach 0 {RING // 2})))"""
    )


@pytest.mark.slow
def test_grounding_and_the_circuit_have_one_limit_of_processor_time() -> None:
    network = Network.build(ring(), GroundLimits(seconds=3))
    assert 0 < network.grounding.seconds < 3
    began = time.thread_time()
    for _ in range(2):
        with pytest.raises(GameError, match=r"3 seconds of processor time, grounding included: .* gates so far"):
            network.terminal(network.initial)
    assert time.thread_time() - began < 6


CUTS = 14
"""Places of which every pair may be joined: what can be reached from where makes some 80,000 gates."""


def cuts() -> Description:
    return read_kif(
        f"""(role p) {" ".join(f"(node {at})" for at in range(CUTS))} (init (here 0))
        (<= (legal p (cut ?x ?y)) (node ?x) (node ?y)) (<= (next (gone ?x ?y)) (does p (cut ?x ?y)))
        (<= (next (gone ?x ?y)) (true (gone ?x ?y)))
        (<= (edge ?x ?y) (node ?x) (node ?y) (distinct ?x ?y) (not (true (gone ?x ?y))))
        (<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))
        (<= terminal (node ?x) (node ?y) (distinct ?x ?y) (not (path ?x ?y))) (goal p 100)"""
    )


class Clock:
    """Processor time that passes where a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_program_of_a_circuit_and_its_layout_take_their_time_from_the_same_limit() -> None:
    clock = Clock()
    circuit = Circuit(seconds=5.0, clock=clock)
    grounding = ground(cuts())
    wiring = Wiring(grounding, circuit)
    true = [literals[0] for literals in grounding.fluents.values()]
    inputs = [circuit.input() for _ in true]
    wiring.give(dict(zip(true, inputs, strict=True)))
    outputs = wiring.literals([grounding.terminal])
    program = compiled(circuit, inputs, outputs)
    assert len(program.code) > 20_000
    laid_out(program, circuit.allowance)
    clock.now = 5.1
    with pytest.raises(CircuitTooLarge, match="too much processor time"):
        compiled(circuit, inputs, outputs)
    with pytest.raises(CircuitTooLarge, match="too much processor time"):
        laid_out(program, circuit.allowance)


def test_counting_stops_where_the_layout_is_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network.build(cuts(), GroundLimits(seconds=60))
    program = network.look
    monkeypatch.setattr(network, "_spent", 60.0)
    with pytest.raises(GameError, match="60 seconds of processor time, grounding included"):
        network.laid_out(program)


def test_what_else_runs_takes_no_time_from_the_limit() -> None:
    network = Network.build(sheet("three"), GroundLimits(seconds=1.5))
    time.sleep(1.6)
    assert not network.terminal(network.initial)


@pytest.mark.slow
def test_the_stepper_tells_the_limit_as_well() -> None:
    with pytest.raises(GameError, match="seconds of processor time"):
        NetworkDynamics(ring(), limits=GroundLimits(seconds=2)).look(frozenset())


def test_a_move_that_never_is_one_is_an_error() -> None:
    game = network("three")
    with pytest.raises(GameError, match="never a move"):
        game.next(game.initial, [Symbol("sing"), Symbol("wait")])


def test_a_wrong_request_for_playouts_is_an_error() -> None:
    game = network("stuck")
    with pytest.raises(UsageError, match="either"):
        play_out(game)
    with pytest.raises(UsageError, match="backend"):
        play_out(game, count=1, backend="abacus")


def test_machines_keep_lanes_apart() -> None:
    game = network("three")
    machine = Machine(game.look, 2)
    states = [game.initial, frozenset({Compound("turn", (Symbol("cross"),))})] * 40
    from lelma.engine.network.machine import packed, unpacked

    machine.inputs[:] = packed(game.bits(states))
    terminal = unpacked(machine.run(), 80)[0]
    assert terminal.tolist() == [False, True] * 40


def test_variables_lists_names_in_order() -> None:
    assert list(variables([Compound("f", (Variable("y"), Variable("x"), Variable("y")))])) == ["y", "x"]
