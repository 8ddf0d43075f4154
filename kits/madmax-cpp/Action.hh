#ifndef Action_hh
#define Action_hh

/// Orders.

#include "Structs.hh"

/// An order: a unit and its direction.
struct Movement {
  int id;
  Dir dir;

  Movement (int id, Dir dir) : id(id), dir(dir) { }
};

/// Ends a player that gave more orders than a round allows. Does not return.
void joust_too_many_orders ();

class Action {

  // Do not add or move members: compiled players depend on this layout.
  int nb_orders_;
  set<int> ordered_;
  vector<Movement> orders_;

public:

  Action () : nb_orders_(0) { }

  /// Orders a unit to move. Only the first order for a unit counts; a further one gives a
  /// warning. More than 1000 calls in a round end the player.
  ///
  /// Nothing else is checked here. When the round is played, orders for units of other players, for
  /// units that cannot move and with invalid directions are dropped with a warning.
  void command (Movement order) {
    if (++nb_orders_ > 1000) joust_too_many_orders();
    if (ordered_.insert(order.id).second) orders_.push_back(order);
    else cerr << "warning: action already requested for unit " << order.id << endl;
  }

  /// Orders a unit to move in a direction.
  void command (int id, Dir dir) { command(Movement(id, dir)); }
};

#endif
