//! Grades all submissions of a folder, several at a time.

use crate::found::{Built, Checked, Found, Game, Reply};
use crate::games::{SUBMISSION, hopeless, play};
use crate::grade::Grade;
use crate::kept::{BadKept, Kept, key};
use crate::mark::mark;
use crate::positions::{Exam, Verdict};
use crate::prepare::{Prepared, prepare};
use crate::rubric::{Aim, Fixtures, Rubric};
use crate::submission::{Contents, Submission};
use joust_core::{FaultKind, Seed};
use joust_match::{
    BadJob, Checkup, Job, Place, PlayerText, Programs, WorkshopTrouble, digests, rehearse_with,
};
use joust_players::Spec;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is needed to grade.
#[derive(Clone, Copy)]
pub struct Grader<'a> {
    /// The rubric.
    pub rubric: &'a Rubric,
    /// What was found before.
    pub kept: &'a Kept,
    /// Makes the programs of one submission and of the reference players.
    pub programs: &'a (dyn Fn() -> Programs + Sync),
    /// Whether cargo builds the folders of bots in Rust, with all their crates: that cannot be confined.
    pub trust: bool,
    /// The number of submissions at a time.
    pub threads: usize,
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
}

/// What a caller is told while submissions are graded.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A work on a submission begins, such as `build`.
    Begun {
        /// The student.
        name: &'a str,
        /// The work.
        work: &'a str,
    },
    /// A submission is graded.
    Graded(&'a Grade),
}

/// Is told what happens, from several threads.
pub type Tell<'a> = dyn Fn(News<'_>) + Sync + 'a;

/// Why nothing can be graded.
#[derive(Debug, thiserror::Error)]
pub enum BadGrading {
    /// What was found cannot be kept.
    #[error(transparent)]
    Kept(#[from] BadKept),
    /// The games of the rubric cannot begin.
    #[error("{0}")]
    Rubric(String),
    /// A reference player cannot play.
    #[error("the reference player {0}: mend it or put it back, and run the same command again")]
    Reference(String),
}

/// Everything that follows from the rubric alone.
struct Plan {
    /// What the results of all works depend on, beside the submission.
    base: String,
    /// The games of each criterion, and what their results depend on; nothing for other criteria.
    games: Vec<(Vec<(Job, usize)>, String)>,
    /// The positions, if submissions are asked in some.
    exam: Option<(Box<dyn Exam>, String)>,
    /// What the agent of each criterion says in the positions; nothing for other criteria.
    verdicts: Vec<Vec<Verdict>>,
}

/// The version of joust, on which results may depend.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The seed of checks.
const CHECK_SEED: u64 = 1;

/// Why a submission was not graded.
enum Halt {
    /// The work was stopped.
    Stopped,
    /// Joust or the machine is at fault.
    Trouble(String),
    /// Nobody can be graded.
    All(BadGrading),
}

impl From<WorkshopTrouble> for Halt {
    fn from(why: WorkshopTrouble) -> Halt {
        Halt::Trouble(why.to_string())
    }
}

impl From<BadJob> for Halt {
    fn from(why: BadJob) -> Halt {
        Halt::Trouble(why.to_string())
    }
}

impl From<BadKept> for Halt {
    fn from(why: BadKept) -> Halt {
        Halt::All(why.into())
    }
}

/// Why a game of a submission, which has this seat, was not played.
fn halted(why: BadJob, own: usize) -> Halt {
    match why {
        BadJob::Unfair { seat, name, fault, .. } if seat != own && fault.kind == FaultKind::Start => {
            Halt::All(BadGrading::Reference(format!("{name} {fault}")))
        }
        BadJob::Unfair { game, seat, name, fault } if seat != own && fault.kind.is_the_players() => {
            Halt::Trouble(format!("the reference player {name} failed in game {game}: it {fault}"))
        }
        why => why.into(),
    }
}

impl Grader<'_> {
    /// Grades submissions, and gives their grades in their order; those of submissions that were not graded
    /// because the work was stopped are left out.
    pub fn run(&self, submissions: &[Submission], tell: &Tell<'_>) -> Result<Vec<Grade>, BadGrading> {
        let plan = self.plan()?;
        let next = AtomicUsize::new(0);
        let grades: Mutex<Vec<Option<Grade>>> = Mutex::new(vec![None; submissions.len()]);
        let broken: Mutex<Option<BadGrading>> = Mutex::new(None);
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, submissions.len().max(1)) {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) && !self.stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(submission) = submissions.get(number) else { break };
                        match self.grade(&plan, submission, tell) {
                            Ok(Some(grade)) => {
                                tell(News::Graded(&grade));
                                let mut grades = grades.lock().unwrap_or_else(PoisonError::into_inner);
                                grades[number] = Some(grade);
                            }
                            Ok(None) => break,
                            Err(why) => {
                                is_over.store(true, Ordering::Relaxed);
                                broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
                            }
                        }
                    }
                });
            }
        });
        if let Some(why) = broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(why);
        }
        self.kept.sync()?;
        Ok(grades.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect())
    }

    fn plan(&self) -> Result<Plan, BadGrading> {
        let Rubric { game, limits, build, run, positions, criteria, .. } = self.rubric;
        let bad = BadGrading::Rubric;
        let build = [build.cpu.as_secs(), build.memory, build.output];
        let base = json!({
            "joust": VERSION, "game": game, "limits": limits, "build": build, "run": run, "trust": self.trust
        });
        let mut games = Vec::new();
        for criterion in criteria {
            let Aim::Games(fixtures) = &criterion.aim else {
                games.push((Vec::new(), String::new()));
                continue;
            };
            let jobs = fixtures.jobs(game, *limits).map_err(bad)?;
            let depends = self.references(&jobs, fixtures)?;
            games.push((jobs, depends));
        }
        let exam = if self.rubric.asks() {
            let exam = positions.exam(game).map_err(bad)?;
            let depends =
                json!({ "boards": positions.boards, "each": positions.each, "seed": positions.seed });
            Some((exam, depends.to_string()))
        } else {
            None
        };
        let verdicts = criteria.iter().map(|criterion| match (&criterion.aim, &exam) {
            (Aim::Moves(agent) | Aim::Values(agent), Some((exam, _))) => {
                exam.verdicts(agent, false, self.stop)
            }
            (Aim::Nodes(agent, _), Some((exam, _))) => exam.verdicts(agent, true, self.stop),
            _ => Vec::new(),
        });
        let verdicts = verdicts.collect();
        Ok(Plan { base: base.to_string(), games, exam, verdicts })
    }

    /// Lets the reference players of games get ready once, and says what the games depend on: reference players may
    /// change, too.
    fn references(&self, jobs: &[(Job, usize)], fixtures: &Fixtures) -> Result<String, BadGrading> {
        let game = self.rubric.game;
        let programs = (self.programs)();
        let specs: Vec<Spec> =
            fixtures.against.iter().filter_map(|name| Spec::read(name, game).ok()).collect();
        let mut hashes = BTreeMap::new();
        for spec in &specs {
            let hash = programs.fingerprint(spec).map_err(|why| BadGrading::Reference(why.to_string()))?;
            hashes.insert(spec.to_string(), hash);
        }
        if let Some((job, _)) = jobs.first() {
            let player = |name: &String| PlayerText { player: 0, name: name.clone(), seed: 0 };
            let job = Job { players: fixtures.against.iter().map(player).collect(), ..job.clone() };
            rehearse_with(&job, &programs).map_err(|why| BadGrading::Reference(why.to_string()))?;
        }
        Ok(json!({ "jobs": jobs, "hashes": hashes, "weights": digests(&specs) }).to_string())
    }

    /// Grades a submission; `None` if the work was stopped.
    fn grade(
        &self,
        plan: &Plan,
        submission: &Submission,
        tell: &Tell<'_>,
    ) -> Result<Option<Grade>, BadGrading> {
        let mut grade = Grade::new(submission);
        let mut found = Found::default();
        match submission.read() {
            Ok(contents) => {
                let hash = contents.hash();
                let mut desk = Desk {
                    grader: self,
                    plan,
                    name: &submission.name,
                    contents: &contents,
                    hash: &hash,
                    tell,
                    player: None,
                    is_known: true,
                };
                match desk.find_out(&mut found) {
                    Ok(()) => {}
                    Err(Halt::Stopped) => return Ok(None),
                    Err(Halt::Trouble(why)) => grade.trouble = Some(why),
                    Err(Halt::All(why)) => return Err(why),
                }
                grade.is_known = desk.is_known;
                grade.hash = Some(hash);
            }
            Err(why) => {
                let problem = Some(why.to_string());
                found.built = Some(Built { problem, ..Built::default() });
            }
        }
        let numbered = self.rubric.criteria.iter().enumerate();
        let marks =
            numbered.map(|(number, criterion)| mark(criterion, number, &found, &plan.verdicts[number]));
        grade.settle(marks.collect(), &found, self.rubric);
        Ok(Some(grade))
    }
}

/// The works on one submission.
struct Desk<'a> {
    grader: &'a Grader<'a>,
    plan: &'a Plan,
    name: &'a str,
    contents: &'a Contents,
    hash: &'a str,
    tell: &'a Tell<'a>,
    /// The player, once it was needed.
    player: Option<Prepared>,
    /// Whether everything was found before.
    is_known: bool,
}

impl Desk<'_> {
    /// Does all works that were not done before.
    fn find_out(&mut self, found: &mut Found) -> Result<(), Halt> {
        let built = self.built()?;
        let is_player = built.problem.is_none();
        found.built = Some(built);
        if !is_player {
            return Ok(());
        }
        if self.grader.rubric.checks() {
            found.checked = Some(self.work("check", "", Desk::check)?);
        }
        let plan = self.plan;
        for (jobs, depends_on) in &plan.games {
            found.games.push(if jobs.is_empty() {
                Vec::new()
            } else {
                self.work("games", depends_on, |desk| desk.games(jobs))?
            });
        }
        if let Some((exam, depends_on)) = &plan.exam {
            found.answers = self.work("positions", depends_on, |desk| desk.positions(exam.as_ref()))?;
        }
        Ok(())
    }

    /// Does a work, unless it was done before.
    fn work<T: serde::Serialize + serde::de::DeserializeOwned>(
        &mut self,
        work: &str,
        depends_on: &str,
        task: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let key = self.key(work, depends_on);
        let (kept, game) = (self.grader.kept, self.grader.rubric.game);
        if let Some(known) = kept.get(&key) {
            return Ok(known);
        }
        self.is_known = false;
        if self.player.is_none() {
            // It was built in an earlier run; the compiler makes the same of it now.
            self.build()?;
        }
        self.begin(work)?;
        let found = task(self)?;
        kept.put(&key, game, self.name, work, &found)?;
        Ok(found)
    }

    fn key(&self, work: &str, depends_on: &str) -> String {
        key(&[&self.plan.base, self.hash, work, depends_on])
    }

    /// Whether the submission is a player: as it was found before, or by building it.
    fn built(&mut self) -> Result<Built, Halt> {
        let key = self.key("build", "");
        if let Some(known) = self.grader.kept.get(&key) {
            return Ok(known);
        }
        self.is_known = false;
        let built = self.build()?;
        self.grader.kept.put(&key, self.grader.rubric.game, self.name, "build", &built)?;
        Ok(built)
    }

    fn build(&mut self) -> Result<Built, Halt> {
        self.begin("build")?;
        let Grader { rubric, programs, trust, .. } = self.grader;
        let prepared = prepare(self.contents, rubric, programs, *trust);
        // A compiler that was ended by a signal to joust has not refused the source.
        self.go_on()?;
        match prepared? {
            Ok((player, built)) => {
                self.player = Some(player);
                Ok(built)
            }
            Err(built) => Ok(built),
        }
    }

    fn begin(&self, work: &str) -> Result<(), Halt> {
        (self.tell)(News::Begun { name: self.name, work });
        self.go_on()
    }

    fn go_on(&self) -> Result<(), Halt> {
        if self.grader.stop.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn player(&self) -> Result<&Prepared, Halt> {
        let gone = || Halt::Trouble("it was built before, and cannot be built now".to_owned());
        self.player.as_ref().ok_or_else(gone)
    }

    fn check(&mut self) -> Result<Checked, Halt> {
        let (player, rubric) = (self.player()?, self.grader.rubric);
        let games = [rubric.game];
        let checkup = Checkup {
            bot: &player.player,
            games: &games,
            quick: true,
            seed: CHECK_SEED,
            limits: rubric.limits,
            // Other submissions are checked at the same time.
            threads: 1,
        };
        let report = checkup.run(&player.programs, &mut |_| (), self.grader.stop)?.ok_or(Halt::Stopped)?;
        let game = report.games.first();
        let fault = game.and_then(|game| game.fault.as_ref());
        let last_words = fault.map_or(&[][..], |fault| &fault.last_words);
        Ok(Checked {
            problem: report.problem().map(|problem| player.workshop.told(problem)),
            last_words: last_words.iter().map(|line| player.workshop.told(line)).collect(),
            fuel_share: game.and_then(|game| game.fuel_share),
        })
    }

    fn games(&mut self, jobs: &[(Job, usize)]) -> Result<Vec<Game>, Halt> {
        let player = self.player()?;
        let mut games: Vec<Game> = Vec::new();
        for job in jobs {
            if let Some(lost) = hopeless(&games) {
                games.push(lost);
                continue;
            }
            let game = play(job, &player.player, &player.programs, self.grader.stop);
            let game = game.map_err(|why| halted(why, job.1))?;
            let mut game = game.ok_or(Halt::Stopped)?;
            game.fault.iter_mut().for_each(|fault| player.workshop.told_fault(fault));
            games.push(game);
        }
        Ok(games)
    }

    fn positions(&mut self, exam: &dyn Exam) -> Result<Vec<Reply>, Halt> {
        let (player, rubric) = (self.player()?, self.grader.rubric);
        let spec = Spec::read(&player.player, rubric.game).map_err(|why| Halt::Trouble(why.to_string()))?;
        let contestant = player.programs.find(spec).map_err(|why| Halt::Trouble(why.to_string()))?;
        let names = vec![SUBMISSION.to_owned(); 2];
        let place = Place { limits: rubric.limits, seed: Seed(rubric.positions.seed), seat: 0, names };
        let mut replies = exam.ask(&contestant, &place, self.grader.stop)?.ok_or(Halt::Stopped)?;
        replies
            .iter_mut()
            .filter_map(|reply| reply.fault.as_mut())
            .for_each(|fault| player.workshop.told_fault(fault));
        Ok(replies)
    }
}
