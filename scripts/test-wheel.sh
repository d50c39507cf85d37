#!/usr/bin/env bash
# Build the source archive and the wheel, install the wheel in a new venv outside the checkout, and use it there.
#
# usage: scripts/test-wheel.sh
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# The wheel is built from the source archive, so what the archive lacks the wheel lacks.
.venv/bin/python -m build --outdir "$place" . >"$place/log" 2>&1 || { tail -n 30 "$place/log"; exit 1; }
.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/python" -m pip install -qq --disable-pip-version-check "$place"/lelma-*.whl

cd "$place"
unset PYTHONPATH LELMA_GAMES
venv/bin/python - <<'PYTHON'
from pathlib import Path
import gdl, lelma, translators
from lelma.paths import data_folder

for package in (gdl, lelma, translators):
    assert "site-packages" in str(package.__file__), package.__file__
    assert (Path(package.__file__).parent / "py.typed").is_file(), package
assert "_share" in str(data_folder("games")) and not (data_folder("prolog") / "tests").exists()
PYTHON
venv/bin/lelma doctor
venv/bin/lelma verify stag_hunt >verify.out || { cat verify.out; exit 1; }
printf ',a,b\na,"1,1","0,-2.5"\nb,"1/3,0","2,2"\n' >table.csv
venv/bin/lelma new fresh --payoffs table.csv >new.out || { cat new.out; exit 1; }
venv/bin/lelma check fresh
echo "wheel: $(basename lelma-*.whl) works outside the checkout"
