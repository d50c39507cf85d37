"""One process of a `lelma.support.worker_pool`: makes what it holds, then answers jobs until its parent is gone.

Short, because it is all that a fresh worker has to import.
"""

from __future__ import annotations

import os
import pickle
import shutil
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from lelma.support.errors import LelmaError
from lelma.support.memory_limit import limit_memory


def serve_jobs(connection: int, lifeline: int, folder: str) -> None:
    """Serve over the connection with that descriptor; the lifeline is the end of a pipe that nobody writes to, and the
    folder holds what is written on the way: where the parent ends first, this process removes it.
    """
    threading.Thread(target=_end_with_parent, args=[lifeline, folder], daemon=True).start()
    try:
        _serve(Connection(connection))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _serve(channel: Connection[Any, Any]) -> None:
    try:
        make, memory = pickle.loads(channel.recv_bytes())
        if memory is not None:
            limit_memory(0, memory)
        held = make()
    except Exception as error:
        channel.recv()
        channel.send((False, _plain(error)))
        return
    while True:
        try:
            job = channel.recv()
        except EOFError:
            return
        try:
            reply = (True, held(job))
        except Exception as error:  # the parent raises it
            reply = (False, _plain(error))
        channel.send(reply)


def _end_with_parent(lifeline: int, folder: str) -> None:
    os.read(lifeline, 1)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _plain(error: Exception) -> Exception:
    """The error if it survives pickling, or else one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever a foreign error raises there
        return LelmaError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    serve_jobs(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
