"""How much memory a process may take.

Short, because the child processes of Python and of SWI-Prolog share no more than this.
"""

from __future__ import annotations

import contextlib
import sys


def limit_memory(pid: int, most: int) -> None:
    """Let a process take no more than that many bytes of address space, or than it inherited; on Linux only.

    Its soft limit alone is set, within the hard one, which a user or a cluster has set for all that is run. Where the
    system refuses, the process keeps the limits it has.

    Args:
        pid: a child, or 0 for this process.
    """
    if sys.platform == "linux":
        import resource

        with contextlib.suppress(PermissionError, ProcessLookupError):
            _, hard = resource.prlimit(pid, resource.RLIMIT_AS)
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(pid, resource.RLIMIT_AS, (soft, hard))
