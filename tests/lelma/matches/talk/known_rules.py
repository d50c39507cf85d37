"""Twice sixty rules of which it is known whether they hold, in matches of players who say what is true of their words.

Who is out while the match goes on is no spy: that the rules of the game show. Two whose words can't be true of one
thing hold different words, so that one of them is the spy. The rest says what the rules of the game say already, what a
seat tells, and what never comes.
"""

from __future__ import annotations

PROVED = (
    "if is_out(P) then not spy(P)",
    "if is_out(P) then citizen(P)",
    "if out_in_last_round(P) then citizen(P)",
    "if out_in_last_round(P) then not spy(P)",
    "if out_in(P, any) then not spy(P)",
    "if out_in(P, last) then citizen(P)",
    "if is_out(P) and not vague(P) >= 9 then citizen(P)",
    "if is_out(P) and votes_received(P, any) >= 1 then not spy(P)",
    "if is_out(P) or out_in(P, any) then citizen(P)",
    "if not still_in(P) then not spy(P)",
)
DISPROVED = (
    "if is_out(P) then spy(P)",
    "if is_out(P) then not citizen(P)",
    "if out_in_last_round(P) then spy(P)",
    "if out_in_last_round(P) then not citizen(P)",
    "if out_in(P, any) and not still_in(P) then spy(P)",
    "if not still_in(P) then spy(P)",
    "if out_in(P, any) and votes_received(P, any) >= 2 then spy(P)",
    "if is_out(P) and not repeats(P) >= 9 then not citizen(P)",
)
SUPPORTED = (
    "if contradicts(P) >= 1 then spy(P)",
    "if contradicts(P) >= 1 then not citizen(P)",
    "if contradicts(P) > 0 then spy(P)",
    "if contradicts(P) != 0 then spy(P)",
    "if contradicts(P, Q) then spy(P)",
    "if contradicts(P, Q) then not citizen(P)",
    "if contradicts(P, Q) and still_in(Q) then spy(P)",
    "if contradicts(P) >= 1 and still_in(P) then spy(P)",
    "if contradicts(P) >= 1 and not vague(P) >= 9 then spy(P)",
    "if contradicts(P) >= 1 and not repeats(P) >= 9 then not citizen(P)",
    "if contradicts(P) >= 1 or contradicts_majority(P) then spy(P)",
    "if outlier(me) > 0 then spy(me)",
    "if outlier(me) > 0.1 then spy(me)",
    "if outlier(me) > 0.3 then spy(me)",
    "if outlier(me) > 0 then not citizen(me)",
    "if outlier(me) > 0.1 then not citizen(me)",
)
REFUTED = (
    "if contradicts(P) >= 1 then citizen(P)",
    "if contradicts(P) >= 1 then not spy(P)",
    "if contradicts(P) > 0 then citizen(P)",
    "if contradicts(P) != 0 then not spy(P)",
    "if contradicts(P, Q) then citizen(P)",
    "if contradicts(P, Q) then not spy(P)",
    "if contradicts(P, Q) and still_in(Q) then not spy(P)",
    "if contradicts(P) >= 1 and still_in(P) then citizen(P)",
    "if contradicts(P) >= 1 and not vague(P) >= 9 then citizen(P)",
    "if contradicts(P) >= 1 and not repeats(P) >= 9 then not spy(P)",
    "if contradicts(P) >= 1 or contradicts_majority(P) then citizen(P)",
    "if outlier(me) > 0 then citizen(me)",
    "if outlier(me) > 0.1 then citizen(me)",
    "if outlier(me) > 0.3 then citizen(me)",
    "if outlier(me) > 0 then not spy(me)",
    "if outlier(me) > 0.3 then not spy(me)",
)
OPEN = (
    "if still_in(P) then spy(P)",
    "if still_in(P) then citizen(P)",
    "if still_in(P) or is_out(P) then spy(P)",
    "if described_first(P) then citizen(P)",
    "if described_first(P) then spy(P)",
    "if voted_for(P, Q, 9) then spy(P)",
    "if votes_received(P, last) >= 99 then spy(P)",
    "if votes_received(P, last) >= 99 then citizen(P)",
    "if contradicts(P) >= 9 then citizen(P)",
    "if outlier(me) > 1 then spy(me)",
)

TRUTH = {
    **dict.fromkeys(PROVED, "proved"),
    **dict.fromkeys(SUPPORTED, "supported"),
    **dict.fromkeys((*DISPROVED, *REFUTED), "refuted"),
    **dict.fromkeys(OPEN, "open"),
}
"""Rule → its status in an archive that is large enough."""

FURTHER_TRUTH = {
    **dict.fromkeys(
        (
            "if out_in(P, last) then not spy(P)",
            "if is_out(P) and still_in(Q) then not spy(P)",
            "if not still_in(P) and is_out(P) then citizen(P)",
            "if out_in_last_round(P) or out_in(P, any) then not spy(P)",
            "if is_out(P) and not contradicts(P) >= 9 then not spy(P)",
            "if is_out(P) or out_in(P, last) then citizen(P)",
            "if not still_in(P) then citizen(P)",
            "if out_in(P, any) and is_out(P) then citizen(P)",
            "if is_out(P) and not vague(P) >= 9 then not spy(P)",
            "if out_in_last_round(P) and is_out(P) then citizen(P)",
        ),
        "proved",
    ),
    **dict.fromkeys(
        (
            "if contradicts(P) >= 2 then spy(P)",
            "if contradicts(P) >= 2 then not citizen(P)",
            "if contradicts(P) > 1 then spy(P)",
            "if contradicts(P, Q) and contradicts(P, R) then spy(P)",
            "if contradicts(P, Q) and contradicts(P, R) then not citizen(P)",
            "if contradicts_majority(P) then spy(P)",
            "if contradicts_majority(P) then not citizen(P)",
            "if contradicts(P, me) then spy(P)",
            "if contradicts(P, me) then not citizen(P)",
            "if outlier(me) > 0.2 then spy(me)",
            "if outlier(me) > 0.4 then spy(me)",
            "if outlier(me) >= 0.2 then not citizen(me)",
            "if not contradicts(P) >= 1 then citizen(P)",
            "if contradicts(P, Q) or contradicts(Q, P) then spy(P)",
            "if contradicts(P) >= 1 and not is_out(P) then spy(P)",
            "if contradicts(me, Q) then spy(me)",
        ),
        "supported",
    ),
    **dict.fromkeys(
        (
            "if out_in(P, last) then spy(P)",
            "if not still_in(P) then not citizen(P)",
            "if is_out(P) or out_in(P, any) then spy(P)",
            "if out_in(P, any) then not citizen(P)",
            "if is_out(P) and still_in(Q) then spy(P)",
            "if out_in_last_round(P) or is_out(P) then not citizen(P)",
            "if is_out(P) and not vague(P) >= 9 then spy(P)",
            "if is_out(P) and not repeats(P) >= 9 then spy(P)",
            "if contradicts(P) >= 2 then citizen(P)",
            "if contradicts(P) >= 2 then not spy(P)",
            "if contradicts(P) > 1 then citizen(P)",
            "if contradicts(P, Q) and contradicts(P, R) then not spy(P)",
            "if contradicts(P, Q) and contradicts(P, R) then citizen(P)",
            "if contradicts_majority(P) then citizen(P)",
            "if contradicts_majority(P) then not spy(P)",
            "if contradicts(P, me) then citizen(P)",
            "if contradicts(P, me) then not spy(P)",
            "if outlier(me) > 0.2 then citizen(me)",
            "if outlier(me) > 0.4 then not spy(me)",
            "if outlier(me) >= 0.2 then citizen(me)",
            "if not contradicts(P) >= 1 then spy(P)",
            "if contradicts(P, Q) or contradicts(Q, P) then not spy(P)",
            "if contradicts(P) >= 1 and not is_out(P) then citizen(P)",
            "if contradicts(me, Q) then not spy(me)",
        ),
        "refuted",
    ),
    **dict.fromkeys(
        (
            "if votes_received(P, any) >= 1 then spy(P)",
            "if voted_for(P, Q, any) then spy(P)",
            "if voted_for(P, Q, last) then citizen(P)",
            "if got_no_vote_yet(P) then spy(P)",
            "if described_first(P) and still_in(P) then spy(P)",
            "if votes_received(P, last) >= 2 then citizen(P)",
            "if vague(P) >= 7 then spy(P)",
            "if repeats(P) >= 8 then citizen(P)",
            "if outlier(me) > 1 then citizen(me)",
            "if contradicts(P) >= 5 then spy(P)",
        ),
        "open",
    ),
}
"""Rules written after the method, for a first look at words kept aside; players draw what to tell."""
