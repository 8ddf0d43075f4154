//! Several faults in one line.

use std::fmt::Display;

/// Everything that is wrong with something, in one line: readers name all faults at once.
///
/// ```
/// #[derive(Debug, thiserror::Error)]
/// #[error("{}", joust_core::joined(.0))]
/// struct Bad(Vec<&'static str>);
/// assert_eq!(Bad(vec!["no side", "no turn"]).to_string(), "no side; no turn");
/// ```
pub fn joined(faults: &[impl Display]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}
