"""Write the folder of a new game from its payoff table, or from a template: a whole small game to change."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import ge
from pathlib import Path

from gdl.tables.matrix import PayoffTable, Symbols, symbols, to_gdl
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import utf8_text
from lelma.support.paths import data_folder

PROMPT = """You play a game with $others. Everyone chooses once, at the same time, and nobody sees another's choice
beforehand. Your choices are $choices.

$payoffs

Think it through step by step, the way a person would who wants to do well. Say what each choice could bring you
and compare the payoffs. Close with your choice in curly brackets, such as {$example}.
"""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_CELLS_TOLD = 4


def new_game(name: str, table: PayoffTable, folder: Path) -> Path:
    """The new folder `folder/name`, with rules, words, a prompt, samples and known results for `table`.

    Raises:
        UsageError: if the name cannot be a folder's, or the folder exists.
        OSError: if it cannot be written.
    """
    names = symbols(table)
    first, second = _attempts(table, names)
    files = {
        "rules.gdl": to_gdl(table),
        "game.toml": _config(name, table, names),
        "expected.toml": _expected(table, names),
        "prompts/reasoner.md": _prompt(table),
        "samples/recorded/1.txt": first,
        "samples/recorded/2.txt": second,
        "samples/right_payoffs.txt": second.partition("\n\n")[2],
        "samples/wrong_payoff.txt": first,
    }
    return write_folder(name, folder, files)


def templates() -> list[str]:
    """Names of the templates there are: folders of `games/_templates`, each a game."""
    return sorted(entry.name for entry in (data_folder("games") / "_templates").iterdir() if entry.is_dir())


def new_from_template(name: str, template: str, folder: Path) -> Path:
    """The new folder `folder/name`, a copy of a template under its own name and title (`$name` and `$title` there).

    Raises:
        UsageError: if there is no such template, the name cannot be a folder's, or the folder exists.
        OSError: if it cannot be written.
    """
    if template not in templates():
        hint = did_you_mean(template, templates())
        raise UsageError(f"there is no template {template!r}{hint}; there are: {', '.join(templates())}")
    source = data_folder("games") / "_templates" / template
    texts = {str(file.relative_to(source)): utf8_text(file) for file in source.rglob("*") if file.is_file()}
    title = title_of(name)
    return write_folder(name, folder, {f: t.replace("$name", name).replace("$title", title) for f, t in texts.items()})


def write_folder(name: str, folder: Path, files: Mapping[str, str]) -> Path:
    """The new folder `folder/name` with these files.

    Raises:
        UsageError: if the name cannot be a folder's, or the folder exists.
        OSError: if it cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} cannot be a game's name: use letters, digits, underscores and hyphens")
    place = folder / name
    try:
        place.mkdir(parents=True)
    except FileExistsError:
        raise UsageError(f"{place} exists already: remove it or choose another name") from None
    for file, text in files.items():
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        (place / file).write_text(text, "utf-8")
    return place


def _config(name: str, table: PayoffTable, names: Symbols) -> str:
    title = table.title or title_of(name)
    size = " × ".join(str(len(moves)) for moves in table.moves)
    lines = [
        f"title = {quoted(title)}",
        f"summary = {quoted(f'A one-shot game with {len(table.roles)} roles, {size} cells.')}",
        'source = "a payoff table given to lelma new"',
        'kind = "matrix"',
        'query_sets = ["matrix"]',
        "",
        "# What is stated here is compared with the rules when the game is checked.",
        "[facts]",
        f"players = {len(table.roles)}",
        "rounds = 1",
        "simultaneous = true",
        f"zero_sum = {_boolean(all(sum(payoffs) == 0 for payoffs in table.payoffs.values()))}",
    ]
    if len(table.roles) == 2:
        lines.append(f"symmetric = {_boolean(_is_symmetric(table))}")
    for number, (role, prose) in enumerate(zip(names.roles, table.roles, strict=True), 1):
        known = [prose, f"Player {number}"]
        if len(table.roles) == 2:
            known.append(("the row player", "the column player")[number - 1])
        lines += ["", f"[roles.{role}]", f"names = {quoted_list(dict.fromkeys(known))}"]
    lines += ["", "# Each move with its names in prose, the preferred one first.", "[naming.game]"]
    lines += [f"{symbol} = {quoted_list(prose)}" for symbol, prose in _prose(names).items()]
    return "\n".join(lines) + "\n"


def _prose(names: Symbols) -> dict[str, list[str]]:
    """Symbol of each move → its names in prose; a bare number is no name, since payoffs are numbers."""
    found: dict[str, list[str]] = {}
    for moves in names.moves:
        for name, symbol in moves.items():
            numeric = re.fullmatch(r"[-+]?[\d./,]+", name) is not None
            prose = [symbol, f"strategy {name}", f"move {name}", f"option {name}"] if numeric else [name, symbol]
            found[symbol] = list(dict.fromkeys([*found.get(symbol, []), *prose]))
    return found


def _is_symmetric(table: PayoffTable) -> bool:
    return set(table.moves[0]) == set(table.moves[1]) and all(
        table.payoffs[row, column] == tuple(reversed(table.payoffs[column, row])) for row, column in table.profiles()
    )


def _expected(table: PayoffTable, names: Symbols) -> str:
    sums = {profile: sum(payoffs, Fraction(0)) for profile, payoffs in table.payoffs.items()}
    highest, lowest = max(sums.values()), min(sums.values())
    return "\n".join(
        [
            "# Known results of the game, each with its source. What `lelma new` computed says so; replace it by, or",
            '# add, results from the literature. Numbers are exact: an integer, or text such as "1/3".',
            "",
            "[counts]",
            f"profiles = {len(table.payoffs)}",
            f"histories = {len(table.payoffs)}",
            'source = "computed by lelma new"',
            "",
            "[nash]",
            f"pure = {_listed(_equilibria(table), names)}",
            'source = "computed by lelma new"',
            "",
            "[pareto]",
            f"optimal = {_listed(_undominated(table), names)}",
            'source = "computed by lelma new"',
            "",
            "[mutual]",
            f"highest = {_listed((profile for profile, total in sums.items() if total == highest), names)}",
            f"highest_sum = {_exact(highest)}",
            f"lowest = {_listed((profile for profile, total in sums.items() if total == lowest), names)}",
            f"lowest_sum = {_exact(lowest)}",
            'source = "computed by lelma new"',
            "",
        ]
    )


def _listed(profiles: Iterable[tuple[str, ...]], names: Symbols) -> str:
    """Profiles as lists of the rules' names of their moves, in TOML."""
    told = (quoted_list([moves[name] for moves, name in zip(names.moves, p, strict=True)]) for p in profiles)
    return f"[{', '.join(told)}]"


def _exact(number: Fraction) -> str:
    """A number in TOML: as a whole number, or as text."""
    return str(number) if number.denominator == 1 else quoted(str(number))


def _undominated(table: PayoffTable) -> Iterator[tuple[str, ...]]:
    """The profiles than which none is better for some role and worse for none."""
    for profile, payoffs in table.payoffs.items():
        better = (p for p in table.payoffs.values() if p != payoffs and all(map(ge, p, payoffs)))
        if next(better, None) is None:
            yield profile


def _equilibria(table: PayoffTable) -> Iterator[tuple[str, ...]]:
    """The profiles in which every role's move is a best response to the others' moves."""
    best: dict[tuple[int, tuple[str, ...]], Fraction] = {}
    for profile, payoffs in table.payoffs.items():
        for role, payoff in enumerate(payoffs):
            others = (role, profile[:role] + profile[role + 1 :])
            best[others] = max(best.get(others, payoff), payoff)
    for profile, payoffs in table.payoffs.items():
        if all(best[role, profile[:role] + profile[role + 1 :]] == payoff for role, payoff in enumerate(payoffs)):
            yield profile


def _prompt(table: PayoffTable) -> str:
    others = "one other player" if len(table.roles) == 2 else f"{len(table.roles) - 1} other players"
    return PROMPT.replace("$others", others)


def _attempts(table: PayoffTable, names: Symbols) -> tuple[str, str]:
    """A recorded reasoner's two attempts, as the first role: one with a single wrong payoff, one without."""
    called = {symbol: prose[0] for symbol, prose in _prose(names).items()}
    prose = [{name: called[symbol] for name, symbol in moves.items()} for moves in names.moves]
    own = [payoffs[0] for payoffs in table.payoffs.values()]
    best, worst, spell = max(own), min(own), table.spelling.told
    wrong = best + 1
    cells = _cells(table, prose)
    extremes = [
        f"The highest payoff I can get is {spell(best)}.",
        f"The lowest payoff I can get is {spell(worst)}.",
    ]
    least = {move: min(p[0] for q, p in table.payoffs.items() if q[0] == move) for move in table.moves[0]}
    safest = max(least, key=lambda move: least[move])
    worst_cases = [
        f"The lowest payoff I can get by choosing {prose[0][move]} is {spell(payoff)}."
        for move, payoff in list(least.items())[:_CELLS_TOLD]
    ]
    choice = f"My choice is {{{prose[0][safest]}}}."
    top = next(table.profiles())
    mistaken = _cell(table, prose, top, (wrong, *table.payoffs[top][1:]))
    first = ["Let me go through the outcomes.", " ".join([mistaken, *cells[1:]]), " ".join(extremes), choice]
    second = [
        "I got one payoff wrong. Here is my reasoning again.",
        " ".join(cells),
        " ".join(extremes),
        " ".join(worst_cases),
        choice,
    ]
    return _paragraphs(first), _paragraphs(second)


def _cells(table: PayoffTable, prose: Sequence[dict[str, str]]) -> list[str]:
    """Sentences for the first cells."""
    return [_cell(table, prose, profile, table.payoffs[profile]) for profile in list(table.profiles())[:_CELLS_TOLD]]


def _cell(
    table: PayoffTable, prose: Sequence[dict[str, str]], profile: tuple[str, ...], payoffs: Sequence[Fraction]
) -> str:
    """A cell as the first role tells it: of more than two roles only what it gets itself."""
    mine, *theirs = (names[move] for names, move in zip(prose, profile, strict=True))
    roles, gains = table.roles, list(map(table.spelling.told, payoffs))
    if len(roles) == 2:
        return f"If I choose {mine} and they choose {theirs[0]}, I get {gains[0]} and they get {gains[1]}."
    *made, last = [
        f"I choose {mine}",
        *(f"{role} chooses {move}" for role, move in zip(roles[1:], theirs, strict=True)),
    ]
    return f"If {', '.join(made)}{' and ' if made else ''}{last}, I get {gains[0]}."


def _paragraphs(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def title_of(name: str) -> str:
    """What a game of that name is called where nothing says more."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def quoted(text: str) -> str:
    """A text in TOML."""
    return json.dumps(text, ensure_ascii=False)


def quoted_list(texts: Sequence[str] | dict[str, None]) -> str:
    """Texts as a list in TOML."""
    return "[" + ", ".join(map(quoted, texts)) + "]"


def _boolean(value: bool) -> str:
    return "true" if value else "false"
