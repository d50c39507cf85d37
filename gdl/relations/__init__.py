"""How the relations of a description depend on each other, and in which order literals and relations are worked out.

Begin with `dependency`.
"""
