#ifndef Registry_hh
#define Registry_hh

/// The list of players that are linked into this program.

#include <string>

class Player;

class Registry {

public:

  /// Makes a player.
  typedef Player* (*Factory) ();

  /// Adds a player; it replaces an earlier player with its name.
  static int Register (const char* name, Factory factory);

  /// Makes a player of this program by its name; ends the player that asks for an unknown one. The new
  /// player sees what the asking player sees.
  static Player* new_player (const std::string& name);
};

/// The last line of every player. The second macro lets PLAYER_NAME be replaced first.
#define RegisterPlayer(x) JoustRegisterPlayer(x)
#define JoustRegisterPlayer(x) \
  static int registration __attribute__((unused)) = Registry::Register(#x, x::factory)

#endif
