//! What the judge found out, as a page tells it: steps with their verdicts, and what only an author sees of a game.

use super::chart::{FuelChart, grouped};
use super::head::Tag;
use super::when::lasting;
use crate::contest::service::{Progress, VersionState};
use crate::contest::words::ContestWords;
use crate::french::Told;
use crate::language::Language;
use joust_contest::{Estimate, Judged, Private, Stage, Step};
use joust_core::Fault;

/// A step of the judge.
pub(crate) struct StepLine {
    pub(crate) name: &'static str,
    pub(crate) state: Tag,
    /// The verdict, or how far the step is.
    pub(crate) verdict: String,
    pub(crate) took: String,
    /// What else the author should see, in the words of the judge and the compiler.
    pub(crate) log: String,
    /// The language of the log: compilers and the judge speak English.
    pub(crate) log_language: &'static str,
    /// Whether the log is made of sentences, whose lines may be broken.
    pub(crate) is_prose: bool,
    pub(crate) has_failed: bool,
}

/// All steps, those to come included. `won` are the games of the qualification that were won, and those that were
/// played.
pub(crate) fn steps(
    progress: &Progress,
    report: Option<&Judged>,
    won: (usize, usize),
    words: &ContestWords,
    language: Language,
) -> Vec<StepLine> {
    let done = report.map_or(&progress.steps, |report| &report.steps);
    let over = !matches!(progress.state, VersionState::Waiting | VersionState::Judging);
    let line = |stage: Stage| {
        if let Some(step) = done.iter().find(|step| step.stage == stage) {
            let (verdict, log) = verdict(step, report, won, words, language);
            let word = if step.passed { words.passed } else { words.not_passed };
            let class = if step.passed { "good" } else { "bad" };
            let took = if step.ms < 100 { String::new() } else { words.decimal(&lasting_ms(step.ms)) };
            let state = Tag { word, class };
            return Some(StepLine {
                name: words.stage(stage),
                state,
                verdict,
                took,
                log,
                log_language: if step.stage == Stage::Sources { language.code() } else { "en" },
                is_prose: step.stage == Stage::Sources,
                has_failed: !step.passed,
            });
        }
        // What comes after a failure never comes.
        if over {
            return None;
        }
        let is_now = progress.stage == Some(stage);
        let verdict = match progress.games {
            Some((played, of)) if is_now => words.progress(played, of),
            _ => String::new(),
        };
        let state = if is_now {
            Tag { word: words.running, class: "wait" }
        } else {
            Tag { word: words.to_come, class: "quiet" }
        };
        let (took, log) = (String::new(), String::new());
        let (log_language, is_prose, has_failed) = ("en", false, false);
        let name = words.stage(stage);
        Some(StepLine { name, state, verdict, took, log, log_language, is_prose, has_failed })
    };
    Stage::ALL.into_iter().filter_map(line).collect()
}

#[expect(clippy::cast_precision_loss, reason = "told with one digit")]
fn lasting_ms(ms: u64) -> String {
    if ms < 10_000 { format!("{:.1}\u{a0}s", ms as f64 / 1000.0) } else { lasting(ms as f64 / 1000.0) }
}

/// The verdict of a step and its log. The judge speaks English; in French the verdict follows from the report,
/// and the words of the judge stand above the log where they say more.
fn verdict(
    step: &Step,
    report: Option<&Judged>,
    (won, played): (usize, usize),
    words: &ContestWords,
    language: Language,
) -> (String, String) {
    if language == Language::English {
        return (step.verdict.clone(), step.log.clone());
    }
    let plain = words.verdict(step.stage, step.passed);
    let fault = report.and_then(|report| report.check.as_ref()?.fault);
    let told = match (step.stage, fault) {
        (Stage::Qualification, _) if played > 0 => words.won_of(won, played),
        (Stage::Check, Some((kind, turn))) if !step.passed => {
            format!("{plain} : {} {}", words.fault_kind(kind), place(turn, words))
        }
        _ => plain.to_owned(),
    };
    let problems = report.map_or(&[][..], |report| &report.problems);
    let log = match (step.passed, step.log.is_empty()) {
        (true, _) => step.log.clone(),
        _ if step.stage == Stage::Sources => problems.iter().map(Told::french).collect::<Vec<_>>().join("\n"),
        (false, true) => step.verdict.clone(),
        (false, false) => format!("{}\n{}", step.verdict, step.log),
    };
    (told, log)
}

/// Where in a game something happened.
fn place(turn: Option<u32>, words: &ContestWords) -> String {
    turn.map_or_else(|| words.before_game.to_owned(), |turn| words.in_round(turn))
}

/// When something will be done, in a sentence.
pub(crate) fn estimated(estimate: Option<&Estimate>, words: &ContestWords) -> String {
    match estimate {
        Some(one) => words.estimated(one.ahead, &lasting(one.from), &lasting(one.to)),
        None => words.no_estimate.to_owned(),
    }
}

/// What only the author of a player sees of a game.
pub(crate) struct PrivateView {
    /// The name of the player.
    pub(crate) player: String,
    pub(crate) fuel: Option<FuelChart>,
    /// What the chart shows, in a sentence.
    pub(crate) fuel_label: String,
    pub(crate) share: String,
    pub(crate) fault: Option<FaultView>,
    pub(crate) output: String,
}

/// How a player failed.
pub(crate) struct FaultView {
    pub(crate) kind: &'static str,
    pub(crate) place: String,
    /// What the player did, in English.
    pub(crate) detail: String,
    pub(crate) last_words: String,
}

impl FaultView {
    fn new(fault: &Fault, words: &ContestWords) -> FaultView {
        FaultView {
            kind: words.fault_kind(fault.kind),
            place: place(fault.turn, words),
            detail: fault.deed().to_owned(),
            last_words: fault.last_words.join("\n"),
        }
    }
}

impl PrivateView {
    pub(crate) fn new(player: &str, private: &Private, words: &ContestWords) -> PrivateView {
        let fuel = FuelChart::new(&private.fuel);
        let fuel_label = fuel
            .as_ref()
            .map(|chart| words.fuel_chart(chart.rounds, &grouped(chart.most)))
            .unwrap_or_default();
        PrivateView {
            player: player.to_owned(),
            fuel,
            fuel_label,
            share: private.fuel_share.map(|share| words.percent(share)).unwrap_or_default(),
            fault: private.fault.as_ref().map(|fault| FaultView::new(fault, words)),
            output: private.output.clone(),
        }
    }
}
