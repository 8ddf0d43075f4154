//! The game of a conversation, as one of three types.

use crate::{Json, MadBoard, MadMaxState, MadPosition, WarBoard, WarPosition};
use std::rc::Rc;

/// Follows the game through the messages.
#[derive(Clone, Debug)]
pub enum Game {
    /// A game of MAD.
    Mad(MadPosition),
    /// A War Game.
    War(WarPosition),
    /// A game of Mad Max.
    MadMax(Box<MadMaxState>),
}

impl Game {
    /// The game of a `hello`.
    pub fn new(hello: &Json) -> Game {
        let start = &hello["start"];
        let position = start["position"].text();
        match hello["game"].text() {
            "mad" => Game::Mad(MadPosition::read(&Rc::new(MadBoard::new(start)), position)),
            "wargame" => Game::War(WarPosition::read(&Rc::new(WarBoard::new(start)), position)),
            "madmax" => Game::MadMax(Box::new(MadMaxState::new(start, hello["seat"].size()))),
            other => panic!("there is no game {other}"),
        }
    }

    /// Takes over the state of a turn.
    pub fn update(&mut self, state: &Json) {
        let text = state["position"].text();
        match self {
            Game::Mad(position) => *position = MadPosition::read(&position.board, text),
            Game::War(position) => *position = WarPosition::read(&position.board, text),
            Game::MadMax(known) => known.update(state),
        }
    }

    /// The position of a game of MAD.
    pub fn mad(&self) -> &MadPosition {
        if let Game::Mad(position) = self {
            position
        } else {
            panic!("this is not a game of MAD")
        }
    }

    /// The position of a War Game.
    pub fn wargame(&self) -> &WarPosition {
        if let Game::War(position) = self {
            position
        } else {
            panic!("this is not a War Game")
        }
    }

    /// The state of a game of Mad Max.
    pub fn madmax(&self) -> &MadMaxState {
        if let Game::MadMax(state) = self {
            state
        } else {
            panic!("this is not a game of Mad Max")
        }
    }
}
