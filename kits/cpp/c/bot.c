/* Greedy bots in C for all games. They answer exactly as those in C++. */

#include "joust/joust.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- MAD and the War Game ------------------------------------------------------------------------ */

/* Puts the moves in a random order. */
static void shuffle (joust_moves *moves) {
  for (int last = moves->count - 1; last > 0; --last) {
    int other = joust_random_below(last + 1);
    joust_move kept;
    memcpy(kept, moves->list[last], sizeof kept);
    memcpy(moves->list[last], moves->list[other], sizeof kept);
    memcpy(moves->list[other], kept, sizeof kept);
  }
}

/* What a position is worth: ships by their digits, and how near they are to the corvette. */
static int mad_worth (const joust_mad_position *position, int me) {
  int target = joust_mad_find(position, me == 0 ? "b111" : "r111");
  int winner = joust_mad_winner(position);
  if (target == JOUST_NONE || winner != JOUST_NONE) return winner == me ? 10000 : -10000;
  int worth = 0;
  for (int square = 0; square < position->columns*position->rows; ++square) {
    const char *ship = position->cells[square];
    if (strlen(ship) != 4) continue;
    int strength = 10*(ship[1] + ship[2] + ship[3] - 3*'0');
    if (ship[0] != "rb"[me]) worth -= strength;
    else worth += strength - joust_mad_distance(position, square, target);
  }
  return worth;
}

/* Whether the side to move can win at once. */
static bool mad_loses (const joust_mad_position *position) {
  joust_moves moves;
  joust_mad_moves(position, &moves);
  for (int i = 0; i < moves.count; ++i) {
    if (strchr(moves.list[i], 'x') == NULL) continue;
    joust_mad_position after = joust_mad_play(position, moves.list[i]);
    if (joust_mad_winner(&after) == position->side) return true;
  }
  return false;
}

static void act_mad (const joust_turn *turn) {
  joust_moves moves = *turn->moves;
  shuffle(&moves);
  int worth[JOUST_MOVES];
  bool tried[JOUST_MOVES] = { false };
  int first = JOUST_NONE, best = JOUST_NONE;
  for (int i = 0; i < moves.count; ++i) {
    joust_mad_position after = joust_mad_play(turn->mad, moves.list[i]);
    worth[i] = mad_worth(&after, turn->mad->side);
  }
  /* The best move after which the corvette cannot be expelled at once. */
  for (int n = 0; n < moves.count && best == JOUST_NONE; ++n) {
    int next = JOUST_NONE;
    for (int i = 0; i < moves.count; ++i) {
      if (!tried[i] && (next == JOUST_NONE || worth[i] > worth[next])) next = i;
    }
    tried[next] = true;
    if (first == JOUST_NONE) first = next;
    joust_mad_position after = joust_mad_play(turn->mad, moves.list[next]);
    if (!mad_loses(&after)) best = next;
  }
  if (best == JOUST_NONE) best = first;
  joust_act(moves.list[best]);
  joust_report(moves.count, worth[best]);
}

static void act_wargame (const joust_turn *turn) {
  joust_moves moves = *turn->moves;
  shuffle(&moves);
  int best = JOUST_NONE, most = 0, me = turn->wargame->side;
  for (int i = 0; i < moves.count; ++i) {
    joust_war_position after = joust_war_play(turn->wargame, moves.list[i]);
    int worth = joust_war_score(&after, me) - joust_war_score(&after, 1 - me);
    if (best == JOUST_NONE || worth > most) {
      best = i;
      most = worth;
    }
  }
  joust_act(moves.list[best]);
  joust_report(moves.count, most);
}

/* ---- Mad Max ------------------------------------------------------------------------------------- */

/* A unit goes for food, water or fuel when it has this much more than the way takes. */
enum { SPARE = 5 };

/* Steps from every cell. */
static int *to_water, *to_fuel, *to_food, *to_prey, **to_city;
/* The cells where our units go in this round, which must not run into each other. */
static bool *taken;
static int *goals;

static int *table (const joust_madmax_state *state) { return malloc((size_t)state->cells*sizeof(int)); }

static void start_madmax (const joust_madmax_state *state) {
  to_water = table(state), to_fuel = table(state), to_food = table(state), to_prey = table(state);
  goals = table(state);
  taken = malloc((size_t)state->cells*sizeof(bool));
  to_city = malloc((size_t)state->cities*sizeof(int *));
  int count = joust_madmax_beside(state, 'W', goals);
  joust_madmax_distances(state, JOUST_WARRIOR, goals, count, to_water);
  count = joust_madmax_beside(state, 'S', goals);
  joust_madmax_distances(state, JOUST_CAR, goals, count, to_fuel);
  for (int city = 0; city <= state->cities; ++city) {
    /* After all cities, the cells of any city. */
    bool any = city == state->cities;
    count = 0;
    for (int cell = 0; cell < state->cells; ++cell) {
      int here = joust_madmax_city(state, cell);
      if (here == city || (any && here != JOUST_NONE)) goals[count++] = cell;
    }
    if (!any) to_city[city] = table(state);
    joust_madmax_distances(state, JOUST_WARRIOR, goals, count, any ? to_food : to_city[city]);
  }
}

/* The steps of a car to the nearest warrior of another player that is not in a city. */
static void hunt (const joust_madmax_state *state) {
  int count = 0;
  for (int id = 0; id < state->units; ++id) {
    const joust_unit *unit = &state->unit[id];
    if (unit->kind == JOUST_WARRIOR && unit->player != state->seat) goals[count++] = unit->cell;
  }
  joust_madmax_distances(state, JOUST_CAR, goals, count, to_prey);
}

/* The steps to what a unit needs or wants. */
static const int *goal (const joust_madmax_state *state, const joust_unit *unit) {
  int cell = unit->cell;
  if (unit->kind == JOUST_CAR) return unit->food <= to_fuel[cell] + SPARE ? to_fuel : to_prey;
  if (unit->water <= to_water[cell] + SPARE) return to_water;
  if (unit->food <= to_food[cell] + SPARE) return to_food;
  /* The nearest city that is not ours. */
  const int *nearest = to_food;
  int least = JOUST_FAR;
  for (int city = 0; city < state->cities; ++city) {
    if (state->owner[city] == state->seat || to_city[city][cell] >= least) continue;
    nearest = to_city[city];
    least = to_city[city][cell];
  }
  return nearest;
}

/* Whether it is good to run into another unit. */
static bool beats (const joust_unit *unit, const joust_unit *other) {
  if (other->player == unit->player || other->kind == JOUST_CAR) return false;
  return unit->kind == JOUST_CAR || unit->water >= other->water;
}

/* Where a unit goes: onto a unit that it beats, or one step nearer to its goal. */
static char direction (const joust_madmax_state *state, const joust_order *order) {
  const joust_unit *unit = &state->unit[order->id];
  const int *steps = goal(state, unit);
  char best = '\0';
  int least = steps[unit->cell], end = unit->cell;
  /* Of equal directions, the first one from a random place of the list is taken. */
  int count = (int)strlen(order->directions);
  int first = count == 0 ? 0 : joust_random_below(count);
  for (int i = 0; i < count; ++i) {
    char letter = order->directions[(first + i)%count];
    int cell = joust_madmax_step(state, unit->cell, letter);
    if (cell == JOUST_NONE || taken[cell]) continue;
    const joust_unit *other = joust_madmax_unit(state, cell);
    if (other != NULL && !beats(unit, other)) continue;
    int cost = other == NULL ? steps[cell] : -1;
    if (cost < least) {
      best = letter;
      least = cost;
      end = cell;
    }
  }
  /* A unit that stays where it is keeps its cell anyhow. */
  taken[end] = true;
  return best;
}

static void act_madmax (const joust_madmax_state *state) {
  memset(taken, 0, (size_t)state->cells*sizeof(bool));
  hunt(state);
  /* An order is an id of at most five digits, a letter and a comma. */
  char *given = malloc((size_t)state->orders*8 + 2);
  size_t size = 0;
  for (int i = 0; i < state->orders; ++i) {
    char letter = direction(state, &state->order[i]);
    if (letter == '\0') continue;
    size += (size_t)sprintf(given + size, "%s%d%c", size == 0 ? "" : ",", state->order[i].id, letter);
  }
  if (size == 0) strcpy(given, "-");
  joust_act(given);
  free(given);
}

/* ---- All games ----------------------------------------------------------------------------------- */

static void start (const joust_hello *hello) {
  joust_random_seed(hello->seed);
  if (hello->madmax != NULL) start_madmax(hello->madmax);
}

static void act (const joust_turn *turn) {
  if (turn->mad != NULL) act_mad(turn);
  if (turn->wargame != NULL) act_wargame(turn);
  if (turn->madmax != NULL) act_madmax(turn->madmax);
}

const joust_bot joust_my_bot = { "Greedy", "1.0", NULL, start, act, NULL };
