"""Agents that follow rules written as data: `agents.toml` in a game's folder.

```toml
[plain]
about = "Approves of teams it is on."

[[plain.rule]]
move = "(vote approve)"                     # the moves it is about
when = ["(latest (proposed ?q ?a ?p ?team))", "(within ?me ?team)"]
score = 2                                   # counts once for each way in which all conditions hold

[[plain.rule]]
move = "speak"
says = ["I am fine with this team.", "{p} knows why."]   # one is drawn that the role has not heard yet
```

The move with the highest sum of scores is played; among equals one is drawn by the agents' seed. Variables in what is
said are told in the game's words. Conditions are those of `conditions`; rules know nothing but what the role perceived.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from gdl.errors import GdlError
from gdl.tree.syntax import Symbol, Term, variables_in
from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.agents.players.conditions import Binding, LivedFacts
from lelma.agents.protocol import AgentFacts, Answer, View
from lelma.game.wording import fill, holes
from lelma.support.errors import GameError
from lelma.support.outside import toml_file


@dataclass(frozen=True)
class Preference:
    """One rule: what it adds to the score of the moves that match, and what may be said with them."""

    move: Term
    when: tuple[Term, ...]
    score: int
    says: tuple[str, ...]


class PreferringAgent:
    """Plays the move that its rules score highest."""

    here = True

    def __init__(self, name: str, rules: Sequence[Preference], *, about: str = "", source: str = "") -> None:
        self.name, self.rules = name, tuple(rules)
        self.facts = AgentFacts(about, calls=0, source=source)

    def act(self, view: View) -> Answer:
        facts = LivedFacts.of(view)
        chance = random.Random(view.seed)
        found = {move: self._judge(read_term(move), facts, view.role) for move in view.legal}
        move = chance.choice(highest_scoring(view.legal, lambda move: found[move][0]))
        if move not in view.speaking:
            return Answer(move)
        heard = {each.words for ply in view.plies for each in ply.heard}
        texts = [fill(view.wording, text, values) for text, values in found[move][1]]
        new = [text for text in texts if not any(text in words for words in heard)]
        return Answer(move, chance.choice(new or texts or [""]))

    def preferred(self, moves: Sequence[str], facts: LivedFacts, me: str) -> list[str]:
        """Those of some moves, legal or not yet, that its rules score highest."""
        return highest_scoring(moves, lambda move: self._judge(read_term(move), facts, me)[0])

    def _judge(self, move: Term, facts: LivedFacts, me: str) -> tuple[int, list[tuple[str, Binding]]]:
        """The score of a move, and what may be said with it."""
        score, texts = 0, list[tuple[str, Binding]]()
        for rule in self.rules:
            start = match(rule.move, move, {"me": Symbol(me)})
            for values in facts.solutions(rule.when, start) if start is not None else ():
                score += rule.score
                texts += [(text, values) for text in rule.says]
        return score, texts


def highest_scoring(moves: Sequence[str], score: Callable[[str], Fraction | float]) -> list[str]:
    """The moves with the highest score."""
    scores = {move: score(move) for move in moves}
    return [move for move in moves if scores[move] == max(scores.values())]


def preferring_agents(folder: Path) -> dict[str, PreferringAgent]:
    """The agents of a game's folder, by name; none if it has no `agents.toml`.

    Raises:
        GameError: with every fault of the file.
    """
    file = folder / "agents.toml"
    if not file.is_file():
        return {}
    tables = toml_file(file, fail=GameError)
    faults: list[str] = []
    found = {}
    for name, table in tables.items():
        about = str(table.get("about", "")).rstrip(".") if isinstance(table, dict) else ""
        found[name] = PreferringAgent(
            name, list(_rules(name, table, faults)), about=about, source="agents.toml of this game"
        )
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    return found


def _rules(name: str, table: Any, faults: list[str]) -> Iterator[Preference]:
    rules = table.get("rule", []) if isinstance(table, dict) else []
    if not isinstance(rules, list) or not all(isinstance(entry, dict) for entry in rules):
        faults.append(f"{name}.rule should be tables: write [[{name}.rule]]")
        return
    for number, entry in enumerate(rules, start=1):
        where = f"{name}.rule[{number}]"
        unknown = set(entry) - {"move", "when", "score", "says"}
        if unknown or "move" not in entry:
            faults.append(f"{where}: expected move, when, score, says; got {', '.join(entry)}")
            continue
        try:
            rule = Preference(
                read_term(entry["move"]),
                tuple(read_term(text) for text in entry.get("when", ())),
                int(entry.get("score", 1)),
                tuple(entry.get("says", ())),
            )
        except (GdlError, TypeError, ValueError) as error:
            faults.append(f"{where}: {error}")
            continue
        faults += [f"{where}: {hole}" for hole in _unbound(rule)]
        yield rule


def _unbound(rule: Preference) -> Iterator[str]:
    """Holes of texts that no condition fills."""
    terms = (rule.move, *rule.when)
    bound = {name for term in terms for name in variables_in(term)} | {"me"}
    for text in rule.says:
        yield from (f"{{{hole}}} in {text!r} is no variable of the rule" for hole in holes(text) if hole not in bound)
