"""How probable deals of identities are for a role by what was said.

`statements` are the rates, `suspicion` the chances. Begin with `suspicion`.
"""
