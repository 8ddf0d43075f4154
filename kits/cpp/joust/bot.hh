// A bot, and the messages that it gets and gives. docs/protocol.md has all their fields.

#ifndef JOUST_BOT_HH
#define JOUST_BOT_HH

#include "json.hh"
#include "mad.hh"
#include "madmax.hh"
#include "random.hh"
#include "wargame.hh"
#include <memory>
#include <optional>

namespace joust {

// A value that a user may set.
struct Parameter {
  std::string name;
  std::string json;       // Its kind, default and range.
  std::string standard;   // Its default, as JSON.

  // A whole number.
  static Parameter integer (const std::string& name, long long standard, long long min, long long max) {
    return ranged(name, "integer", double(standard), double(min), double(max));
  }
  // A number.
  static Parameter real (const std::string& name, double standard, double min, double max) {
    return ranged(name, "real", standard, min, max);
  }
  // One of some words.
  static Parameter choice (const std::string& name, const std::string& standard,
                           const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ",") + Json::quoted(value);
    std::string word = Json::quoted(standard);
    return { name, "\"kind\":\"choice\",\"default\":" + word + ",\"values\":[" + list + "]", word };
  }

private:
  static Parameter ranged (const std::string& name, const char* kind, double standard, double min, double max) {
    std::string value = Json::written(standard);
    std::string range = ",\"min\":" + Json::written(min) + ",\"max\":" + Json::written(max);
    return { name, "\"kind\":" + Json::quoted(kind) + ",\"default\":" + value + range, value };
  }
};

// What a bot says about itself.
struct Info {
  std::string name, version;
  std::vector<Parameter> parameters;
  std::vector<std::string> wants;   // { "view" } if every turn shall carry the whole game as data.
};

// What a bot does in its turn, with what it likes to report about it.
struct Action {
  std::string action;
  std::optional<long long> nodes;   // Positions that it looked at.
  std::optional<double> value;      // What it thinks the game is worth.

  Action (std::string action): action(std::move(action)) {}
  Action (const char* action): action(action) {}
  Action (std::string action, long long nodes, double value):
      action(std::move(action)), nodes(nodes), value(value) {}
};

// The fuel of a module.
struct Fuel {
  long long turn, bank, per_second;
};

// What the bot may use; what is empty is unlimited.
struct Limits {
  std::optional<long long> turn_ms, game_ms, memory, output;
  std::optional<Fuel> fuel;
};

// What is left on the clock of the bot.
struct Clock {
  long long left_ms, increment_ms;
};

// An action of another seat.
struct Past {
  int seat;
  std::string action;
};

// A failure of a player. Its turn is NONE before the game.
struct Fault {
  int seat, turn;
  std::string kind;
};

// How the game ended. A winner or loser that there is not is NONE.
struct Result {
  std::string why;
  int winner, loser;
  std::string points;
  std::vector<int> scores;
  std::vector<Fault> faults;
};

namespace detail {

inline std::optional<long long> integer (const Json& told) {
  return told.null() ? std::nullopt : std::optional<long long>(told.integer());
}

inline std::optional<Fuel> fuel (const Json& told) {
  if (told.null()) return std::nullopt;
  return Fuel{ told["turn"].integer(), told["bank"].integer(), told["per_second"].integer() };
}

inline int seat (const Json& told) { return told.null() ? NONE : int(told.integer()); }

} // namespace detail

// Follows the game through the messages, and gives it as one of three types.
class Game {
public:
  std::string game;   // mad, wargame or madmax.

  Game () = default;
  Game (const Json& hello): game(hello["game"].text()) {
    const Json& start = hello["start"];
    if (game == "mad") mad_board_ = std::make_shared<MadBoard>(start);
    if (game == "wargame") war_board_ = std::make_shared<WarBoard>(start);
    if (game == "madmax") madmax_ = std::make_shared<MadMaxState>(start, int(hello["seat"].integer()));
    else update(start);
  }

  // The position of a game of MAD.
  const MadPosition& mad () const { return only("mad"), mad_; }
  // The position of a War Game.
  const WarPosition& wargame () const { return only("wargame"), war_; }
  // The state of a game of Mad Max.
  const MadMaxState& madmax () const { return only("madmax"), *madmax_; }

  // Takes over the state of a turn.
  void update (const Json& state) {
    if (mad_board_) mad_ = MadPosition::read(*mad_board_, state["position"].text());
    if (war_board_) war_ = WarPosition::read(*war_board_, state["position"].text());
    if (madmax_) madmax_->update(state);
  }

private:
  std::shared_ptr<MadBoard> mad_board_;
  std::shared_ptr<WarBoard> war_board_;
  std::shared_ptr<MadMaxState> madmax_;
  MadPosition mad_;
  WarPosition war_;

  void only (const char* asked) const {
    if (game != asked) fail("this is a game of " + game + ", and not of " + asked);
  }
};

// Everything that a bot knows before the game.
struct Hello : Game {
  int protocol, seat;               // Your seat, from 0.
  std::string joust;
  std::vector<std::string> names;
  Limits limits;
  std::uint64_t seed;               // For Random: your own number in every game.
  Json start;                       // How the game stands, as JSON.

  Hello (const Json& told, const Info& info, const Game& game):
      Game(game), protocol(int(told["protocol"].integer())), seat(int(told["seat"].integer())),
      joust(told["joust"].text()), names(told["names"].texts()),
      seed(std::uint64_t(told["seed"].integer())), start(told["start"]) {
    const Json& most = told["limits"];
    limits = { detail::integer(most["turn_ms"]), detail::integer(most["game_ms"]),
               detail::integer(most["memory"]), detail::integer(most["output"]), detail::fuel(most["fuel"]) };
    for (const Parameter& known : info.parameters) parameters_[known.name] = Json::read(known.standard);
    for (const auto& set : told["parameters"].fields()) parameters_[set.first] = set.second;
  }

  // The value that the user has set, or the default: number(), integer() or text() of it.
  const Json& parameter (const std::string& name) const {
    auto found = parameters_.find(name);
    if (found == parameters_.end()) fail("there is no parameter " + name);
    return found->second;
  }

private:
  std::map<std::string, Json> parameters_;
};

// The bot must act.
struct Turn {
  int number;                       // The number of the turn or round.
  std::vector<std::string> moves;   // All legal moves of a duel.
  std::vector<Past> last;           // What the other seats have done since your last turn.
  std::optional<Clock> clock;
  std::optional<Fuel> fuel;
  const Json& state;                // The state as JSON.
  const Json& view;                 // The whole game as JSON, if you want it.

  Turn (const Json& told, const Game& game):
      number(int(told["turn"].integer())), moves(told["state"]["moves"].texts()),
      fuel(detail::fuel(told["fuel"])), state(told["state"]), view(told["view"]), game_(game) {
    for (const Json& past : told["last"].list()) {
      last.push_back({ int(past["seat"].integer()), past["action"].text() });
    }
    const Json& left = told["clock"];
    if (not left.null()) clock = Clock{ left["left_ms"].integer(), left["increment_ms"].integer() };
  }

  // The position of a game of MAD.
  const MadPosition& mad () const { return game_.mad(); }
  // The position of a War Game.
  const WarPosition& wargame () const { return game_.wargame(); }
  // The state of a game of Mad Max.
  const MadMaxState& madmax () const { return game_.madmax(); }

  // A remark for those who watch.
  void note (const std::string& text) { notes_ += "{\"type\":\"note\",\"text\":" + Json::quoted(text) + "}\n"; }

  // A remark about a cell of Mad Max; the viewer shows it there.
  void mark (int row, int col, const std::string& text) {
    std::string place = ",\"row\":" + std::to_string(row) + ",\"col\":" + std::to_string(col);
    notes_ += "{\"type\":\"note\",\"text\":" + Json::quoted(text) + place + "}\n";
  }

  // The remarks so far, as messages.
  const std::string& notes () const { return notes_; }

private:
  const Game& game_;
  std::string notes_;
};

// A bot for one game. Write a class with these methods, of which only `act` is needed.
class Bot {
public:
  virtual ~Bot () = default;

  // Your name, version and parameters.
  virtual Info info () { return { "Bot", "", {}, {} }; }

  // The game begins: prepare.
  virtual void start (const Hello&) {}

  // Your turn: answer with one of turn.moves, or with orders such as "83b,12x".
  virtual Action act (Turn& turn) = 0;

  // The game is over.
  virtual void end (const Result&) {}
};

// Gets the name of a game and makes a bot for it; null for a game that you do not play.
using Make = std::unique_ptr<Bot> (*) (const std::string& game);

} // namespace joust

#endif
