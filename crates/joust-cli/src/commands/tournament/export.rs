//! `joust tournament export`: a tournament as a table, a document or a page.

use super::args::{ExportFormat, ExportRows, TournamentExportArgs};
use super::place::journal_of;
use crate::failure::Failure;
use joust_files::{Care, Output};
use joust_tournament::{
    BadExport, GameRow, Reading, ReportLimits, Survey, games_csv, gradebook_csv, participants_csv,
    report_html,
};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(super) fn run(args: &TournamentExportArgs) -> Result<(), Failure> {
    let journal = journal_of(&args.file)?;
    let named = |why: io::Error| match &args.out {
        Some(path) => Failure::file(path, &why),
        None => why.into(),
    };
    let told = |why: BadExport| match why {
        BadExport::Journal(why) => why.into(),
        BadExport::Io(why) => named(why),
        why => Failure::Ours(why.to_string()),
    };
    let Some(path) = &args.out else {
        let mut out = BufWriter::new(io::stdout().lock());
        write(args, &journal, &mut out).map_err(told)?;
        return out.flush().map_err(named);
    };
    // The old file stays until the new one is whole.
    let mut out = BufWriter::new(Output::file(path).map_err(named)?);
    write(args, &journal, &mut out).map_err(told)?;
    let out = out.into_inner().map_err(|why| named(why.into_error()))?;
    out.keep(Care::Durable).map_err(named)
}

fn write(args: &TournamentExportArgs, journal: &Path, out: &mut dyn Write) -> Result<(), BadExport> {
    match (args.format, args.rows) {
        (ExportFormat::Csv, ExportRows::Games) => games_csv(Reading::open(journal)?, out),
        (ExportFormat::Csv, ExportRows::Participants) => participants_csv(&survey(journal)?, out),
        (ExportFormat::Csv, ExportRows::Gradebook) => gradebook_csv(&survey(journal)?, None, out),
        (ExportFormat::Json, _) => document(journal, out),
        (ExportFormat::Text, _) => {
            let survey = survey(journal)?;
            Ok(write!(out, "{}\n{}", survey.table().text(), survey.matrix_text())?)
        }
        (ExportFormat::Html, _) => {
            report_html(journal, ReportLimits { replay_bytes: args.replays << 20 }, out)
        }
    }
}

/// Everything as one JSON document: the terms, the standings, the matrix and the games.
fn document(journal: &Path, out: &mut dyn Write) -> Result<(), BadExport> {
    let mut games = Vec::new();
    let survey = Survey::heard(Reading::open(journal)?, &mut |terms, counted| {
        games.push(GameRow::new(terms, counted));
    })?;
    let answer = serde_json::json!({
        "terms": survey.terms,
        "table": survey.table(),
        "matrix": survey.meetings.matrix(),
        "games": games,
    });
    serde_json::to_writer_pretty(&mut *out, &answer)?;
    Ok(writeln!(out)?)
}

fn survey(journal: &Path) -> Result<Survey, BadExport> {
    Ok(Survey::of(Reading::open(journal)?)?)
}
