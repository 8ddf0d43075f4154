//! Random secrets of accounts: of sessions, programs and recovery. The database has their SHA-256 only. They
//! are random and long, so a fast hash is enough: nobody can try them all.

use crate::id::{self, NoChance};
use sha2::{Digest, Sha256};

/// How a token for a program begins, so that people and scanners for leaked secrets recognize one.
pub(crate) const PREFIX: &str = "joust_";
/// The number of recovery codes.
pub(crate) const CODES: usize = 8;
/// The length of a group of letters in a recovery code.
const GROUP: usize = 5;

/// The hash of a secret, in hexadecimal digits.
pub(crate) fn hash(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// A token for a session.
pub(crate) fn session() -> Result<String, NoChance> {
    id::token()
}

/// A token for a program.
pub(crate) fn token() -> Result<String, NoChance> {
    Ok(format!("{PREFIX}{}", id::token()?))
}

/// New recovery codes, as they are shown.
pub(crate) fn codes() -> Result<Vec<String>, NoChance> {
    let shown = |code: String| {
        let groups: Vec<&str> = (0..code.len()).step_by(GROUP).map(|at| &code[at..at + GROUP]).collect();
        groups.join("-")
    };
    (0..CODES).map(|_| id::code().map(shown)).collect()
}

/// The hash of a recovery code, however it is typed: letters that are not in use stand for the digits that
/// they look like.
pub(crate) fn code_hash(typed: &str) -> String {
    let plain = typed.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let read = |c: char| match c {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    };
    hash(&plain.map(read).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let codes = codes().unwrap();
        assert_eq!(codes.len(), CODES);
        assert!(codes.iter().all(|code| code.len() == 23), "{codes:?}");
        assert_ne!(codes[0], codes[1]);
        for typed in ["01abc-1defg-00000-zzzzz", " O1ABC ldefg ooooo zzzzz", "oiabcIdefg00000ZZZZZ"] {
            assert_eq!(code_hash(typed), code_hash("01abc1defg00000zzzzz"), "{typed}");
        }
        assert_ne!(code_hash("01abc1defg00000zzzzy"), code_hash("01abc1defg00000zzzzz"));
    }

    #[test]
    fn tokens_differ_and_their_hash_is_that_of_sha256() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert!(one != other && one.starts_with("joust_") && one.len() == 58);
        // printf joust | sha256sum
        assert_eq!(hash("joust"), "7daf3795877f1bdc9411e794122f40e8f6093e9a80fc3fecf9b43b01fd4b4f7d");
    }
}
