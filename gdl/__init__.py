"""Game descriptions: GDL text, its syntax tree, its checks, and its Prolog form."""
