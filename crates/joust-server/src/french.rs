//! Refusals in French. The errors themselves are in English; every kind of error has its French
//! sentence here, and a kind without one does not compile.

use crate::form::Wrong;
use crate::language::Language;
use crate::limits::{BOARD_SEED_MOST, INCREMENT_MOST, MINUTES_MOST};
use crate::refusal::MessageRefusal;
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
        BadTerms::Level => format!("les niveaux vont de 1 à {LAST_LEVEL}"),
        BadTerms::Seat => "les places sont 0 et 1".into(),
        BadTerms::Clock => {
            "une pendule a d’une seconde à un jour, et on ajoute une heure au plus par coup".into()
        }
    }
}

fn reason(why: &Reason) -> String {
    match why {
        Reason::MadRules(bad) => mad_rules(bad),
        Reason::MadBoard { name, known } => {
            format!("il n’y a pas de plateau de MAD « {name} » : les plateaux sont {known}")
        }
        Reason::MadPosition(bad) => mad_position(bad),
        Reason::WarRules(joust_wargame::BadRules(text)) => {
            format!("« {text} » n’est pas une règle du War Game : mandatory ou optional-blitz [WAR-5.1]")
        }
        Reason::WarBoard { name, known } => format!(
            "il n’y a pas de plateau « {name} » : les plateaux sont {known}, leurs coins tels que \
             Smolensk:5x4, et random:6x6:GRAINE [WAR-6.3]"
        ),
        Reason::WarPosition(bad) => war_position(bad),
        // A form cannot contain a file.
        Reason::File(text) => text.clone(),
    }
}

fn mad_rules(bad: &joust_mad::BadRules) -> String {
    use joust_mad::BadRules;
    match bad {
        BadRules::Unknown(text) => format!(
            "« {text} » n’est pas une règle de MAD : current, classic ou app, ou des options telles que \
             limit=30,positioning=off,agreed=on [MAD-8.1]"
        ),
        BadRules::Limit(text) => format!(
            "limit={text} : le départage prend un nombre de tours de 1 à {} [MAD-8.1]",
            joust_mad::Rules::MAX_LIMIT
        ),
        BadRules::Switch(name, text) => format!("{name}={text} : dites {name}=on ou {name}=off [MAD-8.1]"),
    }
}

fn mad_position(bad: &joust_mad::PositionFault) -> String {
    use joust_mad::PositionFault;
    match bad {
        PositionFault::RowLength { row, found, expected } => {
            format!("la rangée {row} a {found} cases au lieu de {expected} [MAD-9.3]")
        }
        PositionFault::NoSuchBoard { rows, columns, known } => format!(
            "aucun plateau n’a {rows} rangées de {columns} avec ces cases ; les plateaux sont {known} [MAD-9.5]"
        ),
        PositionFault::OtherBoard { found, wanted } => {
            format!("cette forme est celle du plateau {found}, pas de {wanted} [MAD-9.5]")
        }
        PositionFault::UnknownShip { at, text } => format!(
            "{at} : « {text} » n’est pas un vaisseau : r ou b et trois chiffres, chacun 1 ou 2 [MAD-1.1]"
        ),
        PositionFault::Twice { at, first, side, ship } => {
            format!("{at} : {} a un second {ship} ; le premier est en {first} [MAD-1.1]", side.french())
        }
        PositionFault::NoCorvettes => "les deux corvettes 111 sont en exil [MAD-9.5]".into(),
        PositionFault::NoSide => "le camp au trait manque : ajoutez r ou b [MAD-9.3]".into(),
        PositionFault::UnknownSide(text) => format!("camp : « {text} » n’est ni r ni b [MAD-9.3]"),
        PositionFault::UnreadableTurn(text) => {
            format!("tour : « {text} » n’est pas un nombre à partir de 1 [MAD-9.3]")
        }
        PositionFault::UnreadableCounter(text) => {
            format!("compteur : « {text} » n’est pas un nombre de tours [MAD-9.3]")
        }
        PositionFault::UnreadableExpeller(text) => {
            format!("dernier à expulser : « {text} » n’est ni r, ni b, ni - [MAD-9.3]")
        }
        PositionFault::Incomplete => {
            "donnez le tour, le compteur et le dernier à expulser, ou aucun des trois [MAD-9.3]".into()
        }
        PositionFault::Surplus(text) => format!("« {text} » suit le dernier champ [MAD-9.3]"),
        PositionFault::Turn(turn) => {
            format!("tour : {turn} n’est pas entre 1 et {} [MAD-9.5]", joust_mad::Position::MAX_TURN)
        }
        PositionFault::Parity { turn, side } => format!(
            "le tour {turn} est à {}, pas à {} [MAD-2.1]",
            joust_mad::Side::of_turn(*turn).french(),
            side.french()
        ),
        PositionFault::BeyondLimit { counter, limit } => {
            format!("compteur : {counter} dépasse la limite de {limit} tours [MAD-9.5]")
        }
        PositionFault::BeyondTurn { counter, played } => {
            format!("compteur : {counter} tours sans expulsion, mais on n’en a joué que {played} [MAD-9.5]")
        }
    }
}

fn war_position(bad: &joust_wargame::PositionFault) -> String {
    use joust_wargame::PositionFault;
    match bad {
        PositionFault::Rows { found, expected, board } => {
            format!("{found} rangées au lieu de {expected} sur le plateau {board} [WAR-6.4]")
        }
        PositionFault::RowLength { row, found, expected } => {
            format!("la rangée {row} a {found} cases au lieu de {expected} [WAR-6.4]")
        }
        PositionFault::Character { row, column, found } => {
            format!("rangée {row}, colonne {column} : « {found} » n’est ni ., ni b, ni g [WAR-6.2]")
        }
        PositionFault::NoSide => "le camp au trait manque : ajoutez b ou g [WAR-6.2]".into(),
        PositionFault::UnknownSide(text) => format!("camp : « {text} » n’est ni b ni g [WAR-6.2]"),
        PositionFault::Surplus(text) => format!("« {text} » suit le camp au trait [WAR-6.2]"),
    }
}

impl Told for MessageRefusal {
    fn french(&self) -> String {
        match self {
            MessageRefusal::Game(why) => game(why),
            MessageRefusal::Hints => "trop d’indices : réfléchissez un peu par vous-même".into(),
            MessageRefusal::Games => "trop de nouvelles parties : jouez-en une".into(),
            MessageRefusal::Messages => "trop de messages : attendez un peu".into(),
            MessageRefusal::Malformed(why) => format!("ce n’est pas un message : {why}"),
        }
    }
}

fn game(why: &joust_live::LiveRefusal) -> String {
    use joust_live::LiveRefusal;
    match why {
        LiveRefusal::Rules(why) => format!("{} [{}]", why.french, why.clause),
        LiveRefusal::ResignApart => "abandonner est un message à part".into(),
        LiveRefusal::UnderWay => "les deux camps ont joué : abandonnez plutôt".into(),
        LiveRefusal::Clock => "les coups à la pendule restent joués".into(),
        LiveRefusal::NothingToUndo => "vous n’avez aucun coup à reprendre".into(),
        LiveRefusal::OfferFirst => "il faut d’abord répondre à l’offre".into(),
        LiveRefusal::Long => {
            "la partie est devenue trop longue pour cela : jouez-la jusqu’au bout, abandonnez ou annulez-la"
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
        LiveRefusal::Alone => "personne ne joue encore contre vous : annulez plutôt la partie".into(),
        LiveRefusal::FriendUndo => "les coups contre un ami restent joués".into(),
        LiveRefusal::FriendHint => "il n’y a pas d’indices contre un ami".into(),
    }
}
