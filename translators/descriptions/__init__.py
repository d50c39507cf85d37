"""What a description of a thing says ("a cold drink that …"), as facts of a lexicon, by rule and without guessing.

Begin with `reader`; `lexicon` are the values.
"""
