"""Descriptions as Prolog programs: `situation_program` over situations, `play_program` over a current state.

Begin with `situation_program`.
"""
