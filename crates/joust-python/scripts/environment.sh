#!/bin/sh
# Makes the virtual environment .venv in the repository, with the packages of requirements.txt, and prints nothing
# if it is there. Exit code 1, with a line that says what is missing, if it cannot be made.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
venv=$(cd "$here/../.." && pwd)/.venv
list=$here/requirements.txt
if [ -e "$venv/requirements.txt" ] && cmp -s "$list" "$venv/requirements.txt"; then
    exit 0
fi
python=${PYTHON:-python3}
if ! command -v "$python" >/dev/null; then
    echo "Python: python3 is missing: apt-get install python3 python3-venv"
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Python: the tests need Python 3.11 or newer, and $("$python" --version) is here; the package needs 3.9"
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    fi
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        echo "Python: its module venv is missing: apt-get install python3-venv"
        exit 1
    fi
fi
"$python" -m venv --clear "$venv"
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps -r "$list"; then
    echo "Python: the packages of $list cannot be installed: see the lines above"
    exit 1
fi
cp "$list" "$venv/requirements.txt"
