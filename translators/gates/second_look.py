"""A second look at a claim before it is refuted: whether the words it was read from show the same.

A refutation that is wrong does more harm than one that is missing. The reader's formula is therefore held against its
own words by signs that share nothing with the reader but its lexicon. Unlike a model's, the reader's claims are what
words say and not what is true, so that some of what the gates have against a claim is harmless here.
"""

from __future__ import annotations

import re
from functools import cached_property

from translators.claim import Claim
from translators.formulas import formula as f
from translators.formulas.definitions import parts_of
from translators.formulas.errors import FormulaError
from translators.formulas.write import ref_text
from translators.gates.gates import GateRefusal, Gates, HeldClaim
from translators.gates.sentences import NumberedSentence, number_sentences
from translators.language.vocabulary import Vocabulary
from translators.reading.words.game_words import GameWords

_NUMBER = r"[-−]?\$?\d[\d.]*"
_PAIR = re.compile(rf"\(\s*{_NUMBER}\s*[,;]|{_NUMBER}\s*/\s*{_NUMBER}")
_BY = re.compile(
    r"\bby (?:a |an |only |just |some |exactly |about |at least |at most |single |mere )*([-−]?\d[\d.]*|\w+ points?\b)"
)
_DOMINANCE = frozenset({"strictly_dominates", "weakly_dominates", "dominates"})


class SecondLook:
    """Whether the claims of one text may be refuted. A class because a text is looked at once, and only if need be."""

    def __init__(
        self, text: str, vocabulary: Vocabulary, game: GameWords, role: str, claims: tuple[Claim, ...]
    ) -> None:
        self._text, self._vocabulary, self._game, self._role, self._claims = text, vocabulary, game, role, claims

    def __call__(self, claim: Claim) -> str:
        """Why a claim is doubted though all its words were understood; empty if it is not."""
        sentence = next((each for each in self._sentences if _meet(each.span, claim.span)), None)
        formula = self._formula(claim)
        if sentence is None or formula is None or self._gates is None:
            return ""
        beside = [self._formula(each) for each in self._claims if each.span == claim.span]
        held = self._gates.held(formula, sentence, claim.words, [each for each in beside if each is not None])
        if isinstance(held, GateRefusal):
            return ""
        for refusal in self._gates.refusals(held):
            if not self._harmless(refusal, held, sentence.words):
                return refusal.reason
        return _difference(held, sentence.words) or self._shared(held) or ""

    def _harmless(self, refusal: GateRefusal, held: HeldClaim, words: str) -> bool:
        """Whether what a gate has against a claim is no sign that it was misread."""
        formula = held.formula
        match refusal.gate:
            case "roles":
                return bool(_PAIR.search(words))  # whose amounts they are is told by their places
            case "direction":
                applied = formula.body if isinstance(formula, f.Negation) else formula
                return isinstance(applied, f.Applied) and not held.said.ways
            case "numbers" | "repaired":
                return _computes(formula)  # a sum that is worked out beside what it comes to
            case "moves":
                return self._goes_without_saying(held)
        return False

    def _goes_without_saying(self, held: HeldClaim) -> bool:
        """Whether the only moves that the sentence lacks are the other ones of two, or called by numbers."""
        named = {ref_text(part) for part in parts_of(held.formula) if isinstance(part, f.Const)}
        moves = self._game.moves
        lacking = {move for own in moves.values() for move in own if move in named} - held.place.named_moves
        if any(len(own) != 2 for own in moves.values() if lacking & set(own)):
            return all(_called_by_number(move, held) for move in lacking)
        one_other = isinstance(held.formula, f.Applied | f.Compare) and len(lacking) == 1
        return one_other and bool(named & held.span.named_moves)

    def _shared(self, held: HeldClaim) -> str:
        """Whether an amount of all may be one of those whom the sentence names, where there are more."""
        paid = {
            part.role.name
            for part in parts_of(held.formula)
            if isinstance(part, f.Pay) and isinstance(part.role, f.Const)
        }
        several = len(self._game.roles) > 2 and paid == set(self._game.roles)
        named = held.sentence.roles & set(self._game.roles)
        return "it may be said of some of them" if several and named and named != paid else ""

    def _formula(self, claim: Claim) -> f.Formula | None:
        said = claim.said.get(claim.query)
        if said is not None or self._vocabulary.formulas is None:
            return said
        try:
            return self._vocabulary.formulas().read(claim.query, self._role)
        except FormulaError:
            return None

    @cached_property
    def _sentences(self) -> tuple[NumberedSentence, ...]:
        return number_sentences(self._text)

    @cached_property
    def _gates(self) -> Gates | None:
        known = self._vocabulary.formulas
        return Gates(known(), self._game, self._role) if known is not None else None


def _computes(formula: f.Formula) -> bool:
    parts = list(parts_of(formula))
    return any(isinstance(part, f.Expected) for part in parts) or not any(
        isinstance(part, f.Pay | f.Sum) for part in parts
    )


def _called_by_number(move: str, held: HeldClaim) -> bool:
    digits = re.sub(r"\D", "", move)
    return bool(digits) and any(number == int(digits) for number in held.place.numbers)


def _difference(held: HeldClaim, words: str) -> str:
    """Whether an amount may be by how much something is more, or less, or a total that nobody speaks of."""
    parts = list(parts_of(held.formula))
    if any(isinstance(part, f.Sum) for part in parts) and "each" not in held.place.roles:
        return "it may be no total"
    plain = not any(isinstance(part, f.Arithmetic) for part in parts)
    numbers = any(isinstance(part, f.Number) for part in parts)
    return "it may be a difference" if plain and numbers and _BY.search(words) else ""


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
