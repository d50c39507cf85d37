"""`lelma experiment prefer`: which of two agents' answers to the same prompts is better."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from lelma.interfaces.cli.parser import OK, Commands, command, print_json, whole_number_option


def add_prefer(commands: Commands) -> None:
    """Put the command `prefer` into the parser of experiments."""
    parser = command(
        commands,
        "prefer",
        _prefer,
        brief="have a judge prefer answers of agents to the same prompts",
        goes_in="a results folder of an experiment over matches, agents and a judge; filled sheets of raters.",
        comes_out="what a judge prefers in six dimensions, asked in both orders, beside what is measured without one; "
        "answers and choices are kept in DIR/preference, and not asked for again.",
        codes="0 done, 2 bad input",
        schema="experiment_report",
    )
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument(
        "--pairs", default="recon:cot,recon:recon_no_refine,recon:recon_no_formulate", metavar="AGENT:AGENT[,…]"
    )
    parser.add_argument("--model", default="simulated", metavar="SPEC", help="of the agents (default simulated)")
    parser.add_argument("--judge", default="simulated", metavar="SPEC", help="the judge (default simulated)")
    parser.add_argument("--side", default="", metavar="SIDE", help="whose turns (default: that of the experiment)")
    parser.add_argument("--limit", type=whole_number_option(1), default=24, metavar="N", help="prompts (default 24)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of which prompts (default 0)")
    parser.add_argument("--sheets", type=whole_number_option(1), metavar="N", help="write blind sheets for N raters")
    parser.add_argument("--items", type=whole_number_option(1), default=18, metavar="N", help="of a sheet (default 18)")
    parser.add_argument("--labels", nargs="+", type=Path, metavar="FILE", default=[], help="filled sheets")


def _prefer(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.experiments.over_matches.rows import read_match_folder
    from lelma.experiments.preference.answers import PREFERENCE, collect_answers
    from lelma.experiments.preference.judging import judge_answers, read_pairs
    from lelma.experiments.preference.levels import read_preference_sheets, write_preference_sheets
    from lelma.experiments.preference.tables import preference_report
    from lelma.game.game import Game
    from lelma.interfaces.views.console import make_console
    from lelma.interfaces.views.experiment_files import print_report, write_report
    from lelma.models import Door

    folder, seed = arguments.folder, arguments.seed
    pairs = read_pairs(arguments.pairs)
    judge = Door().model(arguments.judge)
    agents = {name: f"{name}:{arguments.model}" for name in dict.fromkeys(name for pair in pairs for name in pair)}
    console = Console(stderr=True, highlight=False, quiet=arguments.json)
    answers = collect_answers(folder, agents, side=arguments.side, limit=arguments.limit, seed=seed)
    console.print(f"{len(answers)} prompts answered by {', '.join(agents)}", soft_wrap=True)
    game = Game.load(str(read_match_folder(folder).planned["game"]))
    judged = judge_answers(folder, answers, pairs, judge, game.folder, seed=seed)
    console.print(f"{len(judged)} comparisons", soft_wrap=True)
    if arguments.sheets:
        files = write_preference_sheets(
            folder, answers, judged, raters=arguments.sheets, items=arguments.items, seed=seed
        )
        console.print("Written:", *map(str, files), sep="\n", soft_wrap=True)
        console.print(f"When they are filled: lelma experiment prefer {shlex.quote(str(folder))} … --labels FILE.csv …")
    levels = read_preference_sheets(arguments.labels, judged) if arguments.labels else None
    report = preference_report(folder, answers, judged, pairs, [arguments.model, arguments.judge], levels)
    written = write_report(report, folder / PREFERENCE / "report")
    if arguments.json:
        print_json({**report.as_json(), "written": [str(file) for file in written]})
    else:
        print_report(make_console(), report)
    return OK
