"""What prompts of the SpyGame agents are told besides the course of the match: who is in, beliefs, scores, rules.

Everything is worked out from a view, the beliefs that were noted and what is known of words: nothing that the role
was not told. The outlier score is over the words that the player *guesses* (`lelma.words.outlier`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path

from gdl.values import dataclass
from lelma.agents.reflecting.beliefs import Beliefs, kept_beliefs
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.prompts import prompt_file, prompt_places, read_prompt
from lelma.agents.word_games.deducer import HeardSoFar, heard_so_far
from lelma.agents.word_games.heard import vote_round
from lelma.agents.word_games.word_table import WordTable, word_table
from lelma.game.game import Game
from lelma.models.embeddings import Embedder, open_embedder
from lelma.support.errors import UsageError, did_you_mean
from lelma.words.outlier import ProvedOutlier, outlier_score, proved_outlier

EARLY = 2
"""Rounds, from the first, that count as early."""
LEAST_DOUBT = 0.4
"""How probable a player at least takes it to be that it holds the odd word itself, by the rule `self_doubt`."""
MOST_SURE = 0.8
"""How sure a player at most is in early rounds that it does not, by the rule `overconfidence`."""

RULE_TASKS: Mapping[str, tuple[str, ...]] = {
    "self_doubt": ("reflect",),
    "anti_vague": ("reflect", "vote"),
    "anti_outlier": ("vote",),
    "spy_offense": ("vote",),
    "strategy_first": ("describe",),
    "grounded": ("reflect",),
    "overconfidence": ("reflect",),
}
"""Rule of cognitive regularization (SpyGame paper, section 5.3, appendices A.5 to A.7) → the questions it is about."""

NO_SCORE = "not available"


@dataclass(frozen=True)
class WordMoment:
    """A moment of a match of words, for the steps of an agent that reflects."""

    moment: StepMoment
    table: WordTable

    @classmethod
    def of(cls, moment: StepMoment) -> WordMoment:
        """That of a step.

        Raises:
            UsageError: if the game is none in which one player holds another word.
        """
        game = moment.texts.game
        if game is None or moment.texts.folder is None:
            raise UsageError("this agent plays games of words, by their folders")
        return cls(moment, word_table_of(game, str(moment.settings.get("lexicon", ""))))

    @property
    def names(self) -> tuple[str, str]:
        """The identities of the odd one, and of all others."""
        return self.table.odd, self.table.common

    @property
    def me(self) -> str:
        return self.moment.view.role

    @cached_property
    def heard(self) -> HeardSoFar:
        """What was said and voted."""
        return heard_so_far(self.moment.view, self.table)

    @property
    def own(self) -> str:
        """The own word; empty if none was told."""
        return self.heard.own or ""

    @property
    def round(self) -> int:
        """Which round it is, from 1."""
        return 1 + len(self.heard.votes)

    @cached_property
    def gone(self) -> tuple[str, ...]:
        """Who is out, in the order of leaving."""
        return tuple(role for each in self.heard.votes for role in each.out)

    @property
    def others(self) -> tuple[str, ...]:
        """The other players who are still in."""
        return tuple(role for role in self.moment.others if role not in self.gone)

    @cached_property
    def beliefs(self) -> Beliefs:
        return kept_beliefs(self.moment.state)

    @cached_property
    def score(self) -> float | None:
        """The outlier score, by the words guessed of those who are in; None without a guess."""
        guesses = {role: self.beliefs[role].word for role in self.others if role in self.beliefs}
        return outlier_score(self.own, guesses, self.embedder)

    @property
    def embedder(self) -> Embedder:
        """What the score is worked out by."""
        return embedder_of(str(self.moment.settings.get("embedder", "hashed")))

    @cached_property
    def proof(self) -> ProvedOutlier | None:
        """What descriptions prove of who holds the odd word; None without a lexicon."""
        if self.table.honesty is None or not self.own:
            return None
        everyone = [role for role in self.moment.view.roles if role != "random"]
        return proved_outlier(self.me, self.own, self.heard.said, self.table.honesty, players=everyone)

    def name(self, role: str) -> str:
        """What a role is called."""
        return self.moment.view.wording.name(role)

    def fields(self, task: str) -> dict[str, str]:
        """The fields of a prompt for a task, besides those of every agent of steps."""
        return {
            "players": self._players(),
            "believed": self._believed(),
            "round": str(self.round),
            "outlier": NO_SCORE if self.score is None else f"{self.score:.3f}",
            "hint": self._hint() if self.moment.settings.get("hint") else "",
            "proof": self._proof() if self.moment.settings.get("proof") else "",
            "rules_told": self._rules(task),
            "entries": "",
            "broken": "",
        }

    def _players(self) -> str:
        described = self._described_now()
        lines = []
        for role in (self.me, *self.moment.others):
            told = ["you"] if role == self.me else []
            told += ["out"] if role in self.gone else ["has described in this round"] if role in described else []
            lines.append(f"{role}: {self.name(role)}" + (f" ({', '.join(told)})" if told else ""))
        return "\n".join(lines)

    def _described_now(self) -> set[str]:
        """Who has spoken since the last vote."""
        found: set[str] = set()
        for ply in self.moment.view.plies:
            if vote_round(ply.percepts, self.moment.view.roles) is not None:
                found = set()
            found |= {each.role for each in ply.heard}
        return found

    def _believed(self) -> str:
        lines = []
        for role, each in self.beliefs.items():
            told = [f"word “{each.word}”"] if each.word else []
            told += [] if each.odd is None else [f"{self.table.odd} with probability {each.odd:g}"]
            told += [each.reason] if each.reason else []
            who = "you" if role == self.me else self.name(role)
            lines.append(f"{who}: {'; '.join(told) or 'nothing yet'}")
        return "\n".join(lines)

    def _hint(self) -> str:
        """What the score speaks for, by what the embedder takes for alike; the published code has 0.6 and 0.3."""
        if self.score is None:
            return ""
        known = self.embedder.thresholds
        above, below = (round(1 - known[name], 3) for name in ("far", "near"))
        return f"Above {above:g} it speaks for the {self.table.odd}, below {below:g} for a {self.table.common}."

    def _proof(self) -> str:
        """What descriptions prove, as far as they are true, in sentences."""
        found = self.proof
        if found is None or not found.differ:
            return ""
        lines = [f"{self.name(role)} can't have your word." for role in self.others if role in found.another_word]
        pairs = [pair for pair in sorted(found.differ) if self.me not in pair]
        lines += [f"{self.name(one)} and {self.name(other)} can't have the same word." for one, other in pairs]
        suspects = [role for role in found.suspects if role not in self.gone]
        if suspects:
            who = ["you" if role == self.me else self.name(role) for role in sorted(suspects)]
            lines.append(f"If all descriptions are true, the {self.table.odd} is {' or '.join(who)}.")
        return "\n".join(lines)

    def _rules(self, task: str) -> str:
        found = []
        for rule in switched_rules(self.moment):
            if task in RULE_TASKS[rule]:
                told = rule_text(rule, self.moment)
                found.append(f"({rule}) {told}")
        return "\n".join(found)


def switched_rules(moment: StepMoment) -> tuple[str, ...]:
    """The rules of cognitive regularization that are switched on: the option `rules`, names with a `+` between them.

    `all` is all of them, `-NAME` all but that.

    Raises:
        UsageError: for one that there is not.
    """
    text = str(moment.settings.get("rules", ""))
    if text in ("", "none"):
        return ()
    if text == "all":
        return tuple(RULE_TASKS)
    left_out = text.startswith("-")
    named = text.removeprefix("-").split("+")
    for name in named:
        if name not in RULE_TASKS:
            raise UsageError(f"there is no rule {name!r}{did_you_mean(name, RULE_TASKS)}: {', '.join(RULE_TASKS)}")
    return tuple(rule for rule in RULE_TASKS if (rule in named) is not left_out)


def rule_text(rule: str, moment: StepMoment) -> str:
    """A rule as a model is told it: `rules/NAME.md` of the agent's prompts, with the numbers it is checked by.

    Raises:
        UsageError: if there is no such file.
    """
    places = [place / "rules" for place in prompt_places(moment.folders, moment.texts.folder)]
    file = prompt_file(rule, places)
    if file is None:
        raise UsageError(f"there is no {rule}.md in {', '.join(map(str, places))}")
    values = {"least_doubt": f"{LEAST_DOUBT:g}", "most_sure": f"{MOST_SURE:g}", "early": str(EARLY)}
    values |= {f"parameter_{name}": text for name, text in moment.texts.numbers.items()}
    return " ".join(read_prompt(file).messages(values)[-1].text.split())


@lru_cache(maxsize=4)
def embedder_of(spec: str) -> Embedder:
    """The embedder of a spec, opened once.

    Raises:
        ModelUnavailable: if it can't be.
    """
    return open_embedder(spec)


_tables: dict[tuple[Path, str, tuple[tuple[str, str], ...]], WordTable] = {}


def word_table_of(game: Game, lexicon: str = "") -> WordTable:
    """What is known of the words of a game, with the pairs it is played with.

    Args:
        lexicon: a file in place of the game's own; empty for that.

    Raises:
        UsageError: if it is no game in which one player holds another word.
        GameError: if the lexicon has faults.
    """
    columns = next(iter(game.file.rows), "")
    pairs = tuple((str(row[0]), str(row[1])) for row in game.parameters.get(columns, ()))
    key = game.folder, lexicon, pairs
    if key not in _tables:
        while len(_tables) >= 4:
            del _tables[next(iter(_tables))]
        _tables[key] = word_table(game, lexicon=Path(lexicon) if lexicon else None)
    return _tables[key]
