"""What a player believes of everybody's word and identity, itself included, and how that is read from a model's answer.

The state is the SpyGame paper's (section 5.1): for each player a guess of its word, how probable it is that it holds
the odd one, and why; unknown at first. Models are lenient with forms, so this is, too: analyses come as a list or as
an object by player, players by any name of theirs, and an identity with or without how sure it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from gdl.values import dataclass
from lelma.agents.protocol import View

NO_IDENTITY = "unknown"
SURE = 0.75
"""How sure an identity is meant that comes without a number."""
_LONGEST_WORD, _LONGEST_REASON = 60, 600
_NO_WORD = re.compile(r"(unknown|none|n/?a|no idea|not sure|\?*|-*)\.?", re.IGNORECASE)


@dataclass(frozen=True)
class PlayerBelief:
    """What is believed of one player.

    Attributes:
        word: what its word is guessed to be; empty for no guess.
        odd: how probable it is that it holds the odd word; None as long as nothing is said of that.
        reason: why, as the model gave it.
    """

    word: str = ""
    odd: float | None = None
    reason: str = ""


Beliefs = Mapping[str, PlayerBelief]
"""Player → what is believed of it."""


def kept_beliefs(state: Mapping[str, Any]) -> dict[str, PlayerBelief]:
    """The beliefs that an agent's state holds."""
    return {player: PlayerBelief(**each) for player, each in state.get("beliefs", {}).items()}


def as_state(beliefs: Beliefs) -> dict[str, Any]:
    """Beliefs as an agent's state holds them."""
    return {player: asdict(each) for player, each in beliefs.items()}


def own_odd(beliefs: Beliefs, me: str) -> float | None:
    """How probable one thinks it that one holds the odd word oneself."""
    return beliefs[me].odd if me in beliefs else None


def own_identity(beliefs: Beliefs, me: str, names: tuple[str, str]) -> str:
    """What one takes oneself for: of the identities of the odd one and of all others, or `unknown`."""
    chance = own_odd(beliefs, me)
    return NO_IDENTITY if chance is None or chance == 0.5 else names[0] if chance > 0.5 else names[1]


def belief_note(beliefs: Beliefs, names: tuple[str, str], **further: Any) -> dict[str, Any]:
    """Beliefs as a note; `names` are the identities of the odd one and of all others."""
    odd, common = names
    told = {
        player: {odd: each.odd, common: round(1 - each.odd, 6)}
        for player, each in beliefs.items()
        if each.odd is not None
    }
    guesses = {player: each.word for player, each in beliefs.items() if each.word}
    return {"kind": "belief", "beliefs": told, "guesses": guesses, **further}


def role_named(text: object, view: View) -> str | None:
    """The role that a model means, by its name in the rules or in the game's words, or by its number.

    `p3`, `Player 3`, `player 3 (you)` and `3` are all the third of roles with such names; None for nobody, or several.
    """
    plain = " ".join(str(text).casefold().replace("_", " ").split())
    roles = [role for role in view.roles if role != "random"]
    exact = [role for role in roles if plain in (role.casefold(), view.wording.name(role).casefold())]
    if exact:
        return exact[0]
    numbers = re.findall(r"\d+", plain)
    found = [role for role in roles if re.findall(r"\d+", role)[-1:] == numbers[:1] != []]
    return found[0] if len(found) == 1 and len(set(numbers)) == 1 else None


def read_beliefs(
    value: Mapping[str, Any], before: Beliefs, view: View, names: tuple[str, str]
) -> dict[str, PlayerBelief]:
    """The beliefs that a model's answer comes to, after those it had before.

    Args:
        value: `player_analyses`, a list or an object, and `self_analysis`.
        names: the identities of the odd one and of all others.
    """
    found = dict(before)
    for who, each in _analyses(value.get("player_analyses")):
        role = role_named(who, view)
        if role is not None and role != view.role:
            found[role] = _read(each, found.get(role, PlayerBelief()), names)
    own = value.get("self_analysis")
    if isinstance(own, Mapping):
        found[view.role] = replace(_read(own, found.get(view.role, PlayerBelief()), names), word="")
    return found


def _analyses(told: object) -> Iterator[tuple[object, Mapping[str, Any]]]:
    """Who is meant, and what is told of it."""
    if isinstance(told, Mapping):
        yield from ((who, each) for who, each in told.items() if isinstance(each, Mapping))
    elif isinstance(told, Sequence) and not isinstance(told, str):
        for each in told:
            if isinstance(each, Mapping):
                yield each.get("player_id", each.get("player", each.get("id", ""))), each


def _read(told: Mapping[str, Any], before: PlayerBelief, names: tuple[str, str]) -> PlayerBelief:
    word = told.get("word_guess", told.get("word"))
    reason = told.get("reason", told.get("role_reason"))
    guess = word.strip().strip("“”\"'")[:_LONGEST_WORD] if isinstance(word, str) else None
    return PlayerBelief(
        before.word if guess is None else "" if _NO_WORD.fullmatch(guess) else guess,
        _chance(told, before.odd, names),
        reason.strip()[:_LONGEST_REASON] if isinstance(reason, str) else before.reason,
    )


def _chance(told: Mapping[str, Any], before: float | None, names: tuple[str, str]) -> float | None:
    """How probable it is by an analysis that the player holds the odd word."""
    identity = str(told.get("role_guess", told.get("role", ""))).strip().casefold()
    if identity == NO_IDENTITY:
        return None
    if identity not in names:
        return before
    sure = told_share(told.get("confidence"))
    sure = SURE if sure is None else sure
    return round(sure if identity == names[0] else 1 - sure, 6)


def told_share(value: object) -> float | None:
    """A number from 0 to 1 that a model gave, also as a percentage or a text; None if it gave none.

    >>> told_share("80%"), told_share(0.5), told_share("high")
    (0.8, 0.5, None)
    """
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        number = float(text.rstrip("%"))
    except ValueError:
        return None
    number = number / 100 if percent or 1 < number <= 100 else number
    return number if 0 <= number <= 1 and not isinstance(value, bool) else None


def others_in(view: View, gone: Iterable[str]) -> tuple[str, ...]:
    """The other players who are still in."""
    left = {"random", view.role, *gone}
    return tuple(role for role in view.roles if role not in left)
