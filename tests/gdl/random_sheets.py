"""Random rule sheets: sound GDL of a few rounds whose rules say nothing sensible, in any order of literals."""

from __future__ import annotations

import random
from collections.abc import Sequence

NAMES = ["a", "b", "c", "1", "2", "01", "x+", "B"]
FLUENTS = {"p": 0, "q": 1, "f": 2}
VARIABLES = ["?x", "?y", "?z"]
ROUNDS = 4


def random_sheet(seed: int) -> str:
    """The text of a sheet; in some, recursion is not restricted as GDL wants it, which `gdl.checks.check` says."""
    return _Sheet(random.Random(seed)).text()


class _Sheet:
    """A sheet as it is written. `relations[kind]` has those a body of that kind may ask for, with their arities."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose
        self.names = choose.sample(NAMES, 4)
        self.roles = ["red", "blue", "me"][: choose.randint(1, 3)]
        self.rules: list[str] = []
        self.relations: dict[str, dict[str, int]] = {"static": {"s1": 1, "s2": 2}, "state": {}, "moves": {}}

    def text(self) -> str:
        names = self.names
        for name, arity in self.relations["static"].items():
            for _ in range(self.choose.randint(1, 5)):
                self.rules.append(f"({name} {' '.join(self.choose.choice(names) for _ in range(arity))})")
        self._derive(["s3", "s4"], "static", ["static"])
        self._derive(["d1", "d2", "d3"], "state", ["true", "true", "static", "state"])
        self._derive(["e1", "e2"], "moves", ["does", "does", "true", "static", "state", "moves"])
        state = ["true", "true", "static", "state"]
        for _ in range(self.choose.randint(1, 3)):
            self._rule("(legal ?r (m {0}))", 1, state, ["(role ?r)"])
        for name, arity in FLUENTS.items():
            head = f"(next ({name} {' '.join(f'{{{i}}}' for i in range(arity))}))" if arity else f"(next {name})"
            for _ in range(self.choose.randint(1, 3)):
                self._rule(head, arity, [*state, "does", "moves"])
        self._rule("(sees ?r (saw {0}))", 1, ["does", "true", "moves"], ["(role ?r)"])
        self._rule("terminal", 0, state, ["(true (step 3n))"])
        for name in names:
            if self.choose.random() < 0.5:
                self.rules += [f"(init (q {name}))", f"(init (f {name} {self.choose.choice(names)}))"]
        if self.choose.random() < 0.5:
            self.rules += ["(init p)", "(<= (init (f ?x (g ?y))) (s2 ?x ?y))"]
        if self.choose.random() < 0.4:
            self.rules.append("(<= (next ?f) (true ?f) (not both) (distinct ?f p))")
        self.rules += [f"(up {i}n {i + 1}n)" for i in range(ROUNDS)]
        self.rules += [
            "(<= (legal ?r noop) (role ?r))",
            f"(<= both (true p) (true (q {names[0]})))",
            "(init (step 0n))",
            "(<= (next (step ?y)) (true (step ?x)) (up ?x ?y))",
            f"(<= terminal (true (step {ROUNDS}n)))",
            "(<= (goal ?r 100) (role ?r) both)",
            "(<= (goal ?r 0) (role ?r) (not both))",
        ]
        self.choose.shuffle(self.rules)
        return "\n".join([*(f"(role {role})" for role in self.roles), *self.rules])

    def _derive(self, names: Sequence[str], kind: str, asked: Sequence[str]) -> None:
        """Relations of a kind, each resting on those before it, some on themselves."""
        for name in names:
            arity = self.choose.randint(0, 2)
            for _ in range(self.choose.randint(1, 2)):
                head = f"({name} {' '.join(f'{{{i}}}' for i in range(arity))})" if arity else name
                self._rule(head, arity, [one for one in asked if self.relations.get(one, True)])
            if arity == 2 and self.choose.random() < 0.6:
                step, same = "(s2 ?y ?z)", f"({name} ?x ?y)"
                body = [step, same] if self.choose.random() < 0.5 else [f"({name} ?y ?z)", "(s2 ?x ?y)"]
                self.choose.shuffle(body)
                self.rules.append(f"(<= ({name} ?x ?z) {' '.join(body)})")
            self.relations[kind][name] = arity

    def _rule(self, head: str, arity: int, kinds: Sequence[str], extra: Sequence[str] = ()) -> None:
        """A rule whose head's places are filled with what its body binds."""
        kinds = [kind for kind in kinds if self.relations.get(kind, True)]
        literals, bound = list(extra), set[str]()
        for _ in range(self.choose.randint(1, 3)):
            if self.choose.random() < 0.2:
                parts = [self._atom(kinds, VARIABLES) for _ in range(self.choose.randint(1, 3))]
                literals.append(f"(or {' '.join(text for text, _ in parts)})")
                bound |= set.intersection(*(binds for _, binds in parts))
            else:
                text, binds = self._atom(kinds, VARIABLES)
                literals.append(text)
                bound |= binds
        known = sorted(bound)
        for _ in range(self.choose.randint(0, 2)):
            if self.choose.random() < 0.6:
                literals.append(f"(not {self._atom(kinds, known)[0]})")
            elif known:
                literals.append(f"(distinct {self.choose.choice(known)} {self._term(known)})")
        self.choose.shuffle(literals)
        self.rules.append(f"(<= {head.format(*(self._term(known) for _ in range(arity)))} {' '.join(literals)})")

    def _atom(self, kinds: Sequence[str], variables: Sequence[str]) -> tuple[str, set[str]]:
        """A sentence, and the variables in it."""
        kind = self.choose.choice(kinds)
        if kind == "does":
            move = self.choose.choice(["noop", f"(m {self._term(variables)})"])
            text = f"(does {self.choose.choice(self.roles)} {move})"
        elif kind == "true":
            text = f"(true {self._sentence(FLUENTS, variables)})"
        else:
            text = self._sentence(self.relations[kind], variables)
        return text, {word for word in text.replace(")", " ").split() if word.startswith("?")}

    def _sentence(self, arities: dict[str, int], variables: Sequence[str]) -> str:
        name = self.choose.choice(sorted(arities))
        terms = [self._term(variables) for _ in range(arities[name])]
        if name == "f" and self.choose.random() < 0.3:
            terms[1] = f"(g {terms[1]})"
        return f"({name} {' '.join(terms)})" if terms else name

    def _term(self, variables: Sequence[str]) -> str:
        return self.choose.choice(variables if variables and self.choose.random() < 0.7 else self.names)
