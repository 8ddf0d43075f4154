def evaluate(state):
    return 5 * state.score(state.side) - 4 * state.score(1 - state.side)

def search(state, plies):
    top, answer = -9999, None
    for option in state.moves():
        # one step further
        child = state.play(option)
        result = -search(child, plies - 1)[0] if plies > 1 else evaluate(child)
        if result > top and child.allowed(option):
            top, answer = result, option
    return top, answer
