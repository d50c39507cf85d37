"""Whether a description can be true of a word, by what a lexicon knows of the word, in the solver's word.

Two questions that must not be taken for each other: whether a speaker may say something of its own word (`legal`: it
agrees with what is known and with all that the speaker said before), and whether it has to be true of a word
(`entails`), which is what a listener asks of its own. That something can't be shown contradicts nothing: it is `open`.
Undercover-V paper, appendices B and C; the union with all earlier descriptions is tested, since statements that agree
two by two need not agree together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import lru_cache, partial
from pathlib import Path
from typing import Literal

from gdl.compile.prolog_text import prolog_atom
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge, shared_bridge
from lelma.engine.program import GRACE_SECONDS
from lelma.game.lexicon import read_lexicon
from lelma.support.errors import EngineStopped
from translators.descriptions.lexicon import FactClause, Lexicon
from translators.descriptions.reader import DescriptionReading, Statement, Unreadable, read_description

_Outcome = Literal["entailed", "contradicted", "open", "error"]

LIMITS = Limits(seconds=2.0, inferences=20_000_000)
MOST_KEPT = 10_000
"""Findings that are remembered; then all are forgotten."""


@dataclass(frozen=True)
class Finding:
    """What was found of a description.

    Attributes:
        outcome: `entailed`: it has to be true; `contradicted`: it can't be; `open`: neither can be shown; `error`: it
            could not be read or decided, and nothing is known of it.
        why: for `contradicted` and `error`, the reason, without a full stop.
        reading: what was read in it.
    """

    outcome: _Outcome
    why: str = ""
    reading: DescriptionReading = field(default_factory=DescriptionReading)


class Honesty:
    """What descriptions can be true of which words."""

    def __init__(self, lexicon: Lexicon, *, bridge: str | Bridge | None = None, limits: Limits = LIMITS) -> None:
        self.lexicon = lexicon
        self._bridge = bridge
        self._limits = limits
        self._shown: dict[tuple[str, tuple[str, ...]], bool] = {}
        self._entailed: dict[tuple[str, str], Finding] = {}
        self._read = lru_cache(MOST_KEPT)(partial(read_description, lexicon=lexicon))
        self._known = lru_cache(MOST_KEPT)(lambda word: _prolog((*lexicon.rules, *lexicon.about(word))))

    def legal(self, description: str, speakers_word: str, *, earlier: Sequence[str] = ()) -> Finding:
        """Whether a speaker may say this of its own word, having said those earlier descriptions; it may not where
        the outcome is `contradicted`.
        """
        return self._find(description, speakers_word, earlier)

    def entails(self, description: str, my_word: str) -> Finding:
        """Whether a description has to be true of a listener's word."""
        key = description, my_word
        if key not in self._entailed:
            self._entailed = self._entailed if len(self._entailed) < MOST_KEPT else {}
            self._entailed[key] = self._find(description, my_word, ())
        return self._entailed[key]

    def contradictory(self, descriptions: Iterable[str], word: str = "") -> bool:
        """Whether it is shown that not all of these are true of a word, or, without one, of any one thing.

        A description that can't be read shows nothing; nor does a word of which the lexicon contradicts itself.
        """
        key = word, tuple(descriptions)
        if key not in self._shown:
            said = [each for text in key[1] for each in self._read_again(text)]
            self._shown = self._shown if len(self._shown) < MOST_KEPT else {}
            self._shown[key] = bool(said) and self._outcome(word, said, ())[0] == "contradicted"
        return self._shown[key]

    def _find(self, description: str, word: str, earlier: Sequence[str]) -> Finding:
        try:
            reading = self._read(description)
            said = [each for text in earlier for each in self._read_again(text)]
        except Unreadable as error:
            return Finding("error", str(error))
        if not reading.statements:
            return Finding("open", reading=reading)
        outcome, reason = self._outcome(word, said, reading.statements)
        if outcome == "contradicted" and said and self._outcome(word, said, ())[0] == "contradicted":
            said = []  # a lie that was told does not make lies of all that follows
            outcome, reason = self._outcome(word, said, reading.statements)
        match outcome:
            case "contradicted":
                return Finding("contradicted", self._why(word, said, reading.statements), reading)
            case "entailed" if not reading.unread:
                return Finding("entailed", reading=reading)
            case "entailed" | "open":
                return Finding("open", reading=reading)
            case "unsound":
                return Finding("error", f"what the lexicon has of “{word}” contradicts itself", reading)
            case _:
                return Finding("error", reason, reading)

    def _why(self, word: str, said: Sequence[Statement], new: Sequence[Statement]) -> str:
        """The statements that can't be true of the word together, as few as there may be."""
        kept = [*((each, True) for each in said), *((each, False) for each in new)]
        for item in tuple(kept):
            fewer = [each for each in kept if each is not item]
            if self._outcome(word, [each for each, _ in fewer], ())[0] == "contradicted":
                kept = fewer
        now = " and ".join(f"“{each.text}”" for each, before in kept if not before)
        before = " and ".join(f"“{each.text}”" for each, before in kept if before)
        alone = self._outcome("", [each for each, _ in kept], ())[0] == "contradicted"
        what = "can't be true of anything" if alone else f"can't be true of the own card “{word}”"
        return f"{now} {what}" + (f" together with {before}, said before" if before else "")

    def _outcome(self, word: str, said: Iterable[Statement], new: Iterable[Statement]) -> tuple[str, str]:
        """The solver's outcome, and the reason why there is none."""
        lists = (self._known(word), _prolog(each.clause for each in said), _prolog(each.clause for each in new))
        request = f"describe({','.join(lists)},{self._limits.prolog()}) ."
        try:
            reply = json.loads(shared_bridge(self._bridge).call(request, seconds=self._limits.seconds + GRACE_SECONDS))
        except EngineStopped as stopped:
            return "error", str(stopped)
        return str(reply.get("outcome", "error")), str(reply.get("reason", ""))

    def _read_again(self, text: str) -> tuple[Statement, ...]:
        """The statements of an earlier description; none of one that can't be read."""
        try:
            return self._read(text).statements
        except Unreadable:
            return ()


def read_honesty(file: Path, *, bridge: str | None = None) -> Honesty:
    """Honesty by the lexicon in a file.

    Raises:
        GameError: with every fault of the file.
    """
    return Honesty(read_lexicon(file), bridge=bridge)


def _prolog(clauses: Iterable[FactClause]) -> str:
    return f"[{','.join(map(_clause, clauses))}]"


def _clause(clause: FactClause) -> str:
    literals = (prolog_atom(fact.name) if fact.holds else f"not({prolog_atom(fact.name)})" for fact in clause)
    return f"[{','.join(literals)}]"
