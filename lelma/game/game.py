"""A game folder, read and checked: rules, words, query templates, samples."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gdl.errors import Fault
from gdl.text.kept import GDL_FOLDER, kept
from gdl.text.read import fold_case
from gdl.text.write import to_kif
from gdl.tree.numbers import NumberSpelling
from gdl.tree.plain import of_plain, to_plain
from gdl.tree.syntax import Compound, Description, Rule, Symbol, atoms, subterms
from gdl.values import dataclass
from lelma.game.definitions import definition_words
from lelma.game.disguise import Disguise
from lelma.game.file_format import GameFile, game_file
from lelma.game.parameters import Parameters, parameter_rules, parameters_of, seat_rules, texts_of
from lelma.support.errors import GameError, did_you_mean, near_files
from lelma.support.outside import toml_file
from lelma.support.paths import data_folder, games_path
from translators.errors import TemplateError
from translators.language.nouns import read_nouns
from translators.language.template import Template, check_set, read_template
from translators.language.vocabulary import Naming

RULES_FILES = ("rules.gdl", "rules.kif")


_MOST_KEPT = 500_000
"""Longest file of rules, in bytes, that is kept as it was read; reading it is part of what takes long then."""


@dataclass(frozen=True)
class FeedbackWords:
    """The frame of a feedback prompt, from a query set.

    Attributes:
        before, after: the lines around the corrections.
        one_answer: `last` if only the last of several right answers is named, as the published prompts do.
        keep_duplicates: whether equal lines are all kept, as the published prompts do.
        unchecked_opposite: whether a failed comparison is put right by its opposite even where both sides are equal, as
            the published prompts do.
    """

    before: str = "These points of your reasoning do not agree with the rules of the game:"
    after: str = "Please reason again and state your choice."
    one_answer: str = ""
    keep_duplicates: bool = False
    unchecked_opposite: bool = False


@dataclass(frozen=True)
class Game:
    """A game as its folder describes it.

    Attributes:
        name: the folder's name.
        path: the folder, or the file of a bare rule sheet.
        description: the rules.
        file: what its `game.toml` says; `GameFile()` for a bare rule sheet.
        templates: query templates, the game's own before those of its query sets.
        namings: ways of calling moves, from `game.toml`.
        role_names: role → its names in prose.
        feedback: the frame of feedback prompts.
        parameters: the value of each of its parameters (`lelma.game.parameters`).
        disguise: what its words are renamed by, if they are.
    """

    name: str
    path: Path
    description: Description
    file: GameFile
    templates: tuple[Template, ...]
    namings: tuple[Naming, ...]
    role_names: Mapping[str, tuple[str, ...]]
    feedback: FeedbackWords
    parameters: Parameters = field(default_factory=dict)
    disguise: Disguise | None = None

    @property
    def title(self) -> str:
        return self.name if self.file.title is None else self.file.title

    @property
    def folder(self) -> Path:
        return self.path if self.path.is_dir() else self.path.parent

    @classmethod
    def load(
        cls,
        game: str | Path,
        *,
        compat: str | None = None,
        preset: str | None = None,
        parameters: Parameters | None = None,
        obfuscate: int | None = None,
    ) -> Game:
        """The game of that name, or in that folder or rules file.

        Args:
            game: a name is looked up in `lelma.support.paths.games_path()`.
            compat: a query set to use in place of the game's own, such as `lelma2024`.
            preset: one of the game's presets.
            parameters: values of parameters, which go before those of the preset.
            obfuscate: the seed of made-up words for those that tell which game it is (`lelma.game.disguise`). Its
                rules, words and page are in disguise then; parameters and query templates are not.

        Raises:
            GameError: with all faults, if there is no such game or it is not sound.
        """
        path = find_game(game)
        file = read_game_file(path)
        chosen = parameters_of(file, folder=path, preset=preset, values=parameters)
        description, faults = check_rules(path, chosen)
        errors = [fault for fault in faults if fault.severity == "error"]
        if errors:
            raise GameError(f"{path} has {len(errors)} fault{'s' if len(errors) > 1 else ''}:", errors)
        assert description is not None
        disguise = None if obfuscate is None else Disguise(file.disguise, obfuscate)
        file = _with_names(file, chosen)
        if disguise is not None:
            description, file = disguise.description(description), disguise.file(file)
        loaded = cls.from_description(description, path=path, file=file, compat=compat)
        return replace(loaded, parameters=chosen, disguise=disguise)

    @cached_property
    def rules_digest(self) -> str:
        """A short name of the rules as they are played, the same however their variables and the game are called."""
        rules = (to_kif(Description((rule,))) for rule in self.description.rules)
        text = "\n".join(_with_plain_variables(rule) for rule in rules)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_property
    def sides(self) -> dict[str, str]:
        """Identity → side, by the facts of the relation that `[knowledge] sides` names; an identity may have none."""
        found = {}
        for rule in self.description.rules:
            match rule.head, rule.body:
                case Compound(name, (Symbol(identity), Symbol(side))), () if name == self.file.knowledge.sides:
                    found[identity] = side
        return found

    @cached_property
    def spelling(self) -> NumberSpelling:
        """How the rules write numbers."""
        rules = self.description.rules
        told = (
            term for rule in rules for term in (rule.head, *(atom for part in rule.body for atom, _ in atoms(part)))
        )
        return NumberSpelling.of(part.name for term in told for part in subterms(term) if isinstance(part, Symbol))

    def rephrased(self, text: str) -> str:
        """A text about the game, in the game's disguise if it has one."""
        return text if self.disguise is None else self.disguise.hide(text)

    @classmethod
    def from_description(
        cls, description: Description, *, path: Path, file: GameFile, compat: str | None = None
    ) -> Game:
        """A game from rules already read and checked."""
        if compat:
            file = replace(file, query_sets=(compat,))
        sets = list(file.query_sets)
        own = path / "queries.toml" if path.is_dir() else None
        files = ([own] if own is not None and own.is_file() and not compat else []) + [_query_set(s) for s in sets]
        contents = [toml_file(each, fail=GameError) for each in files]
        try:
            templates = _templates(files, contents, _defined(files, contents, sets, path))
        except TemplateError as error:
            raise GameError(str(error)) from None
        words: Mapping[str, Any] = next((content["feedback"] for content in contents if "feedback" in content), {})
        return cls(
            name=path.stem if path.is_file() else path.name,
            path=path,
            description=description,
            file=file,
            templates=templates,
            namings=tuple(Naming(name, moves) for name, moves in file.naming.items()),
            role_names={role: entry.names for role, entry in file.roles.items()},
            feedback=FeedbackWords(**words),
        )


def _with_plain_variables(rule: str) -> str:
    """A rule in KIF with its variables numbered in their order."""
    names: dict[str, str] = {}
    return re.sub(r"\?[^\s()]+", lambda found: names.setdefault(found[0], f"?{len(names) + 1}"), " ".join(rule.split()))


def _defined(
    files: Sequence[Path], contents: Sequence[Mapping[str, Any]], sets: Sequence[str], path: Path
) -> Mapping[str, Mapping[str, str]] | None:
    """The words of definitions, where a query without a goal needs them; None where each shipped one has its own."""
    shipped = data_folder("games") / "_sets"
    needed = any(
        "goal" not in entry and ("says" not in entry or file.parent != shipped)
        for file, content in zip(files, contents, strict=True)
        for entry in content.get("query", ())
    )
    return definition_words(sets, path if path.is_dir() else None) if needed else None


def _templates(
    files: Sequence[Path], contents: Sequence[Mapping[str, Any]], defined: Mapping[str, Mapping[str, str]] | None
) -> tuple[Template, ...]:
    """The query templates of a game and its query sets; names and nouns of one are known in all.

    Args:
        defined: the words of definitions, for templates that have no goal of their own; None if all of those surely
            have one.

    Raises:
        TemplateError: for a fault, with its file and line.
    """
    for file, content in zip(files, contents, strict=True):
        check_set(content, str(file))
    names = {slot: words for content in reversed(contents) for slot, words in content.get("names", {}).items()}
    words = [{**content, "names": names} for content in contents]
    nouns = read_nouns(
        (where, entry, each)
        for file, each in zip(files, words, strict=True)
        for where, entry in _entries(file, each, "noun")
    )
    return tuple(
        read_template(entry, where, {**each, "nouns": nouns, "defined": defined})
        for file, each in zip(files, words, strict=True)
        for where, entry in _entries(file, each, "query")
    )


def _entries(file: Path, content: Mapping[str, Any], table: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The entries `[[table]]` of a file, each with its place in words."""
    lines = file.read_text("utf-8").splitlines()
    starts = (number for number, line in enumerate(lines, start=1) if line.split("#")[0].strip() == f"[[{table}]]")
    for index, entry in enumerate(content.get(table, ()), start=1):
        yield f"{file}:{next(starts, 1)}: {table} {index}", entry


def find_game(game: str | Path) -> Path:
    """The folder or rules file of a game.

    Raises:
        GameError: if there is none; the message lists the games there are.
    """
    path = Path(game)
    if path.is_file() or (path.is_dir() and _rules_file(path) is not None):
        return path.resolve()
    if len(path.parts) == 1:
        for folder in games_path():
            if _rules_file(folder / path) is not None:
                return folder / path
    if path.is_dir():
        raise GameError(f"{path} is a folder without {' or '.join(RULES_FILES)}")
    what = "game" if len(path.parts) == 1 and not path.suffix else "file or game"
    known = list_games()
    near = did_you_mean(str(game), known) or (near_files(path) if len(path.parts) > 1 or path.suffix else "")
    raise GameError(f"there is no {what} {str(game)!r}{near}; the games there are: {', '.join(known)}")


def list_games() -> list[str]:
    """Names of the games that can be loaded by name."""
    names = {entry.name for folder in games_path() for entry in folder.iterdir() if _rules_file(entry) is not None}
    return sorted(names)


def _rules_file(folder: Path) -> Path | None:
    return next((folder / name for name in RULES_FILES if (folder / name).is_file()), None)


def check_rules(path: Path, parameters: Parameters | None = None) -> tuple[Description | None, list[Fault]]:
    """The rules of a game folder or rules file, and all faults found in them; no rules where they can't be read.

    The game's parameters have their usual values unless others are given.
    """
    file = path if path.is_file() else _rules_file(path)
    if file is None:
        return None, [Fault(str(path), 1, 1, "missing-rules", "the folder has no rules", "error", "add rules.gdl")]
    said = read_game_file(path)
    chosen = parameters_of(said, folder=path) if parameters is None else parameters
    facts = (*seat_rules(said.seats, chosen), *parameter_rules(said, chosen))
    return _checked_rules(file, said.goal_range, facts)


def _checked_rules(
    file: Path, goal_range: tuple[int, int] | None, facts: tuple[Rule, ...]
) -> tuple[Description, list[Fault]]:
    """The rules of a file with further facts, and their faults; what has none is kept as it was read."""
    found: list[tuple[Description, list[Fault]]] = []

    def made() -> Any:
        from gdl.checks.check import check_file  # rules that are kept need no reader

        description, faults = check_file(file, goal_range=goal_range, facts=facts)
        found.append((fold_case(description), faults))
        return None if faults else (to_plain(found[0][0].rules), description.text)

    content = file.read_bytes() if file.stat().st_size <= _MOST_KEPT else b""
    told = (
        kept((content, file.suffix, goal_range, to_plain(facts)), made, sources=GDL_FOLDER, kind="rules")
        if content
        else made()
    )
    if found:
        return found[0]
    if told is None:
        made()
        return found[0]
    rules, text = told
    return Description(of_plain(rules), str(file), text), []


def is_game_folder(path: Path) -> bool:
    """Whether a path is a folder of a game, and no bare file of rules."""
    return (path / "game.toml").is_file()


def read_game_file(path: Path) -> GameFile:
    """The `game.toml` of a game folder; `GameFile()` for a rules file.

    Raises:
        GameError: if it is no TOML, or an entry has not its shape.
    """
    file = path / "game.toml"
    return game_file(toml_file(file, fail=GameError), str(file)) if path.is_dir() and file.is_file() else GameFile()


def _with_names(file: GameFile, parameters: Parameters) -> GameFile:
    """`game.toml` with the first names of roles, and the texts among the parameters, as names of constants.

    What `[words.names]` calls them goes first (`lelma.game.wording`).
    """
    roles = {role: entry.names[0] for role, entry in file.roles.items() if entry.names}
    return replace(file, words=replace(file.words, names={**roles, **texts_of(parameters), **file.words.names}))


def _query_set(name: str) -> Path:
    known = {entry.stem: entry for entry in (data_folder("games") / "_sets").glob("*.toml")}
    if name not in known:
        raise GameError(
            f"there is no query set {name!r}{did_you_mean(name, known)}; there are: {', '.join(sorted(known))}"
        )
    return known[name]


__all__ = ["FeedbackWords", "Game", "TemplateError", "check_rules", "find_game", "list_games", "read_game_file"]
