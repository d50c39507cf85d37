"""The prompts of agents of steps: files that are found by agent, task and step, and filled with what a role knows.

For the agent `cot`, the task `vote` and the step `think`, the first of these that there is:

`games/GAME/prompts/cot/vote.think.md`, `games/GAME/prompts/cot/think.md`, `games/_sets/prompts/cot/vote.think.md`,
`games/_sets/prompts/cot/think.md`.

A file may begin with an HTML comment that says which prompt of a paper it stands for; no model sees it. What stands
before a line `---` is the system message. `$name` or `${name}` is a field (`lelma.agents.steps.fields`), `$$` a dollar
sign. A paragraph whose fields are all empty is left out, so that its heading goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.values import dataclass
from lelma.models import Message
from lelma.support.errors import GameError
from lelma.support.outside import json_value, utf8_text
from lelma.support.paths import data_folder

MOST_PROMPT_BYTES = 200_000

_COMMENT = re.compile(r"\A\s*<!--.*?-->[ \t]*\n?", re.DOTALL)
_FIELD = re.compile(r"\$(?:(?P<dollar>\$)|\{(?P<braced>\w+)\}|(?P<plain>[A-Za-z_]\w*))")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_RULER = re.compile(r"^---[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class PromptText:
    """A prompt file: its text without the comment, and the line that this begins on."""

    file: str
    text: str
    line: int = 1

    def fields(self) -> Iterator[tuple[str, int]]:
        """The fields it names, each with its line."""
        for found in _FIELD.finditer(self.text):
            name = found["braced"] or found["plain"]
            if name:
                yield name, self.line_of(found.start())

    def line_of(self, place: int) -> int:
        """The line of the file that a place in the text is on."""
        return self.line + self.text.count("\n", 0, place)

    def messages(self, values: Mapping[str, str]) -> list[Message]:
        """What a model is told.

        Raises:
            GameError: for a field that has no value, with its line.
        """
        for name, line in self.fields():
            if name not in values:
                raise GameError(f"{self.file}:{line}: there is no field ${name} here")
        parts = [_filled(part, values) for part in _RULER.split(self.text, maxsplit=1)]
        system = [Message("system", parts[0])] if len(parts) == 2 and parts[0] else []
        return [*system, Message("user", parts[-1])]


def read_prompt(file: Path) -> PromptText:
    """The prompt of a file.

    Raises:
        GameError: if it can't be read.
    """
    text = utf8_text(file, fail=GameError, most=MOST_PROMPT_BYTES)
    comment = _COMMENT.match(text)
    start = comment.end() if comment else 0
    return PromptText(str(file), text[start:], text.count("\n", 0, start) + 1)


def prompt_file(name: str, places: Sequence[Path], *, task: str = "", end: str = ".md") -> Path | None:
    """The first file of that name, for a task or for all, in some folders; None if there is none."""
    wanted = [f"{task}.{name}{end}", f"{name}{end}"] if task else [f"{name}{end}"]
    return next((place / each for place in places for each in wanted if (place / each).is_file()), None)


def prompt_places(folders: Sequence[str], game: Path | None) -> list[Path]:
    """Where prompts are looked for: the folders of those names, of a game and then the shared ones."""
    roots = [*([] if game is None else [game / "prompts"]), data_folder("games") / "_sets" / "prompts"]
    return [root / name for root in roots for name in folders]


def expanded_schema(schema: Any, lists: Mapping[str, Sequence[str]]) -> Any:
    """A JSON schema with what a role knows in it: `"$others"` in a list, or as a name, stands for each of them.

    >>> expanded_schema({"properties": {"$others": {"enum": ["$cards", "unknown"]}}}, {"others": "bc", "cards": ["x"]})
    {'properties': {'b': {'enum': ['x', 'unknown']}, 'c': {'enum': ['x', 'unknown']}}}
    """
    match schema:
        case dict():
            return {
                name: expanded_schema(inner, lists) for key, inner in schema.items() for name in _expanded(key, lists)
            }
        case list():
            return [
                each if isinstance(each, str) else expanded_schema(each, lists)
                for part in schema
                for each in (_expanded(part, lists) if isinstance(part, str) else [part])
            ]
        case _:
            return schema


def lists_named(schema: Any) -> Iterator[str]:
    """The names after `$` in a schema."""
    match schema:
        case dict():
            yield from (key[1:] for key in schema if key.startswith("$"))
            yield from (name for inner in schema.values() for name in lists_named(inner))
        case list():
            yield from (name for inner in schema for name in lists_named(inner))
            yield from (each[1:] for each in schema if isinstance(each, str) and each.startswith("$"))


def read_schema(file: Path) -> dict[str, Any]:
    """The JSON schema of a file, an object.

    Raises:
        GameError: if it is none.
    """
    value = json_value(utf8_text(file, fail=GameError, most=MOST_PROMPT_BYTES), str(file), fail=GameError)
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise GameError(f"{file}: expected a JSON schema, an object with its type")
    return value


def _expanded(text: str, lists: Mapping[str, Sequence[str]]) -> Sequence[str]:
    return lists[text[1:]] if text.startswith("$") else [text]


def _filled(part: str, values: Mapping[str, str]) -> str:
    """A part with its fields' values, without the paragraphs that have nothing but empty ones."""
    kept = []
    for paragraph in _PARAGRAPHS.split(part.strip()):
        names = [found["braced"] or found["plain"] for found in _FIELD.finditer(paragraph) if not found["dollar"]]
        if not names or any(values[name] for name in names):
            kept.append(_FIELD.sub(lambda found: "$" if found["dollar"] else _value(found, values), paragraph))
    return "\n\n".join(kept)


def _value(found: re.Match[str], values: Mapping[str, str]) -> str:
    return values[found["braced"] or found["plain"]]
