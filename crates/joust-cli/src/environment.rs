//! What the user says by the variables of Joust in the environment. `joust serve` and `joust arena` have
//! more of them, which stand beside their options.

use joust_sandbox::Confinement;
use std::path::PathBuf;

/// The folder of endgame tables for engines and analyses that do not name one.
pub(crate) fn tables() -> Option<PathBuf> {
    said("JOUST_TABLES").map(PathBuf::from)
}

/// The folder in which `joust play` keeps games.
pub(crate) fn state() -> Option<PathBuf> {
    said("JOUST_STATE").map(PathBuf::from)
}

/// How a kit's Game was called, which calls `joust game`.
pub(crate) fn called() -> Option<String> {
    std::env::var("JOUST_CALLED").ok()
}

/// The token of the queue of `joust worker`, `joust tournament --queue` and `joust serve --queue`.
pub(crate) fn queue_token() -> Option<String> {
    said("JOUST_QUEUE_TOKEN").and_then(|token| token.into_string().ok())
}

/// How players of a kit run.
pub(crate) fn confinement() -> Confinement {
    let landlock = std::env::var("JOUST_LANDLOCK").ok().and_then(|text| text.parse().ok());
    Confinement { wrapped: said("JOUST_WRAP").is_some(), landlock }
}

/// The value of a variable, unless it is empty.
pub(crate) fn said(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
