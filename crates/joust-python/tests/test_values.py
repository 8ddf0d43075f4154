"""Positions, games and generators are values: they compare, hash, copy and pickle."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import tracemalloc
from pathlib import Path

import joust
import joust.madmax
import pytest
from conftest import LONG

STARTS = [
    joust.start("mad"),
    joust.start("mad", board="5x5", rules="app,limit=7"),
    joust.start("mad", board="b111,#,b222\n,,\nr111,#,r222", rules="app"),
    joust.start("wargame", board="Smolensk:3x2", rules="optional-blitz"),
    joust.start("wargame", board="1 2 3/4 5 6"),
    joust.start("wargame", board="random:4x4:7"),
]


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_positions_are_values(start: joust.Position) -> None:
    rng, here = joust.Rng(3), start
    seen = {here}
    while not here.is_over:
        for again in [pickle.loads(pickle.dumps(here)), copy.copy(here), copy.deepcopy(here), eval(repr(here))]:
            assert again == here and hash(again) == hash(here) and str(again) == str(here)
            assert again.board == here.board or again.board == "own"
            assert (again.rules, again.key) == (here.rules, here.key)
        following = here.play(here.random_move(rng))
        assert following != here and following not in seen
        seen.add(following)
        here = following
    assert pickle.loads(pickle.dumps(here.outcome)) == here.outcome
    assert here != str(here) and here != None  # noqa: E711


def test_games_are_copied_and_pickled_with_their_past() -> None:
    for start in STARTS:
        game, rng = joust.Game.at(start), joust.Rng(4)
        for _ in range(3):
            game.play(game.position.random_action(rng))
        for again in [pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)]:
            assert again.actions == game.actions and again.position == game.position and len(again) == 3
            assert again.undo() and len(again) == 2 and len(game) == 3
    game = joust.Game("mad")
    game.play("offer")
    assert "accept" in game.words() and game.to_move == 1
    assert pickle.loads(pickle.dumps(game)).words() == game.words()
    game.play("accept")
    assert game.ending is not None and game.ending.why == "agreed"
    assert str(pickle.loads(pickle.dumps(game)).ending) == str(game.ending)
    other = joust.Game("mad")
    other.resign(1)
    assert other.ending is not None and other.ending.loser == 1 and other.is_over
    assert pickle.loads(pickle.dumps(other)).ending.loser == 1
    with pytest.raises(joust.IllegalMove):
        other.play("pass")


def test_generators_go_on_after_a_pickle() -> None:
    rng, start = joust.Rng(12), joust.start("mad")
    for _ in range(5):
        rng.below(10)
        start.random_move(rng)
    again = [pickle.loads(pickle.dumps(rng)), rng.copy(), copy.copy(rng), copy.deepcopy(rng)]
    expected = [rng.below(1000) for _ in range(20)]
    assert all([other.below(1000) for _ in range(20)] == expected for other in again)


def test_players_are_pickled() -> None:
    player = pickle.loads(pickle.dumps(joust.Player("minimax:2", seed=5)))
    assert (player.name, player.seed) == ("minimax:2", 5)


def test_values_cannot_be_changed() -> None:
    start = joust.start("mad")
    for name in ["turn", "side", "key", "anything"]:
        with pytest.raises(AttributeError):
            setattr(start, name, 1)
    with pytest.raises(TypeError):
        type("Mine", (joust.Position,), {})


def resident() -> int:
    """The memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_no_step_leaves_memory_behind() -> None:
    """10⁷ steps in `make test-all`."""
    steps = 10_000_000 if LONG else 100_000

    def singles(count: int) -> None:
        for start in [joust.start("mad", rules="app"), joust.start("wargame")]:
            here, rng = start, joust.Rng(1)
            for _ in range(count):
                assert len(here.actions()) == here.mask().sum()
                here = start if here.is_over else here.play(here.random_action(rng))

    def batches(count: int) -> None:
        for batch in [joust.Batch("mad", 100), joust.Batch("wargame", 100, threads=2)]:
            for _ in range(count // 100):
                batch.step_random()
        game = joust.madmax.Skirmish(seed=1, players=["Demo", None, None, None])
        for _ in range(min(count // 100, 400)):
            game.step()

    def errors(count: int) -> None:
        start = joust.start("mad")
        for _ in range(count // 20):
            with pytest.raises(joust.IllegalMove):
                start.play("c2c9")

    for work in (singles, batches, errors):
        work(5000)
        gc.collect()
        tracemalloc.start()
        before, traced = resident(), tracemalloc.get_traced_memory()[0]
        work(steps // 4)
        gc.collect()
        grown, kept = resident() - before, tracemalloc.get_traced_memory()[0] - traced
        tracemalloc.stop()
        assert kept < 200_000, f"{work.__name__}: Python keeps {kept} bytes"
        assert grown < 16 << 20, f"{work.__name__}: the process has grown by {grown} bytes"
