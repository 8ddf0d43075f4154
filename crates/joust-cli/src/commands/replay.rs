//! `joust replay`

use crate::args::ReplayArgs;
use crate::commands::{recorded, replay_madmax, replay_web};
use crate::failure::Failure;
use crate::paint::{self, Canvas};
use joust_games::DuelSession;
use joust_match::{BadFile, BadMatch, Recorded};
use joust_view::Value;
use serde_json::json;
use std::io::Write;

/// The actions of a game as JSON, each with what it changes; docs/view.md describes them as `plies`.
fn plies(session: &dyn DuelSession) -> Result<Vec<Value>, Failure> {
    let view = joust_view::of_record(&session.record(&[]), None);
    match view.map_err(|faults| Failure::Ours(faults.join("; ")))?.field("plies") {
        Some(Value::List(plies)) => Ok(plies.clone()),
        _ => Err(Failure::Ours("a view without plies".into())),
    }
}

/// The error for `--game` with a file that holds one game.
fn one_game() -> Failure {
    Failure::Usage("--game is for the record of a match; this is a single game".to_owned())
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if let Some(target) = &args.web {
        return replay_web::run(args, target);
    }
    // The journal of a match may name a reason for the end that the moves do not show.
    let (mut claim, mut claimed) = (None, None);
    let (game, end) = match recorded::read(&args.file)? {
        Recorded::Match(journal) => {
            let number = args.game.unwrap_or(0);
            let line = recorded::line(&journal, number)?;
            claimed = recorded::ending(&journal, line);
            claim = Some(line.clone());
            let named = |why| Failure::No(format!("game {number}: {why}"));
            (journal.game, journal.replay(line, &recorded::find_board).map_err(named)?)
        }
        Recorded::Scores(_) => return Err(BadFile::from(BadMatch::NoMoves("madmax".to_owned())).into()),
        _ if args.game.is_some() => return Err(one_game()),
        Recorded::Duel(game, session) => (game, session),
        Recorded::Game(session) => {
            let game = session.game();
            let help =
                "joust verify checks it, and joust replay shows results (.res) and compact records (.jmm)";
            return Err(Failure::Usage(format!("this is the record of a game of {game} as text: {help}")));
        }
        madmax @ (Recorded::MadMaxResult(_) | Recorded::MadMaxRecord(_)) => {
            return replay_madmax::run(madmax, args);
        }
    };
    if args.res.is_some() {
        return Err(Failure::Usage("--res is for games of Mad Max".to_owned()));
    }
    let mut out = anstream::stdout().lock();
    // Take all actions back, then play them again and show every position.
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
