//! `joust grade`: a class's submissions as a table. [`joust_grade`] does the work; this folder has the arguments,
//! the progress bar, the signals, the messages and the exit codes.

mod args;

pub(crate) use args::GradeArgs;

use crate::commands::stream::json;
use crate::failure::Failure;
use crate::many::cores;
use crate::signals::stop_handle;
use crate::{environment, input, progress};
use joust_core::count;
use joust_files::Care;
use joust_grade::{
    BadGrading, BadKept, BadRubric, Grade, Grader, Kept, News, Problem, Report, Rubric, Submission, example,
};
use joust_match::Programs;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

pub(crate) fn run(args: &GradeArgs) -> Result<(), Failure> {
    if let Some(text) = args.example.as_deref().and_then(example) {
        write!(std::io::stdout(), "{text}")?;
        return Ok(());
    }
    let (Some(dir), Some(file)) = (&args.dir, &args.rubric) else {
        return Err(Failure::Usage("name the folder of submissions, and the rubric by --rubric".into()));
    };
    let rubric = read(file)?;
    let journal = journal_beside(&args.out);
    if journal == args.out {
        return Err(Failure::Usage(format!("{}: name a table, such as grades.csv", args.out.display())));
    }
    let mut others = vec![file.clone(), args.out.clone(), journal.clone()];
    others.extend(args.feedback.clone());
    let submissions = Submission::find(dir, &others).map_err(|why| Failure::file(dir, &why))?;
    if submissions.is_empty() {
        return Err(Failure::Usage(format!("{}: there are no submissions in this folder", dir.display())));
    }
    // What cannot be written is found out before the work.
    if let Some(folder) = &args.feedback {
        fs::create_dir_all(folder).map_err(|why| Failure::file(folder, &why))?;
    }
    let kept = Kept::open(&journal)?;
    if kept.cut > 0 {
        let bytes = kept.cut;
        tell!(
            "{}: its end was torn or damaged, and {bytes} bytes were cut off; their work is done again",
            journal.display()
        );
    }
    if args.force {
        kept.forget();
    }
    let grades = graded(args, &rubric, &kept, &submissions)?;
    if grades.len() < submissions.len() {
        let (done, all, journal) = (grades.len(), count(submissions.len(), "submission"), journal.display());
        tell!("stopped: {done} of {all} graded, and kept in {journal}; run the same command to continue");
        return Err(Failure::Interrupted);
    }
    tell_all(args, &rubric, &grades)
}

/// Reads the rubric; its problems are told with the name of its file.
fn read(file: &Path) -> Result<Rubric, Failure> {
    let text = joust_files::read_text(file, input::LONGEST).map_err(|why| Failure::file(file, &why))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    Rubric::read(&text, folder).map_err(|BadRubric(problems)| {
        let line = |problem: &Problem| format!("{}: {problem}", file.display());
        Failure::Usage(problems.iter().map(line).collect::<Vec<_>>().join("\n"))
    })
}

/// The journal of a table: `grades.journal` beside `grades.csv`.
fn journal_beside(out: &Path) -> PathBuf {
    out.with_extension("journal")
}

/// Grades with a progress bar.
fn graded(
    args: &GradeArgs,
    rubric: &Rubric,
    kept: &Kept,
    submissions: &[Submission],
) -> Result<Vec<Grade>, Failure> {
    let stop = stop_handle();
    let trust = args.trust;
    // Students are not trusted: what cannot be confined is not run.
    let programs = || {
        let confinement = environment::confinement();
        if trust {
            Programs::new(confinement).trusting(true)
        } else {
            Programs::confined(confinement).confining_lines()
        }
    };
    let threads = args.concurrency.unwrap_or_else(cores);
    let grader = Grader { rubric, kept, programs: &programs, trust, threads, stop: &stop };
    let bar = progress::bar(submissions.len(), args.quiet, "{wide_bar} {pos}/{len} submissions  {msg}");
    let told = grader.run(submissions, &|news| match news {
        News::Begun { name, work } => bar.set_message(format!("{work}: {name}")),
        News::Graded(grade) => {
            bar.inc(1);
            if let Some(trouble) = &grade.trouble {
                bar.suspend(|| tell!("{}: not graded: {trouble}", grade.name));
            }
        }
    });
    bar.finish_and_clear();
    match told {
        Err(why) if !stop.load(Ordering::Relaxed) => Err(why.into()),
        told => Ok(told.unwrap_or_default()),
    }
}

/// Writes the table and the texts for students, and prints the table.
fn tell_all(args: &GradeArgs, rubric: &Rubric, grades: &[Grade]) -> Result<(), Failure> {
    let report = Report::new(rubric, grades);
    let csv = report.csv().map_err(|why| Failure::Ours(why.to_string()))?;
    joust_files::write(&args.out, &csv, Care::Durable).map_err(|why| Failure::file(&args.out, &why))?;
    if let Some(folder) = &args.feedback {
        for grade in grades {
            let path = folder.join(text_of(&grade.name));
            let text = grade.feedback(rubric.title.as_deref());
            joust_files::write(&path, text.as_bytes(), Care::Quick)
                .map_err(|why| Failure::file(&path, &why))?;
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&report)?)?;
    } else {
        write!(out, "{}", report.text())?;
    }
    out.flush()?;
    if !args.quiet {
        let (known, out) = (grades.iter().filter(|grade| grade.is_known).count(), args.out.display());
        let unchanged =
            if known > 0 { format!(", {known} of them unchanged since the last run") } else { String::new() };
        tell!("{} in {out}{unchanged}", count(grades.len(), "submission"));
    }
    match grades.iter().filter(|grade| grade.trouble.is_some()).count() {
        0 => Ok(()),
        n => {
            let all = count(grades.len(), "submission");
            Err(Failure::Ours(format!(
                "{n} of {all} could not be graded, which is no fault of their authors"
            )))
        }
    }
}

/// The name of the text for a student. A student's name is that of a file, so it can be one again; a very long one
/// is cut, because the ending needs room.
fn text_of(name: &str) -> String {
    const LONGEST: usize = 200;
    let end = name.char_indices().map(|(at, _)| at).find(|at| *at > LONGEST).unwrap_or(name.len());
    format!("{}.txt", &name[..end])
}

impl From<BadKept> for Failure {
    fn from(why: BadKept) -> Failure {
        match why {
            BadKept::Io { name, why } => Failure::file(&name, &why),
            why => Failure::Usage(why.to_string()),
        }
    }
}

impl From<BadGrading> for Failure {
    fn from(why: BadGrading) -> Failure {
        match why {
            BadGrading::Kept(why) => why.into(),
            why => Failure::Usage(why.to_string()),
        }
    }
}
