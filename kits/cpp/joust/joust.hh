// A small library for bots of Joust: MAD, the War Game and Mad Max.

#ifndef JOUST_HH
#define JOUST_HH

#include "session.hh"

#endif
