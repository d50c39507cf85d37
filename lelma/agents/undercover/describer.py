"""A model without words of its own: it answers the prompts of the Undercover-V agents by a lexicon, and errs as told.

`formalizer` makes no mistakes; `describer` makes those of `Slips` at the rates that were measured of a model, or at
given ones: `describer?lie=0.3&vague=0`. It reads what its prompts say, and nothing else: its word, what was said, what
the prover found. So an agent that asks a model plays a whole match without a network or a key.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gdl.values import dataclass
from lelma.agents.undercover.attribution import CITIZEN, SPY
from lelma.agents.undercover.case import predicate_of
from lelma.game.game import Game
from lelma.models import Model
from lelma.models.simulated.stand_in import StandIn, StandInQuestion
from lelma.support.errors import UsageError
from lelma.support.outside import named_options, with_rates
from lelma.words.word_facts import WordFacts, fact_text
from translators.descriptions.lexicon import FactClause
from translators.descriptions.spelling import words_of

_OWN = re.compile(r"[Yy]our word is “([^”]+)”")
_WORD = re.compile(r"^The word: (.+?)(?:, which is the predicate \w+)?$", re.MULTILINE)
_SAID = re.compile(r"^(?:What was said|.+ said):\n((?:\d+\. .+\n?)+)", re.MULTILINE)
_QUOTED = re.compile(r": “([^”\n]+)”")
_FOUND = re.compile(
    r"^(.+): (it follows|it is ruled out|neither follows.*|could not.*|logically \w+|syntax error)$", re.M
)
_PLAYER = re.compile(r"^(\w+): (.+)$", re.MULTILINE)
_GUESSED = re.compile(r"^You guessed the other word: (.+)$", re.MULTILINE)
_TO_SHOW = re.compile(r"^To be shown: ∃x\. (\w+)\(x\)", re.MULTILINE)
_VAGUE = (
    "It is something that one comes across.",
    "Many people have an opinion about it.",
    "One could tell a story about it.",
    "It has been heard of in many places.",
    "There is more to it than meets the eye.",
    "You may think of something similar.",
)


@dataclass(frozen=True)
class Slips:
    """How often something goes wrong, from 0 to 1.

    Attributes:
        lie: a description that is false of the own word. vague: one that says nothing.
        leak_word: one with the word in it. repeat: one that was heard before.
        formula_arity: a predicate with one argument too many, somewhere.
        formula_argument: a predicate's name as an argument.
        formula_sort: an event where a thing is expected.
        formula_character: a sign that no formula has, such as a full-width bracket.
        formula_over_strong: a fact that is said of everything.
    """

    lie: float = 0.0
    vague: float = 0.0
    leak_word: float = 0.0
    repeat: float = 0.0
    formula_arity: float = 0.0
    formula_argument: float = 0.0
    formula_sort: float = 0.0
    formula_character: float = 0.0
    formula_over_strong: float = 0.0


MEASURED = Slips(
    lie=0.02,
    vague=0.1,
    leak_word=0.02,
    repeat=0.02,
    formula_arity=0.16,
    formula_argument=0.19,
    formula_sort=0.16,
    formula_character=0.05,
    formula_over_strong=0.08,
)
"""Those of formulas as they were counted in theories that models wrote; those of descriptions are guessed."""


class Describer(StandIn):
    """The model."""

    def __init__(self, facts: WordFacts, slips: Slips, name: str) -> None:
        self.name, self._facts, self._slips = name, facts, slips

    def answer(self, asked: StandInQuestion) -> str:
        prompt, wanted, chance = asked.text, asked.wanted, asked.chance
        if "others" in wanted:
            return json.dumps(self._attribution(prompt, wanted, chance), ensure_ascii=False)
        if "guess" in wanted:
            return json.dumps(self._new_guess(prompt), ensure_ascii=False)
        if "move" in wanted:
            return json.dumps(self._answer(prompt, wanted, chance), ensure_ascii=False)
        match prompt.rstrip().rpartition("\n")[2]:
            case "Rules:":
                return "\n".join(self._rules(prompt))
            case "Formulas:":
                first = "A prover refuses them:" not in prompt
                return self._spoilt(self._formulas(prompt), chance) if first else self._formulas(prompt)
            case "Sketch:":
                return _sketch(prompt)
            case "The other word:":
                return self._guess(_own(prompt), _QUOTED.findall(prompt), ())
        return "I have nothing to say to this."

    def _answer(self, prompt: str, wanted: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
        known: dict[str, Any] = {"thought": "", "lies": [], "move": chance.choice(wanted["move"].get("enum") or [""])}
        if "speech" in wanted:
            known["speech"] = self._description(prompt, "", chance)
        return {name: known[name] for name in wanted}

    def _attribution(self, prompt: str, wanted: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
        """Whoever's words don't prove the own word is the likelier spy; oneself, if they are most of those judged."""
        roles = list(wanted["others"]["properties"])
        names = {name.partition(" (")[0]: role for role, name in _PLAYER.findall(prompt) if role in roles}
        gone = {role for role, name in _PLAYER.findall(prompt) if role in roles and "(out" in name}
        found = {names[name]: what for name, what in _FOUND.findall(prompt) if name in names}
        against = {role: what not in ("it follows", "logically valid") for role, what in found.items()}
        weights = {role: 0 if role in gone else 4 if against.get(role) else 1 for role in roles}
        most = len(found) > 1 and 2 * sum(against.values()) > len(found)
        mine = 12 if most else 1
        total = mine + sum(weights.values())
        others = {role: _as_told(weight / total) for role, weight in weights.items()}
        value: dict[str, Any] = {"others": others, "own": _as_told(mine / total), "plan": "I go by what was proved."}
        guess = re.search(r"guess of the other word in the game:\n(.+)", prompt)
        if "description" in wanted:
            shared = guess[1] if guess and most else ""
            value["description"] = self._description(prompt, shared, chance)
        if "vote" in wanted:
            moves = wanted["vote"]["enum"]
            best = [move for move in moves if any(f" {role})" in move and weights[role] == 4 for role in roles)]
            value["vote"] = chance.choice(best or moves)
        return value

    def _description(self, prompt: str, shared: str, chance: random.Random) -> str:
        """A sentence true of the own word that was not said before; of the other one, too, where that is wanted."""
        word, heard = _own(prompt), _QUOTED.findall(prompt)
        slips = self._slips
        fresh = [text for text in _VAGUE if text not in heard] or [f"It is on my mind for the {len(heard)}th time."]
        for rate, text in (
            (slips.repeat, chance.choice(heard) if heard else ""),
            (slips.leak_word, f"It is a {word}, of course."),
            (slips.vague, chance.choice(fresh)),
        ):
            if text and chance.random() < rate:
                return text
        known = self._facts.known(word)
        true = sorted(fact for fact in known if fact.holds)
        if chance.random() < slips.lie:
            true = sorted(fact.opposite for fact in known if not fact.holds)
        both = [fact for fact in true if fact in self._facts.known(shared)] if shared else []
        for facts in (both, true, sorted(fact for fact in known if not fact.holds)):
            texts = [self._facts.sentence(fact, without=words_of(word)) for fact in facts]
            texts = [text for text in texts if text and text not in heard]
            if texts:
                return chance.choice(texts)
        return chance.choice(fresh)

    def _guess(self, word: str, said: Sequence[str], besides: Sequence[str]) -> str:
        """The word that is likest to one's own among those that fit best what was said."""
        own = self._facts.known(word)
        keys = {"".join(words_of(each)) for each in (word, *besides)}
        others = [each for each in self._facts.words if each not in keys]
        return min(
            others,
            key=lambda each: (len(self._facts.missing(said, each)), -len(own & self._facts.known(each)), each),
            default=word,
        )

    def _new_guess(self, prompt: str) -> dict[str, Any]:
        word, guessed, said = _own(prompt), _GUESSED.findall(prompt), _said(prompt)
        against = any(each.ruled_out for each in self._facts.missing(said, word))
        identity = SPY if against else CITIZEN
        heard = _QUOTED.findall(prompt) if against else said
        return {"identity": identity, "guess": self._guess(word, [*said, *heard], guessed)}

    def _rules(self, prompt: str) -> list[str]:
        word, said = _words(prompt), _said(prompt)
        true, false = self._bearing(word, said)
        if false:
            return [f"Nothing of which “{_told(clause)}” is true is what “{word}” names." for clause in false]
        told = " and ".join(f"“{_told(clause)}”" for clause in true)
        return [f"If {told} is true of something, it is what “{word}” names." if told else "Nothing follows from it."]

    def _formulas(self, prompt: str) -> str:
        """What was said, of `it`, and what it means for the word, a labelled formula on each line."""
        word, said = _words(prompt), _said(prompt)
        true, false = self._bearing(word, said)
        name = predicate_of(word)
        lines = []
        for number, text in enumerate(said, start=1):
            parts = [_formula(clause, "it") for clause in self._facts.said(text)]
            lines.append(f"fact_{number}: {' ∧ '.join(parts) or f'Described{number}(it)'}")
        if false:
            parts = [f"rule_{at}: ∀x. {_formula(clause, 'x')} ⟶ ¬{name}(x)" for at, clause in enumerate(false, start=1)]
            lines += parts
        elif true:
            lines.append(f"rule_1: ∀x. {' ∧ '.join(_formula(clause, 'x') for clause in true)} ⟶ {name}(x)")
        return "\n".join([*lines, f"rule_one: ∀x. {name}(x) ⟶ x = it"])

    def _bearing(self, word: str, said: Sequence[str]) -> tuple[list[FactClause], list[FactClause]]:
        """Of what was said, what is known to be true of a word, and what is known to be false."""
        known = self._facts.known(word)
        clauses = list(dict.fromkeys(clause for text in said for clause in self._facts.said(text)))
        true = [clause for clause in clauses if known.intersection(clause)]
        return true, [clause for clause in clauses if all(fact.opposite in known for fact in clause)]

    def _spoilt(self, text: str, chance: random.Random) -> str:
        """Formulas with the mistakes that are drawn."""
        slips = self._slips
        changes: tuple[tuple[float, Callable[[str], str]], ...] = (
            (slips.formula_arity, lambda each: each.replace("(it)", "(it, it)", 1)),
            (slips.formula_argument, lambda each: _with_fact(each, f"Has(it, {_first(each)})")),
            (slips.formula_sort, lambda each: _with_fact(each, "∃e. Agent(e, it) ∧ Agent(it, e)")),
            (slips.formula_character, lambda each: each.replace("(", "（", 1)),
            (slips.formula_over_strong, lambda each: re.sub(r"fact_1: (\w+)\(it\)", r"fact_1: ∀x. \1(x)", each)),
        )
        for rate, change in changes:
            if chance.random() < rate:
                text = change(text)
        return text


def simulated_model(game: Game, spec: str) -> Model:
    """`formalizer`, or `describer` with its rates after a `?`.

    Raises:
        UsageError: for rates there are not, and for a game without a lexicon.
    """
    kind, _, rates = spec.partition("?")
    usual = Slips() if kind == "formalizer" else MEASURED
    slips = with_rates(f"a {kind}", usual, named_options(rates, separator="&"))
    facts = WordFacts.of(game)
    if facts is None:
        raise UsageError(f"{kind} goes by a lexicon, and {game.name} has none")
    return Describer(facts, slips, spec)


def _sketch(prompt: str) -> str:
    """A proof by the first rule whose conclusion is the predicate of the word: its conditions, then the word."""
    found = _TO_SHOW.search(prompt)
    name = found[1] if found else "Word"
    rule = re.search(rf"^\w+: ∀x\. (.+) ⟶ {name}\(x\)$", prompt, re.MULTILINE)
    steps = [f'obtain x where "{rule[1]}" <ATP>', f'then have "{name}(x)" <ATP>'] if rule else []
    return "\n  ".join(["proof -", *steps, "then show ?thesis <ATP>"]) + "\nqed"


def _own(prompt: str) -> str:
    found = _OWN.search(prompt)
    return found[1] if found else ""


def _words(prompt: str) -> str:
    found = _WORD.search(prompt)
    return found[1] if found else _own(prompt)


def _said(prompt: str) -> list[str]:
    found = list(_SAID.finditer(prompt))
    return [line.partition(". ")[2] for line in found[-1][1].splitlines()] if found else []


def _as_told(chance: float) -> dict[str, Any]:
    """An identity and its probability, of that of being the spy."""
    spy = chance > 0.5
    return {"identity": SPY if spy else CITIZEN, "p": round(chance if spy else 1 - chance, 4)}


def _formula(clause: FactClause, thing: str) -> str:
    parts = [f"{'' if fact.holds else '¬'}{predicate_of(fact.name)}({thing})" for fact in clause]
    return parts[0] if len(parts) == 1 else f"({' ∨ '.join(parts)})"


def _told(clause: FactClause) -> str:
    return " or ".join(map(fact_text, clause))


def _with_fact(text: str, formula: str) -> str:
    """Formulas with a further fact, before the last rule."""
    return text.replace("rule_one:", f"fact_{text.count('fact_') + 1}: {formula}\nrule_one:")


def _first(text: str) -> str:
    """The first predicate of formulas."""
    found = re.search(r"\b([A-Z]\w*)\(", text)
    return found[1] if found else "It"
