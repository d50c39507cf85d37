"""What a role knows of itself: what it was told of the deal, and by its own moves, whom it protected, what it has left.

A game declares it as `card` and `own` of `[knowledge]` (`lelma.game.file_format.KnowledgeNames`): names of percepts;
and fluents, each with what holds of the role that knows it. Short, because the game says the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.text.write import kif_term
from gdl.tree.syntax import Symbol, variables_in
from gdl.tree.term import match, read_term, substitute
from lelma.agents.protocol import Ply
from lelma.agents.told import functor_of


def own_facts(role: str, state: Sequence[str], own: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The fluents of `own` that the role knows to hold in a state, in KIF; `(not F)` for one without variables that
    does not.

    >>> own_facts("a", ("(doctor a)", "(ward b)"), {"(ward ?p)": ["(doctor ?me)"], "bandage": ["(doctor ?me)"]})
    ('(ward b)', '(not bandage)')
    """
    me, found = {"me": Symbol(role)}, list[str]()
    for text, holds in own.items():
        if not all(kif_term(substitute(read_term(each), me)) in state for each in holds):
            continue
        fluent = substitute(read_term(text), me)
        if next(iter(variables_in(fluent)), None) is not None:
            found += [each for each in state if match(fluent, read_term(each)) is not None]
        else:
            plain = kif_term(fluent)
            found.append(plain if plain in state else f"(not {plain})")
    return tuple(found)


def percepts_named(names: Sequence[str], plies: Sequence[Ply]) -> tuple[str, ...]:
    """The percepts of some names that a role had, oldest first, once each.

    >>> percepts_named(["card"], [Ply("noop", ("(card tea)", "(called b)")), Ply("noop", ("(card tea)",))])
    ('(card tea)',)
    """
    had = (percept for ply in plies for percept in ply.percepts)
    return tuple(dict.fromkeys(text for text in had if functor_of(text) in names))
