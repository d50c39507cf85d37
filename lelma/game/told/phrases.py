"""The words for a game's roles, moves, percepts and single rules: its own if it has some, else those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import exact
from gdl.tree.syntax import And, Compound, Distinct, Literal, Not, Or, Rule, Symbol, Term, Variable
from lelma.game.game import Game
from lelma.game.told.plays import Choices
from lelma.game.vocabulary import static_roles
from lelma.game.wording import Wording, listing, sentence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Phrases:
    """The words of one game."""

    def __init__(self, game: Game, *, naming: str = "") -> None:
        """Take them from a game.

        Args:
            naming: the way of calling moves to use (`[naming.NAME]` in `game.toml`); the first one if empty.
        """
        self.wording = Wording(game.file.words)
        self._roles = {role: names[0] for role, names in game.role_names.items() if names}
        self._bare = {role for role in static_roles(game) if self.role(role) == role}
        known = [each for each in game.namings if each.name == naming] or list(game.namings[:1])
        self._naming = known[0] if known else None

    def role(self, role: str) -> str:
        """A role's name in prose; `chance` for the role that nobody plays."""
        return "chance" if role == RANDOM else self._roles.get(role) or self.wording.name(role)

    def sentence(self, text: str) -> str:
        """A text with a full stop, and a capital unless it begins with a role's name as the rules spell it."""
        told = sentence(text)
        return text[:1] + told[1:] if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0] in self._bare else told

    def move(self, move: Term) -> str:
        """A move to be chosen: `stag`, `offer 3`; `to propose Player 1` where the game has an instruction for it."""
        if (named := self._named(move)) is not None:
            return named
        if self.wording.tells("moves", move):
            order, says = self.wording.order(move), self.wording.move(move)
            return says if order == says else f"to {order}"
        return self.plain(move)

    def choice(self, role: str, move: Term) -> str:
        """That a role makes a move: `Player 1 chooses stag`, `Player 1 proposes Player 2`."""
        if self._named(move) is None and self.wording.tells("moves", move):
            return f"{self.role(role)} {self.wording.move(move)}"
        return f"{self.role(role)} chooses {self.move(move)}"

    def choices(self, made: Choices) -> str:
        """The choices of one round: `Player 1 chooses stag and Player 2 chooses hare`."""
        return listing([self.choice(role, move) for role, move in made])

    def percept(self, percept: Term) -> str:
        """What a role perceives."""
        return self.wording.percept(percept) if self.wording.tells("percepts", percept) else self.plain(percept)

    def plain(self, term: Term) -> str:
        """A term as words in a row: `offer 3`, `deal (card king) blue`; constants without words as they are spelled, so
        that no two terms look alike.
        """
        if isinstance(term, Compound) and not self.wording.tells("terms", term):
            return " ".join([term.functor, *map(self._argument, term.args)])
        told = self.wording.name(term)
        return term.name if isinstance(term, Symbol) and told == term.name.replace("_", " ") else told

    def _argument(self, term: Term) -> str:
        words = self.plain(term)
        return f"({words})" if isinstance(term, Compound) and not self.wording.tells("terms", term) else words

    def _named(self, move: Term) -> str | None:
        """What the game's way of calling moves has for one."""
        if self._naming is None or not isinstance(move, Symbol):
            return None
        names = self._naming.moves.get(move.name, ())
        return names[0] if names else None

    # Rules

    def goal(self, rule: Rule) -> str:
        """A rule for a goal value: "Player 1 gets 100 if `(line x)` holds."."""
        role, value = rule.head.args if isinstance(rule.head, Compound) else (Variable("role"), Variable("value"))
        number = exact(value.name) if isinstance(value, Symbol) else None
        gets = value.name if number is not None and isinstance(value, Symbol) else _kif(value)
        return f"{self._who(role)} gets {gets}{self._if(rule.body)}."

    def sees(self, rule: Rule) -> str:
        """A rule for a percept: "Player 1 perceives `(card ?c)` if chance chooses `(deal ?c)`."."""
        role, percept = rule.head.args if isinstance(rule.head, Compound) else (Variable("role"), Variable("percept"))
        told = self.wording.percept(percept) if self.wording.tells("percepts", percept) else _kif(percept)
        return f"{self._who(role)} perceives {told}{self._if(rule.body)}."

    def end(self, rule: Rule) -> str:
        """A rule for the end: "The game is over if `(line x)` holds."."""
        return f"The game is over{self._if(rule.body) or ' from the start'}."

    def _if(self, body: Sequence[Literal]) -> str:
        return f" if {listing([self._literal(literal) for literal in body])}" if body else ""

    def _literal(self, literal: Literal, *, holds: bool = True) -> str:
        match literal:
            case Not(inner):
                return self._literal(inner, holds=not holds)
            case Or(parts) | And(parts):
                word = "or" if isinstance(literal, Or) else "and"
                told = f"({f' {word} '.join(map(self._literal, parts))})"
                return told if holds else f"it is not so that {told}"
            case Distinct(left, right):
                return f"{_kif(left)} is {'not ' if holds else ''}{_kif(right)}"
            case Compound("true", (fluent,)):
                return self._holds(self.wording.fluent, "fluents", fluent, holds)
            case Compound("does", (role, move)):
                chooses = "chooses" if holds else "does not choose"
                return f"{self._who(role)} {chooses} {_kif(move)}"
            case Compound("role", (role,)):
                return f"{self._who(role)} is {'' if holds else 'not '}a role"
            case _:
                return self._holds(self.wording.relation, "relations", literal, holds)

    def _holds(self, say: Callable[..., str], table: str, term: Term, holds: bool) -> str:
        if self.wording.tells(table, term):
            return say(term, holds=holds)
        return f"{_kif(term)} {'holds' if holds else 'does not hold'}"

    def _who(self, role: Term) -> str:
        return self.role(role.name) if isinstance(role, Symbol) else _kif(role)


def _kif(term: Term) -> str:
    return f"`{kif_term(term)}`"


def number_of(number: int, one: str, many: str = "") -> str:
    """A number of things in words: `one round`, `two rounds`, `13 rounds`."""
    return f"{in_words(number)} {one if number == 1 else many or one + 's'}"


def in_words(number: int) -> str:
    """A number as prose has it: `four`, `13`."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
