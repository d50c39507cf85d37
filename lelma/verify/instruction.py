"""The instruction that a reasoner gets: a game's own words, or else ours, around what its rules say.

A game's own words are `prompts/reasoner.md`, with these fields: `$payoffs`, the payoff table a cell a line, or the
rules where there is none; `$rules`, the rules in English (`lelma rules`); `$choices`, all moves of the role;
`$example`, one of them; `$role`, the role's name; `$others`, who else plays; `$title`.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Template

from gdl.tree.keywords import RANDOM
from lelma.engine.answers import PayoffCell
from lelma.game.rules_in_english import rules_page
from lelma.game.told.page import role_moves
from lelma.game.told.phrases import number_of
from lelma.game.wording import listing
from lelma.support.errors import GameError
from lelma.support.outside import MOST_BYTES, utf8_text
from lelma.verify.verifier import Verifier
from translators.language.query import move_name
from translators.language.vocabulary import Naming

DEFAULT = """You play a game with one other player. You both choose once, without knowing the other's choice.
Your choices are $choices.

$payoffs

Reason step by step as a human player would. End with your choice in curly brackets, such as {$example}."""

TABLE = """You are $role. $company $once
$options.

$payoffs

Reason step by step as a human player would. End with your choice in curly brackets, such as {$example}."""

RULES = """You are $role. $company These are the rules of the game.

$rules

Reason step by step as a human player would, from what you know when you choose.$closing"""

CLOSING = " End with your choice in curly brackets, such as {$example}."

_ONCE = {
    1: "You choose once.",
    2: "You both choose once, without knowing the other's choice.",
    3: "Everybody chooses once, without knowing the others' choices.",
}


def instruction(verifier: Verifier, *, naming: str = "", inverted: bool = False, style: str = "") -> str:
    """The instruction prompt for the verifier's role, with the moves as `naming` calls them.

    Args:
        inverted: whether the lines of the payoff table come from the last to the first.
        style: another text of the game's own, `prompts/STYLE.md`.

    Raises:
        GameError: if the game has no prompt of that style, or one that names an unknown field, or its page of rules has
            faults.
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    facts, words = verifier.facts, verifier.vocabulary.naming(naming)
    file = verifier.game.folder / "prompts" / f"{style or 'reasoner'}.md"
    if style and not (verifier.game.path.is_dir() and file.is_file()):
        raise GameError(f"{verifier.game.name} has no prompt of style {style!r}: there is no {file}")
    own = utf8_text(file, fail=GameError, most=MOST_BYTES) if verifier.game.path.is_dir() and file.is_file() else None
    table = facts is not None and bool(facts.cells)
    moves = _moves(verifier, words, naming)
    text = own if own is not None else _text(verifier, table=table, moves=moves)
    needed = set(Template(text).get_identifiers())
    rules = rules_page(verifier.game, naming=naming).strip() if "rules" in needed or not table else ""
    cells = facts.cells[::-1] if facts and inverted else facts.cells if facts else ()
    payoffs = "\n".join(_line(verifier, cell, words) for cell in cells) if table else rules
    fields = {
        "payoffs": payoffs,
        "rules": rules,
        "choices": " and ".join(moves) or "what the rules allow",
        "example": moves[0] if moves else "your choice",
        "title": verifier.game.title,
        "role": _name(verifier, verifier.role),
        "others": _others(verifier),
    }
    try:
        return Template(text).substitute(fields if own is not None else fields | _sentences(verifier, moves))
    except (KeyError, ValueError) as error:
        known = "$payoffs, $rules, $choices, $example, $role, $others and $title"
        raise GameError(f"{file}: unknown field {error}; use {known}") from None


def _text(verifier: Verifier, *, table: bool, moves: Sequence[str]) -> str:
    """The words around what the rules say, for a game without its own."""
    if table and verifier.vocabulary.simultaneous:
        return DEFAULT if _players(verifier) == 2 else TABLE
    return RULES.replace("$closing", CLOSING if moves else "")


def _moves(verifier: Verifier, words: Naming, naming: str) -> list[str]:
    """All moves of the role that are known, in words."""
    known = verifier.vocabulary.moves.get(verifier.role, ())
    if known or verifier.facts is not None:
        return [words.preferred(move) for move in known]
    return role_moves(verifier.game, verifier.role, naming=naming)


def _players(verifier: Verifier) -> int:
    return sum(role != RANDOM for role in verifier.vocabulary.roles)


def _name(verifier: Verifier, role: str) -> str:
    return next(iter(verifier.vocabulary.role_names.get(role, ())), role)


def _others(verifier: Verifier) -> str:
    """`one other player, Player 2`, `two other players, p2 and p3`; `nobody else`."""
    others = [_name(verifier, role) for role in verifier.vocabulary.roles if role not in (RANDOM, verifier.role)]
    return f"{number_of(len(others), 'other player')}, {listing(others)}" if others else "nobody else"


def _company(verifier: Verifier) -> str:
    """Who plays with the role, in a sentence."""
    return f"You play with {_others(verifier)}." if _players(verifier) > 1 else "You play alone."


def _sentences(verifier: Verifier, moves: Sequence[str]) -> dict[str, str]:
    """Fields of our own texts that are sentences."""
    return {
        "company": _company(verifier),
        "once": _ONCE[min(_players(verifier), 3)],
        "options": f"Your choices are {listing(moves)}" if len(moves) > 1 else f"Your only choice is {''.join(moves)}",
    }


def _line(verifier: Verifier, cell: PayoffCell, words: Naming) -> str:
    """`If you choose B and they choose R, you get 1 and they get 5.`; with more roles, `p2 chooses R`."""
    mine = verifier.vocabulary.roles.index(verifier.role)
    chosen, gets = [], []
    for index in sorted(range(len(cell.profile)), key=lambda i: i != mine):
        name = _name(verifier, verifier.vocabulary.roles[index])
        who = "you" if index == mine else "they" if len(cell.profile) == 2 else name
        ending = "s" if who == name else ""
        chosen.append(f"{who} choose{ending} {words.preferred(move_name(cell.profile[index]))}")
        gets.append(f"{who} get{ending} {verifier.game.spelling.payoff(cell.payoffs[index])}")
    return f"- If {listing(chosen)}, {listing(gets)}."
