// Which bot plays which game; none for a game that it does not play.

#ifndef MAKE_HH
#define MAKE_HH

#include "mad_bot.hh"
#include "madmax_bot.hh"
#include "war_bot.hh"

inline std::unique_ptr<joust::Bot> make (const std::string& game) {
  if (game == "mad") return std::make_unique<MadBot>();
  if (game == "wargame") return std::make_unique<WarBot>();
  if (game == "madmax") return std::make_unique<MadMaxBot>();
  return nullptr;
}

#endif
