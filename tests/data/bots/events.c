/* A bot in C that notes all events of Mad Max, with all their fields. */

#include "joust/joust.h"
#include <stdio.h>

static void act (const joust_turn *turn) {
  const joust_madmax_state *state = turn->madmax;
  for (int i = 0; i < state->events; ++i) {
    const joust_event *event = &state->event[i];
    char text[200];
    snprintf(text, sizeof text, "%s by %d on %d winner %d food %d water %d id %d city %d before %d player %d row %d col %d",
             event->kind, event->by, event->on, event->winner, event->food, event->water, event->id, event->city,
             event->before, event->player, event->row, event->col);
    if (event->row == JOUST_NONE ? event->cell == JOUST_NONE : event->cell == event->row*state->columns + event->col) {
      joust_note(text);
    }
  }
  joust_act("-");
}

const joust_bot joust_my_bot = { "Events", "1.0", "madmax", NULL, act, NULL };
