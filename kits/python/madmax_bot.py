"""A greedy bot for Mad Max: its warriors take cities and drink in time, its cars hunt warriors."""

from typing import List, Optional, Set

from joust import FAR, Action, Bot, Hello, Info, MadMaxState, Order, Random, Turn, Unit

# A unit goes for food, water or fuel when it has this much more than the way takes.
SPARE = 5


class MadMaxBot(Bot):
    def info(self) -> Info:
        return Info("Greedy", "1.0")

    def start(self, hello: Hello) -> None:
        self.random = Random(hello.seed)
        # The map never changes, so the ways are computed once.
        state = hello.madmax()
        self.to_water = state.distances("warrior", state.beside("W"))
        self.to_fuel = state.distances("car", state.beside("S"))
        self.to_city = [state.distances("warrior", cells) for cells in state.cities]
        self.to_food = state.distances("warrior", [cell for cells in state.cities for cell in cells])

    def act(self, turn: Turn) -> Action:
        state = turn.madmax()
        # Our units must not run into each other.
        self.taken: Set[int] = set()
        self.to_prey = self.hunt(state)
        given: List[str] = []
        for order in state.orders:
            direction = self.direction(state, order)
            if direction is not None:
                given.append(f"{order.id}{direction}")
        return Action(",".join(given) or "-")

    def direction(self, state: MadMaxState, order: Order) -> Optional[str]:
        """Where a unit goes: onto a unit that it beats, or one step nearer to its goal."""
        unit = state.units[order.id]
        steps = self.goal(state, unit)
        best, least, end = None, steps[unit.cell], unit.cell
        # Of equal directions, the first one from a random place of the list is taken.
        first = self.random.below(len(order.directions)) if order.directions else 0
        for letter in order.directions[first:] + order.directions[:first]:
            cell = state.step(unit.cell, letter)
            if cell is None or cell in self.taken:
                continue
            other = state.unit(cell)
            if other is not None and not self.beats(unit, other):
                continue
            cost = steps[cell] if other is None else -1
            if cost < least:
                best, least, end = letter, cost, cell
        # A unit that stays where it is keeps its cell anyhow.
        self.taken.add(end)
        return best

    def goal(self, state: MadMaxState, unit: Unit) -> List[int]:
        """The steps to what a unit needs or wants."""
        cell = unit.cell
        if unit.kind == "car":
            return self.to_fuel if unit.food <= self.to_fuel[cell] + SPARE else self.to_prey
        if unit.water <= self.to_water[cell] + SPARE:
            return self.to_water
        if unit.food <= self.to_food[cell] + SPARE:
            return self.to_food
        # The nearest city that is not ours.
        nearest = self.to_food
        least = FAR
        for steps, owner in zip(self.to_city, state.owners):
            if owner != state.seat and steps[cell] < least:
                nearest, least = steps, steps[cell]
        return nearest

    def hunt(self, state: MadMaxState) -> List[int]:
        """The steps of a car to the nearest warrior of another player that is not in a city."""
        if not any(state.units[order.id].kind == "car" for order in state.orders):
            return []
        others = (unit for unit in state.units if unit.kind == "warrior" and unit.player != state.seat)
        return state.distances("car", [unit.cell for unit in others])

    def beats(self, unit: Unit, other: Unit) -> bool:
        """Whether it is good to run into another unit."""
        if other.player == unit.player or other.kind == "car":
            return False
        return unit.kind == "car" or unit.water >= other.water
