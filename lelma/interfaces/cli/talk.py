"""`lelma claims` and `lelma worlds`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    Commands,
    any_whole,
    chosen_translator,
    command,
    game_argument,
    print_json,
    text_argument,
    translator_options,
    whole_number_option,
)
from lelma.support.errors import UsageError
from lelma.support.outside import read_each


def add_claim_commands(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "claims",
        _claims,
        brief="judge what the players of a match said",
        goes_in="a hidden-role game, and a match of it: a transcript, or a game recorded in a format the game knows, "
        "or a folder of these; or fit, and a transcript or a folder.",
        comes_out="what the speeches claim of the match and of identities, each with its verdict at that moment; "
        "with --thoughts the class of each private thought; with --given-away what each speech lets others work out of "
        "its speaker; "
        "of fit, how often what each identity says of what is hidden is known to it, open, or known to be false.",
        codes="0 read, and all labels agree if any are given; 1 a label does not; 2 bad input; 3 no claim, or no "
        "thought, was found",
        schema="claims, thoughts, given_away or statement_rates",
    )
    game_argument(parser)
    parser.add_argument("file", metavar="FILE|FOLDER", type=Path)
    parser.add_argument(
        "--view",
        default="public",
        metavar="VIEW",
        help="whose knowledge decides: public (what every player saw, the default), own (what the speaker saw), all "
        "(everything that happened), or a role",
    )
    parser.add_argument(
        "--thoughts",
        action="store_true",
        help="what each private thought is: right, a hallucination (its thinker's own view refutes it), a deception "
        "(the act goes against it), or open",
    )
    parser.add_argument(
        "--given-away",
        action="store_true",
        help="what each speech lets those who listen work out of its speaker, which secrets it tells, and what the "
        "speaker could know by then",
    )
    parser.add_argument("--labels", metavar="LABELS.jsonl", help="labels to compare with, one a line")
    parser.add_argument(
        "--assume", metavar="NAME", action="append", default=[], help="take for granted something about behaviour"
    )
    translator_options(parser)
    parser.add_argument("--preset", help="one of the game's presets (default: the one the file's format belongs to)")


def claims_of_match(arguments: argparse.Namespace, file: Path) -> int:
    """`lelma claims` for a match that another command was given, or found; the exit code."""
    meant = {"file": file, "view": "public", "labels": None, "assume": [], "preset": None}
    meant |= {"thoughts": False, "given_away": False}
    return _claims(argparse.Namespace(**{**vars(arguments), **meant}))


FIT = "fit"
"""In place of a game: estimate rates of statements."""


def _fit(arguments: argparse.Namespace) -> int:
    """Print a `statements.toml`, estimated from transcripts."""
    from lelma.matches.talk.sought import fitted_statement_rates
    from lelma.support.json_types import VERSION
    from lelma.talk.chances.suspicion import rates_as_toml

    files = sorted(arguments.file.rglob("*.jsonl")) if arguments.file.is_dir() else [arguments.file]
    if not files:
        raise UsageError(f"{arguments.file} holds no transcript")
    fitted = fitted_statement_rates(files)
    if arguments.json:
        about = {"matches": fitted.matches, "statements": fitted.statements, "skipped": list(fitted.skipped)}
        print_json({"schema": VERSION, "game": fitted.game, **about, "rates": fitted.rates})
        return OK if fitted.statements else UNCHECKED
    about_text = (
        f"Estimated from {fitted.statements} statements of {fitted.matches} matches, with Laplace's correction."
    )
    print(rates_as_toml(fitted.rates, about_text), end="")
    for why in fitted.skipped:
        print(f"# left out: {why}")
    return OK if fitted.statements else UNCHECKED


def _claims(arguments: argparse.Namespace) -> int:
    if arguments.game == FIT:
        return _fit(arguments)
    from lelma.matches.talk.claim_log import claims_json, judged_matches
    from lelma.matches.talk.speeches import compare, labelled, read_matches

    translator = chosen_translator(arguments)
    read = partial(read_matches, game=arguments.game, preset=arguments.preset)
    found, left_out = read_each(arguments.file, read)
    if arguments.thoughts:
        return _thoughts(arguments, found, left_out)
    if arguments.given_away:
        return _given_away(arguments, found, left_out)
    matches = judged_matches(found, view=arguments.view, assumptions=arguments.assume, translator=translator)
    labels = labelled(text_argument(arguments.labels).split("\n"), arguments.labels) if arguments.labels else []
    statements = [statement for _, claims in matches for statement in claims.statements]
    compared = compare(labels, statements, arguments.view)
    if arguments.json:
        about = {"game": arguments.game, "source": str(arguments.file), "view": arguments.view}
        print_json(claims_json(matches, compared, assumptions=arguments.assume, left_out=left_out, **about))
    else:
        _show(arguments, matches, compared)
        for why in left_out:
            print(f"left out: {why}")
    if compared.disagree or compared.unread:
        return FAILED
    return OK if statements else UNCHECKED


def _thoughts(arguments: argparse.Namespace, found: Sequence[Any], left_out: Sequence[str]) -> int:
    """Print the class of each private thought."""
    from rich.markup import escape
    from rich.table import Table

    from lelma.interfaces.views.console import make_console
    from lelma.matches.talk.claim_log import thoughts_json, thoughts_of_matches

    matches = thoughts_of_matches(found)
    told = thoughts_json(matches, game=arguments.game, source=str(arguments.file), left_out=left_out)
    if arguments.json:
        print_json(told)
        return OK if told["thoughts"] else UNCHECKED
    console = make_console()
    for match, thoughts in matches:
        table = Table(title=f"{match.name}: what was thought", title_justify="left")
        for column in ("line", "who", "class", "why"):
            table.add_column(column)
        for each in thoughts:
            why = each.against or "; ".join(f"“{quote}”: {instead}" for quote, instead in each.refuted)
            table.add_row(str(each.thought.seq), each.thought.role, each.kind, escape(why))
        console.print(table)
    counted = ", ".join(f"{number} {kind}" for kind, number in told["classes"].items())
    console.print(f"{len(told['thoughts'])} thoughts: {counted}", markup=False)
    for why in left_out:
        console.print(f"left out: {why}", markup=False)
    return OK if told["thoughts"] else UNCHECKED


def _given_away(arguments: argparse.Namespace, found: Sequence[Any], left_out: Sequence[str]) -> int:
    """Print what each speech gives away."""
    from statistics import median

    from rich.markup import escape
    from rich.table import Table

    from lelma.interfaces.views.console import make_console
    from lelma.matches.talk.given_away import given_away_in, given_away_json

    matches = [(match, list(given_away_in(match))) for match in found]
    told = given_away_json(matches, game=arguments.game, source=str(arguments.file), left_out=left_out)
    if arguments.json:
        print_json(told)
        return OK if told["speeches"] else UNCHECKED
    console = make_console()
    for match, speeches in matches:
        table = Table(title=f"{match.name}: what speeches give away", title_justify="left")
        for column in ("line", "who", "deals", "certain of", "to whom", "that it is", "heard as", "before", "after"):
            table.add_column(column)
        for each in speeches:
            about = (str(each.speech.seq), each.speech.speaker, str(each.deals), ", ".join(each.certain))
            rows = [
                (one.listener, one.fact, one.heard_as, f"{float(one.before):.2f}", f"{float(one.after):.2f}")
                for one in each.taken
            ]
            for at, row in enumerate(rows or [("",) * 5]):
                table.add_row(*(about if not at else ("",) * 4), *row)
        console.print(table)
        for each in speeches:
            for quote, leak in each.leaks:
                line = f"line {each.speech.seq}: {each.speech.speaker} gives away {leak.secret.name}: “{quote}”"
                console.print(escape(line), highlight=False)
        if speeches:
            took = median(each.seconds for each in speeches)
            console.print(f"{len(speeches)} speeches, worked out in {1000 * took:.0f} ms each (median)", markup=False)
    for why in left_out:
        console.print(f"left out: {why}", markup=False)
    return OK if told["speeches"] else UNCHECKED


def _show(arguments: argparse.Namespace, matches: Sequence[Any], compared: Any) -> None:
    from rich.table import Table

    from lelma.interfaces.views.console import make_console

    console = make_console()
    colours = {"true": "green", "false": "red", "kept": "green", "broken": "red"}
    for match, claims in matches:
        table = Table(title=f"{match.name}: what was claimed, as {arguments.view} has it", title_justify="left")
        for column in ("line", "who", "kind", "claim", "verdict", "so it is"):
            table.add_column(column)
        for statement in claims.statements:
            found = statement.as_json(arguments.view)
            colour = colours.get(found["label"], "yellow")
            told = "; ".join(found["correct"]) or found["reason"]
            row = (str(found["seq"]), found["speaker"], found["kind"], found["quote"])
            guessed = "guessed: " if statement.hedged else ""
            colour = "yellow" if statement.hedged else colour
            table.add_row(*row, f"[{colour}]{guessed}{found['label']}[/]", told)
        console.print(table)
        if arguments.assume:
            console.print(f"taken for granted about behaviour: {', '.join(arguments.assume)}", markup=False)
        for clash in claims.clashes:
            first, second = clash.first, clash.second
            console.print(
                f"{first.speech.speaker} contradicts itself: “{first.quote}” (line {first.speech.seq}) and "
                f"“{second.quote}” (line {second.speech.seq})",
                markup=False,
            )
        _show_refused(match.record.refused())
        if match.trouble:
            console.print(f"the record could not be followed to its end: {match.trouble}", markup=False)
        console.print(f"{len(claims.statements)} claims; {len(claims.unread)} sentences that name players hold none")
    if compared.agree or compared.disagree or compared.unread:
        console.print(
            f"labels: {compared.agree} agree, {len(compared.disagree)} disagree, {len(compared.unread)} not read, "
            f"{compared.passed_over} passed over"
        )
        for label in (*compared.disagree, *compared.unread):
            console.print(f"  {label['seq']} {label['kind']}: “{label['quote']}” is {label['label']}", markup=False)


def _show_refused(refused: Sequence[Any]) -> None:
    """The moves that the rules refuse, with their steps and the reasons."""
    from lelma.interfaces.views.console import make_console

    for each in refused:
        told = f"joint move {each['ply']} is against the rules, and the record went on with it: {each['why']}"
        make_console().print(told, markup=False)


def add_worlds_command(commands: Commands) -> None:
    """Put this command into a parser."""
    parser = command(
        commands,
        "worlds",
        _worlds,
        brief="tell what each player of a match can know",
        goes_in="a game with hidden moves, and a match of it or nothing.",
        comes_out="how many worlds each role must think possible, and what it knows, after the deal or in the match. "
        "A world is a deal of identities; `states` counts all else that may be hidden, too.",
        codes="0 done, 1 an assumption goes against what was observed, 2 bad input",
        schema="worlds",
    )
    game_argument(parser)
    parser.add_argument("--match", metavar="FILE", type=Path, help="a transcript, or a game recorded in a known format")
    parser.add_argument("--name", help="which match, if FILE holds several (default: the first)")
    parser.add_argument(
        "--at", metavar="N", type=whole_number_option(0), help="after so many joint moves (default: all)"
    )
    parser.add_argument("--seed", type=any_whole, default=0, help="of the deal, where no match is given (default 0)")
    parser.add_argument("--preset", help="one of the game's presets")
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the game")
    parser.add_argument(
        "--assume", metavar="NAME", action="append", default=[], help="take for granted something about behaviour"
    )
    parser.add_argument(
        "--ask",
        metavar="FORMULA",
        action="append",
        default=[],
        help="whether it is known, as '(evil p3)' or 'evil(p3)'",
    )
    parser.add_argument("--deals", action="store_true", help="list the possible deals")
    parser.add_argument(
        "--most", metavar="N", type=whole_number_option(1), help="how many states a role may think possible"
    )


def _worlds(arguments: argparse.Namespace) -> int:
    from lelma.knowledge import MOST_STATES
    from lelma.matches.talk.worlds import assumption_words, known_by_all, worlds_json
    from lelma.talk.record import refused_moves

    game, moment, about = _moment(arguments)
    most = MOST_STATES if arguments.most is None else arguments.most
    assumptions = tuple(dict.fromkeys(arguments.assume))
    known = known_by_all(game, moment, assumptions=assumptions, ask=arguments.ask, most=most)
    if arguments.json:
        print_json(worlds_json(game, moment, known, assumptions=assumptions, deals=arguments.deals, **about))
    else:
        words = assumption_words(game)
        _show_worlds(game, known, {name: words[name] for name in assumptions}, deals=arguments.deals)
        _show_refused(refused_moves(moment.moves, moment.refused))
    return FAILED if any(one.trouble for one in known) else OK


def _moment(arguments: argparse.Namespace) -> tuple[Any, Any, dict[str, Any]]:
    """The game, the moment, and of which match it is, or of which deal."""
    from lelma.game.game import Game
    from lelma.game.parameters import read_settings
    from lelma.matches.talk.speeches import match_in
    from lelma.matches.talk.worlds import first_moment, moment_in

    if arguments.match is None:
        if arguments.at is not None or arguments.name is not None:
            raise UsageError("--at and --name are about a match: give it with --match FILE")
        settings = read_settings(arguments.set)
        game = Game.load(arguments.game, preset=arguments.preset, parameters=settings)
        return game, first_moment(game, arguments.seed), {"seed": arguments.seed}
    if arguments.set:
        raise UsageError("a match has its own parameters: --set does not go with --match")
    if arguments.match.is_dir():
        raise UsageError(f"{arguments.match} is a folder: --match takes one of its files")
    data, source = arguments.match.read_bytes(), str(arguments.match)
    match = match_in(data, arguments.game, source=source, preset=arguments.preset, name=arguments.name)
    return match.game, moment_in(match, arguments.at), {"match": match.name}


def _show_worlds(game: Any, known: Sequence[Any], given: dict[str, str], *, deals: bool) -> None:
    from rich.table import Table

    from lelma.game.wording import Wording, listing
    from lelma.interfaces.views.console import make_console

    wording = Wording(game.file.words)
    console = make_console()
    for words in given.values():
        console.print(f"assumed: {words}", markup=False)
    table = Table("role", "identity", "worlds", "states", "knows", title=game.title, title_justify="left")
    for one in known:
        names = {
            name: [listing(list(map(wording.name, some)), "or") for some in one.facts[name]] for name in one.facts or ()
        }
        facts = [wording.relation(f"({name} X)").replace("X", some) for name in names for some in names[name]]
        answers = [f"{formula}: {answer}" for formula, answer in (one.answers or {}).items()]
        told = one.trouble or "; ".join([*facts, *answers])
        table.add_row(
            wording.name(one.role), wording.name(one.identity or "-"), f"{one.worlds:,}", f"{one.states:,}", told
        )
    console.print(table)
    for one in known if deals else ():
        console.print(f"{wording.name(one.role)}:", markup=False)
        for deal in one.deals:
            console.print(f"  {'; '.join(map(wording.fluent, deal.facts))}", markup=False)
