# What each target does: make help. Set-up happens by itself and prints one line a step, only when there is a step.
# Make ends with its own exit code 2 where a command fails and names the command's code (Error 1, Error 3, …).

GAME ?= stag_hunt
TEXT ?=
MODEL ?=
ARGS ?=

run := .venv/bin/

# Tests start commands by the dozen: what one of them has compiled, the next need not.
export PYTHONDONTWRITEBYTECODE :=

MAKEFLAGS += --no-print-directory
.PHONY: help verify test test-slow test-nightly test-playground check docs playground bench golden clean
.DEFAULT_GOAL := help

help:
	@echo 'make verify GAME=stag_hunt [TEXT=file] [MODEL=name] [ARGS=…]  check a reasoning, or a recorded or live one'
	@echo 'make test    run the tests; make test-slow runs those that take long, make test-nightly sweeps over all sheets'
	@echo 'make check   types, lint, import contract'
	@echo 'make docs    build the documentation into site/'
	@echo 'make playground  gather the page that runs in a browser into build/playground/; make test-playground tries it in one'
	@echo 'make bench   time checks, progression and the network beside what they replace'
	@echo 'make golden  write the golden files anew; read the difference before you commit it'
	@echo 'make clean   remove .venv and everything built'

kind := $(firstword $(subst :, ,$(MODEL)))

verify:
	@scripts/set-up.sh $(or $(filter openai gemini local,$(kind)),package)
	@$(run)lelma verify "$(GAME)" $(if $(TEXT),"$(TEXT)") $(if $(MODEL),--model "$(MODEL)") $(ARGS)

test:
	@scripts/set-up.sh dev
	@$(run)python -m pytest -q -n auto -m 'not slow and not nightly' $(ARGS)

test-slow:
	@scripts/set-up.sh dev
	@$(run)python -m pytest -q -n auto -m 'slow and not nightly' $(ARGS)

test-nightly:
	@scripts/set-up.sh dev
	@$(run)python -m pytest -q -n auto -m nightly $(ARGS)

check:
	@scripts/set-up.sh dev
	@$(run)mypy --no-error-summary
	@$(run)ruff check --quiet
	@$(run)lint-imports --no-cache >.venv/lint-imports.log 2>&1 || { cat .venv/lint-imports.log; exit 1; }
	@echo 'check: types, lint and imports are in order'

docs:
	@scripts/set-up.sh docs
	@NO_MKDOCS_2_WARNING=1 $(run)mkdocs build --quiet --strict
	@echo 'docs: site/index.html'

playground:
	@scripts/set-up.sh package
	@scripts/playground.sh

test-playground:
	@scripts/set-up.sh dev
	@scripts/test-playground.sh

bench:
	@scripts/set-up.sh dev
	@$(run)python -m tests.bench $(ARGS)

golden:
	@scripts/set-up.sh dev
	@LELMA_GOLDEN=write $(run)python -m pytest -q $(ARGS)

clean:
	@rm -rf .venv build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find gdl translators lelma tests -name __pycache__ -type d -prune -exec rm -rf {} +
