"""A player without a model that explains what was said: which deal, and which other word, has everybody speak the truth
at the least cost.

A description is explained by a word if all that it says is known of the word; each fact that is missing costs one, and
one that is known to be false much more, since nobody may lie. For every deal (who is the spy) and every other word that
the lexicon has, the costs of all that was said are added up; the probability of a deal with a word falls with its cost
by e for each `temperature`, and words that share little with one's own are the less likely to be dealt with it. So it
finds what it is itself, too. As a citizen it says what is true of its own word and of few of the likely others; as the
spy, or where it can't tell, what is true of both and of most. It votes for the likeliest spy. Its beliefs are noted
(`belief`), those of the other word among them (att_nli paper, Eq. 3, by cost in place of a model's judgement).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp

from gdl.values import dataclass
from lelma.agents.protocol import AgentFacts, Answer, Note, View
from lelma.agents.undercover.lived import named_in, own_word, said_by
from lelma.agents.word_games.word_table import word_table
from lelma.game.game import Game
from lelma.models.embeddings import Hashed
from lelma.support.errors import UsageError
from lelma.support.outside import named_options
from lelma.words.word_facts import MissingFact, WordFacts
from translators.descriptions.lexicon import Fact
from translators.descriptions.spelling import words_of

_RULED_OUT = 8.0
"""The cost of something that was said and is known to be false of a word."""

_FAR = 6.0
"""The cost of another word that shares nothing with the own one."""

FITTED = 0.25
"""The temperature: the one of `temperature.TEMPERATURES` with the least log loss on 30 matches of abducers and of
describers, in turn, with every second of the game's pairs; the other pairs were left for trials."""

_SILENT = ("It is hard to say more.", "I have said what I can.", "There is no more to tell.", "I leave it at that.")


@dataclass(frozen=True)
class RankedWord:
    """A word, what it costs to explain what was said by it, and what would have to be known of it besides."""

    word: str
    cost: float
    missing: tuple[MissingFact, ...]


def rank_words(facts: WordFacts, descriptions: Iterable[str], candidates: Iterable[str]) -> list[RankedWord]:
    """Words by how cheaply they explain descriptions, the cheapest first; of the same cost in the order given."""
    said = list(descriptions)
    found = []
    for word in candidates:
        missing = tuple(facts.missing(said, word))
        found.append(RankedWord(word, _cost(missing), missing))
    return sorted(found, key=lambda each: each.cost)


@dataclass(frozen=True)
class DealBeliefs:
    """What is believed: player → probability of being the spy, oneself among them; other word → probability."""

    spies: Mapping[str, float]
    words: Mapping[str, float]


def weighed_deals(
    facts: WordFacts,
    me: str,
    word: str,
    said: Mapping[str, Sequence[str]],
    players: Sequence[str],
    *,
    gone: Iterable[str] = (),
    temperature: float = FITTED,
) -> DealBeliefs:
    """Weigh every deal with every other word (identity by abduction).

    Args:
        me, word: oneself and the own word.
        said: player → its descriptions; one's own are explained by one's own word whatever the deal.
        gone: who is out while the game goes on, and so is not the spy.
    """
    key = "".join(words_of(word))
    others = [player for player in players if player != me]
    own = {player: _cost(facts.missing(said.get(player, ()), word)) for player in others}
    suspects = [player for player in players if player not in gone]
    weights: dict[tuple[str, str], float] = {}
    for other in facts.words:
        if other == key:
            continue
        theirs = {player: _cost(facts.missing(said.get(player, ()), other)) for player in others}
        far = _FAR * (1 - _shared(facts, word, other))
        for spy in suspects:
            cost = sum(theirs.values()) if spy == me else sum(own.values()) - own[spy] + theirs[spy]
            weights[spy, other] = exp(-(cost + far) / temperature)
    total = sum(weights.values())
    if not total:
        return DealBeliefs({player: (player in suspects) / max(1, len(suspects)) for player in players}, {})
    spies = dict.fromkeys(players, 0.0)
    words: dict[str, float] = {}
    for (spy, other), weight in weights.items():
        spies[spy] += weight / total
        words[other] = words.get(other, 0.0) + weight / total
    return DealBeliefs(spies, words)


@dataclass(frozen=True)
class Abducer:
    """The player.

    Attributes:
        facts_known: what it knows of words.
        identities: of the one with the other word, and of all others.
        out: the percept of who is out, in KIF.
        temperature: how much dearer an explanation has to be to be e times less likely.
        blend: whether a citizen, too, says what most of the likely words share.
        outlier: whether it votes for whoever's descriptions are, as vectors of their letters, least like those of the
            others, in place of by its beliefs: a simple rule to measure it against.
    """

    facts_known: WordFacts
    identities: tuple[str, str]
    out: str
    temperature: float = FITTED
    blend: bool = False
    outlier: bool = False
    name: str = "abducer"
    here: bool = True

    facts = AgentFacts("explains what was said by a lexicon", calls=0, source="att_nli paper, Eq. 3, by abduction")

    @classmethod
    def of(cls, game: Game, options: str = "") -> Callable[[], Abducer]:
        """What makes the player for a game, with options such as `temperature=0.5,blend=1,outlier=1`.

        Its `lexicon` may be another file than the game's.

        Raises:
            UsageError: for options there are not, and for a game without a lexicon.
            GameError: for a lexicon that can't be read.
        """
        given = named_options(options)
        known = WordFacts.of(game, given.pop("lexicon", ""))
        if known is None:
            raise UsageError(f"abducer goes by a lexicon ([speech] lexicon in game.toml), and {game.name} has none")
        switches = [given.pop(switch, "0") for switch in ("blend", "outlier")]
        try:
            temperature = float(given.pop("temperature", str(FITTED)))
        except ValueError:
            temperature = 0.0
        if given or not temperature > 0 or not {*switches} <= {"0", "1"}:
            raise UsageError(
                f"abducer:{options}: options are temperature, above 0, blend and outlier, 0 or 1, and lexicon, a file"
            )
        name = f"abducer:{options}" if options else "abducer"
        table = word_table(game)
        blend, outlier = (switch == "1" for switch in switches)
        return lambda: cls(known, (table.odd, table.common), "(out ?p)", temperature, blend, outlier, name)

    def act(self, view: View) -> Answer:
        """A description, or a vote."""
        chance = random.Random(view.seed + len(view.refused))
        believed = self._explained(view)
        if view.speaking:
            return Answer(min(view.speaking), self._description(view, believed, chance), notes=(self._note(believed),))
        suspected = _unlike_others(said_by(view.plies)) if self.outlier else believed.spies
        best = max((suspected.get(_target(move), 0.0) for move in view.legal), default=0.0)
        moves = [move for move in view.legal if suspected.get(_target(move), 0.0) == best]
        return Answer(chance.choice(moves or list(view.legal)), notes=(self._note(believed),))

    def _explained(self, view: View) -> DealBeliefs:
        players = [role for role in view.roles if role != "random"]
        gone = [role for role in named_in(view.plies, self.out) if role != view.role]
        return weighed_deals(
            self.facts_known,
            view.role,
            own_word(view),
            said_by(view.plies),
            players,
            gone=gone,
            temperature=self.temperature,
        )

    def _description(self, view: View, believed: DealBeliefs, chance: random.Random) -> str:
        """A sentence true of the own word that was not said before: shared with the likely words, or not."""
        word = own_word(view)
        heard = {each.words for ply in view.plies for each in ply.heard} | {each.answer for each in view.refused}
        spread = believed.spies.get(view.role, 0.0) >= 0.5 or self.blend
        known = self.facts_known.known(word)

        def shared(fact: Fact) -> float:
            return sum(weight for other, weight in believed.words.items() if fact in self.facts_known.known(other))

        for holds in (True, False):
            facts = [fact for fact in known if fact.holds == holds]
            for fact in sorted(facts, key=lambda fact: (round(shared(fact), 6) * (-1 if spread else 1), fact)):
                text = self.facts_known.sentence(fact, without=words_of(word))
                if text and text not in heard:
                    return text
        left = [text for text in _SILENT if text not in heard]
        return chance.choice(left) if left else f"I have thought about it {len(heard)} times."

    def _note(self, believed: DealBeliefs) -> Note:
        odd, common = self.identities
        beliefs = {player: {odd: round(p, 6), common: round(1 - p, 6)} for player, p in believed.spies.items()}
        likely = sorted(believed.words.items(), key=lambda each: (-each[1], each[0]))[:5]
        return {"kind": "belief", "beliefs": beliefs, "words": {word: round(p, 6) for word, p in likely}}


def _unlike_others(said: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Player → 1 less the mean cosine of what it said to what the others said; for those who spoke."""
    players = [player for player, texts in said.items() if texts]
    rows = Hashed().embed([" ".join(said[player]) for player in players]).astype(float)
    alike = rows @ rows.T
    others = max(1, len(players) - 1)
    return {player: 1 - float(alike[at].sum() - alike[at, at]) / others for at, player in enumerate(players)}


def _cost(missing: Iterable[MissingFact]) -> float:
    return sum(_RULED_OUT if each.ruled_out else 1.0 for each in missing)


def _shared(facts: WordFacts, one: str, other: str) -> float:
    """The share of the true facts of two words that they have in common, from 0 to 1."""
    mine, theirs = ({fact for fact in facts.known(word) if fact.holds} for word in (one, other))
    return len(mine & theirs) / max(1, len(mine | theirs))


def _target(move: str) -> str:
    """Whom a vote is for: the last name in it."""
    return move.strip("()").split()[-1]
