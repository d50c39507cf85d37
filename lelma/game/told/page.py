"""The page of rules of a game that has written none: who plays, what each chooses and knows, and what it brings.

Where all plays can be gone through (`lelma.game.told.plays`), each is told with what it pays, so that the page is all
there is to know. Of a larger game only what is certain is told: its first moves, the rules for its end and for goal
values one by one, and the rules themselves in KIF where they are short enough to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from gdl.text.write import kif_term, to_kif
from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Description, Rule, Symbol, Term, Variable, signature
from gdl.tree.term import read_term
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge
from lelma.engine.dynamics import has_percepts
from lelma.engine.progression import Progression
from lelma.game.game import Game
from lelma.game.told.phrases import Phrases, in_words, number_of
from lelma.game.told.plays import EXPLORING, Choices, CompletePlay, Explored, PlayedRound, RoleTurn, explore, explore_by
from lelma.game.vocabulary import static_roles
from lelma.game.wording import listing, sentence
from lelma.support.errors import GameError

MOST_ROUNDS = 12
"""Rounds told one by one."""
MOST_MOVES = 60
"""Moves told one by one."""
MOST_CHOICES = 200
"""Plays told one by one, times their rounds, in a game of several rounds."""
MOST_RULES = 24
"""Rules of one kind told one by one."""
MOST_CHARACTERS = 6_000
"""Length of rules that are printed whole."""
GDL_WORDS = """What stands in `such letters` is said as in the rules, in the Game Description Language; a word with a
question mark stands for anything that fits."""
_FirstMoves = dict[str, tuple[Term, ...]]

LOOKING = Limits(seconds=20.0, inferences=10_000_000)


def generated_page(game: Game, *, naming: str = "", bridge: Bridge | None = None, limits: Limits | None = None) -> str:
    """The page, in Markdown.

    Args:
        naming: what moves are called (`lelma.game.told.phrases`).
        bridge, limits: what is asked of the rules, and what each question may cost.

    Raises:
        EngineUnavailable: if SWI-Prolog can't be reached.
    """
    passes = tuple(game.file.pass_moves)
    if bridge is None:
        explored, first = explore(game.description, passes), partial(_first_moves, game.description, passes)
    else:
        explored = explore_by(game.description, passes, bridge, limits or EXPLORING)
        first = partial(_first_moves_by, game.description, passes, bridge, limits or LOOKING)
    page = _GeneratedPage(game, Phrases(game, naming=naming), explored, first)
    return "\n\n".join(filter(None, page.sections())) + "\n"


def one_round(explored: Explored | None) -> bool:
    """Whether the whole game is one round, in which every role but chance chooses."""
    return (
        explored is not None
        and len(explored.rounds) == 1
        and {turn.role for turn in explored.rounds[0].turns} >= set(explored.values)
    )


@lru_cache(maxsize=16)
def _first_moves(description: Description, passes: tuple[str, ...]) -> _FirstMoves:
    return _first_moves_by(description, passes, None, LOOKING)


def _first_moves_by(
    description: Description, passes: tuple[str, ...], bridge: Bridge | None, limits: Limits
) -> _FirstMoves:
    """What each role has to choose from in the first round; nothing if that is too much to be found."""
    play = Progression(description, pass_moves=passes, bridge=bridge, limits=limits)
    try:
        look = play.look(play.initial)
    except GameError:
        return {}
    finally:
        play.close()
    found = {role: tuple(map(read_term, moves)) for role, moves in look.legal.items() if not look.terminal}
    return {
        role: moves
        for role, moves in found.items()
        if len(moves) > 1 or (moves and role != RANDOM and kif_term(moves[0]) not in passes)
    }


def role_moves(game: Game, role: str, *, naming: str = "") -> list[str]:
    """The moves of a role in words: all that it ever chooses from, or those of the first round if all are too many to
    be found; none if it then has no choice.
    """
    rules, phrases = (game.description, tuple(game.file.pass_moves)), Phrases(game, naming=naming)
    explored = explore(*rules)
    moves = explored.moves[role] if explored is not None else _first_moves(*rules).get(role, ())
    return [phrases.move(move) for move in moves]


class _GeneratedPage:
    """One page as it is written."""

    def __init__(
        self, game: Game, phrases: Phrases, explored: Explored | None, first: Callable[[], _FirstMoves]
    ) -> None:
        self.game, self.phrases, self.explored, self.first_moves = game, phrases, explored, first
        self.roles = [role for role in static_roles(game) if role != RANDOM]
        self.chance = RANDOM in static_roles(game)
        self.percepts = has_percepts(game.description)

    def sections(self) -> Iterator[str]:
        """The title and the parts of the page."""
        yield f"# {self.game.title}"
        yield self.game.file.summary
        yield "## Who plays"
        yield self._who()
        yield "## What they choose"
        explored = self.explored
        if explored is not None and explored.plays:
            yield from self._rounds(explored)
            if len(explored.rounds) <= 1 or len(explored.rounds) * len(explored.plays) <= MOST_CHOICES:
                yield "## What they get"
                yield self._lines(map(self._outcome, explored.plays))
                return
        else:
            yield from self._first(explored)
            yield from self._told("sees", 2, self.phrases.sees)
        yield "## How it ends"
        yield GDL_WORDS
        yield from self._told("terminal", 0, self.phrases.end, "The game is over if one of {} rules for its end fits.")
        if explored is not None and not explored.rounds:
            yield f"The game lasts {self._span(explored)}."
        yield "## What they get"
        yield from self._told("goal", 2, self.phrases.goal, "What each role gets is said by {} rules.")
        yield from self._values(explored)
        yield from self._whole()

    def _who(self) -> str:
        names = [self.phrases.role(role) for role in self.roles]
        told = sentence(f"{number_of(len(names), 'role plays', 'roles play')}: {listing(names)}")
        if self.chance:
            told += " Chance makes moves as well: all moves that it can make at a time are equally likely."
        return told

    # All plays are known

    def _rounds(self, explored: Explored) -> Iterator[str]:
        rounds = explored.rounds
        if not any(each.turns for each in rounds):
            yield "Nobody has a choice."
            return
        if one_round(explored):
            yield self.phrases.sentence(self._once(rounds[0].turns))
            yield self._lines(self._turn(turn) for turn in rounds[0].turns)
            return
        yield f"The game has {self._span(explored)}.{self._all_see()}"
        yield self._lines(self._round(at, each, rounds) for at, each in enumerate(rounds[:MOST_ROUNDS]))
        if len(rounds) > MOST_ROUNDS:
            yield self._moves(explored.moves)

    def _once(self, turns: Sequence[RoleTurn]) -> str:
        """How the roles choose in a game of one round."""
        if len(self.roles) > 1:
            return "Each chooses once, all at the same time: nobody knows another's choice beforehand"
        blind = "" if len(turns) == 1 else ", without knowing what chance chooses"
        return f"{self.phrases.role(self.roles[0])} chooses once{blind}"

    def _all_see(self) -> str:
        many = len(self.roles) + self.chance > 1
        return " Everybody sees each move once it is made." if many and not self.percepts else ""

    def _round(self, at: int, played: PlayedRound, rounds: Sequence[PlayedRound]) -> str:
        """One round in a line: who chooses what in it, and knows what by then."""
        turns = played.turns
        if not turns:
            return f"Round {at + 1}: nobody has a choice."
        where = f"Round {at + 1}" + ("" if played.certain else ", if the game is not over by then")
        same = ", at the same time" if len(turns) > 1 else ""
        told = [f"{where}{same}: {'; '.join(map(self._turn, turns))}."]
        for turn in turns:
            if turn.role != RANDOM and (self.percepts or len(turn.knows) <= 4):
                told += self._knows(turn, rounds)
        return " ".join(told)

    def _turn(self, turn: RoleTurn) -> str:
        chooses = f"{self.phrases.role(turn.role)} {'chooses' if turn.always else 'chooses in some cases'}"
        moves = [self.phrases.move(move) for move in turn.moves]
        if len(moves) == 1:
            return f"{chooses} {moves[0]}, having no other move"
        if len(moves) > MOST_MOVES:
            return f"{chooses} one of {len(moves)} moves, from {moves[0]} to {moves[-1]}"
        listed = listing(moves, "or")
        if not turn.same:
            return f"{chooses} among these, which are not all open in every case: {listed}"
        chance = f", each with probability 1/{len(moves)}" if turn.role == RANDOM else ""
        return f"{chooses} {listed}{chance}"

    def _knows(self, turn: RoleTurn, rounds: Sequence[PlayedRound]) -> Iterator[str]:
        name = self.phrases.role(turn.role)
        texts = {
            "all": "{} knows {}",
            "none": "{} does not know {}",
            "some": "{} may know something, but not always all, of {}",
        }
        for kind, text in texts.items():
            about = [
                f"what {self.phrases.role(role)} chose in round {at + 1}"
                for (at, role), known in turn.knows.items()
                if known == kind and at < MOST_ROUNDS
            ]
            if about:
                yield self.phrases.sentence(text.format(name, listing(about, "or" if kind == "none" else "and")))
        partly = dict.fromkeys(at for (at, _), known in turn.knows.items() if known == "some")
        for at in partly:
            yield from self._perceived(turn.role, rounds[at].percepts.get(turn.role, {}))

    def _perceived(self, role: str, percepts: Mapping[Choices, tuple[Term, ...]]) -> Iterator[str]:
        """What a role perceives in a round, by its choices, or by one role's choice if that decides."""
        if not 0 < len(percepts) <= MOST_MOVES:
            return
        for at in range(len(next(iter(percepts)))):
            by_one: dict[Choices, set[tuple[Term, ...]]] = {}
            for made, seen in percepts.items():
                by_one.setdefault(made[at : at + 1], set()).add(seen)
            if all(len(seen) == 1 for seen in by_one.values()):
                percepts = {made: next(iter(seen)) for made, seen in by_one.items()}
                break
        by_percepts: dict[tuple[Term, ...], list[str]] = {}
        for made, seen in percepts.items():
            by_percepts.setdefault(seen, []).append(self.phrases.choices(made))
        for seen, conditions in by_percepts.items():
            what = listing([self.phrases.percept(percept) for percept in seen]) or "nothing"
            yield f"If {' or '.join(conditions)}, {self.phrases.role(role)} perceives: {what}."

    def _outcome(self, play: CompletePlay) -> str:
        """One play with what it pays: "If Player 1 chooses C and then Player 2 chooses D, Player 1 gets …"."""
        made = [self.phrases.choices(choices) for choices in play.rounds if choices]
        gets = listing(
            [f"{self.phrases.role(role)} gets {self.game.spelling.payoff(payoff)}" for role, payoff in play.payoffs]
        )
        return f"If {' and then '.join(made)}, {gets}" if made else gets

    # Too many plays

    def _first(self, explored: Explored | None) -> Iterator[str]:
        if explored is not None:
            if len(self.roles) > 1:
                turns = "Only one role chooses at a time." if explored.in_turn else "Several roles may choose at once."
                yield turns + self._all_see()
            yield self._moves(explored.moves)
            return
        yield self._all_see().strip()
        if first := self.first_moves():
            yield "In the first round:"
            yield self._lines(self._turn(RoleTurn(role, moves, True, True, {})) for role, moves in first.items())
        legal = (rule.head for rule in self.game.description.rules if signature(rule.head) == ("legal", 2))
        heads = [head.args[1] for head in legal if isinstance(head, Compound)]
        forms = list(dict.fromkeys(kif_term(head) for head in heads))
        if len(forms) <= MOST_RULES and not any(isinstance(head, Variable) for head in heads):
            about = (
                "; a word with a question mark stands for anything that fits" if any("?" in f for f in forms) else ""
            )
            yield f"All moves of the game are of these forms{about}: {', '.join(f'`{form}`' for form in forms)}."

    def _moves(self, moves: Mapping[str, Sequence[Term]]) -> str:
        """What each role ever has to choose from."""
        lines = []
        for role, all_of in moves.items():
            names, name = [self.phrases.move(move) for move in all_of], self.phrases.role(role)
            if len(names) > MOST_MOVES:
                lines.append(f"{name} has {len(names)} moves in all, among them {listing(names[:3])}")
            elif names:
                lines.append(f"{name} has {number_of(len(names), 'move')} in all: {listing(names)}")
        return self._lines(lines)

    def _span(self, explored: Explored) -> str:
        if explored.longest is None:
            return f"at least {number_of(explored.shortest, 'round')}, and can go on for ever"
        if explored.shortest == explored.longest:
            return number_of(explored.longest, "round")
        word = "or" if explored.longest == explored.shortest + 1 else "to"
        return f"{in_words(explored.shortest)} {word} {number_of(explored.longest, 'round')}"

    def _values(self, explored: Explored | None) -> Iterator[str]:
        """Which goal values there are, as far as is known."""
        if explored is not None:
            told = [
                f"{self.phrases.role(role)} gets {self._one_of(found)}"
                for role, found in explored.values.items()
                if found
            ]
            yield f"At the end {listing(told)}."
            return
        named = [rule.head.args[1] for rule in self._rules("goal", 2) if isinstance(rule.head, Compound)]
        numbers = [exact(value.name) for value in named if isinstance(value, Symbol)]
        known = sorted({number for number in numbers if number is not None})
        if known and len(numbers) == len(named):
            yield f"At the end each role gets {self._one_of(known)}."

    def _told(self, name: str, arity: int, tell: Callable[[Rule], str], many: str = "") -> Iterator[str]:
        """The rules of one kind in words, if they are few; if not, `many` with their number."""
        rules = self._rules(name, arity)
        if not rules:
            return
        if len(rules) <= MOST_RULES:
            yield self._lines(map(tell, rules))
        else:
            yield many.format(len(rules))

    def _rules(self, name: str, arity: int) -> list[Rule]:
        """The rules for a relation, those about chance aside."""
        found = (rule for rule in self.game.description.rules if signature(rule.head) == (name, arity))
        return [rule for rule in found if not isinstance(rule.head, Compound) or rule.head.args[0] != Symbol(RANDOM)]

    def _lines(self, texts: Iterable[str]) -> str:
        return "\n".join(f"- {self.phrases.sentence(text)}" for text in texts)

    def _one_of(self, values: Sequence[Fraction]) -> str:
        """Some of the numbers: `5`, `0 or 100`, `a number from 0 to 100`."""
        texts = [self.game.spelling.payoff(value) for value in values]
        return listing(texts, "or") if len(texts) <= MOST_RULES else f"something from {texts[0]} to {texts[-1]}"

    def _whole(self) -> Iterator[str]:
        text = to_kif(self.game.description)
        if len(text) <= MOST_CHARACTERS:
            yield "## All rules, in the Game Description Language"
            yield f"```kif\n{text}```"
