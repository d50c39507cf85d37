"""Choices told in a sentence: who chooses which move, as finite verbs, gerunds, nouns, pairs and verbs of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from translators.english.assigned import assigned, ends_passive
from translators.english.event import Event, moves_of
from translators.english.faced import AGAINST, awaited, faced, replied
from translators.english.grammar_words import CHANGES
from translators.english.names import Names
from translators.english.objects import is_object
from translators.english.pairs import pair
from translators.english.phrase import POSSESSIVES, Phrase, kinds_of
from translators.english.players import are_things
from translators.english.repeated import changed_to, matched_choice, other_choice, same_choice, sole_choice
from translators.english.scene import BOTH, ME, NEITHER, ONE, THEM, THEY, Scene, actors, opposite
from translators.english.topics import gaps_choice, is_judged, is_topic


def resolve_they(found: Sequence[Phrase]) -> list[str]:
    """What each actor phrase stands for: `they` after `both players` is both, otherwise the other role."""
    meanings: list[str] = []
    last = outside = THEM
    others = any(phrase.kind == "A" and phrase.meaning == THEM for phrase in found)
    single = others or any(phrase.kind == "A" and phrase.meaning == THEY for phrase in found)
    for index, phrase in enumerate(found):
        meaning = phrase.meaning if phrase.kind == "A" else ""
        if phrase.kind == "(":
            outside = last
        elif phrase.kind == ")":
            last = outside
        if meaning == THEY and are_things(found, index):
            meaning = ""
        elif meaning == THEY and any(part.words in _SOMEONE for part in found[:index]) and not others:
            meaning = ONE
        elif meaning == THEY:
            meaning = THEM if _beside_me(found, index) else last
        elif meaning == ONE and ((index and found[index - 1].words in AGAINST) or _reckons_with_me(found, index)):
            meaning = THEM
        elif meaning == ONE:
            meaning = ME if others else ONE
        elif phrase.words in ("we", "our", "ours") and single:
            meaning, last = ME, THEM
        elif meaning in (ME, THEM):
            last = THEM
        elif meaning == BOTH and phrase.words not in ("we", "us", "our", "we both", "each other", "us both", "we each"):
            last = BOTH
        meanings.append(meaning)
    return meanings


_SOMEONE = frozenset("someone somebody anyone anybody".split())


def _reckons_with_me(found: Sequence[Phrase], index: int) -> bool:
    """`a player who expects me to choose X`: the other one."""
    return bool(_OF_ME.match(kinds_of(found[index : index + 5]))) and any(
        phrase.meaning == ME for phrase in found[index + 2 : index + 5]
    )


_OF_ME = re.compile(r"AwY[w.]?A")


def _beside_me(found: Sequence[Phrase], index: int) -> bool:
    """`they choose X and I choose Y`: not both of us."""
    for at in range(index + 1, min(index + 8, len(found) - 1)):
        if found[at].kind in ",;:I(":
            return False
        if found[at].kind in "&b":
            return found[at + 1].kind == "A" and found[at + 1].meaning == ME
    return False


_SKIP_TO_MOVE = frozenset("t . o a Y : = X S e u -".split())
_SKIP_TO_ACTOR = frozenset("Y a . e B n H q w".split())


def events(found: Sequence[Phrase], who: Sequence[str], names: Names, last: Scene) -> list[Event]:
    """The choices in a sentence, in order; `last` is the scene that the sentence before ended in."""
    result: list[Event] = []
    used: set[int] = set()
    for index, phrase in enumerate(found):
        event: Event | None = None
        if phrase.kind in "CG":
            event = _verb(found, who, index, names, result)
        elif phrase.kind == "A" and (event := sole_choice(found, who, index, result, last, names)) is not None:
            pass
        elif phrase.kind == "A" and (event := same_choice(found, who, index, result, last, names)) is None:
            event = _label(found, who, index) or other_choice(found, index, who[index], result, last, names)
        elif phrase.kind == "I" and index + 1 < len(found) and found[index + 1].words == "not":
            event = other_choice(found, index, "", result, last, names)
        elif phrase.kind == "M" and index not in used and result and gaps_choice(found, index):
            agent = result[-1].agent
            event = Event(phrase.meaning, index, index + 1, result[-1].form, agent, moves_of(agent, phrase.meaning))
        elif phrase.kind == "M" and index not in used:
            event = (
                matched_choice(found, who, index)
                or _holding(found, who, index)
                or faced(found, who, index, result)
                or awaited(found, who, index)
                or replied(found, who, index)
            )
            event = event or changed_to(found, who, index, result) or _bare(found, who, index, names)
        if event is not None and event.start not in used:
            event = _alone(event, found, names)
            result.append(event)
            used.update(range(index, event.end))
    return result


def _alone(event: Event, found: Sequence[Phrase], names: Names) -> Event:
    """`If I choose X alone`: the other one chooses something else."""
    left = names.besides(opposite(event.agent), event.move) if event.agent in (ME, THEM) else []
    following = found[event.end : event.end + 1]
    if len(left) != 1 or event.move is None or not following or following[0].words != "alone":
        return event
    return replace(event, moves=(*event.moves, (opposite(event.agent), left[0])))


def _holding(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`An opponent with X gets 5`."""
    held = index >= 2 and found[index - 1].words == "with" and who[index - 2] == THEM
    gets = re.match("Y*[VW]", kinds_of(found[index + 1 : index + 5])) is not None
    move = found[index].meaning
    return Event(move, index - 2, index + 1, "finite", THEM, moves_of(THEM, move)) if held and gets else None


def _move_after(found: Sequence[Phrase], index: int) -> tuple[str | None, int, bool] | None:
    """The move named after a verb: (move, index after it, whether others are named with `or`)."""
    at = index
    while at < len(found) and at - index <= 5 and found[at].kind in _SKIP_TO_MOVE:
        at += 1
    while at < len(found) and found[at].kind in '("{' and at + 1 < len(found) and found[at + 1].kind == "M":
        at += 1
    if at >= len(found) or found[at].kind != "M":
        return None
    move, end = found[at].meaning, at + 1
    many = False
    while end + 1 < len(found) and found[end].kind in "|/," and found[end + 1].kind == "M":
        if found[end].kind == ",":
            following = found[end + 2].kind if end + 2 < len(found) else ""
            if following not in "|,":
                break
        many = True
        end += 2
    if kinds_of(found[end : end + 3]) in ("|dM", "|CM"):
        many, end = True, end + 3
    return move, end, many


def _verb(
    found: Sequence[Phrase], who: Sequence[str], index: int, names: Names, before: Sequence[Event]
) -> Event | None:
    target = _move_after(found, index + 1)
    if target is None or _is_cell_preferred(found, index):
        return None
    move, end, many = target
    gerund = found[index].kind == "G"
    agent, start, negated = _agent(found, who, index, gerund=gerund)
    infinitive = index > 0 and found[index - 1].kind == "d" and found[index - 1].words.endswith("to") and not gerund
    if not agent and not gerund and not infinitive and (joined := _joined(found, index)):
        agent = _shared_subject(found, who, joined) or (before[-1].agent if before else "")
    if agent in ("", ONE) and index and found[index - 1].words == "who":
        agent = _described(found, index - 1)
    if not agent and not gerund and not infinitive:
        agent = _antecedent(found, who, index)
    if not agent and not gerund and before and index and found[index - 1].words == "than":
        agent = before[-1].agent
    if not agent and not gerund and index > 1 and found[index - 1].kind == "(":
        agent = _glossed_subject(found, who, index)
    if not agent and gerund and end < len(found) and found[end].words in ("together", "jointly"):
        agent = BOTH
    if not agent and found[index].words.endswith(("choice of", "selection of")):
        agent, end = _giver(found, who, end)
    refused = move if negated or agent == NEITHER else None
    if negated or agent == NEITHER:
        rest = names.besides(agent, move)
        move = rest[0] if len(rest) == 1 else None
        agent = BOTH if agent == NEITHER else agent
    aside = agent == ONE and end < len(found) and found[end].words in ("instead", "alone")
    joint = start > 0 and found[start - 1].kind == "I" and "both" in found[start].words.split()
    if aside or (agent in (BOTH, ONE) and found[index].words.startswith(CHANGES) and not joint):
        agent = ME
    twice = gerund and not agent and end + 1 < len(found) and found[end + 1].meaning == move
    if (agent == BOTH or twice) and kinds_of(found[end : end + 2]) == "&M":
        return _respectively(found, start, move, end, names)
    form = "gerund" if gerund else "infinitive" if infinitive else "finite"
    agent = _owner(agent, move, names)
    chosen = None if many else move
    return Event(chosen, start, end, form, agent, moves_of(agent, chosen), refused)


def _is_cell_preferred(found: Sequence[Phrase], index: int) -> bool:
    """`I prefer (X, Y)`: a cell, which is not one's own to choose."""
    return found[index].words.startswith(("prefer", "favo")) and kinds_of(found[index + 1 : index + 5]) == "(M,M"


def _described(found: Sequence[Phrase], index: int) -> str:
    """Whose choice `against someone who chooses X` tells; that of `someone who chooses X` alone is nobody's."""
    return THEM if any(phrase.words == "against" for phrase in found[max(0, index - 7) : index]) else ONE


def _giver(found: Sequence[Phrase], who: Sequence[str], end: int) -> tuple[str, int]:
    """`the choice of X by them`: who makes it, and where the words that say so end."""
    actor = end + 2 if kinds_of(found[end : end + 2]) == "dt" else end + 1
    given = actor < len(found) and found[end].words in ("by", "from") and found[actor].kind == "A"
    return (who[actor], actor + 1) if given else ("", end)


def _respectively(found: Sequence[Phrase], start: int, move: str | None, end: int, names: Names) -> Event:
    """`we choose X and Y respectively`, `choosing X and X`: a move for each; else it is not said who chooses which."""
    said = found[end + 1].meaning == move or any(phrase.words == "respectively" for phrase in found[end + 2 : end + 4])
    pair = (move, found[end + 1].meaning) if said else (None, None)
    mine, theirs = pair if names.first else pair[::-1]
    return Event(mine, start, end + 2, "finite", BOTH, ((ME, mine), (THEM, theirs)))


def _agent(found: Sequence[Phrase], who: Sequence[str], index: int, *, gerund: bool) -> tuple[str, int, bool]:
    """The actor phrase to the left of a verb: (meaning, start, whether a negation stands between)."""
    at, steps, negated = index - 1, 0, False
    limit = 3 if gerund else 7
    of = gerund and at > 0 and found[at].words in ("of", "from") and found[at - 1].kind == "A"
    at -= of
    while at >= 0 and steps < limit and (found[at].kind in _SKIP_TO_ACTOR or _is_to(found, at, gerund)):
        negated = negated or (found[at].kind == "n" and (found[at].words != "without" or at == index - 1))
        at -= 1
        steps += 1
    if at < 0 or found[at].kind != "A" or not who[at]:
        return "", index, negated
    progressive = steps == 1 and found[at + 1].words in _IS
    if gerund and steps and not progressive and any(phrase.kind in "VWB" for phrase in found[at + 1 : index]):
        return "", index, False
    if gerund and found[at].words in ("we", "us") and any(phrase.words == "that" for phrase in found[at + 1 : index]):
        return "", index, False
    meaning, start = who[at], at
    if at >= 1 and meaning == BOTH and found[at - 1].words == "against":
        return THEM, at, negated
    if at >= 2 and found[at - 1].kind == "&" and found[at - 2].kind in "A.":
        first = at - 2 if found[at - 2].kind == "A" else at - 3
        if first >= 0 and found[first].kind == "A" and {who[first], meaning} == {ME, THEM}:
            meaning, start = BOTH, first
    elif at >= 3 and (found[at - 1].kind, found[at - 2].kind) == ("t", "&") and {who[at - 3], meaning} == {ME, THEM}:
        meaning, start = BOTH, at - 3
    return meaning, start, negated


_IS = frozenset("is are am 's 're 'm was were".split())


_RELATIVE = re.compile(r"Aw[^,;:I]*M[Yac]*$")


def _antecedent(found: Sequence[Phrase], who: Sequence[str], index: int) -> str:
    """`a player who expects me to choose X would choose Y`: whoever the relative clause before the verb speaks of."""
    match = _RELATIVE.search(kinds_of(found[:index]))
    return who[match.start()] if match and found[match.start() + 1].words == "who" else ""


def _joined(found: Sequence[Phrase], index: int) -> int:
    """Where a verb with what belongs to it begins after `and`: `and may therefore choose X`; 0 for any other."""
    start = index
    while start > 1 and index - start < 3 and found[start - 1].kind in "Yac":
        start -= 1
    return start if start > 1 and found[start - 1].kind in "&|" else 0


_THINKS = frozenset("think thinks believe believes expect expects assume assumes suspect suspects hope hopes".split())


def _shared_subject(found: Sequence[Phrase], who: Sequence[str], index: int) -> str:
    """The subject of the verb before `and`: `if they break their word and choose X`."""
    for at in range(index - 2, max(-1, index - 12), -1):
        if found[at].kind in ",;:I(":
            return who[at + 1] if found[at].kind == "I" and found[at + 1].kind == "A" else ""
        if found[at].kind == "A" and at > 1 and found[at - 1].words in _THINKS and found[at - 2].kind in "AY":
            continue
        aside = found[at].words in ("my", "your", "their", "our") or is_object(found, at) or at == index - 2
        if found[at].kind == "A" and actors(who[at]) and not aside:
            return who[at]
    return ""


def _glossed_subject(found: Sequence[Phrase], who: Sequence[str], index: int) -> str:
    """Whose choice a bracket tells: `if they betray me (choose X)`."""
    for at in range(index - 3, max(-1, index - 8), -1):
        if found[at].kind in ",;:I()N":
            return ""
        if found[at].kind == "A" and found[at].words not in ("my", "your", "their", "our"):
            return who[at]
    return ""


def _is_to(found: Sequence[Phrase], at: int, gerund: bool) -> bool:
    """The `to` of `decides to choose`, `likely to pick`, and the `better` of `had better choose`."""
    if found[at].words == "better" and at > 0 and found[at - 1].words in ("'d", "had"):
        return True
    return not gerund and found[at].words == "to" and at > 0 and found[at - 1].kind in "YqA"


def _owner(agent: str, move: str | None, names: Names) -> str:
    """A move that only one role has says whose choice it is."""
    owners = names.owners.get(move or "", frozenset())
    if agent or len(owners) != 1 or len(names.roles) != 2:
        return agent
    return ME if names.me in owners else THEM


def _label(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`my choice is X`, `their move: Y`, `me: X`."""
    at = index + 1
    while at < len(found) and at <= index + 3 and found[at].kind in "o.rY":
        at += 1
    if at + 1 >= len(found) or found[at].kind not in "B:=" or not actors(who[index]):
        return None
    noun = at > index + 1 and any(phrase.kind in "or" for phrase in found[index + 1 : at])
    if not noun and found[at].kind == "B":
        return None
    target = _move_after(found, at + 1)
    paired = kinds_of(found[at + 1 : at + 4]) == "(M,"
    judged = target is not None and found[at].kind == ":" and any(p.kind in "BW" for p in found[target[1] :][:1])
    if target is None or target[2] or target[1] > at + 4 or paired or judged:
        return None
    return Event(target[0], index, target[1], "noun", who[index], moves_of(who[index], target[0]))


def _supposed(found: Sequence[Phrase], who: Sequence[str], index: int) -> Event | None:
    """`if they decide in my favour (X)`: the choice that a condition comes to."""
    if not index or found[index - 1].kind != "(" or not _precedes(found, index, ")"):
        return None
    for at in range(index - 2, max(-1, index - 9), -1):
        if found[at].kind in "MN,;:()VW&bX" or (found[at].kind == "I" and not actors(who[at + 1])):
            return None
        if found[at].kind == "I":
            agent = who[at + 1]
            return Event(found[index].meaning, index, index + 1, "finite", agent, moves_of(agent, found[index].meaning))
    return None


def _bare(found: Sequence[Phrase], who: Sequence[str], index: int, names: Names) -> Event | None:
    """A move without a verb of choosing: `mutual X`, `(X, Y)`, `they X`, `both X`."""
    phrase = found[index]
    if supposed := _supposed(found, who, index):
        return supposed
    if index and found[index - 1].kind == "u":
        return Event(phrase.meaning, index - 1, index + 1, "noun", BOTH, moves_of(BOTH, phrase.meaning))
    if (cell := pair(found, index, names)) is not None:
        return Event(dict(cell[0])[ME], index, cell[1], "pair", BOTH, cell[0])
    if (said := assigned(found, who, index)) is not None:
        chooser, end = said
        return Event(phrase.meaning, index, end, "noun", chooser, moves_of(chooser, phrase.meaning))
    if end := ends_passive(found, index):
        return Event(phrase.meaning, index, end, "subject")
    if index + 2 < len(found) and found[index + 1].kind in "&|" and found[index + 2].kind == "M":
        return None
    if index + 2 < len(found) and found[index + 1].words in ("vs", "vs .", "versus") and found[index + 2].kind == "M":
        return Event(None, index, index + 3, "pair", BOTH, moves_of(BOTH, None))
    if [part.kind for part in found[max(0, index - 3) : index]] == ["I", "w", "B"] and found[index - 2].words == "it":
        return Event(phrase.meaning, index - 2, index + 1, "finite", THEM, moves_of(THEM, phrase.meaning))
    if index and found[index - 1].words in POSSESSIVES and who[index - 1] in (ME, THEM) and phrase.form == "name":
        return Event(
            phrase.meaning, index - 1, index + 1, "noun", who[index - 1], moves_of(who[index - 1], phrase.meaning)
        )
    at, steps = index - 1, 0
    of = phrase.form == "gerund" and at > 0 and found[at].words == "of" and found[at - 1].kind == "A"
    at -= of
    while at >= 0 and steps < 4 and found[at].kind in ("YaeB" if phrase.form in ("gerund", "adjective") else "Yae"):
        at -= 1
        steps += 1
    together = who[at] == BOTH and at > 0 and found[at - 1].words == "than"
    receives = at > 0 and found[at - 1].kind in "WVJTd" and not (of or together)
    if at >= 0 and who[at] and not receives and found[at].words not in POSSESSIVES:
        return Event(phrase.meaning, at, index + 1, "finite", who[at], moves_of(who[at], phrase.meaning))
    if phrase.form == "gerund":
        agent = _described(found, at) if at >= 0 and found[at].words == "who" else ""
        return Event(phrase.meaning, index, index + 1, "gerund", agent, moves_of(agent, phrase.meaning))
    agent = _owner("", phrase.meaning, names)
    around = kinds_of(found[max(0, index - 2) : index + 2])
    if not agent and (around == "N(M)" or is_topic(found, index) or is_judged(found, index)):
        return Event(phrase.meaning, index, index + 1, "subject")
    return Event(phrase.meaning, index, index + 1, "noun", agent, moves_of(agent, phrase.meaning)) if agent else None


def _precedes(found: Sequence[Phrase], index: int, kinds: str) -> bool:
    """Whether the phrase after `index` is of one of these kinds."""
    return index + 1 < len(found) and found[index + 1].kind in kinds
