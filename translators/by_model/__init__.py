"""A language model as the translator: what it is asked, what is made of its reply, which numbers it may use.

Begin with `translator`.
"""
