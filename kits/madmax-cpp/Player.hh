#ifndef Player_hh
#define Player_hh

/// What a player includes, and its base class.
///
///   Settings.hh   the numbers of the game: rows(), nb_rounds(), warriors_health(), ...
///   State.hh      the board: round(), cell(pos), unit(id), warriors(player), can_move(id), ...
///   Random.hh     random(l, u) and random_permutation(n)
///   Action.hh     command(id, dir)
///   Structs.hh    Dir, Pos, Cell, Unit
///   Debug.hh      notes for the viewer; to be included in addition
///
/// The methods are called as if they were those of your own class.

#include "Action.hh"
#include "Info.hh"
#include "Random.hh"
#include "Registry.hh"

class Player;

/// Fills a player that is being made with the settings, the first state and its random numbers.
void joust_prepare (Player* player);

class Player : public Info, public Random_generator, public Action {

  // Nothing may be added or moved here: compiled players of others know these places.
  int me_;

public:

  /// Settings, state, me() and random() can be used from here on. The random numbers begin anew
  /// with round 0.
  Player () { joust_prepare(this); }

  /// Gives the orders of a round. It is called in every round, also when only cars may move.
  virtual void play () { }

  /// The number of this player, from 0 to 3.
  int me () const { return me_; }
};

#endif
