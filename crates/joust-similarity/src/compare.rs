//! Compares a class with itself and with archives.

use crate::cluster::clusters;
use crate::pairs::{Found, Index, Program, weigh_all};
use crate::report::{Cluster, Place, Report, Submission, Unreadable};
use crate::source::{Source, SourceFile};
use crate::tokens::{Parsers, Tokens, Unread};
use crate::weigh::{Common, Given, prints};
use crate::work::spread;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

/// What is compared.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The submissions of the class: each is compared with each other one, and with the archive.
    pub class: Vec<Source>,
    /// Submissions of earlier years and other classes, which are not compared with each other.
    pub archive: Vec<Source>,
    /// What the students were given: kits and templates. It counts for nothing.
    pub templates: Vec<SourceFile>,
    /// Submissions that could not be read, which the report names.
    pub unread: Vec<Unreadable>,
}

/// How a corpus is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The least score of a pair in the report, from 0 to 1.
    pub threshold: f64,
    /// The most pairs in the report. The others are counted.
    pub most_pairs: usize,
    /// The threads that share the work.
    pub threads: usize,
}

/// The score from which on a pair is worth a look; docs/similarity.md has the measurements.
pub const THRESHOLD: f64 = 0.3;

impl Default for Settings {
    fn default() -> Settings {
        Settings { threshold: THRESHOLD, most_pairs: 500, threads: 1 }
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A submission has been read.
    Read,
    /// A submission of the class has been compared with all others.
    Compared,
}

/// A submission with less than this is too small to be told apart from others: in tokens that are the student's
/// own.
const SMALLEST: u32 = 40;

/// Compares every submission of the class with the others and with the archive; nothing if it was stopped.
///
/// The report does not depend on the number of threads.
pub fn compare(
    corpus: &Corpus,
    settings: &Settings,
    stop: &AtomicBool,
    tell: &(dyn Fn(Progress) + Sync),
) -> Option<Report> {
    let mut given = Given::default();
    let mut parsers = Parsers::default();
    for file in &corpus.templates {
        let source = Source { name: String::new(), files: vec![file.clone()] };
        // A template that cannot be read hides nothing; what it is for is then in the report.
        if let Ok(tokens) = Tokens::read(&source, &mut parsers) {
            given.add(&tokens);
        }
    }
    let sources: Vec<&Source> = corpus.class.iter().chain(&corpus.archive).collect();
    let read = spread(&sources, settings.threads, stop, Parsers::default, |parsers, _, source| {
        let tokens = Tokens::read(source, parsers);
        tell(Progress::Read);
        tokens.map(|tokens| {
            let weights = given.weights(&tokens);
            let prints = prints(&tokens, &weights);
            (tokens, weights, prints)
        })
    })?;
    drop(given);
    let (mut programs, mut unread) = (Vec::new(), Vec::new());
    for (number, found) in read.into_iter().enumerate() {
        match found {
            Ok((tokens, weights, prints)) => {
                programs.push(Program { number, tokens, weights, prints, weight: 0.0, print_weight: 0.0 });
            }
            Err(why) => unread.push((number, why)),
        }
    }
    let common = Common::new(programs.iter().map(|program| program.prints.as_slice()));
    let submissions = sources.iter().enumerate().map(|(number, source)| Submission {
        name: source.name.clone(),
        place: if number < corpus.class.len() { Place::Class } else { Place::Archive },
        tokens: 0,
        own_tokens: 0,
        is_small: false,
    });
    let mut submissions: Vec<Submission> = submissions.collect();
    for program in &mut programs {
        let own = program.weights.iter().filter(|weight| **weight > 0).count() as u32;
        let submission = &mut submissions[program.number];
        (submission.tokens, submission.own_tokens) = (program.tokens.words.len() as u32, own);
        submission.is_small = own < SMALLEST;
        common.weigh(&program.prints, &mut program.weights);
        program.weight = weigh_all(&program.weights);
        program.print_weight = program.hashes().into_iter().map(|hash| common.share(hash)).sum();
    }
    let index = Index::new(&programs, &common, &submissions);
    let class: Vec<usize> = (0..programs.len())
        .filter(|at| {
            let submission = &submissions[programs[*at].number];
            submission.place == Place::Class && !submission.is_small
        })
        .collect();
    let found = spread(
        &class,
        settings.threads,
        stop,
        || vec![0.0; programs.len()],
        |shared, _, at| {
            let pairs = index.pairs_of(*at, shared, settings);
            tell(Progress::Compared);
            pairs
        },
    )?;
    let mut pairs: Vec<Found> = found.into_iter().flatten().collect();
    pairs.sort_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| one.numbers.cmp(&other.numbers))
    });
    let edges: Vec<(usize, usize, f64)> =
        pairs.iter().map(|pair| (pair.numbers[0], pair.numbers[1], pair.score)).collect();
    let left_out = pairs.len().saturating_sub(settings.most_pairs);
    pairs.truncate(settings.most_pairs);
    let name = |number: usize| sources[number].name.clone();
    let clusters = clusters(sources.len(), &edges).into_iter().map(|group| Cluster {
        members: group.members.iter().map(|number| name(*number)).collect(),
        pairs: group.pairs,
        mean_score: group.mean,
    });
    let clusters = clusters.collect();
    let pairs = pairs.into_iter().map(|pair| pair.told(&sources)).collect();
    let unread = unread
        .into_iter()
        .map(|(number, why): (usize, Unread)| Unreadable { name: name(number), why: why.to_string() });
    let unread: Vec<Unreadable> = corpus.unread.iter().cloned().chain(unread).collect();
    let names: HashSet<&str> = unread.iter().map(|one| one.name.as_str()).collect();
    submissions.retain(|submission| !names.contains(submission.name.as_str()));
    Some(Report {
        notice: Report::NOTICE,
        threshold: settings.threshold,
        submissions,
        pairs,
        left_out,
        clusters,
        unread,
    })
}
