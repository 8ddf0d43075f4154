//! The fields of a TOML file with their lines. All problems of a file are collected, so that its author can mend
//! them at once.

use crate::field::{FieldProblem, Found, Wanted};
use std::cell::RefCell;
use std::fmt;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml::value::{Datetime, Offset};

/// What is wrong with a file, and where. `T` says what: a sentence, or a type with a kind for each problem, for those
/// who tell them in several languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem<T = String> {
    /// The line, counted from 1, if the problem has one.
    pub line: Option<usize>,
    /// The field, such as `limits.fuel`; empty if the problem is not that of one field.
    pub field: String,
    /// What was found, and what to write.
    pub what: T,
}

impl<T: fmt::Display> fmt::Display for Problem<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        self.what.fmt(f)
    }
}

/// A file that is being read, and its problems so far.
pub struct Page<'a, T = String> {
    text: &'a str,
    problems: RefCell<Vec<Problem<T>>>,
}

impl<'a, T: From<FieldProblem>> Page<'a, T> {
    /// Nothing was read yet.
    pub fn new(text: &'a str) -> Page<'a, T> {
        Page { text, problems: RefCell::default() }
    }

    /// The tables of the file; syntax errors are problems.
    pub fn parse(&self) -> DeTable<'a> {
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let line = error.span().map(|span| self.line(span.start));
            self.add(line, "", FieldProblem::Syntax(error.message().to_owned()));
        }
        table.into_inner()
    }

    fn line(&self, at: usize) -> usize {
        1 + self.text.get(..at).unwrap_or(self.text).matches('\n').count()
    }

    /// Adds a problem.
    pub fn add(&self, line: Option<usize>, field: &str, what: impl Into<T>) {
        self.problems.borrow_mut().push(Problem { line, field: field.to_owned(), what: what.into() });
    }

    /// All problems in the order of their lines; those without a line come last.
    pub fn into_problems(self) -> Vec<Problem<T>> {
        let mut problems = self.problems.into_inner();
        problems.sort_by_key(|problem| problem.line.unwrap_or(usize::MAX));
        problems
    }
}

/// A table of the file. Fields that nobody asked for are unknown ones.
pub struct Section<'a, T = String> {
    page: &'a Page<'a, T>,
    table: &'a DeTable<'a>,
    /// The name of the table with a dot, or nothing for the whole file.
    prefix: String,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a, T: From<FieldProblem>> Section<'a, T> {
    /// A table of a file; the prefix is its name with a dot, or nothing for the whole file.
    pub fn new(page: &'a Page<'a, T>, table: &'a DeTable<'a>, prefix: &str) -> Section<'a, T> {
        Section { page, table, prefix: prefix.to_owned(), asked: RefCell::default() }
    }

    /// The field of this name, if the file has it.
    pub fn get(&self, key: &'static str) -> Option<Entry<'a, T>> {
        self.asked.borrow_mut().push(key);
        let value = self.table.get(key)?;
        Some(Entry { page: self.page, value, field: format!("{}{key}", self.prefix) })
    }

    /// A text, if the file has it.
    pub fn text(&self, key: &'static str) -> Option<String> {
        self.get(key)?.text().map(str::to_owned)
    }

    /// A whole number, if the file has it.
    pub fn whole(&self, key: &'static str, bounds: RangeInclusive<u64>) -> Option<u64> {
        self.get(key)?.whole(bounds)
    }

    /// A number above 0, if the file has it.
    pub fn positive(&self, key: &'static str) -> Option<f64> {
        let entry = self.get(key)?;
        let number = entry.number()?;
        if number > 0.0 && number.is_finite() {
            return Some(number);
        }
        entry.problem(FieldProblem::NotPositive(number.to_string()));
        None
    }

    /// `true` or `false`, if the file has it.
    pub fn flag(&self, key: &'static str) -> Option<bool> {
        self.get(key)?.flag()
    }

    /// Reports the fields that were not asked for.
    pub fn finish(self) {
        let asked = self.asked.into_inner();
        for (key, _) in self.table {
            if asked.contains(&key.get_ref().as_ref()) {
                continue;
            }
            let near = asked.iter().min_by_key(|known| strsim::damerau_levenshtein(known, key.get_ref()));
            let near = near.filter(|known| strsim::damerau_levenshtein(known, key.get_ref()) <= 2);
            let what = match near {
                Some(known) => FieldProblem::Near(known),
                None => FieldProblem::NoField(asked.clone()),
            };
            let line = self.page.line(key.span().start);
            self.page.add(Some(line), &format!("{}{}", self.prefix, key.get_ref()), what);
        }
    }
}

/// The value of a field.
pub struct Entry<'a, T = String> {
    page: &'a Page<'a, T>,
    value: &'a Spanned<DeValue<'a>>,
    field: String,
}

impl<T> Clone for Entry<'_, T> {
    fn clone(&self) -> Self {
        Entry { page: self.page, value: self.value, field: self.field.clone() }
    }
}

impl<'a, T: From<FieldProblem>> Entry<'a, T> {
    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.page.line(self.value.span().start)
    }

    /// The name of the field, such as `limits.fuel`.
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Adds a problem of this field.
    pub fn problem(&self, what: impl Into<T>) {
        self.page.add(Some(self.line()), &self.field, what);
    }

    fn wrong<R>(&self, wanted: Wanted) -> Option<R> {
        let found = match self.value.get_ref() {
            DeValue::String(text) => Found::Text(text.to_string()),
            DeValue::Integer(number) => Found::Number(number.to_string()),
            DeValue::Float(number) => Found::Number(number.to_string()),
            DeValue::Boolean(value) => Found::Flag(*value),
            DeValue::Datetime(date) => Found::Date(date.to_string()),
            DeValue::Array(_) => Found::List,
            DeValue::Table(_) => Found::Table,
        };
        self.problem(FieldProblem::Other { found, wanted });
        None
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::String(_))
    }

    /// The text, or a problem.
    pub fn text(&self) -> Option<&'a str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong(Wanted::Text),
        }
    }

    /// The flag, or a problem.
    pub fn flag(&self) -> Option<bool> {
        match self.value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong(Wanted::Flag),
        }
    }

    /// The number, or a problem.
    pub fn number(&self) -> Option<f64> {
        let parsed = match self.value.get_ref() {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        parsed.or_else(|| self.wrong(Wanted::Number))
    }

    /// The whole number within bounds, or a problem.
    pub fn whole(&self, bounds: RangeInclusive<u64>) -> Option<u64> {
        let parsed = match self.value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        let (least, most) = (*bounds.start(), *bounds.end());
        let wanted = match most {
            u64::MAX => Wanted::AtLeast(least),
            _ => Wanted::Between(least, most),
        };
        parsed.filter(|number| bounds.contains(number)).or_else(|| self.wrong(wanted))
    }

    /// The date and time with an offset, as seconds since 1970-01-01T00:00:00Z, or a problem.
    pub fn moment(&self) -> Option<i64> {
        let DeValue::Datetime(moment) = self.value.get_ref() else { return self.wrong(Wanted::Moment) };
        seconds(moment).or_else(|| self.wrong(Wanted::Moment))
    }

    /// The entries of a list, each with a name such as `boards[2]`, counted from 1.
    pub fn list(&self) -> Option<Vec<Entry<'a, T>>> {
        let DeValue::Array(list) = self.value.get_ref() else {
            return self.wrong(Wanted::List);
        };
        let entry =
            |(number, value)| Entry { page: self.page, value, field: format!("{}[{number}]", self.field) };
        Some((1..).zip(list.iter()).map(entry).collect())
    }

    /// The table, or a problem.
    pub fn section(&self) -> Option<Section<'a, T>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(Section::new(self.page, table, &format!("{}.", self.field))),
            _ => self.wrong(Wanted::Table),
        }
    }
}

/// The seconds since 1970 of a date with a time and an offset.
fn seconds(moment: &Datetime) -> Option<i64> {
    let (date, time) = (moment.date?, moment.time?);
    let offset = match moment.offset? {
        Offset::Z => 0,
        Offset::Custom { minutes } => i64::from(minutes),
    };
    // Years from March on, so that the day of February 29 is the last one.
    let (year, month) = (i64::from(date.year), i64::from(date.month));
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (153 * month + 2) / 5
        + i64::from(date.day)
        - 719_469;
    let hours = days * 24 + i64::from(time.hour);
    Some(((hours * 60 + i64::from(time.minute) - offset) * 60) + i64::from(time.second.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_problems_are_told_with_their_lines() {
        let page = Page::<String>::new("a = 1\nb = \"x\"\n[c]\nspeed = 3\nlist = [1, true]\n");
        let table = page.parse();
        let top = Section::new(&page, &table, "");
        assert_eq!((top.text("a"), top.whole("b", 0..=9), top.flag("none")), (None, None, None));
        let section = top.get("c").unwrap().section().unwrap();
        assert_eq!(section.positive("sped"), None);
        let list = section.get("list").unwrap().list().unwrap();
        assert_eq!([list[0].whole(2..=u64::MAX), list[1].whole(0..=1)], [None, None]);
        section.finish();
        top.finish();
        let told: Vec<String> = page.into_problems().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 1: a: this is the number 1: write a text in quotation marks",
                "line 2: b: this is the text \"x\": write a whole number from 0 to 9",
                "line 4: c.speed: there is no such field; did you mean `sped`?",
                "line 5: c.list[1]: this is the number 1: write a whole number of 2 or more",
                "line 5: c.list[2]: this is `true`: write a whole number from 0 to 1",
            ]
        );
    }

    #[test]
    fn a_moment_has_an_offset() {
        let moment = |text: &str| {
            let text = format!("at = {text}\n");
            let page = Page::<String>::new(&text);
            let table = page.parse();
            let top = Section::new(&page, &table, "");
            let moment = top.get("at").and_then(|entry| entry.moment());
            (moment, page.into_problems().len())
        };
        assert_eq!(moment("1970-01-01T00:00:00Z"), (Some(0), 0));
        assert_eq!(moment("2026-11-30T23:59:00+01:00"), (Some(1_796_079_540), 0));
        assert_eq!(moment("2024-02-29T12:00:01-05:30"), (Some(1_709_227_801), 0));
        assert_eq!(moment("1969-12-31T23:59:59Z"), (Some(-1), 0));
        for without in ["2026-11-30T23:59:00", "2026-11-30", "\"tomorrow\""] {
            assert_eq!(moment(without), (None, 1), "{without}");
        }
    }

    #[test]
    fn errors_of_syntax_have_lines_too() {
        let page = Page::<String>::new("a = 1\nb = = 2\n");
        page.parse();
        let problems = page.into_problems();
        assert_eq!(problems[0].line, Some(2), "{problems:?}");
    }
}
