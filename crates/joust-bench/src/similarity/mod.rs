//! Similarity of submissions: precision and recall beside Dolos on the same players, and a class of 500 against an
//! archive of 2,000.

mod class;
mod dolos;
#[path = "../../../joust-similarity/tests/players/fixture.rs"]
mod fixture;

use crate::best_of;
use class::Class;
use fixture::{are_related, corpus, disguised, independent};
use joust_similarity::{Pair, Report, Settings, compare};
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const CLASS: usize = 500;
const ARCHIVE: usize = 2000;
/// Of the class, these have copied from the archive.
const COPIES: usize = 25;

/// Two programs, and how alike they are.
struct Alike {
    names: [String; 2],
    score: f64,
}

/// How good a list of pairs is.
struct Quality {
    precision: f64,
    recall: f64,
}

pub(crate) fn run() {
    println!("Similarity: {} threads", threads());
    players();
    archive();
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Ours and Dolos on the players of the tests.
fn players() {
    let (own, copies) = (independent(), disguised());
    let (players, hidden) = (own.len(), copies.len());
    println!(
        "  {players} players that were written independently, {hidden} copies in disguise; best of {ROUNDS}"
    );
    let corpus = corpus([own, copies].concat());
    // One thread, as Dolos has one.
    let settings = Settings { threads: 1, ..Settings::default() };
    let all = Settings { threshold: 0.01, most_pairs: usize::MAX, ..settings };
    let told = || compare(&corpus, &settings, &false.into(), &|_| ()).expect("nobody stops it");
    let (report, took) = best_of(ROUNDS, told);
    show("joust, from its threshold on", &quality(&alike(&report), settings.threshold, hidden), took);
    let report = compare(&corpus, &all, &false.into(), &|_| ()).expect("nobody stops it");
    show_gap(&alike(&report));
    match dolos::compared(&corpus, ROUNDS) {
        Ok((pairs, took)) => {
            let (threshold, best) = best_threshold(&pairs, hidden);
            show(&format!("Dolos, from {threshold:.2} on, its best"), &best, took);
            let half = quality(&pairs, 0.5, hidden);
            show("Dolos, from 0.50 on", &half, took);
            show_gap(&pairs);
        }
        Err(why) => println!("  Dolos: not measured: {why}"),
    }
}

fn alike(report: &Report) -> Vec<Alike> {
    let pair = |pair: &Pair| Alike { names: [pair.left.clone(), pair.right.clone()], score: pair.score };
    report.pairs.iter().map(pair).collect()
}

/// How far copies and others are apart: no threshold is good where they are not.
fn show_gap(pairs: &[Alike]) {
    let scores = |related: bool| {
        let wanted = pairs.iter().filter(move |pair| are_related(&pair.names[0], &pair.names[1]) == related);
        wanted.map(|pair| pair.score)
    };
    let (least, most) = (scores(true).fold(1.0, f64::min), scores(false).fold(0.0, f64::max));
    println!("    the least score of a copy is {least:.2}, the highest of two others {most:.2}");
}

fn show(name: &str, quality: &Quality, took: Duration) {
    println!(
        "  {name:33} precision {:5.3}  recall {:5.3}  {:8.1} ms",
        quality.precision,
        quality.recall,
        took.as_secs_f64() * 1e3
    );
}

fn quality(pairs: &[Alike], threshold: f64, copies: usize) -> Quality {
    let told: Vec<&Alike> = pairs.iter().filter(|pair| pair.score >= threshold).collect();
    let right = told.iter().filter(|pair| are_related(&pair.names[0], &pair.names[1])).count() as f64;
    Quality { precision: right / (told.len() as f64).max(1.0), recall: right / copies as f64 }
}

/// The threshold with the best mean of precision and recall, which nobody knows before.
fn best_threshold(pairs: &[Alike], copies: usize) -> (f64, Quality) {
    let harmonic = |quality: &Quality| {
        2.0 * quality.precision * quality.recall / (quality.precision + quality.recall).max(1e-9)
    };
    let all = (1..100).map(|percent| f64::from(percent) / 100.0);
    let all = all.map(|threshold| (threshold, quality(pairs, threshold, copies)));
    all.max_by(|one, other| harmonic(&one.1).total_cmp(&harmonic(&other.1))).expect("99 thresholds")
}

/// A class against an archive.
fn archive() {
    let class = Class::new(independent(), CLASS, ARCHIVE, COPIES);
    let bytes: usize =
        class.corpus.class.iter().chain(&class.corpus.archive).map(|one| one.files[0].text.len()).sum();
    println!(
        "  {CLASS} submissions, {COPIES} of them copied in disguise, against {ARCHIVE} archived ones; {:.1} KB each",
        bytes as f64 / (CLASS + ARCHIVE) as f64 / 1e3
    );
    let settings = Settings { threads: threads(), ..Settings::default() };
    forget_peak();
    let begin = Instant::now();
    let report = compare(&class.corpus, &settings, &false.into(), &|_| ()).expect("nobody stops it");
    let took = begin.elapsed();
    let is_found = |copy: &&[String; 2]| {
        report.pairs.iter().any(|pair| [&pair.left, &pair.right] == [&copy[0], &copy[1]])
    };
    let found = class.copies.iter().filter(is_found).count();
    assert_eq!(report.unread, [], "every program is read");
    println!("  time                              {:9.2} s    (aim 60)", took.as_secs_f64());
    println!("  most memory                       {:9.0} MB   (aim 1000)", peak());
    println!(
        "  copies found                      {found:9} of {COPIES}; {} other pairs",
        report.pairs.len() + report.left_out - found
    );
}

/// Makes the most memory so far that of now.
fn forget_peak() {
    // Without this, the figure is the most of the whole run, and no less true.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory of this process, in megabytes; 0 where the system does not tell.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok()).unwrap_or(0.0) / 1e3
}
