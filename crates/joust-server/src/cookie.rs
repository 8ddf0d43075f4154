//! The cookie with a visitor's id: its name, its age, and its renewal.

use crate::language::cookies;
use crate::seal::{Opened, Seal};
use axum::http::HeaderMap;

/// The name over http, and the name that the first version used everywhere.
const PLAIN: &str = "joust";
/// The name over https: browsers accept it from this host over https only, so that another host of the
/// domain cannot set it.
const HOST: &str = "__Host-joust";
/// The lifetime of a cookie, in days.
const YEAR: u32 = 365;
/// The age at which a cookie is renewed, in days: a visitor who comes at least once a year keeps their
/// games.
const RENEWED: u32 = 30;
/// The most cookies that are checked. A browser has one or two of ours; another host may add more.
const MOST: usize = 32;

/// The visitor of a request, by its cookies.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) visitor: String,
    /// Whether the browser should get a new cookie for this visitor.
    pub(crate) is_renewed: bool,
}

/// The day of a time in milliseconds, both counted from 1970.
pub(crate) fn day(at: i64) -> u32 {
    u32::try_from(at / 86_400_000).unwrap_or(0)
}

/// The visitor of the first valid cookie. Over https the plain name is accepted only for cookies of the
/// first version, which have no day: no new ones are made, so another host cannot set them.
pub(crate) fn read(headers: &HeaderMap, seal: &Seal, is_https: bool, today: u32) -> Option<Known> {
    let open = |name| {
        let values = cookies(headers, name).take(MOST);
        values.filter_map(|value| seal.open(value)).filter(move |opened| is_fresh(opened, today))
    };
    if !is_https {
        return open(PLAIN).next().map(|opened| known(opened, today));
    }
    let own = open(HOST).next().map(|opened| known(opened, today));
    own.or_else(|| open(PLAIN).find(|opened| opened.day.is_none()).map(|opened| known(opened, today)))
}

/// Whether a cookie is not expired: a browser would have deleted an expired one.
fn is_fresh(opened: &Opened, today: u32) -> bool {
    opened.day.is_none_or(|day| today.saturating_sub(day) <= YEAR)
}

fn known(opened: Opened, today: u32) -> Known {
    let is_old = opened.day.is_none_or(|day| today.saturating_sub(day) >= RENEWED);
    Known { is_renewed: is_old || opened.is_of_old_secret, visitor: opened.visitor }
}

/// The attributes of all our cookies.
pub(crate) fn attributes(is_https: bool) -> String {
    let secure = if is_https { "; Secure" } else { "" };
    format!("Path=/; Max-Age={}; SameSite=Lax{secure}", YEAR * 86_400)
}

/// The cookie of a visitor, as the value of a header.
pub(crate) fn write(visitor: &str, seal: &Seal, is_https: bool, today: u32) -> String {
    let name = if is_https { HOST } else { PLAIN };
    format!("{name}={}; HttpOnly; {}", seal.seal(visitor, today), attributes(is_https))
}

/// The header that deletes a cookie of the first version, which `__Host-` replaces.
pub(crate) fn drop_old(headers: &HeaderMap, is_https: bool) -> Option<String> {
    let has_old = is_https && cookies(headers, PLAIN).next().is_some();
    has_old.then(|| format!("{PLAIN}=; Path=/; Max-Age=0; SameSite=Lax; Secure; HttpOnly"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    const TODAY: u32 = 20_000;
    /// Made by the first version, with 32 bytes of 7.
    const FIRST: &str = "ada.cf2f093f9c4c3f3969cc06a6934eecd4";

    fn headers(cookies: &[String]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for cookie in cookies {
            headers.append(header::COOKIE, cookie.parse().unwrap());
        }
        headers
    }

    fn told(cookies: &[String], is_https: bool) -> Option<(String, bool)> {
        let known = read(&headers(cookies), &Seal::new(&[[7; 32]]), is_https, TODAY);
        known.map(|known| (known.visitor, known.is_renewed))
    }

    #[test]
    fn the_cookie_that_is_ours_counts() {
        let seal = Seal::new(&[[7; 32]]);
        let (ada, eve) = (seal.seal("ada", TODAY - 1), Seal::new(&[[9; 32]]).seal("eve", TODAY));
        let both = [format!("a=b; joust={eve}; joust=; joust={ada}; c=d")];
        assert_eq!(told(&both, false), Some(("ada".into(), false)));
        assert_eq!(
            told(&[format!("joust={eve}"), format!("joust={ada}")], false),
            Some(("ada".into(), false))
        );
        assert_eq!(told(&[format!("joust={eve}")], false), None);
    }

    #[test]
    fn cookies_are_renewed_and_expire() {
        let seal = Seal::new(&[[7; 32]]);
        let aged = |days| told(&[format!("joust={}", seal.seal("ada", TODAY - days))], false);
        assert_eq!(aged(29), Some(("ada".into(), false)));
        assert_eq!(aged(30), Some(("ada".into(), true)));
        assert_eq!(aged(365), Some(("ada".into(), true)));
        assert_eq!(aged(366), None);
        let ahead = told(&[format!("joust={}", seal.seal("ada", TODAY + 9))], false);
        assert_eq!(ahead, Some(("ada".into(), false)), "clocks differ");
    }

    #[test]
    fn over_https_only_the_own_host_counts() {
        let seal = Seal::new(&[[7; 32]]);
        let (ada, eve) = (seal.seal("ada", TODAY), seal.seal("eve", TODAY));
        let planted = format!("joust={eve}");
        assert_eq!(told(&[format!("{planted}; __Host-joust={ada}")], true), Some(("ada".into(), false)));
        assert_eq!(told(&[planted], true), None);
        // A cookie of the first version is replaced.
        let first = format!("joust={FIRST}");
        assert_eq!(told(std::slice::from_ref(&first), true), Some(("ada".into(), true)));
        assert_eq!(told(std::slice::from_ref(&first), false), Some(("ada".into(), true)));
        assert!(drop_old(&headers(std::slice::from_ref(&first)), true).unwrap().contains("Max-Age=0"));
        assert_eq!(drop_old(&headers(&[first]), false), None);
        let written = write("ada", &seal, true, TODAY);
        assert!(written.starts_with(&format!("__Host-joust={ada}; ")), "{written}");
        assert!(written.contains("Path=/") && written.contains("Secure") && !written.contains("Domain"));
        assert!(write("ada", &seal, false, TODAY).starts_with("joust="));
    }
}
