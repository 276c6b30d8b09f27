# Everything runs in .venv, made on demand with the first Python that is new enough.
#   make setup     the command ruleproof in .venv and nothing else; the others do it on demand
#   make demo      record, verify, fuzz and draw every game into build/demo
#   make test      lint, types and the whole test suite
#   make check     lint and types only
#   make thorough  the tests that take minutes, then a long search for rule bugs
#   make mutants   the rules changed in small ways: how many changes are noticed (takes a while)
#   make docs      the pages as a site, build/site/index.html; any warning is an error
#   make bench     the figures of docs/performance.md, beside other engines where they install

.SHELLFLAGS := -eu -c
.DELETE_ON_ERROR:
# Tests start many processes: they share their compiled modules, whatever this shell says of it.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help setup demo demo-head demo-tail test check thorough mutants docs bench clean

VENV := .venv
PY := $(VENV)/bin/python
RULEPROOF := $(VENV)/bin/ruleproof
ALL_GAMES := $(PY) -c 'from engine.registry import games; print(*games())'
PIP := $(PY) -m pip --disable-pip-version-check install -qq
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11 python
WORKERS ?= 2
DEMO := build/demo
SEED ?= shake:1
GAMES ?= 20
FUZZ_GAMES ?= 50
THOROUGH_TIME ?= 10m
SAMPLE ?= 200

help:
	@sed -n 's/^#   //p' Makefile

# ---- the environment: a stamp a set of packages, so a second `make` installs nothing ----

$(VENV)/made:
	@for python in $${PYTHON:-} $(CANDIDATES); do \
	  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	      2>/dev/null; then \
	    echo "Making $(VENV) with $$("$$python" --version)"; \
	    "$$python" -m venv --clear $(VENV); touch $@; exit 0; \
	  fi; \
	done; \
	echo "No Python 3.11 or newer with venv and ensurepip found (tried: $(CANDIDATES))." >&2; \
	echo "Install one (on Debian also its python3-venv), or: make PYTHON=/path/to/python" >&2; \
	exit 1

# Pictures are an extra: where its wheel does not install, graphs come as DOT and Mermaid text.
NO_VIZ := echo "The extra viz does not install here: graphs come as DOT and Mermaid." >&2

$(VENV)/base: $(VENV)/made pyproject.toml
	@echo "Installing ruleproof into $(VENV)"
	@$(PIP) --only-binary pygraphviz --editable '.[viz]' || { $(NO_VIZ); $(PIP) --editable .; }
	@touch $@

$(VENV)/dev: $(VENV)/made pyproject.toml
	@echo "Installing ruleproof and the tools of the test command into $(VENV)"
	@$(PIP) --only-binary pygraphviz --editable '.[dev,viz]' \
	  || { $(NO_VIZ); $(PIP) --editable '.[dev]'; }
	@touch $(VENV)/base $@

$(VENV)/peers: $(VENV)/base
	@$(PIP) --editable '.[peers]' --only-binary open-spiel \
	  || echo "The extra peers does not install here: no other engine is measured." >&2
	@touch $@

$(VENV)/mutants: $(VENV)/dev
	@$(PIP) --editable '.[mutants]'
	@touch $@

$(VENV)/docs: $(VENV)/base
	@echo "Installing what builds the site into $(VENV)"
	@$(PIP) --editable '.[docs]'
	@touch $@

# What drives a browser that is installed; it fetches none.
$(VENV)/browser: $(VENV)/dev
	@$(PIP) --editable '.[browser]' \
	  || echo "The extra browser does not install here: no page is opened in one." >&2
	@touch $@

setup: $(VENV)/base

# ---- the demo ----

demo: demo-head
	@names=$$($(ALL_GAMES)); for game in $$names; do \
	  $(MAKE) --no-print-directory "demo-$$game"; \
	done
	@$(MAKE) --no-print-directory demo-tail

demo-head: $(VENV)/base
	@rm -rf $(DEMO)
	@mkdir -p $(DEMO)

demo-%: $(VENV)/base
	@mkdir -p $(DEMO)/$*
	@printf '\n== %s: record %s games and verify them\n' '$*' '$(GAMES)'
	$(RULEPROOF) record $* --seed $(SEED) --games $(GAMES) -o $(DEMO)/$*/replays
	$(RULEPROOF) verify $(DEMO)/$*/replays
	$(RULEPROOF) replay $(DEMO)/$*/replays/$*-000000.rply -o $(DEMO)/$*/transcript.txt
	$(RULEPROOF) view $(DEMO)/$*/replays/$*-000000.rply -o $(DEMO)/$*/view.html
	@printf '\n== %s: search %s games for a broken rule\n' '$*' '$(FUZZ_GAMES)'
	$(RULEPROOF) fuzz $* --seed $(SEED) --games $(FUZZ_GAMES) -o $(DEMO)/$*/fuzz
	@printf '\n== %s: draw the phase table, declared and as played\n' '$*'
	$(RULEPROOF) graph $* --format svg -o $(DEMO)/$*/phases.svg
	$(RULEPROOF) graph $* --format png -o $(DEMO)/$*/phases.png
	$(RULEPROOF) graph $* --format mermaid -o $(DEMO)/$*/phases.mmd
	$(RULEPROOF) graph $(DEMO)/$*/replays --format svg -o $(DEMO)/$*/played.svg
	@printf '\n== %s: the clauses of the rulebook and what proves each\n' '$*'
	$(RULEPROOF) rules $* -o $(DEMO)/$*/rules.txt

demo-tail:
	@printf '\n== the verifier tested on planted faults\n'
	$(RULEPROOF) selftest
	@printf '\nWritten to %s:\n' '$(DEMO)'
	@find $(DEMO) -type f -not -path '*/replays/*' | sort | sed 's/^/  /'
	@printf '  %s replays in %s/*/replays\n' "$$(find $(DEMO) -name '*.rply' | wc -l)" '$(DEMO)'
	@printf '\nThe command is %s; for this shell: . %s/bin/activate && ruleproof games\n' \
	  '$(RULEPROOF)' '$(VENV)'

# ---- tests and figures ----

check: $(VENV)/dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

test: check
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -m "not thorough"

thorough: check $(VENV)/browser
	$(PY) -m pytest -n $(WORKERS) --dist worksteal
	@names=$$($(ALL_GAMES)); for game in $$names; do \
	  $(RULEPROOF) fuzz "$$game" --max-time $(THOROUGH_TIME) --workers $(WORKERS) \
	    -o "build/thorough/$$game"; \
	done

# GAMES numbers the games of the demo; here it names some, e.g. make mutants GAMES="hunted" SAMPLE=20
mutants: MUTATED = $(if $(filter file default,$(origin GAMES)),,$(GAMES))
mutants: $(VENV)/mutants
	$(PY) -m pytest -q -p no:xdist tests/mutation
	$(PY) -m tests.mutation $(MUTATED) --sample $(SAMPLE) --workers $(WORKERS)

# From nothing each time: pages kept from the last build would keep their warnings to themselves.
docs: $(VENV)/docs
	@rm -rf build/site build/doctrees
	@echo "Building the site; it says nothing until it is done, which takes minutes"
	$(PY) -m sphinx -b html -W --keep-going -n -q -d build/doctrees docs build/site
	@echo "Written to build/site/index.html"

bench: $(VENV)/peers
	@mkdir -p build
	$(RULEPROOF) bench --peers
	$(RULEPROOF) bench --json -o build/bench.json

clean:
	rm -rf build $(VENV) *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
