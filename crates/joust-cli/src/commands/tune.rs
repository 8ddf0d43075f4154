//! `joust tune`: weights for the engine, from games that it plays against itself.

use super::spsa;
use crate::args::{TuneArgs, TuneCommand};
use crate::failure::Failure;
use crate::{input, many, progress, signals};
use joust_mad::Board;
use joust_match::{Progress, Tuning};
use joust_search::mad::{BOARDS, WeightsTable};
use std::io::Write;

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    match &args.command {
        Some(TuneCommand::Spsa(args)) => spsa::run(args),
        None => fit(args),
    }
}

/// Prints the table of weights with new columns for one board.
fn fit(args: &TuneArgs) -> Result<(), Failure> {
    let index = BOARDS.iter().position(|name| *name == args.board);
    let (Some(index), Some(board)) = (index, Board::named(&args.board)) else {
        return Err(Failure::Usage(format!(
            "this board has no weights; the boards with weights are {}",
            BOARDS.join(", ")
        )));
    };
    let mut table = match &args.weights {
        Some(path) => {
            let text =
                joust_files::read_text(path, input::LONGEST).map_err(|why| Failure::file(path, &why))?;
            text.parse().map_err(|why| Failure::Usage(format!("{}: {why}", path.display())))?
        }
        None => WeightsTable::own().clone(),
    };
    let stop = signals::stop_handle();
    let bar = progress::bar(args.games, args.quiet, "{msg} {wide_bar} {pos}/{len} games, {eta} left");
    let tuning = Tuning {
        games: args.games,
        nodes: args.nodes,
        rounds: args.rounds,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(many::cores),
    };
    let mut done = 0;
    let weights = tuning.run(board, &stop, &mut |progress| match progress {
        Progress::Played { round, games } => {
            bar.set_message(format!("round {round} of {}", args.rounds));
            bar.set_position(games as u64);
        }
        Progress::Fitted { round, positions, before, after } => {
            done = round;
            bar.suspend(|| {
                tell!(
                    "round {round}: {positions} positions, mean squared error {before:.5}, fitted {after:.5}"
                );
            });
        }
    });
    bar.finish_and_clear();
    let Some(weights) = weights? else {
        tell!("stopped: {done} of {} rounds were done, and their weights are lost", args.rounds);
        return Err(Failure::Interrupted);
    };
    table.0[index] = weights;
    write!(std::io::stdout(), "{table}")?;
    Ok(())
}
