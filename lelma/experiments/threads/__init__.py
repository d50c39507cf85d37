"""Whom messages of a thread are for and against: intent analysis as the GRATR paper has it, on threads that can be had.

Its 26,523 labelled tweets are not public (Zhu et al., arXiv 2408.12333, section 4.2). `messages` draws synthetic
threads whose truth is known, and reads one's own from JSON Lines. `intents` tells the intent of each message, by the
message alone or by the trust graph of its author. `experiment` is the kind `threads` of experiment files, and its
report.

Begin with `messages`.
"""
