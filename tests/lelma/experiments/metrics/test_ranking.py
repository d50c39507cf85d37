"""The area under the ROC curve against all pairs, one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lelma.experiments.metrics.ranking import auc


@given(st.lists(st.tuples(st.integers(0, 5).map(float), st.booleans()), max_size=20))
def test_it_is_the_share_of_pairs_in_the_right_order_ties_half(scored: list[tuple[float, bool]]) -> None:
    pairs = [(true, false) for true, yes in scored if yes for false, no in scored if not no]
    right = sum(1.0 if true > false else 0.5 if true == false else 0.0 for true, false in pairs)
    assert auc(scored) == (right / len(pairs) if pairs else None)
