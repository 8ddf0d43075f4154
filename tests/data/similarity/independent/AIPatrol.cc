#include "Player.hh"
#define PLAYER_NAME Patrol

// Squads of four walk from post to post. A post is a corner of a rectangle around a city; A* finds the way.

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  struct Squad {
    vector<int> members;
    size_t post;
    deque<Dir> route;
  };

  vector<Pos> posts;
  vector<Squad> squads;

  static int flight (Pos a, Pos b) {
    int x = a.i - b.i, y = a.j - b.j;
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    return x > y ? x : y;
  }

  bool barred (Pos p) const {
    const CellType t = cell(p).type;
    return t == Wall or t == Water or t == Station;
  }

  void find_posts () {
    for (int i = 2; i + 2 < rows(); i += 3)
      for (int j = 2; j + 2 < cols(); j += 3) {
        if (cell(i, j).type == City) continue;
        int walls = 0, houses = 0;
        for (int k = 0; k < 25; ++k) {
          const CellType t = cell(i + k/5 - 2, j + k%5 - 2).type;
          walls += t == Wall;
          houses += t == City;
        }
        if (houses >= 4 and walls < 6 and not barred(Pos(i, j))) posts.push_back(Pos(i, j));
      }
  }

  deque<Dir> route_between (Pos start, Pos goal) const {
    typedef pair<int, Pos> Guess;
    priority_queue<Guess, vector<Guess>, greater<Guess>> open;
    map<Pos, pair<int, Dir>> best;
    best[start] = make_pair(0, None);
    open.push(Guess(flight(start, goal), start));
    int patience = 4000;
    while (not open.empty() and patience-- > 0) {
      const Pos here = open.top().second;
      open.pop();
      if (here == goal) break;
      const int spent = best[here].first;
      for (int d = Bottom; d <= LB; ++d) {
        const Pos there = here + Dir(d);
        if (not pos_ok(there) or barred(there)) continue;
        map<Pos, pair<int, Dir>>::iterator known = best.find(there);
        if (known != best.end() and known->second.first <= spent + 1) continue;
        best[there] = make_pair(spent + 1, Dir(d));
        open.push(Guess(spent + 1 + flight(there, goal), there));
      }
    }
    deque<Dir> route;
    if (best.count(goal) == 0) return route;
    Pos back = goal;
    while (back != start) {
      const Dir came = best[back].second;
      route.push_front(came);
      back += Dir((came + 4)%8);
    }
    return route;
  }

  void enlist () {
    squads.clear();
    vector<int> all = warriors(me());
    for (size_t first = 0; first < all.size(); first += 4) {
      Squad squad;
      squad.members.assign(all.begin() + first, all.begin() + min(all.size(), first + 4));
      squad.post = posts.empty() ? 0 : (7*first + me())%posts.size();
      squads.push_back(squad);
    }
  }

  void march (Squad& squad) {
    if (squad.members.empty() or posts.empty()) return;
    const Pos leader = unit(squad.members.front()).pos;
    if (flight(leader, posts[squad.post]) <= 1) squad.post = (squad.post + 1)%posts.size();
    if (squad.route.empty()) squad.route = route_between(leader, posts[squad.post]);
    if (squad.route.empty()) return;
    const Dir ahead = squad.route.front();
    squad.route.pop_front();
    for (int id : squad.members) {
      const Pos to = unit(id).pos + ahead;
      command(id, pos_ok(to) and not barred(to) ? ahead : Dir((ahead + 1 + id%2*6)%8));
    }
  }

  virtual void play () {
    if (round() % 4 != me()) return;
    if (posts.empty()) find_posts();
    if (squads.empty() or round() % 60 < 4) enlist();
    for (Squad& squad : squads) march(squad);
  }
};

RegisterPlayer(PLAYER_NAME);
