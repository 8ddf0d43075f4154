//! English or French.

use axum::http::{HeaderMap, Uri, header};

/// A language of the pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    English,
    French,
}

/// The cookie that remembers a choice.
pub(crate) const COOKIE: &str = "lang";

impl Language {
    /// The language with this code.
    pub(crate) fn named(code: &str) -> Option<Language> {
        match code {
            "en" => Some(Language::English),
            "fr" => Some(Language::French),
            _ => None,
        }
    }

    /// Its code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }

    /// The language that the address asks for.
    pub(crate) fn asked(uri: &Uri) -> Option<Language> {
        let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == "lang").find_map(|(_, code)| Language::named(code))
    }

    /// The language of a request: asked for, remembered, or the browser's.
    pub(crate) fn of(uri: &Uri, headers: &HeaderMap) -> Language {
        let remembered = || cookies(headers, COOKIE).find_map(Language::named);
        Language::asked(uri).or_else(remembered).or_else(|| accepted(headers)).unwrap_or_default()
    }
}

/// The values of a cookie: a browser may have several of one name, from several paths and domains.
pub(crate) fn cookies<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// The first of our languages that the browser likes best.
fn accepted(headers: &HeaderMap) -> Option<Language> {
    let text = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let mut best: Option<(f32, Language)> = None;
    for item in text.split(',').take(20) {
        let (tag, weight) = item.split_once(";q=").unwrap_or((item, "1"));
        let weight: f32 = weight.trim().parse().unwrap_or(0.0);
        let code = tag.trim().split('-').next().unwrap_or("").to_ascii_lowercase();
        if let Some(language) = Language::named(&code)
            && weight > best.map_or(0.0, |(weight, _)| weight)
        {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(uri: &str, cookie: &str, accept: &str) -> Language {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::COOKIE, cookie), (header::ACCEPT_LANGUAGE, accept)] {
            if !value.is_empty() {
                headers.insert(name, value.parse().unwrap());
            }
        }
        Language::of(&uri.parse().unwrap(), &headers)
    }

    #[test]
    fn the_address_counts_more_than_the_cookie_and_the_browser() {
        use Language::{English, French};
        assert_eq!(of("/", "", ""), English);
        assert_eq!(of("/", "", "de, fr-CH;q=0.8, en;q=0.7"), French);
        assert_eq!(of("/", "", "en-GB, fr;q=0.9"), English);
        assert_eq!(of("/", "a=b; lang=en", "fr"), English);
        assert_eq!(of("/?x=1&lang=fr", "lang=en", "en"), French);
        assert_eq!(of("/?lang=xx", "lang=zz", ";;;q=,fr;q=x"), English);
    }
}
