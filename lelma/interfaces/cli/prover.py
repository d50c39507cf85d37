"""`lelma prove`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lelma.interfaces.cli.parser import (
    FAILED,
    OK,
    UNCHECKED,
    USAGE,
    Commands,
    bridge_option,
    command,
    duration,
    failure,
    print_json,
    text_argument,
    whole_number_option,
)
from lelma.support.errors import UsageError

if TYPE_CHECKING:
    from lelma.prover import ProofResult, Theory

_CODES = {"entailed": OK, "contradicted": FAILED, "open": UNCHECKED, "error": USAGE}


def add_prove_command(commands: Commands) -> None:
    """Put the command that proves into a parser."""
    parser = command(
        commands,
        "prove",
        _prove,
        brief="say whether a goal follows from a first-order theory",
        goes_in="a theory: labelled formulas, a line each, an Isabelle .thy file, or TPTP (fof, cnf, tff); and a goal, "
        "if it is another one. Or a folder of theories.",
        comes_out="whether the goal follows, is contradicted or is open, with proof or counter-model, and what is odd "
        "in the theory. Of a folder, the outcome of each, and how many there are of each.",
        codes="0 the goal follows, 1 it is contradicted, 2 bad input, an error in the theory or axioms that can't hold "
        "together, 3 open; of a folder, 1 if another prover says otherwise of one",
        schema="proof or proofs",
    )
    parser.add_argument("file", metavar="FILE", help="the theory, or a folder of them; - reads standard input")
    parser.add_argument("goal", metavar="GOAL", nargs="?", help="a formula to prove in place of the file's goal")
    parser.add_argument("--repair", action="store_true", help="mend what can be mended before judging, and say what")
    parser.add_argument(
        "--explain",
        metavar="N",
        nargs="?",
        const=3,
        default=0,
        type=whole_number_option(1, 5),
        help="where the goal is open, look for up to N facts with which it would follow (3)",
    )
    parser.add_argument("--tree", action="store_true", help="where the goal follows, show a proof that begins at it")
    parser.add_argument("--sketch", metavar="SKETCH", help="a proof sketch with <ATP> to check step by step")
    parser.add_argument(
        "--seconds", type=duration, default=5.0, help="for a theory, whatever is asked about it (default 5)"
    )
    parser.add_argument("--cross-check", action="store_true", help="ask E, too, even where the solver decides")
    parser.add_argument(
        "--isabelle",
        metavar="SERVER",
        help="ask a running Isabelle server last, named by the line that `isabelle server` prints (lelma[isabelle])",
    )
    parser.add_argument(
        "--vote", action="store_true", help="ask Isabelle until it says the same twice, as it works against the clock"
    )
    parser.add_argument(
        "--verdicts",
        metavar="CSV",
        type=Path,
        help="of a folder: what another prover found, columns file and verdict (entailed, contradicted, open, error, "
        "or valid, invalid, syntax error)",
    )
    parser.add_argument("--write", choices=("fol", "thy", "tptp", "tff"), help="print the theory in that form instead")
    bridge_option(parser)


def _prove(arguments: argparse.Namespace) -> int:
    from lelma.prover import ProverLimits, TheoryError, check, mended, read_theory
    from lelma.prover.sketch import check_sketch, read_sketch
    from lelma.prover.text.reading import with_goal

    if Path(arguments.file).is_dir():
        return _prove_all(arguments)
    if arguments.verdicts is not None:
        raise UsageError("--verdicts goes with a folder of theories")
    try:
        theory = read_theory(text_argument(arguments.file), source=arguments.file)
        if arguments.goal is not None:
            theory = with_goal(theory, arguments.goal)
        sketch = None if arguments.sketch is None else read_sketch(text_argument(arguments.sketch), arguments.sketch)
    except TheoryError as error:
        if not arguments.json:
            raise
        print_json(failure("\n".join(fault.headline() for fault in error.faults), error.faults))
        return USAGE
    repairs: tuple[str, ...] = ()
    if arguments.repair:
        theory, repairs = mended(theory)
    if arguments.write:
        return _write(theory, arguments)
    if arguments.vote and not arguments.isabelle:
        raise UsageError("--vote goes with --isabelle; our own prover always says the same")
    limits = ProverLimits(seconds=arguments.seconds)
    options: dict[str, Any] = {"limits": limits, "bridge": arguments.bridge}
    if arguments.isabelle and sketch is None:
        from lelma.prover.isabelle import IsabelleProver

        options["isabelle"] = IsabelleProver(arguments.isabelle, votes=arguments.vote)
    if sketch is not None:
        result = check_sketch(theory, sketch, cost=arguments.explain, **options)
    else:
        result = check(
            theory, cost=arguments.explain, tree=arguments.tree, cross_check=arguments.cross_check, **options
        )
    if arguments.json:
        print_json(result.as_json())
    else:
        _show(result, repairs)
    return _CODES[result.outcome]


def _prove_all(arguments: argparse.Namespace) -> int:
    from lelma.prover import ProverLimits
    from lelma.prover.many import judge_theories, judged_lines, read_verdicts
    from lelma.support.json_types import VERSION

    single = ("goal", "sketch", "explain", "tree", "write", "isabelle")
    if named := [name for name in single if getattr(arguments, name)]:
        raise UsageError(f"{named[0]} goes with one theory, and {arguments.file} is a folder")
    judged = []
    for each in judge_theories(
        Path(arguments.file),
        limits=ProverLimits(seconds=arguments.seconds),
        cross_check=arguments.cross_check,
        repair=arguments.repair,
        verdicts=None if arguments.verdicts is None else read_verdicts(arguments.verdicts),
    ):
        judged.append(each)
        if not arguments.json:
            about = f": {each.detail}" if each.reason == "inconsistent" else ""
            print(f"{each.name}: {each.outcome} ({each.reason}){about}")
    if arguments.json:
        print_json({"schema": VERSION, "theories": [vars(each) for each in judged]})
    else:
        print("\n".join(judged_lines(judged)))
    return FAILED if any(each.contradicts for each in judged) else OK


def _write(theory: Theory, arguments: argparse.Namespace) -> int:
    from lelma.prover import isabelle_text, labelled_text, tff_text, tptp_text
    from lelma.support.json_types import VERSION

    writers = {"fol": labelled_text, "thy": isabelle_text, "tptp": tptp_text, "tff": tff_text}
    text = writers[arguments.write](theory)
    if arguments.json:
        print_json({"schema": VERSION, "form": arguments.write, "text": text})
    else:
        print(text, end="")
    return OK


def _show(result: ProofResult, repairs: tuple[str, ...]) -> None:
    from lelma.prover.text.writing import sentence_text

    about = f": {result.detail}" if result.detail else ""
    print(f"{result.outcome} ({result.reason}){about}")
    for repair in repairs:
        print(f"  mended: {repair}")
    for fault in result.faults:
        print(f"  {fault.headline()}{f' ({fault.fix})' if fault.fix else ''}")
    if result.used and result.proof is not None:
        print(f"  uses {', '.join(result.used)}")
        for line in result.proof.lines():
            print(f"    {line}")
    if result.tree:
        print("  backwards from the goal:")
        for claim in result.tree:
            for line in claim.lines(2):
                print(line)
    if result.model:
        print("  a case in which the goal fails, where nothing else holds than:")
        for fact in result.model[:30]:
            print(f"    {sentence_text(fact)}")
        if len(result.model) > 30:
            print(f"    and {len(result.model) - 30} more")
    if result.failed_step:
        print(f"  the first step that does not follow: {result.failed_step}")
    for missing in result.missing:
        print(f"  it would follow from {', '.join(map(sentence_text, missing.facts))}")
    for flag in result.flags:
        print(f"  flag {flag}")
    if result.charitable not in (None, result.outcome):
        print(f"  as it was probably meant: {result.charitable}")
