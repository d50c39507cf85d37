"""A match that others recorded, as its transcript would be: what tells the story of ours then tells it, too.

Short, because following the record and telling it are done elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.tree.keywords import RANDOM
from lelma.engine.progression import Progression
from lelma.matches.log import MatchLog
from lelma.matches.replay import Recorded, recorded_of
from lelma.matches.talk.speeches import SpokenMatch
from lelma.matches.transcript import Event

RECORDED = "recorded"
"""What the transcript has for the agents, of which a record need not tell."""


def as_transcript(match: SpokenMatch) -> Recorded:
    """The transcript of a match, as far as its record could be followed.

    Its `match` event has no seed, but the name of the record under `record`, and under `trouble` why it could be
    followed no further, if it could not. An `against_the_rules` event stands before a move that the rules refuse, an
    `unknown_move` event before one that the record does not tell.
    """
    events: list[Event] = []
    log = MatchLog(None, events.append, secret=match.game.file.knowledge.identity)
    play = Progression(match.game.description)
    try:
        log.match(match.game, 0, 0, play.roles, {role: RECORDED for role in play.roles if role != RANDOM})
        head = {name: value for name, value in events[0].items() if name not in ("seed", "agent_seed")}
        events[0] = head | {"record": match.name, "trouble": match.trouble}
        state, look = play.initial, play.look(play.initial)
        log.state(0, state)
        for number, ply in enumerate(match.record.plies, start=1):
            for role, why in ply.refused.items():
                against = {"ply": number, "role": role, "move": ply.moves[role], "why": why}
                events.append({"event": "against_the_rules", **against})
            for role, legal in look.legal.items():
                if role in ply.unknown:
                    events.append({"event": "unknown_move", "ply": number, "role": role})
                if len(legal) > 1 or role in ply.words or role in ply.refused:
                    log.move(number, role, ply.moves[role], len(legal), words=ply.words.get(role, ""))
            step, look = play.advance(state, ply.moves)
            state = step.state
            for role, percepts in step.percepts.items():
                log.percepts(number, role, percepts, ())
            log.state(number, state)
        if look.terminal:
            goals = {role: values[0] for role, values in play.goals(state).items() if len(values) == 1}
            log.result(len(match.record.plies), "terminal", goals, 0, 0)
    finally:
        play.close()
    refused = {number: ply.refused for number, ply in enumerate(match.record.plies, start=1) if ply.refused}
    return replace(recorded_of(events, match.name), refused=refused)
