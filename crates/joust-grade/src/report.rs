//! The grades of a class: a table for a terminal, CSV for spreadsheets, JSON for programs.

use crate::grade::Grade;
use crate::rubric::Rubric;
use serde::Serialize;
use std::fmt::Write as _;

/// The grades of a class.
#[derive(Serialize)]
pub struct Report<'a> {
    /// The title of the rubric.
    pub title: Option<&'a str>,
    /// The game by name.
    pub game: &'a str,
    /// The points without bonus.
    pub of: f64,
    /// The criteria in the order of the table.
    pub criteria: Vec<Column<'a>>,
    /// The grades in the order of the names.
    pub students: &'a [Grade],
}

/// A criterion in the table.
#[derive(Serialize)]
pub struct Column<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its points.
    pub points: f64,
    /// Whether they are beyond the maximum.
    pub bonus: bool,
}

/// The widest column of a criterion, and the widest note.
const WIDEST: usize = 18;
const LONGEST: usize = 70;
/// The most lines of the compiler in a cell of a spreadsheet; the text for the student has more.
const LINES: usize = 12;

impl<'a> Report<'a> {
    /// The report about these grades.
    pub fn new(rubric: &'a Rubric, students: &'a [Grade]) -> Report<'a> {
        let column = |criterion: &'a crate::Criterion| Column {
            name: &criterion.name,
            points: criterion.points,
            bonus: criterion.bonus,
        };
        Report {
            title: rubric.title.as_deref(),
            game: rubric.game,
            of: rubric.of(),
            criteria: rubric.criteria.iter().map(column).collect(),
            students,
        }
    }

    /// A table for a terminal: a row for each student, with the first problem in a few words.
    pub fn text(&self) -> String {
        let mut rows = vec![vec!["student".to_owned()]];
        rows[0].extend(self.criteria.iter().map(|column| short(column.name, WIDEST)));
        rows[0].extend(["total".to_owned(), "note".to_owned()]);
        let mut most = vec!["of".to_owned()];
        most.extend(self.criteria.iter().map(|column| {
            if column.bonus { format!("+{}", column.points) } else { column.points.to_string() }
        }));
        most.extend([self.of.to_string(), String::new()]);
        rows.push(most);
        for grade in self.students {
            let mut row = vec![short(&grade.name, 2 * WIDEST)];
            let is_graded = grade.trouble.is_none();
            let points = |points: f64| if is_graded { points.to_string() } else { "?".to_owned() };
            row.extend(grade.marks.iter().map(|mark| points(mark.points)));
            row.extend([points(grade.total), short(&grade.note(), LONGEST)]);
            rows.push(row);
        }
        let columns = rows[0].len();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let mut line = format!("{:wide$}", row[0], wide = widths[0]);
            for column in 1..columns - 1 {
                let _ = write!(line, "  {:>wide$}", row[column], wide = widths[column]);
            }
            let _ = write!(line, "  {}", row[columns - 1]);
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// The table for spreadsheets: points by criterion, then what was found by criterion, errors and faults.
    pub fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut out = Vec::new();
        // Lines end as RFC 4180 wants.
        let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut out);
        let mut head = vec!["student".to_owned(), "file".to_owned(), "total".to_owned(), "of".to_owned()];
        head.extend(
            self.criteria.iter().map(|column| plain(&format!("{} ({})", column.name, column.points))),
        );
        head.extend(self.criteria.iter().map(|column| plain(&format!("{}: found", column.name))));
        head.extend(["problem", "faults", "first faults", "compiler"].map(str::to_owned));
        csv.write_record(&head)?;
        for grade in self.students {
            let is_graded = grade.trouble.is_none();
            let points = |points: f64| if is_graded { points.to_string() } else { String::new() };
            let mut row =
                vec![plain(&grade.name), plain(&grade.file), points(grade.total), grade.of.to_string()];
            row.extend(grade.marks.iter().map(|mark| points(mark.points)));
            row.extend(grade.marks.iter().map(|mark| plain(&mark.found)));
            let not_graded = grade.trouble.as_ref().map(|trouble| format!("not graded: {trouble}"));
            row.push(plain(not_graded.or_else(|| grade.problem.clone()).unwrap_or_default().as_str()));
            row.push(grade.faults.to_string());
            row.extend([plain(&grade.fault_lines.join("\n")), plain(&first_lines(&grade.messages))]);
            csv.write_record(&row)?;
        }
        csv.flush()?;
        drop(csv);
        Ok(out)
    }
}

/// A text of at most this many letters, without what would change the terminal.
fn short(text: &str, most: usize) -> String {
    let text: String = text.chars().map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The first lines of a text.
fn first_lines(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(LINES + 1).collect();
    if lines.len() > LINES {
        lines[LINES] = "…";
    }
    lines.join("\n")
}

/// A text that no spreadsheet takes for a formula: names and messages come from students.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mark::Mark;
    use crate::submission::Submission;

    fn grade(name: &str, points: f64) -> Grade {
        let submission = Submission { name: name.to_owned(), path: format!("{name}.cc").into() };
        let mark = |of, bonus| Mark { criterion: String::new(), points, of, bonus, found: "won".to_owned() };
        Grade {
            total: 2.0 * points,
            marks: vec![mark(4.0, false), mark(1.0, true)],
            ..Grade::new(&submission)
        }
    }

    fn rubric() -> Rubric {
        let criterion = "[[criterion]]\npoints = ";
        let text = format!(
            "game = \"mad\"\n{criterion}4\nkind = \"builds\"\n{criterion}1\nbonus = true\nkind = \"check\"\n"
        );
        Rubric::read(&text, ".".as_ref()).unwrap()
    }

    #[test]
    fn a_table_has_a_row_for_each_student() {
        let rubric = rubric();
        let mut broken = grade("bob", 0.0);
        broken.problem = Some("it does not compile".to_owned());
        broken.messages = "b.cc:1:\n  b.cc:2:3: error: expected ';'\n".to_owned();
        let odd = Grade { trouble: Some("no compiler".to_owned()), ..grade("odd\x1b[31m", 0.0) };
        let grades = [grade("ada", 0.5), broken, odd];
        let report = Report::new(&rubric, &grades);
        assert_eq!(
            report.text(),
            "student   builds  check  total  note\n\
             of             4     +1      4\n\
             ada          0.5    0.5      1\n\
             bob            0      0      0  it does not compile: b.cc:2:3: error: expected ';'\n\
             odd?[31m       ?      ?      ?  not graded: no compiler\n"
        );
    }

    #[test]
    fn a_spreadsheet_takes_no_text_for_a_formula() {
        let rubric = rubric();
        let grades = [grade("=HYPERLINK(1)", 1.0)];
        let csv = String::from_utf8(Report::new(&rubric, &grades).csv().unwrap()).unwrap();
        let lines: Vec<&str> = csv.split("\r\n").collect();
        assert!(lines[0].starts_with("student,file,total,of,builds (4),check (1),builds: found,"), "{csv}");
        assert!(lines[1].starts_with("'=HYPERLINK(1),'=HYPERLINK(1).cc,2,"), "{csv}");
        assert_eq!(lines.len(), 3);
    }
}
