# Joust in one command each; `make` alone lists them.
# Needs Rust (see rust-version in Cargo.toml) and a C++ compiler, Node for the pages, and for their tests
# Chromium and PostgreSQL, which `make test` installs where it may.

# A fresh rustup lives here before the first new login.
export PATH := $(HOME)/.cargo/bin:$(PATH)

FUZZ_SECONDS ?= 30
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
NODE := 20

# For the tests of the C++ kit: a second compiler, and what it needs to make WebAssembly modules.
KIT_PACKAGES := clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32

.PHONY: help build run test test-web test-pages test-all supply bench bench-web drill fuzz install manual doc clean setup tools kit-tools postgres web page node chromium

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

build: setup page ## build target/release/joust with all pages inside
	@echo "Building joust: minutes for the first time, seconds after that."
	cargo build --release --locked -p joust-cli

run: build ## build and open the web arena: play in the browser
	@echo "The arena opens in your browser; Ctrl-C stops it, and its games wait for the next start."
	@echo "In a terminal: $(TARGET)/release/joust play mad human engine:4 (make install: joust)"
	@$(TARGET)/release/joust serve --open

test: setup tools kit-tools postgres chromium web ## every test: format, lints, unit, golden, end-to-end, browser, dependencies
	cargo fmt --all --check
	cargo fmt --manifest-path fuzz/Cargo.toml --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked
	@$(MAKE) --no-print-directory test-pages
	@$(MAKE) --no-print-directory supply

test-web: chromium web ## the tests of viewer and arena in the browser: types, lints, unit, pages
	cargo build --quiet --locked -p joust-cli
	@$(MAKE) --no-print-directory test-pages

# With the joust that is there. The tests of the workspace have built it already; for joust-cli alone
# cargo would compile thirty crates again, with fewer features.
test-pages:
	cd web && npm run --silent check && npm run --silent lint
	cd web && JOUST=$(TARGET)/debug/joust npm run --silent unit && \
	  JOUST=$(TARGET)/debug/joust npm run --silent browser && JOUST=$(TARGET)/debug/joust npm run --silent arena

# Long tests are marked #[ignore], or look for JOUST_LONG and do more of the same.
test-all: ## make test with the long tests, and that the fuzz targets compile
	JOUST_LONG=1 $(MAKE) test
	JOUST_LONG=1 cargo test --workspace --tests --locked -- --ignored
	cargo check --locked --manifest-path fuzz/Cargo.toml

# Licences, bans and sources follow from the lock files. Lists of known holes are on the network: where
# they cannot be reached, a line says so, and nothing fails.
supply: setup ## what others wrote: licences, sources and known holes, of both lock files and of npm
	@if ! cargo deny --version >/dev/null 2>&1; \
	then echo "dependencies: not checked, cargo-deny is missing: cargo install --locked cargo-deny"; \
	else holes=advisories; timeout 120 cargo deny fetch db >/dev/null 2>&1 || \
	  { holes=; echo "dependencies: known holes not checked, their database cannot be reached"; }; \
	  for manifest in Cargo.toml fuzz/Cargo.toml; do \
	    cargo deny --locked --manifest-path $$manifest check --config deny.toml --hide-inclusion-graph \
	      $${holes:+--disable-fetch} $$holes licenses bans sources || exit 1; \
	  done; fi
	@if command -v npm >/dev/null; then cd web && node audit.mjs; \
	else echo "npm: known holes not checked, npm is missing"; fi

# The counting library talks only to a runner of its own version.
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
	@$(MAKE) --no-print-directory chromium build
	@cd web && JOUST=$(TARGET)/release/joust npm run --silent bench

bench-web: build ## load on the web arena: 2,000 live games, with and without searches
	@cargo build --quiet --release --locked -p joust-bench --bin arena
	@ulimit -n 16384 && $(TARGET)/release/arena $(TARGET)/release/joust

# Long and noisy: a disk that fills up, a database that restarts, a server that is killed, clocks that jump.
drill: setup postgres ## break the arena in every way, and compare what it acknowledged with what is found
	cargo test --locked -p joust-cli --test serve -- --ignored --nocapture --test-threads 1 drill::

# RUSTC_BOOTSTRAP lets a stable compiler take the sanitizer flags that cargo-fuzz passes.
# Leaks are not looked for: boards live as long as the program, each kept once.
# In C (zstd) gcc takes constant tables inside functions for variables out of scope, and stops.
fuzz: setup ## hostile input for every reader, FUZZ_SECONDS=30 each
	@cargo fuzz --version >/dev/null 2>&1 || \
	  { echo "make fuzz needs cargo-fuzz: cargo install --locked cargo-fuzz"; exit 1; }
	@export RUSTC_BOOTSTRAP=1 ASAN_OPTIONS=detect_leaks=0 CFLAGS=-fno-sanitize-address-use-after-scope; \
	for target in $$(cargo fuzz list); do \
	  mkdir -p fuzz/corpus/$$target && echo "fuzz: $$target for $(FUZZ_SECONDS) s" && \
	  cargo fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -verbosity=0 -timeout=5 \
	    -dict=fuzz/$${target%%_*}.dict -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 || exit 1; \
	done

# Everything goes under PREFIX if it is set (PREFIX=/usr/local), else into the folders of the user.
SHARE := $(if $(PREFIX),$(PREFIX)/share,$(or $(XDG_DATA_HOME),$(HOME)/.local/share))

install: setup page ## install the joust command, its man pages and its completions for bash, fish and zsh
	cargo install --locked --path crates/joust-cli $(if $(PREFIX),--root $(PREFIX))
	@$(MAKE) --no-print-directory manual JOUST=$(TARGET)/release/joust

# JOUST is the command that describes itself.
manual:
	@mkdir -p $(SHARE)/bash-completion/completions $(SHARE)/fish/vendor_completions.d $(SHARE)/zsh/site-functions
	@$(JOUST) man $(SHARE)/man/man1
	@$(JOUST) completions bash >$(SHARE)/bash-completion/completions/joust
	@$(JOUST) completions fish >$(SHARE)/fish/vendor_completions.d/joust.fish
	@$(JOUST) completions zsh >$(SHARE)/zsh/site-functions/_joust
	@echo "man pages: $(SHARE)/man/man1"
	@echo "completions: $(SHARE)/{bash-completion/completions,fish/vendor_completions.d,zsh/site-functions}"
	@echo "zsh finds its own where the fpath has that folder: fpath=($(SHARE)/zsh/site-functions \$$fpath)"

doc: setup ## the documentation of the crates, in target/doc
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

clean: ## remove everything that was built; what the fuzzer has learned stays
	rm -rf target fuzz/target web/node_modules web/dist/viewer.html web/dist/arena

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
	else echo "the kit is tested with g++ only, and no module is built: apt-get install $(KIT_PACKAGES)"; fi

# The tests start a server of their own, on a socket in a temporary folder; Debian's own is not wanted.
postgres:
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && { apt-get update -qq; \
	  mkdir -p /etc/postgresql-common/createcluster.d && \
	  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/joust.conf; \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }; then :; \
	else echo "the arena is tested with SQLite only, PostgreSQL is missing: apt-get install postgresql"; fi

# The rules for the pages, each a module of its own: built together, joust-film would have the duels inside.
PAGE_RULES := --profile page --target wasm32-unknown-unknown --crate-type cdylib

# The rules for the pages, then the pages; joust-pages takes them into the binary.
web: setup node ## build the pages: the viewer of Mad Max and the arena, web/dist
	@test -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" || \
	  rustup target add wasm32-unknown-unknown || \
	  { echo "the pages need Rust's target wasm32-unknown-unknown: rustup target add wasm32-unknown-unknown"; exit 1; }
	@echo "Building the pages: the rules in WebAssembly, then the viewer and the arena."
	@cargo rustc --locked $(PAGE_RULES) -p joust-film
	@cargo rustc --locked $(PAGE_RULES) -p joust-view --features page
	@cd web && { test node_modules/.package-lock.json -nt package-lock.json || \
	  { npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json; }; }
	@cd web && CARGO_TARGET_DIR=$(TARGET) npm run --silent build

# Everything but the pages works without them: `joust serve` and `joust replay --web` say what is missing.
page: setup
	@$(MAKE) --no-print-directory web || echo "pages: left out of this build, see the lines above"

node:
	@have=$$(node --version 2>/dev/null | sed 's/^v//'); \
	if [ "$$(printf '%s\n' "$(NODE)" "$${have:-0}" | sort -V | head -n 1)" != "$(NODE)" ]; \
	then echo "the pages need Node $(NODE) or newer and found $${have:-none}: apt-get install nodejs npm"; exit 1; fi; \
	command -v npm >/dev/null || { echo "the pages need npm: apt-get install npm"; exit 1; }

# The layout of the pages is tested with each of these as the only font of the system.
FONT_PACKAGES := fonts-dejavu-core fonts-liberation

chromium:
	@has() { for browser in "$$CHROMIUM" chromium chromium-browser google-chrome; do \
	  if [ -n "$$browser" ] && command -v "$$browser" >/dev/null; then return 0; fi; done; return 1; }; \
	fonts=/usr/share/fonts/truetype; \
	if has && [ -d $$fonts/dejavu ] && [ -d $$fonts/liberation ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then packages="$(FONT_PACKAGES)"; has || packages="chromium $$packages"; \
	  apt-get update -qq && apt-get install -qq -y --no-install-recommends $$packages >/dev/null; \
	elif has; then echo "the layout is tested with the fonts that are there: apt-get install $(FONT_PACKAGES)"; \
	else echo "the tests of the pages need Chromium: apt-get install chromium"; exit 1; fi
