//! `joust apply`

use crate::args::ApplyArgs;
use crate::failure::Failure;
use std::io::Write;

pub(crate) fn run(args: &ApplyArgs) -> Result<(), Failure> {
    args.at.ask.with(args.at.game, |ask| {
        let mut session = args.at.game.0.duel_session(ask)?;
        for (number, text) in args.moves.iter().enumerate() {
            // Words such as `resign` are actions, and not moves.
            let refused = |why| Failure::No(format!("move {}, `{text}`: {why}", number + 1));
            let mv = session.position().play(text).map_err(refused)?;
            session.act(&mv).map_err(|why| Failure::Ours(why.to_string()))?;
        }
        let mut out = anstream::stdout().lock();
        if args.json {
            let view = joust_view::of_record(&session.record(&[]), None);
            writeln!(out, "{}", view.map_err(|faults| Failure::Ours(faults.join("; ")))?)?;
        } else {
            writeln!(out, "{}", session.position().text())?;
        }
        Ok(())
    })
}
