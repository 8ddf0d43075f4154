#!/bin/sh
# Builds build/rustpython.wasm: the greedy bots of the Python kit with RustPython, for measurements.
# Needs cargo with the target wasm32-wasip1, and python3.
set -eu
cd "$(dirname "$0")"
mkdir -p build/src
cat >build/Cargo.toml <<'END'
[package]
name = "rustpython-bot"
version = "0.0.0"
edition = "2021"
rust-version = "1.95"
[lib]
crate-type = ["cdylib"]
[dependencies]
rustpython-vm = { version = "=0.5.0", default-features = false, features = ["compiler"] }
[profile.release]
opt-level = 2
lto = true
codegen-units = 1
panic = "abort"
strip = "debuginfo"
[workspace]
END
cp lib.rs build/src/lib.rs
python3 ../bundle.py ../../../kits/python json.py >build/src/bundle.py
CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback cargo build --release --target wasm32-wasip1 \
  --manifest-path build/Cargo.toml --target-dir build/target
cp build/target/wasm32-wasip1/release/rustpython_bot.wasm build/rustpython.wasm
ls -l build/rustpython.wasm
