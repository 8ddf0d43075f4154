"""Mad Max through Python is the original game, byte for byte."""

from __future__ import annotations

import copy
import hashlib
import pickle
import types
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping

import joust
import joust.madmax as madmax
import numpy as np
import pytest
from conftest import DATA, LONG, REPOSITORY, crowd


def golden() -> list[tuple[str, list[str], int, str, str]]:
    rows = []
    for line in (DATA / "madmax" / "golden.tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, players, seed, config, result, _ = line.split("\t")
            rows.append((name, players.split(" "), int(seed), config, result))
    return rows


def configuration(name: str) -> str | None:
    for folder in [DATA / "madmax" / "cnf", REPOSITORY / "kits" / "madmax"]:
        if (folder / name).exists():
            return (folder / name).read_text()
    return None


def is_here(row: tuple[str, list[str], int, str, str]) -> bool:
    return configuration(row[3]) is not None and set(row[1]) <= {"Demo", "Dummy", "Null"}


GAMES = [row for row in golden() if is_here(row)]


def test_enough_golden_games_are_here() -> None:
    assert len(GAMES) >= 15


@pytest.mark.parametrize(("name", "players", "seed", "config", "digest"), GAMES if LONG else GAMES[::4], ids=lambda x: str(x)[:24])
def test_golden_games_come_out_byte_for_byte(name: str, players: list[str], seed: int, config: str, digest: str) -> None:
    game = madmax.Skirmish(seed, config=configuration(config), players=players)
    while not game.is_over:
        game.step()
    result = game.result()
    assert hashlib.sha256(result).hexdigest() == digest, name
    assert game.faults == [] and game.ending is not None and game.ending.why == "rounds"


def test_views_are_read_only_and_stay_the_same() -> None:
    game = madmax.Skirmish(seed=30, players=["Demo"] * 4)
    units, scores = game.units, game.scores
    before = units.copy()
    game.step()
    assert game.units is units and game.scores is scores and (units != before).any()
    arrays: list[np.ndarray[Any, Any]] = [game.units, game.owners, game.masks, game.terrain, game.cities, game.scores]
    for array in arrays:
        with pytest.raises(ValueError):
            array[...] = 0
    assert set(np.unique(game.terrain)) <= set(range(6))
    assert game.cities.max() == len(game.owners) - 1


def test_orders_of_every_form_are_the_same_orders() -> None:
    def fresh() -> madmax.Skirmish:
        return madmax.Skirmish(seed=4, players=[None, "Demo", None, "Null"])

    start = fresh()
    assert start.to_move == [0, 2] and start.living == [0, 1, 2, 3] and start.players[0] == "Python"
    own = [int(unit) for unit in np.flatnonzero(start.units[:, 1] == 0)][:5]
    theirs = int(np.flatnonzero(start.units[:, 1] == 2)[0])
    directions = np.full(len(start.units), -1, np.int8)
    directions[own] = 2
    directions[theirs] = 4
    text = ",".join(f"{unit}r" for unit in own)
    pairs = [(unit, 2) for unit in own]
    forms = [
        directions,
        directions.astype(np.int64),
        {0: pairs, 2: [(theirs, 4)]},
        {0: np.array(pairs), 2: directions},
        {0: text, 2: f"{theirs}t"},
        {0: directions, 2: np.where(directions == 4, directions, 8)},
    ]
    states = []
    for orders in forms:
        game = fresh()
        game.step(orders)  # type: ignore[arg-type]
        states.append(game.units.tobytes())
        refused = [event for event in game.events if event.kind == "refused"]
        assert all(event.data["why"] and not event.is_told and str(event) for event in refused)
    assert len(set(states)) == 1


def test_mistakes_in_orders_are_exceptions_and_change_nothing() -> None:
    game = madmax.Skirmish(seed=4, players=[None, "Demo", None, "Null"])
    for orders in [{1: []}, {4: []}, {-1: []}, {0: "hello"}, {0: 5}, {0: [(1, 2, 3)]}, [1, 2], {0: [("a", 1)]}]:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            game.step(orders)  # type: ignore[arg-type]
    with pytest.raises(joust.IllegalMove) as caught:
        game.step({0: [(unit, 0) for unit in range(1001)]})
    assert caught.value.clause == "MAX-3.2"
    assert game.round == 0
    game.step({0: "dead"})
    assert game.living == [1, 2, 3] and game.to_move == [2]


def test_a_round_that_is_refused_has_not_begun() -> None:
    def fresh() -> madmax.Skirmish:
        return madmax.Skirmish(seed=4, players=[None, "Demo", None, "Dummy"])

    game, twin = fresh(), fresh()
    own = int(np.flatnonzero(game.units[:, 1] == 0)[0])
    for _ in range(3):
        with pytest.raises(joust.IllegalMove) as caught:
            game.step({0: [(own, 4)], 2: [(unit, 0) for unit in range(1001)]})
        assert caught.value.clause == "MAX-3.2"
        assert game.round == 0 and game.to_move == [0, 2] and game.events == []
    # No built-in player has drawn a number for it.
    rounds: list[Any] = [{0: [(own, 4)]}, {}, {2: "0b"}] * 4
    for orders in rounds:
        game.step(orders)
        twin.step(orders)
    assert game.record() == twin.record() and game.faults == []


def test_orders_come_by_any_mapping() -> None:
    class Own(Mapping[int, Any]):
        def __getitem__(self, seat: int) -> Any:
            return {0: "12b", 2: []}[seat]

        def __iter__(self) -> Iterator[int]:
            return iter([0, 2])

        def __len__(self) -> int:
            return 2

    records = []
    mappings: list[Any] = [{0: "12b", 2: []}, types.MappingProxyType({0: "12b", 2: []}), Own()]
    for orders in mappings:
        game = madmax.Skirmish(seed=4)
        game.step(orders)
        records.append(game.record())
    assert len(set(records)) == 1


def test_directions_for_units_of_others_are_no_orders() -> None:
    game = madmax.Skirmish(seed=4, config=crowd())
    assert len(game.units) > game.MOST_ORDERS == 1000
    orders = np.zeros(len(game.units), np.int8)
    orders[np.flatnonzero(game.units[:, 1] == 0)[1000:]] = 8
    owners = game.units[:, 1].copy()
    game.step({0: orders})
    assert game.round == 1
    refused = [event.data["id"] for event in game.events if event.kind == "refused"]
    assert refused and (owners[refused] == 0).all()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_goes_on_alike_with_players_that_draw(copied: Any) -> None:
    game, rng = madmax.Skirmish(seed=9, players=["Demo", None, "Dummy", None], rules="nb_rounds=60"), joust.Rng(1)

    def orders() -> np.ndarray[Any, Any]:
        return np.array([rng.below(9) for _ in game.units], np.int8)

    assert copied(game).events == []
    for _ in range(20):
        game.step(orders())
    other = copied(game)
    assert other.players == game.players and other.to_move == game.to_move and other.seed == game.seed
    assert list(map(str, other.events)) == list(map(str, game.events))
    assert (other.units == game.units).all() and other.units is not game.units
    while not game.is_over:
        given = orders()
        game.step(given)
        other.step(given)
        assert (other.units == game.units).all() and (other.masks == game.masks).all()
    assert other.is_over and other.record() == game.record() and other.result() == game.result()


def test_a_game_with_a_program_is_not_copied() -> None:
    try:
        game = madmax.Skirmish(seed=4, players=[f"cmd:python3 {REPOSITORY / 'kits' / 'python' / 'bot.py'}"] + [None] * 3)
    except joust.BadPlayer as why:
        # A machine that cannot confine programs runs none.
        pytest.skip(str(why))
    game.step()
    ways: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickle.dumps]
    for copied in ways:
        with pytest.raises(TypeError, match="is a program"):
            copied(game)
    assert madmax.Skirmish.read(game.record()).round == 1


def test_a_record_is_played_again() -> None:
    game, rng = madmax.Skirmish(seed=9, rules="nb_rounds=25", players=["Demo", None, None, "Dummy"]), joust.Rng(1)
    while not game.is_over:
        game.step(np.array([rng.below(9) for _ in game.units], np.int8))
    again = madmax.Skirmish.read(game.record())
    assert (again.units == game.units).all() and (again.scores == game.scores).all()
    assert again.result().split(b"\n", 60)[-1] == game.result().split(b"\n", 60)[-1]
    with pytest.raises(joust.IllegalMove) as caught:
        game.step()
    assert caught.value.clause == "MAX-4.17"
    assert len(game.compact_record()) < len(game.result())


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"seed": 2**31}, joust.BadBoard),
        ({"config": "nowhere"}, joust.BadBoard),
        ({"config": "Mad_Max 1.6\nnb_players 4"}, joust.BadBoard),
        ({"rules": "nb_rounds=0"}, joust.Refused),
        ({"players": ["Demo"]}, ValueError),
        ({"players": ["Nobody", None, None, None]}, joust.BadPlayer),
        ({"players": ["no/such/kit:Foo", None, None, None]}, joust.BadPlayer),
    ],
)
def test_games_that_cannot_begin_say_why(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        madmax.Skirmish(**options)  # type: ignore[arg-type]
    assert str(caught.value)


def test_maps_by_name() -> None:
    for name in joust.boards("madmax"):
        assert madmax.Skirmish(seed=2, config=name).terrain.shape == (60, 60)


def test_a_result_can_be_verified_by_the_command(command: Path, tmp_path: Path) -> None:
    import subprocess

    game = madmax.Skirmish(seed=7, rules="nb_rounds=40", players=["Demo", "Dummy", None, "Null"])
    while not game.is_over:
        game.step()
    (tmp_path / "game.res").write_bytes(game.result())
    (tmp_path / "game.jmm").write_bytes(game.compact_record())
    for name in ["game.res", "game.jmm"]:
        subprocess.run([command, "verify", tmp_path / name], check=True, capture_output=True)
