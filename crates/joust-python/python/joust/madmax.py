"""Mad Max: games of four armies, one by one or by the thousand.

>>> from joust import madmax
>>> game = madmax.Skirmish(seed=30, players=["Demo", "Demo", "Null", "Dummy"], rules="nb_rounds=20")
>>> while not game.is_over:
...     game.step()
>>> game.ending.why
'rounds'
"""

from __future__ import annotations

from ._joust import Event, MadMaxBatch, Skirmish

Batch = MadMaxBatch

FIELDS = ("kind", "player", "row", "col", "food", "water", "can_move")
"""What the columns of :attr:`Skirmish.units` are."""

DIRECTIONS = ("bottom", "bottom-right", "right", "top-right", "top", "top-left", "left", "bottom-left", "none")
"""What the directions of orders are, by their numbers."""

TERRAIN = ("desert", "road", "city", "water", "station", "wall")
"""What the numbers of :attr:`Skirmish.terrain` are."""

__all__ = ["DIRECTIONS", "FIELDS", "TERRAIN", "Batch", "Event", "Skirmish"]
