"""Plays random games from every move of MAD and believes the statistics."""

import math

from joust import Action, Bot, Hello, Info, Random, Turn

LENGTH = 24
ROUNDS = 60


class Arm:
    def __init__(self, move):
        self.move = move
        self.tries = 0
        self.wins = 0.0

    def bound(self, total):
        if self.tries == 0:
            return math.inf
        return self.wins / self.tries + math.sqrt(1.5 * math.log(total) / self.tries)


class Playouts(Bot):
    def info(self) -> Info:
        return Info("Playouts", "1.1")

    def start(self, hello: Hello) -> None:
        self.random = Random(hello.seed)

    def game(self, position, me):
        for _ in range(LENGTH):
            winner = position.winner()
            if winner is not None:
                return 1.0 if winner == me else 0.0
            choices = position.moves()
            if not choices:
                break
            position = position.play(choices[self.random.below(len(choices))])
        return self.guess(position, me)

    def guess(self, position, me):
        mine = sum(1 for ship in position.cells if ship.startswith("rb"[me]))
        theirs = sum(1 for ship in position.cells if ship.startswith("br"[me]))
        return mine / max(1, mine + theirs)

    def act(self, turn: Turn) -> Action:
        start = turn.mad()
        arms = [Arm(move) for move in turn.moves]
        for total in range(1, ROUNDS * len(arms) + 1):
            arm = max(arms, key=lambda one: one.bound(total))
            arm.tries += 1
            arm.wins += self.game(start.play(arm.move), start.side)
        favourite = max(arms, key=lambda one: one.tries)
        return Action(favourite.move, nodes=ROUNDS * len(arms), value=favourite.wins / favourite.tries)
