//! The network address of a request, as rates count it.

use axum::http::HeaderMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// An address as rates count it. IPv4 addresses count one by one. A subscriber has a whole IPv6 network,
/// and some have many: IPv6 addresses count by their /64, and with a larger rate by their /48.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The IPv4 address or the /64.
    pub(crate) site: Arc<str>,
    /// The IPv4 address or the /48.
    pub(crate) network: Arc<str>,
}

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Address {
                    site: format!("{a:x}:{b:x}:{c:x}:{d:x}::/64").into(),
                    network: format!("{a:x}:{b:x}:{c:x}::/48").into(),
                }
            }
            IpAddr::V4(address) => {
                let site: Arc<str> = address.to_string().into();
                Address { network: Arc::clone(&site), site }
            }
        }
    }
}

impl Address {
    /// The address of visitors that were not seen since the server started.
    pub(crate) fn unknown() -> Address {
        Address { site: "?".into(), network: "?".into() }
    }
}

/// The visitor's address behind this many of our proxies. Each proxy appends the address of its client to
/// `X-Forwarded-For`; anything before that is sent by the visitor and cannot be trusted.
pub(crate) fn forwarded(headers: &HeaderMap, proxies: u8) -> Option<IpAddr> {
    let lines = headers.get_all("x-forwarded-for").iter();
    let texts: Option<Vec<&str>> = lines.map(|line| line.to_str().ok()).collect();
    let texts = texts?;
    let hops: Vec<&str> = texts.iter().flat_map(|text| text.split(',')).collect();
    let first = hops.len().checked_sub(usize::from(proxies))?;
    read(hops.get(first)?.trim())
}

/// Reads an address, with or without a port.
fn read(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn told(lines: &[&'static str], proxies: u8) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        forwarded(&headers, proxies).map(|address| address.to_string())
    }

    #[test]
    fn only_addresses_from_our_proxies_count() {
        assert_eq!(told(&["1.1.1.1, 2.2.2.2"], 1).as_deref(), Some("2.2.2.2"));
        assert_eq!(told(&["1.1.1.1, 2.2.2.2", "3.3.3.3"], 1).as_deref(), Some("3.3.3.3"));
        assert_eq!(told(&["1.1.1.1, 2.2.2.2", "3.3.3.3"], 2).as_deref(), Some("2.2.2.2"));
        assert_eq!(told(&["1.1.1.1"], 2), None);
        assert_eq!(told(&[], 1), None);
        assert_eq!(told(&["1.1.1.1, unknown"], 1), None);
        assert_eq!(told(&["1.1.1.1,"], 1), None);
    }

    #[test]
    fn ports_are_left_out() {
        assert_eq!(told(&["1.2.3.4:55555"], 1).as_deref(), Some("1.2.3.4"));
        assert_eq!(told(&["[2001:db8::1]:5"], 1).as_deref(), Some("2001:db8::1"));
        assert_eq!(told(&["[::1]"], 1).as_deref(), Some("::1"));
        assert_eq!(told(&["2001:db8::1"], 1).as_deref(), Some("2001:db8::1"));
    }

    #[test]
    fn ipv6_counts_by_64_and_by_48_bits() {
        let of = |text: &str| Address::from(text.parse::<IpAddr>().unwrap());
        let (one, near, far) = (of("2001:db8:1:2::3"), of("2001:db8:1:2:ffff::9"), of("2001:db8:1:ff::3"));
        assert_eq!(one, near);
        assert!(one.site != far.site && one.network == far.network);
        assert_ne!(one.network, of("2001:db8:2:2::3").network);
        assert_eq!(of("::ffff:1.2.3.4"), of("1.2.3.4"));
        assert_ne!(of("1.2.3.4"), of("1.2.3.5"));
    }
}
