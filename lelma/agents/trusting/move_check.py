"""A draft held against what its role knows before it counts: its thought, its words, and its move against its thought.

Claims are checked by the gate's own check (`lelma.agents.gate.draft_check`). Beside them, a move that names a player
fails where the same thought holds that player for certain to be on the role's own side, or where it is against one's
own team and the thought does not say that this is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lelma.agents.gate.draft_check import DraftCheck
from lelma.agents.judging import judging
from lelma.agents.move_text import read_move
from lelma.agents.protocol import Answer, Note
from lelma.agents.recon.odds import players_at
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.trusting.book import TrustBook, opened_book
from lelma.agents.trusting.life import BookOptions, read_claims
from lelma.support.errors import LelmaError
from lelma.trust.speech import claim_values

_CERTAIN = (
    "is_on_side(?p, ?what)",
    "must_be_on_side(?p, ?what)",
    "is_identity(?p, ?what)",
    "must_be_identity(?p, ?what)",
)


def checked_move(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The draft, the step `options.of`; where something is wrong with it, what the model makes of it by the step's
    prompt `mend`, whose further field is `faults`. Of all the one with the fewest faults counts, the latest of those.

    Options: `moves`, patterns of moves against a player, `?p`; `bus`, words by which a thought says that a move against
    the own team is meant; `rounds` (1); those of `BookOptions`. Notes: `checked_move`, with the faults of each attempt.
    """
    draft = moment.results.get(options["of"])
    if not isinstance(draft, dict):
        return StepResult(draft)
    found = list[tuple[list[str], dict[str, Any]]]()
    notes = list[Note]()
    try:
        book = opened_book(moment, BookOptions.of(options))
        found.append((list(draft_faults(moment, book, options, draft)), draft))
        again = bool(moment.view.refused or moment.view.checked)  # then the draft was what didn't count
        for _ in range(int(options.get("rounds", 1))):
            if not found[-1][0] and not again:
                break
            answer = ask("mend", {"faults": "\n".join(found[-1][0])})
            if not isinstance(answer, dict):
                break
            found.append((list(draft_faults(moment, book, options, answer)), answer))
    except LelmaError as error:
        notes.append({"kind": "checked_move", "trouble": str(error)})
        return StepResult(found[-1][1] if found else draft, notes)
    best = min(reversed(found), key=lambda each: len(each[0]))
    if len(found) > 1 or found[0][0]:
        notes.append({"kind": "checked_move", "faults": [faults for faults, _ in found], "left": best[0]})
    return StepResult(best[1], notes)


def draft_faults(
    moment: StepMoment, book: TrustBook, options: Mapping[str, Any], answer: Mapping[str, Any]
) -> Iterator[str]:
    """What is wrong with an answer, a line each.

    Raises:
        LelmaError: if it can't be checked.
    """
    move, words, thought = (str(answer.get(name) or "") for name in ("move", "words", "thought"))
    lies = tuple(str(lie) for lie in answer.get("lies") or ())
    with judging(moment) as judge:
        yield from DraftCheck(judge, moment.view).report(Answer(move, words, thought, lies=lies)).feedback
    yield from _against_thought(moment, book, options, move, thought)


def _against_thought(
    moment: StepMoment, book: TrustBook, options: Mapping[str, Any], told: str, thought: str
) -> Iterator[str]:
    view, game = moment.view, moment.texts.game
    move = read_move(told, view.legal, view.wording, to=view.role) or ""
    against = [player for pattern in options.get("moves", ()) for player in players_at(moment, pattern, "p", move)]
    if not against or game is None or view.role not in book.proved:
        return
    own, order = book.proved[view.role], view.wording.order(move, to=view.role)
    meant = any(word in thought.casefold() for word in options.get("bus", ()))
    for player in against:
        name = view.wording.name(player)
        if book.proved.get(player) == own and player != view.role and not meant:
            yield f"Your move is to {order}, but {name} is certainly on your side, and your thought gives no reason."
            continue
        for claim in read_claims(game, view.role, thought) if not meant else ():
            values = next(filter(None, (claim_values(pattern, claim.query) for pattern in _CERTAIN)), None)
            if values is None or claim.hedged or values["p"] != player:
                continue
            if own == values["what"] or own == book.rules.side(values["what"]):
                yield f"You think: “{claim.quote}” Your move goes against it: {order}."
                break
