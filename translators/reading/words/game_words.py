"""The words of one game: what its roles and moves are called, in all forms, for one reader of a text.

Long, because all that a game's own names bring to a text is put together in one place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cache, cached_property

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from translators.language.vocabulary import Vocabulary, drawn_name
from translators.reading.words.inflection import adverb, agents, nouns_of, past, third_person, verb_forms
from translators.reading.words.lexicon import (
    WordLexicon,
    choosing_verbs,
    common_lexicon,
    dealt_nouns,
    irregular_forms,
    turning_words,
)
from translators.reading.words.portions import kin_names, portion_names

_ARTICLES = ("the ", "a ", "an ")
_LEAST_STEM = 4
_SHORTEST = 2
"""Shorter words are no short names of moves."""
_THOUSAND = 1000
_NUMBERED = re.compile(r"[a-z]+ (?:of )?(\d+)")


@dataclass(frozen=True)
class GameWords:
    """Words for reading texts about one game as the reasoning of one role.

    Attributes:
        roles: of the game, in its order, without chance.
        moves: role → its moves; turn → those that may be made there.
        me: whose reasoning is read.
        lexicon: the common words and the game's.
        letters: names of moves that are told by their case alone, such as `I`: as written → moves.
        losses: whether payoffs can be negative, so that what is lost is a payoff.
        largest: the largest payoff, without its sign; `smallest`, the smallest one that isn't 0.
        costs: whether they can't be positive, so that amounts told without a sign are costs.
        owners: move → the roles that have it.
        turns: who chooses when: a role where it chooses once, `role@step` where it chooses at several steps; those of
            chance are among them.
        steps: turn → the step at which it comes.
        pasts: verbs of choosing in the past tense.
        initials: capital → the role that it stands for, where no move is called so.
        numbered: number → the move that is told by it alone, such as a bid, where moves are.
        replies: moves that are only ever made after another role's, in a game in turn.
        drawn: what chance may bring, by its name → the moves of chance that are it.
        dealt: role → the turns of chance that it knows of when it first chooses: its card, its type.
        namesakes: what several roles call different moves → role → its move.
        plays: turn → move for each course of a game in turn; empty where all choose once at the same time.
    """

    roles: tuple[str, ...]
    moves: dict[str, tuple[str, ...]]
    me: str
    lexicon: WordLexicon
    letters: dict[str, tuple[str, ...]]
    losses: bool
    costs: bool
    largest: Fraction
    smallest: Fraction
    owners: dict[str, tuple[str, ...]]
    turns: tuple[str, ...] = ()
    plays: tuple[Mapping[str, str], ...] = ()
    numbered: Mapping[Fraction, str] = field(default_factory=dict)
    initials: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, int] = field(default_factory=dict)
    pasts: frozenset[str] = frozenset()
    namesakes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    replies: frozenset[str] = frozenset()
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dealt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def short_names(self) -> Mapping[str, str]:
        """Names of moves that are one word each, with what they mean."""
        return {
            first: str(sense)
            for first, entries in self.lexicon.phrases.items()
            for words, (category, sense) in entries
            if category == "move" and len(words) == 1
        }

    @cached_property
    def before_nouns(self) -> re.Pattern[str]:
        """Finds such a name, and the word in small letters behind it."""
        names = "|".join(sorted(map(re.escape, self.short_names), key=len, reverse=True)) or "(?!)"
        return re.compile(rf"\b((?i:{names})) (?=([a-z]{{3,}})\b)")

    def named(self, name: str, role: str) -> str:
        """The move of a role that is called so; a move by its own name is that move."""
        return self.namesakes[name].get(role, name) if name in self.namesakes else name

    def turns_of(self, role: str) -> tuple[str, ...]:
        """When a role chooses."""
        return tuple(turn for turn in self.turns if role_of(turn) == role)

    def courses(self, partial: Mapping[str, str]) -> list[Mapping[str, str]]:
        """The courses of the game in which these choices are made."""
        wanted = partial.items()
        return [play for play in self.plays if all(play.get(turn) == move for turn, move in wanted)]

    def possible(self, partial: Mapping[str, str]) -> Mapping[str, str]:
        """What is told of a course, without choices that never come up after those before them."""
        if not self.plays or self.courses(partial):
            return partial
        kept: dict[str, str] = {}
        for turn in sorted(partial, key=lambda each: self.steps.get(each, 0)):
            if any(turn in play for play in self.courses(kept)):
                kept[turn] = partial[turn]
        return kept if self.courses(kept) else partial

    def forced(self, partial: Mapping[str, str]) -> dict[str, str]:
        """What is done before the last choice of a partial course in every course that it fits, with that."""
        last = max((self.steps.get(turn, 0) for turn in partial), default=0)
        plays = [
            {turn: move for turn, move in play.items() if self.steps.get(turn, last) < last}
            for play in self.courses(partial)
        ]
        same = {
            turn: move for turn, move in (plays or [{}])[0].items() if all(each.get(turn) == move for each in plays)
        }
        return {**same, **partial}

    def after(self, turn: str, other: str) -> bool:
        """Whether a turn comes after another one."""
        return self.steps.get(turn, 0) > self.steps.get(other, 0)

    def whole(self, partial: Mapping[str, str]) -> bool:
        """Whether nobody but chance has a choice left."""
        if not self.plays:
            return len(partial) == len(self.roles)
        left = {
            tuple((turn, move) for turn, move in play.items() if role_of(turn) in self.roles and SEES not in turn)
            for play in self.courses(partial)
        }
        return len(left) == 1

    @property
    def chancy(self) -> bool:
        """Whether chance moves in the game."""
        return any(role_of(turn) == RANDOM for turn in self.turns)

    @property
    def others(self) -> tuple[str, ...]:
        """All roles but the reasoner's."""
        return tuple(role for role in self.roles if role != self.me)


SEES = "@sees"
"""Ends what stands in a partial profile for a role that perceives something of chance, rather than chooses."""


def role_of(turn: str) -> str:
    """Who chooses at a turn."""
    return turn.partition("@")[0]


def step_of(turn: str) -> int | None:
    """At which step; None where a role chooses but once."""
    step = turn.partition("@")[2]
    return int(step) if step.isdigit() else None


def game_words(vocabulary: Vocabulary, me: str) -> GameWords:
    """The words of a game for the reasoning of a role."""
    roles = tuple(role for role in vocabulary.roles if role != RANDOM)
    moves = {role: tuple(vocabulary.moves.get(role, ())) for role in roles}
    losses = not vocabulary.numbers or any(number < 0 for number in vocabulary.numbers)
    costs = any(number < 0 for number in vocabulary.numbers) and not any(number > 0 for number in vocabulary.numbers)
    lexicon, letters = _lexicon(losses, costs).extended(), dict[str, tuple[str, ...]]()
    for role in roles:
        for name in dict.fromkeys((*vocabulary.role_names.get(role, ()), role, role.replace("_", " "))):
            _add_role(lexicon, name, role)
    drawn = _drawn(vocabulary)
    steps, plays = _turns(vocabulary)
    for move, names in _names_of_moves(vocabulary):
        for name in names if drawn_name(move) not in drawn else ():
            if len(name) == 1 or name.isdigit():
                letters[name] = tuple(dict.fromkeys((*letters.get(name, ()), move)))
            else:
                name_move(lexicon, name, move)
    for role in roles:
        named = {move: names for move, names in _names_of_moves(vocabulary) if move in moves[role]}
        for name, move, verbal in portion_names(named):
            if verbal:
                name_move(lexicon, name, move)
            else:
                lexicon.add(name, "move", move)
        for verb in {
            name.partition(" ")[0] for move in named for name in named[move] if _NUMBERED.fullmatch(_bare(name))
        }:
            for form in (*verb_forms(verb), *irregular_forms().get(verb, ())):
                lexicon.drop(form, "give", "gain")  # `she lent me 5` tells a move
    if steps:
        for name, move in kin_names(dict(_names_of_moves(vocabulary))):
            name_move(lexicon, name, move)
    namesakes: dict[str, Mapping[str, str]] = {}
    for name, called in _short_names(vocabulary).items():
        if len(set(called.values())) > 1:
            namesakes[name] = called
        name_move(lexicon, name, name if name in namesakes else next(iter(called.values())))
    for letter, move in _initials(vocabulary).items():
        letters.setdefault(letter, (move,))
    if len(roles) > 2:
        _count_players(lexicon)
    for turn in steps:
        moves[turn] = tuple(dict.fromkeys(play[turn] for play in plays if turn in play))
    for who, percept in dict.fromkeys(pair for pairs in vocabulary.deals.values() for pair in pairs if "(" in pair[1]):
        moves[f"{who}{SEES}"] = (*moves.get(f"{who}{SEES}", ()), percept)
        _add_percept(lexicon, percept)
    nouns = dealt_nouns() if drawn else ()
    for what in drawn:
        for name in dict.fromkeys(name for move in drawn[what] for name in _called(vocabulary, move)):
            lexicon.add(name, "holding", what)
            for noun in (*nouns, "one"):
                lexicon.add(f"{name} {noun}", "holding", what)
                lexicon.add(f"{noun} {name}", "holding", what)
                lexicon.add(f"{noun} = {name}", "holding", what)
    owners = {move: tuple(role for role in roles if move in moves[role]) for move in vocabulary.all_moves}
    if costs:
        _spend(lexicon)
    if max((abs(number) for number in vocabulary.numbers), default=Fraction(_THOUSAND)) < _THOUSAND:
        lexicon.light.add("thousand")
    return GameWords(
        roles,
        moves,
        me,
        lexicon,
        letters,
        losses,
        costs,
        max((abs(number) for number in vocabulary.numbers), default=Fraction(0)),
        min((abs(number) for number in vocabulary.numbers if number), default=Fraction(0)),
        owners,
        tuple(steps) or roles,
        plays,
        _numbered(vocabulary),
        _role_initials(vocabulary, roles, letters),
        steps,
        frozenset(_pasts(vocabulary)),
        namesakes,
        _replies(plays),
        drawn,
        {
            role: tuple(turn for turn in steps if role_of(turn) == RANDOM and steps[turn] in seen)
            for role, seen in vocabulary.dealt.items()
        },
    )


def _replies(plays: tuple[Mapping[str, str], ...]) -> frozenset[str]:
    """The moves that never begin what roles do, and that the role which begins does not have."""
    made = [
        [(role_of(turn), move) for turn, move in play.items() if role_of(turn) != RANDOM and SEES not in turn]
        for play in plays
    ]
    begins = {play[0][0] for play in made if play}
    return frozenset(move for play in made for role, move in play[1:] if role not in begins) - {
        move for play in made for role, move in play if role in begins
    }


def _drawn(vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """What chance may bring that nobody can choose, where it is told by the moves of chance alone."""
    if not vocabulary.plays or any("(" in percept for pairs in vocabulary.deals.values() for _, percept in pairs):
        return {}
    chosen = {move for role, moves in vocabulary.moves.items() if role != RANDOM for move in moves}
    found: dict[str, tuple[str, ...]] = {}
    for move in vocabulary.moves.get(RANDOM, ()):
        if move not in chosen:
            found[drawn_name(move)] = (*found.get(drawn_name(move), ()), move)
    return found


def _called(vocabulary: Vocabulary, move: str) -> list[str]:
    """The names of what chance brings."""
    names = [name for naming in vocabulary.namings for name in naming.moves.get(move, ())]
    return [drawn_name(_bare(name)).replace("_", " ") for name in (move, *names)]


@cache
def _lexicon(losses: bool, costs: bool) -> WordLexicon:
    """The common words, without those of payoffs that there are not; what is lost where none is is a difference."""
    lexicon = common_lexicon().extended()
    if not costs:
        lexicon.forget("payoff", "cost")
    if not losses:
        lexicon.mean("give", "loss", "lost")
    return lexicon


def _pasts(vocabulary: Vocabulary) -> Iterator[str]:
    """Past forms of the verbs of choosing, and of moves."""
    verbs = [name for _, names in _names_of_moves(vocabulary) for name in names]
    for verb in (*choosing_verbs(), *(_bare(name).partition(" ")[0] for name in verbs)):
        yield from (form for form in irregular_forms().get(verb, (past(verb),)) if form != verb)


def _numbered(vocabulary: Vocabulary) -> dict[Fraction, str]:
    """Moves that are called by a verb and a number, `send 2`, by their numbers; none if a number is of several."""
    found: dict[Fraction, set[str]] = {}
    for move, names in _names_of_moves(vocabulary):
        for number in {told[1] for name in names if (told := _NUMBERED.fullmatch(_bare(name)))}:
            found.setdefault(Fraction(number), set()).add(move)
    return {number: moves.pop() for number, moves in found.items() if len(moves) == 1} if len(found) > 1 else {}


def _spend(lexicon: WordLexicon) -> None:
    """Verbs of spending, where payoffs are what is spent."""
    for form in ("need", "needs", "needed", "needing", "spend", "spends", "spent", "spending", "am stuck for"):
        lexicon.add(form, "get", "gain")
    for form in ("take", "takes", "took", "taken", "taking", "need", "needs", "needed"):
        lexicon.add(form, "give", "gain")


def _turns(vocabulary: Vocabulary) -> tuple[dict[str, int], tuple[Mapping[str, str], ...]]:
    """When roles choose, with the step, and all courses of the game in these terms."""
    often = {
        role for play in vocabulary.plays for role, made in Counter(role for role, _, _ in play).items() if made > 1
    }
    steps: dict[str, int] = {}
    plays: list[Mapping[str, str]] = []
    for play in vocabulary.plays:
        told: dict[str, str] = {}
        for role, step, move in play:
            turn = f"{role}@{step}" if role in often else role
            told[turn], steps[turn] = move, step
            if role == RANDOM:
                dealt = vocabulary.deals.get(move, ())
                told |= {f"{who}{SEES}": percept for who, percept in dealt if "(" in percept}
        plays.append(told)
    return dict(sorted(steps.items(), key=lambda item: item[1])), tuple(plays)


def _add_percept(lexicon: WordLexicon, percept: str) -> None:
    """What somebody holds: `mid` or `the mid card` for `card(mid)`."""
    kind, _, rest = percept.partition("(")
    holding = rest.rstrip(")").replace("_", " ")
    if holding and "," not in holding and "(" not in holding:
        noun = kind.replace("_", " ")
        for name in (
            holding,
            f"{holding} {noun}",
            f"{noun} {holding}",
            f"{holding} one",
            f"{noun} is {holding}",
            f"{noun} = {holding}",
        ):
            lexicon.add(name, "holding", percept)


def _count_players(lexicon: WordLexicon) -> None:
    """Words that mean both of two players, said where there are more."""
    for category, pronouns in (("who", ("he", "she", "him", "her")), ("whose", ("his", "her", "hers"))):
        for pronoun in pronouns:
            lexicon.drop(pronoun, category, "them")
            lexicon.add(pronoun, category, ("them", "one"))
    lexicon.drop("alone", "only", "only")  # with nobody else there
    for words in ("two us", "us two", "two players", "pair us", "two"):
        lexicon.drop(words, "who", "both")
        lexicon.drop(words, "who", "we")


def _names_of_moves(vocabulary: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    for move in vocabulary.all_moves:
        names = [name for naming in vocabulary.namings for name in naming.moves.get(move, ())]
        yield move, list(dict.fromkeys([move.replace("_", " "), move, *names]))


def _short_names(vocabulary: Vocabulary) -> dict[str, dict[str, str]]:
    """What moves of several words are called for short → role → the move of that role.

    First and last words that no other move of the role has: `early` for the early slot, `share` for share records;
    and two words the other way round: `river patrol` for patrol river. None is a word that turns what is said beside
    it, such as `down`, nor is one told of its player: who serves wide is no more the server than who serves straight.
    """
    named = {
        move: [_bare(name).replace("_", " ").split() for name in names] for move, names in _names_of_moves(vocabulary)
    }
    found: dict[str, dict[str, str]] = {}
    players = {word for names in vocabulary.role_names.values() for name in names for word in name.lower().split()}
    for role, moves in vocabulary.moves.items():
        owners: dict[str, set[str]] = {}
        for move in moves:
            for word in (word for words in named.get(move, ()) for word in words):
                owners.setdefault(word, set()).add(move)
        for move in moves:
            for words in (words for words in named.get(move, ()) if len(words) > 1 and all(map(str.isalpha, words))):
                object_ = [words[0]] in named[move]  # `skip the work` beside `skip`: to do the work is something else
                for word in (words[0], *(() if object_ else words[-1:])):
                    told = len(word) > _SHORTEST and len(owners[word]) == 1
                    if told and word not in turning_words() and players.isdisjoint((word, *agents(word))):
                        found.setdefault(word, {})[role] = move
                if len(words) == 2:
                    found.setdefault(" ".join(reversed(words)), {})[role] = move
    return found


def _add_role(lexicon: WordLexicon, name: str, role: str) -> None:
    bare = _bare(name)
    if not bare:
        return
    lexicon.add(bare, "who", ("role", role))
    lexicon.add(f"{bare} 's", "whose", ("role", role))
    head, _, last = bare.rpartition(" ")
    noun = head if last.isdigit() or len(last) == 1 else bare
    for group in (noun, third_person(noun)) if noun and " " not in noun and len(noun) > 1 else ():
        if group != noun and noun == bare:
            lexicon.add(group, "who", ("role", role))
        elif group == noun and noun != bare:
            lexicon.add(f"other {group}", "who", "them")
            lexicon.add(f"each {group}", "who", "each")
            lexicon.add(f"every {group}", "who", "each")
            lexicon.add(f"neither {group}", "who", "neither")
            lexicon.add(f"one {group}", "who", "one")
        elif group != noun and noun != bare:
            for prefix in ("both ", "two ", ""):
                lexicon.add(prefix + group, "who", "both")
            lexicon.add(f"all {group}", "who", "each")
            lexicon.add(f"other {group}", "who", "rest")


def name_move(lexicon: WordLexicon, name: str, move: str) -> None:
    """A move's name as a noun and a verb, who makes it, and its making."""
    bare = _bare(name)
    base, _, rest = bare.partition(" ")
    tail = f" {rest}" if rest else ""
    irregular = (f"{form}{tail}" for form in irregular_forms().get(base, ()))
    for form in (bare, *(verb_forms(bare) if base.isalpha() else ()), *irregular):
        lexicon.add(form, "move", move)
        lexicon.drop(form, "retract", "retract")  # `hold on` is no correction where it can be chosen
    if not rest and base.isalpha() and len(base) >= _LEAST_STEM:
        for form in (*agents(base),):
            lexicon.add(form, "agent", move)
        for form in (*nouns_of(base), adverb(base)):
            lexicon.add(form, "move", move)
    if not rest and base.isalpha():
        lexicon.add(base, "agent", move)
        lexicon.add(third_person(base), "agent", move)


def _initials(vocabulary: Vocabulary) -> dict[str, str]:
    """Capitals that stand for one move each: `C` for cooperate, `LP` for list price."""
    found: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for move, names in _names_of_moves(vocabulary):
        for initial in dict.fromkeys(_initial(name) for name in names if len(name) > 1 and not name.isdigit()):
            counted[initial] += 1
            found[initial] = move
    return {
        initial: move for initial, move in found.items() if initial and counted[initial] == 1 and initial not in "IA"
    }


def _role_initials(vocabulary: Vocabulary, roles: tuple[str, ...], taken: Container[str]) -> dict[str, str]:
    """Capitals that stand for one role each."""
    named = [(role, vocabulary.role_names.get(role, (role,))) for role in roles]
    counted = Counter(each for _, names in named for each in {_initial(name)[:1] for name in names})
    return {
        letter: role
        for role, names in named
        for name in names
        if (letter := _initial(name))
        and len(letter) == 1
        and counted[letter] == 1
        and letter not in taken
        and letter != "I"
    }


def _initial(name: str) -> str:
    words = _bare(name).split()
    return "".join(word[0] for word in words).upper() if words and all(word[0].isalpha() for word in words) else ""


def _bare(name: str) -> str:
    low = name.lower()
    for article in _ARTICLES:
        if low.startswith(article):
            return low[len(article) :]
    return low
