//! `joust moves`

use super::stream::answer_each;
use crate::args::MovesArgs;
use crate::failure::Failure;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failure> {
    answer_each(args.at.game, &args.at.ask, args.json, &AtomicBool::new(false), |position, out| {
        if args.json {
            let moves = joust_view::moves_of(position.as_any())
                .ok_or_else(|| Failure::Ours("a position of another game".into()))?;
            let answer = json!({
                "game": args.at.game.0.name(),
                "position": position.text(),
                "to_move": position.side_name(position.to_move()),
                "outcome": position.outcome().map(|outcome| outcome.to_string()),
                "count": moves.len(),
                "moves": moves,
            });
            out.json(answer)?;
        } else {
            for mv in position.moves() {
                writeln!(out, "{mv}")?;
            }
        }
        Ok(())
    })
}
