//! `joust tournament verify`: plays the games of journals again, and says what comes out otherwise.

use super::args::TournamentVerifyArgs;
use super::bundle::Bundle;
use crate::commands::recorded::read;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::cores;
use crate::progress;
use crate::signals::stop_handle;
use joust_core::count;
use joust_tournament::{Absence, BadStart, BadVerify, Cast, Deviation, Reading, Terms, Verified, Verifier};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most games that are named as text.
const SHOWN: usize = 20;

/// What was found in a journal.
#[derive(Serialize)]
struct Report {
    file: String,
    ok: bool,
    /// Why nothing could be verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    verified: Option<Verified>,
    /// The participants that cannot play again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    absent: Vec<Absent>,
}

#[derive(Serialize)]
struct Absent {
    name: String,
    #[serde(flatten)]
    absence: Absence,
}

/// A record of an archive that is wrong.
#[derive(Serialize)]
struct BadRecord {
    file: String,
    what: String,
}

pub(super) fn run(args: &TournamentVerifyArgs) -> Result<(), Failure> {
    let bundle = Bundle::open(&args.file, args.modules.as_deref())?;
    let stop = stop_handle();
    let reports: Vec<Report> = bundle
        .journals
        .iter()
        .map(|(called, path)| journal(args, &bundle, called, path, &stop))
        .collect::<Result<_, _>>()?;
    let records = records(args, &bundle, &stop)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        let ok = records.is_empty() && reports.iter().all(|report| report.ok);
        let answer = serde_json::json!({
            "ok": ok,
            "journals": json(&reports)?,
            "records": bundle.records.len(),
            "bad_records": json(&records)?,
        });
        writeln!(out, "{answer:#}")?;
    } else {
        for report in &reports {
            tell(report, &mut out)?;
        }
        for BadRecord { file, what } in &records {
            writeln!(out, "{file}: wrong: {what}")?;
        }
        if !bundle.records.is_empty() && records.is_empty() {
            writeln!(
                out,
                "{}: {} by the rules",
                args.file.display(),
                count(bundle.records.len(), "single game")
            )?;
        }
    }
    out.flush()?;
    judge(&reports, &records)
}

/// The exit code, with a sentence about it.
fn judge(reports: &[Report], records: &[BadRecord]) -> Result<(), Failure> {
    let wrong = records.len() + reports.iter().map(Report::wrong).sum::<usize>();
    if wrong > 0 {
        return Err(Failure::No(format!("{} did not verify", count(wrong, "game"))));
    }
    match reports.iter().filter(|report| !report.ok).count() {
        0 => Ok(()),
        not => Err(Failure::No(format!("{} could not be verified in full", count(not, "journal")))),
    }
}

impl Report {
    /// How many games are wrong.
    fn wrong(&self) -> usize {
        self.verified.as_ref().map_or(0, |verified| verified.deviations.len())
    }
}

/// Verifies a journal.
fn journal(
    args: &TournamentVerifyArgs,
    bundle: &Bundle,
    called: &str,
    path: &Path,
    stop: &AtomicBool,
) -> Result<Report, Failure> {
    let terms = match Reading::open(path) {
        Ok(reading) => reading.terms,
        Err(why) => return unverified(called, BadVerify::Journal(why)),
    };
    let cast = Cast::of(&terms, &|sha256, name| bundle.module(path, sha256, name));
    let threads = args.concurrency.unwrap_or_else(cores);
    let bar = progress::bar(0, args.quiet, "{wide_bar} {pos} of {len} games, {per_sec}, {eta} left  {msg}");
    bar.set_message(terms.tournament.clone());
    let verified = Verifier { cast: &cast, threads, stop }.verify(path, &mut |done, games| {
        bar.set_length(games as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    match verified {
        Ok(verified) => {
            let absent = absent(&terms, &cast);
            let is_whole = absent.iter().all(|one| one.absence == Absence::Unrepeatable);
            let ok = verified.deviations.is_empty() && is_whole;
            Ok(Report { file: called.to_owned(), ok, error: None, verified: Some(verified), absent })
        }
        Err(why) => unverified(called, why),
    }
}

/// A journal of which nothing can be said, or the reason why the command ends.
fn unverified(called: &str, why: BadVerify) -> Result<Report, Failure> {
    match why {
        BadVerify::Stopped => {
            tell!("stopped: nothing is known of the games that were left");
            Err(Failure::Interrupted)
        }
        why @ (BadVerify::Running(_) | BadVerify::Terms(_)) => Err(Failure::Usage(why.to_string())),
        BadVerify::Journal(why @ BadStart::NotAGame { .. }) => Ok(Report {
            file: called.to_owned(),
            ok: false,
            error: Some(why.to_string()),
            verified: None,
            absent: Vec::new(),
        }),
        BadVerify::Journal(why) => Err(why.into()),
    }
}

fn absent(terms: &Terms, cast: &Cast) -> Vec<Absent> {
    let named = |(number, absence): (usize, &Absence)| Absent {
        name: terms.participants[number].name.clone(),
        absence: absence.clone(),
    };
    cast.absent().map(named).collect()
}

/// Says what was found in a journal.
fn tell(report: &Report, out: &mut impl Write) -> Result<(), Failure> {
    let file = &report.file;
    let Some(verified) = &report.verified else {
        writeln!(out, "{file}: wrong: {}", report.error.as_deref().unwrap_or("it cannot be read"))?;
        return Ok(());
    };
    let Verified { tournament, over, games, played_again, replayed, unchecked, deviations } = verified;
    let checks = [
        (*played_again, "played again"),
        (*replayed, "replayed by the rules"),
        (*unchecked, "of which only the result is known"),
    ];
    let checks: Vec<String> =
        checks.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let found = if deviations.is_empty() {
        "all came out alike".to_owned()
    } else {
        format!("wrong: {}", count(deviations.len(), "game"))
    };
    let rest = if *over { "" } else { "; the tournament is not over" };
    let checks = if checks.is_empty() { String::new() } else { format!(", {}", checks.join(", ")) };
    writeln!(out, "{file}: {tournament}: {}{checks}; {found}{rest}", count(*games, "game"))?;
    for Deviation { game, what } in deviations.iter().take(SHOWN) {
        writeln!(out, "  game {game}: {what}")?;
    }
    if let more @ 1.. = deviations.len().saturating_sub(SHOWN) {
        writeln!(out, "  and {more} more: --json lists all")?;
    }
    if *replayed > 0 && report.absent.is_empty() {
        writeln!(out, "  a game with a clock or with endgame tables need not come out alike twice")?;
    }
    for Absent { name, absence } in &report.absent {
        match absence {
            Absence::Unrepeatable => writeln!(out, "  `{name}` need not play alike twice"),
            Absence::NoModule { sha256 } => writeln!(
                out,
                "  `{name}` cannot play again: no file has the SHA-256 {sha256}; name a folder with its module by --modules"
            ),
            Absence::BadModule { what } => writeln!(out, "  `{name}` cannot play again: {what}"),
        }?;
    }
    Ok(())
}

/// Replays the records of an archive by the rules; gives those that are wrong.
fn records(
    args: &TournamentVerifyArgs,
    bundle: &Bundle,
    stop: &AtomicBool,
) -> Result<Vec<BadRecord>, Failure> {
    let bar =
        progress::bar(bundle.records.len(), args.quiet, "{wide_bar} {pos} of {len} records, {eta} left");
    let mut bad = Vec::new();
    for (file, path) in &bundle.records {
        if stop.load(Ordering::Relaxed) {
            bar.finish_and_clear();
            return unverified(file, BadVerify::Stopped).map(|_| Vec::new());
        }
        // An archive is of strangers: no file that a record names is opened.
        let verified = read(path).and_then(|recorded| Ok(recorded.verify(&|_, _| Ok(None))?));
        match verified {
            Ok(_) => {}
            Err(Failure::No(what)) => bad.push(BadRecord { file: file.clone(), what }),
            Err(other) => return Err(other),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(bad)
}
