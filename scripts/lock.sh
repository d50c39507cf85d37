#!/usr/bin/env bash
# Write .ci/constraints.txt anew: the newest versions within the bounds of pyproject.toml that go together.
#
# usage: scripts/lock.sh        then run .ci/run, and read the difference
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --dry-run --ignore-installed \
    --report "$place/report.json" '.[dev,docs]'
"$place/venv/bin/python" - "$place/report.json" >"$place/constraints" <<'PYTHON'
import json, sys

print("# Versions that are tested, written by scripts/lock.sh; pip takes them by PIP_CONSTRAINT.")
report = json.load(open(sys.argv[1]))
found = {each["metadata"]["name"].lower(): each["metadata"]["version"] for each in report["install"]}
print("\n".join(f"{name}=={version}" for name, version in sorted(found.items()) if name != "lelma"))
PYTHON
mv "$place/constraints" .ci/constraints.txt
