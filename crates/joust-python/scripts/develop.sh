#!/bin/sh
# Puts the module that cargo has built beside the package, so that Python imports it from the source tree:
#   sh crates/joust-python/scripts/develop.sh [TARGET]
#   PYTHONPATH=crates/joust-python/python python3 -c 'import joust'
# TARGET is the folder with the library, target/debug by default. Nothing is compiled here.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
target=${1:-$here/../../target/debug}
# `cargo build` places it in one folder and `cargo test` in the other: the newer one counts.
library=$(ls -t "$target/libjoust_python.so" "$target/deps/libjoust_python.so" 2>/dev/null | head -n 1)
if [ -n "$library" ]; then
    # A new file, because a running interpreter may still have the old one open.
    cp "$library" "$here/python/joust/_joust.abi3.so.new"
    mv "$here/python/joust/_joust.abi3.so.new" "$here/python/joust/_joust.abi3.so"
    exit 0
fi
echo "there is no libjoust_python.so in $target: cargo build -p joust-python" >&2
exit 1
