"""`lelma trust`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

from lelma.interfaces.cli.parser import OK, UNCHECKED, Commands, command, game_argument, print_json
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import read_each
from lelma.trust.forms import TRUST_FORMS, Form, TrustSettings

_DAYS_SHOWN = 6
_BY_VIEW = ("votes_received", "pinned", "posterior")


def add_trust_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "trust",
        _trust,
        brief="tell whom the players of recorded matches had reason to trust",
        goes_in="a game with a trust.toml, and matches of it: a transcript, or games recorded in a format it knows, "
        "or a folder of these.",
        comes_out="what the graph of trust and the chances of the possible deals make of the others, from each view "
        "before the votes of each day, beside who was on which side: AUC, Brier score, log loss, sign. Asks no model.",
        codes="0 done, 2 bad input, 3 no votes in the file",
        schema="trust",
    )
    game_argument(parser)
    parser.add_argument("file", metavar="FILE|FOLDER", type=Path)
    parser.add_argument(
        "--view", default="each", metavar="VIEW", help="each player of the good side (each, the default), or a player"
    )
    parser.add_argument(
        "--pins",
        choices=("told", "proof"),
        default="told",
        help="which sides are certain: those that percepts tell outright (default), or all that is proved, which takes "
        "seconds a view",
    )
    parser.add_argument(
        "--fit",
        choices=("shipped", "two_fold"),
        default="shipped",
        help="the vote rates of the game's trust.toml (default), or those of the other half of the matches",
    )
    parser.add_argument(
        "--form", choices=tuple(TRUST_FORMS), default="repaired", help="how the graph's equations are read"
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the form, or rho, gamma, w, epsilon, stranger_trust or hops",
    )
    parser.add_argument("--preset", help="one of the game's presets (default: the one the file's format belongs to)")


def _trust(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from lelma.experiments.trust_records.scores import trust_json, try_trust
    from lelma.experiments.trust_records.sightings import read_trust_matches, told_apart

    settings = _settings(arguments.form, arguments.set)
    proofs = arguments.pins == "proof"
    with Console(stderr=True).status("Reading") as status:
        read = partial(read_trust_matches, game=arguments.game, preset=arguments.preset, proofs=proofs)
        found_matches, left_out = read_each(arguments.file, read)
        matches = told_apart(found_matches)
        trial = try_trust(
            matches,
            view=arguments.view,
            fit=arguments.fit,
            pins=arguments.pins,
            settings=settings,
            on_match=lambda name: status.update(f"{name}, of {len(matches)}"),
        )
        about = {"game": arguments.game, "source": str(arguments.file), "view": arguments.view}
        found = trust_json(trial, left_out=left_out, **about)
    if arguments.json:
        print_json(found)
    else:
        _show(found)
    return OK if trial.beliefs else UNCHECKED


def _settings(form: Any, given: list[str]) -> TrustSettings:
    """The settings of a form with changes.

    Raises:
        UsageError: for a name or a value that there is not.
    """
    kinds = get_type_hints(Form)
    numbers: dict[str, Any] = {
        each.name: int if each.name in ("w", "hops") else float for each in fields(TrustSettings) if each.name != "form"
    }
    settings = TrustSettings(form=TRUST_FORMS[form])
    for text in given:
        name, _, value = text.partition("=")
        if name in numbers:
            try:
                settings = replace(settings, **{name: numbers[name](value)})
            except ValueError:
                raise UsageError(f"--set {text}: {value!r} is no number") from None
        elif name in kinds:
            if value not in get_args(kinds[name]):
                raise UsageError(f"--set {text}: {name} is one of {', '.join(get_args(kinds[name]))}")
            chosen: dict[str, Any] = {name: value}
            settings = replace(settings, form=replace(settings.form, **chosen))
        else:
            near = did_you_mean(name, (*numbers, *kinds))
            raise UsageError(f"--set {text}: there is no {name!r}{near}; there are {', '.join((*numbers, *kinds))}")
    return settings


def _show(found: Mapping[str, Any]) -> None:
    from rich.table import Table

    from lelma.interfaces.views.console import make_console

    console = make_console()
    matches = f"{found['matches']} match{'es' if found['matches'] != 1 else ''}"
    title = f"{matches}, before the votes of the last day: who is on the other side?"
    table = Table("method", "n", "AUC", "95 %", "Brier", "log loss", "sign", title=title, title_justify="left")
    for each in found["measures"]:
        sign = each.get("sign")
        row = (_shown(each["auc"]), _interval(each["auc_interval"]), _shown(each.get("brier")))
        told = "-" if sign is None else f"{sign['found']} of {sign['n']}"
        table.add_row(each["method"], str(each["n"]), *row, _shown(each.get("log_loss")), told)
    console.print(table)
    days = sorted({each["day"] for each in found["by_day"]})[:_DAYS_SHOWN]
    by_day = Table("method", *(f"day {day}" for day in days), title="AUC by day of votes", title_justify="left")
    for method in found["methods"]:
        auc = {each["day"]: each["auc"] for each in found["by_day"] if each["method"] == method}
        by_day.add_row(method, *(_shown(auc.get(day)) for day in days))
    console.print(by_day)
    for method in (each for each in _BY_VIEW if each in found["methods"]):
        of_days = {each["day"]: each["auc_by_identity"] for each in found["by_day"] if each["method"] == method}
        title = f"AUC by day of votes and identity of the viewer: {method}"
        by_view = Table("viewer", *(f"day {day}" for day in days), title=title, title_justify="left")
        for name in sorted({name for of_day in of_days.values() for name in of_day}):
            by_view.add_row(name, *(_shown(of_days[day].get(name)) for day in days))
        console.print(by_view)
    for method, about in found["methods"].items():
        console.print(f"{method}: {about}", markup=False)
    for why, views in found["without_proof"].items():
        console.print(f"without proofs, {views} views: {why}", markup=False)
    for why in found["left_out"]:
        console.print(f"left out: {why}", markup=False)


def _shown(number: float | None) -> str:
    return "-" if number is None else f"{number:.3f}"


def _interval(ends: tuple[float, float] | None) -> str:
    return "-" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
