"""What answers a game takes: legal moves, however they are spelt, with words that its rules of speech allow."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from functools import cached_property

from gdl.tree.syntax import Symbol, Term
from gdl.tree.term import match, read_term, substitute
from gdl.values import dataclass
from lelma.agents.asking import LONGEST_WORDS
from lelma.agents.move_text import read_move, shown, spelt_move
from lelma.agents.protocol import Answer, Ply
from lelma.engine.conditions import Conditions
from lelma.engine.dynamics import GameState
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.matches.illegal_moves import WhyNot
from lelma.matches.speech_rules import Said, SpeechRules


@dataclass(frozen=True)
class RoleQuestion:
    """What a role is asked.

    Attributes:
        ply: the number of the joint move.
        legal: its legal moves.
        speaking: those that carry words.
        plies: what it lived through so far.
    """

    ply: int
    role: str
    state: GameState
    legal: tuple[str, ...]
    speaking: frozenset[str]
    plies: tuple[Ply, ...]


@dataclass(frozen=True)
class Decision:
    """What a role does on a ply: its move, the words that go with it, and what it thought if it chose the move."""

    move: str
    words: str = ""
    chosen: bool = False
    thought: str = ""


class AnswerRules:
    """Judges the answers to questions of one game. Threads may share it.

    Attributes:
        speech: the rules about words.
    """

    def __init__(self, game: Game, wording: Wording, roles: Sequence[str]) -> None:
        """The rules of a game with its parameters.

        Raises:
            GameError: if its words have faults.
        """
        self._game, self._wording, self._roles = game, wording, tuple(roles)
        self.speech = SpeechRules(game)
        self._fallback = game.file.fallback.moves
        self._tasks = {task: tuple(map(read_term, texts)) for task, texts in game.file.tasks.items()}
        self._after = {task: tuple(map(read_term, texts)) for task, texts in game.file.asked_after.items()}
        self._lock = threading.Lock()

    @cached_property
    def why_not(self) -> WhyNot:
        """Tells why moves are illegal."""
        conditions, secret = Conditions(self._game.description), self._game.file.knowledge.hidden
        return WhyNot(conditions, self._wording, roles=self._roles, secret=secret)

    def task(self, legal: Sequence[str], role: str = "", percepts: Sequence[str] = ()) -> str:
        """What a role with these moves is asked for: the first task of the game that one of them fits.

        Args:
            percepts: what the role perceived of the latest joint move, on which a task may depend.
        """
        moves, seen = (list(map(read_term, texts)) for texts in (legal, percepts))
        for task, patterns in self._tasks.items():
            after = [substitute(pattern, {"me": Symbol(role)}) for pattern in self._after.get(task, ())]
            if _fits(patterns, moves) and (task not in self._after or _fits(after, seen)):
                return task
        return ""

    def fallback(self, legal: Sequence[str], role: str, chance: random.Random) -> tuple[str, str]:
        """A legal move in place of an answer, and by which rule it was taken."""
        for pattern in self._fallback:
            wanted = substitute(pattern, {"me": Symbol(role)})
            found = [move for move in legal if match(wanted, read_term(move)) is not None]
            if found:
                return chance.choice(found), "preferred"
        return chance.choice(legal), "drawn"

    def judged(self, question: RoleQuestion, answer: Answer) -> tuple[Decision | None, str]:
        """The decision that an answer is, or None and why it is none."""
        with self._lock:  # one process of Prolog tells why, and one lexicon what may be said
            return self._judged(question, answer)

    def _judged(self, question: RoleQuestion, answer: Answer) -> tuple[Decision | None, str]:
        role = question.role
        move = read_move(answer.move, question.legal, self._wording, to=role)
        if move is None:
            return None, self._objection(question, answer)
        if move not in question.speaking:
            return Decision(move), ""
        words = answer.words.strip()
        if len(words) > LONGEST_WORDS:
            return None, f"a speech has at most {LONGEST_WORDS:,} characters, this one has {len(words):,}"
        words = shown(words, LONGEST_WORDS)
        card = self.speech.card_of(percept for ply in question.plies for percept in ply.percepts)
        before = [Said(each.role, each.words) for ply in question.plies for each in ply.heard]
        broken = self.speech.check(role, words, card=card, before=before)
        return (None, " ".join(refusal.why for refusal in broken)) if broken else (Decision(move, words), "")

    def _objection(self, question: RoleQuestion, answer: Answer) -> str:
        if not answer.move.strip():
            return answer.trouble or "the answer holds no move"
        term = spelt_move(answer.move)
        if term is None:
            return f"{shown(answer.move, 60)!r} is no move; a move is written as {question.legal[0]}"
        return self.why_not.move(question.state, question.role, term)


def _fits(patterns: Sequence[Term], terms: Sequence[Term]) -> bool:
    """Whether one of the terms fits one of the patterns."""
    return any(match(pattern, term) is not None for pattern in patterns for term in terms)
