"""What must not change what is read: the game's payoffs, names, an empty sentence, whose seat the reasoner has.

The tests run for whatever reader is the default, over a few texts of our own and over the labelled sets. `DIFFER` says
how many texts of the sets it reads otherwise so far: lower it, never raise it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from gdl.tables.table import PayoffTable
from tests.translators.relations import (
    Games,
    Text,
    from_the_other_side,
    matrices,
    read,
    renamed,
    texts,
    verdicts,
    with_moves,
    with_payoffs,
)

DIFFER = {"payoffs": 25, "empty sentence": 0, "moves": 0, "roles": 0, "seats": 0}

OTHER_MOVES = {
    "R": "K", "B": "W", "X": "Q", "Y": "Z", "Red": "Teal", "Blue": "Pink", "red": "teal", "blue": "pink",
    "stag": "bear", "hare": "vole", "pier": "lake", "park": "zoo", "bridge": "gorge", "tunnel": "canyon",
    "ferry": "boat",
}  # fmt: skip
OTHER_ROLES = {
    "Ana": "Tia", "Bo": "Lev", "Cem": "Jan", "Dana": "Ruth", "Eli": "Tom", "Fay": "Ivy", "Kim": "Jo", "Lou": "Pat",
    "Mia": "Eva", "Ned": "Rob", "Lena": "Nora", "Omar": "Ali", "Vera": "Olga", "Wim": "Kurt", "Xenia": "Zoe",
    "Alice": "Sue", "Bob": "Karl", "Cook": "Weaver", "Baker": "Smith", "Utility": "Railway", "Contractor": "Architect",
}  # fmt: skip
ORDERED = re.compile(
    r"\(\s*[\w-]+\s*[,/]|,\s*[\w-]+\s*\)|\||matrix|\w[/–-]\w|\b(rows?|columns?|first|second)\b|[Pp]layer [12AB]"
    r"|\bvs\b|\bversus\b|\b[RBXYAB]{2}\b|\b[Pp][12]\b"
)
"""Words and signs that may tell moves and payoffs by the order of the roles."""

Material = list[tuple[Text, PayoffTable]]

OWN = """
If we both choose {a}, I get 5. If I choose {a} and they choose {b}, I get 1 and they get 3.
With {b} my payoff is at least 2, whatever they do. The worst that {a} can bring me is 1.
If they choose {a}, my best response is {a}; if they choose {b}, it is {b}.
- If they choose {a}: {a} gives me 5, {b} gives me 3.\n- If they choose {b}: {a} gives me 1, {b} gives me 2.
{b} strictly dominates {a}. Both of us choosing {a} is a Nash equilibrium.
Suppose they pick {a} with probability 0.5. Then {a} is worth 0.5 * 5 + 0.5 * 1 = 3 to me.
The highest payoff I can get is 5, and the lowest is 1. Together we earn 10 at most.
If {first} chooses {a} and {second} chooses {b}, {first} gets 1 and {second} gets 3.
If my opponent goes for {b} and I go for {b} too, each of us gets 3.
"""
"""A text on a line."""


def own_texts() -> Material:
    """Our own texts, about a game of two like roles under several names."""
    names = [(("P1", "P2"), ("R", "B")), (("Alice", "Bob"), ("pier", "park")), (("P1", "P2"), ("Red", "Blue"))]
    found = []
    for roles, (one, two) in names:
        numbers = {(one, one): (5, 5), (one, two): (1, 3), (two, one): (3, 1), (two, two): (2, 2)}
        payoffs = {profile: (Fraction(mine), Fraction(theirs)) for profile, (mine, theirs) in numbers.items()}
        table = PayoffTable(roles, ((one, two), (one, two)), payoffs, "ours")
        for number, line in enumerate(OWN.strip().splitlines()):
            text = line.format(a=one, b=two, first=roles[0], second=roles[1]).replace("\\n", "\n")
            found += [(Text("own", f"{one} {number} {seat}", "ours", seat, text), table) for seat in (0, 1)]
    return found


@pytest.fixture(scope="module", params=["own", pytest.param("labelled", marks=pytest.mark.slow)])
def material(request: pytest.FixtureRequest) -> Material:
    """Texts, each with its game."""
    if request.param == "own":
        return own_texts()
    folder = request.getfixturevalue("shared_data")("reading")
    tables = matrices(folder)
    return [(text, tables[text.set, text.game]) for text in texts(folder)]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Games:
    return Games(tmp_path_factory.mktemp("games"))


def hold(what: str, tried: Iterable[tuple[Text, object, object]]) -> None:
    """Of the texts, nearly all must come to the same before and after a change, and some of them to something."""
    found = list(tried)
    different = [f"{text.set} {text.id}" for text, before, after in found if before != after]
    assert sum(bool(before) for _, before, _ in found) >= 10, "hardly anything was read"
    most = 0 if found[0][0].set == "own" else DIFFER[what]
    assert len(different) <= most, f"{len(different)} of {len(found)} are read otherwise: {', '.join(different)}"


def test_the_games_payoffs_do_not_decide_what_a_text_says(material: Material, games: Games) -> None:
    def readings() -> Iterator[tuple[Text, object, object]]:
        for text, table in material:
            other = games.verifier(with_payoffs(table, lambda number: 1000 - 3 * number), text.seat)
            yield text, read(games.verifier(table, text.seat), text.text), read(other, text.text)

    hold("payoffs", readings())


@pytest.mark.parametrize(("before", "after"), [("Let me think about this.\n\n", ""), ("", "\n\nThat is how I see it.")])
def test_a_sentence_that_says_nothing_of_the_game_changes_nothing(
    before: str, after: str, material: Material, games: Games
) -> None:
    def readings() -> Iterator[tuple[Text, object, object]]:
        for text, table in material:
            verifier = games.verifier(table, text.seat)
            longer = before + text.text + after
            yield text, read(verifier, text.text), read(verifier, longer, shift=len(before))

    hold("empty sentence", readings())


def both_names(
    text: Text, one: PayoffTable, other: PayoffTable, games: Games, names: Mapping[str, str]
) -> tuple[Text, object, object]:
    """What a text says of a game, and with other names of a game with these; in the names of the first."""
    back = {form(new): form(old) for old, new in names.items() for form in (str, str.lower)}
    here = read(games.verifier(one, text.seat), text.text)
    there = read(games.verifier(other, text.seat), renamed(text.text, names), words=back)
    return text, list(here.values()), list(there.values())


def test_other_names_of_moves_change_nothing_else(material: Material, games: Games) -> None:
    def readings() -> Iterator[tuple[Text, object, object]]:
        for text, table in material:
            names = {move: OTHER_MOVES[move] for own in table.moves for move in own if move in OTHER_MOVES}
            if set().union(*table.moves) == names.keys() and not re.search(r"[Ss]tag [Hh]unt", text.text):
                yield both_names(text, table, with_moves(table, names), games, names)

    hold("moves", readings())


def test_other_names_of_roles_change_nothing_else(material: Material, games: Games) -> None:
    def readings() -> Iterator[tuple[Text, object, object]]:
        for text, table in material:
            names = {role: OTHER_ROLES[role] for role in table.roles if role in OTHER_ROLES}
            if set(table.roles) == names.keys() and not re.search(r"(\b|_)[B-HJ-Z]\b", text.text):  # initials
                yield both_names(text, table, replace(table, roles=tuple(names.values())), games, names)

    hold("roles", readings())


def test_a_text_says_the_same_whichever_seat_its_writer_has(material: Material, games: Games) -> None:
    def readings() -> Iterator[tuple[Text, object, object]]:
        for text, table in material:
            if table.roles == ("P1", "P2") and not ORDERED.search(text.text):
                other = games.verifier(from_the_other_side(table), 1 - text.seat)
                yield text, verdicts(games.verifier(table, text.seat), text.text), verdicts(other, text.text)

    hold("seats", readings())
