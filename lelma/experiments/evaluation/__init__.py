"""From results to tables: scores against human labels, the tables of the LELMA paper, its logs replayed.

Begin with `report`, which puts the tables together; `results` reads rows from transcripts and from logs.
"""
