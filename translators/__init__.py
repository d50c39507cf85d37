"""Reasoning text to claims, verdicts to sentences."""
