"""Best responses, and the words of game theory: dominance, equilibrium, Pareto."""

from __future__ import annotations

import re
from collections.abc import Iterator

from translators.english import emit
from translators.english.clauses import Reading
from translators.english.extreme_cells import is_shared_outcome
from translators.english.names import Names
from translators.english.phrase import kinds_of, speaks_of_both
from translators.english.reply_lists import replies_in_turn
from translators.english.scene import ME, THEM, Scene, opposite
from translators.english.subject import negated, subject


def response_claims(reading: Reading, names: Names) -> Iterator[tuple[int, str]]:
    """What a sentence says of best responses and of game theory, as (index of the phrase, query)."""
    for index, phrase in enumerate(reading.phrases):
        if phrase.kind == "r" or (phrase.kind == "X" and phrase.meaning == "best"):
            query = _response(reading, index, names)
        elif phrase.kind == "x":
            query = _maximizes(reading, index, names)
        elif phrase.kind == "D":
            query = _dominance(reading, index, names)
        elif phrase.kind == "E":
            query = _equilibrium(reading, index)
        elif phrase.kind == "M":
            query = _named_alone(reading, index)
        elif phrase.kind == "p":
            scene = reading.clause_at(index).scene
            query = _cell(f"pareto_{phrase.meaning}", scene) if scene.full else ""
        else:
            continue
        if query and (query == "no_pure_nash_equilibrium" or not negated(reading, index)):
            yield index, query


_RANKED = re.compile(r":M\(NQN")


def _named_alone(reading: Reading, index: int) -> str:
    """`If they choose Y: X (3 > 1)`: the move that pays more against Y."""
    kinds = kinds_of(reading.phrases[max(0, index - 1) : index + 5])
    clause = reading.clauses[0]
    if not _RANKED.match(kinds) or clause.kind != "if" or clause.end != index - 1 or reading.stated != {THEM}:
        return ""
    more = reading.phrases[index + 3].meaning == "higher" and clause.scene.them is not None
    return emit.call("best_response", ME, reading.phrases[index].meaning, clause.scene.them or "") if more else ""


REPLIES = ("response", "responses", "reply", "answer", "counter")
_APT = ("right", "smart", "wise", "rational", "logical", "sensible", "way")
"""What a choice is called that is only said to be best where it is told against what."""
_CHOICES = (*REPLIES, "choice", "option", "strategy", "move", "action", "decision", "bet", "call", "go")


def _response(reading: Reading, index: int, names: Names) -> str:
    """`the best response to Y is X`; `if they choose Y, my best option is X`."""
    phrase = reading.phrases[index]
    words = phrase.words.split()
    reply = words[-1] in REPLIES or _is_held_against(reading, index)
    if phrase.kind == "r" and words[0] in ("better", "superior", "smarter", "wiser"):
        return _better(reading, index, names)
    if any(part.words in ("made", "make", "making") for part in reading.phrases[max(0, index - 2) : index]):
        return ""
    best = words[0] in ("best", "optimal") or (words[0] in _APT and len(reading.stated) == 1)
    if phrase.kind == "r" and (not best or words[-1] not in _CHOICES):
        return ""
    if phrase.kind == "r" and (replies_in_turn(reading) or _is_thought_of(reading)):
        return ""
    if phrase.kind == "X" and not (reply or _gives_most(reading, index) or _is_option(reading, index)):
        return ""
    named = subject(reading, index, names)
    if named is None:
        return ""
    actor, move = named
    if (reply and _is_to_all(reading, index)) or _gives_most_always(reading, index):
        rivals = names.besides(actor, move)
        return emit.call("at_least_as_high_payoff_in_every_case", actor, move, rivals[0]) if len(rivals) == 1 else ""
    against = _answered(reading, index) if reply else None
    clause = reading.clause_at(index)
    if against is None:
        against = clause.scene.against(actor)
        if against is None or (clause.outer.against(actor) is None and not reply):
            against = reading.facing if actor == ME and phrase.kind == "r" else None
        if against is None:
            return _most_somewhere(reading, index, names, actor, move)
        if phrase.kind == "X" and (
            is_shared_outcome(reading, index, Scene(move, against)) or _is_of_total(reading, index)
        ):
            return ""
    elif against == move and not _names_twice(reading, move):
        return ""
    return emit.call("best_response", actor, move, against)


def _is_thought_of(reading: Reading) -> bool:
    """`Next, I look at my best response in each case`: which one it is, is not said."""
    said = [phrase for phrase in reading.phrases if phrase.kind in "MB" and phrase.words not in ("look", "looks")]
    return not said


def _is_held_against(reading: Reading, index: int) -> bool:
    """`X is best against Y`, `X is the best choice against Y`: as a reply to it."""
    following = reading.phrases[index + 1 : index + 3]
    judged = any(phrase.kind == "B" for phrase in reading.phrases[max(0, index - 2) : index])
    return judged and kinds_of(following) == "TM" and following[0].words == "against"


def _is_of_total(reading: Reading, index: int) -> bool:
    """`It gives us the highest total payoff`: not what one of the two gets."""
    following = reading.phrases[index + 1 : index + 4]
    return any(phrase.kind == "u" or phrase.words in ("total", "sum") for phrase in following)


def _most_somewhere(reading: Reading, index: int, names: Names, actor: str, move: str) -> str:
    """`X gives me the highest payoff`, not said against what: it pays more in some case at least."""
    rivals = names.besides(actor, move)
    joint = speaks_of_both(reading.phrases)
    given = reading.phrases[index].kind == "X" and any(
        phrase.kind == "W" for phrase in reading.phrases[max(0, index - 3) : index]
    )
    if not given or joint or reading.stated or len(rivals) != 1 or not reading.clause_at(index).outer.empty:
        return ""
    return emit.call("higher_payoff_in_some_case", actor, move, rivals[0])


def _gives_most_always(reading: Reading, index: int) -> bool:
    """`It gives me the highest payoff no matter what they choose`."""
    joint = speaks_of_both(reading.phrases)
    return reading.phrases[index].kind == "X" and reading.always_at(index) and not joint


_EVERY = frozenset("either both any all each every".split())


def _is_to_all(reading: Reading, index: int) -> bool:
    """`the best reply to either move`, `the best response no matter what they choose`."""
    following = reading.phrases[index + 1 : index + 5]
    every = any(phrase.words.split()[0] in _EVERY for phrase in following[:2])
    said = _answered(reading, index) is not None
    if any(phrase.words in ("opposite", "reverse", "depends", "different") for phrase in reading.phrases):
        return False
    return (every and following[0].words == "to" and not said) or (reading.always_at(index) and not said)


def _better(reading: Reading, index: int, names: Names) -> str:
    """`If they choose Y, X is the better choice`, where the sentence or what stands above it says so."""
    named = subject(reading, index, names)
    if named is None:
        return ""
    actor, move = named
    other = opposite(actor)
    rivals = names.besides(actor, move)
    reply = reading.phrases[index].words.split()[-1] in REPLIES
    told = _answered(reading, index) if reply else None
    if told is not None and (told != move or _names_twice(reading, move)) and len(rivals) == 1:
        return emit.call("higher_payoff_against", actor, move, rivals[0], told)
    against = reading.clause_at(index).outer.against(actor)
    if against is None or (other not in reading.stated and other in reading.inherited):
        against = reading.facing if actor == ME else None
    if against is None or len(rivals) != 1:
        return ""
    return emit.call("higher_payoff_against", actor, move, rivals[0], against)


def _maximizes(reading: Reading, index: int, names: Names) -> str:
    """`If they choose Y, X maximizes my payoff`."""
    following = kinds_of(reading.phrases[index + 1 : index + 5])
    first = reading.phrases[index + 1].words if index + 1 < len(reading.phrases) else ""
    named = subject(reading, index, names)
    whose = ("their", "his", "her") if named is not None and named[0] == THEM else ("my", "your", "own", "individual")
    owned = following.lstrip(".").startswith("AP") and first in whose
    owned = owned or first == "mine" or following.startswith(("wAV", "wAYV"))
    if not owned or named is None:
        return ""
    actor, move = named
    rivals = names.besides(actor, move)
    if reading.always:
        every = reading.always_at(index) and len(rivals) == 1 and not speaks_of_both(reading.phrases)
        return emit.call("at_least_as_high_payoff_in_every_case", actor, move, rivals[0]) if every else ""
    against = reading.clause_at(index).outer.against(actor)
    told = opposite(actor) in reading.stated and actor not in reading.stated
    return emit.call("best_response", actor, move, against) if against is not None and told else ""


def _gives_most(reading: Reading, index: int) -> bool:
    """`choosing X gives the highest payoff`, without an amount."""
    clause = reading.clause_at(index)
    following = reading.phrases[index + 1 : index + 4]
    given = len(reading.stated) == 1 and kinds_of(following[:2]) == "HP"
    aside = "uNJm" if given else "uNJmH"
    if any(phrase.kind in aside for phrase in reading.phrases[index + 1 : index + 7]):
        return False
    before = reading.phrases[clause.start : index]
    gives = any(phrase.kind in "VW" for phrase in before[-3:])
    bare = reading.phrases[index].words == "most" and kinds_of(following[:1]) in ("", *".,;BI")
    bare = bare or (reading.phrases[index].words == "most" and [phrase.words for phrase in following[:1]] == ["by"])
    return gives and (bare or any(phrase.kind == "P" for phrase in following[:2]))


_FARES = frozenset("do does fare fares".split())


def _is_option(reading: Reading, index: int) -> bool:
    """`the most profitable option`, `it is best to choose X`, `I do best by choosing X`: for a single role."""
    following = reading.phrases[index + 1 : index + 6]
    reason = next((at for at in range(index, len(reading.phrases)) if reading.phrases[at].kind == "c"), None)
    if not following or speaks_of_both(reading.phrases[:reason]):
        return False
    option = following[0].kind == "o" and following[0].words.rstrip("s") in _CHOICES
    can = [phrase.words for phrase in following[:3]] in (["i", "can", "do"], ["they", "can", "do"])
    optimal = reading.phrases[index].words == "optimal" and following[0].kind not in "Po"
    if optimal and any(phrase.kind == "B" for phrase in reading.phrases[max(0, index - 2) : index]):
        return True
    choosing = kinds_of(reading.phrases[index + 4 : index + 7])
    option = option or (can and choosing.startswith(("BC", "BG", "BM", "BdC")))
    kinds = re.sub("^dt?A", "", kinds_of(following))
    if index and reading.phrases[index].words == "best" and reading.phrases[index - 1].words in _FARES:
        return kinds.startswith(("dG", "dC", "dM", "G"))
    predicate = index > 0 and reading.phrases[index - 1].kind == "B" and kinds.startswith(("dC", "I", ".", ","))
    named = any(phrase.kind == "M" for phrase in reading.phrases[reading.clause_at(index).start : index])
    predicate = predicate or (named and reading.phrases[index - 1].kind == "B" and kinds.startswith("R"))
    return option or (predicate and reading.phrases[index].words in ("best", "optimal"))


def _answered(reading: Reading, index: int) -> str | None:
    """The move in `response to Y`."""
    following = reading.phrases[index + 1 : index + 9]
    if not following or following[0].words not in ("to", "against", "for"):
        return None
    for phrase in following:
        if phrase.kind == "M":
            return phrase.meaning
        if phrase.kind in "B;,":
            return None
    return None


def _names_twice(reading: Reading, move: str) -> bool:
    return sum(phrase.kind == "M" and phrase.meaning == move for phrase in reading.phrases) > 1


_NONE = ("no", "none", "neither")


def _dominance(reading: Reading, index: int, names: Names) -> str:
    words = reading.phrases[index].words
    strength = "weakly" if "weakly" in words else "strictly"
    named = subject(reading, index, names)
    none = any(phrase.words in _NONE for phrase in reading.phrases[reading.clause_at(index).start : index])
    if named is None or none or "dominance" in words or "dominating" in words:
        return ""
    actor, move = named
    if words.endswith("dominated"):
        return emit.call(f"{strength}_dominated", actor, move)
    if words.endswith("dominant"):
        return emit.call(f"{strength}_dominant", actor, move)
    rivals = names.besides(actor, move)
    following = [phrase.meaning for phrase in reading.phrases[index + 1 : index + 5] if phrase.kind == "M"]
    if following and following[0] in rivals:
        return emit.call(f"{strength}_dominates", actor, move, following[0])
    return ""


def _equilibrium(reading: Reading, index: int) -> str:
    clause = reading.clause_at(index)
    scene = clause.scene
    before = [phrase.words for phrase in reading.phrases[max(0, index - 4) : index]]
    if "no" in before and any("pure" in words.split() for words in [*before, reading.phrases[index].words]):
        return "no_pure_nash_equilibrium"
    if any(phrase.words in ("mixed", "subgame") for phrase in reading.phrases):
        return ""
    if not scene.full:
        for event in reading.events:
            if event.start > index and len(event.moves) == 2:
                scene = Scene().set(dict(event.moves))
                break
    if not scene.full:
        return ""
    only = any(phrase.words in ("only", "unique", "sole") for phrase in reading.phrases[max(0, index - 3) : index])
    return _cell("only_nash_equilibrium" if only else "nash_equilibrium", scene)


def _cell(functor: str, scene: Scene) -> str:
    assert scene.me is not None and scene.them is not None
    return emit.call(functor, ME, scene.me, scene.them)
