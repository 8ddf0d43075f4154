//! `joust verify`

use crate::args::VerifyArgs;
use crate::commands::replay::load;
use crate::failure::Failure;
use serde_json::json;
use std::io::Write;

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    let mut wrong = 0;
    for file in &args.files {
        let verdict = load(file).map(|(_, session)| (session.course().len(), session.outcome()));
        match verdict {
            Ok((actions, outcome)) => {
                let result = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
                if args.json {
                    reports.push(json!({ "file": file, "ok": true, "actions": actions, "result": result }));
                } else {
                    writeln!(out, "{file}: ok, {actions} actions, {result}")?;
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
