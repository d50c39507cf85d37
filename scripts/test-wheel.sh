#!/usr/bin/env bash
# Build the source archive and the wheel, install the wheel in a new venv outside the checkout, and use it there.
#
# usage: scripts/test-wheel.sh
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD

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
from lelma.support.paths import data_folder

for package in (gdl, lelma, translators):
    assert "site-packages" in str(package.__file__), package.__file__
    assert (Path(package.__file__).parent / "py.typed").is_file(), package
assert "_share" in str(data_folder("games")) and not (data_folder("prolog") / "tests").exists()
PYTHON
share=$(echo venv/lib/python*/site-packages/lelma/_share)
diff -r "$checkout/games" "$share/games"
diff -r -x tests "$checkout/prolog" "$share/prolog"

quietly() { "$@" >out 2>&1 || { cat out; exit 1; }; }
venv/bin/lelma doctor
quietly venv/bin/lelma verify stag_hunt
printf ',a,b\na,"1,1","0,-2.5"\nb,"1/3,0","2,2"\n' >table.csv
quietly venv/bin/lelma new fresh --payoffs table.csv
venv/bin/lelma check fresh
for game in avalon werewolf spygame undercover_v; do
    quietly venv/bin/lelma rules $game
    quietly venv/bin/lelma worlds $game
    quietly venv/bin/lelma play $game --seed 3 --out $game.jsonl
    quietly venv/bin/lelma replay $game.jsonl
    quietly venv/bin/lelma report $game.jsonl
done
# Agents that follow the game's rules of thumb speak, and what they say can be checked.
quietly venv/bin/lelma play avalon --agents plain --out plain.jsonl
quietly venv/bin/lelma claims avalon plain.jsonl
quietly venv/bin/lelma schema report
echo "wheel: $(basename lelma-*.whl) works outside the checkout"
