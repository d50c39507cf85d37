"""`lelma memory`: what agents learnt over matches, and rules tested on matches."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lelma.interfaces.cli.parser import OK, UNCHECKED, Commands, command, print_json
from lelma.support.errors import UsageError
from lelma.support.json_types import VERSION

if TYPE_CHECKING:
    from lelma.memory.rule_evidence import RuleEvidence


def add_memory_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    parser = commands.add_parser("memory", help="show what agents learnt over matches, and test rules on matches")
    inner = parser.add_subparsers(required=True, metavar="COMMAND")
    show = command(
        inner,
        "show",
        _show,
        brief="show entries that were learnt",
        goes_in="files of entries, or folders such as the results of an experiment, in which all are shown.",
        comes_out="each entry with its status, its evidence and the games it was tested over.",
        codes="0 shown, 2 bad input, such as a damaged file, which stays as it is",
        schema="entries",
    )
    show.add_argument("file", metavar="PATH", type=Path)
    test = command(
        inner,
        "test",
        _test,
        brief="test rules on finished matches",
        goes_in="rules such as 'if votes_received(P, last) >= 3 then spy(P)', and transcripts of one game.",
        comes_out="for each rule how often it held beside what the game's rules alone say, and its status.",
        codes="0 tested, 2 bad input, 3 every rule is open",
        schema="rule_tests",
    )
    test.add_argument("rules", metavar="RULE", nargs="+")
    test.add_argument("--archive", metavar="PATH", type=Path, action="append", required=True, help="files, folders")
    test.add_argument("--lexicon", metavar="FILE", type=Path, help="of the words (default: the game's, if it has one)")


def _show(arguments: argparse.Namespace) -> int:
    from lelma.agents.reflecting.cheatsheet import SHEET_FILE
    from lelma.interfaces.views.console import make_console

    files = [arguments.file] if not arguments.file.is_dir() else sorted(arguments.file.glob(f"**/{SHEET_FILE}"))
    if not files:
        raise UsageError(f"{arguments.file}: there is no {SHEET_FILE} in this folder")
    if arguments.json and len(files) > 1:
        raise UsageError(f"--json shows one file of entries, and {arguments.file} has {len(files)}: name one")
    for file in files:
        if len(files) > 1:
            make_console().print(str(file), markup=False)
        _show_one(file, as_json=arguments.json)
    return OK


def _show_one(file: Path, *, as_json: bool) -> None:
    from rich.table import Table

    from lelma.interfaces.views.console import make_console
    from lelma.memory.store import read_entries

    head, entries = read_entries(file)
    if as_json:
        told = {"cap": head["cap"], "games": head["games"], "frozen": head["frozen"], "embedder": head["embedder"]}
        print_json({"schema": VERSION, "ok": True, **told, "entries": [entry.as_json() for entry in entries]})
        return
    state = "frozen" if head["frozen"] else "learning"
    title = f"{len(entries)} of at most {head['cap']} entries after {head['games']} games, {state}"
    table = Table("entry", "status", "text", "evidence", "games", "uses", title=title, title_justify="left")
    for entry in entries:
        text = entry.text + (f"\n{entry.rule}" if entry.rule else "") + (f"\n({entry.why})" if entry.why else "")
        told_ = _evidence(entry.evidence) if entry.evidence is not None else "-"
        table.add_row(entry.id, entry.status, text, told_, str(entry.games), str(entry.uses))
    make_console().print(table, markup=False)


def _evidence(found: RuleEvidence) -> str:
    """Precision with its interval, base rate, lift and recall, in a few words."""
    from lelma.experiments.metrics.intervals import wilson

    interval = wilson(found.held, found.cases)
    if interval is None or found.precision is None:
        return f"never of use in {found.games} games"
    told = f"right of {found.held} of {found.cases} players ({interval[0]:.0%} to {interval[1]:.0%})"
    told += f", by chance {float(found.base or 0):.0%}"
    told += f", lift {float(found.lift):.2f}" if found.lift is not None else ""
    told += f", recall {float(found.recall):.0%}" if found.recall is not None else ""
    return f"{told}; held in {found.games_held} of {found.games_fired} games"


def _test(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.views.console import make_console
    from lelma.matches.talk.rule_archive import read_archive
    from lelma.memory.rule_evidence import feedback_on, rule_evidence_over
    from lelma.memory.rule_language import read_rule

    archive = read_archive(arguments.archive, lexicon=arguments.lexicon)
    rules = [read_rule(text, archive.matches[0].known) for text in arguments.rules]
    found = [(rule, rule_evidence_over(rule, archive.matches)) for rule in rules]
    if arguments.json:
        tests = [
            {
                "rule": str(rule),
                "status": evidence.status,
                "evidence": evidence.as_json(),
                "told": feedback_on(rule, evidence),
            }
            for rule, evidence in found
        ]
        over = {"games": len(archive.matches), "passed_over": dict(archive.passed_over)}
        print_json({"schema": VERSION, "ok": True, **over, "rules": tests})
    else:
        console = make_console()
        for rule, evidence in found:
            console.print(f"{evidence.status}: {rule}", markup=False)
            console.print(f"  {_evidence(evidence)}", markup=False)
        for name, why in archive.passed_over.items():
            console.print(f"passed over: {name}: {why}", markup=False)
    return UNCHECKED if all(evidence.status == "open" for _, evidence in found) else OK
