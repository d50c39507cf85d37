"""Meanings of phrases that tell numbers and sums. Every function is one that constructions name; None refuses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.reading.grammar.parts import FLIPPED, Amount, AmountRelation, Expr

_BOUNDS: dict[str, AmountRelation] = {"least": ">=", "most": "<=", "over": ">", "under": "<", "about": "~"}


def plain_number(value: Fraction) -> Fraction:
    """A number."""
    return value


def zero() -> Fraction:
    """Nothing."""
    return Fraction(0)


def negative(value: Fraction) -> Fraction | None:
    """A number after a minus that stands apart."""
    return -value if value >= 0 else None


def amount(value: Fraction) -> Amount:
    """One number."""
    return Amount((value,))


def bounded(bound: str, value: Fraction) -> Amount:
    """At least, at most, more than, about a number."""
    return Amount((value,), _BOUNDS[bound])


def amount_again() -> Amount:
    """The amount that was spoken of: `this payoff`."""
    return Amount(())


def signed(bound: str) -> Amount:
    """A positive payoff, a negative one."""
    return Amount((Fraction(0),), ">" if bound == "above" else "<")


def amounts_or(first: Fraction, second: Fraction, third: Fraction | None = None) -> Amount:
    """One number or another."""
    return Amount((first, second) if third is None else (first, second, third))


def amounts_span(first: Fraction, second: Fraction) -> Amount:
    """From one number to another."""
    return Amount((first, second), span=True)


def payoff_amount(amount: Amount | None = None, value: Fraction | None = None, payoff: str = "pay") -> Amount | None:
    """An amount that is called a payoff, or a loss."""
    found = amount if amount is not None else Amount((value,)) if value is not None else None
    if found is None or payoff != "loss":
        return found
    return replace(found, values=tuple(-each for each in found.values), relation=FLIPPED[found.relation])


def peak_amount(which: str, amount: Amount) -> Amount | None:
    """`a maximum payoff of 5` as an amount: a bound."""
    if amount.relation != "=" or len(amount.values) != 1:
        return None
    return replace(amount, relation="<=" if which == "max" else ">=", peak=True)


def bare_loss(payoff: str) -> Amount | None:
    """A loss, without a number."""
    return Amount((Fraction(0),), "<") if payoff == "loss" else None


def same_amount(amount: Amount | None = None, value: Fraction | None = None) -> Amount | None:
    """An amount in other words."""
    return amount if amount is not None else Amount((value,)) if value is not None else None


def signed_amount(sign: str) -> Amount:
    """Something negative or positive."""
    return Amount((Fraction(0),), "<" if sign == "negative" else ">")


# Sums


def atom(value: Fraction) -> Expr:
    """A number as a sum."""
    return Expr((("", value),))


def atom_percent(value: Fraction) -> Expr:
    """A number of per cent as a sum."""
    return Expr((("", value),), percent=True)


def atom_letter(letter: str) -> Expr:
    """A letter as a sum."""
    return Expr(((letter, Fraction(1)),), worked=True)


def atom_scaled(value: Fraction, letter: str) -> Expr:
    """A number of times a letter: `5p`."""
    return Expr(((letter, value),), worked=True)


def atom_sum(sum: Expr) -> Expr:
    """A sum in brackets."""
    return sum


def same_sum(term: Expr | None = None, atom: Expr | None = None) -> Expr | None:
    """A sum of one part."""
    return term or atom


def multiplied(left: Expr, right: Expr) -> Expr | None:
    """One part times another; of their letters at most two meet. Per cent of something are hundredths."""
    if left.percent != right.percent:
        left, right = _weight(left), _weight(right)
    terms: dict[str, Fraction] = {}
    for one, by in left.terms:
        for other, factor in right.terms:
            letters = "".join(sorted(one + other))
            if len(letters) > 2:
                return None
            terms[letters] = terms.get(letters, Fraction(0)) + by * factor
    first, second = left.value, right.value
    products: tuple[tuple[Fraction, Fraction], ...] = ()
    if first is not None and second is not None:
        if left.products and not right.worked:
            products = tuple((weight * second, value) for weight, value in left.products)
        elif right.products and not left.worked:
            products = tuple((weight * first, value) for weight, value in right.products)
        else:
            products = ((first, second),)
    return Expr(tuple(terms.items()), products, worked=True)


def _weight(expr: Expr) -> Expr:
    if not expr.percent:
        return expr
    return Expr(tuple((letter, factor / 100) for letter, factor in expr.terms), expr.products, expr.worked)


def divided(left: Expr, right: Expr) -> Expr | None:
    """A part divided by a number."""
    by = right.value
    if not by or right.worked:
        return None
    parts = left.products or (((Fraction(1), left.value),) if left.value is not None and not left.worked else ())
    products = tuple((weight / by, value) for weight, value in parts)
    return Expr(tuple((letter, factor / by) for letter, factor in left.terms), products, True, left.percent)


def negated_sum(sum: Expr) -> Expr | None:
    """A sum that begins with a minus."""
    return sum.negated if sum.worked else None


def added(left: Expr, right: Expr, sign: str = "minus") -> Expr:
    """Two parts added or subtracted."""
    factor = -1 if sign == "minus" else 1
    terms = dict(left.terms)
    for letter, value in right.terms:
        terms[letter] = terms.get(letter, Fraction(0)) + factor * value
    products = (*_products(left), *((weight, factor * value) for weight, value in _products(right)))
    return Expr(tuple(terms.items()), products, True, left.percent and right.percent)


def _products(expr: Expr) -> tuple[tuple[Fraction, Fraction], ...]:
    if expr.products:
        return expr.products
    return ((Fraction(1), expr.value),) if expr.value is not None else ()


def two_values(one: Fraction, two: Fraction) -> tuple[Fraction, ...]:
    """Payoffs of two roles, in order."""
    return (one, two)


def values_more(values: tuple[Fraction, ...], more: Fraction) -> tuple[Fraction, ...] | None:
    """Payoffs of more roles, in order."""
    return (*values, more) if len(values) < 8 else None
