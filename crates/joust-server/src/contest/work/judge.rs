//! Judging a submission.

use super::away::Line;
use super::desk::Task;
use super::{Outcome, Trouble, WorkItem};
use crate::contest::limits::{CRASHES, TRIES};
use crate::contest::service::{Contests, REMOVED, VersionState};
use joust_contest::{Contest, Handed, Judge, Judged, News, Work, check_source};
use joust_match::Programs;
use joust_store::{BoutChair, BoutResult, NewBout, StoreError, StoredVersion, Verdict};
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Handle;

/// A submission with everything that the judge needs.
struct Case {
    contest: Arc<Contest>,
    version: StoredVersion,
    source: Vec<u8>,
    /// The names of the players of others.
    taken: Vec<String>,
}

impl Contests {
    pub(super) fn judge(
        &self,
        task: &Task,
        contest: &str,
        number: i64,
        runtime: &Handle,
    ) -> Result<Outcome, Trouble> {
        let Some(mut case) = runtime.block_on(self.case(contest, number))? else {
            self.desk.ends(contest, number, VersionState::Gone);
            return Ok(Outcome::Done(Vec::new()));
        };
        let author = case.version.visitor.clone();
        if case.version.tries >= CRASHES {
            let why = "the server has ended again and again while it judged this version";
            tracing::error!(contest, number, why);
            let set_aside = self.store.set_version_state(contest, number, "trouble", case.version.tries, why);
            runtime.block_on(set_aside)?;
            self.desk.ends(contest, number, VersionState::Trouble);
            return Ok(Outcome::Done(Vec::new()));
        }
        // It counts as a try from now on, in case it ends the server.
        let begins = self.store.set_version_state(contest, number, "judging", case.version.tries + 1, "");
        runtime.block_on(begins)?;
        let player = Some(case.version.player.as_str()).filter(|name| !name.is_empty());
        let handed = Handed { file: &case.version.file, bytes: &case.source, player };
        let name = check_source(&case.contest, &handed, &[]).player;
        case.taken.extend(self.desk.reserve(contest, &author, name.as_deref()));
        self.desk.begins(contest, number);
        let begun = Instant::now();
        let judge = Judge {
            contest: &case.contest,
            taken: &case.taken,
            programs: &|| Programs::confined(self.confinement),
            games: &self.away.on(Line::Judge),
            now: &|| begun.elapsed(),
            stop: &self.desk.stop,
        };
        let judged = judge.judge(&handed, &mut |news| match news {
            News::Begun(stage) => self.desk.stage(contest, number, stage, None),
            News::Game { stage, played, of } => self.desk.stage(contest, number, stage, Some((played, of))),
            News::Done(step) => self.desk.step(contest, number, step),
        });
        let judged = match judged {
            Ok(Some(judged)) => judged,
            // The server stops, and the next one judges it again.
            Ok(None) => {
                let back = self.store.set_version_state(contest, number, "waiting", case.version.tries, "");
                runtime.block_on(back)?;
                return Ok(Outcome::Later);
            }
            Err(why) => return Err(why.to_string().into()),
        };
        let stored = runtime.block_on(self.keep_verdict(&case, &judged));
        self.desk.release(contest, &author);
        let state = if judged.passed() { VersionState::Qualified } else { VersionState::Failed };
        match stored {
            Ok(()) => self.desk.ends(contest, number, state),
            // The author has left in the meantime.
            Err(StoreError::NoContest) => self.desk.ends(contest, number, VersionState::Gone),
            Err(why) => return Err(why.into()),
        }
        if judged.passed() {
            self.desk.may_climb();
        }
        tracing::info!(contest, number, work = ?task.work, passed = judged.passed(), "a submission was judged");
        Ok(Outcome::Done(judged.games.into_iter().map(|game| game.by).collect()))
    }

    async fn case(&self, contest: &str, number: i64) -> Result<Option<Case>, StoreError> {
        let Some(stored) = self.store.contest(contest).await? else { return Ok(None) };
        let version = self.store.version(contest, number).await?;
        let Some(version) = version.filter(|one| matches!(one.state.as_str(), "waiting" | "judging")) else {
            return Ok(None);
        };
        // It is judged if its author is let back in.
        let member = self.store.member(contest, &version.visitor).await?;
        if member.is_none_or(|member| member.role == REMOVED) {
            return Ok(None);
        }
        let terms = self.terms_of(&stored).map_err(|why| StoreError::Unreadable(why.to_string()))?;
        let source = self.store.version_source(contest, number).await?.unwrap_or_default();
        let taken = self.roster(contest).await?.taken(&version.visitor);
        Ok(Some(Case { contest: terms, version, source, taken }))
    }

    async fn keep_verdict(&self, case: &Case, judged: &Judged) -> Result<(), StoreError> {
        let StoredVersion { contest, number, .. } = &case.version;
        let unwritable = |why: serde_json::Error| StoreError::Unreadable(why.to_string());
        let first = self.known(contest).await?.next_bouts(judged.games.len());
        let now = self.time.now();
        let mut games = Vec::new();
        for (at, game) in judged.games.iter().enumerate() {
            let seats = game.shown.names.len();
            let mut chairs = vec![BoutChair::default(); seats];
            let mut private = vec![String::new(); seats];
            if let (Some(chair), Some(private)) = (chairs.get_mut(game.seat), private.get_mut(game.seat)) {
                chair.version = *number;
                *private = serde_json::to_string(&game.private).map_err(unwritable)?;
            }
            games.push(NewBout {
                number: first + at as i64,
                kind: "qualification",
                asker: String::new(),
                at: now,
                block: 0,
                board: (at % case.contest.boards.len()) as i64,
                seed: game.shown.seed as i64,
                opening: at as i64,
                chairs,
                result: Some(BoutResult {
                    state: "done",
                    done: now,
                    shown: serde_json::to_string(&game.shown).map_err(unwritable)?,
                    private,
                    record: game.record.clone(),
                    worker: game.by.clone(),
                }),
            });
        }
        let failed = judged.failed().map(|step| serde_json::to_string(&(step.stage, &step.verdict)));
        let report = Judged { games: Vec::new(), module: Vec::new(), ..judged.clone() };
        let verdict = Verdict {
            contest: contest.clone(),
            number: *number,
            state: if judged.passed() { "qualified" } else { "failed" },
            language: judged.language.map(|language| language.name().to_owned()).unwrap_or_default(),
            name: judged.player.clone().unwrap_or_default(),
            failed: failed.transpose().map_err(unwritable)?.unwrap_or_default(),
            sha256: judged.module_sha256.clone().unwrap_or_default(),
            module: judged.module.clone(),
            report: serde_json::to_string(&report).map_err(unwritable)?,
            games,
        };
        self.store.set_verdict(verdict).await
    }

    /// The judge has failed: it tries again some times, and then the author is told that it is our fault.
    pub(super) async fn judge_failed(
        &self,
        task: &Task,
        contest: &str,
        number: i64,
        why: &str,
    ) -> Result<(), StoreError> {
        self.desk.release(contest, &task.owner);
        let Some(version) = self.store.version(contest, number).await? else { return Ok(()) };
        // Its beginning was counted already.
        let tries = version.tries;
        if tries < TRIES {
            self.store.set_version_state(contest, number, "waiting", tries, why).await?;
            self.desk.waits(contest, number);
            let item = WorkItem::Judge { contest: contest.to_owned(), number };
            self.desk.push(&task.owner, task.work, item);
            return Ok(());
        }
        self.store.set_version_state(contest, number, "trouble", tries, why).await?;
        self.desk.ends(contest, number, VersionState::Trouble);
        Ok(())
    }

    /// Judges versions again with which the judge has failed, once each: those of contests that take versions, or have
    /// rounds to come. `dates` are those of the rounds.
    pub(super) async fn try_again(&self, dates: &[(i64, String, usize)]) -> Result<(), StoreError> {
        for version in self.store.troubled().await? {
            let Some(stored) = self.store.contest(&version.contest).await? else { continue };
            if version.tries >= CRASHES {
                continue;
            }
            let is_open = stored.state == "open"
                && self.terms_of(&stored).is_ok_and(|contest| contest.takes(self.seconds()));
            if !is_open && !dates.iter().any(|(_, contest, _)| *contest == version.contest) {
                continue;
            }
            match self.store.judge_again(&version.contest, version.number, TRIES - 1).await {
                Ok(()) => {}
                // A teacher was faster, or its author has left.
                Err(StoreError::NoContest) => continue,
                Err(why) => return Err(why),
            }
            let item = WorkItem::Judge { contest: version.contest, number: version.number };
            self.desk.push(&version.visitor, Work::Rejudge, item);
        }
        Ok(())
    }
}
