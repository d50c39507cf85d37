"""A course of a game that agrees with what a record tells of it.

A record need not tell every move: it may keep no word of a potion that was used, or write a player's last words over
that player's last vote. So the course is searched for, depth first: a move that is told is made, also where the
rules refuse it (the game that was recorded went on with it); for any other move all that are legal are tried, until
the record's checks agree. Where another move than the one so found would do as well, the move is unknown.

Long, because the search, and what else the record agrees with, go over the same nodes by the same checks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from gdl.text.write import kif_term
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Symbol, Term, Variable, signature, subterms
from gdl.tree.term import match, read_term, substitute
from gdl.values import dataclass
from lelma.engine.dynamics import Dynamics, GameState, Look
from lelma.matches.recorded.formats import Check, Format, MoveRows, RecordedGame, RecordRow
from lelma.talk.record import RecordedPly

MOST_STEPS = 20_000
"""Joint moves that are tried for one game."""

MOST_OTHERS = 256
"""Moves that are tried in place of those that are not told, to see whether the record agrees with them as well."""

_PASSING = 1  # legal moves of a role that does not choose

Bindings = dict[str, Term]


@dataclass(frozen=True)
class Made:
    """A role's move in a course.

    Attributes:
        how: `recorded`; `refused` (recorded, but illegal); `only` (the one legal move); `open` (not recorded, or
            written over by something else); `unknown` (the same, and another move fits the record as well); `misread`
            (another than the recorded one, which cannot have been made).
        row: the row that tells it, or tells otherwise.
    """

    move: str
    how: str
    row: RecordRow | None = None
    rule: MoveRows | None = None


@dataclass(frozen=True)
class CourseNode:
    """A state of a course that is being built, with the joint move that led to it.

    Attributes:
        owed: percept that shows why a told move was not made, and the fluents that hold until it is due.
        misread: whether a move so far is `misread`.
        agreed: checks that have agreed so far.
    """

    state: GameState
    look: Look
    parent: CourseNode | None = None
    made: Mapping[str, Made] | None = None
    percepts: Mapping[str, tuple[str, ...]] | None = None
    owed: tuple[Term, tuple[Term, ...]] | None = None
    misread: bool = False
    agreed: int = 0
    ply: int = 0

    def path(self) -> list[CourseNode]:
        """The nodes after the first one, up to this one."""
        nodes: list[CourseNode] = []
        node: CourseNode | None = self
        while node is not None and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]


@dataclass(frozen=True)
class Course:
    """What a search for a course found.

    Attributes:
        nodes: the course ply by ply; the longest one, if none agrees with the record.
        first: the state it begins in.
        found: whether it agrees with the record to the end.
        trouble: why the longest one cannot go on.
        unread: rows of moves that the course has no place for, each with its table.
        checked: how many of the record's other statements agree.
        others: courses that agree with the record as well, each with another move in place of an `unknown` one.
    """

    nodes: tuple[CourseNode, ...]
    first: GameState
    found: bool
    trouble: str
    unread: tuple[tuple[str, RecordRow], ...]
    checked: int
    others: tuple[tuple[CourseNode, ...], ...] = ()

    def plies(self) -> tuple[RecordedPly, ...]:
        """The course as a record of a match."""
        return tuple(map(recorded_ply, self.nodes))

    def states(self) -> tuple[GameState, ...]:
        """The states of the course, from the first to the last."""
        return (self.first, *(node.state for node in self.nodes))


class Replayer:
    """Looks for courses of one game that agree with records in one format."""

    def __init__(self, dynamics: Dynamics, described: Format) -> None:
        self.dynamics = dynamics
        self.format = described

    def course(self, game: RecordedGame) -> Course:
        """A course that agrees with a record; if there is none, one that agrees but for who won, or for one move.

        Moves in it that are not told, and for which others would do as well, are marked.

        Of a record that does not hold the course of its game, the moves that it tells from the first on; such a course
        is not found.
        """
        tables = self.format.tables(game.content)
        if self.format.judge:
            told = _Search(self.dynamics, self.format, tables, partial=True).course() if self.format.moves else None
            why = f"records of the format {self.format.name} do not hold the course of a game: {self.format.about}"
            return replace(told or Course((), self.dynamics.initial, False, "", (), 0), found=False, trouble=why)
        first = _Search(self.dynamics, self.format, tables).course()
        if first.found:
            return first
        others = [_Search(self.dynamics, self.format, tables, with_result=False)]
        if self.format.misread:
            others.append(_Search(self.dynamics, self.format, tables, lenient=True))
        return next((course for search in others if (course := search.course()).found), first)

    def judged(self, game: RecordedGame) -> tuple[str, str]:
        """How a game ended, by a record that does not hold its course, and by the rules; see `winners`.

        The last state is put together from the fluents that `judge` of the format names and those of the checks that
        are no result; then everyone makes the first move that is legal.
        """
        tables = self.format.tables(game.content)
        fluents = set(map(kif_term, self.format.judge))
        for check in self.format.checks:
            if check.fluent is not None and not check.result:
                fluents |= {kif_term(substitute(check.fluent, row)) for row in tables[check.rows]}
        state = tuple(sorted(fluents))
        legal = self.dynamics.look(state).legal
        after = self.dynamics.step(state, {role: moves[0] for role, moves in legal.items()}).state
        return self.winners(game, after)

    def winners(self, game: RecordedGame, state: GameState) -> tuple[str, str]:
        """The fluents that tell who won, as the record has them and as the state at the end has them."""
        tables = self.format.tables(game.content)
        told, found = list[str](), list[str]()
        for check in self.format.checks:
            if check.result and check.fluent is not None:
                told += [kif_term(substitute(check.fluent, row)) for row in tables[check.rows]]
                found += [text for text in state if match(check.fluent, _term(text)) is not None]
        return " ".join(told), " ".join(found)


class _Search:
    """One search."""

    def __init__(
        self,
        dynamics: Dynamics,
        described: Format,
        tables: Mapping[str, Sequence[RecordRow]],
        *,
        with_result: bool = True,
        lenient: bool = False,
        partial: bool = False,
    ) -> None:
        """`with_result`: whether the recorded winner must come out. `lenient`: whether one move may be another.

        `partial`: whether to stop as soon as all told moves are made.
        """
        self.dynamics, self.format, self.tables, self.lenient = dynamics, described, tables, lenient
        self.partial = partial or described.partial
        self.checks = [check for check in described.checks if with_result or not check.result]

    def course(self) -> Course:
        last, found, trouble = self._searched(
            CourseNode(self.dynamics.initial, self.dynamics.look(self.dynamics.initial))
        )
        nodes, others = last.path(), list[tuple[CourseNode, ...]]()
        for at, node in enumerate(nodes if found else ()):
            unknown = {}
            for role, made in (node.made or {}).items():
                more = list(self._others(nodes, at, role, MOST_OTHERS - len(others)))
                unknown.update({role: replace(made, how="unknown")} if more else {})
                others += more
            nodes[at] = replace(node, made={**(node.made or {}), **unknown})
        unread = self._unread(last)
        return Course(tuple(nodes), self.dynamics.initial, found, trouble, unread, last.agreed, tuple(others))

    def _others(self, nodes: Sequence[CourseNode], at: int, role: str, most: int) -> Iterator[tuple[CourseNode, ...]]:
        """Courses that agree with the record in which a role makes another move that is not told."""
        parent, joint = nodes[at].parent, nodes[at].made or {}
        made = joint[role]
        if parent is None or role == RANDOM or made.how != "open" or self._is_free(made.move):
            return
        for move in [each for each in parent.look.legal[role] if each != made.move][: max(0, most)]:
            after, wrong = self._after(parent, {**joint, role: replace(made, move=move)})
            last, found, _ = (after, False, wrong) if wrong else self._searched(after, most=2 * len(nodes))
            if found:
                yield tuple(last.path())

    def _searched(self, first: CourseNode, *, most: int = MOST_STEPS) -> tuple[CourseNode, bool, str]:
        """The last node of a course that agrees with the record, else of the longest, with what is wrong then."""
        if self._done(first):
            return first, True, ""
        stack, best, trouble, steps = [(first, self._joint_moves(first))], first, "", 0
        while stack:
            node, options = stack[-1]
            made = next(options, None)
            if made is None:
                stack.pop()
                continue
            steps += 1
            if steps > most:
                trouble = f"no course found within {most} joint moves; the longest one: {trouble}"
                break
            after, wrong = self._after(node, made)
            if wrong:
                if node.ply >= best.ply:
                    best, trouble = node, f"after joint move {node.ply + 1}: {wrong}"
                continue
            if self._done(after):
                return after, True, ""
            stack.append((after, self._joint_moves(after)))
        return best, False, trouble or "the record tells no move that is possible"

    def _done(self, node: CourseNode) -> bool:
        """Whether a course ends with a node; not the one that nothing led to."""
        ended = node.look.terminal or (self.partial and not self._unread(node))
        return ended and node.parent is not None

    def _unread(self, last: CourseNode) -> tuple[tuple[str, RecordRow], ...]:
        """The rows of moves that were not made on the way to a node, each with its table."""
        read = {id(made.row) for node in last.path() for made in (node.made or {}).values()}
        tables = dict.fromkeys(rule.rows for rule in self.format.moves)
        return tuple((name, row) for name in tables for row in self.tables[name] if id(row) not in read)

    # moves

    def _joint_moves(self, node: CourseNode) -> Iterator[Mapping[str, Made]]:
        """The joint moves to try in a state."""
        choices = [self._moves(node, role) for role in self.dynamics.roles]
        for joint in itertools.product(*choices):
            if sum(made.how == "misread" for made in joint) <= 1:
                yield dict(zip(self.dynamics.roles, joint, strict=True))

    def _moves(self, node: CourseNode, role: str) -> list[Made]:
        """A role's moves to try in a state: those that are told, or all; told ones that may be wrong come first."""
        legal = node.look.legal[role]
        told, rule = self._told(node.state, role, legal)
        if not told and len(legal) <= _PASSING:
            return [Made(move, "only") for move in legal]
        if not told and rule is not None:
            return []
        if not told:
            return [Made(move, "open") for move in (legal[:1] if self._is_free(legal[0]) else legal)]
        if rule is not None and rule.doubtful is not None and node.owed is None:
            return told + [Made(move, "open", told[0].row, rule) for move in legal if move != told[0].move]
        if self.lenient and not node.misread and rule is not None and rule.by:
            return told + [Made(move, "misread", told[0].row, rule) for move in legal if move != told[0].move]
        return told

    def _is_free(self, move: str) -> bool:
        return any(match(pattern, _term(move)) is not None for pattern in self.format.free)

    def _told(self, state: GameState, role: str, legal: Sequence[str]) -> tuple[list[Made], MoveRows | None]:
        """The moves of a role that the record tells for a state, and by which rule: legal ones, or one that is refused.

        A rule without moves means that the record tells moves of the kind, and that none of them is possible; moves
        without a rule, that what it tells can't be read.
        """
        terms = [_term(move) for move in legal]
        for rule in self.format.moves:
            kind = signature(rule.move)
            if not any(signature(term) == kind for term in terms):
                continue
            by: Bindings = {rule.by: Symbol(role)} if rule.by else {}
            rows = [row for at in _bindings(rule.state, state, by) for row in self.tables[rule.rows] if _agree(row, at)]
            if rows and all(self._illegible(rule, row) for row in rows):
                return [Made(move, "open", rows[0]) for move in legal], None
            made = [
                Made(move, "recorded", row, rule)
                for row in rows
                for move, term in zip(legal, terms, strict=True)
                if match(substitute(rule.move, row), term) is not None
            ]
            refused = [Made(kif_term(substitute(rule.move, row)), "refused", row, rule) for row in rows]
            if rows:
                return (made[:1] if rule.in_order else made) or ([] if _open(rule.move, rows[0]) else refused[:1]), rule
        return [], None

    def _illegible(self, rule: MoveRows, row: RecordRow) -> bool:
        """Whether what a row has a player do names something that the rules know nothing of."""
        known = self.format.constants
        named = (part.name for part in subterms(substitute(rule.move, row)) if isinstance(part, Symbol))
        return bool(rule.by and known) and any(name not in known for name in named)

    # what comes of them

    def _after(self, node: CourseNode, made: Mapping[str, Made]) -> tuple[CourseNode, str]:
        """The node after a joint move, and what of the record it contradicts; empty if nothing."""
        step = self.dynamics.step(node.state, {role: each.move for role, each in made.items()})
        seen = sorted({percept for percepts in step.percepts.values() for percept in percepts})
        owed, wrong = self._owed(node, made, step.state, seen)
        agreed = 0
        if not wrong:
            agreed, wrong = self._checked(node.state, step.state, seen)
        look = node.look if wrong else self.dynamics.look(step.state)
        misread = node.misread or any(each.how == "misread" for each in made.values())
        agreed += node.agreed
        return CourseNode(step.state, look, node, made, step.percepts, owed, misread, agreed, node.ply + 1), wrong

    def _checked(self, before: GameState, after: GameState, seen: Sequence[str]) -> tuple[int, str]:
        """How many checks agree with a joint move, and what the first that does not finds contradicted."""
        agreed = 0
        for check in self.checks:
            for at in _bindings(check.state, after if check.fluent is not None else before, {}):
                wrong = self.against(check, at, after, seen)
                if wrong:
                    return agreed, wrong
                agreed += 1
        return agreed, ""

    def _owed(
        self, node: CourseNode, made: Mapping[str, Made], state: GameState, seen: Sequence[str]
    ) -> tuple[tuple[Term, tuple[Term, ...]] | None, str]:
        """The percept that is owed from now on, and what is wrong if it was due and did not come."""
        owed = node.owed
        for each in made.values():
            if each.how == "open" and each.row is not None and each.rule is not None and each.rule.doubtful is not None:
                until = tuple(substitute(fluent, each.row) for fluent in each.rule.state)
                owed = substitute(each.rule.doubtful, each.row), until
        if owed is None or set(map(kif_term, owed[1])) <= set(state):
            return owed, ""
        text = kif_term(owed[0])
        return None, "" if text in seen else f"{text} was not seen, so that a recorded move must have been made"

    def against(self, check: Check, at: Bindings, state: GameState, seen: Sequence[str]) -> str:
        """What of the record a check finds contradicted; empty if nothing.

        Args:
            at: values of the variables of the check's state.
            seen: percepts that came with the joint move that led to `state`.
        """
        rows = [row for row in self.tables[check.rows] if _agree(row, at)]
        if check.field and not any(check.field in row for row in rows):
            return ""
        told_here = {kif_term(row[check.field]) for row in rows if check.field in row}
        if check.count is not None:
            number = sum(match(check.count, _term(text)) is not None for text in seen) + check.plus
            return _differs(told_here, {str(number)})
        if check.one_of:
            options = {kif_term(substitute(option, at)): signature(option)[0] for option in check.one_of}
            return _differs(told_here, {options[text] for text in seen if text in options})
        pattern = check.fluent if check.fluent is not None else check.percept
        assert pattern is not None, "a check has one of fluent, percept, one_of and count"
        wanted = substitute(pattern, at)
        told = {kif_term(substitute(wanted, row)) for row in rows}
        texts = state if check.fluent is not None else seen
        there = {text for text in texts if match(wanted, _term(text)) is not None}
        return _differs(told, told & there if check.at_least else there)


def _differs(told: set[str], found: set[str]) -> str:
    if told == found:
        return ""
    return f"the record tells {', '.join(sorted(told)) or 'nothing'}, the rules {', '.join(sorted(found)) or 'nothing'}"


def _open(pattern: Term, row: RecordRow) -> bool:
    """Whether a row leaves a part of a move open."""
    return any(isinstance(part, Variable) for part in subterms(substitute(pattern, row)))


def _agree(row: RecordRow, at: Bindings) -> bool:
    return all(row[name] == value for name, value in at.items() if name in row)


def _bindings(patterns: Sequence[Term], state: GameState, bound: Bindings) -> list[Bindings]:
    """Values of variables for which all of these fluents hold in a state."""
    found = [bound]
    for pattern in patterns:
        names = signature(pattern)
        facts = [term for term in map(_term, state) if signature(term) == names]
        found = [more for each in found for term in facts if (more := match(pattern, term, each)) is not None]
    return found


@lru_cache(maxsize=100_000)
def _term(text: str) -> Term:
    return read_term(text)


def recorded_ply(node: CourseNode) -> RecordedPly:
    """What came of a joint move."""
    made = node.made or {}
    words = {
        role: value.name
        for role, each in made.items()
        if each.row is not None and each.rule is not None and each.rule.words
        if isinstance(value := each.row.get(each.rule.words), Symbol)
    }
    moves = {role: each.move for role, each in made.items()}
    unknown = frozenset(role for role, each in made.items() if each.how in ("unknown", "misread"))
    return RecordedPly(moves, node.percepts or {}, words, unknown=unknown)
