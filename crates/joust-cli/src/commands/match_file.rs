//! Records of matches of duels, as `joust match --record` writes them.

use crate::args::{AskArgs, Game};
use crate::failure::Failure;
use crate::matches::score;
use joust_core::{Outcome, Record, Seat};
use joust_games::Session;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A record of a match: a line about it, and a line for each game.
pub(crate) struct MatchFile {
    game: Game,
    about: Value,
    games: Vec<Value>,
}

/// How a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// As the rules have it.
    Rules,
    /// The tables of endings knew the result.
    Tables,
    /// A player failed.
    Fault,
}

/// Reads the record of a match; nothing if it is no such record.
pub(crate) fn detect(bytes: &[u8]) -> Result<Option<MatchFile>, Failure> {
    let parse = |line: &[u8]| serde_json::from_slice::<Value>(line).unwrap_or_default();
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // What follows the last line end is nothing, or was cut short and is no part of the record.
    lines.pop_if(|line| parse(line).is_null());
    let Some((about, games)) = lines.split_first() else { return Ok(None) };
    let about = parse(about);
    let Some(name) = about["match"].as_str() else { return Ok(None) };
    let game = joust_games::game(name).ok_or_else(|| {
        Failure::No(format!(
            "this is the record of a match of {name}, which has scores and no moves: \
             joust match --results DIR writes games that can be replayed and verified"
        ))
    })?;
    let games = games.iter().map(|line| parse(line)).collect();
    Ok(Some(MatchFile { game: Game(game), about, games }))
}

impl MatchFile {
    /// The game that was played.
    pub(crate) fn game(&self) -> Game {
        self.game
    }

    /// The line of a game.
    pub(crate) fn line(&self, number: u64) -> Result<&Value, Failure> {
        let found = self.games.iter().find(|line| line["game"].as_u64() == Some(number));
        found.ok_or_else(|| Failure::Usage(format!("the match has no finished game {number}")))
    }

    /// Plays a game again as far as its moves go.
    pub(crate) fn replay(&self, line: &Value) -> Result<Box<dyn Session>, Failure> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let ask = AskArgs {
            rules: text(&self.about["rules"]),
            board: text(&line["board"]).or_else(|| text(&self.about["board"])),
            position: text(&line["start"]),
        };
        let mut session = ask.with(self.game, |ask| Ok(self.game.0.session(ask)?))?;
        let moves = line["moves"].as_array().ok_or_else(|| Failure::No("it has no list of moves".into()))?;
        for mv in moves {
            let mv = mv.as_str().filter(|mv| Record::is_move(mv));
            let mv = mv.ok_or_else(|| Failure::No("there is something else among its moves".into()))?;
            session.act(mv).map_err(|why| Failure::No(format!("`{mv}`: {why}")))?;
        }
        Ok(session)
    }

    /// How a game ended that was not over by the rules.
    pub(crate) fn ending(&self, line: &Value) -> Option<String> {
        let result = line["result"].as_str()?;
        let fault = &line["fault"];
        if fault.is_null() {
            let judge = line["adjudicated"].as_str()?;
            return Some(format!("{result} by the {judge} of endings, before the game was over"));
        }
        let culprit = usize::try_from(fault["player"].as_u64()?).ok()?;
        let name = self.about["players"][culprit].as_str().unwrap_or("somebody");
        Some(format!("{result}, because {name} {}", fault["what"].as_str().unwrap_or("failed")))
    }

    /// Judges all games: a sentence and the same for programs.
    pub(crate) fn verify(&self, file: &str) -> Result<(String, Value), Failure> {
        let mut seen = BTreeSet::new();
        let mut endings = Vec::new();
        let mut wrong = Vec::new();
        for (i, line) in self.games.iter().enumerate() {
            let Some(number) = line["game"].as_u64() else {
                wrong.push(format!("line {} is not a game of a match", i + 2));
                continue;
            };
            if !seen.insert(number) {
                wrong.push(format!("game {number} is there twice"));
                continue;
            }
            match self.judge(line) {
                Ok(ending) => endings.push(ending),
                Err(why) => wrong.push(format!("game {number}: {why}")),
            }
        }
        if let Some(first) = wrong.first() {
            let others = wrong.len() - 1;
            let more = if others == 0 { String::new() } else { format!("; and {others} more faults") };
            return Err(Failure::No(format!("{first}{more}")));
        }
        let count = |ending| endings.iter().filter(|one| **one == ending).count();
        let (games, tables, faults) = (endings.len(), count(Ending::Tables), count(Ending::Fault));
        let name = self.game.0.name();
        let mut told =
            vec![format!("ok, a match of {name}, {games} game{}", if games == 1 { "" } else { "s" })];
        told.extend((tables > 0).then(|| format!("{tables} ended by tables")));
        told.extend((faults > 0).then(|| format!("{faults} ended by a fault")));
        let report = json!({ "file": file, "ok": true, "match": name, "games": games,
                             "adjudicated": tables, "faults": faults });
        Ok((told.join(", "), report))
    }

    /// Whether a game has come to the end that its line claims.
    fn judge(&self, line: &Value) -> Result<Ending, Failure> {
        let no = |why: String| Err(Failure::No(why));
        let session = self.replay(line).map_err(|why| Failure::No(why.to_string()))?;
        let claimed = line["result"].as_str().unwrap_or("nothing");
        let Some(outcome) = outcomes().find(|outcome| outcome.to_string() == claimed) else {
            return no(format!("its result is {claimed}, which is none"));
        };
        let both = [Seat::FIRST, Seat::SECOND];
        let points = both.map(|seat| f64::from(outcome.half_points(seat)) / 2.0);
        if line["scores"] != json!(both.map(|seat| score(outcome, seat))) || line["points"] != json!(points) {
            return no(format!("its scores are not those of {claimed}"));
        }
        let (fault, judge) = (&line["fault"], &line["adjudicated"]);
        match session.outcome() {
            Some(end) if end != outcome => no(format!("it ends {end}, and its line says {claimed}")),
            Some(_) if fault.is_null() && judge.is_null() => Ok(Ending::Rules),
            Some(_) => no("it is over by the rules, and its line says otherwise".into()),
            None if fault.is_null() && judge.is_null() => no(format!("it is not over, and not {claimed}")),
            None if fault.is_null() && judge == "tables" => Ok(Ending::Tables),
            None if fault.is_null() => no(format!("nobody knows a judge {judge}")),
            None => {
                let seat = session.position().to_move();
                let culprit = &line["seats"][seat.index() & 1];
                if culprit.is_null() || fault["player"] != *culprit {
                    return no("the fault is not that of the side to move".into());
                }
                if outcome != Outcome::duel_win(seat.opponent(), Outcome::FULL) {
                    return no(format!("the fault of the side to move does not make it {claimed}"));
                }
                Ok(Ending::Fault)
            }
        }
    }
}

/// All outcomes of a duel.
fn outcomes() -> impl Iterator<Item = Outcome> {
    let wins = [Seat::FIRST, Seat::SECOND].into_iter();
    let wins =
        wins.flat_map(|seat| [1, Outcome::FULL].map(|half_points| Outcome::duel_win(seat, half_points)));
    wins.chain([Outcome::duel_tie()])
}
