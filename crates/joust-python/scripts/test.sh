#!/bin/sh
# Tests the package for Python: sh test.sh MODULE. Takes the module that the tests of the workspace have built, and
# places it beside a copy of the package in target/python; builds nothing. Where Python is missing, a line says that
# the package is not tested, and nothing fails but the long tests, which are to leave nothing out. Where Python is
# there and its packages cannot be installed, that is a failure.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/../.." && pwd)
module=$1
why=$(sh "$here/scripts/environment.sh") || {
    code=$?
    echo "${why:-Python: its environment cannot be made}; the package for Python is NOT TESTED" >&2
    if [ "$code" = 1 ] && [ -z "${JOUST_LONG:-}" ]; then
        exit 0
    fi
    exit 1
}
if [ ! -e "$module" ]; then
    echo "there is no $module: cargo test --workspace --no-run builds it" >&2
    exit 1
fi
place=$root/target/python
rm -rf "$place"
mkdir -p "$place"
cp -R "$here/python/joust" "$place/joust"
rm -f "$place/joust/_joust.abi3.so"
cp "$module" "$place/joust/_joust.abi3.so"
export PATH="$root/.venv/bin:$PATH" PYTHONPATH="$place" PYTHONDONTWRITEBYTECODE=1
cd "$here"
# With the reasons why tests are skipped.
python -m pytest -q -rs -p no:cacheprovider tests
python -m mypy.stubtest joust._joust
mypy --strict --cache-dir "$place/.mypy_cache" python scripts tests bench notebooks/run.py
pyright --pythonpath "$root/.venv/bin/python" .
