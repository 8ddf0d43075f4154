//! What a path to a source means.

use super::BadBuild;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Files of C++ and C that are compiled, by how their names end.
const COMPILED: [&str; 4] = ["cc", "cpp", "cxx", "c"];

/// The most bytes of a source.
pub(super) const LONGEST: u64 = 16 << 20;

const NAME_ONE: &str = "is not the source of a bot: name an AI….cc, a bot of the C++ kit or of the Rust kit, or the folder of a kit";
const NO_BOT: &str = "is not the source of a bot: a player of Mad Max ends with `RegisterPlayer(PLAYER_NAME);`, \
                      as in AINull.cc; a bot of the C++ kit has the line `JOUST_BOT(make)`, as in bot.cc, or \
                      defines `joust_my_bot`, as in c/bot.c; one in Rust has the line `joust::module!(make);`";
const NO_BOT_HERE: &str = "has no bot: none of its files of C++ or C has the line `JOUST_BOT(make)` or defines \
                           `joust_my_bot`, and it has no Cargo.toml";
const MANY_PLAYERS: &str = "has players of Mad Max: name one of them, AI….cc";
const PROCESSES: &str = "is in Python, which cannot become a module: joust has no interpreter of Python that runs on \
                         fuel. Bots in Python run as processes, as in \"cmd:python3 bot.py\"; for a contest write \
                         in C++, C, Rust or JavaScript";
const NO_MODULE: &str = "is not a WebAssembly module, although its name ends in .wasm: `joust bot build` makes one of \
                         a source";
const UTF_16: &str = "is written in UTF-16: save it as UTF-8";
const TYPESCRIPT: &str = "is TypeScript: compile it to JavaScript first, and name that file";
const NAME_THE_FOLDER: &str = "is a part of a bot in Rust: name the folder that has its Cargo.toml; a bot in one \
                               file has the line `joust::module!(make);`";
const NOT_THE_KIT: &str = "is not the folder of a bot: its Cargo.toml does not depend on the crate `joust` of the \
                           Rust kit";

/// The source of a bot.
pub(super) enum Source {
    /// Files of C++ and C.
    Compiled(Sources),
    /// The folder of a Rust kit.
    Rust(PathBuf),
    /// A bot in Rust in one file.
    RustFile(PathBuf),
    /// The main file of a bot in JavaScript.
    Script(PathBuf),
}

/// The main file of the JavaScript kit.
const MAIN: &str = "bot.js";

/// Files of C++ and C that become one module.
pub(super) struct Sources {
    /// What is to be compiled.
    pub(super) files: Vec<PathBuf>,
    /// The library that goes with it.
    pub(super) library: Library,
    /// The folder, if the user named one.
    pub(super) folder: Option<PathBuf>,
}

/// The library of a kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Library {
    /// That of the Mad Max kit.
    MadMax,
    /// That of the C++ kit.
    Cpp,
    /// That of the C++ kit, with the functions for C.
    C,
}

impl Source {
    /// Finds out by its contents what a path is the source of.
    pub(super) fn find(path: &Path) -> Result<Source, BadBuild> {
        let wrong = |wrong: &'static str| BadBuild::NotASource { file: path.to_owned(), wrong: wrong.into() };
        let unreadable = |why| BadBuild::Unreadable { file: path.to_owned(), why };
        if path.is_dir() {
            return Source::in_folder(path);
        }
        match language_of_name(path).map_err(|why| wrong(why.words()))? {
            ByName::Script => Ok(Source::Script(path.to_owned())),
            ByName::Compiled => {
                let library = library_of(path)?.ok_or_else(|| wrong(NO_BOT))?;
                Ok(Source::Compiled(Sources { files: vec![path.to_owned()], library, folder: None }))
            }
            ByName::Rust
                if is_rust_bot(text_of(path).map_err(unreadable)?.as_bytes()) && !is_of_folder(path) =>
            {
                Ok(Source::RustFile(path.to_owned()))
            }
            ByName::Rust => Err(wrong(NAME_THE_FOLDER)),
            ByName::Unknown => Err(wrong(NAME_ONE)),
        }
    }

    fn in_folder(folder: &Path) -> Result<Source, BadBuild> {
        let wrong =
            |wrong: &'static str| BadBuild::NotASource { file: folder.to_owned(), wrong: wrong.into() };
        let unreadable = |why: io::Error| BadBuild::Unreadable { file: folder.to_owned(), why };
        match text_of(&folder.join("Cargo.toml")) {
            Ok(manifest) if manifest.contains("joust") => return Ok(Source::Rust(folder.to_owned())),
            Ok(_) => return Err(wrong(NOT_THE_KIT)),
            Err(_) => {}
        }
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.is_file());
        files.sort();
        let interpreted = files.iter().find(|path| ending(path) == Some("py")).cloned();
        let script = files.iter().find(|path| path.file_name().is_some_and(|name| name == MAIN)).cloned();
        files.retain(|path| ending(path).is_some_and(|ending| COMPILED.contains(&ending)));
        let mut found = None;
        for file in &files {
            match library_of(file)? {
                Some(Library::MadMax) => return Err(wrong(MANY_PLAYERS)),
                Some(library) => found = Some(library),
                None => {}
            }
        }
        let Some(library) = found else {
            if let Some(main) = script {
                return Ok(Source::Script(main));
            }
            // A folder may have the name `.`, which is no subject of a sentence.
            return Err(match interpreted {
                Some(file) => BadBuild::NotASource { file, wrong: PROCESSES.into() },
                None => wrong(NO_BOT_HERE),
            });
        };
        Ok(Source::Compiled(Sources { files, library, folder: Some(folder.to_owned()) }))
    }
}

/// The language of a source in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C++ with the library of the Mad Max kit.
    MadMax,
    /// C++ with the library of the C++ kit.
    Cpp,
    /// C with the library of the C++ kit.
    C,
    /// Rust with the library of the Rust kit.
    Rust,
    /// JavaScript.
    JavaScript,
}

impl SourceLanguage {
    /// Finds out what a file is the source of, by its contents; the name decides where it says more, and may be
    /// empty. The error goes on after the name of the file.
    ///
    /// ```
    /// use joust_sandbox::{NotASource, SourceLanguage};
    /// let player = b"struct Foo : public Player {}; RegisterPlayer(Foo);";
    /// assert_eq!(SourceLanguage::find("AIFoo.cc".as_ref(), player), Ok(SourceLanguage::MadMax));
    /// assert_eq!(SourceLanguage::find("".as_ref(), player), Ok(SourceLanguage::MadMax));
    /// assert_eq!(SourceLanguage::find("bot.js".as_ref(), b"run(make);"), Ok(SourceLanguage::JavaScript));
    /// assert_eq!(SourceLanguage::find("bot.rs".as_ref(), b"joust::module!(make);"), Ok(SourceLanguage::Rust));
    /// assert_eq!(SourceLanguage::find("bot.py".as_ref(), b""), Err(NotASource::Python));
    /// ```
    pub fn find(name: &Path, contents: &[u8]) -> Result<SourceLanguage, NotASource> {
        match language_of_name(name)? {
            ByName::Script => return Ok(SourceLanguage::JavaScript),
            ByName::Rust if is_rust_bot(contents) => return Ok(SourceLanguage::Rust),
            ByName::Rust => return Err(NotASource::PartOfRust),
            ByName::Compiled | ByName::Unknown => {}
        }
        if is_utf_16(contents) {
            return Err(NotASource::Utf16);
        }
        match library_in(contents) {
            Some(Library::MadMax) => Ok(SourceLanguage::MadMax),
            Some(Library::C) if is_c(name) => Ok(SourceLanguage::C),
            Some(Library::Cpp | Library::C) => Ok(SourceLanguage::Cpp),
            None if is_rust_bot(contents) => Ok(SourceLanguage::Rust),
            None if ending(name) == Some("wasm") => Err(NotASource::NoModule),
            None => Err(NotASource::NoBot),
        }
    }
}

/// Why a file is not the source of a bot in one file. Its `Display` goes on after the name of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotASource {
    /// It registers no bot.
    NoBot,
    /// Python, which does not become a module.
    Python,
    /// TypeScript, which must be compiled first.
    TypeScript,
    /// A part of a bot in Rust that has several files.
    PartOfRust,
    /// The name is that of a module, and the contents are not.
    NoModule,
    /// A text in UTF-16, which compilers do not read.
    Utf16,
}

impl NotASource {
    fn words(self) -> &'static str {
        match self {
            NotASource::NoBot => NO_BOT,
            NotASource::Python => PROCESSES,
            NotASource::TypeScript => TYPESCRIPT,
            NotASource::PartOfRust => NAME_THE_FOLDER,
            NotASource::NoModule => NO_MODULE,
            NotASource::Utf16 => UTF_16,
        }
    }
}

impl std::fmt::Display for NotASource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

/// What the name of a file says.
enum ByName {
    /// JavaScript.
    Script,
    /// C++ or C.
    Compiled,
    /// Rust.
    Rust,
    /// Nothing.
    Unknown,
}

/// What the name of a file says about its language, or why no module comes of it.
fn language_of_name(path: &Path) -> Result<ByName, NotASource> {
    match ending(path) {
        Some("rs") => Ok(ByName::Rust),
        _ if path.file_name().is_some_and(|name| name == "Cargo.toml") => Err(NotASource::PartOfRust),
        Some("py") => Err(NotASource::Python),
        Some("ts") => Err(NotASource::TypeScript),
        Some("js" | "mjs") => Ok(ByName::Script),
        Some(ending) if COMPILED.contains(&ending) => Ok(ByName::Compiled),
        _ => Ok(ByName::Unknown),
    }
}

fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// The library that a source asks for, by the line that registers its bot.
fn library_of(file: &Path) -> Result<Option<Library>, BadBuild> {
    let unreadable = |why| BadBuild::Unreadable { file: file.to_owned(), why };
    Ok(library_in(text_of(file).map_err(unreadable)?.as_bytes()))
}

fn library_in(contents: &[u8]) -> Option<Library> {
    // Comments may be in any encoding.
    let text = String::from_utf8_lossy(contents);
    let marks =
        [("RegisterPlayer", Library::MadMax), ("JOUST_BOT", Library::Cpp), ("joust_my_bot", Library::C)];
    marks.into_iter().find(|(mark, _)| text.contains(mark)).map(|(_, library)| library)
}

/// Whether a text is in UTF-16: it has the mark of UTF-16 at its beginning, or every second byte of its first
/// letters is zero.
fn is_utf_16(contents: &[u8]) -> bool {
    let is_marked = contents.starts_with(b"\xff\xfe") || contents.starts_with(b"\xfe\xff");
    let (pairs, _) = contents.get(..16).unwrap_or_default().as_chunks::<2>();
    let zero = |place: usize| pairs.iter().all(|pair| pair[place] == 0 && pair[1 - place] != 0);
    is_marked || (!pairs.is_empty() && (zero(0) || zero(1)))
}

/// Whether a source in Rust has the line that makes a module.
fn is_rust_bot(contents: &[u8]) -> bool {
    String::from_utf8_lossy(contents).contains("joust::module!")
}

/// Whether a file is a part of a folder with a manifest, as cargo expects it.
fn is_of_folder(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| folder.file_name().is_some_and(|name| name == "src"));
    folder.and_then(Path::parent).is_some_and(|parent| parent.join("Cargo.toml").is_file())
}

/// The text of a source, which must be a plain file of a reasonable size. Comments may be in any encoding.
pub(super) fn text_of(file: &Path) -> io::Result<String> {
    let bytes = joust_files::read_all(joust_files::open_plain(file)?, LONGEST)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a source is C, and not C++.
pub(super) fn is_c(file: &Path) -> bool {
    ending(file) == Some("c")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(path: &Path) -> String {
        match Source::find(path) {
            Err(why) => why.to_string(),
            Ok(_) => panic!("{} was taken for a source", path.display()),
        }
    }

    #[test]
    fn a_source_is_known_by_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        let library = |path: &Path| match Source::find(path).unwrap() {
            Source::Compiled(sources) => Some((sources.library, sources.files.len())),
            Source::Rust(_) | Source::RustFile(_) | Source::Script(_) => None,
        };
        let player = write("max/AIFoo.cc", "// \u{e9}\nRegisterPlayer(PLAYER_NAME);");
        assert_eq!(library(&player), Some((Library::MadMax, 1)));
        let bot = write("cpp/bot.cc", "JOUST_BOT(make)");
        write("cpp/search.cpp", "int best;");
        write("cpp/notes.txt", "");
        assert_eq!(library(&bot), Some((Library::Cpp, 1)));
        assert_eq!(library(&folder.path().join("cpp")), Some((Library::Cpp, 2)));
        write("c/bot.c", "const joust_bot joust_my_bot = {};");
        assert_eq!(library(&folder.path().join("c")), Some((Library::C, 1)));
        write("rust/Cargo.toml", "joust = { path = \"joust\" }");
        assert_eq!(library(&folder.path().join("rust")), None);
        let alone = write("alone.rs", "joust::module!(make);");
        assert!(matches!(Source::find(&alone), Ok(Source::RustFile(file)) if file == alone));
        let part = write("rust/src/lib.rs", "joust::module!(make);");
        assert!(matches!(Source::find(&part), Err(BadBuild::NotASource { .. })));
        write("js/bot.js", "");
        assert!(
            matches!(Source::find(&folder.path().join("js")), Ok(Source::Script(main)) if main.ends_with("bot.js"))
        );
    }

    #[test]
    fn a_broken_module_and_a_text_in_utf_16_are_told_apart() {
        let found = |name: &str, bytes: &[u8]| SourceLanguage::find(name.as_ref(), bytes);
        assert_eq!(found("Hello.wasm", b"hello"), Err(NotASource::NoModule));
        assert_eq!(found("Hello.txt", b"hello"), Err(NotASource::NoBot));
        let text = "#include \"Player.hh\"\nRegisterPlayer(PLAYER_NAME);\n";
        let wide = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
        for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            assert_eq!(found("AIFoo.cc", &bytes), Err(NotASource::Utf16));
        }
        assert_eq!(
            found("AIFoo.cc", &[b"\xff\xfe", &wide(u16::to_le_bytes)[..]].concat()),
            Err(NotASource::Utf16)
        );
        assert_eq!(found("AIFoo.cc", text.as_bytes()), Ok(SourceLanguage::MadMax));
    }

    #[test]
    fn what_is_not_a_source_is_told_what_is() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            path
        };
        assert!(wrong(&write("a.cc", "int main () {}")).contains("`JOUST_BOT(make)`"));
        assert!(wrong(&write("bot.py", "")).contains("cmd:python3 bot.py"));
        assert!(wrong(&write("lib.rs", "")).contains("name the folder"));
        assert!(wrong(&write("rust/Cargo.toml", "[package]")).contains("name the folder"));
        assert!(wrong(&folder.path().join("rust")).contains("does not depend on the crate `joust`"));
        write("max/AIFoo.cc", "RegisterPlayer(Foo);");
        assert!(wrong(&folder.path().join("max")).contains("name one of them"));
        write("py/bot.py", "");
        assert!(wrong(&folder.path().join("py")).contains("run as processes"));
        fs::create_dir(folder.path().join("empty")).unwrap();
        assert!(wrong(&folder.path().join("empty")).contains("has no bot"));
        assert!(wrong(&folder.path().join("none")).contains("name an AI….cc"));
        let endless = write("endless.cc", "");
        fs::File::options().write(true).open(&endless).unwrap().set_len(1 << 40).unwrap();
        assert!(wrong(&endless).contains("larger than 16 MiB"), "{}", wrong(&endless));
        let none = folder.path().join("none.cc");
        assert!(matches!(Source::find(&none), Err(BadBuild::Unreadable { .. })));
    }
}
