//! `joust moves`

use super::stream::answer_each;
use crate::args::MovesArgs;
use crate::failure::Failure;
use serde_json::json;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failure> {
    answer_each(args.at.game, &args.at.ask, args.json, &AtomicBool::new(false), |position, out| {
        let moves = position.moves();
        if args.json {
            let answer = json!({
                "game": args.at.game.0.name(),
                "position": position.text(),
                "to_move": position.side_name(position.to_move()),
                "outcome": position.outcome().map(|outcome| outcome.to_string()),
                "count": moves.len(),
                "moves": moves,
            });
            writeln!(out, "{answer}")?;
        } else {
            for mv in moves {
                writeln!(out, "{mv}")?;
            }
        }
        Ok(())
    })
}
