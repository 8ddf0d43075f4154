#!/bin/sh
# Instructions of all processes of a game of four Demos of the C++ kit, with its result.
# kit-instructions.sh JOUST FOLDER
set -eu
joust=$1 folder=$2
bar=400000000   # the original needed 1,596 M in one process

for tool in valgrind make g++; do
  command -v $tool >/dev/null || { echo "kit instructions: skipped, $tool is missing"; exit 0; }
done
rm -rf "$folder"
"$joust" bot new madmax-cpp "$folder" >/dev/null
cd "$folder"
make all >/dev/null
# Valgrind itself cannot run in the confinement of a seat. So what joust launches is left alone, and
# the players run under a valgrind of their own.
count="valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file=log.%p"
JOUST=$joust JOUST_WRAP=$count $count --trace-children=yes --trace-children-skip-by-arg=launch-program \
  ./Game Demo Demo Demo Demo -s 30 -i default.cnf -o default.res 2>/dev/null
cat log.* | awk -v bar=$bar '
  / Collected : / { total += $4; processes++ }
  END {
    printf "kit, Demo x4 with result: %.0f M instructions in %d processes (bar %.0f M)\n", total / 1e6, processes, bar / 1e6
    exit total > bar || processes < 5
  }'
