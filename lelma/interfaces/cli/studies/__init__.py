"""Commands of studies that are not of whole matches: questions about stories, and preferences between answers.

Begin with `stories`.
"""
