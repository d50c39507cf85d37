"""Descriptions of a thing read into facts of a lexicon, by rule and without guessing.

A description is a phrase that names the thing ("a cold drink that …"), or a sentence about it ("it can fly and has no
feathers"). What is read is only what stands where it must be about the thing itself; the rest is left unread, since a
fact that was not stated would have an honest player refused. So words that take back half ("often", "perhaps", "like")
leave the rest of their sentence unread, and a choice ("a fruit or a vegetable") is read as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from gdl.values import dataclass
from translators.descriptions.lexicon import Fact, FactClause, Lexicon
from translators.descriptions.spelling import FUNCTION_WORDS, same_word, words_of

_LONGEST = 1000

_IS = re.compile(r"\b(it|this|that|they)['’](?:s|re)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!;]+|\?")
_SEPARATOR = re.compile(r"([,:()]|\s[-–—]+\s)")
_CONDITION = re.compile(r"\?|\b(?:if|unless|whether|except)\b", re.IGNORECASE)

_COPULAS = frozenset("is are was were be been being isnt arent wasnt werent".split())
_HAVE = frozenset("have has had having with without hasnt havent".split())
_MODALS = "can could will would do does did cant cannot couldnt wont wouldnt dont doesnt didnt may might must"
_AUXILIARIES = _COPULAS | _HAVE | frozenset(_MODALS.split())
_NEGATIONS = frozenset(
    """not no never without neither nor isnt arent wasnt werent hasnt havent cant cannot couldnt wont wouldnt dont
    doesnt didnt""".split()
)
_HEDGES = frozenset(
    """often usually sometimes may might perhaps maybe probably possibly typically generally mostly mainly normally
    almost nearly rarely seldom hardly barely could would should most some rather only just always exactly necessarily
    partly once formerly commonly frequently occasionally largely""".split()
)
_ADVERBS = frozenset("also very really quite still actually definitely certainly simply too so both even".split())
_ARTICLES = frozenset("a an one the any another either its".split())
_COUNTS = frozenset("two three four five six seven eight nine ten several many few".split())
_SUBJECTS = frozenset("it this they these".split())
_OWNERS = frozenset("my the this".split())
_THINGS = frozenset("word thing item object card".split())
_RELATIVES = frozenset("that which who".split())
_KINDS_OF = frozenset("type kind sort form variety species".split())
_NOT_REAL = frozenset("fake toy artificial imaginary false plastic virtual".split())
_PREPOSITIONS = frozenset("of for in on from by to at used".split())
_PARTICIPLES = frozenset("made worn known eaten drunk found kept held grown built driven thrown seen sold".split())
_JOINTS = frozenset({",", "and", "or", "but", "nor"})
_NEW_SUBJECTS = frozenset("who that which where when while because so as than people you we i he she one like".split())


class Unreadable(ValueError):
    """A description that can't be read at all; the message says why."""


@dataclass(frozen=True)
class Statement:
    """What part of a description says, and the words that say it."""

    clause: FactClause
    text: str


@dataclass(frozen=True)
class DescriptionReading:
    """A description as it was read: what it says, and the words that were left unread."""

    statements: tuple[Statement, ...] = ()
    unread: tuple[str, ...] = ()


def read_description(text: str, lexicon: Lexicon) -> DescriptionReading:
    """What a description says of its thing.

    Raises:
        Unreadable: if it has no words, is too long, or denies a denial.
    """
    if len(text) > _LONGEST:
        raise Unreadable(f"a description of more than {_LONGEST} characters is not read")
    if not words_of(text):
        raise Unreadable("there are no words in it")
    text = _IS.sub(r"\1 is", text)
    statements: list[Statement] = []
    unread: list[str] = []
    ends = [*(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    for start, end in zip([0, *ends], ends, strict=False):
        part = text[start:end]
        if _CONDITION.search(part):
            unread.append(part.strip())
        elif words_of(part):
            reader = _Sentence(_tokens(part), lexicon)
            reader.read()
            statements += reader.statements
            unread += reader.unread
    return DescriptionReading(tuple(statements), tuple(unread))


def _tokens(text: str) -> list[str]:
    return [token for part in _SEPARATOR.split(text) for token in (words_of(part) if part.strip(",:() -–—") else [","])]


@dataclass(frozen=True)
class _Item:
    """One thing that is said: facts that hold together, or none where it was not read; and how it is joined on."""

    facts: tuple[Fact, ...]
    text: str
    denied: bool
    joint: str

    def clauses(self) -> list[FactClause]:
        if self.denied:
            return [tuple(fact.opposite for fact in self.facts)] if self.facts else []
        return [(fact,) for fact in self.facts]


@dataclass
class _Sentence:
    """Reads the tokens of one sentence from left to right, one predicate after another.

    Attributes:
        at: the token that is read next.
        denied, hedged: whether a negation or a word that takes back half reaches what is read.
        named: whether a name may come next, since the thing is said to be something.
        having: whether what comes next may be what the thing has.
        ended: whether what is left may be about something else.
    """

    tokens: Sequence[str]
    lexicon: Lexicon
    at: int = 0
    denied: bool = False
    hedged: bool = False
    named: bool = True
    having: bool = False
    ended: bool = False
    items: list[_Item] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def read(self) -> None:
        """Fill `statements` and `unread`."""
        self._subject()
        joint = ""
        while self._token() and not self.ended:
            after_name = self._predicate(joint)
            joint = self._joint(after_name)
        rest = [token for token in self.tokens[self.at :] if token != ","]
        if rest:
            self.unread.append(" ".join(rest))
        self._state()

    def _token(self, ahead: int = 0) -> str:
        """The token so far ahead; empty past the end."""
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def _subject(self) -> None:
        """Pass over words that stand for the thing: `it`, `this word`."""
        if self._token() in _OWNERS and self._token(1) in _THINGS:
            self.at += 2
        elif self._token() in _SUBJECTS:
            self.at += 1
        self.named = self.at == 0

    def _predicate(self, joint: str) -> bool:
        """Read what is said next; whether it was a name, which more may be said of without a joint."""
        first = self.at
        if self._token() in _AUXILIARIES | _SUBJECTS:
            self.denied = self.hedged = self.named = self.having = False
        elif self._token() in _NEGATIONS:
            self.denied = False
        while self._token():
            expression = self._phrase()
            if expression is not None:
                self.at += expression[0]
                self._say((Fact(expression[1]),), first, joint, whole=True)
                return False
            if not self._verb():
                break
        if self.named:
            return self._name(first, joint)
        self._pass(first, joint)
        return False

    def _verb(self) -> bool:
        """Take in a word that comes before what is said; false for another word."""
        token = self._token()
        if token in _NEGATIONS and self.denied:
            raise Unreadable("it denies a denial")
        self.denied |= token in _NEGATIONS
        self.hedged |= token in _HEDGES
        self.named |= token in _COPULAS
        self.having |= token in _HAVE
        is_count = self.having and not self.named and token in _ARTICLES | _COUNTS
        found = is_count or token in _AUXILIARIES | _NEGATIONS | _HEDGES | _ADVERBS | _SUBJECTS
        self.at += found
        return found

    def _phrase(self) -> tuple[int, str] | None:
        """Length and fact of the longest phrase of the lexicon that stands here."""
        for each in self.lexicon.sayings["phrases"]:
            words = each.words[1:] if each.words[0] == "be" and len(each.words) > 1 else each.words  # a verb as others
            has = self.having and len(words) > 1 and same_word(words[0], "have")
            length = self._length(words) or (self._length(words[1:]) if has else 0)
            if length:
                return length, each.fact
        return None

    def _length(self, words: Sequence[str]) -> int:
        """How many tokens say these words from here on, with articles and numbers between them; 0 if none do."""
        ahead = 0
        for index, word in enumerate(words):
            while index and self._token(ahead) in _ARTICLES | _COUNTS and self._token(ahead) != word:
                ahead += 1
            if not _says(self._token(ahead), word):
                return 0
            ahead += 1
        return ahead

    def _name(self, first: int, joint: str) -> bool:
        """Read what the thing is called or how it is: `a kind of hot drink`, `very hot`."""
        start = self.at
        while self._token() in _ARTICLES:
            self.at += 1
        has_article = self.at > start
        start = self.at
        while self._in_name(start):
            self.at += 1
        name = self.tokens[start : self.at]
        if len(name) == 1 and name[0] in _KINDS_OF and self._token() == "of":
            self.at += 1
            return self._name(first, joint)
        if not name or not self._may_follow_name():
            self._pass(first, joint)
            return False
        facts, whole = self._name_facts(name, has_article)
        self._say(facts, first, joint, whole=whole)
        return True

    def _in_name(self, start: int) -> bool:
        token = self._token()
        if not token or token in FUNCTION_WORDS | _JOINTS:
            return False
        return self.at == start or not _is_participle(token)

    def _may_follow_name(self) -> bool:
        token = self._token()
        return not token or token in _JOINTS | _RELATIVES | _HAVE | _PREPOSITIONS or _is_participle(token)

    def _name_facts(self, name: Sequence[str], has_article: bool) -> tuple[tuple[Fact, ...], bool]:
        """The facts that a name states, and whether they are all that it says."""
        if any(word in _NOT_REAL for word in name) or any(_is_plural(word) for word in name[:-1]):
            return (), False
        nouns = (each for each in self.lexicon.sayings["nouns"] if _ends_with(name, each.words))
        noun = next(nouns, None)
        rest = name[: len(name) - len(noun.words)] if noun else name
        adjectives = {each.words[0]: each.fact for each in self.lexicon.sayings["adjectives"]}
        known = [adjectives[word] for word in rest if word in adjectives]
        whole = len(known) == len(rest)
        if not whole and not (has_article and noun):
            return (), False
        facts = [*([noun.fact] if noun else []), *known]
        return tuple(map(Fact, facts)), whole

    def _say(self, facts: tuple[Fact, ...], first: int, joint: str, *, whole: bool) -> None:
        """Keep what was read since `first`; `whole`: whether the facts are all that it says."""
        text = " ".join(self.tokens[first : self.at])
        new_denial = not _NEGATIONS.isdisjoint(self.tokens[first : self.at])
        doubtful = self.denied and joint in ("and", ",") and not new_denial  # a denial may or may not reach so far
        if self.hedged or doubtful or not whole:
            self.unread.append(text)
        if self.hedged or doubtful or (self.denied and not whole):
            facts = ()
        self.items.append(_Item(facts, text, self.denied, joint))

    def _pass(self, first: int, joint: str) -> None:
        """Pass over what can't be read, up to the next joint."""
        while self._token() and self._token() not in _JOINTS:
            self.ended |= self._token() in _NEW_SUBJECTS
            self.at += 1
        self.named = False
        self._say((), first, joint, whole=False)

    def _joint(self, after_name: bool) -> str:
        """Pass over what joins two statements; what can't be joined is passed over as well."""
        if after_name and self._token() in _RELATIVES:
            self.at += 1
            self.denied = self.hedged = self.named = False
            return "that"
        if after_name and (self._token() in _HAVE or _is_participle(self._token())):
            self.denied = self.hedged = self.named = False
            return "that"
        if self._token() not in _JOINTS:
            tail = self.at
            while self._token() and self._token() not in _JOINTS:
                self.ended |= self._token() in _NEW_SUBJECTS
                self.at += 1
            if self.at > tail:
                self.unread.append(" ".join(self.tokens[tail : self.at]))
        joint = ""
        while self._token() in _JOINTS:
            joint = self._token() if joint in ("", ",") else joint
            self.at += 1
        if joint == "but":
            self.denied = self.hedged = False
        return joint

    def _state(self) -> None:
        """Make statements of the items; those that `or` joins are alternatives."""
        for group in _groups(self.items):
            choice = any(item.joint == "or" for item in group) and not all(item.denied for item in group)
            text = " or ".join(item.text for item in group)
            if not choice:
                self.statements += [Statement(clause, item.text) for item in group for clause in item.clauses()]
            elif all(len(item.clauses()) == 1 for item in group):
                self.statements.append(Statement(tuple(fact for item in group for fact in item.clauses()[0]), text))
            else:
                self.unread.append(text)


def _groups(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Items as `or`, `nor` and commas before them join them."""
    group: list[_Item] = []
    for item in items:
        if group and item.joint not in ("or", "nor", ","):
            yield group
            group = []
        group.append(item)
    if group:
        yield group


def _ends_with(name: Sequence[str], words: Sequence[str]) -> bool:
    return len(words) <= len(name) and all(map(same_word, words, name[len(name) - len(words) :]))


def _says(token: str, word: str) -> bool:
    """Whether a token says a word of a phrase: `eats` is no `eaten`."""
    return token == word or (bool(token) and not _is_participle(word) and same_word(token, word))


def _is_participle(word: str) -> bool:
    return word in _PARTICIPLES or (len(word) > 4 and word.endswith(("ed", "ing")))


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us"))
