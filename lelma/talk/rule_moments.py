"""Finished matches, and the moments of one that goes on, as what rules of entries are about.

A rule is for use when players are about to vote, so those are the moments: before each joint move with a vote. What
holds there are the relations of the game's record as the public has it, without anything that comes later, and
relations of speech by a lexicon. The deals that are possible for everyone are the solver's. So a moment is the same for
whoever followed the match, whatever it was dealt itself; only the cards of `outlier` are each player's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction

from gdl.ground.ground import ground
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Description, Rule, Symbol, signature
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.memory.finished_match import SPEECH_RELATIONS, FinishedMatch, RuleMoment, counts_of
from lelma.support.paths import file_in
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import Speech
from lelma.talk.record import PUBLIC, Record, needed_rules, record_game, record_rules, sides_in_rules
from lelma.words.clues import shared_clue
from lelma.words.honesty import Honesty, read_honesty
from lelma.words.outlier import proved_outlier
from translators.descriptions.reader import Unreadable, read_description

_BY_LEXICON = ("vague", "contradicts", "contradicts_majority", "outlier")
_ROUNDS = "round"
"""The relation of query sets that has `(round (nth 2) 2)` for each round that is over."""

_Rows = Mapping[str, Collection[tuple[str, ...]]]


@dataclass(frozen=True)
class LivedMatch:
    """What is known of a match, by whoever followed it.

    Attributes:
        voting: the joint moves, from 1, with a vote; of a match that goes on also the one that is next, if it is one.
        cards: player → its word, of those whose words are known.
        honesty: what descriptions can be true of; None if there is no lexicon.
    """

    name: str
    game: Game
    record: Record
    speeches: tuple[Speech, ...]
    voting: tuple[int, ...]
    cards: Mapping[str, str] = field(default_factory=dict)
    honesty: Honesty | None = None


def finished_from(match: LivedMatch, identities: Mapping[str, str]) -> FinishedMatch:
    """What rules can be about in a match whose deal is known: player → identity.

    Raises:
        GameError: if the game's record has faults.
        KnowledgeError: if nothing is possible, or too much to be counted.
    """
    sides = identity_sides(match.game)
    own = {signature(rule.head) for rule in record_rules(match.game)}
    known: dict[str, set[int]] = {}
    for name, arity in own:
        known.setdefault(name, set()).add(arity)
    speech = {name: frozenset([1 if name == "contradicts_majority" else 2]) for name in SPEECH_RELATIONS}
    lexicon = f"{match.game.name} has no lexicon; name one"
    return FinishedMatch(
        match.name,
        {
            player: frozenset({identities[player], *sides.get(identities[player], ())})
            for player in match.record.players
        },
        moments_of(match),
        {**{name: frozenset(arities) for name, arities in known.items()}, **speech},
        {} if match.honesty is not None else dict.fromkeys(_BY_LEXICON, lexicon),
    )


def moments_of(match: LivedMatch) -> tuple[RuleMoment, ...]:
    """The moments before its votes, oldest first.

    Raises:
        GameError, KnowledgeError: as `finished_from` does.
    """
    deals, sides = PossibleDeals(match.game, match.record), identity_sides(match.game)
    spoken = _Spoken(match)
    return tuple(
        replace(_moment(match, ply - 1, spoken), chances=_chances(match.record, ply - 1, deals, sides))
        for ply in match.voting
    )


def present_moment_of(match: LivedMatch, names: Collection[str]) -> RuleMoment:
    """The moment before its last vote, which may be to come; without chances, which take long and are for tests.

    Args:
        names: the relations of the record that are asked for.

    Raises:
        GameError: as `finished_from` does.
    """
    return _moment(match, match.voting[-1] - 1, _Spoken(match), names)


def own_lexicon(game: Game) -> Honesty | None:
    """Honesty by the lexicon that a game names; None if it names none.

    Raises:
        GameError: if the lexicon has faults.
    """
    lexicon = game.file.speech.lexicon
    return read_honesty(file_in(game.folder, lexicon, where="speech.lexicon")) if lexicon else None


def identity_sides(game: Game) -> dict[str, set[str]]:
    """Identity → its sides, by the facts of the rules and the record."""
    found: dict[str, set[str]] = {}
    for side, identities in sides_in_rules(game).items():
        for identity in identities:
            found.setdefault(identity, set()).add(side)
    return found


def _moment(match: LivedMatch, at: int, spoken: _Spoken, names: Collection[str] = ()) -> RuleMoment:
    """What holds after so many joint moves, of all relations or of those named; no chances."""
    own = {signature(rule.head) for rule in record_rules(match.game)}
    facts = [fact for fact in match.record.facts(at=at) if not fact.startswith("(comes ")]
    told = record_game(match.game).description
    if names:
        own = {each for each in own if each[0] in names or each[0] == _ROUNDS}
        asked = [rule for rule in told.rules if signature(rule.head) in own]
        needed = needed_rules(told.rules, asked, match.game.parameters)
        told = replace(told, rules=tuple(dict.fromkeys((*needed, *asked))))
    relations = _relations(told, own, facts)
    rounds = sorted((row[1] for row in relations.get(_ROUNDS, ()) if row[0].startswith("(nth ")), key=int)
    rows = {name: frozenset(each) for name, each in {**relations, **spoken.relations(at)}.items()}
    return RuleMoment(at, rows, tuple(rounds), spoken.rounds(at), {})


def _chances(
    record: Record, at: int, deals: PossibleDeals, sides: Mapping[str, set[str]]
) -> dict[str, dict[str, Fraction]]:
    """Player → identity or side → in which share of the deals that are possible for everyone it has it."""
    possible = deals(PUBLIC, at)
    chances: dict[str, dict[str, Fraction]] = {}
    for player in record.players:
        counted = Counter(name for deal in possible for name in {deal[player], *sides.get(deal[player], ())})
        chances[player] = {name: Fraction(count, len(possible)) for name, count in counted.items()}
    return chances


def _relations(
    told: Description, own: Collection[tuple[str, int]], facts: Sequence[str]
) -> dict[str, set[tuple[str, ...]]]:
    """The relations of a record at a moment: those of `own` that follow from its rules and facts."""
    given = tuple(Rule(read_term(fact), ()) for fact in facts)
    rules = replace(told, rules=(*told.rules, *given))
    found: dict[str, set[tuple[str, ...]]] = {}
    for sentence, literal in ground(rules, sentences=True).sentences.items():
        if literal is None and isinstance(sentence, Symbol | Compound) and signature(sentence) in own:
            args = sentence.args if isinstance(sentence, Compound) else ()
            found.setdefault(signature(sentence)[0], set()).add(tuple(map(kif_term, args)))
    return found


class _Spoken:
    """What was said in a match, up to any of its moments."""

    def __init__(self, match: LivedMatch) -> None:
        self._match, self._voting, self._honesty, self._cards = match, match.voting, match.honesty, match.cards

    def _until(self, at: int) -> Iterator[tuple[Speech, str]]:
        """What was said, each with its round."""
        for speech in self._match.speeches:
            if speech.ply <= at:
                yield speech, str(1 + sum(ply < speech.ply for ply in self._voting))

    def rounds(self, at: int) -> dict[str, tuple[str, ...]]:
        """Player → the rounds it has spoken in."""
        found: dict[str, list[str]] = {}
        for speech, number in self._until(at):
            found.setdefault(speech.speaker, []).append(number)
        return {player: tuple(dict.fromkeys(numbers)) for player, numbers in found.items()}

    def relations(self, at: int) -> _Rows:
        """The relations of speech."""
        said = list(self._until(at))
        players = self._match.record.players
        texts = {player: [each.words for each, _ in said if each.speaker == player] for player in players}
        repeats = {
            (speech.speaker, number)
            for index, (speech, number) in enumerate(said)
            if any(shared_clue(speech.words, before.words) for before, _ in said[:index])
        }
        found: dict[str, Collection[tuple[str, ...]]] = {"repeats": repeats, **_counted("repeats", repeats, players)}
        if self._honesty is None:
            return found
        vague = {(speech.speaker, number) for speech, number in said if _says_nothing(speech.words, self._honesty)}
        clash = {
            (one, other)
            for one in players
            for other in players
            if one != other and self._honesty.contradictory([*texts[one], *texts[other]])
        }
        with_how_many = Counter(one for one, _ in clash)
        most = {(player,) for player in players if 2 * with_how_many[player] > sum(map(bool, texts.values())) - 1}
        found |= {"vague": vague, **_counted("vague", vague, players)}
        found |= {"contradicts": clash, **_counted("contradicts", clash, players), "contradicts_majority": most}
        found[counts_of("outlier")] = {
            (player, str(share))
            for player, card in self._cards.items()
            if (share := proved_outlier(player, card, texts, self._honesty).share) is not None
        }
        return found


def _counted(name: str, rows: Collection[tuple[str, str]], players: Sequence[str]) -> _Rows:
    counts = Counter(player for player, _ in rows)
    return {counts_of(name): {(player, str(counts[player])) for player in players}}


def _says_nothing(text: str, honesty: Honesty) -> bool:
    """Whether no fact of the lexicon is read in a text."""
    try:
        return not read_description(text, honesty.lexicon).statements
    except Unreadable:
        return True
