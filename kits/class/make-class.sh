#!/bin/sh
# Makes a class of thirty players and its tournament: make-class.sh JOUST FOLDER
#
# Twenty-eight players are variations of AIStudent.cc, built as modules where a compiler for WebAssembly
# is installed, and as one kit elsewhere; Demo and Null are built in.
set -eu
joust=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
test -f "$folder/kit/Makefile" || "$joust" bot new madmax-cpp "$folder/kit" >/dev/null
mkdir -p "$folder/bots"

# name hunger thirst hold brave dream wheels
write() {
  sed -e "s/PLAYER_NAME Student/PLAYER_NAME $1/" -e "s/HUNGER = [0-9]*/HUNGER = $2/" -e "s/THIRST = [0-9]*/THIRST = $3/" \
    -e "s/HOLD = [0-9]*/HOLD = $4/" -e "s/BRAVE = [0-9]*/BRAVE = $5/" -e "s/DREAM = [0-9]*/DREAM = $6/" \
    -e "s/WHEELS = [0-9]*/WHEELS = $7/" "$here/AIStudent.cc" >"$folder/kit/AI$1.cc.new"
  # An unchanged source is not built again.
  if cmp -s "$folder/kit/AI$1.cc.new" "$folder/kit/AI$1.cc"; then rm "$folder/kit/AI$1.cc.new"
  else mv "$folder/kit/AI$1.cc.new" "$folder/kit/AI$1.cc"; fi
}

class="Ada Alan Anita Barbara Blaise Claude Dana Donald Edsger Evelyn Frances Gerald Grace Hedy Ida Joan John Karen
Konrad Leslie Margaret Maurice Niklaus Radia Shafi Sophie Tony Vint"
number=0
for name in $class; do
  number=$((number + 1))
  write "$name" $((4 + number * 7 % 19)) $((4 + number * 11 % 19)) $((number * 37 % 101)) $((number * 53 % 101)) \
    $((number * 3 % 17 * (number % 3))) $((number % 3))
done

players=
if "$joust" bot build "$folder/kit/AIAda.cc" -o "$folder/bots/Ada.wasm" >/dev/null 2>&1; then
  for name in $class; do
    test "$folder/bots/$name.wasm" -nt "$folder/kit/AI$name.cc" ||
      "$joust" bot build "$folder/kit/AI$name.cc" -o "$folder/bots/$name.wasm" >/dev/null
    players="$players\"bots/$name.wasm\", "
  done
else
  echo "no compiler for WebAssembly is installed: the class is built as one kit" >&2
  make -s -C "$folder/kit" all
  for name in $class; do players="$players\"kit/Game:$name\", "; done
fi

cat >"$folder/class.toml" <<END
name = "A class of thirty"
game = "madmax"
participants = [$players"Demo", "Null"]
maps = ["generator", "crossroads", "oasis"]
rules = "nb_rounds=200"
format = { kind = "elimination", leave = "25%", final-blocks = 6 }
seed = 2026
END
echo "$folder/class.toml"
