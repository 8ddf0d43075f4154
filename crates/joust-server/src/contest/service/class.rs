//! The class: joining, the list of names, and teachers.

use super::roster::is_qualified;
use super::{
    Access, Class, ContestFault, ContestState, Contests, CsvProblem, Denied, FileBytes, Imported, Invited,
    Member, REMOVED, STUDENT, TEACHER,
};
use crate::account::caseless;
use crate::contest::limits::{CLASS, GRADE_KEY, INVITED, MEMBER_NAME};
use crate::failure::Failure;
use crate::guard::Caller;
use crate::{id, name};
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
            Some(member) if member.role == REMOVED => return Err(ContestFault::NotInvited.into()),
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
        Ok(Class { join_code: access.stored.code.clone(), members, invited })
    }

    /// Adds names that may join: CSV with the columns `name` and, if wanted, `key`. A first line with these words is a
    /// heading.
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

fn read_names(text: &str) -> Result<Vec<Invitation>, ContestFault> {
    let text = text.trim_start_matches('\u{feff}');
    let delimiter = if text.lines().next().is_some_and(|line| line.contains(';')) { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut names = Vec::new();
    for (number, row) in (1..).zip(reader.records()) {
        let row =
            row.map_err(|why| ContestFault::Csv { line: number, what: CsvProblem::Syntax(why.to_string()) })?;
        let line = row.position().map_or(number, |at| at.line() as usize);
        let cell = |at: usize| row.get(at).unwrap_or("");
        if number == 1 && matches!(cell(0).to_lowercase().as_str(), "name" | "nom") {
            continue;
        }
        let called = name::clean_to(cell(0), MEMBER_NAME).unwrap_or_default();
        if called.is_empty() {
            return Err(ContestFault::Csv { line, what: CsvProblem::NoName });
        }
        if cell(1).chars().count() > GRADE_KEY {
            return Err(ContestFault::Csv { line, what: CsvProblem::LongKey });
        }
        let caseless = caseless(&called);
        if names.iter().any(|one: &Invitation| one.caseless == caseless) {
            return Err(ContestFault::Csv { line, what: CsvProblem::Twice(called) });
        }
        let grade_key = cell(1).chars().filter(|c| !c.is_control()).collect();
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
        for (text, line) in [("Ada\nADA\n", 2), ("name\n,x\n", 2)] {
            let Err(ContestFault::Csv { line: told, .. }) = read_names(text) else { panic!("{text}") };
            assert_eq!(told, line, "{text}");
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
