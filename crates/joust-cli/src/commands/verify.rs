//! `joust verify`

use crate::args::VerifyArgs;
use crate::commands::recorded::{find_board, read};
use crate::commands::stream::json;
use crate::failure::Failure;
use joust_match::VerifiedFile;
use serde::Serialize;
use serde_json::json;
use std::io::Write;

/// A file with what was found in it.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    ok: bool,
    error: Option<String>,
    #[serde(flatten)]
    verified: Option<&'a VerifiedFile>,
}

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    let mut wrong = 0;
    let mut unreadable: Option<Failure> = None;
    for path in &args.files {
        let file = path.to_string_lossy();
        let verified = read(path).and_then(|recorded| Ok(recorded.verify(&find_board)?));
        if args.json {
            let error = verified.as_ref().err().map(Failure::to_string);
            let verified = verified.as_ref().ok();
            reports.push(json(&Report { file: &file, ok: verified.is_some(), error, verified })?);
        }
        match verified {
            Ok(verified) if !args.json => writeln!(out, "{file}: {verified}")?,
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
