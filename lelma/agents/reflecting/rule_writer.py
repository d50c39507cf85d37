"""What a simulated curator writes: true, false and malformed rules at rates, from a list of conditions.

Which of them is true depends on the match: the conditions are about contradictions, of which the honest many have
fewer than the odd one, so that the same condition with the opposite conclusion is false. No figure of it tells
anything of language models.

Short, because what a curator may write is a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from lelma.agents.word_games.word_table import WordTable

CONDITIONS: Sequence[tuple[str, str]] = (
    ("contradicts(P) >= 1", "Somebody who contradicts another player"),
    ("contradicts(P) >= 2", "Somebody who contradicts two others"),
    ("contradicts(P, Q) and still_in(Q)", "Somebody who contradicts a player who is in"),
    ("contradicts(P) >= 1 and not vague(P) >= 2", "Somebody who contradicts another and is not vague twice"),
    ("contradicts_majority(P)", "Somebody who contradicts more than half of the others"),
    ("votes_received(P, last) >= 2 and still_in(P)", "Somebody who is in after two votes in the last round"),
    ("outlier(me) > 0.5", "Whoever has a word of which most of what was said can't be true"),
)
"""Condition → how a sentence about it begins; of each the odd one is the likelier."""

_MOST = re.compile(r"at most (\d+) new rules")


def written_entries(
    prompt: str, lie: float, malformed: float, table: WordTable, chance: Random
) -> list[dict[str, str]]:
    """Entries, each a sentence and a rule; one for each that failed, where that is what the prompt asks for."""
    failed = prompt.count("\n- “") + prompt.count("\n- Your rule")
    most = int(found[1]) if (found := _MOST.search(prompt)) else max(1, failed)
    entries = []
    for condition, begins in chance.sample(list(CONDITIONS), min(most, 3, len(CONDITIONS))):
        false = chance.random() < lie
        player = "me" if "me" in condition else "P"
        rule = f"if {condition} then {'not ' if false else ''}{table.odd}({player})"
        if chance.random() < malformed:
            rule = f"when {condition}: {table.odd}"
        entries.append({"text": f"{begins} is {'not ' if false else ''}the {table.odd}.", "rule": rule})
    return entries
