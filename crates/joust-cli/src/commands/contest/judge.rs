//! `joust contest judge`: what the judge of a contest says about a submission.

use super::args::ContestJudgeArgs;
use super::read;
use crate::commands::stream::json;
use crate::environment;
use crate::failure::Failure;
use crate::signals::stop_handle;
use joust_contest::{Contest, Handed, Judge, Judged, News, Step};
use joust_files::Care;
use joust_match::{Here, Programs};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The largest file that is handed in: a module of an interpreter has a few megabytes.
const LONGEST: u64 = 64 << 20;

pub(super) fn run(args: &ContestJudgeArgs) -> Result<(), Failure> {
    let contest = read(&args.file)?;
    let source = &args.source;
    let bytes = joust_files::read(source, LONGEST).map_err(|why| Failure::file(source, &why))?;
    let file = source.file_name().unwrap_or_default().to_string_lossy();
    let handed = Handed { file: &file, bytes: &bytes, player: args.player.as_deref() };
    let judged = judge(&contest, &handed, &stop_handle(), &mut |news| {
        if let News::Done(step) = news
            && !args.quiet
        {
            tell!("{}", line(step));
        }
    })?;
    if let Some(folder) = &args.out {
        keep(&judged, &contest, folder).map_err(|why| Failure::file(folder, &why))?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&judged)?)?;
    } else {
        for step in &judged.steps {
            writeln!(out, "{}", line(step))?;
            for line in step.log.lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    out.flush()?;
    match judged.failed() {
        Some(step) => Err(Failure::No(format!("{}: {}", step.stage.name(), step.verdict))),
        None => Ok(()),
    }
}

/// Judges a submission on this machine.
pub(super) fn judge(
    contest: &Contest,
    handed: &Handed<'_>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<Judged, Failure> {
    let begun = Instant::now();
    let programs = || Programs::confined(environment::confinement());
    let judge =
        Judge { contest, taken: &[], programs: &programs, games: &Here, now: &|| begun.elapsed(), stop };
    match judge.judge(handed, tell) {
        Ok(Some(judged)) => Ok(judged),
        Ok(None) => Err(Failure::Interrupted),
        Err(why) => Err(Failure::Ours(why.to_string())),
    }
}

fn line(step: &Step) -> String {
    let mark = if step.passed { "passed" } else { "FAILED" };
    format!("{:<14} {mark}  {}", step.stage.name(), step.verdict)
}

/// Writes the module and the records of the games.
fn keep(judged: &Judged, contest: &Contest, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let player = judged.player.as_deref().unwrap_or("player");
    if !judged.module.is_empty() {
        joust_files::write(&folder.join(format!("{player}.wasm")), &judged.module, Care::Durable)?;
    }
    let ending = if contest.seats() == 2 { contest.game } else { "jmm" };
    for (number, game) in (1..).zip(&judged.games) {
        let path = folder.join(format!("{player}-{number}.{ending}"));
        joust_files::write(&path, &game.record, Care::Quick)?;
    }
    Ok(())
}
