//! The judge: what becomes of a submission, step by step, up to the first failure.

use crate::bout::{BadBout, Bout, BoutPlayer};
use crate::judged::{CheckFacts, Judged, JudgedGame, Stage, Step};
use crate::sources::{Handed, check_source};
use crate::{Contest, Language};
use joust_match::{BadJob, Checkup, Perform, Programs, Workshop, WorkshopTrouble};
use joust_sandbox::StarterKit;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The judge of a contest. It runs no native player: a submission becomes a module, which runs on fuel, so the
/// verdict does not depend on the machine or its load.
///
/// ```
/// use joust_contest::{Contest, Handed, Judge, Stage};
/// use joust_match::{Here, Programs};
/// use std::time::Instant;
/// let contest = Contest::read("name = \"Spring\"\ngame = \"mad\"\n").unwrap();
/// let (begun, stop) = (Instant::now(), false.into());
/// let judge = Judge {
///     contest: &contest,
///     taken: &["Ada".to_owned()],
///     programs: &Programs::default,
///     games: &Here,
///     now: &|| begun.elapsed(),
///     stop: &stop,
/// };
/// let handed = Handed { file: "bot.wasm", bytes: b"\0asm, but nothing else", player: Some("ada") };
/// let judged = judge.judge(&handed, &mut |_| ()).unwrap().unwrap();
/// let failed = judged.failed().unwrap();
/// assert_eq!(failed.stage, Stage::Sources);
/// assert!(failed.log.contains("the name `ada` is taken"), "{failed:?}");
/// ```
pub struct Judge<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// The names of the players of other students.
    pub taken: &'a [String],
    /// Makes the programs of one submission.
    pub programs: &'a dyn Fn() -> Programs,
    /// Plays the games of the qualification. Sources are built and modules are checked here in any case.
    pub games: &'a dyn Perform,
    /// A clock that never goes back: the time since some moment. Times are told, and decide nothing.
    pub now: &'a dyn Fn() -> Duration,
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
}

/// What a caller is told while a submission is judged.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A step begins.
    Begun(Stage),
    /// A game of the check or of the qualification is over.
    Game {
        /// The step.
        stage: Stage,
        /// Games so far.
        played: usize,
        /// The most games of the step.
        of: usize,
    },
    /// A step is over.
    Done(&'a Step),
}

/// Why a submission was not judged, which is no fault of its author: it is to be judged again.
#[derive(Debug, thiserror::Error)]
pub enum JudgeTrouble {
    /// It cannot be built here.
    #[error(transparent)]
    Workshop(#[from] WorkshopTrouble),
    /// A game cannot be played here.
    #[error(transparent)]
    Bout(#[from] BadBout),
}

impl From<BadJob> for JudgeTrouble {
    fn from(why: BadJob) -> JudgeTrouble {
        JudgeTrouble::Bout(why.into())
    }
}

impl From<std::io::Error> for JudgeTrouble {
    fn from(why: std::io::Error) -> JudgeTrouble {
        JudgeTrouble::Workshop(why.into())
    }
}

/// Why the steps end early.
enum Halt {
    /// A step failed; it is in the report.
    Failed,
    /// The work was stopped.
    Stopped,
    /// Joust or the machine is at fault.
    Trouble(JudgeTrouble),
}

impl<E: Into<JudgeTrouble>> From<E> for Halt {
    fn from(why: E) -> Halt {
        Halt::Trouble(why.into())
    }
}

/// The verdict of a step.
struct Verdict {
    passed: bool,
    words: String,
    log: String,
}

impl Verdict {
    fn passed(words: impl Into<String>, log: impl Into<String>) -> Verdict {
        Verdict { passed: true, words: words.into(), log: log.into() }
    }

    fn failed(words: impl Into<String>, log: impl Into<String>) -> Verdict {
        Verdict { passed: false, words: words.into(), log: log.into() }
    }
}

impl Judge<'_> {
    /// Judges a submission; `None` if the work was stopped. `tell` hears of every step while it is done.
    pub fn judge(
        &self,
        handed: &Handed<'_>,
        tell: &mut dyn FnMut(News<'_>),
    ) -> Result<Option<Judged>, JudgeTrouble> {
        let source_sha256 = hex::encode(Sha256::digest(handed.bytes));
        let report = Judged { v: Judged::VERSION, source_sha256, ..Judged::default() };
        let mut desk = Desk { judge: self, handed, tell, report };
        match desk.all_steps() {
            Ok(()) | Err(Halt::Failed) => Ok(Some(desk.report)),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Trouble(_)) if self.stop.load(Ordering::Relaxed) => Ok(None),
            Err(Halt::Trouble(why)) => Err(why),
        }
    }
}

/// The work on one submission.
struct Desk<'a> {
    judge: &'a Judge<'a>,
    handed: &'a Handed<'a>,
    tell: &'a mut dyn FnMut(News<'_>),
    report: Judged,
}

impl Desk<'_> {
    fn all_steps(&mut self) -> Result<(), Halt> {
        self.step(Stage::Received, |desk| {
            let bytes = desk.handed.bytes.len();
            let log = format!("SHA-256 {}", desk.report.source_sha256);
            Ok(Verdict::passed(format!("{} with {bytes} bytes has arrived", desk.file_name()), log))
        })?;
        self.step(Stage::Sources, |desk| Ok(desk.check_source()))?;
        let workshop = Workshop::new("judge")?;
        let programs = (self.judge.programs)().in_folder(workshop.folder());
        self.step(Stage::Build, |desk| desk.build(&workshop, &programs))?;
        self.step(Stage::Check, |desk| desk.check(&workshop, &programs))?;
        self.step(Stage::Qualification, |desk| desk.qualify(&workshop, &programs))
    }

    /// Does a step, and tells about it.
    fn step(
        &mut self,
        stage: Stage,
        work: impl FnOnce(&mut Self) -> Result<Verdict, Halt>,
    ) -> Result<(), Halt> {
        self.go_on()?;
        (self.tell)(News::Begun(stage));
        let begun = (self.judge.now)();
        let verdict = work(self)?;
        // What was ended by the flag says nothing about the submission.
        self.go_on()?;
        let took = (self.judge.now)().saturating_sub(begun);
        let Verdict { passed, words, log } = verdict;
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let step = Step { stage, passed, verdict: words, log, ms };
        (self.tell)(News::Done(&step));
        self.report.steps.push(step);
        if passed { Ok(()) } else { Err(Halt::Failed) }
    }

    fn go_on(&self) -> Result<(), Halt> {
        if self.judge.stop.load(Ordering::Relaxed) { Err(Halt::Stopped) } else { Ok(()) }
    }

    fn file_name(&self) -> &str {
        if self.handed.file.is_empty() { "a file" } else { self.handed.file }
    }

    fn check_source(&mut self) -> Verdict {
        let checked = check_source(self.judge.contest, self.handed, self.judge.taken);
        (self.report.language, self.report.player) = (checked.language, checked.player);
        self.report.problems = checked.problems;
        let told: Vec<String> = self.report.problems.iter().map(ToString::to_string).collect();
        match (told.len(), self.report.language, &self.report.player) {
            (0, Some(language), Some(player)) => {
                Verdict::passed(format!("{player} is {}", language.words()), "")
            }
            (1, ..) => Verdict::failed("the source breaks a rule of the contest", told.join("\n")),
            (many, ..) => {
                Verdict::failed(format!("the source breaks {many} rules of the contest"), told.join("\n"))
            }
        }
    }

    /// The name of the module in its workshop: players are told the names of others, and it is its player's.
    fn module_name(&self) -> String {
        format!("{}.wasm", self.report.player.as_deref().unwrap_or("player"))
    }

    fn build(&mut self, workshop: &Workshop, programs: &Programs) -> Result<Verdict, Halt> {
        let language = self.report.language.unwrap_or(Language::Module);
        let (bytes, warnings) = if language == Language::Module {
            (self.handed.bytes.to_vec(), String::new())
        } else {
            let source = self.stage_source(workshop, language)?;
            let built = workshop.build(&source, Some(self.judge.contest.build))?;
            // A compiler that was ended by a signal to joust has not refused the source.
            self.go_on()?;
            match built {
                Ok(module) => (module.bytes, module.warnings),
                // A busy machine is no fault of the author.
                Err(not_built) if not_built.is_late => {
                    return Err(WorkshopTrouble::Machine(not_built.problem).into());
                }
                Err(not_built) => return Ok(Verdict::failed(not_built.problem, not_built.messages)),
            }
        };
        let name = self.module_name();
        std::fs::write(workshop.folder().join(&name), &bytes)?;
        if let Err(problem) = workshop.open(&name, self.judge.contest.game, programs)? {
            return Ok(Verdict::failed(problem, warnings));
        }
        let hash = hex::encode(Sha256::digest(&bytes));
        let verdict = format!("a module with {} KB", bytes.len().div_ceil(1024));
        let log = if warnings.is_empty() { format!("SHA-256 {hash}") } else { warnings };
        (self.report.module_sha256, self.report.module) = (Some(hash), bytes);
        Ok(Verdict::passed(verdict, log))
    }

    /// Writes the source, and what stands beside it, into the workshop.
    fn stage_source(&self, workshop: &Workshop, language: Language) -> Result<PathBuf, Halt> {
        let own = Workshop::plain_name(Path::new(self.handed.file));
        let source = if own.extension().is_some_and(|ending| ending == language.ending()) {
            own
        } else {
            own.with_extension(language.ending())
        };
        std::fs::write(workshop.folder().join(&source), self.handed.bytes)?;
        // C++, C and Rust find the library of their kit by themselves.
        if language == Language::Javascript {
            let files = StarterKit::named("javascript").into_iter().flat_map(|kit| kit.files());
            std::fs::create_dir(workshop.folder().join("joust"))?;
            for (path, text) in files.filter(|(path, _)| path.starts_with("joust/")) {
                std::fs::write(workshop.folder().join(path), text)?;
            }
        }
        Ok(source)
    }

    fn check(&mut self, workshop: &Workshop, programs: &Programs) -> Result<Verdict, Halt> {
        let contest = self.judge.contest;
        let (bot, games) = (self.module_name(), [contest.game]);
        let checkup = Checkup {
            bot: &bot,
            games: &games,
            quick: true,
            seed: contest.seed,
            limits: contest.limits,
            // Workers judge other players at the same time.
            threads: 1,
        };
        let tell = &mut self.tell;
        let mut listen = |stage: joust_match::Stage| {
            tell(News::Game { stage: Stage::Check, played: stage.played, of: stage.of });
        };
        let report = checkup.run(programs, &mut listen, self.judge.stop)?.ok_or(Halt::Stopped)?;
        let game = report.games.first();
        self.report.check = game.map(CheckFacts::from);
        if let Some(problem) = report.problem() {
            let words = game.and_then(|game| game.fault.as_ref()).map(|fault| fault.last_words.join("\n"));
            let words = workshop.told(&words.unwrap_or_default());
            return Ok(Verdict::failed(format!("it {}", workshop.told(problem)), words));
        }
        let share = game.and_then(|game| game.fuel_share);
        let words = match share {
            Some(share) => format!("it used at most {} of its fuel in a game", percent(share)),
            None => "it played".to_owned(),
        };
        Ok(Verdict::passed(words, ""))
    }

    fn qualify(&mut self, workshop: &Workshop, programs: &Programs) -> Result<Verdict, Halt> {
        let contest = self.judge.contest;
        let (seeds, wanted) = (&contest.qualification.seeds, contest.qualification.wins);
        for (number, seed) in seeds.iter().enumerate() {
            let (won, left) = (self.report.wins(), seeds.len() - number);
            // The rest cannot change the verdict.
            if won >= wanted || won + left < wanted {
                break;
            }
            let (bout, seat) = contest.qualifier(number, *seed, &self.player());
            let played = contest.play_by(self.judge.games, &bout, programs, self.judge.stop)?;
            let (fought, by) = played.ok_or(Halt::Stopped)?;
            let mut private = fought.private.into_iter().nth(seat).unwrap_or_default();
            private.output = workshop.told(&private.output);
            private.fault.iter_mut().for_each(|fault| workshop.told_fault(fault));
            let (shown, record) = (fought.shown, fought.record);
            let won = shown.winner == Some(seat);
            self.report.games.push(JudgedGame { seat, won, shown, private, record, by });
            let played = number + 1;
            (self.tell)(News::Game { stage: Stage::Qualification, played, of: seeds.len() });
        }
        let (won, played) = (self.report.wins(), self.report.games.len());
        let log: Vec<String> = self.report.games.iter().map(line).collect();
        let words = format!("it won {won} of {played} games against {}", contest.opponents());
        let words = match (seeds.is_empty(), won >= wanted) {
            (true, _) => "this contest has no qualification".to_owned(),
            (false, true) => words,
            (false, false) => {
                format!("{words}, and must win {wanted} of {}", seeds.len())
            }
        };
        Ok(Verdict { passed: won >= wanted, words, log: log.join("\n") })
    }

    fn player(&self) -> BoutPlayer {
        BoutPlayer { name: self.report.player.clone().unwrap_or_default(), player: self.module_name() }
    }
}

impl Contest {
    /// The game of the qualification with a number, from 0, and the seat of the submission in it.
    ///
    /// ```
    /// use joust_contest::{BoutPlayer, Contest};
    /// let contest = Contest::read("name = \"Spring\"\ngame = \"madmax\"\n").unwrap();
    /// let own = BoutPlayer { name: "Ada".to_owned(), player: "Ada.wasm".to_owned() };
    /// let (bout, seat) = contest.qualifier(1, 2, &own);
    /// let names: Vec<_> = bout.players.iter().map(|player| player.name.as_str()).collect();
    /// assert_eq!((seat, names), (1, vec!["Dummy", "Ada", "Dummy", "Dummy"]));
    /// ```
    pub fn qualifier(&self, number: usize, seed: u64, own: &BoutPlayer) -> (Bout, usize) {
        let seat = number % self.seats();
        let opponent = |name: &String| BoutPlayer { name: name.clone(), player: name.clone() };
        let mut players: Vec<BoutPlayer> = self.qualification.against.iter().map(opponent).collect();
        players.insert(seat.min(players.len()), own.clone());
        (Bout { board: number % self.boards.len(), seed, opening: number, players }, seat)
    }

    /// The opponents of the qualification in words.
    fn opponents(&self) -> String {
        let mut names = self.qualification.against.clone();
        names.dedup();
        names.join(", ")
    }
}

/// A game of the qualification in a line.
fn line(game: &JudgedGame) -> String {
    let shown = &game.shown;
    let result = shown.result.clone().unwrap_or_else(|| {
        let points: Vec<String> = shown.points.iter().map(ToString::to_string).collect();
        points.join(" : ")
    });
    let won = if game.won { "won" } else { "not won" };
    let mut text = format!("seed {}, seat {}, {}: {won}, {result}", shown.seed, game.seat + 1, shown.board);
    if let Some(share) = game.private.fuel_share {
        let _ = write!(text, ", {} of its fuel", percent(share));
    }
    if let Some(fault) = &game.private.fault {
        let turn = fault.turn.map_or_else(String::new, |turn| format!(" in turn {turn}"));
        let _ = write!(text, "; it failed{turn}: {fault}");
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
