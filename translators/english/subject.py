"""Which own move a word such as `safest` or `guarantees` speaks of."""

from __future__ import annotations

import re
from itertools import pairwise

from translators.english.clause import Clause
from translators.english.clauses import Reading
from translators.english.faced import FACED
from translators.english.grammar_words import HAPPENS, PERHAPS, POINTERS
from translators.english.names import Names
from translators.english.owners import owner
from translators.english.phrase import POSSESSIVES, kinds_of
from translators.english.reply_lists import depends
from translators.english.scene import ME, NEITHER, THEM, opposite
from translators.english.wishes import turns_away

Subject = tuple[str, str]
"""An actor and the move of that actor's that is spoken of."""


def subject(reading: Reading, index: int, names: Names) -> Subject | None:
    """The actor and move that the phrase at `index` is said of, or None where the sentence names none.

    In turn: what follows `is` (`the safest option is X`), what stands before it in its clause (`X is safer`),
    what was said before in the sentence, what is said after it (`to be safe, I choose X`), and the scene.
    """
    clause = reading.clause_at(index)
    if _is_unnamed(reading, index) or is_of_none(reading, index):
        return None
    points = _POINTS_BACK.fullmatch(kinds_of(reading.phrases[: index + 3])) or _IS_ONE_WITH.match(
        kinds_of(reading.phrases[: index + 1])
    )
    if points and reading.before.me is not None:
        return (ME, reading.before.me)
    if _is_pronouns(reading, index):
        return (ME, reading.before.me) if reading.before.me is not None else None
    actor = THEM if _is_theirs(reading, index, clause) else ME
    if turns_away(reading.clauses, reading.clauses.index(clause), reading.phrases):
        later = _after_of(reading, index, actor) or _later(reading, index, actor)
        return (actor, later) if later else None
    move = (
        _owner_after(reading, index, clause)
        or _after_of(reading, index, actor)
        or _after_is(reading, index, clause, actor)
        or _before(reading, index, clause, actor)
        or _led_to(reading, index, clause, actor)
        or (_compared(reading, index, clause, actor) if clause.kind == "than" else None)
        or (clause.topic if clause.scene.of(actor) == clause.topic else None)
        or _earlier(reading, clause, actor)
        or _later(reading, index, actor)
        or clause.scene.of(actor)
        or _from_topic(reading, actor)
        or (reading.ahead if actor == ME else None)
    )
    if move is None:
        if _points(reading) and not any(event.start < index for event in reading.events):
            return None
        if actor == THEM and reading.phrases[index].kind == "S":
            return None
        rival = opposite(actor)
        heads = not clause.events and [part.kind for part in reading.phrases[clause.end : clause.end + 1]] == [":"]
        other = _before(reading, index, clause, rival) or (None if heads else _later(reading, index, rival))
        return (opposite(actor), other) if other else None
    return actor, move


def _is_unnamed(reading: Reading, index: int) -> bool:
    """`I pick the option with the better worst case`, `my best choice is not the same in both cases`: whichever."""
    kinds = kinds_of(reading.phrases)
    asked = re.search("wo[Y.]*[VWB]A?t?$", kinds[:index])
    if reading.phrases[index].kind == "S" and re.search("Ct?$", kinds[:index]) and _is_of_others(reading, index):
        return True
    which = asked is not None and reading.phrases[asked.start()].words in ("which", "what")
    which = which or (reading.phrases[index].kind == "r" and depends(reading, index))
    unnamed = _OPTION.search(kinds[:index])
    picked = unnamed is not None and kinds[: unnamed.start()].endswith(("C", "G", "."))
    return which or (unnamed is not None and "M" not in (kinds[index:] if picked else kinds))


_OPTION = re.compile("t[oCr](?:d|w[YVWd.]*A?)t?$")
"""`the option with the …`, `the choice that has the …`."""


_OF_NONE = re.compile(r"[nA](?:[tL.HXQ]{0,3}|d[tA.]{1,2})o")


def is_of_none(reading: Reading, index: int) -> bool:
    """`No choice is always better`, `nothing I can do always gives me more`: no move is meant, not one."""
    phrases = reading.phrases[reading.clause_at(index).start : index]
    if any(phrase.kind == "n" and phrase.words == "nothing" for phrase in phrases):
        return True
    opened = (phrases[match.start()] for match in _OF_NONE.finditer(kinds_of(phrases)))
    return any(phrase.kind == "n" or phrase.meaning == NEITHER for phrase in opened)


_POINTS_BACK = re.compile(r"c?,?wB[aY.]*[At]?(?:r[Ic.,]|So?[Ic.,]).?")
"""`It's also my best response if …`, `It is the riskier option, as …`: unlike `it is best to choose X`."""


_BELONGS = re.compile(r"[^,;:bMI]*\.d(?P<owner>M)")


def _owner_after(reading: Reading, index: int, clause: Clause) -> str | None:
    """`the higher maximum belongs to X`."""
    rest = reading.phrases[index : clause.end]
    match = _BELONGS.match(kinds_of(rest))
    if match is None or not rest[match.start("owner") - 2].words.startswith("belong"):
        return None
    return rest[match.start("owner")].meaning


_IS_ONE_WITH = re.compile(r"c?,?wB[aY.]*t[or](?:d|w[YV.W]*)t?[QXS]?[QXSJ]$")
"""`It is the choice with the higher minimum`."""


def _is_of_others(reading: Reading, index: int) -> bool:
    """`They may choose the safer option, which would leave me with 0 if I picked X`: theirs has no name."""
    subjects = [who for who in reading.who[:index] if who]
    later = [event for event in reading.events if event.start > index]
    return subjects[-1:] == [THEM] and bool(later) and all(set(dict(event.moves)) == {ME} for event in later)


def _led_to(reading: Reading, index: int, clause: Clause, actor: str) -> str | None:
    """`while minimizing the risk leads me to X`: the move of a clause that the phrase begins."""
    opens = index == clause.start and reading.phrases[index].kind in "Sx"
    named = _moves(reading, index, clause.end, actor) if opens else []
    return named[-1][1] if len(named) == 1 else None


def _is_pronouns(reading: Reading, index: int) -> bool:
    """`It protects me from 0`: said of the move spoken of before, whatever else the sentence names."""
    before = [phrase for phrase in reading.phrases[:index] if phrase.kind not in "Yacb,&."]
    pointing = len(before) == 1 and before[0].words in POINTERS
    return pointing and reading.phrases[index].kind == "O" and not any(phrase.kind == "n" for phrase in before)


def _is_theirs(reading: Reading, index: int, clause: Clause) -> bool:
    """Whether it is the other role's: `they might avoid 0`, `X is better for them`, `their best reply is X`."""
    option = reading.phrases[index].kind == "X" and kinds_of(reading.phrases[index + 1 : index + 2]) == "o"
    judged = (
        option
        or reading.phrases[index].kind in "rD"
        or [p.words for p in reading.phrases[index + 1 : index + 2]] == ["for"]
    )
    if judged and (whose := owner(reading.phrases, reading.who, index)):
        return whose == THEM
    after = reading.phrases[index + 1 : index + 2]
    owns = reading.phrases[index].kind == "O" and bool(after) and after[0].words in POSSESSIVES
    if reading.phrases[index].kind in "JO" and after and reading.who[index + 1] and not owns:
        return reading.who[index + 1] == THEM
    for at in range(index - 1, clause.start - 1, -1):
        if reading.phrases[at].kind == "M":
            return _is_their_aim(reading, at, index)
        if reading.who[at] and reading.phrases[at].kind == "A":
            owned = at == index - 1 and (option or reading.phrases[index].kind in "rSD")
            return reading.who[at] == THEM and (owned or reading.phrases[at].words not in ("their", "his", "her"))
    return False


_TO_GET = re.compile(r"[a,]*d(?:Vt?)?")


def _is_their_aim(reading: Reading, chosen: int, index: int) -> bool:
    """`they might choose X to get a higher payoff`: what the one who chooses wants to get."""
    event = next((event for event in reading.events if event.start <= chosen < event.end), None)
    if event is None or event.form not in ("finite", "infinitive") or set(dict(event.moves)) != {THEM}:
        return False
    return _TO_GET.fullmatch(kinds_of(reading.phrases[event.end : index])) is not None


def _moves(reading: Reading, start: int, end: int, actor: str) -> list[tuple[int, str]]:
    """The moves of an actor named between two indexes; those that others answer are left out."""
    found: list[tuple[int, str]] = []
    for index in range(start, end):
        phrase = reading.phrases[index]
        if phrase.kind != "M":
            continue
        event = next((event for event in reading.events if event.start <= index < event.end), None)
        if event is not None and (event.move is None or (event.form == "pair" and index != event.start)):
            continue
        agents = [agent for agent, _ in event.moves] if event is not None else []
        if event is not None and not agents and event.form != "subject":
            clause = reading.clause_at(index)
            only_theirs = clause.scene.them == phrase.meaning and clause.scene.me != phrase.meaning
            agents = [THEM] if only_theirs or clause.chooser == THEM else [ME]
        before = reading.phrases[index - 1] if index else None
        answered = before is not None and before.words in ("against", "vs", "versus")
        answered = answered or (event is not None and event.form == FACED)
        if (not agents or actor in agents) and not answered and not _is_answered(reading, index):
            refused = event is not None and event.form == "finite" and event.moves
            found.append((index, event.move or phrase.meaning if event is not None and refused else phrase.meaning))
    return found


def _is_answered(reading: Reading, index: int) -> bool:
    """The Y of `response to Y`."""
    before = reading.phrases[max(0, index - 3) : index]
    return (
        len(before) == 3 and before[-1].words == "to" and before[-2].words.endswith(("response", "reply", "responses"))
    )


_OF = re.compile(r"m[({.]{1,3}M[)}]")
"""`E(X)`, `the EV (X)`: the move whose expected payoff it is."""


_IN_BRACKETS = re.compile(r"S(?:[^MNI;b,&]*\(|d[G]?\(?)M[),.;]")
"""`a safer reward for acting alone (X)`, `I feel safer with X`, and the sign after the move."""


def _after_of(reading: Reading, index: int, actor: str) -> str | None:
    """`the expected payoff of choosing X`, `better off choosing X`, `play it safe with X`: the move named after."""
    played = index > 0 and reading.phrases[index - 1].words == "it"
    linked = reading.phrases[index].kind == "m" and reading.phrases[index].words.endswith(" of")
    if bracketed := _IN_BRACKETS.match(kinds_of(reading.phrases[index : index + 12])):
        return reading.phrases[index + bracketed.end() - 2].meaning
    if reading.phrases[index].kind == "S" and not played:
        speaks = [phrase.words for phrase in reading.phrases[index + 1 : index + 3]]
        index += 1 if speaks and speaks[0] in ("speaks", "argues", "pleads") else len(reading.phrases)
    elif reading.phrases[index].kind not in "mXQJrS" or reading.phrases[index].words.endswith(" as"):
        return None
    elif in_brackets := _OF.match(kinds_of(reading.phrases[index : index + 6])):
        return reading.phrases[index + in_brackets.end() - 2].meaning
    bare = kinds_of(reading.phrases[index : index + 3]) == "QGM"
    linked = linked or (bare and reading.phrases[index].meaning != "equal")
    for at in range(index + 1, min(index + 7, len(reading.phrases))):
        phrase = reading.phrases[at]
        if phrase.kind == "M" and linked:
            named = _moves(reading, at, at + 1, actor)
            return named[0][1] if named else None
        if phrase.kind == "d" and phrase.words in ("of", "for", "from", "with", "by"):
            linked = True
        elif phrase.kind not in "P.HtoGJYu" and not (phrase.kind == "Q" and at == index + 1):
            return None
    return None


_JOINED = re.compile("&t[.XHQ]*$")
"""`the bold option is X and the safest one is Y`: where the second of two subjects begins."""


def _after_is(reading: Reading, index: int, clause: Clause, actor: str) -> str | None:
    phrases = reading.phrases
    joined = _JOINED.search(kinds_of(phrases[clause.start : index]))
    before = phrases[clause.start + joined.start() : index] if joined else phrases[clause.start : index]
    if any(phrase.kind == "B" for phrase in before) and any(phrase.kind == "M" for phrase in before):
        return None
    linked = False
    for at in range(index + 1, min(index + 16, clause.end if joined else len(phrases))):
        kind = phrases[at].kind
        if kind == "B" or (kind == ":" and at - index < 8):
            linked = True
        elif kind == "M" and linked:
            named = _moves(reading, at, len(phrases), actor)
            return named[0][1] if named else None
        elif kind in ";IbTN" or (kind == "," and linked):
            return None
    return None


def _before(reading: Reading, index: int, clause: Clause, actor: str) -> str | None:
    named = _moves(reading, clause.start, index, actor)
    return named[-1][1] if named else None


def _compared(reading: Reading, index: int, clause: Clause, actor: str) -> str | None:
    """`Instead of the safe 1 with X, I choose Y`: the move named with what another one is chosen over."""
    named = _moves(reading, index, clause.end, actor)
    return named[0][1] if named else None


def _earlier(reading: Reading, clause: Clause, actor: str) -> str | None:
    """A move told before in the sentence, in a main clause first; of several, the last."""
    position = reading.clauses.index(clause)
    for kind in ("main", "if"):
        for before in reversed(reading.clauses[:position]):
            named = _moves(reading, before.start, before.end, actor) if before.kind == kind else []
            if named:
                return named[0][1] if reading.phrases[clause.start].words == "it" else named[-1][1]
    return None


def _later(reading: Reading, index: int, actor: str) -> str | None:
    """A move named after, other than as what something is compared with."""
    compared = [clause for clause in reading.clauses if clause.kind == "than"]
    told_of = (at for at in range(index + 1, len(reading.phrases)) if reading.phrases[at].words in HAPPENS)
    end = next(told_of, len(reading.phrases))
    for at, move in _moves(reading, index + 1, end, actor):
        if not any(clause.start <= at < clause.end for clause in compared):
            return move
    return None


def _from_topic(reading: Reading, actor: str) -> str | None:
    """`However, it is risky`: the move that was spoken of before."""
    return reading.before.me if actor == ME and (_points(reading) or goes_on_always(reading)) else None


def goes_on_always(reading: Reading) -> bool:
    """`I choose X. Whatever they do, I get at least 1`: what is said of every case is said of the move before."""
    named = any(phrase.kind == "M" for phrase in reading.phrases)
    free = any(who == ME for who in _whatever(reading))
    perhaps = any(phrase.words in PERHAPS for phrase in reading.phrases)
    return reading.always and not (named or free or perhaps) and reading.before.them is None


def _whatever(reading: Reading) -> list[str]:
    """Whose choice makes no difference: of the first actor after `whatever`."""
    start = next((at for at, phrase in enumerate(reading.phrases) if phrase.kind == "R"), len(reading.phrases))
    return [who for who in reading.who[start:] if who][:1]


def _points(reading: Reading) -> bool:
    """Whether a sentence begins with `it` or `this strategy`, which stands for what was spoken of before."""
    return any(
        phrase.words in POINTERS and (following.kind in "WBJOYVKPoaCr" or following.words == "has")
        for phrase, following in pairwise(reading.phrases[:6])
    )


_EMPTY = frozenset("have has had been anything any ever".split())


def negated(reading: Reading, index: int, reach: int = 4) -> bool:
    """Whether a negation stands shortly before a phrase, in its clause.

    Articles, auxiliaries and superlatives count for nothing.
    """
    clause = reading.clause_at(index)
    low = index
    while low > clause.start and reach:
        low -= 1
        reach -= reading.phrases[low].kind not in "tX" and reading.phrases[low].words not in _EMPTY
    window = reading.phrases[low:index]
    if any(phrase.meaning == NEITHER for phrase in window):
        return True
    return any(phrase.kind == "n" and phrase.words not in ("no", "without") for phrase in window) or any(
        phrase.words in ("no", "nor") for phrase in reading.phrases[max(clause.start, index - 1) : index]
    )


_FEELINGS = re.compile(
    r"(?:worr|matter|weigh|count|scare|concern|bother|appeal|attract|motivat|frighten|hurt|interest|care|valu|fear|"
    r"lik|dislik|mind|tempt|want|prefer|trust)(?:s|es|ed|y|ies|ied|e|ing)?"
)


def felt(reading: Reading, index: int) -> bool:
    """`the risk of 0 worries me more than the chance of 5 tempts me`: how much one cares, not how much one gets.

    So is `I value the safety of X more than the possible gain from Y`.
    """
    for at in range(index - 1, max(reading.clause_at(index).start, index - 8), -1):
        if reading.phrases[at].kind in "VWBN":
            break
        if _FEELINGS.fullmatch(reading.phrases[at].words) and reading.phrases[at - 1].kind in "AY":
            return True
    at = index - 1
    while at > 0 and (reading.phrases[at].kind in "AKNP" or reading.phrases[at].words in ("even", "much", "far")):
        at -= 1
    return at >= 0 and bool(_FEELINGS.fullmatch(reading.phrases[at].words))
