//! `joust contest similarity`: which submissions are alike. [`joust_similarity`] compares; this file finds the
//! submissions and shows the report.

use super::args::ContestSimilarityArgs;
use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::cores;
use crate::progress;
use crate::signals::stop_handle;
use joust_core::count;
use joust_files::Care;
use joust_grade::{Contents, Submission};
use joust_sandbox::StarterKit;
use joust_similarity::{
    BadPage, Corpus, Language, Progress, Report, Settings, Source, SourceFile, Unreadable, compare,
};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) fn run(args: &ContestSimilarityArgs) -> Result<(), Failure> {
    let corpus = read(args)?;
    if corpus.class.is_empty() && corpus.unread.is_empty() {
        let dir = args.dir.display();
        return Err(Failure::Usage(format!("{dir}: there are no submissions in this folder")));
    }
    let settings = Settings {
        threshold: f64::from(args.threshold) / 100.0,
        most_pairs: args.pairs,
        threads: args.threads.unwrap_or_else(cores),
    };
    let stop = stop_handle();
    let work = 2 * corpus.class.len() + corpus.archive.len();
    let bar = progress::bar(work, args.quiet, "{wide_bar} {percent} %  {msg}");
    let report = compare(&corpus, &settings, &stop, &|progress| {
        bar.inc(1);
        bar.set_message(match progress {
            Progress::Read => "reading",
            Progress::Compared => "comparing",
        });
    });
    bar.finish_and_clear();
    let Some(report) = report else {
        tell!("stopped: nothing was written; run the same command to compare again");
        return Err(Failure::Interrupted);
    };
    tell_all(args, &corpus, &report)
}

/// Prints the report, and writes the page.
fn tell_all(args: &ContestSimilarityArgs, corpus: &Corpus, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &args.out {
        let page = report.html(corpus)?;
        joust_files::write(path, page.as_bytes(), Care::Durable).map_err(|why| Failure::file(path, &why))?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(report)?)?;
    } else {
        write!(out, "{}", report.text())?;
    }
    out.flush()?;
    if !args.quiet {
        tell!("{}", Report::NOTICE);
        if let Some(path) = &args.out {
            tell!("{} side by side in {}", count(report.pairs.len(), "pair"), path.display());
        }
    }
    Ok(())
}

/// Reads the class, the archives, the kits and the templates.
fn read(args: &ContestSimilarityArgs) -> Result<Corpus, Failure> {
    let languages: Vec<Language> = args.language.iter().filter_map(|word| word.parse().ok()).collect();
    let is_wanted = |language: &Language| languages.is_empty() || languages.contains(language);
    let sources = |contents: &Contents| -> Vec<SourceFile> {
        let files =
            contents.files().filter(|(path, _)| Language::of_path(path).is_some_and(|own| is_wanted(&own)));
        files.map(|(path, bytes)| SourceFile::new(path, bytes)).collect()
    };
    let mut corpus = Corpus::default();
    let others: Vec<PathBuf> = args.archive.iter().chain(&args.template).chain(&args.out).cloned().collect();
    for (name, contents) in submissions(&args.dir, &others, "", &mut corpus.unread)? {
        corpus.class.push(Source { name, files: sources(&contents) });
    }
    let mut labels = HashSet::new();
    for folder in &args.archive {
        let label = archive_label(folder, &mut labels);
        for (name, contents) in submissions(folder, &[], &label, &mut corpus.unread)? {
            corpus.archive.push(Source { name, files: sources(&contents) });
        }
    }
    for kit in StarterKit::ALL {
        let files = kit.files().map(|(path, text)| SourceFile::new(path.as_ref(), text.as_bytes()));
        corpus.templates.extend(files.filter(|file| file.language.is_some()));
    }
    for path in &args.template {
        let template = Submission { name: String::new(), path: path.clone() };
        let contents = template.read().map_err(|why| Failure::Usage(format!("{}: {why}", path.display())))?;
        let files = sources(&contents);
        if files.is_empty() {
            let path = path.display();
            return Err(Failure::Usage(format!("{path}: this template has no source that is read")));
        }
        corpus.templates.extend(files);
    }
    Ok(corpus)
}

/// The submissions of a folder, with their names behind a label; those that cannot be read are put aside.
fn submissions(
    folder: &Path,
    others: &[PathBuf],
    label: &str,
    unread: &mut Vec<Unreadable>,
) -> Result<Vec<(String, Contents)>, Failure> {
    let mut all = Vec::new();
    for found in Submission::find(folder, others).map_err(|why| Failure::file(folder, &why))? {
        let name = format!("{label}{}", found.name);
        match found.read() {
            Ok(contents) => all.push((name, contents)),
            Err(why) => unread.push(Unreadable { name, why: why.to_string() }),
        }
    }
    Ok(all)
}

/// What stands before the names of an archive: its folder and a slash. Two archives never have one label.
fn archive_label(folder: &Path, taken: &mut HashSet<String>) -> String {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = real.file_name().unwrap_or_default().to_string_lossy().replace(char::is_control, "?");
    let mut label = format!("{name}/");
    let mut number = 2;
    while !taken.insert(label.clone()) {
        label = format!("{name} ({number})/");
        number += 1;
    }
    label
}

impl From<BadPage> for Failure {
    fn from(why: BadPage) -> Failure {
        Failure::Ours(why.to_string())
    }
}
