from __future__ import annotations

from tests.lelma.models.conftest import server as server
