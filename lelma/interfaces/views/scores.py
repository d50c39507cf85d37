"""Scores on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lelma.experiments.evaluation.fragments import FragmentsScored
from lelma.experiments.evaluation.scoring import Scored
from lelma.interfaces.views.console import safe

_Numbers = Mapping[str, Any]

_KINDS = {
    "pa": "payoff of a pair of moves",
    "rga": "risk or gain of a move",
    "pc": "comparison of numbers",
    "u": "other",
}


def show_scores(console: Console, found: Mapping[str, Any]) -> None:
    """Every table of every model."""
    for model, numbers in found["by_model"].items():
        console.rule(f"[bold]{escape(safe(model))}[/bold], translator {escape(found['translator'])}", align="left")
        _show_headline(console, numbers, found["attempts"])
        _show_confusion(console, numbers)
        _show_games(console, numbers)
        _show_errors(console, numbers)
        _show_classes(console, numbers)
        if "folds" in numbers:
            _show_folds(console, numbers["folds"])
    if found["unlabelled"]:
        console.print(f"{found['unlabelled']} {found['attempts']} attempts without people's labels were left out.")


def _show_headline(console: Console, numbers: _Numbers, attempts: str) -> None:
    baseline = numbers["always_incorrect"]
    title = f"{numbers['n']} {attempts} attempts; positive = correct reasoning"
    table = _table(title, "", "share", "95 % (Wilson)", "of")
    table.add_row("accuracy", percent(numbers["accuracy"]), interval(numbers["accuracy_interval"]), str(numbers["n"]))
    table.add_row("balanced accuracy", percent(numbers["balanced_accuracy"]), "", "")
    _share_row(table, "correct texts let through", numbers["correct_recall"])
    _share_row(table, "wrong texts flagged", numbers["incorrect_recall"])
    _share_row(table, "flagged for a reason a judge quoted", numbers["right_reason_share"])
    table.add_row("always “incorrect”: accuracy", percent(baseline["accuracy"]), "", "")
    table.add_row("always “incorrect”: balanced", percent(baseline["balanced_accuracy"]), "", "")
    console.print(table)
    if numbers["unchecked"] or numbers["unquoted"]:
        console.print(
            f"{numbers['unchecked']} texts without anything to check (predicted correct); "
            f"{numbers['unquoted']} flagged texts in which no judge's quote occurs."
        )


def _show_confusion(console: Console, numbers: _Numbers) -> None:
    table = _table("Confusion matrix", "", "predicted correct", "predicted incorrect")
    table.add_row("correct", f"{numbers['tp']} (TP)", f"{numbers['fn']} (FN)")
    table.add_row("incorrect", f"{numbers['fp']} (FP)", f"{numbers['tn']} (TN)")
    console.print(table)


def _show_games(console: Console, numbers: _Numbers) -> None:
    table = _table("By game", *_CONFUSED)
    for game, part in numbers["by_game"].items():
        table.add_row(*_confused(escape(safe(game)), part))
    console.print(table)


def _show_errors(console: Console, numbers: _Numbers) -> None:
    table = _table("Wrong texts, by the judges' kinds of error", "kind", "texts", "flagged", "95 %", "in such a quote")
    for kind, part in numbers["errors"].items():
        flagged = part["flagged"]
        row = (str(flagged["n"]), percent(flagged["share"]), interval(flagged["interval"]))
        table.add_row(f"{kind}: {_KINDS.get(kind, '')}", *row, percent(part["in_quote"]["share"]))
    console.print(table)


def _show_classes(console: Console, numbers: _Numbers) -> None:
    columns = ("class", "read", "failed", "in wrong texts", "in a quote", "recall", "95 %", "of")
    table = _table("Claims; recall of the failed queries that the log holds of wrong texts", *columns)
    for name, part in numbers["classes"].items():
        table.add_row(
            name,
            str(part["claims"]),
            str(part["failed"]),
            percent(part["in_wrong_text"]["share"]),
            percent(part["in_quote"]["share"]),
            percent(part["recall"]["share"]),
            interval(part["recall"]["interval"]),
            str(part["recall"]["n"]),
        )
    console.print(table)


def _show_folds(console: Console, folds: _Numbers) -> None:
    table = _table("By fold", *_CONFUSED)
    for number, part in enumerate(folds["each"], start=1):
        table.add_row(*_confused(str(number), part))
    table.add_row("gap", "", percent(folds["gap"]["accuracy"]), "", percent(folds["gap"]["balanced_accuracy"]))
    console.print(table)


def show_misjudged(console: Console, samples: Iterable[Scored]) -> None:
    """The texts judged otherwise than by people, and those flagged for another reason than a judge's quote."""
    for sample in samples:
        wrong = sample.kind in ("fp", "fn")
        if wrong or (sample.kind == "tn" and not sample.right_reason):
            what = {"fp": "not flagged", "fn": "flagged, though correct"}.get(sample.kind, "flagged for another reason")
            console.print(f"[bold]{escape(safe(sample.id))}[/bold] {what}; {sample.unread} sentences not read")
            for claim in sample.failed:
                mark = "in a quote: " if claim.quoted else ""
                console.print(f"  ✗ {mark}{escape(claim.query)}  [dim]{escape(safe(claim.sentence))}[/dim]")
            for quote in sample.quotes:
                console.print(f"  “{escape(safe(quote))}”", style="yellow")


def show_fragment_scores(console: Console, found: Mapping[str, Any]) -> None:
    """Every table of a labelled set."""
    numbers = found["all"]
    console.rule(f"[bold]{numbers['texts']} texts[/bold], translator {escape(found['translator'])}", align="left")
    table = _table(f"{numbers['fragments']} labelled fragments", "", "share", "95 % (Wilson)", "of")
    _share_row(table, "true fragments found", numbers["found"])
    _share_row(table, "false fragments caught", numbers["caught"])
    _share_row(table, "refutations justified", numbers["justified"])
    _share_row(table, "silent fragments", numbers["silent"])
    console.print(table)
    console.print(f"{numbers['aside']} refutations of what was retracted or is debatable were left aside.")
    for title, texts in (("without", numbers["right_texts"]), ("with", numbers["wrong_texts"])):
        told = ", ".join(f"{count} {state}" for state, count in texts.items())
        console.print(f"Texts {title} a false fragment: {told}.")
    for title, parts in (("game", found["by_game"]), ("voice", found["by_voice"])):
        table = _table(f"By {title}", *_FOUND, "justified", "95 %", "of")
        for name, part in parts.items():
            table.add_row(*_found(name, part), *_shared(part["justified"]))
        console.print(table)
    table = _table("By kind", *_FOUND)
    for name, part in found["by_kind"].items():
        table.add_row(*_found(name, part))
    console.print(table)


def show_missed_fragments(console: Console, texts: Iterable[FragmentsScored]) -> None:
    """False alarms, and the fragments that were not found, not caught or passed over in silence."""
    for text in texts:
        said = [f"false alarm: {each.query}  {each.sentence}" for each in text.refutations if each.justice == "alarm"]
        for each in text.fragments:
            if not each.hit:
                what = "silent" if each.silent else "not found" if each.truth else "not caught"
                said.append(f"{what}: {each.text}")
        if said:
            console.print(f"[bold]{escape(safe(text.id))}[/bold] {escape(safe(text.game))}")
            for line in said:
                console.print(f"  {escape(safe(line))}")


_FOUND = ("", "found", "95 %", "of", "caught", "95 %", "of", "silent")


def _found(name: str, part: _Numbers) -> Sequence[str]:
    return [escape(safe(name)) or "–", *_shared(part["found"]), *_shared(part["caught"]), str(part["silent"]["found"])]


def _shared(part: _Numbers) -> Sequence[str]:
    return [percent(part["share"]), interval(part["interval"]), str(part["n"])]


_CONFUSED = ("", "n", "accuracy", "95 %", "balanced", "TP", "FN", "FP", "TN")


def _confused(name: str, part: _Numbers) -> Sequence[str]:
    counts = [str(part[key]) for key in ("tp", "fn", "fp", "tn")]
    shares = percent(part["accuracy"]), interval(part["accuracy_interval"]), percent(part["balanced_accuracy"])
    return [name, str(part["n"]), *shares, *counts]


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    return table


def _share_row(table: Table, name: str, part: _Numbers) -> None:
    table.add_row(name, *_shared(part))


def percent(value: float | None) -> str:
    """A share in per cent with one decimal; a dash for None."""
    return "–" if value is None else f"{100 * value:.1f} %"


def interval(bounds: Sequence[float] | None) -> str:
    """An interval of shares in per cent; nothing for None."""
    return "" if bounds is None else f"{100 * bounds[0]:.0f}–{100 * bounds[1]:.0f} %"
