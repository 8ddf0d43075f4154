//! The class: joining, the list of names, and teachers.

use super::roster::is_qualified;
use super::{
    Access, Class, ContestFault, ContestState, Contests, CsvProblem, Denied, FileBytes, Imported, Invited,
    Member, REMOVED, Removed, STUDENT, TEACHER,
};
use crate::account::caseless;
use crate::contest::limits::{CLASS, GRADE_KEY, INVITED, MEMBER_NAME};
use crate::contest::work::WorkItem;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::{id, name};
use joust_contest::Work;
use joust_store::{Invitation, NewMember, StoreError};

impl Contests {
    /// Joins a contest with its code. `called` is the name in the class; without one, that of the account.
    pub(crate) async fn join(
        &self,
        caller: &Caller,
        id: &str,
        code: &str,
        called: &str,
    ) -> Result<(), Denied> {
        let account = caller.account.as_ref().ok_or(Failure::SignIn)?;
        let access = self.access(caller, id).await?;
        if !same_code(&access.stored.code, code) {
            return Err(ContestFault::Code.into());
        }
        if access.state != ContestState::Open {
            return Err(ContestFault::NotOpen.into());
        }
        match &access.member {
            Some(member) if member.role == REMOVED => return Err(ContestFault::Removed.into()),
            Some(_) => return Ok(()),
            None => {}
        }
        let _writing = self.writing.lock().await;
        let called = if called.trim().is_empty() { account.name.as_str() } else { called };
        let called = name::clean_to(called, MEMBER_NAME).unwrap_or_default();
        let key = caseless(&called);
        let invited = self.store.invited(id).await?;
        let own = invited.iter().find(|one| one.caseless == key);
        let members = self.store.members(id).await?;
        // A class with a list is closed to others, even when everybody on it has joined.
        let has_list = !invited.is_empty() || members.iter().any(|member| !member.grade_key.is_empty());
        if has_list && own.is_none() {
            return Err(ContestFault::NotInvited.into());
        }
        if called.is_empty() || members.iter().any(|member| caseless(&member.name) == key) {
            return Err(ContestFault::Name.into());
        }
        let new = NewMember {
            contest: id.to_owned(),
            visitor: account.visitor.to_string(),
            role: STUDENT,
            name: own.map_or(called, |own| own.name.clone()),
            grade_key: own.map(|own| own.grade_key.clone()).unwrap_or_default(),
            at: self.time.now(),
        };
        match self.store.join_contest(new, CLASS).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Err(ContestFault::ClassFull.into()),
            Err(why) => return Err(why.into()),
        }
        Ok(self.store.uninvite(id, &key).await?)
    }

    /// The id of the open contest with a join code, for a student that has the code only.
    pub(crate) async fn with_code(&self, caller: &Caller, code: &str) -> Result<String, Denied> {
        caller.account.as_ref().ok_or(Failure::SignIn)?;
        let found = self.store.contest_with_code(&plain_code(code)).await?;
        let found = found.filter(|stored| stored.state == "open");
        Ok(found.ok_or(ContestFault::Code)?.id)
    }

    /// The class; for teachers.
    pub(crate) async fn class(&self, caller: &Caller, id: &str) -> Result<Class, Denied> {
        self.class_of(&self.teacher(caller, id).await?).await
    }

    async fn class_of(&self, access: &Access) -> Result<Class, Denied> {
        let id = &access.stored.id;
        let roster = self.roster(id).await?;
        let mut members = Vec::new();
        for member in roster.present() {
            let own = || roster.versions.iter().filter(|one| one.visitor == member.visitor);
            let official = roster.official_of(&member.visitor);
            let account = self.store.account(&member.visitor).await?;
            members.push(Member {
                number: member.number as u64,
                name: member.name.clone(),
                account: account.map(|account| account.name),
                key: member.grade_key.clone(),
                is_teacher: member.role == TEACHER,
                is_owner: member.visitor == access.stored.owner,
                joined: member.at,
                versions: own().count() as u32,
                qualified: own().filter(|one| is_qualified(one)).count() as u32,
                player: official.map(|one| one.name.clone()),
                official: official.map(|one| one.number as u64),
            });
        }
        let invited = self.store.invited(id).await?;
        let invited = invited.into_iter().map(|one| Invited { name: one.name, key: one.grade_key }).collect();
        let gone = roster.members.iter().filter(|member| member.role == REMOVED);
        let removed = gone.map(|member| Removed { number: member.number as u64, name: member.name.clone() });
        let removed = removed.collect();
        Ok(Class { join_code: access.stored.code.clone(), members, invited, removed })
    }

    /// Adds names that may join: CSV with the columns `name` and, if wanted, `key`. A first line with these words says
    /// where they are; other columns are left out.
    pub(crate) async fn invite(&self, caller: &Caller, id: &str, csv: &str) -> Result<Imported, Denied> {
        self.teacher(caller, id).await?;
        let names = read_names(csv)?;
        let _writing = self.writing.lock().await;
        let (invited, members) = (self.store.invited(id).await?, self.store.members(id).await?);
        let is_known = |one: &Invitation| {
            invited.iter().any(|old| old.caseless == one.caseless && old.grade_key == one.grade_key)
                || members.iter().any(|member| caseless(&member.name) == one.caseless)
        };
        let (known, new): (Vec<_>, Vec<_>) = names.into_iter().partition(is_known);
        if invited.len() + new.len() > INVITED {
            return Err(ContestFault::ClassFull.into());
        }
        let imported = Imported { added: new.len(), known: known.len() };
        self.store.invite(id, new).await?;
        Ok(imported)
    }

    /// Takes a name that has not joined from the list.
    pub(crate) async fn uninvite(&self, caller: &Caller, id: &str, name: &str) -> Result<(), Denied> {
        self.teacher(caller, id).await?;
        Ok(self.store.uninvite(id, &caseless(name)).await?)
    }

    /// The class as CSV.
    pub(crate) async fn class_csv(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        self.class_csv_of(&self.teacher(caller, id).await?).await
    }

    pub(super) async fn class_csv_of(&self, access: &Access) -> Result<FileBytes, Denied> {
        let class = self.class_of(access).await?;
        let mut csv = csv::Writer::from_writer(Vec::new());
        let mut write = |row: [String; 6]| csv.write_record(row.map(|cell| plain_cell(&cell)));
        let written = (|| {
            write(["name", "key", "role", "account", "player", "versions"].map(str::to_owned))?;
            for member in class.members {
                let role = if member.is_teacher { TEACHER } else { STUDENT };
                let (account, player) =
                    (member.account.unwrap_or_default(), member.player.unwrap_or_default());
                write([
                    member.name,
                    member.key,
                    role.to_owned(),
                    account,
                    player,
                    member.versions.to_string(),
                ])?;
            }
            for one in class.invited {
                let none = String::new;
                write([one.name, one.key, "invited".to_owned(), none(), none(), none()])?;
            }
            Ok::<(), csv::Error>(())
        })();
        written.map_err(|why| Failure::Ours(why.to_string()))?;
        let bytes = csv.into_inner().map_err(|why| Failure::Ours(why.to_string()))?;
        Ok(FileBytes { name: "class.csv".to_owned(), bytes })
    }

    /// Removes a member. The versions stay for teachers, and take part in nothing any more.
    pub(crate) async fn remove_member(&self, caller: &Caller, id: &str, member: u64) -> Result<(), Denied> {
        self.set_role(caller, id, member, REMOVED).await
    }

    /// Makes a member a teacher of this contest, or a student again.
    pub(crate) async fn set_teacher(
        &self,
        caller: &Caller,
        id: &str,
        member: u64,
        is_teacher: bool,
    ) -> Result<(), Denied> {
        self.set_role(caller, id, member, if is_teacher { TEACHER } else { STUDENT }).await
    }

    async fn set_role(
        &self,
        caller: &Caller,
        id: &str,
        member: u64,
        role: &'static str,
    ) -> Result<(), Denied> {
        let access = self.teacher(caller, id).await?;
        let members = self.store.members(id).await?;
        let found = members.iter().find(|one| one.number as u64 == member).ok_or(Failure::NotFound)?;
        if found.visitor == access.stored.owner {
            return Err(Failure::Forbidden.into());
        }
        self.store.set_member_role(id, found.number, role).await?;
        if found.role == REMOVED {
            // What was not judged meanwhile is judged now.
            for version in self.store.unjudged().await? {
                if version.contest == id && version.visitor == found.visitor {
                    let item = WorkItem::Judge { contest: version.contest, number: version.number };
                    self.desk.push(&version.visitor, Work::Judge, item);
                }
            }
        }
        self.desk.changed();
        Ok(())
    }

    /// Replaces the join code, and gives the new one.
    pub(crate) async fn new_code(&self, caller: &Caller, id: &str) -> Result<String, Denied> {
        self.teacher(caller, id).await?;
        let code = id::join_code().map_err(Failure::from)?;
        self.store.set_contest_code(id, &code).await?;
        Ok(code)
    }
}

/// A join code as it is stored, from what somebody typed.
fn plain_code(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

fn same_code(stored: &str, typed: &str) -> bool {
    stored == plain_code(typed)
}

/// A cell that a spreadsheet does not take for a formula.
pub(super) fn plain_cell(cell: &str) -> String {
    // Some spreadsheets skip blanks before a formula, and take wide signs for plain ones.
    let begin = cell.trim_start();
    let is_formula =
        begin.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

/// A cell as it was before [`plain_cell`].
fn bare_cell(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(bare) if plain_cell(bare) != bare => bare,
        _ => cell,
    }
}

/// Where the columns of a list are.
struct Columns {
    name: usize,
    key: Option<usize>,
}

impl Columns {
    /// The columns that a first line names; `None` if it is a student already.
    fn named(first: &csv::StringRecord) -> Option<Result<Columns, CsvProblem>> {
        let at =
            |words: [&str; 3]| first.iter().position(|cell| words.contains(&cell.to_lowercase().as_str()));
        let (name, key) = (at(["name", "nom", "student"]), at(["key", "clé", "cle"]));
        match (name, key) {
            (None, None) => None,
            (None, Some(_)) => Some(Err(CsvProblem::NoColumn)),
            (Some(name), key) => Some(Ok(Columns { name, key })),
        }
    }
}

fn read_names(text: &str) -> Result<Vec<Invitation>, ContestFault> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let delimiter = [b'\t', b';'].into_iter().find(|sign| first.as_bytes().contains(sign)).unwrap_or(b',');
    let wrong = |line: usize, what: CsvProblem| ContestFault::Csv { line, what };
    // The reader takes the rest of the list for the name.
    if text.matches('"').count() % 2 == 1 {
        let last = text.lines().count() - text.lines().rev().position(|line| line.contains('"')).unwrap_or(0);
        return Err(wrong(last, CsvProblem::Quote));
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut names = Vec::new();
    let mut columns = Columns { name: 0, key: Some(1) };
    let mut are_named = false;
    for (number, row) in (1..).zip(reader.records()) {
        let row = row.map_err(|why| wrong(number, CsvProblem::Syntax(why.to_string())))?;
        let line = row.position().map_or(number, |at| at.line() as usize);
        if number == 1
            && let Some(named) = Columns::named(&row)
        {
            (columns, are_named) = (named.map_err(|what| wrong(line, what))?, true);
            continue;
        }
        if !are_named && row.len() > 2 {
            return Err(wrong(line, CsvProblem::Columns));
        }
        let cell = |at: Option<usize>| bare_cell(at.and_then(|at| row.get(at)).unwrap_or(""));
        let (written, key) = (cell(Some(columns.name)), cell(columns.key));
        let called = name::clean_to(written, MEMBER_NAME).unwrap_or_default();
        if called.is_empty() {
            return Err(wrong(line, CsvProblem::NoName));
        }
        if name::clean_to(written, MEMBER_NAME + 1).is_some_and(|longer| longer != called) {
            return Err(wrong(line, CsvProblem::LongName));
        }
        if key.chars().count() > GRADE_KEY {
            return Err(wrong(line, CsvProblem::LongKey));
        }
        let caseless = caseless(&called);
        if names.iter().any(|one: &Invitation| one.caseless == caseless) {
            return Err(wrong(line, CsvProblem::Twice(called)));
        }
        let grade_key = key.chars().filter(|c| !c.is_control()).collect();
        names.push(Invitation { caseless, name: called, grade_key });
        if names.len() > INVITED {
            return Err(ContestFault::ClassFull);
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_with_its_keys() {
        let names = |text: &str| {
            let names = read_names(text).unwrap();
            names.into_iter().map(|one| (one.name, one.grade_key)).collect::<Vec<_>>()
        };
        let both = |name: &str, key: &str| (name.to_owned(), key.to_owned());
        assert_eq!(
            names("name,key\nAda,u1\n\"O'Brien\",\"u,2\"\n"),
            [both("Ada", "u1"), both("O'Brien", "u,2")]
        );
        assert_eq!(names("\u{feff}nom;clé\nÉmile;7\n"), [both("Émile", "7")]);
        assert_eq!(names("Ada\nBob"), [both("Ada", ""), both("Bob", "")]);
        assert_eq!(names("Key,E-mail,NAME\n1001,z@x.ch,Zoe\n"), [both("Zoe", "1001")]);
        assert_eq!(names("Zoe\t77\nBob\t78\n"), [both("Zoe", "77"), both("Bob", "78")]);
        let formula = "=1+1";
        let exported = format!("name,key,role\n{},{},student\n", plain_cell(formula), plain_cell("@7"));
        assert_eq!(names(&exported), [both(formula, "@7")]);
        let long = "x".repeat(MEMBER_NAME + 1);
        for (text, line, what) in [
            ("Ada\nADA\n", 2, CsvProblem::Twice("ADA".to_owned())),
            ("name\n,x\n", 2, CsvProblem::NoName),
            ("key,email\n1,x\n", 1, CsvProblem::NoColumn),
            ("Ada,1\nBob,b@x.ch,2\n", 2, CsvProblem::Columns),
            ("Ada\n\"Bob,1\nCat\n", 2, CsvProblem::Quote),
            (&long, 1, CsvProblem::LongName),
        ] {
            assert_eq!(read_names(text), Err(ContestFault::Csv { line, what }), "{text}");
        }
    }

    #[test]
    fn a_code_is_typed_in_any_way() {
        assert!(same_code("ab12cd34", " AB12-CD34 ") && !same_code("ab12cd34", "ab12cd35"));
    }

    #[test]
    fn no_cell_is_a_formula() {
        for formula in ["=1+1", " =1+1", "\t@SUM(1)", "\r\n+1+1", "＝1", "-2+3"] {
            assert_eq!(plain_cell(formula), format!("'{formula}"));
        }
        assert_eq!((plain_cell("-5"), plain_cell("Ada")), ("-5".to_owned(), "Ada".to_owned()));
    }
}
