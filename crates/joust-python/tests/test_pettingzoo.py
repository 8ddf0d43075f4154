"""The environments pass PettingZoo's own tests, and are the games of Joust."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import joust
import joust.madmax
from conftest import crowd

pytest.importorskip("pettingzoo")
import joust.pettingzoo
from pettingzoo.test import (  # type: ignore[import-untyped, unused-ignore]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

DUELS = [
    ("mad", {}),
    ("mad", {"board": "aztec", "rules": "classic", "random_moves": 5}),
    ("wargame", {"board": "Keren"}),
    ("wargame", {"board": "Smolensk:4x3", "rules": "optional-blitz"}),
]


@pytest.mark.parametrize(("game", "options"), DUELS)
def test_a_duel_passes_the_test_of_the_interface(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # PettingZoo has a list of its own games whose observations have masks; others are only warned of.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(joust.pettingzoo.env(game, **options), num_cycles=300)
        api_test(joust.pettingzoo.env(game, illegal="raise", **options), num_cycles=300)


@pytest.mark.parametrize(("game", "options"), DUELS)
def test_equal_seeds_give_equal_duels(game: str, options: dict[str, Any]) -> None:
    seed_test(lambda: joust.pettingzoo.env(game, **options), num_cycles=50)


def test_a_game_of_the_environment_is_a_game_of_positions() -> None:
    env = joust.pettingzoo.env("mad", board="5x5", rules="app")
    env.reset(seed=1)
    position, rng = joust.start("mad", board="5x5", rules="app"), joust.Rng(7)
    while not position.is_over:
        observation, reward, over, cut, _ = env.last()
        assert observation is not None
        assert (env.agent_selection, reward, over, cut) == (f"player_{position.to_move}", 0, False, False)
        assert np.array_equal(observation["observation"], position.observation())
        assert np.array_equal(observation["action_mask"], position.mask())
        action = position.random_action(rng)
        position = position.play(action)
        env.step(action)
    assert env.position == position
    assert tuple(env.rewards.values()) == position.rewards
    assert all(env.terminations.values())
    earned = {}
    for agent in env.agent_iter():
        earned[agent] = env.last()[1]
        env.step(None)
    assert (earned["player_0"], earned["player_1"]) == position.rewards


def test_the_side_that_waits_has_no_legal_action() -> None:
    env = joust.pettingzoo.env("wargame", board="Keren")
    env.reset()
    assert env.observe("player_0")["action_mask"].sum() == 36
    assert env.observe("player_1")["action_mask"].sum() == 0


def test_an_illegal_action_loses_or_raises() -> None:
    env = joust.pettingzoo.env("wargame", board="Keren")
    env.reset()
    for _ in range(2):
        env.step(0)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())
    assert env.infos["player_1"]["illegal"].startswith("A1 is not vacant")
    earned = {}
    for agent in env.agent_iter():
        earned[agent] = env.last()[1]
        env.step(None)
    assert earned == {"player_0": 0, "player_1": -1}
    strict = joust.pettingzoo.env("wargame", board="Keren", illegal="raise")
    strict.reset()
    strict.step(0)
    before = strict.position
    for action in [0, 36, -1, 2**40]:
        with pytest.raises(joust.IllegalMove):
            strict.step(action)
    assert strict.position == before and strict.agent_selection == "player_1"


def test_calls_in_a_wrong_order_are_refused() -> None:
    env = joust.pettingzoo.env("mad")
    for call in [lambda: env.step(0), env.last, lambda: env.agents]:
        with pytest.raises(AttributeError, match="call reset first"):
            call()
    env.reset()
    with pytest.raises(ValueError, match="needs an action"):
        env.step(None)


def test_a_game_can_begin_anywhere_and_be_cut() -> None:
    env = joust.pettingzoo.env("wargame", board="tiny", max_moves=1, render_mode="ansi")
    position = joust.start("wargame", board="tiny").play("A1")
    env.reset(options={"position": position})
    drawn = env.render()
    assert drawn is not None and drawn.splitlines()[1] == "1  b  ." and env.agent_selection == "player_1"
    env.step(position.action("B2"))
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_a_game_cannot_begin_on_another_board() -> None:
    env = joust.pettingzoo.env("wargame", board="tiny")
    for position in [joust.start("wargame", board="Keren"), joust.start("mad")]:
        with pytest.raises(ValueError, match="not one of wargame on tiny"):
            env.reset(options={"position": position})
    with pytest.raises(TypeError, match="a joust.Position, not str"):
        env.reset(options={"position": "../.. b"})


def test_random_openings_follow_from_the_seed() -> None:
    env = joust.pettingzoo.env("mad", random_moves=6)
    starts = []
    for seed in [1, 1, 2]:
        env.reset(seed=seed)
        starts.append(env.position)
    assert starts[0] == starts[1] != starts[2] and starts[0].turn == 7
    for moves in [-1, 1001]:
        with pytest.raises(ValueError, match="0 to 1,000 random moves"):
            joust.pettingzoo.env("mad", random_moves=moves).reset()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="ansi"):
        joust.pettingzoo.env("mad", render_mode="human")
    with pytest.raises(ValueError, match="'lose' or 'raise'"):
        joust.pettingzoo.env("mad", illegal="pass")
    with pytest.raises(joust.Error):
        joust.pettingzoo.env("chess")


def test_mad_max_passes_the_test_of_the_interface() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        parallel_api_test(joust.pettingzoo.parallel_env(rules="nb_rounds=30"), num_cycles=40)
        some = joust.pettingzoo.parallel_env(rules="nb_rounds=30", players=[None, "Demo", None, "Null"])
        assert some.possible_agents == ["player_0", "player_2"]
        parallel_api_test(some, num_cycles=40)
    parallel_seed_test(lambda: joust.pettingzoo.parallel_env(rules="nb_rounds=30"), num_cycles=20)


def test_a_game_of_the_parallel_environment_is_a_skirmish() -> None:
    env = joust.pettingzoo.parallel_env(rules="nb_rounds=12", players=[None, None, "Demo", "Demo"], render_mode="ansi")
    _, infos = env.reset(seed=5)
    drawn = env.render()
    assert drawn is not None and drawn.startswith("round 0 of 12, scores 2 2 2 2\n")
    twin = joust.madmax.Skirmish(env.game.seed, rules="nb_rounds=12", players=[None, None, "Demo", "Demo"])
    earned, rng, over, cut = np.zeros(2), np.random.default_rng(1), {"none": False}, {"none": True}
    while env.agents:
        # Random steps of the own units, and an order for a unit of another team, which has no effect.
        orders = {a: (rng.random((92, 9)) * infos[a]["action_mask"]).argmax(axis=1).astype(np.int8) for a in env.agents}
        seen, rewards, over, cut, infos = env.step(orders)
        twin.step({0: orders["player_0"], 1: orders["player_1"]})
        assert np.array_equal(seen["player_0"]["units"], twin.units)
        earned += list(rewards.values())
    assert all(over.values()) and not any(cut.values()) and env.game.is_over
    assert earned.tolist() == [score - 2 for score in twin.scores[:2].tolist()]
    assert env.game.record() == twin.record()


def test_actions_of_mad_max_have_a_form_a_range_and_an_agent() -> None:
    env = joust.pettingzoo.parallel_env(rules="nb_rounds=8", players=[None, None, "Null", "Null"])
    env.reset(seed=1)
    wrong: list[Any] = [np.full(92, 264), np.full(91, 8), np.full((92, 2), 8), np.full(92, 8.0), [(1, 2)]]
    for action in wrong:
        with pytest.raises((ValueError, TypeError)):
            env.step({"player_0": action})
    with pytest.raises(ValueError, match="no agents: player_2; the agents are player_0, player_1"):
        env.step({"player_0": np.full(92, 8), "player_2": np.full(92, 8)})
    assert env.game.round == 0


def test_samples_of_large_armies_can_be_played() -> None:
    env = joust.pettingzoo.parallel_env(config=crowd())
    env.reset(seed=1)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    assert env.game.round == 1


def test_an_observation_of_mad_max_does_not_change_afterwards() -> None:
    env = joust.pettingzoo.parallel_env(players=[None, "Demo", "Demo", "Demo"])
    seen, _ = env.reset(seed=5)
    units = seen["player_0"]["units"].copy()
    for _ in range(8):
        env.step({})
    assert np.array_equal(seen["player_0"]["units"], units)
    assert not np.array_equal(env.game.units, units)
