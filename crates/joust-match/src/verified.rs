//! What a verified file holds, for people and as JSON, which `docs/results.md` describes.

use crate::{LineEnd, VerifiedFile};
use joust_core::{Game as _, count};
use joust_madmax::Skirmish;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

impl VerifiedFile {
    /// The number of games of a match that ended in this way.
    fn ended(ends: &[LineEnd], end: LineEnd) -> usize {
        ends.iter().filter(|one| **one == end).count()
    }
}

/// What was found, in one line.
impl fmt::Display for VerifiedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifiedFile::MadMax { replayed, summary } => {
                let scores =
                    summary.names.iter().zip(summary.scores).map(|(name, score)| format!("{name} {score}"));
                let scores = scores.collect::<Vec<_>>().join(", ");
                let rounds = count(summary.rounds, "round");
                if *replayed {
                    return write!(f, "ok, {rounds} replayed, {scores}");
                }
                let follow = if summary.rounds == 1 { "follows" } else { "follow" };
                let told = format!("consistent, {rounds} {follow} the rules and the seed, {scores}");
                write!(f, "{told}; the orders are not in the file")
            }
            VerifiedFile::Game { actions, outcome, .. } => {
                let result = outcome.map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
                write!(f, "ok, {}, {result}", count(*actions, "action"))
            }
            VerifiedFile::Match { game, cut_off, ends } => {
                write!(f, "ok, a match of {game}, {}", count(ends.len(), "game"))?;
                for (end, judge) in [(LineEnd::Tables, "tables"), (LineEnd::Fault, "a fault")] {
                    match VerifiedFile::ended(ends, end) {
                        0 => {}
                        some => write!(f, ", {some} ended by {judge}")?,
                    }
                }
                f.write_str(if *cut_off { "; the last line is cut off" } else { "" })
            }
            VerifiedFile::Scores { games } => {
                write!(f, "nothing to replay, a match of madmax, {} with scores", count(*games, "game"))
            }
        }
    }
}

impl Serialize for VerifiedFile {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut fields = out.serialize_struct("VerifiedFile", 7)?;
        let (kind, game, verdict) = match self {
            VerifiedFile::MadMax { replayed: true, .. } => ("game", Skirmish::NAME, "replayed"),
            VerifiedFile::MadMax { replayed: false, .. } => ("game", Skirmish::NAME, "consistent"),
            VerifiedFile::Game { game, .. } => ("game", *game, "replayed"),
            VerifiedFile::Match { game, .. } => ("match", *game, "replayed"),
            VerifiedFile::Scores { .. } => ("match", Skirmish::NAME, "scores"),
        };
        fields.serialize_field("kind", kind)?;
        fields.serialize_field("game", game)?;
        fields.serialize_field("verdict", verdict)?;
        match self {
            VerifiedFile::MadMax { summary, .. } => {
                fields.serialize_field("seed", &summary.seed)?;
                fields.serialize_field("rounds", &summary.rounds)?;
                fields.serialize_field("names", &summary.names)?;
                fields.serialize_field("scores", &summary.scores)?;
            }
            VerifiedFile::Game { actions, outcome, .. } => {
                fields.serialize_field("actions", actions)?;
                fields.serialize_field("points", &outcome.map(|outcome| outcome.to_string()))?;
            }
            VerifiedFile::Match { cut_off, ends, .. } => {
                fields.serialize_field("games", &ends.len())?;
                fields.serialize_field("adjudicated", &VerifiedFile::ended(ends, LineEnd::Tables))?;
                fields.serialize_field("faults", &VerifiedFile::ended(ends, LineEnd::Fault))?;
                fields.serialize_field("cut_off", cut_off)?;
            }
            VerifiedFile::Scores { games } => fields.serialize_field("games", games)?,
        }
        fields.end()
    }
}
