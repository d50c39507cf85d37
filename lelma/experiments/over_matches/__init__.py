"""Experiments over whole matches: cells × models × deals, with the same deals in every cell.

`plan` reads an experiment file of `kind = "matches"`, `seating` puts agents into seats by side, identity or seat and
makes trials of matches, `run` carries them out. `rows` reads transcripts into one row a match and player, `noted` what
agents noted of their beliefs and checks; `tables` and `report` are made of these alone.

Begin with `plan`.
"""
