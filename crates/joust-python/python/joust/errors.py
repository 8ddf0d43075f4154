"""The errors of Joust. All of them are below :class:`joust.Error`."""

from __future__ import annotations

from typing import Tuple, Type


class Error(Exception):
    """The base of all errors of this package."""


class IllegalMove(Error, ValueError):
    """A move, an action or orders that the rules forbid.

    >>> import joust
    >>> try:
    ...     joust.start("mad", rules="app").play("c2c5")
    ... except joust.IllegalMove as why:
    ...     print(why.clause, why.reason, sep=": ")
    MAD-3.1: 211 moves one or two squares, and c5 is 3 away from c2
    """

    clause: str
    """The clause of the law that forbids it, such as ``MAD-3.2``; empty where no clause is about it."""
    reason: str
    """What was understood, and why it is not allowed."""
    french: str
    """The reason in French."""

    def __init__(self, reason: str, clause: str = "", french: str = "") -> None:
        super().__init__(reason, clause, french)
        self.reason = reason
        self.clause = clause
        self.french = french

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason


class Refused(Error, ValueError):
    """Something that cannot be used, with all reasons."""

    reasons: Tuple[str, ...]
    """A sentence for each reason."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons

    def __str__(self) -> str:
        return "\n".join(self.reasons)


class BadGame(Refused):
    """There is no game of this name."""


class BadRules(Refused):
    """A text that does not name rules of the game."""


class BadBoard(Refused):
    """A text that is neither the name nor the picture of a board."""


class BadPosition(Refused):
    """A text that is not a position of the game."""


class BadRecord(Refused):
    """A text that is not the record of a game."""


class BadPlayer(Refused):
    """A text that does not name a player, or a player that cannot be opened."""


class BadTables(Refused):
    """Endgame tables that are missing, damaged or for other rules."""


class Unsolved(Error):
    """A position whose exact value was not found within the limits."""


class Failed(Error, RuntimeError):
    """A player that failed."""


def _rename(base: Type[Error]) -> None:
    """Lets tracebacks and pickles name the classes as users import them."""
    base.__module__ = "joust"
    for below in base.__subclasses__():
        _rename(below)


_rename(Error)
