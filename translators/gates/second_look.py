"""A second look at a claim before it is refuted: whether the words it was read from show the same.

Long, because all that holds a refutation back is told in one place.

A refutation that is wrong does more harm than one that is missing. The reader's formula is therefore held against its
own words by signs that share nothing with the reader but its lexicon. Unlike a model's, the reader's claims are what
words say and not what is true, so that some of what the gates have against a claim is harmless here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from gdl.tree.numbers import number_text
from translators.claim import Claim, Translation
from translators.formulas import formula as f
from translators.formulas.definitions import parts_of
from translators.formulas.errors import FormulaError
from translators.formulas.write import ref_text
from translators.gates.gates import ANOTHER_CHOOSES, LEAVES_OUT, GateRefusal, Gates, HeldClaim, told_numbers
from translators.gates.sentences import NumberedSentence, number_sentences
from translators.gates.signs import signs
from translators.language.vocabulary import Vocabulary
from translators.passages import find_passage, spans_meet
from translators.reading.discourse.doubts import leaves_open
from translators.reading.words.game_words import GameWords

_NUMBER = r"[-−]?\$?\d[\d.]*"
_SLASHED = re.compile(rf"{_NUMBER}\s*/\s*{_NUMBER}")
"""What may be the payoffs of two, and not a part: `10/10`."""
_PAIR = re.compile(rf"\(\s*{_NUMBER}\s*[,;]|{_SLASHED.pattern}|[:=]\s*{_NUMBER}(?:\s*[,;]\s*{_NUMBER})+\W*$")
_LISTED = re.compile(r"\b(?:numbers?|no\.|outcome|scenario|case|row|line|entry|cell) #?(\d+)\b|#(\d+)\b")
"""What is called by its number: `the worst is number 4`."""
_BY = re.compile(
    r"\bby (?:a |an |only |just |some |exactly |about |at least |at most |single |mere )*"
    r"([-−]?[$€£]?\d[\d.]*|\w+ points?\b)"
)
_OBJECT = re.compile(r"(?<!of )\b(?:her|him|them|me|us) (?:pays|gives|brings|yields|earns)\b")
"""Somebody to whom something is done, right before what brings an amount: `trusting her pays 8`."""
_MORE = re.compile(
    rf"{_NUMBER}\s*(?:\$|€)?\s*(?:points? |units? |thousand |million )?(?:more|less|better|worse|higher|lower|fewer)\b"
)
"""Numbers that tell by how much something is more: `2 more than hare`."""
_GAINING = re.compile(r"\bgains? .*\binstead\b|\binstead\b.*\bgains?\b|\b(?:up|down)sides?\b")
_GAINED = re.compile(r"\bgains? (?:only |just |exactly )?[$€£]?(\d+(?:\.\d+)?)\S*(?: points?)? by \w+ing\b")
"""What is gained by another choice is mostly a difference, which `gain` alone doesn't tell."""
_AGAINST = frozenset("compared instead rather versus vs than".split())
_OTHER_MOVE = frozenset("otherwise same opposite different alone not match matching differ else instead n't".split())
"""Words that stand for the other one of two moves."""
_PARTING = frozenset("but although though while whereas".split())
"""Words between what is said of one thing and of another."""
_AVERAGE = frozenset("average averages expected expectation odds probability chance ev".split())
_TOTAL = frozenset("total totals sum combined altogether jointly".split())
_MIXED = frozenset("average averages expected expectation mix mixed uniform uniformly randomly".split())
"""Words for averages, where they govern what stands below them."""
_VERSUS = re.compile(rf"{_NUMBER}\s*(?:vs\.?|versus|against)\s*(?:{_NUMBER}|nothing)")
"""Two amounts held against each other: which of two moves or players each is of, their order tells, or a line above."""
_WISHED = re.compile(r"\b(?:wants?|wanted|likes?|hopes?|wish(?:es)?|love|happy|glad) to\b")
"""What somebody wants to choose need not be what pays best."""
_FORGONE = re.compile(r"\b(?:thr[eo]w\w* away|forgo\w*|sacrific\w*|wast(?:e|es|ed|ing)|giv(?:e|es|ing) up)\b")
_TURNING = re.compile(r"\b(?:switch\w*|deviat\w*|changing|moving)\b.*\bwhich\b")
"""What is given up, or gained by turning to another move, is a difference."""
_OWN = frozenset("i me my mine i'd i'll i've i'm".split())
"""Words of who reasons."""
_SIGNS = frozenset("+*/×·÷")
"""Signs of sums that are worked out in the sentence."""
_WITHOUT = frozenset("without excluding excluded ignoring ignored aside apart except remaining left".split())
"""Words that leave moves out of what a sentence is about."""
_EVERYWHERE = frozenset("always regardless whatever whichever matter either any every sure certain guaranteed".split())
"""Words that tell the same of all cases."""
_TAKEN_BACK = re.compile(
    r"[—–,;:(-]\s*(?:hmm|oh|er|uh|ah)?,?\s*"
    r"(?:no\b\s*(?:[,:;—–]|-(?!>))|no wait|wait\s*[,:;—–]|scratch that|correction\b|sorry\b|rather\s*[:—–-])"
)
"""How somebody takes back what the same sentence said: `12 — no, 10`."""
_BEYOND = frozenset("below under beneath above over beyond past".split())
_DOMINATES = frozenset({"weakly_dominates", "strictly_dominates"})
_NOTHING = f.Number(Fraction(0))
_RANGE = frozenset({"always", "between", "little", "much", "positive", "negative", "something", "anything"})
_DEVIATING = frozenset("incentive reason deviate deviating switching gain gains improve changing regret".split())


class SecondLook:
    """Whether the claims of one text may be refuted. A class because a text is looked at once, and only if need be.

    What it asks of the whole text and of averages comes from first looks at eleven sets of texts by hands that had not
    seen the reader: 216 of 250 refutations were right, and 167 of the 176 that this lets through.
    """

    def __init__(
        self,
        text: str,
        vocabulary: Vocabulary,
        game: GameWords,
        role: str,
        found: Translation,
        read: Callable[[str], Sequence[Claim]],
    ) -> None:
        """Begin with a text.

        Args:
            found: what was read from it.
            read: the claims of a sentence that stands alone.
        """
        self._text, self._vocabulary, self._game, self._role = text, vocabulary, game, role
        self._found, self._claims, self._read = found, found.claims, read

    def __call__(self, claim: Claim) -> str:
        """Why a claim is doubted though all its words were understood; empty if it is not."""
        sentence = next((each for each in self._sentences if spans_meet(each.span, claim.span)), None)
        formula = self._formula(claim)
        if sentence is None or formula is None or self._gates is None:
            return ""
        if claim.trace == ("table",):
            return "" if isinstance(formula, f.AllOf) else self._of_another(formula, "", sentence.governing)
        beside = [self._formula(each) for each in self._claims if each.span == claim.span]
        held = self._gates.held(formula, sentence, claim.words, [each for each in beside if each is not None])
        if isinstance(held, GateRefusal):
            return ""
        for refusal in self._gates.refusals(held):
            if not self._harmless(refusal, held, sentence):
                return refusal.reason
        return next(filter(None, self._doubts(claim, held, sentence)), "")

    def _doubts(self, claim: Claim, held: HeldClaim, sentence: NumberedSentence) -> Iterator[str]:
        """What else speaks against refuting a claim, in turn; empty where something doesn't."""
        formula, words = held.formula, sentence.words
        if self._mostly_unread and not _of_theory(formula):
            yield "more sentences of the text were not understood than claims were"
        if self._leans(claim, formula):
            yield "what it is an average or a total of, it doesn't tell itself"
        yield self._of_another(formula, words, sentence.governing)
        yield self._narrower(held)
        if isinstance(formula, f.Applied) and formula.name == "best" and _WISHED.search(words):
            yield "it may be a wish"
        if _plain_numbers(formula) and not _SIGNS & set(words):
            yield "it can't be told of what the numbers are"
        listed = {Fraction(each[1] or each[2]) for each in _LISTED.finditer(words.lower())}
        if listed & told_numbers(formula):
            yield "it may be the number of an outcome"
        paid = any(isinstance(each, f.Pay) for each in _amounts(formula))
        if paid and not self._whole(formula) and _MIXED & (held.place.words - held.sentence.words):
            yield "it may be an average, by what stands above it"
        yield _other_amount(held, words)
        yield self._shared(held)
        yield _taken_back(claim.words or words, words, self._goes_on(sentence))
        if _tells_amounts(formula):
            gained = {Fraction(each[1]) for each in _GAINED.finditer(words)}
            yield "it may be a difference" if not claim.otherwise and gained & told_numbers(formula) else ""
            anywhere = any(other.startswith("some ") for other in claim.otherwise)  # so in no case of what is open
            yield "" if anywhere else self._of_several_cases(held)
            yield _another_figure(held)

    def _harmless(self, refusal: GateRefusal, held: HeldClaim, sentence: NumberedSentence) -> bool:
        """Whether what a gate has against a claim is no sign that it was misread."""
        words = sentence.words
        formula, possible = held.formula, isinstance(held.formula, f.Some)
        match refusal.gate:
            case "roles":  # whose amounts of a pair are is told by their places; what is better, for who reasons
                own = _compares(formula) or (len(self._game.roles) == 2 and self._tells_own(formula))
                return bool(_PAIR.search(words)) or (own and _paid(formula) <= {self._role})
            case "direction":
                exact = self._whole(formula) and not _MORE.search(words)  # 3, which is better than 0
                return exact or _compares(formula) or bool(_RANGE & held.sentence.words)
            case "polarity":
                steady = isinstance(formula, f.Applied) and bool(_DEVIATING & held.sentence.words)
                level = _more_than_nothing(formula) and bool(_RANGE & held.span.words)  # can never be negative
                bounded = _bounds(formula) and bool(_BEYOND & held.span.words)  # never drops below 5
                return steady or possible or level or bounded or _told_of_nothing(formula)
            case "modality":
                bound = bool(held.span.bounds) and _bounds(formula)  # can't get less than 3
                return possible or bound or self._whole(formula) or not list(_amounts(formula))
            case "numbers" | "repaired":
                beside = _compares(formula) or possible or bool(_AGAINST & held.span.words)  # more, 5 instead of 3
                left_out = beside and refusal.reason.startswith(LEAVES_OUT)
                return left_out or _computes(formula) or _more_than_nothing(formula)
            case "moves":
                beliefs = {
                    ref_text(move)
                    for each in parts_of(formula)
                    if isinstance(each, f.Belief)
                    for _, move, _ in each.parts
                }
                lacking = _names(formula) & self._moves - held.place.named_moves
                if beliefs and lacking <= beliefs & self._told_before(sentence):
                    return True
                if self._game.plays and not refusal.reason.startswith((LEAVES_OUT, ANOTHER_CHOOSES)):
                    lacking = _names(formula) & self._moves - held.place.named_moves
                    if lacking <= self._told_before(sentence):
                        return True
                return (
                    self._goes_without_saying(held)
                    or (_compares(formula) and ANOTHER_CHOOSES in refusal.reason)
                    or (_dominates(formula) and "dominant" in held.span.words)  # which it then is over all others
                )
        return False

    def _of_another(self, formula: f.Formula, words: str, governing: tuple[str, ...]) -> str:
        """Whether an amount of the reasoner's may be another's, who is named right above: `Lou:`, `Mira's points`."""
        openers = [line for line in governing if line.rstrip().endswith(":")]
        if _paid(formula) != {self._role} or not openers or _OWN & set(words.lower().split()):
            return ""
        above = signs(openers[-1], self._game)
        named = above.roles & {*self._game.others, "them"}
        whose = not above.moves and not above.conditional  # `Mira's points:`, `Lou:`
        return "it may be another's, who is named above" if named and whose and not _OWN & above.words else ""

    def _narrower(self, held: HeldClaim) -> str:
        """Whether the sentence may speak of fewer cases than the formula, or of a choice that it has otherwise."""
        binds = [part for part in parts_of(held.formula) if isinstance(part, f.Bind) and isinstance(part.role, f.Const)]
        for bind in binds if not _compares(held.formula) else ():
            names = {bind.role.name, "me" if bind.role.name == self._role else "them"}
            told = [moves for who, moves in held.sentence.choices if who in names]
            if told and all(ref_text(bind.move) not in moves for moves in told):
                return "the sentence has another choice than the formula"
        if self._whole(held.formula):
            return ""
        if _WITHOUT & held.sentence.words and held.sentence.named_moves - _names(held.formula):
            return "it may be about fewer cases"
        several = any(len(moves) > 2 for role, moves in self._game.moves.items() if role not in _paid(held.formula))
        return "it can't be told which two cases are meant" if several and "either" in held.sentence.words else ""

    def _of_several_cases(self, held: HeldClaim) -> str:
        """Whether an amount is told without a choice that it hangs on, and without a word that it is always the same.

        The choice of the other of two may go without saying where a verb tells what one gets: `if I stay, I get 3`.
        """
        said = held.sentence.paying and len(self._game.roles) == 2
        if said or held.sentence.guarantees or _EVERYWHERE & held.place.words:
            return ""
        return "it can't be told for which case it is" if leaves_open([held.formula], self._game) else ""

    def _tells_own(self, formula: f.Formula) -> bool:
        """Whether every payoff in it is one of a choice of who reasons."""
        whens = [part.when for part in _amounts(formula)]
        own = f.Const(self._role)
        return bool(whens) and all(
            isinstance(when, f.Condition) and any(isinstance(each, f.Bind) and each.role == own for each in when.parts)
            for when in whens
        )

    def _whole(self, formula: f.Formula) -> bool:
        """Whether it tells the moves of all."""
        told = [part.when for part in parts_of(formula) if isinstance(part, f.Pay)]
        return bool(told) and all(
            len(when.parts) == len(self._game.roles) for when in told if isinstance(when, f.Condition)
        )

    def _goes_without_saying(self, held: HeldClaim) -> bool:
        """Whether the only moves that the sentence lacks are the other ones of two, or called by numbers."""
        named = _names(held.formula)
        moves = self._game.moves
        lacking = {move for own in moves.values() for move in own if move in named} - held.place.named_moves
        if any(len(own) != 2 for own in moves.values() if lacking & set(own)):
            return all(_called_by_number(move, held) for move in lacking)
        if _OTHER_MOVE & held.place.words:
            return True
        one_other = isinstance(held.formula, f.Applied | f.Compare) and len(lacking) == 1
        return one_other and bool(named & held.span.named_moves)

    def _told_before(self, sentence: NumberedSentence) -> frozenset[str]:
        """The moves that a text in turn has named until a sentence: what was done, what chance brought."""
        before = [each.words for each in self._sentences[: sentence.number]]
        return signs(" . ".join(before), self._game).named_moves

    @cached_property
    def _moves(self) -> frozenset[str]:
        chance = (move for moves in self._game.drawn.values() for move in moves)
        return frozenset(move for own in self._game.moves.values() for move in own).union(chance)

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

    def _goes_on(self, sentence: NumberedSentence) -> str:
        """The words after a sentence in the same block; empty if there are none."""
        after = self._sentences[sentence.number] if sentence.number < len(self._sentences) else None
        return after.words if after is not None and after.block == sentence.block else ""

    def _formula(self, claim: Claim) -> f.Formula | None:
        said = claim.said.get(claim.query)
        if said is not None or self._vocabulary.formulas is None:
            return said
        try:
            return self._vocabulary.formulas().read(claim.query, self._role)
        except FormulaError:
            return None

    def _leans(self, claim: Claim, formula: f.Formula) -> bool:
        """Whether it is of an average or a total, and its sentence alone says something else."""
        if not any(isinstance(part, f.Expected | f.Sum) for part in parts_of(formula)):
            return False
        return not any(each.sure and each.query == claim.query for each in self._read(claim.sentence))

    @cached_property
    def _mostly_unread(self) -> bool:
        """Whether less of the text was read than was not: then whose view it takes, and when, may not be understood.

        Words of theory hang on neither.
        """
        unread = sum(each.scope == "unread" for each in self._found.scopes)
        return unread > sum(claim.sure for claim in self._claims)

    @cached_property
    def _sentences(self) -> tuple[NumberedSentence, ...]:
        return number_sentences(self._text)

    @cached_property
    def _gates(self) -> Gates | None:
        known = self._vocabulary.formulas
        return Gates(known(), self._game, self._role) if known is not None else None


def _names(formula: f.Formula) -> frozenset[str]:
    """All that it names: roles, moves, things."""
    return frozenset(ref_text(part) for part in parts_of(formula) if isinstance(part, f.Const))


def _of_theory(formula: f.Formula) -> bool:
    """Whether a word of theory is in it."""
    return any(isinstance(part, f.Applied) for part in parts_of(formula))


def _compares(formula: f.Formula) -> bool:
    """Whether it holds payoffs against each other, or is a word of theory that does."""
    if _of_theory(formula):
        return True
    body = formula.body if isinstance(formula, f.Negation) else formula
    return isinstance(body, f.Compare) and len(list(_amounts(body))) > 1


def _amounts(formula: f.Formula) -> Iterator[f.Pay | f.Expected]:
    return (part for part in parts_of(formula) if isinstance(part, f.Pay | f.Expected))


def _paid(formula: f.Formula) -> set[str]:
    """Whose payoffs it is about; for a word of theory, everybody's whom it names."""
    paid = {part.role.name for part in _amounts(formula) if isinstance(part.role, f.Const)}
    body = formula.body if isinstance(formula, f.Negation) else formula
    first = body.args[0] if isinstance(body, f.Applied) and body.args else None
    return paid | ({first.name} if isinstance(first, f.Const) else set())


def _plain_numbers(formula: f.Formula) -> bool:
    """Whether it says of one number that it is another: that is said of something that was not understood."""
    sides = (formula.left, formula.right) if isinstance(formula, f.Compare) and formula.relation in ("=", "~") else ()
    return bool(sides) and all(isinstance(side, f.Number) for side in sides)


def _computes(formula: f.Formula) -> bool:
    """Whether it is a sum, or an expectation, that words may work out beside it."""
    parts = list(parts_of(formula))
    return any(isinstance(part, f.Expected) for part in parts) or not any(
        isinstance(part, f.Pay | f.Sum) for part in parts
    )


def _tells_amounts(formula: f.Formula) -> bool:
    """Whether it says what somebody gets, and nothing else: of each part, where it has several."""
    if isinstance(formula, f.AllOf):
        return all(map(_tells_amounts, formula.parts))
    if not isinstance(formula, f.Compare) or formula.relation not in ("=", "~"):
        return False
    return isinstance(formula.left, f.Pay | f.Sum) and isinstance(formula.right, f.Number)


def _another_figure(held: HeldClaim) -> str:
    """Whether its sentence has figures that no claim of it tells: then it was not understood whole."""
    if held.sentence.ways or held.sentence.can or (_AGAINST | _PARTING) & held.sentence.words:
        return ""  # 5 by hare, which beats 3
    told = frozenset[Fraction]().union(*map(told_numbers, held.beside))
    left = sorted({abs(number) for number in held.sentence.figures} - told)
    return f"it can't be told what {number_text(left[0])} is" if left else ""


def _taken_back(claimed: str, words: str, after: str) -> str:
    """Whether its sentence, or how the next one begins, takes back what was said so far: `12, no, 10`."""
    if _TAKEN_BACK.match(f", {after}"):
        return "it may have been taken back"
    back = _TAKEN_BACK.search(words)
    found = find_passage(words, claimed) if back else None
    return "it may have been taken back" if back and (found is None or found[0] < back.start()) else ""


def _told_of_nothing(formula: f.Formula) -> bool:
    """Whether it tells an amount of 0, which words tell by denying: nobody gets anything."""
    return isinstance(formula, f.Compare) and formula.relation == "=" and formula.right == _NOTHING


def _dominates(formula: f.Formula) -> bool:
    """Whether it tells that a move dominates others."""
    parts = formula.parts if isinstance(formula, f.AllOf) else (formula,)
    return all(isinstance(part, f.Applied) and part.name in _DOMINATES for part in parts)


def _bounds(formula: f.Formula) -> bool:
    """Whether it bounds amounts from one side."""
    return isinstance(formula, f.Compare) and formula.relation in (">=", "<=", "!=", ">", "<")


def _more_than_nothing(formula: f.Formula) -> bool:
    """Whether it bounds an amount by 0, which words tell without a number: something, a profit."""
    return isinstance(formula, f.Compare) and formula.relation not in ("=", "~") and formula.right == _NOTHING


def _called_by_number(move: str, held: HeldClaim) -> bool:
    digits = re.sub(r"\D", "", move)
    return bool(digits) and any(number == int(digits) for number in held.place.numbers)


def _other_amount(held: HeldClaim, words: str) -> str:
    """Whether an amount may be of another kind: a total, an average, by how much something is more or less."""
    parts = list(parts_of(held.formula))
    if any(isinstance(part, f.Sum) for part in parts) and "each" not in held.place.roles:
        return "it may be no total"
    of_one = _tells_amounts(held.formula) and bool(list(_amounts(held.formula)))
    if of_one and _TOTAL & held.sentence.words and not held.span.roles - {"each"}:
        return "it may be a total"
    if not any(isinstance(part, f.Number) for part in parts):
        return ""
    if _AVERAGE & held.span.words and any(isinstance(part, f.Pay) for part in parts):
        return "it may be an average"
    if held.span.loses and not list(_amounts(held.formula)):
        return "it can't be told what is lost"  # better than losing 3
    if _VERSUS.search(words) and not _compares(held.formula):
        return "it can't be told of which case it is"
    if _FORGONE.search(words) or _TURNING.search(words) or _GAINING.search(words):
        return "it may be a difference"
    if _OBJECT.search(words) or (of_one and "=" not in words and _SLASHED.search(words)):
        return "it can't be told who gets it"
    plain = not any(isinstance(part, f.Arithmetic) for part in parts)
    return "it may be a difference" if plain and _BY.search(words) else ""
