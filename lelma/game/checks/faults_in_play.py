"""Faults that only show when a game is played: roles that cannot go on, ends without a goal value, games without end.

What is looked for is what makes a game well formed (GDL specification 2008, section 5): it ends, every role has a
legal move until it does, and exactly one goal value then. Where all states were visited, goal values that no end has
are told, too. Only the first states are visited, so no fault found means
little in a large game.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.errors import Fault, Severity
from gdl.tree.fault_list import listed
from gdl.tree.keywords import RANDOM
from gdl.tree.syntax import Compound, Description, Symbol, Term, Variable, signature
from lelma.engine.progression import Progression, Survey, Trouble

STATES = 300
"""How many states are visited."""

_SECONDS = 4.0
"""How long they are looked for."""

_SHOWN_ROUNDS = 6


def faults_in_play(play: Progression, description: Description, *, well_formed: bool) -> tuple[list[Fault], int]:
    """The faults that show in the first states, each at the first rule it may be about; and how many were visited.

    Valid rules may make a game that is not well formed, and published ones do. All but a goal value that is no number
    are errors only where the game is to be `well_formed`, and warnings otherwise.

    Raises:
        GameError: if the game can't be played within the limits.
    """
    found = play.survey(states=STATES, seconds=_SECONDS)
    faults = [_fault(trouble, description, play.roles, well_formed) for trouble in found.troubles]
    if _never_ends(found):
        line, column = first_rule("terminal", "", description)
        message = f"the game never ends: none of the {found.visited} states that can be reached is terminal"
        fix = "make a state terminal that the roles come to in any case"
        faults.append(Fault(description.source, line, column, "never-ends", message, "warning", fix))
    return [*faults, *_never_reached(found, description)], found.visited


def _never_reached(found: Survey, description: Description) -> Iterator[Fault]:
    """Goal values that rules name and no terminal state has: where all states were visited, and nowhere else.

    A rule about every role is told of where no role has its value. Of a value that is worked out nothing is said, and
    nothing of a role that is told to have no goal value.
    """
    if not (found.complete and found.ended):
        return
    told = set[tuple[str, str]]()
    without = {trouble.role.lower() for trouble in found.troubles if trouble.kind == "none"}
    for rule in description.rules:
        match rule.head:
            case Compound("goal", (Symbol() | Variable() as owner, Symbol(value))):
                role = owner.name if isinstance(owner, Symbol) else ""
                reached = [values for name, values in found.goals.items() if not role or name.lower() == role.lower()]
                if (role, value) in told or role.lower() in without or any(value in values for values in reached):
                    continue
                told.add((role, value))
                line, column = (rule.position.line, rule.position.column) if rule.position is not None else (1, 1)
                who = f"role {role} never has" if role else "no role ever has"
                message = f"{who} the goal value {value} at the end: it holds in no terminal state"
                yield Fault(
                    description.source,
                    line,
                    column,
                    "goal-never-reached",
                    f"{message} of the {found.visited} states that can be reached",
                    "warning",
                    "correct the conditions of the rule, or leave it out",
                )


def _never_ends(found: Survey) -> bool:
    return found.complete and not found.ended and not any(trouble.kind == "stuck" for trouble in found.troubles)


def _fault(trouble: Trouble, description: Description, roles: tuple[str, ...], well_formed: bool) -> Fault:
    role, when = trouble.role, _when(trouble, roles)
    values = listed(trouble.values) if trouble.values else "none"
    match trouble.kind:
        case "stuck":
            head, code = "legal", "no-legal-move"
            message = f"role {role} has no legal move {when}, in a state that is not terminal"
            fix = f"give {role} a legal move there, such as noop, or make the state terminal"
        case "none":
            head, code = "goal", "missing-goal"
            message = f"role {role} has no goal value {when}, in a terminal state"
            fix = f"add a goal rule for {role} that holds there"
        case "unnumbered":
            head, code = "goal", "goal-not-a-number"
            message = f"the goal value of role {role} is {values} {when}, which is no number"
            fix = "give the value a number such as 100 wherever the rules make it"
        case _:
            head, code = "goal", "several-goals"
            message = f"role {role} has the goal values {values} {when}, in a terminal state"
            fix = "make the goal rules exclude each other"
    line, column = first_rule(head, role, description)
    is_error = code == "goal-not-a-number" or (well_formed and code != "several-goals")
    severity: Severity = "error" if is_error else "warning"
    return Fault(description.source, line, column, code, message, severity, fix)


def _when(trouble: Trouble, roles: tuple[str, ...]) -> str:
    """After which joint moves, in words."""
    if not trouble.play:
        return "at the start"
    rounds = trouble.play[-_SHOWN_ROUNDS:]
    told = [", ".join(f"{role} {move}" for role, move in zip(roles, joint, strict=True)) for joint in rounds]
    return f"after {'… ' * (len(rounds) < len(trouble.play))}{'; '.join(told)}"


def first_rule(head: str, role: str, description: Description) -> tuple[int, int]:
    """Where the first rule stands that may be about a role; the first one for that relation if none is."""
    rules = [rule for rule in description.rules if signature(rule.head)[0] == head and rule.position is not None]
    about = [rule for rule in rules if _is_about(rule.head, role)]
    for rule in about or rules:
        assert rule.position is not None
        return rule.position.line, rule.position.column
    return 1, 1


def _is_about(head: Term, role: str) -> bool:
    match head:
        case Compound(_, (Variable(), *_)):
            return role != RANDOM
        case Compound(_, (Symbol(name), *_)):
            return name.lower() == role.lower()
    return False
