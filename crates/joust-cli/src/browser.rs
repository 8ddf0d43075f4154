//! The user's browser.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// Opens a file or an address with `$BROWSER`, or else with the system. Gives whether a program for that
/// could be started.
pub(crate) fn open(what: &OsStr) -> bool {
    let browser = std::env::var("BROWSER").ok().filter(|browser| !browser.is_empty());
    let (program, words): (&str, &[&str]) = match &browser {
        Some(browser) => (browser, &[]),
        None if cfg!(target_os = "macos") => ("open", &[]),
        None if cfg!(windows) => ("cmd", &["/C", "start", ""]),
        None => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(words).arg(what).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // `$BROWSER` may run for as long as its window is open; the opener of the system soon ends.
    match command.spawn() {
        Err(_) => false,
        Ok(_) if browser.is_some() => true,
        Ok(mut child) => child.wait().is_ok_and(|status| status.success()),
    }
}

/// Whether there is a desktop on which a browser could appear.
pub(crate) fn has_desktop() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos"))
        || ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| is_set(name))
}
