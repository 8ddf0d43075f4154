//! `joust play`

use crate::args::PlayArgs;
use crate::failure::Failure;

pub(crate) fn run(_args: &PlayArgs) -> Result<(), Failure> {
    Err(Failure::Ours("not yet".into()))
}
