"""What was claimed in a match that was played, judged and added to its transcript.

Each claim is an event `claim` (`ply`, `role`, `kind`, `quote`, `span`, `queries`, `hedged`, `disputed`), followed by a
`verdict` from each point of view (`view`, `truth`, `correct`, `reason`). What a speaker said against itself is a
`contradiction`.

Short, because it joins a judge to a transcript, and neither may know the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lelma.game.game import Game
from lelma.matches.replay import read_match
from lelma.matches.talk.deals import PossibleDeals
from lelma.matches.talk.judge import VIEWS, Claims, SpokenStatement, check_claims
from lelma.matches.talk.speeches import played_match
from lelma.matches.transcript import Event, Transcript


def add_claims(file: Path, game: Game) -> Claims:
    """The claims of the match that a transcript holds, which are added to it. An announced vote needs the vote cast,
    so that this comes after the match.

    Raises:
        UsageError: if it holds no match.
        GameError: if the game says nothing of what may be claimed of its matches.
    """
    match = played_match(read_match(file), game)
    worlds = PossibleDeals(match.game, match.record)
    claims = check_claims(match.game, match.record, match.speeches, worlds=worlds, views=VIEWS)
    transcript = Transcript(file)
    try:
        transcript.write_all(list(_events(claims)))
    finally:
        transcript.close()
    return claims


def _events(claims: Claims) -> Iterator[Event]:
    for statement in claims.statements:
        about = _about(statement)
        read = {"span": list(statement.span), "queries": list(statement.queries)}
        yield {"event": "claim", **about, **read, "hedged": statement.hedged, "disputed": list(statement.disputed)}
        for view in statement.verdicts:
            found = statement.as_json(view)
            told = {name: found[name] for name in ("correct", "reason", "against_own_knowledge")}
            yield {"event": "verdict", **about, "view": view, "truth": found["verdict"], **told}
    for clash in claims.clashes:
        yield {"event": "contradiction", **_about(clash.first), "second": _about(clash.second)}


def _about(statement: SpokenStatement) -> Event:
    speech = statement.speech
    return {"ply": speech.ply, "role": speech.speaker, "kind": statement.kind, "quote": statement.quote}
