"""The translator that asks a language model for formulas.

Nothing a model says is trusted. What can't be read as a formula of the game, or is about no sentence, is named back to
the model once. Whatever then is a formula has to pass the gates (`gates`), and what falls there stays fallen: a model
that is told why would only write what passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol

from gdl.values import dataclass
from translators.by_model.prompt import complaint, instructions, question, reply_schema
from translators.by_model.reply import Proposal, Proposed, read_reply
from translators.claim import Claim, ReadScope, Translation, Untranslated
from translators.formulas import formula as f
from translators.formulas.claim_language import ClaimLanguage
from translators.formulas.errors import FormulaError
from translators.formulas.write import text as formula_text
from translators.gates.gates import GateRefusal, Gates
from translators.gates.sentences import NumberedSentence, number_sentences, portions
from translators.language.vocabulary import Vocabulary
from translators.passages import spans_meet
from translators.reading.choice import final_choice, naming_of
from translators.reading.reader import MOST_READ, EnglishReader
from translators.reading.words.game_words import game_words

PER_TOKEN = Fraction(27, 10)
"""Characters of a token, at the least: a model of 135 million parameters makes 2.8 to 3 of formulas and prose."""
_BEFORE = 3
"""Sentences that a model is shown before those it is asked about."""
_AROUND = 1_000
"""Characters left for these, for what stands between, and for faults that are named back."""
_LEAST_ROOM = 300
_MOST_TOLD = 20
"""How many faults of a reply are named back."""
_LONGEST_SHOWN = 160
_NOT_CLAIMED = {
    "future": "it is about later rounds",
    "quoted": "it is somebody else's word, or said to somebody",
    "retracted": "the writer takes it back",
    "behaviour": "it is about how likely somebody's behaviour is",
}


@dataclass(frozen=True)
class ModelTurn:
    """One turn of a conversation with a model."""

    speaker: Literal["system", "user", "assistant"]
    text: str


class ModelReply(Protocol):
    """What a model's `complete` gives."""

    @property
    def text(self) -> str: ...


class TranslatingModel(Protocol):
    """Anything that continues a conversation, such as every model of `lelma.models`."""

    def complete(
        self,
        messages: Sequence[Any],
        *,
        temperature: float = 1.0,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> ModelReply:
        """The model's next turn; `messages` have a `speaker` and a `text`, as `ModelTurn` does."""
        ...


@dataclass(frozen=True)
class Asking:
    """How a model is asked.

    Attributes:
        context: tokens that a request and its reply may take together; longer texts are asked about in portions.
        max_tokens: longest reply, in tokens; one that is cut off is read as far as it goes.
        votes: how often each question is asked; a claim has to be in every answer.
        by_paragraph: ask about one paragraph at a time.
        seed: for models that can repeat themselves.
    """

    context: int = 4096
    max_tokens: int = 1024
    votes: int = 1
    by_paragraph: bool = False
    seed: int | None = None


class ByModel:
    """A translator that asks a model. Threads may share one if they may share the model."""

    name = "by_model"

    def __init__(self, model: TranslatingModel, asking: Asking | None = None) -> None:
        self.model = model
        self.asking = asking or Asking()
        self._reader = EnglishReader()

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`.

        Raises only what the model's `complete` raises, and ValueError for a vocabulary without a claim language;
        nothing for whatever a text or a reply holds.
        """
        if vocabulary.formulas is None:
            raise ValueError(f"the vocabulary of {vocabulary.game} has no claim language")
        read = text[:MOST_READ]
        work = _Work(vocabulary.formulas(), vocabulary, role, read, self._reader)
        told = instructions(work.language, vocabulary, role)
        room = int((self.asking.context - self.asking.max_tokens) * PER_TOKEN) - len(told) - _AROUND
        choice = ""
        for portion in portions(work.sentences, max(room, _LEAST_ROOM), by_paragraph=self.asking.by_paragraph):
            choice = self._translate(work, told, portion) or choice
        naming = naming_of(read, vocabulary)
        return work.translation(final_choice(read, vocabulary, role, naming) or work.own_move(choice), naming, text)

    def _translate(self, work: _Work, told: str, portion: Sequence[NumberedSentence]) -> str:
        """Ask for the claims of some sentences, as often as there are votes; says the choice."""
        votes, choice = [], ""
        for vote in range(self.asking.votes):
            claims, chosen = self._vote(work, told, portion, vote)
            votes.append(claims)
            choice = choice or chosen
        work.keep(votes)
        return choice

    def _vote(
        self, work: _Work, told: str, portion: Sequence[NumberedSentence], vote: int
    ) -> tuple[dict[_Key, _Proposed], str]:
        """The claims of one answer, put right once where they can't be read."""
        first = portion[0].number - 1
        before = [each for each in work.sentences[max(0, first - _BEFORE) : first] if len(each.words) < _AROUND / 4]
        allowed = [sentence.number for sentence in portion]
        reply = read_reply(self._ask(told, question(portion, before), allowed, vote))
        claims, faults = work.read(reply, allowed)
        if faults:
            wrong = {fault.sentence for fault in faults}
            again = [each for each in portion if each.number in wrong] or list(portion)
            asked = complaint([fault.told for fault in faults[:_MOST_TOLD]], again)
            mended, still = work.read(read_reply(self._ask(told, asked, allowed, vote)), allowed)
            work.give_up(still, allowed)
            claims |= mended
        return claims, reply.choice

    def _ask(self, told: str, asked: str, allowed: Sequence[int], vote: int) -> str:
        seed = self.asking.seed if vote == 0 else (self.asking.seed or 0) + vote
        reply = self.model.complete(
            (ModelTurn("system", told), ModelTurn("user", asked)),
            temperature=0.0 if vote == 0 else 0.7,
            max_tokens=self.asking.max_tokens,
            schema=reply_schema(allowed),
            seed=seed,
        )
        return reply.text


_Key = tuple[int, f.Formula]
"""Number of a sentence, and what is claimed, in the form that all formulas have which say the same."""


@dataclass(frozen=True)
class _Proposed:
    """A claim that can be read."""

    formula: f.Formula
    span: str


@dataclass(frozen=True)
class _Fault:
    """A proposal that can't be read: what the model is told, and the reason that is reported."""

    sentence: int
    told: str
    reason: str


class _Work:
    """The claims of one text, as they come in."""

    def __init__(
        self, language: ClaimLanguage, vocabulary: Vocabulary, role: str, text: str, reader: EnglishReader
    ) -> None:
        self.language, self.vocabulary, self.role, self.text = language, vocabulary, role, text
        self.sentences = number_sentences(text)
        self.gates = Gates(language, game_words(vocabulary, role), role)
        self.claims: dict[_Key, tuple[_Proposed, bool]] = {}
        self.refused: dict[int, dict[str, None]] = {}
        self.counts: Counter[str] = Counter()
        scopes = reader(text, vocabulary, role=role).scopes
        self.unclaimed = {scope.span: scope.scope for scope in scopes if scope.scope in _NOT_CLAIMED}

    def read(self, reply: Proposed, allowed: Sequence[int]) -> tuple[dict[_Key, _Proposed], list[_Fault]]:
        """The claims of a reply that are formulas about a sentence, and the faults of the rest."""
        if not reply.readable:
            told = "reply holds no claims in the form that was asked for"
            return {}, [_Fault(0, f"the {told}", f"the model's {told}")]
        claims: dict[_Key, _Proposed] = {}
        faults = []
        for proposal in reply.proposals:
            read = self._read(proposal, allowed)
            if isinstance(read, _Fault):
                faults.append(read)
            else:
                claims.setdefault((proposal.sentence, self.language.means(read)), _Proposed(read, proposal.span))
        return claims, faults

    def _read(self, proposal: Proposal, allowed: Sequence[int]) -> f.Formula | _Fault:
        shown = f"{_short(proposal.formula)!r}, for sentence {proposal.sentence}"
        if proposal.sentence not in allowed:
            told = f"{shown}: there is no such sentence; they are {allowed[0]} to {allowed[-1]}"
            return _Fault(0, told, f"the model's sentence {proposal.sentence} is not one it was asked about")
        try:
            formula = self.language.read(proposal.formula, self.role)
        except FormulaError as error:
            why = _short(error.told)
            return _Fault(proposal.sentence, f"{shown}: {why}", f"the model's formula can't be read: {why}")
        return f.Negation(formula) if proposal.denied else formula

    def give_up(self, faults: Sequence[_Fault], allowed: Sequence[int]) -> None:
        """Report what still can't be read; at the first sentence asked about where it is about none."""
        for fault in faults:
            self.counts["proposed"] += 1
            self.counts["malformed"] += 1
            self._refuse(fault.sentence or allowed[0], fault.reason)

    def keep(self, votes: Sequence[Mapping[_Key, _Proposed]]) -> None:
        """Keep the claims that all votes have and all gates let through."""
        for key, proposed in {key: each for vote in reversed(votes) for key, each in vote.items()}.items():
            self.counts["proposed"] += 1
            outcome = self._passes(key, proposed, votes)
            if isinstance(outcome, GateRefusal):
                self.counts[outcome.gate] += 1
                self._refuse(key[0], f"the model's {formula_text(proposed.formula)}: {outcome.reason}")
            else:
                self.counts["kept"] += 1
                self.claims[key] = proposed, outcome

    def _passes(self, key: _Key, proposed: _Proposed, votes: Sequence[Mapping[_Key, _Proposed]]) -> GateRefusal | bool:
        sentence = self.sentences[key[0] - 1]
        if not all(key in vote for vote in votes):
            agreeing = sum(key in vote for vote in votes)
            return GateRefusal("votes", f"only {agreeing} of {len(votes)} answers have it")
        for span, scope in self.unclaimed.items():
            if spans_meet(span, sentence.span):
                return GateRefusal("no claim", _NOT_CLAIMED[scope])
        beside = (each.formula for vote in votes for (number, _), each in vote.items() if number == key[0])
        return self.gates.check(proposed.formula, sentence, proposed.span, beside)

    def _refuse(self, number: int, reason: str) -> None:
        self.refused.setdefault(number, {})[" ".join(reason.split())] = None

    def own_move(self, choice: str) -> str | None:
        """The move of the role that a model says the text decides for; None if it is none."""
        moves = self.vocabulary.moves.get(self.role, ())
        return self.language.names.called(choice.strip(" {}*'\"`.\n"), moves)

    def translation(self, choice: str | None, naming: str, text: str) -> Translation:
        """All that came in, in the order of the text."""
        claims = [
            Claim(
                self._passage(number),
                self.sentences[number - 1].span,
                formula_text(proposed.formula),
                origin="by_model",
                naming=naming,
                sure=sure,
            )
            for (number, _), (proposed, sure) in sorted(self.claims.items(), key=lambda each: each[0][0])
        ]
        unread = [
            Untranslated(self._passage(number), self.sentences[number - 1].span, reason)
            for number in sorted(self.refused)
            for reason in self.refused[number]
        ]
        if len(self.text) < len(text):
            end = len(self.text)
            unread.append(Untranslated(text[end:], (end, len(text)), f"only the first {end:,} characters are read"))
        gates = {"proposed": 0, "kept": 0, **self.counts}
        return Translation(tuple(claims), tuple(unread), choice, tuple(map(self._scope, self.sentences)), gates)

    def _scope(self, sentence: NumberedSentence) -> ReadScope:
        reason = "; ".join(self.refused.get(sentence.number, ()))
        if any(number == sentence.number for number, _ in self.claims):
            return ReadScope(sentence.span, "checked", reason)
        return ReadScope(sentence.span, "unread" if reason else "no claim", reason)

    def _passage(self, number: int) -> str:
        return self.text[slice(*self.sentences[number - 1].span)]


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
