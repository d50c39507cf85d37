"""Write the folder of a new game from its game tree, or from any file that holds a game's payoffs."""

from __future__ import annotations

from pathlib import Path

from gdl.errors import GdlError
from gdl.tables.matrix import read_payoffs
from gdl.tables.tree import CHANCE, Tree
from gdl.tables.tree_efg import read_efg
from gdl.tables.tree_gdl import tree_symbols, tree_to_gdl
from lelma.game.create import new_game, quoted, quoted_list, title_of, write_folder
from lelma.support.errors import UsageError


def new_from_file(name: str, source: Path, folder: Path) -> Path:
    """The new folder `folder/name` for a payoff table (CSV or `.nfg`) or a game tree (`.efg`).

    Raises:
        GdlSyntaxError: if the file can't be read, with all faults.
        UsageError: if the name cannot be a folder's, the folder exists, or rules can't say what a tree says.
        OSError: if something cannot be read or written.
    """
    if source.suffix.lower() == ".efg":
        return new_tree_game(name, read_efg(source), folder)
    return new_game(name, read_payoffs(source), folder)


def new_tree_game(name: str, tree: Tree, folder: Path) -> Path:
    """The new folder `folder/name`, with rules and words for a game tree.

    Raises:
        UsageError: if the name cannot be a folder's, the folder exists, or rules can't say what the tree says.
        OSError: if it cannot be written.
    """
    try:
        files = {"rules.gdl": tree_to_gdl(tree), "game.toml": _config(name, tree)}
    except GdlError as error:
        raise UsageError(f"{tree.title or name} can't be written as rules: {error}") from error
    return write_folder(name, folder, files)


def _config(name: str, tree: Tree) -> str:
    names = tree_symbols(tree)
    chance = any(each.owner == CHANCE for each in tree.sets)
    lines = [
        f"title = {quoted(tree.title or title_of(name))}",
        f"summary = {quoted(f'A game tree with {len(tree.nodes)} nodes.')}",
        'source = "a game tree given to lelma new"',
        'kind = "sequential"',
        'query_sets = ["matrix"]',
        "",
        "# What is stated here is compared with the rules when the game is checked.",
        "[facts]",
        f"players = {len(tree.roles) + chance}",
    ]
    for role, prose in zip(names.roles, tree.roles, strict=True):
        lines += ["", f"[roles.{role}]", f"names = {quoted_list([prose])}"]
    lines += ["", "# Each move with its names in prose, the preferred one first.", "[naming.game]"]
    for symbol, prose in names.prose.items():
        lines.append(f"{symbol} = {quoted_list(dict.fromkeys([prose, symbol]))}")
    return "\n".join(lines) + "\n"
