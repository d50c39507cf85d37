"""Which option of a question is how things were, and whether something changed them, weighed by what texts share.

Three logistic regressions, whose weights stand in `games/_sets/story_words.toml`, look at counts: words that an option
shares with a sentence of the story and the other option does not, and words by which texts tell that something is well
or wrong, changes, goes on or is reacted to. Each count is cut off at 4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp

from gdl.values import dataclass
from lelma.support.errors import GameError
from lelma.support.outside import toml_file
from lelma.support.paths import data_folder

_MOST = 4.0
_MOST_CUES = 3
_WHOLE = 5  # letters of an entry from which it stands for all words that begin with it
_WORD = re.compile(r"[a-z]+")
_BELIEVES = re.compile(r"\b(?:believes|thinks|assumes|believed|expects|is (?:confident|sure|certain|convinced))\b")
_DOES = r"\b(?:he|she|they|{name})\s+(?:\w+ly\s+)?(?:decides?|begins?|starts?|will|proceeds?|tries|chooses?|plans?)\b"
_ENDINGS = ("ingly", "edly", "ing", "ied", "ies", "ed", "es", "s", "ly", "er")
_LIGHT = frozenset(
    "a an the of to in on at for with and or that is are was were be been being it its his her their he she they him "
    "them has have had does do did will would by from as which who this these those while whether there into up out "
    "off than so if any some what".split()
)
_SUBJECTS = ("he", "she", "they")


@dataclass(frozen=True)
class ToldStory:
    """The sentences of a story, the name of who it is about, and whether a belief is asked for."""

    sentences: Sequence[str]
    name: str
    of_belief: bool

    @property
    def head(self) -> Sequence[str]:
        return self.sentences[:-2]

    @property
    def desire(self) -> str:
        return self.sentences[1]

    @property
    def state(self) -> list[str]:
        """How things are, before anything happens."""
        return [each for each in self.sentences[2:-2] if not _BELIEVES.search(each)]

    @property
    def belief(self) -> list[str]:
        """What the character is said to believe."""
        return [each for each in self.head if _BELIEVES.search(each)]

    @property
    def event(self) -> str:
        return self.sentences[-2]

    @property
    def end(self) -> str:
        return self.sentences[-1]

    def words(self, *texts: str) -> frozenset[str]:
        return frozenset().union(*(_stems(text, self.name) for text in texts))

    @property
    def before(self) -> frozenset[str]:
        return self.words(*self.head)

    def perceived(self) -> bool | None:
        """Whether the character perceives what happened; None where the end tells of a deed instead."""
        if re.search(_DOES.format(name=re.escape(self.name.lower()) or "he"), self.end.lower()):
            return None
        if cues("unnoticed", self.end):
            return False
        return True if cues("perceives", self._after_name()) else None

    def _after_name(self) -> str:
        """The three words after the subject of the last sentence."""
        found, own = _WORD.findall(self.end.lower()), _WORD.findall(self.name.lower())[:1]
        at = next((number for number, word in enumerate(found) if word in (*own, *_SUBJECTS)), 0)
        return " ".join(found[at + 1 : at + 4])

    def lead(self, text: str) -> float:
        """2 if the first verb goes on with the plan, -2 if it answers a change."""
        adverbs = r"(?:decides? to |quickly |carefully |immediately )?"
        found = re.search(rf"{re.escape(self.name)}\s+(?:will\s+)?{adverbs}(\w+)", text) if self.name else None
        verb = found[1].lower() if found else ""
        return 2.0 if cues("leads_on", verb) else -2.0 if cues("leads_off", verb) else 0.0


@dataclass(frozen=True)
class WeighedStory:
    """What the weights make of a story.

    Attributes:
        initial: the option that is how things were, or what was planned.
        changed: whether the character goes by the change.
        sure: the probability of the answer that follows, from 1/2.
    """

    initial: str
    changed: bool
    sure: float


def weighed_story(told: ToldStory, options: Sequence[str]) -> WeighedStory:
    """A story with two options, weighed."""
    one, other = options
    first = _probable("belief" if told.of_belief else "action", option_counts(told, one, other))
    plan, alternative = (one, other) if first >= 1 / 2 else (other, one)
    perceived = told.perceived()
    if perceived is False:
        changed = 0.0
    elif perceived or not told.of_belief:
        changed = _probable("change", change_counts(told, plan, alternative))
    else:
        changed = _probable("deed", deed_counts(told, plan, alternative))
    likely = max(first, 1 - first)
    answer = likely * (1 - changed) + (1 - likely) * changed  # of the plan
    return WeighedStory(plan, answer < 1 / 2, max(answer, 1 - answer))


def option_counts(told: ToldStory, one: str, other: str) -> dict[str, float]:
    """What speaks for one option being the initial one, and not the other: each counts the other way round for it."""
    own, others = told.words(one) - told.words(other), told.words(other) - told.words(one)

    def shared(words: frozenset[str]) -> float:
        return len(own & words) - len(others & words)

    state, belief = told.words(*told.state), told.words(*told.belief)
    stood = sum(map(_well, (*told.state, *told.belief)))
    became, better = _well(told.event), _well(one) - _well(other)
    found = {
        "state": shared(state),
        "belief": shared(belief),
        "desire": shared(told.words(told.desire) - state - belief),
        "happening": shared(told.words(told.event) - told.before),
        "better": better,
        "better_than_became": better * _sign(stood - became),
        "better_as_stood": better * _sign(stood),
        "longer": (len(own) - len(others)) / 3,
    }
    if not told.of_belief:
        bad = 1.0 if stood < 0 <= became else 0.5 if stood < 0 else 0.0  # then what is planned is to react
        goes, reacts = (cues(kind, one) - cues(kind, other) for kind in ("goes_on", "reacts"))
        leads = (told.lead(one) - told.lead(other)) / 2
        found |= {"goes_on": goes, "reacts": reacts, "leads": leads}
        found |= {"goes_on_from_bad": goes * bad, "reacts_to_bad": reacts * bad, "leads_from_bad": leads * bad}
        found["instead"] = ("instead" in one.lower()) - ("instead" in other.lower())
    return _cut(found)


def change_counts(told: ToldStory, plan: str, other: str) -> dict[str, float]:
    """What speaks for what happens changing what is asked about."""
    happens, ends = told.words(told.event), told.words(told.end)
    changed, stays = told.words(other) - told.words(plan), told.words(plan) - told.words(other)
    state, asked = told.words(*told.state), told.words(*told.belief, plan, other)
    found = {
        "always": 1.0,
        "of_state": len(happens & state),
        "end_of_state": len(ends & state),
        "of_changed": len(happens & changed),
        "end_of_changed": len((ends - told.before) & changed),
        "of_asked": len(happens & asked),
        "end_of_asked": len(ends & asked),
        "of_desire": len(happens & told.words(told.desire)),
        "of_plan": len(happens & stays),
        "changes": cues("changes", told.event),
        "passes": cues("passes", told.event),
        "belief": told.of_belief,
        "wrong": -_well(told.event),
        "length": len(happens) / 5,
        "while": bool(re.search(r"while|when|as ", told.event.lower())),
        "nothing_of_changed": not (happens | ends) & changed,
    }
    return _cut(found)


def deed_counts(told: ToldStory, plan: str, other: str) -> dict[str, float]:
    """What speaks for a deed at the end that answers a change."""
    end, fresh = told.words(told.end), told.words(told.event) - told.before
    found = {
        "always": 1.0,
        "of_desire": len(end & told.words(told.desire)),
        "of_state": len(end & told.words(*told.state)),
        "of_happening": len(end & fresh),
        "of_changed": len(end & (told.words(other) - told.words(plan))),
        "of_plan": len(end & (told.words(plan) - told.words(other))),
        "new": len(end - told.before) / 3,
        "goes_on": cues("goes_on", told.end),
        "reacts": cues("reacts", told.end),
        "leads": told.lead(told.end) / 2,
        "instead": "instead" in told.end.lower(),
        "wrong": cues("wrong", told.end),
    }
    return _cut(found)


def cues(kind: str, text: str) -> int:
    """How many entries of the words of a kind a text has."""
    plain = text.lower().replace("’", "'").replace("n't", " not")
    words = f" {' '.join(_WORD.findall(plain))} "
    return sum(entry in words for entry in _entries()[kind])


def _well(text: str) -> int:
    """How well things are by a text."""
    return min(_MOST_CUES, cues("well", text)) - min(_MOST_CUES, cues("wrong", text))


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _cut(counts: Mapping[str, float]) -> dict[str, float]:
    return {name: max(-_MOST, min(_MOST, float(count))) for name, count in counts.items()}


def _probable(kind: str, counts: Mapping[str, float]) -> float:
    weights = _weights()[kind]
    return 1 / (1 + exp(-sum(weights[name] * count for name, count in counts.items())))


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


@cache
def _entries() -> Mapping[str, tuple[str, ...]]:
    """The words by kind, as they stand in a text between blanks."""
    told = {kind: some for kind, some in _file().items() if kind != "weights"}
    return {kind: tuple(f" {e}" if len(e) >= _WHOLE else f" {e} " for e in some) for kind, some in told.items()}


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    found: Mapping[str, Mapping[str, float]] = _file()["weights"]
    return found


@cache
def _file() -> Mapping[str, dict[str, dict[str, float]]]:
    return toml_file(data_folder("games") / "_sets" / "story_words.toml", fail=GameError)
