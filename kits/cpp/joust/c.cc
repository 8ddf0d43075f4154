// The library for bots in C: it turns the types of joust.hh into those of joust.h.

#include "joust.h"
#include "joust.hh"
#include <cstring>

namespace {

using namespace joust;

// The boards of the game. One program plays one game.
MadBoard mad_board;
WarBoard war_board;
const MadMaxState* madmax_state;

Random chance;
Turn* current;
std::string action;
bool acted;
std::optional<std::pair<long long, double>> report;

int bounded (std::size_t squares) {
  if (squares > JOUST_SQUARES) fail("joust.h knows boards of at most 128 squares");
  return int(squares);
}

joust_mad_position in_c (const MadPosition& position) {
  joust_mad_position out = {};
  for (int square = 0; square < bounded(position.cells.size()); ++square) {
    std::strncpy(out.cells[square], position.cells[square].c_str(), sizeof out.cells[square] - 1);
  }
  out.columns = mad_board.columns;
  out.rows = mad_board.rows;
  out.side = position.side;
  out.turn = position.turn;
  out.counter = position.counter;
  out.expeller = position.expeller;
  return out;
}

MadPosition in_cpp (const joust_mad_position& position) {
  MadPosition out;
  out.board = &mad_board;
  out.cells.assign(position.cells, position.cells + position.columns*position.rows);
  out.side = position.side;
  out.turn = position.turn;
  out.counter = position.counter;
  out.expeller = position.expeller;
  return out;
}

joust_war_position in_c (const WarPosition& position) {
  joust_war_position out = {};
  out.columns = war_board.columns;
  out.rows = war_board.rows;
  out.side = position.side;
  for (int square = 0; square < bounded(position.owners.size()); ++square) {
    out.owners[square] = position.owners[square];
    out.values[square] = war_board.values[square];
  }
  return out;
}

WarPosition in_cpp (const joust_war_position& position) {
  WarPosition out;
  out.board = &war_board;
  out.owners.assign(position.owners, position.owners + position.columns*position.rows);
  out.side = position.side;
  return out;
}

void in_c (const std::vector<std::string>& moves, joust_moves& out) {
  out.count = 0;
  for (const std::string& move : moves) {
    if (out.count == JOUST_MOVES) fail("joust.h knows positions with at most 160 moves");
    std::strncpy(out.list[out.count], move.c_str(), sizeof(joust_move) - 1);
    out.list[out.count++][sizeof(joust_move) - 1] = '\0';
  }
}

// The game of a message in the types of C.
struct Told {
  joust_mad_position mad;
  joust_war_position war;
  joust_madmax_state madmax;
  std::vector<joust_unit> units;
  std::vector<joust_order> orders;
  std::vector<joust_event> events;
  bool is_mad = false, is_war = false, is_madmax = false;

  void tell (const MadPosition& position) { is_mad = true; mad = in_c(position); }
  void tell (const WarPosition& position) { is_war = true; war = in_c(position); }

  void tell (const MadMaxState& state) {
    is_madmax = true;
    madmax_state = &state;
    for (const Unit& unit : state.units) {
      units.push_back({ unit.id, unit.kind == Kind::Car ? JOUST_CAR : JOUST_WARRIOR, unit.player, unit.row,
                        unit.col, unit.cell, unit.food, unit.water });
    }
    for (const Order& order : state.orders) orders.push_back({ order.id, order.directions.c_str() });
    for (const Event& event : state.events) {
      events.push_back({ event.kind.c_str(), event.by, event.on, event.winner, event.food, event.water, event.id,
                         event.city, event.before, event.player, event.row, event.col, event.cell });
    }
    madmax = {};
    madmax.seat = state.seat;
    madmax.rows = state.rows;
    madmax.columns = state.columns;
    madmax.round = state.round;
    madmax.cells = int(state.ground.size());
    madmax.ground = state.ground.c_str();
    madmax.units = int(units.size());
    madmax.orders = int(orders.size());
    madmax.cities = int(state.cities.size());
    madmax.events = int(events.size());
    madmax.unit = units.data();
    madmax.order = orders.data();
    madmax.event = events.data();
    madmax.owner = state.owners.data();
    for (int player = 0; player < 4 and player < int(state.scores.size()); ++player) {
      madmax.scores[player] = state.scores[player];
      madmax.counts[player] = state.counts[player];
      madmax.status[player] = state.status[player];
    }
  }

  template <typename Message> void tell (const std::string& game, const Message& message) {
    if (game == "mad") tell(message.mad());
    if (game == "wargame") tell(message.wargame());
    if (game == "madmax") tell(message.madmax());
  }

  template <typename Out> void into (Out& out) const {
    out.mad = is_mad ? &mad : nullptr;
    out.wargame = is_war ? &war : nullptr;
    out.madmax = is_madmax ? &madmax : nullptr;
  }
};

class CBot : public Bot {
public:
  Info info () override { return { joust_my_bot.name, joust_my_bot.version, {}, {} }; }

  void start (const Hello& hello) override {
    game = hello.game;
    if (game == "mad") mad_board = MadBoard(hello.start);
    if (game == "wargame") war_board = WarBoard(hello.start);
    if (joust_my_bot.start == nullptr) return;
    Told told;
    told.tell(game, hello);
    joust_hello out = {};
    out.game = game.c_str();
    out.seat = hello.seat;
    out.seed = hello.seed;
    out.turn_ms = hello.limits.turn_ms.value_or(JOUST_NONE);
    out.game_ms = hello.limits.game_ms.value_or(JOUST_NONE);
    told.into(out);
    joust_my_bot.start(&out);
  }

  Action act (Turn& turn) override {
    Told told;
    told.tell(game, turn);
    joust_moves moves;
    in_c(turn.moves, moves);
    joust_turn out = {};
    out.number = turn.number;
    out.moves = &moves;
    out.left_ms = turn.clock ? turn.clock->left_ms : JOUST_NONE;
    told.into(out);
    current = &turn;
    acted = false;
    report.reset();
    joust_my_bot.act(&out);
    current = nullptr;
    if (not acted) fail("the bot did not call joust_act in its turn");
    return report ? Action(action, report->first, report->second) : Action(action);
  }

  void end (const Result& result) override {
    if (joust_my_bot.end == nullptr) return;
    joust_result out = { result.why.c_str(), result.points.c_str(), result.winner, result.loser };
    joust_my_bot.end(&out);
  }

private:
  std::string game;
};

std::unique_ptr<Bot> make (const std::string& game) {
  std::string games = joust_my_bot.games == nullptr ? "mad wargame madmax" : joust_my_bot.games;
  bool plays = (" " + games + " ").find(" " + game + " ") != std::string::npos;
  return plays ? std::make_unique<CBot>() : nullptr;
}

Kind kind_of (joust_kind kind) { return kind == JOUST_CAR ? Kind::Car : Kind::Warrior; }

} // namespace

extern "C" {

int joust_mad_find (const joust_mad_position* position, const char* ship) { return in_cpp(*position).find(ship); }
int joust_mad_winner (const joust_mad_position* position) { return in_cpp(*position).winner(); }
void joust_mad_moves (const joust_mad_position* position, joust_moves* moves) {
  in_c(in_cpp(*position).moves(), *moves);
}
joust_mad_position joust_mad_play (const joust_mad_position* position, const char* move) {
  return in_c(in_cpp(*position).play(move));
}
int joust_mad_distance (const joust_mad_position*, int one, int other) { return mad_board.distance(one, other); }

int joust_war_score (const joust_war_position* position, int seat) { return in_cpp(*position).score(seat); }
bool joust_war_over (const joust_war_position* position) { return in_cpp(*position).over(); }
void joust_war_moves (const joust_war_position* position, joust_moves* moves) {
  in_c(in_cpp(*position).moves(), *moves);
}
joust_war_position joust_war_play (const joust_war_position* position, const char* move) {
  return in_c(in_cpp(*position).play(move));
}

int joust_madmax_setting (const joust_madmax_state*, const char* name) {
  auto found = madmax_state->settings.find(name);
  if (found == madmax_state->settings.end()) fail(std::string("there is no setting ") + name);
  return found->second;
}
const joust_unit* joust_madmax_unit (const joust_madmax_state* state, int cell) {
  const Unit* unit = madmax_state->unit(cell);
  return unit == nullptr ? nullptr : &state->unit[unit->id];
}
int joust_madmax_city (const joust_madmax_state*, int cell) { return madmax_state->city(cell); }
int joust_madmax_step (const joust_madmax_state*, int cell, char direction) {
  return madmax_state->step(cell, direction);
}
int joust_madmax_beside (const joust_madmax_state*, char letter, int* cells) {
  std::vector<int> found = madmax_state->beside(letter);
  std::copy(found.begin(), found.end(), cells);
  return int(found.size());
}
void joust_madmax_distances (const joust_madmax_state*, joust_kind kind, const int* goals, int count, int* steps) {
  std::vector<int> table = madmax_state->distances(kind_of(kind), std::vector<int>(goals, goals + count));
  std::copy(table.begin(), table.end(), steps);
}

void joust_act (const char* text) { action = text; acted = true; }
void joust_report (long long nodes, double value) { report = { nodes, value }; }
void joust_note (const char* text) { if (current != nullptr) current->note(text); }
void joust_mark (int row, int col, const char* text) { if (current != nullptr) current->mark(row, col, text); }

void joust_random_seed (uint64_t seed) { chance = Random(seed); }
int joust_random_below (int n) { return chance.below(n); }

} // extern "C"

JOUST_BOT(make)
