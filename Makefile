# `make demo` shows it, `make start` runs it, `make test` tries it. Python 3.11 or newer is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MODULES := dashboard/node_modules/.ready

.PHONY: setup demo start test lint types eval bench lock clean dashboard dashboard-test

demo: $(READY)
	@$(BIN)/python -m emulator.demo

start: $(READY)
	@$(BIN)/python -m emulator $(ARGS)

test: $(READY)
	@$(BIN)/python -m pytest $(ARGS)

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@if command -v npm > /dev/null; then $(MAKE) --silent $(MODULES) && npm --prefix dashboard run --silent lint; \
		else echo "Not checked: the dashboard. There is no npm here; it comes with Node 20 or newer."; fi

types: $(READY)
	@$(BIN)/mypy

# The user's page, which the stack serves. Node 20 or newer builds it, and nothing else needs Node.
dashboard: $(MODULES)
	@npm --prefix dashboard run --silent build

# The page's pure rules; what it does in a browser is tested by `make test`.
dashboard-test: $(MODULES)
	@npm --prefix dashboard run --silent test

$(MODULES): dashboard/package-lock.json
	@npm --prefix dashboard ci --silent --no-fund --no-audit
	@touch $(MODULES)

# The folder of evaluation data: make eval DATA=path
eval: $(READY)
	@$(BIN)/python -m bench.eval_learning $(DATA)
	@$(BIN)/python -m bench.eval_search $(DATA)

# The figures that the README quotes.
bench: $(READY)
	@$(BIN)/python -m bench.firestore.speed

setup: $(READY)

$(READY): requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit("Rekindle needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV), once …"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $(READY)

# Pins everything anew, within the bounds of pyproject.toml.
lock: $(READY)
	@$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements.txt
	@$(BIN)/uv pip compile pyproject.toml --extra dev --extra e2e --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -c requirements.txt -o requirements-dev.txt

clean:
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info dashboard/node_modules dashboard/dist
