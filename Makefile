# Two commands do everything on a fresh machine: make play, make test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --constraint constraints.txt

.PHONY: play test pythons check docs wheel bench prove strength transcripts pictures clean

play: $(VENV)/play
	@$(BIN)/carreau serve --open

test: $(VENV)/test
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m compileall -q carreau proofs tests  # hundreds of processes read them, even where Python keeps no bytecode
	$(BIN)/python -m pytest -n 3 --max-worker-restart 0 --durations 5  # otherwise xdist waits for ever after a crash

pythons:
	@$(PYTHON) tests/pythons.py $(MAKE) --no-print-directory test

check: $(VENV)/test node_modules/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	npm run --silent check

docs: $(VENV)/test
	@$(BIN)/python docs/build.py

wheel: $(VENV)/test
	@$(BIN)/python -m tests.make_wheel

bench: $(VENV)/bench
	$(BIN)/carreau bench --peers

prove: $(VENV)/test
	$(BIN)/carreau prove
	$(BIN)/carreau load
	$(BIN)/python -m pytest tests/proofs/faults.py
	CARREAU_EFFORT=4 $(BIN)/python -m pytest -n 2 tests/games tests/bots tests/test_conformance.py tests/test_positions.py

strength: $(VENV)/play
	$(BIN)/python -m carreau.lab.strength docs/bots/strength.json

transcripts: $(VENV)/test
	$(BIN)/python -m tests.make_transcripts

pictures: $(VENV)/test
	$(BIN)/python -m tests.make_pictures

clean:
	rm -rf $(VENV) .venv-* node_modules build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Carreau needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 play"; exit 2; }
	@$(PYTHON) -m venv $(VENV) \
		|| { echo "Python's venv module is missing: on Debian, apt install python3-venv"; exit 2; }
	@touch $@

$(VENV)/play: $(VENV)/python pyproject.toml constraints.txt
	@echo "Setting up Carreau in $(VENV), once …"
	$(PIP) --editable .
	@touch $@

$(VENV)/test: $(VENV)/play
	$(PIP) --editable '.[dev]'
	@command -v chromium-headless-shell >/dev/null || { echo "Installing Chromium without its window, in which the pages are tested …"; \
		$$(command -v sudo) apt-get update -qq && $$(command -v sudo) apt-get install -qq -y chromium-headless-shell >/dev/null; } \
		|| command -v chromium || command -v chromium-browser || command -v google-chrome \
		|| $$(command -v sudo) apt-get install -qq -y chromium >/dev/null
	@{ command -v nginx || test -x /usr/sbin/nginx; } >/dev/null && command -v openssl >/dev/null || { \
		echo "Installing nginx, behind which the pages are tested; it is not left running …"; \
		$$(command -v sudo) apt-get update -qq && $$(command -v sudo) env RUNLEVEL=1 apt-get install -qq -y nginx-light openssl >/dev/null; \
		$$(command -v sudo) systemctl disable --now nginx >/dev/null 2>&1 || true; }
	@ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || { \
		echo "Installing PostgreSQL, one of the two stores that are tested; it is not left running …"; \
		$$(command -v sudo) apt-get update -qq && $$(command -v sudo) env RUNLEVEL=1 apt-get install -qq -y postgresql >/dev/null; \
		$$(command -v sudo) systemctl disable --now postgresql >/dev/null 2>&1 || true; }
	@touch $@

node_modules/installed: package.json
	@{ command -v node && command -v npm; } >/dev/null || { echo "Installing Node, which checks the pages' scripts …"; \
		$$(command -v sudo) apt-get update -qq && $$(command -v sudo) apt-get install -qq -y --no-install-recommends nodejs npm >/dev/null; }
	npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

$(VENV)/bench: $(VENV)/play
	$(PIP) --editable '.[peers]'
	@touch $@
