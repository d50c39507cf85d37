"""The prompt that tells a reasoner what failed, and what holds instead.

Short, because verdicts carry their sentences already.
"""

from __future__ import annotations

from collections.abc import Sequence

from lelma.game.game import FeedbackWords
from lelma.verify.report import CheckedClaim, Verdict

STYLES = ("correct", "negation")

NOTHING_CHECKED = (
    "Nothing in this could be checked against the rules of the game. Reason again, and say in plain sentences what the "
    "choices pay: who gets how much if each role makes which choice."
)
"""The prompt where a text holds no claim that could be proved or refuted."""

NOTHING_CHECKED_OF_MATCH = (
    "Nothing in this could be checked against what was seen of the match. Say in plain sentences what was done in it, "
    "by whom and when."
)
"""The same at a moment of a match."""


def feedback_text(failed: Sequence[CheckedClaim], words: FeedbackWords, style: str) -> str:
    """The prompt for claims that failed; empty for none.

    Args:
        failed: the counted claims that are false.
        words: the frame of the prompt, from the game's query sets.
        style: one of `STYLES`: say what holds, or only that a claim does not.
    """
    lines = feedback_lines(failed, words, style)
    if not lines:
        return ""
    return "\n".join([words.before, "", *(f"- {line}" for line in lines), "", words.after])


def feedback_lines(failed: Sequence[CheckedClaim], words: FeedbackWords, style: str) -> list[str]:
    """One true sentence for each failed claim, claims of one kind together, without repetition."""
    lines = [_feedback_line(item.verdict, style) for item in failed]
    if words.keep_duplicates:
        return lines
    kinds = list(dict.fromkeys(item.claim.query.partition("(")[0] for item in failed))
    ordered = sorted(zip(failed, lines, strict=True), key=lambda p: kinds.index(p[0].claim.query.partition("(")[0]))
    return list(dict.fromkeys(line for _, line in ordered if line))


def _feedback_line(verdict: Verdict, style: str) -> str:
    if style == "negation":
        return verdict.denial or verdict.correction
    return verdict.correction or verdict.denial
