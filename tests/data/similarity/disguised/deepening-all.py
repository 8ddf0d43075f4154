"""My bot for the search course."""

from joust import Action, Bot, Hello, Info, Turn, WarPosition


class Stop(Exception):
    pass


LIMIT = 4000


class Iterative(Bot):
    def explore(self, state: WarPosition, plies: int, alpha: int, beta: int):
        # one more position
        self.budget = self.budget - 1
        if self.budget <= 0:
            raise Stop
        options = state.moves()
        if plies == 0 or not options:
            return state.score(state.side) - state.score(1 - state.side), None
        name = str(state)
        unused = len(name) * 2
        if name in self.memory and self.memory[name] in options:
            hot = self.memory[name]
            options.remove(hot)
            options.insert(0, hot)
        chosen = options[0]
        index = 0
        while index < len(options):
            option = options[index]
            result = -self.explore(state.play(option), plies - 1, -beta, -alpha)[0]
            if result > alpha:
                alpha, chosen = result, option
            if alpha >= beta:
                break
            index += 1
        self.memory[name] = chosen
        return alpha, chosen

    def act(self, turn: Turn) -> Action:
        state = turn.wargame()
        self.budget = LIMIT
        answer, result, plies = turn.moves[0], 0, 1
        try:
            while plies <= len(turn.moves):
                result, answer = self.explore(state, plies, -10_000, 10_000)
                plies = plies + 1
        except Stop:
            pass
        return Action(answer, nodes=LIMIT - self.budget, value=result)

    def start(self, hello: Hello) -> None:
        self.memory = {}

    def info(self) -> Info:
        return Info("Iterative", "1")
