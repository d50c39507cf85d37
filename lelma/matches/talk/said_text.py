"""A text as somebody says it at a moment of a match: read, judged by what the speaker has seen, and reported."""

from __future__ import annotations

from lelma.engine.bridges import Bridge
from lelma.knowledge import MOST_STATES
from lelma.matches.talk.speeches import SpokenMatch
from lelma.support.errors import UsageError, did_you_mean
from lelma.talk.deals import PossibleDeals
from lelma.talk.judge import OWN, Speech, check_claims
from lelma.verify.feedback import NOTHING_CHECKED_OF_MATCH, feedback_text
from lelma.verify.report import CheckedClaim, Contradiction, Report
from translators.claim import Claim, Translator


def verified_text(
    match: SpokenMatch,
    text: str,
    *,
    at: int | None = None,
    role: str,
    translator: Translator | None = None,
    style: str = "correct",
    strict: bool = False,
    most: int = MOST_STATES,
    bridge: Bridge | None = None,
) -> Report:
    """The report on a text as a role says it when `at` joint moves of a match had been made, or all of them.

    What was said before may be spoken of, and moves that were made afterwards decide announcements.

    Args:
        style, strict: as of a `Verifier`.
        most: how many states a role may think possible.
        bridge: what asks Prolog.

    Raises:
        UsageError: for a role there is not, or a moment that has not come.
        GameError: if there is a fault in what the game says of its matches.
    """
    players, moves = match.record.players, len(match.record.plies)
    speaker = next((each for each in players if each.casefold() == role.casefold()), None)
    if speaker is None:
        near = did_you_mean(role, players)
        raise UsageError(f"{match.game.name} has no role {role!r}{near}; its roles are {', '.join(players)}")
    now = moves if at is None else at
    if now > moves:
        raise UsageError(f"the match has {moves} joint moves, so there is no moment {now}")
    before = [speech for speech in match.speeches if speech.ply <= now]
    worlds = PossibleDeals(match.game, match.record, most=most, bridge=bridge)
    found = check_claims(
        match.game,
        match.record,
        [Speech(now + 1, speaker, text)],
        before=before,
        worlds=worlds,
        views=(OWN,),
        translator=translator,
        addressee=speaker,
        bridge=bridge,
    )
    claims = {
        id(statement): tuple(
            CheckedClaim(
                Claim(
                    statement.quote,
                    statement.span,
                    query,
                    "statements",
                    disputed=statement.disputed,
                    hedged=statement.hedged,
                ),
                verdict,
            )
            for query, verdict in zip(statement.queries, statement.verdicts[OWN], strict=True)
        )
        for statement in found.statements
    }
    checked = tuple(each for some in claims.values() for each in some)
    counted = [each for each in checked if (strict or each.verdict.severity != "theory") and not each.claim.hedged]
    decided = [each.verdict.truth for each in counted if each.verdict.truth in ("true", "false")]
    failed = [each for each in counted if each.verdict.truth == "false"]
    return Report(
        ok=bool(decided) and not failed,
        unverified=not decided,
        claims=checked,
        contradictions=tuple(
            Contradiction(claims[id(clash.first)][0], claims[id(clash.second)][0]) for clash in found.clashes
        ),
        untranslated=tuple(each.part for each in found.unread),
        feedback=feedback_text(failed, match.game.feedback, style) if decided else NOTHING_CHECKED_OF_MATCH,
        choice=None,
        game=match.game.name,
        role=speaker,
        bridge=found.bridge,
        translator="deterministic" if translator is None else str(getattr(translator, "name", "deterministic")),
        style=style,
        strict=strict,
        text=text,
    )
