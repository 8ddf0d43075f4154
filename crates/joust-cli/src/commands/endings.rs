//! `joust solve mad`: builds endgame tables, solves positions with them, and draws puzzles.

use super::stream::{Output, answer_each, concrete};
use crate::args::{Game, SolveArgs};
use crate::failure::Failure;
use crate::{environment, progress};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar};
use joust_core::{Duel, Seed};
use joust_games::{Ask, BoardAsk};
use joust_mad::Position;
use joust_players::endgame::tables;
use joust_solve::mad::{
    Answer, Answered, BuildOptions, BuildProgress, Built, Certainty, Class, Folder, KeptMove, Puzzle,
    TableError, Value,
};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

impl From<TableError> for Failure {
    fn from(why: TableError) -> Failure {
        Failure::Usage(why.to_string())
    }
}

impl From<Arc<TableError>> for Failure {
    fn from(why: Arc<TableError>) -> Failure {
        Failure::Usage(why.to_string())
    }
}

pub(super) fn run(args: &SolveArgs, game: Game, stop: &AtomicBool) -> Result<(), Failure> {
    let folder = args.tables.clone().or_else(environment::tables);
    let folder = folder.ok_or_else(|| {
        Failure::Usage(
            "positions of mad are solved with endgame tables: `joust solve mad --tables DIR` builds them; \
             add --position to solve a position; JOUST_TABLES can name the folder"
                .into(),
        )
    })?;
    let out_of_place = [
        ("--sign is for wargame", args.sign),
        ("--checkpoint is for wargame; a build of tables continues by itself", args.checkpoint.is_some()),
        ("--all-moves needs a --position", args.all_moves && args.ask.position.is_none()),
    ];
    if let Some((why, _)) = out_of_place.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::Usage((*why).to_owned()));
    }
    if args.ask.position.is_some() {
        return answer_each(game, &args.ask, args.json, stop, |position, out| {
            answer(args, &concrete(position)?, &folder, out)
        });
    }
    args.ask.with(game, |ask| match args.puzzles {
        Some(count) => puzzles(args, game, ask, &folder, count),
        None => build(args, game, ask, &folder, stop),
    })
}

fn build(args: &SolveArgs, game: Game, ask: &Ask, folder: &Path, stop: &AtomicBool) -> Result<(), Failure> {
    let begin = Instant::now();
    let mut out = anstream::stdout().lock();
    let boards: Vec<Option<BoardAsk>> = match &ask.board {
        Some(board) => vec![Some(*board)],
        None => ["6x4", "5x5"].map(|name| Some(BoardAsk::Named(name))).to_vec(),
    };
    let mut answers = Vec::new();
    for board in boards {
        let start: Position = concrete(game.0.position(&Ask { board, ..*ask })?.as_ref())?;
        let seen = Folder::new(folder, start.board())?;
        let progress = BuildProgress::default();
        let usual = BuildOptions::new(stop, &progress);
        let options = BuildOptions {
            limit: start.rules().limit,
            ships: args.ships,
            only: args.class,
            threads: args.threads(),
            memory: args.memory.map_or(usual.memory, |mebibytes| mebibytes << 20),
            ..usual
        };
        let mut built: Vec<Built> = Vec::new();
        let bar = progress::bar(1000, args.quiet || args.json, "{wide_bar} {msg}");
        let tables = progress::watched(
            &bar,
            |elapsed| show(&bar, &progress, elapsed),
            || {
                seen.build(&options, &mut |table| {
                    if !args.json {
                        let name = start.board().name();
                        bar.suspend(|| {
                            if built.is_empty() && answers.is_empty() {
                                anstream::println!("{}", heading());
                            }
                            anstream::println!("{}", row(name, table));
                        });
                    }
                    built.push(table.clone());
                })
            },
        );
        if tables?.is_none() {
            return Err(Failure::No("stopped; run the same command again to continue".into()));
        }
        answers.push(json!({
            "board": start.board().name(),
            "classes": built,
            "entries": built.iter().map(|table| table.entries).sum::<usize>(),
            "bytes": built.iter().map(|table| table.bytes).sum::<u64>(),
        }));
    }
    let millis = begin.elapsed().as_millis() as u64;
    if args.json {
        let answer = json!({ "game": "mad", "tables": folder, "boards": answers, "time_ms": millis });
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

fn heading() -> String {
    format!(
        "{:<8} {:<8} {:>13} {:>11} {:>8}  {:<13} {}",
        "board", "class", "entries", "file", "longest", "limits", "built in"
    )
}

fn row(board: &str, table: &Built) -> String {
    let time = table.time.map_or("already there".into(), |time| format!("{:.1} s", time.as_secs_f64()));
    format!(
        "{board:<8} {:<8} {:>13} {:>11} {:>8}  {:<13} {time}",
        table.class.to_string(),
        HumanCount(table.entries as u64).to_string(),
        HumanBytes(table.bytes).to_string(),
        table.longest,
        table.limits.to_string(),
    )
}

fn show(bar: &ProgressBar, progress: &BuildProgress, elapsed: Duration) {
    let estimate = progress.estimate(elapsed);
    let message = format!(
        "class {} of {}, level {}, {:.2} M placements/s, about {} left",
        progress.classes.load(Ordering::Relaxed) + 1,
        progress.of.load(Ordering::Relaxed),
        progress.level.load(Ordering::Relaxed),
        estimate.speed / 1e6,
        HumanDuration(estimate.left.unwrap_or_default())
    );
    progress::show(bar, &estimate, message);
}

fn puzzles(args: &SolveArgs, game: Game, ask: &Ask, folder: &Path, count: usize) -> Result<(), Failure> {
    let start: Position = concrete(game.0.position(ask)?.as_ref())?;
    let board = start.board();
    let seed = args.seed.unwrap_or(Seed(1));
    let tables = tables(folder, board)?;
    let found = Puzzle::draw(&tables, count, Puzzle::LONGEST, seed);
    if let Some(why) = tables.trouble() {
        return Err(Failure::Usage(why.to_string()));
    }
    let mut out = anstream::stdout().lock();
    if !args.json {
        writeln!(out, "# Forced wins of MAD on {board} with a single key move: plies, key, position.")?;
        let made = format!("joust solve mad --tables DIR --board {board} --puzzles {count} --seed {seed}");
        writeln!(out, "# No other move wins. Made by: {made}")?;
    }
    let (some, all) = (found.len(), Puzzle::asked(count, Puzzle::LONGEST));
    for Puzzle { position, key, plies } in found {
        let key = position.write_move(key);
        if args.json {
            let line = json!({ "plies": plies, "key": key, "position": position.to_string() });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{plies}\t{key}\t{position}")?;
        }
    }
    if some < all {
        tell!("{some} of {all} puzzles were found: larger tables have more (--ships)");
    }
    Ok(())
}

fn answer(args: &SolveArgs, position: &Position, folder: &Path, out: &mut Output) -> Result<(), Failure> {
    let tables = tables(folder, position.board())?;
    let begin = Instant::now();
    let answer = tables.answer(position, args.all_moves).map_err(|why| Failure::Usage(why.to_string()))?;
    if args.json {
        return out.json(&Answered { position, answer: &answer, time: begin.elapsed() });
    }
    let Answer { known, line, best, others, wins_in } = &answer;
    let line = position.write_line(line);
    writeln!(out, "board     {}", position.board())?;
    writeln!(out, "position  {position}")?;
    writeln!(out, "result    {}", in_words(position, known, *wins_in))?;
    if let Some(first) = line.first() {
        match best.len() {
            _ if args.all_moves => {
                for (label, moves) in [("best", best), ("others", others)] {
                    let labels = std::iter::once(label).chain(std::iter::repeat(""));
                    for (label, KeptMove { mv, wins_in }) in labels.zip(moves) {
                        let plies = wins_in.map_or_else(String::new, |plies| format!(" in {plies}"));
                        writeln!(out, "{label:<9} {} ({}{plies})", position.write_move(*mv), known.value)?;
                    }
                }
            }
            0 | 1 => writeln!(out, "best      {first} (the only one)")?,
            some => writeln!(out, "best      {first} (and {} more: --all-moves)", some - 1)?,
        }
        writeln!(out, "line      {}", line.join(", "))?;
    }
    if let Some(class) = Class::of(position).filter(|_| position.outcome().is_none()) {
        writeln!(out, "proven    by the table of {class}")?;
    }
    Ok(())
}

fn in_words(position: &Position, known: &Certainty, plies: Option<usize>) -> String {
    let winner = known.winner(position);
    if position.outcome().is_some() {
        return format!(
            "over: {winner} has won{}",
            if known.value.is_full() { "" } else { " the tie-break" }
        );
    }
    if let Some(plies) = plies {
        return format!("{winner} wins in {plies}");
    }
    match (known.value, known.next, known.at_most) {
        (Value::Win | Value::Loss, Some(next), Some(most)) => {
            format!("{winner} wins: by an expulsion within {next} turns, and at the latest after {most}")
        }
        (_, Some(next), _) => {
            format!("{winner} wins the tie-break: takes it by an expulsion within {next} turns")
        }
        _ => format!("{winner} wins the tie-break, which it holds"),
    }
}
