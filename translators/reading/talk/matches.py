"""Patterns found in a sentence, with what they claim: whose words they are, and which of them stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.talk.lattice import FoundPattern, Lattice, LatticeStep, TalkPhrase
from translators.reading.talk.meanings import Meant
from translators.reading.talk.subjects import named_as_several
from translators.reading.talk.talk_words import single_words
from translators.reading.words.tokens import WordToken

_OBJECT_FORMS = frozenset("me myself himself herself themselves".split())


@dataclass(frozen=True)
class TalkMatch:
    """A pattern found in a sentence: its tokens, and what it claims; nothing where it isn't told who is meant.

    Attributes:
        told: where what is told begins that another said; before it is who said it.
    """

    start: int
    end: int
    kind: str
    meant: tuple[Meant, ...]
    covered: frozenset[int]
    plain: bool = True
    why: str = ""
    hedged: bool = False
    told: int | None = None

    def crosses(self, other: TalkMatch) -> bool:
        """Whether both claim the same of the same words, of which who said several things is no part."""
        if self.kind != other.kind:
            return False
        starts = self.start, other.start
        if self.told is not None and other.told is not None and self.start == other.start:
            starts = self.told, other.told
        return starts[0] < other.end and starts[1] < self.end


def is_object(lattice: Lattice, at: int) -> bool:
    """Whether a token is somebody to whom what is told before it is done, or whom one only speaks of calling so."""
    tokens = lattice.tokens
    if at in lattice.called:
        return True
    return bool(at) and tokens[at].low in _OBJECT_FORMS and tokens[at - 1].low.isalpha()


def view_of_others(lattice: Lattice, at: int, role: str) -> bool:
    """Whether what somebody thinks of another is told with a token, and who thinks so is another than the speaker."""
    if at < 0 or lattice.tokens[at].low not in single_words("views"):
        return False
    return any(each.sense.kind != "we" and each.sense.roles != (role,) for each in lattice.people_before(at))


def each_its_own(people: TalkPhrase, end: int, lattice: Lattice) -> bool:
    """Whether each of several is called something else: `2 and 3 claim to be the guard and the seer`."""
    if (
        (len(people.sense.roles) < 2 and people.sense.kind != "they")
        or end >= len(lattice.tokens)
        or lattice.tokens[end].low != "and"
    ):
        return False
    after = end + 2 if end + 1 < len(lattice.tokens) and lattice.tokens[end + 1].low in ("the", "a", "an") else end + 1
    return any(each.category.startswith("word:") for each in lattice.phrases.get(after, ()))


def or_else(lattice: Lattice, found: FoundPattern) -> FoundPattern | None:
    """The pattern as it goes on with another word in place of its last one: `is the seer or the witch`."""
    last, at = found.steps[-1], found.end + 1
    if not isinstance(last, TalkPhrase) or not last.category.startswith("word:") or last.end != found.end:
        return None
    if not any(isinstance(step, TalkPhrase) and step.category == "people" for step in found.steps):
        return None  # there is no seer or witch
    if at >= len(lattice.tokens) or lattice.tokens[at - 1].low != "or":
        return None
    at += lattice.tokens[at].low in ("the", "a", "an")
    others = (each for each in lattice.phrases.get(at, ()) if each.category == last.category)
    other = next(others, None)
    return None if other is None else replace(found, end=other.end, steps=(*found.steps[:-1], other))


def tells_when(step: LatticeStep) -> bool:
    """Whether a thing or a number is named, which may tell of what time a statement is."""
    return isinstance(step, TalkPhrase) and step.category != "people" and step.sense != 0


def names_several(found: FoundPattern, lattice: Lattice) -> bool:
    """Whether a pattern ends with those whom a word for several introduces: `my partners Players 3 and 5 voted`."""
    last = found.steps[-1]
    return isinstance(last, TalkPhrase) and last.category == "people" and named_as_several(lattice, last.start)


def is_who(tokens: Sequence[WordToken], at: int) -> bool:
    """Whether a clause about those named before a token begins there."""
    at += at < len(tokens) and tokens[at].text == ","
    return at < len(tokens) and tokens[at].low == "who"


def last_alone(people: TalkPhrase, lattice: Lattice) -> bool:
    """Whether what stands after several, and a comma, is of the last of them: `Player 5 and me, the guard`."""
    tokens, end = lattice.tokens, people.end
    if len(people.sense.roles) < 2 or end + 2 >= len(tokens) or tokens[end].text != ",":
        return False
    return tokens[end + 1].low in ("the", "a", "an", "our") and not tokens[end + 2].low.endswith("s")


def no_verb(people: TalkPhrase, lattice: Lattice) -> bool:
    """Whether no verb follows for those who might go on to do something: `that was Player 2, and the wolves`."""
    at = people.end
    return people.start == at and at < len(lattice.tokens) and lattice.tokens[at].low in ("the", "a", "an", "our", "my")


def is_denied(match: TalkMatch) -> bool:
    """Whether a claim says that something is not so."""
    first = match.meant[0] if match.meant else None
    return isinstance(first, f.Negation) or (
        isinstance(first, f.Applied) and bool({"not", "never"} & {*first.name.split("_")})
    )


def longest_matches(matches: Iterable[TalkMatch]) -> list[TalkMatch]:
    """Of matches of one kind that overlap the longest, and of equally long ones the first, understood ones before."""
    kept: list[TalkMatch] = []
    ordered = sorted(
        matches, key=lambda match: (match.start - match.end, not match.plain, bool(match.why), not match.meant)
    )
    for match in ordered:
        if not any(match.crosses(other) for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda match: (match.start, match.told or 0))
