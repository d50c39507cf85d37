"""One process of a `lelma.support.worker_pool`: makes what it holds, then answers jobs until its parent is gone.

Short, because it is all that a fresh worker has to import.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from lelma.support.errors import LelmaError


def serve_jobs(connection: int, lifeline: int) -> None:
    """Serve over the connection with that descriptor; the lifeline is the end of a pipe that nobody writes to."""
    threading.Thread(target=_end_with_parent, args=[lifeline], daemon=True).start()
    channel: Connection[Any, Any] = Connection(connection)
    try:
        make, memory = pickle.loads(channel.recv_bytes())
        if memory is not None and sys.platform == "linux":
            # The soft limit alone: SWI-Prolog, which this process starts, has limits of its own.
            resource.setrlimit(resource.RLIMIT_AS, (memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
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


def _end_with_parent(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(0)


def _plain(error: Exception) -> Exception:
    """The error if it survives pickling, or else one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # whatever a foreign error raises there
        return LelmaError(f"{type(error).__name__}: {error}")
    return error


if __name__ == "__main__":
    serve_jobs(int(sys.argv[1]), int(sys.argv[2]))
