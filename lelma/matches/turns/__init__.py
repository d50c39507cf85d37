"""One joint move of a match: the roles on turn are asked, at once where they can be, and what they answer is judged.

`answers` says what answers a game takes, `asked` asks for them, `past` follows a match that was cut off to where it
goes on. The referee leads the match; nothing here knows it.

Begin with `asked`.
"""
