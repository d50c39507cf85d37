"""Claims of cells, of what a move can bring and of what it guarantees, from the amounts of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from fractions import Fraction
from itertools import pairwise

from translators.english import emit
from translators.english.amount import Amount
from translators.english.assurances import secured_by
from translators.english.clauses import Reading
from translators.english.denials import denied
from translators.english.grammar_words import GAMES
from translators.english.holders import FIRST, SECOND, is_own_clause
from translators.english.mentions import is_compared, is_mentioned, is_option
from translators.english.names import Names
from translators.english.otherwise import otherwise
from translators.english.outright import is_outright, names_another
from translators.english.phrase import kinds_of
from translators.english.possibilities import is_possibility
from translators.english.scene import ME, THEM, Scene, opposite
from translators.english.subject import goes_on_always
from translators.english.versus import is_that_of_rival

Cells = MutableMapping[tuple[str, str, str], Fraction]
"""What a text has told so far: (actor, the reasoner's move, the other's move) → payoff."""


def cell_claims(reading: Reading, names: Names, found: list[Amount], cells: Cells) -> Iterator[tuple[int, str]]:
    """What the amounts of a sentence say of cells, of one move's outcomes and of what it guarantees.

    The cells that are told are noted in `cells`.
    """
    for amount in found:
        own = is_own_clause(reading.phrases, amount.index)
        compared = amount.clause.kind == "than" and (amount.clause.scene.full or own)
        if reading.phrases[amount.index - 1].words in ("<", ">", ">=", "<=") or is_compared(reading, amount.index):
            continue
        if is_that_of_rival(reading, amount.index):
            continue
        if amount.avoided or amount.clause.unless or (amount.bound == "beyond" and not compared):
            continue
        for said in amount.who:
            actor = _seat(said, names)
            query = _claim(reading, names, amount, actor, found)
            scene = otherwise(reading, names, amount)
            if not query and actor == ME:
                yield from ((amount.index, each) for each in _of_both_moves(reading, names, amount))
            if query.startswith("finally"):
                cells[actor, scene.me or "", scene.them or ""] = amount.value
            if query:
                yield amount.index, query


def _of_both_moves(reading: Reading, names: Names, amount: Amount) -> Iterator[str]:
    """`Both X and Y guarantee me 1`, `both options lead to 5 or 0`: it is said of either move."""
    if not amount.denied and not is_mentioned(reading, names, amount):
        yield from (_for_choice(amount, ME, move) for move in moves_alike(reading, names, amount))


def moves_alike(reading: Reading, names: Names, amount: Amount) -> list[str]:
    """The moves of `both X and Y give me 1`, `either option leads to 5 or 0`; empty where one move is spoken of."""
    clause = amount.clause
    before = reading.phrases[clause.start : amount.index]
    kinds = kinds_of(before)
    if clause.scene.empty and amount.risky and _is_with_either(reading, amount):
        return list(names.mine)
    given = any(phrase.kind in "WJ" for phrase in before) and not any(phrase.kind in "nOQX" for phrase in before)
    if not given or clause.kind != "main" or not clause.scene.empty or clause.events:
        return []
    if re.match("[.e]o", kinds) and before[0].words in ("both", "either", "each") and "M" not in kinds:
        listed = re.search("N[,|&]+N[,|&]+N", kinds_of(reading.phrases[clause.start :]))
        return [] if listed else list(names.mine)
    return [phrase.meaning for phrase in before if phrase.kind == "M"] if re.search(r"G?M&G?M", kinds) else []


_WITH_EITHER = re.compile(r"[^MNI;b]*d[.eA]o")


def _is_with_either(reading: Reading, amount: Amount) -> bool:
    """`The risk of 0 is there with either option`."""
    after = reading.phrases[amount.index + 1 : amount.clause.end]
    found = _WITH_EITHER.match(kinds_of(after))
    alike = found is not None and after[found.end() - 2].words in ("either", "both", "each")
    return alike and not any(phrase.kind == "n" for phrase in reading.phrases)


def _seat(said: str, names: Names) -> str:
    """Which of the two a place in a pair of payoffs is."""
    if said in (FIRST, SECOND):
        return ME if (said == FIRST) == names.first else THEM
    return said


def _claim(reading: Reading, names: Names, amount: Amount, actor: str, found: list[Amount]) -> str:
    scene = otherwise(reading, names, amount)
    if of_game(reading, amount) or is_mentioned(reading, names, amount):
        return ""
    if actor in reading.inherited and is_of_one_case(reading, amount, actor):
        return ""
    if (FIRST in amount.who or SECOND in amount.who) and not scene.full:
        return ""
    own, against = scene.of(actor), scene.against(actor)
    if (secured := secured_by(reading, amount)) in names.mine:
        return emit.call("guarantees_at_least", ME, amount.value, secured) if actor == ME else ""
    if is_option(reading, amount):
        faced = against is not None and _set_inside(reading, opposite(actor))
        return emit.call("possible_individual_payoff_against", actor, amount.value, against or "") if faced else ""
    if names_another(reading, amount) or (amount.clause.kind == "than" and is_whatever(reading, actor)):
        return ""
    if len(amount.who) == 1 and not {FIRST, SECOND} & set(amount.who) and _is_mutual(reading, amount):
        return ""
    if amount.denied:
        return denied(reading, names, amount, actor)
    shared = own is not None and against is None and _is_brought_to_both(reading, amount)
    if shared and own in names.mine and own in names.theirs:
        return emit.cell(names, actor, amount.value, Scene(own, own))
    if amount.bound in ("least", "most") and own is not None and _is_by_choice(reading, amount):
        return _for_choice(amount, actor, own) if actor == ME else ""
    joint = len(amount.who) == 2 and not scene.full and actor not in reading.stated
    if joint and own is not None and against is None and not amount.bound and not amount.sure:
        plain = actor == ME and not amount.extreme and _is_of_clause(reading, amount) and is_outright(reading, amount)
        return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own) if plain else ""
    if not scene.full and not is_outright(reading, amount):
        return ""
    always = reading.always_at(amount.index) and amount.bound != "beyond"
    if always and own is not None and not (against and _set_inside(reading, opposite(actor))):
        return _in_every_case(amount, actor, own, found)
    if scene.full and own is not None and is_possibility(reading, amount):
        return _for_choice(amount, actor, own)
    if scene.full and own is not None and _is_guarantee(reading, amount) and not _set_inside(reading, opposite(actor)):
        return _for_choice(amount, actor, own)
    if scene.full and against is not None and not _set_inside(reading, opposite(actor)) and _is_case(reading, amount):
        return ""
    if scene.full and (_is_one_of(reading, amount, actor, found) or _is_contrasted(reading, amount)):
        return ""
    if scene.full:
        if amount.bound in ("least", "most") and _is_carried(reading, amount, opposite(actor)):
            return _for_choice(amount, actor, own) if amount.sure and own else ""
        told = amount.bound not in ("top", "worst") or _says_when(reading, amount)
        return emit.cell(names, actor, amount.value, scene) if told else ""
    return _claim_of_one(reading, names, amount, actor, found)


def _claim_of_one(reading: Reading, names: Names, amount: Amount, actor: str, found: list[Amount]) -> str:
    """What an amount says of one role's move where the other's is not told, or the other way round."""
    scene = otherwise(reading, names, amount)
    own, against = scene.of(actor), scene.against(actor)
    always = reading.always_at(amount.index) and amount.bound != "beyond"
    if actor in reading.inherited and not any(name == actor for event in reading.events for name, _ in event.moves):
        return ""
    before = reading.before.me if own is None and against is None and actor == ME else None
    if before is not None and _is_effort(reading, amount):
        return emit.call("guarantees_at_least", actor, amount.value, before)
    if before is not None and amount.bound in ("top", "worst") and not reading.events and not reading.before.them:
        return _for_choice(amount, actor, before)
    if before is not None and always and goes_on_always(reading):
        return _in_every_case(amount, actor, before, found)
    if own is not None and against is None and (amount.clause.kind != "if" or _is_given(reading, amount)):
        if _is_got(reading, amount) or (actor == THEM and len(amount.who) == 2 and amount.sure):
            return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own)
        return _for_choice(amount, actor, own)
    if own is None and _set_inside(reading, opposite(actor)) and against is not None and not amount.extreme:
        told = amount.clause.kind == "main" or is_own_clause(reading.phrases, amount.index)
        risked = amount.risky and not (actor == ME and reading.stated == {THEM})
        bare = amount.bound in ("", "beyond") and told and not risked and not _is_named_only(reading, amount)
        if bare and actor == ME and len(names.mine) == 2 and len(found) == 1 and is_whatever(reading, ME):
            return emit.call("equal_payoff_against", actor, *names.mine, against)
        return emit.call("possible_individual_payoff_against", actor, amount.value, against) if bare else ""
    return ""


def _is_of_clause(reading: Reading, amount: Amount) -> bool:
    """`Choosing X would give us both 3`: the move is told in the clause of the amount, and nothing takes it back."""
    start = min((event.start for event in amount.clause.events), default=amount.index)
    between = reading.phrases[start : amount.index]
    aside = any(phrase.kind in "Onb" or phrase.words == "otherwise" for phrase in between)
    return amount.clause.kind == "main" and start < amount.index and not aside


_GIVEN = ("given", "given that", "considering", "considering that")


def _is_given(reading: Reading, amount: Amount) -> bool:
    """`Given that X guarantees 1, …`: what is told as a fact, not as a condition."""
    return reading.phrases[amount.clause.start].words in _GIVEN


def _says_when(reading: Reading, amount: Amount) -> bool:
    """`1 at worst (when they choose X)`: the very case that is the best or the worst."""
    after = reading.after(amount.clause)[:1]
    return bool(after) and after[0].kind == "if" and bool(after[0].events) and after[0].start <= amount.index + 4


def _is_named_only(reading: Reading, amount: Amount) -> bool:
    """`they may choose X for the 5`, `…, but I accept that for the reward of 5`: no verb says that it is got."""
    before = kinds_of(reading.phrases[amount.clause.start : amount.index])
    return re.search("[VWBJ:=(]", before) is None and re.search("[PM][dt]*$", before) is not None


_BRINGS = re.compile(r"[VW]A?t?(?:[HK]dt?)?$")


def _is_mutual(reading: Reading, amount: Amount) -> bool:
    """`the mutual payoff is 6 there, and 2 here`: of both, and not said whether together or each."""
    before = kinds_of(reading.phrases[: amount.index])
    return re.search(r"uP[dtB:(]*(?:N[^VWPJbc;]*)?$", before) is not None


_SHARED = re.compile(r"[VWJ]A?t?[XQ]?uP[dtB:(]*$")


def _is_brought_to_both(reading: Reading, amount: Amount) -> bool:
    """`X leads to the highest mutual payoff of 3 each`: what both get if both choose X."""
    before = reading.phrases[amount.clause.start : amount.index]
    kinds = kinds_of(reading.phrases[max(0, amount.index - 9) : amount.index])
    brought = _SHARED.search(kinds) is not None and "Ju" not in kinds
    plain = not any(phrase.kind in "nOTK" for phrase in before) and is_outright(reading, amount)
    return len(amount.who) == 2 and brought and plain and not amount.bound


def _is_got(reading: Reading, amount: Amount) -> bool:
    """`By choosing X, I may get the highest payoff of 5`: an extreme that the move itself is said to bring."""
    before = reading.phrases[reading.clause_at(amount.extreme_at).start : max(0, amount.extreme_at)]
    told = any(actor == ME or not event.moves for event in reading.events for actor, _ in event.moves or ((ME, None),))
    brought = bool(_BRINGS.search(kinds_of(before)))
    denied = amount.avoided or any(phrase.kind in "nOU" for phrase in before)
    return amount.extreme == "best" and brought and told and not denied


def _is_contrasted(reading: Reading, amount: Amount) -> bool:
    """`0 if they choose X, but the potential reward is highest (5)`: no longer said of the scene before `but`."""
    position = reading.clauses.index(amount.clause)
    if amount.clause.before == "(" and position:
        position -= 1
    clause = reading.clauses[position]
    owned = "&" in clause.before and _OWN_EXTREME.match(kinds_of(reading.phrases[clause.start : clause.end]))
    after = reading.after(clause)[:1]
    told = bool(after) and bool(after[0].events) and (after[0].kind == "if" or after[0].before == "(")
    parted = "b" in clause.before or (bool(owned) and not told)
    return bool(amount.extreme) and parted and not clause.events and clause.kind == "main"


_OWN_EXTREME = re.compile("[At]X[PH]*B")


def _is_one_of(reading: Reading, amount: Amount, actor: str, found: list[Amount]) -> bool:
    """`either 5 or 0`, in one cell: one payoff is of one role, the other of the other."""
    for other in found:
        low, high = sorted((amount.index, other.index))
        between = reading.phrases[low:high]
        joined = any(phrase.kind == "|" for phrase in between) and not any(phrase.kind in "IMG" for phrase in between)
        if actor in other.who and other.value != amount.value and joined and other.clause.scene == amount.clause.scene:
            return True
    return False


def is_whatever(reading: Reading, actor: str) -> bool:
    """`no matter what I choose`: whose choice makes no difference."""
    after = next((at for at, phrase in enumerate(reading.phrases) if phrase.kind == "R"), len(reading.phrases))
    following = next((at for at in range(after + 1, min(after + 4, len(reading.who))) if reading.who[at]), None)
    whatever = following is not None and reading.phrases[after].words.startswith(_WHATEVER)
    return following is not None and whatever and reading.who[following] == actor


_WHATEVER = ("no matter", "regardless", "whatever", "whichever", "irrespective", "independent", "whether")


def of_game(reading: Reading, amount: Amount) -> bool:
    """`the highest payoff in the game is 5`: said of all cells, whatever stands before it."""
    after = reading.phrases[max(0, amount.extreme_at) : amount.extreme_at + 8]
    return bool(amount.extreme) and any(phrase.words in GAMES for phrase in after)


_IS_AMOUNT = re.compile("B[tL]*$")


def is_of_one_case(reading: Reading, amount: Amount, actor: str) -> bool:
    """`Choosing X: if they choose Y, the best I can get is 1`: of the cell, for one's move stands in the heading."""
    told = {chooser for event in reading.events if event.start < amount.extreme_at for chooser, _ in event.moves}
    subject = _IS_AMOUNT.search(kinds_of(reading.phrases[amount.extreme_at : amount.index])) is not None
    return subject and told == {opposite(actor)} and reading.start.of(actor) is not None


def _is_carried(reading: Reading, amount: Amount, actor: str) -> bool:
    """`This means that I get at least 3 if I choose X`: only the sentence before said what `actor` chooses."""
    compared = (clause.start for clause in reading.clauses if clause.kind == "than" and clause.start > amount.index)
    end = next(compared, len(reading.phrases))
    told = any(name == actor for event in reading.events if event.start < end for name, _ in event.moves)
    return reading.start == reading.before and not told


def _is_case(reading: Reading, amount: Amount) -> bool:
    """`my worst-case payoff is 1`: said of the move, whatever the other chose in the sentence before."""
    near = reading.phrases[max(0, amount.extreme_at) : amount.extreme_at + 3]
    return bool(amount.extreme) and any("case" in phrase.words for phrase in near)


def _set_inside(reading: Reading, actor: str) -> bool:
    """Whether the sentence itself says what `actor` chooses."""
    return actor in reading.stated or any(name == actor for event in reading.events for name, _ in event.moves)


def _is_guarantee(reading: Reading, amount: Amount) -> bool:
    """`more than the guaranteed payoff of 1 for choosing X`: of the move, whatever the sentence before said."""
    before = reading.phrases[max(0, amount.index - 4) : amount.index]
    noun = any(first.words == "guaranteed" and then.kind == "P" for first, then in pairwise(before))
    return amount.sure and noun and bool(amount.clause.events)


def _is_by_choice(reading: Reading, amount: Amount) -> bool:
    """`both choose X to ensure at least 3`: the choice is said to bring it, not a condition on the other."""
    clause = amount.clause
    if not amount.sure or not clause.scene.full or clause.outer.full:
        return False
    return clause.outer.empty and not any(other.kind == "if" and other.events for other in reading.clauses)


_EFFORTS = frozenset("guarantee ensure secure assure".split())


def _is_effort(reading: Reading, amount: Amount) -> bool:
    """`I … and guarantee a payoff of at least 3`: what the move decided on before is said to bring."""
    window = reading.phrases[amount.clause.start : amount.index]
    mine = any(who == ME for who in reading.who[: amount.index])
    verb = any(phrase.words in _EFFORTS for phrase in window)
    return mine and verb and not reading.events and amount.bound in ("", "least")


def _in_every_case(amount: Amount, actor: str, own: str, found: list[Amount]) -> str:
    if amount.bound in ("top", "worst"):
        return _for_choice(amount, actor, own)
    if amount.bound == "least" or (amount.sure and amount.bound != "most"):
        return emit.call("guarantees_at_least", actor, amount.value, own)
    if amount.bound == "most":
        return emit.call("limits_to_at_most", actor, amount.value, own)
    alone = [other for other in found if other.clause.scene.of(actor) == own and actor in other.who]
    if len(alone) > 1 or len(found) > 2 or amount.extreme or amount.risky:
        return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own)
    return emit.call("always_individual_payoff_for_choice", actor, amount.value, own)


def _for_choice(amount: Amount, actor: str, own: str) -> str:
    if amount.extreme:
        return ""
    if amount.bound == "least" or (amount.sure and not amount.bound):
        return emit.call("guarantees_at_least", actor, amount.value, own)
    if amount.bound == "most":
        return emit.call("limits_to_at_most", actor, amount.value, own)
    if amount.bound == "top":
        return emit.call("highest_individual_payoff_for_choice", actor, amount.value, own)
    if amount.bound == "worst":
        return emit.call("lowest_individual_payoff_for_choice", actor, amount.value, own)
    return emit.call("possible_individual_payoff_for_choice", actor, amount.value, own)
