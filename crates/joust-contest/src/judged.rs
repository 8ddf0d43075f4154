//! What the judge found out: a document that is stored, and shown to the author.

use crate::bout::{Private, Shown, as_base64};
use crate::{Language, SourceProblem};
use joust_core::FaultKind;
use joust_match::GameCheck;
use serde::{Deserialize, Serialize};

/// What the judge found out about a submission. As JSON it is the report that a server stores: two runs of the judge
/// give equal reports, apart from times ([`Judged::without_times`]).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The version of this form: [`Judged::VERSION`].
    pub v: u32,
    /// The language, if it was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The name of the player, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The SHA-256 of what was handed in.
    pub source_sha256: String,
    /// The steps that were done, in their order. The last one is the only one that may have failed.
    pub steps: Vec<Step>,
    /// What is wrong with the source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<SourceProblem>,
    /// The SHA-256 of the module, if there is one: what its games depend on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module_sha256: Option<String>,
    /// The module, if there is one. It is stored apart from the report.
    #[serde(skip)]
    pub module: Vec<u8>,
    /// What the check found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckFacts>,
    /// The games of the qualification that were played. Games that could not change the verdict were not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<JudgedGame>,
}

/// A step of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It has arrived.
    Received,
    /// The rules for sources: one file, size, language, name, headers, global state.
    Sources,
    /// The confined build.
    Build,
    /// The quick check: protocol, three games, determinism.
    Check,
    /// The games that must be won.
    Qualification,
}

impl Stage {
    /// All steps, in their order.
    pub const ALL: [Stage; 5] =
        [Stage::Received, Stage::Sources, Stage::Build, Stage::Check, Stage::Qualification];

    /// Its name for authors.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Received => "received",
            Stage::Sources => "source checks",
            Stage::Build => "build",
            Stage::Check => "check",
            Stage::Qualification => "qualification",
        }
    }
}

/// A step that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Which one.
    pub stage: Stage,
    /// Whether it went well.
    pub passed: bool,
    /// The verdict in a sentence.
    pub verdict: String,
    /// What else the author should see, such as the messages of the compiler.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub log: String,
    /// How long it took, in milliseconds by the clock of the machine.
    pub ms: u64,
}

/// What the check found, without times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckFacts {
    /// How many games it has played.
    pub played: usize,
    /// How often it was asked.
    pub turns: usize,
    /// The fault that ended the check, if it was one, and its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<(FaultKind, Option<u32>)>,
    /// Whether two games with one seed came out alike; `None` if they were not played.
    pub repeats: Option<bool>,
    /// The fuel of an action: the median and the greatest.
    pub fuel: Option<[f64; 2]>,
    /// The share of its fuel that it used in the game in which it used most.
    pub fuel_share: Option<f64>,
    /// The share of its memory that it used in the game in which it used most.
    pub memory_share: Option<f64>,
}

impl From<&GameCheck> for CheckFacts {
    fn from(check: &GameCheck) -> CheckFacts {
        CheckFacts {
            played: check.played,
            turns: check.turns,
            fault: check.fault.as_ref().map(|fault| (fault.kind, fault.turn)),
            repeats: check.repeats,
            fuel: check.fuel.map(|fuel| [fuel.median, fuel.worst]),
            fuel_share: check.fuel_share,
            memory_share: check.memory_share,
        }
    }
}

/// A game of the qualification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedGame {
    /// The seat of the submission.
    pub seat: usize,
    /// Whether it won alone.
    pub won: bool,
    /// What everybody may see.
    pub shown: Shown,
    /// What its author may see.
    pub private: Private,
    /// The record: a file that `joust replay` shows, in base64.
    #[serde(with = "as_base64")]
    pub record: Vec<u8>,
    /// The machine that played it; empty for that of the judge. The report does not depend on it, so it is stored
    /// apart.
    #[serde(skip)]
    pub by: String,
}

impl Judged {
    /// The version that this build writes.
    pub const VERSION: u32 = 1;

    /// Whether it passed all steps and may meet others.
    pub fn passed(&self) -> bool {
        let last = self.steps.last();
        last.is_some_and(|step| step.passed && step.stage == Stage::Qualification)
    }

    /// The step that failed.
    pub fn failed(&self) -> Option<&Step> {
        self.steps.iter().find(|step| !step.passed)
    }

    /// The report without the times of its steps: what two runs of the judge have in common.
    #[must_use]
    pub fn without_times(&self) -> Judged {
        let mut report = self.clone();
        report.steps.iter_mut().for_each(|step| step.ms = 0);
        report
    }

    /// How many games of the qualification it won.
    pub fn wins(&self) -> usize {
        self.games.iter().filter(|game| game.won).count()
    }
}
