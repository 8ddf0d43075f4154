//! Checks the games of a journal against their lines.

use crate::line::points;
use crate::{DuelLine, DuelMatch, Line, ScoreLine, ScoreMatch, pairing, score};
use joust_core::{Game as _, NotNow, Outcome, Seat};
use joust_games::{AnyDuelGame, DuelSession, Refused, duel};
use joust_madmax::Skirmish;
use serde::Deserialize;

/// The journal of a match of duels: its first line, and a line for each game.
///
/// ```
/// use joust_match::MatchFile;
/// let journal = r#"{"match":"mad","players":["random","engine:1"],"seed":1}"#;
/// let file = MatchFile::read(format!("{journal}\n").as_bytes()).unwrap().unwrap();
/// assert_eq!((file.about.players.len(), file.games.len()), (2, 0));
/// assert!(MatchFile::read(b"[Game \"mad\"]\n").unwrap().is_none());
/// ```
pub struct MatchFile {
    /// The game that was played.
    pub game: &'static dyn AnyDuelGame,
    /// The match: its players, rules and seed.
    pub about: DuelMatch,
    /// The games from line 2 of the file on; `None` where a line is not that of a game.
    pub games: Vec<Option<DuelLine>>,
    /// Whether something follows the last line end that is not a game, as the journal of a match that was
    /// killed has it.
    pub cut_off: bool,
}

/// Why the journal of a match cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMatch {
    /// Its games have no moves.
    #[error(
        "this is the record of a match of {0}, which has scores and no moves: \
         joust match --results DIR writes games that can be replayed and verified"
    )]
    NoMoves(String),
    /// Its first line is not that of a match of duels.
    #[error("line 1 does not describe a match: {0}")]
    About(String),
}

impl MatchFile {
    /// Reads the journal of a match; `None` if the bytes are something else.
    ///
    /// See [`MatchFile`] for an example.
    pub fn read(bytes: &[u8]) -> Result<Option<MatchFile>, BadMatch> {
        #[derive(Deserialize)]
        struct Named {
            #[serde(rename = "match")]
            game: String,
        }
        let (lines, cut_off) = lines::<DuelLine>(bytes);
        let Some((first, games)) = lines.split_first() else { return Ok(None) };
        let Ok(Named { game: name }) = serde_json::from_slice(first) else { return Ok(None) };
        let Some(game) = duel(&name) else { return Err(BadMatch::NoMoves(name)) };
        let about = serde_json::from_slice(first).map_err(|why| BadMatch::About(why.to_string()))?;
        let games = games.iter().map(|line| serde_json::from_slice(line).ok()).collect();
        Ok(Some(MatchFile { game, about, games, cut_off }))
    }
}

/// The lines of a journal whose games have lines of this form, and whether something follows the last one.
fn lines<L: Line>(bytes: &[u8]) -> (Vec<&[u8]>, bool) {
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // Bytes after the last line end are a torn line, which is not part of the journal.
    let rest = lines.pop_if(|line| serde_json::from_slice::<L>(line).is_err());
    (lines, rest.is_some_and(|rest| !rest.is_empty()))
}

/// The journal of a match of Mad Max: its games have scores and no moves.
///
/// ```
/// let journal = r#"{"match":"madmax","players":["Demo","Demo","Null","Null"],"input":null,"seed":1,"time_limit":null,"memory_limit":null}"#;
/// let file = joust_match::ScoreFile::read(format!("{journal}\n").as_bytes()).unwrap();
/// assert_eq!((file.about.players[2].as_str(), file.games.len()), ("Null", 0));
/// ```
pub struct ScoreFile {
    /// The match: its players, settings and first seed.
    pub about: ScoreMatch,
    /// The games from line 2 of the file on; `None` where a line is not that of a game.
    pub games: Vec<Option<ScoreLine>>,
}

impl ScoreFile {
    /// Reads the journal of a match of Mad Max; `None` if the bytes are something else. See [`ScoreFile`] for an
    /// example.
    pub fn read(bytes: &[u8]) -> Option<ScoreFile> {
        let (lines, _) = lines::<ScoreLine>(bytes);
        let (first, games) = lines.split_first()?;
        let about = serde_json::from_slice::<ScoreMatch>(first).ok();
        let about = about.filter(|about| about.game == Skirmish::NAME)?;
        Some(ScoreFile { about, games: games.iter().map(|line| serde_json::from_slice(line).ok()).collect() })
    }
}

/// How a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// By the rules of the game.
    Rules,
    /// The endgame tables had its result.
    Tables,
    /// A player failed.
    Fault,
}

/// What is wrong with a game of a journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGame {
    /// The file of its board cannot be read.
    #[error("its board cannot be read: {0}")]
    Board(String),
    /// The game cannot start from its setup.
    #[error(transparent)]
    Start(#[from] Refused),
    /// An action that is not a move.
    #[error("one of its moves is not a move")]
    NotAMove,
    /// A move that is not allowed.
    #[error("`{0}`: {1}")]
    Illegal(String, NotNow),
    /// In the game of this number, the players have other seats.
    #[error("its seats are {found:?}, but a game of its number has {right:?}")]
    Seats {
        /// The seats in the line.
        found: [usize; 2],
        /// The seats of the game of that number.
        right: [usize; 2],
    },
    /// The game of this number belongs to another pair.
    #[error("it is of pair {found}, but its number belongs to pair {right}")]
    Pair {
        /// The pair in the line.
        found: usize,
        /// The pair of the game of that number.
        right: usize,
    },
    /// Its result is not that of a duel.
    #[error("its result is {0}, which a duel cannot have")]
    Result(String),
    /// Scores or points do not follow from the result.
    #[error("its scores are not those of {0}")]
    Scores(String),
    /// The moves lead to another end.
    #[error("it ends {replayed}, but its line says {claimed}")]
    OtherEnd {
        /// The result of the moves.
        replayed: String,
        /// The result in the line.
        claimed: String,
    },
    /// A game that is over by the rules needs neither tables nor a fault.
    #[error("it is over by the rules, but its line says otherwise")]
    OverByRules,
    /// The moves do not end the game, and nothing else does.
    #[error("its moves do not end it, but its line says {0}")]
    NotOver(String),
    /// The line names an unknown judge.
    #[error("{0:?} is not a judge")]
    Judge(String),
    /// The fault is that of the side that was not to move.
    #[error("the fault is not that of the side to move")]
    OtherFault,
    /// Played again, the game comes out otherwise.
    #[error("played again, it differs: {0}")]
    Differs(String),
    /// The side at fault must lose the game.
    #[error("a fault of the side to move does not give {0}")]
    FaultCost(String),
}

/// Says how a game reached the end that its line claims. `session` is the game after its moves, and
/// `players` the number of players in the match. See [`MatchFile::replay`] for an example.
pub fn check(line: &DuelLine, session: &dyn DuelSession, players: usize) -> Result<LineEnd, BadGame> {
    let (right, pair) = pairing::duel_seats(players, line.game);
    if line.seats != right {
        return Err(BadGame::Seats { found: line.seats, right });
    }
    if line.pair != pair {
        return Err(BadGame::Pair { found: line.pair, right: pair });
    }
    let claimed = || line.result.clone();
    let outcome = outcomes().find(|outcome| outcome.to_string() == line.result);
    let outcome = outcome.ok_or_else(|| BadGame::Result(claimed()))?;
    let scores = [Seat::FIRST, Seat::SECOND].map(|seat| score(outcome, seat));
    // Quarters and halves are exact.
    if line.scores.into_iter().ne(scores) || line.points.into_iter().ne(points(outcome)) {
        return Err(BadGame::Scores(claimed()));
    }
    match (session.outcome(), line.adjudicated.as_deref(), &line.fault) {
        (Some(end), _, _) if end.to_string() != line.result => {
            Err(BadGame::OtherEnd { replayed: end.to_string(), claimed: claimed() })
        }
        (Some(_), None, None) => Ok(LineEnd::Rules),
        (Some(_), _, _) => Err(BadGame::OverByRules),
        (None, None, None) => Err(BadGame::NotOver(claimed())),
        (None, Some(DuelLine::TABLES), None) => Ok(LineEnd::Tables),
        (None, Some(judge), None) => Err(BadGame::Judge(judge.to_owned())),
        (None, _, Some(fault)) => {
            let seat = session.position().to_move();
            if fault.player != line.seats[seat.index() & 1] {
                return Err(BadGame::OtherFault);
            }
            if outcome != Outcome::duel_win(seat.opponent(), Outcome::FULL) {
                return Err(BadGame::FaultCost(claimed()));
            }
            Ok(LineEnd::Fault)
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

#[cfg(test)]
mod tests {
    use super::*;
    use joust_games::{Ask, BoardAsk};

    fn file(text: &str) -> MatchFile {
        MatchFile::read(text.as_bytes()).unwrap().unwrap()
    }

    fn session(file: &MatchFile, line: &DuelLine) -> Box<dyn DuelSession> {
        let board = line.board.as_deref().map(BoardAsk::Named);
        let rules = file.about.rules.as_deref();
        let ask = Ask { rules, board, position: Some(&line.start), seed: None };
        let mut session = file.game.duel_session(&ask).unwrap();
        for mv in &line.moves {
            session.act(mv).unwrap();
        }
        session
    }

    #[test]
    fn games_of_earlier_builds_are_what_their_lines_say() {
        for (text, end) in [
            (include_str!("../../../tests/data/earlier/mad-match.jsonl"), LineEnd::Rules),
            (include_str!("../../../tests/data/earlier/mad-fault.jsonl"), LineEnd::Fault),
            (include_str!("../../../tests/data/earlier/war-match.jsonl"), LineEnd::Rules),
            (include_str!("../../../tests/data/earlier/war-optional.jsonl"), LineEnd::Rules),
        ] {
            let file = file(text);
            for line in file.games.iter().flatten() {
                assert_eq!(check(line, session(&file, line).as_ref(), 2), Ok(end), "{line:?}");
            }
        }
    }

    #[test]
    fn exchanged_seats_and_other_lies_are_refused() {
        let file = file(include_str!("../../../tests/data/earlier/mad-match.jsonl"));
        let line = file.games[0].clone().unwrap();
        let end = session(&file, &line);
        let judged = |line: DuelLine| check(&line, end.as_ref(), 2).unwrap_err();
        // Game 0 of two players is [0, 1].
        let exchanged = judged(DuelLine { seats: [1, 0], ..line.clone() });
        assert_eq!(exchanged, BadGame::Seats { found: [1, 0], right: [0, 1] });
        let numbered = judged(DuelLine { game: 1, ..line.clone() });
        assert_eq!(numbered, BadGame::Seats { found: [0, 1], right: [1, 0] });
        assert_eq!(judged(DuelLine { game: 2, ..line.clone() }), BadGame::Pair { found: 0, right: 1 });
        let result = |result: &str| judged(DuelLine { result: result.to_owned(), ..line.clone() });
        assert_eq!(result("1-1"), BadGame::Result("1-1".to_owned()));
        assert_eq!(result("0-1"), BadGame::Scores("0-1".to_owned()));
        let tables = Some(DuelLine::TABLES.to_owned());
        assert_eq!(judged(DuelLine { adjudicated: tables, ..line.clone() }), BadGame::OverByRules);
        let before = session(&file, &DuelLine { moves: Vec::new(), ..line.clone() });
        assert_eq!(check(&line, before.as_ref(), 2), Err(BadGame::NotOver("1-0".to_owned())));
    }

    #[test]
    fn other_files_are_told_from_journals() {
        assert!(MatchFile::read(b"").is_ok_and(|file| file.is_none()));
        assert!(MatchFile::read(b"[Game \"mad\"]\n\n1. pass\n").is_ok_and(|file| file.is_none()));
        let madmax = include_bytes!("../../../tests/data/earlier/madmax-match.jsonl");
        assert_eq!(MatchFile::read(madmax).err(), Some(BadMatch::NoMoves("madmax".to_owned())));
        let torn = include_str!("../../../tests/data/earlier/war-match.jsonl").trim_end();
        assert_eq!(file(torn).games.len(), 4);
        assert_eq!(file(&torn[..torn.len() - 1]).games.len(), 3);
        assert_eq!(file(&torn.replacen("\"game\":1", "\"game\":\"one\"", 1)).games[1], None);
    }
}
