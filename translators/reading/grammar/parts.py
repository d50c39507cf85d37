"""What phrases mean: players, cases, amounts; and what clauses assert of them.

These are values of a game not yet named: *I* is whoever reasons, a case holds what was said of who chooses what, and
nothing is filled in. `translators.reading.discourse` puts them into the situation a sentence stands in.

Long, because phrases and assertions are one vocabulary, and each says what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, Literal

from gdl.values import dataclass
from translators.formulas import formula as f

ME, THEM, ALL_ROLES = f.Const("<me>"), f.Const("<them>"), f.Const("<all>")
"""Roles of a formula that is said in a sentence, as long as it isn't known who speaks; no role is called so."""

AmountRelation = Literal["=", "<", ">", "<=", ">=", "~", "!="]
DENIED: dict[str, AmountRelation] = {"=": "!=", "~": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
FLIPPED: dict[str, AmountRelation] = {"=": "=", "~": "~", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


# Phrases


@dataclass(frozen=True, slots=True)
class Who:
    """Who is spoken of.

    Attributes:
        kind: `me`, `them` (the other, or who was spoken of last), `both`, `each`, `neither`, `anyone`, `one` (of the
            players), `faced` (whom one plays against), `other` (beside `one`), `rest` (all others), `some` (so many of
            the players), `counted` (so many of them, or of all others), `parted` (they fall into groups of these sizes
            who choose alike), `role`, `group` (its `members`), `chooser`: whoever makes the move, or `faced_chooser`:
            whom that one faces.
        name: the role, the move of a chooser, how many of `some` and of `rest`, sizes of groups, `one` for `them`
            where it is he or she.
    """

    kind: str
    name: str = ""
    members: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True)
class Choosing:
    """What somebody chooses.

    Attributes:
        who: None for whoever the sentence is about.
        moves: any of these; empty where `how` needs none.
        how: `is`; `not`; `same` as or `different` from the others; `other` than what was spoken of; `any`; `as`
            another; `holds`, where it is no choice but what somebody perceives of chance.
        company: how many others make the same choice, `all` of them, or `some`; empty where that isn't said.
        step: at which step of the game it is made, `last` for the last one; `#2` at one's second turn, `x2` at one's
            first two turns, `all` at each; empty where that isn't said.
        like: whose choice it is the same as.
    """

    who: Who | None
    moves: tuple[str, ...] = ()
    how: str = "is"
    company: str = ""
    step: str = ""
    like: Who | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Which plays are spoken of.

    Attributes:
        choices: all of them hold.
        profiles: moves of all roles in order; several are several cases.
        every: whatever is left open is so in every case.
        turned: `otherwise`: the other move of whom the last condition was about.
    """

    choices: tuple[Choosing, ...] = ()
    profiles: tuple[tuple[str, ...], ...] = ()
    every: bool = False
    turned: bool = False

    def __and__(self, other: Case) -> Case:
        return Case(
            self.choices + other.choices,
            self.profiles + other.profiles,
            self.every or other.every,
            self.turned or other.turned,
        )

    @property
    def is_other(self) -> bool:
        """Whether it is some other choice than the one that is spoken of, and nothing else."""
        return len(self.choices) == 1 and self.choices[0].how == "other" and not self.profiles

    @property
    def empty(self) -> bool:
        """Whether it says nothing."""
        return not (self.choices or self.profiles or self.every or self.turned)


@dataclass(frozen=True, slots=True)
class ToldOdds:
    """How likely something is.

    Attributes:
        parts: cases with their probabilities; a case that says nothing is the one spoken of before.
        even: whose moves are all equally likely, or the moves that are.
        values: letters with the probabilities that they stand for now.
        halves: whether the moves that are equally likely are two: `fifty-fifty`.
        listed: the probabilities of all moves of whoever `even` tells, in an order that wasn't.
        lost: something was said of it that was not understood.
    """

    parts: tuple[tuple[Case, Expr], ...] = ()
    even: Case | None = None
    values: tuple[tuple[str, Fraction], ...] = ()
    listed: tuple[Fraction, ...] = ()
    halves: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Expr:
    """A sum that was written out.

    Attributes:
        terms: letter (empty for none, `pp` for a square) → its factor.
        products: the weights and amounts it was added up from, where it was.
        worked: whether there was anything to add or multiply.
        percent: whether it was told in per cent, which makes a weight of it where it multiplies.
    """

    terms: tuple[tuple[str, Fraction], ...]
    products: tuple[tuple[Fraction, Fraction], ...] = ()
    worked: bool = False
    percent: bool = False

    @property
    def value(self) -> Fraction | None:
        """Its number; None where it has letters."""
        if any(letter for letter, factor in self.terms if factor):
            return None
        return sum((factor for _, factor in self.terms), Fraction(0))

    @property
    def letters(self) -> set[str]:
        """The letters in it."""
        return {letter for letters, factor in self.terms if factor for letter in letters}

    def times(self, by: Fraction) -> Expr:
        """So many times as much."""
        terms = tuple((letters, factor * by) for letters, factor in self.terms)
        products = tuple((weight, value * by) for weight, value in self.products)
        return Expr(terms, products, self.worked, self.percent)

    @property
    def negated(self) -> Expr:
        """What is lost, as what is got."""
        return self.times(Fraction(-1))

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """Its number where each letter has a value."""
        return sum((factor * prod(values[each] for each in letters) for letters, factor in self.terms), Fraction(0))

    def put(self, values: Mapping[str, Fraction]) -> Expr:
        """This with the letters that have a value replaced by it."""
        terms: dict[str, Fraction] = {}
        for letters, factor in self.terms:
            rest = "".join(each for each in letters if each not in values)
            by = prod((values[each] for each in letters if each in values), start=Fraction(1))
            terms[rest] = terms.get(rest, Fraction(0)) + factor * by
        return Expr(tuple(terms.items()), worked=self.worked)


@dataclass(frozen=True, slots=True)
class Amount:
    """How much: one number, or several that may come.

    Attributes:
        values: exactly as they were said.
        relation: how what is spoken of stands to them.
        expr: the sum, where one was written out; `then` the one that it was said to come to.
        span: two ends of a range rather than two amounts.
        peak: whether it is told as the highest or lowest one, rather than as a bound.
    """

    values: tuple[Fraction, ...]
    relation: AmountRelation = "="
    expr: Expr | None = None
    span: bool = False
    then: Expr | None = None
    peak: bool = False

    def times(self, by: Fraction) -> Amount:
        """So many times as much: if that is less than none, a bound on it is one the other way round."""
        return replace(
            self,
            values=tuple(value * by for value in self.values),
            relation=self.relation if by > 0 else FLIPPED[self.relation],
            expr=self.expr.times(by) if self.expr is not None else None,
            then=self.then.times(by) if self.then is not None else None,
        )

    @property
    def negated(self) -> Amount:
        """What is lost, as what is got."""
        return self.times(Fraction(-1))

    @property
    def one(self) -> Fraction | None:
        """Its only number."""
        return self.values[0] if len(self.values) == 1 else None


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of payoff that was named: `my highest payoff for B`.

    Attributes:
        kind: `pay`, `min`, `max`, `guaranteed`, `potential`, `expected`, `sum`.
        which: for sums, guarantees and expectations, the extreme of them: `max`, `min` or none.
        who: whose.
        case: for what.
        relative: `won` if it may be what is gained against another choice.
    """

    kind: str = "pay"
    which: str = ""
    who: Who | None = None
    case: Case = Case()
    relative: str = ""


@dataclass(frozen=True, slots=True)
class Degree:
    """How much more, less or the same.

    Attributes:
        relation: how what is spoken of stands to the other.
        by: how much more, where that was told; `factor` how many times as much.
        measure: of what: `pay`, `min`, `max`, `mean`, `sum`.
        every: whether it is so in every case; `denied`, whether it is not.
        who: for whom.
    """

    relation: AmountRelation
    by: Amount | None = None
    factor: Fraction | None = None
    measure: str = "pay"
    every: bool = False
    who: Who | None = None
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Safety:
    """What a choice is to keep somebody from: an amount, or the worst case; `sure` for the highest guarantee."""

    amount: Amount | None = None
    sure: bool = False


# Assertions


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of getting or bringing.

    Attributes:
        sense: whether what it tells is got, lost, or got or lost against another choice.
        how: how it holds, as `Gets` tells it; `not` where it is denied.
    """

    sense: str
    how: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """An amount that a verb tells of.

    Attributes:
        how: `sum` for all together, `mean` on average, `each` for each of all.
    """

    amount: Amount
    how: str = ""


@dataclass(frozen=True, slots=True)
class Gets:
    """Somebody gets an amount in a case.

    Attributes:
        bare: whether it stands beside something without a verb; `elided`, whether its verb has no subject.
        lost: whether it was told as a loss, as amounts beside it are.
        relative: `won` or `lost` if it may be what is gained or lost against another choice.
        how: `` (so it is), `may`, `never`, `min` (at worst), `max` (at best), `sure`, `mean`, `sum`.
    """

    who: Who | None
    amount: Amount
    how: str = ""
    case: Case = Case()
    bare: bool = False
    relative: str = ""
    elided: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Falls:
    """Somebody's payoff goes from one amount to another by a choice; by the act that is named, or any."""

    who: Who
    first: Fraction
    last: Fraction
    case: Case = Case()
    act: Case | None = None


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An amount that somebody would get if one of the choices were another."""

    gets: Gets


@dataclass(frozen=True, slots=True)
class Cells:
    """The payoffs of all roles in a case, in order."""

    case: Case
    values: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Again:
    """What was said last is so of somebody else, or of another choice."""

    who: Who | None
    act: Case | None = None


@dataclass(frozen=True, slots=True)
class RowOfCells:
    """What a choice brings against each move of the other, in some order."""

    case: Case
    values: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Compares:
    """One case brings more than another, or than all that could be chosen instead.

    Attributes:
        left: an act; what the sentence supposes where it is empty.
        right: None for any other choice.
        by: how much more.
        measure: what is compared: `pay`, `min`, `max`, `mean`, `sum`.
    """

    left: Case
    relation: AmountRelation
    right: Case | None
    who: Who | None = None
    by: Amount | None = None
    measure: str = "pay"
    case: Case = Case()
    factor: Fraction | None = None

    @property
    def with_any_other(self) -> Compares:
        """`Better than my other move` is better than all that could be chosen instead; so is `the other is worse`."""
        if self.right is None or self.relation not in (">", "<"):
            return self
        if self.right.is_other and not self.left.is_other:
            return replace(self, right=None)
        if self.left.is_other and self.by is None:
            return replace(self, left=self.right, right=None, relation=FLIPPED[self.relation])
        return self


@dataclass(frozen=True, slots=True)
class Beats:
    """Somebody gets more than somebody else in a case; by how much, where that was said."""

    who: Who | None
    relation: AmountRelation
    than: Who
    by: Amount | None = None
    case: Case = Case()
    factor: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Ranks:
    """One measure is higher or lower than another."""

    left: Measure
    relation: AmountRelation
    right: Measure
    by: Amount | None = None
    factor: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """How far two measures, choices or players are apart; for a choice alone, its highest and lowest payoff."""

    amount: Amount
    left: Measure | Who | Case
    right: Measure | Who | Case | None = None
    case: Case = Case()


@dataclass(frozen=True, slots=True)
class Best:
    """A choice is the best, the only best or the worst of its maker's, against a case."""

    act: Case
    who: Who | None = None
    case: Case = Case()
    kind: str = "best"
    verbless: bool = False


@dataclass(frozen=True, slots=True)
class Peak:
    """A case is the one in which some measure is at its highest or lowest."""

    which: str
    kind: str
    who: Who | None
    case: Case
    of: Case = Case()
    only: bool = False


@dataclass(frozen=True, slots=True)
class Dominates:
    """A move dominates another one, or all others where none is named; `lost` if it is the one dominated."""

    strength: str
    left: Case
    right: Case | None = None
    who: Who | None = None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Stable:
    """A case is an equilibrium; `only` the one; `count` how many there are; `none` of several cases is one.

    Of strength `perfect` it is subgame-perfect: what comes about in one, or what backward induction finds.
    """

    case: Case
    strength: str = "any"
    only: bool = False
    count: int | None = None
    none: bool = False


@dataclass(frozen=True, slots=True)
class Dominance:
    """Whether any move of somebody dominates or is dominated.

    Attributes:
        kind: `dominant` (over all others), `dominates` (over any), `dominated`.
        some: whether there is such a move; else there is none.
    """

    kind: str
    strength: str
    who: Who | None = None
    some: bool = False


@dataclass(frozen=True, slots=True)
class Deviates:
    """Somebody gains by another choice where all others keep theirs; by the one that is named, or any."""

    who: Who
    case: Case = Case()
    act: Case | None = None


@dataclass(frozen=True, slots=True)
class Refined:
    """An equilibrium that is better by payoffs or by risk than another one, or than all others: `payoff`, `risk`."""

    kind: str
    case: Case
    over: Case | None = None


@dataclass(frozen=True, slots=True)
class Mixed:
    """In the mixed equilibrium, choices are made with these odds."""

    odds: ToldOdds


@dataclass(frozen=True, slots=True)
class Efficient:
    """A case is Pareto-optimal, or `bad`; `over` the case that it improves on for all."""

    case: Case
    bad: bool = False
    over: Case | None = None


@dataclass(frozen=True, slots=True)
class GameIs:
    """What holds of the whole game: `zero_sum`, `constant_sum`, `symmetric`."""

    what: str


@dataclass(frozen=True, slots=True)
class SaidFormula:
    """A whole formula, whose roles may be `ME`, `THEM` and `ALL_ROLES`."""

    formula: f.Formula


@dataclass(frozen=True, slots=True)
class NumberClaim:
    """Two sums stand so to each other."""

    left: Expr
    relation: AmountRelation
    right: Expr


@dataclass(frozen=True, slots=True)
class Limit:
    """A chance is above or below a number, or at it."""

    odds: ToldOdds
    relation: AmountRelation
    level: Expr


@dataclass(frozen=True, slots=True)
class Threshold:
    """A choice is better than others where a chance is above or below a number; where it is at it, as good.

    Attributes:
        act: None where nothing is named: of somebody's two choices, either.
        than: None for all others.
        only: `` if it is better there, `only` if nowhere else, `exactly` if there and nowhere else.
    """

    act: Case | None
    limit: Limit
    than: Case | None = None
    who: Who | None = None
    only: str = ""


@dataclass(frozen=True, slots=True)
class Denied:
    """An assertion is not so."""

    body: Assertion


@dataclass(frozen=True, slots=True)
class Many:
    """Several assertions by the same words."""

    parts: tuple[Assertion, ...] = field(default=())


Assertion = (
    Gets
    | Otherwise
    | Falls
    | Again
    | RowOfCells
    | Cells
    | Compares
    | Beats
    | Ranks
    | Spread
    | Best
    | Peak
    | Dominates
    | Stable
    | Dominance
    | Deviates
    | Refined
    | Mixed
    | Efficient
    | GameIs
    | SaidFormula
    | NumberClaim
    | Threshold
    | Denied
    | Many
)


THOUSAND = 1000

WE = Who("we")
"""All players, or the reasoner's side."""


def players_in(value: object) -> set[Who]:
    """All players that a phrase or an assertion names."""
    found: set[Who] = set()
    _add_players(value, found)
    return found


def _add_players(value: object, found: set[Who]) -> None:
    if isinstance(value, Who):
        found.add(value)
    elif isinstance(value, tuple):
        for each in value:
            _add_players(each, found)
    else:
        kind: Any = type(value)
        for name in _parts_of(kind):
            _add_players(getattr(value, name), found)


@cache
def _parts_of(kind: Any) -> tuple[str, ...]:
    """The fields of a phrase that may hold players: all but words, marks and numbers."""
    plain = ("str", "bool", "int", "Fraction", "AmountRelation", "tuple[str, ...]", "tuple[Fraction, ...]")
    return tuple(each.name for each in fields(kind) if each.type not in plain) if is_dataclass(kind) else ()


def with_player(value: Any, old: Who, new: Who) -> Any:
    """A phrase or an assertion with one player in the place of another."""
    if value == old:
        return new
    if isinstance(value, tuple):
        return tuple(with_player(each, old, new) for each in value)
    if is_dataclass(value) and not isinstance(value, type) and old in players_in(value):
        made = {each.name: with_player(getattr(value, each.name), old, new) for each in fields(value)}
        return type(value)(**made)
    return value


def from_the_other_side(said: Any, role: str) -> Any:
    """What was said of the reasoner's own choice or payoff, said of the only other role."""
    other, faced = Who("role", role), Who("<faced>")
    swapped = with_player(with_player(with_player(said, Who("them"), faced), Who("me"), other), faced, Who("me"))
    if getattr(swapped, "who", other) is None:
        swapped = replace(swapped, who=other)
    return with_owner(swapped, other)


def in_thousands(said: Gets | Cells, smallest: Fraction, largest: Fraction) -> Gets | Cells | None:
    """Amounts in thousands, where they are and no payoff of the game is, or the other way round; else None."""
    told = said.amount.values if isinstance(said, Gets) else said.values
    if isinstance(said, Gets) and not told and said.amount.expr is not None:
        told = tuple(factor for _, factor in said.amount.expr.terms)
    if smallest >= THOUSAND and told and all(abs(value) < THOUSAND for value in told):
        by = Fraction(THOUSAND)
    elif largest < THOUSAND and any(abs(value) >= THOUSAND / 2 for value in told):
        by = Fraction(1, THOUSAND)
    else:
        return None
    if isinstance(said, Gets):
        return replace(said, amount=said.amount.times(by))
    return replace(said, values=tuple(value * by for value in told))


def ownerless(case: Case) -> bool:
    """Whether a case tells an act without telling whose."""
    return any(choice.who is None for choice in case.choices)


def with_owner(value: Any, owner: Who) -> Any:
    """A phrase or an assertion whose acts of nobody's are somebody's."""
    if isinstance(value, Choosing):
        return replace(value, who=owner) if value.who is None else value
    if isinstance(value, tuple):
        return tuple(with_owner(each, owner) for each in value)
    if isinstance(value, Case):
        return replace(value, choices=with_owner(value.choices, owner))
    if isinstance(value, Gets):
        return replace(value, case=with_owner(value.case, owner))
    if isinstance(value, Compares):
        right = with_owner(value.right, owner) if value.right is not None else None
        return replace(value, left=with_owner(value.left, owner), right=right, case=with_owner(value.case, owner))
    return value


def turned_round(said: Assertion) -> Assertion:
    """A comparison or an extreme the other way round: of costs, where it was told of payoffs."""
    opposite = {"min": "max", "max": "min"}
    match said:
        case Compares(relation=relation) | Beats(relation=relation) if relation in ("<", ">"):
            return replace(said, relation=FLIPPED[relation])
        case Gets(how="" | "mean", amount=Amount(expr=Expr())):
            return replace(said, amount=said.amount.negated)
        case Peak(which=which):
            return replace(said, which=opposite.get(which, which))
        case Gets(how=how) if how in opposite:
            return replace(said, how=opposite[how])
    return said
