//! Good games that come with the server.

use serde_json::Value;

/// The games of the gallery, for the list.
pub(crate) fn listed() -> Vec<Value> {
    Vec::new()
}
