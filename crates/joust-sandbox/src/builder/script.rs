//! Bots in JavaScript: the main file and all that it imports, in a module with an interpreter.

use super::{BadBuild, Module};
use crate::interpreter::{BadFiles, javascript};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The most files of a bot.
const MOST: usize = 500;

/// Puts the main file and all files that it imports, by their paths from its folder, into a module. Nothing is
/// compiled or run, so sources that are not trusted need no confinement.
pub(super) fn build(main: &Path) -> Result<Module, BadBuild> {
    let folder = main.parent().unwrap_or(Path::new(""));
    let name = main.file_name().unwrap_or_default();
    let (mut waiting, mut seen, mut files) = (vec![PathBuf::from(name)], BTreeSet::new(), Vec::new());
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        if seen.len() > MOST {
            return Err(BadBuild::NotASource { file: main.to_owned(), wrong: "imports more than 500 files" });
        }
        let file = folder.join(&path);
        let source =
            fs::read_to_string(&file).map_err(|why| BadBuild::Unreadable { file: file.clone(), why })?;
        for import in imports(&source) {
            let found = resolved(path.parent().unwrap_or(Path::new("")), import);
            waiting.push(found.ok_or_else(|| BadBuild::NotASource {
                file: file.clone(),
                wrong: "imports a file outside the folder of the bot",
            })?);
        }
        files.push((path.to_string_lossy().into_owned(), source));
    }
    let bytes = javascript(&files).map_err(|why| match why {
        BadFiles::TooLong(_) => {
            BadBuild::NotASource { file: main.to_owned(), wrong: "has files of more than a megabyte" }
        }
        BadFiles::Zero(_) => {
            BadBuild::NotASource { file: main.to_owned(), wrong: "has a zero byte in a file" }
        }
        BadFiles::Interpreter(why) => BadBuild::Io(std::io::Error::other(why)),
        BadFiles::Packed(why) => BadBuild::Io(why),
    })?;
    Ok(Module { bytes, warnings: Vec::new() })
}

/// The relative paths that a source imports. `import` and `export … from` name them in quotes after `from`, or
/// after `import` itself.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    source.split(['\n', ';']).filter_map(|line| {
        let line = line.trim_start();
        let rest =
            line.rsplit_once(" from ").map(|(_, rest)| rest).or_else(|| line.strip_prefix("import "))?;
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let path = rest[1..].split(quote).next()?;
        path.starts_with('.').then_some(path)
    })
}

/// A path relative to a folder of the bot, without `.` and `..`; `None` outside the bot.
fn resolved(folder: &Path, import: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in Path::new(import).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::Normal(name) => path.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_resolved() {
        let source = "import { run } from \"./joust/index.js\";\nexport { A } from '../b.js'\nimport './c.js';\n\
                      import fs from \"node:fs\"; const text = 'import me';";
        assert_eq!(imports(source).collect::<Vec<_>>(), ["./joust/index.js", "../b.js", "./c.js"]);
        assert_eq!(resolved(Path::new("joust"), "../b.js"), Some("b.js".into()));
        assert_eq!(resolved(Path::new(""), "../b.js"), None);
        assert_eq!(resolved(Path::new("joust"), "./d/e.js"), Some("joust/d/e.js".into()));
    }

    #[test]
    fn the_kit_becomes_a_module_and_files_outside_are_refused() {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/javascript");
        let module = build(&kit.join("bot.js")).unwrap().bytes;
        let has = |text: &[u8]| module.windows(text.len()).any(|window| window == text);
        assert!(has(b"joust/session.js\0") && has(b"mad_bot.js\0") && !has(b"tests/"));
        let folder = tempfile::tempdir().unwrap();
        let main = folder.path().join("bot.js");
        fs::write(&main, "import '../secret.js';").unwrap();
        assert!(matches!(build(&main), Err(BadBuild::NotASource { .. })));
        fs::write(&main, "import './missing.js';").unwrap();
        assert!(matches!(build(&main), Err(BadBuild::Unreadable { .. })));
    }
}
