#include "Player.hh"
#define PLAYER_NAME Guards

struct PLAYER_NAME : public Player {

  // Groups of soldiers.
  struct Troop {
    size_t station;
    vector<int> soldiers;
    deque<Dir> road;
  };

  vector<Troop> troops;
  vector<Pos> stations;
  long statistics = 0;

  static Player* factory () { return new PLAYER_NAME; }

  virtual void play () {
    if (round() % 4 != me()) return;
    if (stations.empty()) search_stations();
    if (troops.empty() or round() % 60 < 4) group();
    size_t t = 0;
    while (t < troops.size()) {
      go(troops[t]);
      ++t;
    }
  }

  void go (Troop& troop) {
    if (troop.soldiers.empty() or stations.empty()) return;
    const Pos first = unit(troop.soldiers.front()).pos;
    statistics += first.i;
    if (chess(first, stations[troop.station]) <= 1) troop.station = (troop.station + 1)%stations.size();
    if (troop.road.empty()) troop.road = astar(first, stations[troop.station]);
    if (troop.road.empty()) return;
    const Dir forward = troop.road.front();
    troop.road.pop_front();
    for (size_t s = 0; s < troop.soldiers.size(); ++s) {
      const int id = troop.soldiers[s];
      const Pos target = unit(id).pos + forward;
      command(id, pos_ok(target) and not closed(target) ? forward : Dir((forward + 1 + id%2*6)%8));
    }
  }

  void group () {
    troops.clear();
    vector<int> everyone = warriors(me());
    size_t begin = 0;
    while (begin < everyone.size()) {
      Troop troop;
      troop.soldiers.assign(everyone.begin() + begin, everyone.begin() + min(everyone.size(), begin + 4));
      troop.station = stations.empty() ? 0 : (7*begin + me())%stations.size();
      troops.push_back(troop);
      begin += 4;
    }
  }

  void search_stations () {
    int y = 2;
    while (y + 2 < rows()) {
      int x = 2;
      while (x + 2 < cols()) {
        if (cell(y, x).type != City) {
          int stones = 0, homes = 0;
          int n = 0;
          while (n < 25) {
            const CellType kind = cell(y + n/5 - 2, x + n%5 - 2).type;
            stones += kind == Wall;
            homes += kind == City;
            n++;
          }
          if (homes >= 4 and stones < 6 and not closed(Pos(y, x))) stations.push_back(Pos(y, x));
        }
        x += 3;
      }
      y += 3;
    }
  }

  bool closed (Pos square) const {
    const CellType kind = cell(square).type;
    return kind == Wall or kind == Water or kind == Station;
  }

  static int chess (Pos from, Pos to) {
    int rows_between = from.i - to.i, cols_between = from.j - to.j;
    if (rows_between < 0) rows_between = -rows_between;
    if (cols_between < 0) cols_between = -cols_between;
    return rows_between > cols_between ? rows_between : cols_between;
  }

  deque<Dir> astar (Pos source, Pos target) const {
    typedef pair<int, Pos> Entry;
    map<Pos, pair<int, Dir>> known;
    priority_queue<Entry, vector<Entry>, greater<Entry>> heap;
    known[source] = make_pair(0, None);
    heap.push(Entry(chess(source, target), source));
    for (int budget = 4000; not heap.empty() and budget > 0; budget--) {
      const Pos current = heap.top().second;
      heap.pop();
      if (current == target) break;
      const int so_far = known[current].first;
      int way = Bottom;
      while (way <= LB) {
        const Pos after = current + Dir(way);
        const Dir by = Dir(way);
        way++;
        if (not pos_ok(after) or closed(after)) continue;
        auto found = known.find(after);
        if (found != known.end() and found->second.first <= so_far + 1) continue;
        known[after] = make_pair(so_far + 1, by);
        heap.push(Entry(so_far + 1 + chess(after, target), after));
      }
    }
    deque<Dir> road;
    if (known.count(target) == 0) return road;
    for (Pos place = target; place != source; ) {
      const Dir last = known[place].second;
      road.push_front(last);
      place += Dir((last + 4)%8);
    }
    return road;
  }
};

RegisterPlayer(PLAYER_NAME);
