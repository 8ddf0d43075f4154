//! A whole game of Mad Max in memory, to move back and forth in.

use crate::failure::Failure;
use joust_madmax::{Block, CompactRecord, Header, Kind, Movement, Pos, ResultReader, Snapshot, TEAMS};
use serde_json::{Value, json};

/// All states of a game, and the movements between them.
pub(crate) struct Timeline {
    pub(crate) header: Header,
    pub(crate) shots: Vec<Snapshot>,
    pub(crate) movements: Vec<Vec<Movement>>,
}

/// What one player has in a state.
pub(crate) struct Standing {
    pub(crate) score: i64,
    pub(crate) cities: i32,
    pub(crate) warriors: usize,
    pub(crate) cars: usize,
    pub(crate) status: f64,
}

impl Timeline {
    /// Reads a result.
    pub(crate) fn of_result(text: &[u8]) -> Result<Timeline, Failure> {
        let reader = ResultReader::new(text).map_err(|why| Failure::No(why.to_string()))?;
        let mut timeline =
            Timeline { header: reader.header().clone(), shots: Vec::new(), movements: Vec::new() };
        for block in reader {
            match block.map_err(|why| Failure::No(why.to_string()))? {
                Block::State(shot) => timeline.shots.push(shot),
                Block::Movements(movements) => timeline.movements.push(movements),
            }
        }
        Ok(timeline)
    }

    /// Replays a record.
    pub(crate) fn of_record(bytes: &[u8]) -> Result<Timeline, Failure> {
        let record = CompactRecord::decode(bytes).map_err(|why| Failure::No(why.to_string()))?;
        let CompactRecord { origin, seed, ref names, ref config, .. } = record;
        let header = Header { origin, seed, settings: config.settings, names: names.clone() };
        let mut replay = record.replay().map_err(|why| Failure::No(why.to_string()))?;
        let (mut shots, mut movements) = (vec![Snapshot::from(replay.state())], Vec::new());
        while let Some(round) = replay.step(&mut ()) {
            movements.push(round.map_err(|why| Failure::No(why.to_string()))?);
            shots.push(replay.state().into());
        }
        Ok(Timeline { header, shots, movements })
    }

    /// The number of the last state.
    pub(crate) fn last(&self) -> usize {
        self.shots.len() - 1
    }

    pub(crate) fn standings(&self, state: usize) -> [Standing; TEAMS] {
        let shot = &self.shots[state];
        [0, 1, 2, 3].map(|player: usize| {
            let own = |kind| {
                let own = shot.units.iter().filter(|unit| usize::from(unit.player) == player);
                own.filter(|unit| unit.kind == kind).count()
            };
            Standing {
                score: shot.total_score[player],
                cities: shot.num_cities[player],
                warriors: own(Kind::Warrior),
                cars: own(Kind::Car),
                status: shot.status[player],
            }
        })
    }

    /// The seats with the top score at the end.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let scores = self.shots[self.last()].total_score;
        let top = scores.into_iter().max().unwrap_or(0);
        (0..TEAMS).filter(|seat| scores[*seat] == top).collect()
    }

    /// The units of a state by their cells.
    pub(crate) fn units_by_cell(shot: &Snapshot) -> std::collections::HashMap<Pos, (Kind, u8)> {
        shot.units.iter().map(|unit| (unit.pos, (unit.kind, unit.player))).collect()
    }

    pub(crate) fn json(&self) -> Value {
        let players: Vec<Value> = self
            .standings(self.last())
            .iter()
            .zip(&self.header.names)
            .map(|(own, name)| {
                json!({
                    "name": name, "score": own.score, "cities": own.cities, "warriors": own.warriors,
                    "cars": own.cars, "status": own.status,
                })
            })
            .collect();
        let cities: Vec<_> = self.shots.iter().map(|shot| shot.num_cities).collect();
        json!({
            "game": "madmax", "origin": self.header.origin.word(), "seed": self.header.seed,
            "rounds": self.last(), "rows": self.header.settings.rows, "cols": self.header.settings.cols,
            "players": players, "winners": self.winners(), "cities": cities,
            "movements": self.movements.iter().map(Vec::len).sum::<usize>(),
            "last": joust_view::of_result(&self.header, &self.shots[self.last()]),
        })
    }
}
