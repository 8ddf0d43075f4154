#!/bin/sh
# Makes the virtual environment .venv in the repository, with the packages of requirements.txt, and prints nothing
# if it is there. If not, the last line says why: exit code 1 if this machine has no Python for it, 2 if it has and
# the environment cannot be made.
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
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends python3-venv; } >&2 || :
    fi
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        echo "Python: its module venv is missing: apt-get install python3-venv"
        exit 1
    fi
fi
if ! "$python" -m venv --clear "$venv" >&2; then
    echo "Python: $venv cannot be made: see the lines above"
    exit 2
fi
if ! "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps -r "$list" >&2; then
    echo "Python: the packages of $list cannot be installed: see the lines above"
    exit 2
fi
cp "$list" "$venv/requirements.txt"
