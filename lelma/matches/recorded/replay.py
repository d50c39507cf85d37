"""Files of recorded games, replayed: how many agree with the rules, which moves are refused and why, who won."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any

from gdl.tree.syntax import Symbol
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.engine.conditions import Conditions
from lelma.engine.progression import Progression
from lelma.game.game import Game, find_game, list_games
from lelma.game.parameters import Parameters
from lelma.game.wording import Wording, sentence
from lelma.matches.illegal_moves import WhyNot
from lelma.matches.recorded.course import Course, Made, Replayer
from lelma.matches.recorded.formats import (
    Format,
    RecordedGame,
    RecordRow,
    find_format,
    formats_of,
    played_game,
    read_games,
)
from lelma.matches.speech_rules import Said, SpeechRules
from lelma.support.errors import GameError, UsageError
from lelma.support.json_types import VERSION
from lelma.support.outside import TEXT

_CHOSEN = ("recorded", "refused", "misread", "open", "unknown")


@dataclass
class ReplayedRecord:
    """What came of a file of recorded games.

    Attributes:
        game, preset: whose rules they were played by.
        games: how many there were; `followed` of them move by move, and `judged` by their end alone, because their
            format does not keep the course.
        moves: how many moves were made, by `how` (`lelma.matches.recorded.course.Made`).
        refused: recorded moves that the rules forbid, each with the reason; the record's game went on with them.
        misread: recorded moves that cannot have been made, by what followed.
        unknown: moves that the records do not tell in words that can be read, and that do not follow from what else
            they tell; `move` is one that may have been made.
        unasked: recorded answers to questions that the rules do not ask at that moment.
        results: how many of the other statements of the records agree with the rules.
        agree: how many games have the recorded winner.
        disagree: the others, with the winner by the record and by the rules.
        undecided: games that the record ends and the rules do not.
        failed: games that the rules cannot follow to the end, with the reason.
    """

    game: str
    preset: str
    games: int = 0
    followed: int = 0
    judged: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    refused: list[dict[str, Any]] = field(default_factory=list)
    misread: list[dict[str, Any]] = field(default_factory=list)
    unknown: list[dict[str, Any]] = field(default_factory=list)
    unasked: list[dict[str, Any]] = field(default_factory=list)
    results: int = 0
    agree: int = 0
    disagree: list[dict[str, Any]] = field(default_factory=list)
    undecided: list[dict[str, Any]] = field(default_factory=list)
    failed: list[dict[str, Any]] = field(default_factory=list)
    courses: list[dict[str, Any]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every game could be followed to the recorded winner."""
        return not self.failed and not self.disagree

    def as_json(self, *, courses: bool = False) -> dict[str, Any]:
        """As one JSON object, with every move of every game if wanted."""
        found = {
            "schema": VERSION,
            "ok": self.ok,
            **vars(self),
            "moves": {how: self.moves[how] for how in (*_CHOSEN, "only")},
            "winners": {"agree": self.agree, "disagree": self.disagree, "undecided": self.undecided},
        }
        for name in ("agree", "disagree", "undecided", *(() if courses else ("courses",))):
            del found[name]
        return found


def replay_recorded(
    lines: Sequence[str],
    *,
    source: str = TEXT,
    game: str | None = None,
    preset: str | None = None,
    settings: Parameters | None = None,
    bridge: str | None = None,
    on_game: Callable[[str], None] | None = None,
) -> ReplayedRecord | None:
    """Replay a file of recorded games; None if it is in no format that a game's folder describes.

    Args:
        source: what errors call the file.
        game: the only game to look for.
        preset: whose rules to play by, in place of the one that belongs to the format.
        settings: values of parameters, which go before those that the file tells.

    Raises:
        UsageError: for a file that is broken somewhere, with the place.
        GameError: for a game or a preset there is not.
    """
    found = recognised(read_games(lines, source), [game] if game else list_games())
    if found is None:
        if game is not None:
            raise UsageError(f"{source}: in no format that the recorded.toml of {game} describes")
        return None
    name, games = found
    presets = dict.fromkeys(str(preset or described.preset or "") for described, _ in games)
    replayed = ReplayedRecord(name, ", ".join(filter(None, presets)))
    played_by = [(each, (preset or each[0].preset, _parameters(*each) | dict(settings or {}))) for each in games]
    for (chosen, parameters, _), group in itertools.groupby(played_by, lambda each: (*each[1], each[0][0].name)):
        entries = [each for each, _ in group]
        loaded = played_game(name, entries[0][1], source, preset=chosen, parameters=parameters)
        table = _Table(loaded, entries[0][0], replayed, bridge)
        for _, recorded in entries:
            table.replay(recorded)
            if on_game is not None:
                on_game(recorded.name)
    return replayed


def recognised(objects: Sequence[Any], names: Sequence[str]) -> tuple[str, list[tuple[Format, RecordedGame]]] | None:
    """The game and the format of its folder that fit; a folder that can't be loaded matters if no other game fits.

    Raises:
        GameError: for such a folder.
    """
    broken: GameError | None = None
    for name in names:
        if (find_game(name) / "recorded.toml").is_file():
            try:
                games = find_format(formats_of(Game.load(name)), objects)
            except GameError as error:
                broken = broken or error
                continue
            if games:
                return name, games
    if broken is not None:
        raise broken
    return None


class _Table:
    """Replays games in one format, and adds what comes of them."""

    def __init__(self, game: Game, described: Format, replayed: ReplayedRecord, bridge: str | None) -> None:
        dynamics = Progression(game.description, bridge=bridge)
        self.replayer = Replayer(dynamics, described.of(game))
        self.wording = Wording(game.file.words)
        self.why_not = WhyNot(Conditions(game.description, bridge=bridge), self.wording, roles=dynamics.roles)
        self.speech = SpeechRules(game)
        self.described, self.found = described, replayed

    def replay(self, recorded: RecordedGame) -> None:
        """Replay one game."""
        self.found.games += 1
        if self.described.judge:
            self.found.judged += 1
            self._decide(recorded.name, *self.replayer.judged(recorded))
            return
        course = self.replayer.course(recorded)
        self._count(recorded.name, course)
        if not course.found:
            self.found.failed.append({"game": recorded.name, "why": course.trouble})
            return
        self.found.followed += 1
        self._decide(recorded.name, *self.replayer.winners(recorded, course.states()[-1]))

    def _decide(self, name: str, told: str, found: str) -> None:
        entry = {"game": name, "recorded": self._said(told), "by_the_rules": self._said(found)}
        if told == found:
            self.found.agree += 1
        elif found:
            self.found.disagree.append(entry)
        else:
            self.found.undecided.append(entry | {"by_the_rules": "the game is not over"})

    def _said(self, fluent: str) -> str:
        return self.wording.fluent(fluent) if fluent else ""

    def _count(self, name: str, course: Course) -> None:
        self.found.results += course.checked
        states = course.states()
        plies = []
        for number, (state, node) in enumerate(zip(states, course.nodes, strict=False), start=1):
            for role, made in (node.made or {}).items():
                self.found.moves[made.how] += 1
                if made.how != "only":
                    plies.append({"ply": number, "role": role, "move": made.move, "how": made.how})
                if made.how == "refused":
                    why = sentence(self.why_not.move(state, role, read_term(made.move)))
                    self.found.refused.append({**_entry(name, number, role, made), "why": why})
                elif made.how == "misread":
                    self.found.misread.append(_entry(name, number, role, made))
                elif made.how == "unknown":
                    self.found.unknown.append(_entry(name, number, role, made))
        self._check_words(name, course)
        self.found.unasked += [{"game": name, "table": table, **_plain(row)} for table, row in course.unread]
        self.found.courses.append({"game": name, "moves": plies})

    def _check_words(self, name: str, course: Course) -> None:
        """Refuse words that break the game's rules of speech, as a referee does who has the same players."""
        cards: dict[str, str] = {}
        said: list[Said] = []
        for number, (ply, node) in enumerate(zip(course.plies(), course.nodes, strict=True), start=1):
            for role, words in ply.words.items():
                for refusal in self.speech.check(role, words, card=cards.get(role), before=said):
                    entry = _entry(name, number, role, (node.made or {})[role])
                    self.found.refused.append(entry | {"rule": refusal.rule, "why": refusal.why})
                said.append(Said(role, words))
            for role, percepts in ply.percepts.items():
                card = self.speech.card_of(percepts)
                if card is not None:
                    cards[role] = card


def _parameters(described: Format, recorded: RecordedGame) -> dict[str, Any]:
    return described.parameters_of(recorded.content)


def _entry(name: str, number: int, role: str, made: Made) -> dict[str, Any]:
    return {"game": name, "ply": number, "role": role, "move": made.move, "recorded": _plain(made.row or {})}


def _plain(row: RecordRow) -> dict[str, str]:
    return dict(_items(row))


def _items(row: RecordRow) -> Iterator[tuple[str, str]]:
    for name, value in row.items():
        if isinstance(value, Symbol):
            yield name, value.name
