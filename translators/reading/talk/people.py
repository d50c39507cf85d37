"""Who is spoken of: players by name and number, the speaker, pronouns, lists, and how many of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from gdl.values import dataclass
from translators.formulas.formula import Comparison
from translators.reading.talk.talk_words import talk_tokens, talk_words
from translators.reading.words.tokens import WordToken

NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "zero no none",
            "one first once single",
            "two second twice",
            "three third thrice",
            "four fourth",
            "five fifth",
            "six sixth",
            "seven seventh",
            "eight eighth",
            "nine ninth",
            "ten tenth",
        )
    )
    for word in words.split()
}
"""Words for numbers, orders and times."""

_SPEAKER = frozenset("i me myself mine my".split())
_SINGULAR = frozenset("he she her his himself herself".split())
_PLURAL = frozenset("they their".split())
_OBJECTS = frozenset(("him", "them"))
_AFTER_HER = frozenset("and but or as because so for on in at by when while too again yesterday today now".split())
"""What may follow `her` where nothing is hers."""
_ADDRESSED = frozenset("you your yours yourself".split())
_OF_MANY = frozenset(
    "everyone everybody anyone anybody all any each both either others other rest team group nobody none those these "
    "most many several someone somebody whoever".split()
)
"""Words with which some of the players are spoken of without their names."""
_BEFORE_VERBS = frozenset("also both all just then now already has have had".split())
_JOIN_AND, _JOIN_OR = frozenset(("and", "&", "/")), frozenset(("or", "nor"))
_NUMBERED = frozenset("quest mission round night day proposal phase turn game match step attempt".split())
"""What is counted, so that a number after it names no player."""
_TITLES = frozenset(("player", "players", "p", "seat", "number"))


@cache
def _phrases(text: str) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """First word → phrases, of those written with `|` between them."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for each in text.split("|"):
        words = talk_words(each.strip())
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


_NOBODY = (
    "nobody else|no one else|nobody|no one|no - one|noone|none of us|none of you|none of them|not a soul"
    "|not a single player|not a single one|not one of us|not one of you|no player|no players"
    "|no other player|not one player"
)
_EVERYONE = (
    "everyone else|everybody else|everyone|everybody|all of us|all of you|all players|all the players"
    "|the whole table|the whole group|the whole village|we all|you all|every player|every other player"
    "|all other players|all the others|all others|the others all|the rest of us|the rest of you|the rest"
    "|each of us|every one of us|every single one of us"
)
_BUT = (
    "but|but for|except|except for|apart from|other than|besides|bar|barring|excluding|aside from|save"
    "|save for|with the exception of"
)
_SOME = "someone|somebody|anyone|anybody|one of us|some of us|some player"
_OF_ALL = "of us|of you|of the players|players|people|player|of our number|of the group|of them"
_ONLY = "only|just|solely|nobody but|no one but|none but"
_ALONE = "alone|and nobody else|and no one else|and only they|all alone|all by myself|on my own"
_UNIQUE = "|".join(
    f"{be} the only {one} {who}"
    for be in ("was", "were", "is", "are", "am")
    for one in ("one", "ones", "player", "players", "person", "people", "two", "three", "two players", "three players")
    for who in ("who", "that", "who has", "who have", "who had")
)
ORDINALS = frozenset(word for word in NUMBERS if word[-2:] in ("st", "nd", "rd", "th"))
_THEMSELVES = frozenset(("himself", "herself", "themself"))
_NEITHER = (
    "neither of them|neither of the two|neither of those two|neither of these two|none of them|none of the two"
    "|none of those|none of these|none of the three|none of those three|none of these three|not one of them|neither"
)
_SOME_OF_SO_MANY = {
    number: "|".join(
        f"{one} of {the} {word}"
        for one in ("one", "at least one", "either")
        for the in ("these", "those", "the")
        for word in words.split()
    )
    for number, words in ((2, "two"), (3, "three"), (4, "four"))
}
"""One of those two: of so many players that were named."""
_EXACTLY: Mapping[str, Comparison] = {
    "exactly": "=",
    "just": "=",
    "only": "=",
    "precisely": "=",
    "at least": ">=",
    "at most": "<=",
    "no more than": "<=",
    "no fewer than": ">=",
    "all": "=",
    "a total of": "=",
    "more than": ">",
    "fewer than": "<",
    "less than": "<",
}

_AMOUNTS = "|".join(_EXACTLY)


@dataclass(frozen=True, slots=True)
class People:
    """Some players.

    Attributes:
        kind: `these`; `any` of them; `neither` of them; nobody else (`within`), or than was spoken of (`nobody_else`);
            `only` them; `nobody` and `everyone` but them; `some` player; `any_they`: one of as many as were named;
            `count`: so many, of them if any are named; `he`, `they`, `him`, `them`, `neither_they`, `you`, `we`: who
            that is depends on what was said.
        roles: the players that are named.
        number: how many, with `relation` to the number that is meant.
    """

    kind: str
    roles: tuple[str, ...] = ()
    number: int = 0
    relation: Comparison = "="


class PeopleFinder:
    """Finds mentions of players, who have `roles`, in one speaker's sentences."""

    def __init__(self, roles: Sequence[str], names: Mapping[str, Sequence[str]], speaker: str) -> None:
        self.roles, self._speaker = tuple(roles), speaker
        self._names: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for role in roles:
            for name in (*names.get(role, ()), role):
                words = talk_words(name)
                if words:
                    self._names.setdefault(words[0], []).append((words, role))

    def at(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, People]]:
        """What begins with a token: where it ends, and who that is."""
        low = tokens[start].low
        if low in _OBJECTS:
            yield start + 1, People(low)
        elif low == "her" and _nothing_hers(tokens, start + 1):
            yield start + 1, People("him")
        elif low in _SINGULAR:
            yield start + 1, People("he")
        elif low in _PLURAL:
            yield start + 1, People("they")
        elif low in _ADDRESSED:
            yield start + 1, People("you")
        for number, words in _SOME_OF_SO_MANY.items():
            of_them = _is(tokens, start, words)
            if of_them is not None:
                yield of_them, People("any_they", (), number)
        yield from self._cleft(tokens, start)
        neither = _is(tokens, start, _NEITHER)
        if neither is not None:
            yield neither, People("neither_they")
        if low == "both" and (both := _is(tokens, start + 1, "of them|of these|of those two|of those|of these two")):
            yield both, People("they", (), 2)
        elif low in ("we", "us", "our"):
            yield start + 1, People("we")
        for end, roles, joined in self._lists(tokens, start):
            kind = {"or": "any", "nor": "neither"}.get(joined, "these")
            yield end, People(kind, roles)
            unique = _is(tokens, end, _UNIQUE)
            if unique is not None and kind == "these":
                yield unique, People("only", roles)
            alone = _is(tokens, end, _ALONE)
            if alone is not None and kind == "these":
                yield alone, People("only", roles)
        if low in ("either", "both", "neither"):
            for end, roles, _ in self._lists(tokens, start + 1):
                if len(roles) > 1:
                    yield end, People({"either": "any", "both": "these", "neither": "neither"}[low], roles)
        for kind, words in (
            ("any", "one of|at least one of|either of|someone among"),
            ("within", "among|amongst|all among"),
        ):
            first = _is(tokens, start, words)
            for end, roles, _ in self._lists(tokens, first) if first is not None else ():
                yield end, People(kind, roles)
        only = _is(tokens, start, _ONLY)
        if only is not None:
            for end, roles, joined in self._lists(tokens, only):
                if joined not in ("or", "nor"):
                    yield end, People("only", roles)
        yield from self._all(tokens, start)
        yield from self._so_many(tokens, start)

    def _cleft(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, People]]:
        """It was players 2 and 3 who; it was not me who."""
        for kind, words in (("these", "it was|it is|it 's"), ("neither", "it was not|it is not|it 's not")):
            first = _is(tokens, start, words)
            for end, roles, joined in self._lists(tokens, first) if first is not None else ():
                if end < len(tokens) and tokens[end].low in ("who", "that") and joined not in ("or", "nor"):
                    yield end + 1, People(kind, roles)

    def named(self, tokens: Sequence[WordToken], start: int) -> tuple[int, str] | None:
        """The player whom a token begins to name."""
        low = tokens[start].low
        if low in _SPEAKER:
            end, role = start + 1, self._speaker
            if _is(tokens, end, "' m") is not None:
                return None
        else:
            for words, named in self._names.get(low, ()):
                end = start + len(words)
                if tuple(token.low for token in tokens[start:end]) == words:
                    role = named
                    break
            else:
                if start and low.isdigit() and tokens[start - 1].low in _TITLES | _NUMBERED:
                    return None
                place = start + 1 if low in _TITLES else start
                if place < len(tokens) and tokens[place].text == "#":
                    place += 1
                number = tokens[place].text if place < len(tokens) else ""
                if not number.isdigit() or not 1 <= int(number) <= len(self.roles):
                    return None
                after = tokens[place + 1] if place + 1 < len(tokens) else None
                if after is not None and after.low in ("st", "nd", "rd", "th") and after.start == tokens[place].end:
                    return None
                end, role = place + 1, self.roles[int(number) - 1]
        if end < len(tokens) and tokens[end].low in _THEMSELVES:
            end += 1  # Player 3 himself
        if end + 2 < len(tokens) and tokens[end].text == "(" and tokens[end + 1].low in ("me", "myself"):
            end += 3
        return end, role

    def _lists(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, tuple[str, ...], str]]:
        """Players one after another: where they end, with `'s` and without, who they are, and how they are joined.

        Two with a comma alone between them are no list: `four voted for me, Player 7 among them`.
        """
        if start >= len(tokens):
            return
        first = self.named(tokens, start)
        if first is None:
            return
        end, role = first
        roles: tuple[str, ...] = (role,)
        joined = ""
        yield from self._owning(tokens, end, roles, joined)
        while end < len(tokens):
            place, join = (end + 1 if tokens[end].low == "'s" and end + 1 < len(tokens) else end), ""
            if tokens[place].text == ",":
                place += 1
            if place < len(tokens) and (tokens[place].low in _JOIN_AND or tokens[place].low in _JOIN_OR):
                join = tokens[place].low if tokens[place].low in _JOIN_OR else "and"
                place += 1
                if place < len(tokens) and tokens[place].low in ("even", "also", "then"):
                    place += 1
            if joined and not join and tokens[end].text == ",":
                return  # 3 has doubts about 5 and 6, 1 agrees
            if place in (end, len(tokens)) or (place == end + 1 and tokens[end].low == "'s"):
                return
            if join == "and" and tokens[end].text == "," and len(roles) == 1 and self._does(tokens, place):
                return  # ... for Player 4, and Players 7 and 5 agreed
            more = self.named(tokens, place)
            if more is None or (not join and tokens[place].low in _SPEAKER - {"myself", "mine", "me"}):
                return
            if tokens[place].low == "my" or (more[1] == self._speaker and self._speaker in roles):
                return  # my something, or I begin a clause
            loose = not join and (not joined and len(roles) == 1) and tokens[start].low not in ("players", "seats")
            numbers = tokens[start].text.isdigit() and tokens[place].text.isdigit()
            end, role = more
            if tokens[start].low not in ("players", "seats") and self._begins_another(tokens, end):
                return
            roles = tuple(dict.fromkeys((*roles, role)))
            joined = join or joined
            if not loose or numbers:
                yield from self._owning(tokens, end, roles, joined)

    def _does(self, tokens: Sequence[WordToken], start: int) -> bool:
        """Whether whom a token begins to name is said to have done something."""
        end = max((end for end, _, _ in self._lists(tokens, start)), default=len(tokens))
        while end < len(tokens) and tokens[end].low in _BEFORE_VERBS:
            end += 1
        return end < len(tokens) and tokens[end].low.endswith("ed")

    def _begins_another(self, tokens: Sequence[WordToken], end: int) -> bool:
        """Whether whom a list would end with begins another clause: `2 voted for 4, and 5 for 2`."""
        short = end + 1 < len(tokens) and tokens[end].low in ("for", "against")
        return short and self.named(tokens, end + 1) is not None

    def _owning(
        self, tokens: Sequence[WordToken], end: int, roles: tuple[str, ...], joined: str
    ) -> Iterator[tuple[int, tuple[str, ...], str]]:
        yield end, roles, joined
        if end < len(tokens) and tokens[end].low == "'s":
            yield end + 1, roles, joined

    def _all(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, People]]:
        """Nobody, everybody, somebody; and but for whom."""
        for kind, words in (("nobody", _NOBODY), ("everyone", _EVERYONE), ("some", _SOME)):
            end = _is(tokens, start, words)
            if end is None:
                continue
            beside = kind == "nobody" and any(token.low in ("else", "other") for token in tokens[start:end])
            yield end, People("nobody_else" if beside else kind)
            for stop, roles in self._but(tokens, end) if kind != "some" else ():
                yield stop, People(kind, roles)
            return
        for stop, roles in self._but(tokens, start):
            after = stop + 1 if stop < len(tokens) and tokens[stop].text == "," else stop
            for kind, words in (("nobody", _NOBODY), ("everyone", _EVERYONE)):
                end = _is(tokens, after, words)
                if end is not None:
                    yield end, People(kind, roles)

    def _but(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, tuple[str, ...]]]:
        place = start + 1 if start < len(tokens) and tokens[start].text == "," else start
        but = _is(tokens, place, _BUT)
        for end, roles, _ in self._lists(tokens, but) if but is not None else ():
            yield end, roles

    def _so_many(self, tokens: Sequence[WordToken], start: int) -> Iterator[tuple[int, People]]:
        """Two of us, at least three players, two of players 2, 3 and 5, both of us."""
        place, relation = start, _EXACTLY["exactly"]
        end = _is(tokens, start, _AMOUNTS)
        if end is not None:
            place, relation = end, _EXACTLY[" ".join(token.low for token in tokens[start:end])]
        if place >= len(tokens):
            return
        token = tokens[place]
        number = NUMBERS.get(token.low, -1)
        if token.text.isdigit():
            number = int(token.text)
        if number < 1 or token.low in ("first", "once", "second", "twice", "third", "fourth", "fifth", "sixth"):
            return
        end = _is(tokens, place + 1, _OF_ALL)
        if end is not None and number == 1 and place == start and token.low == "one" and tokens[start + 1].low == "of":
            return  # one of us: nobody says that there are no more
        if end is not None:
            yield end, People("count", (), number, relation)
        of = _is(tokens, place + 1, "of|among")
        for stop, roles, _ in self._lists(tokens, of) if of is not None else ():
            if len(roles) > 1 and (number > 1 or place > start):
                yield stop, People("count", roles, number, relation)


def spoken_of(part: str, words: str, finder: PeopleFinder) -> frozenset[str]:
    """Whom a part of some words may be about: players that it names, and with a pronoun those that the words name.

    Whoever is addressed without a name may be anybody.
    """
    found = frozenset[str]()
    for text in (part, words):
        tokens = talk_tokens(text)
        named = (finder.named(tokens, at) for at in range(len(tokens)))
        found |= {each[1] for each in named if each is not None}
        lows = {token.low for token in tokens}
        if lows & _ADDRESSED:
            return frozenset(finder.roles)
        if not lows & (_SINGULAR | _PLURAL | _OBJECTS):
            break
    return found


def speaks_of_some(words: str) -> bool:
    """Whether players may be spoken of without being named."""
    return any(token.low in _OF_MANY or token.low in _ADDRESSED for token in talk_tokens(words))


def _nothing_hers(tokens: Sequence[WordToken], at: int) -> bool:
    """Whether `her`, before this token, is the player, and not whose something is."""
    return at >= len(tokens) or not tokens[at].text[0].isalpha() or tokens[at].low in _AFTER_HER


def _is(tokens: Sequence[WordToken], start: int, words: str) -> int | None:
    """Where the longest of several phrases, written with `|` between them, ends; None where none of them stands."""
    found = None
    if start >= len(tokens):
        return None
    for phrase in _phrases(words).get(tokens[start].low, ()):
        end = start + len(phrase)
        if end <= len(tokens) and all(token.low == word for token, word in zip(tokens[start:end], phrase, strict=True)):
            found = end if found is None else max(found, end)
    return found
