//! The private folder in which a module is built.

use crate::kit_files::KitFile;
use joust_files::Scratch;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;

/// The parts of the folder.
pub(super) struct Folders {
    /// The folder itself, without links in its path: a compiler is confined to it.
    root: PathBuf,
    /// The library of the kit.
    pub(super) kit: PathBuf,
    /// A copy of the source, if the compiler is confined.
    pub(super) source: PathBuf,
    /// Objects and the module.
    pub(super) out: PathBuf,
    /// Removes everything in the end.
    _scratch: Scratch,
}

impl Folders {
    /// A folder with these files of a kit.
    pub(super) fn new(files: &mut dyn Iterator<Item = KitFile>) -> io::Result<Folders> {
        let scratch = Scratch::private("build")?;
        let root = scratch.path().canonicalize()?;
        let [kit, source, out] = ["kit", "source", "out"].map(|name| root.join(name));
        for folder in [&kit, &source, &out] {
            fs::create_dir(folder)?;
        }
        for (path, text) in files {
            let path = kit.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, text)?;
        }
        Ok(Folders { root, kit, source, out, _scratch: scratch })
    }

    /// An argument by which a compiler writes other paths than those of this folder into a module. They are drawn by
    /// lot: without this, two builds of one source would differ.
    pub(super) fn without_paths(&self, option: &str) -> OsString {
        let mut word = OsString::from(option);
        word.push(&self.root);
        word.push("=.");
        word
    }

    /// Messages of a compiler without the path of this folder, which is another one each time.
    pub(super) fn shown(&self, messages: Vec<u8>) -> Vec<u8> {
        let own = format!("{}/", self.root.display());
        match String::from_utf8(messages) {
            Ok(text) => text.replace(&own, "").into_bytes(),
            Err(other) => other.into_bytes(),
        }
    }
}
