#!/usr/bin/env bash
# Run the engines' tests with janus-swi and a newer SWI-Prolog than Debian 12 has, unpacked into a folder of its own.
#
# usage: tests/lelma/engine/newer_swipl.sh
#
# janus-swi needs SWI-Prolog 9.1.12. The packages come from the next Debian release, from the mirror that this
# machine's apt uses already, through lists and settings kept apart from the machine's own; nothing is installed but,
# for root, a C compiler and Python's headers where they are missing. Exits 0 with the reason where it can't be done.
set -euo pipefail
cd "$(dirname "$0")/../../.."

suite=${SUITE:-trixie}
python=${PYTHON:-.venv/bin/python}
place=$(mktemp -d)
log=$place/log
trap 'rm -rf "$place"' EXIT

skip() {
    tail -n 5 "$log" 2>/dev/null || true
    echo "janus tests skipped: $*"
    exit 0
}

for tool in apt-get dpkg awk; do
    command -v "$tool" >/dev/null || skip "no $tool here"
done
if ! command -v cc >/dev/null || ! "$python" -c 'import os, sysconfig; os.stat(sysconfig.get_paths()["include"] + "/Python.h")' 2>/dev/null; then
    [ "$(id -u)" = 0 ] || skip "janus-swi is compiled on installing, and there is no compiler or no Python.h here"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gcc libc6-dev python3-dev; } \
        >"$log" 2>&1 </dev/null || skip "no compiler, and it can't be installed"
fi

mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(ORIGIN) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk '$3 == "Debian" && $4 == "main" && $2 !~ /-/ { print $1; exit }')
[ -n "$mirror" ] || skip "apt knows no Debian mirror here (run apt-get update first, on Debian)"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keyring" ] || skip "no keyring to check the packages with"

mkdir -p "$place/lists/partial" "$place/archives/partial" "$place/root"
echo "deb [signed-by=$keyring] $mirror $suite main" >"$place/sources.list"
own_apt() {
    apt-get -o Dir::Etc::sourcelist="$place/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$place/lists" -o Dir::Cache="$place" -o Dir::Cache::archives="$place/archives" \
        -o APT::Sandbox::User="$(id -un)" -o APT::Update::Error-Mode=any "$@" >"$log" 2>&1 </dev/null
}
own_apt update || skip "the mirror gives no package lists of $suite"
(cd "$place" && own_apt download swi-prolog-core swi-prolog-core-packages swi-prolog-nox) ||
    skip "the mirror gives no SWI-Prolog of $suite"
for package in "$place"/*.deb; do
    dpkg -x "$package" "$place/root"
done

# Where the packages' install scripts, the loader and the home's compiled-in path would have pointed.
library=$(dirname "$(find "$place/root/usr/lib" -name 'libswipl.so' | head -n 1)")
export SWI_HOME_DIR=$place/root/usr/lib/swi-prolog
export LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PATH=$place/root/usr/bin:$PATH
swipl -g "make_library_index('$SWI_HOME_DIR/library')" -t halt >"$log" 2>&1 </dev/null ||
    skip "SWI-Prolog of $suite doesn't run here"
echo "engines: $(swipl --version)"

"$python" -m venv "$place/venv"
"$place/venv/bin/python" -m pip install -qq --disable-pip-version-check janus-swi >"$log" 2>&1 ||
    skip "janus-swi can't be installed"
"$place/venv/bin/python" -m pip install -qq --disable-pip-version-check --editable . pytest hypothesis pyswip \
    >"$log" 2>&1 || { cat "$log"; exit 1; }
"$place/venv/bin/lelma" doctor >"$log"
grep -E '^bridge +janus +works' "$log" || { cat "$log"; exit 1; }
"$place/venv/bin/python" -m pytest -q -p no:cacheprovider tests/lelma/engine/bridges/test_bridges.py
