"""A game description as a Prolog program over situations.

Every relation is static, depends on the state, or depends on the moves made in it; its Prolog predicate takes
the situation `S`, or the joint move `A` and `S`, as further arguments (Schiffel and Thielscher, AAAI 2011,
section 3; the table of keywords is in `_KEYWORD_HEADS`). The program meets `prolog/situation/situation.pl`, which
adds the situation calculus of the LELMA paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum

from gdl.compile.prolog_text import prolog_atom, prolog_call, prolog_constant, prolog_number
from gdl.relations.cycles import cycles
from gdl.relations.schedule import literal_variables, schedule
from gdl.tree.numbers import exact
from gdl.tree.syntax import (
    And,
    Compound,
    Description,
    Distinct,
    Literal,
    Not,
    Or,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
    atoms,
    signature,
    variables_in,
)
from gdl.values import dataclass


class Needs(IntEnum):
    """What the truth of a relation depends on."""

    NOTHING = 0
    STATE = 1
    MOVES = 2


# GDL relation → its Prolog predicate, and what it may need at most.
_KEYWORD_HEADS = {
    ("role", 1): ("role", Needs.NOTHING),
    ("init", 1): ("rules_initially", Needs.NOTHING),
    ("base", 1): ("base", Needs.NOTHING),
    ("input", 2): ("input", Needs.NOTHING),
    ("legal", 2): ("legal_move", Needs.STATE),
    ("terminal", 0): ("terminal", Needs.STATE),
    ("goal", 2): ("goal_value", Needs.STATE),
    ("next", 1): ("next_holds", Needs.MOVES),
    ("sees", 2): ("percept", Needs.MOVES),
}

# Predicates a relation of a game must not redefine: the program's own, those it calls, and ISO's built-in ones.
_RESERVED = frozenset(
    """
    game initial holds initially legal possible effect abnormal final finally result value_number
    unsigned_number digits_number
    round_start all_chose completes_round joint_move joint_part chooses acts yet_to_choose executable recorded
    rules_initially legal_move terminal goal_value next_holds percept pass rule_fluent records_choices
    role base input cell untabulated rounds seat seat_move seated opposite table member memberchk distinct findall
    atomic_list_concat atom_number
    rdiv ! , -> ; < = =.. =:= =< == =\\= > >= @< @=< @> @>= \\+ \\= \\== abolish acyclic_term arg asserta
    assertz at_end_of_stream atom atom_chars atom_codes atom_concat atom_length atomic bagof call
    callable catch char_code char_conversion clause close compare compound copy_term
    current_char_conversion current_input current_op current_output current_predicate
    current_prolog_flag discontiguous dynamic fail false float flush_output functor get_byte get_char
    get_code ground halt initialization integer is keysort length message_queue_create
    message_queue_destroy message_queue_property multifile mutex_create mutex_destroy mutex_lock
    mutex_property mutex_trylock mutex_unlock nl nonvar number number_chars number_codes numbervars once
    op open peek_byte peek_char peek_code phrase predicate_property put_byte put_char put_code read
    read_term repeat retract retractall set_input set_output set_prolog_flag set_stream_position setof
    sort stream_property sub_atom subsumes_term term_variables thread_create thread_detach
    thread_get_message thread_peek_message thread_property thread_self thread_send_message thread_signal
    meta_predicate module_transparent public thread_initialization thread_local tnot volatile as div divs initialization
    mod rem tdiv xor
    throw true unify_with_occurs_check rational string var with_mutex write write_canonical write_term writeq
    """.split()
)


@dataclass(frozen=True)
class SituationProgram:
    """The game-dependent part of a game's Prolog program, and what the rules mention."""

    text: str
    fluents: tuple[Signature, ...]


def to_prolog(
    description: Description, *, pass_moves: Sequence[str] = ("noop",), numbers: bool = True
) -> SituationProgram:
    """The Prolog clauses of a checked description; `pass_moves` are moves that choose nothing.

    Constants that are numbers become Prolog's numbers, or atoms like all others without `numbers`.
    """
    needs = relation_needs(description.rules)
    names = _predicate_names(needs)
    writer = _Writer(needs, names, prolog_constant if numbers else prolog_atom)
    fluents = _fluents(description.rules)
    recursive = sorted(sig for sig in _recursive(description.rules) if sig not in _KEYWORD_HEADS)
    plain = sorted(set(needs) - set(recursive))
    lines = [f":- dynamic {', '.join(_indicator(name, arity, needs, names) for name, arity in plain)}."]
    if recursive:
        lines.append(f":- table {', '.join(_indicator(name, arity, needs, names) for name, arity in recursive)}.")
    lines.append("")
    for group in _grouped(description.rules):
        lines.extend(writer.clause(rule) for rule in group)
        lines.append("")
    lines.extend(f"pass({prolog_constant(move)})." for move in pass_moves)
    lines.extend(_fluent_clauses(fluents, description.rules))
    return SituationProgram("\n".join(lines) + "\n", tuple(fluents))


def _fluent_clauses(fluents: Sequence[Signature], rules: Sequence[Rule]) -> Iterator[str]:
    yield ""
    yield "% Fluents that the rules speak of; the paper's own control/1 and did/2 step back where they do."
    for name, arity in fluents:
        yield f"rule_fluent({prolog_call(prolog_atom(name), ['_'] * arity) if arity else prolog_constant(name)})."
    if not fluents:
        yield "rule_fluent(_) :- fail."
    yield f"records_choices :- {'true' if _records_choices(fluents, rules) else 'fail'}."


def _records_choices(fluents: Sequence[Signature], rules: Sequence[Rule]) -> bool:
    """Whether did(Role, Move) may mean what it means in the paper: the rules leave it alone or say just that."""
    if ("did", 2) not in fluents:
        return True
    for rule in rules:
        match rule:
            case Rule(Compound("next", (Compound("did", (Variable() as role, Variable() as move)),)), body):
                if Compound("does", (role, move)) in body:
                    return True
    return False


def _fluents(rules: Sequence[Rule]) -> list[Signature]:
    found: dict[Signature, None] = {}
    for rule in rules:
        match rule.head:
            case Compound("init" | "next", (Symbol() | Compound() as fluent,)):
                found[signature(fluent)] = None
    return list(found)


def relation_needs(rules: Sequence[Rule]) -> dict[Signature, Needs]:
    """What each relation of the rules depends on, by a fixpoint over the rules."""
    needs: dict[Signature, Needs] = {}
    for rule in rules:
        for sentence in _sentences(rule):
            head = signature(sentence)
            needs.setdefault(head, _KEYWORD_HEADS.get(head, ("", Needs.NOTHING))[1])
    needs[("true", 1)], needs[("does", 2)] = Needs.STATE, Needs.MOVES
    for keyword, (_, need) in _KEYWORD_HEADS.items():
        needs.setdefault(keyword, need)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            head = signature(rule.head)
            if head in _KEYWORD_HEADS:
                continue
            need = max((needs[signature(atom)] for atom in _body_sentences(rule)), default=Needs.NOTHING)
            if need > needs[head]:
                needs[head], changed = need, True
    del needs[("true", 1)], needs[("does", 2)]
    return needs


def _sentences(rule: Rule) -> Iterator[Term]:
    yield rule.head
    yield from _body_sentences(rule)


def _body_sentences(rule: Rule) -> Iterator[Term]:
    for literal in rule.body:
        for sentence, _ in atoms(literal):
            if not isinstance(sentence, Variable):
                yield sentence


def _recursive(rules: Sequence[Rule]) -> set[Signature]:
    """Relations that depend on themselves."""
    calls: dict[Signature, set[Signature]] = {}
    for rule in rules:
        calls.setdefault(signature(rule.head), set()).update(signature(atom) for atom in _body_sentences(rule))
    return {relation for members in cycles(calls) for relation in members}


def relation_predicates(rules: Sequence[Rule]) -> dict[Signature, tuple[str, Needs]]:
    """Relation → the predicate of `to_prolog` that stands for it, and what arguments it has beyond the relation's."""
    needs = relation_needs(rules)
    return {relation: (name, needs[relation]) for relation, name in _predicate_names(needs).items()}


def _predicate_names(needs: dict[Signature, Needs]) -> dict[Signature, str]:
    """Relation → predicate name: its own, with underscores added until nothing else is called so."""
    names = {keyword: name for keyword, (name, _) in _KEYWORD_HEADS.items()}
    taken = {(names[sig], sig[1] + needs[sig]) for sig in needs if sig in names}
    for name, arity in sorted(set(needs) - set(names)):
        candidate = f"_{name}" if name.startswith("$") else name  # $ marks what is SWI-Prolog's own
        while candidate in _RESERVED or (candidate, arity + needs[(name, arity)]) in taken or not candidate:
            candidate += "_"
        taken.add((candidate, arity + needs[(name, arity)]))
        names[(name, arity)] = candidate
    return names


def _indicator(name: str, arity: int, needs: dict[Signature, Needs], names: dict[Signature, str]) -> str:
    return f"{prolog_atom(names[(name, arity)])}/{arity + needs[(name, arity)]}"


def _grouped(rules: Sequence[Rule]) -> Iterable[list[Rule]]:
    """Rules with one head together, in the order of each head's first rule."""
    groups: dict[Signature, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(signature(rule.head), []).append(rule)
    return groups.values()


class _Writer:
    """Writes rules as clauses. A class because every method needs the tables of relations."""

    def __init__(
        self, needs: dict[Signature, Needs], names: dict[Signature, str], constant: Callable[[str], str]
    ) -> None:
        self.needs = needs
        self.names = names
        self.constant = constant

    def clause(self, rule: Rule) -> str:
        variables = _variable_names(rule)
        head = self.sentence(rule.head, variables)
        body = [self.literal(literal, variables) for literal in schedule(rule.body)]
        joined = ",\n    ".join(body)
        return _mark_singletons(f"{head} :-\n    {joined}." if body else f"{head}.")

    def sentence(self, sentence: Term, variables: dict[str, str]) -> str:
        name, arity = signature(sentence)
        terms = sentence.args if isinstance(sentence, Compound) else ()
        args = [self.term(term, variables) for term in terms]
        if (name, arity) == ("true", 1):
            return f"holds({args[0]}, S)"
        if (name, arity) == ("does", 2):
            return f"member(does({args[0]}, {args[1]}), A)"
        if (name, arity) == ("goal", 2) and isinstance(terms[1], Symbol):
            value = exact(terms[1].name) if self.constant is prolog_constant else None
            args[1] = args[1] if value is None else prolog_number(value)
        extra = {Needs.NOTHING: [], Needs.STATE: ["S"], Needs.MOVES: ["A", "S"]}[self.needs[(name, arity)]]
        return prolog_call(prolog_atom(self.names[(name, arity)]), args + extra)

    def literal(self, literal: Literal, variables: dict[str, str]) -> str:
        match literal:
            case Not(inner):
                return f"\\+ {self.literal(inner, variables)}"
            case Distinct(left, right):
                return f"\\==({self.term(left, variables)}, {self.term(right, variables)})"
            case Or(alternatives):
                parts = [self.literal(part, variables) for part in alternatives] or ["fail"]
                return f"( {' ; '.join(parts)} )"
            case And(literals):
                return f"( {', '.join(self.literal(part, variables) for part in schedule(literals)) or 'true'} )"
            case _:
                return self.sentence(literal, variables)

    def term(self, term: Term, variables: dict[str, str]) -> str:
        match term:
            case Variable(name):
                return variables[name]
            case Symbol(name):
                return self.constant(name)
            case Compound(functor, args):
                return prolog_call(prolog_atom(functor), [self.term(arg, variables) for arg in args])


_QUOTED_OR_VARIABLE = re.compile(r"'[^']*'|\b[A-Z]\w*", re.ASCII)


def _mark_singletons(clause: str) -> str:
    """The clause with an underscore before every variable that occurs once, as Prolog's style asks."""
    count = Counter(_QUOTED_OR_VARIABLE.findall(clause))
    return _QUOTED_OR_VARIABLE.sub(
        lambda match: match[0] if match[0][0] == "'" or count[match[0]] > 1 else f"_{match[0]}", clause
    )


def _variable_names(rule: Rule) -> dict[str, str]:
    """KIF variable → Prolog variable: `?x` is X, unless that is taken; S and A are the program's own."""
    taken, names = {"S", "A"}, {}
    for name in dict.fromkeys(_rule_variables(rule)):
        plain = re.sub(r"\W", "_", name, flags=re.ASCII)
        candidate = base = plain[:1].upper() + plain[1:] if plain[:1].isalpha() else f"V{plain}"
        count = 1
        while candidate in taken:
            count += 1
            candidate = f"{base}{count}"
        taken.add(candidate)
        names[name] = candidate
    return names


def _rule_variables(rule: Rule) -> Iterator[str]:
    yield from variables_in(rule.head)
    for literal in rule.body:
        yield from literal_variables(literal)
