# The commands of the project; `make` alone lists them.
# Needs Rust (see rust-version in Cargo.toml), a C++ compiler, and Node for the pages. The tests also use
# Chromium, PostgreSQL and nats-server, which `make test` installs if it runs as root.

# After a fresh install of rustup, cargo is on the PATH only from the next login on.
export PATH := $(HOME)/.cargo/bin:$(PATH)

FUZZ_SECONDS ?= 30
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
NODE := 20

# For the tests of the C++ kit: a second compiler, and its libraries for WebAssembly modules.
KIT_PACKAGES := clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32
# For the tests of the Rust kit as modules.
KIT_TARGET := wasm32-wasip1

.PHONY: help build run demo-tournament python python-dev test test-python test-wheel test-web test-pages test-viewer test-arena test-all windows supply bench bench-contest bench-python bench-web drill fuzz install manual doc clean setup tools kit-tools postgres nats web page node chromium

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

build: setup page ## build target/release/joust with all pages inside
	@echo "Building joust: this takes minutes the first time, and seconds later."
	cargo build --release --locked -p joust-cli

run: build ## build and open the web arena: play in the browser
	@echo "The arena opens in your browser. Ctrl-C stops it; its games continue at the next start."
	@echo "To play in a terminal: $(TARGET)/release/joust play mad human engine:4"
	@echo "To install the command joust: make install"
	@$(TARGET)/release/joust serve --open

# Its journal stays: a demonstration that was interrupted goes on. REPORT is the page.
DEMO := $(TARGET)/demo-tournament
REPORT ?= $(DEMO)/report.html

demo-tournament: build kit-tools ## a class of thirty players, its tournament of Mad Max and the report
	@file=$$(sh kits/class/make-class.sh $(TARGET)/release/joust $(DEMO)) && \
	  $(TARGET)/release/joust tournament $$file && \
	  $(TARGET)/release/joust tournament export $$file --format html --out $(REPORT) && \
	  echo "The report is $(REPORT)"

# The folder of the package for Python, and the interpreter of its environment.
PACKAGE := crates/joust-python
VENV := .venv/bin/python

python: setup ## build the package for Python and install it into the virtual environment .venv
	@sh $(PACKAGE)/scripts/environment.sh
	@echo "Building the package: this takes minutes the first time."
	@cd $(PACKAGE) && CARGO_TARGET_DIR=$(TARGET) $(CURDIR)/$(VENV) -m maturin build --release --quiet --out $(TARGET)/wheels
	@$(VENV) -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps --no-index \
	  --find-links $(TARGET)/wheels joust
	@echo "Python with joust: $(VENV)"

python-dev: setup ## build the module for Python quickly, and place it beside the package in the source tree
	cargo build --locked -p joust-python
	@sh $(PACKAGE)/scripts/develop.sh $(TARGET)/debug

# Cargo with clippy's driver in the place of rustc: it lints every crate of ours while it compiles it, and a
# warning is an error. `cargo clippy` besides would read every crate and all dependencies a second time.
# The driver is not in the environment, where the tests that call cargo would find it.
DRIVER = $(shell rustc --print sysroot)/bin/clippy-driver
LINTED = CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings cargo --config 'build.rustc-workspace-wrapper="$(DRIVER)"'

test: setup tools kit-tools postgres nats chromium web ## every test: format, lints, unit, golden, end-to-end, browser, dependencies
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	$(LINTED) build --workspace --all-targets --locked
	$(LINTED) test --workspace --locked
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-python test-pages
	@$(MAKE) --no-print-directory supply

test-web: chromium web ## the tests of viewer and arena in the browser: types, lints, unit, pages
	cargo build --quiet --locked -p joust-cli
	@$(MAKE) --no-print-directory test-pages

# Uses the module and the joust that the tests of the workspace have built.
test-python:
	@JOUST=$(TARGET)/debug/joust sh $(PACKAGE)/scripts/test.sh $(TARGET)/debug/deps/libjoust_python.so

# The package as a user installs it.
test-wheel: python
	@cd $(PACKAGE) && JOUST_LONG=1 JOUST=$(TARGET)/debug/joust $(CURDIR)/$(VENV) -m pytest -q -p no:cacheprovider tests

# Uses the joust that the tests of the workspace have built. Building joust-cli alone would compile
# thirty crates again, with fewer features.
test-pages:
	cd web && npm run --silent check && npm run --silent lint
	cd web && JOUST=$(TARGET)/debug/joust npm run --silent unit
	@JOUST_GAMES=made $(MAKE) --no-print-directory test-viewer test-arena

# Browsers wait more than they compute, so `make test` runs both sets at once. The games that they look at are those of
# the tests without a browser.
test-viewer test-arena:
	@cd web && JOUST=$(TARGET)/debug/joust npm run --silent $(if $(filter test-viewer,$@),browser,arena)

# Long tests are marked #[ignore]; other tests do more rounds if JOUST_LONG is set.
test-all: ## make test with the long tests, those of the wheel for Python, a check that the fuzz targets compile, and make windows
	JOUST_LONG=1 $(MAKE) test
	JOUST_LONG=1 $(LINTED) test --workspace --tests --locked -- --ignored
	cargo check --locked --manifest-path fuzz/Cargo.toml
	@$(MAKE) --no-print-directory test-wheel
	@$(MAKE) --no-print-directory windows

WINDOWS = x86_64-pc-windows-gnu
windows: ## cross-compile joust for Windows, where mingw-w64 is installed or can be
	@if command -v x86_64-w64-mingw32-gcc >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mingw-w64 >/dev/null; fi; \
	if ! command -v x86_64-w64-mingw32-gcc >/dev/null; \
	then echo "Windows: not compiled for it, mingw-w64 is missing: apt-get install mingw-w64"; \
	elif ! rustup target add $(WINDOWS) >/dev/null 2>&1; \
	then echo "Windows: not compiled for it, its library is missing: rustup target add $(WINDOWS)"; \
	else cargo build --locked --target $(WINDOWS) -p joust-cli; fi

# Licences, bans and sources follow from the lock files. The lists of known vulnerabilities are on the
# network: if they cannot be reached, a line says so, and nothing fails.
supply: setup ## check dependencies: licences, sources and known vulnerabilities, for cargo and npm
	@if ! cargo deny --version >/dev/null 2>&1; \
	then echo "dependencies: not checked, cargo-deny is missing: cargo install --locked cargo-deny"; \
	else holes=advisories; timeout 120 cargo deny fetch db >/dev/null 2>&1 || \
	  { holes=; echo "dependencies: known vulnerabilities not checked, the database cannot be reached"; }; \
	  for manifest in Cargo.toml fuzz/Cargo.toml; do \
	    cargo deny --locked --manifest-path $$manifest check --config deny.toml --hide-inclusion-graph \
	      $${holes:+--disable-fetch} $$holes licenses bans sources || exit 1; \
	  done; fi
	@if command -v npm >/dev/null; then cd web && node audit.mjs; \
	else echo "npm: known vulnerabilities not checked, npm is missing"; fi

# gungraun works only with a runner of its own version.
bench: setup ## speed figures, then instruction counts where valgrind is installed
	cargo run --quiet --release --locked -p joust-bench
	@cargo build --quiet --release --locked -p joust-cli
	@sh crates/joust-bench/scripts/kit-instructions.sh $(CURDIR)/target/release/joust $(CURDIR)/target/bench-kit
	@want=$$(awk '/^name = "gungraun"$$/ { getline; gsub(/"/, ""); print $$3 }' Cargo.lock); \
	have=$$(gungraun-runner --version 2>/dev/null | awk '{ print $$2 }'); \
	if ! command -v valgrind >/dev/null; \
	then echo "instruction counts: skipped, valgrind is missing: apt-get install valgrind"; \
	elif [ "$$have" != "$$want" ]; \
	then echo "instruction counts: skipped, gungraun-runner is $${have:-missing} and must be $$want:" \
	  "cargo install --locked gungraun-runner@$$want"; \
	else cargo bench --locked -p joust-bench; fi
	@$(MAKE) --no-print-directory bench-python
	@$(MAKE) --no-print-directory chromium build
	@cd web && JOUST=$(TARGET)/release/joust npm run --silent bench

# The script names a peer that cannot be installed, and measures the rest.
bench-python: setup ## the speed of the package for Python, beside PettingZoo and OpenSpiel
	@if ! why=$$(sh $(PACKAGE)/scripts/environment.sh); then echo "$$why; the speed of Python is not measured"; \
	else $(MAKE) --no-print-directory python && \
	  { $(VENV) -m pip install --quiet --disable-pip-version-check --no-deps -r $(PACKAGE)/bench/peers.txt || true; } && \
	  $(VENV) $(PACKAGE)/bench/speed.py; fi

bench-web: build ## load on the web arena: 2,000 live games, with and without searches
	@cargo build --quiet --release --locked -p joust-bench --bin arena
	@ulimit -n 16384 && $(TARGET)/release/arena $(TARGET)/release/joust

bench-contest: build kit-tools nats ## a class of 60 hands in within a minute, while live games go on
	@cargo build --quiet --release --locked -p joust-bench --bin arena
	@ulimit -n 16384 && $(TARGET)/release/arena $(TARGET)/release/joust --students 60 --games 500
	cargo test --locked -p joust-cli --test worker -- --ignored --nocapture --test-threads 1 speed::

# Takes long and prints much: the disk fills up, the database restarts, the server is killed, clocks jump.
drill: setup postgres nats ## break the arena in every way, and check that every acknowledged move is there
	cargo test --locked -p joust-cli --test serve --test worker -- --ignored --nocapture --test-threads 1 drill

# RUSTC_BOOTSTRAP lets a stable compiler take the sanitizer flags that cargo-fuzz passes.
# Leak detection is off: boards are leaked on purpose, each once.
# use-after-scope is off in C (zstd): gcc reports constant tables inside functions by mistake.
fuzz: setup ## fuzz every reader, FUZZ_SECONDS=30 each
	@cargo fuzz --version >/dev/null 2>&1 || \
	  { echo "make fuzz needs cargo-fuzz: cargo install --locked cargo-fuzz"; exit 1; }
	@export RUSTC_BOOTSTRAP=1 ASAN_OPTIONS=detect_leaks=0 CFLAGS=-fno-sanitize-address-use-after-scope; \
	for target in $$(cargo fuzz list); do \
	  mkdir -p fuzz/corpus/$$target && echo "fuzz: $$target for $(FUZZ_SECONDS) s" && \
	  cargo fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -verbosity=0 -timeout=5 \
	    -dict=fuzz/$${target%%_*}.dict -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 || exit 1; \
	done

# Everything is installed under PREFIX if it is set (PREFIX=/usr/local), else in the folders of the user.
SHARE := $(if $(PREFIX),$(PREFIX)/share,$(or $(XDG_DATA_HOME),$(HOME)/.local/share))

install: setup page ## install the joust command, its man pages and its completions for bash, fish and zsh
	cargo install --locked --path crates/joust-cli $(if $(PREFIX),--root $(PREFIX))
	@$(MAKE) --no-print-directory manual JOUST=$(TARGET)/release/joust

# JOUST is the command that writes its own man pages and completions.
manual:
	@mkdir -p $(SHARE)/bash-completion/completions $(SHARE)/fish/vendor_completions.d $(SHARE)/zsh/site-functions
	@$(JOUST) man $(SHARE)/man/man1
	@$(JOUST) completions bash >$(SHARE)/bash-completion/completions/joust
	@$(JOUST) completions fish >$(SHARE)/fish/vendor_completions.d/joust.fish
	@$(JOUST) completions zsh >$(SHARE)/zsh/site-functions/_joust
	@echo "man pages: $(SHARE)/man/man1"
	@echo "completions: $(SHARE)/{bash-completion/completions,fish/vendor_completions.d,zsh/site-functions}"
	@echo "for zsh, add its folder to the fpath: fpath=($(SHARE)/zsh/site-functions \$$fpath)"

doc: setup ## the documentation of the crates, in target/doc
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

clean: ## remove everything that was built, except the corpus of the fuzzer
	rm -rf target fuzz/target .venv web/node_modules web/dist/viewer.html web/dist/arena

setup:
	@want=$$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml); \
	have=$$(rustc --version 2>/dev/null | awk '{ print $$2 }'); \
	if [ "$$(printf '%s\n' "$$want" "$${have:-0}" | sort -V | head -n 1)" != "$$want" ]; \
	then echo "Joust needs Rust $$want or newer and found $${have:-none}: see https://rustup.rs"; exit 1; fi

tools:
	@{ cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1 || rustup component add rustfmt clippy || \
	  { echo "make test needs rustfmt and clippy: install them with your Rust"; exit 1; }

kit-tools:
	@if command -v clang++-19 >/dev/null && [ -d /usr/include/wasm32-wasi/c++ ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(KIT_PACKAGES) >/dev/null; }; then :; \
	else echo "the kit is tested with g++ only and without WebAssembly; for more: apt-get install $(KIT_PACKAGES)"; fi
	@if [ -d "$$(rustc --print target-libdir --target $(KIT_TARGET) 2>/dev/null)" ]; then :; \
	elif command -v rustup >/dev/null && rustup target add $(KIT_TARGET) >/dev/null 2>&1; then :; \
	else echo "the Rust kit is tested without modules; for more: rustup target add $(KIT_TARGET)"; fi

# The tests start their own server, on a socket in a temporary folder, so Debian's server is not started.
postgres:
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq; \
	  mkdir -p /etc/postgresql-common/createcluster.d && \
	  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/joust.conf; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }; then :; \
	else echo "the arena is tested with SQLite only; to add PostgreSQL: apt-get install postgresql"; fi

# The tests start their own server, on a loopback port, so Debian's server is not started.
nats:
	@if command -v nats-server >/dev/null || [ -x /usr/sbin/nats-server ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nats-server >/dev/null && \
	  { systemctl disable --now nats-server >/dev/null 2>&1 || :; }; }; then :; \
	else echo "workers on other machines are not tested; to test them: apt-get install nats-server"; fi

# The rules for the pages are modules, built separately: built together, joust-film would contain the duels,
# and joust-view the studies.
PAGE_RULES := --profile page --target wasm32-unknown-unknown --crate-type cdylib
PAGE_ENGINE := --profile engine --target wasm32-unknown-unknown --crate-type cdylib

# Builds the rules for the pages, then the pages; joust-pages embeds them in the binary.
web: setup node ## build the pages: the viewer of Mad Max and the arena, web/dist
	@test -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" || \
	  rustup target add wasm32-unknown-unknown || \
	  { echo "the pages need Rust's target wasm32-unknown-unknown: rustup target add wasm32-unknown-unknown"; exit 1; }
	@echo "Building the pages: the rules in WebAssembly, then the viewer and the arena."
	@cargo rustc --locked $(PAGE_RULES) -p joust-film
	@cargo rustc --locked $(PAGE_RULES) -p joust-view --features page
	@cargo rustc --locked $(PAGE_RULES) -p joust-study --features page
	@cargo rustc --locked $(PAGE_ENGINE) -p joust-analysis --features page
	@cargo rustc --locked $(PAGE_RULES) -p joust-trace
	@cd web && { test node_modules/.package-lock.json -nt package-lock.json || \
	  { npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json; }; }
	@cd web && CARGO_TARGET_DIR=$(TARGET) npm run --silent build

# Without the pages, only `joust serve` and `joust replay --web` do not work, and they say what is missing.
page: setup
	@$(MAKE) --no-print-directory web || echo "this build has no pages; the lines above say why"

node:
	@have=$$(node --version 2>/dev/null | sed 's/^v//'); \
	if [ "$$(printf '%s\n' "$(NODE)" "$${have:-0}" | sort -V | head -n 1)" != "$(NODE)" ]; \
	then echo "the pages need Node $(NODE) or newer and found $${have:-none}: apt-get install nodejs npm"; exit 1; fi; \
	command -v npm >/dev/null || { echo "the pages need npm: apt-get install npm"; exit 1; }

# The layout of the pages is tested with each of these fonts as the only system font.
FONT_PACKAGES := fonts-dejavu-core fonts-liberation

chromium:
	@has() { for browser in "$$CHROMIUM" chromium chromium-browser google-chrome; do \
	  if [ -n "$$browser" ] && command -v "$$browser" >/dev/null; then return 0; fi; done; return 1; }; \
	fonts=/usr/share/fonts/truetype; \
	if has && [ -d $$fonts/dejavu ] && [ -d $$fonts/liberation ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then packages="$(FONT_PACKAGES)"; has || packages="chromium $$packages"; \
	  apt-get update -qq && apt-get install -qq -y --no-install-recommends $$packages >/dev/null; \
	elif has; then echo "the layout is tested only with the installed fonts; for more: apt-get install $(FONT_PACKAGES)"; \
	else echo "the tests of the pages need Chromium: apt-get install chromium"; exit 1; fi
