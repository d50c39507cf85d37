"""Relative gains, by hand."""

from __future__ import annotations

import pytest

from lelma.experiments.metrics.ratios import relative_gain


def test_a_gain_has_the_interval_of_a_ratio() -> None:
    gain = relative_gain(15, 50, 10, 50)
    assert gain is not None and gain.value == pytest.approx(0.5) and gain.interval is not None
    # log(1.5) ± 1.96 sqrt(1/15 - 1/50 + 1/10 - 1/50)
    assert gain.interval == pytest.approx((-0.2533, 2.0133), abs=1e-4)


def test_there_is_no_gain_on_nothing_and_a_loss_of_all_has_no_interval() -> None:
    assert relative_gain(3, 10, 0, 10) is None
    lost = relative_gain(0, 10, 3, 10)
    assert lost is not None and (lost.value, lost.interval) == (-1.0, None)
