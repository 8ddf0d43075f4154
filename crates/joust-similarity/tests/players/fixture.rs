//! Players that were written independently, and copies of some of them in disguise.

use joust_similarity::{Corpus, Source, SourceFile};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

fn read(path: &Path) -> Source {
    let name = stem(path);
    Source {
        name,
        files: vec![SourceFile::new(path.file_name().unwrap().as_ref(), &fs::read(path).unwrap())],
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Players of the other tests, each in another style, the player of a lesson, the player of the demonstration, and
/// players that were written for this test.
pub(crate) fn independent() -> Vec<Source> {
    let mut all = vec![
        root().join("tests/data/madmax/players/AIForeign.cc"),
        root().join("kits/class/AIStudent.cc"),
        root().join("web/src/learn/player/AIThirsty.cc"),
    ];
    // The shorter ones try one thing each and have nothing to copy.
    let is_player = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).lines().count() >= 45;
    all.extend(files("tests/data/madmax/players/styles").into_iter().filter(is_player));
    all.extend(files("tests/data/similarity/independent"));
    all.iter().map(|path| read(path)).collect()
}

/// Copies, named after their originals: `AIKlass-renamed`.
pub(crate) fn disguised() -> Vec<Source> {
    files("tests/data/similarity/disguised").iter().map(|path| read(path)).collect()
}

/// Whether two players have one origin, by their names.
pub(crate) fn are_related(one: &str, other: &str) -> bool {
    let origin = |name: &str| name.split('-').next().unwrap().to_owned();
    origin(one) == origin(other)
}

/// All files of the kits.
pub(crate) fn kits() -> Vec<SourceFile> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("kits")];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            let is_class = path.ends_with("kits/class");
            if path.is_dir() && !is_class {
                folders.push(path);
            } else if !path.is_dir() {
                found.extend(fs::read(&path).map(|bytes| SourceFile::new(&path, &bytes)));
            }
        }
    }
    found.retain(|file| file.language.is_some());
    assert!(found.len() > 50, "{}", found.len());
    found
}

pub(crate) fn corpus(class: Vec<Source>) -> Corpus {
    Corpus { class, templates: kits(), ..Corpus::default() }
}
