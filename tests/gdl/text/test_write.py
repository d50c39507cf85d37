"""Writing descriptions: whatever is written reads back as the same tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.errors import GdlError
from gdl.text.read import read, read_file, read_infix, read_kif
from gdl.text.write import infix_term, kif_term, to_infix, to_kif
from gdl.tree.syntax import (
    KEYWORDS,
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Symbol,
    Term,
    Variable,
)

LETTERS = "abXYZ019_-+*/.,:'\"\\|[]{}%#@!?<=>~&^$é漢"
WORDS = st.one_of(
    st.sampled_from(["p", "q", "cell", "a-b", "1.5", "-1", "'q", '"s"', "X", "_", ":-", "\\+", "not", "or", "007"]),
    st.text(LETTERS, min_size=1, max_size=6).filter(lambda name: not name.startswith("?") and name != "<="),
).filter(lambda name: name.lower() not in KEYWORDS or name in ("not", "or", "true", "goal"))
RELATIONS = st.one_of(
    st.sampled_from(["legal", "true", "does", "goal", "next", "terminal"]),
    WORDS.filter(lambda name: name.lower() not in KEYWORDS),
)
VARIABLES = st.builds(
    Variable, st.one_of(st.sampled_from(["x", "X", "_", "_1", "a-b", "?"]), st.text(LETTERS, min_size=1, max_size=4))
)
TERMS: st.SearchStrategy[Term] = st.recursive(
    st.one_of(VARIABLES, st.builds(Symbol, WORDS)),
    lambda terms: st.builds(Compound, WORDS, st.lists(terms, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)
SENTENCES: st.SearchStrategy[Term] = st.one_of(
    st.builds(Symbol, RELATIONS),
    st.builds(Compound, RELATIONS, st.lists(TERMS, min_size=1, max_size=3).map(tuple)),
)
LITERALS: st.SearchStrategy[Literal] = st.recursive(
    st.one_of(SENTENCES, VARIABLES, st.builds(Distinct, TERMS, TERMS)),
    lambda literals: st.one_of(
        st.builds(Not, literals),
        st.builds(Or, st.lists(literals, max_size=3).map(tuple)),
        st.builds(And, st.lists(literals, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)
DESCRIPTIONS = st.builds(
    Description,
    st.lists(st.builds(Rule, SENTENCES, st.lists(LITERALS, max_size=4).map(tuple)), max_size=5).map(tuple),
)


@settings(max_examples=80, deadline=None)
@given(DESCRIPTIONS)
def test_kif_reads_back(description: Description) -> None:
    assert read_kif(to_kif(description)) == description


@settings(max_examples=80, deadline=None)
@given(DESCRIPTIONS)
def test_infix_reads_back(description: Description) -> None:
    assert read_infix(to_infix(description)) == description


@settings(max_examples=50, deadline=None)
@given(DESCRIPTIONS)
@pytest.mark.slow
def test_kif_and_infix_say_the_same(description: Description) -> None:
    assert to_kif(read_infix(to_infix(read_kif(to_kif(description))))) == to_kif(description)


@pytest.mark.slow
def test_every_visible_sheet_survives_both_forms(shared_data: Callable[[str], Path]) -> None:
    for path in sorted(shared_data("gdl/rules").glob("*.kif")):
        description = read_file(path)
        assert read(to_kif(description)) == description, path.name
        assert read(to_infix(description)) == description, path.name


def test_the_forms_are_readable() -> None:
    description = read_kif(
        "(role p1) (role P2) (<= (legal ?p ?m) (role ?p) (or (move ?m) (and x (not y))) (distinct ?m a-b))"
    )
    assert to_kif(description) == (
        "(role p1)\n(role P2)\n\n(<= (legal ?p ?m) (role ?p) (or (move ?m) (and x (not y))) (distinct ?m a-b))\n"
    )
    assert to_infix(description) == (
        "role(p1).\nrole('P2').\n\nlegal(P, M) :- role(P), (move(M) ; (x, \\+ y)), distinct(M, 'a-b').\n"
    )


def test_long_rules_take_a_line_a_literal() -> None:
    body = tuple(Compound("a_long_name", (Symbol(f"constant_{number}"),)) for number in range(5))
    description = Description((Rule(Symbol("p"), body),))
    assert to_kif(description).count("\n") == 6
    assert to_infix(description).count("\n") == 6
    assert read_kif(to_kif(description)) == read_infix(to_infix(description)) == description


@pytest.mark.parametrize("name", ["", "a b", "a(b", "a;b", "?x", "<=", "a\nb"])
def test_names_that_kif_cannot_write_are_refused(name: str) -> None:
    for write in (kif_term, infix_term):
        with pytest.raises(GdlError, match="cannot be written"):
            write(Symbol(name))
