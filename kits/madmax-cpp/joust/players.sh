#!/bin/sh
# Writes the table of players for Launcher.cc. Each argument is the path of a player's program and
# of its names, without the endings.
set -eu

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
