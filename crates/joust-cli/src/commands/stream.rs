//! One position, or a stream of them from standard input.

use crate::args::PositionArgs;
use crate::failure::Failure;
use joust_games::{AnyDuel, Ask};
use serde_json::json;
use std::io::{BufRead, Write};

/// Answers the position that was asked for, or with `--position -` every line of standard input.
pub(super) fn answer_each(
    args: &PositionArgs,
    as_json: bool,
    mut answer: impl FnMut(&dyn AnyDuel, &mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    args.ask.with(args.game, |ask| {
        if ask.position != Some("-") {
            let position = args.game.0.position(ask)?;
            return answer(position.as_ref(), &mut out);
        }
        let mut refused = 0;
        for (number, line) in std::io::stdin().lock().lines().enumerate() {
            let line = line.map_err(|why| Failure::Usage(format!("standard input: {why}")))?;
            let position = args.game.0.position(&Ask { position: Some(&line), ..*ask });
            let why = match position.map(|position| answer(position.as_ref(), &mut out)) {
                Ok(Ok(())) => None,
                // A position that has no answer, such as a finished game, is one of many.
                Ok(Err(Failure::Usage(why))) => Some(vec![why]),
                Ok(Err(failure)) => return Err(failure),
                Err(why) => Some(why.texts()),
            };
            if let Some(why) = why {
                refused += 1;
                if as_json {
                    writeln!(out, "{}", json!({ "line": number + 1, "error": why }))?;
                } else {
                    eprintln!("line {}: {}", number + 1, why.join("; "));
                }
            }
            if !as_json {
                writeln!(out)?;
            }
            out.flush()?;
        }
        match refused {
            0 => Ok(()),
            1 => Err(Failure::No("1 position was refused".into())),
            n => Err(Failure::No(format!("{n} positions were refused"))),
        }
    })
}
