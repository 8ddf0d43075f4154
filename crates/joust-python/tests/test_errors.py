"""Refusals are exceptions with their clause and their reason."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Callable

import joust
import joust.madmax
import numpy as np
import pytest


def test_an_illegal_move_has_its_clause_and_reason_in_two_languages() -> None:
    start = joust.start("mad", rules="app")
    with pytest.raises(joust.IllegalMove) as caught:
        start.play("c2c5")
    why = caught.value
    assert (why.clause, why.reason) == ("MAD-3.1", "211 moves one or two squares, and c5 is 3 away from c2")
    assert "211" in why.french and why.french != why.reason
    assert str(why) == f"{why.reason} [{why.clause}]"
    assert isinstance(why, joust.Error) and isinstance(why, ValueError)
    again = pickle.loads(pickle.dumps(why))
    assert (again.clause, again.reason, again.french) == (why.clause, why.reason, why.french)


@pytest.mark.parametrize(
    ("move", "clause"),
    [("hello", "MAD-9.1"), ("", "MAD-9.1"), (-1, "MAD-9.1"), (10**30, "MAD-9.1"), (-(10**30), "MAD-9.1"), (0, "MAD-2.3")],
)
def test_nonsense_and_numbers_out_of_range_are_illegal(move: str | int, clause: str) -> None:
    start = joust.start("mad", rules="app")
    with pytest.raises(joust.IllegalMove) as caught:
        start.play(move)
    assert caught.value.clause == clause
    assert not start.is_legal(move)


def test_every_illegal_action_has_a_clause() -> None:
    for start in [joust.start("mad"), joust.start("wargame", board="Smolensk:3x3", rules="optional-blitz")]:
        here = start.play(start.moves()[0])
        for action in np.flatnonzero(~here.mask()):
            with pytest.raises(joust.IllegalMove) as caught:
                here.play(action)
            assert caught.value.clause.startswith(("MAD-", "WAR-"))


@pytest.mark.parametrize(
    "played", ["play", "action", "move", "is_legal"], ids=lambda name: f"Position.{name}"
)
@pytest.mark.parametrize("said", [None, 1.5, [], {}, object(), b"pass", np.float64(3), np.array([1, 2])], ids=repr)
def test_what_is_no_move_is_a_type_error(played: str, said: object) -> None:
    with pytest.raises(TypeError):
        getattr(joust.start("mad"), played)(said)


def test_nothing_is_played_when_the_game_is_over() -> None:
    over = joust.Position("wargame", "bb/bg b", board="1 2/3 4")
    assert over.moves() == [] and over.actions().tolist() == [] and not over.mask().any()
    questions: list[Callable[[], object]] = [
        lambda: over.play("A1"),
        lambda: over.random_move(joust.Rng(1)),
        lambda: over.random_action(joust.Rng(1)),
        lambda: joust.Engine(nodes=10).choose(over),
        lambda: joust.Engine(nodes=10).analyze(over),
        lambda: joust.Player("random").choose(over),
    ]
    for question in questions:
        with pytest.raises(joust.IllegalMove) as caught:
            question()
        assert caught.value.clause.startswith("WAR-")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: joust.start("chess"), joust.BadGame),
        (lambda: joust.start("madmax"), joust.BadGame),
        (lambda: joust.boards("chess"), joust.BadGame),
        (lambda: joust.start("mad", board="9x9"), joust.BadBoard),
        (lambda: joust.start("mad", board="b111,/"), joust.BadBoard),
        (lambda: joust.start("wargame", board="1 2/3"), joust.BadBoard),
        (lambda: joust.start("wargame", board="1 200"), joust.BadBoard),
        (lambda: joust.start("mad", rules="limit=0"), joust.BadRules),
        (lambda: joust.start("wargame", rules="app"), joust.BadRules),
        (lambda: joust.Position("mad", "b111,r333/"), joust.BadPosition),
        (lambda: joust.Position("wargame", "bg x"), joust.BadPosition),
        (lambda: joust.Game.read("[Game \"mad\"]\n\n1. c2c5 *"), joust.BadRecord),
        (lambda: joust.Game.read("hello"), joust.BadRecord),
        (lambda: joust.Game.read("[Game \"chess\"]\n\n1. e4 *"), joust.BadGame),
        (lambda: joust.Player("deep"), joust.BadPlayer),
        (lambda: joust.Player("human"), joust.BadPlayer),
        (lambda: joust.Engine(11), joust.BadPlayer),
        (lambda: joust.Tables("/no/such/folder"), joust.BadTables),
        (lambda: joust.solve(joust.start("mad")), joust.Unsolved),
        (lambda: joust.solve(joust.start("wargame", board="random:6x6:1"), nodes=1000), joust.Unsolved),
        (lambda: joust.match("mad", ["random", "nobody"]), joust.BadPlayer),
        (lambda: joust.match("madmax", ["Demo"] * 4), joust.BadGame),
        (lambda: joust.lab(["nobody"]), joust.BadPlayer),
        (lambda: joust.lab(boards=["nowhere"]), joust.BadBoard),
    ],
)
def test_every_refusal_has_its_class(make: Callable[[], object], error: type[joust.Error]) -> None:
    with pytest.raises(error) as caught:
        make()
    assert str(caught.value) and isinstance(caught.value, joust.Error)
    if isinstance(caught.value, joust.Refused):
        assert caught.value.reasons and all(caught.value.reasons)


def test_a_position_is_refused_for_all_reasons() -> None:
    with pytest.raises(joust.BadPosition) as caught:
        joust.Position("mad", "b111,r333,b111,/,,,/,,,/,,,/,,,/,,,")
    assert len(caught.value.reasons) >= 3
    assert str(caught.value) == "\n".join(caught.value.reasons)


@pytest.mark.parametrize(
    "make",
    [
        lambda: joust.Engine(time=0),
        lambda: joust.Engine(time=float("nan")),
        lambda: joust.Engine(time=0.0005),
        lambda: joust.match("mad", ["engine", "engine"], time=0.0005),
        lambda: joust.solve(joust.start("wargame", board="tiny"), time=0.0005),
        lambda: joust.Engine(time=float("inf")),
        lambda: joust.Engine(nodes=0),
        lambda: joust.Engine(depth=0),
        lambda: joust.Engine(threads=0),
        lambda: joust.Engine(threads=10**6),
        lambda: joust.Engine(table=10**9),
        lambda: joust.Engine(nodes=9).analyze(joust.start(), lines=0),
        lambda: joust.Engine(nodes=9).analyze(joust.start(), lines=10**9),
        lambda: joust.perft(joust.start(), 65),
        lambda: joust.perft(joust.start(), 10**9),
        lambda: joust.match("mad", ["random"]),
        lambda: joust.match("mad", ["random", "random"], games=3),
        lambda: joust.match("mad", ["random", "random"], games=10**15),
        lambda: joust.match("mad", ["random", "random"], threads=0),
        lambda: joust.Batch("mad", 0),
        lambda: joust.Batch("mad", 10**9),
        lambda: joust.Batch("mad", 1, threads=0),
        lambda: joust.Batch("mad", 1, threads=10**6),
        lambda: joust.Rng(1).below(0),
        lambda: joust.Game().resign(2),
    ],
)
def test_numbers_out_of_range_are_value_errors(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        make()


def test_a_batch_that_the_machine_cannot_hold_is_refused() -> None:
    with pytest.raises((MemoryError, ValueError)):
        joust.madmax.Batch(1_000_000)


def test_a_match_that_the_machine_cannot_hold_is_refused_soon() -> None:
    played: list[joust.Position] = []

    def talker(position: joust.Position) -> joust.Answer:
        played.append(position)
        return joust.Answer(position.moves()[0], notes=["x" * 20_000])

    with pytest.raises(MemoryError, match="take fewer games"):
        joust.match("wargame", ["random", talker], games=10_000_000, board="tiny")
    assert len(played) < 20_000


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may give such threads")
@pytest.mark.parametrize(
    ("call", "answer"),
    [
        ("joust.perft(joust.start(), 2)", "no thread can be started"),
        ("joust.Engine(nodes=9).analyze(joust.start())", "no thread can be started"),
        ("joust.match('mad', ['random', 'random'])", "no thread can be started"),
        ("joust.madmax.Batch(4, threads=2).step_random()", "no thread can be started"),
        ("[joust.Batch('mad', 500, threads=2).step_random(), 'done'][1]", "done"),
        ("joust.Player('minimax:1')(joust.start(rules='app')) and 'done'", "done"),
    ],
)
def test_a_machine_without_threads_is_an_error_in_words(call: str, answer: str) -> None:
    code = f"import joust.madmax\ntry:\n    print({call})\nexcept RuntimeError as why:\n    print(why)"
    # No machine has room for such a stack.
    env = {**os.environ, "RUST_MIN_STACK": str(2**60)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert answer in done.stdout and done.stderr == ""


@pytest.mark.parametrize(
    "make",
    [
        lambda: joust.Rng(-1),
        lambda: joust.Rng(2**64),
        lambda: joust.perft(joust.start(), -1),
        lambda: joust.Engine(nodes=-1),
        lambda: joust.Engine(nodes=2**64),
        lambda: joust.Batch("mad", -1),
        lambda: joust.Batch("mad", 2**70),
        lambda: joust.match("mad", ["random", "random"], seed=-1),
    ],
)
def test_numbers_that_no_machine_has_are_overflow_errors(make: Callable[[], object]) -> None:
    with pytest.raises(OverflowError):
        make()
