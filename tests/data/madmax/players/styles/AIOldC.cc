// Style: C with a class around it: arrays, pointers, memset, qsort, a linked list, goto.
#include "Player.hh"
#include <stdio.h>
#include <stdlib.h>
#define PLAYER_NAME OldC
#define MAXN 128

typedef struct node {
  int i, j, d;
  struct node *next;
} node;

static int compare(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

class PLAYER_NAME : public Player {
public:
  static Player *factory() { return new PLAYER_NAME; }

  int dist[MAXN][MAXN];
  char terrain[MAXN][MAXN + 1];
  node *first, *last;
  int i, j, k;

  void push(int a, int b, int d)
  {
    if (a < 0 || b < 0 || a >= rows() || b >= cols()) return;
    if (terrain[a][b] != ' ' || dist[a][b] != -1) return;
    node *x = (node *)malloc(sizeof(node));
    if (x == NULL) return;
    x->i = a; x->j = b; x->d = d; x->next = NULL;
    dist[a][b] = d;
    if (last) last->next = x;
    else first = x;
    last = x;
  }

  void search(int a, int b)
  {
    node *x;
    int s;
    memset(dist, -1, sizeof(dist));
    first = last = NULL;
    push(a, b, 0);
  again:
    x = first;
    if (x == NULL) return;
    for (s = 0; s < 9; s++) push(x->i + s / 3 - 1, x->j + s % 3 - 1, x->d + 1);
    first = x->next;
    if (first == NULL) last = NULL;
    free(x);
    goto again;
  }

  virtual void play()
  {
    static char buffer[100];
    int ids[MAXN], n = 0;
    if (rows() > MAXN || cols() > MAXN) return;
    if (round() % 4 != me()) return;
    if (round() < 4)
      for (i = 0; i < rows(); i++) {
        for (j = 0; j < cols(); j++) {
          CellType t = cell(i, j).type;
          terrain[i][j] = (t == Desert || t == Road || t == City) ? ' ' : '#';
        }
        terrain[i][cols()] = 0;
      }
    for (i = 0; i < rows() && round() < 4; i += 20) {
      sprintf(buffer, "%.20s", terrain[i]);
      fprintf(stderr, "%2d |%s|\n", i, buffer);
    }
    search(rows() / 2, cols() / 2);
    vector<int> w = warriors(me());
    for (k = 0; k < (int)w.size() && n < MAXN; k++) ids[n++] = dist[unit(w[k]).pos.i][unit(w[k]).pos.j] * 1000 + w[k];
    qsort(ids, n, sizeof(int), compare);
    for (k = 0; k < n; k++) {
      int id = (ids[k] % 1000 + 1000) % 1000, best = -1, d;
      if (ids[k] < 0) continue;
      Pos p = unit(id).pos;
      for (d = 0; d < 8; d++) {
        Pos q = p + (Dir)d;
        if (!pos_ok(q) || dist[q.i][q.j] < 0 || cell(q).id != -1) continue;
        if (best < 0 || dist[q.i][q.j] < dist[(p + (Dir)best).i][(p + (Dir)best).j]) best = d;
      }
      if (best >= 0) command(id, (Dir)best);
    }
  }
};

RegisterPlayer(PLAYER_NAME);
