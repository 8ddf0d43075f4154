# The best of all moves, by what they are worth in the end.
def best(position, depth):
    most, found = -1000, None
    for move in position.moves():
        after = position.play(move)
        value = -best(after, depth - 1)[0] if depth > 1 else worth(after)
        if value > most and after.allowed(move):
            most, found = value, move
    return most, found


def worth(position):
    return 3 * position.score(position.side) - 2 * position.score(1 - position.side)
