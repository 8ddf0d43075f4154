//! Accounts: visitors who have kept a name, and the ways in which they prove who they are.
//!
//! The store sees hashes only: of passwords (argon2id, made by the caller), and SHA-256 of the random
//! tokens of sessions, programs and recovery codes.

pub(crate) mod read;
pub(crate) mod write;

/// What an account may do. Later roles may do all that earlier ones may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Takes part in contests.
    #[default]
    Student,
    /// Makes contests.
    Teacher,
    /// Makes teachers.
    Operator,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 3] = [Role::Student, Role::Teacher, Role::Operator];

    /// The role in one word, as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Role::Student => "student",
            Role::Teacher => "teacher",
            Role::Operator => "operator",
        }
    }

    /// The role of a word.
    ///
    /// ```
    /// use joust_store::Role;
    /// assert_eq!(Role::named("teacher"), Some(Role::Teacher));
    /// assert_eq!(Role::named("king"), None);
    /// ```
    pub fn named(word: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.word() == word)
    }
}

/// A name that an account keeps. Two accounts differ in both of its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptName {
    /// The name as it is shown.
    pub name: String,
    /// The name without differences of case.
    pub caseless: String,
    /// The name by its look: letters that look alike are one.
    pub look: String,
}

/// An account that is to be written.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The visitor who becomes an account.
    pub visitor: String,
    /// The name.
    pub name: KeptName,
    /// The hash of the password; `None` for an account that signs in elsewhere.
    pub password: Option<String>,
    /// When it is made, in milliseconds since 1970.
    pub at: i64,
    /// The hashes of its recovery codes.
    pub codes: Vec<String>,
    /// Who it is for an identity provider.
    pub identity: Option<Identity>,
    /// The session of the browser that makes it.
    pub session: NewSession,
}

/// A session that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The SHA-256 of its token, in hexadecimal digits.
    pub hash: String,
    /// When it begins, in milliseconds since 1970.
    pub at: i64,
    /// The browser, in a few words.
    pub label: String,
}

/// A user of an identity provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The user, as the provider calls them.
    pub subject: String,
}

/// An account as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAccount {
    /// Its visitor.
    pub visitor: String,
    /// Its name.
    pub name: String,
    /// The hash of its password; `None` if it signs in elsewhere.
    pub password: Option<String>,
    /// Its role.
    pub role: Role,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
}

/// The account of a session or of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// Its visitor.
    pub visitor: String,
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// When the session or token was made, in milliseconds since 1970.
    pub at: i64,
    /// When it was used last; `None` for a token that was never used.
    pub seen: Option<i64>,
}

/// A session or a token, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The SHA-256 of its token, which tells nothing about the token.
    pub hash: String,
    /// When it was made, in milliseconds since 1970.
    pub at: i64,
    /// When it was used last; `None` for a token that was never used.
    pub seen: Option<i64>,
    /// The browser, or the name that the owner has given a token.
    pub label: String,
}

/// What an account has beside its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Belongings {
    /// Its sessions, the last used first.
    pub sessions: Vec<Key>,
    /// Its tokens, the newest first.
    pub tokens: Vec<Key>,
    /// Who it is for identity providers.
    pub identities: Vec<Identity>,
    /// The number of recovery codes that are left.
    pub codes: usize,
}
