"""A player without a model that talks: it moves as `plain` does, says what can be claimed, and errs at given rates.

What it says is made of `talker.toml` (`talker_data`), out of nothing but what it perceived and did: true sentences of
the record and the rules, announcements, small talk, and for itself what its card tells. At given rates it says or
thinks something false, lies, gives its card away or breaks its word (`Rates`). Which sentences are wrong it knows, and
says so in a note of kind `mistakes`: `mistakes`, each with `where` (`speech`, `thought` or `answer`), `sentence` and
`error`, the name of the rate. An announcement that it means to break is a mistake of the speech that makes it. Where a
question is asked again, because an answer was refused or a draft comes back, the last note is that of the answer that
counts, and may be empty.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Symbol, Term
from gdl.tree.term import substitute
from gdl.values import dataclass
from lelma.agents.players.conditions import Binding, LivedFacts, term_in
from lelma.agents.players.random_agent import RandomAgent
from lelma.agents.players.rule_agent import PreferringAgent, preferring_agents
from lelma.agents.players.talker_data import (
    Rates,
    Sayable,
    TalkerData,
    read_talker_data,
)
from lelma.agents.players.talker_words import TalkerWords
from lelma.agents.protocol import AgentFacts, Answer, CheckedDraft, Note, Seat, View
from lelma.game.game import Game
from lelma.game.wording import Wording, fill, sentence
from lelma.support.errors import UsageError
from lelma.support.outside import named_options, with_rates
from translators.language.patterns import Filled, OneOf, PatternParts, PatternWord

_SMALL_TALK = 0.2
_TRIES = 40
"""Draws of a kind of claim before nothing is said."""

_ERRORS = ("history", "rules", "slip", "bluff", "contradict", "break_vote")
"""Rates of what may be wrong with a speech."""


@dataclass(frozen=True)
class _Said:
    """One sentence.

    Attributes:
        error: the rate by which it is wrong; empty if it isn't.
        move: what it announces, in KIF.
        own: what it has the own card be: what the variables of its claim stand for.
    """

    text: str
    error: str = ""
    move: str = ""
    own: frozenset[tuple[str, Term]] = frozenset()


@dataclass(frozen=True)
class _Draft:
    """An answer, sentence by sentence."""

    move: str
    speech: tuple[_Said, ...] = ()
    thought: tuple[_Said, ...] = ()
    trouble: tuple[tuple[str, str], ...] = ()
    """What is no answer in it, and by which rate."""

    def answer(self, *, again: bool) -> Answer:
        """As the referee takes it; `again` if an answer to the same question was given before."""
        wrong = [("speech", each.text, each.error) for each in self.speech if each.error]
        wrong += [("thought", each.text, each.error) for each in self.thought if each.error]
        wrong += [("answer", *each) for each in self.trouble]
        mistakes = [dict(zip(("where", "sentence", "error"), each, strict=True)) for each in wrong]
        notes: tuple[Note, ...] = ({"kind": "mistakes", "mistakes": mistakes},) if mistakes or again else ()
        words, thought = (" ".join(each.text for each in part) for part in (self.speech, self.thought))
        lies = tuple(each.text for each in self.speech if each.error == "bluff")
        return Answer(self.move, words, thought, lies=lies, notes=notes)


class Talker:
    """Says what it may say of a game, right and wrong."""

    here = True
    asked_again = True  # it keeps what it promised and claimed
    name = "talker"
    facts = AgentFacts("moves as plain does, says what is so, and errs at the rates it is given", calls=0)

    def __init__(
        self,
        data: TalkerData,
        mover: PreferringAgent | None,
        rates: Rates,
        *,
        seed: int = 0,
        words: TalkerWords | None = None,
    ) -> None:
        """`mover` moves for it; without one it moves at random. `words` are what it can tell of its word."""
        self._data, self._mover, self._rates, self._seed, self._words = data, mover, rates, seed, words
        self._given: dict[int, _Draft] = {}

    @classmethod
    def of(cls, game: Game, options: str = "") -> Callable[[], Talker]:
        """What makes talkers of a game; `options` are rates, `seed` and `lexicon`, such as `history=0.2,obey=0.7`.

        Raises:
            GameError: for faults of the game's `talker.toml` or of the lexicon.
            UsageError: for an option that there is not, and a lexicon where no words are dealt.
        """
        data, given = read_talker_data(game), named_options(options)
        seed, lexicon = given.pop("seed", "0"), given.pop("lexicon", "")
        if not seed.isdecimal():
            raise UsageError(f"seed should be a whole number, not {seed!r}")
        rates = with_rates("a talker", data.rates, given)
        mover = preferring_agents(game.folder).get("plain")
        words = TalkerWords.of(game, lexicon) if rates.tell or lexicon else None
        return lambda: cls(data, mover, rates, seed=int(seed), words=words)

    def begin(self, seat: Seat) -> None:
        """A new match."""
        self._given = {}

    def act(self, view: View) -> Answer:
        """Its move, its words and its thought."""
        chance = random.Random(f"{view.seed}/{self._seed}/{len(view.checked)}")
        at = len(view.plies)
        turn = _Turn(self._data, self._mover, self._rates, view, chance, dict(self._given), self._words)
        last = self._given.get(at)
        if view.checked and last is not None and turn.matches(last, view.checked[-1]):
            draft = turn.mended(last, view.checked[-1])
        else:
            draft = turn.draft()
        self._given[at] = draft
        return draft.answer(again=bool(view.refused or view.checked))


class _Turn:
    """One question to a talker."""

    def __init__(
        self,
        data: TalkerData,
        mover: PreferringAgent | None,
        rates: Rates,
        view: View,
        chance: random.Random,
        given: dict[int, _Draft],
        words: TalkerWords | None = None,
    ) -> None:
        self.words = words
        self.data, self.mover, self.rates, self.view, self.chance = data, mover, rates, view, chance
        self.facts = LivedFacts.of(view, data.periods, data.public)
        self.me: Binding = {"me": Symbol(view.role)}
        self.heard = [each.words for ply in view.plies for each in ply.heard if each.role == view.role]
        self.earlier = [
            (at, said)
            for at, draft in given.items()
            if at < len(view.plies)
            for said in draft.speech
            if any(said.text in each.words for each in view.plies[at].heard if each.role == view.role)
        ]
        self.used: set[str] = set()
        self.found: dict[int, tuple[Sequence[Binding], Sequence[Binding]]] = {}

    def draft(self) -> _Draft:
        """An answer, with the mistakes that the rates bring."""
        if self._happens("malformed"):
            text = self.chance.choice(("I would rather not say.", "MOVE: (((", "{", "As a player, I think: hm."))
            return _Draft(text, trouble=((text, "malformed"),))
        if self._happens("illegal"):
            made = [ply.move for ply in self.view.plies if ply.chosen]
            move = next((move for move in (*reversed(made), "noop") if move not in self.view.legal), "noop")
            return _Draft(move, self._speech(0), trouble=((move, "illegal"),))
        answer = (self.mover or RandomAgent()).act(self.view)
        thought = self._thought(self._happens("hallucinate"))
        if answer.move not in self.view.speaking:
            return _Draft(self._kept(answer.move), thought=thought)
        told = self.words.told(self.view, self.chance) if self.words is not None and self._happens("tell") else ""
        if told:
            return _Draft(answer.move, (_Said(told),), thought)
        errors = [error for error in _ERRORS if self._happens(error)]
        opening = () if not self.data.opening or self.mover is None else (_Said(answer.words),)
        return _Draft(
            answer.move, (*opening, *self._speech(self.chance.randint(*self.data.sentences), errors)), thought
        )

    # What comes back with feedback

    def matches(self, draft: _Draft, checked: CheckedDraft) -> bool:
        """Whether a draft is the one that was checked."""
        return all(each.text in checked.words for each in draft.speech) and draft.move == checked.move

    def mended(self, draft: _Draft, checked: CheckedDraft) -> _Draft:
        """The draft again, without what the feedback is about if it obeys."""
        if not self._happens("obey"):
            return draft
        told = [each for each in (*draft.speech, *draft.thought) if _quoted(each.text, checked.feedback)]
        wrong = told or [each for each in (*draft.speech, *draft.thought) if each.error not in ("", "bluff", "slip")]
        self.used = {each.text for each in (*draft.speech, *draft.thought)}
        speech, thought = (tuple(each for each in part if each not in wrong) for part in (draft.speech, draft.thought))
        again = [error for error in ("history", "rules", "contradict") if self._happens("relapse")][:1]
        if draft.speech:
            speech += self._speech(1 if len(speech) < len(draft.speech) and not again else 0, again, promise=False)
        if not draft.speech:
            promised = self._promised()
            kept = promised[0] if promised is not None and promised[0] in self.view.legal else draft.move
            return replace(draft, move=kept, thought=thought)
        return replace(draft, speech=speech or self._speech(1, promise=False), thought=thought)

    # Words

    def _speech(self, count: int, errors: Sequence[str] = (), *, promise: bool = True) -> tuple[_Said, ...]:
        said = [made for error in errors if (made := self._mistake(error)) is not None]
        if promise and not any(each.move for each in said) and count and self._happens("announce"):
            said += [made for made in [self._announcement()] if made is not None]
        for _ in range(count):
            made = self._small_talk() if self.chance.random() < _SMALL_TALK else self._claim(_said_openly, true=True)
            said += [made] if made is not None else []
        self.chance.shuffle(said)
        return tuple(said) or ((self._small_talk(),) if count else ())

    def _thought(self, wrong: bool) -> tuple[_Said, ...]:
        made = [self._claim(_told_by_card, true=True), self._claim(_thinkable, true=True)]
        if wrong:
            false = self._claim(_told_by_card, true=False) if self.chance.random() < 0.5 else None
            false = false or self._claim(_thinkable, true=False)
            made += [replace(false, error="hallucinate")] if false is not None else []
        return tuple(each for each in made if each is not None)

    def _mistake(self, error: str) -> _Said | None:
        """A sentence that is wrong in a way."""
        made: _Said | None = None
        if error in ("history", "rules"):
            made = self._claim(lambda claim: claim.kind == error and not claim.tells, true=False)
        elif error == "slip":
            made = self._claim(lambda claim: bool(claim.tells), true=True, hidden=True)
        elif error == "bluff":
            made = self._claim(lambda claim: claim.tells == "own", true=False)
        elif error == "contradict":
            before = [said.own for _, said in self.earlier if said.own]
            made = self._claim(lambda claim: claim.tells == "own", true=False, unlike=before) if before else None
        elif error == "break_vote":
            made = self._announcement()
        return None if made is None else replace(made, error=error)

    def _claim(
        self,
        wanted: Callable[[Sayable], bool],
        *,
        true: bool,
        unlike: Sequence[frozenset[tuple[str, Term]]] = (),
        hidden: bool = False,
    ) -> _Said | None:
        """A claim that was not made yet, with `hidden` one that gives something away; None if none was found."""
        claims = [claim for claim in self.data.claims if wanted(claim)]
        for _ in range(_TRIES if claims else 0):
            claim = self.chance.choice(claims)
            found = self._ways(claim, true)
            found = [values for values in found if self.facts.holds(claim.hides, values)] if hidden else found
            if not found:
                claims.remove(claim)
                if not claims:
                    return None
                continue
            values = self.chance.choice(found)
            told = frozenset(values.items()) if claim.tells == "own" else frozenset()
            text = self._text(claim, values)
            if text in self.used or told in unlike or any(text in words for words in self.heard):
                continue
            self.used.add(text)
            return _Said(text, own=told)
        return None

    def _ways(self, claim: Sayable, true: bool) -> Sequence[Binding]:
        """What a claim may be about such that it is true, or false."""
        if id(claim) not in self.found:
            both: tuple[list[Binding], list[Binding]] = [], []
            for values in self._about(claim):
                both[self.facts.holds(claim.true, values)].append(values)
            self.found[id(claim)] = both
        return self.found[id(claim)][true]

    def _about(self, claim: Sayable) -> Iterator[Binding]:
        return self.facts.solutions([substitute(term, self.me) for term in claim.about], self.me)

    def _text(self, claim: Sayable, values: Binding) -> str:
        return sentence(phrase(self.chance.choice(claim.says), values, self.view.wording, self.chance))

    def _small_talk(self) -> _Said:
        players = [Symbol(role) for role in self.view.roles if role not in (RANDOM, self.view.role)]
        text = self.chance.choice(self.data.small_talk)
        return _Said(sentence(fill(self.view.wording, text, {"player": self.chance.choice(players)})))

    # Announcements

    def _announcement(self) -> _Said | None:
        """What its mover would do now, told beforehand."""
        found = [
            (kif_term(substitute(claim.move, values)), claim, values)
            for claim in self.data.claims
            if claim.kind == "consistency" and claim.move is not None
            for values in self._about(claim)
        ]
        if not found:
            return None
        moves = list(dict.fromkeys(move for move, _, _ in found))
        liked = self.mover.preferred(moves, self.facts, self.view.role) if self.mover is not None else moves
        move, claim, values = self.chance.choice([each for each in found if each[0] in liked])
        text = self._text(claim, values)
        self.used.add(text)
        return _Said(text, move=move)

    def _promised(self) -> tuple[str, bool] | None:
        """The move that it announced last and has to make now, and whether it means to."""
        legal = {_functor(move) for move in self.view.legal}
        done = [at for at, ply in enumerate(self.view.plies) if ply.chosen and _functor(ply.move) in legal]
        open_ = [said for at, said in self.earlier if said.move and at > max(done, default=-1)]
        fitting = [said for said in open_ if _functor(said.move) in legal]
        return (fitting[-1].move, fitting[-1].error != "break_vote") if fitting else None

    def _kept(self, move: str) -> str:
        """A move, or the one that was announced; another, if it means to break its word."""
        promised = self._promised()
        if promised is None:
            return move
        announced, honest = promised
        if honest:
            return announced if announced in self.view.legal else move
        others = [other for other in self.view.legal if other != announced]
        if move != announced or not others:
            return move
        return self.chance.choice(self.mover.preferred(others, self.facts, self.view.role) if self.mover else others)

    def _happens(self, rate: str) -> bool:
        probability: float = getattr(self.rates, rate)
        return self.chance.random() < probability


def _said_openly(claim: Sayable) -> bool:
    return not claim.tells and claim.kind != "consistency"


def _told_by_card(claim: Sayable) -> bool:
    return bool(claim.tells) and bool(claim.kind)


def _thinkable(claim: Sayable) -> bool:
    return claim.kind == "history" and not claim.tells


def _functor(move: str) -> str:
    term = term_in(move)
    return term.functor if isinstance(term, Compound) else str(term)


def _quoted(text: str, feedback: str) -> bool:
    return text.rstrip(".!?").casefold() in feedback.casefold()


def phrase(parts: PatternParts, values: Binding, wording: Wording, chance: random.Random) -> str:
    """Words for a pattern, ways among others drawn."""
    words = list(_words(parts, values, wording, chance))
    text = ""
    for word in words:
        text += word if not text or word[0] in ".,;:!?'’" else f" {word}"
    return text


def _words(parts: PatternParts, values: Binding, wording: Wording, chance: random.Random) -> Iterator[str]:
    for part in parts:
        match part:
            case PatternWord(word):
                yield word
            case Filled(slot):
                yield wording.name(values[slot])
            case OneOf(ways):
                yield from _words(chance.choice(ways), values, wording, chance)
