"""The doors: command line, HTTP, MCP, function tools, and what people see. Each parses, calls one function, shows.

`service` holds the operations that HTTP, MCP and function tools share, `schema` the JSON schemas of all public types.
`cli/` has the commands, `views/` screens and pages, `http/` the web application. Knows every other room; no other room
knows it.

Begin with `cli.main` or `service`.
"""
