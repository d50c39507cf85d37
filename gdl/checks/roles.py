"""What every role needs: moves and goals; and values that are numbers."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.checks.usage import close_to
from gdl.errors import Fault
from gdl.relations.dependency import sentences
from gdl.tree.arithmetic import Reckoning, is_sum, no_arithmetic
from gdl.tree.fault_list import FaultList, line_and_column, shown_term
from gdl.tree.keywords import RANDOM
from gdl.tree.numbers import exact
from gdl.tree.syntax import Compound, Rule, Symbol, Term, Variable

_OF_A_ROLE = ("legal", "goal", "does", "sees", "input")


def role_faults(rules: Sequence[Rule], source: str) -> list[Fault]:
    """Roles that have no move or no goal, and rules about roles that do not exist."""
    report = FaultList(source)
    roles = {
        rule.head.args[0]: rule.head
        for rule in rules
        if isinstance(rule.head, Compound) and rule.head.functor == "role" and len(rule.head.args) == 1
    }
    if any(isinstance(role, Variable) for role in roles):
        return []  # a fact for a variable is a fault already
    _check_every_role("legal", "role-without-moves", "can never move", rules, roles, report)
    players = {role: fact for role, fact in roles.items() if role != Symbol(RANDOM)}
    _check_every_role("goal", "missing-goal", "never has a goal value", rules, players, report)
    _check_known(rules, roles, report)
    return report.faults


def goal_faults(
    rules: Sequence[Rule], source: str, goal_range: tuple[int, int] | None, *, infix: bool = False
) -> list[Fault]:
    """Goal values that are no numbers, or outside the range that the game declares.

    With `infix`, what is told to write is in that form.
    """
    report = FaultList(source)
    for rule in rules:
        match rule.head:
            case Compound("goal", (_, Symbol(name) as value)) if exact(name) is None:
                report.error(
                    value,
                    "goal-not-a-number",
                    f"the goal value `{name}` is not a number",
                    "write a number such as 100, -1, 2.5 or 1/3",
                )
            case Compound("goal", (_, Symbol(name) as value)) if goal_range is not None:
                low, high = goal_range
                number = exact(name)
                if number is not None and not low <= number <= high:
                    report.error(
                        value,
                        "goal-out-of-range",
                        f"the goal value {name} is not between {low} and {high}, as the game declares",
                        "change the value, or the range that the game declares",
                    )
            case Compound("goal", (_, Compound() as value)) if is_sum(value):
                use = Reckoning(*line_and_column(value), value.functor)
                report.faults.append(no_arithmetic(source, [use], infix=infix))
            case Compound("goal", (_, Compound() as value)):
                report.error(
                    value,
                    "goal-not-a-number",
                    f"the goal value {shown_term(value)} is not a number",
                    "write a number such as 100, -1, 2.5 or 1/3",
                )
    return report.faults


def unusual_goal_faults(rules: Sequence[Rule], source: str) -> list[Fault]:
    """Warnings of goal values that are numbers and not GDL's own, whole ones from 0 to 100 (GDL specification 2008,
    section 3): players may be told what they gain in such a game, and other programs refuse it.
    """
    report = FaultList(source)
    for rule in rules:
        match rule.head:
            case Compound("goal", (_, Symbol(name) as value)) if (number := exact(name)) is not None:
                if number.denominator != 1 or not 0 <= number <= 100:
                    report.warning(
                        value,
                        "unusual-goal",
                        f"the goal value {name} is no whole number from 0 to 100: some programs cannot read it",
                        "scale the goal values, or make the sheet a game folder that declares them",
                    )
    return report.faults


def _check_every_role(
    relation: str, code: str, lack: str, rules: Sequence[Rule], roles: dict[Term, Compound], report: FaultList
) -> None:
    heads = [rule.head for rule in rules if isinstance(rule.head, Compound) and rule.head.functor == relation]
    owners = [head.args[0] for head in heads if len(head.args) == 2]
    if not owners:
        return  # there is no rule at all, or its arity is wrong: reported as that
    for role, fact in roles.items():
        if not any(isinstance(owner, Variable) or owner == role for owner in owners):
            report.error(
                fact,
                code,
                f"the role {shown_term(role)} {lack}: no rule for `{relation}` can be about it",
                f"add a rule for ({relation} {shown_term(role)} …)",
            )


def _check_known(rules: Sequence[Rule], roles: dict[Term, Compound], report: FaultList) -> None:
    """Warns of constants in the place of a role that are none."""
    if not roles:
        return
    names = [role.name for role in roles if isinstance(role, Symbol)]
    warned: set[str] = set()
    for rule in rules:
        for sentence in _about_roles(rule):
            role = sentence.args[0]
            if isinstance(role, Symbol) and role not in roles and role.name not in warned:
                warned.add(role.name)
                meant = close_to(role.name, names)
                report.warning(
                    role,
                    "unknown-role",
                    f"`{role.name}` is not a role of the game",
                    f"did you mean `{meant}`?" if meant else f"add (role {role.name}), or name another role",
                )


def _about_roles(rule: Rule) -> list[Compound]:
    found = [rule.head, *(sentence for literal in rule.body for sentence, _ in sentences(literal))]
    return [s for s in found if isinstance(s, Compound) and s.functor in _OF_A_ROLE and len(s.args) == 2]
