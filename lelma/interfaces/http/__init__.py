"""The HTTP application: `app` answers requests, `openapi` describes them, `serve` runs it.

Begin with `app`.
"""
