"""Batches through Python are single games through Python."""

from __future__ import annotations

import os
import threading
from typing import Any

import joust
import joust.madmax
import numpy as np
import pytest
from conftest import LONG

KINDS: list[dict[str, Any]] = [
    {"game": "mad"},
    {"game": "mad", "rules": "app", "board": "5x5"},
    {"game": "wargame", "rules": "optional-blitz", "board": "Smolensk:4x4"},
    {"game": "wargame"},
]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_batch_steps_as_single_positions_do(kind: dict[str, Any]) -> None:
    batch = joust.Batch(kind["game"], 6, seed=3, rules=kind.get("rules"), board=kind.get("board"))
    start = joust.start(kind["game"], rules=kind.get("rules"), board=kind.get("board"))
    single, ends = [start] * 6, 0
    arrays = [batch.observations, batch.masks, batch.rewards, batch.dones, batch.to_move]
    for turn in range(300 if LONG else 120):
        for game, here in enumerate(single):
            assert (batch.observations[game] == here.observation()).all()
            assert (batch.masks[game] == here.mask()).all()
            assert batch.to_move[game] == here.to_move and batch.position(game) == here
        if turn % 2:
            batch.step_random()
            actions = batch.actions.copy()
        else:
            actions = np.array([here.actions()[turn % len(here.actions())] for here in single], np.int32)
            batch.step(actions)
        for game, action in enumerate(actions):
            here = single[game].play(action)
            assert batch.dones[game] == here.is_over
            assert batch.rewards[game].tolist() == list(here.rewards or (0.0, 0.0))
            ends += here.is_over
            single[game] = start if here.is_over else here
    assert ends > 0
    again = [batch.observations, batch.masks, batch.rewards, batch.dones, batch.to_move]
    assert all(one is other for one, other in zip(arrays, again)), "the arrays stay the same"


def test_threads_do_not_matter_and_seeds_do() -> None:
    def run(seed: int, threads: int) -> list[int]:
        batch = joust.Batch("mad", 300, seed=seed, threads=threads)
        for _ in range(100):
            batch.step_random()
        return [int(batch.actions.sum()), int(batch.observations.sum()), int(batch.masks.sum())]

    assert run(1, 1) == run(1, 2) == run(1, 7) != run(2, 1)


def test_a_reset_begins_anew() -> None:
    batch = joust.Batch(joust.start("mad", rules="app"), 10, seed=4)

    def steps() -> list[list[int]]:
        drawn = []
        for _ in range(20):
            batch.step_random()
            drawn.append(batch.actions.tolist())
        return drawn

    first = steps()
    batch.reset()
    assert not batch.dones.any()
    assert steps() == first
    batch.reset(5)
    assert steps() != first


def test_a_refused_step_changes_nothing_and_names_its_game() -> None:
    batch = joust.Batch("wargame", 3, board="tiny")
    actions = batch.masks.argmax(axis=1)
    actions[2] = 99
    before = batch.observations.copy()
    with pytest.raises(joust.IllegalMove, match="game 2, action 99") as caught:
        batch.step(actions)
    assert caught.value.clause == "WAR-6.1"
    assert (batch.observations == before).all()
    for wrong, error in [
        (np.zeros(3), TypeError),
        (np.zeros(2, np.int32), ValueError),
        (np.zeros((3, 1), np.int32), ValueError),
        (np.full(3, 2**40), ValueError),
        (["a", "b", "c"], TypeError),
        (None, TypeError),
    ]:
        with pytest.raises(error):
            batch.step(wrong)  # type: ignore[arg-type]
    batch.step([0, 1, 2])
    batch.step(np.array([9, 1, 9, 0, 9, 0], np.int64)[1::2])


def test_arrays_that_lie_askew_are_read() -> None:
    def askew(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        bytes_ = np.zeros(array.nbytes + 1, np.uint8)[1:]
        view: np.ndarray[Any, Any] = bytes_.view(array.dtype).reshape(array.shape)
        view[...] = array
        assert view.flags.c_contiguous and not view.flags.aligned
        return view

    batch = joust.Batch("wargame", 4, board="tiny")
    batch.step(askew(np.arange(4, dtype=np.int32)))
    assert batch.actions.tolist() == [0, 1, 2, 3]
    game, twin = joust.madmax.Skirmish(seed=4), joust.madmax.Skirmish(seed=4)
    game.step({0: askew(np.array([[12, 0], [15, 4]], np.int32))})
    twin.step({0: [(12, 0), (15, 4)]})
    assert game.record() == twin.record()


def test_orders_have_the_shape_of_the_batch() -> None:
    batch = joust.madmax.Batch(2, rules="nb_rounds=9")
    before = batch.units.copy()
    for shape in [(92, 2), (184,), (2, 92, 1), (1, 184), (2, 91), ()]:
        with pytest.raises(ValueError, match=r"orders have the shape \(2, 92\), not"):
            batch.step(np.zeros(shape, np.int8))
    assert (batch.units == before).all() and (batch.rounds == 0).all()
    batch.step(np.full((92, 2), 8).T)
    assert (batch.rounds == 1).all()


@pytest.mark.parametrize("kind", ["duels", "wars"])
def test_threads_of_python_take_turns(kind: str) -> None:
    batch: joust.Batch | joust.madmax.Batch
    batch = joust.Batch("mad", 2000, threads=2) if kind == "duels" else joust.madmax.Batch(20, threads=2)
    troubles: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(50):
                batch.step_random()
                assert len(batch) == batch.dones.size and batch.threads == 2 and repr(batch)
                if isinstance(batch, joust.Batch):
                    assert batch.position(3).num_actions == batch.num_actions
        except BaseException as why:  # noqa: BLE001
            troubles.append(why)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_batch_goes_on_in_a_forked_child() -> None:
    batch = joust.Batch("mad", 1000, seed=2, threads=2)
    other = joust.Batch("mad", 1000, seed=2, threads=1)
    for _ in range(3):
        batch.step_random()
        other.step_random()
    other.step_random()
    child = os.fork()
    if child == 0:
        batch.step_random()
        os._exit(0 if (batch.actions == other.actions).all() else 1)
    assert os.waitpid(child, 0)[1] == 0
    batch.step_random()
    assert (batch.actions == other.actions).all()


def test_a_batch_of_mad_max_is_games_of_mad_max() -> None:
    batch = joust.madmax.Batch(3, seed=5, players=[None, "Demo", "Null", None], rules="nb_rounds=30")
    singles = [
        joust.madmax.Skirmish(seed=5 + game, players=[None, "Demo", "Null", None], rules="nb_rounds=30")
        for game in range(3)
    ]
    for round_ in range(30):
        for game, single in enumerate(singles):
            assert (batch.units[game] == single.units).all() and (batch.masks[game] == single.masks).all()
            assert (batch.owners[game] == single.owners).all() and (batch.scores[game] == single.scores).all()
            assert (batch.terrain[game] == single.terrain).all() and (batch.cities[game] == single.cities).all()
        assert (batch.rounds == round_).all() and not batch.dones.any()
        batch.step_random()
        for game, single in enumerate(singles):
            single.step(batch.orders[game])
    assert batch.dones.all() and all(single.is_over for single in singles)
    assert (batch.final_scores == [single.scores for single in singles]).all()
    assert (batch.rounds == 0).all()
