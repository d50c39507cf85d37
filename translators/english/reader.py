"""From a text to claims: blocks, sentences, scenes, and the readers of each kind of claim."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from translators.claim import Claim, Untranslated
from translators.english import emit
from translators.english.achieved import achieved_claims
from translators.english.advice import advice_claims
from translators.english.alternatives import alternative_claims
from translators.english.amount import Amount
from translators.english.amounts import amounts
from translators.english.antecedents import with_antecedents
from translators.english.appeals import appeal_claims
from translators.english.assurances import assurance_claims
from translators.english.cases import case_claims
from translators.english.cells import Cells, cell_claims
from translators.english.clauses import Reading, read_clauses
from translators.english.comparisons import comparison_claims
from translators.english.deviations import deviation_claims
from translators.english.differing import differing_claims
from translators.english.expected import (
    Sum,
    chances,
    expected_claims,
    is_of_other_chances,
    sums,
    weighted,
    weighted_claims,
)
from translators.english.extremes import extreme_claims
from translators.english.layout import Block, Sentence, blocks
from translators.english.matching import matching_claims
from translators.english.mixes import Chances, Mix, is_vague, read_mix
from translators.english.names import Names
from translators.english.neither import claims_of_all_moves
from translators.english.only_cases import only_case_claims
from translators.english.only_moves import only_move_claims
from translators.english.openings import announces_cases, points_back
from translators.english.phrase import Phrase, kinds_of
from translators.english.phrases import tag
from translators.english.potentials import potential_claims
from translators.english.prospects import prospect_claims
from translators.english.purposes import purpose_claims
from translators.english.quantities import payoffs_only
from translators.english.reached import reached_claims
from translators.english.reply_lists import reply_list_claims
from translators.english.required import required_claims
from translators.english.responses import response_claims
from translators.english.safety import safety_claims
from translators.english.scene import BOTH, ME, THEM, Scene
from translators.english.tables import table_claims
from translators.english.tokens import Token
from translators.english.totals import TOTAL, announces_sums, is_of_sum, totals_only
from translators.english.unread import is_of_others, reason_unread, says_false, unsaid

MAX_SENTENCE = 300
"""Longest sentence that is read, in tokens; prose seldom goes beyond 100."""


Told = frozenset[tuple[str, str, str]]
"""Cells that were told: (actor, the reasoner's move, the other's move)."""


@dataclass
class State:
    """What is known of each block once it is read: the scene it hands down, and whose view it takes.

    Attributes:
        topic: the own move that the paragraphs before spoke of last.
        amount: the last own amount of the sentence before.
        cells: the payoffs of cells that the text has told so far.
        told: the cells that the sentence before told.
        only: the amount of the sentence before, where it tells one only.
        shunned: whether the sentence before says of an amount that it is not got.
        summed: whether the sentence before speaks of what both get together.
        theirs: whether all amounts of the sentence before are the other role's.
        sums: blocks that announce what both get together.
        totals: what the text said that both get together, and that is no payoff of the game.
        mix: the chances of the other role's moves, once a text has said them.
    """

    text: str
    names: Names
    handed: dict[int, Scene] = field(default_factory=dict)
    views: dict[int, str] = field(default_factory=dict)
    topic: Scene = field(default_factory=Scene)
    amount: Fraction | None = None
    mix: Chances | None = None
    only: Fraction | None = None
    shunned: bool = False
    summed: bool = False
    theirs: bool = False
    totals: frozenset[Fraction] = frozenset()
    sums: set[int] = field(default_factory=set)
    cells: Cells = field(default_factory=dict)
    told: Told = frozenset()
    claims: list[Claim] = field(default_factory=list)
    unread: list[Untranslated] = field(default_factory=list)

    def claim(self, start: int, end: int, queries: Mapping[str, tuple[str, ...]]) -> None:
        """Note the queries of one sentence, each with what else it may mean."""
        for query, otherwise in queries.items():
            claim = Claim(self.text[start:end], (start, end), query, "english", self.names.naming, otherwise)
            self.claims.append(claim)


def read(text: str, tokens: Sequence[Token], names: Names) -> tuple[list[Claim], list[Untranslated]]:
    """The claims of a text and the sentences that could not be read, each in the order of the text."""
    state = State(text, names)
    if names.them is None:
        return [], []
    tree = blocks(text, tokens)
    for told in table_claims(text, tokens, names):
        scene = told.scene
        state.cells[told.actor, scene.me or "", scene.them or ""] = told.value
        state.claim(told.start, told.end, {emit.cell(names, told.actor, told.value, scene): ()})
    for index, block in enumerate(tree):
        if block.kind != "row":
            _read_block(tree, index, state)
    return sorted(state.claims, key=lambda claim: claim.span[0]), state.unread


def _read_block(tree: Sequence[Block], index: int, state: State) -> None:
    block = tree[index]
    scene, view = Scene(), ME
    if block.parent is not None:
        scene, view = state.handed.get(block.parent, Scene()), state.views.get(block.parent, ME)
    last, firm = scene, True
    also: tuple[Scene, ...] = ()
    if block.kind == "text" and scene.empty:
        last, firm = state.topic, False
    reading: Reading | None = None
    announced: Scene | None = None
    topic = Scene()
    faced: Told = frozenset()
    named: set[str] = set()
    for sentence in block.sentences:
        if len(sentence.tokens) > MAX_SENTENCE:
            said = state.text[sentence.start : sentence.end]
            state.unread.append(Untranslated(said, (sentence.start, sentence.end), "a sentence too long to read"))
            continue
        found = _tagged(sentence, block, index, state)
        view = _view(found, view, heads=block.opener and sentence is block.sentences[-1])
        mix = read_mix(found, state.names)
        whose = THEM if state.theirs and _GOES_ON.match(kinds_of(found)) else view
        readings = read_clauses(found, state.names, announced or scene, last, whose, mix.moves, firm=firm, also=also)
        reading = readings[0]
        announced = reading.last if announces_cases(found) and len(reading.stated) == 1 else None
        joint = reading.last.me == reading.last.them and any(len(event.moves) == 2 for event in reading.events)
        if block.opener and sentence is block.sentences[-1]:
            readings = [replace(reading, ahead=_ahead(tree, index + 1, state)), *readings[1:]]
        facing = _facing(reading, faced) if state.told else None
        readings = [replace(other, facing=facing) for other in readings]
        state.mix = mix.chances or (None if is_vague(found) else state.mix)
        _read_sentence(sentence, readings, mix, state)
        faced |= state.told
        last, firm = reading.introduced if reading.last.empty else _left_behind(reading), True
        also = reading.scenes
        last = replace(last, refused=reading.events[-1].refused if reading.events else None)
        opens = reading.labels or (block.kind == "item" and reading.supposes)
        scene = reading.last if opens and sentence is block.sentences[0] else scene
        topic = topic if last.empty or joint else last
        named |= {phrase.meaning for phrase in reading.phrases if phrase.kind == "M"}
    if block.kind == "text" and (not topic.empty or named - {state.topic.me}):
        state.topic = Scene(me=topic.me)
    state.handed[index] = _handed(block, reading, scene)
    state.views[index] = view


def _tagged(sentence: Sentence, block: Block, index: int, state: State) -> tuple[Phrase, ...]:
    """The phrases of a sentence, in which sums are told from payoffs and pronouns of amounts are filled in."""
    tagged = tag(sentence.tokens, state.names, state.text)
    found = payoffs_only(totals_only(tagged) if block.parent in state.sums else tagged, state.summed, state.totals)
    if block.opener and announces_sums(found):
        state.sums.add(index)
    state.totals |= {part.value for part in found if part.meaning == TOTAL and part.value} - state.names.numbers
    state.summed = is_of_sum(found) or (state.summed and found[0].words in ("it", "this"))
    return with_antecedents(found, state.only, shunned=state.shunned)


_GOES_ON = re.compile(r"(?:I[^,N]*,)?wB[L.]?N")
"""`Their payoff is 3 with X. If I choose Y, it is 1`: of the same payoff as the sentence before."""


def _left_behind(reading: Reading) -> Scene:
    """The scene a sentence ends in: an own move from before it does not outlast another that it speaks of."""
    told = {at for event in reading.events for at in range(event.start, event.end)}
    named = {phrase.meaning for at, phrase in enumerate(reading.phrases) if phrase.kind == "M" and at not in told}
    chosen = any(actor == ME for event in reading.events for actor, _ in event.moves or ((ME, None),))
    return reading.last if chosen or not named or reading.last.me in named else reading.last.without(ME)


def _facing(reading: Reading, told: Told) -> str | None:
    """`If they choose Y, I get 5 with X and 3 with Z. So X is better`: the Y that a bare conclusion rests on.

    Args:
        told: the cells that the paragraph has told so far.
    """
    own = {(mine, theirs) for actor, mine, theirs in told if actor == ME}
    faced = {theirs for _, theirs in own}
    first = reading.phrases[0]
    concludes = first.kind == "c" or first.words == "here" or points_back(reading.phrases)
    if len(faced) != 1 or len(own) < 2 or not concludes or reading.stated or reading.always:
        return None
    return faced.pop()


def _ahead(tree: Sequence[Block], index: int, state: State) -> str | None:
    """The one own move that the block at `index` begins with, unless it compares: `The least I can get with X is 0`."""
    if index >= len(tree) or not tree[index].sentences:
        return None
    found = tag(tree[index].sentences[0].tokens[:24], state.names, state.text)
    if kinds_of(found).startswith("tX"):
        return None
    reading = read_clauses(found, state.names, Scene(), Scene(), ME)[0]
    moves = [event.move for event in reading.events if event.form in ("gerund", "infinitive", "finite", "noun")]
    return moves[0] if moves and reading.clauses[0].kind == "main" else None


_ABOUT_THOUGHT = frozenset("how why reasoning explanation explain thoughts process analysis breakdown follows".split())
"""`Here is how I came to my choice:` says nothing of the scene of what follows."""


def _handed(block: Block, reading: Reading | None, scene: Scene) -> Scene:
    """What a block hands down to those under it: its last scene if it announces them or tells no payoff."""
    if reading is None:
        return scene
    thought = any(phrase.words in _ABOUT_THOUGHT for phrase in reading.phrases)
    if thought and not reading.events and all(phrase.kind != "M" for phrase in reading.phrases):
        return scene
    supposed = block.kind == "item" and reading.clauses[0].kind == "if" and reading.clauses[0].events
    if supposed and not block.opener:
        return reading.clauses[0].scene
    return reading.given if block.opener or not _JUDGES.search(kinds_of(reading.phrases)) else scene


_JUDGES = re.compile("^c|[NQXSJDEr]")
"""`Therefore, X has the better worst case.` concludes, and `X gives me 3.` tells: neither opens a list after it."""


def _view(found: Sequence[Phrase], view: str, *, heads: bool) -> str:
    """`From their perspective`: whose view the words take from here on.

    Args:
        heads: whether the sentence is a heading, or announces what follows it.
    """
    for index, phrase in enumerate(found):
        if phrase.kind == "s" and phrase.words in ("perspective", "viewpoint", "point of view", "standpoint"):
            before = [part for part in found[max(0, index - 4) : index] if part.kind == "A"]
            if before:
                return THEM if before[-1].meaning in (THEM, "they") else ME
    kinds = kinds_of(found)
    if kinds.endswith(":") and "N" not in kinds and (listed := _LISTED.search(kinds)):
        whose = found[listed.start() + listed[0].index("A")].meaning
        if whose == "they" and any(part.meaning == BOTH for part in found[: listed.start()]):
            return view
        return THEM if whose in (THEM, "they") else ME if whose == ME else view
    whose_payoffs = {part.meaning for part in found if part.kind == "A"}
    if heads and len(found) < 10 and "P" in kinds and not set(kinds) & set("MNVWXQ"):
        return THEM if whose_payoffs in ({THEM}, {"they"}) else ME if whose_payoffs == {ME} else view
    return view


_LISTED = re.compile(r"wt?AY*V|^[&.]?t?A[B.]?P(?:IAY*CM|dG?M)?[.d:]*$")
"""`here is what they would get:`, `their payoffs if they choose X:`: whose payoffs a list under it tells."""


def _read_sentence(sentence: Sentence, readings: Sequence[Reading], mix: Mix, state: State) -> None:
    """Read the claims of a sentence in the first of its readings; the others tell what else they may mean."""
    reading = readings[0]
    state.told = state.told if reading.facing else frozenset()
    if reading.phrases[-1].words == "?" or says_false(reading) or is_of_others(reading):
        return
    worked = sums(reading.phrases)
    if not mix.chances:
        known = None if is_of_other_chances(worked, state.mix) else state.mix
        state.mix = chances(reading.phrases, worked, state.names) or known
    taken = mix.numbers.union(index for item in worked for index in range(item.start, item.end))
    taken = taken.union(index for index, _, _ in weighted(reading.phrases))
    found = amounts(reading, taken)
    told: Cells = {}
    claims = _claims(reading, found, worked, replace(state, cells=ChainMap(told, state.cells)))
    rest = readings[1:] if claims else ()
    others = [_claims(other, amounts(other, taken), worked, replace(state, cells={**state.cells})) for other in rest]
    alike = [other.alike for other in rest]
    state.cells.update(told)
    state.told |= told.keys()
    state.theirs = bool(found) and all(amount.who == (THEM,) for amount in found)
    mine = [amount.value for amount in found if ME in amount.who and amount.clause.kind != "than"]
    state.amount = mine[-1] if mine else None
    values = {amount.value for amount in found}
    state.only = values.pop() if len(values) == 1 else None
    state.shunned = any(amount.denied or amount.avoided for amount in found)
    bounds = {amount.index: amount for amount in found if amount.bound in ("least", "most")}
    state.claim(sentence.start, sentence.end, _with_alternatives(claims, others, alike, bounds, state.names))
    if not claims and (reason := reason_unread(reading, found)):
        said = state.text[sentence.start : sentence.end]
        state.unread.append(Untranslated(said, (sentence.start, sentence.end), reason))


Found = list[tuple[int, str]]
"""Claims of one reading: the index of the phrase that makes each, and its query."""


def _claims(reading: Reading, found: list[Amount], worked: Sequence[Sum], state: State) -> Found:
    names = state.names
    claims = [
        *cell_claims(reading, names, found, state.cells),
        *alternative_claims(reading, names, found),
        *assurance_claims(reading, names, found),
        *case_claims(reading, names, found),
        *only_case_claims(reading, names, found),
        *only_move_claims(reading, names, found),
        *extreme_claims(reading, names, found, state.cells),
        *reached_claims(reading),
        *achieved_claims(reading, names, found),
        *safety_claims(reading, names, found),
        *comparison_claims(reading, names, found, state.amount),
        *expected_claims(reading, names, found, worked, state.mix),
        *weighted_claims(reading, names),
        *response_claims(reading, names),
        *reply_list_claims(reading, names),
        *matching_claims(reading, names),
        *differing_claims(reading, names),
        *required_claims(reading, names),
        *claims_of_all_moves(reading, names),
        *deviation_claims(reading, names),
        *potential_claims(reading, names, state.mix),
        *prospect_claims(reading, names, state.mix),
        *purpose_claims(reading, names),
        *advice_claims(reading, names),
        *appeal_claims(reading, names),
    ]
    return [(index, query) for index, query in claims if not unsaid(reading, index)]


def _with_alternatives(
    claims: Found, others: Sequence[Found], alike: Sequence[bool], bounds: Mapping[int, Amount], names: Names
) -> dict[str, tuple[str, ...]]:
    """Each query with what the other readings make of the same words, and what else `at least 3` in a cell may be.

    Args:
        alike: of each other reading, whether only what it goes on about makes it another one.
    """
    found: dict[str, tuple[str, ...]] = {}
    for index, query in claims:
        made = [
            [other for at, other in reading if at == index and emit.about(other) == emit.about(query)]
            for reading in others
        ]
        same, elsewhere = (
            [other for told, goes_on in zip(made, alike, strict=True) if goes_on is about for other in told]
            for about in (False, True)
        )
        ways = ([] if query in same else same) + ([] if query in elsewhere else elsewhere)
        if query.startswith("finally") and (bounded := bounds.get(index)):
            ways = [*same, *emit.cells_within(names, query, bounded.value, bounded.bound)]
        found[query] = tuple(dict.fromkeys(ways)) if query not in found else ()
    return found
