//! The report as one self-contained page, with a side-by-side view.

use crate::compare::Corpus;
use crate::drawing::drawing;
use crate::report::{Cluster, Lines, Pair, Place, Report, Submission};
use crate::source::Source;
use crate::text::{counted, percent};
use askama::Template;
use serde::Serialize;
use std::collections::HashMap;

/// Why a page could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the report cannot be laid out: {0}")]
pub struct BadPage(String);

/// The most bytes of sources in a page. The pairs with the highest scores come first; the others are listed
/// without their sources.
const MOST_BYTES: usize = 24 << 20;

/// `templates/similarity.html`
#[derive(Template)]
#[template(path = "similarity.html")]
struct Page<'a> {
    report: &'a Report,
    facts: String,
    rows: Vec<Row<'a>>,
    groups: Vec<GroupRow<'a>>,
    small: Vec<&'a Submission>,
    data: String,
    version: &'static str,
}

struct Row<'a> {
    pair: &'a Pair,
    number: usize,
    score: String,
    shares: [String; 2],
    /// Whether the page has the sources of the pair.
    is_shown: bool,
}

struct GroupRow<'a> {
    cluster: &'a Cluster,
    mean: String,
    drawing: Option<String>,
}

/// What the script of the page knows.
#[derive(Serialize)]
struct Data<'a> {
    sources: Vec<Vec<FileData<'a>>>,
    pairs: Vec<PairData<'a>>,
}

#[derive(Serialize)]
struct FileData<'a> {
    path: &'a str,
    text: &'a str,
}

#[derive(Serialize)]
struct PairData<'a> {
    names: [&'a str; 2],
    sources: [usize; 2],
    /// For each fragment and side: the file, the first line, the last line; then the tokens.
    fragments: Vec<([usize; 3], [usize; 3], u32)>,
}

impl Report {
    /// The report with the sources of its pairs, as a page that needs no network.
    pub fn html(&self, corpus: &Corpus) -> Result<String, BadPage> {
        let by_name: HashMap<&str, &Source> =
            corpus.class.iter().chain(&corpus.archive).map(|source| (source.name.as_str(), source)).collect();
        let mut shelf = Shelf { by_name, numbers: HashMap::new(), sources: Vec::new(), bytes: 0 };
        let shown: Vec<PairData<'_>> = self.pairs.iter().map_while(|pair| shelf.pair(pair)).collect();
        let rows = self.pairs.iter().enumerate().map(|(number, pair)| Row {
            pair,
            number,
            score: percent(pair.score),
            shares: [percent(pair.left_share), percent(pair.right_share)],
            is_shown: number < shown.len(),
        });
        let rows = rows.collect();
        let groups = self.clusters.iter().map(|cluster| GroupRow {
            cluster,
            mean: percent(cluster.mean_score),
            drawing: drawing(cluster, &self.pairs),
        });
        let data = Data { sources: shelf.sources, pairs: shown };
        let data = serde_json::to_string(&data).map_err(|why| BadPage(why.to_string()))?;
        let page = Page {
            report: self,
            facts: self.facts(),
            rows,
            groups: groups.collect(),
            small: self.submissions.iter().filter(|one| one.is_small).collect(),
            // Nothing in a source ends the script element.
            data: data.replace('<', "\\u003c"),
            version: env!("CARGO_PKG_VERSION"),
        };
        page.render().map_err(|why| BadPage(why.to_string()))
    }

    fn facts(&self) -> String {
        let count = |place| self.submissions.iter().filter(|one| one.place == place).count();
        format!(
            "{} of the class, {} of the archive; {} from a score of {} on",
            counted(count(Place::Class), "submission"),
            count(Place::Archive),
            counted(self.pairs.len() + self.left_out, "pair"),
            percent(self.threshold)
        )
    }
}

/// The sources that a page has so far.
struct Shelf<'a> {
    by_name: HashMap<&'a str, &'a Source>,
    numbers: HashMap<&'a str, usize>,
    sources: Vec<Vec<FileData<'a>>>,
    bytes: usize,
}

impl<'a> Shelf<'a> {
    /// A pair with its sources; nothing if the page is full.
    fn pair(&mut self, pair: &'a Pair) -> Option<PairData<'a>> {
        let sources = [self.source(&pair.left)?, self.source(&pair.right)?];
        let place = |side: usize, lines: &Lines| {
            let file = self.sources[sources[side]].iter().position(|file| file.path == lines.file);
            [file.unwrap_or(0), lines.first as usize, lines.last as usize]
        };
        let fragments = pair
            .fragments
            .iter()
            .map(|fragment| (place(0, &fragment.left), place(1, &fragment.right), fragment.tokens));
        let fragments = fragments.collect();
        Some(PairData { names: [&pair.left, &pair.right], sources, fragments })
    }

    fn source(&mut self, name: &'a str) -> Option<usize> {
        if let Some(number) = self.numbers.get(name) {
            return Some(*number);
        }
        let source = *self.by_name.get(name)?;
        let files: Vec<FileData<'a>> = source
            .files
            .iter()
            .filter(|file| file.language.is_some())
            .map(|file| FileData { path: &file.path, text: &file.text })
            .collect();
        self.bytes += files.iter().map(|file| file.text.len()).sum::<usize>();
        if self.bytes > MOST_BYTES {
            return None;
        }
        self.sources.push(files);
        self.numbers.insert(name, self.sources.len() - 1);
        Some(self.sources.len() - 1)
    }
}
