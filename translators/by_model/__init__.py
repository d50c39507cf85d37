"""A language model as the translator: what it is asked, what is made of its reply, which of its claims pass.

`sentences` numbers what is asked about, `prompt` and `examples` write the request, `reply` reads the answer, and
`gates` hold each claim to its sentence by what `signs` both show. It may know the claim language and the layers of the
reader that know words and sentences. Begin with `translator`.
"""
