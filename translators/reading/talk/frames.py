"""How the parts of a sentence are meant: asked, supposed, guessed, reported, denied, or not read to the end."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from translators.reading.talk.lattice import FoundPattern, Lattice, TalkPhrase
from translators.reading.talk.people import NUMBERS
from translators.reading.talk.reports import BEFORE_OBJECTS, STOPS, ReportedSpeech, reported_speeches
from translators.reading.talk.talk_words import found_phrases, single_words
from translators.reading.words.tokens import WordToken

_DETERMINERS = frozenset("the this that these those our my".split())
_FINITE = frozenset("am are is was were has have had did does will can could may might must led".split())
_WHEN = frozenset("last yesterday tonight previous first second third earlier before after".split())
"""When something was told, which says nothing of when what was told is so: `my check last night showed that`."""
_BEFORE_ECHOES = frozenset("and but so nor neither or then".split())
_WOULD = frozenset(("would", "could", "might"))
_PERFECT = frozenset("not never been yet already only just led gone won lost".split())
_SINCE = frozenset("since after before until till from by".split())
_INVERTED = frozenset(("had", "were", "should"))
"""With what a clause begins that tells what never was: `Had Player 2 been there`."""
_SEVERAL = frozenset(("both", "all", "always", "every", "only", "just", "merely"))
"""Of what is not so of these it may still be so of some, or more than so."""


class Frames:
    """How the parts of one sentence are meant."""

    def __init__(self, lattice: Lattice) -> None:
        self._tokens = lattice.tokens
        self._lattice = lattice
        self.asked = self._asks()
        self._named = {
            at
            for many in lattice.phrases.values()
            for phrase in many
            if phrase.category == "people" and phrase.end - phrase.start > 1 and phrase.sense.kind == "these"
            for at in range(phrase.start, phrase.end)
        }
        self._supposed = self._supposing()
        self._guesses = found_phrases(self._tokens, "guesses")
        self._other_times = found_phrases(self._tokens, "other_times")
        self.retracted = self._retracts()
        self.reports = reported_speeches(lattice)

    def _asks(self) -> bool:
        """Whether all of it is a question; `who knows?` after a statement is none."""
        if not self._tokens or self._tokens[-1].text != "?":
            return False
        last = len(self._tokens) - 1
        while last and self._tokens[last - 1].text != ",":
            last -= 1
        return not last or (last, len(self._tokens) - 1) not in found_phrases(self._tokens, "no_questions")

    def condition(self) -> tuple[int, int, int] | None:
        """Where a condition at the beginning of a sentence begins and ends, and where what follows from it begins."""
        if len(self._tokens) < 2 or self._tokens[0].low != "if":
            return None
        for at, token in enumerate(self._tokens):
            if token.text == "," or token.low == "then":
                after = at + 1
                if token.text == "," and after < len(self._tokens) and self._tokens[after].low == "then":
                    after += 1
                return 1, at, after
        return None

    def _retracts(self) -> bool:
        """Whether the sentence says of itself, or of the one before it, that it is not meant."""
        return bool(found_phrases(self._tokens, "retracts")) or [token.low for token in self._tokens] == ["not", "!"]

    def retracts_before(self) -> bool:
        """Whether the sentence does nothing but take back the one before it."""
        return self.retracted and len(self._tokens) <= _SHORT_SENTENCE

    def cut_short(self, start: int, end: int) -> str:
        """What shows that some tokens are no statement by themselves; empty where nothing does.

        They end within a word with a hyphen, at whose something is, or as what something means; or tell what is not so
        of all of several.
        """
        tokens = self._tokens
        if self._glued(end) or (start and self._glued(start - 1)):
            return "-"
        if end < len(tokens) and tokens[end].low in ("'s", "means", "mean", "implies"):
            return tokens[end].low
        for at in range(start, min(end, len(tokens) - 1)):
            if tokens[at].low == "not" and tokens[at + 1].low in _SEVERAL and at + 1 < end:
                return f"not {tokens[at + 1].low}"
        return ""

    def _glued(self, at: int) -> bool:
        """Whether a token is a hyphen between two parts of a word."""
        if not 0 < at < len(self._tokens) - 1 or self._tokens[at].text != "-":
            return False
        before, here, after = self._tokens[at - 1 : at + 2]
        return before.end == here.start and here.end == after.start and after.text.isalpha()

    def preposition(self, who: int, end: int) -> str:
        """The word by which players, named from one token up to another, are no subject of the verb after them."""
        if not who or end >= len(self._tokens) or self._tokens[who - 1].low not in BEFORE_OBJECTS:
            return ""
        if who > 1 and self._tokens[who - 2].text in (*STOPS, ","):
            return ""  # , for Player 3 is evil
        aside = self._tokens[end].text == "," and end + 1 < len(self._tokens)  # said by Player 3, was
        after = self._tokens[end + 1 if aside else end].low
        return self._tokens[who - 1].low if after in _FINITE or (after.endswith("ed") and not aside) else ""

    def since(self, found: FoundPattern) -> str:
        """The word by which what some tokens are about tells only since or until when they are so."""
        first, then = (*found.steps, None, None)[:2]
        if not (isinstance(first, TalkPhrase) and isinstance(then, TalkPhrase) and first.category != "people"):
            return ""
        before = self._tokens[found.start - 1].low if found.start else ""
        return before if before in _SINCE and then.category == "people" else ""

    def another_time(self, start: int, end: int) -> bool:
        """Whether some tokens, which name no time themselves, tell of one that is not now."""
        first, last = self._stop_before(start), self._stop_after(end)
        if any(
            first <= place < last and not start <= place < end and not self._is_told(stop, start)
            for place, stop in self._other_times
        ):
            return True
        lows = [token.low for token in self._tokens[start:end]]
        return any(low == "had" and (after in _PERFECT or after.endswith("ed")) for low, after in pairwise(lows))

    def _is_told(self, at: int, start: int) -> bool:
        """Whether some tokens begin in a clause of their own after others: `I previously saw that Player 2 died`."""
        return any(token.low == "that" for token in self._tokens[at:start])

    def modal(self, start: int, end: int) -> bool:
        """Whether some tokens say what can or must be."""
        return any(token.low in single_words("modal") for token in self._tokens[start:end])

    def begins_echo(self, at: int) -> bool:
        """Whether what is likened to something told before may begin with a token: `..., and so did I`."""
        before = self._tokens[at - 1] if at else None
        return before is None or before.text in (*STOPS, ",") or before.low in _BEFORE_ECHOES

    def ends(self, at: int) -> bool:
        """Whether a sentence ends before a token."""
        return at >= len(self._tokens) or self._tokens[at].text in STOPS

    def supposed(self, start: int) -> bool:
        """Whether what begins with a token is only supposed, or follows from something that is."""
        for place in self._supposed:
            if place <= start:
                between = [token.text for token in self._tokens[place:start]]
                if not any(text in ".;:!?" for text in between):
                    return True
        return False

    def guessed(self, start: int, end: int) -> bool:
        """Whether the speaker only guesses what some tokens say."""
        first, last = self._stop_before(start), self._stop_after(end)
        return any(first <= place < last for place, _ in self._guesses)

    def report(self, start: int) -> ReportedSpeech | None:
        """Who is said to have said what begins with a token."""
        inside = [each for each in self.reports if each.start <= start < each.end]
        return max(inside, key=lambda each: each.start) if inside else None

    def left(self, start: int, end: int, covered: Collection[int]) -> list[str]:
        """Words that change what is said, beside some tokens in their clause, that nothing else has read."""
        first, last = self._clause(start, end)
        if end < last and any(phrase.category == "people" for phrase in self._lattice.phrases.get(end, ())):
            return [self._tokens[end].low]  # a clause about what was named last
        after = end + 1 if end < len(self._tokens) and self._tokens[end].text == "," else end
        if after < len(self._tokens) and self._tokens[after].low == "or":
            return ["or"]
        if end < len(self._tokens) and end not in covered and self._restricts(start, end):
            return [self._tokens[end].low]
        if leaves_out := self._excepts(start, end, after):
            return [leaves_out]
        if self._takes_further(after):
            return [self._tokens[after].low]
        if self._is(end, "this") or self._is(end, "yet", "this"):
            return ["this"]  # ... yet this round: before, it may have been otherwise
        guess = {at for place, stop in self._guesses for at in range(place, stop)}
        as_such = self._tokens[start].low == "as" and self._tokens[end - 1].low == "i"
        changing = single_words("unreal" if as_such else "changes")  # what I do as the seer makes me none the less so
        return [
            token.low
            for at, token in enumerate(self._tokens[first:last], first)
            if at not in covered
            and at not in guess
            and at not in self._named
            and (token.low in changing or token.number is not None)
            and not (at < start and token.low in _WHEN and self._is_told(at, start))
            and not (at == start - 1 and token.low == "when")  # when I looked at Player 3: so I did
        ]

    def _restricts(self, start: int, end: int) -> bool:
        """Whether what follows some tokens tells which things they are about: `every team that had Player 5 on it`.

        A preposition does so only where something is said of all things of a kind, or of none.
        """
        of_all = any(token.low in single_words("of_all") for token in self._tokens[start:end])
        after = self._tokens[end].low
        return after in single_words("relative") or (of_all and after in single_words("restricting"))

    def _takes_further(self, after: int) -> bool:
        """Whether what follows a statement tells whose words it is, or what it depends on."""
        idioms = self._covered("not_supposing")
        found = (each for name in ("attributes_after", "depends_on") for each in found_phrases(self._tokens, name))
        return any(place == after and place not in idioms for place, _ in found)

    def _excepts(self, start: int, end: int, after: int) -> str:
        """The word after some tokens that begins what of all is left out; or with which the sentence began.

        `Besides me, only two are alive.` A comma may be between.
        """
        some, opens = self._tokens[start:end], self._tokens[0].low
        of_all = any(token.low in single_words("of_all") for token in some)
        comma = start and self._tokens[start - 1].text == ","
        if opens in single_words("leaves_out") and (comma or some[0].low == "only"):
            counts = any(each.low == "just" or _is_number(each) for each in some)
            return opens if of_all or counts else ""
        word = self._tokens[after].low if after < len(self._tokens) else ""
        excepts = of_all and word in single_words("exceptive")
        if word == "but" and after != end:
            excepts = excepts and any(map(_is_number, self._tokens[after + 1 : after + 2]))
        return word if excepts else ""

    def denied(self, start: int, end: int, covered: Collection[int], *, owned: bool = False) -> bool:
        """Whether a word before some tokens in their clause denies them, or, if `owned`, they end as whose it is."""
        if owned and "'s" in {token.low for token in self._tokens[end - 1 : end + 1]}:
            return True
        first, _ = self._clause(start, end)
        return any(
            token.low in single_words("denies")
            for at, token in enumerate(self._tokens[first:start], first)
            if at not in covered
        )

    def _clause(self, start: int, end: int) -> tuple[int, int]:
        """Where the clause of some tokens begins and ends."""
        begins = single_words("begins")
        first = start
        inner = any(token.low == "who" for token in self._tokens[start:end])
        if self._tokens[start].low in begins or self._tokens[start].low in _DETERMINERS or inner:
            pass  # what a noun or a new clause tells is so whatever is said of it
        else:
            first = self._clause_begin(start)
        last = end
        while last < len(self._tokens) and self._tokens[last].text not in STOPS and self._tokens[last].text != ",":
            if self._tokens[last].low in begins and self._tokens[last].low not in ("for", "that", "as", "or", "since"):
                break
            last += 1
        return first, last

    def _clause_begin(self, at: int) -> int:
        while at and self._tokens[at - 1].text not in STOPS and self._tokens[at - 1].text != ",":
            at -= 1
            if self._tokens[at].low in single_words("begins") and not self._is(at, "so", "that"):
                break
        return at

    def _is(self, at: int, *words: str) -> bool:
        return tuple(token.low for token in self._tokens[at : at + len(words)]) == words

    def ends_list(self, start: int) -> bool:
        """Whether a token begins the last of several alternatives: what is said of one of them is not said of it."""
        joined = start > 1 and self._tokens[start - 1].low in ("or", "nor")
        many = [each for phrases in self._lattice.phrases.values() for each in phrases] if joined else []
        named = (each for each in many if each.category == "people" or each.category.startswith("word:"))
        return any(each.end == start - 1 for each in named)

    def _stop_before(self, at: int) -> int:
        while at and self._tokens[at - 1].text not in STOPS:
            at -= 1
        return at

    def _stop_after(self, at: int) -> int:
        while at < len(self._tokens) and self._tokens[at].text not in STOPS:
            at += 1
        return at

    def _supposing(self) -> list[int]:
        idioms = {at for name in ("not_supposing", "own_words") for at in self._covered(name)}
        found = [each for name in ("supposes", "attributes") for each in found_phrases(self._tokens, name)]
        gone = [at for at, token in enumerate(self._tokens) if token.low == "with" and self._only_then(at)]
        never = gone + [at + 1 for at, token in enumerate(self._tokens) if token.low in _INVERTED and self._opens(at)]
        return [end for place, end in found if place not in idioms] + never

    def _only_then(self, at: int) -> bool:
        """Whether what is told with a token is a case in which something would be: `With Player 5 gone, I could`."""
        lows = [token.text if token.text == "," else token.low for token in self._tokens[at:]]
        if (at and self._tokens[at - 1].text != ",") or "," not in lows:
            return False
        comma = lows.index(",")
        return not _WOULD.isdisjoint(lows[comma + 1 : comma + 4])

    def _covered(self, name: str) -> set[int]:
        return {at for place, end in found_phrases(self._tokens, name) for at in range(place, end)}

    def _opens(self, at: int) -> bool:
        """Whether a token begins the sentence or what follows a comma, and somebody or something is named next."""
        begins = not at or self._tokens[at - 1].text == ","
        return begins and bool(self._lattice.phrases.get(at + 1))


_SHORT_SENTENCE = 4
"""Tokens that a sentence has at most that does nothing but take back the one before it."""


def _is_number(token: WordToken) -> bool:
    return token.low in NUMBERS or token.text.isdigit()
