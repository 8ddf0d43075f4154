//! What the judge found out, as a page tells it: steps with their verdicts, and what only an author sees of a game.

use super::chart::{FuelChart, grouped};
use super::head::Tag;
use super::when::lasting;
use crate::contest::service::{Progress, VersionState};
use crate::contest::words::ContestWords;
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
            let (verdict, log) = verdict(step, won, words, language);
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
        Some(StepLine { name: words.stage(stage), state, verdict, took, log, has_failed: false })
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
    (won, played): (usize, usize),
    words: &ContestWords,
    language: Language,
) -> (String, String) {
    if language == Language::English {
        return (step.verdict.clone(), step.log.clone());
    }
    let told = match step.stage {
        Stage::Qualification if played > 0 => words.won_of(won, played),
        stage => words.verdict(stage, step.passed).to_owned(),
    };
    let log = match (step.passed, step.log.is_empty()) {
        (true, _) => step.log.clone(),
        (false, true) => step.verdict.clone(),
        (false, false) => format!("{}\n{}", step.verdict, step.log),
    };
    (told, log)
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
            place: fault.turn.map_or_else(|| words.before_game.to_owned(), |turn| words.in_round(turn)),
            detail: fault.detail.clone(),
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
