# `make build` runs the main job on the shipped layouts, `make test` runs every test.
# Both set up .venv first; it is left alone while pyproject.toml stays as it was.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# `pip install` is done again when one of these changes, told by content rather than by time.
STAMP  := $(VENV)/.installed

.PHONY: build test setup golden clean

build: setup
	$(BIN)/arenagen build --full
	$(BIN)/arenagen size layouts/spark.toml --preset qwen3_next_80b

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --cov --cov-report=term
	$(BIN)/arenagen check --full

setup:
	@digest=$$($(PYTHON) -c 'import hashlib, pathlib; print(hashlib.sha256(pathlib.Path("pyproject.toml").read_bytes()).hexdigest())') && \
	if [ -x $(BIN)/arenagen ] && [ "$$(cat $(STAMP) 2>/dev/null)" = "$$digest" ]; then exit 0; fi && \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "arenagen needs Python 3.11 or newer; set PYTHON")' && \
	$(PYTHON) -m venv $(VENV) && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' && \
	echo "$$digest" > $(STAMP)

# Rewrites the files that tests compare with, after a change that was meant.
golden: setup
	$(BIN)/python -m pytest --update-golden
	$(BIN)/arenagen build --full

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .coverage
