"""A model without words of its own that reflects, describes and votes by a lexicon, and errs at rates that are known.

`reflector` makes the mistakes of `ReflectorRates`; `reflector?beta=0.9&obey=1` has others. It reads what its prompts
say, and nothing else: its word, who said what, who is out, the entries and the rules it is told. What it infers is the
posterior of `deducer`. So the effect of every switch is known in advance, without a network or a key. Asked to curate,
it answers as `lelma.agents.reflecting.rule_writer` has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.agents.reflecting.rule_writer import written_entries
from lelma.agents.reflecting.telling import EARLY, RULE_TASKS, word_table_of
from lelma.agents.word_games.deducer import HeardSoFar, word_posterior
from lelma.agents.word_games.word_table import NEUTRAL, WordTable
from lelma.game.game import Game
from lelma.models import Model
from lelma.models.simulated.stand_in import StandIn, StandInQuestion
from lelma.support.errors import UsageError
from lelma.support.outside import named_options, with_rates
from translators.descriptions.spelling import words_of

_OWN = re.compile(r"[Yy]our word is “([^”]+)”")
_SAID = re.compile(r"^\d+\. ([^:“”\n]+): “([^”\n]+)”$", re.MULTILINE)
_PLAYER = re.compile(r"^(\w+): ([^(:\n]+?)(?: \(([^)\n]*)\))?$", re.MULTILINE)
_ROUND = re.compile(r"It is round (\d+)")
_SCORE = re.compile(r"OUTLIER score[^\n]*: ([\d.]+)\s*$", re.MULTILINE)
_ASKED = re.compile(r"^\((\w+)\) ", re.MULTILINE)
_BROKEN = re.compile(r"^Your answer breaks \((\w+)\)", re.MULTILINE)
_SPEAKS = re.compile(r"It now says (not )?(\w+) of: ([^.\n]+)\.")
_LEARNT = re.compile(r"^What was learnt in earlier games:\n.*?\n\n", re.MULTILINE | re.DOTALL)
_BELIEVED = re.compile(r"^you: .*?with probability ([\d.]+)", re.MULTILINE)
_PLAYERS_PART = re.compile(r"^The players:\n(.+?)\n\n", re.MULTILINE | re.DOTALL)


ODDS = 10
"""How many times each saying of an entry makes it likelier, or less likely, that a player is the odd one."""


@dataclass(frozen=True)
class ReflectorRates:
    """How a reflector errs and obeys, each a probability from 0 to 1.

    Attributes:
        beta: civilian bias: that it takes itself for one of the many, whatever was said.
        noise: that it is drawn what it takes another player for, and for whom it votes.
        obey: that it keeps a rule it is told; each by itself.
        mend: that it keeps one after it was told that it broke it.
        heed: that it goes by what entries say of players now, itself included: in what it believes, in whether it
            takes itself for the odd one as it describes, and in its vote.
        vague: that it says nothing of its word.
        break_form: that it answers in no form at all.
        lie: of a curator, that a rule it writes is false; `malformed`, that it can't be read.
    """

    beta: float = 0.3
    noise: float = 0.7
    obey: float = 0.6
    mend: float = 0.8
    heed: float = 0.8
    vague: float = 0.4
    break_form: float = 0.02
    lie: float = 0.3
    malformed: float = 0.1


@dataclass(frozen=True)
class PlantedRules:
    """Which rules an answer of a reflector keeps, and which it breaks on purpose: `text` is the answer."""

    task: str
    text: str
    kept: Mapping[str, bool]


@dataclass(frozen=True)
class _Read:
    """What a prompt says."""

    text: str
    me: str
    names: Mapping[str, str]
    gone: frozenset[str]
    own: str
    said: Mapping[str, tuple[str, ...]]
    round: int
    rules: tuple[str, ...]
    broken: frozenset[str]
    own_odd: float | None

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(role for role in self.names if role != self.me and role not in self.gone)


@dataclass
class Reflector(StandIn):
    """The model.

    Attributes:
        planted: the rules that its answers keep and break, in order, for those who test checkers.
    """

    table: WordTable
    rates: ReflectorRates
    name: str
    planted: list[PlantedRules] = field(default_factory=list)

    def drawn_by(self, text: str) -> str:
        """Without what was learnt, so that with entries and without them the same mistakes are drawn."""
        return _LEARNT.sub("", text)

    def answer(self, asked: StandInQuestion) -> str:
        wanted, chance = asked.wanted, asked.chance
        if chance.random() < self.rates.break_form:
            return "I would rather answer freely."
        if "entries" in wanted:
            told = written_entries(asked.text, self.rates.lie, self.rates.malformed, self.table, chance)
            return json.dumps({"entries": told}, ensure_ascii=False)
        if "player_analyses" in wanted:
            return self._reflection(_read(asked.text, self.table), chance, scored="outlier_score_used" in wanted)
        if "vote_target" in wanted:
            return self._vote(_read(asked.text, self.table), chance)
        if "content" in wanted:
            return self._description(_read(asked.text, self.table), chance, planned="strategy" in wanted)
        return json.dumps({"text": "Say what is true of your word, and listen to who contradicts whom."})

    def _suspicion(self, read: _Read) -> tuple[dict[str, float], dict[str, str]]:
        """Player → how probable it is that it holds the odd word; the likeliest word of each other player."""
        players = (read.me, *read.others)
        heard = HeardSoFar(read.me, players, read.own or None, {p: read.said.get(p, ()) for p in players})
        found, words = dict.fromkeys(players, 0.0), dict[str, dict[str, float]]()
        for world, weight in word_posterior(heard, self.table).items():
            found[world.odd] += float(weight)
            for player in read.others:
                word = world.odd_word if world.odd == player else world.common_word
                words.setdefault(player, {}).setdefault(word, 0.0)
                words[player][word] += float(weight)
        return found, {player: max(each, key=lambda word: each[word]) for player, each in words.items()}

    def _keeps(self, rule: str, read: _Read, chance: Random) -> bool:
        rate = self.rates.mend if rule in read.broken else self.rates.obey
        return chance.random() < rate

    def _reflection(self, read: _Read, chance: Random, *, scored: bool) -> str:
        odd, common = self.table.odd, self.table.common
        suspicion, words = self._suspicion(read)
        biased = chance.random() < self.rates.beta
        said = self._sayings(read, chance)
        mine = 0.05 if biased else _heeded(suspicion[read.me], said.get(read.me, 0))
        kept = {rule: self._keeps(rule, read, chance) for rule in read.rules if "reflect" in RULE_TASKS[rule]}
        if kept.get("self_doubt"):
            mine = max(mine, 0.4, suspicion[read.me] if "self_doubt" in read.broken else 0.0)
        elif "self_doubt" in kept:
            mine = min(mine, 0.25)
        if kept.get("overconfidence") and read.round <= EARLY:
            mine = max(mine, 0.2)
        elif "overconfidence" in kept and read.round <= EARLY and not kept.get("self_doubt"):
            mine = 0.1
        analyses: list[dict[str, Any]] = []
        for role in read.others:
            if role not in read.said:
                continue
            share = chance.random() if chance.random() < self.rates.noise else suspicion[role]
            share = _heeded(share, said.get(role, 0))
            reason = "I go by what was said of the words."
            if kept.get("anti_vague") is False and not analyses:
                share, reason = 0.9, "That was a vague description, which speaks for it."
            told = {"word_guess": words.get(role, "") or "unknown", "role_guess": odd if share > 0.5 else common}
            sure = share if share > 0.5 else 1 - share
            analyses.append({"player_id": read.names[role], **told, "confidence": round(sure, 3), "reason": reason})
        guess = odd if mine > 0.5 else common
        sure = mine if mine > 0.5 else 1 - mine
        own = {"role_guess": guess, "role_reason": "I weigh what was said.", "confidence": round(sure, 4)}
        value: dict[str, Any] = {"player_analyses": analyses, "self_analysis": own}
        if scored:
            found = _SCORE.search(read.text)
            score = float(found[1]) if found else None
            value |= {"outlier_score_used": score, "grounding_consistency": "It agrees with what was said."}
            if kept.get("grounded") is False:
                if score is None or chance.random() < 1 / 2:
                    value["outlier_score_used"] = 0.111 if score is None else round(score + 0.3, 3)
                else:
                    own["role_reason"] = f"The outlier score is {score}, which means that I am the {guess}."
        return self._planted("reflect", value, {rule: each for rule, each in kept.items() if _applies(rule, read)})

    def _description(self, read: _Read, chance: Random, *, planned: bool) -> str:
        suspicion, words = self._suspicion(read)
        believed = read.own_odd if read.own_odd is not None else suspicion[read.me]
        odd = _heeded(believed, self._sayings(read, chance).get(read.me, 0)) > 0.5
        other = max(set(words.values()) - {read.own}, key=list(words.values()).count, default="")
        other = other or next(iter(self.table.partners(read.own)), "")
        facts_of = self.table.facts
        assert facts_of is not None  # a reflector is made of a game with a lexicon
        mine, theirs = facts_of.known(read.own), facts_of.known(other)
        shared = sorted(f for f in mine if f.holds and f in theirs)
        apart = sorted((f for f in mine if f.opposite in theirs), key=lambda f: (not f.holds, f))
        apart += sorted(f for f in mine if f.holds and f not in theirs and f not in apart)
        kept = {rule: self._keeps(rule, read, chance) for rule in read.rules if "describe" in RULE_TASKS[rule]}
        wanted = "blend_in" if read.round <= EARLY else "second_reading"
        facts = shared if odd or (kept.get("strategy_first") and wanted == "second_reading") else [*apart, *shared]
        said = {"".join(words_of(text)) for texts in read.said.values() for text in texts}
        told = (facts_of.sentence(fact, without=words_of(read.own)) for fact in facts)
        texts = [each for each in told if each and "".join(words_of(each)) not in said]
        neutral = [each for each in NEUTRAL if "".join(words_of(each)) not in said] or list(NEUTRAL)
        plain = chance.random() < self.rates.vague or not texts
        value: dict[str, Any] = {
            "thinking": "I say what is true.",
            "content": chance.choice(neutral) if plain else texts[min(len(read.broken), len(texts) - 1)],
        }
        if planned:
            other_plan = "second_reading" if wanted == "blend_in" else "blend_in"
            value = {"strategy": wanted if kept.get("strategy_first", True) else other_plan, **value}
        return self._planted("describe", value, kept)

    def _vote(self, read: _Read, chance: Random) -> str:
        suspicion, _ = self._suspicion(read)
        weights = {role: suspicion[role] + 0.001 for role in read.others}
        if chance.random() < self.rates.noise:
            weights = {role: chance.random() for role in weights}
        said = self._sayings(read, chance)
        weights = {role: weight * ODDS ** said.get(role, 0) for role, weight in weights.items()}
        best = max(weights.values(), default=0.0)
        target = chance.choice([role for role in weights if weights[role] == best] or [read.me])
        kept = {rule: self._keeps(rule, read, chance) for rule in read.rules if "vote" in RULE_TASKS[rule]}
        reasons = ["What was said doesn't agree with the rest, so the word is another one."]
        if kept.get("anti_outlier"):
            reasons = ["It is framing others, by what it says of them."]
        elif "anti_outlier" in kept:
            reasons = ["The description stands out from all the others."]
        if kept.get("anti_vague") is False:
            reasons.append("It was vague, too.")
        kept.pop("spy_offense", None)  # what becomes of it depends on the votes of the others
        told = {rule: each for rule, each in kept.items() if _applies(rule, read)}
        return self._planted("vote", {"vote_reason": " ".join(reasons), "vote_target": read.names[target]}, told)

    def _sayings(self, read: _Read, chance: Random) -> dict[str, int]:
        """Player → how many more entries say now that it is the odd one than say that it isn't; none if not heeded."""
        found: dict[str, int] = {}
        if chance.random() >= self.rates.heed:
            return found
        by_name = {**{name: role for role, name in read.names.items()}, "you": read.me}
        for says in _SPEAKS.finditer(read.text):
            for_odd = (says[2] == self.table.odd) is not bool(says[1])
            for name in says[3].split(", "):
                role = by_name.get(name.strip(), "")
                found[role] = found.get(role, 0) + (1 if for_odd else -1)
        return found

    def _planted(self, task: str, value: Mapping[str, Any], kept: Mapping[str, bool]) -> str:
        text = json.dumps(value, ensure_ascii=False)
        if kept:
            self.planted.append(PlantedRules(task, text, dict(kept)))
        return text


def reflector_model(game: Game, spec: str) -> Model:
    """`reflector`, with its rates after a `?`: `reflector?beta=0.9&obey=1`; `lexicon` may name a file of its own.

    Raises:
        UsageError: for rates there are not, and for a game without a lexicon.
    """
    _, _, options = spec.partition("?")
    given = named_options(options, separator="&")
    table = word_table_of(game, given.pop("lexicon", ""))
    if table.honesty is None:
        raise UsageError(f"a reflector goes by a lexicon, and {game.name} has none")
    return Reflector(table, with_rates("a reflector", ReflectorRates(), given), spec)


def _read(prompt: str, table: WordTable) -> _Read:
    """What a prompt says of the match."""
    part = _PLAYERS_PART.search(prompt)
    rows = [(found[1], found[2].strip(), found[3] or "") for found in _PLAYER.finditer(part[1] + "\n" if part else "")]
    names = {role: name for role, name, _ in rows}
    by_name = {name: role for role, name in names.items()}
    me = next((role for role, _, told in rows if told.startswith("you")), "")
    said: dict[str, list[str]] = {}
    for found in _SAID.finditer(prompt):
        role = me if found[1].strip().casefold() == "you" else by_name.get(found[1].strip(), "")
        if role:
            said.setdefault(role, []).append(found[2])
    own, number = _OWN.search(prompt), _ROUND.search(prompt)
    asked = tuple(rule for rule in dict.fromkeys(_ASKED.findall(prompt)) if rule in RULE_TASKS)
    return _Read(
        text=prompt,
        me=me,
        names=names,
        gone=frozenset(role for role, _, told in rows if told.split(", ")[-1] == "out"),
        own=own[1] if own else "",
        said={role: tuple(texts) for role, texts in said.items()},
        round=int(number[1]) if number else 1,
        rules=asked,
        broken=frozenset(_BROKEN.findall(prompt)),
        own_odd=float(believed[1]) if (believed := _BELIEVED.search(prompt)) else None,
    )


def _heeded(share: float, says: int) -> float:
    """A probability after so many sayings of entries for it, or against it where negative."""
    odds = ODDS**says * (share + 0.001) / (1 - share + 0.001)
    return share if not says else odds / (1 + odds)


def _applies(rule: str, read: _Read) -> bool:
    """Whether a rule says anything of an answer here."""
    if rule == "overconfidence":
        return read.round <= EARLY and "self_doubt" not in read.rules
    if rule == "anti_vague":
        return any(role in read.said for role in read.others)
    return True
