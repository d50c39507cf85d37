"""Experiments: one configuration, many runs of the feedback loop, a folder of transcripts, and reports on it."""
