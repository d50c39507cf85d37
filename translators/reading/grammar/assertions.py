"""Meanings of clauses. Every function is one that constructions name; None refuses.

Long, because payoffs and theory are told by the same clauses.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.reading.grammar.amounts import signed_amount
from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import (
    DENIED,
    Amount,
    AmountRelation,
    Assertion,
    Beats,
    Best,
    Case,
    Cells,
    Choosing,
    Compares,
    Degree,
    Denied,
    Deviates,
    Dominance,
    Dominates,
    Efficient,
    Expr,
    Falls,
    GameIs,
    Gets,
    Many,
    Measure,
    NumberClaim,
    Otherwise,
    Paid,
    Peak,
    Ranks,
    Refined,
    RowOfCells,
    Spread,
    Stable,
    Verb,
    Who,
    ownerless,
)

_RELATIONS: dict[str, AmountRelation] = {"more": ">", "less": "<", "same": "="}
_RELATIVE = {"won": "won", "lost": "lost", "risk": "risk"}
_NOBODY = Who("neither")


def _is_loss(verb: str) -> bool:
    return verb in ("loss", "lost")


def _signed(verb: str, amount: Amount) -> Amount:
    """What is lost is a negative payoff, and a bound on it the other way round."""
    return amount.negated if _is_loss(verb) else amount


def _stakes(verb: str, amount: Amount) -> bool:
    """Whether an amount is what is at stake, `R risks 3`, which may be the loss of it or a payoff."""
    return verb == "bare" and amount.values != (Fraction(0),)


# Payoffs


def gets(
    who: Who | str | tuple[str, str], amount: Amount, verb: str = "gain", how: str = "", mode: str = "", **_: object
) -> Assertion | None:
    """Somebody gets an amount; what may be guaranteed need not be."""
    named = who_of(who)
    if _stakes(verb, amount) or mode == "may" or (how == "sum" and named.kind in ("both", "each")):
        return None
    if named.kind == "neither":
        return _nobody_gets(amount, how)
    if how == "sum" and named.kind in ("me", "them", "role"):
        how = ""  # when we strike together, Lena gets 8
    if how == "not":
        return Denied(Gets(named, _signed(verb, amount)))
    return Gets(named, _signed(verb, amount), how, relative=_RELATIVE.get(verb, ""), lost=_is_loss(verb))


def verb(sense: str = "gain", how: str = "", mode: str = "") -> Verb | None:
    """What a verb tells of an amount, and how it holds; what may be guaranteed need not be."""
    return None if mode == "may" else Verb(sense, how)


def paid(amount: Amount, how: str = "") -> Paid:
    """An amount, and what it is of."""
    return Paid(amount, how)


def _how(verb: Verb, paid: Paid) -> str | None:
    """How an amount is told to be got; None where a verb and an amount tell what does not go together."""
    if verb.how == "sure" and paid.how == "sum":
        return "sum"
    return None if verb.how and paid.how else verb.how or paid.how


def gets_paid(
    who: Who, verb: Verb, paid: Paid | None = None, amount: Amount | None = None, how: str = ""
) -> Assertion | None:
    """Somebody gets an amount, in one way or another."""
    if paid is None:
        paid = Paid(amount or Amount(()), how)
    if paid.how == "each":
        return gets_each(who, paid.amount, verb.sense) if not verb.how else None
    told = _how(verb, paid)
    return gets(who, paid.amount, verb.sense, told) if told is not None else None


def gains_paid(verb: Verb, paid: Paid) -> Assertion | None:
    """An amount is got, in one way or another, by whoever the sentence is about."""
    if verb.how not in ("", "may") or paid.how not in ("", "sum") or (verb.how and paid.how):
        return None
    return gets_bare(paid.amount, verb.sense, verb.how or paid.how)


def gives_paid(verb: Verb, paid: Paid, case: Case | None = None, who: Who | None = None) -> Assertion | None:
    """A case gives somebody an amount, in one way or another."""
    if paid.how == "each":
        return gives_each(case, paid.amount, verb.sense, who) if case is not None and not verb.how else None
    how = _how(verb, paid)
    return gives(paid.amount, verb.sense, case, who, how) if how is not None else None


def _nobody_gets(amount: Amount, how: str) -> Assertion | None:
    """`neither of us gets anything`, `nobody gets more than 3`: of each it is not so."""
    if amount.peak and how in ("", "may"):
        return Gets(Who("each"), replace(amount, relation="!="))
    if how not in ("", "may") or amount.relation not in (">", "<", ">=", "<="):
        return (
            Gets(Who("each"), replace(amount, relation="!=")) if amount.values == (Fraction(0),) and not how else None
        )
    return Gets(Who("each"), amount, "never")


def gets_nothing(who: object, verb: str = "gain") -> Assertion:
    """Nobody gets anything."""
    return Gets(Who("each"), Amount((Fraction(0),)), relative=_RELATIVE.get(verb, ""))


def nothing_gained(who: Who, what: str) -> Assertion | None:
    """Somebody has nothing to gain or to lose."""
    if who.kind == "one":
        return None
    return Gets(Who("each") if who.kind == "neither" else who, Amount((Fraction(0),)), relative=what)


def anything_gained(who: Who, what: str) -> Assertion | None:
    """Nobody has anything to gain or to lose."""
    return nothing_gained(who, what) if who.kind == "neither" else None


def gives_two(
    acts: tuple[Case, Case], amount: Amount, verb: str = "gain", who: Who | None = None, how: str = ""
) -> Assertion | None:
    """Two choices give somebody an amount, each of them."""
    made = tuple(gives(amount, verb, each, who, how) for each in acts)
    return None if None in made else Many(tuple(each for each in made if each is not None))


def mean_two(acts: tuple[Case, Case], amount: Amount, verb: str = "gain", who: Who | None = None) -> Assertion | None:
    """Two choices give somebody an amount on average, each of them."""
    return gives_two(acts, amount, verb, who, "mean")


def gives_nothing(case: Case, who: object) -> Assertion:
    """A case gives nobody anything."""
    return Gets(Who("each"), Amount((Fraction(0),)), "", case)


def leads(who: Who, by: Amount, relation: str) -> Assertion | None:
    """Somebody is so much ahead of the other."""
    than = Who("them") if who.kind == "me" else Who("me")
    if who.kind not in ("me", "them", "role") or by.one is None or by.one < 0:
        return None
    return Beats(who, _RELATIONS[relation], than, by)


def gets_each(who: Who, amount: Amount, verb: str = "gain", **_: object) -> Assertion | None:
    """All get an amount each."""
    if isinstance(who, str):
        who = Who("each")
    if who.kind in ("rest", "group"):
        return Gets(who, _signed(verb, amount))
    if who.kind == "them":
        return Gets(Who("them", "each"), _signed(verb, amount))
    return Gets(Who("each"), _signed(verb, amount)) if who.kind in ("both", "each", "we", "role") else None


def gets_for(who: Who, amount: Amount, again: Who, verb: str = "gain") -> Assertion | None:
    """What some of us get, of all that is told of us: `we end at 60 for her`."""
    return gets(again, amount, verb) if who.kind in ("we", "both", "each") else None


def gets_bare(amount: Amount, verb: str, how: str = "") -> Assertion | None:
    """An amount is got by whoever the sentence is about."""
    if verb == "fall" or _stakes(verb, amount):
        return None
    lost = _is_loss(verb)
    return Gets(None, _signed(verb, amount), how, relative=_RELATIVE.get(verb, ""), elided=True, lost=lost)


def gives(
    amount: Amount,
    verb: str = "gain",
    case: Case | None = None,
    who: Who | None = None,
    how: str = "",
    mode: str = "",
) -> Assertion | None:
    """A case gives somebody an amount; what it may guarantee need not be."""
    if _stakes(verb, amount) or mode == "may":
        return None
    if how == "not":
        return Denied(Gets(who, _signed(verb, amount), "", case or Case()))
    if who is not None and who.kind == "neither":
        return None
    lost = _is_loss(verb)
    relative = "lost" if lost else _RELATIVE.get(verb, "")
    return Gets(who, _signed(verb, amount), how, case or Case(), bare=case is None, relative=relative, lost=lost)


def gives_beside(case: Case, amount: Amount) -> Assertion | None:
    """A case and an amount after a colon; what stands after `in every case:` are the cases one by one."""
    return None if case.every and not case.choices else gives(amount, "gain", case)


def sums_up(amount: Amount, case: Case | None = None, how: str = "", **_: object) -> Assertion | None:
    """What all get in a case comes to so much together."""
    of = case or Case()
    return Gets(None, amount, "sum", replace(of, every=of.every or how == "every"))


def gives_bare(case: Case, amount: Amount) -> Assertion | None:
    """A case and an amount side by side."""
    return Gets(None, amount, "", case, bare=True)


def gives_each(case: Case, amount: Amount, verb: str = "gain", who: Who | None = None) -> Assertion:
    """A case gives all an amount each."""
    return Gets(Who("each"), _signed(verb, amount), "", case)


def agent_gets(move: str, amount: Amount, verb: str, case: Case | None = None) -> Assertion | None:
    """Whoever makes a move gets an amount."""
    made = Case((Choosing(Who("chooser", move), (move,)),))
    if case is not None:
        if len(case.choices) != 1:
            return None
        made &= Case((replace(case.choices[0], who=case.choices[0].who or Who("other")),))
    return Gets(Who("chooser", move), _signed(verb, amount), "", made)


def lone_move(move: tuple[str, ...]) -> str:
    """Whoever alone makes a move."""
    return move[0]


def lone_gets(
    move: str, amount: Amount, verb: str = "gain", lone: str = "", other: Who | None = None, rest: Amount | None = None
) -> Assertion | None:
    """The only one who makes a move gets an amount, and the other one another."""
    made = Case((Choosing(Who("some", "1"), (move,)),))
    told = Gets(Who("chooser", move), _signed(verb, amount), "", made)
    if other is None or rest is None:
        return told
    return Many((told, Gets(Who("faced_chooser", move), rest, "", made))) if other.kind == "them" else None


def agents_get(
    count: Fraction | str, move: str | tuple[str, ...], amount: Amount, verb: str = "gain"
) -> Assertion | None:
    """So many who make a move get an amount each: `two cooperators earn 3`, `three on the bridge take 20`."""
    moves = (move,) if isinstance(move, str) else move
    if str(count) not in ("1", "2", "3", "4", "5") or len(moves) != 1 or (count == 1 and isinstance(count, Fraction)):
        return None
    made = Case((Choosing(Who("some", str(count)), moves),))
    return Gets(Who("chooser", moves[0]), _signed(verb, amount), "", made)


def agents_meet(one: str, first: Amount, two: str, second: Amount, verb: str = "gain") -> Assertion | None:
    """What each of two gets who make different moves: `the defector takes 5, the cooperator 0`."""
    if one == two:
        return None
    met = Case(tuple(Choosing(Who("chooser", move), (move,)) for move in (one, two)))
    return Many(
        tuple(
            Gets(Who("chooser", move), _signed(verb, amount), "", met) for move, amount in ((one, first), (two, second))
        )
    )


def agents_two(one: str, two: str) -> Case | None:
    """Two who make different moves."""
    if one == two:
        return None
    return Case(tuple(Choosing(Who("chooser", move), (move,)) for move in (one, two)))


def tolds_more(left: Gets | tuple[Gets, ...], right: Gets) -> tuple[Gets, ...]:
    """Amounts in cases, one after another."""
    return (*(left if isinstance(left, tuple) else (left,)), right)


def gets_amount(who: Who, amount: Amount) -> Assertion | None:
    """An amount for somebody."""
    made = gets(who, amount)
    return replace(made, bare=True) if isinstance(made, Gets) else made


def gets_elliptic(who: Who, amount: Amount) -> Assertion | None:
    """Somebody and an amount side by side."""
    return None if who.kind in ("neither", "one") else Gets(who, amount, "", bare=True)


def amount_each(amount: Amount) -> Assertion:
    """An amount for each."""
    return Gets(Who("each"), amount, bare=True)


def amount_total(amount: Amount, **_: object) -> Assertion:
    """An amount for all together."""
    return Gets(None, amount, "sum")


def amount_mean(amount: Amount) -> Assertion:
    """An amount on average."""
    return Gets(None, amount, "mean")


def amount_case(amount: Amount, case: Case) -> Assertion:
    """An amount in a case."""
    return Gets(None, amount, "", case, bare=True)


def measured(measure: Measure, amount: Amount) -> Assertion | None:
    """A measure is an amount."""
    if measure.case.every and measure.kind == "pay" and amount.relation == "=":
        return None
    own = measure.case.choices
    if measure.kind == "sum" and not measure.which and len(own) == 1 and own[0].who is None and own[0].how == "is":
        return None  # `the sum for X` may be of what X brings in all cases
    how = {
        "pay": "",
        "min": "min",
        "max": "max",
        "guaranteed": "sure",
        "potential": "max",
        "expected": "mean",
        "sum": "sum",
        "shared": "shared",
    }[measure.kind]
    if measure.which and measure.kind in ("guaranteed", "expected", "sum", "shared"):
        how = f"{how}-{measure.which}"
    return Gets(measure.who, amount, how, measure.case, relative=measure.relative if not how else "")


def measured_loss(loss: Measure, amount: Amount) -> Assertion | None:
    """The biggest loss is an amount: `the most I can lose is 3`."""
    if amount.one is None or amount.one < 0 or loss.case.every:
        return None
    return Gets(loss.who, _signed("loss", amount), loss.kind, loss.case, lost=True)


def never_loses(
    who: Who | None = None,
    case: Case | None = None,
    verb: Verb | None = None,
    loss: str = "",
    mode: str = "",
    **_: object,
) -> Assertion | None:
    """Nothing is lost: `it never results in a loss`, `I can't lose`; `I couldn't lose` is so on a condition."""
    if mode == "may" or (verb is None and loss != "loss") or (verb is not None and verb.how not in ("never", "not")):
        return None
    return Gets(who, Amount((Fraction(0),), "<"), "never", case or Case())


def no_losses(amount: Amount | None = None, sign: str = "") -> Assertion:
    """No payoff is a loss, or of a sign."""
    return Gets(Who("each"), amount or signed_amount(sign), "never", Case(every=True))


def gets_never(amount: Amount, who: Who | None = None, case: Case | None = None, up_to: str = "") -> Assertion | None:
    """Somebody never falls below, rises above, or reaches, an amount."""
    if up_to and amount.relation == "=":
        return Gets(who, replace(amount, relation=">="), "never", case or Case())
    if amount.relation not in ("<", ">") or (who is not None and who.kind == "neither"):
        return None
    return Gets(who, amount, "never", case or Case())


def cleft(
    amount: Amount, who: Who | None = None, case: Case | None = None, verb: str = "gain", how: str = ""
) -> Assertion | None:
    """`What I get there is 3`."""
    return gives(amount, verb, case, who, how) if amount.relation == "=" else None


def measured_for(case: Case, measure: Measure, amount: Amount) -> Assertion | None:
    """A choice has a measure of so much."""
    return measured(replace(measure, case=case & measure.case), amount)


def avoids(amount: Amount, case: Case | None = None, who: Who | None = None) -> Assertion | None:
    """A choice keeps somebody from an amount."""
    if amount.one is None or (amount.relation != "=" and not amount.peak):
        return None
    return Gets(who, replace(amount, relation="="), "never", case or Case())


def nothing_so(
    amount: Amount | None = None,
    above: Fraction | None = None,
    who: Who | None = None,
    case: Case | None = None,
    verb: str = "gain",
    how: str = "",
) -> Assertion | None:
    """Nothing brings so much: `no payoff is negative`, `nothing pays more than 5`."""
    told = amount if amount is not None else Amount((above,), ">") if above is not None else None
    if told is None or told.one is None or told.expr is not None:
        return None
    if how == "sum":
        return Gets(None, replace(told, relation=DENIED[told.relation]), "sum", Case(every=True))
    return Gets(who, _signed(verb, told), "never", case or Case())


def measured_peak(amount: Amount, measure: Measure) -> Assertion | None:
    """An amount is the highest of its kind: `5 is my best payoff`."""
    if measure.kind not in ("min", "max") and not measure.which:
        return None
    return measured(measure, amount)


def profile_amount(case: Case, amount: Amount) -> Assertion:
    """A profile and the amount of whoever is spoken of, or of each."""
    return Gets(None, amount, "", case, bare=True)


def cells(values: tuple[Fraction, ...], case: Case | None = None) -> Assertion:
    """A case and the payoffs of all roles; the case that is spoken of, where none is told."""
    return Cells(case or Case(), values)


def cells_list(list: tuple[str, ...], values: tuple[Fraction, ...]) -> Assertion:
    """A profile without brackets, or the course of a game in turn, and the payoffs of all roles."""
    return Cells(Case(profiles=(list,)), values)


def told_amount(amount: Amount, case: Case) -> Gets:
    """An amount in a case, as one of several."""
    return Gets(None, amount, "", case)


def told_both(left: Gets, right: Gets) -> tuple[Gets, ...]:
    """Amounts in cases."""
    return (left, right)


def gets_told(
    tolds: tuple[Gets, ...],
    who: Who | str | tuple[str, str] | None = None,
    case: Case | None = None,
    verb: str = "gain",
) -> Assertion:
    """Somebody gets an amount in one case, another in another."""
    named = who_of(who) if who is not None else None
    own = case or Case()
    made = [replace(each, who=named, amount=_signed(verb, each.amount), case=own & each.case) for each in tolds]
    if ownerless(own) and all(ownerless(each.case) for each in tolds):  # `hawk gets 5 from a dove, 0 from a hawk`
        faced = [tuple(replace(choice, who=Who("faced")) for choice in each.case.choices) for each in tolds]
        made = [replace(each, case=own & Case(choices)) for each, choices in zip(made, faced, strict=True)]
    return Many(tuple(made))


def foil(amount: Amount, case: Case, who: Who | None = None) -> Gets | None:
    """What somebody would get otherwise."""
    return Gets(who, amount, "", case) if amount.one is not None else None


def foil_claim(foil: Gets) -> Assertion:
    """What would be got otherwise, as what something is compared with."""
    return foil


def and_foil(claim: Assertion, foil: Gets, more: Degree | None = None) -> Assertion | None:
    """What somebody gets, and what it would be otherwise: `3 with B, which is better than getting 0 with R`."""
    if not isinstance(claim, Gets) or claim.amount.one is None or foil.amount.one is None:
        return None
    other = replace(foil, who=foil.who or claim.who)
    if more is None or more.by is not None or more.factor is not None:
        return Many((claim, other))
    level = Expr((("", claim.amount.one),))
    return Many((claim, other, NumberClaim(level, more.relation, Expr((("", foil.amount.one),)))))


def prospect(amount: Amount, **_: object) -> Amount:
    """An amount that one has a chance of."""
    return amount


def purpose(case: Case, amount: Amount, verb: str = "gain") -> Assertion | None:
    """Somebody chooses something to get an amount."""
    if len(case.choices) != 1 or case.choices[0].who is None or verb in ("loss", "lost", "fall"):
        return None
    how = "sure" if verb == "guarantee" else ""
    return (
        Gets(case.choices[0].who, amount, how, case)
        if case.choices[0].who.kind in ("me", "them", "role", "both", "each")
        else None
    )


def best_for(claim: Assertion, amount: Amount, verb: str = "gain", direct: str = "") -> Assertion | None:
    """A choice is somebody's best, and what it brings there: `my best reply is B to get 3`; not `if so, B gets 3`."""
    if direct and isinstance(claim, Best) and claim.verbless:
        return None
    if not isinstance(claim, Best) or claim.kind == "worst" or verb in ("loss", "lost", "fall"):
        return None
    how = "sure" if verb == "guarantee" else ""
    return Many((claim, Gets(claim.who, amount, how, claim.case & claim.act)))


def believed(who: Who, claim: Assertion) -> Assertion | None:
    """What the writer believes is what the text says; what others believe is theirs."""
    return claim if who.kind == "me" else None


def sure_claim(claim: Assertion, case: Case | None = None, mode: str = "") -> Assertion | None:
    """Somebody makes sure of an amount: `I can guarantee that I get 1`; what may be guaranteed need not be."""
    if mode == "may":
        return None
    if isinstance(claim, Many):
        first = sure_claim(claim.parts[0], case)
        return replace(claim, parts=(first, *claim.parts[1:])) if first is not None else None
    if case is not None and isinstance(claim, Gets):
        claim = replace(claim, case=case & claim.case)
    if isinstance(claim, Gets) and claim.how == "never":
        return claim
    return replace(claim, how="sure") if isinstance(claim, Gets) and not claim.how else None


def peak_gives(measure: Measure, amount: Amount, who: Who | None = None) -> Assertion | None:
    """The worst case, or the best, gives somebody an amount."""
    return measured(replace(measure, who=who or measure.who), amount) if measure.kind in ("min", "max") else None


def list_gets(list: tuple[str, ...], who: Who, amount: Amount, verb: str) -> Assertion | None:
    """A profile without brackets, and what somebody gets."""
    return Gets(who, _signed(verb, amount), "", Case(profiles=(list,)))


def utility(who: Who | str, amount: Amount, case: Case | None = None, list: tuple[str, ...] = ()) -> Assertion:
    """`u_1(R, B) = 3`."""
    named = who if isinstance(who, Who) else Who("role", who)
    return Gets(named, amount, "", case or Case(profiles=(list,)))


def under(claim: Assertion, case: Case) -> Assertion | None:
    """An assertion in a case that is told after it."""
    if any(choice.who is None and choice.how != "own" for choice in case.choices) and _acted(claim):
        return None
    if isinstance(claim, Gets) and claim.who is None and claim.case.every and not claim.case.choices and case.choices:
        return None  # `whatever they do: 6 if they choose R` begins anew after the colon
    match claim:
        case Gets() | Compares() | Beats() | Best():
            return None if claim.case.turned else replace(claim, case=_with(claim.case, case))
        case Ranks() | Spread() if case.every and not case.choices:
            return claim
        case Otherwise(gets):
            inner = under(gets, case)
            return Otherwise(inner) if isinstance(inner, Gets) else None
        case Many(parts):
            told = tuple(under(part, case) for part in parts)
            return None if None in told else Many(tuple(each for each in told if each is not None))
        case Denied(body):
            inner = under(body, case)
            return Denied(inner) if inner is not None else None
        case Dominates() | Peak(of=Case()) if case.every and not case.choices:
            return claim
    return None


def _acted(claim: Assertion) -> bool:
    """Whether a choice by whoever it is about was told already."""
    return isinstance(claim, Gets) and any(choice.who is None for choice in claim.case.choices)


def _with(own: Case, more: Case) -> Case:
    return own & more


def at_worst(claim: Assertion, how: str) -> Assertion | None:
    """An assertion of the worst or best case."""
    return replace(claim, how=how) if isinstance(claim, Gets) and not claim.how else None


def denied(claim: Assertion) -> Assertion | None:
    """An assertion is not so."""
    return None if isinstance(claim, Denied) else Denied(claim)


def same_claim(numbers: Assertion) -> Assertion:
    """An assertion in other words."""
    return numbers


def supposed(claim: object) -> str | None:
    """An assertion that is only supposed; not a choice that another one answers: `if I choose R, they choose B`."""
    if isinstance(claim, Cells) or (isinstance(claim, Gets) and len({each.who for each in claim.case.choices}) > 1):
        return None
    return "supposed"


# Theory


def dominates(
    left: Case, strength: str, right: Case | None = None, who: Who | str | tuple[str, str] | None = None
) -> Assertion:
    """A move dominates another."""
    return Dominates(strength, left, right, who_of(who) if who is not None else None)


def dominated(left: Case, strength: str, right: Case | None = None) -> Assertion:
    """A move is dominated."""
    return Dominates(strength, left, right, lost=True)


def is_dominant(left: Case, strength: str, who: object = None) -> Assertion:
    """A move is dominant; if it is for nobody, it is not for any."""
    if who is not None and who_of(who).kind == "neither":  # type: ignore[arg-type]
        return Denied(Dominates(strength, left, None))
    return Dominates(strength, left, None, who_of(who) if who is not None else None)  # type: ignore[arg-type]


def dominant_not(left: Case, strength: str) -> Assertion:
    """A move is not dominant."""
    return Denied(is_dominant(left, _either(strength)))


def dominates_not(left: Case, strength: str, right: Case) -> Assertion:
    """A move does not dominate another."""
    return Denied(dominates(left, _either(strength), right))


def _either(strength: str) -> str:
    """Of what is denied it isn't known how strongly it was meant."""
    return "either" if strength == "any" else strength


def no_move(who: Who | None = None) -> str | None:
    """None of the moves."""
    return "none" if who is None or who.kind == "neither" else None


def none_dominates(strength: str, kind: str, who: Who | str | tuple[str, str] | None = None, **_: object) -> Assertion:
    """No move dominates another, or all others, or is dominated."""
    return Dominance(kind, _either(strength), None if who is None else _all_of(who_of(who)))


def has_dominant(strength: str, who: Who, kind: str = "dominant") -> Assertion:
    """Somebody has a dominant or dominated move, or nobody has."""
    if who.kind == "neither":
        return Dominance(kind, _either(strength), _all_of(who))
    return Dominance(kind, strength, who, some=True)


def _all_of(who: Who) -> Who:
    return Who("each") if who.kind == "neither" else who


def leaves(
    case: Case | None = None, act: Case | None = None, leaving: tuple[Case, Case | None] | None = None
) -> object:
    """To choose otherwise: what is left, and what is chosen instead."""
    before = leaving or (Case(), None)
    if (case is not None and not before[0].empty) or (act is not None and before[1] is not None):
        return None
    if act is not None and len(act.choices) != 1:
        return None
    return case or before[0], act or before[1]


def deviates(who: Who, leaving: tuple[Case, Case | None]) -> Assertion | None:
    """Somebody gains by choosing otherwise; where nobody does, it is an equilibrium."""
    case, act = leaving
    if who.kind == "neither":
        return Stable(case) if act is None else Denied(Deviates(Who("one"), case, act))
    if who.kind == "one" and act is None:
        return Denied(Stable(case))
    return Deviates(who, case, act) if who.kind in ("me", "them", "each", "both", "role") else None


def deviates_not(who: Who, leaving: tuple[Case, Case | None]) -> Assertion | None:
    """Somebody gains nothing by choosing otherwise."""
    case, act = leaving
    if who.kind in ("each", "both"):
        return deviates(Who("neither"), leaving)
    return Denied(Deviates(who, case, act)) if who.kind in ("me", "them", "role") else None


def refined(case: Case, kind: str, over: Case | None = None) -> Assertion:
    """A case is the equilibrium that is better by payoffs or by risk."""
    return Refined(kind, case, over)


def nash_listed(count: Fraction, strength: str, case: Case) -> Assertion | None:
    """There are so many equilibria, and these."""
    counted = nash_count(count, strength)
    return Many((counted, Stable(case, strength))) if counted is not None else None


def nash_this(strength: str, only: str = "") -> Assertion:
    """What was spoken of is an equilibrium."""
    return Stable(Case(), strength, bool(only))


def nash_this_not(strength: str) -> Assertion:
    """What was spoken of is no equilibrium."""
    return Denied(Stable(Case(), strength))


def nash(case: Case, strength: str, only: str = "") -> Assertion:
    """A case is an equilibrium."""
    return Stable(case, strength, bool(only))


def perfect(case: Case, strength: str) -> Assertion | None:
    """A case, or somebody's choice alone, is what backward induction finds."""
    return Stable(case, strength) if strength == "perfect" else None


def nash_not(case: Case, strength: str) -> Assertion:
    """A case is no equilibrium."""
    return Denied(Stable(case, strength))


def nash_count(count: Fraction, strength: str) -> Assertion | None:
    """There are so many equilibria."""
    return Stable(Case(), strength, count=int(count)) if count.denominator == 1 and 0 <= count <= 9 else None


def nash_none(strength: str) -> Assertion:
    """There is no equilibrium in pure moves."""
    return Stable(Case(), strength, count=0)


def pareto(case: Case, kind: str) -> Assertion:
    """A case is efficient, or not."""
    return Efficient(case, kind == "bad")


def pareto_not(case: Case, kind: str) -> Assertion:
    """A case is not efficient, or not inefficient."""
    return Denied(pareto(case, kind))


def pareto_this(kind: str) -> Assertion:
    """What was spoken of is efficient, or not."""
    return pareto(Case(), kind)


def pareto_this_not(kind: str) -> Assertion:
    """What was spoken of is not efficient, or not inefficient."""
    return pareto_not(Case(), kind)


def pareto_over(case: Case, over: Case) -> Assertion:
    """A case is better for all than another."""
    return Efficient(case, False, over)


def game_is(what: str) -> Assertion:
    """What holds of the whole game."""
    return GameIs(what)


def game_is_not(what: str) -> Assertion:
    """What does not hold of the whole game."""
    return Denied(GameIs(what))


def none_of(no: Who | str, who: Who | str | tuple[str, str]) -> Who | None:
    """None of somebody's moves."""
    return who_of(who) if who_of(no) == _NOBODY and who != "its" else None


def pareto_by(kind: str, case: Case, over: Case | None = None) -> Assertion | None:
    """A case is worse for all than another one; what was spoken of, where none is told."""
    return Efficient(case, False, over or Case()) if kind == "bad" else None


def would_deviate(who: Who, case: Case, act: Case | None = None, moves: tuple[str, ...] = ()) -> Assertion | None:
    """From a case somebody would go over to a choice."""
    told = act if act is not None else Case((Choosing(None, moves),))
    return deviates(who, (case, told)) if len(told.choices) == 1 and who.kind in ("me", "them", "role") else None


def goes_as_far(case: Case, how: str, amount: Amount, who: Who | None = None, verb: str = "gain") -> Assertion | None:
    """A choice brings as little as an amount, or as much."""
    return gives(amount, verb, case, who, how) if amount.relation == "=" and verb != "fall" else None


def sums(left: Expr, value: Fraction | None = None, right: Expr | None = None) -> Assertion | None:
    """A sum and its value."""
    if not left.worked:
        return None
    return NumberClaim(left, "=", right or Expr((("", value or Fraction(0)),)))


# What can't be, what is limited, from one amount to another


def never_so(claim: Assertion) -> Assertion | None:
    """That something is so in no case: `there is no way for R to bring me under 1`."""
    if not isinstance(claim, Gets) or claim.how not in ("", "may"):
        return None
    if claim.who is not None and claim.who.kind not in ("me", "them", "role"):
        return None
    return replace(claim, how="never", case=replace(claim.case, every=claim.case.every or claim.case.empty))


def limited(
    amount: Amount,
    how: str,
    case: Case | None = None,
    who: object = None,
    measure: Measure | None = None,
    payoff: str = "pay",
) -> Assertion | None:
    """A choice brings at most, or at least, an amount, and that much: `R tops out at 3`."""
    if measure is not None and measure.kind == "sum" and not measure.which:
        return measured(replace(measure, which=how), amount)
    if payoff != "pay" or amount.relation != "=" or (measure is not None and (measure.kind != "pay" or measure.which)):
        return None
    holder = measure.who if measure is not None else who_of(who) if who is not None else None  # type: ignore[arg-type]
    if how == "max" and amount.one is not None and amount.one < 0:
        how = "min"  # limits my loss to 1
    return Gets(holder, amount, how, measure.case if measure is not None else case or Case())


def together(amount: Amount, case: Case | None = None, verb: str = "gain") -> Assertion | None:
    """What all get together: `the two of us together make 8`."""
    return None if verb == "fall" else Gets(None, _signed(verb, amount), "sum", case or Case())


def together_paid(verb: Verb, paid: Paid, case: Case | None = None) -> Assertion | None:
    """What all get together, by a verb."""
    return together(paid.amount, case, verb.sense) if not verb.how and paid.how in ("", "sum") else None


def gets_between(first: Fraction, second: Fraction, who: Who | None = None, case: Case | None = None) -> Assertion:
    """What somebody gets lies between two amounts, both of which there are."""
    low, high = sorted((first, second))
    of = case or Case()
    return Many((Gets(who, Amount((low,)), "min", of), Gets(who, Amount((high,)), "max", of)))


def gives_between(case: Case, first: Fraction, second: Fraction) -> Assertion:
    """A choice brings between two amounts."""
    return gets_between(first, second, None, case)


def measured_between(measure: Measure, first: Fraction, second: Fraction) -> Assertion | None:
    """A measure lies between two amounts."""
    return gets_between(first, second, measure.who, measure.case) if measure.kind == "pay" else None


def only_when(claim: Assertion, case: Case) -> Assertion | None:
    """An amount is got in one case and in no other: `I get 5 only if they choose B`."""
    if not isinstance(claim, Gets) or claim.how not in ("", "may") or len(case.choices) != 1 or case.profiles:
        return None
    (choice,) = case.choices
    if choice.how != "is" or choice.who is None or len(choice.moves) != 1:
        return None
    return replace(claim, how="never", case=claim.case & Case((replace(choice, how="not"),)))


def only_with(case: Case, claim: Assertion) -> Assertion | None:
    """By one act alone something is got: `it is the only move with which I can reach 5`."""
    if not isinstance(claim, Gets) or not claim.case.empty or len(case.choices) != 1 or case.choices[0].how != "is":
        return None
    if claim.how not in ("", "may", "never"):
        return None
    others = Case((replace(case.choices[0], how="not"),))
    rest = replace(claim, how="may" if claim.how == "never" else "never", case=others)
    return Many((replace(claim, how="never" if claim.how == "never" else "may", case=case), rest))


def anyones(which: str, amount: Amount) -> Assertion | None:
    """The most, or the least, that anybody can get."""
    return Gets(Who("anyone"), amount, which) if amount.one is not None and amount.relation == "=" else None


def gives_against(
    case: Case, amount: Amount, other: Amount, than: Case, who: Who | None = None, verb: str = "gain"
) -> Assertion | None:
    """What two acts bring: `stag is worth 3 against 2 for hare`."""
    first, second = gives(amount, verb, case, who), gives(other, verb, than, who)
    return Many((first, second)) if first is not None and second is not None else None


def gives_in_turn(
    list: tuple[str, ...],
    values: tuple[Fraction, ...],
    verb: str = "gain",
    case: Case | None = None,
    who: Who | None = None,
    of: str = "",
) -> Assertion | None:
    """What is got by each of several choices, or against each, in order."""
    if len(list) != len(values) or len({*list}) < len(list) or (who is not None and who.kind in ("one", "neither")):
        return None
    facing = Who("faced") if of else None
    cases = [(case or Case()) & Case((Choosing(facing, (move,)),)) for move in list]
    amounts = [_signed(verb, Amount((value,))) for value in values]
    return Many(tuple(Gets(who, amount, "", told) for amount, told in zip(amounts, cases, strict=True)))


def two_numbers(first: Fraction, last: Fraction) -> tuple[Fraction, Fraction]:
    """An amount before and one after."""
    return first, last


def falls(who: Who | str | tuple[str, str], numbers: tuple[Fraction, Fraction]) -> Assertion | None:
    """Somebody's payoff goes from one amount to another: `I would drop from 5 to 3`."""
    named = who_of(who)
    return Falls(named, *numbers) if named.kind in ("me", "them", "role", "we", "each", "both") else None


def changer(leaving: tuple[Case, Case | None], moves: str | tuple[str, ...] = ()) -> tuple[Who, Case] | None:
    """Whoever makes a choice, or anybody, and what is chosen instead: `a bridge driver who switches to the tunnel`."""
    before, act = leaving
    made = (moves,) if isinstance(moves, str) else moves
    if act is None or not before.empty or len(made) > 1:
        return None
    return Who("chooser", made[0]) if made else Who("one"), act


def changer_falls(changer: tuple[Who, Case], numbers: tuple[Fraction, Fraction]) -> Assertion:
    """The payoff of whoever changes goes from one amount to another."""
    return Falls(changer[0], *numbers, act=changer[1])


def changer_gets(changer: tuple[Who, Case], last: Fraction, first: Fraction, verb: str) -> Assertion | None:
    """Whoever changes gets one amount instead of another."""
    return changer_falls(changer, (first, last)) if verb == "gain" else None


def falls_numbers(who: Who | str | tuple[str, str], first: Fraction, last: Fraction) -> Assertion | None:
    """Somebody's payoff is brought from one amount to another."""
    return falls(who, (first, last))


def falls_by(who: Who | str | tuple[str, str], first: Fraction, last: Fraction, case: Case) -> Assertion | None:
    """A choice brings somebody's payoff from one amount to another."""
    made = falls(who, (first, last))
    return replace(made, case=case) if isinstance(made, Falls) else None


def depends(**_: object) -> Assertion:
    """Somebody's best choice hangs on the others': none is dominant."""
    return Dominance("dominant", "either", None)


def better_so(who: Who, left: Case, right: Case, more: Degree | None = None) -> Assertion | None:
    """Somebody does better in one case than in another: `everyone does better when both choose B than when ...`."""
    if more is not None and (more.relation not in (">", "<") or more.measure != "pay" or more.denied):
        return None
    return Compares(left, more.relation if more else ">", right, who, more.by if more else None)


def none_better(case: Case, who: Who | None = None, more: Degree | None = None) -> Assertion | None:
    """Nothing is better for all than a case: it is efficient; for either of them: it is the best for each."""
    if more is not None and (more.relation != ">" or more.by is not None or more.measure != "pay"):
        return None
    if who is not None and who.kind == "one":  # no better for either: each has the most there
        return Peak("max", "pay", Who("each"), case)
    return Efficient(case) if who is None or who.kind in ("both", "each", "we") else None


def none_of_two(strength: str, acts: tuple[Case, Case] | None = None) -> Assertion:
    """Neither of two moves dominates; of a game with two, none does."""
    if acts is None:
        return Dominance("dominant", _either(strength), None)
    return Many(tuple(Denied(Dominates(_either(strength), each)) for each in acts))


def none_of_these(strength: str, one: Case, two: Case) -> Assertion:
    """Neither of two moves dominates."""
    return none_of_two(strength, (one, two))


def all_alike(**_: object) -> Case:
    """The cases in which all choose the same."""
    return Case((Choosing(Who("each"), (), "same"),))


def all_unlike(**_: object) -> Case:
    """The cases in which not all choose the same."""
    return Case((Choosing(Who("each"), (), "different"),))


def nash_not_any(case: Case, strength: str, **_: object) -> Assertion:
    """None of some cases is an equilibrium."""
    return Stable(case, strength, none=True)


def done_jointly(case: Case) -> Case | None:
    """All make a choice together: `hunting stag together`."""
    if len(case.choices) != 1 or case.choices[0].who is not None or case.choices[0].how != "is":
        return None
    return Case((replace(case.choices[0], who=Who("each")),))


def row(case: Case, values: tuple[Fraction, ...]) -> Assertion | None:
    """What a choice brings in each case, in order: `R: 8, 5, -3`."""
    return RowOfCells(case, values) if len(case.choices) == 1 and not case.profiles else None
