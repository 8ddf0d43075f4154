#!/bin/sh
# Writes the table of players for Launcher.cc. Each argument is the path of a player's program and
# of its names, without the endings.
set -eu

# A name in two files would be that of the last one, and no game takes a name of more than 12 bytes.
for player; do set -- "$@" "$player.names"; shift; done
LC_ALL=C awk '
  function source(file) {
    sub(/\.names$/, "", file); sub(/.*\//, "", file)
    return file ~ /\.o$/ ? file : file ".cc"
  }
  function refuse(why) { print source(FILENAME) ": PLAYER_NAME " $0 " " why >"/dev/stderr"; wrong = 1 }
  length($0) > 12 { refuse("has " length($0) " letters: choose one with at most 12") }
  $0 in owner && owner[$0] != FILENAME { refuse("is that of " source(owner[$0]) ", too: choose another") }
  { owner[$0] = FILENAME }
  END { exit wrong }
' "$@"
for names; do set -- "$@" "${names%.names}"; shift; done

# Numbers, because names of files that differ may be the same once they are made names of C++.
number=0
for player; do
  number=$((number + 1))
  cat <<END
__asm__(".section .rodata\n" ".balign 16\n"
        "player_$number: .incbin \"$player.player\"\n" "end_$number: .byte 0\n" ".previous");
extern const char player_$number[] __asm__("player_$number");
extern const char end_$number[] __asm__("end_$number");
END
done
echo 'static const Player players[] = {'
number=0
for player; do
  number=$((number + 1))
  names=$(sed 's/[\\"]/\\&/g; s/$/\\n/' "$player.names" | tr -d '\n')
  printf '  { "%s", "%s", player_%s, end_%s },\n' "${player##*/}" "$names" $number $number
done
echo '};'
