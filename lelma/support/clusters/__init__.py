"""Jobs on many machines, through a cluster of somebody else's making.

`ray_workers` has them done by Ray. Knows worker processes and errors, and nothing of what jobs are.

Begin with `ray_workers`.
"""
