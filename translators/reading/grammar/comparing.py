"""Meanings of clauses that compare: more and less, best answers, extremes. Constructions name them; None refuses.

Long, because every way to compare is told by the same few phrases.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import (
    FLIPPED,
    Amount,
    AmountRelation,
    Assertion,
    Beats,
    Case,
    Compares,
    Degree,
    Denied,
    Expr,
    Gets,
    Many,
    Measure,
    NumberClaim,
    Otherwise,
    Ranks,
    Spread,
    Who,
)

_RELATIONS: dict[str, AmountRelation] = {"more": ">", "less": "<", "same": "=", "as": "="}
_TURNED: dict[AmountRelation, AmountRelation] = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
_MEASURES = {"pay": "pay", "min": "min", "max": "max", "guaranteed": "min", "potential": "max", "expected": "mean"}
_LOSING = ("loss", "lost")


def _relation(word: str) -> AmountRelation | None:
    return _RELATIONS.get(word) or (word if word in (">", "<", ">=", "<=", "=", "!=") else None)  # type: ignore[return-value]


# Degrees


def degree(relation: str, payoff: str = "pay", by: Amount | None = None) -> Degree | None:
    """More, less, the same; so much more. Of losses more is less."""
    found = _relation(relation)
    if found is None or (by is not None and (found not in (">", "<") or by.one is None or by.one < 0)):
        return None
    return Degree(FLIPPED[found] if payoff == "loss" else found, by)


def degree_times(factor: Fraction, payoff: str = "pay", bound: str = "") -> Degree | None:
    """So many times as much."""
    relations: dict[str, AmountRelation] = {
        "": "=",
        "least": ">=",
        "most": "<=",
        "over": ">",
        "under": "<",
        "about": "~",
    }
    return Degree(relations[bound], factor=factor)


def degree_bound(bound: str) -> Degree | None:
    """At least, at most as much."""
    relations: dict[str, AmountRelation] = {"least": ">=", "most": "<="}
    return Degree(relations[bound]) if bound in relations else None


def degree_not(degree: Degree) -> Degree | None:
    """Not more is at most as much; not as much is less, by the language of comparison."""
    if degree.by is not None or degree.factor is not None or degree.denied:
        return None
    if degree.every:
        return replace(degree, denied=True)
    return replace(degree, relation=_TURNED[degree.relation])


def degree_short(relation: str) -> Degree:
    """Not as much: less."""
    return Degree("<")


def degree_every(degree: Degree) -> Degree:
    """In every case."""
    return replace(degree, every=True)


def degree_of(degree: Degree, kind: Measure | str) -> Degree | None:
    """More by a kind of payoff: `a higher minimum payoff`."""
    if degree.measure != "pay":
        return None
    name = kind.kind if isinstance(kind, Measure) else kind
    if isinstance(kind, Measure) and (
        (kind.which and kind.kind not in ("min", "max")) or kind.who or not kind.case.empty
    ):
        return None
    found = {**_MEASURES, "sum": "sum", "shared": "sum", "mean": "mean"}.get(name)
    return replace(degree, measure=found) if found else None


def degree_safer(relation: str) -> Degree:
    """Safer: with a higher guarantee."""
    return Degree(_RELATIONS[relation], measure="min")


def degree_for(degree: Degree, who: Who) -> Degree | None:
    """More for somebody."""
    return replace(degree, who=who) if degree.who is None and who.kind not in ("neither", "one") else None


def more_given(degree: Degree, verb: str = "gain") -> Degree | None:
    """Is more, gives more, costs more."""
    if verb == "fall":
        return None
    return replace(degree, relation=FLIPPED[degree.relation]) if verb in _LOSING else degree


def more_sure(degree: Degree) -> Degree:
    """Guarantees more."""
    return replace(degree, measure="min") if degree.measure == "pay" else degree


# Comparisons


def compared(left: Case | None = None, more: Degree | None = None, right: Case | None = None) -> Assertion | None:
    """One case brings more than another, or than whatever could be chosen instead."""
    if more is None:
        return None
    if more.relation == "=" and right is None and more.who is not None and more.who.kind in ("both", "each", "we"):
        return None  # `that makes us equal` is of two players, not of two choices
    made = Compares(
        left or Case(), more.relation, right, more.who, more.by, more.measure, Case(every=more.every), more.factor
    )
    return Denied(made) if more.denied else made


def compared_this(more: Degree) -> Assertion | None:
    """What was spoken of brings more than whatever could be chosen instead."""
    return compared(None, more) if more.relation in (">", "<") else None


def exceeds(
    left: Case,
    relation: str,
    right: Case,
    by: Amount | None = None,
    who: Who | str | tuple[str, str] | None = None,
) -> Assertion | None:
    """One case is more than another."""
    found = _relation(relation)
    return Compares(left, found, right, who_of(who) if who is not None else None, by) if found else None


def gets_more(
    who: Who, more: Degree, left: Case | None = None, right: Case | None = None, verb: str = "gain"
) -> Assertion | None:
    """Somebody gets more in one case than in another."""
    if who.kind in ("neither", "one") or (left is None and right is None and more.relation == "="):
        return None
    made = more_given(replace(more, who=who), verb)
    return compared(left, made, right) if made is not None and (more.who is None) else None


def wins_over(left: Case, right: Case) -> Assertion | None:
    """One move beats another where they meet: `rock beats scissors`."""
    if len(left.choices) != 1 or len(right.choices) != 1:
        return None
    mine, theirs = left.choices[0], right.choices[0]
    if mine.who is not None or theirs.who is not None:
        return None
    return Beats(
        Who("me"), ">", Who("them"), case=Case((replace(mine, who=Who("me")), replace(theirs, who=Who("them"))))
    )


def beats(who: Who, than: Who, more: Degree, verb: str = "gain") -> Assertion | None:
    """Somebody gets more than somebody else."""
    made = more_given(more, verb)
    if made is None or made.measure != "pay" or made.who is not None or made.denied:
        return None
    if who.kind == "neither" and than.kind in ("other", "them") and made.relation in (">", "<"):
        return Beats(Who("me"), "=", Who("them"))
    return (
        None if who.kind == "neither" else Beats(who, made.relation, than, made.by, Case(every=made.every), made.factor)
    )


def same_for(who: Who, relation: str = "same", verb: str = "gain") -> Assertion | None:
    """All get the same."""
    return Beats(Who("me"), "=", Who("them")) if who.kind in ("both", "each", "we") and verb != "fall" else None


def not_same_for(who: Who, relation: str = "same", verb: str = "gain") -> Assertion | None:
    """Not all get the same."""
    made = same_for(who, relation, verb)
    return Denied(made) if made is not None else None


def gains_over(who: Who | None, amount: Amount, verb: str, right: Case, left: Case | None = None) -> Assertion | None:
    """Somebody gains or loses an amount against another choice: `I lose 4 compared to choosing Y`."""
    if amount.one is None or amount.one < 0:
        return None
    relation: AmountRelation = "<" if verb in _LOSING else ">"
    return Compares(left or Case(), relation, right, who, amount)


def shifted_to(amount: Amount, verb: str, shift: tuple[Case, Case], who: Who | None = None) -> Assertion | None:
    """What a choice brings that is made instead of another: `R instead of B gives me 5`."""
    return None if verb in (*_LOSING, "won", "fall") else Gets(who, amount, "", shift[0])


def shift_raises(shift: tuple[Case, Case], relation: str, who: Who | str | None = None) -> Assertion | None:
    """Changing from one choice to another raises or lowers somebody's payoff."""
    left, right = shift
    return exceeds(left, relation, right, None, who)


def shift_more(shift: tuple[Case, Case], more: Degree) -> Assertion | None:
    """One choice instead of another brings more."""
    return compared(shift[0], more, shift[1])


def leads_by(by: Amount, relation: str, left: Case | None = None) -> Assertion | None:
    """A choice wins or loses by so much."""
    made = degree(relation, by=by)
    return compared(left, made) if made is not None else None


def switched(
    left: Case, amount: Amount, verb: str = "gain", relation: str = "", who: Who | str | tuple[str, str] | None = None
) -> Assertion | None:
    """Changing to a choice costs so much, or changes a payoff by so much: `switching to B costs me 2`."""
    if amount.one is None or amount.one < 0 or verb == "fall" or (not relation and verb not in _LOSING):
        return None
    found: AmountRelation = _RELATIONS[relation] if relation else "<"
    named = who_of(who) if who is not None and who != "its" else None
    return Compares(left, found, None, named, amount)


def shift_moves(
    shift: tuple[Case, Case], relation: str, by: Amount, who: Who | str | tuple[str, str] | None = None
) -> Assertion | None:
    """Changing from one choice to another changes a payoff by so much."""
    if by.one is None or by.one < 0:
        return None
    return Compares(
        shift[0], _RELATIONS[relation], shift[1], who_of(who) if who is not None and who != "its" else None, by
    )


def priced_at(
    left: Case, relation: str, by: Amount, who: Who | str | tuple[str, str] | None = None
) -> Assertion | None:
    """What a choice costs or brings against another one: `the price of B is 2`."""
    if by.one is None or by.one < 0:
        return None
    return Compares(left, _RELATIONS[relation], None, who_of(who) if who is not None and who != "its" else None, by)


def gap_here(amount: Amount, case: Case | None = None) -> Assertion | None:
    """How far two things are apart that the situation tells: two choices where it tells what is faced."""
    return Spread(amount, Case(), None, case or Case()) if amount.one is not None and amount.one >= 0 else None


def and_against(claim: Assertion, more: Degree, case: Case) -> Assertion | None:
    """How much more a choice brings in one case and in another: `2 better against P, 9 better against S`."""
    last = claim.parts[-1] if isinstance(claim, Many) else claim
    if not isinstance(last, Compares) or last.case.empty or last.by is None or more.by is None:
        return None
    also = replace(last, relation=more.relation, by=more.by, case=case)
    return Many((*(claim.parts if isinstance(claim, Many) else (claim,)), also))


def both_equal(acts: tuple[Case, Case], relation: str = "same") -> Assertion:
    """Two choices are as good."""
    return Compares(acts[0], "=", acts[1])


def more_twice(left: Case, one: Degree, two: Degree) -> Assertion | None:
    """A choice has more of two measures: `the higher minimum and the higher maximum`."""
    made = compared(left, one), compared(left, two)
    return None if one.measure == two.measure else Many(tuple(each for each in made if each is not None))


def degree_told(degree: Degree) -> Degree:
    """More, with the two numbers in brackets."""
    return degree


def more_amount(left: Case, more: Degree, amount: Amount) -> Assertion | None:
    """A choice has more of a measure, which is told in brackets: `the higher minimum (1)`."""
    made = compared(left, more)
    if made is None or more.measure not in ("min", "max", "mean") or amount.one is None:
        return None
    return Many((made, Gets(None, amount, more.measure, left)))


def saves(
    amount: Amount, left: Case | None = None, who: Who | None = None, right: Case | None = None
) -> Assertion | None:
    """A choice saves somebody an amount."""
    return Compares(left or Case(), ">", right, who, amount) if amount.one and amount.relation == "=" else None


def costs_over(amount: Amount, left: Case, right: Case, verb: str = "", who: Who | None = None) -> Assertion | None:
    """A choice costs somebody so much against another one."""
    loses = verb in ("loss", "lost") and amount.one and amount.relation == "="
    return Compares(left, "<", right, who, amount) if loses else None


def shift(left: Case, right: Case) -> tuple[Case, Case]:
    """A change of choice: what is chosen now, and what before."""
    return left, right


def shifted(amount: Amount, verb: str, shift: tuple[Case, Case], who: Who | None = None) -> Assertion | None:
    """Changing from one choice to another brings or costs so much."""
    if amount.one is None or verb == "fall":
        return None
    left, right = shift
    relation: AmountRelation = "<" if (verb in _LOSING) != (amount.one < 0) else ">"
    by = replace(amount, values=(abs(amount.one),))
    return Compares(left, relation, right, who, by)


def and_more(claim: Assertion, more: Degree, right: Case) -> Assertion | None:
    """An amount, and how much more that is than in another case: `I'd get 7, 2 more than with B`."""
    if not isinstance(claim, Gets) or claim.how not in ("", "mean") or claim.amount.relation != "=":
        return None
    if claim.bare and claim.who is not None and claim.who.kind != "me":
        return None  # `B gives me 9 and them 3, 3 more than A`: whose amount is more isn't told
    measure = "mean" if claim.how and more.measure == "pay" else more.measure
    return Many((claim, Compares(claim.case, more.relation, right, claim.who, more.by, measure, Case(), more.factor)))


def and_number(claim: Assertion, more: Degree, amount: Amount) -> Assertion | None:
    """An amount, and a number that it is more than: `I get 1, which is better than 0`."""
    if not isinstance(claim, Gets) or claim.amount.one is None or amount.one is None or amount.relation != "=":
        return None
    if more.by is not None or more.factor is not None or more.measure != "pay" or claim.how == "never":
        return None
    level = Expr((("", claim.amount.one),))
    return Many((claim, NumberClaim(level, more.relation, Expr((("", amount.one),)))))


def compared_told(left: Case, more: Degree, amount: Amount, right: Case | None = None) -> Assertion | None:
    """One case brings more than another, and how much that is: `B has a higher minimum payoff (3)`."""
    claim = compared(left, more, right)
    how = {"pay": "", "min": "min", "max": "max"}.get(more.measure)
    if claim is None or how is None or more.by is not None:
        return None
    return Many((claim, Gets(more.who, amount, how, left)))


def gets_more_every(who: Who, more: Degree, left: Case, verb: str = "gain") -> Assertion | None:
    """Somebody always gets more by a choice."""
    return gets_more(who, replace(more, every=True), left, verb=verb)


def instead_of(claim: Assertion, value: Fraction, word: str = "") -> Assertion | None:
    """An amount instead of another one: `B gives me 6 instead of 4`; `6, not 4` says no more than 6."""
    if word == "but_not":
        return claim
    if not isinstance(claim, Gets) or claim.how or claim.amount.relation != "=" or claim.amount.one in (None, value):
        return None
    return Many((claim, Otherwise(replace(claim, amount=replace(claim.amount, values=(value,))))))


def under_label(measure: Measure, claim: Assertion) -> Assertion | None:
    """An assertion after the name of a measure: `Worst case: I get 3`."""
    if measure.kind not in ("min", "max", "guaranteed", "potential") or measure.which not in ("", measure.kind):
        return None
    if not measure.case.empty or not isinstance(claim, Gets):
        return None
    if claim.how == "never":
        return claim if measure.kind == ("max" if claim.amount.relation in (">", ">=") else "min") else None
    found = _MEASURES[measure.kind]
    return replace(claim, how=found, bare=False) if claim.how in ("", found) else None


def both_claims(claim: Assertion, other: Assertion) -> Assertion | None:
    """Two amounts that stand against each other: `its minimum is 5, compared to a minimum of 1 with X`."""
    return Many((claim, other)) if isinstance(claim, Gets) and isinstance(other, Gets) and not other.bare else None


def amount_instead(amount: Amount, value: Fraction, case: Case) -> Assertion | None:
    """An amount in a case instead of another one, of whatever the sentence is about.

    Where the case tells the speaker's own choice it is that of the other amount: `1 compared to 0 if I choose B`.
    """
    if any(choice.who is not None and choice.who.kind == "me" for choice in case.choices):
        return Gets(None, Amount((value,)), "", case, bare=True) if amount.one not in (None, value) else None
    return instead_of(Gets(None, amount, "", case, bare=True), value)


def instead_act(claim: Assertion, value: Fraction, other: Case) -> Assertion | None:
    """An amount with one choice and another amount with another: `1 with hare versus 0 with stag`."""
    if (
        not isinstance(claim, Gets)
        or claim.how
        or claim.amount.relation != "="
        or not _one_act(claim.case)
        or not _one_act(other)
    ):
        return None
    if claim.case.choices[0].who != other.choices[0].who:
        return None
    told = -value if claim.lost else value
    return Many((claim, replace(claim, amount=replace(claim.amount, values=(told,)), case=other)))


def _one_act(case: Case) -> bool:
    return len(case.choices) == 1 and not case.profiles and not case.turned


def versus(left: Fraction, right: Fraction, relation: str = "") -> Assertion | None:
    """A number against another: `5 rather than 3` only says that they are two."""
    found = _relation(relation)
    if found is None:
        return None if left == right else NumberClaim(_sum(left), ">" if left > right else "<", _sum(right))
    return NumberClaim(_sum(left), found, _sum(right))


def _sum(value: Fraction) -> Expr:
    return Expr((("", value),))


def versus_case(case: Case, numbers: Assertion) -> Assertion | None:
    """Two numbers that are told for a case."""
    return numbers


def priced(case: Case, amount: Amount) -> tuple[Case, Amount] | None:
    """A case with what it brings in brackets: `A ($6)`."""
    return (case, amount) if amount.one is not None else None


def compared_priced(
    left: tuple[Case, Amount], right: tuple[Case, Amount], relation: str = "", more: Degree | None = None
) -> Assertion | None:
    """One case with its amount brings more than another with its own."""
    found = more.relation if more is not None else _relation(relation)
    if found is None:
        return None
    (one, first), (other, second) = left, right
    return Many((Compares(one, found, other), Gets(None, first, "", one), Gets(None, second, "", other)))


def same_claims(claim: Assertion) -> Assertion:
    """An assertion with the numbers that it compares in brackets."""
    return claim


# Measures against each other


def ranks(
    left: Measure, right: Measure, more: Degree | None = None, relation: str = "", by: Amount | None = None
) -> Assertion | None:
    """One measure is more than another."""
    if more is not None:
        return Ranks(left, more.relation, right, more.by, more.factor) if more.measure == "pay" else None
    found = _relation(relation)
    return Ranks(left, found, right, by) if found else None


def measured_more(
    measure: Measure, more: Degree, left: Case | None = None, right: Case | None = None
) -> Assertion | None:
    """A measure is higher for one case than for another, or than for whatever could be chosen instead."""
    if more.measure != "pay" or (measure.which and measure.kind not in ("min", "max")):
        return None
    found = {**_MEASURES, "sum": "sum", "shared": "sum"}[measure.kind]
    of = measure.case & left if left is not None else measure.case
    return Compares(of, more.relation, right, measure.who, more.by, found, Case(every=more.every), more.factor)


def so_far_apart(amount: Amount, left: object, right: object = None, case: Case | None = None) -> Assertion | None:
    """Two things are so far apart."""
    if amount.one is None or amount.one < 0 or not isinstance(left, Measure | Who | Case):
        return None
    if isinstance(left, Who) and isinstance(right, Who):
        return Spread(amount, left, right, case or Case())
    if isinstance(left, Measure) and isinstance(right, Measure):
        return Spread(amount, left, right, case or Case())
    if isinstance(left, Case) and isinstance(right, Case | None):
        return Spread(amount, left, right, case or Case())
    return None


def wins_out(left: Case, relation: str, by: Amount | None = None) -> Assertion | None:
    """A choice brings more than whatever could be chosen instead, or less: `R comes out on top`."""
    found = _relation(relation)
    return Compares(left, found, None, None, by) if found and (by is None or by.one is not None) else None


def gives_most(left: Case, relation: str, who: Who | None = None, verb: str = "gain") -> Assertion | None:
    """A choice brings more than whatever could be chosen instead, or less: `C gives me the most`."""
    if verb != "gain":
        return None
    return Compares(left, ">=" if relation == "max" else "<=", None, who)
