"""Joust as Gymnasium environments: your program plays one seat, and opponents play the others.

>>> import gymnasium
>>> import joust.gymnasium
>>> env = gymnasium.make("joust/WarGame-v1", board="Keren", opponent="alphabeta:2")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
>>> terminated
False

Observations and actions are those of docs/encodings.md; the ids have the version of the encoding.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

import joust
from joust import madmax
from joust._draw import drawing
from joust._opening import begun

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError("joust.gymnasium needs Gymnasium: pip install 'joust[gymnasium]'") from missing

from joust import _armies

Planes = npt.NDArray[np.uint8]
Opponent = Union[str, Callable[[joust.Position], Union[str, int]]]
Step = Tuple[Planes, float, bool, bool, Dict[str, Any]]


class Duel(gymnasium.Env[Planes, "int | np.integer[Any]"]):
    """MAD or the War Game against an opponent.

    The opponent is the name of a player (docs/players.md) or a function from a position to a move. An observation
    has the planes of ``Position.observation``; ``info["action_mask"]`` and ``action_masks()`` have the legal
    actions. The reward is the result at the end, from 1 for a victory to −1 for a defeat.

    An illegal action loses the game, with the reason in ``info["illegal"]``; with ``illegal="raise"`` it raises
    ``joust.IllegalMove`` and changes nothing.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponent: Opponent = "random",
        *,
        seat: Optional[int] = None,
        board: Optional[str] = None,
        rules: Optional[str] = None,
        random_moves: int = 0,
        illegal: str = "lose",
        render_mode: Optional[str] = None,
    ) -> None:
        """The seat is 0 for the side that moves first and 1 for the other; without it, the seat is drawn for
        every game. A game begins with ``random_moves`` random moves.
        """
        if seat not in (None, 0, 1):
            raise ValueError(f"a duel has the seats 0 and 1, not {seat}")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"an illegal action can 'lose' or 'raise', not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"a duel can be rendered as 'ansi', not as {render_mode!r}")
        self.render_mode = render_mode
        self._start = self.position = joust.start(game, board=board, rules=rules)
        self._asked_seat, self.seat = seat, seat or 0
        self._random_moves = random_moves
        self._raises = illegal == "raise"
        self._opponent = opponent
        self._player: Optional[Callable[[joust.Position], Union[str, int]]] = None
        self.observation_space = spaces.Box(0, 255, self._start.observation_shape, np.uint8)
        self.action_space = spaces.Discrete(self._start.num_actions)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Planes, Dict[str, Any]]:
        """Begins a game. ``options={"position": p}`` begins it in a position of the same board and rules."""
        super().reset(seed=seed)
        if self._player is None or seed is not None:
            self._player = self._seated()
        rng = joust.Rng(self._draw())
        self.seat = self._draw() % 2 if self._asked_seat is None else self._asked_seat
        self.position = self._answered(begun(self._start, options, self._random_moves, rng))
        return self.position.observation(), self._info()

    def step(self, action: Union[int, np.integer[Any]]) -> Step:
        """Plays an action and, if the game goes on, lets the opponent answer."""
        if self._player is None:
            raise RuntimeError("call reset before step")
        try:
            position = self.position.play(action)
        except joust.IllegalMove as why:
            if self._raises:
                raise
            info = {"action_mask": np.zeros(self._start.num_actions, np.int8), "illegal": str(why)}
            return self.position.observation(), -1.0, True, False, info
        self.position = position = self._answered(position)
        rewards = position.rewards
        reward = rewards[self.seat] if rewards else 0.0
        return position.observation(), reward, rewards is not None, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions, by the name that the maskable algorithms of sb3-contrib ask for."""
        return self.position.mask().view(np.bool_)

    def render(self) -> Optional[str]:
        """The board as text."""
        return drawing(self.position) if self.render_mode == "ansi" else None

    def _draw(self) -> int:
        return int(self.np_random.integers(2**62))

    def _seated(self) -> Callable[[joust.Position], Union[str, int]]:
        """The opponent; one with a name gets a seed of its own."""
        if callable(self._opponent):
            return self._opponent
        return joust.Player(self._opponent, seed=self._draw())

    def _answered(self, position: joust.Position) -> joust.Position:
        """The position in which the agent has the move, or the end of the game."""
        while self._player is not None and position.to_move != self.seat and not position.is_over:
            position = position.play(self._player(position))
        return position

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self.position.mask().view(np.int8)}


BatchOpponent = Union[str, Callable[[Planes, npt.NDArray[np.bool_]], npt.ArrayLike]]


class DuelVector(gymnasium.vector.VectorEnv[Planes, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many duels at once over a ``joust.Batch``, against one opponent for all of them.

    The opponent is ``"random"``, or a function from the observations and masks of all games to their actions. A
    game that ends is followed by the next within the same step; the side that did not make the last move of a
    game begins the next one. There are no last observations: nothing is left to be earned from them. An illegal
    action raises ``joust.IllegalMove`` and changes nothing. If the opponent raises or answers an illegal action, all
    games have to be reset: they wait for its action.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        opponent: BatchOpponent = "random",
        board: Optional[str] = None,
        rules: Optional[str] = None,
        threads: int = 1,
    ) -> None:
        if opponent != "random" and not callable(opponent):
            raise ValueError(f"the opponent of a batch is 'random' or a function, not {opponent!r}")
        self.metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self._opponent = opponent
        self._batch = joust.Batch(game, num_envs, board=board, rules=rules, threads=threads)
        start = joust.start(game, board=board, rules=rules)
        self.single_observation_space = spaces.Box(0, 255, start.observation_shape, np.uint8)
        self.single_action_space = spaces.Discrete(start.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        # Whether the move is with the agent in all games.
        self._is_ready = False

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Planes, Dict[str, Any]]:
        """Begins all games; your program moves first in each."""
        super().reset(seed=seed)
        self._batch.reset(int(self.np_random.integers(2**62)))
        self._is_ready = True
        return self._batch.observations.copy(), self._info()

    def step(self, actions: npt.NDArray[Any]) -> Tuple[Planes, Any, Any, Any, Dict[str, Any]]:
        """Plays an action in every game, and lets the opponent answer in every game."""
        if not self._is_ready:
            raise RuntimeError("call reset before step: these games have not begun, or wait for the opponent")
        batch = self._batch
        me = batch.to_move.astype(np.intp)
        batch.step(actions)
        self._is_ready = False
        rewards, ended = batch.rewards[self._rows, me], batch.dones.copy()
        # Where the game has ended, the opponent begins the next one.
        me = 1 - batch.to_move.astype(np.intp)
        if callable(self._opponent):
            batch.step(self._opponent(batch.observations, batch.masks))
        else:
            batch.step_random()
        self._is_ready = True
        rewards = rewards + batch.rewards[self._rows, me]
        ended = ended | batch.dones
        return batch.observations.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), self._info()

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._batch.masks.astype(np.int8), "_action_mask": np.ones(self.num_envs, np.bool_)}


Commander = Union[str, Callable[[madmax.Skirmish, int], Any]]


class MadMax(gymnasium.Env[Dict[str, Any], npt.NDArray[Any]]):
    """Mad Max: your program leads one team, and opponents lead the three others.

    An opponent is the name of a player, such as ``"Demo"``, or a function from the game and the seat to orders as
    ``Skirmish.step`` takes them. An action is a direction for each unit, of which 8 is none; directions for units
    of others have no effect. ``info["action_mask"]`` says which directions the own units can take. The reward is
    what the round adds to the score: the number of cities.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponents: Sequence[Commander] = ("Demo", "Demo", "Demo"),
        *,
        seat: int = 0,
        config: Optional[str] = None,
        rules: Optional[str] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        """The opponents have the other seats in their order. ``rules="nb_rounds=100"`` makes shorter games."""
        if seat not in range(4) or len(opponents) != 3:
            raise ValueError("Mad Max has the seats 0 to 3: one for your program, and three opponents")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"Mad Max can be rendered as 'ansi', not as {render_mode!r}")
        self.render_mode = render_mode
        self.seat = seat
        others = dict(zip([other for other in range(4) if other != seat], opponents))
        self._callables = {other: player for other, player in others.items() if not isinstance(player, str)}
        names = {other: player for other, player in others.items() if isinstance(player, str)}
        players = [names.get(other) for other in range(4)]
        self._begin = functools.partial(madmax.Skirmish, config=config, rules=rules, players=players)
        self.game = self._begin(1)
        self.observation_space = _armies.observation_space(self.game)
        self.action_space = _armies.action_space(self.game)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins a game: the map and all draws follow from the seed."""
        super().reset(seed=seed)
        self.game = _armies.drawn(self._begin, joust.Rng(int(self.np_random.integers(2**62))))
        return _armies.observation(self.game), self._info()

    def step(
        self, action: npt.NDArray[Any]
    ) -> Tuple[Dict[str, Any], float, bool, bool, Dict[str, Any]]:
        """Plays a round."""
        orders = {seat: player(self.game, seat) for seat, player in self._callables.items()}
        orders[self.seat] = _armies.orders(self.game, self.seat, action)
        before = int(self.game.scores[self.seat])
        self.game.step(orders)
        reward = float(self.game.scores[self.seat] - before)
        return _armies.observation(self.game), reward, self.game.is_over, False, self._info()

    def render(self) -> Optional[str]:
        """The map as text."""
        return _armies.drawing(self.game) if self.render_mode == "ansi" else None

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": _armies.mask(self.game, self.seat)}


for _name, _game in [("Mad", "mad"), ("WarGame", "wargame")]:
    gymnasium.register(
        f"joust/{_name}-v{joust.start(_game).encoding_version}",
        entry_point="joust.gymnasium:Duel",
        vector_entry_point="joust.gymnasium:DuelVector",
        kwargs={"game": _game},
    )
gymnasium.register(f"joust/MadMax-v{_armies.VERSION}", entry_point="joust.gymnasium:MadMax")
