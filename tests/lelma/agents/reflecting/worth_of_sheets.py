"""What testing the entries of a cheatsheet is worth, over many simulated curators of whose rules half are false.

`python -m tests.lelma.agents.reflecting.worth_of_sheets RESULTS.jsonl [ARCHIVES]` goes on with a file of results, a
line for each archive, and tells what they come to. A minute or two a line; a folder beside the file has the matches
while they are played.

The plan, written before the first line of results: 25 archives, each of 40 matches of its own, of five reflectors
without a sheet at their usual rates. On each archive four curators work, `reflector?lie=0.5`, by seeds of their own. A
curator writes two sheets after every 5 matches: `checked`, and `all`, the unchecked. Then 3 further deals a curator,
300 in all, are played three times by the same rules and with the same draws: the four civilians have no sheet, the
checked one, or the unchecked one, frozen; the spy has none. The measure is the share of the civilians' votes that are
for the spy. One test: the permutation test, two-sided, of checked less unchecked, a pair for each archive, against
p < 0.01. Told beside it: checked less none, unchecked less none, and the spy's wins. Were the time to run out, the
archives that are done count.

What came of it, and of 25 archives more, is told in `docs/how_to/reflect.md`.
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

ARCHIVES, CURATORS, MATCHES, EVERY, DEALS = 25, 4, 40, 5, 3
FIRST_SEED = 9_500_000
"""Each archive has a thousand: of its matches, then a hundred for each curator, its deals first."""
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
    never = f"reflect?sheet=all&every={MATCHES + 1}:{MODEL}"
    played(folder, MATCHES, seed, f'[[cell]]\nname = "archive"\nmemory = "model"\nagents = "{never}"\n')
    last = max((folder / "out" / "memory").glob(f"*/{MATCHES:05d}/*/{GAMES_FILE}"))
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
    """What the sheets from an archive come to, as a line of the results."""
    begun, seed = time.monotonic(), FIRST_SEED + 1000 * number
    games = archive(folder / "archive", seed)
    found: dict[str, Any] = {"archive": number, "seed": seed, "curators": []}
    for curator in range(1, CURATORS + 1):
        found["curators"].append(by_arm(game, games, seed + 100 * curator, folder / str(curator)))
    return found | {"seconds": round(time.monotonic() - begun, 1)}


def by_arm(game: Game, games: Sequence[dict[str, Any]], seed: int, folder: Path) -> dict[str, Any]:
    """Arm → the civilians' votes for the spy and all they cast, the spy's wins, and the entries, of one curator."""
    cells, found = "", dict[str, Any]()
    for arm, mode in ARMS.items():
        spec = f"reflect?sheet={mode}&frozen=yes:{MODEL}"
        cells += f'[[cell]]\nname = "{arm}"\nsides = {{ civilian = "{spec}", spy = "reflect:{MODEL}" }}\n'
        found[arm] = {}
        if mode != "off":
            cells += f'memory = "model"\nmemory_from = "{folder / arm}"\n'
            sheet = learnt(game, games, mode, seed + 50, folder / arm)
            found[arm]["entries"] = [[each.rule, each.status] for each in sheet.state.store.entries]
    matches = played(folder / "deals", DEALS, seed, cells)
    for arm in ARMS:
        voted = [each.voted for each in matches if each.cell == arm and each.voted is not None]
        found[arm] |= {"votes": votes_of_others(voted), "spy_won": odd_win_rate(voted)}
    return found


def summed(line: Mapping[str, Any], arm: str, what: str) -> Fraction:
    """A share of an archive, over all that its curators had."""
    return Fraction(*(sum(each[arm][what][part] for each in line["curators"]) for part in (0, 1)))


def told(lines: Sequence[Mapping[str, Any]]) -> str:
    """What results come to."""
    curators = [each for line in lines for each in line["curators"]]
    rows = [f"{len(lines)} archives, {len(curators)} curators"]
    for arm in ARMS:
        hit, cast = (sum(each[arm]["votes"][part] for each in curators) for part in (0, 1))
        won, deals = (sum(each[arm]["spy_won"][part] for each in curators) for part in (0, 1))
        rows.append(f"{arm}: {hit} of {cast} votes for the spy ({hit / cast:.1%}), who won {won} of {deals}")
    for what in ("votes", "spy_won"):
        for one, other in (("checked", "unchecked"), ("checked", "none"), ("unchecked", "none")):
            pairs = [summed(line, one, what) - summed(line, other, what) for line in lines]
            test = paired_permutation(pairs, Random(1), times=200_000)
            assert test is not None
            above, below = sum(each > 0 for each in pairs), sum(each < 0 for each in pairs)
            difference = f"{what}: {one} less {other}: {test.difference:+.1%}, p = {test.p:.2g}"
            rows.append(f"{difference}; more in {above} archives, less in {below}")
    return "\n".join(rows)


def main(file: Path, archives: int) -> None:
    """Go on with a file of results, and tell them."""
    game = Game.load("spygame", preset="paper")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []
    for number in range(len(lines) + 1, archives + 1):
        folder = file.with_suffix("") / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        lines.append(compared(game, number, folder))
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(lines[-1]) + "\n")
        shutil.rmtree(folder)
    print(told(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else ARCHIVES)
