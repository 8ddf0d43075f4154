"""A greedy bot for the War Game: it takes the square that brings the most points now."""

from joust import Action, Bot, Hello, Info, Random, Turn, WarPosition


class WarBot(Bot):
    def info(self) -> Info:
        return Info("Greedy", "1.0")

    def start(self, hello: Hello) -> None:
        self.random = Random(hello.seed)

    def act(self, turn: Turn) -> Action:
        position = turn.wargame()
        moves = turn.moves[:]
        # Of equal moves, the first one in a random order is taken.
        self.random.shuffle(moves)
        best, most = moves[0], None
        for move in moves:
            worth = self.worth(position.play(move), position.side)
            if most is None or worth > most:
                best, most = move, worth
        return Action(best, nodes=len(moves), value=most)

    def worth(self, position: WarPosition, me: int) -> int:
        """What a position is worth. To play better, also look at what the opponent can do next."""
        return position.score(me) - position.score(1 - me)
