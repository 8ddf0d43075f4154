//! Files and folders that only their owner can read: the database holds the secret that signs cookies.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The mode of a private file.
pub(crate) const FILE: u32 = 0o600;
/// The mode of a private folder.
const FOLDER: u32 = 0o700;

/// Creates a folder if necessary. A folder with Joust's files only is made private; a folder with other
/// files keeps its mode, since Joust's files are private anyway.
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER);
    builder.recursive(true).create(path)?;
    let own = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("joust.");
    let shared = std::fs::read_dir(path)?.flatten().any(|entry| !own(&entry.file_name()));
    if shared { Ok(()) } else { tighten(path, FOLDER) }
}

/// Opens a file for writing, and creates it if necessary.
pub(crate) fn file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE);
    let file = options.open(path)?;
    tighten(path, FILE)?;
    Ok(file)
}

/// Removes the permissions of others on a file or folder, independently of the umask.
#[cfg(unix)]
pub(crate) fn tighten(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = match std::fs::metadata(path) {
        Ok(found) => found.permissions(),
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(why) => return Err(why),
    };
    let found = permissions.mode() & 0o777;
    if found & !mode == 0 {
        return Ok(());
    }
    permissions.set_mode(mode);
    match std::fs::set_permissions(path, permissions) {
        Ok(()) => {
            tracing::info!(path = %path.display(), "was {found:o} and is {mode:o} now: for its owner only");
            Ok(())
        }
        // It belongs to another user, so its mode stays.
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => {
            tracing::warn!(path = %path.display(), "others can use it, mode {found:o}, and it cannot be closed");
            Ok(())
        }
        Err(why) => Err(why),
    }
}

/// Other systems have no file modes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
pub(crate) fn tighten(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}
