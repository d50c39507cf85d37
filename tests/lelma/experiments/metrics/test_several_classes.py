"""Scores of a classification into several classes, by hand."""

from __future__ import annotations

import pytest

from lelma.experiments.metrics.several_classes import class_f1, macro_f1


def test_an_absent_class_is_left_out() -> None:
    pairs = [("a", "a"), ("a", "a"), ("b", "a"), ("b", "b")]
    assert class_f1(pairs) == {"a": 0.8, "b": pytest.approx(2 / 3)}
    assert macro_f1(pairs) == pytest.approx((0.8 + 2 / 3) / 2) and macro_f1([]) is None
