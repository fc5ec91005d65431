# The commands of this project. Each sets up what it needs: a virtual environment in the checkout,
# and the engine (a cached build of this tree, else the artifact in engine/dist, else a build from source).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
URL ?= data:text/html,<title>Servo</title><h1>It works</h1>
EVALUATE ?= document.title

.DEFAULT_GOAL := help
.PHONY: help run test lint engine engine-verify golden bench-engine clean

help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 16

$(VENV)/ready: requirements/test.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; PYTHON=/path/to/python3 chooses one" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "install the venv module first: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/test.txt
	@touch $@

run: $(VENV)/ready ## Open a page: make run URL=https://example.com EVALUATE='document.title'
	@$(BIN)/python -m engine.host '$(URL)' --evaluate '$(EVALUATE)'

test: lint ## Run every check and test
	$(BIN)/python -m engine.builder manifest --check
	$(BIN)/python -m pytest

lint: $(VENV)/ready ## Format, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

engine: $(VENV)/ready ## Build the engine from source (about 35 minutes on two cores the first time)
	$(BIN)/python -m engine.builder engine

engine-verify: $(VENV)/ready ## Build again from source and compare with the artifact
	$(BIN)/python -m engine.builder verify

golden: $(VENV)/ready ## Write the stored references of the tests again; review the difference
	$(BIN)/python -m pytest tests --golden

bench-engine: $(VENV)/ready ## Measure the engine beside its peers
	$(BIN)/python -m loadtests.engine

clean: ## Remove the virtual environment
	rm -rf $(VENV)
