//! `joust verify`

use crate::args::VerifyArgs;
use crate::commands::recorded::{find_board, read};
use crate::failure::{Failure, count};
use joust_match::{LineEnd, VerifiedFile};
use serde_json::{Value, json};
use std::io::Write;

/// The result of a check, as a sentence and as JSON.
fn told(file: &str, verified: &VerifiedFile) -> (String, Value) {
    match verified {
        VerifiedFile::MadMax { replayed, summary } => {
            let scores =
                summary.names.iter().zip(summary.scores).map(|(name, score)| format!("{name} {score}"));
            let (rounds, scores) = (summary.rounds, scores.collect::<Vec<_>>().join(", "));
            let (verdict, told) = if *replayed {
                ("replayed", format!("ok, {} replayed, {scores}", count(rounds, "round")))
            } else {
                let follow = if rounds == 1 { "follows" } else { "follow" };
                let told = format!("{} {follow} the rules and the seed", count(rounds, "round"));
                let but = "the orders are not in the file";
                ("consistent", format!("consistent, {told}, {scores}; {but}"))
            };
            let report = json!({
                "file": file, "ok": true, "game": "madmax", "verdict": verdict, "seed": summary.seed,
                "rounds": rounds, "names": summary.names, "scores": summary.scores,
            });
            (told, report)
        }
        VerifiedFile::Duel { actions, outcome } => {
            let result = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
            let report = json!({ "file": file, "ok": true, "actions": actions, "result": result });
            (format!("ok, {}, {result}", count(*actions, "action")), report)
        }
        VerifiedFile::Game { game, actions, outcome } => {
            let result = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
            let report =
                json!({ "file": file, "ok": true, "game": game, "actions": actions, "result": result });
            (format!("ok, {}, {result}", count(*actions, "action")), report)
        }
        VerifiedFile::Match { game, cut_off, ends } => {
            let ended = |end| ends.iter().filter(|one| **one == end).count();
            let (games, tables, faults) = (ends.len(), ended(LineEnd::Tables), ended(LineEnd::Fault));
            let mut told = vec![format!("ok, a match of {game}, {}", count(games, "game"))];
            told.extend((tables > 0).then(|| format!("{tables} ended by tables")));
            told.extend((faults > 0).then(|| format!("{faults} ended by a fault")));
            let report = json!({ "file": file, "ok": true, "match": game, "games": games,
                                 "adjudicated": tables, "faults": faults, "cut_off": cut_off });
            let cut = if *cut_off { "; the last line is cut off" } else { "" };
            (told.join(", ") + cut, report)
        }
        VerifiedFile::Scores { games } => {
            let told = format!("nothing to replay, a match of madmax, {} with scores", count(*games, "game"));
            (
                told,
                json!({ "file": file, "ok": true, "match": "madmax", "games": games, "verdict": "scores" }),
            )
        }
    }
}

pub(crate) fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    let mut reports = Vec::new();
    let mut wrong = 0;
    let mut unreadable: Option<Failure> = None;
    for path in &args.files {
        let file = path.to_string_lossy();
        let verified = read(path).and_then(|recorded| Ok(recorded.verify(&find_board)?));
        match verified.map(|verified| told(&file, &verified)) {
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
            // The files after it are checked all the same.
            Err(other) => {
                if args.json {
                    reports.push(json!({ "file": file, "ok": false, "error": other.to_string() }));
                }
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
