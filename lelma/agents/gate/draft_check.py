"""What is wrong with an answer that is about to count, from the view of whoever gives it.

| what | in the speech | in the thought |
|---|---|---|
| history or rules, refuted by the own view | fails | fails |
| identity, refuted by the own view | fails, unless declared as a lie | fails |
| against an earlier statement of one's own: no deal allows both | fails, unless declared | – |
| a secret given away | fails | – |
| an announced act | is kept: it is `pending` | – |
| a move against an open announcement | fails | – |
| unknown, or only guessed | is counted | is counted |

What the agent notes as `certain` of who somebody is (`lelma.agents.notes`) fails where no deal allows it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from gdl.values import dataclass
from lelma.agents.gate.cutting import declared, is_declared, sentence_of, spans_of_sentences
from lelma.agents.move_text import read_move
from lelma.agents.protocol import Answer, Note, View
from lelma.game.wording import Wording, sentence
from lelma.support.errors import LelmaError
from lelma.talk.judge import CONSISTENCY, IDENTITY, OWN, SpokenStatement
from lelma.talk.live import Commitment, LiveJudge
from translators.passages import Span

SPEECH_PART, THOUGHT_PART, MOVE_PART, BELIEF_PART = "speech", "thought", "move", "belief"
AGAINST_ITSELF, BROKEN, LEAK_KIND, CERTAIN_KIND = "contradiction", "commitment", "secret", "certain"
"""Kinds of failures that are no claim's own: words against earlier words, a move against words, a secret told, and
something taken as certain that can't be."""


@dataclass(frozen=True)
class CheckedPart:
    """A part of a draft that was checked.

    Attributes:
        where: `speech`, `thought`, `move` or `belief`.
        span: of the sentence it is in; empty for a move or a belief.
        lie: whether the agent means it as a lie.
        feedback: what is wrong with it; empty if nothing is.
        binding: whether its sentence is cut out of a speech under a strict gate.
    """

    where: str
    sentence: str
    span: Span
    query: str
    kind: str
    verdict: str
    lie: bool = False
    feedback: str = ""
    binding: bool = True

    def as_note(self) -> dict[str, Any]:
        """The claim of a note `check`."""
        told = {name: getattr(self, name) for name in ("where", "sentence", "query", "kind", "verdict")}
        return told | {"fails": bool(self.feedback)} | ({"lie": True} if self.lie else {})


@dataclass(frozen=True)
class DraftReport:
    """What was found in a draft.

    Attributes:
        trouble: why nothing could be, or not all.
        late: whether there is no time left to mend it.
    """

    parts: tuple[CheckedPart, ...] = ()
    trouble: str = ""
    late: bool = False

    @property
    def failed(self) -> tuple[CheckedPart, ...]:
        return tuple(part for part in self.parts if part.feedback)

    @property
    def feedback(self) -> tuple[str, ...]:
        """A line for each thing that is wrong, once."""
        return tuple(dict.fromkeys(part.feedback for part in self.failed))

    @property
    def anew(self) -> bool:
        """Whether something fails that the agent took for certain."""
        return any(part.where == BELIEF_PART for part in self.failed)

    @property
    def unknown(self) -> int:
        """How many claims nothing decides."""
        return sum(part.verdict in ("unknown", "error") for part in self.parts)

    @property
    def ok(self) -> bool:
        return not self.failed and not self.unverified

    @property
    def unverified(self) -> bool:
        decided = any(part.verdict in ("true", "false", "pending") or part.feedback for part in self.parts)
        return self.late or not decided

    @property
    def failures(self) -> frozenset[str]:
        return frozenset(f"{part.where}: {part.kind}: {part.query}" for part in self.failed)


class DraftCheck:
    """Checks drafts of one role at one moment, by a judge that knows what the role knows.

    Attributes:
        broken: announcements that a draft's move went against.
        untold: why it can't be told what a draft gives away.
    """

    def __init__(self, judge: LiveJudge, view: View, *, warned: Collection[Commitment] = ()) -> None:
        """`warned` are announcements that the role was reminded of before."""
        self._judge, self._view, self._warned = judge, view, frozenset(warned)
        self.broken: set[Commitment] = set()
        self.untold = ""

    def report(self, answer: Answer) -> DraftReport:
        """What is wrong with an answer.

        Raises:
            LelmaError: if it can't be checked.
        """
        thought, lies = declared(answer.thought)
        move = read_move(answer.move, self._view.legal, self._view.wording, to=self._view.role) or ""
        parts: list[CheckedPart] = []
        if answer.words.strip() and (move in self._view.speaking or not move):
            parts += self.speech(answer.words, (*answer.lies, *lies))
        if thought.strip():
            parts += self._thought(thought)
        if move and move not in self._view.speaking:
            parts += self._move(move)
        parts += self._certain(answer.notes)
        return DraftReport(tuple(parts), trouble=self._judge.trouble or self.untold)

    def speech(self, words: str, lies: Collection[str]) -> Iterator[CheckedPart]:
        """What is claimed aloud, and what is wrong with it."""
        claims = self._judge.judge(words)
        sentences = spans_of_sentences(words, self._judge.scopes(words))
        clashes = {id(clash.second): clash for clash in claims.clashes}
        for statement in claims.statements:
            span = sentence_of(statement.span, sentences)
            lie = is_declared(words[slice(*span)], statement.quote, lies)
            part = self._part(SPEECH_PART, words, span, statement, lie)
            if not part.feedback and not lie and id(statement) in clashes:
                told = self._clash(part.sentence, clashes[id(statement)].first)
                part = replace(part, kind=AGAINST_ITSELF, feedback=told)
            if not part.feedback:
                told = self._leak(part.sentence, statement)
                part = replace(part, kind=LEAK_KIND, feedback=told) if told else part
            yield part

    def _leak(self, quote: str, statement: SpokenStatement) -> str:
        """What a statement would give away, in a sentence; nothing where that can't be told."""
        try:
            leaks = self._judge.given_away(statement)
        except LelmaError as error:
            self.untold = str(error)
            return ""
        if not leaks:
            return ""
        leak, words, me = leaks[0], self._view.wording, self._view.role
        inner = leak.fact.removeprefix("(true ")
        fact = words.relation(leak.fact, to=me) if inner == leak.fact else words.fluent(inner[:-1], to=me)
        return (
            f"You would say: “{_ended(quote)}” That gives away {leak.secret.name}: "
            f"{words.name(leak.listener)} could then tell that {fact}."
        )

    def _thought(self, thought: str) -> Iterator[CheckedPart]:
        sentences = spans_of_sentences(thought, self._judge.scopes(thought))
        for statement in self._judge.judge(thought, aloud=False).statements:
            if statement.kind != CONSISTENCY:
                yield self._part(THOUGHT_PART, thought, sentence_of(statement.span, sentences), statement, False)

    def _part(self, where: str, text: str, span: Span, statement: SpokenStatement, lie: bool) -> CheckedPart:
        verdict = statement.truth(OWN)
        if statement.kind == CONSISTENCY and verdict == "false":
            verdict = "pending"  # what is announced has not been tried yet
        fails = statement.kind != CONSISTENCY and statement.fails(OWN) and not (lie and statement.kind == IDENTITY)
        feedback = self._refuted(where, text[slice(*span)], statement) if fails else ""
        query = ", ".join(statement.queries)
        return CheckedPart(
            where, text[slice(*span)], span, query, statement.kind, verdict, lie, feedback, binding=not lie
        )

    def _refuted(self, where: str, quote: str, statement: SpokenStatement) -> str:
        """What holds instead, with the joint move that shows it."""
        found = [each for each in statement.verdicts[OWN] if each.truth == "false"]
        right = " ".join(dict.fromkeys(sentence(each.correction or each.denial) for each in found))
        place = "You think" if where == THOUGHT_PART else "You would say"
        shown = self._judge.shown_at(statement)
        if shown is None and statement.kind == IDENTITY:
            told = f" ({self._card()})" if self._view.card else ""
        else:
            told = f" ({self._ply(shown)})" if shown else ""
        return f"{place}: “{_ended(quote)}” By what you saw{told}: {right}"

    def _card(self) -> str:
        """What the role was told of what is hidden, and since when it was."""
        told = self._view.card[0]
        ply = next((number for number, each in enumerate(self._view.plies, start=1) if told in each.percepts), 0)
        return self._ply(ply, only=told)

    def _ply(self, ply: int, *, only: str = "") -> str:
        """What the role perceived of a joint move, in words."""
        view = self._view
        percepts = view.plies[ply - 1].percepts if not only else (only,)
        said = [view.wording.percept(percept, to=view.role) for percept in percepts][:_MOST_TOLD]
        return f"joint move {ply}{': ' if said else ''}{'; '.join(said)}"

    def _clash(self, quote: str, first: SpokenStatement) -> str:
        return (
            f"You would say: “{_ended(quote)}” At joint move {first.speech.ply} you said: “{_ended(first.quote)}” "
            "No deal allows both."
        )

    def _move(self, move: str) -> Iterator[CheckedPart]:
        told = [each for each in self._judge.against(move) if each not in self._warned]
        for commitment in told:
            self.broken.add(commitment)
            said = commitment.statement
            order = self._view.wording.move(move, by=self._view.role, to=self._view.role)
            feedback = f"At joint move {said.speech.ply} you said: “{said.quote}” Your move goes against it: {order}."
            query = ", ".join(said.queries)
            yield CheckedPart(MOVE_PART, said.quote, (0, 0), query, BROKEN, "false", feedback=feedback)

    def _certain(self, notes: Iterable[Note]) -> Iterator[CheckedPart]:
        """What the agent noted as certain of who somebody is, and no deal allows."""
        noted = [note.get("certain") for note in notes if note.get("kind") == "belief"]
        told = {who: named for each in noted if isinstance(each, dict) for who, named in each.items() if named}
        deals = self._judge.own_deals() if told else ()
        for who, named in told.items():
            possible = {deal[who] for deal in deals if who in deal}
            if possible and not possible & set(named):
                words, query = self._view.wording, f"{who}: {', '.join(named)}"
                either = " or ".join(words.name(name) for name in named)
                said, feedback = sentence(f"{words.name(who)} is {either}"), refuted_guess(words, who, either, possible)
                yield CheckedPart(BELIEF_PART, said, (0, 0), query, CERTAIN_KIND, "false", feedback=feedback)


def refuted_guess(words: Wording, who: str, named: str, possible: Collection[str]) -> str:
    """That somebody can't be what was named, and what is left."""
    left = ", ".join(words.name(name) for name in sorted(possible))
    return f"REFUTED {words.name(who)}: no deal that fits what you saw has {named} there; left are: {left}."


_MOST_TOLD = 3
"""Percepts of one joint move that feedback tells."""


def _ended(quote: str) -> str:
    """Quoted words with a stop at their end."""
    return quote if quote.endswith((".", "!", "?")) else f"{quote}."
