"""The words of the reader: phrases of English with their kind and meaning. Nothing here belongs to a game.

Each table gives, for a kind of phrase (`Kind`) and a meaning, the word sequences that have it. A sequence is
split at spaces as `tokens` splits a text, so `won't` is `won 't`; hyphens inside words are left out.
"""

from __future__ import annotations

from functools import cache

from translators.english.grammar_words import GRAMMAR
from translators.english.payoff_words import PAYOFFS

Kind = str
"""One letter, so that a sentence can be matched as a string of kinds:

A actor          M move            N amount          % percentage      F words for nothing (become N)
C choose         G choosing        V get             W give            K risks, chance
P payoff noun    X extreme         x maximizes       Q comparative     T than, instead of
I if             U unless          R regardless      L bound (at least, up to)
S safe, risky    J guarantees      O avoids, forgoes z positive        n negation
a also, the same e each            u mutual          B is              Y modal verbs and verbs of the mind
m expected       q likely          H possible        o option, move    r best response, best choice
D dominance      E equilibrium     p Pareto          s perspective     t article
d prepositions   c because, so     w which, that     b but, while
& and            | or              . any other word  , ; : ( ) / + - * = the signs themselves
"""


@cache
def phrases() -> dict[str, tuple[tuple[tuple[str, ...], Kind, str], ...]]:
    """First word → its phrases (words, kind, meaning), longest first; of equal ones the first in the table."""
    found: dict[str, list[tuple[tuple[str, ...], Kind, str]]] = {}
    known: set[tuple[str, ...]] = set()
    for kind, meanings in (PAYOFFS | GRAMMAR).items():
        for meaning, alternatives in meanings.items():
            for alternative in alternatives.split("|"):
                words = tuple(alternative.split())
                if words and words not in known:
                    known.add(words)
                    found.setdefault(words[0], []).append((words, kind, meaning))
    return {word: tuple(sorted(entries, key=lambda entry: -len(entry[0]))) for word, entries in found.items()}


@cache
def single_words() -> frozenset[str]:
    """Words that are phrases by themselves: a move with such a name is only read where it is marked as one."""
    return frozenset(entries[0] for group in phrases().values() for entries, _, _ in group if len(entries) == 1)
