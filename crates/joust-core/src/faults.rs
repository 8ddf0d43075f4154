//! Several faults in one line.

use std::fmt;

/// Writes everything that is wrong with something, in one line: readers name all faults at once.
///
/// ```
/// struct Bad(Vec<&'static str>);
/// impl std::fmt::Display for Bad {
///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
///         joust_core::write_faults(f, &self.0)
///     }
/// }
/// assert_eq!(Bad(vec!["no side", "no turn"]).to_string(), "no side; no turn");
/// ```
pub fn write_faults(f: &mut fmt::Formatter<'_>, faults: &[impl fmt::Display]) -> fmt::Result {
    for (index, fault) in faults.iter().enumerate() {
        let separator = if index > 0 { "; " } else { "" };
        write!(f, "{separator}{fault}")?;
    }
    Ok(())
}
