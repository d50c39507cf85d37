"""Meanings of phrases that tell odds, expectations and thresholds. Constructions name them; None refuses."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.reading.grammar.cases import doing
from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import (
    DENIED,
    FLIPPED,
    Amount,
    AmountRelation,
    Assertion,
    Best,
    Case,
    Choosing,
    Compares,
    Expr,
    Gets,
    Limit,
    Many,
    Measure,
    Mixed,
    Threshold,
    ToldOdds,
    Who,
    with_player,
)

_OVER: dict[str, AmountRelation] = {
    "least": ">=",
    "most": "<=",
    "over": ">",
    "under": "<",
    "above": ">",
    "below": "<",
    "more": ">",
    "less": "<",
}


_NEAR = Fraction(1, 100)


# Chances


def chance(sum: Expr) -> Expr | None:
    """A probability, by number, per cent or letter."""
    told = Expr(tuple((letters, by / 100) for letters, by in sum.terms)) if sum.percent else sum
    if any(abs(value) > 1 for _, value in told.products) or (told.value is not None and not 0 <= told.value <= 1):
        return None
    return told


def chance_percent(sum: Expr) -> Expr | None:
    """A probability in per cent."""
    return chance(sum) if sum.percent else None


def chance_fraction(value: Fraction | str) -> Expr | None:
    """A probability as a fraction by name: `a third`."""
    return chance(Expr((("", Fraction(1, 2) if value == "half" else Fraction(value)),)))


def chance_of(part: Fraction, whole: Fraction) -> Expr | None:
    """A probability as so many of so many: `two times in three`."""
    return Expr((("", part / whole),)) if 0 <= part < whole else None


def same_chance(chance: Expr) -> Expr:
    """A probability in other words."""
    return chance


# Odds


def made_by(who: Who, moves: tuple[str, ...]) -> Case | None:
    """The choice of somebody whom an act describes: `a bold cook`."""
    told = who.kind in ("them", "role", "rest", "other")
    return Case((Choosing(who, moves),)) if told and len(moves) == 1 else None


def odds(chance: Expr | None = None, case: Case | None = None, letter: str = "") -> ToldOdds | None:
    """How likely a case is; the one that was spoken of, where none is told."""
    chance = chance if chance is not None else Expr(((letter, Fraction(1)),))
    if case is not None and (case.every or case.turned):
        return None
    return ToldOdds(((case or Case(), Expr(chance.terms)),))


def odds_doing(who: Who, chance: Expr, case: Case) -> ToldOdds | None:
    """How likely somebody is to make a choice."""
    made = doing(who, case)
    return odds(chance, made) if made is not None and who.kind not in ("me", "neither") else None


def odds_inner(chance: Expr) -> ToldOdds | None:
    """How likely somebody thinks what was spoken of, where the number can only be a chance."""
    return odds(chance) if chance.value is not None and 0 < chance.value < 1 else None


def odds_many(left: ToldOdds, right: ToldOdds) -> ToldOdds | None:
    """How likely several cases are."""
    if not left.parts or not right.parts or {case for case, _ in left.parts} & {case for case, _ in right.parts}:
        return None
    return ToldOdds(left.parts + right.parts)


def odds_even(
    who: Who | str | None = None,
    moves: tuple[str, ...] = (),
    chance: Expr | None = None,
    case: Case | None = None,
    of: str = "",
    **_: object,
) -> ToldOdds | None:
    """Everything that somebody may do is equally likely, or each of some moves is; halves are of two."""
    if case is not None:
        several = all(len(choice.moves) > 1 for choice in case.choices)
        return ToldOdds(even=case) if several else odds(Expr((("", Fraction(1, 2)),)), case)
    named = who_of(who) if who is not None and who != "its" else None
    if named is not None and named.kind in ("me", "neither"):
        return None
    if chance is not None and chance.value is not None and chance.value >= 1:
        return None  # `1 each` is an amount
    parts = ((Case(), chance),) if chance is not None else ()
    return ToldOdds(parts, Case((Choosing(named, moves),)), halves=of == "half")


def odds_rest(left: ToldOdds, case: Case) -> ToldOdds | None:
    """How likely one case is, and that it is another one otherwise."""
    value = left.parts[0][1].value if len(left.parts) == 1 else None
    rest = odds(Expr((("", 1 - value),)), case) if value is not None else None
    return odds_many(left, rest) if rest is not None else None


def odds_held(moves: tuple[str, ...]) -> ToldOdds:
    """Two things that chance may have brought are equally likely."""
    return ToldOdds(even=Case((Choosing(None, moves, "holds"),)))


def odds_list(values: tuple[Fraction, ...], who: Who | None = None) -> ToldOdds | None:
    """The probabilities of all of somebody's moves, in an order that isn't told."""
    if sum(values) != 1 or any(value < 0 for value in values) or (who is not None and who.kind in ("me", "neither")):
        return None
    return ToldOdds(even=Case((Choosing(who),)), listed=values)


def odds_to(part: Fraction, rest: Fraction, case: Case) -> ToldOdds | None:
    """Odds of so much to so much."""
    return odds(Expr((("", part / (part + rest)),)), case) if part > 0 and rest > 0 else None


def odds_value(letter: str, chance: Expr) -> ToldOdds | None:
    """A letter that stands for a probability is put at a number."""
    return ToldOdds(values=((letter, chance.value),)) if chance.value is not None and not chance.letters else None


def odds_again(**_: object) -> ToldOdds:
    """The odds that were told before."""
    return ToldOdds()


def odds_of(odds: ToldOdds, who: Who) -> ToldOdds | None:
    """Odds of somebody's moves: `Pr(low) = 0.25 for Firm 1`."""
    if not odds.parts or any(choice.who is not None for case, _ in odds.parts for choice in case.choices):
        return None
    named = [(Case(tuple(replace(choice, who=who) for choice in case.choices)), told) for case, told in odds.parts]
    return replace(odds, parts=tuple(named))


def same_odds(odds: ToldOdds) -> ToldOdds:
    """Odds in other words."""
    return odds


# Expectations


def amount_sum(sum: Expr, value: Fraction | None = None, more: Expr | None = None) -> Amount | None:
    """A sum that is written out, as an amount, with what it comes to."""
    if not sum.worked or sum.percent:
        return None
    last = value if value is not None else more.value if more is not None else sum.value
    return Amount((last,) if last is not None else (), "=", sum, then=more)


def averages(case: Case, amount: Amount, who: Who | None = None) -> Assertion:
    """A case brings an amount on average."""
    return Gets(who, amount, "mean", case)


def averages_who(who: Who, amount: Amount, case: Case | None = None) -> Assertion | None:
    """Somebody gets an amount on average."""
    return None if who.kind in ("neither", "one") else Gets(who, amount, "mean", case or Case())


def on_average(claim: Assertion) -> Assertion | None:
    """An assertion about payoffs, as one of what they are on average."""
    match claim:
        case Gets(how=""):
            return replace(claim, how="mean", bare=False)
        case Gets(how="never", amount=Amount(relation=relation)) if relation in DENIED:
            return replace(claim, how="mean", amount=replace(claim.amount, relation=DENIED[relation]))
        case Compares(measure="pay"):
            return replace(claim, measure="mean")
        case Many(parts):
            found = [made for part in parts if (made := on_average(part)) is not None]
            return Many(tuple(found)) if len(found) == len(parts) else None
    return None


def on_belief(claim: Assertion) -> Assertion | None:
    """An assertion about payoffs or of what is best, as one of what they are by the odds that were told."""
    if isinstance(claim, Best) and claim.kind in ("best", "only") and claim.case.empty:
        return Compares(claim.act, ">" if claim.kind == "only" else ">=", None, claim.who, measure="mean")
    return on_average(claim)


# Thresholds


def over(relation: str) -> AmountRelation | None:
    """Above or below."""
    return relation if relation in FLIPPED else _OVER.get(relation)  # type: ignore[return-value]


def limit(relation: AmountRelation, chance: Expr, case: Case | None = None, letter: str = "") -> Limit | None:
    """How likely a case must be, or what a letter must be."""
    if relation in ("!=", "~") or (case is None) == (not letter):
        return None
    if case is not None and (case.every or case.turned or case.profiles or not case.choices):
        return None
    return Limit(
        ToldOdds(((case or Case(), Expr(((letter, Fraction(1)),)) if letter else Expr(())),)), relation, chance
    )


def limit_bare(chance: Expr) -> Limit | None:
    """How likely what was spoken of is where something turns."""
    told = chance.value is not None and not chance.letters
    return Limit(ToldOdds(((Case(), Expr(())),)), "=", chance) if told else None


def limit_solved(left: Expr, relation: str, right: Expr) -> Limit | None:
    """What a letter must be where one sum is above or below another: `1 + 8p > 5 + p`."""
    letters = left.letters | right.letters
    relation = "=" if relation == "equal" else relation
    if len(letters) != 1 or relation not in FLIPPED or not (relation == "=" or (left.worked and right.worked)):
        return None
    (letter,) = letters
    gaps = [left.at({letter: at}) - right.at({letter: at}) for at in (Fraction(0), Fraction(1), Fraction(2))]
    slope = gaps[1] - gaps[0]
    if not slope or gaps[2] - gaps[1] != slope:
        return None
    found: AmountRelation = relation if slope > 0 else FLIPPED[relation]  # type: ignore[assignment]
    return limit(found, Expr((("", -gaps[0] / slope),)), letter=letter)


def limit_again(relation: str) -> Limit:
    """Above or below what a limit was told to be before."""
    return Limit(ToldOdds(), _OVER[relation], Expr(()))


def limit_even(relation: str, case: Case) -> Limit | None:
    """A case is likelier than not, or less likely."""
    found = over(relation)
    return limit(found, Expr((("", Fraction(1, 2)),)), case) if found is not None else None


def limit_at(chance: Expr, case: Case | None = None, letter: str = "") -> Limit | None:
    """How likely a case is where something turns."""
    return limit("=", chance, case, letter)


def same_limit(limit: Limit) -> Limit:
    """A limit in other words."""
    return limit


def where(limit: Limit, only: str = "") -> tuple[Limit, str] | None:
    """So it is where a chance is above or below a number: there, only there, or exactly there."""
    if only not in ("", "only", "exactly"):
        only = ""
    return None if limit.relation == "=" else (limit, only)


def where_last(first: tuple[Limit, str], where: tuple[Limit, str]) -> tuple[Limit, str] | None:
    """A limit in other words: `when 3y > 4 - 2y, that is y > 4/5`; what was said last is what is told."""
    letters = [{letter for _, each in told.odds.parts for letter in each.letters} for told in (first[0], where[0])]
    return (where[0], where[1] or first[1]) if letters[0] and letters[0] == letters[1] else None


def best_for_no_belief(act: Case, **_: object) -> Assertion | None:
    """Whatever is believed of the others, an act is not better."""
    return Best(act, None, Case(), "unbelieved")


def where_not(limit: Limit) -> tuple[Limit, str] | None:
    """So it is unless a chance is above or below a number."""
    bound = limit.relation in ("<", ">", "<=", ">=")
    return (replace(limit, relation=DENIED[limit.relation]), "exactly") if bound else None


def threshold(
    where: tuple[Limit, str],
    act: Case | None = None,
    right: Case | None = None,
    who: Who | None = None,
    kind: str = "best",
    more: str | tuple[str, str] = "more",
    **_: object,
) -> Assertion | None:
    """An act is better where a chance is above or below a number."""
    told, only = where
    if kind not in ("best", "better", "only", "good", "bad", "worst"):
        return None
    worse = kind in ("bad", "worst") or _relation(more) == "<"
    if worse:
        turned: dict[str, AmountRelation] = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
        told = replace(told, relation=turned[told.relation])
    return Threshold(act, told, right, who, only)


def _relation(more: object) -> str:
    word = more[0] if isinstance(more, tuple) else more
    return "<" if word in ("less", "<") else ">" if word in ("more", ">") else str(word)


def threshold_measures(left: Measure, right: Measure, relation: str, where: tuple[Limit, str]) -> Assertion | None:
    """The expectation of one act is above that of another where a chance is above or below a number."""
    if left.kind not in ("expected", "pay") or left.kind != right.kind or left.which or right.which:
        return None
    return threshold(where, left.case, right.case, left.who, more=relation) if relation in ("<", ">") else None


def threshold_needs(limit: Limit, act: Case | None = None, who: Who | None = None, **_: object) -> Assertion | None:
    """For an act to be better, a chance must be above or below a number."""
    return Threshold(act, limit, None, who, "only") if limit.relation != "=" else None


def indifferent(
    limit: Limit, who: Who | None = None, act: Case | None = None, than: Case | None = None, **_: object
) -> Assertion | None:
    """Two acts are as good where a chance is at a number."""
    return Threshold(act, limit, than, who) if limit.relation == "=" else None


def indifferent_solved(left: Expr, right: Expr, letter: str, chance: Expr, told: str = "") -> Assertion | None:
    """Two acts are as good where an equation holds, by the solution that is told of it; `5p = 2` may be of one act."""
    if left.letters | right.letters != {letter} or not (told or left.letters == right.letters):
        return None
    found = limit_at(chance, letter=letter)
    return indifferent(found) if found is not None else None


def mixed(moves: tuple[str, ...], chance: Expr, who: Who) -> Assertion:
    """In the mixed equilibrium somebody makes a choice with a probability."""
    return Mixed(ToldOdds(((Case((Choosing(who, moves),)), chance),)))


def mixed_odds(odds: ToldOdds) -> Assertion | None:
    """In the mixed equilibrium, choices are made with these odds."""
    told = [*(case for case, _ in odds.parts), *([odds.even] if odds.even is not None else [])]
    named = told and all(choice.who is not None for case in told for choice in case.choices)
    apart = tuple((with_player(case, Who("both"), Who("each")), chance) for case, chance in odds.parts)
    return Mixed(replace(odds, parts=apart)) if named else None
