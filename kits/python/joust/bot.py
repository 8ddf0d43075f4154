"""A bot, and the messages that it gets and gives. `docs/protocol.md` has all their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Union

from .mad import MadBoard, MadPosition
from .madmax import MadMaxState
from .wargame import WarBoard, WarPosition


@dataclass
class Parameter:
    """A value that a user may set. Make one by `integer`, `real` or `choice`."""

    name: str
    kind: str
    default: Any
    # `min` and `max`, or `values`.
    range: Dict[str, Any]

    @staticmethod
    def integer(name: str, default: int, min: int, max: int) -> Parameter:
        """A whole number."""
        return Parameter(name, "integer", default, {"min": min, "max": max})

    @staticmethod
    def real(name: str, default: float, min: float, max: float) -> Parameter:
        """A number."""
        return Parameter(name, "real", default, {"min": min, "max": max})

    @staticmethod
    def choice(name: str, default: str, values: List[str]) -> Parameter:
        """One of some words."""
        return Parameter(name, "choice", default, {"values": values})


@dataclass
class Info:
    """What a bot says about itself."""

    name: str
    version: str = ""
    parameters: List[Parameter] = field(default_factory=list)
    # ["view"] if every turn shall carry the whole game as data.
    wants: List[str] = field(default_factory=list)


@dataclass
class Action:
    """What a bot does in its turn, with what it likes to report about it."""

    action: str
    # Positions that it looked at.
    nodes: Optional[int] = None
    # What it thinks the game is worth.
    value: Optional[float] = None


@dataclass
class Fuel:
    """The fuel of a module."""

    turn: int
    bank: int
    per_second: int


@dataclass
class Limits:
    """What the bot may use; None is unlimited."""

    turn_ms: Optional[int]
    game_ms: Optional[int]
    memory: Optional[int]
    output: Optional[int]
    fuel: Optional[Fuel]


@dataclass
class Clock:
    """What is left on the clock of the bot."""

    left_ms: int
    increment_ms: int


@dataclass
class Past:
    """An action of another seat."""

    seat: int
    action: str


@dataclass
class Fault:
    """A failure of a player."""

    seat: int
    turn: Optional[int]
    kind: str


@dataclass
class Result:
    """How the game ended."""

    why: str
    winner: Optional[int]
    loser: Optional[int]
    points: Optional[str]
    # In Mad Max, the points of all players.
    scores: Optional[List[int]]
    faults: List[Fault]


class _Game:
    """The game of a message, as one of three types."""

    def __init__(self, game: str, state: Any) -> None:
        self.game = game
        self._state = state

    def mad(self) -> MadPosition:
        """The position of a game of MAD."""
        return self._only("mad")

    def wargame(self) -> WarPosition:
        """The position of a War Game."""
        return self._only("wargame")

    def madmax(self) -> MadMaxState:
        """The state of a game of Mad Max."""
        return self._only("madmax")

    def _only(self, game: str) -> Any:
        if self.game != game:
            raise ValueError(f"this is a game of {self.game}, and not of {game}")
        return self._state


class Hello(_Game):
    """Everything that a bot knows before the game."""

    def __init__(self, told: Dict[str, Any], info: Info, state: Any) -> None:
        super().__init__(told["game"], state)
        self.protocol: int = told["protocol"]
        self.joust: str = told["joust"]
        # Your seat, from 0.
        self.seat: int = told["seat"]
        self.names: List[str] = told["names"]
        limits: Dict[str, Any] = told["limits"]
        self.limits = Limits(
            limits.get("turn_ms"), limits.get("game_ms"), limits.get("memory"), limits.get("output"),
            fuel_of(limits.get("fuel")),
        )
        # For `Random`: your own number in every game.
        self.seed: int = told["seed"]
        # How the game stands, as JSON.
        self.start: Dict[str, Any] = told["start"]
        self._parameters: Dict[str, Any] = {known.name: known.default for known in info.parameters}
        self._parameters.update(told["parameters"])

    def parameter(self, name: str) -> Any:
        """The value that the user has set, or the default."""
        return self._parameters[name]


class Turn(_Game):
    """The bot must act."""

    def __init__(self, told: Dict[str, Any], game: str, state: Any) -> None:
        super().__init__(game, state)
        # The number of the turn or round.
        self.number: int = told["turn"]
        # The state as JSON.
        self.state: Dict[str, Any] = told["state"]
        # All legal moves of a duel.
        self.moves: List[str] = self.state.get("moves", [])
        # What the other seats have done since your last turn.
        self.last: List[Past] = [Past(past["seat"], past["action"]) for past in told["last"]]
        clock = told.get("clock")
        self.clock = Clock(clock["left_ms"], clock["increment_ms"]) if clock else None
        self.fuel = fuel_of(told.get("fuel"))
        # The whole game as JSON, if you want it.
        self.view: Optional[Dict[str, Any]] = told.get("view")
        self.notes: List[Dict[str, Any]] = []

    def note(self, text: str) -> None:
        """A remark for those who watch."""
        self.notes.append({"type": "note", "text": text})

    def mark(self, row: int, col: int, text: str) -> None:
        """A remark about a cell of Mad Max; the viewer shows it there."""
        self.notes.append({"type": "note", "text": text, "row": row, "col": col})


class Bot:
    """A bot for one game. Write a class with these methods, of which only `act` is needed."""

    def info(self) -> Info:
        """Your name, version and parameters."""
        return Info(type(self).__name__)

    def start(self, hello: Hello) -> None:
        """The game begins: prepare."""

    def act(self, turn: Turn) -> Union[str, Action]:
        """Your turn: answer with one of `turn.moves`, or with orders such as "83b,12x"."""
        raise NotImplementedError

    def end(self, result: Result) -> None:
        """The game is over."""


def fuel_of(told: Optional[Dict[str, Any]]) -> Optional[Fuel]:
    """The fuel of a message."""
    return Fuel(told["turn"], told["bank"], told["per_second"]) if told else None


class Tracker:
    """Follows the game through the messages."""

    def __init__(self, told: Dict[str, Any]) -> None:
        self.game: str = told["game"]
        start = told["start"]
        self.board: Any = None
        self.state: Any = None
        if self.game == "mad":
            self.board = MadBoard(start)
            self.state = MadPosition.read(self.board, start["position"])
        elif self.game == "wargame":
            self.board = WarBoard(start)
            self.state = WarPosition.read(self.board, start["position"])
        elif self.game == "madmax":
            self.state = MadMaxState(start, told["seat"])

    def update(self, state: Dict[str, Any]) -> None:
        """Takes over the state of a turn."""
        if self.game == "mad":
            self.state = MadPosition.read(self.board, state["position"])
        elif self.game == "wargame":
            self.state = WarPosition.read(self.board, state["position"])
        elif self.game == "madmax":
            self.state.update(state)
