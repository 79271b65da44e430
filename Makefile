# Everything goes through here. `make play` and `make test` need Python 3.11, git and make, nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)
READY := $(VENV)/.ready
WEB := src/damier/web/index.html
WEB_SOURCES := $(shell find web/src web/public web/index.html web/*.ts web/*.js web/*.json -type f) \
  $(wildcard src/damier/games/*/web/*.svelte src/damier/games/*/web/*.ts src/damier/games/*/text/*.json)
# Node from the machine where it is new enough for Vite, else from PyPI.
NODE_FITS := $(shell node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
  process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm)
NODE := $(if $(NODE_FITS),,$(VENV)/.node)
NPM := PATH="$(if $(NODE_FITS),,$(CURDIR)/$(BIN):)$$PATH" npm --prefix web
TESTED_GAMES := DAMIER_GAMES=miniature,damier.games._template PYTHONPATH=tests

.DEFAULT_GOAL := help
.PHONY: help install web play test check browser bench golden protocol pictures screenshots new-game lock wheel clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

install: $(READY) ## set everything up in .venv

$(VENV)/.node: $(READY) web/node.lock
	$(BIN)/pip install --quiet --require-hashes -r web/node.lock
	@touch $@

web/node_modules/.ready: web/package-lock.json $(NODE)
	$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(WEB): web/node_modules/.ready $(WEB_SOURCES)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

web: $(WEB) ## build the web app into the package

play: $(READY) $(WEB) ## play in the browser, here and on every device of the network
	@$(BIN)/damier serve --host 0.0.0.0 --port 0 --open

browser: ## the browser that tests drive, from Debian's packages (the headless build: twice as quick)
	@command -v chromium-headless-shell > /dev/null || \
	  ($(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends chromium-headless-shell > /dev/null) || \
	  command -v chromium chromium-browser google-chrome > /dev/null

test: check browser $(WEB) ## every check and every test
	@$(TESTED_GAMES) $(BIN)/damier compile
	$(BIN)/pytest -n auto --durations=25 --durations-min=5 --cov --cov-report=term-missing:skip-covered

check: $(READY) web/node_modules/.ready ## formatting, lint, types, layers, catalogues, protocol
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose > .import-layers.log || (cat .import-layers.log; exit 1)
	$(BIN)/python tools/catalogues.py
	$(BIN)/python tools/protocol_types.py --check
	$(BIN)/python tools/solved.py --check
	$(NPM) run --silent check

bench: $(READY) ## speed, beside the peers, as ratios in one run
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/tables.py

screenshots: $(READY) $(WEB) browser ## every page as pictures: two sizes, two languages, two themes
	$(BIN)/python tools/screenshots.py

pictures: $(READY) ## draw the boards in the README anew
	$(BIN)/python tools/pictures.py

protocol: $(READY) ## write the web app's protocol types anew, from the server's schemas
	$(BIN)/python tools/protocol_types.py

golden: $(READY) ## write the golden transcripts anew (then read the difference)
	$(TESTED_GAMES) $(BIN)/python -m damier.testing

new-game: $(READY) ## a new game: make new-game ID=mygame
	$(BIN)/damier new-game $(ID)

wheel: $(READY) $(WEB) ## a wheel that carries the built app
	$(BIN)/python -m hatchling build -t wheel

lock: $(READY) ## renew requirements.lock from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --no-header --quiet --upgrade -o requirements.lock

clean: ## forget all that was installed or built here
	rm -rf $(VENV) web/node_modules src/damier/web .bench dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .import-layers.log
