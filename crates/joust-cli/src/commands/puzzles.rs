//! `joust puzzles`: finds puzzles and proves them again.

mod args;

pub(crate) use args::PuzzlesArgs;

use crate::args::Game;
use crate::failure::Failure;
use crate::{boards, environment, input, progress, signals};
use args::{PuzzlesCheckArgs, PuzzlesCommand, PuzzlesMineArgs};
use joust_core::{Game as _, count};
use joust_files::{read_all, read_text};
use joust_games::{Ask, BoardAsk};
use joust_mad::Battle;
use joust_players::endgame::tables;
use joust_puzzles::{PROOF, Puzzle, Request, Subject, check, mine};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::Ordering;

pub(crate) fn run(args: &PuzzlesArgs) -> Result<(), Failure> {
    match &args.command {
        PuzzlesCommand::Mine(args) => dig(args),
        PuzzlesCommand::Check(args) => prove(args),
    }
}

fn dig(args: &PuzzlesMineArgs) -> Result<(), Failure> {
    if args.game.0.name() == Battle::NAME {
        let board = args.board.as_deref().unwrap_or("6x4");
        let board = joust_mad::Board::named(board).ok_or_else(|| unknown(args.game, board))?;
        let folder = args.tables.clone().or_else(environment::tables);
        let tables = folder.map(|folder| tables(&folder, board)).transpose()?;
        return find(args, Subject::Mad(board, tables.as_deref()));
    }
    if args.tables.is_some() {
        return Err(Failure::Usage("--tables is for mad".into()));
    }
    let names = args.board.as_deref().map_or(joust_wargame::Board::OFFICIAL.to_vec(), |name| vec![name]);
    let board = |name: &str| joust_wargame::Board::named(name).ok_or_else(|| unknown(args.game, name));
    let boards = names.into_iter().map(board).collect::<Result<Vec<_>, _>>()?;
    find(args, Subject::WarGame(&boards))
}

/// The failure for a board that the game does not know.
fn unknown(game: Game, name: &str) -> Failure {
    match game.0.position(&Ask { board: Some(BoardAsk::Named(name)), ..Ask::default() }) {
        Err(why) => boards::unknown(game, name, &why),
        Ok(_) => Failure::Usage(format!("puzzles need a board by its name, not `{name}`")),
    }
}

fn find(args: &PuzzlesMineArgs, subject: Subject<'_>) -> Result<(), Failure> {
    let stop = signals::stop_handle();
    let bar = progress::bar(args.count, args.quiet, "{wide_bar} {pos}/{len} puzzles, {eta} left");
    let mut written = Ok(());
    let mut found = |puzzle: &Puzzle| {
        let line = if args.json { document(puzzle).to_string() } else { puzzle.to_string() };
        let mut out = anstream::stdout();
        written = bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
        if written.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        bar.inc(1);
    };
    let request = Request { subject, count: args.count, seed: args.seed, stop: &stop };
    let report = mine(&request, &mut found);
    bar.finish_and_clear();
    written?;
    if stop.load(Ordering::Relaxed) {
        tell!("stopped: {} of {} were found", report.found, count(args.count, "puzzle"));
        return Err(Failure::Interrupted);
    }
    if report.found < args.count {
        let games = count(report.games as usize, "game");
        let told = format!("{} of {} were found in {games}", report.found, count(args.count, "puzzle"));
        return Err(Failure::No(told));
    }
    Ok(())
}

fn document(puzzle: &Puzzle) -> Value {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.word()).collect();
    let answers = |answers: &Vec<joust_puzzles::Answer>| {
        let one = |one: &joust_puzzles::Answer| json!({ "wrong": one.wrong, "reply": one.reply, "margin": one.margin });
        answers.iter().map(one).collect::<Vec<_>>()
    };
    json!({
        "id": puzzle.id, "game": puzzle.game, "board": puzzle.board, "rules": puzzle.rules,
        "position": puzzle.position, "line": puzzle.line, "moves": puzzle.moves, "nodes": puzzle.nodes,
        "rating": puzzle.rating, "themes": themes,
        "answers": puzzle.answers.iter().map(answers).collect::<Vec<_>>(),
    })
}

fn prove(args: &PuzzlesCheckArgs) -> Result<(), Failure> {
    let read = if args.file.as_os_str() == "-" {
        read_all(std::io::stdin(), input::LONGEST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    } else {
        read_text(&args.file, input::LONGEST)
    };
    let text = read.map_err(|why| Failure::file(&args.file, &why))?;
    let file = args.file.display();
    let puzzles = Puzzle::read_all(&text)
        .map_err(|(line, why)| Failure::Usage(format!("{file}: line {line}: {why}")))?;
    if puzzles.is_empty() {
        return Err(Failure::Usage(format!("{file}: there are no puzzles")));
    }
    let stop = signals::stop_handle();
    let bar = progress::bar(puzzles.len(), args.quiet, "{wide_bar} {pos}/{len} puzzles, {eta} left");
    let (mut wrong, mut seen) = (Vec::new(), HashMap::new());
    for puzzle in &puzzles {
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return Err(Failure::Interrupted);
        }
        match check(puzzle, PROOF) {
            Err(why) => wrong.push((&puzzle.id, why.to_string())),
            Ok(likeness) => {
                if let Some(other) = seen.insert((&puzzle.board, likeness), &puzzle.id) {
                    wrong.push((&puzzle.id, format!("the position is an image of that of {other}")));
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut out = anstream::stdout();
    if args.json {
        let wrong: Vec<_> = wrong.iter().map(|(id, why)| json!({ "id": id, "why": why })).collect();
        let report = json!({ "puzzles": puzzles.len(), "proven": wrong.is_empty(), "wrong": wrong });
        writeln!(out, "{report}")?;
    } else {
        for (id, why) in &wrong {
            writeln!(out, "{id}  {why}")?;
        }
        writeln!(out, "{} checked, {} wrong", count(puzzles.len(), "puzzle"), wrong.len())?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::No(format!("{file}: not all puzzles hold"))) }
}
