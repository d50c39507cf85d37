"""Reads the events of a short story without a model: what the thing asked about becomes, and who perceives it.

A story is told in five or six sentences: who, what they want, how things are, what they believe (not always), what
happens, and what they then perceive or do. Which option is the initial state and which the changed one, whether what
happens changes it, and whether an action goes by the plan or answers the change, is found twice: by rules with margins,
and by weights (`story_weights`). It is read where both agree and the weights are sure enough, or where the weights are
all but certain; else nothing is, and the question is open. Nothing but the story, the question and its options is
looked at.

Rules, words and weights were set on three quarters of the published stories that were at hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gdl.values import dataclass
from lelma.experiments.questions.story_weights import ToldStory, cues, weighed_story

INITIAL, CHANGED = "as it was", "changed"

_MARGINS = {"belief": 2.0, "plan": 5.0, "change": 2.0, "deed": 3.0}
"""By which weights of the rules must differ from nothing: for what is believed, is planned, changes, is done."""

_SURE_ENOUGH, _CERTAIN = 0.8, 0.97
"""How probable an answer must be by the weights, if the rules give the same one, and if they give none."""

_FEWEST_SENTENCES = 5
_NAME = re.compile(r"^(?:What )?(?:[Dd]oes|[Dd]o|[Dd]id|[Ww]ill|[Ii]s|[Ww]ould)\s+(?:the\s+)?([A-Z][\w'’-]*)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def read_story(story: str, question: str, options: Sequence[str]) -> Mapping[str, Any] | None:
    """A reading as `belief_sheet` takes it; None where the story leaves open what happens."""
    sentences = [part for part in _SENTENCE.split(story.strip()) if part]
    if len(sentences) < _FEWEST_SENTENCES or len(options) != 2:
        return None
    told = ToldStory(sentences, _name_in(question), bool(re.search(r"\bbeliev|\bthink", question)))
    weighed, ruled = weighed_story(told, options), _Ruled(told).outcome(options)
    agreed = ruled == (weighed.initial, weighed.changed)
    if weighed.sure < (_SURE_ENOUGH if agreed else _CERTAIN):
        return None
    plan = weighed.initial
    other = next(each for each in options if each != plan)
    events: list[dict[str, Any]] = [{"changes": INITIAL, "sees": True}]
    events += [{"believes": INITIAL}] if told.belief else []
    events += _last_events(told, changed=weighed.changed)
    named = {plan: INITIAL, other: CHANGED}
    return {"character": told.name, "values": [INITIAL, CHANGED], "events": events, "options": named}


def _last_events(told: ToldStory, *, changed: bool) -> list[dict[str, Any]]:
    """What happens, and what is then perceived or done."""
    perceived = told.perceived()
    if perceived is False:
        return [{"changes": CHANGED, "sees": False}]
    if perceived or not told.of_belief:
        return [{"changes": CHANGED, "sees": True}] if changed else []
    return [{"changes": CHANGED, "sees": None}, {"acts": CHANGED if changed else INITIAL}]


@dataclass(frozen=True)
class _Ruled:
    """What rules make of a story."""

    told: ToldStory

    def outcome(self, options: Sequence[str]) -> tuple[str, bool] | None:
        """The initial option, and whether the character goes by the change; None where the margins leave it open."""
        told = self.told
        scores = [self._as_planned(one, other) for one, other in (options, tuple(reversed(options)))]
        if abs(scores[0] - scores[1]) < _MARGINS["belief" if told.of_belief else "plan"]:
            return None
        plan, other = options if scores[0] > scores[1] else (options[1], options[0])
        perceived = told.perceived()
        if perceived is False:
            return plan, False
        by_deed = perceived is None and told.of_belief
        weight = self._deed_done() if by_deed else self._change(plan, other)
        if abs(weight) < _MARGINS["deed" if by_deed else "change"]:
            return None
        return plan, (weight < 0 if by_deed else weight > 0)

    def _as_planned(self, option: str, other: str) -> float:
        """How much speaks for an option being the state, or the plan, before what happens."""
        told = self.told
        own, new = told.words(option) - told.words(other), told.words(told.event) - told.before
        if told.of_belief:
            believed = told.words(*told.belief)
            shared = 3 * len(own & believed) + len(own & (told.before - believed)) - 2 * len(own & new)
            return shared + min(3, cues("well", option)) - min(3, cues("wrong", option))
        shared = len(own & told.before) + len(own & told.words(told.desire)) - len(own & new)
        return shared + self._deed(option)

    def _deed(self, text: str) -> float:
        return cues("goes_on", text) - 1.5 * cues("reacts", text) + self.told.lead(text)

    def _deed_done(self) -> float:
        """How much speaks for a deed at the end that goes by the plan."""
        told = self.told
        done = told.words(told.end)
        weight = 0.7 * len(done & told.before) - len(done & (told.words(told.event) - told.before)) - 0.5
        return weight + self._deed(told.end)

    def _change(self, plan: str, other: str) -> float:
        """How much speaks for what happens changing what is asked about."""
        told = self.told
        happens, ends = told.words(told.event), told.words(told.end)
        state, other_alone = told.words(*told.head[2:]), told.words(other) - told.words(plan)
        weight = len(happens & state) + 0.5 * len(ends & state) - 1.5
        share = 1.5 if told.of_belief else 0.7
        weight += share * len(happens & other_alone) + share * min(2, len((ends - told.before) & other_alone))
        weight -= 1.0 if told.of_belief and not (happens | ends) & other_alone else 0.0
        return weight + cues("changes", told.event) - cues("passes", told.event)


def _name_in(question: str) -> str:
    found = _NAME.match(question)
    return found[1] if found else ""
