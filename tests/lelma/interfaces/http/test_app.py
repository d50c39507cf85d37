"""What the application does when its workers are busy or gone."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from lelma.interfaces.http.app import Options, _Door
from lelma.interfaces.requests import RequestError
from lelma.support.errors import WorkerStopped


class Slow:
    """Workers that take their time, or stop."""

    def __init__(self, stopped: str = "") -> None:
        self.stopped = stopped

    def call(self, job: Any, *, seconds: float) -> Any:
        time.sleep(0.2)
        if self.stopped:
            raise WorkerStopped(self.stopped)
        return {"done": job[0]}


def door_with(workers: Slow) -> Any:
    door = _Door(Options(workers=1, waiting=1))
    door.workers = workers  # type: ignore[assignment]
    return door


def test_more_requests_than_may_wait_are_told_to_come_again() -> None:
    async def main() -> list[Any]:
        door = door_with(Slow())
        found = await asyncio.gather(*(door.serve("ask", {}) for _ in range(4)), return_exceptions=True)
        return [*found, await door.serve("ask", {})]

    found = asyncio.run(main())
    codes = [each.code if isinstance(each, RequestError) else each.status_code for each in found]
    assert codes == [200, 200, "busy", "busy", 200]


@pytest.mark.parametrize("reason", ["time", "memory"])
def test_a_stopped_worker_is_an_error_with_its_reason(reason: str) -> None:
    with pytest.raises(RequestError, match=reason) as caught:
        asyncio.run(door_with(Slow(f"{reason}: too much")).serve("ask", {}))
    assert caught.value.code == reason
