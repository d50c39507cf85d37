"""The instruction that a reasoner gets: a game's own words around the payoffs, which come from its rules.

Short, because it is one prompt.
"""

from __future__ import annotations

from string import Template

from gdl.tree.numbers import number_text
from lelma.engine.answers import Cell
from lelma.support.errors import GameError
from lelma.support.outside import utf8_text
from lelma.verify.verifier import Verifier
from translators.language.query import move_name
from translators.language.vocabulary import Naming

DEFAULT = """You play a game with one other player. You both choose once, without knowing the other's choice.
Your choices are $choices.

$payoffs

Reason step by step as a human player would. End with your choice in curly brackets, such as {$example}."""


def instruction(verifier: Verifier, *, naming: str = "") -> str:
    """The instruction prompt for the verifier's role, with the moves as `naming` calls them.

    Raises:
        GameError: if the game has no payoff table to tell, or its prompt names an unknown field.
    """
    facts, words = verifier.facts, verifier.vocabulary.naming(naming)
    if facts is None or not facts.cells:
        raise GameError(f"{verifier.game.name} has no payoff table to put into a prompt")
    file = verifier.game.folder / "prompts" / "reasoner.md"
    text = utf8_text(file, fail=GameError) if file.is_file() else DEFAULT
    moves = [words.preferred(move) for move in verifier.vocabulary.moves[verifier.role]]
    lines = "\n".join(_line(verifier, cell, words) for cell in facts.cells)
    try:
        return Template(text).substitute(
            payoffs=lines, choices=" and ".join(moves), example=moves[0], title=verifier.game.title
        )
    except (KeyError, ValueError) as error:
        raise GameError(f"{file}: unknown field {error}; use $payoffs, $choices, $example and $title") from None


def _line(verifier: Verifier, cell: Cell, words: Naming) -> str:
    """`If you choose B and they choose R, you get 1 and they get 5.`"""
    mine = verifier.vocabulary.roles.index(verifier.role)
    parts = []
    for index in sorted(range(len(cell.profile)), key=lambda i: i != mine):
        who = "you" if index == mine else "they" if len(cell.profile) == 2 else verifier.vocabulary.roles[index]
        parts.append((who, words.preferred(move_name(cell.profile[index])), number_text(cell.payoffs[index])))
    chosen = " and ".join(f"{who} choose {move}" for who, move, _ in parts)
    gets = " and ".join(f"{who} get {payoff}" for who, _, payoff in parts)
    return f"- If {chosen}, {gets}."
