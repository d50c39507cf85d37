"""Meanings of phrases that name a kind of payoff. Every function is one that constructions name; None refuses."""

from __future__ import annotations

from dataclasses import replace

from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import Case, Choosing, Measure, Who

_OTHER_END = {"max": "min", "min": "max"}
"""The biggest loss is the lowest payoff."""


def kind_of_payoff(kind: str = "pay", payoff: str = "") -> Measure:
    """A kind of payoff."""
    return Measure(kind, relative="won" if payoff == "gain" else "")


def kind_extreme(which: str, payoff: str = "") -> Measure | None:
    """The highest or lowest payoff."""
    return Measure(which, which) if payoff != "loss" else None


def loss_extreme(which: str, payoff: str) -> Measure | None:
    """The biggest or smallest loss, as the payoff that it is: `my biggest loss`."""
    return _lost(Measure(which, which)) if payoff == "loss" else None


def loss_told(which: str, who: Who | str, verb: str) -> Measure | None:
    """The same, said of who loses: `the most I can lose`."""
    return measure(_lost(Measure(which, which)), who_of(who)) if verb == "loss" else None


def who_gets(who: Who | str, verb: str) -> Who | None:
    """Who may get what it is; what is lost is something else."""
    return who_of(who) if verb != "loss" else None


def _lost(kind: Measure) -> Measure:
    other = _OTHER_END[kind.kind]
    return replace(kind, kind=other, which=other)


def kind_of(kind: str, which: str) -> Measure | None:
    """The highest or lowest of a kind; the lowest of what is possible is the lowest of all."""
    return Measure(kind, which) if kind != "potential" or which == "max" else None


def measure(
    kind: Measure,
    who: Who | str | tuple[str, str] | None = None,
    case: Case | None = None,
    verb_: str = "",
    **_: object,
) -> Measure | None:
    """A kind of payoff, whose, and for what."""
    if verb_ == "loss":
        return None
    if who == "its":
        who = None
    named = who_of(who) if who is not None else kind.who
    if case is not None and case.every and kind.kind == "sum":
        return None
    return replace(kind, who=named, case=kind.case & case if case is not None else kind.case)


def kind_worst(which: str, inner: str = "") -> Measure | None:
    """The best worst case, the lowest maximum."""
    found = inner or ("min" if which == "max" else "max")
    return Measure("guaranteed" if found == "min" else "potential", which) if found != which else None


def measure_of_move(move: str, kind: str = "pay") -> Measure:
    """A function with a move for its index: `U_R`."""
    return Measure(kind, case=Case((Choosing(None, (move,)),)))


def word_which(which: str) -> str:
    """The highest or the lowest."""
    return which


def anybody(**_: object) -> str:
    """What can be had, by nobody named."""
    return "anybody"


def top(which: str, who: Who | str | None = None, case: Case | None = None) -> Measure | None:
    """The best or worst that somebody can do."""
    return measure(Measure(which, which), None if isinstance(who, str) else who, case)


def top_measure(top: Measure, case: Case | None = None) -> Measure | None:
    """The best or worst that somebody can do with a choice."""
    return measure(top, None, case)


def peak_measure(
    which: str, who: Who | str | tuple[str, str] | None = None, case: Case | None = None
) -> Measure | None:
    """Somebody's best or worst, or that of a choice."""
    return measure(Measure(which, which), who, case)
