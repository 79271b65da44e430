# Everything goes through here. `make play` and `make test` need Python 3.11, git and make, nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TESTED_GAMES := DAMIER_GAMES=miniature,damier.games._template PYTHONPATH=tests

.DEFAULT_GOAL := help
.PHONY: help install play test check bench golden pictures new-game lock clean

help: ## what there is
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

install: $(READY) ## set everything up in .venv

play: $(READY) ## play Quatre in this terminal
	@$(BIN)/damier play quatre

test: check ## every check and every test
	$(BIN)/pytest -n auto

check: $(READY) ## formatting, lint, types, layers
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose > .import-layers.log || (cat .import-layers.log; exit 1)

bench: $(READY) ## speed, beside the peers, as ratios in one run
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/tables.py

pictures: $(READY) ## draw the boards in the README anew
	$(BIN)/python tools/pictures.py

golden: $(READY) ## write the golden transcripts anew (then read the difference)
	$(TESTED_GAMES) $(BIN)/python -m damier.testing

new-game: $(READY) ## a new game: make new-game ID=mygame
	$(BIN)/damier new-game $(ID)

lock: $(READY) ## renew requirements.lock from pyproject.toml
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-annotate --no-header --quiet --upgrade -o requirements.lock

clean: ## forget all that was installed or built here
	rm -rf $(VENV) .bench dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .import-layers.log
