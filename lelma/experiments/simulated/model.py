"""A reasoner without a language model: it writes English about a payoff table, errs at stated rates, and obeys
feedback at a stated rate. With it the effect of the feedback loop can be measured offline, against a known truth.

It understands feedback only by what the lines of the prompt say: an error that no line names stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.engine.answers import Facts
from lelma.experiments.simulated.topics import Judge, Topic, make_topics, read_table
from lelma.models.connect import connect
from lelma.models.protocol import Message, Model, Reply, Usage
from lelma.support.errors import UsageError
from lelma.support.outside import named_options, with_rates
from lelma.verify.verifier import Verifier
from translators.language.vocabulary import Vocabulary

NAME = "simulated"
CHARACTERS_A_TOKEN = 4
_SAME_ENOUGH = 0.8

_OPENINGS = (
    "Let me think about what each choice could bring me.",
    "I will go through the outcomes one by one.",
    "First I look at what can happen.",
    "Let me consider my options.",
)
_AGAIN = (
    "Thank you. Let me go through it again.",
    "I will reason once more.",
    "Let me look at this again.",
)
_CLOSINGS = ("My choice is {%s}.", "I choose {%s}.", "Therefore, my choice is {%s}.")


@dataclass(frozen=True)
class ErrorModel:
    """How a simulated reasoner errs; each a probability from 0 to 1.

    Attributes:
        payoff: that a cell is given a wrong payoff.
        worst_case, best_case: that a move's lowest, highest own payoff is wrong.
        extreme: that the highest own payoff of the game is wrong.
        safest: that the wrong move is said to have the highest guaranteed payoff.
        comparison: that two numbers are put in the wrong order.
        best_response, mutual: that a wrong move, a wrong cell is named.
        say: that a topic other than the cells is spoken of at all.
        silent: that an answer claims nothing.
        obey: that an error which the feedback names is given up; for the right value, if the feedback tells it.
        relapse: that something right turns wrong in a later answer.
    """

    payoff: float = 0.12
    worst_case: float = 0.25
    best_case: float = 0.1
    extreme: float = 0.1
    safest: float = 0.25
    comparison: float = 0.05
    best_response: float = 0.15
    mutual: float = 0.15
    say: float = 0.6
    silent: float = 0.0
    obey: float = 0.7
    relapse: float = 0.03

    @classmethod
    def read(cls, spec: str) -> ErrorModel:
        """From `simulated` or `simulated:obey=0.5,payoff=0.2`.

        Raises:
            UsageError: for anything else, naming what there is.
        """
        return cls.of(named_options(spec.partition(":")[2]), spec)

    @classmethod
    def of(cls, values: Mapping[str, Any], where: str = NAME) -> ErrorModel:
        try:
            return with_rates(NAME, cls(), values)
        except UsageError as error:
            raise UsageError(f"{where}: {error}") from None


class Simulated:
    """One simulated reasoner for one conversation.

    All it does follows from its seed and the messages: asked again in another process, it says the same.
    The arguments of `complete` but the messages and `max_tokens` are not looked at. Its tokens are estimated, four
    characters each.
    """

    def __init__(
        self,
        facts: Facts | None,
        vocabulary: Vocabulary,
        judge: Judge,
        *,
        role: str,
        naming: str = "",
        errors: ErrorModel | None = None,
        seed: int | str = 0,
        name: str = NAME,
    ) -> None:
        """
        Args:
            judge: tells right from wrong, as `Verifier.judge`.
            naming: what it calls the moves.
            seed: decides everything that is left to chance.

        Raises:
            UsageError: if the game has no payoff table of two roles.
        """
        self.name = name
        self.errors = errors or ErrorModel()
        self.seed = seed
        table = read_table(facts, vocabulary, role, naming)
        self._moves = {move: table.said[move] for move in table.own}
        self._topics = make_topics(table, judge, naming=vocabulary.naming(naming).name)
        self._mistakes: dict[str, tuple[str, ...]] = {}

    def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> Reply:
        prompts = [message.text for message in messages if message.speaker == "user"]
        said = self._first()
        given_up: dict[int, set[int]] = {}
        for number, feedback in enumerate(prompts[1:], start=1):
            said = self._revised(said, feedback, number, given_up)
        text, spoken = self._write(said, len(prompts) - 1)
        most = max_tokens * CHARACTERS_A_TOKEN
        self._mistakes[text[:most]] = spoken
        usage = Usage(_tokens("".join(message.text for message in messages)), _tokens(text[:most]))
        return Reply(text[:most], usage, cut=len(text) > most)

    def mistakes(self, text: str) -> tuple[str, ...] | None:
        """The wrong sentences in a text of this reasoner; None for a text it did not write in this process."""
        return self._mistakes.get(text)

    # What to say

    def _first(self) -> dict[int, int]:
        """Topic → value, for the topics this conversation is about."""
        chance = Random(f"{self.seed}/0")
        said: dict[int, int] = {}
        for index, topic in enumerate(self._topics):
            spoken, fails = chance.random(), chance.random()
            value = self._pick(chance, topic, wrong=fails < getattr(self.errors, topic.kind))
            if topic.kind == "payoff" or spoken < self.errors.say:
                said[index] = value
        return said

    def _pick(self, chance: Random, topic: Topic, *, wrong: bool) -> int:
        return chance.choice(topic.wrong if wrong and topic.wrong else topic.right)

    def _revised(
        self, said: Mapping[int, int], feedback: str, number: int, given_up: dict[int, set[int]]
    ) -> dict[int, int]:
        """What is said after feedback on it; values in `given_up` are not guessed again, and more are put there."""
        chance = Random(f"{self.seed}/{number}")
        corrected, denied = self._named(said, feedback)
        revised: dict[int, int] = {}
        for index, value in said.items():
            topic, fate = self._topics[index], chance.random()
            right, other = (
                self._pick(chance, topic, wrong=False),
                self._other(chance, topic, {value, *given_up.get(index, ())}),
            )
            if topic.values[value].right:
                revised[index] = self._pick(chance, topic, wrong=fate < self.errors.relapse)
            elif fate < self.errors.obey and index in corrected:
                revised[index] = right
            elif fate < self.errors.obey and index in denied:
                revised[index] = other
                given_up.setdefault(index, set()).add(value)
            else:
                revised[index] = value
        return revised

    def _other(self, chance: Random, topic: Topic, refuted: set[int]) -> int:
        return chance.choice([index for index in range(len(topic.values)) if index not in refuted] or topic.right)

    def _named(self, said: Mapping[int, int], feedback: str) -> tuple[set[int], set[int]]:
        """The topics whose errors the feedback corrects, and those whose errors it denies."""
        wrong = {i: self._topics[i].values[v] for i, v in said.items() if not self._topics[i].values[v].right}
        corrections = [(line, index) for index, value in wrong.items() for line in value.corrections]
        denials = [(line, index) for index, value in wrong.items() for line in value.denials]
        corrected: set[int] = set()
        denied: set[int] = set()
        for line in (line[2:] for line in feedback.splitlines() if line.startswith("- ")):
            scored = [(_alike(line, known), corrected, index) for known, index in corrections]
            scored += [(_alike(line, known), denied, index) for known, index in denials]
            best = max((score for score, _, _ in scored), default=0.0)
            if best >= _SAME_ENOUGH:
                for score, found, index in scored:
                    if score == best:
                        found.add(index)
        return corrected, denied

    # How to say it

    def _write(self, said: Mapping[int, int], number: int) -> tuple[str, tuple[str, ...]]:
        """The text, and those of its sentences that are wrong."""
        words = Random(f"{self.seed}/{number}/words")
        silent = words.random() < self.errors.silent
        opening = words.choice(_AGAIN if number else _OPENINGS)
        closing = words.choice(_CLOSINGS) % self._choice(words, said)
        if silent:
            return f"{opening} It is hard to say what the other player has in mind.\n\n{closing}", ()
        sentences = {i: words.choice(self._topics[i].values[v].sentences) for i, v in said.items()}
        cells = [i for i in said if self._topics[i].kind == "payoff"]
        others = [i for i in said if self._topics[i].kind != "payoff"]
        words.shuffle(others)
        paragraphs = [opening, self._outcomes(words, cells, sentences), *self._rest(words, others, sentences), closing]
        wrong = tuple(sentences[i] for i, v in said.items() if not self._topics[i].values[v].right)
        return "\n\n".join(paragraph for paragraph in paragraphs if paragraph), wrong

    def _outcomes(self, words: Random, cells: Sequence[int], sentences: Mapping[int, str]) -> str:
        """The cells: as prose, as bullets, or as bullets under each own move."""
        layout = words.choice(("prose", "bullets", "sections"))
        if layout == "prose":
            shuffled = words.sample(cells, len(cells))
            return " ".join(sentences[i] for i in shuffled)
        if layout == "bullets":
            return "\n".join(f"- {sentences[i]}" for i in cells)
        moves = dict.fromkeys(self._topics[i].own for i in cells)
        return "\n\n".join(
            "\n".join([f"**{move}**", *(f"- {sentences[i]}" for i in cells if self._topics[i].own == move)])
            for move in moves
        )

    def _rest(self, words: Random, others: Sequence[int], sentences: Mapping[int, str]) -> list[str]:
        half = words.randint(0, len(others))
        return [" ".join(sentences[i] for i in part) for part in (others[:half], others[half:]) if part]

    def _choice(self, words: Random, said: Mapping[int, int]) -> str:
        """A move that it calls safest or the best response, where it does; else any."""
        commended = [self._topics[index].values[value].commends for index, value in said.items()]
        named = [self._moves[move] for move in commended if move]
        return words.choice(named or list(self._moves.values()))


def _alike(first: str, second: str) -> float:
    """1 for the same words in the same order, down to 0."""
    return SequenceMatcher(None, first.split(), second.split(), autojunk=False).ratio()


def _tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)


def is_simulated(model: str) -> bool:
    """Whether a name such as `simulated` or `simulated:obey=0.5` is that of a simulated reasoner."""
    return model.partition(":")[0] == NAME


def open_reasoner(
    spec: str, verifier: Verifier, *, naming: str = "", errors: ErrorModel | None = None, seed: int | str = 0
) -> Model:
    """The reasoner that a spec names, for the verifier's game and role.

    Args:
        naming, errors, seed: what a simulated one calls the moves, how it errs, and what decides its chances;
            `errors` gives way to what the spec says.

    Raises:
        ModelUnavailable: for a spec of no known form, and if a package, a key or a file is missing.
        UsageError: if the game has no payoff table to simulate reasoning about.
    """
    if not is_simulated(spec):
        return connect(spec)
    return Simulated(
        verifier.facts,
        verifier.vocabulary,
        verifier.judge,
        role=verifier.role,
        naming=naming,
        errors=ErrorModel.read(spec) if ":" in spec else errors,
        seed=seed,
        name=spec,
    )
