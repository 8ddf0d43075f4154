//! What is wrong with a form of an account, in both languages.

use crate::french::Told;
use crate::limits::{NAME_CHARS, PASSWORD_BYTES, PASSWORD_CHARS, TOKENS};

/// Why a form is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("a name has at least one letter")]
    Nameless,
    #[error("a name has at most {NAME_CHARS} characters")]
    LongName,
    #[error("this name, or one that looks like it, is taken: choose another")]
    Taken,
    #[error("this name is reserved: choose another")]
    Reserved,
    #[error("a password has at least {PASSWORD_CHARS} characters")]
    Short,
    #[error("a password has at most {PASSWORD_BYTES} characters")]
    Long,
    #[error("this password is easy to guess: take several words that do not belong together")]
    Guessable,
    #[error("the name or the password is wrong")]
    SignIn,
    #[error("the current password is wrong")]
    Password,
    #[error("the name or the code is wrong, or the code was used before")]
    Code,
    #[error("too many attempts: wait a minute and try again")]
    Slow,
    #[error("there are {TOKENS} tokens already: remove one first")]
    Tokens,
    #[error("to confirm, write your name")]
    Confirm,
    #[error("there is no account with this name")]
    Nobody,
    #[error("you cannot take the role of operator from yourself")]
    Own,
    #[error("the identity provider refused to sign you in")]
    Refused,
    #[error("the identity provider does not answer: try again in a while")]
    Away,
    #[error("this sign-in has expired: try again")]
    Expired,
    #[error("this identity belongs to another account")]
    Identity,
}

impl Told for Fault {
    fn french(&self) -> String {
        match self {
            Fault::Nameless => "un nom a au moins une lettre".into(),
            Fault::LongName => format!("un nom a au plus {NAME_CHARS} caractères"),
            Fault::Taken => "ce nom, ou un nom qui lui ressemble, est pris : choisissez-en un autre".into(),
            Fault::Reserved => "ce nom est réservé : choisissez-en un autre".into(),
            Fault::Short => format!("un mot de passe a au moins {PASSWORD_CHARS} caractères"),
            Fault::Long => format!("un mot de passe a au plus {PASSWORD_BYTES} caractères"),
            Fault::Guessable => {
                "ce mot de passe est facile à deviner : prenez plusieurs mots sans rapport entre eux".into()
            }
            Fault::SignIn => "le nom ou le mot de passe est faux".into(),
            Fault::Password => "le mot de passe actuel est faux".into(),
            Fault::Code => "le nom ou le code est faux, ou le code a déjà servi".into(),
            Fault::Slow => "trop de tentatives : attendez une minute et réessayez".into(),
            Fault::Tokens => format!("il y a déjà {TOKENS} jetons : supprimez-en un d’abord"),
            Fault::Confirm => "pour confirmer, écrivez votre nom".into(),
            Fault::Nobody => "aucun compte n’a ce nom".into(),
            Fault::Own => "vous ne pouvez pas vous retirer le rôle d’opérateur".into(),
            Fault::Refused => "le fournisseur d’identité a refusé la connexion".into(),
            Fault::Away => "le fournisseur d’identité ne répond pas : réessayez dans un moment".into(),
            Fault::Expired => "cette connexion a expiré : réessayez".into(),
            Fault::Identity => "cette identité appartient à un autre compte".into(),
        }
    }
}
