"""The rules of a record in the solver, with the facts of one moment of a match after another.

The rules are made into a program once; facts are only added to its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from gdl.compile.prolog_text import prolog_constant, prolog_ground
from gdl.compile.situation_program import relation_predicates
from gdl.tree.syntax import Compound, signature
from gdl.tree.term import read_term
from lelma.engine.solver import Solver, compile_program
from lelma.game.game import Game
from lelma.verify.verifier import Verifier
from translators.claim import Translation, Translator


class Moments:
    """Reads and judges what is said at different moments of a match.

    Attributes:
        game: the rules of the record, as `lelma.matches.talk.record.record_game` has them.
    """

    def __init__(self, game: Game, translator: Translator | None = None) -> None:
        """The rules, without facts.

        Raises:
            GameError: if the solver rejects them.
        """
        self.game = game
        self._program = compile_program(game.description)
        self._predicates = relation_predicates(game.description.rules)
        self._translator = translator
        self._verifiers: dict[str, Verifier] = {}

    def read(self, words: str, speaker: str) -> Translation:
        """What a speaker claims."""
        verifier = self._verifier(speaker)
        return verifier.translator(words, verifier.vocabulary, role=speaker)

    @contextmanager
    def at(self, speaker: str, facts: Iterable[str]) -> Iterator[Verifier]:
        """A verifier for what a speaker claims when these facts hold, in KIF; facts of no use are passed over.

        Raises:
            gdl.errors.GdlError: for a fact that can't be read.
        """
        verifier = self._verifier(speaker)
        judging = verifier.judging
        bare, judging.solver = judging.solver, Solver(f"{self._program}\n{self._clauses(facts)}")
        judging.forget()
        try:
            yield verifier
        finally:
            judging.solver.close()
            judging.solver = bare

    def _verifier(self, speaker: str) -> Verifier:
        if speaker not in self._verifiers:
            self._verifiers[speaker] = Verifier(self.game, role=speaker, translator=self._translator)
        return self._verifiers[speaker]

    def _clauses(self, facts: Iterable[str]) -> str:
        """Facts in Prolog, those of one predicate together."""
        grouped: dict[str, list[str]] = {}
        for fact in facts:
            relation, arity, args = _fact(fact)
            if (relation, arity) in self._predicates:
                grouped.setdefault(self._predicates[relation, arity][0], []).append(args)
        return "\n".join(f"{name}({args})." for name, each in grouped.items() for args in dict.fromkeys(each))


def _fact(text: str) -> tuple[str, int, str]:
    """A fact's relation, arity and arguments."""
    if text.count("(") == 1 and text[0] == "(" and text[-1] == ")" and '"' not in text:
        relation, *flat = text[1:-1].split()
        return relation, len(flat), ", ".join(map(_constant, flat))
    return _nested(text)


_constant = lru_cache(maxsize=10_000)(prolog_constant)


@lru_cache(maxsize=10_000)
def _nested(text: str) -> tuple[str, int, str]:
    term = read_term(text)
    args = term.args if isinstance(term, Compound) else ()
    return *signature(term), ", ".join(map(prolog_ground, args))
