"""Recorded games: `> ` stands before messages of the referee, `< ` before the answers of the bot."""

from pathlib import Path
from typing import List

GAMES = ["mad", "wargame", "madmax"]


def path(game: str) -> Path:
    """The file of a recorded game."""
    return Path(__file__).parent / f"{game}.txt"


def messages(game: str) -> List[str]:
    """The messages of the referee."""
    return _lines(game, "> ")


def answers(game: str) -> List[str]:
    """The answers of the greedy bot."""
    return _lines(game, "< ")


def _lines(game: str, mark: str) -> List[str]:
    lines = path(game).read_text(encoding="utf-8").splitlines()
    return [line[len(mark) :] for line in lines if line.startswith(mark)]
