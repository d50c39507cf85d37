"""Matches with what was said in them, from transcripts and recorded games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Symbol
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.engine.bridges import Bridge
from lelma.engine.conditions import Conditions
from lelma.engine.progression import Progression
from lelma.game.game import Game, list_games
from lelma.game.wording import Wording, sentence
from lelma.matches.illegal_moves import WhyNot
from lelma.matches.json_types import LabelsJson
from lelma.matches.recorded.course import Course, Replayer, recorded_ply
from lelma.matches.recorded.formats import (
    Format,
    RecordedGame,
    RecordRow,
    find_format,
    formats_of,
    played_game,
    read_games,
)
from lelma.matches.replay import Recorded, course, is_match, recorded_in
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import TEXT, json_objects
from lelma.talk.judge import Speech, SpokenStatement
from lelma.talk.record import Record, RecordedPly
from lelma.talk.thoughts import Thought

_NUMBERED = frozenset(("seq", "quest", "attempt", "round", "day", "night"))
"""Fields of a recorded speech that tell its place."""


@dataclass(frozen=True)
class SpokenMatch:
    """A match that was played, and its speeches in order.

    Attributes:
        trouble: why the record could be followed no further; empty if it could to the end.
        thoughts: what the players thought to themselves as they acted, as far as it is told.
    """

    name: str
    game: Game
    record: Record
    speeches: tuple[Speech, ...]
    trouble: str = ""
    thoughts: tuple[Thought, ...] = ()


def read_matches(file: Path, game: str, *, preset: str | None = None, name: str | None = None) -> Iterator[SpokenMatch]:
    """The matches of a transcript, or of a file of recorded games in a format that the game's folder describes.

    Args:
        name: of the only match that is wanted.

    Raises:
        UsageError: for a file that is neither, or a transcript of another game.
        GameError: if there is no such game or preset.
    """
    return matches_in(file.read_bytes(), game, source=str(file), preset=preset, name=name)


def matches_in(
    data: bytes,
    game: str | Path,
    *,
    source: str,
    preset: str | None = None,
    name: str | None = None,
    bridge: Bridge | None = None,
) -> Iterator[SpokenMatch]:
    """As `read_matches`, of what a file holds; `bridge` is what the match is followed by."""
    text = data.decode("utf-8", "replace")
    if is_match(text):
        played = recorded_in(data, source)
        yield played_match(played, _game_of(played, game, source), Path(source).stem, bridge=bridge)
        return
    found = find_format(formats_of(Game.load(game)), read_games(text.splitlines(), source))
    if not found:
        raise UsageError(f"{source}: neither a transcript nor in a format that the recorded.toml of {game} describes")
    named = [each for each in found if name in (None, each[1].name)]
    if not named:
        near = did_you_mean(str(name), [each[1].name for each in found])
        raise UsageError(f"{source} holds no match {name!r}{near}")
    yield from _followed(named, game, preset, source, bridge)


def _game_of(played: Recorded, game: str | Path, source: str) -> Game:
    """The game as a transcript's match played it, where it has the same rules, whatever it is called there.

    Raises:
        UsageError: if it has other rules.
    """
    named = str(played.head["game"])
    if str(game) == named:
        return played.game()
    other = UsageError(f"{source}: a transcript of {named}, not of {game}, whose rules are others")
    try:
        asked = played.game(game)
    except GameError:  # what it was played with are no parameters of this game
        Game.load(game)
        raise other from None
    rules = played.head.get("rules")
    if rules is None and named in list_games():  # an old transcript; it may name no file that would be read
        rules = played.game().rules_digest
    if asked.rules_digest != rules and (rules is not None or asked.name != named):
        raise other
    return asked


def _followed(
    found: Sequence[tuple[Format, RecordedGame]],
    game: str | Path,
    preset: str | None,
    source: str,
    bridge: Bridge | None,
) -> Iterator[SpokenMatch]:
    """Recorded games, each followed by the rules with the parameters that its record tells."""
    loaded: tuple[Any, Game, Progression] | None = None
    for described, recorded in found:
        played_by = preset or described.preset, described.parameters_of(recorded.content)
        if loaded is None or loaded[0] != played_by:
            rules = played_game(game, recorded, source, preset=played_by[0], parameters=played_by[1])
            loaded = played_by, rules, Progression(rules.description, bridge=bridge)
        _, rules, play = loaded
        described = described.of(rules)
        yield _from_recorded(recorded, rules, described, Replayer(play, described).course(recorded))


def match_in(
    data: bytes,
    game: str | Path,
    *,
    source: str,
    preset: str | None = None,
    name: str | None = None,
    bridge: Bridge | None = None,
) -> SpokenMatch:
    """The match of that name of those in a file, or the first.

    Raises:
        UsageError, GameError: as `read_matches`, and if there is none.
    """
    found = []
    for match in matches_in(data, game, source=source, preset=preset, name=name, bridge=bridge):
        if name in (None, match.name):
            return match
        found.append(match.name)
    raise UsageError(f"{source} holds no match {name or 'at all'}{did_you_mean(name or '', found)}")


def played_match(recorded: Recorded, game: Game, name: str = "match", *, bridge: Bridge | None = None) -> SpokenMatch:
    """A match from its transcript. One that was played in disguise is told in the game's own words.

    Raises:
        UsageError: if its moves are not legal, or its roles not those of the game.
    """
    play = Progression(game.description, bridge=bridge)
    if set(recorded.head["roles"]) != set(play.roles):
        raise UsageError(f"{name}: the roles of this match are not those of {game.name}: {', '.join(play.roles)}")
    plain = game if game.disguise is None else Game.load(game.path, parameters=game.parameters)
    shown = str if game.disguise is None else game.disguise.show
    events = [(number, event) for number, event in enumerate(recorded.events, start=1) if event["event"] == "move"]
    speeches = [
        Speech(event["ply"], str(event["role"]), shown(str(event["words"])), number)
        for number, event in events
        if event.get("words") and event["ply"] <= recorded.plies
    ]
    words: dict[int, dict[str, str]] = {}
    for speech in speeches:
        words.setdefault(speech.ply, {})[speech.speaker] = speech.words
    plies = tuple(
        RecordedPly(
            {role: shown(move) for role, move in each.joint.items()},
            {role: tuple(map(shown, percepts)) for role, percepts in each.step.percepts.items()},
            words.get(each.ply, {}),
        )
        for each in course(recorded, play)
    )
    players = tuple(role for role in recorded.head["roles"] if role != RANDOM)
    thoughts = tuple(
        Thought(event["ply"], role, shown(str(event["thought"])), made.moves[role], made.words.get(role, ""), number)
        for number, event in events
        if event.get("thought") and event["ply"] <= recorded.plies
        for role, made in [(str(event["role"]), plies[event["ply"] - 1])]
    )
    return SpokenMatch(name, plain, Record(players, plies), tuple(speeches), thoughts=thoughts)


def _from_recorded(recorded: RecordedGame, game: Game, described: Format, course: Course) -> SpokenMatch:
    plies = _with_reasons(course, game)
    players = tuple(role for role in plies[0].moves if role != "random") if plies else ()
    words = [ply.words for ply in plies]
    others = [Record(players, tuple(map(recorded_ply, nodes))) for nodes in course.others]
    others = [other for other in others if [ply.words for ply in other.plies] == words]
    record = Record(players, plies, tuple(others))
    trouble = "" if course.found else course.trouble
    thoughts = tuple(_thoughts(course, described, recorded))
    return SpokenMatch(recorded.name, game, record, tuple(_speeches(course)), trouble, thoughts)


def _with_reasons(course: Course, game: Game) -> tuple[RecordedPly, ...]:
    """The plies of a course, with why the rules refuse some of the recorded moves."""
    plies = list(course.plies())
    why_not: WhyNot | None = None
    for at, (state, node) in enumerate(zip(course.states(), course.nodes, strict=False)):
        illegal = {role: made.move for role, made in (node.made or {}).items() if made.how == "refused"}
        if illegal:
            roles = plies[at].moves
            why_not = why_not or WhyNot(Conditions(game.description), Wording(game.file.words), roles=roles)
            why = {role: sentence(why_not.move(state, role, read_term(move))) for role, move in illegal.items()}
            plies[at] = replace(plies[at], refused=why)
    return tuple(plies)


def _speeches(course: Course) -> Iterator[Speech]:
    for number, (ply, node) in enumerate(zip(course.plies(), course.nodes, strict=True), start=1):
        for role, words in ply.words.items():
            row = (node.made or {})[role].row or {}
            numbers = {name: kif_term(row[name]) for name in row if name in _NUMBERED}
            place = {name: int(number) for name, number in numbers.items() if number.isdigit()}
            yield Speech(number, role, words, place.pop("seq", number), place)


def _thoughts(course: Course, described: Format, recorded: RecordedGame) -> Iterator[Thought]:
    """The thoughts that a record tells, each with the move of the same line.

    Where no row of a move is of that line, it is the role's next choice after the moves of the lines before; if there
    is none, the rules did not ask, and no move goes with it.
    """
    told = described.thoughts
    if told is None:
        return
    made = {
        (_line(each.row), role): number
        for number, node in enumerate(course.nodes, start=1)
        for role, each in (node.made or {}).items()
        if each.row is not None and "seq" in each.row
    }
    for row in described.tables(recorded.content)[told.rows]:
        line, role = _line(row), kif_term(row[told.by])
        words = row[told.words]
        before = max((number for (earlier, _), number in made.items() if earlier < line), default=0)
        later = enumerate(course.nodes[before:], start=before + 1)
        chosen = (number for number, node in later if (own := (node.made or {}).get(role)) and own.how != "only")
        at = made.get((line, role)) or next(chosen, 0)
        if not isinstance(words, Symbol) or not words.name:
            continue
        ply = recorded_ply(course.nodes[at - 1]) if at else RecordedPly({}, {}, {})
        yield Thought(at or before + 1, role, words.name, ply.moves.get(role, ""), ply.words.get(role, ""), line)


def _line(row: RecordRow) -> int:
    """The number of the line that a row is of; 0 if it tells none."""
    seq = row.get("seq")
    return int(seq.name) if isinstance(seq, Symbol) and seq.name.isdigit() else 0


def labelled(lines: Sequence[str], source: str = TEXT) -> list[dict[str, Any]]:
    """Labels of claims, one a line: `seq`, `kind`, `quote`, `label`.

    Raises:
        UsageError: for a line that is none.
    """
    labels = []
    for number, label in json_objects(lines, source):
        missing = [name for name in ("seq", "kind", "quote", "label") if name not in label]
        if missing:
            raise UsageError(f"{source}:{number}: no label: {', '.join(missing)} is missing")
        labels.append(label)
    return labels


@dataclass(frozen=True)
class Compared:
    """How claims that were read agree with labels.

    Attributes:
        disagree: labels of which another verdict was given, with it under `found`.
        unread: labels on words in which no claim of their kind was read.
        passed_over: labels that say neither, such as `ambiguous`, and those of kinds that are not read.
    """

    agree: int
    disagree: tuple[Mapping[str, Any], ...]
    unread: tuple[Mapping[str, Any], ...]
    passed_over: int

    def as_json(self) -> LabelsJson:
        """For a program."""
        return {
            "agree": self.agree,
            "disagree": list(map(dict, self.disagree)),
            "unread": list(map(dict, self.unread)),
            "passed_over": self.passed_over,
        }


def compare(labels: Sequence[Mapping[str, Any]], statements: Sequence[SpokenStatement], view: str) -> Compared:
    """Labels beside the statements of their kind whose quotes overlap theirs; the one that fails decides.

    A quote with `...` stands for its parts.
    """
    agree, passed_over = 0, 0
    disagree: list[Mapping[str, Any]] = []
    unread: list[Mapping[str, Any]] = []
    for label in labels:
        if label["label"] not in ("true", "false", "kept", "broken"):
            passed_over += 1
            continue
        at, kind = label["seq"], label["kind"]
        told = [each for each in statements if (each.speech.seq, each.kind) == (at, kind) and _overlap(each, label)]
        found = {statement.as_json(view)["label"] for statement in told}
        worst = next(
            (name for name in ("false", "broken", "true", "kept", "pending", "unknown", "error") if name in found), ""
        )
        if worst == label["label"]:
            agree += 1
        elif worst:
            disagree.append({**label, "found": worst})
        else:
            unread.append(label)
    return Compared(agree, tuple(disagree), tuple(unread), passed_over)


def _overlap(statement: SpokenStatement, label: Mapping[str, Any]) -> bool:
    words = statement.speech.words
    for part in str(label["quote"]).split("..."):
        start = words.find(part.strip())
        if part.strip() and 0 <= start < statement.span[1] and statement.span[0] < start + len(part.strip()):
            return True
    return False
