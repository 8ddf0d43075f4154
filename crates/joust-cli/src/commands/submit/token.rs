//! The token of an account: from the environment, or from a file that only its owner can read.

use crate::environment::said;
use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The longest file of a token.
const LONGEST: u64 = 4096;

/// The token of the caller.
pub(crate) fn token(file: Option<&Path>) -> Result<String, Failure> {
    if file.is_none()
        && let Some(token) = said("JOUST_TOKEN")
    {
        return plain(&token.to_string_lossy(), "the variable JOUST_TOKEN");
    }
    let usual = usual();
    let Some(path) = file.or(usual.as_deref()) else {
        return Err(Failure::Usage("there is no token: set the variable JOUST_TOKEN".to_owned()));
    };
    let text = joust_files::read_text(path, LONGEST).map_err(|why| {
        let name = path.display();
        if why.kind() == std::io::ErrorKind::NotFound {
            let how =
                "make one on the page of your account and write it there, or set the variable JOUST_TOKEN";
            return Failure::Usage(format!("there is no token in {name}: {how}"));
        }
        Failure::file(path, &why)
    })?;
    is_private(path)?;
    plain(&text, &path.display().to_string())
}

/// `joust/token` in the folder for the user's settings.
fn usual() -> Option<PathBuf> {
    let base = said("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base.or_else(|| said("HOME").map(|home| PathBuf::from(home).join(".config")));
    base.map(|base| base.join("joust").join("token"))
}

/// Fails if other users can read the file of a token.
#[cfg(unix)]
fn is_private(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    let found = std::fs::metadata(path).map_err(|why| Failure::file(path, &why))?.permissions().mode();
    let (mode, others) = (found & 0o777, found & 0o077);
    if others == 0 {
        return Ok(());
    }
    let name = path.display();
    Err(Failure::Usage(format!("others can read {name} (mode {mode:o}): run chmod 600 {name}")))
}

/// Other systems have no file modes.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn is_private(_: &Path) -> Result<(), Failure> {
    Ok(())
}

/// A token without the space around it. It goes into a header, so it is one word.
fn plain(text: &str, place: &str) -> Result<String, Failure> {
    let token = text.trim();
    if token.is_empty() || !token.chars().all(|c| c.is_ascii_graphic()) {
        return Err(Failure::Usage(format!("{place} has no token: it is one word that begins with joust_")));
    }
    Ok(token.to_owned())
}
