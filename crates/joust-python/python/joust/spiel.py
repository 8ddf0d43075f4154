"""The duels under the names of OpenSpiel, for code that was written for it.

>>> import joust.spiel
>>> game = joust.spiel.load_game("mad(board=5x5,rules=app)")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 18)
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.is_terminal(), state.returns()
(1, False, [0.0, 0.0])

A thin layer over ``joust.Position``, with no chance or simultaneous nodes, because the duels have none. OpenSpiel
need not be installed; with it, its minimax and its MCTS in Python play these games. Actions are those of
docs/encodings.md.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Union

import numpy as np
import numpy.typing as npt

import joust

TERMINAL = -4
"""The current player of a finished game, as in OpenSpiel."""


class State:
    """A game that goes on as actions are applied to it."""

    def __init__(self, game: Game, position: joust.Position, history: Optional[List[int]] = None) -> None:
        self._game, self.position, self._history = game, position, history or []

    def get_game(self) -> Game:
        """The game of this state."""
        return self._game

    def current_player(self) -> int:
        """The player to move, 0 or 1; ``TERMINAL`` when the game is over."""
        return TERMINAL if self.position.is_over else self.position.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def is_chance_node(self) -> bool:
        """False: nothing is drawn in a duel."""
        return False

    def is_simultaneous_node(self) -> bool:
        """False: the players take turns."""
        return False

    def is_mean_field_node(self) -> bool:
        """False: there are two players."""
        return False

    def is_player_node(self) -> bool:
        """Whether a player has to move."""
        return not self.is_terminal()

    def is_initial_state(self) -> bool:
        """Whether no action was applied."""
        return not self._history

    def num_players(self) -> int:
        """Two."""
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        """All actions are below this number."""
        return self._game.num_distinct_actions()

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The legal actions in ascending order; none for a player who has to wait."""
        if player is not None and player != self.current_player():
            return []
        return sorted(self.position.actions().tolist())

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        """A 1 for each legal action, and a 0 for all others."""
        if player is not None and player != self.current_player():
            return [0] * self._game.num_distinct_actions()
        return [int(legal) for legal in self.position.mask()]

    def apply_action(self, action: int) -> None:
        """Plays an action."""
        self.position = self.position.play(action)
        self._history.append(int(action))

    def child(self, action: int) -> State:
        """The state after an action; this one stays as it is."""
        return State(self._game, self.position.play(action), [*self._history, int(action)])

    def clone(self) -> State:
        """A copy of this state."""
        return State(self._game, self.position, self._history[:])

    def history(self) -> List[int]:
        """The actions so far."""
        return self._history[:]

    def history_str(self) -> str:
        """The actions so far as text."""
        return ", ".join(map(str, self._history))

    def move_number(self) -> int:
        """How many actions were applied."""
        return len(self._history)

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The move of an action as text. The player may be left out."""
        return self.position.move(player if action is None else action)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """The action of a move as text. The player may be left out."""
        return self.position.action(str(player) if text is None else text)

    def returns(self) -> List[float]:
        """What each player has won: from 1 to −1 at the end, 0 before it."""
        return list(self.position.rewards or (0.0, 0.0))

    def rewards(self) -> List[float]:
        """The returns: only the end of a game is rewarded."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """What a player has won."""
        return self.returns()[player]

    def player_reward(self, player: int) -> float:
        """What a player has earned by the last action."""
        return self.rewards()[player]

    def observation_tensor(self, player: Optional[int] = None) -> npt.NDArray[np.float32]:
        """The planes of the side to move as one row of numbers, whichever player asks."""
        return self.position.observation().astype(np.float32).ravel()

    def observation_string(self, player: Optional[int] = None) -> str:
        """The position as text."""
        return str(self.position)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __str__(self) -> str:
        return str(self.position)


class Game:
    """A duel on one board by one ruleset."""

    def __init__(self, name: str, parameters: Dict[str, str]) -> None:
        self._name, self._parameters = name, parameters
        self._start = joust.start(name, **parameters)

    def new_initial_state(self, text: Optional[str] = None) -> State:
        """The start of a game, or the position of a text."""
        return State(self, self._start if text is None else joust.Position(self._name, text, **self._parameters))

    def get_type(self) -> Any:
        """What algorithms of OpenSpiel ask of a game: a ``pyspiel.GameType``, for which OpenSpiel is needed."""
        import pyspiel  # type: ignore[import-not-found, unused-ignore]

        kind = pyspiel.GameType
        return kind(
            short_name=self._name,
            long_name=self._name,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    def num_players(self) -> int:
        """Two."""
        return 2

    def max_chance_outcomes(self) -> int:
        """None: nothing is drawn in a duel."""
        return 0

    def policy_tensor_shape(self) -> List[int]:
        """A number for each action."""
        return [self.num_distinct_actions()]

    def num_distinct_actions(self) -> int:
        """All actions are below this number."""
        return self._start.num_actions

    def max_game_length(self) -> int:
        """No game lasts more actions than this."""
        return self._start.longest

    def observation_tensor_shape(self) -> List[int]:
        """Planes, rows and columns."""
        return list(self._start.observation_shape)

    def observation_tensor_size(self) -> int:
        """The number of numbers in an observation."""
        return int(np.prod(self._start.observation_shape))

    def min_utility(self) -> float:
        """The return of a defeat."""
        return -1.0

    def max_utility(self) -> float:
        """The return of a victory."""
        return 1.0

    def utility_sum(self) -> float:
        """What one player wins, the other loses."""
        return 0.0

    def get_parameters(self) -> Dict[str, str]:
        """What ``load_game`` was given."""
        return dict(self._parameters)

    def __str__(self) -> str:
        return f"{self._name}({','.join(f'{key}={value}' for key, value in self._parameters.items())})"


def load_game(name: str, parameters: Optional[Dict[str, Any]] = None) -> Game:
    """The game of a name such as ``"mad"`` or ``"wargame(board=Keren)"``. The parameters are ``board`` and
    ``rules``; rules that are a list of options are given in the dictionary, because they have commas.
    """
    name, _, rest = name.partition("(")
    given = dict(part.split("=", 1) for part in rest.rstrip(")").split(",") if "=" in part)
    given.update({key: str(value) for key, value in dict(parameters or {}).items()})
    unknown = set(given) - {"board", "rules"}
    if unknown:
        raise ValueError(f"a duel has the parameters board and rules, not {', '.join(sorted(unknown))}")
    return Game(name, given)
