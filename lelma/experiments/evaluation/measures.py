"""Scored texts → numbers: what a translator is worth, with intervals.

Beside the confusion matrix:

- `right_reason`: of the wrong texts that were flagged, the share in which a failed claim lies in a passage that a
  judge quoted. Texts in which no judge's quote can be found count as well, so 1 may be out of reach; `unquoted`
  says how many they are.
- `errors`, by the judges' kind of error: of the wrong texts for which a judge names the kind, the share that is
  flagged, and the share flagged inside a quote of a judge who names it. Judges name kinds for a whole text, not
  for each quote, so a text with two kinds counts for both.
  Of final attempts few logs hold quotes, so both say little there.
- `classes`, by class of claim: `recall` is of the claims that the log holds as rejected by its solver, in texts
  that people call wrong, the share that is read and fails here as well. A language model extracted those, so some
  were never in the text. `claims` and `failed` count what was read here; `in_wrong_text` and `in_quote` say where
  the failed ones lie.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from lelma.experiments.evaluation.scoring import CLASSES, Scored, claim_class
from lelma.experiments.metrics.confusion import Confusion, Share, share

ERROR_TYPES = ("pa", "rga", "pc", "u")
"""The judges' kinds: wrong payoff for a pair of moves, wrong risk or gain, wrong comparison of numbers, other."""


def summary(
    scored: Sequence[Scored | None], *, translator: str, folds: int = 0, which: str = "first"
) -> dict[str, Any]:
    """Every number: `by_model` → model → its measures, and how many of those attempts nobody judged."""
    samples = [sample for sample in scored if sample is not None]
    models = dict.fromkeys(sample.model for sample in samples)
    return {
        "translator": translator,
        "attempts": which,
        "by_model": {model: measures([s for s in samples if s.model == model], folds) for model in models},
        "unlabelled": len(scored) - len(samples),
    }


def measures(samples: Sequence[Scored], folds: int = 0) -> dict[str, Any]:
    """Every number about the texts of one model; keys as in the module's text."""
    confusion = Confusion.count(sample.kind for sample in samples)
    right = sum(sample.right_reason for sample in samples if sample.kind == "tn")
    found = {
        **confusion.as_json(),
        "right_reason": share(right, confusion.tn),
        "right_reason_share": Share(right, confusion.tn).as_json(),
        "unquoted": sum(sample.kind == "tn" and not sample.quotes for sample in samples),
        "unchecked": sum(not sample.checked for sample in samples),
        "always_incorrect": {"accuracy": share(confusion.tn + confusion.fp, confusion.n), "balanced_accuracy": 0.5},
        "by_game": {
            game: Confusion.count(sample.kind for sample in samples if sample.game == game).as_json()
            for game in sorted({sample.game for sample in samples})
        },
        "errors": {kind: _error(samples, kind) for kind in ERROR_TYPES},
        "classes": {name: _class(samples, name) for name in [label for label, _ in CLASSES] + ["other"]},
    }
    return {**found, "folds": in_folds(samples, folds)} if folds else found


def _error(samples: Sequence[Scored], kind: str) -> dict[str, Any]:
    texts = [sample for sample in samples if not sample.label and kind in sample.error_types]
    flagged = sum(not sample.predicted for sample in texts)
    quoted = sum(any(kind in claim.types for claim in sample.failed) for sample in texts)
    return {"flagged": Share(flagged, len(texts)).as_json(), "in_quote": Share(quoted, len(texts)).as_json()}


def _class(samples: Sequence[Scored], name: str) -> dict[str, Any]:
    verdicts = [truth for sample in samples for label, truth in sample.claims if label == name]
    failed = [(sample, claim) for sample in samples for claim in sample.failed if claim_class(claim.query) == name]
    wrong = [claim for sample, claim in failed if not sample.label]
    logged = [same for sample in samples if not sample.label for label, same in sample.logged if label == name]
    return {
        "recall": Share(sum(logged), len(logged)).as_json(),
        "claims": len(verdicts),
        "failed": len(failed),
        "in_wrong_text": Share(len(wrong), len(failed)).as_json(),
        "in_quote": Share(sum(claim.quoted for claim in wrong), len(wrong)).as_json(),
    }


def fold_of(sample: str, folds: int) -> int:
    """The fold of a sample: always the same for the same name, whatever else is scored."""
    return int.from_bytes(hashlib.sha256(sample.encode("utf-8", "replace")).digest()[:8], "big") % folds


def in_folds(samples: Sequence[Scored], folds: int) -> dict[str, Any]:
    """The confusion matrix of each fold; `gap` is how far apart the best and the worst of those are that have it."""
    found = [
        Confusion.count(sample.kind for sample in samples if fold_of(sample.sample, folds) == fold)
        for fold in range(folds)
    ]
    return {
        "each": [confusion.as_json() for confusion in found],
        "gap": {
            "accuracy": _gap([confusion.accuracy for confusion in found]),
            "balanced_accuracy": _gap([confusion.balanced_accuracy for confusion in found]),
        },
    }


def _gap(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return max(known) - min(known) if len(known) > 1 else None
