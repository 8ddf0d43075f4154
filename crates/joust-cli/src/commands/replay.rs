//! `joust replay`

use crate::args::ReplayArgs;
use crate::commands::madmax_file::{detect, read};
use crate::commands::{match_file, replay_madmax, replay_web};
use crate::failure::Failure;
use crate::paint::{self, Canvas};
use joust_core::Record;
use joust_games::{AnyDuelGame, DuelSession, duel, duels};
use joust_view::Value;
use serde_json::json;
use std::io::Write;

/// A game and how far it has come.
type Loaded = (&'static dyn AnyDuelGame, Box<dyn DuelSession>);

/// Replays the record of a duel.
pub(crate) fn load(bytes: Vec<u8>) -> Result<Loaded, Failure> {
    let text = String::from_utf8(bytes).map_err(|_| Failure::No("this is not a text".into()))?;
    let record: Record = text.parse().map_err(|why| Failure::No(format!("{why}")))?;
    let name = record.header("Game").ok_or_else(|| {
        Failure::No("this is no record of a game: it has no header such as [Game \"mad\"]".into())
    })?;
    let known: Vec<_> = duels().iter().map(|game| game.name()).collect();
    let game = duel(name).ok_or_else(|| {
        Failure::No(format!("there is no game `{name}`: the games are {}", known.join(", ")))
    })?;
    let session = game.replay_duel(&record).map_err(|why| Failure::No(why.to_string()))?;
    Ok((game, session))
}

/// The actions of a game in the form of a view, with what each of them changes.
fn plies(session: &dyn DuelSession) -> Result<Vec<Value>, Failure> {
    let view = joust_view::of_record(&session.record(&[]), None);
    match view.map_err(|faults| Failure::Ours(faults.join("; ")))?.field("plies") {
        Some(Value::List(plies)) => Ok(plies.clone()),
        _ => Err(Failure::Ours("a view without plies".into())),
    }
}

/// Why a number means nothing.
fn one_game() -> Failure {
    Failure::Usage("--game is for the record of a match; this is a single game".to_owned())
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if let Some(target) = &args.web {
        return replay_web::run(args, target);
    }
    let bytes = match detect(read(&args.file)?) {
        Ok(_) if args.game.is_some() => return Err(one_game()),
        Ok(file) => return replay_madmax::run(file, args),
        Err(bytes) => bytes,
    };
    // What the journal of a match says beyond the moves.
    let (mut claim, mut claimed) = (None, None);
    let (game, end) = match match_file::detect(&bytes)? {
        Some(journal) => {
            let number = args.game.unwrap_or(0);
            let line = match_file::line(&journal, number)?;
            claimed = match_file::ending(&journal, line);
            claim = Some(line.clone());
            let named = |why| Failure::No(format!("game {number}: {why}"));
            (journal.game, match_file::replay(&journal, line).map_err(named)?)
        }
        None if args.game.is_some() => return Err(one_game()),
        None => load(bytes)?,
    };
    if args.res.is_some() {
        return Err(Failure::Usage("--res is for games of Mad Max".to_owned()));
    }
    let mut out = anstream::stdout().lock();
    // Going back to the start and forward again shows every position on the way.
    let course = end.course();
    let plies = if args.json { plies(end.as_ref())? } else { Vec::new() };
    let mut session = end;
    let ending = session.ending_text().or(claimed);
    let last = session.position();
    while session.undo() {}
    let mut steps = vec![json!({ "position": session.position().text() })];
    if !args.json && !args.last {
        paint::position(session.position().as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    for (number, (seat, action)) in course.iter().enumerate() {
        let side = session.position().side_name(*seat);
        let told = session.repeat(*seat, action).map_err(|why| Failure::Ours(why.to_string()))?;
        if args.json {
            let text = session.position().text();
            let mut step = json!({ "side": side, "action": action, "events": told, "position": text });
            if let Some(Value::Object(fields)) = plies.get(number) {
                for (name, value) in fields {
                    step[name.as_ref()] = json!(value);
                }
            }
            steps.push(step);
        } else if !args.last {
            writeln!(out, "\n{side}: {action}")?;
            for sentence in told {
                writeln!(out, "  {sentence}")?;
            }
            let before = session.before();
            paint::step(before.as_deref(), session.position().as_ref(), &Canvas::for_stdout(), &mut out)?;
        }
    }
    if args.json {
        let result = session.outcome().map(|outcome| outcome.to_string());
        let result = result.or_else(|| claim.as_ref().map(|line| line.result.clone()));
        let mut answer = json!({ "game": game.name(), "steps": steps, "result": result, "ending": ending });
        if let Some(judge) = claim.as_ref().and_then(|line| line.adjudicated.as_ref()) {
            answer["adjudicated"] = json!(judge);
        }
        if let Some(fault) = claim.as_ref().and_then(|line| line.fault.as_ref()) {
            answer["fault"] = json!(fault);
        }
        writeln!(out, "{answer:#}")?;
        return Ok(());
    }
    if args.last {
        paint::position(last.as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    writeln!(out, "\n{}", ending.unwrap_or_else(|| "the game is not over".to_owned()))?;
    Ok(())
}
