"""Searches deeper and deeper in the War Game until its nodes are used up."""

from joust import Action, Bot, Hello, Info, Turn, WarPosition

NODES = 4000


class OutOfNodes(Exception):
    pass


class Deepening(Bot):
    def info(self) -> Info:
        return Info("Deepening", "0.9")

    def start(self, hello: Hello) -> None:
        self.table = {}

    def act(self, turn: Turn) -> Action:
        root = turn.wargame()
        self.left = NODES
        best, value, depth = turn.moves[0], 0, 1
        try:
            while depth <= len(turn.moves):
                value, best = self.search(root, depth, -10_000, 10_000)
                depth += 1
        except OutOfNodes:
            pass
        return Action(best, nodes=NODES - self.left, value=value)

    def search(self, position: WarPosition, depth: int, low: int, high: int):
        self.left -= 1
        if self.left <= 0:
            raise OutOfNodes
        moves = position.moves()
        if depth == 0 or not moves:
            return position.score(position.side) - position.score(1 - position.side), None
        key = str(position)
        if key in self.table and self.table[key] in moves:
            first = self.table[key]
            moves.remove(first)
            moves.insert(0, first)
        best = moves[0]
        for move in moves:
            value = -self.search(position.play(move), depth - 1, -high, -low)[0]
            if value > low:
                low, best = value, move
            if low >= high:
                break
        self.table[key] = best
        return low, best
