"""Reads talk about a match: what its sentences claim, as formulas, and what became of each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from translators.claim import Claim, ReadScope, Translation, Untranslated
from translators.formulas import formula as f
from translators.formulas.says import CLAIMED_TERM, SAID_TERM
from translators.language.nouns import MENTIONED, Noun
from translators.language.patterns import PatternParts
from translators.language.template import ACT
from translators.language.vocabulary import Vocabulary
from translators.reading.document import Cell, Sentence, read_document
from translators.reading.talk.automaton import Automaton
from translators.reading.talk.frames import Frames
from translators.reading.talk.game_talk import HISTORY, GameTalk, game_talk
from translators.reading.talk.lattice import FoundPattern, Lattice, TalkPhrase
from translators.reading.talk.matches import (
    TalkMatch,
    each_its_own,
    is_denied,
    is_object,
    is_who,
    last_alone,
    longest_matches,
    names_several,
    no_verb,
    or_else,
    tells_when,
    view_of_others,
)
from translators.reading.talk.meanings import Discourse, Meanings, Meant, NounFound, bindings
from translators.reading.talk.meant import either, of_another, one_of_many, query, told_term
from translators.reading.talk.people import NUMBERS, ORDINALS, People, PeopleFinder
from translators.reading.talk.reports import ReportedSpeech
from translators.reading.talk.subjects import add_subjects, add_titled, uncrossed
from translators.reading.talk.talk_words import talk_tokens

MAX_TALK = 20_000
"""Longest speech that is read, in characters; what people say in a turn seldom goes beyond 2,000."""

_OF_SOME = "it is said of some of them"
_OF_ALL, _RELATIVE = ("nobody", "nobody_else", "everyone", "some", "count"), ("who", "that", "whom", "whose")
_TITLES = frozenset(("player", "players", "seat", "seats"))
_ANNOUNCED, _HIDDEN = "consistency", "identity"
PRESUPPOSED = "presupposed"
"""The kind of what has to be so for words to make sense: whom one means to vote out is alive, whatever follows."""
_SUPPOSING, _GOES_ON = frozenset("suppose supposing imagine assume assuming".split()), frozenset("then so".split())
"""With what a sentence begins that only supposes something, and the next one, which follows from that."""
_NOT_MEANT = "the speaker does not seem to mean it"
_IN_QUOTES = re.compile(r"[\"“]\s*\w+(?:[ -]\w+)?\s*[\"”]")
MOST_TALK_TOKENS = 400
"""Tokens of a sentence that are read; no honest one comes near."""


class TalkReader:
    """Reads what the players of a match say. What was made of the last game is kept."""

    def __init__(self) -> None:
        self._last: tuple[Vocabulary, GameTalk] | None = None

    def __call__(self, text: str, vocabulary: Vocabulary, *, role: str) -> Translation:
        """The statements of `text`, said by `role`, that the game's query templates tell how to read.

        A claim's sentence is the part of the text that makes it. Questions and what is only supposed claim nothing.
        """
        last = self._last
        if last is None or last[0] is not vocabulary:
            last = self._last = vocabulary, game_talk(vocabulary)
        return _Speech(text, last[1], vocabulary, role).read()


read_talk = TalkReader()
"""Reads talk, as a translator."""


class _Speech:
    """One speech that is being read."""

    def __init__(self, text: str, talk: GameTalk, vocabulary: Vocabulary, role: str) -> None:
        self._text, self._talk, self._role = text, talk, role
        self._finder = PeopleFinder(talk.players, vocabulary.role_names, role)
        self._discourse = Discourse(talk.players, role)
        self._before: tuple[TalkMatch, ...] = ()
        self._supposing = False

    def read(self) -> Translation:
        claims: list[Claim] = []
        unread: list[Untranslated] = []
        scopes: list[ReadScope] = []
        parts = read_document(self._text[:MAX_TALK])
        sentences = [each for part in parts for each in ([part] if isinstance(part, Sentence) else _cells(part.rows))]
        for number, sentence in enumerate(sentences):
            made, missed, takes_back = self._sentence(sentence, number)
            if takes_back and scopes and scopes[-1].scope == "checked":
                last = scopes[-1].span
                unread += [Untranslated(each.sentence, each.span, _NOT_MEANT) for each in claims if _inside(each, last)]
                claims = [each for each in claims if not _inside(each, last)]
                scopes[-1] = replace(scopes[-1], scope="retracted")
            claims += made
            unread += missed
            scopes.append(ReadScope(sentence.span, "checked" if made else "unread" if missed else "no claim"))
        if len(self._text) > MAX_TALK:
            rest = self._text[MAX_TALK:]
            reason = f"only the first {MAX_TALK:,} characters are read"
            unread.append(Untranslated(rest, (MAX_TALK, len(self._text)), reason))
        return Translation(tuple(claims), tuple(unread), scopes=tuple(scopes))

    def _sentence(self, sentence: Sentence | Cell, number: int) -> tuple[list[Claim], list[Untranslated], bool]:
        """What it claims, what of it was not read, and whether it takes back the sentence before it."""
        tokens = talk_tokens(sentence.words)[:MOST_TALK_TOKENS]
        if not tokens:
            return [], [], False
        lattice = Lattice(tokens)
        self._phrases(lattice, number)
        frames = Frames(lattice)
        found: list[TalkMatch] = []
        goes_on = self._supposing and tokens[0].low in _GOES_ON
        self._supposing = goes_on or tokens[0].low in _SUPPOSING
        if not frames.asked and not self._supposing:
            meanings = Meanings(self._discourse, number, lattice.tokens, self._talk.nouns)
            found = longest_matches(self._uncrossed(lattice, list(self._matches(lattice, frames, meanings))))
            found += self._echoes(lattice, frames, found, number)
            found += self._conditions(lattice, frames, meanings)
        self._before = tuple(found) or ()
        claims: list[Claim] = []
        unread: list[Untranslated] = []
        for match in found:
            span = _span(sentence, tokens[match.start].start, tokens[match.end - 1].end)
            passage = self._text[slice(*span)]
            why = match.why or (_NOT_MEANT if frames.retracted or self._quoted(span) else "")
            if why or not match.meant:
                unread.append(Untranslated(passage, span, why or "it is not clear who is meant"))
            else:
                claims += [_claim(passage, span, each, match) for each in match.meant]
        named = any(
            phrase.category == "people" and phrase.sense.roles for many in lattice.phrases.values() for phrase in many
        )
        if not found and named:
            passage = self._text[slice(*sentence.span)]
            unread.append(Untranslated(passage, sentence.span, "no statement that could be checked was found"))
        return claims, unread, frames.retracts_before()

    def _quoted(self, span: tuple[int, int]) -> bool:
        """Whether a word or two of a passage stand in quotation marks."""
        return _IN_QUOTES.search(self._text, max(0, span[0] - 1), span[1] + 1) is not None

    # Phrases

    def _phrases(self, lattice: Lattice, number: int) -> None:
        tokens = lattice.tokens
        mentioned: dict[int, tuple[int, tuple[str, ...]]] = {}
        named = set[int]()
        for start, token in enumerate(tokens):
            for end, people in self._finder.at(tokens, start):
                if people.kind == "only" and is_who(tokens, end):
                    continue  # only Player 2, who was there, ...: others may have been there
                if people.kind in _OF_ALL and end < len(tokens) and tokens[end].low in _RELATIVE:
                    continue  # nobody who was there: that is said of fewer than all
                lattice.add(TalkPhrase("people", start, end, people))
                if token.low in _TITLES and people.kind == "these":
                    named.update(range(start, end))  # in `players 1 and 5`, 5 is no number of anything
                if people.kind in ("these", "any", "neither", "only") and end >= mentioned.get(start, (0,))[0]:
                    mentioned[start] = end, people.roles
            if (token.low in NUMBERS or token.text.isdigit()) and start not in named:
                value = NUMBERS[token.low] if token.low in NUMBERS else int(token.text)
                after = tokens[start + 1].low if start + 1 < len(tokens) else ""
                ordered = token.text.isdigit() and after in ("st", "nd", "rd", "th")
                end = start + 2 if ordered else start + 1
                lattice.add(TalkPhrase("number", start, end, value))
                if ordered or token.low in ORDINALS:
                    lattice.add(TalkPhrase("ordinal", start, end, value))
            for words, category, meaning in self._talk.words.get(token.low, ()):
                end = start + len(words)
                if tuple(each.low for each in tokens[start:end]) == words:
                    lattice.add(TalkPhrase(category, start, end, meaning))
        self._remember(tokens, mentioned, number)
        add_titled(lattice)
        add_subjects(lattice)
        for slot, automaton, ways in self._talk.by_noun:
            self._add_nouns(lattice, slot, automaton, ways, number)

    def _remember(
        self, tokens: Sequence[object], mentioned: dict[int, tuple[int, tuple[str, ...]]], number: int
    ) -> None:
        """Keep who was named, for pronouns."""
        at = 0
        for start, (end, roles) in sorted(mentioned.items()):
            if start >= at:
                self._discourse.people.append(((number, start), roles))
                at = end
                following = tokens[end] if end < len(tokens) else None
                if start == 0 and len(roles) == 1 and getattr(following, "text", "") == "," and roles != (self._role,):
                    self._discourse.addressed = roles[0]

    def _add_nouns(
        self,
        lattice: Lattice,
        slot: str,
        automaton: Automaton,
        ways: Sequence[tuple[Noun, PatternParts]],
        number: int,
    ) -> None:
        best: dict[tuple[int, int], tuple[int, NounFound]] = {}
        for found in lattice.find(automaton):
            noun, parts = ways[found.number]
            key = found.start, found.end
            if key not in best or found.number < best[key][0]:
                best[key] = found.number, NounFound(noun, bindings(parts, found.steps, lattice.tokens))
        spoken = self._discourse.nouns.setdefault(slot, [])
        meanings = Meanings(self._discourse, number, lattice.tokens, self._talk.nouns)
        at = -1
        for (start, end), (_, noun_found) in sorted(best.items(), key=lambda each: (each[0][0], -each[0][1])):
            lattice.add(TalkPhrase(f"noun:{slot}", start, end, noun_found))
            if start >= at and noun_found.noun.pattern.functor != MENTIONED:
                at = end
                for term in list(meanings.noun_term(noun_found, (number, start), (number, end)))[:1]:
                    spoken.append(((number, start), (number, end), term))

    # Claims

    def _matches(self, lattice: Lattice, frames: Frames, meanings: Meanings) -> Iterator[TalkMatch]:
        done: set[tuple[int, int, int]] = set()
        for found in sorted(lattice.find(self._talk.automaton), key=lambda found: (found.timed, found.number)):
            key = found.number, found.start, found.end
            if key in done or self._claims_nothing(found, lattice, frames):
                continue
            anytime = self._talk.claims[found.number][0].anytime
            if found.timed and (not anytime or any(each[1:] == key[1:] for each in done)):
                continue  # what is told of that time is another claim
            done.add(key)
            yield self._match(found, lattice, frames, meanings)

    def _claims_nothing(self, found: FoundPattern, lattice: Lattice, frames: Frames) -> bool:
        """Whether a pattern stands where its words say nothing of their own."""
        if frames.supposed(found.start) or frames.ends_list(found.start):
            return True
        subject = _subject(found)
        if subject is not None and (last_alone(subject, lattice) or no_verb(subject, lattice)):
            return True
        if subject is not None and (is_object(lattice, found.start) or subject.start in lattice.within):
            return True  # somebody called me a werewolf: that I am one nobody says
        if view_of_others(lattice, found.start if subject is None else found.start - 1, self._role):
            return True  # they see Player 5 as a threat, not I
        return subject is not None and frames.preposition(found.start, subject.end) not in ("", "of")

    def _match(self, found: FoundPattern, lattice: Lattice, frames: Frames, meanings: Meanings) -> TalkMatch:
        """What a pattern claims, or why that is not clear."""
        template, parts = self._talk.claims[found.number]
        people = [step for step in found.steps if isinstance(step, TalkPhrase) and step.category == "people"]
        other = or_else(lattice, found) if template.kind != ACT else None
        start, end = found.start, found.end if other is None else other.end
        report = frames.report(start)
        self._discourse.reporter = _single(report.who) if report is not None else ""
        meant = tuple(meanings.of(template, parts, found))
        if other is not None:
            meant = tuple(map(either, meant, meanings.of(template, parts, other)))
        self._discourse.reporter = ""
        covered, timed = frozenset(range(start, end)), found.timed
        plain = all(step.sense.kind not in (*_OF_ALL, "only") for step in people)
        match = TalkMatch(start, end, template.kind, meant, covered, plain)
        left = () if names_several(found, lattice) else frames.left(start, end, covered)
        if left and template.anytime:
            times = (at for first, last in lattice.times.items() for at in range(first, last))
            left = frames.left(start, end, covered.union(times))
            timed = timed or not left
        if report is not None:
            match = self._reported(match, report, meanings.sentence)
        elif template.kind in (_ANNOUNCED, PRESUPPOSED):
            if frames.denied(start, end, covered, owned=template.kind == PRESUPPOSED):
                match = replace(match, why="a word that denies it was not read")
        elif template.kind != ACT:
            some = len(people) == 1 and each_its_own(people[0], end, lattice)
            match = replace(match, why=_unclear(found, end, left, frames) or _OF_SOME * some)
        return replace(match, hedged=timed or frames.guessed(start, end))

    def _uncrossed(self, lattice: Lattice, matches: Sequence[TalkMatch]) -> list[TalkMatch]:
        kept = uncrossed({(match.start, match.end) for match in matches}, lattice)
        return [each for each in matches if (each.start, each.end) in kept]

    def _conditions(self, lattice: Lattice, frames: Frames, meanings: Meanings) -> list[TalkMatch]:
        """What is said to follow from something else about what is hidden."""
        place = frames.condition()
        if place is None:
            return []
        start, end, after = place
        condition: list[tuple[int, Meant]] = []
        body: list[tuple[int, Meant]] = []
        for found in lattice.find(self._talk.automaton):
            template, parts = self._talk.claims[found.number]
            told = condition if (found.start, found.end) == (start, end) else body if found.start == after else None
            if template.kind != _HIDDEN or told is None or frames.modal(found.start, found.end):
                continue
            if told is body and not frames.ends(found.end):
                continue
            meant = meanings.of(template, parts, found)
            told += [(found.end, meant[0])] if len(meant) == 1 else []
        if not condition or not body:
            return []
        last, then = body[0]
        if isinstance(condition[0][1], f.Const) or isinstance(then, f.Const):
            return []
        return [TalkMatch(0, last, _HIDDEN, (f.If(condition[0][1], then),), frozenset(range(last)))]

    def _reported(self, match: TalkMatch, report: ReportedSpeech, sentence: int) -> TalkMatch:
        """What somebody is said to have said."""
        who = self._discourse.who(report.who, (sentence, report.begins))
        if who is None or who.kind != "these" or len(who.roles) != 1 or not match.meant:
            return replace(match, why="who said it, or what was said, was not understood")
        told = [told_term(each) for each in match.meant]
        if None in told or match.kind == ACT:
            return replace(match, why="what was said was not understood")
        plainly = report.aloud and report.who.kind == "these" and match.end <= report.plain_end
        name = CLAIMED_TERM if plainly else SAID_TERM
        said = tuple(f.Holds(name, (f.Const(who.roles[0]), each)) for each in told if each is not None)
        begins = min(report.begins, match.start)
        return replace(match, start=begins, kind=HISTORY, meant=said, told=match.start)

    def _echoes(self, lattice: Lattice, frames: Frames, found: Sequence[TalkMatch], number: int) -> list[TalkMatch]:
        """What is said of further players by likening them to those of the claim before."""
        made = []
        for echo in lattice.find(self._talk.echoes):
            before = [*self._before, *(each for each in found if each.end <= echo.start)]
            bound = bindings(self._talk.echo_parts[echo.number], echo.steps, lattice.tokens)
            people = self._discourse.who(bound["player"].sense, (number, bound["player"].start)) if bound else None
            if not before or before[-1].kind != HISTORY or before[-1].why or people is None or people.kind != "these":
                continue
            if before[-1].told is not None:
                continue  # Player 5 said that Player 6 was there, and so did I
            likened = one_of_many if echo.number in self._talk.of_many else partial(of_another, self._talk.players)
            if echo.end < len(lattice.tokens) and lattice.tokens[echo.end].low == "as":
                continue  # Player 5 as well as Player 6
            if not frames.begins_echo(echo.start) or frames.supposed(echo.start):
                continue  # I saved Player 5 as well
            if lattice.tokens[echo.start].low in ("neither", "nor") and not is_denied(before[-1]):
                continue  # Player 5 claims to be a villager, and does not like that. Neither do I.
            alike = [likened(before[-1].meant[0], one) for one in people.roles] if before[-1].meant else []
            if alike and all(each is not None for each in alike):
                meant = tuple(each for each in alike if each is not None)
                made.append(TalkMatch(echo.start, echo.end, HISTORY, meant, frozenset(range(echo.start, echo.end))))
        return longest_matches(made)


def _subject(found: FoundPattern) -> TalkPhrase | None:
    """The players that a pattern begins with."""
    people = (step for step in found.steps if isinstance(step, TalkPhrase) and step.category == "people")
    first = next(people, None)
    return first if first is not None and first.start == found.start else None


def _unclear(found: FoundPattern, end: int, left: Sequence[str], frames: Frames) -> str:
    """Why what a pattern says may not be what is said; `left` are the words that it leaves, and it ends at a token."""
    if left:
        return f"these words were not understood: {', '.join(left)}"
    if cut := frames.cut_short(found.start, end) or frames.since(found):
        return f"these words were not understood: {cut}"
    subject = _subject(found)
    if subject is not None and frames.preposition(found.start, subject.end):
        return _OF_SOME
    if not any(map(tells_when, found.steps)) and frames.another_time(found.start, end):
        return "it is told of another time than now"
    return ""


def _single(people: People) -> str:
    """The only player that is named."""
    return people.roles[0] if people.kind == "these" and len(people.roles) == 1 else ""


def _inside(claim: Claim, span: tuple[int, int]) -> bool:
    return span[0] <= claim.span[0] and claim.span[1] <= span[1]


def _cells(rows: Sequence[Sequence[Cell]]) -> list[Cell]:
    return [cell for row in rows for cell in row if cell.words]


def _span(sentence: Sentence | Cell, start: int, end: int) -> tuple[int, int]:
    return sentence.places[start], sentence.places[end - 1] + 1


def _claim(passage: str, span: tuple[int, int], meant: Meant, match: TalkMatch) -> Claim:
    return Claim(passage, span, query(meant), "talk", formula=meant, kind=match.kind, hedged=match.hedged)
