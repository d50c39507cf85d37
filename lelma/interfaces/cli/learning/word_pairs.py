"""`lelma words`: pairs of words that are hard to tell apart."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lelma.interfaces.cli.parser import OK, Commands, any_whole, command, print_json, whole_number_option
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION

_DEFINITIONS = "definitions"
_PROMPT = "define"
"""The prompt by which a model describes a word: `prompts/words/define.md` of the game, or the shared one."""


def add_word_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    parser = commands.add_parser("words", help="rank pairs of words by how hard they are to tell apart")
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    rank = command(
        inner,
        "rank",
        _rank,
        brief="rank pairs of words by how alike their descriptions are",
        goes_in="a game whose pairs of words they are, or JSON Lines with `a` and `b`, words, and for definitions "
        "`a_is` and `b_is`.",
        comes_out="the pairs from the least alike to the most, cut in three; pairs that come twice are told.",
        codes="0 ranked, 2 bad input",
        schema="word_ranking",
    )
    rank.add_argument("pairs", metavar="GAME|PAIRS.jsonl")
    rank.add_argument(
        "--describe", metavar="MODEL", help=f"what describes words: a model, or {_DEFINITIONS} (default: the words)"
    )
    rank.add_argument("--embedder", metavar="E", default="hashed", help="what makes vectors (default hashed)")
    rank.add_argument("--sample", metavar="N", type=whole_number_option(1), help="draw N pairs of each third")
    rank.add_argument(
        "--out", metavar="FILE.jsonl", type=Path, help="write the pairs that are shown, with what describes them"
    )
    rank.add_argument("--seed", type=any_whole, default=0, help="of the sample (default 0)")


def _rank(arguments: argparse.Namespace) -> int:
    from lelma.models.embeddings import open_embedder
    from lelma.support.outside import json_objects, utf8_text
    from lelma.words.difficulty import rank_pairs, sample_pairs

    rows: list[Mapping[str, Any]] = []
    file, game = _pairs_file(arguments.pairs)
    for number, row in json_objects(utf8_text(file).split("\n"), str(file)):
        wanted = ["a", "b", *(["a_is", "b_is"] if arguments.describe == _DEFINITIONS else [])]
        missing = [name for name in wanted if not isinstance(row.get(name), str) or not row[name].strip()]
        if missing:
            raise UsageError(f"{file}:{number}: {missing[0]}: expected a text")
        rows.append(row)
    pairs = [(row["a"], row["b"]) for row in rows]
    descriptions = _descriptions(arguments.describe, rows, game)
    ranking = rank_pairs(pairs, descriptions, open_embedder(arguments.embedder))
    sample = sample_pairs(ranking, arguments.sample, seed=arguments.seed) if arguments.sample is not None else None
    shown = ranking.pairs if sample is None else [pair for each in sample.values() for pair in each]
    if arguments.out is not None:
        lines = [
            {**vars(pair), **({"a_is": descriptions[pair.a], "b_is": descriptions[pair.b]} if descriptions else {})}
            for pair in shown
        ]
        arguments.out.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), "utf-8")
    if arguments.json:
        told = {"bounds": list(ranking.bounds or ()), "repeated": [list(pair) for pair in ranking.repeated]}
        print_json({"schema": VERSION, "ok": True, **told, "pairs": [dict(vars(pair)) for pair in shown]})
        return OK
    for pair in shown:
        print(f"{pair.similarity:.3f}  {pair.level:6}  {pair.a} / {pair.b}")
    for a, b in ranking.repeated:
        print(f"came again: {a} / {b}")
    return OK


def _pairs_file(named: str) -> tuple[Path, Path | None]:
    """A file of pairs, or that which a game draws from, and the folder of that game."""
    from lelma.game.game import find_game, read_game_file
    from lelma.support.paths import file_in

    if Path(named).is_file():
        return Path(named), None
    folder = find_game(named)
    game = read_game_file(folder)
    for name, columns in game.rows.items():
        if {"a", "b"} <= {*columns} and isinstance(game.parameters[name], str):
            return file_in(folder, game.parameters[name], where=name), folder
    raise UsageError(f"{named} has no file of pairs of words")


def _descriptions(describe: str | None, rows: list[Mapping[str, Any]], game: Path | None) -> dict[str, str]:
    if describe is None:
        return {}
    if describe == _DEFINITIONS:
        return {row[name]: row[f"{name}_is"] for row in rows for name in ("a", "b")}
    from lelma.agents.steps.prompts import prompt_file, prompt_places, read_prompt
    from lelma.models import connect

    places = prompt_places(["words"], game)
    file = prompt_file(_PROMPT, places)
    if file is None:
        raise UsageError(f"there is no {_PROMPT}.md in {', '.join(map(str, places))}")
    model, prompt = connect(describe), read_prompt(file)
    words = dict.fromkeys(row[name] for row in rows for name in ("a", "b"))
    return {word: model.complete(prompt.messages({"word": word}), temperature=0.0).text.strip() for word in words}
