"""How the equations of the trust graph are read: as printed, as in the authors' code, or repaired.

Zhu et al., "GRATR" (arXiv 2408.12333), section 3, leaves open or gets wrong what `Form` lists, an option each. A preset
sets all of them; `replace` of `dataclasses` mixes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from gdl.values import dataclass
from lelma.trust.errors import TrustError

MOST_HOPS = 4
"""Edges of the longest chain that there may be."""

FormName = Literal["repaired", "printed", "code"]


@dataclass(frozen=True)
class Form:
    """One way to read the equations.

    Attributes:
        start: `grounded`: trust in oneself is 1, and evidence of a stranger (trust 0) counts by `stranger_trust`;
            `zero`: all is 0, as nothing else is printed, so that nothing ever moves (`NeverMoves`); `self`: trust in
            oneself is 1, a stranger's evidence counts for nothing, and proved adversaries stand at -0.9, unpinned.
        weaken: `never`: Eq. 3 takes u where it is the stronger, and ties keep the old value (all three presets);
            `always`: the latest u counts.
        index: of c in Eq. 4. `full`: c_k in time order over the whole list; `constant`: c is printed without an index,
            so the latest one stands for all; `nested`: the list is replaced by its merged value each time.
        value_sign: of V in Eq. 5. `absolute`, `printed` (may be negative) or `unused` (counts as 0).
        entropy_sign: of H in Eq. 7. `absolute`: -|u| log2 |u|, 0 for u = 0; `printed`: `NoLogarithm` for u <= 0;
            `natural`: -|u| ln |u|.
        weights: of chains in Eq. 8. `clipped`: max(0, |V| - H), and T(o) stays where they sum to 0; `printed`: V - H,
            with `NoWeight` and `OutOfRange`; `magnitude`: |u| - H, the result clipped, and taken where it has the sign
            of T(o) or is the stronger.
        feedback_bound: of Eq. 9. `bounded`: kept beside the evidence, the ratio clipped to [-1, 1], skipped where
            |T(o-1)| < 0.05; `printed`: `DividesByZero`, and the next merge (Eq. 4) writes it over; `swallowed`: clipped
            to [-1, 1], a division by 0 passed over, only for more than one chain, and on all edges of o.
        chain_search: `simple`: simple paths that end, and reach o; `printed`: Algorithm 2 (`EndlessSearch`);
            `positive`: simple paths over positive products, the smallest first.
        scale: of c. `typed`: an attack or deceit is negative, a defence positive, of 0 to 10; `given`: the number is c;
            `misspelt`: as `typed`, but a defence is not known by its name, so that it is negative.
    """

    start: Literal["grounded", "zero", "self"] = "grounded"
    weaken: Literal["never", "always"] = "never"
    index: Literal["full", "constant", "nested"] = "full"
    value_sign: Literal["absolute", "printed", "unused"] = "absolute"
    entropy_sign: Literal["absolute", "printed", "natural"] = "absolute"
    weights: Literal["clipped", "printed", "magnitude"] = "clipped"
    feedback_bound: Literal["bounded", "printed", "swallowed"] = "bounded"
    chain_search: Literal["simple", "printed", "positive"] = "simple"
    scale: Literal["typed", "given", "misspelt"] = "typed"


TRUST_FORMS: Mapping[FormName, Form] = MappingProxyType(
    {
        "repaired": Form(),
        "printed": Form(
            start="zero",
            index="constant",
            value_sign="printed",
            entropy_sign="printed",
            weights="printed",
            feedback_bound="printed",
            chain_search="printed",
            scale="given",
        ),
        "code": Form(
            start="self",
            index="nested",
            value_sign="unused",
            entropy_sign="natural",
            weights="magnitude",
            feedback_bound="swallowed",
            chain_search="positive",
            scale="misspelt",
        ),
    }
)
"""The presets."""


@dataclass(frozen=True)
class TrustSettings:
    """The numbers of the trust graph, and the form of its equations.

    Attributes:
        rho: by which older evidence counts less, per item (Eq. 4).
        gamma: rate of the backward update (Eq. 9).
        w: chains begin at so many nodes (Algorithm 2).
        epsilon: an ally has more trust than this, an adversary less than its opposite.
        stranger_trust: what stands for T(i) = 0 in Eq. 2 where `form.start` is `grounded`.
        hops: edges of a chain at most.

    The paper gives none of the first four; these are those of its code. The others are ours.

    Raises:
        TrustError: for a number outside its range.
    """

    rho: float = 0.95
    gamma: float = 0.1
    w: int = 3
    epsilon: float = 0.2
    stranger_trust: float = 0.1
    hops: int = 4
    form: Form = Form()

    def __post_init__(self) -> None:
        for name in ("rho", "gamma", "epsilon", "stranger_trust"):
            if not 0 <= getattr(self, name) <= 1:
                raise TrustError(f"{name} is {getattr(self, name)}; it must be from 0 to 1")
        if self.w < 1:
            raise TrustError(f"w is {self.w}; at least one chain must begin somewhere")
        if not 1 <= self.hops <= MOST_HOPS:
            raise TrustError(f"hops is {self.hops}; a chain has from 1 to {MOST_HOPS} edges")

    def standing(self, trust: float) -> Literal["ally", "adversary", "indifferent"]:
        """What a trust makes of a player (section 3.1)."""
        return "ally" if trust > self.epsilon else "adversary" if trust < -self.epsilon else "indifferent"


def credibility(act: str, score: float, settings: TrustSettings) -> float:
    """The credibility c of an act that was scored, in [-1, 1]; see `Form.scale`.

    Args:
        act: `attack`, `defend` or `deceive`.
        score: from 0 to 10; from -1 to 1 where the scale is `given`.

    Raises:
        TrustError: for another act, or a score outside its range.

    >>> credibility("defend", 8, TrustSettings())
    0.8
    """
    if act not in ("attack", "defend", "deceive"):
        raise TrustError(f"{act!r} is no kind of act; there are attack, defend and deceive")
    scale = settings.form.scale
    low, high = (-1, 1) if scale == "given" else (0, 10)
    if not low <= score <= high:
        raise TrustError(f"a score of {score} for {act}; it must be from {low} to {high}")
    if scale == "given":
        return score
    return score / 10 if act == "defend" and scale == "typed" else -score / 10
