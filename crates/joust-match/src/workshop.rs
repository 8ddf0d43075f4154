//! Where a player is made of what somebody handed in: sources are compiled in confinement, and modules are opened.

use crate::{BadContestant, Contestant, Programs};
use joust_core::Fault;
use joust_files::Scratch;
use joust_players::Spec;
use joust_sandbox::{BadBuild, Build, BuildLimits, Stopped};
use std::io;
use std::path::{Path, PathBuf};

/// A private folder with the files of one submission. It is removed in the end.
///
/// ```
/// use joust_match::{Programs, Workshop};
/// use joust_sandbox::BuildLimits;
/// let workshop = Workshop::new("example")?;
/// std::fs::write(workshop.folder().join("ada.py"), "print()")?;
/// let limits = Some(BuildLimits::default());
/// let refused = workshop.build("ada.py".as_ref(), limits)?.unwrap_err();
/// assert!(refused.problem.contains("cannot become a module"), "{}", refused.problem);
/// let player = workshop.folder().join("ada.wasm").display().to_string();
/// std::fs::write(&player, "garbage")?;
/// let problem = workshop.open(&player, "mad", &Programs::default())?.unwrap_err();
/// assert!(problem.contains("not a WebAssembly module"));
/// assert_eq!(workshop.told(&player), "ada.wasm", "authors know their files without folders");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Workshop {
    /// The folder of the files.
    folder: PathBuf,
    /// The folder around it.
    _scratch: Scratch,
}

/// Why joust, and not the author, has no player.
#[derive(Debug, thiserror::Error)]
pub enum WorkshopTrouble {
    /// This machine cannot build or confine it.
    #[error("{0}")]
    Machine(String),
    /// Files cannot be written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// A module of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltModule {
    /// The bytes of the module.
    pub bytes: Vec<u8>,
    /// The warnings of the compiler, as its author reads them.
    pub warnings: String,
}

/// What is wrong with a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBuilt {
    /// A sentence about "it".
    pub problem: String,
    /// What the compiler says.
    pub messages: String,
    /// Whether only the clock has ended the compiler, within its limit of processor time: then the machine may be
    /// at fault.
    pub is_late: bool,
}

/// What is wrong with a source that the compiler refuses; its messages say more.
const REFUSED: &str = "it does not compile";
/// The most bytes of compiler messages that are kept.
const LONGEST: usize = 8 << 10;
/// The name of a file whose own name would be trouble for compilers and shells.
const PLAIN: &str = "submission";

impl Workshop {
    /// What is wrong with a source that the compiler refuses.
    pub const REFUSED: &str = REFUSED;

    /// An empty folder; `purpose` is a part of its name.
    pub fn new(purpose: &str) -> io::Result<Workshop> {
        let scratch = Scratch::private(purpose)?;
        // A confined program is confined to this path, so it must not have links in it.
        let folder = scratch.path().canonicalize()?.join("files");
        std::fs::create_dir(&folder)?;
        Ok(Workshop { folder, _scratch: scratch })
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A name for a file that is no trouble for compilers and shells: its own, or a plain one with its ending.
    ///
    /// ```
    /// use joust_match::Workshop;
    /// use std::path::Path;
    /// assert_eq!(Workshop::plain_name("AIAda.cc".as_ref()), Path::new("AIAda.cc"));
    /// assert_eq!(Workshop::plain_name("my bot's.cc".as_ref()), Path::new("submission.cc"));
    /// ```
    pub fn plain_name(name: &Path) -> PathBuf {
        let text = name.to_str().unwrap_or_default();
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
            return name.to_owned();
        }
        let ending = name.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        Path::new(PLAIN).with_extension(ending)
    }

    /// Compiles a source of the folder, or the folder itself if the path is empty; without limits, the source is
    /// trusted. See [`Workshop`] for an example.
    pub fn build(
        &self,
        source: &Path,
        confined: Option<BuildLimits>,
    ) -> Result<Result<BuiltModule, NotBuilt>, WorkshopTrouble> {
        let is_folder = source.as_os_str().is_empty();
        let source = if is_folder { self.folder.clone() } else { self.folder.join(source) };
        let refused = |problem: String, messages: &[u8]| {
            let (problem, messages) = (self.told(&problem), legible(messages, &self.folder));
            Ok(Err(NotBuilt { problem, messages, is_late: false }))
        };
        let why = match (Build { source: &source, standard: None, coloured: false, confined }.run()) {
            Ok(module) => {
                let warnings = legible(&module.warnings, &self.folder);
                return Ok(Ok(BuiltModule { bytes: module.bytes, warnings }));
            }
            Err(why) => why,
        };
        let told = why.to_string();
        match why {
            BadBuild::NotASource { wrong, .. } => refused(format!("it {wrong}"), &[]),
            BadBuild::Refused { errors, .. } => refused(REFUSED.to_owned(), &errors),
            BadBuild::Stopped { how, errors, .. } => {
                let is_late = matches!(how, Stopped::Time(_));
                let built = refused(format!("{REFUSED}: {how}"), &errors)?;
                Ok(built.map_err(|not_built| NotBuilt { is_late, ..not_built }))
            }
            BadBuild::NotABot { missing, line, .. } => refused(
                format!("it compiles, but its module does not export {missing}: it needs the line {line}"),
                &[],
            ),
            BadBuild::Unreadable { .. } => refused(told, &[]),
            BadBuild::NoCompiler
            | BadBuild::NoRust
            | BadBuild::NoTarget
            | BadBuild::Unconfined(_)
            | BadBuild::Io(_) => Err(WorkshopTrouble::Machine(told)),
        }
    }

    /// Opens a player of this name, or says what is wrong with it. See [`Workshop`] for an example.
    pub fn open(
        &self,
        player: &str,
        game: &str,
        programs: &Programs,
    ) -> Result<Result<Contestant, String>, WorkshopTrouble> {
        let machine = |why: String| WorkshopTrouble::Machine(why);
        let spec = Spec::read(player, game).map_err(|why| machine(why.to_string()))?;
        let problem = match programs.find(spec) {
            Ok(contestant) => return Ok(Ok(contestant)),
            Err(BadContestant::Module { why, .. }) => why.to_string(),
            Err(BadContestant::OtherGame(_)) => {
                "it is a player of Mad Max: it speaks the wire of the kit madmax-cpp".to_owned()
            }
            // A missing interpreter is no fault of the author.
            Err(why) => return Err(machine(why.to_string())),
        };
        Ok(Err(self.told(&problem)))
    }

    /// A text in which files have the names that their author knows.
    pub fn told(&self, text: &str) -> String {
        legible(text.as_bytes(), &self.folder)
    }

    /// A fault in the words of the author's files.
    ///
    /// ```
    /// use joust_core::{Fault, FaultKind};
    /// let workshop = joust_match::Workshop::new("example").unwrap();
    /// let mut fault = Fault::new(FaultKind::Crashed, format!("failed in {}/a.cc", workshop.folder().display()));
    /// workshop.told_fault(&mut fault);
    /// assert_eq!(fault.detail, "failed in a.cc");
    /// ```
    pub fn told_fault(&self, fault: &mut Fault) {
        fault.detail = self.told(&fault.detail);
        fault.last_words.iter_mut().for_each(|line| *line = self.told(line));
    }
}

/// The beginning of messages, with paths as their author knows them.
fn legible(messages: &[u8], folder: &Path) -> String {
    let text = String::from_utf8_lossy(messages);
    let text = text
        .replace(&format!("{}/", folder.display()), "")
        .replace(&folder.display().to_string(), "the folder");
    let text = text.trim_end();
    match text.char_indices().find(|(at, _)| *at >= LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_trouble_is_replaced() {
        for (name, staged) in [
            ("AIAda.cc", "AIAda.cc"),
            ("-rf.cc", "submission.cc"),
            ("my bot's.cc", "submission.cc"),
            ("a,fuel=9.wasm", "submission.wasm"),
            ("é", "submission"),
            ("", "submission"),
        ] {
            assert_eq!(Workshop::plain_name(name.as_ref()), Path::new(staged));
        }
    }

    #[test]
    fn messages_name_files_as_their_author_does() {
        let folder = Path::new("/tmp/x1/files");
        assert_eq!(legible(b"/tmp/x1/files/a.cc:3: error\n", folder), "a.cc:3: error");
        assert_eq!(legible("é".repeat(LONGEST).as_bytes(), folder).chars().count(), LONGEST / 2 + 1);
    }
}
