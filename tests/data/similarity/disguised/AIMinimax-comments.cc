#include "Player.hh"
#define PLAYER_NAME Thinker
using namespace std;

/*
 * My own player for the contest.
 * It thinks about what the other one will do.
 */

struct PLAYER_NAME : public Player
{
	static Player* factory ()
{
		return new PLAYER_NAME;
	}

	const int DEPTH = 3;
	const int INFINITE = 1000000;

	int dist (Pos a, Pos b) { return max(abs(a.i - b.i), abs(a.j - b.j)); }

	bool free (Pos p)
{
		// outside of the map?
		if (not pos_ok(p))
		{
			return false;
		}
		CellType t = cell(p).type;
		return t == Desert or t == Road or t == City;
	}

	int eval (Pos mine, Pos his)
{
		int v = -2 * dist(mine, his); // near is good
		if (cell(mine).type == City) v += 5;
		if (cell(his).type == City) v -= 3;
		return v;
	}

	int minimax (Pos mine, Pos his, int depth, bool max_turn, int alpha, int beta)
{
		if (depth == 0 or mine == his) return eval(mine, his) - depth;
		if (max_turn)
{
			for (int d = 0; d < 9 and alpha < beta; ++d)
{
				Pos p = mine + Dir(d);
				if (free(p)) alpha = max(alpha, minimax(p, his, depth - 1, false, alpha, beta));
			}
			return alpha;
		}
		for (int d = 0; d < 9 and alpha < beta; d += 2)
{
			Pos p = his + Dir(d);
			if (free(p)) beta = min(beta, minimax(mine, p, depth - 1, true, alpha, beta));
		}
		return beta;
	}

	void move (int id)
{
		Pos p = unit(id).pos;
		int foe = -1;
		for (int other = 0; other < nb_units(); ++other)
{
			Unit u = unit(other);
			if (u.player == me() or u.type == Car) continue;
			if (foe == -1 or dist(u.pos, p) < dist(unit(foe).pos, p)) foe = other;
		}
		/* nobody left */
		if (foe == -1)
		{
			return;
		}
		Pos his = unit(foe).pos;
		if (dist(p, his) > 8)
{
			command(id, Dir(random(0, 7)));
			return;
		}
		int best = -INFINITE;
		Dir dir = None;
		for (int d = 0; d < 8; ++d)
{
			Pos q = p + Dir(d);
			if (not free(q) or (cell(q).id != -1 and q != his)) continue;
			int v = minimax(q, his, DEPTH - 1, false, -INFINITE, INFINITE);
			if (v > best) best = v, dir = Dir(d);
		}
		command(id, dir);
	}

	virtual void play ()
{
		if (round()%4 != me()) return;
		for (int id : warriors(me())) move(id);
	}
};

RegisterPlayer(PLAYER_NAME);
