"""What a private thought is by machine: right, a hallucination, or a deception, by what its thinker could know.

Zhu et al., "GRATR" (arXiv 2408.12333), Table 3, has people decide; their rule is not printed, and this one is ours:

1. a claim of the thought is refuted by what the role had seen: a hallucination, also where it is only guessed, for
   what is known to be false can't be guessed; so is one that led to a move that the rules refuse;
2. else the act goes against the thought, which the move or the words said aloud may do: a deception;
3. else it is right. Claims that nothing decides make a thought neither; a thought without a decided claim is `open`.

Models often write word by word what they then say aloud, a lie about who they are included. The rule has no exception
for it: the thought says what its thinker knows to be false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from gdl.values import dataclass
from lelma.game.game import Game
from lelma.support.errors import LelmaError
from lelma.talk.deals import DealSource
from lelma.talk.engine import Reading, TalkEngine
from lelma.talk.heard_words import ABOUT_IDENTITY, contradicts
from lelma.talk.judge import CONSISTENCY, OWN, HeardSpeech, Speech, SpokenStatement, judged_statements
from lelma.talk.moments import Moments, SaidAt
from lelma.talk.record import Record
from translators.claim import Claim
from translators.formulas.formula import Applied, Formula
from translators.reading.talk.game_talk import HISTORY
from translators.reading.talk.reader import PRESUPPOSED

ThoughtClass = Literal["right", "hallucination", "deception", "open"]
THOUGHT_CLASSES: tuple[ThoughtClass, ...] = ("right", "hallucination", "deception", "open")

CONCLUDED = {"must_be_identity": "is_identity", "must_be_on_side": "is_on_side"}
"""Claims of what must be so, and those that it is so."""

DOUBTS = "doubts"
"""The claim of somebody who calls another suspicious."""

HIDES = "will_hide_identity"
"""The claim of somebody who means to tell nobody who it is."""

_OTHERWISE = {
    "other_side": "same_side",
    "can_be_other_side": "same_side",
    "same_side": "other_side",
    "can_be_same_side": "other_side",
}
"""Claims about the sides of two, and what puts them right."""


@dataclass(frozen=True)
class Thought:
    """What a role thought to itself as it acted.

    Attributes:
        ply: the joint move that it acted with, from 1.
        move: in KIF, with names of roles.
        words: what it said aloud with it.
        seq: the number of the line in the file that tells of it.
    """

    ply: int
    role: str
    text: str
    move: str = ""
    words: str = ""
    seq: int = 0


@dataclass(frozen=True)
class ClassedThought:
    """A thought and its class.

    Attributes:
        refuted: the sentences that are refuted, each with what holds, and a move that the rules refuse, with why.
        against: why the act goes against the thought; empty if it does not.
        claims, decided: how many claims were read in it, and how many of them are decided.
    """

    thought: Thought
    kind: ThoughtClass
    refuted: tuple[tuple[str, str], ...] = ()
    against: str = ""
    claims: int = 0
    decided: int = 0


def classed_thoughts(
    game: Game,
    record: Record,
    thoughts: Sequence[Thought],
    *,
    speeches: Sequence[Speech] = (),
    worlds: DealSource | None = None,
    sides: Mapping[str, str] | None = None,
    engine: TalkEngine | None = None,
) -> list[ClassedThought]:
    """Each thought with its class, judged at the moment before its joint move from its thinker's own view.

    Args:
        speeches: what was said aloud, which thoughts may be about.
        worlds: the deals that are possible for each role; without them claims about who is who are open.
        sides: identity → side, by which a claim of a side goes against one of an identity.
        engine: what reads and judges, if there is one already.

    Raises:
        GameError: if the game says nothing of what may be claimed of its matches.
    """
    own = engine is None
    engine = engine or TalkEngine(game)
    try:
        moments = Moments(game, record, worlds, engine=engine)
        for speech in speeches:
            HeardSpeech(speech, moments)
        heard = [HeardSpeech(_inner(each), moments, hear=False) for each in thoughts]
        told: dict[int, list[SpokenStatement]] = {id(each.speech): [] for each in heard}
        for statement, read in judged_statements(heard, moments, [OWN]):
            told[id(statement.speech)].append(_less_sure(statement, read, moments))
        aloud = _told_of_oneself(thoughts, moments, engine)
        found = []
        for each, inner in zip(thoughts, heard, strict=True):
            why_not = record.plies[each.ply - 1].refused.get(each.role, "") if each.ply <= len(record.plies) else ""
            against = (
                against_thought(each, engine, sides or game.sides)
                or aloud.get((each.ply, each.role), "")
                or _against_own_side(each, engine, game, worlds)
            )
            found.append(_classed(each, told[id(inner.speech)], why_not, against))
        return found
    finally:
        if own:
            engine.close()


def _less_sure(statement: SpokenStatement, read: Sequence[Formula], moments: Moments) -> SpokenStatement:
    """A statement, without what must be so by it: somebody who concludes that it must holds it to be so, no more."""
    held = [
        Applied(CONCLUDED[each.name], each.args)
        for each in read
        if isinstance(each, Applied) and each.name in CONCLUDED
    ]
    if statement.truth(OWN) != "false" or not held or len(held) < len(statement.queries):
        return statement
    at, whose = statement.speech.ply - 1, statement.speech.speaker
    verdicts = tuple(moments.verdicts([SaidAt(at, whose, each) for each in held]))
    return replace(statement, verdicts={**statement.verdicts, OWN: verdicts})


def _inner(thought: Thought) -> Speech:
    return Speech(thought.ply, thought.role, thought.text, thought.seq)


def shares_of_classes(found: Iterable[ClassedThought]) -> dict[ThoughtClass, int]:
    """How many thoughts are of each class; they add up to all."""
    counted = Counter(each.kind for each in found)
    return {kind: counted[kind] for kind in THOUGHT_CLASSES}


def _hides(thought: Thought, engine: TalkEngine) -> bool:
    """Whether somebody means to tell nobody who it is."""
    return any(name == HIDES for name, _, _ in _parts(engine.read(thought.text, thought.role)))


def _told_of_oneself(thoughts: Sequence[Thought], moments: Moments, engine: TalkEngine) -> dict[tuple[int, str], str]:
    """Joint move and role → why words said aloud go against what the role thinks of itself.

    They tell who it is, where it meant to hide that; or of something that it did, and knows that it did not.
    """
    heard = [
        HeardSpeech(Speech(each.ply, each.role, each.words), moments, hear=False) for each in thoughts if each.words
    ]
    hiding = {(each.ply, each.role) for each in thoughts if _hides(each, engine)}
    found = dict[tuple[int, str], str]()
    for statement, _ in judged_statements(heard, moments, [OWN]):
        speech, truth = statement.speech, statement.truth(OWN)
        key = speech.ply, speech.speaker
        about = {(name, args[0] if args else "") for name, args in map(_taken_apart, statement.queries)}
        if truth == "true" and key in hiding and ("is_identity", speech.speaker) in about:
            found[key] = f"meant to hide who it is, and said “{statement.quote}”"
        deeds = all(who == speech.speaker and name not in ABOUT_IDENTITY for name, who in about)
        if truth == "false" and deeds and statement.kind == HISTORY and _asserted(statement):
            found.setdefault(key, f"said “{statement.quote}”, and knows that {_instead(statement)}")
    return found


def _taken_apart(query: str) -> tuple[str, list[str]]:
    """The relation of a query and its arguments."""
    name, _, args = query.partition("(")
    return name, [each.strip() for each in args.removesuffix(")").split(",")] if args else []


def _classed(thought: Thought, statements: Sequence[SpokenStatement], why_not: str, against: str) -> ClassedThought:
    about = [each for each in statements if each.kind != CONSISTENCY]
    decided = [each for each in about if each.truth(OWN) == "false" or (each.truth(OWN) == "true" and _asserted(each))]
    false = [(at, each) for at, each in enumerate(about) if each.truth(OWN) == "false"]
    refuted = tuple((each.quote, _instead(each)) for at, each in false if not _mended(each, about[at + 1 :]))
    refuted += ((thought.move, why_not),) if why_not else ()
    against = "" if refuted else against
    kind: ThoughtClass = "right"
    if refuted:
        kind = "hallucination"
    elif against:
        kind = "deception"
    elif not decided:
        kind = "open"
    return ClassedThought(thought, kind, refuted, against, len(about), len(decided))


def _mended(statement: SpokenStatement, later: Sequence[SpokenStatement]) -> bool:
    """Whether all that is wrong with a statement about who is on whose side is put right further on in the thought."""
    right = {query for each in later if each.truth(OWN) == "true" for query in each.queries}
    wrong = [
        query.partition("(")
        for query, verdict in zip(statement.queries, statement.verdicts[OWN], strict=True)
        if verdict.truth == "false"
    ]
    return all(name in _OTHERWISE and f"{_OTHERWISE[name]}({args}" in right for name, _, args in wrong)


def _asserted(statement: SpokenStatement) -> bool:
    """Whether a statement is more than guessed, or than what other words need to make sense."""
    return not statement.hedged and statement.kind != PRESUPPOSED


def _instead(statement: SpokenStatement) -> str:
    return " ".join(
        dict.fromkeys(each.correction or each.denial for each in statement.verdicts[OWN] if each.truth == "false")
    )


def against_thought(thought: Thought, engine: TalkEngine, sides: Mapping[str, str]) -> str:
    """Why an act goes against the thought that it was done with, in words; empty if it does not.

    A move does that is another than the one the thought announces, words do that deny what the thought holds of who is
    who, or claim another identity for the same player.
    """
    inner = engine.read(thought.text, thought.role)
    meant = list(_parts(inner))
    functor, _, target = thought.move.strip("()").partition(" ")
    for name, args, claim in meant:
        wanted = f"will_{functor}_for"
        if name == wanted and args[:1] == [thought.role] and target and args[1:] != [target]:
            return f"thought “{claim.sentence}”, and did {thought.move}"
        if name == f"will_not_{functor}_for" and args == [thought.role, target]:
            return f"thought “{claim.sentence}”, and did {thought.move}"
    if not thought.words:
        return ""
    outer = list(_parts(engine.read(thought.words, thought.role)))
    of_others = [(name, args, claim) for name, args, claim in meant if args[:1] != [thought.role]]
    for name, args, claim in of_others:  # to say that one is another than one is goes against no thought
        for said, given, aloud in outer:
            alike = len(args) == len(given) == 2 and args[0] == given[0]
            if alike and contradicts(name, args[1], said, given[1], sides):
                return f"thought “{claim.sentence}”, and said “{aloud.sentence}”"
    return ""


def _against_own_side(thought: Thought, engine: TalkEngine, game: Game, worlds: DealSource | None) -> str:
    """Why an act or words are against somebody whom the thought holds to be on its thinker's own side; else empty."""
    functor, _, target = thought.move.strip("()").partition(" ")
    against = game.file.knowledge.against
    acts = {target: f"did {thought.move}"} if functor in against else {}
    spoken = {DOUBTS, *(f"will_{each}_for" for each in against)}
    for name, args, claim in _parts(engine.read(thought.words, thought.role)) if thought.words else ():
        if name in spoken:
            acts.setdefault(args[-1], f"said “{claim.sentence}”")
    acts.pop(thought.role, None)
    own = _own_side(thought, game, worlds) if acts else ""
    if not own or own in game.file.knowledge.sacrifices:
        return ""
    for name, args, claim in _parts(engine.read(thought.text, thought.role)):
        alike = [each for each in args if each != thought.role] if name == "same_side" and thought.role in args else []
        for player in alike or args[:1]:
            if player in acts and (alike or _held_for(name, args[1:], game.sides) == own):
                return f"thought “{claim.sentence}”, and {acts[player]}"
    return ""


def _held_for(name: str, what: Sequence[str], sides: Mapping[str, str]) -> str:
    """The side that a claim about somebody says it is on; empty where that is left open."""
    if name in ("is_on_side", "is_identity"):
        found = {sides.get(each, each) for each in what}
    elif name == "is_not_identity":
        found = {side for identity, side in sides.items() if identity not in what}
    else:
        found = set()
    return found.pop() if len(found) == 1 else ""


def _own_side(thought: Thought, game: Game, worlds: DealSource | None) -> str:
    """The side that a thinker knows to be its own; empty where that is not known."""
    try:
        deals = worlds(thought.role, thought.ply - 1) if worlds is not None else ()
    except LelmaError:  # too much is possible, or nothing: then the side is not known here
        return ""
    found = {game.sides.get(card, card) for deal in deals if (card := deal.get(thought.role)) is not None}
    return found.pop() if len(found) == 1 else ""


def _parts(reading: Reading) -> Iterator[tuple[str, list[str], Claim]]:
    """Relation and arguments of the claims that are more than guesses, and no reader disputes."""
    for claim in reading.translation.claims:
        name, args = _taken_apart(claim.query)
        if args and not (claim.hedged or claim.disputed or any("(" in each for each in args)):
            yield name, args, claim
