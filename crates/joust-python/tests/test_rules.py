"""The rules through Python are those of Rust."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import joust
import numpy as np
import pytest
from conftest import DATA, LONG

POSITIONS = [
    joust.start("mad"),
    joust.start("mad", rules="app"),
    joust.start("mad", board="aztec", rules="app"),
    joust.start("mad", board="4x6", rules="limit=9"),
    joust.start("wargame"),
    joust.start("wargame", board="Smolensk:4x3", rules="optional-blitz"),
]


def perft_table() -> list[tuple[str, str, int, int]]:
    rows = []
    for line in (DATA / "mad" / "perft.tsv").read_text().splitlines():
        if not line.startswith("#"):
            board, positioning, *counts = line.split("\t")
            rows += [(board, positioning, depth + 1, int(count)) for depth, count in enumerate(counts)]
    return rows


@pytest.mark.parametrize(("board", "positioning", "depth", "count"), perft_table())
def test_move_counts_of_mad_are_those_of_the_table(board: str, positioning: str, depth: int, count: int) -> None:
    if count > 2_000_000 and not LONG:
        return
    start = joust.start("mad", board=board, rules=f"positioning={positioning}")
    assert joust.perft(start, depth) == count
    if depth < 5:
        assert sum(joust.divide(start, depth).values()) == count


def test_move_counts_of_the_war_game_are_those_of_arithmetic() -> None:
    # Every square can be taken, whatever was conquered.
    start = joust.start("wargame", board="Keren")
    assert [joust.perft(start, depth) for depth in range(4)] == [1, 36, 36 * 35, 36 * 35 * 34]
    tiny = joust.start("wargame", board="1 2/3 4")
    assert joust.perft(tiny, 4) == 24
    assert joust.perft(tiny, 5) == 0


def some_games(start: joust.Position, seeds: range) -> list[joust.Position]:
    """Positions of random games, ends included."""
    found = []
    for seed in seeds:
        rng, here = joust.Rng(seed), start
        while not here.is_over:
            found.append(here)
            here = here.play(here.random_action(rng))
        found.append(here)
    return found


@pytest.mark.parametrize("start", POSITIONS, ids=repr)
def test_moves_and_actions_are_two_names_of_one_thing(start: joust.Position) -> None:
    for here in some_games(start, range(20 if LONG else 2)):
        moves, actions, mask = here.moves(), here.actions(), here.mask()
        assert len(moves) == len(actions) == int(mask.sum())
        assert actions.dtype == np.int32 and mask.dtype == np.bool_ and mask.shape == (here.num_actions,)
        assert sorted(actions.tolist()) == np.flatnonzero(mask).tolist()
        for move, action in zip(moves, actions):
            assert here.move(action) == move == here.move(move)
            assert here.action(move) == action
            assert here.play(move) == here.play(int(action)) == here.play(action)
        assert here.is_over == (not moves) == (here.outcome is not None) == (here.rewards is not None)
        assert here.observation().shape == here.observation_shape
        again = joust.Position(here.game, str(here), board=here.board_text, rules=here.rules)
        assert str(again) == str(here) and again.moves() == moves


@pytest.mark.parametrize("start", POSITIONS, ids=repr)
def test_images_have_the_images_of_the_moves(start: joust.Position) -> None:
    seen = 0
    for here in some_games(start, range(2)):
        for image in here.images():
            seen += 1
            other = image.position
            assert sorted(image.actions[here.actions()].tolist()) == sorted(other.actions().tolist())
            assert other.outcome == here.outcome or image.exchanged
            if image.exchanged and here.turn <= 2:
                # The first positioning turn becomes the second one, which the observation tells.
                continue
            planes = here.observation().reshape(here.observation_shape[0], -1)
            turned = np.zeros_like(planes)
            turned[:, image.cells] = planes
            assert (turned.reshape(here.observation_shape) == other.observation()).all()
            if not here.is_over:
                action = here.actions()[0]
                assert other.play(int(image.actions[action])).is_over == here.play(action).is_over
    assert seen > 0 or start.board in ("4x6", "aztec")


def mix(number: int) -> int:
    """`joust_core::mix`."""
    bits = (1 << 64) - 1
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & bits
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & bits
    return number ^ (number >> 31)


@pytest.mark.parametrize(("game", "board"), [("mad", "6x4"), ("mad", "5x5"), ("wargame", "Smolensk")])
def test_random_play_of_a_seed_is_the_game_of_the_command(
    command: Path, tmp_path: Path, game: str, board: str
) -> None:
    journal, seed, games = tmp_path / "games.jsonl", 7, 4
    words = ["match", game, "random", "random", "--games", str(games), "--seed", str(seed), "--quiet"]
    subprocess.run([command, *words, "--board", board, "--record", journal], check=True, capture_output=True)
    # Games that are played at once come in any order.
    lines = [json.loads(line) for line in journal.read_text().splitlines()[1:]]
    lines.sort(key=lambda line: int(line["game"]))
    assert [line["game"] for line in lines] == list(range(games))
    result = joust.match(game, ["random", "random"], games=games, seed=seed, board=board)
    for line, played in zip(lines, result.games):
        # The same game by hand: each seat has a generator of its own.
        rngs = [joust.Rng(mix(seed ^ mix(2 * line["game"] + seat))) for seat in range(2)]
        here = joust.start(game, board=board)
        for move in line["moves"][: line["opening"]]:
            here = here.play(move)
        for move in line["moves"][line["opening"] :]:
            assert here.random_move(rngs[here.to_move]) == move
            here = here.play(move)
        assert here.is_over and str(here.outcome) == line["result"] == played.result
        assert played.moves == line["moves"]


def test_games_of_earlier_builds_are_replayed() -> None:
    for name in ["mad-match", "war-match", "war-optional"]:
        about, *lines = [json.loads(line) for line in (DATA / "earlier" / f"{name}.jsonl").read_text().splitlines()]
        for line in lines:
            board = line.get("board")
            here = joust.Position(about["match"], line["start"], rules=about["rules"], board=board)
            for move in line["moves"]:
                assert here.move(move) == move.replace(" ", "-")
                here = here.play(here.action(move))
            assert str(here.outcome) == line["result"]


@pytest.mark.parametrize("name", ["saved-mad.txt", "saved-war.txt", "clock-mad.txt", "ended-mad.txt", "lab-game.war"])
def test_records_of_earlier_builds_are_read_and_written(name: str) -> None:
    game = joust.Game.read((DATA / "earlier" / name).read_text())
    again = joust.Game.read(game.record())
    assert again.actions == game.actions and again.position == game.position
    assert str(again.ending) == str(game.ending)
