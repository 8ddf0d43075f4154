"""Positions of the War Game: who owns which square, which moves are legal, and what a move does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional

# The letters of the sides in texts; a seat is an index of this text.
SIDES = "bg"


class WarBoard:
    """What never changes in a game: the city and the rules."""

    def __init__(self, start: Dict[str, Any]) -> None:
        self.columns: int = start["columns"]
        self.rows: int = start["rows"]
        # The value of each square.
        self.values: List[int] = start["values"]
        # Whether one may drop where a blitz would conquer.
        self.optional: bool = start["rules"] == "optional-blitz"
        # The squares that touch each square.
        self.beside: List[List[int]] = [self._touching(square) for square in range(self.columns * self.rows)]

    def square(self, name: str) -> int:
        """The number of a square: A1 is 0, B1 is 1, and so on, row by row from the top."""
        return (int(name[1:]) - 1) * self.columns + ord(name[0]) - ord("A")

    def name(self, square: int) -> str:
        """The name of a square."""
        return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[square % self.columns] + str(square // self.columns + 1)

    def _touching(self, square: int) -> List[int]:
        row, column = divmod(square, self.columns)
        near = [square - self.columns] if row > 0 else []
        near += [square - 1] if column > 0 else []
        near += [square + 1] if column + 1 < self.columns else []
        near += [square + self.columns] if row + 1 < self.rows else []
        return near


@dataclass
class WarPosition:
    """A position. It never changes: `play` gives another one."""

    board: WarBoard
    # The seat that owns each square; None if it is vacant.
    owners: List[Optional[int]]
    # The seat to move: 0 is Blue, 1 is Green.
    side: int

    @staticmethod
    def read(board: WarBoard, text: str) -> WarPosition:
        """Reads the text of a position."""
        rows, side = text.split(" ")
        owners = [None if letter == "." else SIDES.index(letter) for letter in rows.replace("/", "")]
        return WarPosition(board, owners, SIDES.index(side))

    def text(self) -> str:
        """The position as text."""
        letters = "".join("." if owner is None else SIDES[owner] for owner in self.owners)
        columns = self.board.columns
        rows = [letters[at : at + columns] for at in range(0, len(letters), columns)]
        return f"{'/'.join(rows)} {SIDES[self.side]}"

    def score(self, seat: int) -> int:
        """The sum of the values of the squares that a seat owns."""
        return sum(value for value, owner in zip(self.board.values, self.owners) if owner == seat)

    def over(self) -> bool:
        """Whether all squares are taken."""
        return None not in self.owners

    def conquests(self, square: int) -> List[int]:
        """The squares that a blitz on this square conquers."""
        return [near for near in self.board.beside[square] if self.owners[near] == 1 - self.side]

    def moves(self) -> List[str]:
        """All legal moves, in the order of the referee's list."""
        moves: List[str] = []
        for square, owner in enumerate(self.owners):
            if owner is not None:
                continue
            name = self.board.name(square)
            blitz = any(self.owners[near] == self.side for near in self.board.beside[square])
            moves.append(f"blitz-{name}" if blitz else f"drop-{name}")
            if blitz and self.board.optional and self.conquests(square):
                moves.append(f"drop-{name}")
        return moves

    def play(self, move: str) -> WarPosition:
        """The position after a legal move."""
        word, _, name = move.partition("-")
        square = self.board.square(name)
        after = WarPosition(self.board, self.owners[:], 1 - self.side)
        for taken in [square] + (self.conquests(square) if word == "blitz" else []):
            after.owners[taken] = self.side
        return after
