//! The environment variables of `joust`. The library crates do not read the environment.

use joust_sandbox::Confinement;
use std::path::PathBuf;

/// The folder of endgame tables for engines and analyses that do not name one.
pub(crate) fn tables() -> Option<PathBuf> {
    said("JOUST_TABLES").map(PathBuf::from)
}

/// How players of a kit run.
pub(crate) fn confinement() -> Confinement {
    let landlock = std::env::var("JOUST_LANDLOCK").ok().and_then(|text| text.parse().ok());
    Confinement { wrapped: said("JOUST_WRAP").is_some(), landlock }
}

/// The value of a variable, unless it is empty.
fn said(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
