//! `joust verify`

use crate::args::VerifyArgs;
use crate::commands::madmax_file::{detect, read};
use crate::commands::match_file;
use crate::commands::replay::load;
use crate::failure::Failure;
use serde_json::{Value, json};
use std::io::Write;

/// Judges one file: a sentence and the same for programs.
fn verify(file: &str) -> Result<(String, Value), Failure> {
    let bytes = match detect(read(file)?) {
        Ok(madmax) => return madmax.verify(file),
        Err(bytes) => bytes,
    };
    if let Some(journal) = match_file::detect(&bytes)? {
        return match_file::verify(&journal, file);
    }
    let (_, session) = load(bytes)?;
    let (actions, outcome) = (session.course().len(), session.outcome());
    let result = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
    let report = json!({ "file": file, "ok": true, "actions": actions, "result": result });
    Ok((format!("ok, {actions} actions, {result}"), report))
}

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    let mut wrong = 0;
    for file in &args.files {
        match verify(file) {
            Ok((told, report)) => {
                if args.json {
                    reports.push(report);
                } else {
                    writeln!(out, "{file}: {told}")?;
                }
            }
            Err(Failure::No(why)) => {
                wrong += 1;
                if args.json {
                    reports.push(json!({ "file": file, "ok": false, "error": why }));
                } else {
                    writeln!(out, "{file}: wrong: {why}")?;
                }
            }
            Err(other) => return Err(other),
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!({ "records": reports }))?;
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::No(format!("{wrong} of {} did not verify", args.files.len()))),
    }
}
