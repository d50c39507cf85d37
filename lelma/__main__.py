"""`python -m lelma`: the command line, as `lelma` is."""

from __future__ import annotations

import sys

from lelma.cli import main

sys.exit(main())
