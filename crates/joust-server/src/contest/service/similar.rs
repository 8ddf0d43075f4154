//! Which sources are alike: a report for teachers.

use super::{Contests, Denied, FileBytes, Roster};
use crate::failure::Failure;
use crate::guard::Caller;
use joust_sandbox::StarterKit;
use joust_similarity::{Corpus, Settings, Source, SourceFile, compare};
use joust_store::StoredVersion;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The largest file of the archive that is read.
const LONGEST: u64 = 1 << 20;

impl Contests {
    /// Which sources are alike, as one page: the last versions of this class against one another, and against those
    /// of former contests of the same game and of the archive folder of this server.
    pub(crate) async fn similarity(&self, caller: &Caller, id: &str) -> Result<FileBytes, Denied> {
        let access = self.teacher(caller, id).await?;
        let mut corpus = Corpus::default();
        let roster = self.roster(id).await?;
        self.sources(&roster, "", &mut corpus.class).await?;
        for state in ["open", "closed"] {
            for stored in self.store.contests_in(state).await? {
                if stored.id == id {
                    continue;
                }
                // Sources of other teachers' classes are not the caller's to see.
                let own = stored.owner == access.stored.owner;
                let Ok(contest) = self.terms_of(&stored) else { continue };
                if own && contest.game == access.contest.game {
                    let roster = self.roster(&stored.id).await?;
                    self.sources(&roster, &format!("{}/", contest.name), &mut corpus.archive).await?;
                }
            }
        }
        let archive = self.archive.clone();
        let work = move || -> Result<String, String> {
            if let Some(folder) = archive {
                read_archive(&folder, &mut corpus.archive)
                    .map_err(|why| format!("{}: {why}", folder.display()))?;
            }
            for kit in StarterKit::ALL {
                let files = kit.files().map(|(path, text)| SourceFile::new(path.as_ref(), text.as_bytes()));
                corpus.templates.extend(files.filter(|file| file.language.is_some()));
            }
            let settings = Settings { threads: 1, ..Settings::default() };
            let report = compare(&corpus, &settings, &AtomicBool::new(false), &|_| ()).ok_or("stopped")?;
            report.html(&corpus).map_err(|why| why.to_string())
        };
        let page = tokio::task::spawn_blocking(work).await.map_err(|why| Failure::Ours(why.to_string()))?;
        Ok(FileBytes { name: "similarity.html".to_owned(), bytes: page.map_err(Failure::Ours)?.into_bytes() })
    }

    /// The official version of every member of a contest, or else the last one.
    async fn sources(&self, roster: &Roster, label: &str, to: &mut Vec<Source>) -> Result<(), Denied> {
        for member in &roster.members {
            let own =
                || roster.versions.iter().filter(|one| one.visitor == member.visitor && one.state != "gone");
            let Some(version) = roster.official_of(&member.visitor).or_else(|| own().next_back()) else {
                continue;
            };
            let StoredVersion { contest, number, file, .. } = version;
            let bytes = self.store.version_source(contest, *number).await?.unwrap_or_default();
            let name = format!("{label}{}", member.name);
            to.push(Source { name, files: vec![SourceFile::new(Path::new(file), &bytes)] });
        }
        Ok(())
    }
}

/// The sources of a folder: each file, and each folder with its files, is a submission.
fn read_archive(folder: &Path, to: &mut Vec<Source>) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let mut files = Vec::new();
        if path.is_dir() {
            let mut inner: Vec<_> = std::fs::read_dir(&path)?.collect::<Result<_, _>>()?;
            inner.sort_by_key(std::fs::DirEntry::file_name);
            files.extend(inner.iter().map(std::fs::DirEntry::path).filter(|path| path.is_file()));
        } else {
            files.push(path);
        }
        let read = |path: &std::path::PathBuf| {
            let bytes = joust_files::read(path, LONGEST).ok()?;
            let file = SourceFile::new(Path::new(path.file_name()?), &bytes);
            file.language.is_some().then_some(file)
        };
        let files: Vec<SourceFile> = files.iter().filter_map(read).collect();
        if !files.is_empty() {
            to.push(Source { name: format!("archive/{name}"), files });
        }
    }
    Ok(())
}
