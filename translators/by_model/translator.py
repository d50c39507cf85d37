"""The translator that asks a language model for the queries.

Nothing a model says is trusted. A claim is kept only if its query is in the game's query language, its sentence
occurs in the text, and its numbers come from the text or the game. What breaks the first two rules is named back to
the model once; what is still wrong then, and every number from nowhere, is reported as not translated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from translators.by_model.number_sources import leaked_numbers, numbers_in
from translators.by_model.prompt import REPLY_SCHEMA, complaint, instructions, question
from translators.by_model.reply import Proposal, Proposed, read_reply
from translators.claim import Claim, Translation, Untranslated
from translators.english.choice import final_choice
from translators.english.names import read_names
from translators.english.tokens import tokenize
from translators.errors import QueryError
from translators.language.explain import read_claim
from translators.language.grammar import QueryLanguage
from translators.language.meaning import Languages
from translators.language.query import Query, QueryCompound, QueryVar, parts
from translators.language.vocabulary import Vocabulary
from translators.passages import Span, find_passage, paragraphs

CONTEXT = 2_000
"""How much of the text before a paragraph a model gets to see with it, in characters."""
_MOST_TOLD = 40
"""How many faults of a reply are named back."""
_LONGEST_SHOWN = 300


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


class ByModel:
    """A translator that asks a model. Threads may share one if they may share the model."""

    name = "by_model"

    def __init__(
        self, model: TranslatingModel, *, by_paragraph: bool = False, max_tokens: int = 4096, seed: int | None = None
    ) -> None:
        """
        Args:
            by_paragraph: ask for one paragraph at a time, with what stands before it, instead of the whole text.
            max_tokens: longest reply, in tokens; a reply that is cut off is read as far as it goes.
            seed: for models that can repeat themselves.
        """
        self.model = model
        self.by_paragraph = by_paragraph
        self.max_tokens = max_tokens
        self.seed = seed
        self._languages = Languages()

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The claims of `text` as the reasoning of `role`.

        Raises only what the model's `complete` raises: nothing for whatever a text or a reply holds.
        """
        language = self._languages.of(vocabulary, role)
        names = read_names(vocabulary, role, tokenize(text))
        work = _Work(language, text, names.naming, numbers_in(text, ordinals=not vocabulary.numbers))
        choice = ""
        for span in paragraphs(text) if self.by_paragraph else [(0, len(text))]:
            if text[span[0] : span[1]].strip():
                choice = self._translate(work, span) or choice
        return work.translation(final_choice(text, names, vocabulary, role) or _own_move(choice, language))

    def _translate(self, work: _Work, span: Span) -> str:
        """Ask for the claims of a part of the text, and once more for those that can't be used; says the choice."""
        before = work.text[max(0, span[0] - CONTEXT) : span[0]].strip()
        turns = [
            ModelTurn("system", instructions(work.language)),
            ModelTurn("user", question(work.text[span[0] : span[1]], before)),
        ]
        reply = self._ask(turns)
        proposed = read_reply(reply)
        faults = work.take(proposed, span)
        if not faults:
            return proposed.choice
        turns += [
            ModelTurn("assistant", reply or "(nothing)"),
            ModelTurn("user", complaint([fault.told for fault in faults[:_MOST_TOLD]])),
        ]
        known = set(work.claims)
        again = read_reply(self._ask(turns))
        still = work.take(again, span)
        work.give_up(faults, span, mended=[place for place, query in work.claims if (place, query) not in known])
        work.give_up(still, span)
        return proposed.choice or again.choice

    def _ask(self, turns: Sequence[ModelTurn]) -> str:
        reply = self.model.complete(
            tuple(turns), temperature=0.0, max_tokens=self.max_tokens, schema=REPLY_SCHEMA, seed=self.seed
        )
        return reply.text


@dataclass(frozen=True)
class _Fault:
    """A proposal that can't be used: what the model is told, and the reason that is reported."""

    proposal: Proposal
    told: str
    reason: str


class _Work:
    """The claims of one text, as they come in."""

    def __init__(self, language: QueryLanguage, text: str, naming: str, said: frozenset[Any]) -> None:
        self.language = language
        self.text = text
        self.naming = naming
        self.said = said
        self.claims: dict[tuple[Span, str], Claim] = {}
        self.untranslated: set[tuple[Span, str]] = set()

    def take(self, proposed: Proposed, part: Span) -> list[_Fault]:
        """Keep what can be used; the faults of the rest."""
        if not proposed.readable:
            told = "reply holds no claims in the form that was asked for"
            return [_Fault(Proposal("", ""), f"the {told}", f"the model's {told}")]
        return [fault for proposal in proposed.proposals if (fault := self._take(proposal, part)) is not None]

    def _take(self, proposal: Proposal, part: Span) -> _Fault | None:
        shown = f"{_short(proposal.query)!r}, for {_short(proposal.sentence)!r}"
        span = self.find(proposal.sentence, part)
        if span is None:
            reason = "the model's sentence is not in the text"
            told = f"{shown}: the sentence is not in the text; copy it word for word"
            return _Fault(proposal, told, f"{reason}: {_short(proposal.sentence)!r}")
        try:
            query = self.language.parse_claim(proposal.query)
            read_claim(self.language, query)
            _check_definite(query)
        except QueryError as error:
            return _Fault(
                proposal, f"{shown}: {_short(str(error))}", f"the model's query is malformed: {_short(str(error))}"
            )
        leaked = leaked_numbers(proposal.query, self.said, self.language.vocabulary)
        if leaked:
            numbers = ", ".join(leaked)
            reason = f"the model's query has {numbers}, which neither the text nor the game has (a template leak)"
            self.untranslated.add((span, reason))
            return None
        sentence = self.text[span[0] : span[1]]
        claim = Claim(sentence, span, str(query), origin="by_model", naming=self.naming)
        self.claims.setdefault((span, claim.query), claim)
        return None

    def find(self, sentence: str, part: Span) -> Span | None:
        """Where the text has a sentence: in the part that was asked about, or anywhere."""
        found = find_passage(self.text, sentence, start=part[0], end=part[1])
        return found or (find_passage(self.text, sentence) if part != (0, len(self.text)) else None)

    def give_up(self, faults: Sequence[_Fault], part: Span, *, mended: Sequence[Span] = ()) -> None:
        """Report faults as not translated, but for those whose sentence was `mended`.

        Each is reported at its sentence; where that is not in the text, at the first line of the part asked about.
        """
        for fault in faults:
            span = self.find(fault.proposal.sentence, part)
            if span is None or not any(span[0] < end and start < span[1] for start, end in mended):
                self.untranslated.add((span or self._first_line(part), " ".join(fault.reason.split())))

    def _first_line(self, part: Span) -> Span:
        text = self.text[part[0] : part[1]]
        start = part[0] + len(text) - len(text.lstrip())
        return start, start + len(self.text[start : part[1]].splitlines()[0].rstrip())

    def translation(self, choice: str | None) -> Translation:
        """All that came in, in the order of the text."""
        claims = sorted(self.claims.values(), key=lambda claim: claim.span)
        unread = (
            Untranslated(self.text[start:end], (start, end), reason)
            for (start, end), reason in sorted(self.untranslated)
        )
        return Translation(tuple(claims), tuple(unread), choice)


def _check_definite(query: Query) -> None:
    """Refuse variables, but for the values that an outcome leaves unsaid."""
    for call in query.calls:
        about = call.term.args[0] if isinstance(call.term, QueryCompound) and call.term.args else None
        unsaid = parts(about) if isinstance(about, QueryCompound) and about.functor == "outcome" else []
        left = parts(call.term)
        for part in unsaid:
            left.remove(part)
        if any(isinstance(part, QueryVar) for part in left):
            raise QueryError("a claim says something definite, without variables", query=str(query))


def _own_move(choice: str, language: QueryLanguage) -> str | None:
    """The move of the role that a model says the text decides for; None if it is none."""
    try:
        move = language.move_of(choice.strip(" {}*'\"`.\n")).name
    except QueryError:
        return None
    return move if move in language.vocabulary.moves.get(language.role, ()) else None


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
