"""What both kinds of environments of Mad Max share: spaces, observations and the seats."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Dict, Optional, Sequence

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import joust
from joust import madmax

VERSION = madmax.Batch(1).encoding_version
"""The version of the encoding of states and orders."""

Observation = Dict[str, Any]


def observation_space(game: madmax.Skirmish) -> spaces.Dict:
    """The arrays of a game, as docs/encodings.md describes them."""
    rows, columns = game.terrain.shape
    most = np.iinfo(np.int32).max
    cities = len(game.owners)
    return spaces.Dict(
        {
            "units": spaces.Box(-1, most, game.units.shape, np.int32),
            "owners": spaces.Box(0, 3, (cities,), np.uint8),
            "scores": spaces.Box(0, most, (4,), np.int32),
            "round": spaces.Box(0, most, (1,), np.int32),
            "terrain": spaces.Box(0, 5, (rows, columns), np.uint8),
            "cities": spaces.Box(-1, cities - 1, (rows, columns), np.int16),
        }
    )


def action_space(game: madmax.Skirmish) -> spaces.MultiDiscrete:
    """A direction for each unit, of which 8 is none."""
    return spaces.MultiDiscrete([9] * len(game.units))


def observation(game: madmax.Skirmish) -> Observation:
    """The state of a game as copies: users keep what an environment gives them."""
    return {
        "units": game.units.copy(),
        "owners": game.owners.copy(),
        "scores": game.scores.copy(),
        "round": np.array([game.round], np.int32),
        "terrain": game.terrain.copy(),
        "cities": game.cities.copy(),
    }


def mask(game: madmax.Skirmish, seat: int) -> npt.NDArray[np.int8]:
    """The directions that the units of a seat can take; all other units can only be left alone."""
    own = game.units[:, 1] == seat
    legal = game.masks.astype(np.int8)
    legal[~own, :8] = 0
    return legal


def orders(game: madmax.Skirmish, seat: int, action: npt.ArrayLike) -> npt.NDArray[Any]:
    """The action of a seat as orders: a direction for each unit. Of a large army, the first units get theirs."""
    directions = np.asarray(action)
    if directions.shape != (len(game.units),):
        raise ValueError(f"an action has a direction for each of the {len(game.units)} units, not {directions.shape}")
    if len(directions) > game.MOST_ORDERS:
        given = (game.units[:, 1] == seat) & (directions != 8) & (directions != -1)
        given[np.flatnonzero(given)[: game.MOST_ORDERS]] = False
        directions = np.where(given, 8, directions)
    return directions


def checked(players: Optional[Sequence[Optional[str]]]) -> Sequence[Optional[str]]:
    """Four players, of which at least one is the caller."""
    seats = [None] * 4 if players is None else list(players)
    if len(seats) != 4 or None not in seats:
        raise ValueError("players are four names, with None for each seat that your program plays")
    return seats


def drawing(game: madmax.Skirmish) -> str:
    """The map as text: a digit for each unit's team, warriors as 0 to 3 and cars as A to D."""
    cells = np.array(list(".:#~S%"))[game.terrain]
    for kind, player, row, column in game.units[:, :4].tolist():
        if row >= 0 and column >= 0:
            cells[row, column] = "0123ABCD"[player + 4 * kind]
    scores = " ".join(str(score) for score in game.scores.tolist())
    return "\n".join([f"round {game.round} of {game.rounds}, scores {scores}", *map("".join, cells.tolist())])


def drawn(begin: Callable[[int], madmax.Skirmish], rng: joust.Rng) -> madmax.Skirmish:
    """A game with a seed that is drawn. A few seeds make no map, and others are drawn in their place."""
    for _ in range(100):
        with contextlib.suppress(joust.BadBoard):
            return begin(rng.below(1_000_000))
    return begin(rng.below(1_000_000))
