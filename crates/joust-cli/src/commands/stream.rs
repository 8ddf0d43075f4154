//! One position, or a stream of them from standard input.

use crate::args::{AskArgs, Game};
use crate::failure::Failure;
use joust_games::{AnyDuel, Ask};
use serde_json::json;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How long it takes at most until somebody who wants to stop is heard while no line comes.
const GLANCE: Duration = Duration::from_millis(100);

/// Answers the position that was asked for, or with `--position -` every line of standard input
/// until somebody wants to stop.
pub(super) fn answer_each(
    game: Game,
    args: &AskArgs,
    as_json: bool,
    stop: &AtomicBool,
    mut answer: impl FnMut(&dyn AnyDuel, &mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    args.with(game, |ask| {
        if ask.position != Some("-") {
            let position = game.0.position(ask)?;
            return answer(position.as_ref(), &mut out);
        }
        let mut refused = 0;
        let lines = lines();
        for number in 0.. {
            let Some(line) = next(&lines, stop, number)? else { break };
            let line = line.map_err(|why| Failure::Usage(format!("standard input: {why}")))?;
            let position = game.0.position(&Ask { position: Some(&line), ..*ask });
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

/// The position itself, for a command that knows the game.
pub(crate) fn concrete<P: Copy + 'static>(position: &dyn AnyDuel) -> Result<P, Failure> {
    let position = position.as_any().downcast_ref().copied();
    position.ok_or_else(|| Failure::Ours("a position of another game".into()))
}

/// The lines of standard input, read by a thread of their own: nothing wakes up whoever waits for
/// the next one.
fn lines() -> Receiver<std::io::Result<String>> {
    let (send, receive) = sync_channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    receive
}

/// The next line, if there is one; a failure when somebody wants to stop after so many of them.
fn next(
    lines: &Receiver<std::io::Result<String>>,
    stop: &AtomicBool,
    number: usize,
) -> Result<Option<std::io::Result<String>>, Failure> {
    loop {
        let next = match lines.recv_timeout(GLANCE) {
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            next => next.ok(),
        };
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::No(format!("stopped after line {number}")));
        }
        if next.is_some() {
            return Ok(next);
        }
    }
}
