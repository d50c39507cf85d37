"""Words as they are meant, however they are spelled: plain letters, and the forms a word can be an inflection of."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Letters of other scripts that look like Latin ones. Marked and styled Latin letters are found by their Unicode names.
_LOOKALIKES = str.maketrans(
    dict(zip("аеорсухіјѕԁԛԝһӏкмтвнгпиьѵɡɑɩʏ", "aeopcyxijsdqwhlkmtbhrnubvgaiy", strict=True))
    | dict(zip("αορνυικτεχγβημζωσδɛ", "aopvuiktexybnmzwode", strict=True))
    | {"ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "’": "'", "‘": "'", "ʼ": "'", "′": "'"}
)
_DIGITS = str.maketrans("013457@$", "oieastas")
_LETTER_NAME = re.compile(r"LATIN (?:SMALL |CAPITAL |LETTER )+([A-Z])\b|SYMBOL LETTER ([A-Z])$")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*", re.UNICODE)
_MIXED = re.compile(r"(?=\S*[a-z])[a-z013457@$]+")
_IDEOGRAPH = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")

# Words that look inflected and are not.
_UNINFLECTED = frozenset(
    """anything business ceiling does during evening everything gas glass has his is its lens mathematics morning news
    nothing physics series something species this thus was wedding yes""".split()
)

_IRREGULAR = {
    form: base
    for base, forms in {
        "be": "am is are was were been being", "bear": "bore borne born", "begin": "began begun", "bend": "bent",
        "bite": "bit bitten", "blow": "blew blown", "break": "broke broken", "bring": "brought", "build": "built",
        "burn": "burnt", "buy": "bought", "catch": "caught", "child": "children", "choose": "chose chosen",
        "come": "came", "creep": "crept", "dive": "dove", "do": "does did done", "draw": "drew drawn",
        "dream": "dreamt", "drink": "drank drunk", "drive": "drove driven", "eat": "ate eaten", "fall": "fell fallen",
        "feed": "fed", "feel": "felt", "fight": "fought", "find": "found", "fly": "flew flown", "foot": "feet",
        "forget": "forgot forgotten", "freeze": "froze frozen", "get": "got gotten", "give": "gave given",
        "go": "went gone goes", "goose": "geese", "grind": "ground", "grow": "grew grown", "half": "halves",
        "hang": "hung", "have": "has had", "hear": "heard", "hide": "hid hidden", "hold": "held", "keep": "kept",
        "knife": "knives", "know": "knew known", "lay": "laid", "lead": "led", "leaf": "leaves", "leave": "left",
        "lend": "lent", "lie": "lay lain", "life": "lives", "light": "lit", "lose": "lost", "louse": "lice",
        "make": "made", "man": "men", "mean": "meant", "meet": "met", "mouse": "mice", "ox": "oxen", "pay": "paid",
        "person": "people", "ride": "rode ridden", "ring": "rang rung", "rise": "rose risen", "run": "ran",
        "say": "said", "scarf": "scarves", "see": "saw seen", "sell": "sold", "send": "sent", "sew": "sewn",
        "shake": "shook shaken", "shelf": "shelves", "shine": "shone", "shoot": "shot", "show": "shown",
        "shrink": "shrank shrunk", "sing": "sang sung", "sink": "sank sunk", "sit": "sat", "sleep": "slept",
        "speak": "spoke spoken", "spend": "spent", "spin": "spun", "stand": "stood", "steal": "stole stolen",
        "stick": "stuck", "sweep": "swept", "swim": "swam swum", "swing": "swung", "take": "took taken",
        "teach": "taught", "tear": "tore torn", "tell": "told", "think": "thought", "throw": "threw thrown",
        "tooth": "teeth", "understand": "understood", "wake": "woke woken", "wear": "wore worn", "weave": "wove woven",
        "wife": "wives", "win": "won", "wolf": "wolves", "woman": "women", "write": "wrote written",
    }.items()
    for form in forms.split()
}  # fmt: skip


FUNCTION_WORDS = frozenset(
    """a about above across after again all along also although always am among an and another any anyone are around as
    at away back be because been before being below between both but by can could did do does doing down during each
    either else even ever every few for from get gets had has have having he her here him his how i if in into is it
    its just least less let like many may me might mine more most much must my near neither never no nor not of off
    often on once one only or other others our out over own part per perhaps quite rather same she should since so some
    somebody someone sometimes somewhat such than that the their them then there these they this those though through
    to together too toward towards under until up upon us use used using usually very was we were what when where
    which while who whom whose why will with within without would yet you your""".split()
)
"""Words that say little by themselves."""


def words_of(text: str) -> list[str]:
    """The words of a text in plain small letters, without punctuation and possessive endings.

    Invisible characters are left out, marks and styles of letters taken off, letters of other scripts read as the
    Latin ones they look like, digits inside words as letters (`c3yl0n`). An ideograph is a word of its own.
    """
    return list(_short_words(text) if len(text) <= _SHORT else _words(text))


_SHORT = 200
"""Characters of texts whose words are remembered: descriptions and words are asked for again and again."""


@lru_cache(maxsize=20_000)
def _short_words(text: str) -> tuple[str, ...]:
    return _words(text)


def _words(text: str) -> tuple[str, ...]:
    spaced = _IDEOGRAPH.sub(r" \1 ", _plain(text))
    spaced = _MIXED.sub(lambda found: found[0].translate(_DIGITS) if found[0][0].isalpha() else found[0], spaced)
    return tuple(_unpossessed(word) for word in _WORD.findall(spaced))


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[str]:
    """A word and the words that it can be a form of: a plural, a past, a participle or a comparison of theirs.

    >>> "swim" in forms("swimming"), "berry" in forms("berries"), "mouse" in forms("mice")
    (True, True, True)
    """
    found = {word}
    if word in _IRREGULAR:
        found.add(_IRREGULAR[word])
    if word in _UNINFLECTED or len(word) < 3:
        return frozenset(found)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        found.add(word[:-1])
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        found.add(word[:-2])
    if word.endswith(("ies", "ied", "ier", "iest")):
        found.add(word[: word.rindex("ie")] + "y")
    if word.endswith("men"):
        found.add(word.removesuffix("en") + "an")
    if word.endswith("ves"):
        found |= {word[:-3] + "f", word[:-3] + "fe"}
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            found |= _stems(word.removesuffix(ending))
    return frozenset(found)


def same_word(one: str, other: str) -> bool:
    """Whether two words are forms of one word."""
    return not forms(one).isdisjoint(forms(other))


def _stems(stem: str) -> set[str]:
    """What a stem without its ending can be: itself, with an `e`, or without the doubled letter at its end."""
    if len(stem) < 2 or not re.search("[aeiouy]", stem):
        return set()
    found = {stem + "e"} | ({stem} if len(stem) > 2 else set())
    return found | ({stem[:-1]} if stem[-1] == stem[-2] and stem[-1] not in "aeiou" else set())


def _plain(text: str) -> str:
    shown = "".join(char for char in text if unicodedata.category(char) != "Cf")
    bare = (char for char in unicodedata.normalize("NFKD", shown) if not unicodedata.combining(char))
    return "".join(map(_latin, bare)).casefold().translate(_LOOKALIKES)


def _latin(char: str) -> str:
    """The Latin letter that a character shows; itself, if it shows none."""
    if char.isascii():
        return char
    found = _LETTER_NAME.search(unicodedata.name(char, ""))
    return (found[1] or found[2]) if found else char


def _unpossessed(word: str) -> str:
    return word.removesuffix("'s").replace("'", "")
