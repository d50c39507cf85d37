"""Whether an answer keeps the rules of cognitive regularization that it was given, checked and not only asked for.

Each rule of the SpyGame paper (section 5.3, appendices A.5 to A.7) has a check over the answer and the record. What
can be proved is: probabilities and scores by their numbers, an inconsistency by the lexicon, a switched vote by the
record. What is said in a reason is read by patterns (`lelma.agents.reflecting.vote_reasons`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from gdl.values import dataclass
from lelma.agents.reflecting.beliefs import Beliefs, told_share
from lelma.agents.reflecting.telling import EARLY, LEAST_DOUBT, MOST_SURE, WordMoment
from lelma.agents.reflecting.vote_reasons import REASONS_FOR_A_VOTE, reason_categories
from lelma.agents.word_games.heard import VoteRound

CLOSE = 0.0051
"""How far a cited score may be from the true one: it may be rounded to two places."""

_SCORE = r"(?:outlier(?: score)?|score)\b"
_MEANS = r"(?:so|therefore|thus|hence|means?|indicat(?:es|ing)|proves?|shows?|suggest(?:s|ing)|implies|confirms?|makes)"


@dataclass(frozen=True)
class RuleCheck:
    """What a check came to.

    Attributes:
        kept: whether the answer keeps the rule; None where the rule says nothing of it.
        why: what breaks it, in a sentence without its full stop.
    """

    rule: str
    kept: bool | None
    why: str = ""


def reflection_checks(
    rules: Sequence[str], at: WordMoment, value: Mapping[str, Any], beliefs: Beliefs
) -> tuple[RuleCheck, ...]:
    """The rules about what a player believes, over its answer and what it comes to."""
    own = beliefs[at.me].odd if at.me in beliefs else None
    odd, common = at.names
    reasons = [beliefs[role].reason for role in beliefs if role != at.me and (beliefs[role].odd or 0) > 0.5]
    self_told = value.get("self_analysis")
    said = str(self_told.get("role_reason", "")) if isinstance(self_told, Mapping) else ""
    found = {
        "self_doubt": RuleCheck("self_doubt", None if own is None else own >= LEAST_DOUBT - 1e-9),
        "overconfidence": RuleCheck(
            "overconfidence", None if own is None or at.round > EARLY else 1 - own <= MOST_SURE + 1e-9
        ),
        "anti_vague": RuleCheck("anti_vague", not any("vagueness" in reason_categories(text) for text in reasons)),
        "grounded": _grounded(at.score, value, said, (odd, common)),
    }
    whys = {
        "self_doubt": f"it gives yourself as {odd} {own or 0:g}, and should give at least {LEAST_DOUBT:g}",
        "overconfidence": f"in round {at.round} it is {1 - (own or 0):g} sure that you are {common}, "
        f"and should be at most {MOST_SURE:g}",
        "anti_vague": f"it takes somebody for {odd} for being vague, which is no evidence",
        "grounded": found["grounded"].why,
    }
    return tuple(
        RuleCheck(rule, found[rule].kept, "" if found[rule].kept is not False else whys[rule])
        for rule in rules
        if rule in found
    )


def _grounded(score: float | None, value: Mapping[str, Any], said: str, names: tuple[str, str]) -> RuleCheck:
    """Whether the score is cited as it is, and not made an identity of."""
    cited = value.get("outlier_score_used")
    if score is None:
        told = told_share(cited) if cited is not None else None
        if told is not None and not isinstance(cited, str):
            return RuleCheck("grounded", False, "it cites an outlier score, and none is available")
    else:
        try:
            told = float(str(cited))
        except ValueError:
            told = None
        if told is None or abs(told - score) > CLOSE:
            return RuleCheck("grounded", False, f"it should cite your outlier score, {score:.3f}, and cites {cited}")
    who = "|".join(map(re.escape, names))
    mapped = re.search(
        rf"{_SCORE}(?:[^.;]|\.\d){{0,80}}\b{_MEANS}\b(?:[^.;]|\.\d){{0,60}}\b(?:{who})\b", said, re.IGNORECASE
    )
    if mapped and not re.search(r"\b(?:not|never|n't|cannot)\b", mapped[0], re.IGNORECASE):
        return RuleCheck("grounded", False, "it concludes from the score who you are, which it may not")
    return RuleCheck("grounded", True)


def vote_checks(rules: Sequence[str], at: WordMoment, target: str, reason: str) -> tuple[RuleCheck, ...]:
    """The rules about a vote for a player, before the votes of the others are known."""
    found = []
    read = reason_categories(reason)
    if "anti_vague" in rules:
        broken = "vagueness" in read
        why = "your reason takes vagueness for evidence" if broken else ""
        found.append(RuleCheck("anti_vague", not broken, why))
    if "anti_outlier" in rules:
        found.append(_outlier_vote(at, target, read))
    if "spy_offense" in rules:
        found.append(_spread(at, target))
    return tuple(found)


def _outlier_vote(at: WordMoment, target: str, read: frozenset[str]) -> RuleCheck:
    named = [name for name in REASONS_FOR_A_VOTE if name in read]
    if named:
        shown = {name: shown_of(name, target, at) for name in named}
        if all(each is False for each in shown.values()):
            told = " and ".join(named)
            return RuleCheck("anti_outlier", False, f"the record shows no {told} of {at.name(target)}")
        return RuleCheck("anti_outlier", True)
    if "uniqueness" in read:
        return RuleCheck("anti_outlier", False, "that a description stands out is no reason by itself")
    if not at.heard.votes:
        return RuleCheck("anti_outlier", None)  # nothing happened yet that a vote could rest on
    return RuleCheck("anti_outlier", False, f"it names none of {', '.join(REASONS_FOR_A_VOTE)}")


def shown_of(category: str, player: str, at: WordMoment) -> bool | None:
    """Whether a reason is shown of a player: by the lexicon, or by the record; None where neither can tell.

    `inconsistency`: what it said can't all be true of one thing. `shifting`: in one round it voted for another than in
    the round before. `manipulation`: it voted, with most, for somebody who was then out and not the odd one.
    """
    heard = at.heard
    if category == "inconsistency":
        honesty = at.table.honesty
        return None if honesty is None else honesty.contradictory(heard.said.get(player, ()))
    if category == "shifting":
        targets = [each.votes[player] for each in heard.votes if player in each.votes]
        return any(before != after for before, after in pairwise(targets))
    if category == "manipulation":
        return any(each.votes.get(player) in each.out for each in heard.votes)
    return None


def _spread(at: WordMoment, target: str) -> RuleCheck:
    """Of a player that takes itself for the odd one: not for whom most voted last, and not again for the same one."""
    own = at.beliefs[at.me].odd if at.me in at.beliefs else None
    if own is None or own <= 0.5 or not at.heard.votes:
        return RuleCheck("spy_offense", None)
    last = at.heard.votes[-1].votes
    if last.get(at.me) == target:
        return RuleCheck("spy_offense", False, f"you voted for {at.name(target)} last time; spread your votes")
    others = [each for voter, each in last.items() if voter != at.me]
    if others and 2 * others.count(target) > len(others):
        return RuleCheck("spy_offense", False, f"most voted for {at.name(target)} last time; don't join them")
    return RuleCheck("spy_offense", True)


def joined_majority(vote: VoteRound, me: str) -> bool:
    """Whether a vote was for whom more than half of the others voted."""
    others = [target for voter, target in vote.votes.items() if voter != me]
    return 2 * others.count(vote.votes.get(me, "")) > len(others)


def description_checks(rules: Sequence[str], at: WordMoment, value: Mapping[str, Any]) -> tuple[RuleCheck, ...]:
    """`strategy_first`: early, one blends in; later one has a second reading of the own clue in view."""
    if "strategy_first" not in rules:
        return ()
    wanted = "blend_in" if at.round <= EARLY else "second_reading"
    told = str(value.get("strategy", "")).strip().casefold().replace(" ", "_").replace("-", "_")
    if told != wanted:
        return (
            RuleCheck("strategy_first", False, f"in round {at.round} your strategy is {wanted}, not {told or 'none'}"),
        )
    words, honesty = str(value.get("content", "")), at.table.honesty
    if honesty is None:
        return (RuleCheck("strategy_first", True),)
    if wanted == "blend_in":
        said = [text for role in at.others for text in at.heard.said.get(role, ())]
        against = sum(honesty.contradictory([words, text]) for text in said)
        if said and 2 * against > len(said):
            return (RuleCheck("strategy_first", False, "it can't be true of what most others describe"),)
        return (RuleCheck("strategy_first", True),)
    guesses = {at.beliefs[role].word for role in at.others if role in at.beliefs} - {"", at.own}
    if guesses and all(honesty.contradictory([words], word) for word in guesses):
        return (RuleCheck("strategy_first", False, "it fits no other word that you guessed, so it has one reading"),)
    return (RuleCheck("strategy_first", True),)


def told_broken(checks: Sequence[RuleCheck]) -> str:
    """What a model is told of the rules that its answer breaks; empty if it breaks none."""
    lines = [f"Your answer breaks ({each.rule}): {each.why}." for each in checks if each.kept is False]
    return "\n".join(lines)


def adherence_note(task: str, checks: Sequence[RuleCheck], *, attempt: int, enforced: bool) -> dict[str, Any]:
    """Checks as a note of kind `adherence`: rule → `kept`, `broken` or `not asked`, of an answer that counted."""
    words = {True: "kept", False: "broken", None: "not asked"}
    return {
        "kind": "adherence",
        "task": task,
        "rules": {each.rule: words[each.kept] for each in checks},
        "why": {each.rule: each.why for each in checks if each.why},
        "attempt": attempt,
        "enforced": enforced,
    }
