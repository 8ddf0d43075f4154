//! Which sources are alike: a report for teachers.

use super::{Contests, Denied, JobKind, Roster};
use crate::contest::limits::SIMILARITY_BYTES;
use crate::contest::work::{JobBench, JobEnd, ours};
use joust_files::Draft;
use joust_sandbox::StarterKit;
use joust_similarity::{Corpus, Settings, Source, SourceFile, compare};
use joust_store::{StoreError, StoredVersion};
use std::collections::HashSet;
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
        for state in ["open", "closed"] {
            for stored in self.store.contests_in(state).await? {
                // Sources of other teachers' classes are not this teacher's to see.
                let is_other = stored.id != id && stored.owner == access.stored.owner;
                let Some(contest) = is_other.then(|| self.terms_of(&stored).ok()).flatten() else { continue };
                if contest.game == access.contest.game {
                    contests.push(stored.id);
                }
            }
        }
        Ok(contests)
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
        for contest in contests {
            let roster = runtime.block_on(self.roster(contest))?;
            if contest == id {
                runtime.block_on(self.sources(&roster, "", &mut pile))?;
                corpus.class = std::mem::take(&mut pile.sources);
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
            let StoredVersion { contest, number, file, .. } = version;
            let bytes = self.store.version_source(contest, *number).await?.unwrap_or_default();
            pile.add(&format!("{label}{}", member.name), vec![SourceFile::new(Path::new(file), &bytes)]);
        }
        Ok(())
    }
}

/// Sources in memory, of which there is a limit.
#[derive(Default)]
struct Pile {
    sources: Vec<Source>,
    names: HashSet<String>,
    bytes: usize,
}

impl Pile {
    /// Adds a submission. Two contests may have one name, and so may their students; in the report names differ.
    fn add(&mut self, name: &str, files: Vec<SourceFile>) {
        self.bytes += files.iter().map(|file| file.text.len()).sum::<usize>();
        let numbered = (2..).map(|number: usize| format!("{name} ({number})"));
        let own = std::iter::once(name.to_owned()).chain(numbered).find(|own| !self.names.contains(own));
        let name = own.unwrap_or_default();
        self.names.insert(name.clone());
        self.sources.push(Source { name, files });
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
