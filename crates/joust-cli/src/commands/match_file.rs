//! Journals of matches of duels, as `joust match --record` writes them.

use crate::args::{AskArgs, Game};
use crate::failure::Failure;
use joust_core::Record;
use joust_games::DuelSession;
use joust_match::{DuelLine, LineEnd, MatchFile, check};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Reads the journal of a match; nothing if the bytes are something else.
pub(crate) fn detect(bytes: &[u8]) -> Result<Option<MatchFile>, Failure> {
    MatchFile::read(bytes).map_err(|why| Failure::No(why.to_string()))
}

/// The line of a game.
pub(crate) fn line(file: &MatchFile, number: u64) -> Result<&DuelLine, Failure> {
    let found = file.games.iter().flatten().find(|line| line.game as u64 == number);
    found.ok_or_else(|| Failure::Usage(format!("the match has no finished game {number}")))
}

/// Plays a game again as far as its moves go.
pub(crate) fn replay(file: &MatchFile, line: &DuelLine) -> Result<Box<dyn DuelSession>, Failure> {
    let ask = AskArgs {
        rules: file.about.rules.clone(),
        board: line.board.clone().or_else(|| file.about.board.clone()),
        position: Some(line.start.clone()),
    };
    let mut session = ask.with(Game(file.game), |ask| Ok(file.game.duel_session(ask)?))?;
    for mv in &line.moves {
        if !Record::is_move(mv, file.game.words()) {
            return Err(Failure::No("there is something else among its moves".into()));
        }
        session.act(mv).map_err(|why| Failure::No(format!("`{mv}`: {why}")))?;
    }
    Ok(session)
}

/// How a game ended that was not over by the rules.
pub(crate) fn ending(file: &MatchFile, line: &DuelLine) -> Option<String> {
    let DuelLine { result, fault, adjudicated, .. } = line;
    let Some(fault) = fault else {
        let judge = adjudicated.as_ref()?;
        return Some(format!("{result} by the {judge} of endings, before the game was over"));
    };
    let name = file.about.players.get(fault.player).map_or("somebody", String::as_str);
    Some(format!("{result}, because {name} {}", fault.what))
}

/// Judges all games: a sentence, and that for programs.
pub(crate) fn verify(file: &MatchFile, name: &str) -> Result<(String, Value), Failure> {
    let mut seen = BTreeSet::new();
    let (mut ends, mut wrong) = (Vec::new(), Vec::new());
    for (i, line) in file.games.iter().enumerate() {
        let Some(line) = line else {
            wrong.push(format!("line {} is not a game of a match", i + 2));
            continue;
        };
        let number = line.game;
        if !seen.insert(number) {
            wrong.push(format!("game {number} is there twice"));
            continue;
        }
        let checked = replay(file, line).map_err(|why| why.to_string()).and_then(|session| {
            check(line, session.as_ref(), file.about.players.len()).map_err(|why| why.to_string())
        });
        match checked {
            Ok(end) => ends.push(end),
            Err(why) => wrong.push(format!("game {number}: {why}")),
        }
    }
    if let Some(first) = wrong.first() {
        let others = wrong.len() - 1;
        let more = if others == 0 { String::new() } else { format!("; and {others} more faults") };
        return Err(Failure::No(format!("{first}{more}")));
    }
    let count = |end| ends.iter().filter(|one| **one == end).count();
    let (games, tables, faults) = (ends.len(), count(LineEnd::Tables), count(LineEnd::Fault));
    let game = file.game.name();
    let mut told = vec![format!("ok, a match of {game}, {games} game{}", if games == 1 { "" } else { "s" })];
    told.extend((tables > 0).then(|| format!("{tables} ended by tables")));
    told.extend((faults > 0).then(|| format!("{faults} ended by a fault")));
    let report = json!({ "file": name, "ok": true, "match": game, "games": games,
                         "adjudicated": tables, "faults": faults });
    Ok((told.join(", "), report))
}
