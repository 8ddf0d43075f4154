"""Joust as PettingZoo environments: MAD and the War Game move by move, Mad Max in parallel.

>>> import joust.pettingzoo
>>> env = joust.pettingzoo.env("wargame", board="Keren")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         env.step(None)
...     else:
...         env.step(env.action_space(agent).sample(observation["action_mask"]))

Observations and actions are those of docs/encodings.md. The version of the encoding is part of the name of an
environment, ``env.metadata["name"]``.
"""

from __future__ import annotations

import secrets
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

import joust
from joust import madmax
from joust._draw import drawing
from joust._opening import begun

try:
    from gymnasium import spaces
    # PettingZoo has no types of its own yet.
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped, unused-ignore]
except ImportError as missing:
    raise ImportError("joust.pettingzoo needs PettingZoo: pip install 'joust[pettingzoo]'") from missing

from joust import _armies

Observation = Dict[str, npt.NDArray[Any]]


class Duel(AECEnv[str, Observation, Optional[int]]):  # type: ignore[misc, unused-ignore]
    """MAD or the War Game as an AEC environment.

    The agents are ``player_0``, the side that moves first in a game, and ``player_1``. An observation has the
    planes of ``Position.observation`` as ``"observation"`` and the legal actions as ``"action_mask"``. Both are
    from the view of the side to move; the side that waits sees the same planes and no legal action.

    The reward is the result at the end, from 1 for a victory to −1 for a defeat. An illegal action ends the game:
    it costs the agent 1 and earns the other nothing, as in the classic games of PettingZoo, and the reason is in
    ``infos[agent]["illegal"]``. With ``illegal="raise"`` it raises ``joust.IllegalMove`` and changes nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        board: Optional[str] = None,
        rules: Optional[str] = None,
        random_moves: int = 0,
        max_moves: Optional[int] = None,
        illegal: str = "lose",
        render_mode: Optional[str] = None,
    ) -> None:
        """A game begins with ``random_moves`` moves drawn from the seed of ``reset``. A game is
        truncated after ``max_moves`` further moves; without it the rules alone end a game.
        """
        super().__init__()
        if illegal not in ("lose", "raise"):
            raise ValueError(f"an illegal action can 'lose' or 'raise', not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"a duel can be rendered as 'ansi', not as {render_mode!r}")
        start = joust.start(game, board=board, rules=rules)
        self.metadata = {
            "name": f"{game}_v{start.encoding_version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.random_moves = random_moves
        self.max_moves = max_moves
        self._raises = illegal == "raise"
        first, second = self.possible_agents = ["player_0", "player_1"]
        self._other = {first: second, second: first}
        planes = spaces.Box(0, 255, start.observation_shape, np.uint8)
        mask = spaces.Box(0, 1, (start.num_actions,), np.int8)
        self._seen = {a: spaces.Dict({"observation": planes, "action_mask": mask}) for a in self._other}
        self._actions = {a: spaces.Discrete(start.num_actions) for a in self._other}
        self._no_action = np.zeros(start.num_actions, np.int8)
        self._no_action.flags.writeable = False
        self._start = self.position = start
        self._rng = joust.Rng(secrets.randbits(63))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The planes and the legal actions; the same for both agents."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions of the encoding; the same for both agents."""
        return self._actions[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. ``options={"position": p}`` begins it in a position of the same board and rules."""
        if seed is not None:
            self._rng = joust.Rng(seed)
        self.position = begun(self._start, options, self.random_moves, self._rng)
        self._left = self.max_moves
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[self.position.to_move]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.position.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        position = self.position
        mask = position.mask().view(np.int8) if agent == self.agent_selection else self._no_action
        return {"observation": position.observation(), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Plays an action for the agent whose turn it is; None takes an agent away whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"the game goes on, and {agent} needs an action")
        try:
            self.position = position = self.position.play(action)
        except joust.IllegalMove as why:
            if self._raises:
                raise
            self._lost(agent, str(why))
            return
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self._other[agent]
        rewards = position.rewards
        if rewards is not None:
            self.rewards = dict(zip(self.possible_agents, rewards))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._left is not None:
            self._left -= 1
            self.truncations = dict.fromkeys(self.agents, self._left <= 0)

    def _lost(self, agent: str, why: str) -> None:
        """Ends the game that an agent has lost by an illegal action."""
        self.rewards = {agent: -1.0, self._other[agent]: 0.0}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"illegal": why}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.agent_selection = self._other[agent]

    def __getattr__(self, name: str) -> Any:
        # Only asked for what is not there.
        if name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"{name} is not known yet: call reset first")
        raise AttributeError(f"a duel has no attribute {name!r}")

    def render(self) -> Optional[str]:
        """The board as text."""
        return drawing(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def env(game: str, **options: Any) -> Duel:
    """The environment of a duel, ``"mad"`` or ``"wargame"``: see ``Duel`` for the options.

    PettingZoo's wrappers are not needed around it: it refuses calls in a wrong order and deals with illegal actions
    by itself, and is several times as fast without them.
    """
    return Duel(game, **options)


class MadMax(ParallelEnv[str, Dict[str, Any], npt.NDArray[Any]]):  # type: ignore[misc, unused-ignore]
    """Mad Max as a parallel environment: all agents give their orders, then the round is played.

    The agents are ``player_0`` to ``player_3``. A seat with the name of a player, such as ``"Demo"``, is played by
    it and has no agent. All agents see the same arrays; an action is a direction for each unit, of which 8 is
    none, and directions for units of others have no effect. ``infos[agent]["action_mask"]`` says which directions
    the own units can take. The reward is what the round adds to the score: the number of cities.
    """

    def __init__(
        self,
        *,
        config: Optional[str] = None,
        rules: Optional[str] = None,
        players: Optional[Sequence[Optional[str]]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        """The configuration is a name or the text of a ``.cnf`` file; ``rules="nb_rounds=100"`` changes it."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f"Mad Max can be rendered as 'ansi', not as {render_mode!r}")
        self.render_mode = render_mode
        self._config, self._rules, self._players = config, rules, _armies.checked(players)
        self.game = self._begin(1)
        self.metadata = {"name": f"madmax_v{_armies.VERSION}", "render_modes": ["ansi"]}
        self._seats = {f"player_{seat}": seat for seat, name in enumerate(self._players) if name is None}
        self.possible_agents = list(self._seats)
        self._seen = {agent: _armies.observation_space(self.game) for agent in self._seats}
        self._actions = {agent: _armies.action_space(self.game) for agent in self._seats}
        self._rng = joust.Rng(secrets.randbits(63))

    def _begin(self, seed: int) -> madmax.Skirmish:
        return madmax.Skirmish(seed, config=self._config, rules=self._rules, players=self._players)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The arrays of docs/encodings.md."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """A direction for each unit, of which 8 is none."""
        return self._actions[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """Begins a game: the map and all draws follow from the seed."""
        if seed is not None:
            self._rng = joust.Rng(seed)
        self.game = _armies.drawn(self._begin, self._rng)
        self.agents = self.possible_agents[:]
        return self._shown()

    def step(
        self, actions: Dict[str, npt.NDArray[Any]]
    ) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """Plays a round. An agent without an action gives no orders."""
        unknown = set(actions) - set(self._seats)
        if unknown:
            raise ValueError(f"no agents: {', '.join(map(str, unknown))}; the agents are {', '.join(self._seats)}")
        before, seats = self.game.scores.tolist(), self._seats
        self.game.step({seats[agent]: _armies.orders(self.game, seats[agent], actions[agent]) for agent in actions})
        after = self.game.scores.tolist()
        rewards = {agent: float(after[seat] - before[seat]) for agent, seat in self._seats.items()}
        over = dict.fromkeys(self.agents, self.game.is_over)
        seen, infos = self._shown()
        if self.game.is_over:
            self.agents = []
        return seen, rewards, over, dict.fromkeys(over, False), infos

    def _shown(self) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        seen = _armies.observation(self.game)
        infos = {agent: {"action_mask": _armies.mask(self.game, self._seats[agent])} for agent in self.agents}
        return {agent: dict(seen) for agent in self.agents}, infos

    def render(self) -> Optional[str]:
        """The map as text."""
        return _armies.drawing(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def parallel_env(**options: Any) -> MadMax:
    """Mad Max: see ``MadMax`` for the options."""
    return MadMax(**options)
