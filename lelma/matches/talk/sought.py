"""What the one who seeks an identity makes of each player over a match (`[report.sought]` of `game.toml`).

`lelma.talk.chances.suspicion` works it out; here it is told what of a match the seeker lived through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gdl.values import dataclass
from lelma.game.game import Game
from lelma.matches.replay import Recorded, read_match
from lelma.matches.talk.speeches import SpokenMatch, played_match
from lelma.support.errors import LelmaError, UsageError
from lelma.talk.chances.statements import StatementRates, read_statement_rates
from lelma.talk.chances.suspicion import (
    ChanceCourse,
    Heard,
    chance_course,
    kinds_in_match,
    statement_rates,
)
from lelma.talk.engine import TalkEngine


@dataclass(frozen=True)
class FittedRates:
    """Rates of statements that were estimated from transcripts; `skipped` says why some were left out."""

    game: str
    rates: StatementRates
    matches: int
    statements: int
    skipped: tuple[str, ...] = ()


def dealt_identities(recorded: Recorded, game: Game) -> dict[str, str]:
    """Role → identity at the end of a transcript, of a game that has identities."""
    fluent, found = next(iter(game.file.knowledge.identity), ""), dict[str, str]()
    for event in recorded.events:
        if event["event"] == "identities":
            found |= {role: str(held[fluent]) for role, held in event["identities"].items() if fluent in held}
    return found


def fitted_statement_rates(files: Sequence[Path]) -> FittedRates:
    """Rates of statements, estimated from transcripts of matches of one game, with Laplace's correction.

    Raises:
        UsageError: if no file is a transcript, or they are of several games.
    """
    told, skipped, names = list[tuple[str, str]](), list[str](), dict[str, Game]()
    identities = dict[str, None]()
    engine: TalkEngine | None = None
    matches = 0
    for file in files:
        try:
            recorded = read_match(file)
            game = names.setdefault(str(recorded.head["game"]), recorded.game(None))
            if len(names) > 1:
                raise UsageError(f"these are matches of several games: {', '.join(names)}")
            dealt = dealt_identities(recorded, game)
            engine = engine or TalkEngine(game)
            identities |= dict.fromkeys(dealt.values())
            told += spoken_kinds(played_match(recorded, game, str(file)), dealt, engine)
            matches += 1
        except LelmaError as error:
            if len(names) > 1:
                raise
            skipped.append(f"{file}: {error}")
    if not matches:
        raise UsageError("\n".join(["no match could be read:", *skipped[:5]]))
    name = next(iter(names))
    rates = statement_rates(told, sorted({*identities, *names[name].sides}))
    return FittedRates(name, rates, matches, len(told), tuple(skipped))


def lived_through(match: SpokenMatch, role: str) -> Heard:
    """A role's own moves, what it perceived, and who said what, where it perceived who spoke or spoke itself."""
    found = []
    for ply in match.record.plies:
        seen = tuple(ply.percepts.get(role, ()))
        named = {word for percept in seen for word in percept.replace("(", " ").replace(")", " ").split()}
        words = {speaker: text for speaker, text in ply.words.items() if speaker == role or speaker in named}
        found.append((ply.moves[role], seen, words))
    return found


def sought_course(
    match: SpokenMatch, identities: Mapping[str, str], *, engine: TalkEngine | None = None
) -> ChanceCourse | None:
    """How probable it was for the seeker that each player has the identity it seeks; None where nobody seeks one.

    Raises:
        LelmaError: if that can't be told.
    """
    wanted = match.game.file.report.sought
    seekers = [role for role, identity in identities.items() if wanted and identity == wanted.get("by")]
    if len(seekers) != 1:
        return None
    if "identity" not in wanted:
        raise UsageError("game.toml: report.sought has no identity")
    heard, rates = lived_through(match, seekers[0]), read_statement_rates(match.game)
    return chance_course(match.game, seekers[0], match.record.players, wanted["identity"], heard, rates, engine=engine)


def spoken_kinds(match: SpokenMatch, identities: Mapping[str, str], engine: TalkEngine) -> list[tuple[str, str]]:
    """Identity and kind of each statement of the match about what is hidden (`lelma.talk.chances.suspicion`)."""
    lived = {role: lived_through(match, role) for role in match.record.players}
    return kinds_in_match(match.game, match.record.players, identities, lived, engine)
