"""What people see: on the terminal by `rich`, and as HTML pages. A view gets values and decides nothing.

Begin with `console`.
"""
