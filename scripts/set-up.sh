#!/bin/sh
# Set up what `make` needs: SWI-Prolog, Python 3.11 with venv, and .venv with this package in it.
#
# usage: scripts/set-up.sh package|dev|docs|openai|gemini|local
#
# Does nothing, in a few hundredths of a second, where all is there. Says one line for each step on standard error.
# PIP_CONSTRAINT may name a file of the versions to install, such as .ci/constraints.txt.
# Exits with 2 where something is missing that it must not install, and names the command to type.
set -eu
cd "$(dirname "$0")/.."

wanted=$1
swipl_least=9.0.4
python_least=3.11
log=${TMPDIR:-/tmp}/lelma-set-up.$$.log
trap 'rm -f "$log"' EXIT

say() { echo "set-up: $*" >&2; }
stop() { say "$*"; exit 2; }

# Runs a command with its output in a file, which is shown only if it fails.
quietly() {
    "$@" >"$log" 2>&1 </dev/null || {
        tail -n 25 "$log" >&2
        stop "this failed: $*"
    }
}

at_least() { # at_least LEAST FOUND: whether FOUND is no older a version
    [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)" = "$1" ]
}

# Installs a Debian or Ubuntu package as root; says how on every other system.
install_package() { # install_package DEBIAN_NAME BREW_NAME WHAT
    if command -v apt-get >/dev/null 2>&1; then
        [ "$(id -u)" = 0 ] || stop "$3 is missing; type: sudo apt-get update && sudo apt-get install -y $1"
        say "installing $3 (Debian package $1)"
        quietly apt-get update
        quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1"
    elif [ "$(uname)" = Darwin ]; then
        stop "$3 is missing; type: brew install $2"
    else
        stop "$3 is missing; install it with your system's package manager, then run this again"
    fi
}

set_up_swipl() {
    command -v swipl >/dev/null 2>&1 || install_package swi-prolog-nox swi-prolog SWI-Prolog
    found=$(swipl --version </dev/null | sed 's/[^0-9]*\([0-9.]*\).*/\1/')
    at_least "$swipl_least" "$found" || stop "SWI-Prolog is $found here, and must be $swipl_least or newer"
}

find_python() { # sets python
    for python in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        found=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null </dev/null) || continue
        if at_least "$python_least" "$found"; then return; fi
    done
    if command -v apt-get >/dev/null 2>&1 && apt-cache show python3.11 >/dev/null 2>&1; then
        install_package python3.11-venv python@3.12 "Python 3.11"
        python=python3.11
    else
        stop "Python $python_least or newer is missing (on macOS type: brew install python@3.12)"
    fi
}

set_up_venv() {
    if [ -x .venv/bin/python ] && [ -x .venv/bin/pip ]; then return; fi
    find_python
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # The package is named after the version where python3 is not the system's usual one.
        package=python3-venv
        case $python in python3.*) package=$python-venv ;; esac
        install_package "$package" python@3.12 "Python's venv module"
    fi
    say "making .venv"
    quietly "$python" -m venv --clear .venv
}

set_up_package() {
    stamp=.venv/.lelma-$wanted
    now="$(cat pyproject.toml ${PIP_CONSTRAINT:+"$PIP_CONSTRAINT"} | cksum) $PWD"
    if [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then return; fi
    case $wanted in
        package) say "installing lelma into .venv"; target=. ;;
        dev) say "installing lelma and its development tools into .venv"; target='.[dev]' ;;
        docs) say "installing what builds the documentation into .venv"; target='.[docs]' ;;
        openai | gemini | local) say "installing lelma with what $wanted: models need into .venv"; target=".[$wanted]" ;;
        *) stop "usage: $0 package|dev|docs|openai|gemini|local" ;;
    esac
    quietly .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable "$target"
    # As pip does for packages that are not edited: else a command compiles all where nothing may be written as it runs.
    quietly .venv/bin/python -m compileall -q gdl translators lelma
    echo "$now" >"$stamp"
    if [ "$wanted" != package ]; then echo "$now" >.venv/.lelma-package; fi
}

set_up_swipl
set_up_venv
set_up_package
