"""Players, matches and the lab, with callables among the players."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import joust
import joust.madmax
import pytest
from conftest import LONG, REPOSITORY

TINY: dict[str, Any] = {"board": "Smolensk:3x3"}


def first(position: joust.Position) -> str:
    return position.moves()[0]


def last_action(position: joust.Position) -> joust.Answer:
    return joust.Answer(int(position.actions()[-1]), nodes=len(position.moves()), value=0.5, notes=["last"])


def test_callables_play_among_named_players() -> None:
    result = joust.match("wargame", [first, "minimax:2", last_action, "random"], games=4, **TINY)
    assert [row.name for row in result.standings] == ["first", "minimax:2", "last_action", "random"]
    assert len(result.games) == 6 * 4 and len(result.pairings) == 6
    assert all(row.games == 12 for row in result.standings)
    assert sum(row.points for row in result.standings) == len(result.games)
    assert result.standings[0].nodes == 0 and result.standings[2].nodes > result.standings[2].moves
    for game in result.games:
        replayed = joust.Game.read(game.record())
        assert replayed.actions == game.moves and replayed.ending is not None
        assert replayed.ending.points == game.points
        if game.players[0] == "first":
            own = joust.start("wargame", **TINY)
            for number, move in enumerate(game.moves):
                assert number < game.opening or own.to_move == 1 or own.moves()[0] == move
                own = own.play(move)


def test_a_match_is_a_function_of_its_seed_whatever_the_threads() -> None:
    one, other, third = (
        joust.match("mad", ["random", "minimax:1", first], games=4, seed=seed, threads=threads)
        for seed, threads in [(5, 1), (5, 3), (6, 1)]
    )
    assert [game.moves for game in one.games] == [game.moves for game in other.games]
    assert [game.moves for game in one.games] != [game.moves for game in third.games]
    assert one.elo == one.pairings[0].elo and one.pairings[0].low <= one.pairings[0].elo <= one.pairings[0].high


def test_what_a_callable_raises_is_raised_by_the_match() -> None:
    def fails(position: joust.Position) -> str:
        if position.turn > 4:
            raise KeyError("my own mistake")
        return position.moves()[0]

    with pytest.raises(KeyError, match="my own mistake") as caught:
        joust.match("wargame", ["random", fails], games=2, **TINY)
    notes = getattr(caught.value, "__notes__", ["asked as"])
    assert any("asked as" in note for note in notes)
    result = joust.match("wargame", ["random", fails], games=2, strict=False, **TINY)
    assert result.standings[1].faults == 2 and result.standings[1].lost == 2
    assert all("raised" in (game.fault or "") and game.record() for game in result.games)


@pytest.mark.parametrize(
    ("answer", "error"),
    [("c2c4", joust.IllegalMove), (999, joust.IllegalMove), (-1, joust.IllegalMove), (10**40, joust.IllegalMove)]
    + [(None, TypeError), (1.5, TypeError), ([], TypeError), (object(), TypeError), (joust.start(), TypeError)],
    ids=repr,
)
def test_nonsense_of_a_callable_is_an_error_or_loses(answer: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        joust.match("wargame", [lambda _: answer, "random"], **TINY)
    result = joust.match("wargame", [lambda _: answer, "random"], strict=False, **TINY)
    assert result.standings[0].faults == result.standings[0].lost == 2
    assert result.standings[0].name == "<lambda>"


def test_callables_that_fail_at_once_do_not_wait_for_each_other() -> None:
    """Errors that come late are dropped, which may run code that lets other threads on."""
    code = """
import threading, time
import joust

class Late(Exception):
    def __del__(self):
        time.sleep(0.1)

together = threading.Barrier(4)

def fails(position):
    together.wait()
    raise Late("hostile")

try:
    joust.match("wargame", [fails, fails], games=8, threads=4, board="tiny")
except Late as why:
    print(why)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "hostile\n"


def test_callables_may_play_matches_of_their_own() -> None:
    def deep(position: joust.Position) -> str:
        inner = joust.match("wargame", [first, "random"], games=2, threads=2, **TINY)
        assert len(inner.games) == 2
        return joust.Player("minimax:1")(position)

    assert len(joust.match("wargame", [deep, "random"], games=2, **TINY).games) == 2


def test_what_is_no_player_is_a_type_error() -> None:
    for players in [[1, 2], "random", ["random", None], 5]:
        with pytest.raises(TypeError):
            joust.match("mad", players)  # type: ignore[arg-type]


def test_players_answer_moves_of_their_game() -> None:
    for name in ["random", "minimax:1", "alphabeta:2", "mcts:20", "engine:1", "engine,nodes=200"]:
        player = joust.Player(name, seed=3)
        for start in [joust.start("mad", rules="app"), joust.start("wargame", board="tiny"), joust.start("mad")]:
            answer = player.answer(start)
            assert answer.move in start.moves() and player(start) in start.moves()
            assert (answer.nodes or 0) > 0 or name == "random"
    again = [joust.Player("random", seed=9).choose(joust.start("mad", rules="app")) for _ in range(2)]
    assert again[0] == again[1]


def test_a_module_that_is_not_there_is_no_player() -> None:
    with pytest.raises(joust.BadPlayer):
        joust.Player("no/such/bot.wasm")(joust.start("mad"))


def test_the_engine_proves_what_it_says() -> None:
    won = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
    engine = joust.Engine(nodes=50_000)
    found = engine.analyze(won, lines=2)
    assert found.lines[0].proven and found.lines[0].value == 1.0 and found.best == found.lines[0].moves[0]
    assert len(found.lines) == 2 and found.nodes > 0 and found.depth > 0
    here = won
    for move in found.lines[0].moves:
        here = here.play(move)
    assert here.outcome is not None and here.outcome.winner == 0
    assert engine.choose(won) in won.moves()


def test_solvers_agree_with_brute_force() -> None:
    def value(position: joust.Position) -> int:
        if position.scores is not None and position.is_over:
            own = position.scores[position.to_move]
            return own - position.scores[1 - position.to_move]
        return max(-value(position.play(move)) for move in position.moves())

    for board in ["1 2/3 4", "9 1 5/2 2 8"]:
        for rules in ["mandatory", "optional-blitz"]:
            start = joust.start("wargame", board=board, rules=rules)
            solution = joust.solve(start, all_moves=True)
            assert solution.value == value(start) and solution.all_best
            best = [move for move in start.moves() if -value(start.play(move)) == solution.value]
            assert sorted(solution.best) == sorted(best)
            assert joust.solve(start, sign=True).winner == solution.winner


def test_tables_agree_with_the_engine(tmp_path: Path) -> None:
    tables = joust.Tables.build(tmp_path, ships=2)
    assert tables.ships == 2 and tables.board == "6x4"
    position = joust.Position("mad", "b111,,,/,,,/,,,/r111,,,/,,,/,,, r")
    probe = tables.probe(position)
    assert probe is not None and probe.value == 1.0
    solved = joust.solve(position, tables=tmp_path)
    assert solved.value == 1.0 and solved.winner == 0 and solved.wins_in == len(solved.line)
    assert tables.solve(position, all_moves=True).best[0] == solved.best[0]
    assert joust.Engine(nodes=10_000, tables=tmp_path).analyze(position).lines[0].proven
    assert tables.probe(joust.start("mad", rules="app")) is None
    with pytest.raises(joust.Unsolved):
        tables.solve(joust.start("mad", rules="app"))
    with pytest.raises(ValueError):
        tables.probe(joust.start("wargame"))


def test_the_lab_counts_for_callables_too(tmp_path: Path) -> None:
    report = joust.lab(["minimax:2", last_action], boards=["tiny"])
    agents = {agent["name"]: agent for agent in report.data["agents"]}
    assert list(agents) == ["minimax:2", "last_action"]
    assert agents["last_action"]["total"]["nodes"] > 0 and agents["minimax:2"]["total"]["nodes"] > 0
    assert len(report.data["games"]) == 4 and len(report.data["comparison"]) == 1
    assert "OWN" in report.summary()
    report.save(tmp_path / "report")
    assert (tmp_path / "report" / "report.html").exists()
    with pytest.raises(RuntimeError, match="stop"):
        joust.lab(["random", stops], boards=["tiny"])


def stops(_: joust.Position) -> str:
    raise RuntimeError("stop")


def interrupt_soon(after: float) -> None:
    def send() -> None:
        time.sleep(after)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()


def endless(_: joust.Position) -> str:
    while True:
        pass


def searching(position: joust.Position) -> str:
    return joust.Engine(time=60).analyze(position).lines[0].moves[0]


def hosting(_: joust.Position) -> str:
    joust.match("wargame", [endless, "random"], **TINY)
    return "pass"


@pytest.mark.parametrize(
    "what", ["search", "count", "match", "solve", "batch", "callable", "nested search", "nested match", "program"]
)
def test_an_interrupt_ends_long_work(what: str) -> None:
    begin = time.monotonic()
    interrupt_soon(0.3)
    with pytest.raises(KeyboardInterrupt):
        if what == "search":
            joust.Engine(time=60).analyze(joust.start("mad", rules="app"))
        elif what == "count":
            joust.perft(joust.start("mad", rules="app"), 30)
        elif what == "match":
            joust.match("mad", ["random", "random"], games=200_000, threads=2)
        elif what == "solve":
            joust.solve(joust.start("wargame", board="random:6x6:1"))
        elif what == "batch":
            joust.madmax.Batch(20_000)
        elif what == "program":
            joust.Player("line:sleep 60")(joust.start("mad", rules="app"))
        elif what == "nested search":
            joust.match("mad", [searching, "random"])
        elif what == "nested match":
            joust.match("mad", [hosting, "random"])
        else:
            joust.match("mad", [endless, "random"])
    assert time.monotonic() - begin < 20


def test_two_threads_search_at_once() -> None:
    """While one thread searches, another begins a search of its own, and Python code goes on."""
    both, times = threading.Barrier(2), []

    def search() -> None:
        both.wait()
        begin = time.monotonic()
        joust.Engine(time=1.0).analyze(joust.start("mad", rules="app"))
        times.append((begin, time.monotonic()))

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    steps = 0
    while any(thread.is_alive() for thread in threads):
        steps += 1
        time.sleep(0.001)
    assert max(begin for begin, _ in times) < min(end for _, end in times)
    assert steps > 20


def test_a_program_plays_confined_by_this_interpreter() -> None:
    name = f"cmd:python3 {REPOSITORY / 'kits' / 'python' / 'bot.py'}"
    player, here = joust.Player(name), joust.start("mad")
    try:
        move = player(here)
    except joust.BadPlayer as why:
        # A machine that cannot confine programs runs none.
        assert "is not opened" in str(why)
        pytest.skip(str(why))
    for _ in range(4):
        here = here.play(move)
        move = player(here)
    assert here.is_legal(move)
    result = joust.match("wargame", [name, "random"], games=2, board="tiny", threads=2)
    assert result.standings[0].faults == 0


@pytest.mark.skipif(not LONG, reason="builds a kit")
def test_players_of_a_kit_play_as_the_built_in_ones(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "kits" / "madmax-cpp", tmp_path / "kit")
    subprocess.run(["make", "-C", tmp_path / "kit"], check=True, capture_output=True)

    def played(demo: str, null: str) -> list[int]:
        game = joust.madmax.Skirmish(seed=30, players=[demo, "Demo", null, None])
        while not game.is_over:
            game.step()
        assert game.faults == []
        units: list[int] = game.units.ravel().tolist()
        scores: list[int] = game.scores.tolist()
        return units + scores

    assert played(f"{tmp_path / 'kit'}:Demo", f"{tmp_path / 'kit'}:Null") == played("Demo", "Null")
