//! Random ids that cannot be guessed.

use sha2::{Digest, Sha256};

/// Letters and digits that are not mistaken for one another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The system has no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the system has no random numbers: {0}")]
pub(crate) struct NoChance(getrandom::Error);

fn draw<const N: usize>() -> Result<String, NoChance> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(NoChance)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

/// The id of a game: 13 letters of 5 bits.
pub(crate) fn game() -> Result<String, NoChance> {
    draw::<13>()
}

/// The id of a visitor: 26 letters, 130 bits.
pub(crate) fn visitor() -> Result<String, NoChance> {
    draw::<26>()
}

/// A token that proves who its owner is: 52 letters, 260 bits.
pub(crate) fn token() -> Result<String, NoChance> {
    draw::<52>()
}

/// A recovery code before it is cut into groups: 20 letters, 100 bits.
pub(crate) fn code() -> Result<String, NoChance> {
    draw::<20>()
}

/// The code with which students join a contest: 8 letters, 40 bits. Guesses need an account, and are counted.
pub(crate) fn join_code() -> Result<String, NoChance> {
    draw::<8>()
}

/// The id of a content: 13 letters of its hash. Equal contents have equal ids.
pub(crate) fn of_content(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash[..13].iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect()
}

/// Whether a text may be the id of a game or of a shared file.
pub(crate) fn is_game(text: &str) -> bool {
    text.len() == 13 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// The label of a game in the log: 32 bits of a hash of its id. The id gives access to the game, so it
/// must not be in the log; an operator who knows the id can compute the label.
pub(crate) fn label(game: &str) -> String {
    let hash = Sha256::digest(game.as_bytes());
    hex::encode(&hash[..4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_of_the_alphabet_and_differ() {
        let (one, other) = (game().unwrap(), game().unwrap());
        assert!(is_game(&one) && is_game(&other) && one != other);
        assert_eq!(visitor().unwrap().len(), 26);
        // printf 0123456789abc | sha256sum | cut -c 1-8
        assert_eq!(label("0123456789abc"), "8f740516");
        assert!(!is_game("../../etc/pa") && !is_game("") && !is_game("ABCDEFGHJKMNP"));
    }
}
