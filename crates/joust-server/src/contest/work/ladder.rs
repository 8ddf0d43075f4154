//! The ladder, which plays by itself when nobody waits.

use super::WorkItem;
use crate::contest::service::{Contests, LadderState, entrant, past};
use joust_contest::{Contest, Entrant, LineUp, Work};
use joust_store::{BoutChair, BoutFilter, BoutResult, NewBout, StoreError, StoredBout};
use std::collections::BTreeMap;

impl Contests {
    /// Plans the next block of the ladder of some open contest, if one has something to play.
    pub(super) async fn plan_ladder(&self) -> Result<(), StoreError> {
        let open = self.store.contests_in("open").await?;
        let turn = self.desk.turn();
        for at in 0..open.len() {
            let stored = &open[(turn + at) % open.len()];
            let Ok(contest) = self.terms_of(stored) else { continue };
            if contest.ladder.blocks == 0 || !contest.takes(self.seconds()) {
                continue;
            }
            let official = self.roster(&stored.id).await?.official();
            if official.is_empty() {
                continue;
            }
            let next = |state: &mut LadderState| {
                let open: Vec<LineUp> = state.open.iter().map(|(line_up, _)| line_up.clone()).collect();
                let line_up = state.ladder.next(&official, &open, 1).pop()?;
                state.open.push((line_up.clone(), line_up.games().len()));
                Some(line_up)
            };
            if let Some(line_up) = self.with_ladder(&stored.id, &contest, next).await? {
                if let Err(why) = self.add_block(&stored.id, &line_up).await {
                    let drop_block = |state: &mut LadderState| {
                        state.open.retain(|(open, _)| open.block != line_up.block);
                    };
                    self.with_ladder(&stored.id, &contest, drop_block).await?;
                    return Err(why);
                }
                // Another worker may find a second block.
                self.desk.may_climb();
                return Ok(());
            }
        }
        Ok(())
    }

    /// Stores the games of a block, and puts them into the queue.
    async fn add_block(&self, id: &str, line_up: &LineUp) -> Result<(), StoreError> {
        let games = line_up.games();
        let first = self.known(id).await?.next_bouts(games.len());
        let chair = |entrant: &Entrant| {
            let version = match entrant {
                Entrant::Reference => 0,
                Entrant::Version(version) => *version as i64,
            };
            BoutChair { version, ..BoutChair::default() }
        };
        let at = self.time.now();
        let game = |(number, seats): (i64, &Vec<Entrant>)| NewBout {
            number,
            kind: "ladder",
            asker: String::new(),
            at,
            block: line_up.block as i64,
            board: line_up.board as i64,
            seed: line_up.seed as i64,
            opening: line_up.opening as i64,
            chairs: seats.iter().map(chair).collect(),
            result: None,
        };
        let new: Vec<NewBout> = (first..).zip(&games).map(game).collect();
        let numbers: Vec<i64> = new.iter().map(|game| game.number).collect();
        self.store.add_bouts(id, new).await?;
        for number in numbers {
            self.desk.push(id, Work::Ladder, WorkItem::Bout { contest: id.to_owned(), number });
        }
        Ok(())
    }

    /// The blocks of which games wait, with the number of those.
    pub(in crate::contest) async fn open_blocks(
        &self,
        id: &str,
        contest: &Contest,
    ) -> Result<Vec<(LineUp, usize)>, StoreError> {
        let filter = BoutFilter { kind: Some("ladder"), state: Some("waiting"), ..BoutFilter::default() };
        let waiting = self.store.bouts(id, &filter, u32::MAX).await?;
        let mut blocks: BTreeMap<i64, (LineUp, usize)> = BTreeMap::new();
        for bout in waiting {
            let line_up = || LineUp {
                block: bout.block as u64,
                board: (bout.board as usize).min(contest.boards.len() - 1),
                seed: bout.seed as u64,
                opening: bout.opening as usize,
                players: bout.versions.iter().map(|version| entrant(*version)).collect(),
            };
            blocks.entry(bout.block).or_insert_with(|| (line_up(), 0)).1 += 1;
        }
        Ok(blocks.into_values().collect())
    }

    /// Stores a game of the ladder, and lets it count.
    pub(super) async fn keep_step(
        &self,
        contest: &Contest,
        bout: &StoredBout,
        result: BoutResult,
    ) -> Result<(), StoreError> {
        let shown = result.shown.clone();
        self.store.set_bout_result(&bout.contest, bout.number, result).await?;
        let played = StoredBout { shown, ..bout.clone() };
        let add = |state: &mut LadderState| {
            if let Some(past) = past(&played)
                && state.counted.insert(played.number)
            {
                state.ladder.add(&past);
                state.past.push(past);
            }
        };
        self.with_ladder(&bout.contest, contest, add).await?;
        self.step_over(bout).await
    }

    /// Notes that a game of a block is over.
    pub(super) async fn step_over(&self, bout: &StoredBout) -> Result<(), StoreError> {
        let Some(stored) = self.store.contest(&bout.contest).await? else { return Ok(()) };
        let Ok(contest) = self.terms_of(&stored) else { return Ok(()) };
        let count = |state: &mut LadderState| {
            for (line_up, left) in &mut state.open {
                if line_up.block == bout.block as u64 {
                    *left = left.saturating_sub(1);
                }
            }
            state.open.retain(|(_, left)| *left > 0);
        };
        self.with_ladder(&bout.contest, &contest, count).await?;
        self.desk.may_climb();
        Ok(())
    }
}
