"""The fields of prompts: what a role knows, in the words of its game.

| field | what it is |
|---|---|
| `$rules`, `$you` | the rules in English; what the role is called |
| `$role_hint` | what it was told of what is hidden, and the file `roles/IDENTITY.md` of the prompts, if there is one |
| `$task` | what it is asked for, as the game calls it; of a hook, the hook |
| `$task_hint` | the file `tasks/TASK.md` of the prompts, if there is one |
| `$course` | all it saw and heard, in order, each line with the number of its joint move |
| `$situation`, `$dialogue` | of that, what it saw, and the words alone |
| `$news` | of that, the last joint move |
| `$own`, `$known` | the moves it chose; what it knows of itself by them |
| `$thoughts` | its latest private reasoning |
| `$legal` | its moves, each with what it means |
| `$beliefs` | what it kept as `beliefs`: player → identity → probability |
| `$checked`, `$refused` | drafts of this answer in which claims failed, and answers that were refused, and why |
| `$form` | the form of the answer, or of the value of a schema |
| `$result` | of the hook `end`: how the match ended, and what was hidden |
| `$parameter_NAME` | a number, or some, of the game's parameters |
| `$step_NAME`, `$state_NAME` | the value of an earlier step; what was kept under that name |

Everything comes from a `View`, a `MatchResult` and what the agent kept: what a role can't tell apart has one text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.agents.protocol import MatchResult, Ply, View
from lelma.agents.steps.prompts import prompt_file, prompt_places, read_prompt
from lelma.agents.told import card_told, facts_told, functor_of, moves_told, order_told, percepts_told
from lelma.game.disguise import Disguise
from lelma.game.game import Game, is_game_folder
from lelma.game.wording import sentence
from lelma.talk.record import sides_in_rules

LONGEST_NOTES = 2000
"""Characters of a model's own earlier thoughts that it is told again, the latest."""

PROMPT_FIELDS = frozenset(
    "rules you role_hint task task_hint course situation dialogue news own known thoughts legal beliefs checked "
    "refused form result".split()
)
"""The fields that every prompt may name, besides those of parameters, steps and what is kept."""

SCHEMA_LISTS = frozenset({"roles", "others", "legal", "identities", "sides"})
"""What a schema may name with `$`: players, players but oneself, legal moves, identities, sides."""


@dataclass(frozen=True)
class GameTexts:
    """What an agent of steps is told of its game besides its views: the same for each role, and nothing of a deal.

    Attributes:
        folder: the game's folder; None for no game.
        tasks: names of what roles are asked for.
        numbers: parameter → its value in words, of those that are numbers.
        card, identity: names of the percepts that tell a role of what is hidden, and of those that tell its identity.
        identities: the cards that there are.
        sides: side → the identities that are on it.
        disguise: what its words are renamed by, if they are.
        game: the rules and what the folder says of them, for steps that work something out; None for no game.
    """

    folder: Path | None = None
    tasks: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    card: tuple[str, ...] = ()
    identity: tuple[str, ...] = ()
    identities: tuple[str, ...] = ()
    sides: Mapping[str, frozenset[str]] = field(default_factory=dict)
    disguise: Disguise | None = None
    game: Game | None = None

    @classmethod
    def of(cls, game: Game) -> GameTexts:
        """Those of a game with its parameters."""
        file = game.file
        deal = game.parameters.get(file.seats.deal) if file.seats is not None and file.seats.deal else None
        return cls(
            folder=game.folder if is_game_folder(game.folder) else None,
            tasks=tuple(file.tasks),
            numbers={
                name: game.rephrased(text) for name, value in game.parameters.items() if (text := _numbers(value))
            },
            card=file.knowledge.card,
            identity=file.knowledge.identity,
            identities=tuple(game.rephrased(name) for name in deal) if isinstance(deal, Mapping) else (),
            sides=sides_in_rules(game),
            disguise=game.disguise,
            game=game,
        )

    def phrased(self, text: str) -> str:
        """A text about the game, in its disguise if it has one."""
        return text if self.disguise is None else self.disguise.hide(text)

    def fits(self, patterns: Sequence[str], percepts: Sequence[str]) -> bool:
        """Whether one of the patterns, in KIF, fits one of the percepts."""
        wanted = [read_term(self.phrased(pattern)) for pattern in patterns]
        return any(match(pattern, read_term(percept)) is not None for pattern in wanted for percept in percepts)

    def card_of(self, plies: Sequence[Ply]) -> tuple[str, ...]:
        """The percepts that told of what is hidden, oldest first."""
        had = (percept for ply in plies for percept in ply.percepts)
        return tuple(dict.fromkeys(text for text in had if functor_of(text) in self.card))

    def hint(self, folders: Sequence[str], card: Sequence[str]) -> str:
        """The text of `roles/IDENTITY.md` for a role that was told its identity so; empty if there is none."""
        if self.folder is None:
            return ""
        for percept in card:
            name, _, value = percept.strip("()").partition(" ")
            if name not in self.identity or not value:
                continue
            plain = value if self.disguise is None else self.disguise.show(value)
            told = self._told("roles", folders, plain) if plain.isidentifier() else ""
            if told:
                return told
        return ""

    def task_hint(self, folders: Sequence[str], task: str) -> str:
        """The text of `tasks/TASK.md`; empty if there is none."""
        return self._told("tasks", folders, task) if self.folder is not None and task else ""

    def _told(self, kind: str, folders: Sequence[str], name: str) -> str:
        """The text of a file of that kind, in one of the prompts' folders or for all of the game."""
        if self.folder is None:
            return ""
        places = [*(place / kind for place in prompt_places(folders, self.folder)), self.folder / "prompts" / kind]
        file = prompt_file(name, places)
        return "" if file is None else self.phrased(read_prompt(file).text.strip())


@dataclass(frozen=True)
class StepMoment:
    """What a step is given: the view, what was kept, and what earlier steps came to.

    Attributes:
        on: `act`, or the hook (`lelma.agents.steps.plan.OCCASIONS`).
        view: what the role knows; with a hook, without moves.
        state: what the agent kept so far, a JSON object.
        results: step → its value.
        result: how the match ended, of the hook `end`.
        texts: what is told of the game; its rules, too.
        settings: the agent's options.
        folders: names of the folders of its prompts.
        memory: what it keeps from one match to the next; None if nothing.
    """

    on: str
    view: View
    state: Mapping[str, Any]
    results: Mapping[str, Any]
    result: MatchResult | None = None
    texts: GameTexts = field(default_factory=GameTexts)
    settings: Mapping[str, Any] = field(default_factory=dict)
    folders: Sequence[str] = ()
    memory: Any = None

    @property
    def ply(self) -> Ply | None:
        """The last joint move, as the role lived through it; None before the first."""
        return self.view.plies[-1] if self.view.plies else None

    @property
    def others(self) -> tuple[str, ...]:
        """The other players."""
        return tuple(role for role in self.view.roles if role not in (self.view.role, "random"))


class FieldValues(Mapping[str, str]):
    """Field → its value; each is worked out as it is asked for, as most prompts name few and some take all the past."""

    def __init__(self, found: Mapping[str, Callable[[], str]]) -> None:
        """`found` works the values out."""
        self._found = found

    def __getitem__(self, name: str) -> str:
        return self._found[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, name: object) -> bool:
        return name in self._found


def field_values(moment: StepMoment, texts: GameTexts, folders: Sequence[str], form: str) -> FieldValues:
    """Field → its value, for a prompt of an agent whose prompts are in those folders."""
    view = moment.view
    plies = list(enumerate(view.plies, start=1))
    found: dict[str, Callable[[], str]] = {
        "rules": lambda: view.rules.strip(),
        "you": lambda: view.wording.name(view.role),
        "role_hint": lambda: "\n".join(filter(None, [*card_told(view), texts.hint(folders, view.card)])),
        "task": lambda: view.task or ("" if moment.on == "act" else moment.on),
        "task_hint": lambda: texts.task_hint(folders, view.task),
        "course": lambda: "\n".join(line for each in plies for line in _lines(view, *each)) or "nothing yet",
        "situation": lambda: "\n".join(line for each in plies for line in _seen(view, *each)),
        "dialogue": lambda: "\n".join(line for each in plies for line in _heard(view, *each)),
        "news": lambda: "\n".join(_lines(view, *plies[-1])) if plies else "",
        "own": lambda: "\n".join(f"{number}. {text}" for number, text in moves_told(view)),
        "known": lambda: "\n".join(facts_told(view)),
        "thoughts": lambda: "\n".join(_thoughts(view)),
        "legal": lambda: "\n".join(f"{move}: {order_told(view, move)}" for move in view.legal),
        "beliefs": lambda: told_value(moment.state.get("beliefs"), view),
        "checked": lambda: "\n".join(_checked(view)),
        "refused": lambda: "\n".join(
            f"Your answer {each.answer!r} was refused: {sentence(each.why)}" for each in view.refused
        ),
        "form": lambda: form,
        "result": lambda: "" if moment.result is None else "\n".join(_result(view, moment.result)),
    }
    found |= {f"parameter_{name}": partial(str, text) for name, text in texts.numbers.items()}
    found |= {f"step_{name}": partial(told_value, value, view) for name, value in moment.results.items()}
    found |= {f"state_{name}": partial(told_value, value, view) for name, value in moment.state.items()}
    return FieldValues(found)


def list_values(moment: StepMoment, texts: GameTexts) -> dict[str, Sequence[str]]:
    """What `$NAME` stands for in a schema."""
    players = [role for role in moment.view.roles if role != "random"]
    return {
        "roles": players,
        "others": moment.others,
        "legal": moment.view.legal,
        "identities": texts.identities or ("unknown",),
        "sides": tuple(texts.sides),
    }


def told_value(value: Any, view: View) -> str:
    """A value of JSON as a model is told it; players by their names.

    A list has a line for each entry, numbered; an object, one for each name.
    """
    match value:
        case None:
            return ""
        case str():
            return value
        case bool() | int() | float():
            return json.dumps(value)
        case list():
            return "\n".join(f"{number}. {_inside(each, view)}" for number, each in enumerate(value, start=1))
        case dict():
            return "\n".join(
                f"{_name(name, view)}: {_inside(each, view)}" for name, each in value.items() if each not in ("", [])
            )
        case _:
            return json.dumps(value, ensure_ascii=False)


def _inside(value: Any, view: View) -> str:
    match value:
        case str():
            return _name(value, view)
        case list():
            return ", ".join(_inside(each, view) for each in value)
        case dict():
            return ", ".join(f"{_name(name, view)} {_inside(each, view)}" for name, each in value.items())
        case _:
            return json.dumps(value)


def _name(text: str, view: View) -> str:
    return view.wording.name(text) if text in view.roles else text


def _lines(view: View, number: int, ply: Ply) -> list[str]:
    return [*_seen(view, number, ply), *_heard(view, number, ply)]


def _seen(view: View, number: int, ply: Ply) -> list[str]:
    return [f"{number}. {text}" for text in percepts_told(view, ply)]


def _heard(view: View, number: int, ply: Ply) -> list[str]:
    return [f"{number}. {view.wording.name(each.role, to=view.role)}: “{each.words}”" for each in ply.heard]


def _checked(view: View) -> list[str]:
    return [
        line
        for draft in view.checked
        for line in (
            f"You were about to answer {draft.move!r}" + (f": “{draft.words}”" if draft.words else "") + ".",
            draft.feedback,
        )
        if line
    ]


def _result(view: View, result: MatchResult) -> list[str]:
    names = [view.wording.name(role, to=view.role) for role in result.winners]
    ended = {"terminal": "The match is over", "plies": "The match was ended, as it took too long"}
    first = ended.get(result.ended, "The match can't go on")
    facts = [sentence(view.wording.fluent(fact, to=view.role)) for fact in result.revealed]
    return [f"{first} after {result.plies} moves.", f"Won: {', '.join(names) or 'nobody'}.", *facts]


def _thoughts(view: View) -> list[str]:
    """The latest thoughts, oldest first, as many as there is room for; of a longer one its end."""
    found, left = list[str](), LONGEST_NOTES
    for number, ply in reversed(list(enumerate(view.plies, start=1))):
        if ply.thought and left > 0:
            thought = " ".join(ply.thought.split())
            found.append(f"{number}. {thought if len(thought) <= left else '…' + thought[-left:]}")
            left -= len(thought)
    return found[::-1]


def _numbers(value: Any) -> str:
    """A parameter's value in words, if it is made of whole numbers; empty if not."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case [*parts] if parts and all(type(part) is int for part in parts):
            return ", ".join(map(str, parts))
        case Mapping() if value and all(type(part) is int for part in value.values()):
            return ", ".join(f"{part} {name}" for name, part in value.items())
        case _:
            return ""
