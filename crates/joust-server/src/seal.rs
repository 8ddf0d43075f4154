//! The id of a visitor in a cookie, signed against forgery.

use crate::id;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Signs ids and verifies signatures. The first secret signs; signatures by any of them are valid, so
/// that visitors keep their ids when a new secret is made.
#[derive(Clone)]
pub(crate) struct Seal {
    macs: Vec<Hmac<Sha256>>,
}

/// The content of a cookie with a valid signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) visitor: String,
    /// The day on which it was signed, counted from 1970; `None` in cookies of the first version.
    pub(crate) day: Option<u32>,
    /// Whether it was signed by an older secret.
    pub(crate) is_of_old_secret: bool,
}

/// The length of the signature in the cookie: 128 bits.
const BYTES: usize = 16;

impl Seal {
    /// A seal with these secrets, the newest first.
    pub(crate) fn new(secrets: &[[u8; 32]]) -> Seal {
        let mac = |secret: &[u8; 32]| Hmac::new_from_slice(secret).expect("a key of any length will do");
        Seal { macs: secrets.iter().map(mac).collect() }
    }

    /// The cookie of a visitor: id, day and signature.
    pub(crate) fn seal(&self, visitor: &str, day: u32) -> String {
        let text = format!("{visitor}.{day}");
        let signature = self.macs[0].clone().chain_update(text.as_bytes()).finalize().into_bytes();
        format!("{text}.{}", hex::encode(&signature[..BYTES]))
    }

    /// A label for an address: equal for equal addresses, and without the secret nothing can be told from it.
    pub(crate) fn label(&self, address: &str) -> String {
        let text = format!("address {address}");
        let code = self.macs[0].clone().chain_update(text.as_bytes()).finalize().into_bytes();
        hex::encode(&code[..BYTES])
    }

    /// The content of a cookie, if its signature is valid.
    pub(crate) fn open(&self, cookie: &str) -> Option<Opened> {
        let (text, signature) = cookie.rsplit_once('.')?;
        let mut bytes = [0; BYTES];
        hex::decode_to_slice(signature, &mut bytes).ok()?;
        let signed = |mac: &Hmac<Sha256>| {
            mac.clone().chain_update(text.as_bytes()).verify_truncated_left(&bytes).is_ok()
        };
        let secret = self.macs.iter().position(signed)?;
        let (visitor, day) = match text.split_once('.') {
            Some((visitor, day)) => (visitor, Some(day.parse().ok()?)),
            None => (text, None),
        };
        Some(Opened { visitor: visitor.to_owned(), day, is_of_old_secret: secret > 0 })
    }
}

/// The id of a new visitor.
pub(crate) fn stranger() -> Result<String, id::NoChance> {
    id::visitor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_cookies_open() {
        let seal = Seal::new(&[[7; 32]]);
        let cookie = seal.seal("ada", 20_000);
        let ada = Opened { visitor: "ada".into(), day: Some(20_000), is_of_old_secret: false };
        assert_eq!(seal.open(&cookie), Some(ada));
        assert_eq!(Seal::new(&[[8; 32]]).open(&cookie), None);
        let (_, signature) = cookie.rsplit_once('.').unwrap();
        for forged in [
            "",
            ".",
            "..",
            "ada",
            "ada.",
            "ada.20000.",
            "eve.00",
            &format!("eve.20000.{signature}"),
            &format!("ada.20001.{signature}"),
            &format!("ada.{signature}"),
            &cookie[..cookie.len() - 1],
        ] {
            assert_eq!(seal.open(forged), None, "{forged}");
        }
        assert_eq!(seal.open(&format!("ada.20000.é{}", &signature[2..])), None);
    }

    #[test]
    fn cookies_stay_valid_after_a_new_secret() {
        let (old, new) = (Seal::new(&[[7; 32]]), Seal::new(&[[8; 32], [7; 32]]));
        let opened = new.open(&old.seal("ada", 1)).unwrap();
        assert!(opened.visitor == "ada" && opened.is_of_old_secret);
        let opened = new.open(&new.seal("ada", 1)).unwrap();
        assert!(!opened.is_of_old_secret);
        assert_eq!(old.open(&new.seal("ada", 1)), None);
    }

    /// Made by the first version, with 32 bytes of 7.
    #[test]
    fn cookies_of_the_first_version_open() {
        let seal = Seal::new(&[[7; 32]]);
        let opened = seal.open("ada.cf2f093f9c4c3f3969cc06a6934eecd4").unwrap();
        assert_eq!(opened, Opened { visitor: "ada".into(), day: None, is_of_old_secret: false });
    }
}
