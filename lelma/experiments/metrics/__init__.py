"""Measures as pure functions, a file a metric; they know numbers and nothing of `lelma`.

Begin with `confusion`.
"""
