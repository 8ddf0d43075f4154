//! The law of each game as a page.

use pulldown_cmark::{Options, Parser, html};
use std::fmt::Write;
use std::sync::LazyLock;

static MAD: LazyLock<String> = LazyLock::new(|| page(include_str!("../../../rules/mad.md")));
static WARGAME: LazyLock<String> = LazyLock::new(|| page(include_str!("../../../rules/wargame.md")));
static MADMAX: LazyLock<String> = LazyLock::new(|| page(include_str!("../../../rules/madmax.md")));

/// The law of a game in HTML.
pub(crate) fn of(game: &str) -> Option<&'static str> {
    match game {
        "mad" => Some(&MAD),
        "wargame" => Some(&WARGAME),
        "madmax" => Some(&MADMAX),
        _ => None,
    }
}

/// A clause can be linked to by its id: `#MAD-3.2`.
fn page(text: &str) -> String {
    let mut page = String::new();
    html::push_html(&mut page, Parser::new_ext(text, Options::ENABLE_TABLES));
    let mut linked = String::with_capacity(page.len() + 4096);
    let mut parts = page.split("<p><strong>");
    linked.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let id = part.split([' ', '<']).next().unwrap_or("");
        let is_clause = id.split_once('-').is_some_and(|(game, number)| {
            game.bytes().all(|byte| byte.is_ascii_uppercase()) && number.contains('.')
        });
        if is_clause {
            let _ = write!(linked, "<p id=\"{id}\"><strong>");
        } else {
            linked.push_str("<p><strong>");
        }
        linked.push_str(part);
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_can_be_linked_to() {
        let mad = of("mad").unwrap();
        assert!(mad.contains("<p id=\"MAD-7.8\"><strong>MAD-7.8 (resignation)"), "{mad}");
        assert!(mad.contains("<table>"));
        assert!(of("wargame").unwrap().contains("id=\"WAR-3.2\""));
        assert!(of("madmax").unwrap().contains("id=\"MAX-4.7\""));
        assert!(of("chess").is_none());
    }
}
