#!/bin/sh
# Writes the table of players for Launcher.cc. Each argument is the path of a player's program and
# of its names, without the endings.
set -eu

id() { echo "$1" | sed 's/[^A-Za-z0-9]/_/g'; }

for player; do
  id=$(id "$player")
  cat <<END
__asm__(".section .rodata\n" ".balign 16\n"
        "player_$id: .incbin \"$player.player\"\n" "end_$id: .byte 0\n" ".previous");
extern const char player_$id[] __asm__("player_$id");
extern const char end_$id[] __asm__("end_$id");
END
done
echo 'static const Player players[] = {'
for player; do
  names=$(awk '{ printf "%s\\n", $0 }' "$player.names")
  printf '  { "%s", "%s", player_%s, end_%s },\n' "${player##*/}" "$names" "$(id "$player")" "$(id "$player")"
done
echo '};'
