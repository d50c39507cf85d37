"""A description's ground instances, as far as they can be reached.

Begin with `ground`.
"""
