"""What a check comes to: checked claims, contradictions, feedback; as values and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, cast

from gdl.values import dataclass
from lelma.engine.answers import Truth
from lelma.support.json_types import VERSION
from translators.claim import Claim, ReadScope, Untranslated

if TYPE_CHECKING:
    from lelma.verify.json_types import ClaimJson, ContradictionJson, CorrectJson, CountsJson, ReportJson, VerdictJson


@dataclass(frozen=True)
class Correct:
    """A right value for a failed claim: a query that holds, the values in it, and its sentence."""

    query: str
    values: dict[str, str]
    sentence: str

    def as_json(self) -> CorrectJson:
        return {"query": self.query, "values": self.values, "sentence": self.sentence}

    @classmethod
    def from_json(cls, value: CorrectJson) -> Correct:
        return cls(value["query"], value["values"], value["sentence"])


@dataclass(frozen=True)
class Verdict:
    """The verdict on one query.

    Attributes:
        truth: `true`, `false`, `unknown`, `error`, or `pending` for an announcement that is not due yet.
        says: the claim in words, as it stands.
        correct: for a false claim, what holds instead; several where moves tie.
        correction: one sentence for all of `correct`; empty where nothing could be put in its place.
        denial: the sentence that the claim is false, for a false claim.
        why: the cells that decide it, in words.
        reason: why it is unknown or an error.
        severity: `payoff` and `fact` claims decide a report's `ok`, `theory` claims only under `strict`.
    """

    truth: Truth
    says: str = field(default_factory=str)
    correct: tuple[Correct, ...] = field(default_factory=tuple)
    correction: str = field(default_factory=str)
    denial: str = field(default_factory=str)
    why: str = field(default_factory=str)
    reason: str = ""
    severity: str = "payoff"

    @classmethod
    def worded_later(
        cls, truth: Truth, words: Callable[[], Mapping[str, Any]], *, reason: str, severity: str
    ) -> Verdict:
        """A verdict that finds its words, the fields from `says` to `why`, when the first of them is asked for.

        Who only counts truths pays for no sentences, which cost as much as the judgement.
        """
        made = cls.__new__(cls)
        made.__dict__.update(truth=truth, reason=reason, severity=severity, _words=words)
        return made

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            words = self.__dict__.get("_words")
            if words is not None and name in _WORDS:
                self.__dict__.update(words())
                self.__dict__.pop("_words", None)
            if name not in self.__dict__:  # another thread may have found them
                raise AttributeError(f"a verdict has no {name!r}")
            return self.__dict__[name]

    def __reduce__(self) -> tuple[Any, ...]:
        return Verdict, tuple(getattr(self, each.name) for each in fields(self))

    def as_json(self) -> VerdictJson:
        """The verdict as a JSON object; a denial is not in it."""
        return {
            "says": self.says,
            "verdict": self.truth,
            "correct": [correct.as_json() for correct in self.correct],
            "correction": self.correction,
            "why": self.why,
            "reason": self.reason,
            "severity": self.severity,
        }

    @classmethod
    def from_json(cls, value: VerdictJson) -> Verdict:
        """The verdict that `as_json` wrote."""
        return cls(
            truth=value["verdict"],
            says=value["says"],
            correct=tuple(map(Correct.from_json, value["correct"])),
            correction=value["correction"],
            why=value["why"],
            reason=value["reason"],
            severity=value["severity"],
        )


_WORDS = frozenset(("says", "correct", "correction", "denial", "why"))


@dataclass(frozen=True)
class CheckedClaim:
    """A claim with its verdict."""

    claim: Claim
    verdict: Verdict

    def as_json(self) -> ClaimJson:
        return {
            "sentence": self.claim.sentence,
            "span": list(self.claim.span),
            "query": self.claim.query,
            "otherwise": list(self.claim.otherwise),
            "trace": list(self.claim.trace),
            "disputed": list(self.claim.disputed),
            "hedged": self.claim.hedged,
            **self.verdict.as_json(),
            "origin": self.claim.origin,
        }

    @classmethod
    def from_json(cls, value: ClaimJson) -> CheckedClaim:
        """The claim that `as_json` wrote; a naming and a denial are not in it."""
        start, end = value["span"]
        claim = Claim(
            value["sentence"],
            (start, end),
            value["query"],
            value["origin"],
            otherwise=tuple(value["otherwise"]),
            trace=tuple(value["trace"]),
            disputed=tuple(value["disputed"]),
            hedged=value.get("hedged", False),
        )
        return cls(claim, Verdict.from_json(value))


@dataclass(frozen=True)
class Contradiction:
    """Two claims of one text that can't both hold, whatever the rules of the game."""

    first: CheckedClaim
    second: CheckedClaim

    def as_json(self) -> ContradictionJson:
        return {
            "queries": [self.first.claim.query, self.second.claim.query],
            "sentences": [self.first.claim.sentence, self.second.claim.sentence],
        }


@dataclass(frozen=True)
class Report:
    """What a text comes to.

    Attributes:
        ok: at least one counted claim was checked, and none failed.
        unverified: no counted claim could be checked: neither proved nor refuted.
        claims: in the order of the text.
        contradictions: pairs of claims that exclude each other.
        untranslated: sentences that are not checked, or not all of them, with the reason.
        scopes: what became of each sentence, in order.
        feedback: the prompt that tells the reasoner what failed, or that nothing could be checked; empty if `ok`.
        choice: the move the text ends with, as the rules spell it, or None.
        game, role, bridge, translator, style: how it was made.
        strict: whether theory claims count.
        gates: how many claims a model that translates proposed and had kept, and at which gates others were refused.
        text: the text that was checked; empty in a report that was read from JSON, which does not hold it.
    """

    ok: bool
    unverified: bool
    claims: tuple[CheckedClaim, ...]
    contradictions: tuple[Contradiction, ...]
    untranslated: tuple[Untranslated, ...]
    feedback: str
    choice: str | None
    game: str
    role: str
    bridge: str
    translator: str
    style: str
    strict: bool
    scopes: tuple[ReadScope, ...] = ()
    gates: Mapping[str, int] = field(default_factory=dict)
    text: str = field(default="", compare=False, repr=False)

    def _repr_html_(self) -> str:
        """The text with its claims marked, as notebooks show it."""
        from lelma.verify.marked_text import marked_text  # few reports become pages

        return marked_text(self)

    @property
    def share_checked(self) -> float | None:
        """The share of the sentences that say something of the game of which something was checked; None of none."""
        told = [scope.scope for scope in self.scopes if scope.scope in ("checked", "unread")]
        return told.count("checked") / len(told) if told else None

    @property
    def failed(self) -> tuple[CheckedClaim, ...]:
        """The counted claims that are false."""
        return tuple(item for item in self.claims if item.verdict.truth == "false" and self.counts(item))

    @property
    def failures(self) -> frozenset[str]:
        """The queries of the counted claims that are false."""
        return frozenset(item.claim.query for item in self.failed)

    def counts(self, item: CheckedClaim) -> bool:
        """Whether a claim decides `ok`: a guess does not."""
        return (self.strict or item.verdict.severity != "theory") and not item.claim.hedged

    def count(self) -> CountsJson:
        """How many claims have each verdict."""
        found: CountsJson = {"true": 0, "false": 0, "unknown": 0, "error": 0}
        for item in self.claims:
            found[item.verdict.truth] = found.get(item.verdict.truth, 0) + 1
        return found

    def as_json(self) -> ReportJson:
        """The report as a JSON object."""
        return {
            "schema": VERSION,
            "game": self.game,
            "role": self.role,
            "ok": self.ok,
            "unverified": self.unverified,
            "counts": self.count(),
            "claims": [item.as_json() for item in self.claims],
            "contradictions": [pair.as_json() for pair in self.contradictions],
            "untranslated": [
                {"sentence": item.sentence, "span": list(item.span), "reason": item.reason}
                for item in self.untranslated
            ],
            "scopes": [
                {"span": list(scope.span), "scope": scope.scope, "reason": scope.reason} for scope in self.scopes
            ],
            "feedback": self.feedback,
            "choice": self.choice,
            "engine": self.bridge,
            "translator": self.translator,
            "style": self.style,
            "strict": self.strict,
            "gates": dict(self.gates),
        }

    @classmethod
    def from_json(cls, value: ReportJson) -> Report:
        """The report that `as_json` wrote."""
        claims = tuple(map(CheckedClaim.from_json, value["claims"]))
        by_query = {(item.claim.query, item.claim.sentence): item for item in claims}
        pairs = (zip(pair["queries"], pair["sentences"], strict=True) for pair in value["contradictions"])
        same = ("ok", "unverified", "feedback", "choice", "game", "role", "translator", "style", "strict", "gates")
        return cls(
            claims=claims,
            contradictions=tuple(Contradiction(by_query[first], by_query[second]) for first, second in pairs),
            untranslated=tuple(
                Untranslated(item["sentence"], (item["span"][0], item["span"][1]), item["reason"])
                for item in value["untranslated"]
            ),
            bridge=value["engine"],
            scopes=tuple(
                ReadScope((item["span"][0], item["span"][1]), item["scope"], item["reason"]) for item in value["scopes"]
            ),
            **{name: cast(dict[str, Any], value)[name] for name in same},
        )
