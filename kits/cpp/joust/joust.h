/* Bots of Joust in C: MAD, the War Game and Mad Max.

   Your file defines `joust_bot joust_my_bot`; the library, joust/c.cc, calls its functions. A bot plays one
   game, so it may keep what it knows in static variables. */

#ifndef JOUST_H
#define JOUST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands for "no square", "no seat" and so on. */
#define JOUST_NONE (-1)
/* A distance that no way has. */
#define JOUST_FAR 1000000
/* The most squares of a board of a duel, and the most moves of a position. */
#define JOUST_SQUARES 128
#define JOUST_MOVES 160

/* A text of a move: the longest is such as 221-b5xb6+122>212>221. */
typedef char joust_move[24];

typedef struct {
  int count;
  joust_move list[JOUST_MOVES];
} joust_moves;

/* ---- MAD ----------------------------------------------------------------------------------------- */

typedef struct {
  char cells[JOUST_SQUARES][5];   /* On each square: "" nothing, "#" no square, or a ship such as "r211". */
  int columns, rows;
  int side;                       /* The seat to move: 0 is Red, 1 is Blue. */
  int turn;
  int counter, expeller;          /* Turns since the last expulsion, and the seat that expelled last. */
} joust_mad_position;

/* The square of a ship such as "r111"; JOUST_NONE in exile. */
int joust_mad_find (const joust_mad_position *position, const char *ship);
/* The seat that has won; JOUST_NONE while the game goes on. */
int joust_mad_winner (const joust_mad_position *position);
/* All legal moves, in the order of the referee's list. */
void joust_mad_moves (const joust_mad_position *position, joust_moves *moves);
/* The position after a legal move. */
joust_mad_position joust_mad_play (const joust_mad_position *position, const char *move);
/* Steps between two squares, if nothing is in the way. */
int joust_mad_distance (const joust_mad_position *position, int one, int other);

/* ---- The War Game -------------------------------------------------------------------------------- */

typedef struct {
  int columns, rows;
  int side;                     /* The seat to move: 0 is Blue, 1 is Green. */
  int owners[JOUST_SQUARES];    /* The seat that owns each square; JOUST_NONE if it is vacant. */
  int values[JOUST_SQUARES];    /* The value of each square. */
} joust_war_position;

/* The sum of the values of the squares that a seat owns. */
int joust_war_score (const joust_war_position *position, int seat);
/* Whether all squares are taken. */
bool joust_war_over (const joust_war_position *position);
/* All legal moves, in the order of the referee's list. */
void joust_war_moves (const joust_war_position *position, joust_moves *moves);
/* The position after a legal move. */
joust_war_position joust_war_play (const joust_war_position *position, const char *move);

/* ---- Mad Max ------------------------------------------------------------------------------------- */

typedef enum { JOUST_WARRIOR, JOUST_CAR } joust_kind;

typedef struct {
  int id;
  joust_kind kind;
  int player, row, col, cell;   /* A cell has a number: row times columns plus column. */
  int food, water;              /* The food of a car is its fuel. */
} joust_unit;

/* A unit of yours that may move, with the letters of the directions that are open. */
typedef struct {
  int id;
  const char *directions;
} joust_order;

/* Something that happened in the last round. What its kind does not have is JOUST_NONE. */
typedef struct {
  /* attack, thunderdome, runOver, runInto, collision, starved, captured, respawned or city. */
  const char *kind;
  int by, on;               /* The unit that met another, and the unit that it met. */
  int winner;               /* The unit that won in the thunderdome. */
  int food, water;          /* What the attacked unit lost. */
  int id, city;             /* The unit that starved, was captured or came back; the city that was taken. */
  int before, player;       /* The player that had the unit or the city, and the one that has it now. */
  int row, col, cell;       /* Where the unit was captured or came back. */
} joust_event;

typedef struct {
  int seat, rows, columns, round;
  int cells;                          /* The number of cells. */
  const char *ground;                 /* Of each cell: . desert, R road, W water, S station, X wall, C city. */
  int units, orders, cities, events;  /* The numbers of units, orders, cities and events. */
  const joust_unit *unit;             /* All units, by their ids. */
  const joust_order *order;           /* Your units that may move in this round. */
  const joust_event *event;           /* What happened in the last round. */
  const int *owner;                   /* The player that owns each city. */
  int scores[4], counts[4];           /* Points and cities of each player. */
  double status[4];                   /* The used share of the time of each player; -1 if it is dead. */
} joust_madmax_state;

/* A number of the configuration, such as "nb_rounds". */
int joust_madmax_setting (const joust_madmax_state *state, const char *name);
/* The unit on a cell; NULL if there is none. */
const joust_unit *joust_madmax_unit (const joust_madmax_state *state, int cell);
/* The number of the city of a cell; JOUST_NONE if there is none. */
int joust_madmax_city (const joust_madmax_state *state, int cell);
/* The cell one step away; JOUST_NONE outside the map. */
int joust_madmax_step (const joust_madmax_state *state, int cell, char direction);
/* All cells that touch a cell of this ground, along a side or at a corner. Gives their number. */
int joust_madmax_beside (const joust_madmax_state *state, char letter, int *cells);
/* Steps from every cell to the nearest of these goals, by the map alone. `steps` has room for all cells. */
void joust_madmax_distances (const joust_madmax_state *state, joust_kind kind, const int *goals, int count,
                             int *steps);

/* ---- The conversation ---------------------------------------------------------------------------- */

/* Everything that a bot knows before the game. */
typedef struct {
  const char *game;              /* mad, wargame or madmax. */
  int seat;                      /* Your seat, from 0. */
  uint64_t seed;                 /* For joust_random: your own number in every game. */
  long long turn_ms, game_ms;    /* Milliseconds; JOUST_NONE is unlimited. */
  const joust_mad_position *mad;       /* How the game stands; NULL in other games. */
  const joust_war_position *wargame;
  const joust_madmax_state *madmax;
} joust_hello;

/* The bot must act. */
typedef struct {
  int number;                    /* The number of the turn or round. */
  const joust_moves *moves;      /* All legal moves of a duel. */
  long long left_ms;             /* Milliseconds on the clock; JOUST_NONE without a clock. */
  const joust_mad_position *mad;       /* How the game stands; NULL in other games. */
  const joust_war_position *wargame;
  const joust_madmax_state *madmax;
} joust_turn;

/* How the game ended. */
typedef struct {
  const char *why, *points;
  int winner, loser;
} joust_result;

/* What a bot does in its turn: joust_act copies the action. A bot must act once in a turn. */
void joust_act (const char *action);
/* Positions that the bot looked at, and what it thinks the game is worth; both are optional. */
void joust_report (long long nodes, double value);
/* A remark for those who watch, and one about a cell of Mad Max. */
void joust_note (const char *text);
void joust_mark (int row, int col, const char *text);

/* A bot. Functions that you do not need are NULL. */
typedef struct {
  const char *name, *version;
  const char *games;   /* The games that it plays, such as "mad wargame"; NULL for all. */
  void (*start) (const joust_hello *hello);
  void (*act) (const joust_turn *turn);
  void (*end) (const joust_result *result);
} joust_bot;

/* Your file defines it. */
extern const joust_bot joust_my_bot;

/* ---- Random numbers, the same in every language of the kits -------------------------------------- */

void joust_random_seed (uint64_t seed);
/* A number from 0 to n - 1; n is at most 2^21. */
int joust_random_below (int n);

#ifdef __cplusplus
}
#endif

#endif
