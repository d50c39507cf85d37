#!/usr/bin/env bash
# Gather the playground, a page in which Python and SWI-Prolog run, into static files: build/playground/.
#
# usage: scripts/playground.sh
#
# Takes SWI-Prolog and Pyodide from npm and pure Python packages from PyPI, by fixed versions whose hashes are checked;
# what was fetched is kept in build/parts. Needs node and npm, and .venv (scripts/set-up.sh package). Exits with 2 where
# node or npm is missing, and names what to install.
set -euo pipefail
cd "$(dirname "$0")/.."

swipl=swipl-wasm-8.0.5
swipl_hash=sha512-IkffjSlJx9SHqpaluuRxku7R11/tqpZQg/iPjyoIC7heZ8Y1lzIhQR8ddDGSyVN15WD3mYw3CxrWoco5zizr0Q==
pyodide=pyodide-314.0.7
pyodide_hash=sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==

for tool in node npm; do
    command -v "$tool" >/dev/null || {
        echo "playground: $tool is missing; type: apt-get install -y nodejs npm (macOS: brew install node)" >&2
        exit 2
    }
done

parts=build/parts
mkdir -p "$parts"

from_npm() { # from_npm NAME-VERSION HASH: the package, unpacked in parts
    local archive=$parts/$1.tgz
    [ -f "$archive" ] || npm pack --silent --pack-destination "$parts" "${1%-*}@${1##*-}" >/dev/null
    local found
    found=sha512-$(openssl dgst -sha512 -binary "$archive" | openssl base64 -A)
    [ "$found" = "$2" ] || {
        rm -f "$archive"
        echo "playground: $1 from npm has the hash $found, and should have $2" >&2
        exit 1
    }
    rm -rf "${parts:?}/$1"
    mkdir "$parts/$1"
    tar -xzf "$archive" -C "$parts/$1" --strip-components=1
}

from_npm "$swipl" "$swipl_hash"
from_npm "$pyodide" "$pyodide_hash"
rm -rf "$parts/packages"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --only-binary :all: \
    --require-hashes --requirement scripts/playground.txt --target "$parts/packages"
exec node scripts/playground.mjs "$parts/$swipl" "$parts/$pyodide" "$parts/packages" build/playground
