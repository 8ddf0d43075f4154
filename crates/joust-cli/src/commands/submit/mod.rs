//! `joust submit`: hands a player in to a contest, and shows what the judge does.

mod token;

pub(crate) use token::token;

use super::stream::json;
use crate::failure::Failure;
use crate::progress;
use clap::Args;
use indicatif::ProgressBar;
use joust_contest::Stage;
use joust_server::{ArenaAddress, ArenaClient, ArenaError};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Hand a player in to a contest, and watch the judge.
#[derive(Args)]
#[command(before_help = include_str!("../../help/submit-examples.txt").trim_end())]
#[command(after_help = include_str!("../../help/submit.txt").trim_end())]
pub(crate) struct SubmitArgs {
    /// One source file, or a module that you compiled.
    #[arg(value_name = "FILE", required_unless_present = "follow", conflicts_with = "follow")]
    pub(crate) file: Option<PathBuf>,
    /// The address of the contest, as your browser shows it.
    #[arg(long, value_name = "URL", env = "JOUST_CONTEST", hide_env_values = true)]
    pub(crate) contest: String,
    /// The name of the player, where the source has none [default: that of the file].
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// What you call this version.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) label: String,
    /// Show the judge of a version that was handed in before.
    #[arg(long, value_name = "N")]
    pub(crate) follow: Option<u64>,
    #[command(flatten)]
    pub(crate) token: TokenArgs,
    /// Do not wait for the judge.
    #[arg(long, conflicts_with = "follow")]
    pub(crate) no_wait: bool,
    /// Print one JSON document: the version with its report.
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// How a program proves whose it is.
#[derive(Args)]
pub(crate) struct TokenArgs {
    /// The file of your token, which only you can read [default: joust/token in your configuration folder, or the
    /// variable `JOUST_TOKEN`].
    #[arg(long, value_name = "FILE", env = "JOUST_TOKEN_FILE", hide_env_values = true)]
    pub(crate) token_file: Option<PathBuf>,
}

/// Why somebody may not hand in.
const JOIN: &str = "join the contest on its page first, with the account of this token";
/// Why somebody may not see a version.
const NOT_THEIRS: &str = "only the author of a version and the teachers of the contest see it";

/// The largest file that is handed in: contests take less.
const LONGEST: u64 = 16 << 20;

pub(crate) fn run(args: &SubmitArgs) -> Result<(), Failure> {
    let address = ArenaAddress::read(&args.contest).map_err(|why| Failure::Usage(why.to_string()))?;
    if address.contest().is_none() {
        let what = "is the address of an arena: name that of a contest in it";
        return Err(Failure::Usage(format!("{} {what}", args.contest)));
    }
    let file = match &args.file {
        Some(path) => {
            let bytes = joust_files::read(path, LONGEST).map_err(|why| Failure::file(path, &why))?;
            Some((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes))
        }
        None => None,
    };
    let client = client(address, &args.token)?;
    wait(async {
        let number = match (file, args.follow) {
            (Some((name, bytes)), _) => {
                let number = client
                    .submit(&name, args.player.as_deref(), &args.label, bytes)
                    .await
                    .map_err(|why| failure(why, JOIN))?;
                if !args.quiet {
                    let page = client.address().page(&format!("/versions/{number}"));
                    tell!("handed in as version {number}: {page}");
                }
                number
            }
            (None, Some(number)) => number,
            (None, None) => return Err(Failure::Usage("name a file to hand in".to_owned())),
        };
        if args.no_wait {
            return told(&client.version(number).await.map_err(|why| failure(why, NOT_THEIRS))?, args.json);
        }
        follow(&client, number, args).await
    })
}

/// A connection with the caller's token.
pub(crate) fn client(address: ArenaAddress, args: &TokenArgs) -> Result<ArenaClient, Failure> {
    let token = token(args.token_file.as_deref())?;
    if address.is_exposed() {
        tell!(
            "the address begins with http, so others on the way can read your token: ask for one with https"
        );
    }
    ArenaClient::new(address, &token).map_err(|why| Failure::Ours(format!("no secure connections: {why}")))
}

/// Does something that takes a while, in a runtime of its own.
pub(crate) fn wait<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| Failure::Ours(why.to_string()))?.block_on(work)
}

/// What an arena did not do, as a failure of the command.
/// `way` says why an account may not do it, and what to do.
pub(crate) fn failure(why: ArenaError, way: &str) -> Failure {
    match why {
        ArenaError::Refused { status: 401, message } => Failure::Usage(format!(
            "{message}\nmake a token on the page of your account, and keep it in a file"
        )),
        ArenaError::Refused { status: 404, .. } => Failure::Usage(
            "there is no such contest or version: copy its address from your browser".to_owned(),
        ),
        ArenaError::Refused { status: 403, message } => Failure::Usage(format!("{message}: {way}")),
        ArenaError::Refused { status: 400..500, message } => Failure::No(message),
        other => Failure::Ours(other.to_string()),
    }
}

/// Follows the judge to its end, or until Ctrl-C.
async fn follow(client: &ArenaClient, number: u64, args: &SubmitArgs) -> Result<(), Failure> {
    let bar = progress::bar(5, args.quiet, "{spinner} {msg}");
    bar.enable_steady_tick(Duration::from_millis(120));
    let mut shown = 0;
    let mut hear = |progress: &Value| show(&bar, progress, &mut shown);
    let judged = async {
        loop {
            client.follow(number, &mut hear).await?;
            let version = client.version(number).await?;
            // Meanwhile it may be judged again.
            if !matches!(version["state"].as_str(), Some("waiting" | "judging")) {
                return Ok(version);
            }
        }
    };
    let judged = tokio::select! {
        judged = judged => judged,
        _ = tokio::signal::ctrl_c() => {
            bar.finish_and_clear();
            tell!("version {number} is judged without you; look again on its page,");
            tell!("  {}", client.address().page(&format!("/versions/{number}")));
            tell!("or by: joust submit --follow {number} --contest {}", args.contest);
            return Err(Failure::Interrupted);
        }
    };
    bar.finish_and_clear();
    let version = judged.map_err(|why| failure(why, NOT_THEIRS))?;
    told(&version, args.json)?;
    match version["state"].as_str() {
        Some("qualified") => Ok(()),
        Some("failed") => {
            let (stage, verdict) = (&version["failed"][0], &version["failed"][1]);
            let word = |value: &Value| value.as_str().unwrap_or("the judge").to_owned();
            Err(Failure::No(format!("{}: {}", step_name(stage), word(verdict))))
        }
        _ => Err(Failure::Ours(
            "the judge itself failed, which is not your fault: tell your teacher".to_owned(),
        )),
    }
}

/// Shows a change: steps that are over as lines, and what is being done on the bar.
fn show(bar: &ProgressBar, progress: &Value, shown: &mut usize) {
    let empty = Vec::new();
    let steps = progress["steps"].as_array().unwrap_or(&empty);
    // The judge has begun again.
    *shown = (*shown).min(steps.len());
    if !bar.is_hidden() {
        for step in &steps[*shown..] {
            bar.println(line(step));
        }
        *shown = steps.len();
    }
    let stage = Some(step_name(&progress["stage"])).filter(|name| !name.is_empty());
    let doing = match stage {
        Some(stage) => match (&progress["games"][0], &progress["games"][1]) {
            (Value::Number(played), Value::Number(of)) => format!("{stage}: game {played} of {of}"),
            _ => stage,
        },
        None if progress["state"] == "waiting" => waiting(&progress["estimate"]),
        None => String::new(),
    };
    bar.set_message(doing);
}

/// How long a version waits, in words.
fn waiting(estimate: &Value) -> String {
    let (from, to, ahead) = (estimate["from"].as_f64(), estimate["to"].as_f64(), estimate["ahead"].as_u64());
    match (from, to, ahead) {
        (Some(from), Some(to), Some(ahead)) => {
            format!("waiting: {ahead} before you, judged in {:.0} to {:.0} s", from.floor(), to.ceil())
        }
        _ => "waiting for the judge".to_owned(),
    }
}

/// A step in a line.
fn line(step: &Value) -> String {
    let mark = if step["passed"] == true { "passed" } else { "FAILED" };
    let word = |key: &str| step[key].as_str().unwrap_or("").to_owned();
    format!("{:<14} {mark}  {}", step_name(&step["stage"]), word("verdict"))
}

/// What `joust contest judge` calls a step, too. A server of another version may have others.
fn step_name(stage: &Value) -> String {
    let known = serde_json::from_value::<Stage>(stage.clone()).ok();
    known.map_or_else(|| stage.as_str().unwrap_or_default().to_owned(), |stage| stage.name().to_owned())
}

/// Prints a version.
fn told(version: &Value, as_json: bool) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{:#}", json(version)?)?;
        return Ok(out.flush()?);
    }
    let empty = Vec::new();
    let report = &version["report"]["steps"];
    for step in report.as_array().unwrap_or(&empty) {
        writeln!(out, "{}", line(step))?;
        for line in step["log"].as_str().unwrap_or("").lines() {
            writeln!(out, "    {line}")?;
        }
    }
    if !report.is_array() {
        writeln!(out, "version {}: {}", version["number"], version["state"].as_str().unwrap_or(""))?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn steps_have_the_names_that_the_judge_gives_them() {
        let told = line(&json!({ "stage": "sources", "passed": true, "verdict": "Ada is C++" }));
        assert_eq!(told, "source checks  passed  Ada is C++");
        assert_eq!(step_name(&json!("later")), "later");
        assert_eq!(step_name(&Value::Null), "");
    }

    #[test]
    fn what_somebody_may_not_do_is_told_with_the_way_out() {
        let refused = || ArenaError::Refused { status: 403, message: "this is not yours to do".to_owned() };
        let told = |way| match failure(refused(), way) {
            Failure::Usage(words) => words,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            told(JOIN),
            "this is not yours to do: join the contest on its page first, with the account of this token"
        );
        assert!(
            told(NOT_THEIRS).ends_with("only the author of a version and the teachers of the contest see it")
        );
    }
}
