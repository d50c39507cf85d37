"""What people see: reports, verdicts, faults and payoff tables on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gdl.tree.numbers import NumberSpelling
from lelma.support.shown_text import plain_console
from translators.language.query import move_name

if TYPE_CHECKING:
    from rich.console import Console

    from gdl.errors import Fault
    from lelma.engine.answers import Facts
    from lelma.verify.loop import Attempt, LoopResult
    from lelma.verify.report import CheckedClaim, Report
    from translators.language.vocabulary import Vocabulary

MARKS = {
    "true": ("✓ true", "green"),
    "false": ("✗ false", "red"),
    "unknown": ("? unknown", "yellow"),
    "error": ("! error", "magenta"),
    "pending": ("… pending", "yellow"),
}
LONGEST_SENTENCE = 240


def make_console() -> Console:
    """A console on standard output; 100 columns where that is no terminal, so that logs read well."""
    console = plain_console(highlight=False)
    return console if console.is_terminal else plain_console(highlight=False, width=100)


def safe(text: str) -> str:
    """Text from outside, fit to print: control and direction marks are replaced, line breaks become spaces."""
    plain = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in plain)


def show_payoffs(console: Console, title: str, facts: Facts, vocabulary: Vocabulary, spelling: NumberSpelling) -> None:
    """The payoff table of a two-role game, the row role's payoff first; nothing for other games."""
    if len(facts.roles) != 2 or not facts.cells:
        return
    rows, columns = facts.moves
    names = " / ".join(vocabulary.roles)
    table = Table(title=f"{escape(title)}   ({names})", title_justify="left")
    table.add_column("", style="bold")
    naming = vocabulary.naming("")
    for column in columns:
        table.add_column(escape(naming.preferred(move_name(column))), justify="center")
    payoffs = {cell.profile: cell.payoffs for cell in facts.cells}
    for row in rows:
        cells = (payoffs.get((row, column)) for column in columns)
        shown = [", ".join(map(spelling.payoff, cell)) if cell else "–" for cell in cells]
        table.add_row(escape(naming.preferred(move_name(row))), *shown)
    console.print(table)


def show_attempt(console: Console, attempt: Attempt, *, recorded: bool, trace: bool = False) -> None:
    """One attempt: its text, its claims beside their sentences, and the feedback on it."""
    kind = "recorded reasoning, written beforehand" if recorded else "reasoning of the model"
    console.rule(f"[bold]Attempt {attempt.number}[/bold]   [dim]{kind}[/dim]", align="left")
    console.print(Text(attempt.text.strip()), style="dim", soft_wrap=False)
    show_report(console, attempt.report, trace=trace)


def show_report(console: Console, report: Report, *, trace: bool = False) -> None:
    """The claims of a text with their verdicts, what could not be read, contradictions, feedback, choice.

    Args:
        trace: whether to name the rules behind each claim as well.
    """
    console.print(_claims_table(report, trace=trace))
    for pair in report.contradictions:
        console.print(
            f"[yellow]These claims can't both hold:[/yellow] {escape(pair.first.verdict.says)} — "
            f"{escape(pair.second.verdict.says)}"
        )
    unread = [item for item in report.untranslated if item.reason != "no claim"]
    if unread:
        lines = (f"• {escape(safe(item.sentence))} [dim]({escape(item.reason)})[/dim]" for item in unread)
        console.print("[yellow]Not checked, or not all of it:[/yellow]\n" + "\n".join(lines))
    if report.gates:
        console.print(_gates(report.gates))
    if report.feedback:
        console.print(Panel(Text(report.feedback), title="Feedback", title_align="left", border_style="red"))
    console.print(_summary(report))


def _gates(gates: Mapping[str, int]) -> str:
    """What became of the claims that a model proposed."""
    fell = ", ".join(f"{number} {gate}" for gate, number in gates.items() if gate not in ("proposed", "kept"))
    told = f"{gates['proposed']} claims proposed by the model, {gates['kept']} kept"
    return f"[dim]{told}{f'; refused: {fell}' if fell else ''}.[/dim]"


def _claims_table(report: Report, *, trace: bool) -> RenderableType:
    if not report.claims:
        return Text("No claim was found in this text.", style="yellow")
    table = Table(show_lines=True, expand=True)
    table.add_column("Sentence", ratio=5)
    table.add_column("Claim", ratio=5)
    table.add_column("Verdict", no_wrap=True)
    table.add_column("What holds, and why", ratio=5)
    before = ""
    for item in report.claims:
        sentence = safe(item.claim.sentence)
        short = sentence if len(sentence) <= LONGEST_SENTENCE else sentence[:LONGEST_SENTENCE] + "…"
        mark, style = MARKS[item.verdict.truth]
        why = "guessed" if item.claim.hedged else "not counted"
        counted = "" if report.counts(item) else f"\n[dim]{why}[/dim]"
        table.add_row(
            escape(short) if sentence != before else "[dim]〃[/dim]",
            _claim(item, trace=trace),
            f"[{style}]{mark}[/{style}]{counted}",
            _explanation(item),
        )
        before = sentence
    return table


def _claim(item: CheckedClaim, *, trace: bool) -> str:
    said = escape(safe(item.verdict.says or item.claim.query))
    if not trace:
        return said
    rules = ", ".join(item.claim.trace) or "no rules"
    return f"{said}\n[dim]{escape(safe(item.claim.query))}\nby {escape(rules)}[/dim]"


def _explanation(item: CheckedClaim) -> RenderableType:
    verdict = item.verdict
    parts: list[RenderableType] = []
    if verdict.truth == "false" and (verdict.correction or verdict.denial):
        parts.append(Text(verdict.correction or verdict.denial, style="bold"))
    if verdict.reason:
        parts.append(Text(verdict.reason))
    if verdict.why:
        parts.append(Text(verdict.why, style="dim"))
    return Group(*parts)


def _summary(report: Report) -> str:
    counts = report.count()
    numbers = ", ".join(f"{number} {truth}" for truth, number in counts.items() if number)
    choice = f"  Choice: [bold]{escape(report.choice)}[/bold]." if report.choice else ""
    if report.share_checked is not None:
        choice += f"  Checked: {report.share_checked:.0%} of the sentences about the game."
    if report.unverified:
        return f"[yellow]Unverified:[/yellow] nothing in this text could be checked.{choice}"
    if report.ok:
        return f"[green]All checked claims hold[/green] ({numbers}).{choice}"
    failed = f"{len(report.failed)} checked claim{'s' if len(report.failed) > 1 else ''} failed"
    return f"[red]{failed}[/red] ({numbers}).{choice}"


def show_loop_end(console: Console, result: LoopResult) -> None:
    """How a feedback loop ended."""
    words = {
        "verified": "[green]verified[/green]: every counted claim of the last attempt holds",
        "unverified": "[yellow]unverified[/yellow]: the last attempt claims nothing that can be checked",
        "repeated": "[red]not verified[/red]: the last two attempts fail in the same claims",
        "max_attempts": "[red]not verified[/red]: claims still fail after the last attempt",
    }
    tries = len(result.attempts)
    choice = f" Final choice: [bold]{escape(result.final.choice)}[/bold]." if result.final.choice else ""
    console.rule(align="left")
    console.print(f"After {tries} attempt{'s' if tries > 1 else ''}: {words[result.outcome]}.{choice}")


def show_faults(console: Console, faults: Sequence[Fault]) -> None:
    """Faults with their source lines and carets, as plain text."""
    texts = {fault.file: _source(fault.file) for fault in faults}
    for fault in faults:
        console.print(Text(fault.render(texts[fault.file]) + "\n"), soft_wrap=True)


def _source(file: str) -> str:
    path = Path(file)
    return path.read_text("utf-8", errors="replace") if path.is_file() else ""
