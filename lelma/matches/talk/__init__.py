"""The talk of whole matches, for commands: from transcripts and recorded games to claims and worlds at a moment.

`speeches` finds the matches of a file and what was said in them, `claim_log` has it judged (`lelma.talk`), `worlds`
and `given_moment` answer questions about a moment, `said_text` checks a text as if it were said there. Knows matches
and the room of talk.

Begin with `speeches`.
"""
