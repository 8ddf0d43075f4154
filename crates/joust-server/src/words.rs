//! Everything that pages say, in both languages.

use crate::language::Language;

/// The words of the pages.
pub(crate) struct Words {
    pub(crate) tagline: &'static str,
    pub(crate) new_game: &'static str,
    pub(crate) own_games: &'static str,
    pub(crate) start: &'static str,
    pub(crate) name: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) not_found: &'static str,
    pub(crate) bad: &'static str,
    pub(crate) foreign: &'static str,
    pub(crate) flood: &'static str,
    pub(crate) full: &'static str,
    pub(crate) ours: &'static str,
    pub(crate) needs_script: &'static str,
}

/// English.
pub(crate) const ENGLISH: Words = Words {
    tagline: "Play MAD and the War Game",
    new_game: "New game",
    own_games: "Your games",
    start: "Play",
    name: "Your name",
    rules: "Rules",
    not_found: "There is nothing here.",
    bad: "This cannot be understood.",
    foreign: "This request comes from another site.",
    flood: "Too much at once: wait a little and try again.",
    full: "The arena is full: try again in a while.",
    ours: "Something broke on our side. Your games are safe.",
    needs_script: "To play, let the browser run this page's script.",
};

/// French.
pub(crate) const FRENCH: Words = Words {
    tagline: "Jouez à MAD et au War Game",
    new_game: "Nouvelle partie",
    own_games: "Vos parties",
    start: "Jouer",
    name: "Votre nom",
    rules: "Règles",
    not_found: "Il n’y a rien ici.",
    bad: "Cette demande est incompréhensible.",
    foreign: "Cette demande vient d’un autre site.",
    flood: "Trop de demandes à la fois : attendez un peu et réessayez.",
    full: "L’arène est pleine : réessayez dans un moment.",
    ours: "Une panne de notre côté. Vos parties sont en sûreté.",
    needs_script: "Pour jouer, laissez le navigateur exécuter le script de cette page.",
};

impl Words {
    /// The words of a language.
    pub(crate) fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
        }
    }
}
