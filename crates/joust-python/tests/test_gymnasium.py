"""The environments pass Gymnasium's own checker, and opponents play the other seats."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import joust
import joust.madmax
from conftest import crowd

pytest.importorskip("gymnasium")
import gymnasium
import joust.gymnasium
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("joust/Mad-v1", {}),
        ("joust/Mad-v1", {"opponent": "minimax:1", "seat": 1, "rules": "app", "random_moves": 4}),
        ("joust/WarGame-v1", {"board": "Keren", "opponent": lambda position: position.moves()[0]}),
    ],
)
def test_a_duel_passes_the_checker(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker wants environments without Gymnasium's own wrappers.
        env = gymnasium.make(name, disable_env_checker=True, **options).unwrapped
        check_env(env, skip_render_check=False)


def test_a_whole_game_is_played_against_the_opponent() -> None:
    env = joust.gymnasium.Duel("wargame", "alphabeta:1", board="Keren", seat=1)
    _, info = env.reset(seed=3)
    assert env.position.turn == 2
    reward = 0.0
    for moves in range(1, 19):
        _, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
        assert over == (moves == 18) and not cut
    rewards = env.position.rewards
    assert rewards is not None and reward == rewards[1]


def test_equal_seeds_give_equal_games() -> None:
    def play(seed: int) -> list[Any]:
        env = gymnasium.make("joust/Mad-v1", opponent="random", rules="app", random_moves=2)
        _, info = env.reset(seed=seed)
        played, over = [], False
        while not over:
            action = int(info["action_mask"].nonzero()[0][-1])
            _, reward, over, _, info = env.step(action)
            played.append((action, reward))
        return played

    assert play(5) == play(5)
    assert play(5) != play(6)


def test_an_illegal_action_loses_or_raises() -> None:
    env = gymnasium.make("joust/Mad-v1", rules="app")
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1, True) and info["illegal"] and not info["action_mask"].any()
    env = gymnasium.make("joust/Mad-v1", rules="app", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(joust.IllegalMove):
        env.step(illegal)


def test_masks_have_the_name_and_type_that_learners_ask_for() -> None:
    env = joust.gymnasium.Duel("mad")
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), info["action_mask"])


def test_what_cannot_be_is_refused() -> None:
    wrong: list[dict[str, Any]] = [{"seat": 2}, {"illegal": "pass"}, {"render_mode": "human"}, {"board": "9x9"}]
    for options in wrong:
        with pytest.raises(ValueError):
            joust.gymnasium.Duel("mad", **options)
    with pytest.raises(joust.BadPlayer):
        joust.gymnasium.Duel("mad", "grandmaster").reset()


def vector(**options: Any) -> joust.gymnasium.DuelVector:
    env = gymnasium.make_vec("joust/WarGame-v1", 8, vectorization_mode="vector_entry_point", **options)
    assert isinstance(env, joust.gymnasium.DuelVector)
    return env


def test_many_games_are_stepped_at_once() -> None:
    env = vector(board="Smolensk:3x3", opponent=lambda observations, masks: masks.argmax(axis=1))
    observations, info = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    # Both sides take the first vacant square: nine moves, the last of them by the side that began.
    position = joust.start("wargame", board="Smolensk:3x3")
    while not position.is_over:
        position = position.play(position.moves()[0])
    assert position.rewards is not None
    rewards = np.zeros(8)
    for step in range(1, 6):
        observations, rewards, ended, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert ended.all() == ended.any() == (step == 5) and not cut.any()
    assert rewards.tolist() == [position.rewards[0]] * 8
    # The opponent has begun the next game.
    assert (info["action_mask"].sum(axis=1) == 8).all()


def test_batches_with_equal_seeds_are_equal_on_any_number_of_threads() -> None:
    def play(seed: int, threads: int) -> list[Any]:
        env, rng = vector(board="Keren", threads=threads), np.random.default_rng(1)
        _, info = env.reset(seed=seed)
        earned = []
        for _ in range(100):
            actions = (rng.random((8, 36)) * info["action_mask"]).argmax(axis=1)
            _, rewards, ended, _, info = env.step(actions)
            earned.append((rewards.tolist(), ended.tolist()))
        return earned

    assert play(1, 1) == play(1, 2)
    assert play(1, 1) != play(2, 1)


def test_a_batch_refuses_illegal_actions_and_players_by_name() -> None:
    env = vector(board="Keren")
    with pytest.raises(RuntimeError, match="call reset before step"):
        env.step(np.arange(8))
    env.reset(seed=1)
    with pytest.raises(joust.IllegalMove, match="game 0, action 36"):
        env.step(np.full(8, 36))
    with pytest.raises(ValueError, match="actions are out of range"):
        env.step(np.full(8, 2**32))
    env.step(np.arange(8))
    with pytest.raises(ValueError, match="'random' or a function"):
        vector(opponent="minimax:2")


def test_a_batch_whose_opponent_fails_waits_for_a_reset() -> None:
    answers: list[Any] = [KeyError("mine"), np.full(8, 2**32), np.full(8, 36), np.zeros(7)]
    for answer in answers:
        def opponent(_: Any, masks: Any, answer: Any = answer) -> Any:
            if isinstance(answer, Exception):
                raise answer
            return answer

        env = vector(board="Keren", opponent=opponent)
        _, info = env.reset(seed=1)
        with pytest.raises((KeyError, ValueError, TypeError)):
            env.step(np.arange(8))
        # It is the opponent's turn, and an action of the agent would be played for it.
        with pytest.raises(RuntimeError, match="wait for the opponent"):
            env.step(np.arange(8) + 9)
        _, again = env.reset(seed=1)
        assert (again["action_mask"] == info["action_mask"]).all()


def test_actions_of_mad_max_have_a_form_and_a_range() -> None:
    env = joust.gymnasium.MadMax(["Null"] * 3, rules="nb_rounds=8")
    env.reset(seed=1)
    wrong: list[Any] = [np.full(92, 264), np.full(91, 8), np.full((92, 2), 8), np.full(92, 8.0), 8, [(1, 2)]]
    for action in wrong:
        with pytest.raises((ValueError, TypeError)):
            env.step(action)
    assert env.game.round == 0
    env.step(np.full(92, 8, np.uint8))


def test_samples_of_large_armies_can_be_played() -> None:
    env = joust.gymnasium.MadMax(["Null"] * 3, config=crowd())
    env.action_space.seed(1)
    env.reset(seed=1)
    action = env.action_space.sample()
    assert ((action != 8) & (env.game.units[:, 1] == 0)).sum() > env.game.MOST_ORDERS
    env.step(action)
    assert env.game.round == 1


def test_mad_max_passes_the_checker() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("joust/MadMax-v1", rules="nb_rounds=40", seat=2, disable_env_checker=True).unwrapped
        check_env(env)


def test_opponents_of_mad_max_are_names_or_functions() -> None:
    asked = []

    def idle(game: joust.madmax.Skirmish, seat: int) -> list[Any]:
        asked.append((game.round, seat))
        return []

    env = joust.gymnasium.MadMax(["Demo", idle, "Null"], seat=1, rules="nb_rounds=8")
    _, info = env.reset(seed=1)
    assert env.game.players == ["Demo", "Python", "Python", "Null"]
    own = env.game.units[:, 1] == 1
    assert (info["action_mask"][~own, :8] == 0).all() and info["action_mask"][:, 8].all()
    earned, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(np.full(92, 8))
        earned += reward
    assert asked == [(number, 2) for number in range(8)]
    assert earned == env.game.scores[1] - 2
    with pytest.raises(ValueError, match="three opponents"):
        joust.gymnasium.MadMax(["Demo"])
