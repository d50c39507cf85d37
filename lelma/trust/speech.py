"""What is said as evidence, by what a game's `trust.toml` makes of claims that were read in it.

```toml
hedged = 0.5                                  # by which a guess counts less

[[said]]                                      # such a claim is evidence of the speaker, ?source, towards ?target
claim = "is_identity(?target, werewolf)"
act = "called a werewolf"
credibility = -0.3
accuses = true                                # it counts as an accusation, too (`lelma.trust.record`)

[[said]]                                      # with `speaker`: evidence of the listener towards the speaker
claim = "is_identity(?source, seer)"
act = "claimed to be the seer"
credibility = 0.6
speaker = true

[[private]]                                   # what a speaker would know for certain: refuted, it is evidence of -1
claim = "is_identity(?source, ?identity)"     # here of the identity that is claimed

[[private]]
claim = "checked_in(?source, ?target, ?night)"
identity = "seer"                             # who says so claims to be this
never = [["(at ?n (died ?target))", "(less ?n ?night)"]]   # and it can't be, where one of these lists holds
```

Claims are texts such as `is_identity(p3, seer)`: what reads them is above this room, and so is what knows conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from gdl.values import dataclass
from lelma.trust.errors import TrustError
from lelma.trust.graph import Evidence

SPEAKER, TARGET = "source", "target"
"""What stands in a pattern for who says it, and of whom."""


@dataclass(frozen=True)
class SaidEvidence:
    """`[[said]]`; see the module."""

    claim: str
    act: str
    credibility: float
    speaker: bool = False
    accuses: bool = False


@dataclass(frozen=True)
class PrivateClaim:
    """`[[private]]`; see the module."""

    claim: str
    identity: str = ""
    never: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class ReadClaim:
    """A claim that was read in a speech.

    Attributes:
        query: `relation(argument, …)`.
        hedged: whether it is only guessed.
        quote: the words that make it.
    """

    query: str
    hedged: bool
    quote: str


def spoken_evidence(
    said: Iterable[SaidEvidence],
    me: str,
    ply: int,
    speaker: str,
    claims: Iterable[ReadClaim],
    *,
    hedged: float = 1.0,
) -> Iterator[Evidence]:
    """The evidence that the claims of a speech are to `me`, the strongest of each act and target.

    Args:
        hedged: by which guesses count less, from 0 to 1.

    >>> entries = [SaidEvidence("doubts(?target)", "doubted", -0.4)]
    >>> heard = [ReadClaim("doubts(b)", False, "I doubt b.")]
    >>> [(each.target, each.credibility) for each in spoken_evidence(entries, "c", 7, "a", heard)]
    [('b', -0.4)]
    """
    entries = list(said)
    found: dict[tuple[str, str, str], Evidence] = {}
    for claim in claims:
        for entry in entries:
            values = claim_values(entry.claim, claim.query)
            if values is None or values.get(SPEAKER, speaker) != speaker:
                continue
            key = (me, speaker, entry.act) if entry.speaker else (speaker, values.get(TARGET, speaker), entry.act)
            c = entry.credibility * (hedged if claim.hedged else 1.0)
            before = found.get(key)
            if key[0] != key[1] and (before is None or abs(c) > abs(before.credibility)):
                found[key] = Evidence(ply, *key, c, claim.quote, "record")
    yield from found.values()


def private_claims(
    entries: Iterable[PrivateClaim], speaker: str, claim: ReadClaim
) -> Iterator[tuple[PrivateClaim, str, Mapping[str, str]]]:
    """The entries that a claim about what its speaker would know fits: each with the identity it claims, and its
    values. A guess claims no knowledge.
    """
    for entry in entries if not claim.hedged else ():
        values = claim_values(entry.claim, claim.query)
        if values is not None and values.get(SPEAKER) == speaker:
            yield entry, entry.identity or values.get("identity", ""), values


def less_possible(share: float, dealt: float) -> float:
    """The credibility c, from -1 to 0, of somebody who claims to know what is so in a share of the possible deals.

    Nothing where it is no less possible than when the cards were dealt, -1 where no deal is left: then no honest
    speaker could have said it. Ours; the GRATR paper has no such evidence.

    Args:
        share: of the deals that the listener thinks possible.
        dealt: of all deals, before anything was seen.

    >>> less_possible(0, 1 / 8), less_possible(1 / 7, 1 / 8), less_possible(1 / 16, 1 / 8)
    (-1.0, 0.0, -0.5)
    """
    return min(0.0, share / dealt - 1) if dealt > 0 else -1.0


def claim_values(pattern: str, query: str) -> Mapping[str, str] | None:
    """What the variables of a pattern stand for in a claim; None if it is no such claim.

    >>> claim_values("checked_in(?source, ?target, ?n)", "checked_in(p1, p2, nth(2))")
    {'source': 'p1', 'target': 'p2', 'n': 'nth(2)'}
    """
    wanted, given = _parts(pattern), _parts(query)
    if wanted is None or given is None or wanted[0] != given[0] or len(wanted) != len(given):
        return None
    values: dict[str, str] = {}
    for name, value in zip(wanted[1:], given[1:], strict=True):
        if not name.startswith("?"):
            if name != value:
                return None
        elif values.setdefault(name[1:], value) != value:
            return None
    return values


def check_patterns(said: Iterable[SaidEvidence], private: Iterable[PrivateClaim]) -> None:
    """See whether entries can be used.

    Raises:
        TrustError: for a pattern that is no claim, or one without whom it is about.
    """
    for entry in said:
        parts = _parts(entry.claim)
        about = SPEAKER if entry.speaker else TARGET
        if parts is None or f"?{about}" not in parts:
            raise TrustError(f"[[said]] claim {entry.claim!r} is no claim about ?{about}, such as doubts(?{TARGET})")
        Evidence(0, SPEAKER, TARGET, entry.act, entry.credibility)
    for private_entry in private:
        parts = _parts(private_entry.claim)
        if parts is None or f"?{SPEAKER}" not in parts:
            raise TrustError(f"[[private]] claim {private_entry.claim!r} is no claim that names ?{SPEAKER}")
        if not private_entry.identity and "?identity" not in parts:
            raise TrustError(f"[[private]] claim {private_entry.claim!r} names no ?identity, so it needs an identity")


@lru_cache(maxsize=10_000)
def _parts(text: str) -> tuple[str, ...] | None:
    """The relation and its arguments, or None for what is no single relation."""
    name, opened, rest = text.strip().partition("(")
    if not name.isidentifier() or (opened and not rest.endswith(")")):
        return None
    found, depth = [name], 0
    part = ""
    for letter in rest[:-1] if opened else "":
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return None
        if letter == "," and depth == 0:
            found.append(part.strip())
            part = ""
        else:
            part += letter
    return (*found, part.strip()) if opened else (name,)
