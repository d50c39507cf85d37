"""The repaired trust graph once more, written from the equations alone and without a look at `lelma.trust`.

It knows lists of acts and a table of trust, and works everything out anew each time.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

RHO, GAMMA, W, STRANGER = 0.95, 0.1, 3, 0.1


@dataclass
class SlowGraph:
    players: list[str]
    me: str
    t: dict[str, float] = field(default_factory=dict)
    pinned: set[str] = field(default_factory=set)
    acts: list[tuple[str, str, float]] = field(default_factory=list)
    f: dict[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.t = dict.fromkeys(self.players, 0.0) | {self.me: 1.0}
        self.pinned = {self.me}

    def pin(self, player: str, value: float) -> None:
        self.t[player] = value
        self.pinned.add(player)

    def observe(self, i: str, j: str, c: float) -> None:
        self.acts.append((i, j, c))
        u = (self.t[i] or STRANGER) * c
        if j not in self.pinned and abs(u) > abs(self.t[j]):
            self.t[j] = u

    def edge(self, i: str, j: str) -> float:
        cs = [c for a, b, c in self.acts if (a, b) == (i, j)]
        n = len(cs)
        total = math.tanh(sum(RHO ** (n - k) * c for k, c in enumerate(cs, start=1)))
        return min(1.0, max(-1.0, total + self.f.get((i, j), 0.0)))

    def has(self, i: str, j: str) -> bool:
        return any((a, b) == (i, j) for a, b, _ in self.acts)

    def chains(self, o: str) -> list[list[str]]:
        starts = [p for p in self.players if p != o and self.t[p] != 0.0]
        starts = sorted(starts, key=lambda p: (-abs(self.t[p]), self.players.index(p)))[:W]
        found = []
        for start in starts:
            path = [start]
            while len(path) <= 4:
                c = path[-1]
                if self.has(o, c):
                    found.append([*path, o])
                    break
                ks = [k for k in self.players if k not in path and self.has(k, c)]
                if not ks:
                    break
                scores = {k: abs(self.t[k] * self.edge(k, c)) for k in ks}
                path.append(next(k for k in ks if scores[k] == max(scores.values())))
                if abs(self.product(path)) < 0.05:
                    break
        return found

    def product(self, path: list[str]) -> float:
        u = self.t[path[0]]
        for near, far in itertools.pairwise(path):
            u *= self.edge(far, near)
        return u

    def decide(self, o: str) -> None:
        found = self.chains(o)
        top = bottom = 0.0
        for path in found:
            u = self.product(path)
            v = sum(self.t[far] * self.edge(far, near) for near, far in itertools.pairwise(path))
            h = 0.0 if u == 0 else -abs(u) * math.log2(abs(u))
            weight = max(0.0, abs(v) - h)
            top, bottom = top + weight * u, bottom + weight
        if bottom > 0 and o not in self.pinned:
            self.t[o] = top / bottom
        for path in found:
            before = path[-2]
            if abs(self.t[before]) >= 0.05:
                ratio = min(1.0, max(-1.0, self.t[o] / self.t[before]))
                self.f[o, before] = self.f.get((o, before), 0.0) + GAMMA * ratio
