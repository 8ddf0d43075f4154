"""Alpha-beta as a student writes it, from the page about the course: it shares no code with joust."""

import sys

DEPTH = 3

def moves(rows):
    return [(y, x) for y in range(len(rows)) for x in range(len(rows[0])) if rows[y][x] == "."]

def near(rows, y, x):
    for j, i in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
        if 0 <= j < len(rows) and 0 <= i < len(rows[0]):
            yield j, i

def after(rows, move, me):
    y, x = move
    rows = [row[:] for row in rows]
    rows[y][x] = me
    around = list(near(rows, y, x))
    if any(rows[j][i] == me for j, i in around):
        for j, i in around:
            if rows[j][i] not in (me, "."):
                rows[j][i] = me
    return rows

def score(rows, values, me):
    total = 0
    for row, worth in zip(rows, values):
        for owner, value in zip(row, worth):
            total += 0 if owner == "." else value if owner == me else -value
    return total

def search(rows, values, me, turn, depth, alpha, beta):
    global nodes
    nodes += 1
    choices = moves(rows) if depth else []
    if not choices:
        return score(rows, values, me)
    other = "g" if turn == "b" else "b"
    best = -10**9 if turn == me else 10**9
    for move in choices:
        value = search(after(rows, move, turn), values, me, other, depth - 1, alpha, beta)
        if turn == me:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

print("ready", flush=True)
for line in sys.stdin:
    board, position = line.rstrip("\n").split("\t")
    values = [[int(value) for value in row.split()] for row in board.split("/")]
    rows, me = [list(row) for row in position.split()[0].split("/")], position.split()[1]
    nodes, best, chosen = 1, -10**9, None
    for move in moves(rows):
        # Just below the best, so that an equal move is told from a worse one.
        value = search(after(rows, move, me), values, me, "g" if me == "b" else "b", DEPTH - 1, best - 1e-9, 10**9)
        if value > best:
            best, chosen = value, move
    y, x = chosen
    print("ABCDEFGHIJKLMNOP"[x] + str(y + 1), f"nodes={nodes} value={best}", flush=True)
