"""What may be said of a game's matches: its patterns as automata, its words and its nouns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.values import dataclass
from translators.language.forms import Slot
from translators.language.nouns import Noun, Nouns
from translators.language.patterns import PatternParts, read_pattern
from translators.language.template import Template
from translators.language.vocabulary import Vocabulary
from translators.reading.talk.automaton import Automaton
from translators.reading.talk.talk_words import talk_words

HISTORY = "history"
"""The kind of claims that are echoed."""

_AUX = "(did|was|were|has|have|had|do|am)"
_ECHOES = (
    f"(as|so|and so|neither|nor) {_AUX} {{player}}",
    f"{{player}} [{_AUX}] (too|as well|likewise|also) <end>",
    "{player} (among them|included|amongst them|among those)",
)
"""`Player 2 was on quest 1, as was Player 3. Player 4 too.` `Three voted for me, Player 4 among them.`"""
_OF_MANY = frozenset((2,))


@dataclass(frozen=True)
class GameTalk:
    """What may be said of a game's matches.

    Attributes:
        claims: number of a pattern → its template and its parts.
        by_noun: for each slot the automaton of its nouns, in the order in which they may hold one another.
        of_many: numbers of the echoes that tell one of those who were counted.
        words: first word → words, the category they are in and what they stand for.
    """

    players: tuple[str, ...]
    claims: Sequence[tuple[Template, PatternParts]]
    automaton: Automaton
    by_noun: Sequence[tuple[str, Automaton, Sequence[tuple[Noun, PatternParts]]]]
    nouns: Nouns
    words: Mapping[str, Sequence[tuple[tuple[str, ...], str, str]]]
    echoes: Automaton
    echo_parts: Sequence[PatternParts]
    of_many: frozenset[int]


def game_talk(vocabulary: Vocabulary) -> GameTalk:
    """What may be said of matches of a game."""
    claims = [(template, parts) for template in vocabulary.templates for parts in template.expressions]
    nouns: Nouns = next((template.nouns for template in vocabulary.templates if template.nouns), {})
    by_noun = []
    for slot, many in nouns.items():
        ways = [(noun, parts) for noun in many for parts in noun.expressions]
        by_noun.append((slot, Automaton((parts, _categories(noun.slots)) for noun, parts in ways), ways))
    echo_parts = tuple(read_pattern(pattern, {"player"}, {}) for pattern in _ECHOES)
    return GameTalk(
        tuple(role for role in vocabulary.roles if role != "random"),
        claims,
        Automaton((parts, _categories(template.slots)) for template, parts in claims),
        by_noun,
        nouns,
        named_words(vocabulary),
        Automaton((parts, {"player": "people"}) for parts in echo_parts),
        echo_parts,
        _OF_MANY,
    )


def named_words(vocabulary: Vocabulary) -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
    """Names of identities and whatever else queries name by a word: `GameTalk.words`."""
    words: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
    for template in vocabulary.templates:
        for slot, named in template.names.items():
            for word, many_names in named.items():
                for name in many_names:
                    entry = talk_words(name), f"word:{slot}", word
                    if entry not in words.setdefault(entry[0][0], []):
                        words[entry[0][0]].append(entry)
    return words


def _categories(slots: Sequence[Slot]) -> dict[str, str]:
    """The category of phrases that fill each slot."""
    return {slot.name: _category(slot) for slot in slots}


def _category(slot: Slot) -> str:
    if slot.type in ("role", "group"):
        return "people"
    return f"{slot.type}:{slot.name}" if slot.type in ("word", "noun") else slot.type
