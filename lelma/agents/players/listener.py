"""A player without a model that says nothing: it keeps what is possible, weighs it by what it sees and hears, and moves
by what it may expect.

What is possible are the deals of `lelma.knowledge`, by the rules and its own percepts alone. Each has a weight: how
many states have it, times how probable what the others did and said would be in it, by the rates that `listener.toml`
of the game gives. A move is worth what it is for the identities that its players may have. `listener.toml`:

```toml
period = { ends = ["(voted ?p ?q)"] }   # see `lelma.agents.players.conditions`
silence = "I would rather listen."      # what it says where it has to say something
words_of = "plain"                       # or whose words it says: an agent of the game's agents.toml

[lies]                                   # identity → how often a claim about identities by its player is false
werewolf = 0.5
villager = 0.05

[[seen]]                                 # ?p did something: how probable that is for each identity (1 where not told)
when = ["(quest ?q failure ?k)", "(accepted ?q ?a)", "(proposed ?q ?a ?p ?team)"]
likely = { merlin = 0.3, morgana = 0.6 }

[[seen]]                                 # the same, only in deals in which one of the team is such
when = ["(proposed ?q ?a ?p ?team)"]
among = ["(within ?x ?team)"]
some = ["morgana", "assassin"]           # or none = [...]
likely = { merlin = 0.1, servant = 0.5 }

[[prefer]]
move = "(vote ?p)"
when = ["(identity villager)"]           # adds once for each way in which these hold
score = 0                                # so much
worth = { werewolf = 1, seer = -1 }      # and what ?p is worth, by identity
```

Its beliefs are noted after each joint move (`belief`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any

from gdl.errors import GdlError
from gdl.tree.syntax import Compound, Symbol, Term, variables_in
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.agents.players.conditions import Binding, LivedFacts, Periods, term_in
from lelma.agents.players.rule_agent import highest_scoring, preferring_agents
from lelma.agents.players.talker_data import parameter_facts, read_periods
from lelma.agents.protocol import AgentFacts, Answer, Note, Ply, Seat, View
from lelma.game.game import Game
from lelma.game.vocabulary import make_vocabulary, static_roles
from lelma.knowledge import Knowledge
from lelma.support.errors import GameError, LelmaError, UsageError, did_you_mean
from lelma.support.outside import named_options, probability, toml_file
from lelma.support.shape import misshapen
from lelma.talk.record import sides_in_rules
from translators.deterministic import translate
from translators.language.vocabulary import Vocabulary

_SMALLEST = 1e-9
"""What nobody is believed to do is not impossible: the weight of no deal falls lower by one thing seen or heard."""

_QUERY = re.compile(r"(\w+)\((\w+), (\w+)\)")
_IDENTITY = {"is_identity": True, "is_not_identity": False}
_SIDE = {"is_on_side": True, "is_not_on_side": False}


@dataclass(frozen=True)
class Behaviour:
    """Something that a player, `?p`, was seen to do, and how probable that is by identity.

    Attributes:
        among, some, none: of those `?x` that `among` gives, it counts only in deals in which one is of the identities
            `some`, and none of `none`; empty for all deals.
    """

    when: tuple[Term, ...]
    likely: Mapping[str, float]
    among: tuple[Term, ...] = ()
    some: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()

    def counts(self, deal: Mapping[str, str], members: Sequence[str]) -> bool:
        """Whether it tells anything of a deal, where the `?x` are these."""
        identities = {deal.get(member, "") for member in members}
        return (not self.some or bool(self.some & identities)) and not self.none & identities


@dataclass(frozen=True)
class _Done:
    """Something that a player did, and the `?x` of it."""

    player: str
    what: Behaviour
    members: tuple[str, ...]


@dataclass(frozen=True)
class Liking:
    """What moves are worth: `score`, and what `?p` is by identity, for each way in which all of `when` hold."""

    move: Term
    when: tuple[Term, ...]
    score: float
    worth: Mapping[str, float]


@dataclass(frozen=True)
class ListenerData:
    """How a listener takes what it sees and hears in a game, and what it wants."""

    lies: Mapping[str, float] = field(default_factory=dict)
    seen: tuple[Behaviour, ...] = ()
    likings: tuple[Liking, ...] = ()
    periods: Periods = field(default_factory=Periods)
    silence: str = "I would rather listen for now."
    words_of: str = ""
    public: tuple[Term, ...] = ()


_SHARES = {"*": (int, float)}
_SHAPE: Mapping[str, Any] = {
    "period": {"begins": [str], "ends": [str], "first": int},
    "silence": str,
    "words_of": str,
    "lies": _SHARES,
    "seen": [{"when": [str], "likely": _SHARES, "among": [str], "some": [str], "none": [str]}],
    "prefer": [{"move": str, "when": [str], "score": (int, float), "worth": _SHARES}],
}


def read_listener_data(game: Game, kind: str = "listener") -> ListenerData:
    """What `listener.toml` of a game says, or the file of another kind; nothing is preferred if there is none.

    Raises:
        GameError: with the faults of the file.
    """
    file = game.folder / f"{kind}.toml"
    if not file.is_file():
        return ListenerData()
    table = toml_file(file, fail=GameError)
    faults = list(misshapen(table, dict(_SHAPE), file.name))
    faults += [f"{file.name}: there is no {name}{did_you_mean(name, _SHAPE)}" for name in table if name not in _SHAPE]
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    try:
        lies = {name: probability(f"lies.{name}", value) for name, value in table.get("lies", {}).items()}
        seen = tuple(_behaviour(number, entry) for number, entry in enumerate(table.get("seen", ()), start=1))
        likings = tuple(_liking(number, entry) for number, entry in enumerate(table.get("prefer", ()), start=1))
        periods = read_periods(table.get("period", {}))
    except (GdlError, UsageError) as error:
        raise GameError(f"{file}: {error}") from None
    silence = table.get("silence", ListenerData().silence)
    return ListenerData(lies, seen, likings, periods, silence, table.get("words_of", ""), parameter_facts(game))


def _behaviour(number: int, entry: Mapping[str, Any]) -> Behaviour:
    when = tuple(map(read_term, entry.get("when", ())))
    if not any("p" in variables_in(term) for term in when):
        raise UsageError(f"seen[{number}]: no ?p in when: whose doing is it?")
    likely = {name: probability(f"seen[{number}].likely.{name}", share) for name, share in entry["likely"].items()}
    among = tuple(map(read_term, entry.get("among", ())))
    some, none = (frozenset(entry.get(name, ())) for name in ("some", "none"))
    if bool(among) != bool(some or none):
        raise UsageError(f"seen[{number}]: among goes with some or none, identities of its ?x")
    return Behaviour(when, likely, among, some, none)


def _liking(number: int, entry: Mapping[str, Any]) -> Liking:
    move, when = read_term(entry["move"]), tuple(map(read_term, entry.get("when", ())))
    worth: Mapping[str, float] = entry.get("worth", {})
    if worth and not any("p" in variables_in(term) for term in (move, *when)):
        raise UsageError(f"prefer[{number}]: no ?p in move or when: whose identity is worth something?")
    return Liking(move, when, float(entry.get("score", 0)), worth)


@dataclass(frozen=True)
class _HeardClaim:
    """What somebody claimed of an identity: the player has one of `identities`, or has not."""

    speaker: str
    player: str
    identities: frozenset[str]
    holds: bool


class Listener:
    """Believes by the rules and the rates it is given, and plays what it expects most of."""

    here = True
    name = "listener"
    facts = AgentFacts("says nothing, weighs the possible deals, and moves by what it expects", calls=0)

    def __init__(self, game: Game, data: ListenerData, vocabulary: Vocabulary, *, seed: int = 0) -> None:
        """The vocabulary is that of the game: one for all listeners, since readers keep what they made of it."""
        self._game, self._data, self._vocabulary, self._seed = game, data, vocabulary, seed
        self._sides = sides_in_rules(game)
        self._roles = static_roles(game)
        self._identity = next(iter(game.file.knowledge.identity), "identity")
        self._plain = preferring_agents(game.folder).get(data.words_of)
        self._role, self._trouble = "", ""
        self._plies: tuple[Ply, ...] = ()
        self._deals: list[tuple[Mapping[str, str], int]] = []
        self._heard: list[_HeardClaim] = []
        self._knowledge: Knowledge | None = None

    @classmethod
    def of(cls, game: Game, options: str = "") -> Callable[[], Listener]:
        """What makes listeners of a game; the one option is `seed`.

        Raises:
            GameError: for faults of the game's `listener.toml`.
            UsageError: for an option that there is not.
        """
        data, given = read_listener_data(game, cls.name), named_options(options)
        seed = given.pop("seed", "0")
        if given or not seed.isdecimal():
            name = next(iter(given), "seed")
            raise UsageError(f"a {cls.name} has one option, seed, a whole number; not {name}={given.get(name, seed)}")
        vocabulary = make_vocabulary(game, None)
        return lambda: cls(game, data, vocabulary, seed=int(seed))

    def begin(self, seat: Seat) -> None:
        """A new match."""
        self._role, self._trouble, self._plies, self._knowledge = seat.role, "", (), None
        self._deals, self._heard = [], []
        try:
            self._knowledge = Knowledge(self._game, seat.role)
        except LelmaError as error:  # such as of a game that hides nothing
            self._trouble = str(error)

    def observe(self, ply: Ply) -> tuple[Note, ...]:
        """What it believes now."""
        self._plies += (ply,)
        if self._knowledge is not None:
            try:
                self._knowledge.observe(ply.move, list(ply.percepts))
                self._deals = weighted_deals(self._knowledge, self._identity)
            except LelmaError as error:  # such as after a move that the rules refuse: what it knew is all it keeps
                self._knowledge, self._trouble = None, str(error)
        self._heard += [
            claim
            for each in ply.heard
            if each.role != self._role
            for claim in _claims_in(self._vocabulary, each.role, each.words, self._sides)
        ]
        beliefs = self.beliefs(self._facts(self._plies))
        note: dict[str, Any] = {"kind": "belief", "beliefs": beliefs}
        return ({**note, "trouble": self._trouble} if self._trouble else note,) if beliefs else ()

    def act(self, view: View) -> Answer:
        """The move that it expects most of."""
        facts, chance = (
            LivedFacts.of(view, self._data.periods, self._data.public),
            random.Random(f"{view.seed}/{self._seed}"),
        )
        beliefs = self.beliefs(facts)
        move = chance.choice(
            highest_scoring(view.legal, lambda each: self._worth(term_in(each), facts, view.role, beliefs))
        )
        if move not in view.speaking:
            return Answer(move)
        return Answer(move, self._plain.act(view).words if self._plain is not None else self._data.silence)

    def beliefs(self, facts: LivedFacts) -> dict[str, dict[str, float]]:
        """Player → identity → probability."""
        done = [each for behaviour in self._data.seen for each in self._done(behaviour, facts)]
        weights = [states * self._likelihood(deal, done) for deal, states in self._deals]
        whole = sum(weights)
        found: dict[str, dict[str, float]] = {}
        for (deal, _), weight in zip(self._deals, weights, strict=True):
            for player, identity in deal.items():
                shares = found.setdefault(player, {})
                shares[identity] = shares.get(identity, 0.0) + weight / whole
        return {player: {name: round(share, 9) for name, share in sorted(found[player].items())} for player in found}

    def _likelihood(self, deal: Mapping[str, str], done: Sequence[_Done]) -> float:
        """How probable what was done and said is in a deal, as far as that tells deals apart."""
        found = 1.0
        for each in done:
            if each.what.counts(deal, each.members):
                found *= max(_SMALLEST, each.what.likely.get(deal.get(each.player, ""), 1.0))
        for claim in self._heard:
            lies = self._data.lies.get(deal.get(claim.speaker, ""))
            if lies is not None and claim.player in deal:
                right = (deal[claim.player] in claim.identities) == claim.holds
                found *= max(_SMALLEST, 1 - lies if right else lies)
        return found

    def _done(self, behaviour: Behaviour, facts: LivedFacts) -> Iterator[_Done]:
        for values in facts.solutions(behaviour.when, self._me):
            player = values["p"]
            if isinstance(player, Symbol) and player.name != self._role:
                inner = facts.solutions(behaviour.among, values) if behaviour.among else ()
                members = (each["x"] for each in inner)
                yield _Done(player.name, behaviour, tuple(each.name for each in members if isinstance(each, Symbol)))

    def _worth(self, move: Term, facts: LivedFacts, me: str, beliefs: Mapping[str, Mapping[str, float]]) -> float:
        worth = 0.0
        for liking in self._data.likings:
            start = match(liking.move, move, {"me": Symbol(me)})
            for values in facts.solutions(liking.when, start) if start is not None else ():
                worth += liking.score
                player = values.get("p")
                if liking.worth and isinstance(player, Symbol):
                    shares = beliefs.get(player.name, {})
                    worth += sum(share * liking.worth.get(identity, 0.0) for identity, share in shares.items())
        return round(worth, 9)

    @property
    def _me(self) -> Binding:
        return {"me": Symbol(self._role)}

    def _facts(self, plies: tuple[Ply, ...]) -> LivedFacts:
        return LivedFacts.lived(plies, self._roles, self._data.periods, self._data.public)


def weighted_deals(knowledge: Knowledge, fluent: str) -> list[tuple[Mapping[str, str], int]]:
    """Each deal of identities and how many states have it."""
    found: dict[tuple[tuple[str, str], ...], int] = {}
    for deal in knowledge.deals():
        who = tuple(each for text in deal.facts if (each := _of_whom(text, fluent)) is not None)
        found[who] = found.get(who, 0) + deal.states
    return [(dict(who), states) for who, states in found.items() if who]


@cache
def _of_whom(text: str, fluent: str) -> tuple[str, str] | None:
    match term_in(text):
        case Compound(name, (Symbol(player), Symbol(identity))) if name == fluent:
            return player, identity
    return None


def _claims_in(
    vocabulary: Vocabulary, speaker: str, words: str, sides: Mapping[str, frozenset[str]]
) -> Iterator[_HeardClaim]:
    """What a speech says of identities, and more than as a guess."""
    for claim in translate(words, vocabulary, role=speaker).claims:
        parts = _QUERY.fullmatch(claim.query)
        if parts is None or claim.hedged or claim.disputed:
            continue
        name, player, what = parts.groups()
        if name in _IDENTITY:
            yield _HeardClaim(speaker, player, frozenset([what]), _IDENTITY[name])
        elif name in _SIDE and what in sides:
            yield _HeardClaim(speaker, player, sides[what], _SIDE[name])


class Logician(Listener):
    """A listener by `logician.toml` of the game: its rates also depend on who is on a team, in each deal."""

    name = "logician"
    facts = AgentFacts("weighs the possible deals by proposals and votes, too, and moves by what it expects", calls=0)
