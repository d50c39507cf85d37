"""The names of the query templates of matrix games are definitions that mean the same."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from gdl.text.read import read_kif
from lelma.engine.solver import Solver, compile_program
from lelma.game.file_format import GameFile
from lelma.game.game import Game
from lelma.verify.formulas.goal import setting_of
from lelma.verify.formulas.judge import judge
from lelma.verify.verifier import Verifier
from tests.lelma.verify.formulas.explicit_games import matrix_game
from translators.formulas import heads_of, parse, read_definitions
from translators.formulas.paper_query import paper_formula
from translators.language.template import Template

SETS = Path(__file__).resolve().parents[4] / "games" / "_sets"
DEFINITIONS = read_definitions(
    {name: (SETS / name).read_text("utf-8") for name in ("theory.definitions", "matrix.definitions")}
)
HEADS = heads_of(DEFINITIONS)
MIXES = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0)), (Fraction(1, 4), Fraction(3, 4)))


def mix(rng: random.Random, role: str, moves: tuple[str, ...]) -> tuple[str, str]:
    """A mixed strategy over two moves, as a query and as a belief."""
    weights = rng.choice(MIXES)
    pairs = list(zip(moves, weights, strict=False))
    old = ", ".join(f"{move}: {float(weight)}" for move, weight in pairs)
    return f"[{old}]", ", ".join(f"{role}={move}:{weight}" for move, weight in pairs)


def both_ways(rng: random.Random, template: Template, moves: dict[str, tuple[str, ...]]) -> tuple[str, str]:
    """A claim of a template by p1 about random moves and numbers, as a query and as a formula."""
    old, new, beliefs = list[str](), list[str](), list[str]()
    for slot in template.slots:
        if slot.type in ("mix", "own_mix"):
            role = "p1" if slot.type == "own_mix" else "p2"
            query, belief = mix(rng, role, moves[role])
            old.append(query)
            beliefs.append(belief)
            continue
        if slot.type == "number":
            old.append(str(rng.randint(0, 3)))
        else:
            old.append(rng.choice(moves["p2" if slot.type == "their_move" else "p1"]))
        new.append(old[-1])
    query = f"{template.name}({', '.join(old)})" if old else template.name
    if template.name == "pareto_dominates":
        return query, f"pareto_dominates({{p1={new[0]}, p2={new[1]}}}, {{p1={new[2]}, p2={new[3]}}})"
    roles = [{"R": "p1", "O": "p2"}[name] for name, sort in HEADS[template.name].parameters if sort == "role"]
    args = [*roles, *new, *([f"{{{', '.join(beliefs)}}}"] if beliefs else [])]
    return query, f"{template.name}({', '.join(args)})"


@pytest.mark.slow
def test_every_template_of_matrix_games_is_a_definition_of_the_same_meaning() -> None:
    rng, truths = random.Random(31), dict[str, set[str]]()
    for _ in range(15):
        table = matrix_game(rng, 2, 2)
        description = read_kif(table.gdl())
        game = Game.from_description(description, path=Path("table"), file=GameFile())
        verifier = Verifier(game, role="p1", translator=None)
        solver, setting = Solver(compile_program(description)), setting_of(description, DEFINITIONS)
        vocabulary = table.vocabulary()
        moves = {"p1": table.spots[0].moves[0], "p2": table.spots[0].moves[1]}
        templates = [t for t in game.templates if t.name not in ("finally", "higher", "lower", "equal")]
        pairs = [both_ways(rng, template, moves) for template in templates for _ in range(4)]
        old = [verdict.truth for verdict in verifier.judge([query for query, _ in pairs])]
        new = judge(solver, [parse(formula, vocabulary, HEADS) for _, formula in pairs], setting=setting)
        for query, formula in pairs:
            if "[" not in query:  # mixed strategies are beliefs, whose role a query does not name
                assert paper_formula(query, vocabulary, HEADS, role="p1") == parse(formula, vocabulary, HEADS), query
        for (query, formula), before, after in zip(pairs, old, new, strict=True):
            assert after.truth == before, f"{query} {formula} {after}\n{table.gdl()}"
            truths.setdefault(query.split("(")[0], set()).add(before)
        solver.close()
    assert len(truths) > 55
    assert sum(found == {"true", "false"} for found in truths.values()) > 50, truths


@pytest.mark.parametrize("name", ["higher", "lower", "equal"])
def test_comparisons_of_numbers_are_forms_of_the_language(name: str) -> None:
    sign = {"higher": ">", "lower": "<", "equal": "~"}[name]
    solver = Solver(compile_program(read_kif(matrix_game(random.Random(1), 2, 2).gdl())))
    vocabulary = matrix_game(random.Random(1), 2, 2).vocabulary()
    setting = setting_of(read_kif(matrix_game(random.Random(1), 2, 2).gdl()))
    for left, right in ((1, 2), (2, 2), (3, 2)):
        expected = {"higher": left > right, "lower": left < right, "equal": left == right}[name]
        judged = judge(solver, [parse(f"{left} {sign} {right}", vocabulary)], setting=setting)[0]
        assert judged.truth == ("true" if expected else "false")
    solver.close()
