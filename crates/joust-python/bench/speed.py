"""The speed of Joust in Python, beside PettingZoo's connect four and OpenSpiel's breakthrough in the same run.

``make bench-python`` runs it with the release wheel. On a busy machine, ``--cpu`` counts the processor time of one
thread and leaves out what needs two. One thread unless a line says otherwise; best of several runs,
because noise only ever adds time. Every loop plays random legal moves and begins again when a game is over.
A peer that is not installed is named with the command that installs it.
"""

from __future__ import annotations

import argparse
import functools
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, List, Tuple

import numpy as np

import joust
import joust.madmax

Row = Tuple[str, str, str]
RUNS = 5
clock: Callable[[], float] = time.perf_counter


def rate(steps: int, work: Callable[[int], None]) -> float:
    """Steps a second: the best of several runs."""
    work(max(1, steps // 10))
    best = float("inf")
    for _ in range(RUNS):
        began = clock()
        work(steps)
        best = min(best, clock() - began)
    return steps / best


def words(value: float) -> str:
    return f"{value / 1e6:.2f} M/s" if value >= 1e6 else f"{value / 1e3:,.0f} k/s"


def positions(game: str) -> Callable[[int], None]:
    """Values: the list of actions, one of them, the next position."""
    start = joust.start(game)

    def work(steps: int) -> None:
        rng, position = joust.Rng(1), start
        for _ in range(steps):
            position = position.play(position.random_action(rng))
            if position.is_over:
                position = start

    return work


def spiel(game: Any) -> Callable[[int], None]:
    """The loop of OpenSpiel, which ours runs, too."""

    def work(steps: int) -> None:
        state, draw = game.new_initial_state(), random.Random(1).random
        for _ in range(steps):
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            if state.is_terminal():
                state = game.new_initial_state()

    return work


def aec(env: Any) -> Callable[[int], None]:
    """The loop of PettingZoo: look, choose a legal action, step. Ours runs it, too."""

    def work(steps: int) -> None:
        draw = random.Random(1).random
        env.reset(seed=1)
        for _ in range(steps):
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.reset()
                observation = env.last()[0]
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(draw() * len(legal))]))

    return work


def batches(game: str, games: int, threads: int) -> Callable[[int], None]:
    """Whole batches, with observations and masks; the batch draws the moves."""
    batch = joust.Batch(game, games, seed=1, threads=threads)

    def work(steps: int) -> None:
        for _ in range(steps // games):
            batch.step_random()

    return work


def armies(games: int, threads: int) -> Callable[[int], None]:
    """Batches of Mad Max in which nobody gives an order."""
    batch = joust.madmax.Batch(games, seed=1, threads=threads)
    orders = np.full((games, batch.units.shape[1]), -1, np.int8)

    def work(steps: int) -> None:
        for _ in range(steps // games):
            batch.step(orders)

    return work


def import_time() -> float:
    """Seconds until a fresh interpreter has imported the package."""
    program = "import time; t = time.perf_counter(); import joust; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(9)]
    return min(float(run.stdout) for run in runs)


def memory() -> int:
    """The bytes of memory that this process has in use."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def peers() -> List[Row]:
    rows = []
    try:
        from pettingzoo.classic import connect_four_v3  # type: ignore[import-untyped, unused-ignore]

        rows.append(("PettingZoo connect four", words(rate(5_000, aec(connect_four_v3.env()))), "peer"))
        raw = rate(10_000, aec(connect_four_v3.raw_env()))
        rows.append(("PettingZoo connect four, without its wrappers", words(raw), "peer"))
    except ImportError as missing:
        rows.append(("PettingZoo connect four", f"not measured: {missing.name} is missing", "pip install pettingzoo pygame"))
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

        rows.append(("OpenSpiel breakthrough", words(rate(200_000, spiel(pyspiel.load_game("breakthrough")))), "peer"))
    except ImportError:
        rows.append(("OpenSpiel breakthrough", "not measured: open_spiel is missing", "pip install open_spiel"))
    return rows


def single() -> List[Row]:
    import joust.pettingzoo
    import joust.spiel

    rows = []
    for game, name in [("mad", "MAD"), ("wargame", "War Game")]:
        rows.append((f"{name}, PettingZoo", words(rate(100_000, aec(joust.pettingzoo.env(game)))), "300 k/s"))
        rows.append((f"{name}, names of OpenSpiel", words(rate(200_000, spiel(joust.spiel.load_game(game)))), "300 k/s"))
        rows.append((f"{name}, positions", words(rate(500_000, positions(game))), "300 k/s"))
    return rows


def batched() -> List[Row]:
    rows = []
    kinds: List[Tuple[str, int, Callable[[int, int], Callable[[int], None]], int, str]] = [
        ("MAD", 4096, functools.partial(batches, "mad"), 4_096_000, "5 M/s"),
        ("War Game", 4096, functools.partial(batches, "wargame"), 8_192_000, "10 M/s"),
        ("Mad Max, no orders", 64, armies, 128_000, "200 k/s"),
    ]
    for name, games, make, steps, bar in kinds:
        one = rate(steps, make(games, 1))
        rows.append((f"batch of {games}, {name}, one thread", words(one), bar))
        if clock is time.process_time:
            continue
        two = rate(steps, make(games, 2))
        rows.append((f"batch of {games}, {name}, two threads", f"{words(two)}, {two / one:.2f} ×", "1.8 ×"))
    return rows


def leaks(steps: int) -> Row:
    """Memory after a tenth of the steps and at the end: they must not differ by more than noise."""
    for work in (positions("mad"), positions("wargame")):
        work(steps // 20)
    before = memory()
    for work in (positions("mad"), positions("wargame")):
        work(steps // 2)
    grown = memory() - before
    if grown > 4 << 20:
        sys.exit(f"leak: {grown / 1e6:.1f} MB more after {steps:,} steps")
    return (f"memory after {steps:,} steps", f"{grown / 1e6:+.1f} MB", "no leak")


def main() -> None:
    global clock
    parser = argparse.ArgumentParser(description="Measures the speed of Joust in Python.")
    parser.add_argument("--leak-steps", type=int, default=10_000_000, help="steps of the search for leaks")
    parser.add_argument("--cpu", action="store_true", help="processor time of one thread, for a busy machine")
    arguments = parser.parse_args()
    if arguments.cpu:
        clock = time.process_time
    rows: List[Row] = [("import joust", f"{import_time() * 1e3:.0f} ms", "50 ms")]
    rows += [*peers(), *single(), *batched(), leaks(arguments.leak_steps)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    print(f"Joust {joust.__version__}, Python {sys.version.split()[0]}")
    for row in [("figure", "value", "bar"), *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


if __name__ == "__main__":
    main()
