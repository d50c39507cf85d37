"""Numbers about runs, with their intervals: pure functions."""
