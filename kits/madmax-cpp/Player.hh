#ifndef Player_hh
#define Player_hh

/// The header that a player includes, with its base class.
///
///   Settings.hh   the numbers of the game: rows(), nb_rounds(), warriors_health(), ...
///   State.hh      the board: round(), cell(pos), unit(id), warriors(player), can_move(id), ...
///   Random.hh     random(l, u) and random_permutation(n)
///   Action.hh     command(id, dir)
///   Structs.hh    Dir, Pos, Cell, Unit
///   Debug.hh      notes for the viewer; include it separately
///
/// Call these methods like methods of your own class.

#include "Action.hh"
#include "Info.hh"
#include "Random.hh"
#include "Registry.hh"

class Player;

// This option changes how vectors lie in memory. By its own name for the function below, an object that
// was compiled with the option does not link with one that was compiled without it.
#ifdef _GLIBCXX_DEBUG
#define joust_prepare joust_prepare_with_GLIBCXX_DEBUG
#endif

/// Gives a player under construction the settings, the first state and its random numbers.
void joust_prepare (Player* player);

class Player : public Info, public Random_generator, public Action {

  // Do not add or move members: compiled players depend on this layout.
  int me_;

public:

  /// From here on settings, state, me() and random() can be used. The random numbers restart in
  /// round 0.
  Player () { joust_prepare(this); }

  /// Gives the orders of a round. Called in every round, even if only cars may move.
  virtual void play () { }

  /// The number of this player, from 0 to 3.
  int me () const { return me_; }
};

#endif
