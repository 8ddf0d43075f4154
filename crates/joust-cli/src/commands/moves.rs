//! `joust moves`

use super::stream::answer_each;
use crate::args::MovesArgs;
use crate::failure::Failure;
use std::io::Write;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failure> {
    answer_each(args.at.game, &args.at.ask, args.json, &AtomicBool::new(false), |position, out| {
        if args.json {
            let view = joust_view::of_position(position.as_any());
            return out.json(&view.ok_or_else(|| Failure::Ours("a position of another game".into()))?);
        }
        position.moves().iter().try_for_each(|mv| writeln!(out, "{mv}"))?;
        Ok(())
    })
}
