"""`python -m lelma`: the command line, as `lelma` is."""

from __future__ import annotations

import sys

from lelma.interfaces.cli.main import main

sys.exit(main())
