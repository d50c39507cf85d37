"""What trust makes of recorded matches: who is thought evil, day by day and from each view, beside who was.

`sightings` finds in records what each player saw, `views` turns it into beliefs by each method, `scores` holds these
against the truth. Knows matches, knowledge and trust; no agents and no models.

Begin with `scores`.
"""
