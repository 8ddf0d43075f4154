# The signatures are written by hand; scripts/stubs.py copies the docstrings of the module into this file.

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Optional, Union, final

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeAlias

_Move: TypeAlias = Union[str, int, np.integer[Any]]
_Path: TypeAlias = Union[str, os.PathLike[str]]
_Chooser: TypeAlias = Callable[[Position], Union[_Move, Answer]]
_Orders: TypeAlias = Union[str, Sequence[tuple[int, int]], npt.NDArray[np.integer[Any]]]

__version__: str
__all__ = [
    "Analysis",
    "Answer",
    "Batch",
    "Ending",
    "Engine",
    "Event",
    "Game",
    "Image",
    "Line",
    "MadMaxBatch",
    "MatchGame",
    "MatchResult",
    "Outcome",
    "Pairing",
    "Player",
    "Position",
    "Probe",
    "Report",
    "Rng",
    "Skirmish",
    "Solution",
    "Standing",
    "Symmetry",
    "Tables",
    "__version__",
    "_launched",
    "boards",
    "divide",
    "games",
    "lab",
    "match",
    "perft",
    "rulesets",
    "solve",
    "start",
]

@final
class Position:
    """A position of a duel: an immutable value that can be hashed, compared, copied and pickled.

    >>> import joust
    >>> p = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r", rules="app")
    >>> p.side, p.turn, p.is_over
    ('red', 3, False)
    >>> q = p.play("a3a4")
    >>> str(q)
    'b111,,,/,,,/r111,,,/,,,/,,,/,,, b 4 1 -'
    >>> q == p.play("111-a3-a4"), q == p
    (True, False)
    """
    def __new__(
        cls, game: str, text: Optional[str] = None, *, board: Optional[str] = None, rules: Optional[str] = None
    ) -> Position: ...
    @property
    def game(self) -> str:
        """The name of the game: ``mad`` or ``wargame``."""
        ...
    @property
    def board(self) -> str:
        """The name of the board."""
        ...
    @property
    def board_text(self) -> str:
        """The board in full: a picture of the start in MAD, the values of the squares in the War Game. It can be
        given as a board.
        """
        ...
    @property
    def rules(self) -> str:
        """The name of the ruleset, or all options where they are those of no ruleset."""
        ...
    @property
    def to_move(self) -> int:
        """The seat whose turn it is: 0 or 1."""
        ...
    @property
    def side(self) -> str:
        """The side whose turn it is, by name."""
        ...
    @property
    def sides(self) -> tuple[str, str]:
        """The names of both sides, in the order of the seats."""
        ...
    @property
    def turn(self) -> int:
        """The number of this turn, from 1."""
        ...
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        ...
    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None while it goes on."""
        ...
    @property
    def rewards(self) -> Optional[tuple[float, float]]:
        """What each seat has won, from -1.0 to 1.0, with the sum 0; None while the game goes on."""
        ...
    @property
    def scores(self) -> Optional[tuple[int, int]]:
        """The scores of both sides so far; None in MAD, which has no scores."""
        ...
    @property
    def key(self) -> int:
        """A hash of all that decides which moves there are and what they do, equal on all machines. In MAD the
        counter of the tie-break is left out.
        """
        ...
    @property
    def longest(self) -> int:
        """No game from here lasts more moves than this."""
        ...
    @property
    def num_actions(self) -> int:
        """The number of actions in the encoding: those of this position are among them."""
        ...
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
        ...
    @property
    def encoding_version(self) -> int:
        """The version of the encoding of observations and actions. It changes with any number in it."""
        ...
    def grid(self) -> list[list[str]]:
        """The rows of the board from the top, each a list of cells: ``r211`` or an empty text in MAD, ``#`` where
        the board has no square; ``b``, ``g`` or ``.`` in the War Game.

        >>> import joust
        >>> joust.Position("wargame", "b./g. b", board="1 2/3 4").grid()
        [['b', '.'], ['g', '.']]
        """
        ...
    def moves(self) -> list[str]:
        """All legal moves as text, in the order of the rules; none when the game is over.

        >>> import joust
        >>> joust.start("wargame", board="1 2/3 4").moves()
        ['drop-A1', 'drop-B1', 'drop-A2', 'drop-B2']
        """
        ...
    def actions(self) -> npt.NDArray[np.int32]:
        """The numbers of all legal moves in the encoding of actions, in the order of :meth:`moves`."""
        ...
    def action(self, move: _Move) -> int:
        """The number of a legal move in the encoding of actions.

        >>> import joust
        >>> p = joust.start("mad", rules="app")
        >>> p.move(p.action("c2c4"))
        '211-c2-c4'
        """
        ...
    def move(self, action: _Move) -> str:
        """The full text of a legal move, of which the number or a part is given."""
        ...
    def is_legal(self, move: _Move) -> bool:
        """Whether a move is legal."""
        ...
    def play(self, move: _Move) -> Position:
        """The position after a move: a text, as short as people write it, or the number of an action. This position
        stays as it is.

        >>> import joust
        >>> p = joust.start("mad", rules="app")
        >>> p.play("c2c4").turn, p.turn
        (2, 1)
        """
        ...
    def random_move(self, rng: Rng) -> str:
        """A legal move, drawn so that all are equally likely.

        >>> import joust
        >>> p, rng = joust.start("mad"), joust.Rng(1)
        >>> p.random_move(rng) in p.moves()
        True
        """
        ...
    def random_action(self, rng: Rng) -> int:
        """The number of a legal move, drawn so that all are equally likely: that of :meth:`random_move`."""
        ...
    def observation(self) -> npt.NDArray[np.uint8]:
        """The position as the side to move sees it: an array of bytes of the shape :attr:`observation_shape`.

        >>> import joust
        >>> joust.start("wargame", board="1 2/3 4").observation()[3].tolist()
        [[1, 2], [3, 4]]
        """
        ...
    def mask(self) -> npt.NDArray[np.bool_]:
        """For each action, whether it is legal.

        >>> import joust
        >>> p = joust.start("mad")
        >>> sorted(p.actions()) == p.mask().nonzero()[0].tolist()
        True
        """
        ...
    def symmetries(self) -> list[Symmetry]:
        """The symmetries of board and rules, as maps of observations and actions."""
        ...
    def images(self) -> list[Image]:
        """The images of this position under the symmetries, each with its maps of observations and actions.

        >>> import joust
        >>> p = joust.start("mad", rules="app")
        >>> mirrored = p.images()[0]
        >>> mirrored.position.move(mirrored.actions[p.action("c2c4")])
        '211-b2-b4'
        """
        ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any, /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Symmetry:
    """A symmetry of board and rules as maps of observations and actions.

    >>> import joust, numpy as np
    >>> p = joust.start("mad", rules="app")
    >>> mirror = p.symmetries()[0]
    >>> planes = p.observation().reshape(p.observation_shape[0], -1)
    >>> image = np.zeros_like(planes)
    >>> image[:, mirror.cells] = planes
    >>> bool((image.reshape(p.observation_shape) == p.images()[0].position.observation()).all())
    True
    """
    @property
    def cells(self) -> npt.NDArray[np.uint32]:
        """The cell to which each cell of a plane goes. All planes go alike."""
        ...
    @property
    def actions(self) -> npt.NDArray[np.uint32]:
        """The image of each action."""
        ...
    @property
    def exchanged(self) -> bool:
        """Whether the sides change places, and the rewards with them."""
        ...

@final
class Image:
    """The image of a position under a symmetry."""
    @property
    def position(self) -> Position:
        """The position that the symmetry makes of the original."""
        ...
    @property
    def cells(self) -> npt.NDArray[np.uint32]:
        """The cell to which each cell of a plane goes."""
        ...
    @property
    def actions(self) -> npt.NDArray[np.uint32]:
        """The image of each action."""
        ...
    @property
    def exchanged(self) -> bool:
        """Whether the sides change places, and the rewards with them."""
        ...

@final
class Rng:
    """The generator from which every seeded choice in Joust is drawn. Equal seeds give equal games, in Python and
    in Rust, on all machines.

    >>> import joust
    >>> rng = joust.Rng(30)
    >>> [rng.below(100) for _ in range(4)]
    [62, 40, 31, 70]
    """
    def __new__(cls, seed: int = 0) -> Rng: ...
    @property
    def seed(self) -> int:
        """The seed."""
        ...
    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; all are equally likely."""
        ...
    def copy(self) -> Rng:
        """A generator that goes on like this one."""
        ...
    def __copy__(self) -> Rng: ...
    def __deepcopy__(self, memo: Any, /) -> Rng: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    """The points of a finished game, and its scores where it has some.

    >>> import joust
    >>> over = joust.Position("wargame", "bb/bg b", board="1 2/3 4").outcome
    >>> over.points, over.scores, over.winner, str(over)
    ((1.0, 0.0), (6, 4), 0, '1-0')
    """
    @property
    def points(self) -> tuple[float, ...]:
        """The points of the seats: 1.0 for a victory, 0.5 for a semi-victory or a tie, 0.0 for a defeat."""
        ...
    @property
    def scores(self) -> Optional[tuple[int, ...]]:
        """The scores of the seats; None in MAD, which has no scores."""
        ...
    @property
    def winner(self) -> Optional[int]:
        """The seat with more points than any other, if there is one."""
        ...
    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won: 1.0 for a victory, 0.5 for a semi-victory, 0.0 for a tie, and the same with the
        other sign for the other seat of a duel.
        """
        ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Ending:
    """How a game ended.

    >>> import joust
    >>> game = joust.Game("mad")
    >>> game.play("resign")
    ['red resigns: full victory for blue (0-1)']
    >>> game.ending.why, game.ending.winner, game.ending.points
    ('resigned', 1, (0.0, 1.0))
    """
    @property
    def why(self) -> str:
        """Why the game is over, in a word: ``exile``, ``tie-break``, ``full``, ``resigned``, ``agreed`` and others."""
        ...
    @property
    def winner(self) -> Optional[int]:
        """The seat that has won, if one has."""
        ...
    @property
    def loser(self) -> Optional[int]:
        """The seat that has lost, if one has."""
        ...
    @property
    def outcome(self) -> Optional[Outcome]:
        """The points and the scores; None for a game that does not count."""
        ...
    @property
    def points(self) -> Optional[tuple[float, ...]]:
        """The points of the seats; None for a game that does not count."""
        ...

@final
class Game:
    """A game of a duel with its past: moves, offers and resignations, and its record.

    >>> import joust
    >>> game = joust.Game("wargame", board="1 2/3 4")
    >>> for move in ["B2", "A1", "B1"]:
    ...     told = game.play(move)
    >>> told
    ['blue conquers A1']
    >>> game.actions
    ['drop-B2', 'drop-A1', 'blitz-B1']
    >>> game.undo()
    True
    >>> joust.Game.read(game.record()).position == game.position
    True
    """
    def __new__(
        cls,
        game: str = "mad",
        position: Optional[str] = None,
        *,
        board: Optional[str] = None,
        rules: Optional[str] = None,
    ) -> Game: ...
    @staticmethod
    def at(position: Position) -> Game:
        """A game that begins in a position."""
        ...
    @staticmethod
    def read(text: str, game: Optional[str] = None) -> Game:
        """Reads a record, or a position file of the MAD app. The game is that of the header ``Game``, unless it is
        named here.
        """
        ...
    @property
    def game(self) -> str:
        """The name of the game."""
        ...
    @property
    def warnings(self) -> list[str]:
        """What the reader of a file had to assume, a sentence each."""
        ...
    @property
    def position(self) -> Position:
        """The position on the board."""
        ...
    @property
    def to_move(self) -> Optional[int]:
        """The seat that is asked to act; None when the game is over. An offer is answered out of turn."""
        ...
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        ...
    @property
    def ending(self) -> Optional[Ending]:
        """How the game ended; None while it is not over."""
        ...
    @property
    def actions(self) -> list[str]:
        """All actions so far: moves, offers and others, in the notation of records."""
        ...
    def words(self) -> list[str]:
        """The words other than moves that can be played now, such as ``resign``."""
        ...
    def play(self, action: _Move) -> list[str]:
        """Plays a move, by text or index, or a word such as ``resign``, ``offer`` or ``accept``. Gives what happened
        beside the action itself, a sentence each.
        """
        ...
    def resign(self, seat: int) -> list[str]:
        """Lets a seat resign, in its turn or not."""
        ...
    def undo(self) -> bool:
        """Takes back the last move, and what was said after it; False if there is nothing to take back."""
        ...
    def record(self, **headers: object) -> str:
        """The record of the game. Headers can be added by name.

        >>> import joust
        >>> game = joust.Game("mad", rules="app")
        >>> _ = game.play("c2c4")
        >>> print(game.record(Red="Ada", Blue="Bob"))
        [Game "mad"]
        [Red "Ada"]
        [Blue "Bob"]
        [Board "6x4"]
        [Rules "app"]
        <BLANKLINE>
        1. 211-c2-c4
        *
        <BLANKLINE>
        """
        ...
    def copy(self) -> Game:
        """A copy of the game with its past."""
        ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Batch:
    """Games of a duel that are stepped at once into arrays that stay the same: every step overwrites them. A game
    that ends is followed by another from the same start.

    The first argument is the name of a game or a position. Equal seeds and actions give equal games, whatever the
    number of threads. ``docs/encodings.md`` describes every number. Threads of Python take turns with a batch.

    >>> import joust
    >>> batch = joust.Batch("mad", 64, seed=1, rules="app")
    >>> batch.observations.shape, batch.masks.shape
    ((64, 21, 6, 4), (64, 231))
    >>> for _ in range(100):
    ...     batch.step_random()
    >>> batch.step(batch.masks.argmax(axis=1))
    """
    def __new__(
        cls,
        game: Union[str, Position],
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        board: Optional[str] = None,
        rules: Optional[str] = None,
        position: Optional[str] = None,
    ) -> Batch: ...
    @property
    def observations(self) -> npt.NDArray[np.uint8]:
        """What the side to move sees in each game: bytes of the shape (games, planes, rows, columns)."""
        ...
    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: booleans of the shape (games, actions)."""
        ...
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step has earned each seat: 0 before the end of a game, and then from -1 to 1, of the shape
        (games, 2).
        """
        ...
    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Whether the last step has ended the game; all arrays but the rewards show its successor."""
        ...
    @property
    def to_move(self) -> npt.NDArray[np.uint8]:
        """The seat to move in each game."""
        ...
    @property
    def actions(self) -> npt.NDArray[np.int32]:
        """The actions of the last step."""
        ...
    @property
    def num_actions(self) -> int:
        """The number of actions in the encoding."""
        ...
    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """The shape of the observation of a game: planes, rows, columns."""
        ...
    @property
    def threads(self) -> int:
        """The number of threads that share the work of a step."""
        ...
    def step(self, actions: npt.ArrayLike) -> None:
        """Plays an action in each game. If one is illegal, :class:`joust.IllegalMove` names its game, and nothing has
        changed.
        """
        ...
    def step_random(self) -> None:
        """Plays an action in each game that the generator of the game draws; :attr:`actions` has them."""
        ...
    def reset(self, seed: Optional[int] = None) -> None:
        """Starts all games anew, with the same seed or another one."""
        ...
    def position(self, game: int) -> Position:
        """The position of a game."""
        ...
    def __len__(self) -> int: ...

@final
class Answer:
    """What a player answers. A callable may answer it in place of a move, to tell what the move has cost.

    >>> import joust
    >>> answer = joust.Answer("pass", nodes=12)
    >>> answer.move, answer.nodes, answer.value
    ('pass', 12, None)
    """
    def __new__(
        cls,
        move: _Move,
        *,
        nodes: Optional[int] = None,
        value: Optional[float] = None,
        notes: Optional[Sequence[str]] = None,
    ) -> Answer: ...
    @property
    def move(self) -> Union[str, int]:
        """The move: its text, or the number of its action."""
        ...
    @property
    def nodes(self) -> Optional[int]:
        """The positions that the player looked at, if it counts them."""
        ...
    @property
    def value(self) -> Optional[float]:
        """What the player thinks that its game is worth, on its own scale."""
        ...
    @property
    def time(self) -> Optional[float]:
        """Seconds that the answer took, if they are known."""
        ...
    @property
    def notes(self) -> list[str]:
        """What the player remarks about the turn."""
        ...

@final
class Player:
    """A player by name: ``engine:3``, ``minimax:2``, ``mcts:1000``, ``random``, a module or a program. It is a
    callable that takes a position and gives a move, as any player of Python's is.

    >>> import joust
    >>> player = joust.Player("minimax:2", seed=1)
    >>> position = joust.start("wargame", board="tiny")
    >>> player(position) in position.moves()
    True
    """
    def __new__(cls, name: str, *, seed: int = 0) -> Player: ...
    @property
    def name(self) -> str:
        """Its full name."""
        ...
    @property
    def seed(self) -> int:
        """The seed of its random choices."""
        ...
    def choose(self, position: Position) -> str:
        """The move that it chooses."""
        ...
    def answer(self, position: Position) -> Answer:
        """The move that it chooses, with what it says about it."""
        ...
    def __call__(self, position: Position) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Engine:
    """The engine. Without limits, it plays at full strength and takes a second for a move; a level has limits of
    its own. Times are in seconds.

    >>> import joust
    >>> engine = joust.Engine(nodes=2000)
    >>> position = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
    >>> engine.choose(position) in position.moves()
    True
    """
    def __new__(
        cls,
        level: Optional[int] = None,
        *,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        threads: int = 1,
        table: int = 64,
        tables: Optional[_Path] = None,
        seed: int = 0,
    ) -> Engine: ...
    def choose(self, position: Position) -> str:
        """The move that the engine chooses."""
        ...
    def answer(self, position: Position) -> Answer:
        """The move that the engine chooses, with the nodes that it searched and the value."""
        ...
    def analyze(self, position: Position, lines: int = 1) -> Analysis:
        """The best lines of a position, each with another first move. The level plays no part in it.

        >>> import joust
        >>> position = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
        >>> best = joust.Engine(nodes=50_000).analyze(position).lines[0]
        >>> best.proven, best.value, best.worth
        (True, 1.0, 'wins in 9')
        """
        ...
    def __call__(self, position: Position) -> str: ...

@final
class Analysis:
    """What an analysis has found: lines, the best first."""
    @property
    def lines(self) -> list[Line]:
        """The lines, the best first."""
        ...
    @property
    def depth(self) -> int:
        """The depth of the search in moves."""
        ...
    @property
    def nodes(self) -> int:
        """The positions that were visited."""
        ...
    @property
    def time(self) -> float:
        """The seconds that the search took."""
        ...
    @property
    def best(self) -> Optional[str]:
        """The best move; None if there is none."""
        ...

@final
class Line:
    """A line of play with its value."""
    @property
    def moves(self) -> list[str]:
        """The moves."""
        ...
    @property
    def value(self) -> float:
        """The value for the side to move: from -1 to 1 in MAD, the final difference of the scores in the War Game."""
        ...
    @property
    def proven(self) -> bool:
        """Whether the value is proven."""
        ...
    @property
    def ends_in(self) -> Optional[int]:
        """Moves until the game is won or lost with best play of both sides, where that is known."""
        ...
    @property
    def at_most(self) -> Optional[int]:
        """The most moves until the game is won or lost, where only this bound is proven."""
        ...
    @property
    def worth(self) -> str:
        """The value in words, such as ``wins in 5`` or ``+0.25``."""
        ...

@final
class Solution:
    """The exact value of a position, with best play of both sides."""
    @property
    def value(self) -> Optional[float]:
        """The value for the side to move: 1, 0.5, -0.5 or -1 in MAD, the final difference of the scores in the War
        Game. None where only the winner was asked for.
        """
        ...
    @property
    def winner(self) -> Optional[int]:
        """The seat that wins; None for a tie."""
        ...
    @property
    def best(self) -> list[str]:
        """Best moves: all of them if :attr:`all_best` is true."""
        ...
    @property
    def all_best(self) -> bool:
        """Whether :attr:`best` has all best moves."""
        ...
    @property
    def line(self) -> list[str]:
        """Best play of both sides."""
        ...
    @property
    def wins_in(self) -> Optional[int]:
        """Moves until the victory in MAD, where that was found."""
        ...
    @property
    def nodes(self) -> int:
        """The positions that were visited for the proof."""
        ...

@final
class Probe:
    """What the tables say of a position."""
    @property
    def value(self) -> float:
        """The value for the side to move: 1 and -1 for full victories, 0.5 and -0.5 for the tie-break."""
        ...
    @property
    def at_most(self) -> Optional[int]:
        """For a full victory: the most turns that it takes, if the winner always takes the shortest way to the next
        expulsion.
        """
        ...
    @property
    def next(self) -> Optional[int]:
        """The turns within which the winner forces the next expulsion or the end of the game; None where it holds
        the tie-break and need only wait.
        """
        ...

@final
class Tables:
    """The endgame tables of MAD for one board, in a folder: exact values of all positions with few ships.

    >>> import joust, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> tables = joust.Tables.build(folder.name, ships=2)
    >>> found = tables.probe(joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r"))
    >>> found.value, found.at_most
    (1.0, 9)
    """
    def __new__(cls, folder: _Path, *, board: str = "6x4") -> Tables: ...
    @staticmethod
    def build(
        folder: _Path, *, board: str = "6x4", ships: int = 4, limit: int = 40, threads: int = 1
    ) -> Tables:
        """Builds the tables of all classes with up to this many ships of both sides together, and opens them. Tables
        that are there stay. With four ships, it takes a minute. Ctrl-C stops it; the next call goes on.
        """
        ...
    @property
    def board(self) -> str:
        """The name of the board."""
        ...
    @property
    def ships(self) -> int:
        """The most ships, of both sides together, of a table that is there."""
        ...
    def probe(self, position: Position) -> Optional[Probe]:
        """The exact value of a position; None where no table has it."""
        ...
    def solve(self, position: Position, *, all_moves: bool = False) -> Solution:
        """The value of a position with best play; :class:`joust.Unsolved` where no table has it. ``all_moves``
        measures how long the game takes after each move.
        """
        ...

@final
class MatchResult:
    """What a match has come to."""
    @property
    def game(self) -> str:
        """The name of the game."""
        ...
    @property
    def standings(self) -> list[Standing]:
        """The players in the order in which they were entered."""
        ...
    @property
    def pairings(self) -> list[Pairing]:
        """Each pair of players."""
        ...
    @property
    def games(self) -> list[MatchGame]:
        """The games in their order."""
        ...
    @property
    def elo(self) -> Optional[float]:
        """How much stronger the first player is than the second, in Elo; infinite when it has won or lost all."""
        ...

@final
class Standing:
    """The games of a player in a match."""
    @property
    def name(self) -> str:
        """The name, with a number where another player has it too."""
        ...
    @property
    def games(self) -> int:
        """How many games it has played."""
        ...
    @property
    def points(self) -> float:
        """Its points by the rules of the game."""
        ...
    @property
    def score(self) -> Optional[float]:
        """The mean score of its games: 1 for a victory, 0.75 for a semi-victory, 0.5 for a tie; None without a game."""
        ...
    @property
    def won(self) -> int:
        """Victories."""
        ...
    @property
    def semi_won(self) -> int:
        """Semi-victories of MAD."""
        ...
    @property
    def tied(self) -> int:
        """Ties of the War Game."""
        ...
    @property
    def semi_lost(self) -> int:
        """Semi-defeats of MAD."""
        ...
    @property
    def lost(self) -> int:
        """Defeats."""
        ...
    @property
    def faults(self) -> int:
        """Games that it lost by its own fault."""
        ...
    @property
    def moves(self) -> int:
        """Moves that it made itself."""
        ...
    @property
    def nodes(self) -> int:
        """Positions that it looked at, if it counts them."""
        ...
    @property
    def time(self) -> float:
        """Seconds that it took for all moves."""
        ...

@final
class Pairing:
    """The games between two players, by pairs with one opening."""
    @property
    def players(self) -> list[str]:
        """The names of both."""
        ...
    @property
    def pairs(self) -> int:
        """The number of pairs of games."""
        ...
    @property
    def score(self) -> Optional[float]:
        """The mean score of the first player; None before the first pair is complete."""
        ...
    @property
    def elo(self) -> float:
        """How much stronger the first player is, in Elo; infinite when it has won or lost all."""
        ...
    @property
    def low(self) -> float:
        """The lower end of the 95 % confidence interval."""
        ...
    @property
    def high(self) -> float:
        """The upper end of the 95 % confidence interval."""
        ...

@final
class MatchGame:
    """A game of a match."""
    @property
    def number(self) -> int:
        """The number of the game in the match, from 0."""
        ...
    @property
    def seats(self) -> tuple[int, int]:
        """The numbers of the players, in the order of the seats."""
        ...
    @property
    def players(self) -> tuple[str, str]:
        """The names of the players, in the order of the seats."""
        ...
    @property
    def moves(self) -> list[str]:
        """The moves of the game, those of the opening first."""
        ...
    @property
    def opening(self) -> int:
        """How many moves are the opening, which no player has chosen."""
        ...
    @property
    def points(self) -> tuple[float, float]:
        """The points of the seats."""
        ...
    @property
    def result(self) -> str:
        """The result as records write it, such as ``1-0``."""
        ...
    @property
    def fault(self) -> Optional[str]:
        """What a player did that ended the game; None if nothing did."""
        ...
    def record(self) -> str:
        """The record of the game. One that a fault or endgame tables ended has no result."""
        ...

@final
class Report:
    """The report of a lab.

    >>> import joust
    >>> report = joust.lab(["minimax:1", "random"], boards=["tiny"])
    >>> [agent["name"] for agent in report.data["agents"]]
    ['minimax:1', 'random']
    >>> print(report.summary().splitlines()[0])
    board        MM–MM      RND–RND       MM–RND       RND–MM
    """
    @property
    def data(self) -> dict[str, Any]:
        """The report as plain values: agents with their counts, games with their moves, and the comparison of
        alpha-beta with minimax, as ``report.json`` of ``joust lab`` has them.
        """
        ...
    def summary(self) -> str:
        """The results in a few lines."""
        ...
    def save(self, folder: _Path) -> None:
        """Writes the report into a folder: a page, tables for spreadsheets, records and the data. The folder must
        be empty or have a report of the same lab.
        """
        ...

@final
class Skirmish:
    """A game of Mad Max. A seat with a name has that player: ``Demo``, ``Dummy``, ``Null``, a player of a kit or a
    module; seats without one are played from Python, by :meth:`step`. ``config`` is the name of a map or the text
    of a configuration, ``rules`` are settings such as ``nb_rounds=100``.

    The arrays show the state before the round to come, without copies: every step overwrites them. A game with
    built-in players can be copied and pickled, and goes on alike.

    >>> import joust.madmax
    >>> game = joust.madmax.Skirmish(seed=30, players=["Demo", None, "Null", "Dummy"])
    >>> game.units.shape, game.terrain.shape, game.scores.tolist()
    ((92, 7), (60, 60), [2, 2, 2, 2])
    >>> mine = [i for i, unit in enumerate(game.units) if unit[1] == 1]
    >>> game.step({1: [(mine[0], 0), (mine[1], 4)]})
    >>> game.round, game.is_over
    (1, False)
    """

    MOST_ORDERS: Final[int]
    def __new__(
        cls,
        seed: int = 1,
        *,
        config: Optional[str] = None,
        rules: Optional[str] = None,
        players: Optional[Sequence[Optional[str]]] = None,
    ) -> Skirmish: ...
    @staticmethod
    def read(text: str) -> Skirmish:
        """Reads a record that :meth:`record` has written, and plays it again. All seats are then those of Python."""
        ...
    @property
    def units(self) -> npt.NDArray[np.int32]:
        """The units, a row for each: kind (0 for a warrior, 1 for a car), player, row, column, food (fuel for a car),
        water, and 1 if it may move in the round to come.
        """
        ...
    @property
    def owners(self) -> npt.NDArray[np.uint8]:
        """The owner of each city."""
        ...
    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """The directions that each unit can take now, and staying, which all can."""
        ...
    @property
    def terrain(self) -> npt.NDArray[np.uint8]:
        """The terrain of each cell: desert 0, road 1, city 2, water 3, station 4, wall 5."""
        ...
    @property
    def cities(self) -> npt.NDArray[np.int16]:
        """The city of each cell, and -1 where there is none."""
        ...
    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The scores of the four teams."""
        ...
    @property
    def round(self) -> int:
        """The round to come, from 0."""
        ...
    @property
    def rounds(self) -> int:
        """The number of rounds."""
        ...
    @property
    def seed(self) -> int:
        """The seed of the game."""
        ...
    @property
    def players(self) -> list[str]:
        """The names of the players."""
        ...
    @property
    def to_move(self) -> list[int]:
        """The seats whose orders the next step takes from Python."""
        ...
    @property
    def living(self) -> list[int]:
        """The seats whose players are alive."""
        ...
    @property
    def is_over(self) -> bool:
        """Whether all rounds are played."""
        ...
    @property
    def ending(self) -> Optional[Ending]:
        """How the game ended; None while it goes on."""
        ...
    @property
    def faults(self) -> list[str]:
        """How players failed, a sentence each; their units stay, and get no more orders."""
        ...
    @property
    def events(self) -> list[Event]:
        """What happened in the last round."""
        ...
    def step(
        self, orders: Union[Mapping[int, _Orders], npt.NDArray[np.integer[Any]], None] = None
    ) -> None:
        """Plays a round. ``orders`` are by seat: a list of pairs (unit, direction), an array of a direction for each
        unit, the text of records such as ``12b,15r``, or ``dead``; or one array with a direction for each unit of
        all seats of Python's. Directions go from 0, bottom, against the clock to 7; 8 and -1 stand for none. Orders
        that the rules forbid are dropped, and :attr:`events` says so.
        """
        ...
    def result(self) -> bytes:
        """The result of the game so far, byte for byte as the original program writes it."""
        ...
    def record(self) -> str:
        """The record of the game so far as text."""
        ...
    def compact_record(self) -> bytes:
        """The compact record of the game so far, which ``joust replay`` shows."""
        ...
    def copy(self) -> Skirmish:
        """A copy of the game with its past. Its arrays are its own. Built-in players go on alike; a game with programs
        or modules among its players is not copied.
        """
        ...
    def __copy__(self) -> Skirmish: ...
    def __deepcopy__(self, memo: Any, /) -> Skirmish: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Event:
    """Something that happened in a round: its kind in a word, its numbers, and a sentence.

    >>> import joust.madmax
    >>> game = joust.madmax.Skirmish(seed=30, players=["Demo"] * 4)
    >>> game.step()
    >>> moved = next(event for event in game.events if event.kind == "moved")
    >>> sorted(moved.data)
    ['dir', 'from', 'id', 'to']
    """
    @property
    def kind(self) -> str:
        """The kind: ``refused``, ``moved``, ``attacked``, ``thunderdome``, ``ran-over``, ``ran-into``, ``collided``,
        ``starved``, ``captured``, ``respawned`` or ``city-taken``.
        """
        ...
    @property
    def data(self) -> dict[str, Any]:
        """Its numbers by name: units and players as numbers, cells as (row, column)."""
        ...
    @property
    def is_told(self) -> bool:
        """Whether players are told it: orders are secret."""
        ...

@final
class MadMaxBatch:
    """Games of Mad Max that are stepped at once into arrays that stay the same: every round overwrites them. A game
    that ends is followed by another, with another seed. A seat with a name has that built-in player; units of the
    others get their orders from Python. Threads of Python take turns with a batch.

    >>> import joust.madmax, numpy as np
    >>> batch = joust.madmax.Batch(8, seed=1, players=[None, "Demo", "Demo", "Demo"])
    >>> batch.units.shape, batch.masks.shape
    ((8, 92, 7), (8, 92, 9))
    >>> batch.step(np.full((8, 92), -1, np.int8))
    >>> batch.rounds.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """
    def __new__(
        cls,
        games: int,
        *,
        seed: int = 1,
        threads: int = 1,
        config: Optional[str] = None,
        rules: Optional[str] = None,
        players: Optional[Sequence[Optional[str]]] = None,
    ) -> MadMaxBatch: ...
    @property
    def units(self) -> npt.NDArray[np.int32]:
        """The units of each game, as :attr:`Skirmish.units` has them: (games, units, 7)."""
        ...
    @property
    def owners(self) -> npt.NDArray[np.uint8]:
        """The owners of the cities: (games, cities)."""
        ...
    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """The directions that each unit can take now, and staying: (games, units, 9)."""
        ...
    @property
    def terrain(self) -> npt.NDArray[np.uint8]:
        """The terrain of each cell: (games, rows, columns)."""
        ...
    @property
    def cities(self) -> npt.NDArray[np.int16]:
        """The city of each cell, and -1 where there is none: (games, rows, columns)."""
        ...
    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The scores of the teams: (games, 4)."""
        ...
    @property
    def rounds(self) -> npt.NDArray[np.int32]:
        """The round to come in each game."""
        ...
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last round has added to the scores: (games, 4)."""
        ...
    @property
    def final_scores(self) -> npt.NDArray[np.int32]:
        """The scores of the games that the last round has ended, and 0 elsewhere: (games, 4)."""
        ...
    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Whether the last round has ended the game."""
        ...
    @property
    def orders(self) -> npt.NDArray[np.int8]:
        """The orders of the last round: (games, units)."""
        ...
    @property
    def threads(self) -> int:
        """The number of threads that share the work of a round."""
        ...
    @property
    def encoding_version(self) -> int:
        """The version of the encoding of states and orders."""
        ...
    def step(self, orders: npt.ArrayLike) -> None:
        """Plays a round in each game, with a direction for each unit, of the shape (games, units): 0 to 7, and 8 or -1
        for none.
        """
        ...
    def step_random(self) -> None:
        """Plays a round in each game with orders that its generator draws; :attr:`orders` has them."""
        ...
    def reset(self, seed: Optional[int] = None) -> None:
        """Starts all games anew, with the same seed or another one."""
        ...
    def __len__(self) -> int: ...

def _launched(words: Sequence[str]) -> int:
    """Becomes the program that these words name: for launchers only."""
    ...
def games() -> list[str]:
    """The games by name, the default first.

    >>> import joust
    >>> joust.games()
    ['mad', 'wargame', 'madmax']
    """
    ...
def boards(game: str) -> dict[str, str]:
    """The boards of a game by name, the default first, with a few words about each. Mad Max calls them maps.

    >>> import joust
    >>> list(joust.boards("mad"))
    ['6x4', '5x5', '4x6', 'aztec']
    """
    ...
def rulesets(game: str) -> dict[str, str]:
    """The rulesets of a game by name, the default first, with a few words about each.

    >>> import joust
    >>> list(joust.rulesets("wargame"))
    ['mandatory', 'optional-blitz']
    """
    ...
def start(game: str = "mad", *, board: Optional[str] = None, rules: Optional[str] = None) -> Position:
    """The position in which games of a duel start.

    >>> import joust
    >>> p = joust.start("mad", board="5x5", rules="app")
    >>> p.board, p.rules, len(p.moves())
    ('5x5', 'app', 18)
    """
    ...
def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly this many moves from a position, whatever limits the length of the
    game.

    >>> import joust
    >>> joust.perft(joust.start("mad", rules="app"), 4)
    68892
    """
    ...
def divide(position: Position, depth: int) -> dict[str, int]:
    """The number of move sequences after each move, in the order of the rules.

    >>> import joust
    >>> joust.divide(joust.start("wargame", board="tiny"), 2)["drop-A1"]
    3
    """
    ...
def solve(
    position: Position,
    *,
    tables: Optional[_Path] = None,
    sign: bool = False,
    all_moves: bool = False,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    threads: int = 1,
    table: int = 256,
) -> Solution:
    """The exact value of a position.

    Positions of the War Game are solved by search, which takes a moment with up to twenty vacant squares, and
    hours with thirty-six; the official boards at their start are known. ``sign`` asks only for the winner, which
    is quicker, and ``all_moves`` for all best moves. Positions of MAD are solved with endgame tables: ``tables``
    is their folder. :class:`joust.Unsolved` is raised where the limits were too tight.

    >>> import joust
    >>> solution = joust.solve(joust.start("wargame", board="9 1 5/2 2 8"))
    >>> solution.value, solution.winner, solution.best
    (5.0, 0, ['drop-A1'])
    """
    ...
def match(
    game: str,
    players: Iterable[Union[str, Player, Engine, _Chooser]],
    *,
    games: int = 2,
    seed: int = 1,
    threads: int = 1,
    board: Optional[str] = None,
    rules: Optional[str] = None,
    position: Optional[str] = None,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    tables: Optional[_Path] = None,
    strict: bool = True,
) -> MatchResult:
    """Plays a match of a duel: every player against every other, in pairs of games with one opening and the seats
    exchanged.

    A player is a name, such as ``engine:2``, a :class:`joust.Player`, or a callable that takes a position and
    gives a move, its number or a :class:`joust.Answer`. What a callable raises ends the match and is raised here,
    and so is an illegal move; with ``strict=False`` the callable loses that game instead. ``games`` are those of
    each pairing. Equal seeds give equal matches, whatever the number of threads, if the players are such.

    >>> import joust
    >>> def first(position):
    ...     return position.moves()[0]
    >>> result = joust.match("wargame", ["minimax:2", first], games=4, board="Smolensk:3x3")
    >>> result.standings[0].name, result.standings[0].games, result.pairings[0].score > 0.5
    ('minimax:2', 4, True)
    """
    ...
def lab(
    agents: Optional[Iterable[Union[str, Player, Engine, _Chooser]]] = None,
    *,
    boards: Optional[Sequence[str]] = None,
    rules: Optional[str] = None,
    seed: int = 1,
    threads: int = 1,
    strict: bool = True,
) -> Report:
    """Lets agents of the War Game play each other on boards, each pair in both orders and each against itself, and
    compares alpha-beta with minimax on each board: the experiments of the search course. Agents are names or
    callables, as in :func:`joust.match`; without any, ``minimax:3`` and ``alphabeta:5`` play on the official
    boards.
    """
    ...
