"""The names of OpenSpiel lead to the positions of Joust."""

from __future__ import annotations

import random

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


def test_parameters_are_those_of_the_register() -> None:
    game = joust.spiel.load_game("mad", {"board": "aztec", "rules": "limit=20,positioning=off"})
    assert game.new_initial_state().position.board == "aztec"
    assert str(joust.spiel.load_game("wargame(board=Keren)")) == "wargame(board=Keren)"
    with pytest.raises(ValueError, match="board and rules, not rows"):
        joust.spiel.load_game("mad(rows=8)")
