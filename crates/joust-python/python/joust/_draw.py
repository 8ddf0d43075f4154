"""Positions as text, for environments that render as ``ansi``."""

from __future__ import annotations

import joust


def drawing(position: joust.Position) -> str:
    """The board with the names of rows and columns, and whose turn it is.

    >>> import joust
    >>> print(drawing(joust.start("wargame", board="tiny").play("B2")))
       A  B
    1  .  .
    2  .  b
    green to move
    """
    grid = position.grid()
    names = "abcdefghijklmnop" if position.game == "mad" else "ABCDEFGHIJKLMNOP"
    rows = list(range(1, len(grid) + 1))
    if position.game == "mad":
        # Rows are counted from below, and a vacant square is an empty text.
        rows.reverse()
    width = max(len(cell) for row in grid for cell in row) or 1
    lines = ["  ".join([" ", *(name.rjust(width) for name in names[: len(grid[0])])])]
    for row, cells in zip(rows, grid):
        lines.append("  ".join([str(row), *((cell or ".").rjust(width) for cell in cells)]))
    lines.append(f"over: {position.outcome}" if position.is_over else f"{position.side} to move")
    return "\n".join(lines)
