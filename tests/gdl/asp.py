"""GDL as an answer-set program for clingo: an engine that shares no code with ours but the reader.

The current state and the joint move are given as facts, so only what they allow is ground.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import clingo

from gdl.tree.syntax import And, Compound, Description, Distinct, Literal, Not, Or, Rule, Symbol, Term, Variable

_KIF = re.compile(r"[()]|[^\s()]+")


class Oracle:
    """A game as clingo plays it; sentences are texts in KIF."""

    def __init__(self, description: Description) -> None:
        self.names: dict[str, str] = {}
        self.program = "\n".join(line for rule in description.rules for line in self._rule(rule))

    def initial(self) -> tuple[str, ...]:
        return tuple(sorted(args[0] for args in self._solve("")["init"]))

    def look(self, state: Iterable[str]) -> tuple[bool, dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        """Whether the state is terminal, and the legal moves and goal values of each role."""
        found = self._solve(self._facts("true", ([fluent] for fluent in state)))
        roles = [args[0] for args in found["role"]]
        return bool(found["terminal"]), _by_role(roles, found["legal"]), _by_role(roles, found["goal"])

    def next(self, state: Iterable[str], move: Mapping[str, str]) -> tuple[str, ...]:
        facts = self._facts("true", ([fluent] for fluent in state)) + self._facts("does", move.items())
        return tuple(sorted(args[0] for args in self._solve(facts)["next"]))

    def _solve(self, facts: str) -> dict[str, list[tuple[str, ...]]]:
        control = clingo.Control(["--warn=none"])
        control.add("base", [], self.program + "\n" + facts)
        control.ground([("base", [])])
        found: dict[str, list[tuple[str, ...]]] = {
            name: [] for name in ("role", "init", "legal", "next", "goal", "terminal")
        }
        by_code = {self._name(name): name for name in found}
        with control.solve(yield_=True) as handle:
            models = [model.symbols(atoms=True) for model in handle]
        assert len(models) == 1, "stratified rules have one answer set"
        for symbol in models[0]:
            name = by_code.get(symbol.name)
            if name is not None:
                found[name].append(tuple(self._text(argument) for argument in symbol.arguments))
        return found

    # writing

    def _name(self, name: str) -> str:
        """A name that clingo reads: `c` and the code points of what it can't."""
        code = "c" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)
        self.names[code] = name
        return code

    def _facts(self, name: str, rows: Iterable[Iterable[str]]) -> str:
        return "".join(f"{self._name(name)}({','.join(map(self._read, row))}).\n" for row in rows)

    def _read(self, text: str) -> str:
        """A KIF term as clingo's."""
        stack: list[list[str]] = [[]]
        for token in _KIF.findall(text):
            if token == "(":
                stack.append([])
            elif token == ")":
                name, *args = stack.pop()
                stack[-1].append(f"{name}({','.join(args)})" if args else name)
            else:
                stack[-1].append(self._name(token))
        return stack[0][0]

    def _rule(self, rule: Rule) -> Iterator[str]:
        head = self._term(rule.head)
        yield from (f"{head} :- {', '.join(body)}." if body else f"{head}." for body in self._together(rule.body))

    def _together(self, literals: Sequence[Literal]) -> list[list[str]]:
        """The alternatives of a conjunction."""
        bodies: list[list[str]] = [[]]
        for literal in literals:
            bodies = [[*body, *more] for body in bodies for more in self._alternatives(literal)]
        return bodies

    def _alternatives(self, literal: Literal) -> list[list[str]]:
        match literal:
            case Not(Not(inner)):
                return self._alternatives(inner)
            case Not(Or(parts)):
                return self._together([Not(part) for part in parts])
            case Not(And(parts)):
                return [alternative for part in parts for alternative in self._alternatives(Not(part))]
            case Not(Distinct(left, right)):
                return [[f"{self._term(left)} = {self._term(right)}"]]
            case Not(inner):
                return [[f"not {self._term(inner)}"]]  # type: ignore[arg-type]
            case Distinct(left, right):
                return [[f"{self._term(left)} != {self._term(right)}"]]
            case Or(parts):
                return [alternative for part in parts for alternative in self._alternatives(part)]
            case And(parts):
                return self._together(parts)
            case _:
                return [[self._term(literal)]]

    def _term(self, term: Term) -> str:
        match term:
            case Variable(name):
                return "V" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)
            case Symbol(name):
                return self._name(name)
            case Compound(name, args):
                return f"{self._name(name)}({','.join(map(self._term, args))})"

    def _text(self, symbol: clingo.Symbol) -> str:
        name = self.names[symbol.name]
        return f"({' '.join([name, *map(self._text, symbol.arguments)])})" if symbol.arguments else name


def _by_role(roles: list[str], rows: list[tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {role: tuple(sorted({row[1] for row in rows if row[0] == role})) for role in roles}
