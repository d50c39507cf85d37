"""Clauses of a sentence with the scene each is said in: what its conditions and its own choices amount to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from translators.english.events import Event, events, resolve_they
from translators.english.names import Names
from translators.english.phrases import Phrase
from translators.english.scene import BOTH, ME, THEM, Scene, opposite


@dataclass
class Clause:
    """A stretch of a sentence.

    Attributes:
        kind: `if` (a condition), `main`, or `than` (what something is compared with).
        start, end: indexes of its first phrase and after its last.
        before: kind of the sign or word that parts it from the clause before: `,`, `(`, `&`, `b`, empty for none.
        events: choices told in it.
        scene: the scene its payoffs are said in.
        outer: the scene before its own choices: its conditions only.
        unless: a condition of exception.
    """

    kind: str
    start: int
    end: int
    before: str
    events: list[Event] = field(default_factory=list)
    scene: Scene = field(default_factory=Scene)
    outer: Scene = field(default_factory=Scene)
    unless: bool = False


@dataclass(frozen=True)
class Reading:
    """A sentence as clauses, over its phrases.

    Attributes:
        before: the scene the sentence before ended in.
        inherited: actors whose choice only the sentence before told.
        ahead: the own move that the next block begins with, where the sentence announces it with a colon.
        who: what the actor phrase at each index stands for; empty elsewhere.
        last: the scene the sentence ends in.
        always: whether it speaks of whatever the other does.
        stated: actors whose choice the sentence itself tells in a condition.
    """

    phrases: tuple[Phrase, ...]
    who: tuple[str, ...]
    clauses: tuple[Clause, ...]
    events: tuple[Event, ...]
    last: Scene
    always: bool
    perspective: str
    stated: frozenset[str]
    start: Scene
    before: Scene
    inherited: frozenset[str] = frozenset()
    ahead: str | None = None

    @property
    def given(self) -> Scene:
        """The scene its conditions alone leave, or its one short clause: what holds for a list under it."""
        conditions = [clause for clause in self.clauses if clause.kind == "if"]
        if conditions:
            return conditions[-1].scene
        if len(self.phrases) <= 8 and not self.last.empty:
            return self.last
        moves = {phrase.meaning for phrase in self.phrases if phrase.kind == "M"}
        answered = any(phrase.kind in "rEDN" or phrase.words in ("against", "response") for phrase in self.phrases)
        if (
            len(moves) == 1
            and len(self.phrases) <= 14
            and not answered
            and not any(event.moves for event in self.events)
        ):
            return self.start.set({ME: moves.pop()})
        return self.start

    def always_at(self, index: int) -> bool:
        """Whether `regardless of …` or `always` governs what stands at `index`: no `but` parts them."""
        for at, phrase in enumerate(self.phrases):
            if phrase.kind == "R":
                low, high = sorted((at, index))
                if not any(between.kind in "b;" for between in self.phrases[low + 1 : high]):
                    return self.always
        return False

    def clause_at(self, index: int) -> Clause:
        """The clause that holds the phrase at `index`."""
        for clause in self.clauses:
            if clause.start <= index < clause.end:
                return clause
        return self.clauses[-1]


_PARTING = frozenset(", ; : ( ) [ ] b c w I U T -".split())


def read_clauses(found: tuple[Phrase, ...], names: Names, scene: Scene, last: Scene, perspective: str) -> Reading:
    """Read a sentence in a scene.

    Args:
        scene: what the headings and items above it say.
        last: the scene the sentence before it ended in.
        perspective: whose view is taken: the agent of gerunds without one.
    """
    who = resolve_they(found)
    told = events(found, who, names)
    clauses = _split(found, told)
    for event in told:
        for clause in clauses:
            if clause.start <= event.start < clause.end:
                clause.events.append(event)
                break
    _continue_conditions(clauses, found)
    always = any(phrase.kind == "R" for phrase in found) and not _one_sided(found)
    start, stated = _first_scene(clauses, found, scene, last)
    end = _play(clauses, found, who, start, perspective)
    back = _points_back(found)
    inherited = frozenset(actor for actor in (ME, THEM) if not back and start.of(actor) and not scene.of(actor))
    return Reading(found, tuple(who), tuple(clauses), tuple(told), end, always, perspective, stated, start, last, inherited)


def _one_sided(found: Sequence[Phrase]) -> bool:
    """`always` and `consistently` are read only where they go with a payoff; others are plain."""
    marks = [phrase.words for phrase in found if phrase.kind == "R"]
    return all(mark in ("consistently", "invariably", "whether", "for all") for mark in marks)


def _split(found: Sequence[Phrase], told: Sequence[Event]) -> list[Clause]:
    inside = {index for event in told for index in range(event.start + 1, event.end)}
    clauses = [Clause("main", 0, 0, "^")]
    for index, phrase in enumerate(found):
        current = clauses[-1]
        if current.kind == "if" and index not in inside and _new_subject(found, index, current, told):
            clauses.append(Clause("main", index, index + 1, ","))
            continue
        if index in inside or not _parts(found, index, current.kind):
            current.end = index + 1
            continue
        kind = {"I": "if", "U": "if", "T": "than"}.get(phrase.kind, "main")
        if current.end == current.start and current.before != "^":
            before = current.before + phrase.kind
            clauses[-1] = Clause(kind, index + (kind == "main"), index + 1, before)
        elif current.end == current.start:
            clauses[-1] = Clause(kind, index + (kind == "main"), index + 1, "^" + phrase.kind)
        else:
            clauses.append(Clause(kind, index + (kind == "main"), index + 1, phrase.kind if kind == "main" else ""))
        if kind != "main":
            clauses[-1].unless = phrase.kind == "U"
        else:
            clauses[-1].end = clauses[-1].start
    return [clause for clause in clauses if clause.end > clause.start] or [Clause("main", 0, len(found), "^")]


def _new_subject(found: Sequence[Phrase], index: int, current: Clause, told: Sequence[Event]) -> bool:
    """`If I choose X I get 1`: where the condition ends though no comma says so."""
    if found[index].kind != "A" or not any(current.start <= event.start and event.end <= index for event in told):
        return False
    if any(event.start == index for event in told):
        return False
    for phrase in found[index + 1 : index + 5]:
        if phrase.kind in "VKJ":
            return found[index - 1].kind in "MAea"
        if phrase.kind not in "Yae.nL":
            return False
    return False


def _parts(found: Sequence[Phrase], index: int, kind: str) -> bool:
    """Whether the phrase at `index` parts two clauses."""
    phrase = found[index]
    if phrase.kind in "&|":
        return _begins_clause(found, index + 1, kind)
    if phrase.kind == "w":
        return phrase.words in ("which", "who") or (
            phrase.words == "that" and index > 0 and found[index - 1].kind in ","
        )
    if phrase.kind == "c":
        return phrase.words not in ("as", "making", "so") or index == 0 or found[index - 1].kind in ",;"
    if phrase.kind == "T":
        return phrase.words != "against"
    if phrase.kind == "-":
        return phrase.words in ("--", "-") and index > 0
    return phrase.kind in _PARTING


def _begins_clause(found: Sequence[Phrase], index: int, kind: str) -> bool:
    """Whether after `and` or `or` something with a verb or a condition of its own begins."""
    for at, phrase in enumerate(found[index : index + 3], index):
        if phrase.kind in "AGIUVW":
            return True
        if phrase.kind == "N":
            following = "".join(after.kind for after in found[at + 1 : at + 3])
            return kind == "if" or "I" in following or following in ("dG", "dM")
        if phrase.kind not in "taeY.L":
            return False
    return False


def _continue_conditions(clauses: list[Clause], found: Sequence[Phrase]) -> None:
    """`If I choose X and they choose Y`: what follows a condition and only tells a choice belongs to it."""
    for before, clause in zip(clauses, clauses[1:], strict=False):
        joined = clause.before in ("&", ",&", "|", "(") or (clause.before == "," and not before.events)
        if clause.before in ("b", ",b") and before.kind == "if":
            joined = found[clause.start - 1].words in ("while", "but", "whereas")
        if before.kind == "if" and clause.kind == "main" and joined and _only_tells(clause, found):
            clause.kind = "if"
            clause.before = "&"
        elif clause.kind == "main" and _is_label(clause, clauses, found):
            clause.kind = "if"
    first = clauses[0]
    if first.kind == "main" and _is_label(first, clauses, found):
        first.kind = "if"


def _only_tells(clause: Clause, found: Sequence[Phrase]) -> bool:
    body = found[clause.start : clause.end]
    if not clause.events or any(phrase.kind in "NVWQXPS" for phrase in body):
        return False
    return all(event.form in ("finite", "pair", "noun", "gerund") for event in clause.events)


def _is_label(clause: Clause, clauses: Sequence[Clause], found: Sequence[Phrase]) -> bool:
    """`Both choose X:`, `I pick X, they pick Y:`: choices before a colon are a condition."""
    if not _only_tells(clause, found) or any(
        phrase.kind in "nBcJYO" for phrase in found[clause.start : clause.start + 2]
    ):
        return False
    if any(phrase.words in ("would", "will", "final") for phrase in found[clause.start : clause.end]):
        return False
    position = clauses.index(clause)
    if any(part.kind == "main" and part.events == [] and _weighty(part, found) for part in clauses[:position]):
        return False
    for part in clauses[position:]:
        if part.end < len(found) and found[part.end].kind == ":":
            return True
        if not _only_tells(part, found):
            return False
    return False


def _weighty(clause: Clause, found: Sequence[Phrase]) -> bool:
    return any(phrase.kind in "NVWQXPSA" for phrase in found[clause.start : clause.end])


def _first_scene(
    clauses: Sequence[Clause], found: Sequence[Phrase], scene: Scene, last: Scene
) -> tuple[Scene, frozenset[str]]:
    """The scene a sentence begins in: what stands above it, and what the sentence before left open to it."""
    stated = frozenset(
        actor for clause in clauses if clause.kind == "if" for event in clause.events for actor, _ in event.moves
    )
    if _points_back(found) and len(stated) != 1:
        return (last if not last.empty else scene), stated
    if len(stated) == 1:
        (actor,) = stated
        kept = opposite(actor)
        if scene.of(kept) is None and last.of(kept) is not None:
            if last.lead == kept or last.of(actor) is None or (not last.lead and actor == THEM):
                return scene.set({kept: last.of(kept)}), stated
    return scene, stated


_BACK = frozenset("this that it these in then here so also both thus so however".split())


def _points_back(found: Sequence[Phrase]) -> bool:
    """`In that case`, `This gives me`, `That leaves`: the sentence goes on in the scene before it."""
    for index, phrase in enumerate(found[:4]):
        if phrase.words in ("this", "that", "it") and phrase.kind == "w":
            following = found[index + 1].kind if index + 1 < len(found) else ""
            return following in "WBYPJOn" or found[index + 1].words in ("way", "scenario", "case", "situation")
        if phrase.words in ("which case", "such a case", "this case"):
            return True
        if phrase.kind not in "db,c.&Y":
            return False
    return False


def _play(
    clauses: Sequence[Clause], found: Sequence[Phrase], who: Sequence[str], start: Scene, perspective: str
) -> Scene:
    """Set each clause's scene, from left to right; the scene the sentence ends in."""
    scene, position = start, 0
    resume: Scene | None = None
    while position < len(clauses):
        clause = clauses[position]
        if resume is not None and clause.kind != "than" and not _still_compared(clause, found):
            scene, resume = resume, None
        if clause.kind == "if":
            after = _group_end(clauses, position)
            scene = _left_open(clauses[position:after], scene, found, who) if position else scene
            scene = _condition(clauses, position, after, scene, found, who, perspective)
            position = after
            continue
        if clause.kind == "than" and resume is None:
            resume = scene
        scene, position = _main(clauses, position, scene, found, who, perspective)
    return scene


def _left_open(group: Sequence[Clause], scene: Scene, found: Sequence[Phrase], who: Sequence[str]) -> Scene:
    """`however, if they try for more`: a condition that tells no choice leaves open what was said before."""
    if any(clause.events for clause in group):
        return scene
    said = {who[index] for clause in group for index in range(clause.start, clause.end)}
    if BOTH in said:
        return Scene()
    return scene.without(THEM) if THEM in said else scene


def _still_compared(clause: Clause, found: Sequence[Phrase]) -> bool:
    """`than X (3)`, `than X, which gives 1`: still said of what is compared with."""
    if clause.before.startswith("("):
        versus = clause.end < len(found) and found[clause.end].kind == "T"
        return clause.end - clause.start <= 2 and not versus
    if clause.before == "|" and clause.kind == "main":
        return found[clause.start].kind in "NtLV"
    return clause.start > 0 and found[clause.start - 1].words == "which"


def _group_end(clauses: Sequence[Clause], position: int) -> int:
    after = position + 1
    while (
        after < len(clauses)
        and clauses[after].kind == "if"
        and clauses[after].before in ("&", "", "&I", ",I", ",&I", "|I")
    ):
        if clauses[after].before == "" and clauses[after - 1].events:
            break
        after += 1
    return after


def _condition(
    clauses: Sequence[Clause],
    position: int,
    after: int,
    scene: Scene,
    found: Sequence[Phrase],
    who: Sequence[str],
    perspective: str,
) -> Scene:
    told = _told(clauses[position:after], found, who, scene, perspective)
    if clauses[position].unless:
        told = {}
    changed = scene.set(told)
    for clause in clauses[position:after]:
        clause.scene = clause.outer = changed
    return changed


def _main(
    clauses: Sequence[Clause],
    position: int,
    scene: Scene,
    found: Sequence[Phrase],
    who: Sequence[str],
    perspective: str,
) -> tuple[Scene, int]:
    clause = clauses[position]
    after = position + 1
    outer = scene
    if after < len(clauses) and _is_postposed(clauses, after, found):
        end = _group_end(clauses, after)
        outer = _condition(clauses, after, end, scene, found, who, perspective)
        after = end
    told = _told([clause], found, who, outer, perspective)
    if clause.kind == "than" and not told:
        told = _compared(clause, found, perspective)
        if not told and outer == scene:
            clause.outer = clause.scene = Scene()
            return Scene(), after
    clause.outer = outer
    clause.scene = outer.set(told)
    return clause.scene, after


def _compared(clause: Clause, found: Sequence[Phrase], perspective: str) -> dict[str, str | None]:
    """`than X`, `than the 0 from X`: a bare move in a comparison is the one that could be chosen instead."""
    moves = {phrase.meaning for phrase in found[clause.start : clause.end] if phrase.kind == "M"}
    return {perspective: moves.pop()} if len(moves) == 1 else {}


def _is_postposed(clauses: Sequence[Clause], index: int, found: Sequence[Phrase]) -> bool:
    """Whether the condition at `index` belongs to the clause before it."""
    clause, before = clauses[index], clauses[index - 1]
    if clause.kind != "if" or not any(phrase.kind in "NXSQrJPKWV" for phrase in found[before.start : before.end]):
        return False
    marks = clause.before.replace(")", "").replace("I", "")
    if marks in ("", "("):
        return True
    if marks != ",":
        return False
    end = _group_end(clauses, index)
    return end >= len(clauses) or any(mark in clauses[end].before for mark in "&b|)c")


def _told(
    clauses: Sequence[Clause], found: Sequence[Phrase], who: Sequence[str], scene: Scene, perspective: str
) -> dict[str, str | None]:
    """The choices told in some clauses; a gerund without an agent is the subject's, or the perspective's."""
    told: dict[str, str | None] = {}
    seen: dict[str, set[str | None]] = {}
    for clause in clauses:
        for event in clause.events:
            moves = event.moves
            if not moves and event.form in ("gerund", "infinitive", "finite", "subject") and not event.agent:
                agent = gerund_agent(clause, event, found, who, scene, perspective)
                moves = ((agent, event.move),) if agent else ()
            for actor, move in moves:
                seen.setdefault(actor, set()).add(move)
                told[actor] = move
    return {actor: (move if len(seen[actor]) == 1 else None) for actor, move in told.items()}


def gerund_agent(
    clause: Clause, event: Event, found: Sequence[Phrase], who: Sequence[str], scene: Scene, perspective: str
) -> str:
    """Who is meant by `choosing X` without a name: the subject of the clause, else the reasoner."""
    by = event.start > 0 and found[event.start - 1].kind in "da"
    subject = ""
    for index in range(clause.start, clause.end):
        if found[index].kind != "A" or event.start <= index < event.end:
            continue
        following = found[index + 1].kind if index + 1 < len(found) else ""
        if following in "VYKBJaeO" and who[index] in (ME, THEM):
            subject = who[index]
            if index < event.start or by:
                break
    benefits = {
        who[i] for i in range(clause.start, clause.end) if found[i].kind == "A" and i > 0 and found[i - 1].kind in "WJ"
    }
    if by and subject:
        return subject
    if benefits == {THEM} and scene.me is not None and scene.them is None:
        return THEM
    if subject == THEM and event.form == "infinitive":
        return THEM
    return perspective
