#!/bin/sh
# Tests the package for Python: sh test.sh MODULE. Takes the module that the tests of the workspace have built, and
# places it beside a copy of the package in target/python; builds nothing. Where Python or its packages are missing,
# a line says so, and nothing fails.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/../.." && pwd)
module=$1
if ! why=$(sh "$here/scripts/environment.sh"); then
    echo "$why; the package is not tested"
    exit 0
fi
place=$root/target/python
rm -rf "$place"
mkdir -p "$place"
cp -R "$here/python/joust" "$place/joust"
rm -f "$place/joust/_joust.abi3.so"
cp "$module" "$place/joust/_joust.abi3.so"
export PATH="$root/.venv/bin:$PATH" PYTHONPATH="$place" PYTHONDONTWRITEBYTECODE=1
cd "$here"
python -m pytest -q -p no:cacheprovider tests
python -m mypy.stubtest joust._joust
mypy --strict --cache-dir "$place/.mypy_cache" python scripts tests bench notebooks/run.py
pyright --pythonpath "$root/.venv/bin/python" .
