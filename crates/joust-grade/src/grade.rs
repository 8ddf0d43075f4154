//! The grade of one submission.

use crate::found::Found;
use crate::mark::Mark;
use crate::rubric::Rubric;
use crate::scale::total;
use crate::submission::Submission;
use joust_match::Workshop;
use serde::Serialize;
use std::fmt::Write as _;

/// The grade of a submission.
#[derive(Clone, Debug, Serialize)]
pub struct Grade {
    /// The student.
    pub name: String,
    /// The name of the file or folder.
    pub file: String,
    /// The SHA-256 of its contents, if they could be read.
    #[serde(rename = "sha256")]
    pub hash: Option<String>,
    /// All points, at most the cap.
    pub total: f64,
    /// The points without bonus.
    pub of: f64,
    /// The marks, in the order of the criteria.
    pub marks: Vec<Mark>,
    /// What is wrong with the submission, in a sentence about "it".
    pub problem: Option<String>,
    /// What the compiler says.
    #[serde(rename = "compiler")]
    pub messages: String,
    /// The number of games and positions in which it failed.
    pub faults: usize,
    /// Its first faults, a line each.
    pub fault_lines: Vec<String>,
    /// Why it was not graded, which is no fault of the student.
    #[serde(rename = "not_graded")]
    pub trouble: Option<String>,
    /// Whether everything was found in an earlier run.
    #[serde(skip)]
    pub is_known: bool,
}

impl Grade {
    pub(crate) fn new(submission: &Submission) -> Grade {
        let file = submission.path.file_name().unwrap_or_default();
        Grade {
            name: submission.name.clone(),
            file: file.to_string_lossy().replace(char::is_control, "?"),
            hash: None,
            total: 0.0,
            of: 0.0,
            marks: Vec::new(),
            problem: None,
            messages: String::new(),
            faults: 0,
            fault_lines: Vec::new(),
            trouble: None,
            is_known: false,
        }
    }

    /// Puts marks and problems in.
    pub(crate) fn settle(&mut self, marks: Vec<Mark>, found: &Found, rubric: &Rubric) {
        self.total = total(marks.iter().map(|mark| mark.points), rubric.cap);
        self.of = rubric.of();
        self.marks = marks;
        if let Some(built) = &found.built {
            self.problem.clone_from(&built.problem);
            self.messages.clone_from(&built.messages);
        }
        self.faults = found.fault_count();
        if let Some(checked) = &found.checked
            && let Some(problem) = &checked.problem
        {
            self.problem = Some(format!("it {problem}"));
            self.fault_lines.extend(checked.last_words.iter().map(|line| format!("check: {line}")));
        }
        let criteria: Vec<&str> = rubric.criteria.iter().map(|criterion| criterion.name.as_str()).collect();
        self.fault_lines.extend(found.faults(&criteria));
    }

    /// The most important problem in one line; empty if there is none.
    pub fn note(&self) -> String {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(trouble) = &self.trouble {
            return line(&format!("not graded: {trouble}"));
        }
        let first = |text: &str| text.lines().find(|line| line.contains("error")).map(line);
        match &self.problem {
            Some(problem) => match first(&self.messages).filter(|_| problem == Workshop::REFUSED) {
                Some(error) => format!("{problem}: {error}"),
                None => line(problem),
            },
            None => self.fault_lines.first().map(|fault| line(fault)).unwrap_or_default(),
        }
    }

    /// What the student reads: the points with what was found, errors of the compiler, and faults.
    pub fn feedback(&self, title: Option<&str>) -> String {
        let mut text = title.map_or_else(String::new, |title| format!("{title}\n"));
        let _ = writeln!(text, "{}: {} of {} points\n", self.name, self.total, self.of);
        let wide = self.marks.iter().map(|mark| mark.criterion.chars().count()).max().unwrap_or(0);
        for mark in &self.marks {
            let bonus = if mark.bonus { " (bonus)" } else { "" };
            let score = format!("{} of {}{bonus}", mark.points, mark.of);
            let _ = writeln!(text, "{:wide$}  {score:<14}  {}", mark.criterion, mark.found);
        }
        if let Some(trouble) = &self.trouble {
            let _ = writeln!(text, "\nnot graded: {trouble}");
        }
        if let Some(problem) = &self.problem {
            let _ = writeln!(text, "\nproblem: {problem}");
        }
        if !self.fault_lines.is_empty() {
            let _ = writeln!(text, "\nfaults:\n{}", self.fault_lines.join("\n"));
        }
        if !self.messages.is_empty() {
            let _ = writeln!(text, "\nthe compiler says:\n{}", self.messages);
        }
        text
    }
}
