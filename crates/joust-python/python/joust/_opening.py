"""How a game of an environment begins."""

from __future__ import annotations

from typing import Any, Mapping, Optional

import joust


def begun(
    usual: joust.Position, options: Optional[Mapping[str, Any]], moves: int, rng: joust.Rng
) -> joust.Position:
    """The position of the options, or else the usual one, after some random moves.

    A position of another board or other rules has other numbers, which are not those of the environment.

    >>> import joust
    >>> start = joust.start("wargame", board="tiny")
    >>> begun(start, {"position": start.play("A1")}, 0, joust.Rng(1)).turn
    2
    """
    given = (options or {}).get("position", usual)
    if not isinstance(given, joust.Position):
        raise TypeError(f"the option position is a joust.Position, not {type(given).__name__}")
    if (given.game, given.board_text, given.rules) != (usual.game, usual.board_text, usual.rules):
        raise ValueError(f"the position is not one of {usual.game} on {usual.board} with the rules {usual.rules}")
    return opening(given, moves, rng)


def opening(start: joust.Position, moves: int, rng: joust.Rng) -> joust.Position:
    """The position after this many random moves, so that players without chance play other games. If the moves
    end the game, others are drawn.

    >>> import joust
    >>> opening(joust.start("wargame", board="tiny"), 2, joust.Rng(1)).turn
    3
    """
    if not 0 <= moves <= 1000:
        raise ValueError(f"a game begins with 0 to 1,000 random moves, not {moves}")
    if moves == 0:
        return start
    for _ in range(100):
        position = start
        for _ in range(moves):
            if position.is_over:
                break
            position = position.play(position.random_action(rng))
        if not position.is_over:
            return position
    raise ValueError(f"{moves} random moves end the game")
