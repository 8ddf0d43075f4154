//! Playing a friendly match or a game of the ladder.

use super::away::Line;
use super::{Outcome, Trouble};
use crate::contest::service::Contests;
use joust_contest::{Bout, BoutPlayer, Contest, Fought};
use joust_match::{Programs, Workshop};
use joust_store::{BoutResult, StoreError, StoredBout};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::runtime::Handle;

/// A game with everything that it needs.
struct Table {
    contest: Arc<Contest>,
    stored: StoredBout,
    /// The players in the order of the seats.
    players: Vec<BoutPlayer>,
    /// The modules with the names of their files.
    modules: Vec<(String, Vec<u8>)>,
}

impl Contests {
    pub(super) fn play(&self, contest: &str, number: i64, runtime: &Handle) -> Result<Outcome, Trouble> {
        let Some(table) = runtime.block_on(self.table(contest, number))? else {
            return Ok(Outcome::Done(Vec::new()));
        };
        let workshop = Workshop::new("bout").map_err(|why| why.to_string())?;
        for (file, bytes) in &table.modules {
            std::fs::write(workshop.folder().join(file), bytes).map_err(|why| why.to_string())?;
        }
        let programs = Programs::confined(self.confinement).in_folder(workshop.folder());
        let StoredBout { board, seed, opening, .. } = table.stored;
        let bout = Bout {
            board: board as usize,
            seed: seed as u64,
            opening: opening as usize,
            players: table.players.clone(),
        };
        let played = table.contest.play_by(&self.away.on(Line::Games), &bout, &programs, &self.desk.stop);
        let played = played.map_err(|why| why.to_string())?;
        let Some((mut fought, by)) = played else { return Ok(Outcome::Later) };
        for private in &mut fought.private {
            private.output = workshop.told(&private.output);
            private.fault.iter_mut().for_each(|fault| workshop.told_fault(fault));
        }
        runtime.block_on(self.keep_bout(&table, fought, &by))?;
        Ok(Outcome::Done(vec![by]))
    }

    async fn table(&self, contest: &str, number: i64) -> Result<Option<Table>, StoreError> {
        let stored = self.store.contest(contest).await?;
        let bout = self.store.bout(contest, number).await?.filter(|bout| bout.state == "waiting");
        let (Some(stored), Some(bout)) = (stored, bout) else { return Ok(None) };
        let terms = self.terms_of(&stored).map_err(|why| StoreError::Unreadable(why.to_string()))?;
        let mut names = BTreeSet::new();
        let (mut players, mut modules) = (Vec::new(), Vec::new());
        for number in &bout.versions {
            if *number == 0 {
                let name = terms.reference().to_owned();
                players.push(BoutPlayer { name: name.clone(), player: name });
                continue;
            }
            let version = self.store.version(contest, *number).await?;
            let module = self.store.version_module(contest, *number).await?.unwrap_or_default();
            let Some(version) = version.filter(|_| !module.is_empty()) else {
                return Err(StoreError::Unreadable(format!(
                    "version {number} of contest {contest} has no module"
                )));
            };
            let name = unlike(&version.name, version.number, &mut names);
            let file = format!("{name}.wasm");
            players.push(BoutPlayer { name, player: file.clone() });
            modules.push((file, module));
        }
        Ok(Some(Table { contest: terms, stored: bout, players, modules }))
    }

    async fn keep_bout(&self, table: &Table, fought: Fought, by: &str) -> Result<(), StoreError> {
        let unwritable = |why: serde_json::Error| StoreError::Unreadable(why.to_string());
        let bout = &table.stored;
        let private = fought.private.iter().zip(&bout.versions).map(|(private, version)| {
            // Nobody is the author of a built-in player.
            if *version == 0 { Ok(String::new()) } else { serde_json::to_string(private) }
        });
        let result = BoutResult {
            state: "done",
            done: self.time.now(),
            shown: serde_json::to_string(&fought.shown).map_err(unwritable)?,
            private: private.collect::<Result<_, _>>().map_err(unwritable)?,
            record: fought.record,
            worker: by.to_owned(),
        };
        if bout.kind == "ladder" {
            return self.keep_step(&table.contest, bout, result).await;
        }
        self.store.set_bout_result(&bout.contest, bout.number, result).await
    }

    /// A game could not be played, which is nobody's fault. It counts for nobody.
    pub(super) async fn bout_failed(&self, contest: &str, number: i64) -> Result<(), StoreError> {
        let Some(bout) = self.store.bout(contest, number).await? else { return Ok(()) };
        let result = BoutResult {
            state: "trouble",
            done: self.time.now(),
            shown: String::new(),
            private: Vec::new(),
            record: Vec::new(),
            worker: String::new(),
        };
        match self.store.set_bout_result(contest, number, result).await {
            // It was stored before the failure.
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(why) => return Err(why),
        }
        if bout.kind == "ladder" {
            self.step_over(&bout).await?;
        }
        Ok(())
    }
}

/// The longest name of a player.
const LONGEST: usize = 12;

/// A name that differs from the others at the table: versions of one student have one name.
fn unlike(name: &str, version: i64, names: &mut BTreeSet<String>) -> String {
    if names.insert(name.to_lowercase()) {
        return name.to_owned();
    }
    for number in version.. {
        let number = number.to_string();
        let room = LONGEST.saturating_sub(number.len() + 1);
        let begin: String = name.chars().take(room).collect();
        let other = format!("{begin}-{number}");
        if names.insert(other.to_lowercase()) {
            return other;
        }
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_one_name_are_told_apart() {
        let mut names = BTreeSet::new();
        let mut name = |text: &str, version| unlike(text, version, &mut names);
        assert_eq!(name("Rockatansky", 3), "Rockatansky");
        assert_eq!(name("Rockatansky", 14), "Rockatans-14");
        assert_eq!(name("rockatansky", 14), "rockatans-15");
        assert_eq!(name("Ada", 2), "Ada");
    }
}
