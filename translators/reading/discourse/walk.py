"""A text read from its beginning to its end: each sentence in the situation that headings, items and sentences make.

Long, because what a sentence may lean on is one thing, told in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from itertools import pairwise
from typing import Literal

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.claims.beliefs import agreed
from translators.reading.claims.ground import Alternatives, Around, Ground, NoClaim
from translators.reading.claims.grounding import claims_of
from translators.reading.claims.record import Past, did, ground_record, is_own_total
from translators.reading.discourse.course import at_once, done, reached, tells_own, tells_past
from translators.reading.discourse.doubts import (
    expects,
    is_price,
    lasts,
    leans,
    leaves_open,
    limits,
    may_be_total,
    measures_else,
    reduces,
    tells_rounds,
    told_turns,
    wishes,
)
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, Viewpoint, resolve, roles_of
from translators.reading.discourse.sentence import Parsed, parse_sentence, with_likeliest
from translators.reading.discourse.tables import TableReader, order_of
from translators.reading.document import Block, Grid, Sentence
from translators.reading.grammar import parts as p
from translators.reading.grammar.cases import in_full
from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.chart import Grammar
from translators.reading.grammar.cover import Island
from translators.reading.grammar.odds import mixed_odds
from translators.reading.words.game_words import GameWords
from translators.reading.words.glosses import with_glosses
from translators.reading.words.tagging import tag
from translators.reading.words.tokens import WordToken

Scope = Literal["checked", "unread", "no claim", "future", "quoted", "retracted", "behaviour"]
"""What becomes of a sentence."""

MOST_PARSED = 200
"""Parsed sentences of a game that are remembered."""

_POINTING = frozenset({"this", "that", "it", "these", "here", "there", "which", "its", "such", "where", "again", "too"})
_CONCLUDING = frozenset({"so", "therefore", "thus", "hence", "consequently", "accordingly"})
_CHANCY = frozenset({"probability", "percent", "uniform", "expected", "letter", "odds"})
_CLAIMING = frozenset(
    """num numeral payoff more best worst dominate dominant dominated nash mixed_nash pareto pareto_dominate guarantee
    risk max min expected total same exceed nothing nothing_at_all safest safer game_is guaranteed times_as break_even
    get prefer percent probability incentive deviate""".split()
)
"""Categories whose words a claim may be made of: a sentence with none of them says nothing that could be checked."""
_IN_TURN = "it tells several things in turn"
_GUESSED = "what it leans on stands further before"
_ASKED = "it is asked"
_YES = frozenset({"yes", "yep", "yeah", "indeed", "sure", "certainly", "absolutely", "definitely", "correct"})
_NO = frozenset({"no", "nope", "never", "nowhere", "nobody", "none", "hardly", "not"})
_ANSWERING = frozenset(
    """it this that they he she i we these is are was do does did would will can could not n't 'd 'll indeed certainly
    definitely always really sure course of yes no well""".split()
)
"""Words of which an answer is made that says no more than yes or no."""
_BETWEEN = frozenset({"comma", "bang", "semi", "and", "but"})
_EVER = frozenset({"ever", "anywhere", "always"})
_JOINING = frozenset({"and", "or", "but", "comma", "since", "colon", "lp"})
"""Islands between a claim and one before it that it may be about the same as."""
_OTHER_ROUNDS = "it is about other rounds"
_IFS = frozenset({"if", "when", "whenever", "should", "provided", "against"})
_OWN = (None, p.Who("me"), p.Who("them"))
_ONE = (p.Who("one"), p.Who("some", "1"))
_GOES_ON = "what it goes on from was not understood"
_APPARENT = "it only seems so at first"
_HOWS = {"sum": "sum", "expected": "mean", "min": "min", "max": "max", "guaranteed": "sure", "potential": "max"}
"""Kinds of payoff of which a heading may tell that amounts below it are."""
_NAMES = frozenset({"move", "agent", "pair", "who", "whose"})
_SAFE = ("sure", "min", "never")
"""How an amount is told that a choice keeps somebody from getting less than."""
_OPERATORS = ("plus", "times", "slash", "dash", "Sum", "Prob", "Chance")
_ODDS = frozenset({"probability", "percent", "uniform", "likely", "likelier"})
_EVEN = frozenset({"uniform"})
_LEVELS = frozenset({"num", "numeral", "fraction", "letter"})
_CASES = frozenset({"Cond", "Doing", "Act", "Profile"})


@dataclass
class FoundClaim:
    """A claim of a sentence.

    Attributes:
        alternatives: what it may say.
        trace: the constructions that made it.
        unread: words of its clause that were not understood; `doubts`, of what it leans on.
        words: those of the claim itself.
    """

    alternatives: Alternatives
    unread: tuple[str, ...]
    doubts: tuple[str, ...]
    words: str
    trace: tuple[str, ...]


@dataclass
class ReadSentence:
    """A sentence and what became of it.

    Attributes:
        reason: why it is not checked, or not all of it.
    """

    sentence: Sentence
    scope: Scope = "no claim"
    claims: list[FoundClaim] = field(default_factory=list)
    reason: str = ""


@dataclass(frozen=True)
class _Above:
    """What a heading, a list opener or an item tells those below it."""

    level: int
    scene: GameScene
    loose: tuple[str, ...]
    topic: str
    ordered: bool
    opens: bool
    how: str
    other_rounds: bool | None = None
    other_measure: bool = False
    mixed: bool = False
    unclear: bool = False
    """Whether it speaks of others in words that were not understood: whose amounts stand below it isn't clear."""


class Walk:
    """Reads the sentences of one text in turn. A class because each depends on those before."""

    def __init__(self, game: GameWords, grammar: Grammar, parsed: dict[str, Parsed] | None = None) -> None:
        """Begin a text.

        Args:
            parsed: sentences of other texts about the game; those of this one are added.
        """
        self.game = game
        self.words = game
        self.grammar = grammar
        self.view = Viewpoint(game.me)
        self.ground = Ground(game, self.view)
        self.parsed = {} if parsed is None else parsed
        self.above: list[_Above] = []
        self.last: ReadSentence | None = None
        self.before = GameScene()
        self.thread = GameScene()
        self.subject = GameScene()
        self.either = False
        self.chancy = False
        self.before_loose: tuple[str, ...] = ()
        self.before_joint = False
        self.past: Past | None = None
        self.asked: list[FoundClaim] = []
        self.again: tuple[Island, GameScene] | None = None
        self.said: list[tuple[Island, GameScene]] = []
        self.doing: tuple[str, ...] = ()
        self.goes_on_of = ""
        self.rounds = False
        self.reduced = False
        self.named = False

    def read(self, sentence: Sentence) -> ReadSentence:
        """The claims of the next sentence."""
        self._enter(sentence)
        found = ReadSentence(sentence)
        words = with_glosses(sentence.words, self.words)
        if words is not self.words:
            self.words, self.parsed = words, {}
        told = f"{sentence.words}:" if sentence.opens and sentence.words[-1:].isalnum() else sentence.words
        parsed = self.parsed.get(told)
        if parsed is None:
            if len(self.parsed) >= MOST_PARSED:
                self.parsed.clear()
            parsed = self.parsed[told] = parse_sentence(told, self.words, self.grammar)
        self.rounds = self.rounds or tells_rounds(parsed.tagged)
        self.reduced = self.reduced or reduces(token.low for token in parsed.tagged.tokens)
        self.named = self.named or self._names_reasoner(parsed)
        self.view.outside = self.named and not any(edge.sense == "me" for edge in parsed.tagged.edges)
        reader = _SentenceReader(self, sentence, parsed, found)
        asked, self.asked = self.asked, []
        reader.read()
        doubted = all(each.unread or each.doubts for each in found.claims)
        if doubted and found.scope in ("unread", "checked") and (likely := with_likeliest(parsed, self.words)):
            further = ReadSentence(sentence)
            other = _SentenceReader(self, sentence, likely, further)
            other.read()
            reader, found = (other, further) if further.claims else (reader, found)
        self._answer([] if reader.replied else asked, parsed, found)
        self._leave(sentence, reader, found)
        self.last = found
        return found

    def _names_reasoner(self, parsed: Parsed) -> bool:
        """Whether a sentence speaks of the reasoner by its name."""
        named = (each.sense for each in parsed.tagged.edges if each.category in ("who", "whose"))
        return ("role", self.game.me) in named

    def _answer(self, asked: list[FoundClaim], parsed: Parsed, found: ReadSentence) -> None:
        """What was asked in the sentence before, if this one begins by saying yes or no to it."""
        said = [token.low for token in parsed.tagged.tokens if token.text not in ",.!"]
        bare = set(said) <= _ANSWERING and len(said) > 1
        asked = [] if said[:1] == ["not"] and said[1:2] not in ([], ["at"], ["really"]) else asked
        first = ("no" if set(said) & {"not", "n't"} else "yes") if bare else said[0] if said else ""
        for claim in asked if first in _YES | _NO else ():
            told = claim.alternatives if first in _YES else tuple(map(f.Negation, claim.alternatives))
            found.claims.append(replace(claim, alternatives=told, doubts=(*claim.doubts, "an answer")))
            found.scope = "checked"

    def take_back(self) -> None:
        """What was said in the sentence before is taken back, or may be: none of it is refuted."""
        for claim in self.last.claims if self.last is not None else ():
            claim.doubts += ("taken back",)

    def read_grid(self, grid: Grid) -> list[ReadSentence]:
        """The cells of a table that tell payoffs."""
        self._enter_block(grid.block)
        found = []
        told_of_payoffs = not any(each.other_measure for each in self.above)
        for cell, alternatives in (
            TableReader(self.ground, self.grammar, self.above_scene()).read(grid) if told_of_payoffs else ()
        ):
            told = Sentence(cell.words, cell.places, cell.span, grid.block, False, False)
            found.append(ReadSentence(told, "checked", [FoundClaim(alternatives, (), (), cell.words, ("table",))]))
        told_of = {each.sentence.span for each in found}
        for cell in (each for row in grid.rows[1:] for each in row if found and each.span not in told_of):
            if self._says_more(cell.words):
                left = Sentence(cell.words, cell.places, cell.span, grid.block, False, False)
                found.append(ReadSentence(left, "unread", reason="it isn't said in which case"))
        if not found:
            whole = Sentence("", (), grid.span, grid.block, False, False)
            found.append(ReadSentence(whole, "unread", reason="its table was not understood"))
        return found

    def _says_more(self, words: str) -> bool:
        """Whether words of a cell tell more than moves and players."""
        tagged = tag(words, self.words, self.grammar.literals)
        named = {place for each in tagged.edges if each.category in _NAMES for place in range(each.start, each.end)}
        return any(not light and place not in named for place, light in enumerate(tagged.light))

    def _enter(self, sentence: Sentence) -> None:
        if sentence.first:
            self._enter_block(sentence.block)

    def _enter_block(self, block: Block) -> None:
        self.thread = self.thread if block.kind == "item" else GameScene()
        self.above = [
            each
            for each in self.above
            if each.level < block.level
            or (
                each.level == block.level and each.opens and each.ordered and block.kind == "item" and not block.ordered
            )
        ]
        self.view.topic = self.above[-1].topic if self.above else self.game.me
        self.view.they = ()
        self.chancy = self.chancy and block.kind == "item"
        if block.kind in ("heading", "label", "item"):
            self.before = GameScene()

    def _leave(self, sentence: Sentence, reader: _SentenceReader, found: ReadSentence) -> None:
        loose = reader.parsed.loose_words + reader.vague
        governs = sentence.opens or sentence.block.kind in ("heading", "label", "item")
        scene = reader.scene if not found.claims or sentence.block.kind == "item" else GameScene()
        unclear = governs and reader.topic == self.view.topic and reader.names_others_loosely()
        if governs and (
            not scene.empty
            or reader.topic != self.view.topic
            or reader.how
            or reader.mixed
            or unclear
            or sentence.block.kind in ("heading", "label")
        ):
            block = sentence.block
            level = block.level
            topic = reader.topic if not found.claims else self.view.topic
            inherited = scene.over(self.above_scene()) if block.kind == "item" and not sentence.first else scene
            kinds = {island.category for island in reader.parsed.islands if island.senses != ("last",)}
            elsewhere = False if "one_round" in kinds else True if kinds & {"future", "history"} else None
            measure = measures_else(token.low for token in reader.parsed.tagged.tokens)
            ordered = bool(block.ordered)
            self.above.append(
                _Above(
                    level,
                    inherited,
                    loose,
                    topic,
                    ordered,
                    sentence.opens,
                    reader.how,
                    elsewhere,
                    measure,
                    reader.mixed,
                    unclear,
                )
            )
            self.view.topic = topic
        if len(self.view.odds) > reader.odds_before:
            self.before = GameScene() if not found.claims else reader.scene
        elif reader.counterfactual:
            pass  # `if he had offered 1`: what follows is about what he did
        elif not reader.scene.empty:
            own = self.ground.without(self.before, set(self.game.roles) - {self.view.topic})
            self.before = reader.scene.over(self.above_scene())
            carried = self.before.over(own)
            enough = bool(self.game.plays) or self.ground.full(carried)
            if not sentence.first and self.view.topic not in self.before.roles and enough:
                self.before = carried
        elif reader.parsed.left:
            self.before = GameScene()
        supposed = any(island.category == "Cond" for island in reader.parsed.islands)
        if not reader.scene.empty and not reader.counterfactual:
            fresh = supposed and not reader.scene.roles <= {self.view.topic}
            self.thread = reader.scene if fresh else reader.scene.over(self.thread)
        self.before_loose = loose
        self.said = reader.said
        self.doing = reader.doing if not reader.scene.empty else ()
        self.past = reader.past
        self.either = len({(each.roles, str(each.partials)) for each in reader.acts}) > len(
            {each.roles for each in reader.acts}
        )
        self.chancy = reader.chancy or (self.chancy and not sentence.first)

    def above_scene(self) -> GameScene:
        """What headings and items tell together, the nearest first."""
        scene = GameScene()
        for each in reversed(self.above):
            scene = scene.over(each.scene)
        return scene


def _counts(token: WordToken) -> bool:
    """Whether a word is a number, in figures or letters."""
    return token.number is not None or token.low in ("one", "two", "three", "both", "each")


def _measured(said: p.Assertion) -> bool:
    """Whether it tells a highest, lowest or expected amount and not of which choice."""
    return isinstance(said, p.Gets) and bool(said.how) and said.who is None and not p.ownerless(said.case)


def _with_holder(said: p.Assertion, who: p.Who) -> p.Assertion:
    """Bare amounts as somebody's."""
    if isinstance(said, p.Many):
        return p.Many(tuple(_with_holder(each, who) for each in said.parts))
    if isinstance(said, p.Otherwise):
        return p.Otherwise(replace(said.gets, who=said.gets.who or who))
    return replace(said, who=said.who or who) if isinstance(said, p.Gets) else said


def _compared(island: Island) -> p.Case | None:
    """What a claim compares with, if it does."""
    said = island.senses[0]
    last = said.parts[-1] if isinstance(said, p.Many) else said
    return last.right if isinstance(last, p.Compares) else None


def _denies_act(island: Island) -> bool:
    """Whether it tells what somebody won't choose."""
    return any(choice.how == "not" for choice in island.senses[0].choices)


def _few_cases(words: list[str]) -> bool:
    """Whether a sentence speaks of both cases, which may be two of more."""
    return any(each in ("both", "either") and "case" in after for each, after in pairwise(words))


def _denies_any(said: p.Assertion) -> bool:
    """Whether denying it denies that it is so in any case: of `can R ever bring 5?`, not of `is R ever better?`."""
    return isinstance(said, p.Gets) and said.how == "may"


def _loses_by_another(said: p.Assertion, before: p.Gets) -> bool:
    """Whether somebody gains or loses by what another one's claim before told: `I'd lose 2 by moving, and she 6`."""
    relative = isinstance(said, p.Gets) and bool(said.relative) and said.who is not None and said.case.empty
    return relative and bool(before.case.choices) and before.who != getattr(said, "who", None)


def _elliptic(said: p.Assertion) -> bool:
    """Whether it tells whose an amount is and nothing else, not even a verb: `5 for me`."""
    return isinstance(said, p.Gets) and said.who is not None and said.case.empty and said.bare


def _differ(partial: Partial, scene: GameScene) -> bool:
    """Whether a scene tells another move of somebody."""
    return any(partial.get(role, move) != move for each in scene.partials for role, move in each.items())


def _bare(said: p.Assertion) -> bool:
    """Whether amounts stand by themselves, about what the claim before them is about."""
    if isinstance(said, p.Many):
        return _bare(said.parts[0])
    return isinstance(said, p.Gets) and said.bare and said.who is None


class _SentenceReader:
    """Reads one sentence from left to right."""

    def __init__(self, walk: Walk, sentence: Sentence, parsed: Parsed, found: ReadSentence) -> None:
        self.walk, self.sentence, self.parsed, self.found = walk, sentence, parsed, found
        self.game, self.view, self.ground = walk.game, walk.view, walk.ground
        self.scene = self.unacted = GameScene()
        self.mentioned = GameScene()
        self.topic = self.view.topic
        self.lost = ""
        self.blocked = ""
        self.vague: tuple[str, ...] = ()
        self.pending: list[tuple[Island, GameScene, str]] = []
        self.past = self._past()
        self.chancy = any(edge.category in _CHANCY for edge in parsed.tagged.edges)
        self.mixed = any(edge.category == "mixed_nash" for edge in parsed.tagged.edges)
        if self._odds_unread():
            self.view.odds.append(p.ToldOdds(lost=True))
        self.odds_before = len(self.view.odds)
        self.beliefs: dict[int, int] = {}
        self.actor: p.Who | None = None
        self.told: p.Assertion | None = None
        self.joint = False
        self.how = ""
        self.view.one = ""
        self.view.now = at_once([token.low for token in parsed.tagged.tokens])
        self.spoken: dict[int, GameScene] = {}
        self.named = GameScene()
        self.whatever: frozenset[str] = frozenset()
        self.acts: list[GameScene] = []
        self.base: tuple[GameScene, frozenset[str]] | None = None
        lows = [token.low for token in parsed.tagged.tokens]
        self.counterfactual = bool(_IFS & set(lows)) and "had" in lows
        self.said: list[tuple[Island, GameScene]] = []
        self.replied = False
        self.doing = walk.doing

    def read(self) -> None:
        self.replied = self._replies() or self._goes_on()
        if self.replied:
            return
        islands = self.parsed.islands
        words = [token.low for token in self.parsed.tagged.tokens]
        question = bool(words) and words[-1] == "?"
        quoted = self._quoted()
        turns = [edge.start for edge in self.parsed.tagged.edges if edge.category == "respectively"]
        if any(not any(each.start <= turn < each.end for each in islands) for turn in turns):
            self.blocked = _IN_TURN
        self.view.beside = self._others_act()
        outer = self.view.topic
        self.view.topic = self.walk.goes_on_of or outer
        if next((each.other_rounds for each in reversed(self.walk.above) if each.other_rounds is not None), False):
            self.blocked = _OTHER_ROUNDS
        for at, island in enumerate(islands):
            match island.category:
                case "hypothetical" | "counterfactual":
                    self.blocked = "it is about what somebody may do or think"
                case "Supposed":
                    self.blocked = "it is only supposed"
                    if at and islands[at - 1].category == "Claim" and self.pending:
                        self.pending[-1] = (*self.pending[-1][:2], self.pending[-1][2] or self.blocked)
                case "if":
                    self.lost = "its condition was not understood"
                case "future":
                    self.blocked = _OTHER_ROUNDS
                case "speech":
                    self.blocked = "it is what somebody said"
                case "since" if at and islands[at - 1].category == "Doing" and _denies_act(islands[at - 1]):
                    self.scene = self.unacted  # `they won't, because it brings them 3`: if they did
                case "retract":
                    self.walk.take_back()
                    self.pending.clear()
                    self.found.scope = "retracted"
                case "apparent":
                    self._only_apparent(at)
                case "and" | "but" | "contrast" if self.blocked == _APPARENT:
                    self.blocked = ""
                case "semi" | "bang" if self.blocked not in (_OTHER_ROUNDS, _IN_TURN):
                    self.blocked = ""
                case "Step" if self.game.plays and not self.lost:
                    here = all(each.category != "Claim" for each in islands)
                    if island.senses[0].startswith("if-") or not here:  # what is said of a step, not that it is now
                        came = Viewpoint(self.view.topic)
                        reached(island.senses[0].removeprefix("if-"), came, self.game)
                        self.scene = GameScene((came.settled,)).over(self.scene)
                    else:
                        reached(island.senses[0], self.view, self.game)
                case "For" | "View":
                    self._turn(island)
                case "Order":
                    self.view.order = order_of(self._roles(island), self.ground) or self.view.order
                case "Odds":
                    self._odds(at, island)
                    if mixes := self._mixes(island):
                        claim = replace(island, category="Claim", senses=mixes)
                        self.pending.append((claim, GameScene(), self._why_not(at, question)))
                        self.beliefs[island.start] = len(self.view.odds)
                case "Measure" if at + 1 == len(islands) or (
                    islands[at + 1].category == "colon" and at + 2 == len(islands)
                ):
                    self._topic_of(island.senses[0])
                    self.how = _HOWS.get(island.senses[0].kind, "")
                case "Measure":
                    if at + 1 < len(islands) and islands[at + 1].category == "colon":
                        self.how = _HOWS.get(island.senses[0].kind, "")
                    self.mentioned = self._subject(island, GameScene())
                case "Act" if self.lost:
                    continue
                case "Remark":
                    self._spoken_of(island.senses[0])
                case "where" if at and islands[at - 1].category == "Mindful":
                    self.lost = "it is about what somebody may do or think"
                case "where" if self.pending:
                    self._spoken_of(_compared(self.pending[-1][0]) or _case_of(self.pending[-1][0]))
                case category if category in _CASES:
                    self._case(at, island)
                case "Claim":
                    if self._inside(island, quoted):
                        self.found.reason = "it is quoted"
                        self.found.scope = "quoted"
                    elif self._is_case(at, island):
                        said = island.senses[0]
                        self._spoken_of(said.case & said.act)
                    else:
                        island, why = self._carried(at, island)
                        self.spoken[island.start] = self.named
                        self._names(island)
                        self.pending.append((island, self.scene, why or self._why_not(at, question)))
                        self.beliefs[island.start] = len(self.view.odds)
        self._settle(words)
        if self.found.scope == "no claim" and self._may_claim():
            self.found.scope = "unread"
        goes_on = self.sentence.words.endswith(";") and self.view.topic != outer
        self.walk.goes_on_of = self.view.topic if goes_on else ""
        self.topic, self.view.topic = self.view.topic, outer

    def _is_case(self, at: int, island: Island) -> bool:
        """Whether what may tell a best answer tells a case, since what it brings follows: `if R: B -> 3`."""
        after = self.parsed.islands[at + 1 : at + 2]
        told = isinstance(island.senses[0], p.Best) and bool(after) and after[0].category == "colon"
        tokens = self.parsed.tagged.tokens[island.start : island.end]
        return told and any(token.text == ":" for token in tokens)

    def _replies(self) -> bool:
        """Reads what only tells in which case the claim before it is so, or is not: `only if they do`."""
        islands = [each for each in self.parsed.islands if each.category not in _BETWEEN]
        lows = [token.low for token in self.parsed.tagged.tokens]
        words = [word for word in lows if word not in _YES | {",", ".", "no"}]
        denied = bool(islands) and islands[0].category in ("not", "never")
        only = words[:1] == ["only"]
        yes = bool(lows) and lows[0] in _YES
        if len(self.walk.said) != 1 or self.parsed.left or not (denied or only or yes):
            return False
        cases = [each for each in islands if each.category == "Cond"]
        amounts = [each for each in islands if each.category == "Amount"]
        rest = [each for each in islands if each.category not in ("Cond", "Amount", "by")]
        ((island, given),) = self.walk.said
        told_by = isinstance(island.senses[0], p.Compares) and island.senses[0].by is None and len(amounts) == 1
        if not cases or len(rest) > 1 or (rest and rest[0].category not in ("not", "never", "only", "no")):
            return False
        if amounts and (denied or only or not told_by):
            return False
        if amounts:
            island = replace(island, senses=(replace(island.senses[0], by=amounts[0].senses[0]),))
        try:
            for case in cases:
                self.scene = resolve(case.senses[0], self.game, self.view, self.walk.above_scene())[0].over(self.scene)
        except Unresolved:
            return False
        told = self._case_scene(_case_of(island), given)
        if self.scene.empty or self.scene.roles & (told.over(given)).roles or isinstance(island.senses[0], p.Denied):
            return False
        others = self._other_cases() if only else []
        for scene, is_so in ((self.scene, not denied), *((each, False) for each in others)):
            for alternatives in self._read_with(island, Around(scene.over(given), above=self.walk.above_scene())):
                says = alternatives if is_so else tuple(map(f.Negation, alternatives))
                doubts = () if len(alternatives) == 1 else ("an answer",)
                self.found.claims.append(FoundClaim(says, (), doubts, self.sentence.words, self._trace(cases[0])))
                self.found.scope = "checked"
        return bool(self.found.claims)

    def _goes_on(self) -> bool:
        """Reads what only tells another case and its amount, of the claim before it: `against R, 5`, `otherwise 0`."""
        islands = [each for each in self.parsed.islands if each.category not in (*_BETWEEN, "colon")]
        if [each.category for each in islands] not in (["Cond", "Amount"], ["Act", "Amount"]) or not self.walk.said:
            return False
        case, amount = islands
        island, given = self.walk.said[-1]
        said = island.senses[0]
        if self.parsed.left or not isinstance(said, p.Gets) or said.how or said.amount.one is None or said.lost:
            return False
        if said.amount.one < 0 < (amount.senses[0].one or 0):
            return False  # `it costs 5; against R, 3`
        before = self._whole(island, given)
        try:
            scene = resolve(case.senses[0], self.game, self.view, before)[0]
        except Unresolved:
            return False
        told = scene.over(before)
        if not scene.roles or not self.ground.full(told) or len(told.partials) > 1 or told.partials == before.partials:
            return False
        made = replace(said, amount=amount.senses[0], case=p.Case(), bare=False, elided=False)
        claim = replace(amount, category="Claim", senses=(made,))
        for alternatives in self._read_with(claim, Around(told)):
            self.found.claims.append(FoundClaim(alternatives, (), (), self.sentence.words, self._trace(case)))
            self.found.scope = "checked"
        self.scene, self.said = told, [(claim, told)]
        return bool(self.found.claims)

    def _other_cases(self) -> list[GameScene]:
        """The cases in which the only role of the scene makes another choice."""
        (role, *more) = self.scene.roles
        made = {partial[role] for partial in self.scene.partials} if not more else set(self.game.moves[role])
        return [GameScene(({role: move},)) for move in self.game.moves[role] if move not in made]

    # What stands before, between and after claims

    def _only_apparent(self, at: int) -> None:
        """What is so at first only: the claim right before these words, or those after them."""
        if at and self.parsed.islands[at - 1].category == "Claim" and self.pending:
            claim, given, _ = self.pending[-1]
            self.pending[-1] = claim, given, _APPARENT
        else:
            self.blocked = _APPARENT

    def _names(self, island: Island) -> None:
        """Remembers the act that was named last, for `it`: what somebody won't choose is named as well."""
        said = _said(island.senses[0]) if island.category == "Claim" else None
        case = island.senses[0] if said is None else getattr(said, "left", None) or getattr(said, "act", None)
        case = case or getattr(said, "case", None)
        if not isinstance(case, p.Case) or not case.choices or island.category == "Cond":
            return
        first = case.choices[0]
        if said is not None and first.who is not None:
            return
        if len(case.choices) > 1 or case.profiles or len(first.moves) != 1 or first.how not in ("is", "not"):
            return
        try:
            named = p.Case((replace(first, how="is"),))
            actor = self._actor(self.parsed.place(island)) if said is None else self._owner(island)
            self.named = resolve(named, self.game, self.view, self.scene, actor)[0]
            self.acts.append(self.named)
        except Unresolved:
            return

    def _odds_unread(self) -> bool:
        """Whether the sentence tells something of how likely things are that was not understood."""
        read = [each for each in self.parsed.islands if each.category in ("Odds", "Claim")]
        told = any(edge.category in _LEVELS for edge in self.parsed.tagged.edges)
        return any(
            edge.category in (_ODDS if told else _EVEN)
            and not any(each.start <= edge.start < each.end for each in read)
            for edge in self.parsed.tagged.edges
        )

    def _past(self) -> Past | None:
        """Which rounds that were played before the sentence is about, if it is about those."""
        if self.game.plays:
            return None
        kinds = {island.category for island in self.parsed.islands}
        rounds = {island.senses[0] for island in self.parsed.islands if island.category == "Round"}
        if len(rounds) == 1 and "Cond" not in kinds:
            return Past(rounds.pop())
        if kinds & {"history", "until_now"} and not rounds and "Cond" not in kinds:
            return Past()
        first = self.parsed.tagged.tokens[0].low if self.parsed.tagged.tokens else ""
        return self.walk.past if first in _POINTING and not rounds and "Cond" not in kinds else None

    def _did(self, island: Island, scene: GameScene) -> None:
        """That something was done in a round that was played before."""
        numbered = self.past is not None and any(self.past.rounds)
        if self.past is not None and numbered and len(scene.partials) == 1 and not self.blocked:
            unread = self.parsed.unread_words(island)
            self.found.claims.append(
                FoundClaim(did(scene, self.past), unread, (), self._words(island), self._trace(island))
            )
            self.found.scope = "checked"

    def _others_act(self) -> bool:
        """Whether the sentence speaks of others than the reasoner by themselves."""
        senses = [edge.sense for edge in self.parsed.tagged.edges if edge.category == "who"]
        return any(self._is_other(sense) or sense == ("some", "1") for sense in senses)

    def _is_other(self, sense: str | tuple[str, str] | p.Who) -> bool:
        """Whether a word for a player is for others than the reasoner."""
        who = who_of(sense)
        return who.kind in ("them", "rest") or (who.kind == "role" and who.name != self.game.me)

    def names_others_loosely(self) -> bool:
        """Whether others are named beside words that were not understood: `Harlow's troubles`, `thinking of Harlow`."""
        named = (each.senses[0] for each in self.parsed.islands if each.category in ("who", "whose", "View"))
        return bool(self.parsed.loose) and any(map(self._is_other, named))

    def _roles(self, island: Island) -> list[str]:
        try:
            return [role for who in island.senses[0] for role in roles_of(who, self.game, self.view)]
        except Unresolved:
            return []

    def _turn(self, island: Island) -> None:
        """For somebody: the rest of the sentence is about that role."""
        try:
            roles = roles_of(who_of(island.senses[0]), self.game, self.view)
        except Unresolved:
            return
        others = [
            each for each in self.parsed.islands if each.category in ("For", "View") and each.start < island.start
        ]
        if others and self.sentence.words.rstrip().endswith(":"):
            return  # `payoffs for me and for her:` tells of both, in order
        if any(place < island.start for place in self.parsed.loose) and island.category == "View":
            return  # `thinking about Harlow:`
        if len(roles) == 1:
            self.view.topic = roles[0]

    def _odds(self, at: int, island: Island) -> None:
        """Odds: joined to those that the sentence told before, where of other cases; of claims as cases are."""
        told = agreed(self.ground, island.senses)
        if self.parsed.unread_words(island):
            told = p.ToldOdds(lost=True)
        before = self.view.odds[-1] if len(self.view.odds) > self.odds_before else None
        if before is not None and not told.even and not before.even:
            apart = not {case for case, _ in before.parts} & {case for case, _ in told.parts}
            told = replace(told, parts=before.parts + told.parts) if before.parts and told.parts and apart else told
        self.view.odds.append(told)
        self.chancy = True
        if self._trails(at):
            self.beliefs = {claim: len(self.view.odds) for claim in self.beliefs}
        self.lost = ""

    def _mixes(self, island: Island) -> tuple[p.Assertion, ...]:
        """What odds below `Mixed equilibrium` tell of it: those of somebody, and none that are only believed."""
        begins = {edge.category for edge in self.parsed.tagged.edges if edge.start == island.start}
        if "who" not in begins or "reckon" in begins or not any(each.mixed for each in self.walk.above):
            return ()
        return tuple(each for each in map(mixed_odds, island.senses) if each is not None)

    def _topic_of(self, measure: p.Measure) -> None:
        """`My payoffs with X:` tells whose amounts follow, and in which case."""
        try:
            roles = roles_of(measure.who, self.game, self.view) if measure.who is not None else ()
            if len(roles) == 1:
                self.view.topic = roles[0]
            if not measure.case.empty:
                self.scene = resolve(measure.case, self.game, self.view, self.scene)[0].over(self.scene)
        except Unresolved as error:
            self.lost = str(error)

    def _case(self, at: int, island: Island) -> None:
        """A case: of what follows, or of the claims before it."""
        before = self.parsed.islands[at - 1].category if at else ""
        if before in ("instead", "than"):
            return
        if self._negated(at):
            self.lost = "it can't be told what is denied"
            return
        try:
            around = self.scene.over(self.walk.above_scene())
            case = island.senses[0]
            case = self._in_full(case)
            if case.choices and self.past is not None and self.past.rounds:
                around = GameScene()
            if case.turned and not around.roles:
                around = self.walk.before
            scenes = resolve(case, self.game, self.view, around, self._doer(at, around) or self._actor(at))
        except Unresolved as error:
            self.lost = str(error)
            return
        if island.category == "Doing" and self.past is not None:
            self._did(island, scenes[0])
        elif island.category == "Doing" and (
            tells_own(case, scenes[0]) or tells_past(self.parsed.tagged.tokens[island.start : island.end], self.game)
        ):
            done(scenes, self.view, self.game)
        if self.game.plays and len(scenes) > 1:
            self.vague = ("at which step",)
        if len(scenes) > 1 and any(each.who is not None and each.who.kind == "counted" for each in case.choices):
            self.vague = ("whether all are counted or all others",)
        scene = scenes[0]
        if before == "and" and island.category == "Act" and at > 1:
            before = self.parsed.islands[at - 2].category if self.parsed.islands[at - 2].category == "Cond" else before
        if before in _CASES and any(_differ(each, scene) for each in self.scene.partials) and scene.roles:
            self.lost = "two choices of one player are told"
            return
        if self._trails(at):
            self.pending = [
                (claim, scene.over(given) if not scene.roles & given.roles else given, why)
                for claim, given, why in self.pending
            ]
        if island.category == "Cond" and scene.roles:
            if self.base is not None and not scene.roles & self.base[1]:
                self.scene = self.base[0]
            full = self.ground.full(self.scene) and not scene.roles >= self.scene.roles
            self.base = (self.scene, scene.roles) if full else None
        ones = [each.moves for each in case.choices if each.who in _ONE]
        if len(ones) == 1 and len(ones[0]) == 1 and len(self.game.roles) == 2:
            self.view.one = ones[0][0]
        self.whatever |= self._left_open(case)
        self.scene = self._narrowed(self.scene, scene)
        self.unacted, self.scene = self.scene, scene.over(self.scene)
        self.lost = ""
        self._name(case)
        if not self.view.they and any(who.kind == "them" for who in p.players_in(case)):
            self.view.they = tuple(role for role in self.game.others if role in scene.roles)
        self._names(island)

    def _left_open(self, case: p.Case) -> frozenset[str]:
        """Whose choice a case leaves open by saying that it may be any."""
        told = [choice.who or p.Who("them") for choice in case.choices if choice.how == "any"]
        open_ = told or ([p.Who("rest")] if case.every and not case.choices else [])
        return frozenset(role for who in open_ for role in self._roles_named(who))

    def _narrowed(self, scene: GameScene, by: GameScene) -> GameScene:
        """A scene of whatever somebody does, where what somebody does is told: `whatever they do: 3 if they stop`."""
        return replace(scene, every=False) if by.roles & self.whatever and not by.every else scene

    def _in_full(self, case: p.Case) -> p.Case:
        """A case with the act that was spoken of last, in this sentence or the one before, for `if they do`."""
        if len(case.choices) == 1 and case.choices[0].how in ("so", "so_alone"):
            full = in_full(case, self.doing) if self.doing else None
            if full is None:
                raise Unresolved("it can't be told what they do")
            return full
        acts = {choice.moves for choice in case.choices}
        self.doing = acts.pop() if len(acts) == 1 and all(each.how == "is" for each in case.choices) else ()
        return case

    def _doer(self, at: int, around: GameScene) -> str | None:
        """Who makes a choice that stands before a clause: `by choosing R, they get 0` is about their choice."""
        islands = self.parsed.islands
        after = [each for each in islands[at + 1 : at + 3] if each.category != "comma"]
        if islands[at].category != "Act" or not after or after[0].category != "Claim":
            return None
        who = getattr(after[0].senses[0], "who", None)
        if not isinstance(who, p.Who) or who.kind not in ("them", "role"):
            return None
        try:
            roles = roles_of(who, self.game, self.view)
        except Unresolved:
            return None
        if self.view.outside and who.kind == "them":
            self.vague = ("who they are",)  # `Harlow earns 12. By expanding, they'd earn 20`
        by = self.parsed.tagged.tokens[islands[at].start].low == "by"
        told = by or (self.view.topic in around.roles and roles[0] not in around.roles)
        return roles[0] if len(roles) == 1 and told else None

    def _spoken_of(self, case: p.Case) -> None:
        """A case of which something is thought or said: what follows is about it."""
        try:
            self.scene = resolve(case, self.game, self.view, self.scene)[0].over(self.scene)
        except Unresolved as error:
            self.lost = str(error)

    def _actor(self, at: int) -> str | None:
        """Who acts in an act that is joined to somebody's: `she may call or drop`."""
        islands = self.parsed.islands
        if islands[at].category == "Act" and any(choice.how == "holds" for choice in islands[at].senses[0].choices):
            after = next((each.senses[0] for each in islands[at + 1 :] if each.category == "Claim"), None)
            return self._holder_of(after)
        before = next((each for each in reversed(islands[:at]) if each.category in ("Doing", "Cond")), None)
        if islands[at].category != "Act" or not at or islands[at - 1].category not in ("or", "and") or before is None:
            return None
        case = before.senses[0]
        between = [each for each in islands[:at] if each.category == "Claim" and isinstance(each.senses[0], p.Gets)]
        elided = bool(between) and (between[-1].senses[0].elided or self._is_participle(between[-1]))
        told = before.category == "Cond" and islands[at - 1].category == "or" and elided
        if not told and (before.category != "Doing" or len(case.choices) != 1):
            return None
        if not case.choices or case.choices[-1].who is None:
            return None
        roles = roles_of(case.choices[-1].who, self.game, self.view)
        return roles[0] if len(roles) == 1 else None

    def _owner(self, island: Island) -> str | None:
        """Whose act it is that a claim is about: of whom it tells what is best or gained, if it says so first."""
        said = _said(island.senses[0])
        who = any(edge.start == island.start and edge.category == "who" for edge in self.parsed.tagged.edges)
        return self._holder_of(said) if isinstance(said, p.Best) or who else None

    def _holder_of(self, said: object) -> str | None:
        """Whose amount a claim tells, where that is one role's."""
        who = getattr(said, "who", None)
        roles = roles_of(who, self.game, self.view) if isinstance(who, p.Who) else ()
        return roles[0] if len(roles) == 1 else None

    def _name(self, case: p.Case) -> None:
        """Remembers who was named last: all whom the case names."""
        self.joint = self.joint or bool(case.profiles)
        for choice in case.choices:
            self.actor = choice.who or self.actor
            self.joint = self.joint or (choice.who is not None and choice.who.kind in ("both", "each", "we"))
        said = (choice.who for choice in case.choices if choice.who is not None)
        named = [who for who in said if who.kind in ("role", "group", "rest")]
        roles = dict.fromkeys(role for who in named for role in self._roles_named(who) if role != self.game.me)
        self.view.they = tuple(roles) or self.view.they

    def _roles_named(self, who: p.Who) -> tuple[str, ...]:
        counted = who.kind == "rest" and who.name
        return () if counted else roles_of(who, self.game, self.view)

    def _trails(self, at: int) -> bool:
        """Whether a case belongs to the claim right before it rather than to what follows."""
        islands = self.parsed.islands
        before = at - 1
        while before >= 0 and islands[before].category in ("comma", "lp"):
            before -= 1
        tokens = self.parsed.tagged.tokens[: islands[at].start]
        if tokens and tokens[-1].low in _CONCLUDING:
            return False
        if before < 0 or islands[before].category != "Claim":
            return False
        if any(islands[before].end <= place < islands[at].start for place in self.parsed.left):
            return False  # `it brings 5, unlike B`
        after = at + 1
        while after < len(islands) and islands[after].category in ("comma", "rp"):
            after += 1
        return after >= len(islands) or islands[after].category != "Claim"

    def _negated(self, at: int) -> bool:
        return at > 0 and self.parsed.islands[at - 1].category in ("not", "never", "no")

    def _why_not(self, at: int, question: bool) -> str:
        """Why a claim can't be taken as it stands; empty if it can."""
        if question:
            return _ASKED
        if self.blocked:
            return self.blocked
        if self.lost:
            return self.lost
        before = self.parsed.islands[at - 1].category if at and not self._concludes(at) else ""
        after = self.parsed.islands[at + 1].category if at + 1 < len(self.parsed.islands) else ""
        after = "" if after == "Claim" and self._concludes(at + 1) else after
        told = self.parsed.islands[at].senses[0]
        number = self.parsed.tagged.tokens[self.parsed.islands[at].start]
        if (
            after == "Claim"
            and isinstance(told, p.Gets)
            and told.case.empty
            and told.who is not None
            and _counts(number)
        ):
            return "the words after it change what it says"
        if before in (
            "not",
            "deny",
            "never",
            "no",
            "than",
            "instead",
            "if",
            "or",
            "either",
            "deviate",
            "Mindful",
            *_OPERATORS,
        ):
            return "the words before it change what it says"
        if before in _CASES and getattr(told, "elided", False) and self._ends_in_denial(at - 1):
            return "the words before it change what it says"
        goes_on = getattr(told, "elided", False) or (
            isinstance(told, p.Compares) and told.left.empty and not self._pronoun(self.parsed.islands[at])
        )
        if before == "Claim" or (before == "Amount" and goes_on):
            return "it goes on from the words before it"
        if before == "and" and at > 1 and self._is_bare_act(at - 2) and self._begins_with_act(at):
            return "it is only the last of several acts"
        if after in (
            "than",
            "more",
            "instead",
            "or",
            "Sum",
            "equals",
            "plus",
            "times",
            "slash",
            "dash",
            "move",
            "Claim",
            *(("lp",) if isinstance(self.parsed.islands[at].senses[0], p.Cells) else ()),
            "Where",
            "Limit",
            "Chance",
            "Prob",
        ) or self._listed(at):
            return "the words after it change what it says"
        if isinstance(told, p.Best) and after in ("Amount", "Act"):
            return "the words after it change what it says"
        if isinstance(told, p.Best) and not told.case.empty and after not in ("", "bang", "semi", "rp", "lp"):
            verbs = [edge for edge in self.parsed.tagged.edges if edge.category in ("be", "prefer", "best", "meets")]
            island = self.parsed.islands[at]
            if not any(island.start <= edge.start < island.end for edge in verbs):
                return "the words after it change what it says"
        if isinstance(told, p.Gets) and after in ("Act", "Doing") and self._bracketed(at + 1):
            return "the words after it change what it says"
        return ""

    def _ends_in_denial(self, at: int) -> bool:
        """Whether a case ends in a denial that may be of the verb after it: `if they do, I don't | get 5`."""
        return self.parsed.tagged.tokens[self.parsed.islands[at].end - 1].low in ("not", "n't")

    def _concludes(self, at: int) -> bool:
        """Whether a claim is drawn from the one right before it: `hare is worth 3 so it is better`."""
        start = self.parsed.islands[at].start
        return start > 0 and self.parsed.tagged.tokens[start - 1].low in _CONCLUDING

    def _bracketed(self, at: int) -> bool:
        """Whether an island stands in brackets, as what is told of the one before it: `15 (news), 30 (jazz)`."""
        return self.parsed.tagged.tokens[self.parsed.islands[at].start].text == "("

    def _is_bare_act(self, at: int) -> bool:
        """Whether an island only names a move."""
        island = self.parsed.islands[at]
        verbs = [edge for edge in self.parsed.tagged.edges if edge.category == "choose"]
        verbless = not any(island.start <= edge.start < island.end for edge in verbs)
        return island.category in ("Act", "Doing") and verbless

    def _begins_with_act(self, at: int) -> bool:
        start = self.parsed.islands[at].start
        return any(edge.start == start and edge.category == "move" for edge in self.parsed.tagged.edges)

    def _listed(self, at: int) -> bool:
        """Whether a bare number follows a claim after a comma, or one for somebody: it was one of a list."""
        after = self.parsed.islands[at + 1 : at + 3]
        if len(after) < 2 or after[0].category != "comma":
            return False
        said, more = self.parsed.islands[at].senses[0], after[1].senses[0]
        shares = isinstance(said, p.Gets) and said.who is None and isinstance(more, p.Gets) and more.who is not None
        first = self.parsed.tagged.tokens[after[1].start]
        return after[1].category == "Amount" or (shares and first.number is not None and not more.how)

    def _quoted(self) -> list[tuple[int, int]]:
        marks = [place for place, token in enumerate(self.parsed.tagged.tokens) if token.text == '"']
        return list(zip(marks[::2], marks[1::2], strict=False))

    def _carried(self, at: int, island: Island) -> tuple[Island, str]:
        """A claim with what the one before it tells of it, too: its subject, whose the amount is, of what measure."""
        said, before = island.senses[0], self.told
        self.told = said if isinstance(said, p.Gets | p.Compares | p.Beats | p.Best) else None
        if isinstance(said, p.Gets) and said.bare and said.who is not None and self._goes_on_choosing(at):
            return island, "it may go on with what is chosen"
        joined = bool(at) and self.parsed.islands[at - 1].category in _JOINING
        if joined and isinstance(before, p.Gets) and _loses_by_another(said, before):
            return island, "it isn't said by whose choice"
        first = said.parts[0] if isinstance(said, p.Many) else None
        if isinstance(first, p.Gets) and first.who is None and first.bare and joined:
            self.told = before
            who = getattr(before, "who", None)
            made = _with_holder(said, who) if isinstance(who, p.Who) else said
            either = self._by_actor(said, island) if who is None else ()
            return replace(island, senses=(made, *either, *island.senses[1:])), ""
        if isinstance(said, p.Gets) and said.who == p.Who("chooser"):
            return replace(island, senses=(replace(said, who=p.Who("chooser", self.view.one)),)), ""
        if isinstance(said, p.Gets) and said.who is not None and said.who.kind == "one" and not self.view.one:
            self.view.one = "*"
        if not isinstance(said, p.Gets) or said.who is not None:
            return island, ""
        if not (said.bare or said.elided or self._labelled(island)):
            return island, ""
        if said.bare and not said.how and joined and isinstance(before, p.Compares) and before.by is not None:
            self.told = replace(before, by=said.amount, case=said.case)
            return replace(island, senses=(self.told,)), ""
        who = self.actor if said.elided else None
        if said.elided and joined and isinstance(before, p.Gets) and before.who is not None:
            who = before.who
        how = said.how
        if before is not None and joined:
            who = who or (before.who if isinstance(before, p.Gets | p.Compares) else None)
            if isinstance(before, p.Gets) and before.how in ("sum", "mean", "shared") and said.bare and not how:
                how = before.how
        if not how and any(each.other_measure for each in self.walk.above):
            return island, "it stands below something else than payoffs"
        if self._labelled(island) and not how and who is None:
            how = self.how or next((each.how for each in reversed(self.walk.above) if each.how), "")
        if (
            said.elided
            and who is None
            and at
            and self.parsed.islands[at - 1].category not in ("Act", "Profile", "this")
        ):
            return island, "it isn't said who gets it"
        amount = said.amount
        if said.bare and isinstance(before, p.Gets) and before.lost:
            amount = amount.negated
        carried = replace(said, who=who, how=how, amount=amount, lost=isinstance(before, p.Gets) and before.lost)
        self.told = carried
        either = (replace(carried, who=None),) if said.elided and who is not None and who != p.Who("me") else ()
        return replace(island, senses=(carried, *either, *island.senses[1:])), ""

    def _labelled(self, island: Island) -> bool:
        """Whether an amount stands beside its case without a verb: `(R, B): 3`."""
        said, tokens = island.senses[0], self.parsed.tagged.tokens[island.start : island.end]
        return isinstance(said, p.Gets) and (said.bare or any(token.text == ":" for token in tokens))

    def _by_actor(self, said: p.Assertion, island: Island) -> tuple[p.Assertion, ...]:
        """A claim that begins with a participle, as one of whoever was named last: `they choose B, earning 1`."""
        acting = self._is_participle(island)
        return (_with_holder(said, self.actor),) if acting and self.actor is not None else ()

    def _is_participle(self, island: Island) -> bool:
        """Whether a claim begins with a participle: `giving them 5`."""
        return self.parsed.tagged.tokens[island.start].low.endswith("ing")

    def _goes_on_choosing(self, at: int) -> bool:
        """Whether a player and a number stand after somebody's choice and `and`: `if A bids 4 and B 2`."""
        before = [each.category for each in self.parsed.islands[max(0, at - 2) : at]]
        return before in (["Cond", "and"], ["Doing", "and"])

    def _inside(self, island: Island, quoted: list[tuple[int, int]]) -> bool:
        return any(start < island.start < end for start, end in quoted)

    # Claims

    def _settle(self, words: list[str]) -> None:
        self._share()
        subject, whole, compared = self.mentioned, GameScene(), GameScene()
        told_whole = GameScene()
        unsure: tuple[str, ...] = ()
        failed = False
        for island, given, why in self.pending:
            said, joined = island.senses[0], self._joined(island)
            if self._pronoun(island) and self.spoken[island.start].empty and given.empty and self.walk.either:
                why = why or "it can't be told which act it is about"
            elif self._pronoun(island) and self._remarked(island):
                why = why or "it can't be told whose act it is about"
            elif self._pronoun(island):
                given = self.spoken[island.start].over(given)
            if _bare(said):
                subject = compared if joined == "lp" and not compared.empty else subject
                given = given.over(subject)
                why = why or (_GOES_ON if joined and failed else "")
            elif joined and failed and _measured(said):
                why = why or _GOES_ON
            elif joined and _elliptic(said):
                given = given.over(whole)
            elif isinstance(said, p.Gets) and said.how in ("min", "max", "sure"):
                given = given.over(subject)
            first = said.parts[0] if isinstance(said, p.Many) else said
            if isinstance(first, p.Gets) and not first.how and first.case.empty:
                given = given.over(told_whole)
                why = why or ("whose choices stand first isn't clear" if told_whole.unsure else "")
            if self.whatever:
                given = self._narrowed(given, self._case_scene(_case_of(island), given))
            told_whole = self._told_whole(island) or told_whole
            if self._itemized(island):
                given = replace(given, every=False)
            leaning, subject = subject, self._subject(island, subject)
            whole = self._whole(island, given)
            compared = self._case_scene(_compared(island), given)
            points = words[:1] == ["then"] or any(word in _POINTING for word in words[: island.end])
            unread = self.parsed.unread_words(island)
            if joined and _bare(island.senses[0]):
                unread = (*unread, *unsure)
            unsure, failed = unread, bool(why)
            if why and why != _ASKED:
                self._leave_unread(why)
                continue
            self.said.append((island, given))
            before = leaning.over(self.walk.before)
            told_of = leaning if not leaning.empty else self.walk.subject
            around = Around(
                sentence=given,
                above=self.walk.above_scene(),
                before=before,
                subject=told_of,
                points_back=points,
                before_joint=self.walk.before_joint,
                chancy=self.chancy,
                chancy_before=self.walk.chancy,
            )
            odds, self.view.odds = self.view.odds, self.view.odds[: self.beliefs[island.start]]
            repeated = isinstance(island.senses[0], p.Again)
            if repeated:
                again = self._again(island, island.senses[0])
                if again is None:
                    self._leave_unread("what was said before can't be said of it")
                    self.view.odds = odds
                    continue
                island, around = again
                said = _said(island.senses[0])
            elif not why:
                self.walk.again = island, given
            try:
                told, guessed = self._told(island, around)
                above, loose = self._leaning(given), self._loose_before(island)
                leans = not above or self._may_lean(island, points)
                here = [] if leans else self._read_with(island, Around(given))
                alone = self._read_with(island, Around()) if loose else []
                for at, alternatives in enumerate(told):
                    doubts = () if here[at : at + 1] == [alternatives] else above
                    bare = isinstance(said, p.Gets) and said.who is None and said.case.empty
                    if bare or len(alternatives) > 1 or alone[at : at + 1] != [alternatives]:
                        doubts += loose
                    doubts += self.vague + self._unsettled(island, alternatives)
                    doubts += (_GUESSED,) if guessed or repeated else ()
                    claim = FoundClaim(alternatives, unread, doubts, self._words(island), self._trace(island))
                    if why:
                        self.walk.asked += [] if _EVER & set(words) and not _denies_any(said) else [claim]
                        self._leave_unread(why)
                        continue
                    if not guessed or all(each.alternatives != alternatives for each in self.found.claims):
                        self.found.claims.append(claim)
                    self.found.scope = "checked"
            except Unresolved as error:
                failed = True
                self._leave_unread(why or str(error))
            except NoClaim as error:
                failed = True
                self.found.reason = self.found.reason or why or str(error)
            except ValueError as error:
                self._leave_unread(str(error))
            self.view.odds = odds
            if isinstance(said, p.Gets) and said.amount.one is not None:
                self.view.amount = said.amount
            self._remember(island)
        self.walk.subject = subject if self.pending else GameScene()

    def _again(self, here: Island, said: p.Again) -> tuple[Island, Around] | None:
        """The last claim, of somebody else or of another choice."""
        if self.walk.again is None:
            return None
        island, given = self.walk.again
        told = island.senses[0]
        if said.act is not None:
            (act,) = said.act.choices[:1] or (None,)
            case = getattr(told, "case", None)
            if act is None or not isinstance(case, p.Case) or len(case.choices) != 1 or not given.empty:
                return None
            (faced,) = case.choices
            told = replace(told, case=replace(case, choices=(replace(faced, moves=act.moves),)))
        elif said.who is not None:
            try:
                roles = roles_of(said.who, self.game, self.view)
            except Unresolved:
                return None
            if len(roles) != 1 or len(self.game.roles) != 2 or not given.empty:
                return None
            told = p.from_the_other_side(told, roles[0])
        return replace(here, senses=(told,)), Around(given)

    def _told(self, island: Island, around: Around) -> tuple[list[Alternatives], bool]:
        """What a claim says; where its case isn't told, in the one that was spoken of last, which is a guess."""
        try:
            return list(self._alternatives(island, around)), False
        except (Unresolved, NoClaim) as error:
            thread = self.scene.over(self.walk.above_scene()).over(self.walk.thread)
            guess = replace(around, before=thread, points_back=True, before_joint=False)
            if guess != around:
                try:
                    return list(self._alternatives(island, guess)), True
                except (Unresolved, NoClaim, ValueError):
                    pass
            raise error

    def _remarked(self, island: Island) -> bool:
        """Whether something was remarked right before, and it is of another one's amount that a claim tells."""
        before = self.parsed.islands[: self.parsed.place(island)]
        last = next((each.category for each in reversed(before) if each.category not in (*_JOINING, "this")), "")
        return last == "Remark" and self._holder_of(island.senses[0]) not in (None, self.view.topic)

    def _told_whole(self, island: Island) -> GameScene | None:
        """The situation that a claim tells whole, which amounts after it in the sentence are about as well."""
        case = _case_of(island)
        left = getattr(island.senses[0], "left", None)
        if case.empty and isinstance(left, p.Case):
            case = left
        try:
            scenes = resolve(case, self.game, self.view, self.scene) if not case.empty else []
        except Unresolved:
            return None
        if len(scenes) > 1:
            return GameScene(scenes[0].partials, unsure=True)
        return scenes[0] if scenes and self.ground.full(scenes[0]) else None

    def _itemized(self, island: Island) -> bool:
        """Whether it is one of several amounts after a colon, which tell the cases one by one."""
        colon = [at for at, token in enumerate(self.parsed.tagged.tokens) if token.text == ":"]
        after = [each for each in self.parsed.islands if each.category in ("Claim", "Amount") and colon]
        return len([each for each in after if each.end > colon[0]]) > 1 and island.end > colon[0] if colon else False

    def _pronoun(self, island: Island) -> bool:
        """Whether a claim begins with a word for the act that was named last."""
        at = self.parsed.place(island)
        tokens = self.parsed.tagged.tokens
        words = [tokens[island.start].low]
        if at and self.parsed.islands[at - 1].category == "this":
            words.append(tokens[self.parsed.islands[at - 1].start].low)
        return any(word in ("it", "its", "this", "that", "which") for word in words)

    def _joined(self, island: Island) -> str:
        """What joins a claim to the one right before it; empty if nothing does."""
        islands = self.parsed.islands
        at = self.parsed.place(island) - 1
        joint = ""
        while at >= 0 and islands[at].category in (*_JOINING, "where", "semi"):
            joint = "where" if "where" in (joint, islands[at].category) else islands[at].category
            at -= 1
        return joint if at >= 0 and islands[at].category == "Claim" else ""

    def _whole(self, island: Island, given: GameScene) -> GameScene:
        """All that is told of the case of a claim."""
        return self._case_scene(_case_of(island), given).over(given)

    def _case_scene(self, case: p.Case | None, given: GameScene) -> GameScene:
        """A case as a scene; empty if there is none, or it can't be told."""
        try:
            return resolve(case, self.game, self.view, given)[0] if case is not None and not case.empty else GameScene()
        except Unresolved:
            return GameScene()

    def _subject(self, island: Island, before: GameScene) -> GameScene:
        """The choice that a claim or a measure is about, which bare amounts after it are about as well."""
        said = island.senses[0]
        if _bare(said) or isinstance(said, p.NumberClaim):
            return before
        said = _said(said)
        act = getattr(said, "left", None) or getattr(said, "act", None) or getattr(said, "case", None)
        if not isinstance(act, p.Case) or act.empty:
            return GameScene()
        try:
            owner = self._owner(island)
            scene = resolve(act, self.game, self.view, self.scene, owner)[0]
            return self.ground.without(scene, set(self.game.roles) - {owner or self.view.topic})
        except Unresolved:
            return GameScene()

    def _share(self) -> None:
        """A case told after the last of claims that `and` joins is that of all of them."""
        islands = self.parsed.islands
        for at in range(len(self.pending) - 2, -1, -1):
            (island, given, why), (after, _, _) = self.pending[at], self.pending[at + 1]
            between = [each.category for each in islands[self.parsed.place(island) + 1 : self.parsed.place(after)]]
            own, case = _case_of(island), _case_of(after)
            if between in (["and"], ["comma", "and"]) and own.empty and case.choices and self._ends_in_case(after):
                try:
                    scene = resolve(case, self.game, self.view, given)[0]
                except Unresolved:
                    continue
                self.pending[at] = island, scene.over(given), why

    def _ends_in_case(self, island: Island) -> bool:
        """Whether the case of a claim is told at its end."""
        tokens = self.parsed.tagged.tokens[island.start : island.end]
        numbers = [at for at, token in enumerate(tokens) if token.number is not None]
        return bool(numbers) and any(token.low in _IFS for token in tokens[numbers[-1] :])

    def _leaning(self, given: GameScene) -> tuple[str, ...]:
        """Words that were not understood where a claim leans on what stands above or before it."""
        scene = given
        if self.ground.full(scene):
            return ()
        for each in reversed(self.walk.above):
            if each.loose and each.scene.roles - scene.roles:
                return each.loose
            scene = scene.over(each.scene)
        return () if self.ground.full(scene) else self.walk.before_loose

    def _loose_before(self, island: Island) -> tuple[str, ...]:
        """Words of the sentence before a claim that were not understood, where it leans on what stands there."""
        case = _case_of(island)
        if len(case.choices) >= len(self.game.roles) or case.profiles:
            return ()
        tokens = self.parsed.tagged.tokens
        after = self._label_end()
        return tuple(tokens[place].text for place in self.parsed.loose if after <= place < island.start)

    def _label_end(self) -> int:
        """Where the sentence begins after a label that tells nothing: `Safety: if I choose B, ...`."""
        colon = next((at for at, token in enumerate(self.parsed.tagged.tokens) if token.text == ":"), 0)
        said = [each for each in self.parsed.islands if each.start < colon and each.category not in _JOINING]
        tells = [each.category for each in said] not in ([], ["Measure"])
        return 0 if tells else colon

    def _unsettled(self, island: Island, alternatives: Alternatives) -> tuple[str, ...]:
        """Why a claim whose words were understood may still say something else."""
        said, place = island.senses[0], self.parsed.place(island)
        words = [token.low for token in self.parsed.tagged.tokens]
        after = [each.senses[0] for each in self.parsed.islands[place + 1 : place + 4] if each.category == "Claim"]
        below = any(each.how == "sum" for each in self.walk.above)
        if self.walk.reduced and isinstance(said, p.Dominates | p.Dominance | p.Compares | p.Stable | p.Best):
            return ("fewer choices may be left",)
        if self.game.plays and isinstance(said, p.Best) and wishes(words[island.start : island.end], words):
            return ("what somebody wishes",)
        nobodys = getattr(said, "who", p.WE) is None
        if self._holder_loose(said, place) or (nobodys and any(each.unclear for each in self.walk.above)):
            return ("whose it is",)
        if self._of_a_gap(island):
            return ("a difference",)
        if self._measures_it(island):
            return ("whose it is",)  # `the most it can hope for is 7`, of a firm or of a choice
        several = any(isinstance(each, f.AllOf) for each in alternatives) and getattr(said, "who", None) in _OWN
        if self.chancy and several and isinstance(said, p.Gets) and not said.how and said.amount.expr is None:
            return ("on average or not",)
        if not self.game.costs and lasts(words[island.start : island.end + 2]):
            return ("a time",)
        if limits(words) and any(map(self._is_one_play, alternatives)):
            return ("an extreme of one outcome",)
        next_ones = [each.category for each in self.parsed.islands[place + 1 : place + 3]]
        pair = next_ones == ["and", "Amount"] and getattr(said, "who", None) is None and self._labelled(island)
        compared = _said(said)
        narrowed = isinstance(compared, p.Compares) and compared.right is None and "only" in words[island.start :]
        if pair or narrowed or next_ones[:1] == ["only"]:
            return ("what goes on after it",)  # `I am silent, she talks: 14 and 0`, `it is best only against R`
        if isinstance(said, p.Best) and said.case.empty and self._because_safe(place):
            return ("by what it is best",)
        if any(each.category == "Odds" for each in self.parsed.islands) and not expects(alternatives):
            return ("how likely it is",)
        if isinstance(said, p.Stable) and said.count == 0 and self._is_of_something(island):
            return ("which cases it is about",)
        if _few_cases(words) and any(len(moves) > 2 for moves in self.game.moves.values()):
            return ("which cases they are",)
        if isinstance(said, p.Compares) and said.right is None and said.case.empty and leans(words):
            return (_GOES_ON,)
        if self.walk.rounds and self.past is None and isinstance(said, p.Beats) and said.case.empty:
            return ("all rounds",)  # `right now they are ahead of me`
        if self._either_way(said) and not expects(alternatives):
            return ("how likely it is",)
        if self.walk.rounds and may_be_total(said, words[island.start : island.end], below):
            return ("all rounds",)
        if not self.game.costs and is_price(said, after[0] if after else None):
            return ("a price",)
        if self._dealt_open(alternatives):
            return ("what chance dealt",)
        if not self.ground.wide or not leaves_open(alternatives, self.game):
            return ()
        last = self.walk.last
        unread = last is not None and last.scope == "unread" and not self.sentence.first
        if unread and leans(words[: island.end]):
            return (_GOES_ON,)
        part = isinstance(said, p.Gets) and said.lost and not self.game.costs and said.how in ("", "mean")
        return ("a part of it",) if part else ()

    def _because_safe(self, place: int) -> bool:
        """Whether the reason follows a claim that is a guarantee: what is best for being safe need not be best else."""
        after = [each for each in self.parsed.islands[place + 1 :] if each.category != "comma"][:2]
        if [each.category for each in after] != ["since", "Claim"]:
            return False
        told = after[1].senses[0]
        return isinstance(told, p.Gets) and told.how in _SAFE

    def _either_way(self, said: p.Assertion) -> bool:
        """Whether something is best either way where it was told how likely something is: of beliefs, or of cases."""
        told = (each.senses[0] for each in self.parsed.islands if each.category == "Cond")
        bare = any(case.every and not case.choices for case in told)
        return bare and isinstance(said, p.Best | p.Compares) and (self.chancy or self.walk.chancy)

    def _measures_it(self, island: Island) -> bool:
        """Whether a claim is of the best or worst of `it`, and no choice was named that this could be."""
        said, words = island.senses[0], (token.low for token in self.parsed.tagged.tokens[island.start : island.end])
        if not _measured(said) or said.how not in ("min", "max") or "it" not in words:
            return False
        return self.spoken[island.start].empty and self.view.topic not in self.walk.before.roles

    def _dealt_open(self, alternatives: Alternatives) -> bool:
        """Whether a claim leaves open what chance dealt to who reasons, who knows it and need not say so again."""
        turns = set(self.game.dealt.get(self.game.me, ()))
        return bool(turns) and not all(turns <= told for told in map(told_turns, alternatives))

    def _of_a_gap(self, island: Island) -> bool:
        """Whether words before a claim tell that it is of a difference: `the gap between the best and the worst`."""
        inside = [each for each in self.parsed.islands if each.category == "Claim"]
        gaps = (edge.start for edge in self.parsed.tagged.edges if edge.category == "gap" and edge.start < island.start)
        return any(not any(each.start <= gap < each.end for each in inside) for gap in gaps)

    def _is_of_something(self, island: Island) -> bool:
        """Whether words before a claim may tell what it is said of: `that cell is no equilibrium`, `diagonal: none`."""
        before = self.parsed.islands[: self.parsed.place(island)]
        loose = any(place < island.start for place in self.parsed.loose)
        return loose or any(each.category in (*_CASES, "this") for each in before[-2:])

    def _holder_loose(self, said: p.Assertion, place: int) -> bool:
        """Whether a player was named before a claim of nobody's that no phrase joins to it: `on her side, ...`."""
        holder = getattr(said, "who", None)
        for island in reversed(self.parsed.islands[:place]) if holder is None else ():
            if island.category == "Claim":
                return False
            if island.category in ("whose", "who"):
                return island.senses[0] not in ("me", "both", "each", "its")
        return False

    def _is_one_play(self, formula: f.Formula) -> bool:
        """Whether a formula speaks of a payoff in one outcome alone."""
        return not leaves_open((formula,), self.game)

    def _may_lean(self, island: Island, points: bool) -> bool:
        """Whether a claim leans on what stands before it though that changes nothing: `then I get 5`."""
        said = island.senses[0]
        if isinstance(said, p.Threshold) or (isinstance(said, p.Gets) and said.how == "may" and said.case.empty):
            return True
        return isinstance(said, p.Gets) and (said.amount.expr is not None or (points and said.case.empty))

    def _read_with(self, island: Island, around: Around) -> list[Alternatives]:
        """What an island would say with no more around it: a claim that says the same then leans on nothing else."""
        try:
            return list(self._alternatives(island, around))
        except (Unresolved, NoClaim, ValueError):
            return []

    def _alternatives(self, island: Island, around: Around) -> Iterator[Alternatives]:
        """The claims of an island; readings of its grammar are alternatives as those of its situation are."""
        past = Past() if is_own_total(island.senses[0]) and around.sentence.empty else self.past
        if past is not None and not self.game.plays and not self._of_round(island, around):
            yield from ground_record(self.ground, island.senses[0], past)
            return
        ways: list[list[Alternatives]] = []
        failed: Exception | None = None
        for sense in island.senses:
            if ways and isinstance(island.senses[0], p.SaidFormula) and not isinstance(sense, p.SaidFormula):
                break
            try:
                ways.append(claims_of(self.ground, sense, around))
            except (Unresolved, NoClaim, ValueError) as error:
                failed = failed or error
        if not ways:
            raise failed or Unresolved("it can't be put into the game")
        size = min(map(len, ways))
        for at in range(size):
            yield tuple(dict.fromkeys(each for way in ways for each in way[at]))

    def _of_round(self, island: Island, around: Around) -> bool:
        """Whether an amount is of a round whose joint move the sentence tells: it is what this joint move pays."""
        scene = around.sentence.over(self.scene)
        told = self.past is not None and len(self.past.rounds) == 1 and isinstance(island.senses[0], p.Gets | p.Many)
        return told and len(scene.partials) == 1 and self.ground.full(scene)

    def _remember(self, island: Island) -> None:
        """A case told inside a claim is one that later sentences may lean on."""
        case = _case_of(island)
        if case.empty:
            return
        try:
            self.scene = resolve(case, self.game, self.view, self.scene)[0].over(self.scene)
        except Unresolved:
            return
        self._name(case)

    def _may_claim(self) -> bool:
        """Whether a sentence read for no claim may make one: it speaks of payoffs, or in unknown words of moves."""
        said = {edge.category for edge in self.parsed.tagged.edges}
        return bool(said & _CLAIMING) or (bool(said & {"move", "agent"}) and bool(self.parsed.loose))

    def _trace(self, island: Island) -> tuple[str, ...]:
        """The constructions of a claim and of the cases told in its sentence."""
        told = [each for each in self.parsed.islands if each.category in _CASES or each is island]
        return tuple(dict.fromkeys(each.made_by for each in told if each.made_by))

    def _words(self, island: Island) -> str:
        tokens = self.parsed.tagged.tokens
        return self.sentence.words[tokens[island.start].start : tokens[island.end - 1].end]

    def _leave_unread(self, why: str) -> None:
        if not self.found.reason:
            self.found.reason = why
        if self.found.scope == "no claim":
            self.found.scope = "future" if "rounds" in why else "behaviour" if "may do" in why else "unread"


def _case_of(island: Island) -> p.Case:
    """The case that a claim tells itself."""
    case = getattr(_said(island.senses[0]), "case", None)
    return case if isinstance(case, p.Case) else p.Case()


def _said(claim: p.Assertion) -> p.Assertion:
    """What is denied, or the first of several things that are said."""
    while isinstance(claim, p.Denied | p.Many):
        claim = claim.body if isinstance(claim, p.Denied) else claim.parts[0]
    return claim
