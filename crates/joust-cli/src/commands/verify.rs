//! `joust verify`

use crate::args::VerifyArgs;
use crate::commands::recorded::{find_board, read};
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::signals::stop_handle;
use joust_match::{ChangedProgram, Programs, Recorded, Repeat, VerifiedFile};
use serde::Serialize;
use serde_json::json;
use std::fmt;
use std::io::Write;

/// A file with what was found in it.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    ok: bool,
    error: Option<String>,
    #[serde(flatten)]
    verified: Option<&'a VerifiedFile>,
    /// Missing where nothing is played again.
    #[serde(flatten)]
    repeated: Option<Repeated<'a>>,
    /// The players whose programs are not those that played; missing where all are.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    changed: &'a [ChangedProgram],
}

/// What was found in a file.
struct Found {
    verified: VerifiedFile,
    repeated: Option<Repeat>,
    changed: Vec<ChangedProgram>,
}

/// Everything in one line.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verified)?;
        let why = match &self.repeated {
            None => "",
            Some(Repeat::Equal) => {
                f.write_str("; played again, all came out alike")?;
                ""
            }
            Some(Repeat::Not(why)) => {
                write!(f, "; not played again: {why}")?;
                why
            }
        };
        // A module that has changed is the reason why the games were not played again, and was told.
        let untold = |one: &&ChangedProgram| !why.contains(&format!("`{}`", one.player));
        self.changed.iter().filter(untold).try_for_each(|one| write!(f, "; {one}"))
    }
}

/// Whether the games were played again.
#[derive(Serialize)]
struct Repeated<'a> {
    played_again: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<&'a str>,
}

impl<'a> From<&'a Repeat> for Repeated<'a> {
    fn from(repeat: &'a Repeat) -> Repeated<'a> {
        match repeat {
            Repeat::Equal => Repeated { played_again: true, why_not: None },
            Repeat::Not(why) => Repeated { played_again: false, why_not: Some(why) },
        }
    }
}

/// Plays the games of a journal again, if modules play in it or the user asks for it.
fn repeat(args: &VerifyArgs, recorded: &Recorded) -> Result<Option<Repeat>, Failure> {
    if !args.again && !recorded.has_modules() {
        return Ok(None);
    }
    // Modules are confined by their nature; programs of a journal are never started.
    let repeated = recorded.repeat(&Programs::default(), &find_board, &stop_handle());
    match repeated.transpose()? {
        // The user asked for it.
        Some(Repeat::Not(why)) if args.again => Err(Failure::No(format!("not played again: {why}"))),
        repeated => Ok(repeated),
    }
}

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    let mut wrong = 0;
    let mut unreadable: Option<Failure> = None;
    for path in &args.files {
        let file = path.to_string_lossy();
        let verified = read(path).and_then(|recorded| {
            let verified = recorded.verify(&find_board)?;
            let repeated = repeat(args, &recorded)?;
            Ok(Found { verified, repeated, changed: recorded.changed(&Programs::default()) })
        });
        if args.json {
            let error = verified.as_ref().err().map(Failure::to_string);
            let found = verified.as_ref().ok();
            reports.push(json(&Report {
                file: &file,
                ok: found.is_some(),
                error,
                verified: found.map(|found| &found.verified),
                repeated: found.and_then(|found| found.repeated.as_ref()).map(Repeated::from),
                changed: found.map_or(&[], |found| &found.changed),
            })?);
        }
        match verified {
            Ok(found) if !args.json => writeln!(out, "{file}: {found}")?,
            Ok(_) => {}
            Err(Failure::No(why)) => {
                wrong += 1;
                if !args.json {
                    writeln!(out, "{file}: wrong: {why}")?;
                }
            }
            // A file that cannot be read does not keep the other files from being checked.
            Err(other) => {
                unreadable = Some(match unreadable.take() {
                    None => other,
                    Some(before) => before.and(&other),
                });
            }
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!({ "records": reports }))?;
    }
    let wrong = (wrong > 0).then(|| Failure::No(format!("{wrong} of {} did not verify", args.files.len())));
    match (unreadable, wrong) {
        (Some(unreadable), Some(wrong)) => Err(unreadable.and(&wrong)),
        (failure, None) | (None, failure) => failure.map_or(Ok(()), Err),
    }
}
