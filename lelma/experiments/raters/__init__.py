"""People who judge the texts of an experiment: the sheets they fill, and the labels that are read from them.

A model may fill one, too (`judge`), and is kept apart. Begin with `sheets`; reports find the labels of a folder by
`labels`.
"""
