"""Finished matches as what rules of entries are tested on (`lelma.memory.finished_match`), from transcripts.

A rule is for use when players are about to vote, so those are the moments: before each joint move with a vote of the
game's `[report]`. What holds there are the relations of the game's record as the public has it, without anything that
comes later, and relations of speech by a lexicon. The deals that are possible for everyone are the solver's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from gdl.ground.ground import ground
from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Description, Rule, Symbol, signature
from gdl.tree.term import read_term
from lelma.game.game import Game
from lelma.matches.replay import read_match
from lelma.matches.speech_rules import SpeechRules, shared_clue
from lelma.matches.talk.speeches import SpokenMatch, played_match
from lelma.memory.finished_match import SPEECH_RELATIONS, FinishedMatch, RuleMoment, counts_of
from lelma.support.errors import UsageError
from lelma.support.paths import file_in
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import Speech
from lelma.talk.record import ALL, PUBLIC, Record, record_game, record_rules
from lelma.words.honesty import Honesty, read_honesty
from lelma.words.outlier import proved_outlier
from translators.descriptions.reader import Unreadable, read_description

_BY_LEXICON = ("vague", "contradicts", "contradicts_majority", "outlier")
_ROUNDS = "round"
"""The relation of query sets that has `(round (nth 2) 2)` for each round that is over."""

_Rows = Mapping[str, Collection[tuple[str, ...]]]


@dataclass(frozen=True)
class RuleArchive:
    """Finished matches, and why files of the same folder are none."""

    matches: tuple[FinishedMatch, ...]
    passed_over: Mapping[str, str]


def read_archive(files: Sequence[Path], *, lexicon: Path | None = None) -> RuleArchive:
    """The finished matches in files and folders of transcripts, in their order.

    Args:
        lexicon: of the words of these matches; by default that of each game, if it has one.

    Raises:
        UsageError: if there is no such file, or one is no transcript; if nothing is a finished match.
        GameError: if a lexicon has faults, or a game's record.
    """
    honesty = None if lexicon is None else read_honesty(lexicon)
    found: list[FinishedMatch] = []
    over: dict[str, str] = {}
    for file in (each for path in files for each in (sorted(path.glob("**/*.jsonl")) if path.is_dir() else [path])):
        recorded = read_match(file)
        if recorded.result is None:
            over[str(file)] = "the match was not finished"
            continue
        found.append(finished_match(played_match(recorded, recorded.game(), file.stem), honesty=honesty))
    if not found:
        told = "; ".join(f"{name}: {why}" for name, why in over.items())
        raise UsageError(f"no finished match in {', '.join(map(str, files))}{f': {told}' if told else ''}")
    return RuleArchive(tuple(found), over)


def finished_match(match: SpokenMatch, *, honesty: Honesty | None = None) -> FinishedMatch:
    """What rules can be about in a match.

    Args:
        honesty: what descriptions can be true of; by default by the game's lexicon, if it names one.

    Raises:
        UsageError: if the game names no votes, or no identities.
        GameError: if its record has faults.
    """
    game, record = match.game, match.record
    votes = set(game.file.report.votes)
    if not votes or not game.file.knowledge.identity:
        raise UsageError(f"{game.name}: rules are tested before votes, and its game.toml names no votes or identities")
    honesty = honesty or _own_honesty(game)
    voting = [
        number
        for number, ply in enumerate(record.plies, start=1)
        if any(move.strip("() ").split(" ")[0] in votes for move in ply.moves.values())
    ]
    deals, sides = PossibleDeals(game, record), _sides(game)
    dealt = deals(ALL, len(record.plies))[0]
    spoken = _Spoken(match, voting, honesty)
    told, own = record_game(game).description, {signature(rule.head) for rule in record_rules(game)}
    moments = []
    for at in (ply - 1 for ply in voting):
        facts = [fact for fact in record.facts(at=at) if not fact.startswith("(comes ")]
        moments.append(_moment(record, at, deals, sides, _relations(told, own, facts), spoken))
    known: dict[str, set[int]] = {}
    for name, arity in own:
        known.setdefault(name, set()).add(arity)
    speech = {name: frozenset([1 if name == "contradicts_majority" else 2]) for name in SPEECH_RELATIONS}
    return FinishedMatch(
        match.name,
        {player: frozenset({dealt[player], *sides.get(dealt[player], ())}) for player in record.players},
        tuple(moments),
        {**{name: frozenset(arities) for name, arities in known.items()}, **speech},
        {} if honesty is not None else dict.fromkeys(_BY_LEXICON, f"{game.name} has no lexicon; name one"),
    )


def _own_honesty(game: Game) -> Honesty | None:
    lexicon = game.file.speech.lexicon
    return read_honesty(file_in(game.folder, lexicon, where="speech.lexicon")) if lexicon else None


def _sides(game: Game) -> dict[str, set[str]]:
    """Identity → its sides, by the facts of the record."""
    name, found = game.file.knowledge.sides or "side", dict[str, set[str]]()
    for rule in (*record_rules(game), *game.description.rules):
        match rule:
            case Rule(Compound(functor, (Symbol(identity), Symbol(side))), ()) if functor == name:
                found.setdefault(identity, set()).add(side)
    return found


def _moment(
    record: Record, at: int, deals: PossibleDeals, sides: Mapping[str, set[str]], relations: _Rows, spoken: _Spoken
) -> RuleMoment:
    rounds = sorted((row[1] for row in relations.get(_ROUNDS, ()) if row[0].startswith("(nth ")), key=int)
    possible = deals(PUBLIC, at)
    chances: dict[str, dict[str, Fraction]] = {}
    for player in record.players:
        counted = Counter(name for deal in possible for name in {deal[player], *sides.get(deal[player], ())})
        chances[player] = {name: Fraction(count, len(possible)) for name, count in counted.items()}
    rows = {name: frozenset(each) for name, each in {**relations, **spoken.relations(at)}.items()}
    return RuleMoment(at, rows, tuple(rounds), spoken.rounds(at), chances)


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

    def __init__(self, match: SpokenMatch, voting: Sequence[int], honesty: Honesty | None) -> None:
        self._match, self._voting, self._honesty = match, voting, honesty
        rules = SpeechRules(match.game)
        self._cards = {
            player: rules.card_of(percept for ply in match.record.plies for percept in ply.percepts.get(player, ()))
            for player in match.record.players
        }

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
            if card is not None and (share := proved_outlier(player, card, texts, self._honesty).share) is not None
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
