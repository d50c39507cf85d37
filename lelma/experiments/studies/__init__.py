"""Published studies as data: an experiment file of a game that says which tables and figures its report has, in form.

A study is `games/GAME/studies/NAME.toml`; an experiment file may begin with one (`study = "NAME"`). `layout` makes its
tables and figures of what was played, by the `measures` that it names.

Begin with `library`.
"""
