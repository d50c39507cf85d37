"""The network agrees with recorded traces: terminal, goals, legal moves and next states."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

from gdl.ground.ground import DoesNotGround, GroundLimits
from gdl.text.read import fold_case, read_file
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol, Term
from lelma.engine.network import Network, perft, solve_network

MOST_INSTANCES = 40_000
"""Larger games take seconds; all of those that ground were seen to agree."""


def term(text: str) -> Term:
    """The ground term that a KIF text says."""
    stack: list[list[Term]] = [[]]
    for token in text.replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            stack.append([])
        elif token == ")":
            head, *args = stack.pop()
            assert isinstance(head, Symbol)
            stack[-1].append(Compound(head.name, tuple(args)) if args else head)
        else:
            stack[-1].append(Symbol(token))
    return stack[0][0]


def plain(texts: Sequence[str]) -> list[str]:
    """Sorted, without case, and with `(foo)` written as `foo`, which is the same."""
    return sorted(re.sub(r"\(([^\s()]+)\)", r"\1", text.lower()) for text in texts)


def agrees(found: Sequence[str], expected: Any) -> bool:
    """Whether sorted texts are the ones recorded, in full or as a count and a hash."""
    if isinstance(expected, list):
        return plain(found) == plain(expected)
    lines = "\n".join(plain(found))
    return len(found) == expected["count"] and hashlib.sha256(lines.encode()).hexdigest() in (
        expected["sha256_lower"],
        expected["sha256"],
    )


def differences(network: Network, game: dict[str, Any]) -> list[str]:
    """Where a network differs from the trace of a game."""
    found: list[str] = []
    names = {kif_term(fluent).lower(): fluent for fluent in network.fluents}
    roles = [kif_term(role) for role in network.roles]
    moves = [{kif_term(move).lower(): move for move in moves} for moves in network.moves]
    if [role.lower() for role in roles] != [role.lower() for role in game["roles"]]:
        return [f"roles: {roles}"]
    if not agrees([kif_term(fluent) for fluent in network.initial], game["init"]):
        found.append("init")
    few = 1 if network.grounding.instances > 10_000 else 3
    for number, playout in enumerate(game["playouts"][:few]):
        for at, step in enumerate(playout["steps"]):
            place = f"playout {number} step {at}"
            if isinstance(step["state"], list):
                missing = [text for text in plain(step["state"]) if text not in names]
                if missing:
                    found.append(f"{place}: never reached: {missing}")
                    break
                state = frozenset(names[text] for text in plain(step["state"]))
            elif not agrees([kif_term(fluent) for fluent in state], step["state"]):
                found.append(f"{place}: state")
                break
            if network.terminal(state) != step["terminal"]:
                found.append(f"{place}: terminal")
            if step["terminal"]:
                values = [[str(value) for value in goals] for goals in network.goals(state)]
                expected = [step["goals"].get(role) for role in game["roles"]]
                for ours, theirs in zip(values, expected, strict=True):
                    wanted = [] if theirs is None else theirs if isinstance(theirs, list) else [theirs]
                    if sorted(ours) != sorted(str(value) for value in wanted):
                        found.append(f"{place}: goals {values}, not {expected}")
                continue
            for role, legal in zip(game["roles"], network.legal(state), strict=True):
                if not agrees([kif_term(move) for move in legal], step["legal"].get(role, [])):
                    found.append(f"{place}: legal {role}")
            if "move" not in step:
                continue
            joint = [moves[r][step["move"][role].lower()] for r, role in enumerate(game["roles"])]
            state = network.next(state, joint)
            after = playout["steps"][at + 1]["state"] if at + 1 < len(playout["steps"]) else None
            if after is not None and not agrees([kif_term(fluent) for fluent in state], after):
                found.append(f"{place}: next")
    return found


def load(folder: Path, game: dict[str, Any]) -> Network:
    description = read_file(folder / "rules" / game["file"])
    if game["case_fold_safe"]:
        description = fold_case(description)
    return Network.build(description, GroundLimits(seconds=20, instances=MOST_INSTANCES))


@pytest.mark.nightly
def test_network_agrees_with_every_trace(shared_data: Callable[[str], Path]) -> None:
    folder = shared_data("gdl")
    compared, failed = 0, {}
    for line in (folder / "conformance.jsonl").read_text().splitlines():
        game = json.loads(line)
        try:
            network = load(folder, game)
        except DoesNotGround:
            continue
        compared += 1
        if found := differences(network, game):
            failed[game["game"]] = found[:3]
    assert failed == {}
    assert compared >= 55


def test_network_counts_sequences_and_states_as_recorded(shared_data: Callable[[str], Path]) -> None:
    folder = shared_data("gdl")
    for line in (folder / "perft.jsonl").read_text().splitlines():
        game = json.loads(line)
        network = Network.build(fold_case(read_file(folder / "rules" / game["file"])))
        levels = perft(network, len(game["perft"]) - 1)
        assert [dataclasses.asdict(level) for level in levels] == game["perft"], game["game"]


def test_published_tic_tac_toe_is_a_draw(shared_data: Callable[[str], Path]) -> None:
    solution = solve_network(Network.build(fold_case(read_file(shared_data("gdl") / "rules" / "ticTacToe.kif"))))
    assert len(solution.graph.states) == 5478
    assert solution.value() == (50, 50)
