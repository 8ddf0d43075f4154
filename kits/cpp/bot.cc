// The program, or the module. The referee starts it for each game: `joust match mad cmd:build/bot random`.

#include "make.hh"

JOUST_BOT(make)
