"""The claim language: what is written is read back, and what is wrong is told with its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.translators.formulas.random_formulas import Maker
from translators.formulas import DefinitionError, FormulaError, GameNames, heads_of, parse, read_definitions, text
from translators.formulas import formula as f
from translators.formulas.says import Voice, says
from translators.formulas.sorts import Head

THEORY = Path(__file__).resolve().parents[3] / "games" / "_sets" / "theory.definitions"
DEFINITIONS = read_definitions({THEORY.name: THEORY.read_text("utf-8")})
HEADS = heads_of(DEFINITIONS)
HUNT = GameNames(("p1", "p2"), {role: (f.Const("hare"), f.Const("stag")) for role in ("p1", "p2")})

ODD = GameNames(
    ("each", "p 2", "p3"),
    {
        "each": (f.Const("X0"), f.Const("pay"), f.Const("min")),
        "p 2": (f.Const("offer", (f.Const("3"),)), f.Const("it's \\ odd"), f.Const("-1")),
        "p3": (f.Const("Y1"), f.Const("a", (f.Const("b", (f.Const("c c"), f.Const("1/2"))),))),
    },
    relations={"good": (("thing",),), "over": ((),), "knows": (("thing", "thing"),)},
    things={"card": (f.Const("ace"), f.Const("2"))},
    chance=True,
)


@pytest.mark.parametrize("vocabulary", [HUNT, ODD], ids=["plain names", "odd names"])
def test_what_is_written_is_read_back(vocabulary: GameNames) -> None:
    maker = Maker(vocabulary, 1, steps=(1, 2), definitions=DEFINITIONS)
    for _ in range(1500):
        formula = maker.play_formula(3)
        assert parse(text(formula), vocabulary, HEADS) == formula, text(formula)


def test_what_is_written_of_records_is_read_back() -> None:
    maker = Maker(ODD, 2)
    atoms: list[f.Formula] = [
        f.Holds("good", (f.Const("p3"),)),
        f.Holds("over"),
        f.Holds("knows", (f.Const("each"), f.Const("2")), f.Const("3")),
        f.Did(f.Const("p 2"), f.Const("it's \\ odd"), f.Const("2")),
        f.Can(f.Const("p3"), f.Const("Y1")),
        f.Will(f.Const("each"), f.Const("min"), f.Const("1")),
        f.Quantified("any", "X", f.Domain("card", None, (f.Const("2"),)), f.Holds("good", (f.Var("X"),))),
        f.Compare(">", f.Total(f.Const("p3"), f.Const("2")), f.Arithmetic("*", f.Rounds(), f.Earned(f.Const("p3")))),
        f.Compare(
            "=", f.Number(Fraction(-1, 3)), f.Pay(f.Const("p3"), f.Condition((f.Saw(f.Const("p3"), f.Const("2")),)))
        ),
    ]
    for _ in range(1500):
        formula = maker.record_formula(4, (1, 2), atoms)
        assert parse(text(formula), ODD, HEADS) == formula, text(formula)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("pay(p1; p1=stag) = ", "line 1, column 20: the end can't stand here"),
        (
            "pay(p1;\n p1=stak) = 1",
            "line 2, column 5: there is no move 'stak' of p1; expected a move (hare, stag); did",
        ),
        ("pay(p1; p1=stak) = 1", "did you mean stag?"),
        ("pay(p9; ) = 1", "column 5: there is no role 'p9'; expected a role (p1, p2); did you mean"),
        ("nush({p1=stag})", "there is no form, definition or relation 'nush'; did you mean nash"),
        ("best(p1, stag)", "best takes 3 arguments, not 2; expected best(R: role, M: move, S: condition)"),
        ("pay(p1; )", "pay is a number; expected a comparison, such as pay(…) = 5"),
        ("p1=stag", "p1 is no number; expected a number; names are compared with 'is'"),
        ("pay(p1; p1=stag, p1=hare) = 1", "p1 is given two moves"),
        (
            "each X in mooves(p1): pay(p1; p1=X) = 1",
            "nothing called 'mooves' to run over; expected one of roles, moves",
        ),
        ("nash(p1)", "this is no condition; expected {ROLE=MOVE, …}, S: condition of nash(S: condition)"),
        ("pay(p1; p1=stag:1) = 1", "a probability has no place here"),
        ("mean(p1; ; p2=stag) = 1", "this is no part of a belief; expected ROLE=MOVE:PROBABILITY"),
        ("1/0 = 1", "a number can't be divided by zero"),
        ("not 5", "a number or a list is no claim by itself"),
        ("some nash({p1=stag})", "'some' goes with a comparison of numbers"),
        ("each X in roles: pay(p1; p1=X) = 1", "X is a role; expected a move"),
        ("knows(p1, pay(p1; )=1)@soon", "soon is no moment; expected a number of joint moves"),
        ("not " * 900 + "1 = 1", "the formula is nested more than 100 deep here"),
        ("-" * 3000 + "1 = 1", "nested more than 100 deep"),
        ("1" + " + 1" * 900 + " = 1", "nested more than 100 deep"),
        ("min " * 900 + "1 = 1", "nested more than 100 deep"),
        ("if 1 = 1 then " * 200 + "1 = 1", "nested more than 100 deep"),
        ("pay(" * 900, "the end can't stand here"),
        ("pay(p1; ) = 1 " * 500, "the formula is longer than 4000 characters"),
        ("pay(p1; ) = £", "can't stand here"),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_was_expected(given: str, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(given, HUNT, HEADS)
    assert message in str(caught.value)


def test_moves_after_two_roles_may_be_of_either() -> None:
    tax = GameNames(
        ("p1", "p2"), {"p1": (f.Const("audit"), f.Const("trust")), "p2": (f.Const("comply"), f.Const("evade"))}
    )
    heads = {"meets": Head("meets", (("R", "role"), ("O", "role"), ("M", "move"), ("T", "move")))}
    assert text(parse("meets(p1, p2, audit, evade)", tax, heads)) == "meets(p1, p2, audit, evade)"
    with pytest.raises(FormulaError, match="there is no move 'stag'"):
        parse("meets(p1, p2, stag, evade)", tax, heads)


def test_terms_are_read_as_the_rules_spell_them_too() -> None:
    read = parse("pay(p3; p3=Y1, 'p 2'=(offer 3)) = 1 and did('p 2', (offer 3))@2", ODD)
    assert read == parse("pay(p3; p3=Y1, 'p 2'=offer(3)) = 1 and did('p 2', offer(3))@2", ODD)
    for given in ("pay(p3; 'p 2'=(offer)) = 1", "pay(p3; 'p 2'=(offer 3 4)) = 1"):
        with pytest.raises(FormulaError, match="there is no move"):
            parse(given, ODD)
    with pytest.raises(FormulaError, match="can't stand here"):
        parse("1 (2 3) = 1", ODD)


def test_brackets_around_brackets_are_read() -> None:
    assert parse("(" * 300 + "1 = 1" + ")" * 300, HUNT) == parse("1 = 1", HUNT)


def test_what_is_nested_as_deep_as_may_be_is_written_and_said() -> None:
    formula = parse("not " * 95 + "1 = 1", HUNT)
    assert parse(text(formula), HUNT) == formula
    assert says(formula, Voice(HUNT.roles)).count("it is not so") == 95


def test_the_caret_stands_below_the_fault() -> None:
    with pytest.raises(FormulaError) as caught:
        parse("pay(p1; p1=stak) = 1", HUNT)
    lines = str(caught.value).splitlines()
    assert lines[-2][lines[-1].index("^") :].startswith("stak")


def test_you_and_they_are_roles_where_it_is_known_who_speaks() -> None:
    assert parse("pay(you; they=stag) = 1", HUNT, role="p2") == parse("pay(p2; p1=stag) = 1", HUNT)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            'name = "a()"\nformula = "b()"\nsays = "x"\n[[definition]]\nname = "b()"\nformula = "not a()"\nsays = "y"',
            "a → b → a",
        ),
        ('name = "a(R: rol)"\nformula = "1 = 1"\nsays = "{R}"', "'R: rol' is no parameter"),
        ('name = "a(R: role)"\nformula = "1 = 1"\nsays = "it is so"', "says leaves R unsaid"),
        ('name = "a()"\nformula = "1 = 1"\nsays = "{R} so"', "says has a place {R} for no parameter"),
        ('name = "a(M: move)"\nformula = "pay(M; ) = 1"\nsays = "{M}"', "M is a move; expected a role"),
        ('name = "pay(R: role)"\nformula = "1 = 1"\nsays = "{R}"', "there is a pay already"),
        ('name = "a()"\nsays = "x"', "needs name, says, and either formula or number"),
        ('name = "a()"\nformula = "1 ="\nsays = "x"', "the end can't stand here"),
        ('name = "a()"\nsense = "x"', "expected texts"),
        ("name = ", "Invalid value"),
    ],
)
def test_a_definition_that_cannot_be_used_is_told(line: str, message: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        read_definitions({"own.definitions": f"[[definition]]\n{line}"})
    assert message in str(caught.value)


def test_definitions_may_use_those_that_are_known_and_later_ones() -> None:
    found = read_definitions(
        {"own": '[[definition]]\nname = "a()"\nformula = "b() and zero_sum()"\nsays = "x"\n'
                '[[definition]]\nname = "b()"\nformula = "1 = 1"\nsays = "y"'},
        known=DEFINITIONS,
    )  # fmt: skip
    assert set(found) == {"a", "b", *DEFINITIONS}
