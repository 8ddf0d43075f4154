// Style: maps of vectors, vectors of maps, multimaps and hash maps.
#include "Player.hh"
#define PLAYER_NAME MapVec

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  map<int, vector<Pos>> track;                // where each unit of ours was
  map<Pos, vector<int>> visitors;             // who was there
  vector<map<string, int>> diary;
  unordered_map<int, Dir> heading;
  unordered_map<string, vector<pair<int, int>>> log;

  virtual void play () {
    diary.resize(round() + 1);
    multimap<int, int> by_food;
    for (int id : warriors(me())) {
      Pos p = unit(id).pos;
      track[id].push_back(p);
      vector<int>& v = visitors[p];
      if (v.empty() or v.back() != id) v.push_back(id);
      by_food.insert(make_pair(unit(id).food, id));
      ++diary[round()][cell(p).type == City ? "city" : "outside"];
    }
    if (round()%4 != me()) return;
    for (multimap<int, int>::reverse_iterator it = by_food.rbegin(); it != by_food.rend(); ++it) {
      int id = it->second;
      Pos p = track[id].back();
      auto found = heading.find(id);
      if (found == heading.end()) {
        int d = random(0, 7);
        found = heading.insert(make_pair(id, Dir(d))).first;
      }
      map<int, vector<Dir>> options;
      for (int d = 0; d < 8; ++d) {
        Pos q = p + Dir(d);
        if (not pos_ok(q) or cell(q).id >= 0 or cell(q).type > City) continue;
        auto seen = visitors.find(q);
        int visits = seen == visitors.end() ? 0 : int(seen->second.size());
        options[4*visits + (Dir(d) != found->second)].push_back(Dir(d));
      }
      if (options.empty()) continue;
      const vector<Dir>& best = options.begin()->second;
      int pick = random(0, int(best.size()) - 1);
      found->second = best[pick];
      command(id, found->second);
    }
    if (round()%100 < 4) {
      log["cities"].push_back(make_pair(round(), num_cities(me())));
      for (const auto& p : log["cities"]) cerr << p.first << ':' << p.second << ' ';
      cerr << endl;
    }
  }
};

RegisterPlayer(PLAYER_NAME);
