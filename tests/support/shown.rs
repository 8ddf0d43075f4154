//! Compares an example of a document with what the program says.

use serde_json::{Number, Value};

/// Marks an omission in an example.
const REST: &str = "…";

/// Fields that differ from run to run.
const TIMES: [&str; 3] = ["time_ms", "ms", "longest_ms"];

/// Whether an example shows this value: objects have all their fields in order, and omissions at the end of a
/// list are marked. A number with two decimals or more may be rounded.
pub(crate) fn shows(example: &Value, value: &Value) -> bool {
    match (example, value) {
        (Value::Array(shown), Value::Array(all)) => match shown.split_last() {
            Some((last, shown)) if last == REST => {
                shown.len() < all.len() && shown.iter().zip(all).all(|(a, b)| shows(a, b))
            }
            _ => shown.len() == all.len() && shown.iter().zip(all).all(|(a, b)| shows(a, b)),
        },
        (Value::Object(shown), Value::Object(all)) => {
            let alike = |name: &String| {
                let is_time = TIMES.contains(&name.as_str());
                let (shown, told) = (&shown[name], &all[name]);
                if is_time { shown.is_number() == told.is_number() } else { shows(shown, told) }
            };
            shown.keys().eq(all.keys()) && shown.keys().all(alike)
        }
        (Value::Number(shown), Value::Number(all)) => shown == all || rounds(all, shown),
        (shown, value) => shown == value,
    }
}

/// Whether a number is rounded to the digits of the example.
fn rounds(number: &Number, shown: &Number) -> bool {
    let shown = shown.to_string();
    let decimals = shown.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    decimals >= 2 && number.as_f64().is_some_and(|number| format!("{number:.decimals$}") == shown)
}
