//! Passwords: what is refused, and how they are hashed (argon2id).

use super::fault::Fault;
use crate::failure::Failure;
use crate::limits::{HASH_WAIT, HASHES_AT_ONCE, PASSWORD_BYTES, PASSWORD_CHARS};
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use std::sync::Arc;
use tokio::sync::{OnceCell, Semaphore};
use tokio::time::timeout;
use unicode_normalization::UnicodeNormalization;
use zxcvbn::{Score, zxcvbn};

/// Hashes passwords away from the threads that serve visitors, and few at once: a hash takes 19 MiB of
/// memory and some 20 ms of a processor.
pub(crate) struct Passwords {
    turns: Arc<Semaphore>,
    /// A hash that no password has, for accounts that do not exist.
    nobody: OnceCell<String>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { turns: Arc::new(Semaphore::new(HASHES_AT_ONCE)), nobody: OnceCell::new() }
    }
}

/// A password as it is hashed: keyboards write some letters in two ways.
fn plain(password: &str) -> String {
    password.nfkc().collect()
}

/// Refuses a password that is too short, too long or easy to guess. `words` are those that a guesser would
/// try first, such as the name.
fn check(password: &str, words: &[&str]) -> Result<(), Fault> {
    if password.chars().count() < PASSWORD_CHARS {
        return Err(Fault::Short);
    }
    if password.len() > PASSWORD_BYTES {
        return Err(Fault::Long);
    }
    // The estimate takes time that grows with the square of the length.
    let begin: String = password.chars().take(64).collect();
    if zxcvbn(&begin, words).score() < Score::Three { Err(Fault::Guessable) } else { Ok(()) }
}

impl Passwords {
    /// Runs a piece of work when it is its turn.
    async fn turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        let turn = timeout(HASH_WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(Failure::Full) };
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            // The turn ends with the work, even if the visitor is gone by then.
            drop(turn);
            done
        });
        done.await.map_err(|why| Failure::Ours(why.to_string()))
    }

    /// The hash of a new password, or why it is refused.
    pub(crate) async fn hash(&self, password: &str, name: &str) -> Result<Result<String, Fault>, Failure> {
        let (password, name) = (plain(password), name.to_owned());
        let hashed = self.turn(move || {
            let joined = name.replace(' ', "");
            let mut words = vec![name.as_str(), &joined, "joust", "wargame", "madmax", "mad max"];
            words.extend(name.split(' '));
            check(&password, &words).map(|()| hash(&password))
        });
        Ok(match hashed.await? {
            Ok(hashed) => Ok(hashed.map_err(Failure::Ours)?),
            Err(fault) => Err(fault),
        })
    }

    /// Whether a password is that of a hash. An account without a password, or no account, takes as long
    /// as a wrong password.
    pub(crate) async fn is_right(&self, password: &str, stored: Option<&str>) -> Result<bool, Failure> {
        let is_known = stored.is_some();
        let stored = match stored {
            Some(stored) => stored.to_owned(),
            None => self.nobody().await?,
        };
        let password = plain(&password.chars().take(PASSWORD_BYTES).collect::<String>());
        let right = self.turn(move || {
            let parsed = PasswordHash::new(&stored).map_err(|why| why.to_string())?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
        });
        let right = right.await?.map_err(|why: String| Failure::Ours(format!("a stored hash: {why}")))?;
        Ok(right && is_known)
    }

    async fn nobody(&self) -> Result<String, Failure> {
        let made = self.nobody.get_or_try_init(|| async {
            let secret = super::secret::session()?;
            self.turn(move || hash(&secret)).await?.map_err(Failure::Ours)
        });
        made.await.cloned()
    }
}

fn hash(password: &str) -> Result<String, String> {
    let hashed: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
    hashed.map(|hashed| hashed.to_string()).map_err(|why| format!("a password cannot be hashed: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_passwords_are_refused_with_the_reason() {
        for (password, fault) in [
            ("", Fault::Short),
            ("ab1!xyz9Q", Fault::Short),
            (&"é".repeat(9), Fault::Short),
            (&"long words ".repeat(50), Fault::Long),
            ("aaaaaaaaaaaa", Fault::Guessable),
            ("password123", Fault::Guessable),
            ("1234567890", Fault::Guessable),
            ("qwertyuiop", Fault::Guessable),
            ("lovelace99", Fault::Guessable),
            ("joustjoust", Fault::Guessable),
        ] {
            assert_eq!(check(password, &["Lovelace", "joust"]), Err(fault), "{password}");
        }
        for password in
            ["orange tiger piano", "kM2#vQ9!xL", "dix petits chevaux verts", "王冠火山音乐会跳跃海洋"]
        {
            assert_eq!(check(password, &["Lovelace"]), Ok(()), "{password}");
        }
    }

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_only() {
        let passwords = Passwords::default();
        let stored = passwords.hash("orange tigér piano", "Ada").await.unwrap().unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(passwords.is_right("orange tigér piano", Some(&stored)).await.unwrap());
        // Another keyboard.
        assert!(passwords.is_right("orange tige\u{301}r piano", Some(&stored)).await.unwrap());
        assert!(!passwords.is_right("orange tiger piano", Some(&stored)).await.unwrap());
        assert!(!passwords.is_right("orange tigér piano", None).await.unwrap());
        assert!(passwords.is_right("x", Some("damaged")).await.is_err());
        let again = passwords.hash("orange tigér piano", "Ada").await.unwrap().unwrap();
        assert_ne!(stored, again, "every hash has a salt of its own");
    }
}
