"""Amounts that are only mentioned: held against each other, spoken of, excepted, feared or imagined."""

from __future__ import annotations

import re
from itertools import pairwise

from translators.english.amount import Amount
from translators.english.clauses import Reading
from translators.english.denials import frees_of_worry
from translators.english.means import is_expected
from translators.english.names import Names
from translators.english.no_cells import is_of_no_cell
from translators.english.only_moves import only_with
from translators.english.phrase import is_verb_of_comparing, kinds_of, words_of
from translators.english.possibilities import is_hopers
from translators.english.scene import ME, THEM
from translators.english.temptations import is_of_what_is_done, is_tempting


def is_mentioned(reading: Reading, names: Names, amount: Amount) -> bool:
    """Whether an amount is not said to be got in the scene of its clause."""
    return (
        _is_subject(reading, amount)
        or _is_of_change(reading, amount)
        or _is_of_somebody(reading, amount)
        or _is_excepted(reading, amount)
        or _is_of_other_cells(reading, amount)
        or is_expected(reading, names, amount)
        or _is_counterfactual(reading, amount)
        or _is_felt(reading, amount)
        or _is_of_both(reading, amount)
        or _is_spurned(reading, amount)
        or _is_by_other_means(reading, amount)
        or _is_of_either_side(reading, amount)
        or is_out_of_reach(reading, amount)
        or _is_after_leaving(reading, amount)
        or _is_of_reliance(reading, amount)
        or _is_of_chances(reading, names, amount)
        or is_hopers(reading, amount)
        or _is_traded(reading, amount)
        or _is_better_for_them(reading, amount)
        or _is_of_total_or_reason(reading, amount)
        or is_of_no_cell(reading, names, amount)
        or is_tempting(reading, amount)
        or is_of_what_is_done(reading, amount)
        or bool(only_with(reading, amount))
    )


_REASON = re.compile(r"\bno (?:reason|incentive|point|need)\b.*\b(?:because|since|as) (?:they|i|you)\b")
_TOTAL = re.compile(r"\b(?:total|sum)\b[^:]*:")


def _is_of_total_or_reason(reading: Reading, amount: Amount) -> bool:
    """`no reason to choose X, as they would get 3`, `the total is lower: 2 if …`: of no choice made, or of both."""
    before = words_of(reading.phrases[: amount.index])
    conditional = any(clause.kind == "if" and clause.start > amount.index for clause in reading.clauses)
    return bool(_TOTAL.search(before)) or (bool(_REASON.search(before)) and not conditional)


def _is_better_for_them(reading: Reading, amount: Amount) -> bool:
    """`choosing X (5) is better for them than choosing Y (3)`: amounts in brackets that are not the reasoner's."""
    kinds = kinds_of(reading.phrases)
    theirs = any(reading.who[better.end() - 1] == THEM for better in re.finditer("Qdt?A", kinds))
    return theirs and reading.phrases[amount.index - 1].kind == "(" and amount.who == (ME,)


_OTHER = re.compile(
    r"(?:(?:and|but|while|whereas|since|because|as) )*"
    r"(?:(?:no|any|every|all|only) (?:other |possible |single )*(?:outcomes?|combinations?|cells?|scenarios?)"
    r"|(?:(?:in|with|for) )?(?:(?:no|any|every|all|each|none) )?(?:of )?(?:the )?(?:other|remaining|rest of the)"
    r"(?: <count>| possible)* (?:outcomes?|combinations?|cells?|scenarios?|cases|situations|possibilities|results))\b"
)


def _is_of_other_cells(reading: Reading, amount: Amount) -> bool:
    """`no other outcome pays more than 3`, `the other three outcomes give 3`: of cells that are not spoken of."""
    position = reading.clauses.index(amount.clause)
    start = reading.clauses[max(0, position - (amount.clause.kind == "than"))].start
    return bool(_OTHER.match(words_of(reading.phrases[start : amount.index])))


_NO_MATTER = str.maketrans("", "", "te")


def is_compared(reading: Reading, index: int) -> bool:
    """`5 beats 3`, `payoff 5 is better than payoff 3`: amounts that are only held against each other."""
    ranked = kinds_of(reading.phrases[max(0, index - 1) : index + 12])
    ranked = ranked[:1] + re.sub("Qdt?A", "Q", ranked[1:].replace("e", ""))
    if ranked.startswith("PNBQTPN"):
        return True
    ranked = ranked[:6]
    if ranked.startswith("cNBQT") and ranked[5:] == "w":
        return True
    mains = [clause for clause in reading.clauses if clause.kind == "main"]
    theirs = any((event.agent or clause.chooser) == THEM for clause in mains for event in clause.events)
    alone = ranked[:1] == ":" and reading.clause_at(index).scene.me is None
    bare = not any(phrase.kind == "M" for phrase in reading.phrases) and ranked[:1] not in tuple("VW")
    if bare and ranked[1:] == "NBQTN":
        return True
    several = len({(scene.me, scene.them) for clause in reading.clauses if (scene := clause.scene).full}) > 1
    choosing = {at for event in reading.events for at in range(event.start, event.end)}
    subjects = [who for at, who in enumerate(reading.who[:index]) if who in (ME, THEM) and at not in choosing]
    theirs = theirs or subjects[-1:] == [THEM]
    if ranked[:1] in "c:&" and ranked[1:] == "NBQTN" and (theirs or alone or reading.always or several):
        return True
    before = kinds_of(reading.phrases[max(0, index - 4) : index]).translate(_NO_MATTER)
    after = kinds_of(reading.phrases[index + 1 : index + 5]).translate(_NO_MATTER)
    if before.endswith("Q") and is_verb_of_comparing(reading.phrases[index - 1]) and after[:1] in tuple(".,;:)"):
        return True
    return (after.startswith("QN") and before[-1:] not in tuple("VWB")) or before.endswith("NQ")


_FORGONE = re.compile(r"XA?Y*O[^NVW;]*B$")
"""`The most I can miss out on is`, up to the amount."""


def _is_of_change(reading: Reading, amount: Amount) -> bool:
    """`nobody has an incentive to deviate, as they would get 3`: of a move that is not named."""
    phrases = reading.phrases
    aside = any(
        phrase.words == "wish" or (phrase.words == "split" and before.kind == "t")
        for before, phrase in pairwise((phrases[0], *phrases[: amount.index]))
    )
    if aside or _FORGONE.search(kinds_of(phrases[: amount.index])):
        return True
    changes = [
        at
        for at in range(amount.index)
        if phrases[at].words.startswith(("deviat", "switch"))
        or (phrases[at].words.startswith("defect") and phrases[at + 1].words == "from")
    ]
    left = {
        at
        for event in reading.events
        for at in range(event.start, event.end)
        if changes and event.start > changes[-1] and phrases[event.start - 1].words == "from"
    }
    return bool(changes) and not any(phrases[at].kind == "M" for at in {*range(changes[-1], amount.index)} - left)


def _is_subject(reading: Reading, amount: Amount) -> bool:
    """`being left with 0 is the worst outcome`, `but 3 is still fine`: an outcome that is spoken of, in no scene."""
    clause = amount.clause
    following = kinds_of(reading.phrases[amount.index + 1 : amount.index + 3]).lstrip("Y")[:1]
    secured = [phrase.kind for phrase in reading.phrases[amount.index + 1 : amount.index + 3]] == ["B", "J"]
    opens = amount.index == clause.start and not clause.events and following == "B" and not secured
    rest = kinds_of(reading.phrases[amount.index + 1 : clause.end])
    if opens and ("b" in clause.before or ("&" in clause.before and not set(rest) - set("YBat."))):
        return True
    verdict = [phrase.words for phrase in reading.phrases[amount.index + 2 : clause.end] if phrase.kind != "Y"][:3]
    if opens and (verdict[:1] == ["not"] or " ".join(verdict).startswith(_OUT_OF_REACH)):
        return True
    starts = reading.phrases[clause.start].words if clause.start < len(reading.phrases) else ""
    return following == "B" and starts.split(" ")[0].endswith("ing") and reading.phrases[clause.start].kind in "VW"


_OUT_OF_REACH = ("off the table", "out of", "impossible", "unavailable", "unattainable", "lost", "gone", "excluded")


def _is_of_somebody(reading: Reading, amount: Amount) -> bool:
    """`The loser's payoff is 0`: of somebody of whom it is not said who it is."""
    window = reading.phrases[amount.clause.start : amount.index]
    return any(
        noun.kind == "." and genitive.words == "'s" and owned.kind == "P" and noun.words.isalpha()
        for noun, genitive, owned in zip(window, window[1:], window[2:], strict=False)
    )


def _is_excepted(reading: Reading, amount: Amount) -> bool:
    """`1 unless they choose X`: the scene is not that of the exception."""
    position = reading.clauses.index(amount.clause)
    return position + 1 < len(reading.clauses) and reading.clauses[position + 1].unless


_GONE = re.compile(
    r"(?:\) )?(?:(?:each|for [^,;:.]{1,20}?) )?"
    r"(?:(?:\w+ )?(?:is|are|was|be|becomes?|'s) (?:\w+ ){0,2}?(?:impossible|un(?:attain|reach|avail)able|excluded|gone|"
    r"out of (?:reach|the question)|off the table|beyond (?:my |our )?reach)\b"
    r"|(?:\w+ )?(?:cannot|can never|not|never|no longer|'t) (?:\w+ )?(?:possible|available|attainable|reachable|"
    r"achievable|reached|achieved|attained|obtained|earned|gained|had|won|within reach|on (?:the table|offer))\b)"
)


def is_out_of_reach(reading: Reading, amount: Amount) -> bool:
    """`The 5 is out of reach if I choose X`, `5 can't be reached with X`: what one does not get."""
    return _GONE.match(words_of(reading.phrases[amount.index + 1 : amount.index + 11])) is not None


def _is_after_leaving(reading: Reading, amount: Amount) -> bool:
    """`If one of us deviates from (X, X), that player gets 5`: not in the cell that is left."""
    for event in reading.events:
        before = reading.phrases[max(0, event.start - 5) : event.start]
        leaves = any(phrase.words == "from" for phrase in before) and any(
            phrase.words.startswith(("deviat", "depart", "switch", "leav", "mov")) for phrase in before
        )
        told = dict(event.moves)
        if event.form == "pair" and leaves and event.end <= amount.index:
            return amount.clause.scene.me == told.get(ME) and amount.clause.scene.them == told.get(THEM)
    return False


def _is_of_either_side(reading: Reading, amount: Amount) -> bool:
    """`Their payoffs: X against Y: 1`: of what the other role gets, it is not said whose move is named first."""
    pairs = [event for event in reading.events if event.form == "pair"]
    against = any(phrase.words == "against" for event in pairs for phrase in reading.phrases[event.start : event.end])
    return against and reading.perspective == THEM and amount.who == (THEM,)


_IDEAS = frozenset("idea thought prospect dream sake".split())
_FEELINGS = frozenset(
    "fear fears fearing afraid worried worry worries worrying scared anxious concerned dread tempted temptation lure"
    " drawn attracted greed greedy prefer prefers preferring".split()
)
_WAYS = frozenset("way ways opportunity".split())


_POSSIBLE = re.compile(
    r"(?:was|were|is|are|be|been) (?:also |still )?"
    r"(?:possible|achievable|attainable|available|reachable|within reach|there|on offer|on the table|to be had)\b"
)


def _was_possible(reading: Reading, amount: Amount) -> bool:
    """`both get 1, even though 3 was possible`: elsewhere than in the case told before."""
    after = words_of(reading.phrases[amount.index + 1 : amount.index + 7])
    apart = "b" in amount.clause.before and not amount.clause.events
    return apart and _POSSIBLE.search(after) is not None


def _is_counterfactual(reading: Reading, amount: Amount) -> bool:
    """`Both could have had 3`, `a way for both to get 3`, `the idea of 0`, `as if I got 0`: of no choices named."""
    window = [phrase.words for phrase in reading.phrases[amount.clause.start : amount.index]]
    past = any(modal in ("could", "might") and have == "have" for modal, have in pairwise(window))
    conditional = any(clause.kind == "if" for clause in reading.clauses)
    told = any(phrase.kind == "N" for phrase in reading.phrases[: amount.index])
    regretted = any(phrase.words.startswith("regret") for phrase in reading.phrases)
    apart = regretted or ME not in reading.stated or "b" in amount.clause.before
    kept = amount.clause.scene.me is not None and apart
    likened = "as if" in words_of(reading.phrases[: amount.index])
    if likened or "compromise" in window or any(word in _IDEAS for word in window[-5:]):
        return True
    if _was_possible(reading, amount):
        return True
    possible = any(word in _WAYS and before not in ("this", "that", "only") for before, word in pairwise(["", *window]))
    return (possible or (past and (kept or told or not conditional))) and not amount.clause.events


def _is_felt(reading: Reading, amount: Amount) -> bool:
    """`because they are afraid of getting 0`, `tempted by the 5`: a motive, unless it is said where one gets it."""
    if _is_feared_by_chooser(reading, amount):
        return True
    feeling = amount.index - 1
    while feeling >= amount.clause.start and reading.phrases[feeling].words not in _FEELINGS:
        if reading.phrases[feeling].kind not in "dtVYwALXPH" and reading.phrases[feeling].words != "about":
            return False
        feeling -= 1
    if frees_of_worry(reading.phrases[amount.clause.start : amount.index]):
        return False
    after = kinds_of(reading.phrases[amount.index + 1 : amount.index + 3])
    position = reading.clauses.index(amount.clause) + 1
    following = reading.clauses[position : position + 1]
    told = any(clause.events and reading.phrases[clause.start].kind == "I" for clause in following)
    return feeling >= amount.clause.start and not told and after not in ("dG", "dM")


def _is_feared_by_chooser(reading: Reading, amount: Amount) -> bool:
    """`They would only choose X for fear that I choose X and leave them with 0`: with the move they did not choose."""
    fears = next(
        (
            at
            for at, (phrase, after) in enumerate(pairwise(reading.phrases[: amount.index]))
            if phrase.words in _FEARS and after.words == "that"
        ),
        None,
    )
    return fears is not None and any(
        event.end <= fears and set(amount.who) & dict(event.moves).keys() for event in reading.events
    )


_FEARS = frozenset(("fear", "fears"))
_OF_BOTH = re.compile(r"t[XQH.]?uP[d(]$")


def _is_of_both(reading: Reading, amount: Amount) -> bool:
    """`the mutual payoff of 3 each is out of reach`, `I hope for the mutual payoff of 3 each`: not got."""
    kinds = kinds_of(reading.phrases[amount.clause.start : amount.index])
    after = kinds_of(reading.phrases[amount.index + 1 : amount.index + 5]).lstrip("e)Y")
    got = any(kind in kinds for kind in "VWJ") or (amount.clause.scene.full and after[:1] != "B")
    return _OF_BOTH.search(kinds) is not None and not got


def _is_spurned(reading: Reading, amount: Amount) -> bool:
    """The 5 of `I'd rather take X than hope for 5`, and what one would rather have where no move is named."""
    before = [phrase.words for phrase in reading.phrases[amount.clause.start : amount.index]]
    if "rather" in before and all(phrase.kind != "M" for phrase in reading.phrases):
        return True
    return "rather" in before and "than" in before[before.index("rather") :]


def _is_by_other_means(reading: Reading, amount: Amount) -> bool:
    """`If both choose X, I get 3, but I could get 5 by defecting`: by a choice without a name."""
    after = reading.phrases[amount.index + 1 : amount.index + 5]
    if reading.phrases[amount.index - 1].kind == "(":
        after = reading.phrases[max(0, amount.index - 5) : amount.index - 1]
        after = after[next((at for at, phrase in enumerate(after) if phrase.words == "by"), len(after)) :]
    means = next((at for at, phrase in enumerate(after) if phrase.words in ("by", "through")), None)
    if means is None or any(phrase.kind not in ".Y" for phrase in after[:means]):
        return False
    named = [phrase for phrase in after[means + 1 :] if phrase.kind in "GMC"]
    unnamed = [phrase for phrase in after[means + 1 :] if phrase.kind == "." and phrase.words.endswith("ing")]
    return bool(unnamed) and not named and amount.clause.scene.me is not None


_TRADES = frozenset("trade trades trading traded swap swaps swapping exchange exchanges exchanging".split())


def _is_traded(reading: Reading, amount: Amount) -> bool:
    """The 5 and the 3 of `I wouldn't trade 5 for 3`: which is got, and where, the sentence does not say."""
    before = reading.phrases[amount.clause.start : amount.index]
    traded = next((at for at, phrase in enumerate(before) if phrase.words in _TRADES), None)
    return traded is not None and all(phrase.kind in "tNdLPA." for phrase in before[traded:])


def _is_of_chances(reading: Reading, names: Names, amount: Amount) -> bool:
    """`They choose Y with 70 %, so I'd expect 3.5 from X`: no payoff of the game, beside a chance."""
    chance = any(phrase.kind in "%q" for phrase in reading.phrases)
    return chance and not amount.bound and amount.value.denominator > 1 and amount.value not in names.numbers


_DECIDES = frozenset("decision decide deciding choice choices choose choosing selection pick".split())


def is_option(reading: Reading, amount: Amount) -> bool:
    """`If they choose Y, my decision is between 5 and 3`: what either move brings, whichever was spoken of before."""
    words = [phrase.words for phrase in reading.phrases[amount.clause.start : amount.index]]
    return "between" in words and bool(_DECIDES & set(words[: words.index("between")]))


_RELIES = frozenset("hoping trusting relying counting betting gambling waiting expecting".split())


def _is_of_reliance(reading: Reading, amount: Amount) -> bool:
    """`I choose X, since hoping for Y could leave me with 0`: with what move, the sentence does not say."""
    clause = reading.phrases[amount.clause.start : amount.index]
    kinds = kinds_of(clause)
    return clause[:1] != () and clause[0].words in _RELIES and re.match(r".d?t?M.*[VW]", kinds) is not None


_ONE_OF = ("of", "among", "amongst", "out of")
_NARROWED = frozenset("where two symmetric remaining these those same equal other".split()) | {"in which", "the same"}


_EXCLUDED = (
    "exclud",
    "ignor",
    "disregard",
    "leaving aside",
    "leaving out",
    "setting aside",
    "apart from",
    "aside from",
)


def is_among(reading: Reading, index: int) -> bool:
    """`Of the two symmetric outcomes, (X, X) is the best`: of some only, which are not read."""
    before = reading.phrases[:index]
    if any(phrase.words.startswith(_EXCLUDED) for phrase in before):
        return True
    opens = next((at for at, phrase in enumerate(before) if phrase.words in _ONE_OF), None)
    if opens is None or any(phrase.kind in "AVWBN" for phrase in before[:opens]):
        return False
    set_of = before[opens : next((at for at in range(opens, index) if before[at].kind in ",;"), index)]
    narrowed = any(phrase.words in _NARROWED or phrase.kind in "Ie" for phrase in set_of)
    return narrowed and any(phrase.kind in "Po" for phrase in set_of)
