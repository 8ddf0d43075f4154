//! A small library for bots of Joust: MAD, the War Game and Mad Max.
//!
//! Write a [`Bot`]; [`run`] plays it over standard input and output, and [`module!`] makes a WebAssembly
//! module of it. A [`Session`] answers messages without input and output, for tests.

mod bot;
mod game;
mod json;
mod mad;
mod madmax;
mod module;
mod random;
mod session;
mod wargame;

pub use bot::{Action, Bot, Clock, Fault, Fuel, Hello, Info, Limits, Make, Parameter, Past, Result, Turn};
pub use game::Game;
pub use json::Json;
pub use mad::{MadBoard, MadPosition};
pub use madmax::{Event, Kind, MadMaxState, Order, Unit, DIRECTIONS, FAR};
pub use module::Module;
pub use random::Random;
pub use session::{message_of, run, Session};
pub use wargame::{WarBoard, WarPosition};
