"""Tables of payoffs: a number is a claim about the situation that its row and its column head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.claims.formulas import all_of, condition, number_term, pay
from translators.reading.claims.ground import Alternatives, Ground
from translators.reading.claims.record import Past, did, received
from translators.reading.discourse.course import leaning
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, resolve
from translators.reading.discourse.sentence import parse_sentence
from translators.reading.document import Cell, Grid
from translators.reading.grammar import parts as p
from translators.reading.grammar.chart import Grammar
from translators.reading.words.game_words import role_of
from translators.reading.words.tagging import tag

_CASES = ("Cond", "Doing", "Profile", "Act")
_STEP = re.compile(r"^([A-Za-z][A-Za-z ]*[A-Za-z]) (\d+)$")
"""A move with the step at which it is made, where roles choose several times: `stop 2`."""


@dataclass(frozen=True)
class _Head:
    """What a cell says of its row or column.

    Attributes:
        case: whose choice, or a profile.
        roles: players that it names, in order.
        rounds: rounds that were played, by number.
        total: whether it tells of sums.
    """

    case: p.Case | None
    roles: tuple[str, ...]
    numbers: tuple[Fraction, ...]
    rounds: tuple[str, ...] = ()
    total: bool = False


class TableReader:
    """Reads one table. A class because every method needs the grammar and the situation."""

    def __init__(self, ground: Ground, grammar: Grammar, above: GameScene) -> None:
        self.ground, self.grammar, self.above = ground, grammar, above
        self.game = ground.game

    def read(self, grid: Grid) -> list[tuple[Cell, Alternatives]]:
        """The cells that tell payoffs, with what they say; nothing of a table of another kind."""
        heads = [[self._head(cell) for cell in row] for row in grid.rows]
        if len(heads) < 2 or len(heads[0]) < 2:
            return []
        return list(self._matrix(grid, heads)) or list(self._list(grid, heads))

    def _head(self, cell: Cell) -> _Head:
        if not cell.words:
            return _Head(None, (), ())
        words = cell.words
        if len(self.game.turns) > len(self.game.roles):
            words = _STEP.sub(r"\1 at step \2", words)
        tagged = tag(words, self.game)
        numbers = tuple(token.number for token in tagged.tokens if token.number is not None)
        parsed = parse_sentence(words, self.game, self.grammar)
        cases = [island.senses[0] for island in parsed.islands if island.category in _CASES]
        roles = tuple(dict.fromkeys(role for edge in tagged.edges for role in self._named(edge.category, edge.sense)))
        moves = {edge.sense for edge in tagged.edges if edge.category in ("move", "pair")}
        rounds = next((island.senses[0] for island in parsed.islands if island.category == "Round"), ())
        total = any(edge.category == "total" for edge in tagged.edges)
        likely = any(edge.category in ("percent", "probability") for edge in tagged.edges)
        shown = () if moves or rounds or likely else numbers
        return _Head(cases[0] if len(cases) == 1 else None, roles, shown, rounds, total)

    def _named(self, category: str, sense: object) -> tuple[str, ...]:
        if category not in ("who", "whose"):
            return ()
        if isinstance(sense, tuple):
            return (sense[1],)
        if sense == "me":
            return (self.game.me,)
        return self.game.others if sense == "them" and len(self.game.others) == 1 else ()

    # Rows of one role, columns of another

    def _matrix(self, grid: Grid, heads: Sequence[Sequence[_Head]]) -> Iterator[tuple[Cell, Alternatives]]:
        top, corner = heads[0], heads[0][0]
        body = heads[1:]
        if (
            len(self.game.roles) != 2
            or any(row[0].case is None for row in body)
            or any(head.case is None for head in top[1:])
        ):
            return
        if not any(head.numbers for row in body for head in row[1:]):
            return
        for row, cells in zip(body, grid.rows[1:], strict=True):
            for head, told, cell in zip(top[1:], row[1:], cells[1:], strict=True):
                ways = [
                    way
                    for sides in self._sides(corner)
                    for way in self._cell(row[0].case, head.case, sides, told.numbers)
                ]
                if ways:
                    yield cell, tuple(dict.fromkeys(ways))

    def _sides(self, corner: _Head) -> list[tuple[str, str]]:
        """Which role the rows and which the columns are about, as far as that may be."""
        one, two = self.game.roles
        if len(corner.roles) == 2:
            return [(corner.roles[0], corner.roles[1])]
        mine, theirs = self.game.me, self.game.others[0]
        if len(corner.roles) == 1:
            return [(corner.roles[0], theirs if corner.roles[0] == mine else mine)]
        return list(dict.fromkeys([(one, two), (mine, theirs)]))

    def _cell(
        self, left: p.Case | None, top: p.Case | None, sides: tuple[str, str], values: tuple[Fraction, ...]
    ) -> Iterator[f.Formula]:
        assert left is not None and top is not None
        if len(values) not in (1, 2):
            return
        for row, column in (sides, sides[::-1]):
            try:
                scene = resolve(left, self.game, self.ground.view, GameScene(), row)[0]
                over = resolve(top, self.game, self.ground.view, GameScene(), column)[0]
            except Unresolved:
                continue
            if len(scene.partials) != 1 or len(over.partials) != 1:
                continue
            partial = {**scene.partials[0], **over.partials[0]}
            if len(partial) != len(self.game.roles):
                continue
            row, column = next(iter(scene.partials[0])), next(iter(over.partials[0]))
            if len(values) == 1:
                yield f.Compare("=", pay(self.ground.view.topic, partial), self.ground.amount(values[0]))
            else:
                for order in self._orders(row, column):
                    yield self._both(order, partial, values)
            return

    def _orders(self, row: str, column: str) -> list[tuple[str, ...]]:
        """Whose amounts the two of a cell may be: as the text says, or else of who has the row first, or by seats."""
        if self.ground.view.order:
            return [self.ground.view.order]
        return list(dict.fromkeys([(role_of(row), role_of(column)), self.game.roles]))

    def _both(self, order: Sequence[str], partial: Partial, values: Sequence[Fraction]) -> f.Formula:
        return all_of(
            f.Compare("=", pay(role, partial), self.ground.amount(value))
            for role, value in zip(order, values, strict=True)
        )

    # A row for each case

    def _list(self, grid: Grid, heads: Sequence[Sequence[_Head]]) -> Iterator[tuple[Cell, Alternatives]]:
        top = heads[0]
        if any(head.numbers for head in top):
            return
        played = any(row[0].rounds for row in heads[1:])
        columns = [[row[at] for row in heads[1:] if row[0].rounds and at < len(row)] for at in range(len(top))]
        for row, cells in zip(heads[1:], grid.rows[1:], strict=True):
            if played:
                above = [sum((number for each in told for number in each.numbers), Fraction(0)) for told in columns]
                yield from self._record(top, row, cells, above)
                continue
            case = self._row_case(top, row)
            if case is None:
                continue
            for head, told, cell in zip(top, row, cells, strict=True):
                if told.case is None and told.numbers and (head.roles or head.total):
                    yield from self._told(cell, case, head, told.numbers)

    def _record(
        self, top: Sequence[_Head], row: Sequence[_Head], cells: Sequence[Cell], sums: Sequence[Fraction]
    ) -> Iterator[tuple[Cell, Alternatives]]:
        """A row about a round that was played, or about all of them: who did what in it, and who got what.

        What all come to may also be that of rounds that are still to come: it is false only if the rows above don't
        add up to it either.
        """
        past = Past(row[0].rounds)
        for head, told, cell, added in zip(top[1:], row[1:], cells[1:], sums[1:], strict=True):
            if len(head.roles) != 1 or head.case is not None or not (row[0].rounds or row[0].total):
                continue
            if told.case is not None and row[0].rounds:
                try:
                    scene = resolve(told.case, self.game, self.ground.view, GameScene(), head.roles[0])[0]
                except Unresolved:
                    continue
                if len(scene.partials) == 1:
                    yield cell, did(scene, past)
            elif len(told.numbers) == 1 and told.case is None:
                level = number_term(told.numbers[0])
                ways = [f.Compare("=", term, level) for term in received(head.roles[0], past)]
                yield cell, (*ways, *(() if row[0].rounds else (f.Compare("=", number_term(added), level),)))

    def _row_case(self, top: Sequence[_Head], row: Sequence[_Head]) -> GameScene | None:
        """The situation that the cells of a row tell together."""
        scene = GameScene()
        for head, told in zip(top, row, strict=True):
            if told.case is None:
                continue
            actor = head.roles[0] if len(head.roles) == 1 else None
            try:
                scene = resolve(told.case, self.game, self.ground.view, scene, actor)[0].over(scene)
            except Unresolved:
                return None
        scene = leaning(scene.over(self.above), self.ground.view, self.game)
        return scene if not scene.empty else None

    def _told(
        self, cell: Cell, row: GameScene, head: _Head, values: tuple[Fraction, ...]
    ) -> Iterator[tuple[Cell, Alternatives]]:
        """A cell of amounts: of those whom the column names, of who reads where it names a choice, or of all."""
        scene, roles = row, head.roles
        if head.case is not None:
            try:
                scene = resolve(head.case, self.game, self.ground.view, row)[0].over(row)
            except Unresolved:
                return
            roles = (self.ground.view.topic,)
        if len(values) != (1 if head.total else len(roles)):
            return
        level = self.ground.amount(values[0])
        if head.total:
            told: f.Formula = all_of(f.Compare("=", f.Sum(condition(each)), level) for each in scene.partials)
        else:
            told = all_of(self._both(roles, partial, values) for partial in scene.partials)
        if self.ground.full(scene):
            yield cell, (told,)
        elif self.game.plays and isinstance(told, f.Compare):
            yield cell, (told, f.Some(told))


def order_of(roles: Sequence[str], ground: Ground) -> tuple[str, ...] | None:
    """An order of all roles that a text announces, such as `(mine, theirs)`."""
    return tuple(roles) if sorted(roles) == sorted(ground.game.roles) else None
