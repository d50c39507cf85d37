"""Meanings of clauses that tell best answers and extremes. Constructions name them; None refuses."""

from __future__ import annotations

from dataclasses import replace

from translators.reading.grammar.assertions import measured
from translators.reading.grammar.cases import who as who_of
from translators.reading.grammar.parts import (
    Again,
    Amount,
    Assertion,
    Best,
    Case,
    Compares,
    Denied,
    Gets,
    Many,
    Measure,
    Peak,
    Safety,
    Who,
)

# Best answers


def best(
    kind: str = "best",
    act: Case | None = None,
    case: Case | None = None,
    who: object = None,
    only: str = "",
    left: Case | None = None,
    verb: str = "",
) -> Assertion | None:
    """An act is somebody's best; what others should do is advice."""
    act = act or left
    if act is None or (verb == "should" and who != Who("me")):
        return None
    named = who_of(who) if who is not None and who != "its" else None  # type: ignore[arg-type]
    if named is not None and named.kind == "neither":
        return None
    faced_ = case or Case()
    faced_ = replace(
        faced_, choices=tuple(replace(choice, who=choice.who or Who("faced")) for choice in faced_.choices)
    )
    return Best(act, named, faced_, "only" if only else "worst" if kind == "worst" else "best")


def maximizes(act: Case, who: object) -> Assertion | None:
    """An act brings somebody most; what brings `us` most may be a sum."""
    named = who_of(who)  # type: ignore[arg-type]
    return best("best", act, None, named) if named.kind in ("me", "them", "role") else None


def best_always(kind: str, act: Case, who: object = None) -> Assertion | None:
    """An act is somebody's best in every case."""
    return best(kind, act, Case(every=True), who)


def best_never(kind: str, act: Case, who: object = None) -> Assertion | None:
    """An act is somebody's best in no case."""
    if kind != "best":
        return None
    inner = best(kind, act, None, who)
    return replace(inner, kind="never") if isinstance(inner, Best) else None


def best_not(kind: str, act: Case, who: object = None, case: Case | None = None) -> Assertion | None:
    """An act is not somebody's best."""
    inner = best(kind, act, case, who)
    return Denied(inner) if inner is not None else None


def prefers(who: Who, act: Case, right: Case) -> Assertion:
    """Somebody does better with one act than with another."""
    return Compares(act, ">", right, who)


def no_difference(who: Who | str | tuple[str, str] | None = None, case: Case | None = None) -> Assertion:
    """It makes no difference to somebody what he chooses."""
    return Compares(Case(), "=", None, who_of(who) if who is not None else None, case=case or Case())


# Extremes


def peak(
    measure: Measure, case: Case | None = None, who: Who | None = None, verb: str = "gain", which: str = ""
) -> Assertion | None:
    """A case has the highest or lowest of a measure."""
    kinds = {
        "pay": "pay",
        "min": "pay",
        "max": "pay",
        "guaranteed": "min",
        "potential": "max",
        "expected": "mean",
        "sum": "sum",
        "shared": "shared",
    }
    if which and (measure.which or measure.kind in ("min", "max")):
        return None
    top = which or (measure.kind if measure.kind in ("min", "max") else measure.which)
    if not top or verb == "loss":
        return None
    return Peak(top, kinds[measure.kind], who or measure.who, case or Case(), measure.case)


def safest(case: Case, which: str, who: object = None) -> Assertion | None:
    """A case is the safest."""
    named = who_of(who) if who is not None else None  # type: ignore[arg-type]
    if named is not None and named.kind == "neither":
        return None
    return Peak("max" if which == "safest" else "min", "min", named, case)


def shuns_worst(**_: object) -> Safety:
    """To avoid the worst case."""
    return Safety()


def shuns(amount: Amount) -> Safety | None:
    """To avoid an amount."""
    return Safety(amount) if amount.one is not None and amount.relation in ("=", "<", ">") else None


def seeks_sure(kind: Measure) -> Safety | None:
    """To have the highest guarantee: `maximize my minimum`, `secure the best guaranteed payoff`."""
    most = kind.kind == "min" or (kind.kind == "guaranteed" and kind.which in ("", "max"))
    return Safety(sure=True) if most and kind.case.empty else None


def seeks_highest_sure(kind: Measure) -> Safety | None:
    """The same, where it must be told that it is the highest."""
    return seeks_sure(kind) if kind.kind == "guaranteed" and kind.which == "max" else None


def same_goal(goal: Safety) -> Safety:
    """What is sought, beside something that claims nothing."""
    return goal


def safe_by(goal: Safety, case: Case | None = None) -> Assertion | None:
    """A choice that keeps whoever makes it from an amount or the worst case, or has the highest guarantee."""
    act = case or Case()
    if act.profiles or len(act.choices) > 1 or (case is not None and not act.choices):
        return None
    who = act.choices[0].who if act.choices else None
    if goal.amount is not None:
        return Gets(who, goal.amount, "never", act)
    safe = Peak("max" if goal.sure else "min", "min", who, act)
    return safe if goal.sure else Denied(safe)


def and_safe(claim: Assertion, goal: Safety) -> Assertion | None:
    """What is said of a choice, and that it is safe: `choosing B gives me 3 and avoids the worst case`."""
    match claim:
        case (
            Gets(who=who, case=case) | Best(who=who, act=case) | Peak(who=who, case=case) | Compares(who=who, left=case)
        ):
            own = [choice for choice in case.choices if choice.who is None or choice.who == who or who is None]
            safe = safe_by(goal, Case((own[0],))) if own else None
            return Many((claim, safe)) if safe is not None else None
    return None


def peak_amount_told(
    case: Case, measure: Measure, amount: Amount, who: Who | None = None, verb: str = "gain"
) -> Assertion | None:
    """A case has the highest of a measure, which is told."""
    top = peak(measure, case, who, verb)
    if not isinstance(top, Peak):
        return None
    told = measured(
        replace(
            measure,
            who=top.who,
            which="" if measure.kind in ("sum", "shared") else measure.which,
            case=case & measure.case,
        ),
        amount,
    )
    if measure.kind in ("min", "max"):
        told = Gets(top.who, amount, "", case)
    return Many((top, told)) if told is not None else None


def which_is(claim: Assertion, measure: Measure) -> Assertion | None:
    """An amount that somebody gets, which is the highest or lowest of its kind: `I get 9, which is my best payoff`."""
    if not isinstance(claim, Gets) or claim.how or claim.amount.relation != "=" or measure.kind not in ("min", "max"):
        return None
    if measure.who not in (None, claim.who):
        return None
    told = Gets(measure.who or claim.who, claim.amount, measure.kind, measure.case)
    return Many((claim, told))


def peak_case(case: Case, which: str, who: Who | str | tuple[str, str]) -> Assertion | None:
    """A case is the best or worst for somebody."""
    return Peak(which, "pay", who_of(who), case) if who != "its" else None


def worth(claim: Assertion, amount: Amount) -> Assertion | None:
    """A case that has the highest or lowest of a measure, and how much that is: `R has the highest total, 8`."""
    if amount.expr is not None or amount.relation != "=":
        return None
    if isinstance(claim, Best) and claim.kind in ("best", "only"):
        return Many((claim, Gets(claim.who, amount, "", claim.act & claim.case)))
    if isinstance(claim, Compares) and claim.right is None and claim.by is None and claim.measure == "pay":
        told = Gets(claim.who, amount, "", claim.left & claim.case)
        return Many((claim, told)) if claim.relation in (">", ">=") and not claim.left.empty else None
    if not isinstance(claim, Peak) or not claim.of.empty:
        return None
    how = {"sum": "sum", "pay": claim.which, "min": "min", "max": "max"}.get(claim.kind)
    return Many((claim, Gets(claim.who, amount, "" if how == claim.which else how, claim.case))) if how else None


def best_then(case: Case, act: Case, amount: Amount | None = None) -> Assertion | None:
    """The answer to a case, and what it brings: `versus B it is L, with 6`."""
    made = best("best", act, case)
    if not isinstance(made, Best) or len(act.choices) != 1 or act.choices[0].who is not None or case.every:
        return None
    own = [each.who for each in case.choices if each.who is not None and each.who.kind in ("me", "we", "both", "each")]
    if own or case.profiles:
        return None  # `if both choose R, R, 1` answers nothing
    made = replace(made, verbless=True)
    return made if amount is None else Many((made, Gets(None, amount, "", act & case)))


def said_again(who: Who | str | tuple[str, str] | None = None, act: Case | None = None) -> Assertion:
    """What was said last is so of somebody else, or of another choice: `the same goes for C`."""
    return Again(who_of(who) if who is not None else None, act)
