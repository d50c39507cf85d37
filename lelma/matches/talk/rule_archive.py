"""Finished matches of transcripts as what rules of entries are tested on (`lelma.talk.rule_moments`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gdl.values import dataclass
from lelma.matches.replay import read_match
from lelma.matches.speech_rules import SpeechRules
from lelma.matches.talk.speeches import SpokenMatch, played_match
from lelma.memory.finished_match import FinishedMatch
from lelma.support.errors import LelmaError, UsageError
from lelma.talk.deals import PossibleDeals
from lelma.talk.record import ALL
from lelma.talk.rule_moments import LivedMatch, finished_from, own_lexicon
from lelma.words.honesty import Honesty, read_honesty


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
        UsageError: if there is no such file, or one that is named is no transcript; if nothing is a finished match.
        GameError: if a lexicon has faults, or a game's record.
    """
    honesty = None if lexicon is None else read_honesty(lexicon)
    found: list[FinishedMatch] = []
    over: dict[str, str] = {}
    for file in (each for path in files for each in (sorted(path.glob("**/*.jsonl")) if path.is_dir() else [path])):
        try:
            recorded = read_match(file)
        except LelmaError as error:
            if file in files:
                raise
            over[str(file)] = str(error)
            continue
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
    rules = SpeechRules(game)
    cards = {
        player: rules.card_of(percept for ply in record.plies for percept in ply.percepts.get(player, ()))
        for player in record.players
    }
    voting = [
        number
        for number, ply in enumerate(record.plies, start=1)
        if any(move.strip("() ").split(" ")[0] in votes for move in ply.moves.values())
    ]
    dealt = PossibleDeals(game, record)(ALL, len(record.plies))[0]
    lived = LivedMatch(
        match.name,
        game,
        record,
        match.speeches,
        tuple(voting),
        {player: card for player, card in cards.items() if card is not None},
        honesty or own_lexicon(game),
    )
    return finished_from(lived, dealt)
