//! Who a visitor is: an id in a cookie, signed so that nobody can be somebody else.

use crate::id;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Signs ids and knows its own signatures.
#[derive(Clone)]
pub(crate) struct Seal {
    mac: Hmac<Sha256>,
}

/// Bytes of a signature that the cookie carries: 128 bits.
const BYTES: usize = 16;

impl Seal {
    pub(crate) fn new(secret: &[u8; 32]) -> Seal {
        Seal { mac: Hmac::new_from_slice(secret).expect("a key of any length will do") }
    }

    fn sign(&self, id: &str) -> String {
        let signature = self.mac.clone().chain_update(id.as_bytes()).finalize().into_bytes();
        signature[..BYTES].iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// The cookie of a visitor.
    pub(crate) fn seal(&self, id: &str) -> String {
        format!("{id}.{}", self.sign(id))
    }

    /// The visitor of a cookie, if it is one of ours.
    pub(crate) fn open(&self, cookie: &str) -> Option<String> {
        let (id, signature) = cookie.split_once('.')?;
        let digits = (0..BYTES).map(|i| signature.get(2 * i..2 * i + 2));
        let bytes: Option<Vec<u8>> = digits.map(|two| u8::from_str_radix(two?, 16).ok()).collect();
        let bytes = bytes.filter(|_| signature.len() == 2 * BYTES)?;
        let told = self.mac.clone().chain_update(id.as_bytes()).verify_truncated_left(&bytes);
        told.ok().map(|()| id.to_owned())
    }
}

/// A visitor whom nobody has seen before.
pub(crate) fn stranger() -> Result<String, id::NoChance> {
    id::visitor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_cookies_open() {
        let seal = Seal::new(&[7; 32]);
        let cookie = seal.seal("ada");
        assert_eq!(seal.open(&cookie).as_deref(), Some("ada"));
        assert_eq!(Seal::new(&[8; 32]).open(&cookie), None);
        let (_, signature) = cookie.split_once('.').unwrap();
        for forged in
            ["", ".", "ada", "ada.", "eve.00", &format!("eve.{signature}"), &cookie[..cookie.len() - 1]]
        {
            assert_eq!(seal.open(forged), None, "{forged}");
        }
        assert_eq!(seal.open(&format!("ada.é{}", &signature[2..])), None);
    }
}
