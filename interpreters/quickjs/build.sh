#!/bin/sh
# Builds quickjs.wasm.zst: QuickJS as the crate rquickjs-sys brings it, with joust.c, by clang for WASI.
# Needs cargo, zstd and the packages that `joust bot build` needs.
set -eu
cd "$(dirname "$0")"
version=0.14.0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nrquickjs-sys = "=%s"\n' \
  "$version" >"$work/Cargo.toml"
: >"$work/src/lib.rs"
cargo fetch --quiet --manifest-path "$work/Cargo.toml"
source=$(cargo metadata --quiet --format-version 1 --manifest-path "$work/Cargo.toml" |
  sed 's/.*"manifest_path":"\([^"]*rquickjs-sys-[^"]*\)\/Cargo.toml".*/\1/')/quickjs
# -O2 costs 60 kB more than -Oz, packed.
clang-19 --target=wasm32-wasi -mexec-model=reactor -O2 -std=gnu11 -w -D_GNU_SOURCE \
  -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_SIGNAL -I"$source" \
  joust.c "$source/quickjs.c" "$source/libregexp.c" "$source/libunicode.c" "$source/dtoa.c" \
  -lwasi-emulated-process-clocks -lwasi-emulated-signal \
  -Wl,--strip-debug -Wl,--export=joust_files -Wl,-z,stack-size=1048576 -o "$work/quickjs.wasm"
zstd -q -19 -f "$work/quickjs.wasm" -o quickjs.wasm.zst
cp "$source/LICENSE" LICENSE-quickjs
ls -l quickjs.wasm.zst
