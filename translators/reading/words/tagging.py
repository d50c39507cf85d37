"""What each word of a sentence may be: the lowest edges of its chart.

Long, because what a word may be hangs on the words beside it, each kind of word in its own way.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from gdl.values import dataclass
from translators.reading.words.bound_names import bind_names
from translators.reading.words.game_words import GameWords
from translators.reading.words.lexicon import Word
from translators.reading.words.tokens import WordToken, tokenize

_UNITS = frozenset(
    """point dollar coin year euro unit minute more less fewer kilo token credit chip day month hour thousand million
    cent     each apiece extra additional""".split()
)
_BEFORE_AGENTS = frozenset(
    {"a", "an", "another", "lone", "fellow", "every", "any", "two", "one", "pure", "single", "other"}
)
MOST_STRANGE = 2
"""Words that nobody knows which a phrase may pass in a row."""
_CLOSED = frozenset({"counterfactual", "apparent"})
"""Categories whose words mean nothing by themselves."""
_FIRST_OF = frozenset("step node stage turn move opportunity chance decision period".split())
"""Nouns after which `at first` is no appearance."""
_JOINING = frozenset(
    """comma and since but contrast counterfactual semi colon lp rp or where if not never no neither unless instead than
    slash dash plus times equals bang question""".split()
)
"""Categories after which no unknown word is passed over: what it belongs to begins there."""
_SIGNS = frozenset("= < > >= <= ≥ ≤ + *".split())
_AFTER_SUBJECTS = frozenset(
    """is was would will does can cannot gives pays guarantees dominates strictly weakly has never always beats yields
    earns     brings leads ensures offers""".split()
)
"""Words before which an `A` that begins a sentence is a name, since no article stands there."""
_NUMERALS = {word: Fraction(at) for at, word in enumerate("two three four five six seven eight nine ten".split(), 2)}
_GREEK = {
    name: chr(sign)
    for sign in range(ord("α"), ord("ω") + 1)
    if (name := unicodedata.name(chr(sign)).removeprefix("GREEK SMALL LETTER ").lower()).isalpha()
}
_FRACTIONS = frozenset({"numeral", "times_as"})
_NOTHING_BUT = frozenset("better worse more less higher lower greater above beyond but except else of to".split())
"""What follows a `nothing` that is no amount: nothing better than 1."""
"""Categories whose senses are written as numbers."""
_MEANS = frozenset({"E", "EU", "EV", "EP", "Eu", "EX"})
_PAYS = frozenset({"u", "U", "v", "V", "π", "Π", "pi", "Pi"})
"""Signs of functions that expect or pay, before a bracket or an index."""
_AUXILIARIES = frozenset(
    "would will should does can could must may might 'd 'll also then still never always only".split()
)
_TARGETS = frozenset({"me", "us", "him", "her", "them", "you"})
"""Whoever suffers a move, right behind it: nothing more than the move tells."""
_AFTER_TARGETS = frozenset("and but when while if then or as because since so after before".split())
_EQUALLY = frozenset({"is", "was", "be", "'s", "has"})
_RECEIVING = frozenset({"gets", "get", "got", "receives", "receive"})
"""Verbs of players: what a move does is to give."""
_OBJECTS = frozenset({"me", "us", "them", "him", "her", "both", "each", "everybody", "everyone"})
_PRONOUN_AFTER = frozenset("= , / ( ) : | -> ; .".split())


class WordEdge(NamedTuple):
    """Some words of a sentence in one category.

    Attributes:
        start: number of the first token; `end` of the one after the last, light words after it included.
        sense: what they mean.
    """

    category: str
    start: int
    end: int
    sense: Any


@dataclass(frozen=True, slots=True)
class Tagged:
    """A sentence's tokens and what they may be.

    Attributes:
        light: whether a token may be passed over; `known` whether it is in any category; `strange` whether nobody
            knows it, so that phrases may pass it, and are unsure then.
    """

    tokens: tuple[WordToken, ...]
    edges: tuple[WordEdge, ...]
    light: tuple[bool, ...]
    known: tuple[bool, ...]
    strange: tuple[bool, ...]


def tag(words: str, game: GameWords, literals: Container[str] = ()) -> Tagged:
    """The tokens of a sentence with all that they may be.

    Args:
        literals: words that constructions name themselves.
    """
    tokens, bound = bind_names(_unhyphened(tokenize(words), game))
    lexicon = game.lexicon
    raw: list[tuple[str, int, int, Any]] = []
    passed: list[tuple[int, int]] = []
    plain = [token.low in lexicon.light for token in tokens]
    light = plain.copy()
    for place, token in enumerate(tokens):
        if token.text in bound:
            raw.append((bound[token.text], place, place + 1, token.text))
            continue
        if not _is_plain(token, game):
            raw += _signs(tokens, place, game)
        words_here = lexicon.at(tokens, place)
        for end, (category, sense) in words_here:
            if category == "apparent" and end < len(tokens) and tokens[end].low in _FIRST_OF:
                continue
            if category == "light":
                if any(each.low in game.short_names for each in tokens[place:end]):
                    continue  # `on paper`, where paper can be chosen
                passed.append((place, end))
                light[place:end] = [True] * (end - place)
            elif _is_no_number(category, tokens, place, end):
                continue
            elif category == "closed":
                passed.append((place, end))
                light[place:end] = [False] * (end - place)
            elif end > place + 1 or not _shadowed(tokens, place, category, game, words_here):
                raw.append((category, place, end, _fraction(sense) if category in _FRACTIONS else sense))
        if token.low in game.pasts and token.low in game.short_names:
            raw.append(("done", place, place + 1, game.short_names[token.low]))
        if token.low == "it" and _acts(tokens, place, game):
            raw.append(("who", place, place + 1, "them" if len(game.roles) == 2 else ("them", "one")))
    if any(each[0] == "counterfactual" for each in raw) and _supposes_past(tokens):
        raw = [would for each in raw for would in _would(each, raw)]
    if game.replies:
        raw += [("reply", *each[1:]) for each in raw if each[0] == "move" and each[3] in game.replies]
    raw = [each for each in raw if each[0] != "retract" or _interrupts(tokens, each[1], each[2])]
    raw = [_told(each, tokens) if each[0] == "if" else each for each in raw]
    raw = [counted for each in raw if (counted := each if each[0] != "who" else _as_many(each, tokens, game))]
    raw = [each for each in raw if each[0] != "same_move" or not _is_number(tokens, each[2])]
    ends_move = {end for category, _, end, _ in raw if category == "move"}
    raw = [each for each in raw if each[0] != "num" or not _is_price(tokens, each[1], ends_move)]
    giving = {end for category, _, end, _ in raw if category == "give"}  # `give` may be short for giving way
    for place in (ends_move - giving) & set(range(len(tokens))):
        if tokens[place].low in _TARGETS and _stops(tokens, place + 1):
            passed.append((place, place + 1))
            light[place] = True
    if passed:
        raw = [each for each in raw if not _within(each, passed)]
    closed = [(start, end) for category, start, end, _ in raw if category in _CLOSED]
    for category, start, end, _ in raw:
        if category == "move" or category in _CLOSED:
            light[start:end] = [False] * (end - start)
    if closed:
        raw = [each for each in raw if each[0] in _CLOSED or not _within(each, closed)]
    known = [False] * len(tokens)
    starts = {start for _, start, _, _ in raw}
    for _, start, end, _ in raw:
        known[start:end] = [True] * (end - start)
    for place, token in enumerate(tokens):
        if token.low in literals:
            starts.add(place)
            raw.append((f"'{token.low}", place, place + 1, token.low))
    strange = [
        not (light[place] or known[place] or token.low in literals) and _skippable(tokens, place)
        for place, token in enumerate(tokens)
    ]
    nothing = [False] * len(tokens)
    edges: list[WordEdge] = []
    stops: dict[tuple[int, bool, bool], list[int]] = {}
    for category, start, end, sense in raw:
        way = end, category[0] == "'", category in _JOINING
        if way not in stops:
            stops[way] = _ends(end, plain if way[1] else light, starts, nothing if way[2] else strange)
        for stop in stops[way]:
            edges.append(WordEdge(category, start, stop, sense))
    return Tagged(tuple(tokens), tuple(edges), tuple(light), tuple(known), tuple(strange))


def _is_plain(token: WordToken, game: GameWords) -> bool:
    """Whether a token is a word that is no sign: no letter, no initial, no number, no function."""
    text = token.text
    return (
        len(text) > 2
        and text.isalpha()
        and not text.isupper()
        and text not in game.letters
        and text not in game.initials
        and token.low not in _GREEK
    )


def _signs(tokens: list[WordToken], place: int, game: GameWords) -> list[tuple[str, int, int, Any]]:
    """What a token may be that is more than a word: letters of moves, functions, initials, numbers."""
    token, initials = tokens[place], game.initials
    text = token.text
    found = _letters(tokens, place, game)
    if functions := _function(tokens, place, game):
        found += functions
    elif len(text) == 1 or token.low in _GREEK:
        found += _symbols(tokens, place, game)
    if text in initials and (text != "A" or _is_letter(tokens, place)):
        found.append(("who", place, place + 1, ("role", initials[text])))
    if text == "(" and not token.spaced and place and _multiplies(tokens[place - 1]):
        found.append(("lp_tight", place, place + 1, "("))
    if token.low == "x" and _between_numbers(tokens, place):
        found.append(("times", place, place + 1, "times"))
    if token.number is not None:
        found.append(("num", place, place + 1, token.number))
        if token.number in game.numbered:
            found.append(("numbered", place, place + 1, game.numbered[token.number]))
    return found


def _acts(tokens: list[WordToken], place: int, game: GameWords) -> bool:
    """Whether an `it` chooses or receives something, which only a player does: a firm, a ferry."""
    at = place + 1
    while at < len(tokens) and tokens[at].low in _AUXILIARIES:
        at += 1
    if at >= len(tokens) or tokens[at].low in _EQUALLY:
        return False
    after = tokens[at + 1].low if at + 1 < len(tokens) else ""
    for _, (category, _) in game.lexicon.at(tokens, at):
        if category == "choose" or (category == "move" and tokens[at].text.islower()):
            return True
        if category == "get" and tokens[at].low in _RECEIVING and after not in _OBJECTS:
            return True
    return False


def _supposes_past(tokens: Sequence[WordToken]) -> bool:
    """Whether a sentence tells what would be if something had been done: `had she sent 2`, `if I had stayed`."""
    lows = [token.low for token in tokens]
    return lows[:1] == ["had"] or any(
        low == "if" and "had" in lows[place : place + 6] for place, low in enumerate(lows)
    )


def _would(edge: tuple[str, int, int, Any], raw: list[tuple[str, int, int, Any]]) -> list[tuple[str, int, int, Any]]:
    """An edge where a past is supposed: `would have got` is a verb of getting there, as its last word is."""
    for category, start, end, _ in raw if edge[0] != "counterfactual" else ():
        if category == "counterfactual" and start <= edge[1] < end:
            whole = edge[2] == end == edge[1] + 1 and edge[0] in ("get", "give")
            return [(edge[0], start, end, edge[3])] if whole else []
    return [edge] if edge[0] != "counterfactual" else []


def _interrupts(tokens: Sequence[WordToken], start: int, end: int) -> bool:
    """Whether a word takes back what was said: `wait, no`, but not `we wait for dusk`."""
    alone = end - start == 1 and tokens[start].low == "wait"
    return not alone or end == len(tokens) or not tokens[end].text.isalpha() or tokens[end].low in ("no", "that", "a")


def _within(edge: tuple[str, int, int, Any], spans: list[tuple[int, int]]) -> bool:
    return any(start <= edge[1] and edge[2] <= end for start, end in spans)


def _function(tokens: list[WordToken], place: int, game: GameWords) -> list[tuple[str, int, int, Any]]:
    """A sign of a function: `E[R]`, `u(R, B)`, `u_1(R, B)`, `U_R`."""
    base, _, index = tokens[place].text.partition("_")
    if base not in _MEANS and base not in _PAYS:
        return []
    brackets = place + 1 < len(tokens) and tokens[place + 1].text in "([" and not tokens[place + 1].spaced
    if not index:
        if not brackets or base in game.letters:
            return []
        kind = ("expected", "expected") if base in _MEANS else ("payoff", "pay")
        return [(kind[0], place, place + 1, kind[1])]
    role, moves = _role_index(index, game), _move_index(index, game)
    if role is not None and brackets:
        return [("utility_of", place, place + 1, role)]
    kind_of = "expected_of" if base in _MEANS else "utility_of_move"
    return [(kind_of, place, place + 1, moves[0])] if len(moves) == 1 and not brackets else []


def _role_index(index: str, game: GameWords) -> str | None:
    """The role that an index tells, by its place or its initial."""
    if index.isdigit():
        return game.roles[int(index) - 1] if 0 < int(index) <= len(game.roles) else None
    found = [role for role in game.roles if role.lower() == index.lower() or role[:1].lower() == index.lower()]
    return game.initials.get(index) or (found[0] if len(found) == 1 else None)


def _move_index(index: str, game: GameWords) -> tuple[str, ...]:
    """The moves that an index names."""
    named = (sense for _, (category, sense) in game.lexicon.phrases.get(index.lower(), ()) if category == "move")
    return game.letters.get(index) or tuple(named) if len(index) > 1 else game.letters.get(index, ())


def _is_number(tokens: list[WordToken], place: int) -> bool:
    """Whether a number stands there: `the same 3 points` is no choice."""
    return place < len(tokens) and (tokens[place].number is not None or tokens[place].low in _NUMERALS)


def _stops(tokens: list[WordToken], place: int) -> bool:
    """Whether no verb follows there whose object what stands before would not be: `if they audit me, ...`."""
    return place >= len(tokens) or not tokens[place].text.isalpha() or tokens[place].low in _AFTER_TARGETS


def _is_price(tokens: list[WordToken], place: int, ends_move: set[int]) -> bool:
    """Whether a number tells more of a move rather than what it brings: `buy at 8`, not `buying at 40 %`."""
    after = tokens[place + 1].low if place + 1 < len(tokens) else ""
    return place > 1 and tokens[place - 1].low == "at" and place - 1 in ends_move and after not in ("%", "percent")


def _is_no_number(category: str, tokens: list[WordToken], start: int, end: int) -> bool:
    """Whether a word for a number tells none here: `the other one`, `nothing better than 1`."""
    if category == "nothing":
        return end < len(tokens) and tokens[end].low in _NOTHING_BUT
    return category == "numeral" and tokens[start].low == "one" and not _counts(tokens, start)


def _counts(tokens: list[WordToken], place: int) -> bool:
    """Whether `one` is a number here: a unit or a comparison follows."""
    return place + 1 < len(tokens) and tokens[place + 1].low.rstrip("s") in _UNITS


def _told(edge: tuple[str, int, int, Any], tokens: list[WordToken]) -> tuple[str, int, int, Any]:
    """Words that suppose something, of which `say` tells what somebody says where a subject stands before it."""
    _, place, end, _ = edge
    before = tokens[place - 1] if place else None
    supposes = before is None or not before.text.isalnum() or before.low in ("and", "but", "so")
    return edge if tokens[place].low != "say" or supposes else ("speech", place, end, "speech")


def _as_many(
    edge: tuple[str, int, int, Any], tokens: list[WordToken], game: GameWords
) -> tuple[str, int, int, Any] | None:
    """Words for all players, or for all others, if the number said with them is theirs: not `all five` of four."""
    category, start, end, sense = edge
    exact = sense == "one" and start and tokens[start - 1].low in ("exactly", "just", "precisely")
    if category == "who" and (sense == "only_one" or exact):
        return category, start, end, ("some", "1")
    if category != "who" or sense not in ("each", "rest"):
        return edge
    after = tokens[start : end + 1] if tokens[start].low == "all" else tokens[start:end]
    told = [_NUMERALS.get(token.low, token.number) for token in after]
    counts = [count for count in told if count is not None]
    if not counts or counts[0] == len(game.roles) - (sense == "rest"):
        return edge
    others = sense == "each" and counts[0] == len(game.roles) - 1 and tokens[start].low == "all"
    return (category, start, end, "rest") if others else None


def _ends(end: int, light: list[bool], starts: set[int], strange: list[bool]) -> list[int]:
    """Where the next word may begin: after the light words that follow, or at one of them that is more than light.

    A few words that nobody knows may be passed as well: a claim that passes them is unsure.
    """
    found = []
    size, passed = len(light), 0
    while end < size:
        if light[end]:
            if end in starts:
                found.append(end)
        elif strange[end] and passed < MOST_STRANGE:
            found.append(end)
            passed += 1
        else:
            break
        end += 1
    return [*found, end]


def _skippable(tokens: Sequence[WordToken], place: int) -> bool:
    """Whether a word that nobody knows may be an adverb or another word beside the matter: a plain word, no name."""
    word = tokens[place].text
    return word.isalpha() and len(word) > 1 and (word.islower() or place == 0)


@lru_cache(maxsize=256)
def _fraction(text: str) -> Fraction:
    return Fraction(text)


def _shadowed(
    tokens: list[WordToken], place: int, category: str, game: GameWords, words: list[tuple[int, Word]]
) -> bool:
    """Whether a word isn't this here: a single letter is a move's name and nothing else; `low` alone is no player.

    Args:
        words: all that begins there.
    """
    if category == "agent" and any(word.category == "move" for _, word in words):
        return place == 0 or tokens[place - 1].low not in _BEFORE_AGENTS
    text = tokens[place].text
    return (
        len(text) == 1
        and text in game.letters
        and text.isalpha()
        and not (category in ("who", "whose") and text == "I")
    )


def _symbols(tokens: list[WordToken], place: int, game: GameWords) -> list[tuple[str, int, int, Any]]:
    """A letter that stands for a number, or for a role whose payoff an equation tells."""
    text = tokens[place].text
    found: list[tuple[str, int, int, Any]] = []
    if text not in game.letters and _is_symbol(tokens, place):
        found.append(("letter", place, place + 1, _GREEK.get(tokens[place].low, text)))
    at = "ABCD".find(text)
    if len(text) == 1 and 0 <= at < len(game.roles) and place + 1 < len(tokens) and tokens[place + 1].text == "=":
        found.append(("bind_role", place, place + 1, ("role", game.roles[at])))
    return found


def _letters(tokens: list[WordToken], place: int, game: GameWords) -> list[tuple[str, int, int, Any]]:
    """A move's letter, or letters written together: `R`, `RB`."""
    token = tokens[place]
    moves = game.letters.get(token.text)
    if moves:
        return [("move", place, place + 1, move) for move in moves] if _is_letter(tokens, place) else []
    if len(token.text) == len(game.roles) and token.text.isalpha() and token.text.isupper():
        pair = [game.letters.get(letter, ()) for letter in token.text]
        if all(len(each) == 1 for each in pair):
            return [("pair", place, place + 1, tuple(each[0] for each in pair))]
    return []


def _multiplies(before: WordToken) -> bool:
    """Whether a bracket right after a token is a factor: `2(1 - p)`, `1/3(0)`."""
    return before.number is not None or before.text.isalnum() or before.text == ")"


def _between_numbers(tokens: list[WordToken], place: int) -> bool:
    """Whether a token stands between two numbers, which may be sums of money."""
    before = tokens[place - 1] if place else None
    after = [token for token in tokens[place + 1 : place + 3] if token.text not in "$€£"]
    counted = before is not None and (before.number is not None or before.text in "%)")
    return counted and bool(after) and (after[0].number is not None or after[0].text == "(")


def _is_symbol(tokens: list[WordToken], place: int) -> bool:
    """Whether a small letter stands for a number; `a` does beside a number or a sign of relation."""
    text = tokens[place].text
    if tokens[place].low in _GREEK:
        return True
    if len(text) != 1 or not text.islower() or text == "i":
        return False
    if text != "a":
        return True
    before, after = tokens[place - 1] if place else None, tokens[place + 1] if place + 1 < len(tokens) else None
    scaled = before is not None and before.number is not None and not tokens[place].spaced
    return scaled or (after is not None and after.text in _SIGNS)


def _is_letter(tokens: list[WordToken], place: int) -> bool:
    """Whether a letter is a move's name, not the article `A` or the pronoun `I`."""
    text = tokens[place].text
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    before = tokens[place - 1] if place else None
    if text == "I":
        return (after is None or after.text in _PRONOUN_AFTER) and before is not None and before.text in "=,/(:|"
    if text in ("A", "a") and after is not None and after.text.isalpha() and after.text.islower():
        return text == "A" and (place > 0 or after.low in _AFTER_SUBJECTS)
    if text.isdigit():
        return before is not None and (before.text in "(,/=:{" or before.text.isalpha())
    return True


def _unhyphened(tokens: list[WordToken], game: GameWords) -> list[WordToken]:
    """Tokens without the hyphens inside words; between two letters of moves a hyphen is a stroke: `R-B`."""
    if all(token.text != "-" for token in tokens):
        return tokens
    found: list[WordToken] = []
    for place, token in enumerate(tokens):
        inside = token.text == "-" and 0 < place < len(tokens) - 1 and not token.spaced and not tokens[place + 1].spaced
        if not inside:
            found.append(token)
        elif _names_move(tokens[place - 1], game) and _names_move(tokens[place + 1], game):
            found.append(WordToken("/", "/", token.start, token.end, None, False))
        elif tokens[place - 1].number is not None and tokens[place - 1].text == tokens[place + 1].text:
            continue  # 50-50
        elif not (tokens[place - 1].text.isalpha() and tokens[place + 1].text.isalpha()):
            found.append(token)
    return found


def _names_move(token: WordToken, game: GameWords) -> bool:
    return token.text in game.letters or any(
        category == "move" and words == (token.low,) for words, (category, _) in game.lexicon.phrases.get(token.low, ())
    )
