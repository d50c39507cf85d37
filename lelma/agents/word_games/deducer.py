"""The agent `deducer`: who holds the odd word, by Bayes and the lexicon alone; without a model.

A world is a player with the odd word and which two words were dealt, of the pairs that are known, or, where the own
word is in none of them, an own word and an unknown one. How likely what was heard is in a world:

- a player says something that can't be true of its word with probability `LIES`, however often it does;
- of what is read, a description that does not have to be true of a word that the lexicon knows weighs `FITS` of one
  that has to;
- a player with the common word votes for the odd one with probability `INFORMED` and else for anybody, the odd one for
  anybody. Who is out and the match goes on does not hold the odd word.

All weights are fractions, so that the posterior is exact: a ceiling for what models make of the same descriptions, as
far as the lexicon goes. SpyGame paper, sections 3 and 6, for what is measured by it; the agent is ours.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from pathlib import Path

from gdl.tree.syntax import Symbol, subterms
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.agents.protocol import AgentFacts, Answer, View
from lelma.agents.word_games.heard import VoteRound, own_card, vote_round
from lelma.agents.word_games.word_table import NEUTRAL, WordTable, word_table
from lelma.game.game import Game
from translators.descriptions.lexicon import Fact
from translators.descriptions.spelling import words_of

LIES, FITS, INFORMED = Fraction(1, 50), Fraction(1, 3), Fraction(1, 5)


@dataclass(frozen=True)
class WordWorld:
    """Who may hold the odd word, the words of the others and of that player; an empty text for an unknown word."""

    odd: str
    common_word: str
    odd_word: str


@dataclass(frozen=True)
class HeardSoFar:
    """What a player knows at a moment: its word (None if it was not told), what all said, and the votes."""

    me: str
    players: tuple[str, ...]
    own: str | None
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    votes: tuple[VoteRound, ...] = ()


def word_posterior(heard: HeardSoFar, table: WordTable) -> dict[WordWorld, Fraction]:
    """How probable each world is; the sum is 1."""
    weights = {world: _likelihood(world, heard, table) for world in _worlds(heard, table)}
    total = sum(weights.values())
    if not total:  # whoever is out was the only one it could be: nothing is left to tell
        return {world: Fraction(1, len(weights)) for world in weights}
    return {world: weight / total for world, weight in weights.items()}


def _worlds(heard: HeardSoFar, table: WordTable) -> list[WordWorld]:
    own = heard.own or ""
    others = [player for player in heard.players if player != heard.me]
    return [
        world
        for partner in table.partners(own) or ("",)
        for world in (
            WordWorld(heard.me, partner, own),
            *(WordWorld(player, own, partner) for player in others),
        )
    ]


def _likelihood(world: WordWorld, heard: HeardSoFar, table: WordTable) -> Fraction:
    if any(world.odd in each.out for each in heard.votes):
        return Fraction(0)
    found = _of_votes(world, heard)
    if table.honesty is None or heard.own is None:
        return found
    honesty = table.honesty
    common = [player for player in heard.players if player != world.odd and player in heard.said]
    clean = True
    for player, word in (*((each, world.common_word) for each in common), (world.odd, world.odd_word)):
        if player == heard.me or player not in heard.said:
            continue
        if honesty.contradictory(heard.said[player], word):
            found, clean = found * LIES, False
        elif honesty.lexicon.about(word):
            outcomes = [honesty.entails(text, word) for text in heard.said[player]]
            weak = sum(each.outcome == "open" and bool(each.reading.statements) for each in outcomes)
            found *= FITS**weak
    together = [text for player in common if player != heard.me for text in heard.said[player]]
    if clean and honesty.contradictory(together, world.common_word):
        found *= LIES
    return found


def _of_votes(world: WordWorld, heard: HeardSoFar) -> Fraction:
    found, left = Fraction(1), len(heard.players)
    for each in heard.votes:
        for voter, target in each.votes.items():
            if voter not in (heard.me, world.odd):
                anybody = (1 - INFORMED) / max(1, left - 1)
                found *= anybody + INFORMED if target == world.odd else anybody
        left -= len(each.out)
    return found


class Deducer:
    """Describes and votes by the posterior: see the module."""

    here = True
    facts = AgentFacts("Bayes over who holds the odd word, by a lexicon and votes", calls=0)

    def __init__(self, table: WordTable, *, name: str = "deducer") -> None:
        self.name, self.table = name, table

    def act(self, view: View) -> Answer:
        heard = heard_so_far(view, self.table)
        found = word_posterior(heard, self.table)
        suspicion = dict.fromkeys(heard.players, Fraction(0))
        for world, weight in found.items():
            suspicion[world.odd] += weight
        chance = random.Random(view.seed)
        notes = (self._belief(heard, found, suspicion),)
        speaking = sorted(view.speaking)
        if speaking:
            words = self._description(view, heard, found, suspicion, chance)
            return Answer(speaking[0], words, notes=notes)
        return Answer(_vote(view, heard, suspicion, chance), notes=notes)

    def _belief(
        self, heard: HeardSoFar, found: Mapping[WordWorld, Fraction], suspicion: Mapping[str, Fraction]
    ) -> dict[str, object]:
        words: dict[str, Fraction] = {}
        for world, weight in found.items():
            other = world.common_word if world.odd == heard.me else world.odd_word
            if other:
                words[other] = words.get(other, Fraction(0)) + weight
        beliefs = {
            player: {self.table.odd: float(each), self.table.common: float(1 - each)}
            for player, each in suspicion.items()
        }
        return {"kind": "belief", "beliefs": beliefs, "words": {word: float(weight) for word, weight in words.items()}}

    def _description(
        self,
        view: View,
        heard: HeardSoFar,
        found: Mapping[WordWorld, Fraction],
        suspicion: Mapping[str, Fraction],
        chance: random.Random,
    ) -> str:
        """As the odd one what is true of both words, else what is true of the own one alone."""
        own = heard.own or ""
        odd = 2 * suspicion[heard.me] > 1
        likely = max(found, key=lambda world: (found[world] if (world.odd == heard.me) == odd else -1, world.odd_word))
        other = likely.common_word if likely.odd == heard.me else likely.odd_word
        mine, theirs = self._known(own), self._known(other)
        shared = [fact for fact in mine if fact in theirs]
        apart = [fact for fact in mine if fact.opposite in theirs]
        apart += [fact for fact in mine if fact not in theirs and fact.opposite not in theirs]
        ranked = sorted(shared if odd else apart, key=lambda fact: (fact.opposite not in theirs, not fact.holds, fact))
        used = {_plain(text) for texts in heard.said.values() for text in texts}
        used |= {_plain(each.answer) for each in view.refused} | {_plain(each.words) for each in view.checked}
        tellable = [text for text in self._sentences(ranked, own) if _plain(text) not in used]
        neutral = [text for text in NEUTRAL if _plain(text) not in used]
        tried = len(view.refused)
        if tellable and tried < 2:
            return tellable[min(tried, len(tellable) - 1)]
        return chance.choice(neutral or list(NEUTRAL))

    def _known(self, word: str) -> frozenset[Fact]:
        return self.table.facts.known(word) if self.table.facts is not None else frozenset()

    def _sentences(self, facts: Iterable[Fact], word: str) -> Iterator[str]:
        if self.table.facts is not None:
            told = (self.table.facts.sentence(fact, without=words_of(word)) for fact in facts)
            yield from (text for text in told if text)


def heard_so_far(view: View, table: WordTable) -> HeardSoFar:
    """What a view tells of a match of words."""
    voices = {target for move in view.legal for target in _roles_in(move, view.roles)}
    said: dict[str, list[str]] = {}
    votes: list[VoteRound] = []
    players: dict[str, None] = {}
    for ply in view.plies:
        for each in ply.heard:
            said.setdefault(each.role, []).append(each.words)
        found = vote_round(ply.percepts, view.roles)
        if found is not None:
            votes.append(found)
            players.update(dict.fromkeys((*found.votes, *found.votes.values())))
    players.update(dict.fromkeys((*said, *voices, view.role)))
    everyone = tuple(role for role in view.roles if role in players or (not votes and role != _CHANCE))
    own = own_card(view, table.card)
    return HeardSoFar(view.role, everyone, own, {who: tuple(texts) for who, texts in said.items()}, tuple(votes))


_CHANCE = "random"


def _roles_in(move: str, roles: Sequence[str]) -> list[str]:
    return [part.name for part in subterms(read_term(move)) if isinstance(part, Symbol) and part.name in roles]


def _vote(view: View, heard: HeardSoFar, suspicion: Mapping[str, Fraction], chance: random.Random) -> str:
    """For the most suspected of those who can be voted for: for the odd one itself, that is the second of all."""
    targets = {move: _roles_in(move, view.roles) for move in view.legal}
    worth = {move: max((suspicion[role] for role in roles), default=Fraction(-1)) for move, roles in targets.items()}
    best = max(worth.values())
    return chance.choice([move for move, each in worth.items() if each == best])


def _plain(text: str) -> str:
    return "".join(words_of(text))


def make_deducer(folder: Path, lexicon: str = "") -> Deducer:
    """The agent for the game in a folder, with a lexicon of one's own if a file is named.

    Raises:
        UsageError: if it is no game in which one player holds another word.
        GameError: if the lexicon has faults.
    """
    return Deducer(word_table(Game.load(folder), lexicon=Path(lexicon) if lexicon else None))
