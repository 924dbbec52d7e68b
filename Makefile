# make play    a game at the terminal          make test    every test
# make check   lint, formatting and types      make bench   how fast the engine is here
# Every target sets up what it needs in .venv by itself; Python 3.11 or later is all that must be there.

PYTHON ?= python3
BIN := .venv/bin
JOBS ?= auto

.PHONY: play test check bench pins clean

play: .venv/run.done
	@$(BIN)/whistlestop play

test: .venv/dev.done
	@.ci/install-for-tests # PostgreSQL and Chromium, where they are missing
	$(BIN)/python -m whistlestop.bots # compiles all kernels, before several workers do
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: .venv/dev.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/run.done
	$(BIN)/whistlestop bench

# Pin the newest versions that pyproject.toml allows, by name, version and hash only.
pins: .venv/dev.done
	$(BIN)/pip install --quiet uv
	for part in run dev; do \
	  $(BIN)/uv pip compile pyproject.toml --extra $$part --universal --generate-hashes --upgrade \
	    --no-emit-index-url --no-header --no-annotate --quiet --output-file requirements/$$part.txt; \
	done

.venv/%.done: requirements/%.txt pyproject.toml
	@echo "setting up .venv from $< …"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "Whistlestop needs Python 3.11 or later."; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

clean:
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
