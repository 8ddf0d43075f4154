//! Which sources are alike: a report for teachers.

use super::{Contests, Denied, JobKind, Roster, TEACHER};
use crate::contest::limits::SIMILARITY_BYTES;
use crate::contest::work::{JobBench, JobEnd, ours};
use joust_contest::is_module;
use joust_files::Draft;
use joust_sandbox::{SourceLanguage, StarterKit};
use joust_similarity::{Corpus, Language, Settings, Source, SourceFile, Unreadable, compare};
use joust_store::{StoreError, StoredVersion};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs::DirEntry;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest file of the archive that is read.
const LONGEST: u64 = 1 << 20;

impl Contests {
    /// The contests whose sources are in what a job makes: the contest itself comes first.
    pub(in crate::contest) async fn contests_of_job(
        &self,
        id: &str,
        kind: JobKind,
    ) -> Result<Vec<String>, Denied> {
        let mut contests = vec![id.to_owned()];
        if kind == JobKind::Archive {
            return Ok(contests);
        }
        let access = self.for_the_house(id).await?;
        let teachers = self.teachers(id).await?;
        for state in ["open", "closed"] {
            for stored in self.store.contests_in(state).await? {
                let is_other = stored.id != id && stored.owner == access.stored.owner;
                let Some(contest) = is_other.then(|| self.terms_of(&stored).ok()).flatten() else { continue };
                // Everybody who teaches this class sees the report.
                if contest.game == access.contest.game
                    && teachers.is_subset(&self.teachers(&stored.id).await?)
                {
                    contests.push(stored.id);
                }
            }
        }
        Ok(contests)
    }

    /// The accounts that teach a contest.
    async fn teachers(&self, id: &str) -> Result<BTreeSet<String>, Denied> {
        let members = self.store.members(id).await?;
        Ok(members.into_iter().filter(|member| member.role == TEACHER).map(|member| member.visitor).collect())
    }

    /// Whether everybody who teaches the first of these contests teaches all of them. A report has their sources.
    pub(super) async fn all_teach(&self, contests: &[String]) -> Result<bool, Denied> {
        let Some((first, others)) = contests.split_first() else { return Ok(true) };
        let teachers = self.teachers(first).await?;
        for other in others {
            if !teachers.is_subset(&self.teachers(other).await?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes which sources are alike, as one page: the last versions of a class against one another, and against
    /// those of the other contests and of the archive folder of this server.
    pub(in crate::contest) fn compare_class(
        &self,
        bench: JobBench<'_>,
        contests: &[String],
    ) -> Result<(Draft, u64), JobEnd> {
        let JobBench { contest: id, mut draft, runtime, tell } = bench;
        let mut pile = Pile::default();
        let mut corpus = Corpus::default();
        let mut own_modules = 0;
        for contest in contests {
            let roster = runtime.block_on(self.roster(contest))?;
            if contest == id {
                runtime.block_on(self.sources(&roster, "", &mut pile))?;
                corpus.class = std::mem::take(&mut pile.sources);
                own_modules = pile.modules.len();
            } else {
                let name = runtime.block_on(self.for_the_house(contest)).map_err(ours)?.contest.name.clone();
                runtime.block_on(self.sources(&roster, &format!("{name}/"), &mut pile))?;
            }
        }
        if let Some(folder) = &self.archive {
            read_archive(folder, &mut pile)
                .map_err(|why| JobEnd::Failed(format!("{}: {why}", folder.display())))?;
        }
        if pile.is_too_large() {
            return Err(JobEnd::TooLarge);
        }
        corpus.unread = told_modules(&pile.modules, own_modules);
        corpus.archive = pile.sources;
        for kit in StarterKit::ALL {
            let files = kit.files().map(|(path, text)| SourceFile::new(path.as_ref(), text.as_bytes()));
            corpus.templates.extend(files.filter(|file| file.language.is_some()));
        }
        // Every source is read, and those of the class are compared.
        let (done, of) = (AtomicUsize::new(0), 2 * corpus.class.len() + corpus.archive.len());
        let step = |_| tell(done.fetch_add(1, Ordering::Relaxed) + 1, of);
        let settings = Settings { threads: 1, ..Settings::default() };
        let report = compare(&corpus, &settings, &self.desk.stop, &step).ok_or(JobEnd::Stopped)?;
        let page = report.html(&corpus)?;
        draft.write_all(page.as_bytes())?;
        Ok((draft, page.len() as u64))
    }

    /// The official version of every member of a contest, or else the last one.
    async fn sources(&self, roster: &Roster, label: &str, pile: &mut Pile) -> Result<(), StoreError> {
        for member in &roster.members {
            let own =
                || roster.versions.iter().filter(|one| one.visitor == member.visitor && one.state != "gone");
            let Some(version) = roster.official_of(&member.visitor).or_else(|| own().next_back()) else {
                continue;
            };
            if pile.is_too_large() {
                break;
            }
            let StoredVersion { contest, number, file, sha256, .. } = version;
            let bytes = self.store.version_source(contest, *number).await?.unwrap_or_default();
            let name = format!("{label}{}", member.name);
            let source = (!is_module(&bytes)).then(|| source(file, &bytes));
            let (has_source, sha256) = (source.is_some(), sha256.clone());
            let name = pile.add(&name, source.into_iter().collect());
            pile.modules.push(Compiled { name, sha256, has_source });
        }
        Ok(())
    }
}

/// What a version was compiled to, or was handed in as.
struct Compiled {
    name: String,
    /// Empty before the judge has it.
    sha256: String,
    has_source: bool,
}

/// Says of the modules of the class, which are the first of all, that they have no source, and who has the same one.
fn told_modules(modules: &[Compiled], own: usize) -> Vec<Unreadable> {
    let tell = |(at, module): (usize, &Compiled)| {
        let is_same = |(other, one): &(usize, &Compiled)| {
            *other != at && !module.sha256.is_empty() && one.sha256 == module.sha256
        };
        let same: Vec<&str> =
            modules.iter().enumerate().filter(is_same).map(|(_, one)| one.name.as_str()).collect();
        let mut why = "it is a module that was compiled at home, and modules are not compared".to_owned();
        if !same.is_empty() {
            let _ = write!(why, "; byte for byte the same module: {}", same.join(", "));
        }
        Unreadable { name: module.name.clone(), why }
    };
    modules.iter().take(own).enumerate().filter(|(_, module)| !module.has_source).map(tell).collect()
}

/// The source of a version. What the judge takes for a source is read whatever its file is called.
fn source(file: &str, bytes: &[u8]) -> SourceFile {
    let mut source = SourceFile::new(Path::new(file), bytes);
    if source.language.is_none() {
        source.language = SourceLanguage::find(Path::new(file), bytes).ok().map(|found| match found {
            SourceLanguage::MadMax | SourceLanguage::Cpp => Language::Cpp,
            SourceLanguage::C => Language::C,
            SourceLanguage::JavaScript => Language::JavaScript,
            SourceLanguage::Rust => Language::Rust,
        });
    }
    source
}

/// Sources in memory, of which there is a limit.
#[derive(Default)]
struct Pile {
    sources: Vec<Source>,
    modules: Vec<Compiled>,
    names: HashSet<String>,
    bytes: usize,
}

impl Pile {
    /// Adds a submission, unless it has no files, and gives its name in the report. Two contests may have one name, and
    /// so may their students; in the report names differ.
    fn add(&mut self, name: &str, files: Vec<SourceFile>) -> String {
        self.bytes += files.iter().map(|file| file.text.len()).sum::<usize>();
        let numbered = (2..).map(|number: usize| format!("{name} ({number})"));
        let own = std::iter::once(name.to_owned()).chain(numbered).find(|own| !self.names.contains(own));
        let name = own.unwrap_or_default();
        self.names.insert(name.clone());
        if !files.is_empty() {
            self.sources.push(Source { name: name.clone(), files });
        }
        name
    }

    fn is_too_large(&self) -> bool {
        self.bytes > SIMILARITY_BYTES
    }
}

/// The sources of a folder: each file, and each folder with its files, is a submission.
fn read_archive(folder: &Path, pile: &mut Pile) -> std::io::Result<()> {
    let entries = |folder: &Path| -> std::io::Result<Vec<DirEntry>> {
        let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(DirEntry::file_name);
        Ok(entries)
    };
    for entry in entries(folder)? {
        if pile.is_too_large() {
            break;
        }
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let files: Vec<PathBuf> = if path.is_dir() {
            entries(&path)?.iter().map(DirEntry::path).filter(|path| path.is_file()).collect()
        } else {
            vec![path]
        };
        let read = |path: &PathBuf| {
            let bytes = joust_files::read(path, LONGEST).ok()?;
            let file = SourceFile::new(Path::new(path.file_name()?), &bytes);
            file.language.is_some().then_some(file)
        };
        let files: Vec<SourceFile> = files.iter().filter_map(read).collect();
        if !files.is_empty() {
            pile.add(&format!("archive/{name}"), files);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_file_hides_a_source() {
        let player = b"struct Foo : public Player {}; RegisterPlayer(Foo);";
        for name in ["AIFoo.cc", "AIFoo.txt", "AIFoo", "", "AIFoo.md"] {
            assert_eq!(source(name, player).language, Some(Language::Cpp), "{name}");
        }
        assert_eq!(source("bot.js", b"run();").language, Some(Language::JavaScript));
        assert_eq!(source("bot", b"joust::module!(make);").language, Some(Language::Rust));
    }

    #[test]
    fn modules_are_named_and_the_same_one_is_noticed() {
        let compiled = |name: &str, sha256: &str, has_source| Compiled {
            name: name.to_owned(),
            sha256: sha256.to_owned(),
            has_source,
        };
        let modules = [
            compiled("Ada", "aa", false),
            compiled("Bob", "bb", false),
            compiled("Eve", "aa", true),
            compiled("Tom", "", false),
            compiled("2025/Ann", "aa", false),
        ];
        let told = told_modules(&modules, 4);
        let names: Vec<&str> = told.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Ada", "Bob", "Tom"], "only those of the class");
        assert!(told[0].why.ends_with("; byte for byte the same module: Eve, 2025/Ann"), "{}", told[0].why);
        assert!(told[1].why.ends_with("are not compared") && told[2].why.ends_with("are not compared"));
    }

    #[test]
    fn submissions_of_one_name_are_told_apart() {
        let mut pile = Pile::default();
        for name in ["Spring/Ada", "Spring/Ada", "Spring/Bob", "Spring/Ada"] {
            pile.add(name, vec![SourceFile::new(Path::new("a.js"), b"let x = 1;")]);
        }
        let names: Vec<&str> = pile.sources.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Spring/Ada", "Spring/Ada (2)", "Spring/Bob", "Spring/Ada (3)"]);
        assert_eq!((pile.bytes, pile.is_too_large()), (40, false));
    }
}
