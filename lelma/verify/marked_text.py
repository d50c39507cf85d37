"""A checked text as HTML: its sentences marked by what became of them, and the claims with their reasons beside.

For people who would rather look than read: a page by itself, or a part of a notebook. Nothing is loaded from anywhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Protocol

from translators.claim import Claim, ReadScope


class _Verdict(Protocol):
    @property
    def truth(self) -> str: ...
    @property
    def says(self) -> str: ...
    @property
    def correction(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def reason(self) -> str: ...


class _Checked(Protocol):
    @property
    def claim(self) -> Claim: ...
    @property
    def verdict(self) -> _Verdict: ...


class Markable(Protocol):
    """What a report tells of a text, as far as it is shown here; see `lelma.verify.report.Report`."""

    @property
    def game(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def unverified(self) -> bool: ...
    @property
    def claims(self) -> Sequence[_Checked]: ...
    @property
    def scopes(self) -> Sequence[ReadScope]: ...
    @property
    def text(self) -> str: ...
    def count(self) -> Mapping[str, Any]: ...


_WORST = ("false", "error", "pending", "unknown", "true")
"""Verdicts, that of a sentence with several claims first."""
_STYLE = """
.lelma { font: 15px/1.55 system-ui, sans-serif; color: #1c1c1c; background: #fff; max-width: 60rem; }
.lelma .text { white-space: pre-wrap; padding: .8rem 1rem; border: 1px solid #ddd; border-radius: 6px; }
.lelma mark { color: inherit; border-radius: 3px; padding: 0 .1em; background: #eee; }
.lelma mark.true { background: #d9f2dc; } .lelma mark.false { background: #ffd6d1; }
.lelma mark.unread { background: none; border-bottom: 2px dotted #b0872b; }
.lelma sup { font-size: .7em; font-weight: 600; } .lelma table { border-collapse: collapse; margin-top: 1rem; }
.lelma td, .lelma th { text-align: left; vertical-align: top; padding: .25rem .7rem; border-top: 1px solid #ddd; }
.lelma .verdict { font-weight: 600; } .lelma .verdict.true { color: #17692a; } .lelma .verdict.false { color: #a61b0d; }
"""


def marked_page(report: Markable) -> str:
    """A whole page; see `marked_text`."""
    title = escape(f"{report.game}: {_outcome(report)}")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>\n'
        f'<body style="margin:2rem auto;padding:0 1rem;max-width:62rem">\n{marked_text(report)}\n</body></html>\n'
    )


def marked_text(report: Markable) -> str:
    """The text of a report with its claims numbered and marked, and a table of them; HTML that stands by itself.

    A report that was read from JSON has no text: of it there is the table alone.
    """
    rows = "".join(map(_row, range(1, len(report.claims) + 1), report.claims))
    table = f"<table><tr><th>#</th><th>verdict</th><th>claim</th><th>why</th></tr>{rows}</table>" if rows else ""
    body = f'<div class="text">{"".join(_pieces(report))}</div>' if report.text else ""
    lead = f"<p><b>{escape(report.game)}</b>, said by {escape(report.role)}: {escape(_outcome(report))}.</p>"
    return f'<div class="lelma"><style>{_STYLE}</style>{lead}{body}{table}</div>'


def _outcome(report: Markable) -> str:
    counts = ", ".join(f"{number} {truth}" for truth, number in report.count().items() if number)
    verdict = "nothing could be checked" if report.unverified else "all that counts holds" if report.ok else "some fail"
    return f"{verdict} ({counts})" if counts else verdict


def _pieces(report: Markable) -> Iterator[str]:
    """The text from cut to cut; each piece is marked by all claims, and all unread sentences, that it is a part of."""
    numbered = list(enumerate(report.claims, 1))
    spans = [item.claim.span for item in report.claims] + [scope.span for scope in report.scopes]
    cuts = sorted({0, len(report.text), *(place for span in spans for place in span if place <= len(report.text))})
    for start, end in itertools.pairwise(cuts):
        said = escape(report.text[start:end])
        here = [(number, item) for number, item in numbered if item.claim.span[0] <= start < item.claim.span[1]]
        if here:
            worst = min((_mark(item) for _, item in here), key=_WORST.index)
            last = ", ".join(str(number) for number, item in here if item.claim.span[1] == end)
            reasons = escape("\n".join(f"{number}: {_told(item)}" for number, item in here))
            yield f'<mark class="{worst}" title="{reasons}">{said}</mark>' + (f"<sup>{last}</sup>" if last else "")
            continue
        unread = next((s.reason for s in report.scopes if s.scope == "unread" and s.span[0] <= start < s.span[1]), None)
        yield said if unread is None else f'<mark class="unread" title="not checked: {escape(unread)}">{said}</mark>'


def _mark(item: _Checked) -> str:
    """How a claim is marked: what was only guessed is neither right nor wrong."""
    return "unknown" if item.claim.hedged else item.verdict.truth


def _verdict(item: _Checked) -> str:
    return f"guessed: {item.verdict.truth}" if item.claim.hedged else item.verdict.truth


def _told(item: _Checked) -> str:
    verdict = item.verdict
    more = verdict.correction or verdict.reason
    return f"{_verdict(item)}: {verdict.says or item.claim.query}" + (f" ({more})" if more else "")


def _row(number: int, item: _Checked) -> str:
    verdict = item.verdict
    why = "; ".join(filter(None, (verdict.correction and f"but {verdict.correction}", verdict.why, verdict.reason)))
    return (
        f'<tr><td>{number}</td><td class="verdict {_mark(item)}">{_verdict(item)}</td>'
        f"<td>{escape(verdict.says or item.claim.query)}<br><code>{escape(item.claim.query)}</code></td>"
        f"<td>{escape(why)}</td></tr>"
    )
