"""A greedy bot for MAD: it takes the strongest ship that it can get, and goes for the corvette."""

from joust import Action, Bot, Hello, Info, MadPosition, Random, Turn


class MadBot(Bot):
    def info(self) -> Info:
        return Info("Greedy", "1.0")

    def start(self, hello: Hello) -> None:
        self.random = Random(hello.seed)

    def act(self, turn: Turn) -> Action:
        position = turn.mad()
        me = position.side
        moves = turn.moves[:]
        # Moves of equal worth stay in a random order.
        self.random.shuffle(moves)
        worths = {move: self.worth(position.play(move), me) for move in moves}
        moves.sort(key=lambda move: -worths[move])
        # The best move after which the corvette cannot be expelled at once.
        best = next((move for move in moves if not self.loses(position.play(move))), moves[0])
        return Action(best, nodes=len(moves), value=worths[best])

    def worth(self, position: MadPosition, me: int) -> int:
        """What a position is worth: ships by their digits, and how near they are to the corvette."""
        own, target = "rb"[me], position.find("br"[me] + "111")
        if target is None or position.winner() is not None:
            return 10_000 if position.winner() == me else -10_000
        worth = 0
        for square, ship in enumerate(position.cells):
            if len(ship) != 4:
                continue
            strength = 10 * (int(ship[1]) + int(ship[2]) + int(ship[3]))
            if ship[0] != own:
                worth -= strength
            else:
                worth += strength - position.board.distance(square, target)
        return worth

    def loses(self, position: MadPosition) -> bool:
        """Whether the side to move can win at once."""
        return any(position.play(move).winner() == position.side for move in position.moves() if "x" in move)
