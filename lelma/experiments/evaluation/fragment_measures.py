"""Texts scored by fragments → numbers: what a reader is worth, with intervals.

A part of the texts (all, those of a game, of a voice) has:

- `texts`, and `fragments`: how many there are;
- `found`: of the true fragments; `caught`: of the false ones;
- `justified`: of the refutations that are not left `aside`, those that meet a false fragment;
- `silent`: of all fragments;
- `right_texts`, `wrong_texts`: how many without, and with, a false fragment came out `ok`, `failed`, `unverified`.

A kind of fragment has only `fragments`, `found`, `caught` and `silent`: nobody says of which kind a refutation is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lelma.experiments.evaluation.fragments import Fragment, FragmentsScored
from lelma.experiments.metrics.confusion import Share

_STATES = ("ok", "failed", "unverified")


def fragment_summary(scored: Sequence[FragmentsScored], *, translator: str) -> dict[str, Any]:
    """Every number: of all texts, `by_game`, `by_voice`, and of fragments `by_kind`."""
    fragments = [fragment for text in scored for fragment in text.fragments]
    kinds = sorted({fragment.kind for fragment in fragments})
    return {
        "translator": translator,
        "all": part_measures(scored),
        "by_game": _parts(scored, lambda text: text.game),
        "by_voice": _parts(scored, lambda text: text.voice),
        "by_kind": {kind: _of_fragments([each for each in fragments if each.kind == kind]) for kind in kinds},
    }


def part_measures(scored: Sequence[FragmentsScored]) -> dict[str, Any]:
    """Every number about some texts; keys as in the module's text."""
    judged = [each.justice for text in scored for each in text.refutations]
    return {
        "texts": len(scored),
        **_of_fragments([fragment for text in scored for fragment in text.fragments]),
        "justified": Share(judged.count("justified"), len(judged) - judged.count("aside")).as_json(),
        "aside": judged.count("aside"),
        "right_texts": _states([text for text in scored if text.right]),
        "wrong_texts": _states([text for text in scored if not text.right]),
    }


def _of_fragments(fragments: Sequence[Fragment]) -> dict[str, Any]:
    right = [fragment.hit for fragment in fragments if fragment.truth]
    wrong = [fragment.hit for fragment in fragments if not fragment.truth]
    return {
        "fragments": len(fragments),
        "found": Share(sum(right), len(right)).as_json(),
        "caught": Share(sum(wrong), len(wrong)).as_json(),
        "silent": Share(sum(fragment.silent for fragment in fragments), len(fragments)).as_json(),
    }


def _parts(scored: Sequence[FragmentsScored], part: Callable[[FragmentsScored], str]) -> dict[str, Any]:
    names = sorted({part(text) for text in scored})
    return {name: part_measures([text for text in scored if part(text) == name]) for name in names}


def _states(texts: Sequence[FragmentsScored]) -> dict[str, int]:
    return {state: sum(text.state == state for text in texts) for state in _STATES}
