// Tests of the library and of the bots: `make test`.

#include "../make.hh"
#include <fstream>
#include <iostream>
#include <sstream>

using namespace joust;

namespace {

int failures = 0;

// Says which check has failed, and where.
#define CHECK(condition) check(condition, #condition, __LINE__)
void check (bool holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  std::cerr << "tests/test.cc:" << line << ": not true: " << what << "\n";
}

const std::vector<std::string> GAMES = { "mad", "wargame", "madmax" };

// The lines of a recorded game: "> " stands before messages of the referee, "< " before answers of the bot.
std::vector<std::string> lines (const std::string& game, const std::string& mark) {
  std::ifstream file("tests/" + game + ".txt");
  if (not file) fail("tests/" + game + ".txt cannot be read: run the tests in the folder of the kit");
  std::vector<std::string> found;
  for (std::string line; std::getline(file, line); ) {
    if (line.compare(0, 2, mark) == 0) found.push_back(line.substr(2));
  }
  return found;
}

std::vector<std::string> messages (const std::string& game) { return lines(game, "> "); }

// The start of a recorded game.
Json start_of (const std::string& game) { return Json::read(messages(game)[0])["start"]; }

// The turns of a recorded game.
std::vector<Json> turns_of (const std::string& game) {
  std::vector<Json> turns;
  for (const std::string& line : messages(game)) {
    Json message = Json::read(line);
    if (message["type"].text() == "turn") turns.push_back(message);
  }
  return turns;
}

bool contains (const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

template <typename Position, typename Board> void check_duel (const std::string& game) {
  Board board(start_of(game));
  std::vector<Json> turns = turns_of(game);
  CHECK(turns.size() > 5);
  for (std::size_t i = 0; i + 1 < turns.size(); ++i) {
    const Json& state = turns[i]["state"];
    Position position = Position::read(board, state["position"].text());
    CHECK(position.text() == state["position"].text());
    CHECK(position.moves() == state["moves"].texts());
    // One of the moves, and what the opponent answered, leads to the next turn.
    std::string reply = turns[i + 1]["last"][0]["action"].text();
    bool found = false;
    for (const std::string& move : position.moves()) {
      Position after = position.play(move);
      if (not contains(after.moves(), reply)) continue;
      found = found or after.play(reply).text() == turns[i + 1]["state"]["position"].text();
    }
    CHECK(found);
  }
}

void moves_and_positions_are_those_of_the_referee () {
  check_duel<MadPosition, MadBoard>("mad");
  check_duel<WarPosition, WarBoard>("wargame");
}

void a_corvette_in_exile_ends_the_game () {
  MadBoard board(start_of("mad"));
  MadPosition position = MadPosition::read(board, "b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r 9 3 -");
  CHECK(contains(position.moves(), "211-b5xa6"));
  MadPosition after = position.play("211-b5xa6");
  CHECK(after.winner() == 0 and after.moves().empty() and after.counter == 0 and after.expeller == 0);
  CHECK(position.find("b222") == NONE);
}

void the_limit_ends_the_game_by_the_tie_break () {
  MadBoard board(start_of("mad"));
  MadPosition position = MadPosition::read(board, "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 99 39 r");
  CHECK(position.winner() == NONE);
  CHECK(position.play("111-d1-c1").winner() == 0);
}

void a_blitz_conquers_and_a_drop_does_not () {
  WarBoard board(Json::read(R"({"columns":2,"rows":2,"values":[1,0,2,4],"rules":"optional-blitz"})"));
  WarPosition position = WarPosition::read(board, "b./.g b");
  CHECK((position.moves() == std::vector<std::string>{ "blitz-B1", "drop-B1", "blitz-A2", "drop-A2" }));
  CHECK(position.play("blitz-A2").text() == "b./bb g");
  CHECK(position.play("drop-A2").text() == "b./bg g");
  CHECK(position.score(0) == 1 and position.score(1) == 4 and not position.over());
}

void the_state_of_mad_max_follows_the_changes () {
  Json hello = Json::read(messages("madmax")[0]);
  MadMaxState state(hello["start"], int(hello["seat"].integer()));
  for (const Json& turn : turns_of("madmax")) {
    state.update(turn["state"]);
    CHECK(state.round == turn["turn"].integer());
    CHECK(state.units.size() == 92);
    for (const Unit& unit : state.units) CHECK(state.unit(unit.cell) == &unit);
    for (const Order& order : state.orders) {
      CHECK(state.units[order.id].player == state.seat);
      for (char letter : order.directions) CHECK(state.step(state.units[order.id].cell, letter) != NONE);
    }
  }
  for (int player = 0; player < 4; ++player) {
    CHECK(std::count(state.owners.begin(), state.owners.end(), player) == state.counts[player]);
  }
}

void events_say_what_happened_in_the_last_round () {
  MadMaxState state(start_of("madmax"), 1);
  CHECK(state.events.empty());
  int attacks = 0;
  for (const Json& turn : turns_of("madmax")) {
    state.update(turn["state"]);
    for (const Event& event : state.events) attacks += event.kind == "attack";
  }
  CHECK(attacks > 0);
  state.update(Json::read(R"({"events":[{"kind":"attack","by":3,"on":7,"food":6,"water":5},)"
                          R"({"kind":"thunderdome","by":3,"on":7,"winner":7},)"
                          R"({"kind":"captured","id":7,"before":1,"player":0,"row":2,"col":5},)"
                          R"({"kind":"city","city":4,"before":2,"player":3}]})"));
  CHECK(state.events.size() == 4);
  const Event &attack = state.events[0], &fight = state.events[1], &captured = state.events[2], &city = state.events[3];
  CHECK(attack.by == 3 and attack.on == 7 and attack.food == 6 and attack.water == 5);
  CHECK(attack.id == NONE and attack.player == NONE and attack.cell == NONE);
  CHECK(fight.kind == "thunderdome" and fight.winner == 7);
  CHECK(captured.id == 7 and captured.before == 1 and captured.player == 0);
  CHECK(captured.row == 2 and captured.col == 5 and captured.cell == state.cell(2, 5));
  CHECK(city.city == 4 and city.before == 2 and city.player == 3);
}

void distances_grow_by_one_step () {
  MadMaxState state(start_of("madmax"), 0);
  std::vector<int> steps = state.distances(Kind::Car, state.beside('S'));
  CHECK(*std::min_element(steps.begin(), steps.end()) == 0);
  for (int cell = 0; cell < int(steps.size()); ++cell) {
    int least = FAR;
    for (char letter : std::string(DIRECTIONS)) {
      int near = state.step(cell, letter);
      if (near != NONE) least = std::min(least, steps[near]);
    }
    if (steps[cell] > 0 and steps[cell] < FAR) CHECK(least == steps[cell] - 1);
    if (std::string("CWSX").find(state.ground[cell]) != std::string::npos) CHECK(steps[cell] == FAR);
  }
  for (int city = 0; city < int(state.cities.size()); ++city) {
    for (int cell : state.cities[city]) CHECK(state.city(cell) == city);
  }
}

void the_stream_of_a_seed_is_that_of_all_kits () {
  Random random((std::uint64_t(1) << 52) + 7);
  for (std::uint32_t expected : { 2611935418u, 343145041u, 1195450290u }) CHECK(random.next() == expected);
  for (int expected : { 1, 3, 1, 3, 1, 3, 3, 1, 5, 4 }) CHECK(random.below(6) == expected);
  std::vector<char> items = { 'a', 'b', 'c', 'd', 'e', 'f' };
  random.shuffle(items);
  CHECK(std::string(items.begin(), items.end()) == "bcadef" and random.pick(items) == 'c');
}

void json_is_read_and_written () {
  Json value = Json::read(R"( {"a" : [1, -2.5e3, true, null, "\u00e9\ud83d\ude00\n"], "b":{}} )");
  CHECK(value["a"][0].integer() == 1 and value["a"][1].number() == -2500 and value["a"][2].truth());
  CHECK(value["a"][3].null() and value["a"][4].text() == "\xC3\xA9\xF0\x9F\x98\x80\n");
  CHECK(value["b"].type() == Json::Object and value["c"]["d"].null());
  CHECK(Json::quoted("a\"\\\x01\xC3\xA9") == "\"a\\\"\\\\\\u0001\xC3\xA9\"");
  CHECK(Json::written(-0.25) == "-0.25" and Json::written(3) == "3" and Json::written(0.1) == "0.1");
}

std::vector<std::string> answers_of (const std::string& game) {
  Session session(make);
  std::vector<std::string> said;
  for (const std::string& line : messages(game)) said.push_back(session.answer(line));
  return said;
}

// If you change a bot, its answers change: then this test has done its work, and you may delete it.
void the_greedy_bots_give_the_recorded_answers () {
  for (const std::string& game : GAMES) {
    std::string expected, said;
    for (const std::string& line : lines(game, "< ")) expected += line + "\n";
    for (const std::string& answer : answers_of(game)) said += answer;
    CHECK(said == expected);
  }
}

void every_answer_is_legal () {
  for (const std::string game : { "mad", "wargame" }) {
    std::vector<std::string> told = messages(game), said = answers_of(game);
    for (std::size_t i = 1; i < told.size(); ++i) {
      Json message = Json::read(told[i]);
      if (message["type"].text() == "end") CHECK(said[i].empty());
      else CHECK(contains(message["state"]["moves"].texts(), Json::read(said[i])["action"].text()));
    }
  }
}

// A bot that uses everything.
struct Talker : Bot {
  static inline std::string heard;

  Info info () override {
    return { "Talker", "2", { Parameter::integer("depth", 2, 1, 9), Parameter::real("fear", 0.5, 0, 1),
                              Parameter::choice("style", "calm", { "calm", "wild" }) }, { "view" } };
  }
  void start (const Hello& hello) override {
    heard = std::to_string(hello.parameter("depth").integer()) + hello.parameter("style").text();
  }
  Action act (Turn& turn) override {
    turn.note("a \"quote\", a tab\t and an \xC3\xA9");
    turn.mark(3, 4, "here");
    return { turn.moves[0], 7, -0.25 };
  }
  void end (const Result& result) override { heard = result.why + std::to_string(result.winner) + result.points; }
};

std::unique_ptr<Bot> make_talker (const std::string&) { return std::make_unique<Talker>(); }

void notes_parameters_and_the_end_arrive () {
  Session session(make_talker);
  std::vector<std::string> told = messages("mad");
  std::string hello = told[0], set = R"("parameters":{})";
  hello.replace(hello.find(set), set.size(), R"("parameters":{"depth":4})");
  CHECK(session.answer(hello) ==
        R"({"type":"hello","protocol":1,"name":"Talker","version":"2","parameters":[)"
        R"({"name":"depth","kind":"integer","default":2,"min":1,"max":9},)"
        R"({"name":"fear","kind":"real","default":0.5,"min":0,"max":1},)"
        R"({"name":"style","kind":"choice","default":"calm","values":["calm","wild"]}],"wants":["view"]})"
        "\n");
  CHECK(Talker::heard == "4calm");
  CHECK(session.answer(R"({"type":"news","text":"unknown"})").empty());
  CHECK(session.answer(told[1]) ==
        "{\"type\":\"note\",\"text\":\"a \\\"quote\\\", a tab\\t and an \xC3\xA9\"}\n"
        "{\"type\":\"note\",\"text\":\"here\",\"row\":3,\"col\":4}\n"
        "{\"type\":\"action\",\"action\":\"111<>222\",\"nodes\":7,\"value\":-0.25}\n");
  CHECK(session.answer(told.back()).empty());
  CHECK(Talker::heard == "exile01-0");
}

std::unique_ptr<Bot> make_for_mad (const std::string& game) {
  return game == "mad" ? std::make_unique<Talker>() : nullptr;
}

void a_bot_for_one_game_says_so () {
  Session session(make_for_mad);
  for (const char* game : { "wargame", "mad" }) {
    std::string said = session.answer(messages(game)[0]);
    CHECK(said.find(R"("version":"2","games":["mad"],)") != std::string::npos);
  }
}

} // namespace

int main () {
  moves_and_positions_are_those_of_the_referee();
  a_corvette_in_exile_ends_the_game();
  the_limit_ends_the_game_by_the_tie_break();
  a_blitz_conquers_and_a_drop_does_not();
  the_state_of_mad_max_follows_the_changes();
  events_say_what_happened_in_the_last_round();
  distances_grow_by_one_step();
  the_stream_of_a_seed_is_that_of_all_kits();
  json_is_read_and_written();
  the_greedy_bots_give_the_recorded_answers();
  every_answer_is_legal();
  notes_parameters_and_the_end_arrive();
  a_bot_for_one_game_says_so();
  std::cerr << (failures == 0 ? "all tests passed\n" : "some tests failed\n");
  return failures == 0 ? 0 : 1;
}
