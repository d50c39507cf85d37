"""A model without a network that reads evidence as the game's claim reader does, errs at rates, and goes by trust.

`gratr:extractor?sign=0.3` and the like: it makes what it is asked for of the prompt and the game's `trust.toml` alone.
What it gets wrong is so by chance; figures that it makes say nothing of language models.

| rate | what it does |
|---|---|
| `sign` | takes an attack for a defence, and the other way round |
| `quote` | invents an act, and the words it quotes for it |
| `target` | names another player |
| `unread` | answers in no form |
| `skill` | moves by what the prompt says of trust, or by who is named most in it; else at random |

It accuses in its speeches whom the prompt calls certain to be against it, or probably, and takes nobody for a target
who the prompt says is out of the game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from gdl.values import dataclass
from lelma.agents.trusting.life import read_claims
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.models import Model
from lelma.models.connect import OptionTests, read_options
from lelma.models.simulated.player import PlayerRates, SimulatedPlayer
from lelma.models.simulated.stand_in import StandIn, StandInQuestion
from lelma.trust.record import TrustRules, trust_rules
from lelma.trust.speech import claim_values, spoken_evidence

_ACT = re.compile(r"^This is what (?P<actor>[^\n]+) just did or said:\n(?P<act>.*?)\n\n", re.MULTILINE | re.DOTALL)
_WORDS = re.compile(r"“(?P<words>.*)”", re.DOTALL)
_TRUST = re.compile(
    r"^(?P<name>[^:\n]+): trust (?P<trust>[+-]\d\.\d\d)"
    r"(?:; it is certain that (?P<certain>[^(\n]+) \(|, (?P<against>probably against you);)?"
    r"[^\n]*?(?P<out> is out of the game\.)?$",
    re.MULTILINE,
)
_LEGAL = re.compile(r"^Your moves:\n(?P<lines>.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
_MESSAGE = re.compile(r"^\d+\. (?P<text>.*)$", re.MULTILINE)
_INVENTED = "I never said that, and everyone heard it."
_TENTHS = 10


@dataclass(frozen=True)
class ReadingRates:
    """How often an extractor errs, and how often it goes by what it was told; each from 0 to 1."""

    sign: float = 0.0
    quote: float = 0.0
    target: float = 0.0
    unread: float = 0.0
    skill: float = 0.8


_OPTIONS: OptionTests = {
    each.name: (lambda text: re.fullmatch(r"0|1|[01]?\.\d{1,9}", text), "a probability, a number from 0 to 1")
    for each in fields(ReadingRates)
}


def simulated_reader(game: Game, spec: str) -> Model:
    """`extractor`, with its rates after a `?`.

    Raises:
        UsageError: for a game without a `trust.toml`.
        ModelUnavailable: for rates there are not.
    """
    kind, _, query = spec.partition("?")
    rates = {name: float(text) for name, text in read_options(kind, query, _OPTIONS).items()}
    return EvidenceReader(game, trust_rules(game), ReadingRates(**rates), spec)


class EvidenceReader(StandIn):
    """Answers by its rates."""

    def __init__(self, game: Game, rules: TrustRules, rates: ReadingRates, name: str) -> None:
        self.name, self.rates = name, rates
        self._game, self._rules = game, rules
        self._other = SimulatedPlayer(PlayerRates(wrong=0, likely=0, misquote=0, leak=0), name=name)
        self._wording = Wording(game.file.words)

    def answer(self, asked: StandInQuestion) -> str:
        text, wanted = asked.text, asked.wanted
        if "evidence" in wanted:
            found = self._evidence(text, wanted["evidence"]["items"]["properties"]["target"]["enum"], asked.chance)
            if asked.chance.random() < self.rates.unread:
                return "I would rather answer freely."
        elif "move" in wanted:
            found = self._answer(text, wanted, asked.chance)
        elif "order" in wanted:
            found = {"order": self._order(text)}
        elif "entities" in wanted:
            found = self._entities(text)
        elif "low" in wanted:
            found = {"low": self._named(text), "high": ["suspicion", "support"]}
        else:
            return self._other.answer(asked)
        return json.dumps(found, ensure_ascii=False)

    def _evidence(self, text: str, players: Sequence[str], chance: Random) -> dict[str, Any]:
        """What the last act of somebody is evidence of, with the mistakes that are drawn."""
        found = _ACT.search(text)
        actor = self._player(found["actor"], players) if found else None
        if found is None or actor is None:
            return {"evidence": []}
        items = list[dict[str, Any]]()
        words = _WORDS.search(found["act"])
        if words is not None:
            said = spoken_evidence(
                self._rules.said,
                "",
                0,
                actor,
                read_claims(self._game, actor, words["words"]),
                hedged=self._rules.hedged,
            )
            for each in said:
                if each.source == actor and abs(each.credibility) * _TENTHS >= 1:
                    items.append(self._item(each.target, each.credibility, each.quote))
        votes = [entry.credibility for entry in self._rules.evidence if not entry.side]
        for line in found["act"].splitlines() if words is None else ():
            named = [player for player in players if player != actor and self._names(line, player)]
            if votes and len(named) == 1:
                items.append(self._item(named[0], votes[0], line))
        return {"evidence": [self._spoilt(item, actor, players, chance) for item in items]}

    def _item(self, target: str, c: float, quote: str) -> dict[str, Any]:
        score = round(abs(c) * _TENTHS, 1)
        return {
            "target": target,
            "type": "defend" if c > 0 else "attack",
            "score": score,
            "role_guess": "unknown",
            "quote": quote,
        }

    def _spoilt(self, item: dict[str, Any], actor: str, players: Sequence[str], chance: Random) -> dict[str, Any]:
        drawn = {name: chance.random() < getattr(self.rates, name) for name in ("sign", "quote", "target")}
        if drawn["sign"]:
            item["type"] = "defend" if item["type"] == "attack" else "attack"
        if drawn["target"]:
            item["target"] = chance.choice([each for each in players if each not in (actor, item["target"])])
        if drawn["quote"]:
            target = chance.choice([each for each in players if each != actor])
            item = self._item(target, chance.choice((-1, 1)) * chance.random(), _INVENTED)
        return item

    def _answer(self, text: str, properties: Mapping[str, Any], chance: Random) -> dict[str, Any]:
        """A move by trust, or by whom the messages name most, and a word on it."""
        moves = list(properties["move"]["enum"])
        of = {move: [part for part in move.strip("()").split()[1:] if part != "pass"] for move in moves}
        players = list(dict.fromkeys(player for parts in of.values() for player in parts))
        lines = {
            player: found
            for found in _TRUST.finditer(text)
            if (player := self._player(found["name"], players or self._seats())) is not None
        }
        trust = {player: float(found["trust"]) for player, found in lines.items()}
        out = {player for player, found in lines.items() if found["out"]}
        if not trust:
            seen = [each["text"] for each in _MESSAGE.finditer(text)]
            trust = {player: -float(sum(self._names(line, player) for line in seen)) for player in players}
        move = chance.choice(moves)
        known = [player for player in players if player in trust and player not in out]
        if known and chance.random() < self.rates.skill:
            friendly = any(self._rules.helps(each) for each in moves)
            best = max(trust[player] for player in known) if friendly else min(trust[player] for player in known)
            chosen = [each for each in moves if any(trust.get(player) == best for player in of[each])]
            move = chance.choice(chosen or moves)
        least = min(trust, key=lambda player: (player in out, trust[player])) if trust else None
        told = f"I trust {self._wording.name(least)} least." if least is not None else "I can't tell yet."
        accused = self._said(self._rules.said[0].claim if self._rules.said else "", least or "")
        found = lines.get(least or "")
        proved = f"{found['certain']}." if found and found["certain"] else None
        guess = accused if least is not None and trust[least] < 0 else ""
        thought = f"{told} {proved or guess}".strip()
        speech, lies = told, list[str]()
        if found and accused and found["certain"] and trust[least or ""] < 0:
            speech = f"{told} {accused}"
            lies += [] if self._wording.name(self._rules.evil) in found["certain"] else [accused]
        elif found and accused and found["against"]:
            speech = f"{told} I think that {accused}"
        given = {"thought": thought, "lies": lies, "move": move, "speech": speech, "words": speech}
        return {name: value for name, value in given.items() if name in properties}

    def _said(self, claim: str, target: str) -> str:
        """A claim of `trust.toml` about a player in words, where it says who the player is."""
        values = claim_values("is_identity(?target, ?what)", claim)
        return f"{self._wording.name(target)} is {self._wording.name(values['what'])}." if values else ""

    def _order(self, text: str) -> list[int]:
        """The passages that name most of the players first."""
        passages = re.findall(r"^\[(\d+)\] (.*)$", text, re.MULTILINE)
        counted = {int(number): len(self._named(line)) for number, line in passages}
        return sorted(counted, key=lambda number: (-counted[number], number))

    def _entities(self, text: str) -> dict[str, Any]:
        message = text.partition("A message of the game:\n")[2].partition("\n\n")[0]
        names = self._named(message)
        entities = [{"name": name, "kind": "player", "description": message[:200]} for name in names]
        relation = {"description": message[:200], "keywords": "suspicion", "strength": 5}
        pairs = [{"source": names[0], "target": other, **relation} for other in names[1:]]
        return {"entities": entities, "relations": pairs}

    def _seats(self) -> list[str]:
        seats = self._game.file.seats
        if seats is None:
            return []
        return [seats.name.format(number) for number in range(1, self._game.parameters[seats.count] + 1)]

    def _named(self, text: str) -> list[str]:
        return [self._wording.name(player) for player in self._seats() if self._names(text, player)][:8]

    def _names(self, text: str, player: str) -> bool:
        return re.search(rf"\b{re.escape(self._wording.name(player))}\b", text) is not None

    def _player(self, name: str, players: Sequence[str]) -> str | None:
        return next((player for player in players if self._wording.name(player) == name), None)
