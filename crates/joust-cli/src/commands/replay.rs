//! `joust replay`

use crate::args::{AskArgs, Game, ReplayArgs};
use crate::commands::madmax_file::{detect, read};
use crate::commands::{replay_madmax, replay_web};
use crate::failure::Failure;
use crate::paint::{self, Canvas};
use joust_core::Record;
use joust_games::{AnyGame, Session, game, games};
use serde_json::{Value, json};
use std::io::Write;

/// A game and how far it has come.
type Loaded = (&'static dyn AnyGame, Box<dyn Session>);

/// Replays the record of a duel.
pub(crate) fn load(bytes: Vec<u8>) -> Result<Loaded, Failure> {
    let text = String::from_utf8(bytes).map_err(|_| Failure::No("this is not a text".into()))?;
    let record: Record = text.parse().map_err(|why| Failure::No(format!("{why}")))?;
    let name = record.header("Game").ok_or_else(|| {
        Failure::No("this is no record of a game: it has no header such as [Game \"mad\"]".into())
    })?;
    let known: Vec<_> = games().iter().map(|game| game.name()).collect();
    let game = game(name).ok_or_else(|| {
        Failure::No(format!("there is no game `{name}`: the games are {}", known.join(", ")))
    })?;
    let session = game.replay(&record).map_err(|why| Failure::No(why.to_string()))?;
    Ok((game, session))
}

/// Replays one game of the record of a match of duels; nothing if it is no such record.
fn of_match(bytes: &[u8], number: u64) -> Result<Option<Loaded>, Failure> {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let parse = |line: &[u8]| serde_json::from_slice::<Value>(line).unwrap_or_default();
    let about = parse(lines.next().unwrap_or_default());
    let Some(game) = about["match"].as_str().and_then(game) else { return Ok(None) };
    let found = lines.map(parse).find(|line| line["game"].as_u64() == Some(number));
    let found = found.ok_or_else(|| Failure::Usage(format!("the match has no finished game {number}")))?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let ask = AskArgs {
        rules: text(&about["rules"]),
        board: text(&found["board"]).or_else(|| text(&about["board"])),
        position: text(&found["start"]),
    };
    let mut session = ask.with(Game(game), |ask| Ok(game.session(ask)?))?;
    for mv in found["moves"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        session.act(mv).map_err(|why| Failure::No(format!("game {number}, `{mv}`: {why}")))?;
    }
    Ok(Some((game, session)))
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if let Some(target) = &args.web {
        return replay_web::run(args, target);
    }
    let bytes = match detect(read(&args.file)?) {
        Ok(file) => return replay_madmax::run(file, args),
        Err(bytes) => bytes,
    };
    let (game, end) = match of_match(&bytes, args.game)? {
        Some(loaded) => loaded,
        None => load(bytes)?,
    };
    if args.res.is_some() {
        return Err(Failure::Usage("--res is for games of Mad Max".to_owned()));
    }
    let mut out = anstream::stdout().lock();
    // Going back to the start and forward again shows every position on the way.
    let course = end.course();
    let mut session = end;
    let ending = session.ending();
    let last = session.position();
    while session.undo() {}
    let mut steps = vec![json!({ "position": session.position().text() })];
    if !args.json && !args.last {
        paint::position(session.position().as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    for (seat, action) in &course {
        let side = session.position().side_name(*seat);
        let told = session.repeat(*seat, action).map_err(|why| Failure::Ours(why.text))?;
        if args.json {
            let text = session.position().text();
            steps.push(json!({ "side": side, "action": action, "events": told, "position": text }));
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
        writeln!(
            out,
            "{:#}",
            json!({ "game": game.name(), "steps": steps, "result": result, "ending": ending })
        )?;
        return Ok(());
    }
    if args.last {
        paint::position(last.as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    writeln!(out, "\n{}", ending.unwrap_or_else(|| "the game is not over".to_owned()))?;
    Ok(())
}
