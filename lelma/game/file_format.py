"""A `game.toml` as a value: `GameFile`, whose fields are all entries that are read anywhere.

The types of the fields say how an entry is written (`lelma.support.shape`): the same declaration checks a file and
reads it. Entries that no field is for are let through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, Any

from gdl.errors import GdlError
from gdl.tree.syntax import Term
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.support.errors import GameError
from lelma.support.shape import GIVEN, OneOrMore, WrittenAs, misshapen, type_shape, typed_value

MOST_FAULTS = 20

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")

TermText = Annotated[Term, WrittenAs(str, read_term)]
"""A term, written in KIF."""


@dataclass(frozen=True)
class RoleEntry:
    """`[roles.ROLE]`: the role's names in prose."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Seats:
    """`[seats]` (`lelma.game.parameters`): how many roles there are.

    Attributes:
        count: the parameter that counts them.
        name: the name of each, with `{}` for its number.
        deal: the parameter that says how many cards of each kind they are dealt; None if there is none.
    """

    count: str
    name: str
    deal: str | None = None


@dataclass(frozen=True)
class KnowledgeNames:
    """`[knowledge]`: what is hidden, and what may be told of what is known of it.

    Attributes:
        identity: the fluents of what roles are dealt, `(identity ROLE CARD)`.
        secret: the fluents that not all may know, if they aren't those of `identity`.
        facts: relations of which it is told that one of some players is known to be in them.
        assumptions: what each of the game's assumptions says.
        card: names of the percepts that tell a role of what is hidden.
        own: fluent in KIF → the fluents that hold of a role, `?me`, which knows by its own moves whether it holds.
        revealed_at_end: names of the fluents that everybody is told of when a match is over.
        secrets: what some roles keep from others, which words may give away.
        sides: the relation of identities and the sides they are on, `(side merlin good)`; empty where each is its own.
        against: names of moves that are made against whom they name, as a vote to execute somebody is.
        sacrifices: sides that may make such moves against their own, to be trusted by others.
    """

    identity: OneOrMore = ()
    secret: OneOrMore | None = None
    facts: tuple[str, ...] = ()
    assumptions: Mapping[str, str] = field(default_factory=dict)
    card: OneOrMore = ()
    own: Mapping[str, OneOrMore] = field(default_factory=dict)
    revealed_at_end: OneOrMore = ()
    secrets: tuple[SecretEntry, ...] = ()
    sides: str = ""
    against: OneOrMore = ()
    sacrifices: OneOrMore = ()

    @property
    def hidden(self) -> tuple[str, ...]:
        """Names of the fluents that not all may know."""
        return self.identity if self.secret is None else self.secret

    def assumption(self, name: str) -> str:
        """What an assumption says; its name, if that is not told."""
        return self.assumptions.get(name, name)


HEARD_AS = ("face", "card")
"""How a listener may take words: at their face value, or as those of somebody whose card knows that they are so."""


@dataclass(frozen=True)
class SecretEntry:
    """One `[[knowledge.secrets]]` (`lelma.talk.leaks`): what some roles keep from others.

    Attributes:
        name: what is kept, in words: `who Merlin is`.
        holds: what must not be known, in KIF as `lelma.knowledge.formula` has it, of any role `?p`.
        keeper: what holds of a role `?me` that keeps it.
        outsider: what holds of a role `?me` that it is kept from.
        heard_as: how words may give it away, of `HEARD_AS`.
    """

    name: str = ""
    holds: str = ""
    keeper: str = ""
    outsider: str = ""
    heard_as: tuple[str, ...] = HEARD_AS
    given: tuple[str, ...] = field(default=("name", "holds", "keeper", "outsider"), metadata=GIVEN)


@dataclass(frozen=True)
class SpeechEntry:
    """`[speech]` (`lelma.matches.speech_rules`): the moves that carry words, and what may be said with them.

    Attributes:
        card: the percept that tells a role its own word, `(card ?word)`; None if none does.
        fallback: what is said for a role that finds nothing legal to say.
        levels: parameters that say how strict the rules are.
        lexicon: the file of what is known of the words.
    """

    moves: tuple[str, ...] = ()
    card: TermText | None = None
    fallback: str = ""
    levels: tuple[str, ...] = ()
    lexicon: str = ""


@dataclass(frozen=True)
class FallbackEntry:
    """`[fallback]`: what is played in place of an answer, if it is legal; `?me` stands for the role."""

    moves: tuple[TermText, ...] = ()


@dataclass(frozen=True)
class ReportParts:
    """`[report]` (`lelma.matches.story`): the moves that are votes, and fluent in KIF → heading of a part.

    Attributes:
        sought: `by`, an identity that seeks, `identity`, the one that it seeks, and `move`, a pattern in KIF of the
            move by which it names a player, `?p`; what it makes of each player is drawn over the match.
    """

    votes: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    sought: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class WordingEntry:
    """One `[[words.TABLE]]` (`lelma.game.wording`): the terms of a pattern in words.

    `given` are the entries that it has: which of them a table wants, the wording tells.
    """

    term: str = ""
    says: str = ""
    unless: str = ""
    imperative: str = ""
    given: tuple[str, ...] = field(default=("term", "says"), metadata=GIVEN)


@dataclass(frozen=True)
class WordTables:
    """`[words]` (`lelma.game.wording`): constants and terms in words; `given` are the tables that there are."""

    names: Mapping[str, str] = field(default_factory=dict)
    terms: tuple[WordingEntry, ...] = ()
    moves: tuple[WordingEntry, ...] = ()
    percepts: tuple[WordingEntry, ...] = ()
    fluents: tuple[WordingEntry, ...] = ()
    relations: tuple[WordingEntry, ...] = ()
    given: tuple[str, ...] = field(default=(), metadata=GIVEN)


@dataclass(frozen=True)
class GameFile:
    """What a `game.toml` says; without arguments, what holds where there is none.

    Attributes:
        title: None for the game's name.
        summary, source, kind: what the game is about, where it is described, of which kind it is.
        query_sets: names of the sets of query templates in `games/_sets`.
        pass_moves: moves that are no choice, where they are the only ones.
        goal_range: least and greatest goal value, if they are declared.
        facts: what is compared with the rules when the game is checked.
        roles: role → its entry.
        naming: name of a way of calling moves → move → its names, the preferred one first.
        seats: None where the rules name the roles.
        parameters: parameter → its usual value (`lelma.game.parameters`, as the next four).
        presets: preset → parameter → value; `about` says what it is.
        choices: parameter → the texts that it may be.
        ranges: parameter → least and greatest number, or the parameters that say so.
        rows: parameter → the columns of its rows.
        disguise: word that tells which game it is → its other forms (`lelma.game.disguise`).
        tasks: name of what a role is asked for → patterns of the moves it then has, in KIF.
        asked_after: task → percepts, of which the role, `?me`, must have had one with the latest joint move.
    """

    title: str | None = None
    summary: str = ""
    source: str = ""
    kind: str = ""
    query_sets: tuple[str, ...] = ("matrix",)
    pass_moves: tuple[str, ...] = ("noop",)
    goal_range: tuple[int, int] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    roles: Mapping[str, RoleEntry] = field(default_factory=dict)
    naming: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    seats: Seats | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    knowledge: KnowledgeNames = KnowledgeNames()
    speech: SpeechEntry = SpeechEntry()
    fallback: FallbackEntry = FallbackEntry()
    report: ReportParts = ReportParts()
    disguise: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tasks: Mapping[str, OneOrMore] = field(default_factory=dict)
    asked_after: Mapping[str, OneOrMore] = field(default_factory=dict)
    words: WordTables = WordTables()


def game_file(content: Mapping[str, Any], source: str = "game.toml") -> GameFile:
    """The value of a `game.toml`, from what TOML makes of it.

    Raises:
        GameError: with every fault, after `source`.
    """
    if faults := file_faults(content):
        raise GameError("\n".join([f"{source} has faults:", *faults[:MOST_FAULTS]]))
    return typed_value(GameFile, content)


def file_faults(content: Mapping[str, Any]) -> list[str]:
    """Entries that have not their shape, such as `knowledge.identity = 5 should be a text or a list`.

    If all have it: those that name a parameter there is not, and texts that are no terms.
    """
    faults = list(misshapen(content, type_shape(GameFile)))
    strange = (_strange_names, _strange_numbers, _strange_parameters, _strange_terms)
    return faults or [fault for look in strange for fault in look(content)]


def _strange_names(content: Mapping[str, Any]) -> Iterator[str]:
    """Names that would be paths, and of seats that are not numbered."""
    sets = content.get("query_sets", ())
    yield from (f"query_sets: {name!r} is no name of a query set" for name in sets if not _NAME.fullmatch(name))
    yield from (f"tasks: {name!r} is no name" for name in content.get("tasks", {}) if not _NAME.fullmatch(name))
    seat = content.get("seats", {}).get("name", "{}")
    if seat.count("{}") != 1 or not _NAME.fullmatch(seat.replace("{}", "1")):
        yield "seats.name should be a name with {} in it once, for the number"


def _strange_numbers(content: Mapping[str, Any]) -> Iterator[str]:
    if len(content.get("goal_range", (0, 100))) != 2:
        yield "goal_range should be two whole numbers"


def _strange_parameters(content: Mapping[str, Any]) -> Iterator[str]:
    known = content.get("parameters", {})
    seats, ranges = content.get("seats"), content.get("ranges", {})
    if seats is not None and not {"count", "name"} <= seats.keys():
        yield "seats should have count and name"
    named = [(f"seats.{entry}", seats[entry]) for entry in ("count", "deal") if seats and entry in seats]
    named += [(entry, name) for entry in ("rows", "choices", "ranges") for name in content.get(entry, ())]
    named += [(f"ranges.{name}", bound) for name in ranges for bound in ranges[name] if isinstance(bound, str)]
    named += [("speech.levels", name) for name in content.get("speech", {}).get("levels", ())]
    yield from (f"{place}: there is no parameter {name!r}" for place, name in named if name not in known)
    if seats and "deal" in seats and not isinstance(known.get(seats["deal"]), dict):
        yield f"seats.deal: the parameter {seats['deal']} should be a table"
    for name, bounds in ranges.items():
        values = [known.get(bound) if isinstance(bound, str) else bound for bound in (name, *bounds)]
        if len(values) != 3 or not all(type(value) is int for value in values):
            yield f"ranges.{name} should be two whole numbers, or parameters that are, for one that is"


def _strange_terms(content: Mapping[str, Any]) -> Iterator[str]:
    speech = content.get("speech", {})
    terms = [("speech.card", speech["card"])] if "card" in speech else []
    terms += [("fallback.moves", move) for move in content.get("fallback", {}).get("moves", ())]
    for entry in ("tasks", "asked_after"):
        for task, texts in content.get(entry, {}).items():
            terms += [(f"{entry}.{task}", text) for text in ([texts] if isinstance(texts, str) else texts)]
    known = content.get("tasks", {})
    yield from (
        f"asked_after.{task}: there is no such task" for task in content.get("asked_after", {}) if task not in known
    )
    for fluent, holds in content.get("knowledge", {}).get("own", {}).items():
        terms += [
            (f"knowledge.own.{fluent}", text) for text in (fluent, *([holds] if isinstance(holds, str) else holds))
        ]
    for number, secret in enumerate(content.get("knowledge", {}).get("secrets", ()), start=1):
        named = ("name", "holds", "keeper", "outsider")
        yield from (f"knowledge.secrets[{number}] should have {name}" for name in named if not secret.get(name))
        terms += [(f"knowledge.secrets[{number}].{name}", secret.get(name, "none")) for name in named[1:]]
        strange = [each for each in secret.get("heard_as", ()) if each not in HEARD_AS]
        yield from (f"knowledge.secrets[{number}].heard_as: {each!r} is not one of {HEARD_AS}" for each in strange)
    for place, text in terms:
        try:
            read_term(text)
        except GdlError as error:
            yield f"{place}: {error}"
