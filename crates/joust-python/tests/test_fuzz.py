"""No argument kills the interpreter: whatever is said, the answer is a value or an ordinary exception."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any, Callable

import joust
import joust.madmax
import joust.spiel
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

#: What may be raised. A panic of Rust is none of them, because it is not an Exception.
ORDINARY = (joust.Error, TypeError, ValueError, OverflowError, IndexError, KeyError, RuntimeError, OSError)

words = st.sampled_from(
    ["mad", "wargame", "madmax", "app", "current", "6x4", "5x5", "tiny", "Smolensk", "random:3x3:5", "pass", "resign"]
    + ["offer", "accept", "c2c4", "112<>221", "A1", "blitz-B2", "engine:1", "minimax:1", "random", "b111,,,/,,, r"]
    + ["1 2/3 4", "b./.. b", "limit=3,positioning=off", "optional-blitz", '[Game "mad"]\n\n1. pass *', "1-0", "dead", "0b,1r"]
)
texts = st.one_of(words, st.text(max_size=30), st.text("brg1234567890,/#. -\n", max_size=60))
numbers = st.one_of(st.integers(-3, 300), st.integers(), st.floats(), st.booleans())
anything = st.one_of(
    texts, numbers, st.none(), st.binary(max_size=8), st.lists(st.integers(-9, 99), max_size=5), st.builds(object)
)


def ordinary(question: Callable[[], Any]) -> Any:
    """The answer to a question, or None after an ordinary exception."""
    try:
        return question()
    except ORDINARY as why:
        assert str(why) is not None
        return None


def sane(position: joust.Position | None) -> None:
    """A position that was made is whole."""
    if position is not None:
        assert len(position.moves()) == len(position.actions())
        assert position == joust.Position._restore(*position.__reduce__()[1])  # type: ignore[attr-defined]
        assert repr(position) and str(position) and position.grid() and hash(position) == hash(position)
        assert position.observation().size > 0


@given(anything, anything, anything, anything)
def test_positions(game: Any, text: Any, board: Any, rules: Any) -> None:
    sane(ordinary(lambda: joust.Position(game, text, board=board, rules=rules)))
    sane(ordinary(lambda: joust.start(game, board=board, rules=rules)))
    ordinary(lambda: joust.Game(game, text, board=board, rules=rules))
    ordinary(lambda: joust.boards(game))
    ordinary(lambda: joust.rulesets(game))


@given(st.sampled_from(["mad", "wargame"]), texts, texts, texts)
def test_texts_of_positions(game: str, text: str, board: str, rules: str) -> None:
    sane(ordinary(lambda: joust.Position(game, text, board=board, rules=rules)))
    sane(ordinary(lambda: joust.Position(game, text)))
    sane(ordinary(lambda: joust.start(game, board=board)))


@given(st.lists(anything, max_size=8), st.sampled_from(["mad", "wargame"]))
def test_moves(said: list[Any], game: str) -> None:
    here, whole = joust.start(game), joust.Game(game)
    for move in said:
        for ask in (here.play, here.move, here.action, here.is_legal, whole.play):
            ordinary(lambda ask=ask, move=move: ask(move))  # type: ignore[misc]
        here = ordinary(lambda move=move: here.play(move)) or here  # type: ignore[misc]
    sane(here)
    assert joust.Game.read(whole.record()).actions == whole.actions


@given(anything, anything)
def test_records(text: Any, game: Any) -> None:
    ordinary(lambda: joust.Game.read(text, game))
    ordinary(lambda: joust.madmax.Skirmish.read(text))


@given(st.lists(st.one_of(words, st.text("{}()[]\"*- .123<>xabcd", max_size=12)), max_size=12))
def test_texts_of_records(parts: list[str]) -> None:
    for joint in (" ", "\n"):
        game = ordinary(lambda joint=joint: joust.Game.read(joint.join(parts)))  # type: ignore[misc]
        if game is not None:
            assert joust.Game.read(game.record()).position == game.position


@given(st.dictionaries(st.text(max_size=8), anything, max_size=3))
def test_headers(headers: dict[str, Any]) -> None:
    game = joust.Game("mad")
    record = ordinary(lambda: game.record(**headers))
    if record is not None and not {name.lower() for name in headers} & {"game", "board", "rules", "position", "turn"}:
        assert joust.Game.read(record).position == game.position


@given(anything, anything, anything)
def test_generators(seed: Any, bound: Any, game: Any) -> None:
    rng = ordinary(lambda: joust.Rng(seed))
    if rng is not None:
        drawn = ordinary(lambda: rng.below(bound))
        assert drawn is None or 0 <= drawn < bound
    ordinary(lambda: joust.start("mad").random_move(seed))


@given(anything, anything)
def test_players(name: Any, seed: Any) -> None:
    # A command would be run.
    if isinstance(name, str) and ("cmd" in name or "line" in name):
        return
    player = ordinary(lambda: joust.Player(name, seed=seed))
    if player is not None and "engine" not in player.name and "mcts" not in player.name:
        assert player(joust.start("wargame", board="tiny"))


@given(st.dictionaries(st.sampled_from(["level", "time", "nodes", "depth", "threads", "table", "tables", "seed"]), anything))
def test_engines(options: dict[str, Any]) -> None:
    engine = ordinary(lambda: joust.Engine(**options))
    assert engine is None or "engine" in repr(engine)


@given(st.one_of(st.integers(-1, 4), anything), anything)
def test_counts(depth: Any, position: Any) -> None:
    start = joust.start("wargame", board="tiny")
    if not isinstance(depth, int) or depth < 6:
        ordinary(lambda: joust.perft(start, depth))
        ordinary(lambda: joust.divide(start, depth))
    ordinary(lambda: joust.perft(position, 1))
    ordinary(lambda: joust.solve(position))


@given(st.one_of(st.integers(-2, 40), anything), anything, anything, anything)
def test_batches(games: Any, game: Any, seed: Any, threads: Any) -> None:
    if isinstance(games, int) and games > 1000:
        games = games % 7 - 1
    if isinstance(threads, int) and threads > 8:
        threads = 10**6
    batch = ordinary(lambda: joust.Batch(game, games, seed=seed, threads=threads))
    if batch is not None:
        ordinary(lambda: batch.step(seed))
        ordinary(lambda: batch.position(threads))
        ordinary(lambda: batch.reset(game))


dtypes: list[Any] = ["int8", "int32", "int64", "uint64", "float32", "bool", "object", "U3", "complex64"]
some_arrays: st.SearchStrategy[np.ndarray[Any, Any]] = arrays.arrays(
    dtype=st.sampled_from([np.dtype(name) for name in dtypes]),
    shape=arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=9),
)


@given(some_arrays, st.sampled_from(["whole", "every second", "reversed", "transposed", "read-only", "swapped"]))
def test_arrays_of_every_kind(array: np.ndarray[Any, Any], form: str) -> None:
    if form == "every second" and array.ndim:
        array = array[::2]
    elif form == "reversed" and array.ndim:
        array = array[::-1]
    elif form == "transposed":
        array = array.T
    elif form == "read-only":
        array.flags.writeable = False
    elif form == "swapped":
        array = array.astype(array.dtype.newbyteorder(), copy=False)
    batch = joust.Batch("wargame", 4, board="tiny")
    before = batch.observations.copy()
    try:
        batch.step(array)
    except ORDINARY:
        assert (batch.observations == before).all(), "a refused step changes nothing"
    game = joust.madmax.Skirmish(seed=1, rules="nb_rounds=3")
    ordinary(lambda: game.step(array))
    ordinary(lambda: game.step({0: array}))
    many = joust.madmax.Batch(1, rules="nb_rounds=3")
    ordinary(lambda: many.step(array))


@given(anything, anything, anything, st.one_of(st.none(), st.lists(anything, max_size=5)))
def test_skirmishes(seed: Any, config: Any, rules: Any, players: Any) -> None:
    if any(isinstance(name, str) and ("cmd" in name or ":" in name) for name in players or []):
        return
    game = ordinary(lambda: joust.madmax.Skirmish(seed, config=config, rules=rules, players=players))
    if game is not None:
        ordinary(lambda: game.step(config))
        assert joust.madmax.Skirmish.read(game.record()).round == game.round


@given(st.dictionaries(st.one_of(st.integers(-1, 4), texts, numbers, st.none()), st.one_of(anything, st.lists(st.tuples(numbers, numbers)))))
def test_orders(orders: dict[Any, Any]) -> None:
    game = joust.madmax.Skirmish(seed=2, players=[None, None, "Null", "Demo"])
    ordinary(lambda: game.step(orders))
    assert game.round in (0, 1) and len(game.events) >= 0
    assert game.units.shape == (92, 7)


some_orders = st.one_of(
    st.none(),
    some_arrays,
    st.dictionaries(st.integers(0, 3), st.one_of(some_arrays, st.lists(st.tuples(st.integers(-1, 99), st.integers(-1, 9))))),
    st.dictionaries(st.integers(0, 3), st.one_of(texts, st.builds(lambda many: [(0, 0)] * many, st.integers(999, 1002)))),
)


@given(st.lists(some_orders, max_size=4))
def test_rounds_are_whole_and_copies_are_equal(rounds: list[Any]) -> None:
    game = joust.madmax.Skirmish(seed=2, players=[None, None, "Dummy", "Demo"], rules="nb_rounds=3")
    for orders in rounds:
        before, units = game.record(), game.units.copy()
        try:
            game.step(orders)
        except ORDINARY:
            assert game.record() == before and (game.units == units).all()
        other = pickle.loads(pickle.dumps(copy.copy(game)))
        assert other.record() == game.record() and (other.units == game.units).all()
        assert list(map(str, other.events)) == list(map(str, game.events))


@given(st.one_of(some_arrays, anything))
def test_environments(action: Any) -> None:
    pytest.importorskip("pettingzoo")
    import joust.gymnasium
    import joust.pettingzoo

    one, four = joust.gymnasium.MadMax(["Null"] * 3, rules="nb_rounds=3"), joust.pettingzoo.parallel_env(rules="nb_rounds=3")
    many = joust.gymnasium.DuelVector(3, game="wargame", board="tiny")
    duel = joust.pettingzoo.env("wargame", board="tiny", illegal="raise")
    environments: list[Any] = [one, four, many, duel]
    for environment in environments:
        environment.reset(seed=1)
    turn = duel.position
    questions: list[Callable[[], Any]] = [
        lambda: one.step(action),
        lambda: four.step({"player_1": action}),
        lambda: four.step({action: np.full(92, 8)}),
        lambda: many.step(action),
        lambda: duel.step(action),
    ]
    for question in questions:
        ordinary(question)
    assert one.game.round <= 1 and four.game.round <= 2
    assert duel.position.turn == turn.turn or turn.is_legal(action)


@given(anything, anything, anything)
def test_names_of_openspiel(name: Any, parameters: Any, action: Any) -> None:
    game = ordinary(lambda: joust.spiel.load_game(name, parameters) if isinstance(name, str) else None)
    state = (game or joust.spiel.load_game("wargame(board=tiny)")).new_initial_state()
    before = str(state)
    if ordinary(lambda: state.child(action)) is None:
        ordinary(lambda: state.apply_action(action))
        assert str(state) == before and state.history() == []
    ordinary(lambda: state.string_to_action(action))


@given(st.integers(-1, 4), anything, anything, anything, anything, st.one_of(st.none(), st.lists(anything, max_size=5)))
def test_batches_of_mad_max(games: int, seed: Any, threads: Any, config: Any, rules: Any, players: Any) -> None:
    if isinstance(threads, int) and threads > 8:
        threads = 10**6
    options = dict(seed=seed, threads=threads, config=config, rules=rules, players=players)
    batch = ordinary(lambda: joust.madmax.Batch(games, **options))
    for one in filter(None, (batch, ordinary(lambda: joust.madmax.Batch(1, seed=seed)))):
        ordinary(lambda one=one: one.reset(config))  # type: ignore[misc]
        one.step_random()


@given(st.lists(anything, max_size=6))
def test_pickles_of_others(parts: list[Any]) -> None:
    kinds: list[Any] = [joust.Position, joust.Rng, joust.Outcome, joust.Player, joust.madmax.Skirmish]
    for kind in kinds:
        ordinary(lambda kind=kind: kind._restore(*parts))  # type: ignore[misc]


@given(anything, st.lists(st.one_of(st.sampled_from(["random", "minimax:1"]), numbers, st.none()), max_size=4), anything, anything)
def test_matches(game: Any, players: list[Any], games: Any, option: Any) -> None:
    if isinstance(games, int) and games > 4:
        games = 4
    for name in ("board", "rules", "position", "seed", "time", "nodes", "depth", "threads", "tables"):
        if name != "threads" or not isinstance(option, int) or option < 9:
            options: dict[str, Any] = {"board": "tiny", name: option}
            ordinary(lambda options=options: joust.match(game, players, games=games, **options))  # type: ignore[misc]
            ordinary(lambda options=options: joust.match("wargame", players, games=games, **options))  # type: ignore[misc]


class Hostile:
    """Raises or lies whenever it is asked for anything."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def _ask(self) -> Any:
        if isinstance(self.answer, type) and issubclass(self.answer, BaseException):
            raise self.answer("hostile")
        return self.answer

    def __index__(self) -> int:
        return self._ask()  # type: ignore[no-any-return]

    def __float__(self) -> float:
        return self._ask()  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return self._ask()  # type: ignore[no-any-return]

    def __iter__(self) -> Any:
        return self._ask()

    def __array__(self, *_: Any, **__: Any) -> Any:
        return self._ask()

    def __fspath__(self) -> str:
        return self._ask()  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "answer":
            raise AttributeError(name)
        return self._ask()


@given(st.sampled_from([ValueError, MemoryError, ZeroDivisionError, None, -1, 10**40, "text", 2.5, (), math.nan]))
def test_hostile_objects(answer: object) -> None:
    hostile, batch = Hostile(answer), joust.Batch("wargame", 2, board="tiny")
    questions: list[Callable[[], Any]] = [
        lambda: joust.start("mad").play(hostile),  # type: ignore[arg-type]
        lambda: joust.Rng(hostile),  # type: ignore[arg-type]
        lambda: batch.step(hostile),
        lambda: joust.Batch("mad", hostile),  # type: ignore[arg-type]
        lambda: joust.Engine(time=hostile),  # type: ignore[arg-type]
        lambda: joust.Tables(hostile),
        lambda: joust.match("mad", hostile),
        lambda: joust.match("wargame", ["random", hostile], board="tiny"),  # type: ignore[list-item]
        lambda: joust.lab(hostile),
        lambda: joust.madmax.Skirmish(1).step({0: hostile}),  # type: ignore[dict-item]
        lambda: joust.Game("mad").record(Red=hostile),
    ]
    for question in questions:
        try:
            question()
        except (*ORDINARY, MemoryError, ZeroDivisionError, AttributeError):
            pass
