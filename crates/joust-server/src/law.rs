//! The law of each game as a page, in both languages.

use crate::language::Language;
use pulldown_cmark::{Options, Parser, html};
use std::fmt::Write;
use std::sync::LazyLock;

struct Law {
    game: &'static str,
    english: LazyLock<String>,
    french: LazyLock<String>,
}

macro_rules! law {
    ($game:literal) => {
        Law {
            game: $game,
            english: LazyLock::new(|| page(include_str!(concat!("../../../rules/", $game, ".md")))),
            french: LazyLock::new(|| page(include_str!(concat!("../../../rules/fr/", $game, ".md")))),
        }
    };
}

static LAWS: [Law; 3] = [law!("mad"), law!("wargame"), law!("madmax")];

/// The law of a game in HTML.
pub(crate) fn of(game: &str, language: Language) -> Option<&'static str> {
    let law = LAWS.iter().find(|law| law.game == game)?;
    Some(match language {
        Language::English => &law.english,
        Language::French => &law.french,
    })
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
        let mad = of("mad", Language::English).unwrap();
        assert!(mad.contains("<p id=\"MAD-7.8\"><strong>MAD-7.8 (resignation)"), "{mad}");
        assert!(mad.contains("<table>"));
        let mad = of("mad", Language::French).unwrap();
        assert!(mad.contains("<p id=\"MAD-7.8\"><strong>MAD-7.8 (abandon)"), "{mad}");
        for language in [Language::English, Language::French] {
            assert!(of("wargame", language).unwrap().contains("id=\"WAR-3.2\""));
            assert!(of("madmax", language).unwrap().contains("id=\"MAX-4.7\""));
            assert!(of("chess", language).is_none());
        }
    }
}
