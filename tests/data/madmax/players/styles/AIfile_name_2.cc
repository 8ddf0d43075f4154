// Style: a name of 12 characters that has nothing to do with the name of the file.
#include "Player.hh"
#define SOME_NAME TheRoadTrain
#define PLAYER_NAME SOME_NAME

/*
 * Cars only, all in one direction, and the next direction when they stop.
 */
struct PLAYER_NAME : public Player
{
    static Player* factory()
    {
        return new PLAYER_NAME;
    }

    std::map<int, std::pair<Pos, int>> train;

    void play()
    {
        for (const int id : cars(me()))
        {
            if (!can_move(id)) continue;
            const Pos here = unit(id).pos;
            auto it = train.find(id);
            if (it == train.end())
                it = train.insert(std::make_pair(id, std::make_pair(Pos(-1, -1), id % 4))).first;
            if (it->second.first == here)
                it->second.second = (it->second.second + 1) % 4;
            it->second.first = here;
            command(id, static_cast<Dir>(2 * it->second.second));
        }
    }
};

RegisterPlayer(PLAYER_NAME);
