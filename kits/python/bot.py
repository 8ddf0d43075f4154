"""The program. The referee starts it for each game: `joust match mad "cmd:python3 bot.py" random`."""

from typing import Optional

from joust import Bot, run
from mad_bot import MadBot
from madmax_bot import MadMaxBot
from war_bot import WarBot


def make(game: str) -> Optional[Bot]:
    """A bot for a game; None for a game that it does not play."""
    if game == "mad":
        return MadBot()
    if game == "wargame":
        return WarBot()
    if game == "madmax":
        return MadMaxBot()
    return None


if __name__ == "__main__":
    run(make)
