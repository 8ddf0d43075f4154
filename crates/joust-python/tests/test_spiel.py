"""The names of OpenSpiel lead to the positions of Joust."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import joust
import joust.spiel


@pytest.mark.parametrize("name", ["mad", "mad(board=5x5,rules=app)", "wargame(board=Keren)"])
def test_a_random_game_ends_with_returns_of_sum_zero(name: str) -> None:
    game, draw = joust.spiel.load_game(name), random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        assert actions == [at for at, legal in enumerate(state.legal_actions_mask()) if legal]
        action = draw.choice(actions)
        text = state.action_to_string(state.current_player(), action)
        assert state.string_to_action(text) == action
        assert str(state.child(action)) == str(state.position.play(text))
        assert state.legal_actions(1 - state.current_player()) == []
        before = state.clone()
        state.apply_action(action)
        assert before.history() == state.history()[:-1]
    assert state.current_player() == joust.spiel.TERMINAL
    assert sum(state.returns()) == 0 and tuple(state.returns()) == state.position.rewards
    assert state.move_number() <= game.max_game_length()
    assert len(state.observation_tensor()) == game.observation_tensor_size()


def test_copies_of_a_state_go_on_alone() -> None:
    state = joust.spiel.load_game("wargame(board=tiny)").new_initial_state()
    assert state.is_initial_state() and state.is_player_node() and not state.is_simultaneous_node()
    ways: list[Any] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one)), joust.spiel.State.clone]
    for copied in ways:
        other = copied(state)
        other.apply_action(2)
        assert state.history() == [] and other.history() == [2] and other.history_str() == "2"
        assert other.num_distinct_actions() == 4 and other.num_players() == 2 and other.player_reward(0) == 0


def test_algorithms_of_openspiel_play() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts, minimax  # type: ignore[import-not-found, unused-ignore]

    game = joust.spiel.load_game("wargame", {"board": "9 1 5/2 2 8"})
    value, action = minimax.alpha_beta_search(game)
    solved = joust.solve(game.new_initial_state().position)
    assert value == (1.0 if solved.winner == 0 else -1.0) and action in game.new_initial_state().legal_actions()
    draw = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 50, mcts.RandomRolloutEvaluator(1, draw), random_state=draw)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.move_number() == 6


def test_parameters_are_those_of_the_register() -> None:
    game = joust.spiel.load_game("mad", {"board": "aztec", "rules": "limit=20,positioning=off"})
    assert game.new_initial_state().position.board == "aztec"
    assert str(joust.spiel.load_game("wargame(board=Keren)")) == "wargame(board=Keren)"
    with pytest.raises(ValueError, match="board and rules, not rows"):
        joust.spiel.load_game("mad(rows=8)")
