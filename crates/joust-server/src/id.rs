//! Names that nobody can guess.

/// Letters and digits that are not taken for one another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The system gives no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
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

/// Whether a text may be the id of a game.
pub(crate) fn is_game(text: &str) -> bool {
    text.len() == 13 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_of_the_alphabet_and_differ() {
        let (one, other) = (game().unwrap(), game().unwrap());
        assert!(is_game(&one) && is_game(&other) && one != other);
        assert_eq!(visitor().unwrap().len(), 26);
        assert!(!is_game("../../etc/pa") && !is_game("") && !is_game("ABCDEFGHJKMNP"));
    }
}
