# make play    a table in the browser          make test    every test
# make check   lint, formatting and types      make quick   what can be tested in a minute
# make types   the page's types of messages
# make bench   how fast the engine is here     make page    builds the page, where its sources have changed
# make ladder  plays the games of the docs' tables and writes them anew (TABLES="levels seats": some of them)
#              is today's search better than the experts before it? LADDER="--budget 500 …"
# make release builds and checks what is uploaded (REHEARSAL=yes before its time)
# make docs    the documentation as a site, in dist/site
# make frameworks  a minute of learning with each framework, and the tests of the environments at the oldest versions
# make nemesis half an hour of trouble for servers and their database
# Every target sets up what it needs in .venv by itself; Python 3.11 or later is all that must be there.
# make test PYTHON=python3.13 uses that Python, in an environment of its own beside the usual one.

PYTHON ?= python3
VENV := $(if $(filter command,$(origin PYTHON)),.venv-$(notdir $(PYTHON)),.venv)
BIN := $(VENV)/bin
# One worker more than cores: some tests wait for servers and browsers while others compute.
JOBS ?= $(shell $(BIN)/python -c "import os; print(os.cpu_count() + 1)" 2>/dev/null || echo auto)
# On a terminal pip shows what it does, with a bar for each download; elsewhere only what goes wrong.
PIP := $(BIN)/pip install $(shell test -t 2 || echo --quiet) --disable-pip-version-check
# Python keeps its bytecode whatever the environment says: tests start hundreds of programs, and import plugins that
# pytest rewrites, all of which would be compiled anew each time.
export PYTHONDONTWRITEBYTECODE :=
PAGE := src/whistlestop/server/web/page/index.html
PAGE_SOURCES := $(shell find web \( -name node_modules -o -path web/fonts -o -path web/openapi.json \) -prune -o -type f -print)

.PHONY: play test quick nemesis frameworks check types docs page bench ladder release screenshots pins clean

play: $(VENV)/run.done
	@$(MAKE) --no-print-directory page
	@$(BIN)/whistlestop play

test: $(VENV)/torch.done
	@$(MAKE) --no-print-directory page
	@.ci/install-for-tests # PostgreSQL and Chromium, where they are missing
	@# Compile all kernels before several workers want them, and those with checked indices.
	$(BIN)/python -m whistlestop.kernels
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/python -m whistlestop.kernels
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --durations=10

# Ten times as much trouble as in the tests, for half an hour; another SEED makes another story.
SEED ?= 1
nemesis: $(VENV)/dev.done
	@.ci/install-for-tests
	WHISTLESTOP_TROUBLES=300 WHISTLESTOP_NEMESIS_SEED=$(SEED) $(BIN)/python -m pytest -o timeout=0 -o faulthandler_timeout=0 tests/server/test_nemesis.py

# Frameworks that can't be installed beside each other, or are too large for every clone, have environments of their own:
# gigabytes, most of it torch. Each learns for MINUTES; then the environments at the oldest versions that we allow.
FRAMEWORKS := .venv-frameworks
MINUTES ?= 1
frameworks: $(FRAMEWORKS)/together.done $(FRAMEWORKS)/rllib.done $(FRAMEWORKS)/agilerl.done $(FRAMEWORKS)/puffer.done $(FRAMEWORKS)/oldest.done
	@$(MAKE) --no-print-directory learn IN=together WHICH="sb3_contrib torchrl tianshou"
	@$(MAKE) --no-print-directory learn IN=rllib WHICH=ray.rllib
	@$(MAKE) --no-print-directory learn IN=agilerl WHICH=agilerl
	@$(MAKE) --no-print-directory learn IN=puffer WHICH=pufferlib
	$(FRAMEWORKS)/oldest/bin/python -m pytest --noconftest tests/envs/test_gymnasium.py tests/envs/test_gymnasium_vector.py \
		tests/envs/test_full_information.py tests/envs/test_pettingzoo.py tests/envs/test_vector.py

.PHONY: learn
learn:
	WHISTLESTOP_FRAMEWORKS="$(WHICH)" WHISTLESTOP_MINUTES=$(MINUTES) $(FRAMEWORKS)/$(IN)/bin/python -m pytest --noconftest \
		-rP -o timeout=1800 tests/envs/test_frameworks.py

$(FRAMEWORKS)/%.done: requirements/frameworks/%.txt requirements/torch.txt pyproject.toml
	@echo "setting up $(FRAMEWORKS)/$* …"
	@test -x $(FRAMEWORKS)/$*/bin/python || $(PYTHON) -m venv $(FRAMEWORKS)/$*
	@$(FRAMEWORKS)/$*/bin/pip install --quiet $(if $(filter oldest,$*),,--requirement requirements/torch.txt) --requirement $<
	@echo "$(CURDIR)/src" > $$(echo $(FRAMEWORKS)/$*/lib/python*/site-packages)/whistlestop.pth
	@touch $@

# For the minute between two edits: rules, maps, laws, records, texts, commands and matches, without browser or PostgreSQL.
QUICK := README.md tests/rules tests/maps tests/studio tests/golden tests/draw tests/web tests/test_architecture.py tests/test_verify.py \
	tests/oracle/test_oracle.py tests/properties/test_laws.py tests/bots/test_planner.py tests/bots/test_search.py \
	tests/cli/test_commands.py tests/cli/test_verify.py tests/server/test_match.py tests/server/test_pauses.py
quick: $(VENV)/dev.done
	@$(MAKE) --no-print-directory page
	$(BIN)/python -m pytest -n $(JOBS) -p no:schemathesis $(QUICK)

check: $(VENV)/dev.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@$(MAKE) --no-print-directory $(VENV)/node.done
	@$(BIN)/python -m whistlestop.server.app > web/openapi.json
	$(BIN)/python hatch_build.py check

# Write the page's types of all messages anew, from what the server says of itself; `make check` fails where they are old.
types: $(VENV)/dev.done
	@$(MAKE) --no-print-directory $(VENV)/node.done
	@$(BIN)/python -m whistlestop.server.app > web/openapi.json
	$(BIN)/python hatch_build.py types

# Fails where a link is dead. Open dist/site/index.html: reading it needs no server and no network.
docs: $(VENV)/docs.done
	@$(MAKE) --no-print-directory page
	$(BIN)/python tools/site.py

page: $(PAGE)

$(PAGE): $(PAGE_SOURCES) hatch_build.py | $(VENV)/node.done
	@echo "building the page …"
	@$(BIN)/python hatch_build.py build

bench: $(VENV)/dev.done
	$(BIN)/whistlestop bench

WORKERS ?= 1
# Hours; it shows how far it is, can be stopped, and goes on from there. With LADDER, a question to today's search instead.
ladder: $(VENV)/dev.done
	$(BIN)/python -m $(if $(LADDER),tools.experts $(LADDER),tools.ladder $(TABLES) --workers $(WORKERS))

# In an environment of its own: what builds and uploads is no part of what is built.
release: .venv-release/done
	@.venv-release/bin/python tools/release.py $(if $(REHEARSAL),--rehearsal)

.venv-release/done: requirements/release.txt
	@test -x .venv-release/bin/python || $(PYTHON) -m venv .venv-release
	@.venv-release/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	@touch $@

# Draws docs/images/page and docs/images/maps anew.
screenshots: $(VENV)/dev.done
	@$(MAKE) --no-print-directory page
	@.ci/install-for-tests
	$(BIN)/python tools/screenshots.py
	$(BIN)/python tools/tutorial_pictures.py

# Pin the newest versions that pyproject.toml allows, by name, version and hash only.
COMPILE := $(BIN)/uv pip compile --universal --generate-hashes --upgrade --no-emit-index-url --no-header --no-annotate --quiet
# torch comes from its own file, whichever framework asks for it.
PIN_FRAMEWORK := $(BIN)/uv pip compile --upgrade --no-emit-index-url --no-emit-find-links --no-emit-package torch --no-emit-package setuptools --no-header --no-annotate \
	--quiet pyproject.toml --extra rl requirements/frameworks/tests.in
pins: $(VENV)/dev.done
	$(BIN)/pip install --quiet uv
	$(COMPILE) pyproject.toml --extra run --output-file requirements/run.txt
	$(COMPILE) pyproject.toml --extra dev --output-file requirements/dev.txt
	$(COMPILE) --group node --output-file requirements/node.txt
	$(COMPILE) --group release --output-file requirements/release.txt
	$(COMPILE) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	@for name in together rllib agilerl puffer; do \
		$(PIN_FRAMEWORK) --constraint requirements/torch.txt requirements/frameworks/$$name.in --output-file requirements/frameworks/$$name.txt; done
	$(PIN_FRAMEWORK) --resolution lowest-direct --output-file requirements/frameworks/oldest.txt

$(VENV)/%.done: requirements/%.txt pyproject.toml
	@echo "setting up $(VENV) from $< …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c "import sys; sys.exit(sys.version_info < (3, 11))" || { echo "Whistlestop needs Python 3.11 or later."; exit 1; }
	@$(PIP) --require-hashes --requirement $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# autodoc imports what it describes, so the site is built beside what dev installs.
$(VENV)/docs.done: requirements/docs.txt | $(VENV)/dev.done
	@echo "setting up $(VENV) from $< …"
	@$(PIP) --require-hashes --requirement $<
	@touch $@

# One of the examples learns with torch, and the tests run it where there is a build of torch without CUDA's gigabytes.
$(VENV)/torch.done: requirements/torch.txt | $(VENV)/dev.done
	@echo "adding torch …"
	@if $(PIP) --requirement $<; then touch $@; else echo "Without torch: tests that learn with it will be skipped."; fi

# Node comes from a Python package where the machine has none.
$(VENV)/node.done: requirements/node.txt | $(BIN)/hatchling
	@$(BIN)/python hatch_build.py find-node 2>/dev/null || $(PIP) --require-hashes --requirement $<
	@touch $@

$(BIN)/hatchling:
	@$(MAKE) --no-print-directory $(VENV)/run.done

clean:
	rm -rf .venv .venv-* dist web/node_modules web/fonts src/whistlestop/server/web/page src/whistlestop/draw/fonts .pytest_cache .mypy_cache .ruff_cache .hypothesis
