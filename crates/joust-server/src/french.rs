//! Refusals in French. The errors themselves are in English; every kind of error has its French
//! sentence here, and a kind without one does not compile. Those of the rules are in `joust_french`.

use crate::form::Wrong;
use crate::language::Language;
use crate::limits::{BOARD_SEED_MOST, INCREMENT_MOST, MINUTES_MOST};
use crate::refusal::MessageRefusal;
use joust_french::French as _;
use joust_games::Reason;
use joust_live::{BadTerms, COURSE_MOST, LAST_LEVEL};
use std::fmt::Display;

/// A message whose `Display` is English.
pub(crate) trait Told: Display {
    /// The message in French.
    fn french(&self) -> String;

    /// The message in a language.
    fn told(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::French => self.french(),
        }
    }
}

impl Told for Wrong {
    fn french(&self) -> String {
        match self {
            Wrong::Seat => "la place est 0, 1 ou random".into(),
            Wrong::Long => "c’est trop long".into(),
            Wrong::Kept => {
                "ce nom, ou un nom qui lui ressemble, est celui d’un compte : choisissez-en un autre, ou connectez-vous"
                    .into()
            }
            Wrong::Seed => {
                format!("les villes au hasard ont ici des graines de 0 à {BOARD_SEED_MOST} : random:6x6:42")
            }
            Wrong::Opponent => "l’adversaire est computer, screen ou friend".into(),
            Wrong::Minutes => format!("une pendule a {MINUTES_MOST} minutes au plus, ou aucune"),
            Wrong::Increment => format!("on ajoute {INCREMENT_MOST} secondes au plus par coup"),
            Wrong::Short => "une pendule a une seconde au moins".into(),
            Wrong::Endless(moves) => format!(
                "selon ces règles une partie pourrait avoir {moves} coups, et une partie d’ici en a {COURSE_MOST} au \
                 plus : prenez une limite plus basse"
            ),
            Wrong::Terms(bad) => terms(bad),
            Wrong::Start(why) => reason(why),
        }
    }
}

fn terms(bad: &BadTerms) -> String {
    match bad {
        BadTerms::Game(name) => format!("il n’y a pas de jeu « {name} »"),
        BadTerms::Start(refused) => refused.0.iter().map(reason).collect::<Vec<_>>().join(" ; "),
        BadTerms::Version(v) => format!(
            "les conditions de version {v} sont illisibles : un joust plus récent les a écrites, ou elles sont abîmées"
        ),
        BadTerms::Over => {
            "la partie est finie dans cette position : choisissez-en une où il reste un coup".into()
        }
        BadTerms::Level => format!("les niveaux vont de 0 à {LAST_LEVEL}"),
        BadTerms::Seat => "les places sont 0 et 1".into(),
        BadTerms::Clock => {
            "une pendule a d’une seconde à un jour, et on ajoute une heure au plus par coup".into()
        }
    }
}

/// Why a game refuses rules, a board or a position.
pub(crate) fn reason(why: &Reason) -> String {
    match why {
        Reason::MadRules(bad) => bad.french(),
        Reason::MadBoard { name, known } => {
            format!("il n’y a pas de plateau de MAD « {name} » : les plateaux sont {known}")
        }
        Reason::MadPosition(bad) => bad.french(),
        Reason::WarRules(bad) => bad.french(),
        Reason::WarBoard { name, known } => format!(
            "il n’y a pas de plateau « {name} » : les plateaux sont {known}, leurs coins tels que \
             Smolensk:5x4, et random:6x6:GRAINE [WAR-6.3]"
        ),
        Reason::WarPosition(bad) => bad.french(),
        // A form cannot contain a file.
        Reason::File(text) => text.clone(),
    }
}

impl Told for MessageRefusal {
    fn french(&self) -> String {
        match self {
            MessageRefusal::Game(why) => game(why),
            MessageRefusal::Hints => "trop d’indices : réfléchissez un peu par vous-même".into(),
            MessageRefusal::Games => "trop de nouvelles parties : jouez-en une".into(),
            MessageRefusal::Messages => "trop de messages : attendez un peu".into(),
            // What is wrong with it is for programmers, and in English.
            MessageRefusal::Malformed(_) => "ce message est illisible".into(),
        }
    }
}

fn game(why: &joust_live::LiveRefusal) -> String {
    use joust_live::LiveRefusal;
    match why {
        LiveRefusal::Rules(why) => why.french(),
        LiveRefusal::ResignApart => "abandonner est un message à part".into(),
        LiveRefusal::UnderWay => "les deux camps ont joué : abandonnez plutôt".into(),
        LiveRefusal::Clock => "les coups à la pendule restent joués".into(),
        LiveRefusal::NothingToUndo => "vous n’avez aucun coup à annuler".into(),
        LiveRefusal::OfferFirst => "il faut d’abord répondre à l’offre".into(),
        LiveRefusal::Long => {
            "la partie est devenue trop longue pour cela : jouez-la jusqu’au bout, abandonnez ou interrompez-la"
                .into()
        }
        LiveRefusal::NoFault => "l’ordinateur ne s’est pas arrêté".into(),
        LiveRefusal::NotOver => "la partie n’est pas finie".into(),
        LiveRefusal::NoRematchOffer => "personne n’a proposé de revanche".into(),
        LiveRefusal::RematchDeclined => "l’autre joueur ne veut pas de revanche".into(),
        LiveRefusal::Turn => "c’est à l’autre camp de jouer".into(),
        LiveRefusal::Stale => "la partie a avancé entre-temps".into(),
        LiveRefusal::Over => "la partie est finie".into(),
        LiveRefusal::Spectator => "seuls les joueurs le peuvent".into(),
        LiveRefusal::Taken => "la place est prise".into(),
        LiveRefusal::NoOpenSeat => "il n’y a pas de place libre".into(),
        LiveRefusal::Alone => "personne ne joue encore contre vous : interrompez plutôt la partie".into(),
        LiveRefusal::FriendUndo => "les coups contre un ami restent joués".into(),
        LiveRefusal::FriendHint => "il n’y a pas d’indices contre un ami".into(),
    }
}
