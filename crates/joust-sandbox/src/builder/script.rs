//! Bots in JavaScript: the main file and all that it imports, in a module with an interpreter.

use super::tokens::{Token, Tokens};
use super::{BadBuild, Module};
use crate::interpreter::{BadFiles, MOST as LONGEST, javascript};
use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The most files of a bot.
const MOST: usize = 500;

/// Puts the main file and all files that it imports, by their paths from its folder, into a module. Nothing is
/// compiled or run, so sources that are not trusted need no confinement: only files of the folder are read, and
/// no more bytes than a module has room for.
pub(super) fn build(main: &Path) -> Result<Module, BadBuild> {
    let folder = main.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unreadable = |why| BadBuild::Unreadable { file: main.to_owned(), why };
    let (home, mut left) = (folder.canonicalize().map_err(unreadable)?, LONGEST as u64);
    let name = main.file_name().unwrap_or_default();
    let (mut waiting, mut seen, mut files) = (vec![PathBuf::from(name)], BTreeSet::new(), Vec::new());
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        if seen.len() > MOST {
            return Err(BadBuild::NotASource {
                file: main.to_owned(),
                wrong: "imports more than 500 files".into(),
            });
        }
        let file = folder.join(&path);
        let unreadable = |why| BadBuild::Unreadable { file: file.clone(), why };
        // A link may lead anywhere.
        if !file.canonicalize().map_err(unreadable)?.starts_with(&home) {
            return Err(BadBuild::NotASource {
                file,
                wrong: "is a link to a file outside the folder of the bot".into(),
            });
        }
        let opened = joust_files::open_plain(&file).map_err(unreadable)?;
        if opened.metadata().map_err(unreadable)?.len() > left {
            return Err(BadBuild::NotASource { file: main.to_owned(), wrong: TOO_LONG.into() });
        }
        let bytes = joust_files::read_all(opened, left).map_err(unreadable)?;
        left -= bytes.len() as u64;
        let source = String::from_utf8(bytes)
            .map_err(|_| unreadable(io::Error::new(io::ErrorKind::InvalidData, "this is not a text")))?;
        for import in imports(&source) {
            let found = resolved(path.parent().unwrap_or(Path::new("")), import);
            waiting.push(found.ok_or_else(|| BadBuild::NotASource {
                file: file.clone(),
                wrong: "imports a file outside the folder of the bot".into(),
            })?);
        }
        files.push((path.to_string_lossy().into_owned(), source));
    }
    let bytes = javascript(&files).map_err(|why| match why {
        BadFiles::TooLong(_) => BadBuild::NotASource { file: main.to_owned(), wrong: TOO_LONG.into() },
        BadFiles::Zero(_) => {
            BadBuild::NotASource { file: main.to_owned(), wrong: "has a zero byte in a file".into() }
        }
        BadFiles::Interpreter(why) => BadBuild::Io(std::io::Error::other(why)),
        BadFiles::Packed(why) => BadBuild::Io(why),
    })?;
    Ok(Module { bytes, warnings: Vec::new() })
}

const TOO_LONG: &str = "has files of more than a megabyte together";

/// The relative paths that a source imports: the texts after `from`, after `import`, and after `import(`.
fn imports(source: &str) -> Vec<&str> {
    let tokens: Vec<Token<'_>> = Tokens { rest: source, last: None }.collect();
    let path = |number: usize| {
        let [word, next @ ..] = &tokens[number..] else { return None };
        let is_member = number.checked_sub(1).is_some_and(|before| tokens[before] == Token::Sign('.'));
        match (word, next) {
            _ if is_member => None,
            (Token::Word("from" | "import"), [Token::Text(path), ..])
            | (Token::Word("import"), [Token::Sign('('), Token::Text(path), ..]) => Some(*path),
            _ => None,
        }
    };
    (0..tokens.len()).filter_map(path).filter(|path| path.starts_with('.')).collect()
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
    use std::fs;

    #[test]
    fn imports_are_found_and_resolved() {
        let source = "import { run } from \"./joust/index.js\";\nexport { A } from '../b.js'\nimport './c.js';\n\
                      import fs from \"node:fs\"; const text = 'import me';";
        assert_eq!(imports(source), ["./joust/index.js", "../b.js", "./c.js"]);
        assert_eq!(resolved(Path::new("joust"), "../b.js"), Some("b.js".into()));
        assert_eq!(resolved(Path::new(""), "../b.js"), None);
        assert_eq!(resolved(Path::new("joust"), "./d/e.js"), Some("joust/d/e.js".into()));
    }

    #[test]
    fn imports_are_found_however_they_are_written() {
        let source = "import{a}from\"./a.js\";export*from'./b.js';import'./c.js'\nimport d\n  from\n  './d.js'\n\
                      import {\n  e, // of './no.js'\n  f\n} from './e.js'; const g = await import( './g.js' );";
        assert_eq!(imports(source), ["./a.js", "./b.js", "./c.js", "./d.js", "./e.js", "./g.js"]);
        let none = "// import './no.js'\n/* import a from './no.js' */ const b = \"import './no.js'\";\n\
                    const c = `from ${`'`} './no.js'`; d.from './no.js'; const e = /[/'`]/; import.meta.url;";
        assert_eq!(imports(none), [""; 0]);
        let divides = "const a = b / c; import './d.js'; const e = (f) / g; import './h.js';";
        assert_eq!(imports(divides), ["./d.js", "./h.js"]);
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

    #[test]
    fn only_plain_files_of_the_folder_and_not_too_many_bytes_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let bot = folder.path().join("bot");
        fs::create_dir(&bot).unwrap();
        let (main, other) = (bot.join("bot.js"), bot.join("other.js"));
        fs::write(&main, "import './other.js';").unwrap();
        let wrong = || build(&main).unwrap_err().to_string();
        // A file that is not there in full: reading it would take minutes.
        fs::File::create(&other).unwrap().set_len(1 << 40).unwrap();
        assert!(wrong().ends_with("has files of more than a megabyte together"), "{}", wrong());
        fs::remove_file(&other).unwrap();
        fs::write(&other, vec![b' '; 600_000]).unwrap();
        fs::write(bot.join("more.js"), vec![b' '; 600_000]).unwrap();
        fs::write(&main, "import './other.js'; import './more.js';").unwrap();
        assert!(wrong().ends_with("has files of more than a megabyte together"), "{}", wrong());
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            let secret = folder.path().join("secret.js");
            fs::write(&secret, "export const key = 7;").unwrap();
            fs::write(&main, "import './other.js';").unwrap();
            for target in [secret.as_path(), Path::new("../secret.js"), Path::new("/dev/zero")] {
                fs::remove_file(&other).unwrap();
                symlink(target, &other).unwrap();
                assert!(
                    wrong().ends_with("is a link to a file outside the folder of the bot"),
                    "{}",
                    wrong()
                );
            }
            fs::remove_file(&other).unwrap();
            symlink("real.js", &other).unwrap();
            fs::write(bot.join("real.js"), "export const key = 7;").unwrap();
            assert!(build(&main).is_ok(), "a link within the folder");
            // A pipe without a writer: opening it would wait for ever.
            fs::remove_file(&other).unwrap();
            assert!(std::process::Command::new("mkfifo").arg(&other).status().unwrap().success());
            assert!(wrong().contains("this is not a plain file"), "{}", wrong());
        }
    }
}
