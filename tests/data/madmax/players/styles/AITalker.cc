// Style: prints a lot to cerr with manipulators and string streams; a member called debug.
#include "Player.hh"

#define PLAYER_NAME Talker

using namespace std;

struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }

  bool debug = true;
  ostringstream history;

  string describe (const Unit& u) {
    stringstream ss;
    ss << ut2char(u.type) << setw(3) << setfill('0') << u.id << " " << u.pos
       << " " << hex << showbase << u.food << dec << "/" << u.water;
    return ss.str();
  }

  virtual void play () {
    using namespace std;
    if (debug and round()%50 == 0) {
      cerr << "=== round " << setw(5) << left << round() << right << " ===" << endl;
      cerr << fixed << setprecision(2) << status(me()) << ' ' << double(total_score(me()))/(round() + 1) << '\n';
      cerr.unsetf(ios::floatfield);
      cerr << setprecision(6) << boolalpha << can_move(0) << noboolalpha << endl;
      for (int id : warriors(me())) cerr << describe(unit(id)) << endl;
    }
    vector<int> w = warriors(me());
    if (not w.empty()) {
      int id = w[round()/4%w.size()];
      history << id << ' ';
      if (can_move(id)) {
        Pos p = unit(id).pos;
        Pos q = p + TL + Pos(1, 0);
        if (debug and round()%40 < 4) cerr << p << " -> " << q << (p < q ? " up" : p == q ? " same" : " down") << endl;
        command(id, Left);
      }
    }
    if (round() == nb_rounds() - 1) {
      string word;
      istringstream in(history.str());
      int count = 0;
      while (in >> word) count += string_to_int(word)%2;
      cerr << int_to_string(count) + " odd\tnumbers" << flush << endl;
      clog << "bye" << endl;
    }
  }
};

RegisterPlayer(PLAYER_NAME);
