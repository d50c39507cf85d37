"""What there is to say about a payoff table: topics, the values each may be given, and English for each value.

A simulated reasoner is made of these. Which values are right is not decided here: the solver judges the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from gdl.tree.numbers import number_text
from gdl.values import dataclass
from lelma.engine.answers import Facts
from lelma.support.errors import UsageError
from lelma.verify.formulas.words import move_constant
from lelma.verify.report import Verdict
from translators.formulas import formula as f
from translators.language.query import move_name
from translators.language.vocabulary import Vocabulary

Judge = Callable[[Sequence[f.Formula], Sequence[str]], Sequence[Verdict]]
"""Formulas and the namings of their moves → verdicts, as `Verifier.judge`."""

TOPIC_KINDS = ("payoff", "worst_case", "best_case", "extreme", "safest", "comparison", "best_response", "mutual")


@dataclass(frozen=True)
class TopicValue:
    """One thing that may be said on a topic.

    Attributes:
        sentences: ways to say it.
        formulas: what it claims.
        commends: the own move that it says is safe or the best response; empty for none.
        right: whether all of that holds.
        corrections, denials: what feedback says to it: what holds instead, or that it does not hold.
    """

    sentences: tuple[str, ...]
    formulas: tuple[f.Formula, ...]
    commends: str = ""
    right: bool = False
    corrections: tuple[str, ...] = ()
    denials: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """Something a reasoner may be right or wrong about; `kind` is one of `TOPIC_KINDS`.

    Attributes:
        own: the own move that the topic is about, as it is called in prose; empty for none.
    """

    kind: str
    own: str
    values: tuple[TopicValue, ...]

    @property
    def right(self) -> tuple[int, ...]:
        return tuple(index for index, value in enumerate(self.values) if value.right)

    @property
    def wrong(self) -> tuple[int, ...]:
        return tuple(index for index, value in enumerate(self.values) if not value.right)


@dataclass(frozen=True)
class TopicTable:
    """A payoff table seen by one role: moves as the rules and as prose call them, own payoffs and theirs."""

    me: f.Const
    they: f.Const
    own: tuple[str, ...]
    theirs: tuple[str, ...]
    said: dict[str, str]
    constants: dict[str, f.Const]
    payoffs: dict[tuple[str, str], tuple[Fraction, Fraction]]

    @property
    def numbers(self) -> list[Fraction]:
        return list(dict.fromkeys(number for pair in self.payoffs.values() for number in pair))

    def case(self, own: str = "", theirs: str = "") -> f.Condition:
        """The plays in which these moves are made."""
        chosen = ((self.me, own), (self.they, theirs))
        return f.Condition(tuple(f.Bind(role, self.constants[move]) for role, move in chosen if move))


def read_table(facts: Facts | None, vocabulary: Vocabulary, role: str, naming: str) -> TopicTable:
    """The payoff table of a two-role game as `role` sees it.

    Raises:
        UsageError: if the game has no such table.
    """
    if facts is None or len(facts.roles) != 2 or not facts.cells:
        raise UsageError(f"{vocabulary.game} has no payoff table of two roles for the simulated reasoner to speak of")
    me = facts.roles.index(role)
    words = vocabulary.naming(naming)
    payoffs = {
        (move_name(cell.profile[me]), move_name(cell.profile[1 - me])): (cell.payoffs[me], cell.payoffs[1 - me])
        for cell in facts.cells
    }
    constants = {move_name(move): move_constant(move) for made in facts.moves for move in made}
    own, theirs = ([move_name(move) for move in facts.moves[index]] for index in (me, 1 - me))
    said = {move: words.preferred(move) for move in (*own, *theirs)}
    they = f.Const(facts.roles[1 - me])
    return TopicTable(f.Const(role), they, tuple(own), tuple(theirs), said, constants, payoffs)


def make_topics(table: TopicTable, judge: Judge, *, naming: str) -> list[Topic]:
    """Every topic of a table that has a right value, with its values judged."""
    drafts = list(_drafts(table))
    formulas = list(dict.fromkeys(each for _, _, values in drafts for value in values for each in value.formulas))
    verdicts = dict(zip(formulas, judge(formulas, [naming] * len(formulas)), strict=True))
    topics = [Topic(kind, own, tuple(_judged(value, verdicts) for value in values)) for kind, own, values in drafts]
    return [topic for topic in topics if topic.right]


def _judged(value: TopicValue, verdicts: Mapping[f.Formula, Verdict]) -> TopicValue:
    false = [verdicts[formula] for formula in value.formulas if verdicts[formula].truth != "true"]
    return replace(
        value,
        right=not false,
        corrections=tuple(verdict.correction for verdict in false if verdict.correction),
        denials=tuple(verdict.denial for verdict in false if verdict.denial),
    )


def _drafts(table: TopicTable) -> Iterator[tuple[str, str, list[TopicValue]]]:
    """Each topic as kind, own move, and its values, unjudged."""
    said = table.said
    for (own, theirs), payoffs in table.payoffs.items():
        yield "payoff", said[own], [_cell(table, own, theirs, pair) for pair in _variants(table, payoffs)]
    for own in table.own:
        yield "worst_case", said[own], [_worst(table, own, number) for number in table.numbers]
        yield "best_case", said[own], [_best(table, own, number) for number in table.numbers]
    yield "extreme", "", [_extreme(table, number) for number in table.numbers]
    yield "safest", "", [_safest(table, own) for own in table.own]
    for first, second in combinations(table.numbers, 2):
        yield "comparison", "", [_more(first, second), _more(second, first)]
    for theirs in table.theirs:
        yield "best_response", "", [_response(table, own, theirs) for own in table.own]
    yield "mutual", "", [_mutual(table, own, theirs) for own, theirs in table.payoffs]


def _variants(table: TopicTable, payoffs: tuple[Fraction, Fraction]) -> Iterable[tuple[Fraction, Fraction]]:
    """The payoffs of a cell, and every pair with one of them wrong."""
    mine, theirs = payoffs
    yield payoffs
    yield from ((other, theirs) for other in table.numbers if other != mine)
    yield from ((mine, other) for other in table.numbers if other != theirs)
    if mine != theirs:
        yield theirs, mine


def _cell(table: TopicTable, own: str, theirs: str, pair: tuple[Fraction, Fraction]) -> TopicValue:
    a, b = table.said[own], table.said[theirs]
    mine, others = map(number_text, pair)
    sentences = [
        f"If I choose {a} and the other player chooses {b}, I get {mine} and they get {others}.",
        f"If I choose {a} and they choose {b}, I receive {mine} while they receive {others}.",
        f"When the other player chooses {b} and I choose {a}, I get {mine} and they get {others}.",
    ]
    if own == theirs and mine == others:
        sentences += [f"If we both choose {a}, we each get {mine}.", f"If both of us choose {a}, we both get {mine}."]
    case = table.case(own, theirs)
    paid = tuple(zip((table.me, table.they), pair, strict=True))
    told = tuple(  # feedback names the moves in the order of the sentence
        _is(f.Pay(role, f.Condition(parts)), number)
        for parts in (case.parts, case.parts[::-1])
        for role, number in paid
    )
    return TopicValue(tuple(sentences), told)


def _worst(table: TopicTable, own: str, number: Fraction) -> TopicValue:
    said, told = table.said[own], number_text(number)
    sentences = (
        f"The worst payoff I can get by choosing {said} is {told}.",
        f"The minimum payoff I can get from choosing {said} is {told}.",
        f"With {said}, my lowest payoff is {told}.",
    )
    return TopicValue(sentences, (_is(f.Extreme("min", f.Pay(table.me, table.case(own))), number),))


def _best(table: TopicTable, own: str, number: Fraction) -> TopicValue:
    said, told = table.said[own], number_text(number)
    sentences = (
        f"The best payoff I can get by choosing {said} is {told}.",
        f"The highest payoff I can get from choosing {said} is {told}.",
    )
    return TopicValue(sentences, (_is(f.Extreme("max", f.Pay(table.me, table.case(own))), number),))


def _extreme(table: TopicTable, number: Fraction) -> TopicValue:
    told = number_text(number)
    sentences = (f"The highest payoff I can get is {told}.", f"The highest possible payoff for me is {told}.")
    return TopicValue(sentences, (_is(f.Extreme("max", f.Pay(table.me, table.case())), number),))


def _safest(table: TopicTable, own: str) -> TopicValue:
    said = table.said[own]
    sentences = (
        f"Choosing {said} gives me the highest guaranteed payoff.",
        f"{said[:1].upper()}{said[1:]} is the safest choice.",
        f"Choosing {said} is the safest option.",
    )
    return TopicValue(sentences, (f.Applied("safest", (table.me, table.constants[own])),), commends=own)


def _more(first: Fraction, second: Fraction) -> TopicValue:
    one, other = number_text(first), number_text(second)
    sentences = (
        f"A payoff of {one} is higher than a payoff of {other}.",
        f"A payoff of {one} is better than a payoff of {other}.",
    )
    return TopicValue(sentences, (f.Compare(">", f.Number(first), f.Number(second)),))


def _response(table: TopicTable, own: str, theirs: str) -> TopicValue:
    a, b = table.said[own], table.said[theirs]
    sentences = (
        f"If they choose {b}, my best response is {a}.",
        f"If the other player chooses {b}, my best response is to choose {a}.",
    )
    best = f.Applied("best", (table.me, table.constants[own], table.case(theirs=theirs)))
    return TopicValue(sentences, (best,), commends=own)


def _mutual(table: TopicTable, own: str, theirs: str) -> TopicValue:
    a, b = table.said[own], table.said[theirs]
    sentences: tuple[str, ...]
    if own == theirs:
        sentences = (
            f"The highest mutual payoff comes from both of us choosing {a}.",
            f"If we both choose {a}, we get the highest mutual payoff.",
        )
    else:
        sentences = (f"If I choose {a} and they choose {b}, we get the highest mutual payoff.",)
    return TopicValue(sentences, (f.Applied("highest_sum", (table.case(own, theirs),)),))


def _is(term: f.NumberTerm, number: Fraction) -> f.Formula:
    return f.Compare("=", term, f.Number(number))
