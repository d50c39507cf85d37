#!/usr/bin/env bash
# Build the playground and try it in a real Chromium, without a window, over static files.
#
# usage: scripts/test-playground.sh [VENV]     VENV is kept, and used again, if it is named
#
# Skips, and says so, where node, npm or Chromium are missing; as root on Debian it installs Chromium. playwright, which
# steers the browser, is kept out of .venv: it brings a Node of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
venv=${1:-$place/venv}

skip() { echo "test-playground: skipped: $*"; exit 0; }

for tool in node npm; do
    command -v "$tool" >/dev/null || skip "$tool is missing (apt-get install -y nodejs npm; macOS: brew install node)"
done
if ! command -v chromium >/dev/null; then
    { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; } || skip "chromium is missing (apt-get install -y chromium)"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
        >"$place/log" 2>&1 </dev/null || skip "chromium can't be installed: $(tail -n 1 "$place/log")"
fi
scripts/playground.sh
[ -x "$venv/bin/python" ] || .venv/bin/python -m venv "$venv"
"$venv/bin/python" -m pip install -qq --disable-pip-version-check --editable ".[serve]" pytest 'playwright>=1.60,<2'
LELMA_PLAYGROUND=build/playground "$venv/bin/python" -m pytest -q -p no:cacheprovider \
    tests/lelma/interfaces/playground/test_in_browser.py
