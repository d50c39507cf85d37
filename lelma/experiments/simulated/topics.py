"""What there is to say about a payoff table: topics, the values each may be given, and English for each value.

A simulated reasoner is made of these. Which values are right is not decided here: the solver judges the queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from gdl.tree.numbers import number_text
from lelma.engine.answers import Facts
from lelma.support.errors import UsageError
from lelma.verify.report import Verdict
from translators.language.query import move_name
from translators.language.vocabulary import Vocabulary

Judge = Callable[[Sequence[str], Sequence[str]], Sequence[Verdict]]
"""Queries and the namings of their moves → verdicts, as `Verifier.judge`."""

TOPIC_KINDS = ("payoff", "worst_case", "best_case", "extreme", "safest", "comparison", "best_response", "mutual")


@dataclass(frozen=True)
class TopicValue:
    """One thing that may be said on a topic.

    Attributes:
        sentences: ways to say it.
        queries: what it claims.
        right: whether all of that holds.
        corrections, denials: what feedback says to it: what holds instead, or that it does not hold.
    """

    sentences: tuple[str, ...]
    queries: tuple[str, ...]
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

    own: tuple[str, ...]
    theirs: tuple[str, ...]
    said: dict[str, str]
    payoffs: dict[tuple[str, str], tuple[str, str]]

    @property
    def numbers(self) -> list[str]:
        return list(dict.fromkeys(number for pair in self.payoffs.values() for number in pair))


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
        (move_name(cell.profile[me]), move_name(cell.profile[1 - me])): (
            number_text(cell.payoffs[me]),
            number_text(cell.payoffs[1 - me]),
        )
        for cell in facts.cells
    }
    own, theirs = ([move_name(move) for move in facts.moves[index]] for index in (me, 1 - me))
    said = {move: words.preferred(move) for move in (*own, *theirs)}
    return TopicTable(tuple(own), tuple(theirs), said, payoffs)


def make_topics(table: TopicTable, judge: Judge, *, naming: str) -> list[Topic]:
    """Every topic of a table that has a right value, with its values judged."""
    drafts = list(_drafts(table))
    queries = [query for _, _, values in drafts for _, said in values for query in said]
    verdicts = dict(zip(queries, judge(queries, [naming] * len(queries)), strict=True))
    topics = [
        Topic(kind, own, tuple(_judged(sentences, said, verdicts) for sentences, said in values))
        for kind, own, values in drafts
    ]
    return [topic for topic in topics if topic.right]


def _judged(sentences: Sequence[str], queries: Sequence[str], verdicts: dict[str, Verdict]) -> TopicValue:
    false = [verdicts[query] for query in queries if verdicts[query].truth != "true"]
    return TopicValue(
        tuple(sentences),
        tuple(queries),
        right=not false,
        corrections=tuple(verdict.correction for verdict in false if verdict.correction),
        denials=tuple(verdict.denial for verdict in false if verdict.denial),
    )


Draft = tuple[str, str, list[tuple[Sequence[str], Sequence[str]]]]


def _drafts(table: TopicTable) -> Iterator[Draft]:
    """Each topic as kind, own move, and its values as sentences and queries."""
    said = table.said
    for (own, theirs), payoffs in table.payoffs.items():
        yield "payoff", said[own], [_cell(table, own, theirs, pair) for pair in _variants(table, payoffs)]
    for own in table.own:
        yield "worst_case", said[own], [_worst(own, said[own], number) for number in table.numbers]
        yield "best_case", said[own], [_best(own, said[own], number) for number in table.numbers]
    yield "extreme", "", [_extreme(number) for number in table.numbers]
    yield "safest", "", [_safest(own, said[own]) for own in table.own]
    for first, second in combinations(table.numbers, 2):
        yield "comparison", "", [_more(first, second), _more(second, first)]
    for theirs in table.theirs:
        yield "best_response", "", [_response(own, theirs, said[own], said[theirs]) for own in table.own]
    yield "mutual", "", [_mutual(own, theirs, said[own], said[theirs]) for own, theirs in table.payoffs]


def _variants(table: TopicTable, payoffs: tuple[str, str]) -> Iterable[tuple[str, str]]:
    """The payoffs of a cell, and every pair with one of them wrong."""
    mine, theirs = payoffs
    yield payoffs
    yield from ((other, theirs) for other in table.numbers if other != mine)
    yield from ((mine, other) for other in table.numbers if other != theirs)
    if mine != theirs:
        yield theirs, mine


def _cell(table: TopicTable, own: str, theirs: str, pair: tuple[str, str]) -> tuple[Sequence[str], Sequence[str]]:
    a, b = table.said[own], table.said[theirs]
    mine, others = pair
    end = f"do(choice(them, {_quoted(theirs)}), do(choice(you, {_quoted(own)}), s0))"
    sentences = [
        f"If I choose {a} and the other player chooses {b}, I get {mine} and they get {others}.",
        f"If I choose {a} and they choose {b}, I receive {mine} while they receive {others}.",
        f"When the other player chooses {b} and I choose {a}, I get {mine} and they get {others}.",
    ]
    if own == theirs and mine == others:
        sentences += [f"If we both choose {a}, we each get {mine}.", f"If both of us choose {a}, we both get {mine}."]
    return sentences, [f"finally(goal(you, {mine}), {end})", f"finally(goal(them, {others}), {end})"]


def _worst(own: str, said: str, number: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"The worst payoff I can get by choosing {said} is {number}.",
        f"The minimum payoff I can get from choosing {said} is {number}.",
        f"With {said}, my lowest payoff is {number}.",
    ]
    return sentences, [f"lowest_individual_payoff_for_choice({number}, {_quoted(own)})"]


def _best(own: str, said: str, number: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"The best payoff I can get by choosing {said} is {number}.",
        f"The highest payoff I can get from choosing {said} is {number}.",
    ]
    return sentences, [f"highest_individual_payoff_for_choice({number}, {_quoted(own)})"]


def _extreme(number: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"The highest payoff I can get is {number}.",
        f"The highest possible payoff for me is {number}.",
    ]
    return sentences, [f"highest_possible_individual_payoff({number})"]


def _safest(own: str, said: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"Choosing {said} gives me the highest guaranteed payoff.",
        f"{said[:1].upper()}{said[1:]} is the safest choice.",
        f"Choosing {said} is the safest option.",
    ]
    return sentences, [f"highest_guaranteed_payoff_choice({_quoted(own)})"]


def _more(first: str, second: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"A payoff of {first} is higher than a payoff of {second}.",
        f"A payoff of {first} is better than a payoff of {second}.",
    ]
    return sentences, [f"higher({first}, {second})"]


def _response(own: str, theirs: str, a: str, b: str) -> tuple[Sequence[str], Sequence[str]]:
    sentences = [
        f"If they choose {b}, my best response is {a}.",
        f"If the other player chooses {b}, my best response is to choose {a}.",
    ]
    return sentences, [f"best_response({_quoted(own)}, {_quoted(theirs)})"]


def _mutual(own: str, theirs: str, a: str, b: str) -> tuple[Sequence[str], Sequence[str]]:
    if own == theirs:
        sentences = [
            f"The highest mutual payoff comes from both of us choosing {a}.",
            f"If we both choose {a}, we get the highest mutual payoff.",
        ]
    else:
        sentences = [f"If I choose {a} and they choose {b}, we get the highest mutual payoff."]
    return sentences, [f"highest_mutual_payoff({_quoted(own)}, {_quoted(theirs)})"]


def _quoted(move: str) -> str:
    return "'" + move.replace("\\", "\\\\").replace("'", "\\'") + "'"
