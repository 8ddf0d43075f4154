"""The state of a game of Mad Max: the map, the units, and the orders that you can give."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Optional

# The letters of the directions with their rows and columns.
DIRECTIONS = {
    "b": (1, 0), "w": (1, 1), "r": (0, 1), "x": (-1, 1),
    "t": (-1, 0), "y": (-1, -1), "l": (0, -1), "z": (1, -1),
}
# Where each kind of unit can stand: desert, road and, for warriors, city.
GROUND = {"warrior": ".RC", "car": ".R"}
# A distance that no way has.
FAR = 1_000_000


class Unit:
    """A warrior or a car."""

    def __init__(self, told: Dict[str, Any], columns: int) -> None:
        self.id: int = told["id"]
        # "warrior" or "car".
        self.kind: str = told["kind"]
        self.player: int = told["player"]
        self.row: int = told["row"]
        self.col: int = told["col"]
        self.cell: int = self.row * columns + self.col
        # The fuel of a car.
        self.food: int = told["food"]
        self.water: int = told["water"]


class Order:
    """A unit of yours that may move, with the letters of the directions that are open."""

    def __init__(self, told: Dict[str, Any]) -> None:
        self.id: int = told["id"]
        self.directions: str = told["directions"]


class Event:
    """Something that happened in the last round. What its kind does not have is None."""

    def __init__(self, told: Dict[str, Any], columns: int) -> None:
        # "attack", "thunderdome", "runOver", "runInto", "collision", "starved", "captured", "respawned" or "city".
        self.kind: str = told["kind"]
        # The unit that met another, and the unit that it met.
        self.by: Optional[int] = told.get("by")
        self.on: Optional[int] = told.get("on")
        # The unit that won in the thunderdome.
        self.winner: Optional[int] = told.get("winner")
        # What the attacked unit lost.
        self.food: Optional[int] = told.get("food")
        self.water: Optional[int] = told.get("water")
        # The unit that starved, was captured or came back; the number of the city that was taken.
        self.id: Optional[int] = told.get("id")
        self.city: Optional[int] = told.get("city")
        # The player that had the unit or the city, and the player that has it now.
        self.before: Optional[int] = told.get("before")
        self.player: Optional[int] = told.get("player")
        # The cell where the unit was captured or came back.
        self.row: Optional[int] = told.get("row")
        self.col: Optional[int] = told.get("col")
        self.cell: Optional[int] = None
        if self.row is not None and self.col is not None:
            self.cell = self.row * columns + self.col


class MadMaxState:
    """The state of the game. The library keeps it up to date from turn to turn.

    A cell has a number: row times `columns` plus column.
    """

    def __init__(self, start: Dict[str, Any], seat: int) -> None:
        self.seat = seat
        self.rows: int = start["rows"]
        self.columns: int = start["columns"]
        # The numbers of the configuration by name, such as `nb_rounds` and `warriors_health`.
        self.settings: Dict[str, int] = start["settings"]
        # The letter of each cell: . desert, R road, W water, S station, X wall, C city.
        self.ground: List[str] = ["C" if letter.isdigit() else letter for letter in "".join(start["grid"])]
        # The cells of each city.
        self.cities: List[List[int]] = [
            [row * self.columns + col for row, col in city["cells"]] for city in start["cities"]
        ]
        self._city: List[Optional[int]] = [None] * len(self.ground)
        for number, cells in enumerate(self.cities):
            for cell in cells:
                self._city[cell] = number
        self._around: List[Dict[str, int]] = [self._steps(cell) for cell in range(len(self.ground))]
        self._ways: Dict[str, List[List[int]]] = {
            kind: [
                [cell for cell in around.values() if self.ground[cell] in ground] for around in self._around
            ]
            for kind, ground in GROUND.items()
        }
        # All units, by their ids.
        self.units: List[Unit] = []
        # Your units that may move in this round.
        self.orders: List[Order] = []
        # What happened in the last round.
        self.events: List[Event] = []
        # The player that owns each city.
        self.owners: List[int] = [city["owner"] for city in start["cities"]]
        self.update(start)

    def update(self, told: Dict[str, Any]) -> None:
        """Takes over what a turn tells."""
        self.round: int = told["round"]
        for unit in told["units"]:
            changed = Unit(unit, self.columns)
            if changed.id < len(self.units):
                self.units[changed.id] = changed
            else:
                self.units.append(changed)
        self.owners = told.get("owners", self.owners)
        # Points of each player, cities of each player, and the used share of its time; -1 if it is dead.
        self.scores: List[int] = told["scores"]
        self.counts: List[int] = told["cityCounts"]
        self.status: List[float] = told["status"]
        self.events = [Event(event, self.columns) for event in told.get("events", [])]
        # At the start of a game, the orders of all players are told.
        own = (order for order in told["orders"] if order.get("player", self.seat) == self.seat)
        self.orders = [Order(order) for order in own]
        self._unit: Dict[int, Unit] = {unit.cell: unit for unit in self.units}

    def cell(self, row: int, col: int) -> Optional[int]:
        """The number of a cell; None outside the map."""
        inside = 0 <= row < self.rows and 0 <= col < self.columns
        return row * self.columns + col if inside else None

    def unit(self, cell: int) -> Optional[Unit]:
        """The unit on a cell."""
        return self._unit.get(cell)

    def city(self, cell: int) -> Optional[int]:
        """The number of the city of a cell."""
        return self._city[cell]

    def step(self, cell: int, direction: str) -> Optional[int]:
        """The cell one step away; None outside the map."""
        return self._around[cell].get(direction)

    def beside(self, letter: str) -> List[int]:
        """All cells that touch a cell of this ground, along a side or at a corner."""
        return [
            cell
            for cell, around in enumerate(self._around)
            if any(self.ground[near] == letter for near in around.values())
        ]

    def distances(self, kind: str, goals: Iterable[int]) -> List[int]:
        """Steps from every cell to the nearest of these goals, for a warrior or a car, by the map alone.

        `FAR` where there is no way.
        """
        steps = [FAR] * len(self.ground)
        ways, ground = self._ways[kind], GROUND[kind]
        edge = [cell for cell in goals if self.ground[cell] in ground]
        for cell in edge:
            steps[cell] = 0
        distance = 0
        while edge:
            distance += 1
            beyond: List[int] = []
            for cell in edge:
                for near in ways[cell]:
                    if steps[near] == FAR:
                        steps[near] = distance
                        beyond.append(near)
            edge = beyond
        return steps

    def _steps(self, start: int) -> Dict[str, int]:
        row, col = divmod(start, self.columns)
        steps: Dict[str, int] = {}
        for letter, (down, right) in DIRECTIONS.items():
            cell = self.cell(row + down, col + right)
            if cell is not None:
                steps[letter] = cell
        return steps
