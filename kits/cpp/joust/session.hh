// The conversation with the referee: messages in, answers out.

#ifndef JOUST_SESSION_HH
#define JOUST_SESSION_HH

#include "bot.hh"

namespace joust {

constexpr int PROTOCOL = 1;
constexpr const char* GAMES[] = { "mad", "wargame", "madmax" };

// Answers the messages of one game. It does no input and output, so tests and modules use it, too.
class Session {
public:
  explicit Session (Make make): make_(make) {}

  // The lines that answer a message; empty where there is no answer.
  std::string answer (const std::string& line) {
    Json told = Json::read(line);
    const std::string& type = told["type"].text();
    if (type == "hello") return hello(told);
    if (type == "turn") return turn(told);
    if (type == "end" and bot_) bot_->end(result(told));
    if (type == "error") {
      std::string text = told["text"].text(), hint = told["hint"].text();
      std::fprintf(stderr, "the referee says: %s\n%s\n", text.c_str(), hint.c_str());
    }
    return "";
  }

private:
  Make make_;
  std::unique_ptr<Bot> bot_;
  Game game_;

  std::string hello (const Json& told) {
    std::string games;
    bool all = true;
    Info info;
    for (const char* game : GAMES) {
      std::unique_ptr<Bot> bot = make_(game);
      if (bot and games.empty()) info = bot->info();
      if (bot) games += (games.empty() ? "" : ",") + Json::quoted(game);
      all = all and bot;
    }
    bot_ = make_(told["game"].text());
    // The referee asks no more when it hears which games the bot plays.
    if (bot_) {
      game_ = Game(told);
      info = bot_->info();
      bot_->start(Hello(told, info, game_));
    }
    std::string said = "{\"type\":\"hello\",\"protocol\":" + std::to_string(PROTOCOL) + ",\"name\":" +
        Json::quoted(info.name) + ",\"version\":" + Json::quoted(info.version);
    if (not all) said += ",\"games\":[" + games + "]";
    std::string parameters, wants;
    for (const Parameter& known : info.parameters) {
      parameters += (parameters.empty() ? "{" : ",{") + ("\"name\":" + Json::quoted(known.name)) + "," + known.json + "}";
    }
    for (const std::string& want : info.wants) wants += (wants.empty() ? "" : ",") + Json::quoted(want);
    if (not parameters.empty()) said += ",\"parameters\":[" + parameters + "]";
    if (not wants.empty()) said += ",\"wants\":[" + wants + "]";
    return said + "}\n";
  }

  std::string turn (const Json& told) {
    if (not bot_) fail("a turn came before the hello, or in a game that the bot does not play");
    game_.update(told["state"]);
    Turn turn(told, game_);
    Action action = bot_->act(turn);
    std::string said = "{\"type\":\"action\",\"action\":" + Json::quoted(action.action);
    if (action.nodes) said += ",\"nodes\":" + std::to_string(*action.nodes);
    if (action.value) said += ",\"value\":" + Json::written(*action.value);
    return turn.notes() + said + "}\n";
  }

  static Result result (const Json& told) {
    const Json& how = told["result"];
    Result result{ how["why"].text(), detail::seat(how["winner"]), detail::seat(how["loser"]),
                   how["points"].text(), how["scores"].integers(), {} };
    for (const Json& fault : told["faults"].list()) {
      result.faults.push_back({ int(fault["seat"].integer()), detail::seat(fault["turn"]), fault["kind"].text() });
    }
    return result;
  }
};

// The message of a line of a transcript, in which "> " stands before messages and "< " before answers.
inline std::string message_of (const std::string& line) {
  if (line.compare(0, 2, "> ") == 0) return line.substr(2);
  bool other = line.empty() or line == "\r" or line[0] == '<' or line[0] == '#';
  return other ? "" : line;
}

} // namespace joust

#ifdef __wasm__
#include "module.hh"
#else
#include "program.hh"
#endif

#endif
