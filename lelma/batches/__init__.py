"""Many texts at once: rows of a table go in, the same rows with what checking them found come out.

| module        | what it gives                                                                     |
| ------------- | --------------------------------------------------------------------------------- |
| `checker`     | `Checker`, a callable over batches for Ray Data, Dask, polars, pandas and DuckDB  |
| `table_files` | CSV_FILE, JSON Lines, Parquet and Arrow, read and written row by row                   |
| `file_check`  | `check_table_file`: one file to another over processes, and on where it was broken off  |

Knows the verifier and nothing of matches or experiments; no library of tables is imported before a batch or a file
asks for it. Begin with `checker`.
"""

from lelma.batches.checker import Checker

__all__ = ["Checker"]
