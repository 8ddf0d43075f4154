//! `joust tournament status`, `table`, `matrix` and `games`: what a journal says, while the tournament is played or
//! after it.

use super::args::{
    ProvisionalBy, TournamentGamesArgs, TournamentMatrixArgs, TournamentStatusArgs, TournamentTableArgs,
};
use super::place::journal_of;
use crate::commands::stream::json;
use crate::failure::Failure;
use joust_core::count;
use joust_files::Care;
use joust_league::rating::Method;
use joust_tournament::{GameRecord, GameRow, Reading, Survey, Terms};
use std::io::Write;
use std::path::Path;

pub(super) fn status(args: &TournamentStatusArgs) -> Result<(), Failure> {
    let path = journal_of(&args.file)?;
    let reading = Reading::open(&path)?;
    let is_running = reading.is_running;
    let (terms, ledger) = reading.ledger(&mut |_| ())?;
    let (over, most) = (ledger.over(), ledger.most_own_games());
    let state = match (ledger.is_over(), is_running) {
        (true, _) => "finished",
        (false, true) => "running",
        (false, false) => "interrupted",
    };
    let (at_most, faults) = (if ledger.is_exact() { "" } else { "at most " }, ledger.tally().faults());
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = serde_json::json!({
            "tournament": terms.tournament,
            "game": terms.game,
            "format": terms.format,
            "journal": path,
            "state": state,
            "participants": terms.participants.len(),
            "games": over,
            "most_games": most,
            "exact": ledger.is_exact(),
            "faults": faults,
            "shard": terms.shard,
        });
        writeln!(out, "{answer:#}")?;
        return Ok(out.flush()?);
    }
    writeln!(out, "{}: {state}, {over} of {at_most}{}", terms.tournament, count(most, "game"))?;
    writeln!(out, "{}", terms.format.words(terms.seating, terms.seats()))?;
    writeln!(out, "{}, {}", count(terms.participants.len(), "participant"), count(faults, "fault"))?;
    if let Some(shard) = terms.shard {
        writeln!(out, "part {} of {}", shard.part, shard.of)?;
    }
    if let Some(decision) = ledger.decision() {
        writeln!(out, "sequential test: {decision}")?;
    }
    if state == "interrupted" {
        writeln!(out, "run `joust tournament` with its file to continue")?;
    }
    Ok(out.flush()?)
}

pub(super) fn table(args: &TournamentTableArgs) -> Result<(), Failure> {
    let table = survey(&args.file)?.table();
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&table)?)?;
    } else {
        let method = args.provisional.map(|method| match method {
            ProvisionalBy::WengLin => Method::WengLin,
            ProvisionalBy::Glicko => Method::Glicko2,
        });
        write!(out, "{}", table.text_with(method))?;
    }
    Ok(out.flush()?)
}

pub(super) fn matrix(args: &TournamentMatrixArgs) -> Result<(), Failure> {
    let survey = survey(&args.file)?;
    let unknown = || unknown(&survey.terms, args.of.as_deref().unwrap_or_default());
    let mut out = anstream::stdout().lock();
    match (&args.of, args.json) {
        (Some(name), true) => writeln!(out, "{:#}", json(&survey.who_beats(name).ok_or_else(unknown)?)?)?,
        (Some(name), false) => write!(out, "{}", survey.who_beats_text(name).ok_or_else(unknown)?)?,
        (None, true) => {
            let answer =
                serde_json::json!({ "names": survey.terms.names(), "matrix": survey.meetings.matrix() });
            writeln!(out, "{answer:#}")?;
        }
        (None, false) => write!(out, "{}", survey.matrix_text())?,
    }
    Ok(out.flush()?)
}

pub(super) fn games(args: &TournamentGamesArgs) -> Result<(), Failure> {
    let path = journal_of(&args.file)?;
    let reading = Reading::open(&path)?;
    let terms = reading.terms.clone();
    let number = |name: &Option<String>| {
        let name = name.as_deref();
        name.map(|name| terms.named(name).ok_or_else(|| unknown(&terms, name))).transpose()
    };
    let (of, against) = (number(&args.of)?, number(&args.against)?);
    let (mut rows, mut board) = (Vec::new(), 0);
    reading.ledger(&mut |counted| {
        let line = counted.line;
        let with = |who: Option<usize>| who.is_none_or(|who| line.seats.contains(&who));
        let is_asked =
            args.game.is_none_or(|game| game == line.game) && (!args.faults || !line.faults.is_empty());
        if with(of) && with(against) && is_asked {
            rows.push(GameRow::new(&terms, counted));
            board = counted.fixture.map;
        }
    })?;
    if let (Some(game), true) = (args.game, rows.is_empty()) {
        return Err(Failure::Usage(format!("{} has no finished game {game}", path.display())));
    }
    if let (Some(game), Some(target)) = (args.game, &args.record) {
        return record(&path, &terms, game, board, target);
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&rows)?)?;
    } else {
        write!(out, "{}", GameRow::text(&rows))?;
    }
    Ok(out.flush()?)
}

/// Writes the record of a game to a file.
fn record(path: &Path, terms: &Terms, game: usize, board: usize, target: &Path) -> Result<(), Failure> {
    let mut reading = Reading::open(path)?;
    while let Some(line) = reading.next_game::<GameRecord>()? {
        if line.game != game {
            continue;
        }
        let compact = line.record.as_ref().and_then(GameRecord::compact);
        let text = || Some(terms.duel_record(&line, board)?.to_string().into_bytes());
        let Some(bytes) = compact.or_else(text) else { break };
        return joust_files::write(target, &bytes, Care::Quick).map_err(|why| Failure::file(target, &why));
    }
    Err(Failure::Usage(format!(
        "the journal has no record of game {game}: records = true in the file keeps them"
    )))
}

fn survey(file: &Path) -> Result<Survey, Failure> {
    Ok(Survey::of(Reading::open(&journal_of(file)?)?)?)
}

fn unknown(terms: &Terms, name: &str) -> Failure {
    Failure::Usage(format!("no participant is called `{name}`: they are {}", terms.names().join(", ")))
}
