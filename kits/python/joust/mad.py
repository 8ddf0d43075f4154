"""Positions of MAD: where the ships are, which moves are legal, and what a move does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple

# The letters of the sides in ships and texts; a seat is an index of this text.
SIDES = "rb"
# All permutations and rotations, in the order in which moves are listed.
SHIFTS = (
    "111<>222", "112<>221", "121<>212", "122<>211",
    "112>211>121", "112>121>211", "122>212>221", "122>221>212",
)


class MadBoard:
    """What never changes in a game: the shape of the arena and the rules."""

    def __init__(self, start: Dict[str, Any]) -> None:
        self.columns: int = start["columns"]
        self.rows: int = start["rows"]
        # Turns without an expulsion that end the game.
        self.limit: int = start["limit"]
        # Whether turns 1 and 2 are positioning turns.
        rules: str = start["rules"]
        self.positioning: bool = rules != "app" and "positioning=off" not in rules
        # The squares of the last row of each side.
        self.last: List[List[int]] = [[self.square(name) for name in row] for row in start["lastRows"]]
        exists = {self.square(name) for name in start["squares"]}
        # The squares that touch each square.
        self.beside: List[List[int]] = [
            self._touching(square, exists) for square in range(self.columns * self.rows)
        ]

    def square(self, name: str) -> int:
        """The number of a square: a1 is 0, b1 is 1, and so on, row by row from the home of Red."""
        return (int(name[1:]) - 1) * self.columns + ord(name[0]) - ord("a")

    def name(self, square: int) -> str:
        """The name of a square."""
        return "abcdefghijklmnopqrstuvwxyz"[square % self.columns] + str(square // self.columns + 1)

    def distance(self, one: int, other: int) -> int:
        """Steps between two squares, if nothing is in the way."""
        columns = self.columns
        return abs(one // columns - other // columns) + abs(one % columns - other % columns)

    def _touching(self, square: int, exists: "set[int]") -> List[int]:
        if square not in exists:
            return []
        column = square % self.columns
        near = [square - self.columns, square + self.columns]
        near += [square - 1] if column > 0 else []
        near += [square + 1] if column + 1 < self.columns else []
        return sorted(other for other in near if other in exists)


@dataclass
class MadPosition:
    """A position. It never changes: `play` gives another one."""

    board: MadBoard
    # What is on each square: "" nothing, "#" no square, or a ship such as "r211".
    cells: List[str]
    # The seat to move: 0 is Red, 1 is Blue.
    side: int
    turn: int
    # Turns since the last expulsion, and the seat that expelled last.
    counter: int
    expeller: Optional[int]

    @staticmethod
    def read(board: MadBoard, text: str) -> MadPosition:
        """Reads the text of a position."""
        rows, side, turn, counter, expeller = text.split(" ")
        cells = [cell for row in reversed(rows.split("/")) for cell in row.split(",")]
        by = None if expeller == "-" else SIDES.index(expeller)
        return MadPosition(board, cells, SIDES.index(side), int(turn), int(counter), by)

    def text(self) -> str:
        """The position as text."""
        columns = self.board.columns
        rows = [",".join(self.cells[at : at + columns]) for at in range(0, len(self.cells), columns)]
        expeller = "-" if self.expeller is None else SIDES[self.expeller]
        return f"{'/'.join(reversed(rows))} {SIDES[self.side]} {self.turn} {self.counter} {expeller}"

    def find(self, ship: str) -> Optional[int]:
        """The square of a ship such as "r111"; None in exile."""
        return self.cells.index(ship) if ship in self.cells else None

    def winner(self) -> Optional[int]:
        """The seat that has won; None while the game goes on."""
        for seat in (0, 1):
            if f"{SIDES[seat]}111" not in self.cells:
                return 1 - seat
        if self.counter < self.board.limit:
            return None
        return 1 if self.expeller is None else self.expeller

    def moves(self) -> List[str]:
        """All legal moves, in the order of the referee's list."""
        if self.winner() is not None:
            return []
        moves = [shift for shift in SHIFTS if self._allows(shift)]
        if self.board.positioning and self.turn <= 2:
            return moves + ["pass"]
        own = SIDES[self.side]
        for start, ship in enumerate(self.cells):
            if ship[:1] == own:
                moves += self._movements(start, ship)
        return moves

    def play(self, move: str) -> MadPosition:
        """The position after a legal move."""
        side, turn, counter = 1 - self.side, self.turn + 1, self.counter + 1
        after = MadPosition(self.board, self.cells[:], side, turn, counter, self.expeller)
        movement, _, shift = move.partition("+")
        if "-" in movement:
            ship, way = movement.split("-", 1)
            start, end = (self.board.square(name) for name in way.replace("x", "-").split("-"))
            if after.cells[end]:
                after.counter, after.expeller = 0, self.side
            after.cells[start], after.cells[end] = "", SIDES[self.side] + ship
        elif movement != "pass":
            shift = movement
        if shift:
            after._shift(SIDES[self.side], shift)
        return after

    def _shift(self, side: str, shift: str) -> None:
        """Every ship takes the place of the next one, and the last one that of the first."""
        ships = [side + ship for ship in _ships(shift)]
        places = [self.find(ship) for ship in ships]
        for ship, place in zip(ships, places[1:] + places[:1]):
            if place is not None:
                self.cells[place] = ship

    def _allows(self, shift: str) -> bool:
        """At most one of the ships may be in exile."""
        own = SIDES[self.side]
        return sum(own + ship not in self.cells for ship in _ships(shift)) <= 1

    def _movements(self, start: int, ship: str) -> List[str]:
        one, two = self._reach(start, ship)
        moves: List[str] = []
        for end in sorted(one | two):
            moves.append(self._write(start, end))
        for end in sorted(one):
            # A step onto the last row earns a bonus, unless it has won the game.
            if end in self.board.last[self.side] and self.cells[end][1:] != "111":
                step = self._write(start, end)
                moves += [f"{step}+{shift}" for shift in SHIFTS if ship[1:] in shift and self._allows(shift)]
        return moves

    def _reach(self, start: int, ship: str) -> Tuple["set[int]", "set[int]"]:
        """The squares that a ship reaches by one step, and by two."""
        beside = self.board.beside
        one = {end for end in beside[start] if self._may_stop(ship, end)}
        if ship[1] == "1":
            return one, set()
        ways = (end for midway in beside[start] if not self.cells[midway] for end in beside[midway])
        return one, {end for end in ways if end != start and self._may_stop(ship, end)}

    def _may_stop(self, ship: str, end: int) -> bool:
        """Whether the square is vacant, or its ship can be expelled: attack against defence."""
        other = self.cells[end]
        return not other or (other[0] != ship[0] and ship[2] >= other[3])

    def _write(self, start: int, end: int) -> str:
        sign = "x" if self.cells[end] else "-"
        return f"{self.cells[start][1:]}-{self.board.name(start)}{sign}{self.board.name(end)}"


def _ships(shift: str) -> List[str]:
    return shift.replace("<", "").split(">")
