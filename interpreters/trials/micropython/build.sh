#!/bin/sh
# Builds build/micropython.wasm: build.sh FOLDER, with the sources of MicroPython 1.25.0 in the folder.
set -eu
sources=$(realpath "$1")
make -C "$(dirname "$0")" MICROPYTHON="$sources"
