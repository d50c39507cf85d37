"""What testing the entries of a cheatsheet is worth, over many simulated curators of whose rules half are false.

`python -m tests.lelma.agents.reflecting.worth_of_sheets RESULTS.jsonl [CURATORS]` goes on with a file of results, a
line for each curator, and tells what they come to. About 35 seconds a curator; a folder beside the file has its
matches while they are played.

The plan, written before the first line of results: 60 curators, `reflector?lie=0.5` at its usual rates, each with an
archive of 40 matches of its own, of five such reflectors without a sheet. From each archive it writes two sheets, after
every 5 matches: `checked`, and `all`, the unchecked one. Then 5 further deals a curator are played by the same rules
three times, with the same draws: the four civilians have no sheet, the checked one, or the unchecked one, frozen; the
spy has none. The measure is the share of the civilians' votes that are for the spy, of all they cast over a curator's
deals. One test: the exact permutation test, two-sided, of checked less unchecked, a pair for each curator, against
p < 0.01. Told beside it: checked less none, and the spy's wins. Were the time to run out, those who are done count.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from lelma.agents.reflecting.cheatsheet import GAMES_FILE, Cheatsheet
from lelma.agents.reflecting.curating import learnt_from
from lelma.agents.reflecting.reflector import reflector_model
from lelma.agents.steps.prompts import prompt_file, prompt_places, read_prompt
from lelma.agents.steps.reading import read_value, value_form
from lelma.experiments.metrics.odd_word import odd_win_rate, votes_of_others
from lelma.experiments.over_matches.plan import read_match_experiment
from lelma.experiments.over_matches.rows import PlayedMatch, read_match_folder
from lelma.experiments.over_matches.run import run_match_experiment
from lelma.experiments.statistics.paired import paired_permutation
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page

CURATORS, ARCHIVE, EVERY, DEALS = 60, 40, 5, 5
FIRST_SEED = 9_000_000
"""A thousand seeds each: of a curator's archive, and then of its deals."""
MODEL = "reflector?lie=0.5"
ARMS: Mapping[str, str] = {"none": "off", "checked": "checked", "unchecked": "all"}
"""Arm → what the option `sheet` of the civilians is."""
_HEAD = 'kind = "matches"\ngame = "spygame"\npreset = "paper"\nat_once = 1\n'


@dataclass
class Curator:
    """The model of a curator, asked by the prompts of the game as the agent's step asks it."""

    game: Game
    seed: int
    asked: int = 0
    rules: str = field(init=False)

    def __post_init__(self) -> None:
        self.model = reflector_model(self.game, MODEL)
        self.rules = rules_page(self.game)

    def __call__(
        self, prompt: str, fields: Mapping[str, str] | None = None, *, schema: Mapping[str, Any] | None = None
    ) -> Any:
        file = prompt_file(prompt, prompt_places(["reflect"], self.game.folder))
        assert file is not None and schema is not None
        told = {"rules": self.rules, "form": value_form(schema), **(fields or {})}
        for _ in range(3):
            self.asked += 1
            reply = self.model.complete(read_prompt(file).messages(told), schema=schema, seed=self.seed + self.asked)
            value, trouble = read_value(reply.text, schema)
            if not trouble:
                return value
        return None


def played(folder: Path, matches: int, seed: int, cells: str) -> Sequence[PlayedMatch]:
    """The matches of an experiment with these cells."""
    folder.mkdir(parents=True)
    (folder / "study.toml").write_text(f"{_HEAD}matches = {matches}\nseed = {seed}\nagent_seed = {seed}\n{cells}")
    assert run_match_experiment(read_match_experiment(folder / "study.toml"), folder / "out").finished
    return read_match_folder(folder / "out").matches


def archive(folder: Path, seed: int) -> list[dict[str, Any]]:
    """Finished matches of agents that are told nothing of them, as a sheet keeps them."""
    never = f"reflect?sheet=all&every={ARCHIVE + 1}:{MODEL}"
    played(folder, ARCHIVE, seed, f'[[cell]]\nname = "archive"\nmemory = "model"\nagents = "{never}"\n')
    last = max((folder / "out" / "memory").glob(f"*/{ARCHIVE:05d}/*/{GAMES_FILE}"))
    return [json.loads(line) for line in last.read_text("utf-8").splitlines()]


def learnt(game: Game, games: Sequence[dict[str, Any]], mode: str, seed: int, folder: Path) -> Cheatsheet:
    """The sheet that a curator writes from an archive, kept in a folder."""
    sheet, curator = Cheatsheet(game, {"sheet": mode}), Curator(game, seed)
    for begun in range(0, len(games), EVERY):
        fresh = list(games[begun : begun + EVERY])
        sheet.state.games += fresh
        sheet.state.store.games += len(fresh)
        learnt_from(sheet, fresh, curator)
    sheet.save(folder / "learnt")
    return sheet


def compared(game: Game, number: int, folder: Path) -> dict[str, Any]:
    """What a curator's sheets come to, as a line of the results."""
    begun = time.monotonic()
    seed = FIRST_SEED + 2000 * number
    games = archive(folder / "archive", seed)
    sheets = {arm: learnt(game, games, mode, seed, folder / arm) for arm, mode in ARMS.items() if mode != "off"}
    cells = ""
    for arm, mode in ARMS.items():
        spec = f"reflect?sheet={mode}&frozen=yes:{MODEL}"
        cells += f'[[cell]]\nname = "{arm}"\nsides = {{ civilian = "{spec}", spy = "reflect:{MODEL}" }}\n'
        cells += f'memory = "model"\nmemory_from = "{folder / arm}"\n' if arm in sheets else ""
    found: dict[str, Any] = {"curator": number, "seed": seed}
    matches = played(folder / "deals", DEALS, seed + 1000, cells)
    for arm in ARMS:
        voted = [each.voted for each in matches if each.cell == arm and each.voted is not None]
        found[arm] = {"votes": votes_of_others(voted), "spy_won": odd_win_rate(voted), "deals": len(voted)}
        if arm in sheets:
            entries = sheets[arm].state.store.entries
            found[arm]["entries"] = [[each.rule, each.status] for each in entries]
    return found | {"seconds": round(time.monotonic() - begun, 1)}


def told(lines: Sequence[Mapping[str, Any]]) -> str:
    """What results come to."""
    rows = []
    for arm in ARMS:
        hit, cast = (sum(line[arm]["votes"][part] for line in lines) for part in (0, 1))
        won, deals = (sum(line[arm]["spy_won"][part] for line in lines) for part in (0, 1))
        rows.append(f"{arm}: {hit} of {cast} votes for the spy ({hit / cast:.1%}), who won {won} of {deals}")
    for one, other in (("checked", "unchecked"), ("checked", "none"), ("unchecked", "none")):
        pairs = [Fraction(*line[one]["votes"]) - Fraction(*line[other]["votes"]) for line in lines]
        test = paired_permutation(pairs, Random(1), times=200_000)
        assert test is not None
        above, below = sum(each > 0 for each in pairs), sum(each < 0 for each in pairs)
        rows.append(
            f"{one} less {other}: {test.difference:+.1%}, p = {test.p:.2g}; above 0 for {above}, below for {below}"
        )
    return "\n".join([f"{len(lines)} curators", *rows])


def main(file: Path, curators: int) -> None:
    """Go on with a file of results, and tell them."""
    game = Game.load("spygame", preset="paper")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []
    for number in range(len(lines) + 1, curators + 1):
        folder = file.with_suffix("") / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        lines.append(compared(game, number, folder))
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
        shutil.rmtree(folder)
    print(told(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else CURATORS)
