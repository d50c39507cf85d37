"""Reads the events of a short story without a model: what the thing asked about becomes, and who perceives it.

A story is told in five or six sentences: who, what they want, how things are, what they believe (not always), what
happens, and what they then perceive or do. Which option is the initial state and which the changed one, whether what
happens changes it, and whether an action goes by the plan or answers the change, is weighed by words that texts share
and by those of `games/_sets/story_words.toml`. Where the weights don't decide by a margin nothing is read: the question
is open. Nothing but the story, the question and its options is looked at.

The weights and margins were set on half of the published stories that were at hand, in even places of their file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from lelma.support.errors import GameError
from lelma.support.outside import toml_file
from lelma.support.paths import data_folder

INITIAL, CHANGED = "as it was", "changed"

_MARGINS = {"belief": 2.0, "plan": 5.0, "change": 2.0, "deed": 3.0}
"""By which weights must differ from nothing: for what is believed, is planned, changes, is done."""

_FEWEST_SENTENCES = 5
_WHOLE = 5  # letters of an entry from which it stands for all words that begin with it
_NAME = re.compile(r"^(?:What )?(?:[Dd]oes|[Dd]o|[Dd]id|[Ww]ill|[Ii]s|[Ww]ould)\s+(?:the\s+)?([A-Z][\w'’-]*)")
_BELIEVES = re.compile(r"\b(?:believes|thinks|assumes|believed|expects|is (?:confident|sure|certain|convinced))\b")
_WORD = re.compile(r"[a-z]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ENDINGS = ("ingly", "edly", "ing", "ied", "ies", "ed", "es", "s", "ly", "er")
_LIGHT = frozenset(
    "a an the of to in on at for with and or that is are was were be been being it its his her their he she they him "
    "them has have had does do did will would by from as which who this these those while whether there into up out "
    "off than so if any some what".split()
)
_SUBJECTS = ("he", "she", "they")


def read_story(story: str, question: str, options: Sequence[str]) -> Mapping[str, Any] | None:
    """A reading as `belief_sheet` takes it; None where the story leaves open what happens."""
    sentences = [part for part in _SENTENCE.split(story.strip()) if part]
    if len(sentences) < _FEWEST_SENTENCES or len(options) != 2:
        return None
    told = _Told(sentences, _name_in(question), bool(re.search(r"\bbeliev|\bthink", question)))
    scores = [told.as_planned(one, other) for one, other in (options, tuple(reversed(options)))]
    if abs(scores[0] - scores[1]) < _MARGINS["belief" if told.of_belief else "plan"]:
        return None
    plan, other = options if scores[0] > scores[1] else (options[1], options[0])
    events: list[dict[str, Any]] = [{"changes": INITIAL, "sees": True}]
    events += [{"believes": INITIAL}] if told.belief else []
    last = told.last_event(plan, other)
    if last is None:
        return None
    named = {plan: INITIAL, other: CHANGED}
    return {"character": told.name, "values": [INITIAL, CHANGED], "events": [*events, *last], "options": named}


@dataclass(frozen=True)
class _Told:
    """The sentences of a story, the name of who it is about, and whether a belief is asked for."""

    sentences: Sequence[str]
    name: str
    of_belief: bool

    @property
    def head(self) -> Sequence[str]:
        return self.sentences[:-2]

    @property
    def event(self) -> str:
        return self.sentences[-2]

    @property
    def end(self) -> str:
        return self.sentences[-1]

    @property
    def belief(self) -> list[str]:
        """The sentences that say what the character believes."""
        return [each for each in self.head if _BELIEVES.search(each)]

    def words(self, *texts: str) -> frozenset[str]:
        return frozenset().union(*(_stems(text, self.name) for text in texts))

    @property
    def before(self) -> frozenset[str]:
        return self.words(*self.head)

    def as_planned(self, option: str, other: str) -> float:
        """How much speaks for an option being the state, or the plan, before what happens."""
        own, new = self.words(option) - self.words(other), self.words(self.event) - self.before
        if self.of_belief:
            believed = self.words(*self.belief)
            shared = 3 * len(own & believed) + len(own & (self.before - believed)) - 2 * len(own & new)
            return shared + min(3, _cues("well", option)) - min(3, _cues("wrong", option))
        shared = len(own & self.before) + len(own & self.words(self.sentences[1])) - len(own & new)
        return shared + self._deed(option)

    def _deed(self, text: str) -> float:
        return _cues("goes_on", text) - 1.5 * _cues("reacts", text) + self._lead(text)

    def _lead(self, text: str) -> float:
        """2 if the first verb goes on with the plan, -2 if it answers a change."""
        adverbs = r"(?:decides? to |quickly |carefully |immediately )?"
        found = re.search(rf"{re.escape(self.name)}\s+(?:will\s+)?{adverbs}(\w+)", text) if self.name else None
        verb = found[1].lower() if found else ""
        return 2.0 if _cues("leads_on", verb) else -2.0 if _cues("leads_off", verb) else 0.0

    def last_event(self, plan: str, other: str) -> list[dict[str, Any]] | None:
        """What happens, and what is then perceived or done; None where that is open."""
        unnoticed = _cues("unnoticed", self.end) > 0
        if unnoticed:
            return [{"changes": CHANGED, "sees": False}]
        if _cues("perceives", self._after_name()) > 0:
            weight = self._change(plan, other)
            if abs(weight) < _MARGINS["change"]:
                return None
            return [{"changes": CHANGED, "sees": True}] if weight > 0 else []
        if not self.of_belief:
            weight = self._change(plan, other)
            return None if abs(weight) < _MARGINS["change"] else [{"changes": CHANGED, "sees": True}] * (weight > 0)
        done = self.words(self.end)
        weight = 0.7 * len(done & self.before) - len(done & (self.words(self.event) - self.before)) - 0.5
        weight += self._deed(self.end)
        if abs(weight) < _MARGINS["deed"]:
            return None
        return [{"changes": CHANGED, "sees": None}, {"acts": INITIAL if weight > 0 else CHANGED}]

    def _after_name(self) -> str:
        """The three words after the subject of the last sentence."""
        found, own = _WORD.findall(self.end.lower()), _WORD.findall(self.name.lower())[:1]
        at = next((number for number, word in enumerate(found) if word in (*own, *_SUBJECTS)), 0)
        return " ".join(found[at + 1 : at + 4])

    def _change(self, plan: str, other: str) -> float:
        """How much speaks for what happens changing what is asked about."""
        happens, ends = self.words(self.event), self.words(self.end)
        state, other_alone = self.words(*self.head[2:]), self.words(other) - self.words(plan)
        weight = len(happens & state) + 0.5 * len(ends & state) - 1.5
        share = 1.5 if self.of_belief else 0.7
        weight += share * len(happens & other_alone) + share * min(2, len((ends - self.before) & other_alone))
        weight -= 1.0 if self.of_belief and not (happens | ends) & other_alone else 0.0
        return weight + _cues("changes", self.event) - _cues("passes", self.event)


def _name_in(question: str) -> str:
    found = _NAME.match(question)
    return found[1] if found else ""


def _stems(text: str, name: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if word not in _LIGHT and word != name.lower())


@cache
def _stem(word: str) -> str:
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= 3), "")
    word = word.removesuffix(ending)
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    for letter in "ey":
        word = word.removesuffix(letter) if len(word) > 3 else word
    return word


def _cues(kind: str, text: str) -> int:
    """How many entries of the words of a kind a text has."""
    plain = text.lower().replace("’", "'").replace("n't", " not")
    words = f" {' '.join(_WORD.findall(plain))} "
    return sum(entry in words for entry in _entries()[kind])


@cache
def _entries() -> Mapping[str, tuple[str, ...]]:
    """The words by kind, as they stand in a text between blanks."""
    told = toml_file(data_folder("games") / "_sets" / "story_words.toml", fail=GameError)
    return {kind: tuple(f" {e}" if len(e) >= _WHOLE else f" {e} " for e in told[kind]) for kind in told}
