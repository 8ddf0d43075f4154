#!/bin/sh
# Makes geist.woff2 and geist-mono.woff2 anew from the published typeface. Needs npm and Python 3.
# The pages never run this: the two files are committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The package itself is not a dependency: it would bring a web framework along.
npm pack --silent geist@1.7.2 >/dev/null
tar -xzf geist-1.7.2.tgz
python3 -m venv tools
tools/bin/pip install --quiet fonttools==4.68.0 brotli==1.2.1

# Name, weights, characters, features.
subset() {
  # The time of the change is kept out, so that every run gives equal bytes.
  tools/bin/fonttools varLib.instancer --quiet --no-recalc-timestamp \
    "package/dist/fonts/$1" "wght=$2" --output limited.ttf
  tools/bin/pyftsubset limited.ttf --unicodes="$3" --layout-features="$4" --no-hinting \
    --drop-tables+=meta --no-recalc-timestamp --flavor=woff2 --output-file="$here/$5"
}

# English and French, the punctuation of both, arrows, and the signs that the pages use.
words=U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+202F,U+2030
signs=U+2039,U+203A,U+20AC,U+2122,U+2190-2194,U+2212,U+2248,U+2260,U+2264,U+2265,U+25CF
subset geist-sans/Geist-Variable.ttf 400:800 "$words,$signs" kern,mark,mkmk,ccmp,locl,liga,tnum geist.woff2
# Moves, positions and the digits of the boards.
subset geist-mono/GeistMono-Variable.ttf 400:700 U+20-7E,U+A0,U+B7,U+D7,U+2026,U+2190-2194,U+2212 '' geist-mono.woff2
cp package/LICENSE.txt "$here/LICENSE.txt"
ls -l "$here"
