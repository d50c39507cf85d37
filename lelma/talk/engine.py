"""What judges the talk of one game's matches, made once: programs, readers, words.

Nothing of any match is kept in it: what is known of one goes to the solver with each request and is forgotten after it.
So matches one after another, and the roles of one match, may share an engine without sharing what they know.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Description, Rule, Term, Variable, atoms, signature
from gdl.values import dataclass
from lelma.engine.answers import Facts
from lelma.engine.bridges import Bridge
from lelma.engine.solver import Solver, compile_program
from lelma.game.definitions import record_files
from lelma.game.game import Game
from lelma.game.vocabulary import make_vocabulary
from lelma.support.errors import GameError
from lelma.talk.deals import PublicDeals
from lelma.talk.heard_words import NamesInWords
from lelma.talk.record import record_game, record_rules
from lelma.verify.formulas.given import Stated, stated, stated_goal
from lelma.verify.formulas.query_formula import claimed
from lelma.verify.formulas.verdicts import FormulaJudge
from lelma.verify.formulas.words import formula_names
from lelma.verify.report import Verdict
from translators.claim import Translation, Translator
from translators.errors import QueryError
from translators.formulas import formula as f
from translators.formulas.definitions import parts_of, unfolded
from translators.formulas.errors import FormulaError
from translators.language.grammar import QueryLanguage
from translators.language.vocabulary import Vocabulary

TOLD = "told"
"""The fact of a record that somebody claimed something."""

GIVEN_IN_PLAY = frozenset(["saw", "comes", "did", TOLD])
"""Facts of a record that are of use only where a rule looks for one like them."""

MOST_READINGS = 2000
"""Speeches, and formulas, of which an engine remembers what was found."""

_MOST_LINES = 20_000
"""Facts of records of which an engine remembers how the solver is told."""


@dataclass(frozen=True)
class Reading:
    """What was read in a speech.

    Attributes:
        formulas: query → the formula it stands for, or the verdict that says why it is none.
        told: what is claimed as later speeches may speak of it, the last claim first.
        acts: queries that claim nothing, such as a suggestion.
        sentences: for each sentence the players that it may be about, and the identities and sides that it names.
    """

    translation: Translation
    formulas: Mapping[str, f.Formula | Verdict]
    told: tuple[f.Const, ...]
    acts: frozenset[str]
    sentences: tuple[tuple[frozenset[str], frozenset[str]], ...]


class TalkEngine:
    """Reads and judges what is said in matches of one game. Threads may share one.

    Attributes:
        game: with the rules of its record beside those of play.
        rules: those of the record alone.
        kinds: template → the kind of its claims.
        identity: the fluent that tells who is who.
        public: the deals that are possible for everyone.
    """

    def __init__(self, game: Game, *, translator: Translator | None = None, bridge: str | Bridge | None = None) -> None:
        """Load the game.

        Args:
            translator: reads the speeches; by default the one that knows the game's sentence patterns.

        Raises:
            GameError: if there is a fault in what the game says of its matches, or the solver rejects its rules.
        """
        if record_files(game.file.query_sets, game.folder):
            self.rules, self._told = record_rules(game), record_game(game)
        else:  # rules alone say nothing of matches but what moves, percepts and fluents tell
            self.rules, self._told = (), game
        self.plain = game
        self.game = replace(game, description=replace(game.description, rules=(*game.description.rules, *self.rules)))
        self.kinds = {template.name: template.kind for template in game.templates}
        self.identity = next(iter(game.file.knowledge.identity), "identity")
        self.solver = Solver(_program(self._told.description, game.file.pass_moves), bridge=bridge)
        self._facts = None if self.rules else _facts(self.solver)
        self.public = PublicDeals(game)
        self._bridge = bridge
        self._first: dict[bool, FormulaJudge] = {}
        self._judges: dict[tuple[str | None, bool], FormulaJudge] = {}
        self._languages: dict[str, QueryLanguage] = {}
        self._readings: dict[tuple[str, str], Reading] = {}
        self._made_of: dict[f.Formula, Sequence[object]] = {}
        self._told_in: dict[f.Formula, Sequence[f.Holds]] = {}
        self._lines: dict[str, tuple[bool, str]] = {}
        self._told_goals: dict[tuple[int, str, f.Const], tuple[bool, str]] = {}
        self._groups: dict[f.Const, str] = {}
        self._lock = threading.Lock()
        if translator is None:
            from translators.deterministic import translate

            translator = translate
        self._translator = translator

    def warm(self) -> None:
        """Make now what the first speech would need."""
        self.read("", next(iter(self._vocabulary.roles)))

    def close(self) -> None:
        """Forget the programs."""
        self.solver.close()
        if "_plays" in self.__dict__:
            self._plays.close()

    def judge(self, addressee: str | None = None, *, plays: bool = False) -> FormulaJudge:
        """What judges formulas and tells it to somebody, who is `you` in it; with the rules of play, if `plays`."""
        with self._lock:
            key = addressee, plays
            if key not in self._judges:
                if plays not in self._first:
                    game, solver = (self.game, self._plays) if plays else (self._told, self.solver)
                    self._first[plays] = FormulaJudge(game, solver, None, role=None, record=self.rules)
                    if not plays:
                        self._first[plays].names = formula_names(self.game, self._facts)
                self._judges[key] = self._first[plays].told_to(addressee)
            return self._judges[key]

    @cached_property
    def _plays(self) -> Solver:
        """The solver of formulas that no record and no deal decides: with the rules of play."""
        return Solver(_program(self.game.description, self.game.file.pass_moves), bridge=self._bridge)

    # Reading

    def read(self, words: str, speaker: str) -> Reading:
        """What a speech claims; remembered, for many hear the same."""
        key = words, speaker
        found = self._readings.get(key)
        if found is None:
            found = self._read(words, speaker)
            if len(self._readings) >= MOST_READINGS:
                self._readings.clear()
            self._readings[key] = found
        return found

    def _read(self, words: str, speaker: str) -> Reading:
        translation = self._translator(words, self._vocabulary, role=speaker)
        formulas: dict[str, f.Formula | Verdict] = {}
        acts, told = set[str](), list[f.Const]()
        for query, read in {claim.query: claim for claim in reversed(translation.claims)}.items():
            try:
                meant = read.formula or claimed(query, self._language(speaker), self.judge())
            except (QueryError, FormulaError) as error:
                formulas[query] = Verdict("error", reason=str(error), severity="fact")
                continue
            if isinstance(meant, f.Const):
                acts.add(query)
            else:
                formulas[query] = meant
            spoken_of = _told(meant)
            if spoken_of is not None:
                told.append(spoken_of)
        sentences = tuple(self.names.by_sentence(words, speaker))
        return Reading(translation, formulas, tuple(told), frozenset(acts), sentences)

    @cached_property
    def names(self) -> NamesInWords:
        """Tells whom and what words name."""
        return NamesInWords(self._vocabulary, self.players)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those who play, in seat order."""
        return tuple(role for role in self._vocabulary.roles if role != RANDOM)

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        return replace(make_vocabulary(self.plain, self._facts), formulas=lambda: self.judge().language)

    def _language(self, speaker: str) -> QueryLanguage:
        """The queries of a speaker."""
        if speaker not in self._languages:
            self._languages[speaker] = QueryLanguage(self._vocabulary, role=speaker)
        return self._languages[speaker]

    # What formulas are about

    def parts(self, formula: f.Formula) -> Sequence[object]:
        """What a formula is made of, and what definitions in it stand for."""
        found = self._made_of.get(formula)
        if found is None:
            found = tuple(parts_of(formula, self.judge().definitions))
            if len(self._made_of) >= MOST_READINGS:
                self._made_of.clear()
            self._made_of[formula] = found
        return found

    def told_in(self, formula: f.Formula) -> Sequence[f.Holds]:
        """The relations that rest on what was said in a formula, and in what definitions make of it."""
        found = self._told_in.get(formula)
        if found is None:
            found = tuple(dict.fromkeys(self._found_told(formula)))
            if len(self._told_in) >= MOST_READINGS:
                self._told_in.clear()
            self._told_in[formula] = found
        return found

    def _found_told(self, formula: object) -> Iterator[f.Holds]:
        definitions = self.judge().definitions
        for part in parts_of(formula):
            if isinstance(part, f.Applied) and part.name in definitions:
                yield from self._found_told(unfolded(part, definitions))
            elif isinstance(part, f.Holds) and self.rests_on_talk(part):
                yield part

    def of_record(self, part: f.Holds) -> bool:
        """Whether a relation is one of the record, so that it depends on the moment."""
        return self._kind(part) == "record"

    def _kind(self, part: f.Holds) -> str:
        return self.judge().setting.relations.get((part.relation, len(part.args)), ("fluent", ""))[0]

    def rests_on(self, part: f.Holds) -> set[str]:
        """The fluents that a relation rests on."""
        kind = self._kind(part)
        if kind in ("record", "static"):
            return set()
        return {part.relation} if kind == "fluent" else self._fluents.get((part.relation, len(part.args)), set())

    @cached_property
    def _fluents(self) -> Mapping[tuple[str, int], set[str]]:
        return fluents_of(self.game.description)

    def rests_on_talk(self, part: f.Holds) -> bool:
        """Whether a relation rests on what was said."""
        return (part.relation, len(part.args)) in self._of_talk

    @cached_property
    def _of_talk(self) -> frozenset[tuple[str, int]]:
        found, before = {(TOLD, 3)}, set[tuple[str, int]]()
        while found != before:
            before = set(found)
            found |= {signature(rule.head) for rule in self.rules if before & _used_by(rule)}
        return frozenset(found)

    def speakers_of(self, part: f.Holds) -> frozenset[int]:
        """The places of a relation that rests on what was said in which whoever said it stands."""
        return self._speakers.get((part.relation, len(part.args)), frozenset())

    @cached_property
    def _speakers(self) -> Mapping[tuple[str, int], frozenset[int]]:
        found, before = {(TOLD, 3): frozenset({1})}, dict[tuple[str, int], frozenset[int]]()
        while found != before:
            before = dict(found)
            for rule in self.rules:
                told = {
                    part.args[place]
                    for literal in rule.body
                    for part, _ in atoms(literal)
                    if isinstance(part, Compound)
                    for place in before.get(signature(part), ())
                }
                head = rule.head.args if isinstance(rule.head, Compound) else ()
                places = {place for place, arg in enumerate(head) if isinstance(arg, Variable) and arg in told}
                if places:
                    found[signature(rule.head)] = found.get(signature(rule.head), frozenset()) | places
        return found

    @cached_property
    def patterns(self) -> Mapping[str, Sequence[Sequence[Term]]]:
        """What rules of the record look for in percepts, moves and what was told."""
        return patterns_of(self.rules)

    # Facts of a record, as the solver is told

    def line_goal(self, line: str) -> tuple[bool, str]:
        """`fact_goal` of a fact in KIF; remembered, for matches have many alike."""
        found = self._lines.get(line)
        if found is None:
            [fact] = stated([line])
            if len(self._lines) >= _MOST_LINES:
                self._lines.clear()
            self._lines[line] = found = self.fact_goal(fact)
        return found

    def told_goal(self, ply: int, speaker: str, claim: f.Const) -> tuple[bool, str]:
        """`fact_goal` of what a speech claimed; remembered, for many hear the same."""
        key = ply, speaker, claim
        found = self._told_goals.get(key)
        if found is None:
            if len(self._told_goals) >= _MOST_LINES:
                self._told_goals.clear()
            found = self.fact_goal(Stated(TOLD, (f.Const(str(ply)), f.Const(speaker), claim)))
            self._told_goals[key] = found
        return found

    def group_goals(self, group: f.Const) -> str:
        """Who is in a group of players, in Prolog; a player is one, too."""
        if group not in self._groups:
            setting = self.judge().setting
            several = (stated_goal(Stated("in_group", (group, each)), setting) for each in group.args or (group,))
            self._groups[group] = ",".join(filter(None, several))
        return self._groups[group]

    def fact_goal(self, fact: Stated) -> tuple[bool, str]:
        """Whether some rule of the record looks for a fact, and the fact in Prolog."""
        setting = self.judge().setting
        known = (fact.relation, len(fact.args)) in setting.relations
        of_use = known and (
            fact.relation not in GIVEN_IN_PLAY
            or any(all(map(_like, pattern, fact.args)) for pattern in self.patterns.get(fact.relation, ()))
        )
        return of_use, stated_goal(fact, setting)


def _like(pattern: Term, found: f.Ref) -> bool:
    """Whether a constant may be what a pattern of a rule stands for."""
    if isinstance(pattern, Variable) or isinstance(found, f.Var):
        return True
    args = pattern.args if isinstance(pattern, Compound) else ()
    same = signature(pattern) == (found.name, len(found.args))
    return same and all(map(_like, args, found.args))


def patterns_of(rules: Sequence[Rule]) -> dict[str, tuple[Sequence[Term], ...]]:
    """Relation of what is given of a match → the arguments that rules look for."""
    found: dict[str, dict[Sequence[Term], None]] = {}
    for rule in rules:
        for part in (part for literal in rule.body for part, _ in atoms(literal)):
            if isinstance(part, Compound) and part.functor in GIVEN_IN_PLAY:
                relation = "saw" if part.functor == "comes" else part.functor  # what comes is seen at the end
                found.setdefault(relation, {})[part.args] = None
    return {relation: tuple(patterns) for relation, patterns in found.items()}


def _used_by(rule: Rule) -> set[tuple[str, int]]:
    return {signature(part) for literal in rule.body for part, _ in atoms(literal)}


def fluents_of(description: Description) -> dict[tuple[str, int], set[str]]:
    """Relation → the fluents that its rules rest on, through other relations too."""
    rests: dict[tuple[str, int], set[str]] = {}
    uses: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for rule in description.rules:
        head = signature(rule.head)
        rests.setdefault(head, set())
        for part in (part for literal in rule.body for part, _ in atoms(literal)):
            if isinstance(part, Compound) and part.functor == "true":
                rests[head].add(signature(part.args[0])[0])
            else:
                uses.setdefault(head, set()).add(signature(part))
    grown = True
    while grown:
        grown = False
        for head, used in uses.items():
            more = set[str]().union(*(rests.get(each, set()) for each in used)) - rests[head]
            rests[head] |= more
            grown = grown or bool(more)
    return rests


def _told(meant: f.Formula | f.Const) -> f.Const | None:
    """A claim as later ones may speak of it: a definition or a relation, of things."""
    match meant:
        case f.Const():
            return meant
        case f.Applied(name, args) | f.Holds(name, args) if all(isinstance(arg, f.Const) for arg in args):
            return f.Const(name, tuple(arg for arg in args if isinstance(arg, f.Const)))
    return None


def _facts(solver: Solver) -> Facts | None:
    """The payoffs of a game, where they can be tabulated."""
    try:
        return solver.facts()
    except GameError:
        return None


@lru_cache(maxsize=8)
def _program(description: Description, pass_moves: Sequence[str]) -> str:
    return compile_program(description, pass_moves=pass_moves)
