"""Why a move is illegal, in a sentence: the conditions of the `legal` rules that fail, in the game's words.

A player is told nothing that its rules and legal moves do not tell it. A condition that depends on what others may
not know (the fluents of `[knowledge]` in `game.toml`) is told only where it is the only one that fails, or is about
the player alone; and what a variable stands for is not told where such a condition gave it its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Rule, Signature, Symbol, Term, Variable, atoms, signature, subterms
from lelma.engine.conditions import ConditionClause, Conditions, RuleCondition
from lelma.engine.dynamics import GameState
from lelma.game.wording import Wording, listing

_MOST_TOLD = 2
_DEEPEST = 4


class WhyNot:
    """Tells why moves of one game are illegal."""

    def __init__(
        self, conditions: Conditions, wording: Wording, *, roles: Iterable[str], secret: Iterable[str] = ()
    ) -> None:
        """`secret`: names of the fluents that not every role may know."""
        self._conditions, self._wording, self._roles = conditions, wording, frozenset(roles)
        description = conditions.description
        self._secret_fluents = frozenset(secret)
        self._secret = _depending(description.rules, self._secret_fluents)
        heads = [move for rule in description.rules for move in _legal_moves(rule.head)]
        self._moves = {signature(move) for move in heads if not isinstance(move, Variable)}
        self._any_move = any(isinstance(move, Variable) for move in heads)

    def move(self, state: GameState, role: str, move: Term) -> str:
        """Why that move of that role is illegal in a state: `Player 1 can't vote for Player 3: Player 3 is dead`."""
        if isinstance(move, Variable) or (signature(move) not in self._moves and not self._any_move):
            return f"{kif_term(move)} is no move of this game"
        actor = self._wording.name(role)
        told = self._objections(state, Compound("legal", (Symbol(role), move)), role)
        return f"{actor} can't {self._wording.order(move)}: {listing(told) or 'the rules do not allow it now'}"

    def _objections(self, state: GameState, sentence: Term, role: str) -> list[str]:
        clauses = self._conditions.clauses(state, sentence)
        if not clauses:
            return []
        clause = min(clauses, key=lambda each: len(each.failed))
        told: dict[str, None] = {}
        for condition in self._tellable(clause, role):
            told.update(dict.fromkeys(self._texts(state, condition, _DEEPEST)))
        return list(told)[:_MOST_TOLD]

    def _tellable(self, clause: ConditionClause, role: str) -> list[RuleCondition]:
        """The failed conditions that the role may be told."""
        shown = clause.failed
        if any(self._is_secret(condition.sentence) and not condition.given for condition in clause.held):
            shown = tuple(condition for condition in shown if condition.given)
        public = [condition for condition in shown if not self._is_secret(condition.sentence)]
        own = [condition for condition in shown if self._is_about(condition.sentence, role)]
        return public or own or (list(shown) if len(clause.failed) == 1 else [])

    def _is_secret(self, sentence: Term) -> bool:
        match sentence:
            case Compound("true", (Symbol() | Compound() as fluent,)):
                return signature(fluent)[0] in self._secret_fluents
            case Variable():
                return bool(self._secret_fluents)
            case Compound("or" | "and" | "not", parts):
                return any(map(self._is_secret, parts))
            case _:
                return signature(sentence) in self._secret

    def _is_about(self, sentence: Term, role: str) -> bool:
        """Whether a role is the only one that a sentence names."""
        named = {part.name for part in subterms(sentence) if isinstance(part, Symbol)} & self._roles
        return named == {role}

    # in words

    def _texts(self, state: GameState, condition: RuleCondition, depth: int) -> Iterator[str]:
        """What is said of a condition that fails; a relation without words is told by what it rests on."""
        yield from self._said(state, condition.sentence, not condition.positive, depth)

    def _said(self, state: GameState, sentence: Term, holds: bool, depth: int) -> Iterator[str]:
        words = self._wording
        match sentence:
            case Compound("true", (fluent,)):
                yield words.fluent(fluent, holds=holds) if words.tells("fluents", fluent) else _bare(fluent, holds)
            case Compound("distinct", (left, _)):
                yield f"it must be other than {words.name(left)}"
            case Compound("or", parts):
                yield listing([text for part in parts for text in self._said(state, part, holds, depth)], "and")
            case Compound("and", parts):
                yield from (text for part in parts for text in self._said(state, part, holds, depth))
            case Compound("not", (inner,)):
                yield from self._said(state, inner, not holds, depth)
            case _ if words.tells("relations", sentence):
                yield words.relation(sentence, holds=holds)
            case _:
                deeper = list(self._support(state, sentence, holds, depth - 1)) if depth else []
                yield from deeper or [_bare(sentence, holds)]

    def _support(self, state: GameState, sentence: Term, holds: bool, depth: int) -> Iterator[str]:
        """Why a relation holds, by the conditions of a clause that do; or why not, by those that fail."""
        clauses = self._conditions.clauses(state, sentence)
        if holds:
            found = next((clause.held for clause in clauses if not clause.failed), ())
        else:
            found = min((clause.failed for clause in clauses), key=len, default=())
        for condition in found:
            told = not self._is_secret(condition.sentence) and not (
                holds and self._conditions.fixed(condition.sentence)
            )
            if told:
                yield from self._said(state, condition.sentence, condition.positive == holds, depth)


def _legal_moves(head: Term) -> tuple[Term, ...]:
    """The move of the head of a `legal` rule."""
    return head.args[1:] if isinstance(head, Compound) and signature(head) == ("legal", 2) else ()


def _bare(sentence: Term, holds: bool) -> str:
    return f"{kif_term(sentence)} {'holds' if holds else 'does not hold'}"


def _depending(rules: Sequence[Rule], fluents: frozenset[str]) -> frozenset[Signature]:
    """The relations that depend on one of these fluents."""
    found: set[Signature] = set()
    grows = bool(fluents)
    while grows:
        grows = False
        for rule in rules:
            head = signature(rule.head)
            if head not in found and any(_touches(sentence, fluents, found) for sentence in _sentences(rule)):
                found.add(head)
                grows = True
    return frozenset(found)


def _sentences(rule: Rule) -> Iterator[Term]:
    for literal in rule.body:
        yield from (sentence for sentence, _ in atoms(literal))


def _touches(sentence: Term, fluents: frozenset[str], found: set[Signature]) -> bool:
    match sentence:
        case Variable():
            return True
        case Compound("true", (Variable(),)):
            return True
        case Compound("true", (Symbol() | Compound() as fluent,)):
            return signature(fluent)[0] in fluents
        case _:
            return signature(sentence) in found
