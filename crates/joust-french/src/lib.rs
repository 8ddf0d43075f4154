//! What the rules of the duels refuse, in French. The errors themselves are in English; each kind of error has
//! its French sentence here, and a kind without one does not compile. The server and the pages share these
//! sentences.
//!
//! ```
//! use joust_french::French as _;
//! let bad = joust_mad::Position::read("r111,r111", joust_mad::Rules::default(), None).unwrap_err();
//! assert!(bad.0.iter().any(|fault| fault.french().contains("le camp au trait manque")));
//! ```

use joust_core::{BadRecord, Illegal, RecordError, RecordProblem};
use joust_mad::{BadAppFile, LineFault, LineProblem};
use joust_wargame::{BadBoard, BoardFault};
use std::fmt::Display;

/// An error whose `Display` is English.
pub trait French: Display {
    /// The error in French.
    fn french(&self) -> String;
}

impl French for joust_mad::BadRules {
    fn french(&self) -> String {
        use joust_mad::BadRules;
        match self {
            BadRules::Unknown(text) => format!(
                "« {text} » n’est pas une règle de MAD : current, classic ou app, ou des options telles que \
                 limit=30,positioning=off,agreed=on [MAD-8.1]"
            ),
            BadRules::Limit(text) => format!(
                "limit={text} : le départage prend un nombre de tours de 1 à {} [MAD-8.1]",
                joust_mad::Rules::MAX_LIMIT
            ),
            BadRules::Switch(name, text) => {
                format!("{name}={text} : dites {name}=on ou {name}=off [MAD-8.1]")
            }
        }
    }
}

impl French for joust_mad::PositionFault {
    fn french(&self) -> String {
        use joust_mad::PositionFault;
        match self {
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
                format!(
                    "compteur : {counter} tours sans expulsion, mais on n’en a joué que {played} [MAD-9.5]"
                )
            }
        }
    }
}

impl French for joust_wargame::BadRules {
    fn french(&self) -> String {
        format!("« {} » n’est pas une règle du War Game : mandatory ou optional-blitz [WAR-5.1]", self.0)
    }
}

impl French for joust_wargame::PositionFault {
    fn french(&self) -> String {
        use joust_wargame::PositionFault;
        match self {
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
}

impl French for BoardFault {
    fn french(&self) -> String {
        match self {
            BoardFault::Empty => "il n’y a pas de valeurs [WAR-6.4]".into(),
            BoardFault::Ragged { row, found, expected } => {
                format!("la rangée {row} a {found} valeurs, la première en a {expected} [WAR-6.4]")
            }
            BoardFault::TooLarge { columns, rows } => {
                format!("la ville est de {columns}x{rows} : 64 cases au plus, et 16 par côté [WAR-1.1]")
            }
            BoardFault::NotAValue { row, column, text } => {
                format!("rangée {row}, colonne {column} : « {text} » n’est pas un entier de 0 à 99 [WAR-1.1]")
            }
        }
    }
}

impl French for BadBoard {
    fn french(&self) -> String {
        let faults: Vec<String> = self.faults.iter().map(French::french).collect();
        format!("ville {} : {}", self.name, faults.join(" ; "))
    }
}

impl French for RecordError {
    fn french(&self) -> String {
        format!("ligne {} : {}", self.line, self.problem.french())
    }
}

impl French for RecordProblem {
    fn french(&self) -> String {
        match self {
            RecordProblem::Header(text) => {
                format!("« {text} » n’est pas un en-tête de la forme [Nom \"valeur\"]")
            }
            RecordProblem::LateHeader => "un en-tête après le premier coup".into(),
            RecordProblem::AfterResult(text) => format!("« {text} » suit le résultat"),
            RecordProblem::OpenComment => "un commentaire que rien ne ferme : il manque « } »".into(),
            RecordProblem::OpenVariation => "une variante que rien ne ferme : il manque « ) »".into(),
            RecordProblem::NothingToClose => "« ) » ne ferme aucune variante".into(),
            RecordProblem::NothingToReplace => {
                "une variante avant le premier coup : elle suit le coup qu’elle remplace".into()
            }
            RecordProblem::EmptyVariation => "une variante sans coups".into(),
            RecordProblem::ResultInVariation(text) => {
                format!("le résultat « {text} » dans une variante : seule la partie en a un")
            }
            RecordProblem::TooDeep => format!(
                "des variantes dans des variantes, sur plus de {} niveaux",
                joust_core::Record::MAX_DEPTH
            ),
        }
    }
}

impl French for BadRecord {
    fn french(&self) -> String {
        match self {
            BadRecord::OtherGame(found, wanted) => {
                format!("c’est une partie du jeu « {found} », pas de {wanted}")
            }
            BadRecord::Start(bad) => format!("en-tête {} : {}", bad.header, bad.faults.join(" ; ")),
            BadRecord::Action { turn, action, why } => {
                format!("tour {turn}, « {action} » : {}", why.french())
            }
            BadRecord::Result { written, replayed, clause } => {
                format!("la partie dit {written}, mais ses coups mènent à {replayed} [{clause}]")
            }
        }
    }
}

impl French for Illegal {
    fn french(&self) -> String {
        format!("{} [{}]", self.french, self.clause)
    }
}

impl French for BadAppFile {
    fn french(&self) -> String {
        let faults: Vec<String> = self.0.iter().map(French::french).collect();
        format!("{} [MAD-9.7]", faults.join(" ; "))
    }
}

impl French for LineFault {
    fn french(&self) -> String {
        format!("ligne {} : {}", self.line, self.problem.french())
    }
}

impl French for LineProblem {
    fn french(&self) -> String {
        match self {
            LineProblem::Form(line) => {
                format!("« {line} » devrait être « clé: valeur », avec un seul deux-points")
            }
            LineProblem::Repeated(key) => format!("« {key} » est là une seconde fois"),
            LineProblem::Key { key, known } => {
                format!("« {key} » n’est ni une case telle que C4, ni l’une de : {known}")
            }
            LineProblem::Number { key, text } => format!("{key} : « {text} » n’est pas un nombre"),
            LineProblem::Newer { version, newest } => {
                format!("Version : {version} est plus récente que {newest}, la plus récente qui soit connue")
            }
            LineProblem::NeedsLine { version, key } => {
                format!("à un fichier de version {version} il faut une ligne « {key}: … »")
            }
            LineProblem::Missing(key) => format!("la ligne « {key}: … » manque"),
            LineProblem::NoneOf { key, text, known } => {
                format!("{key} : « {text} » n’est aucun de : {known}")
            }
            LineProblem::Truth { key, text } => format!("{key} : « {text} » n’est ni true ni false"),
            LineProblem::Ship(text) => {
                format!("« {text} » n’est pas un vaisseau tel que Blue111 ou Red212")
            }
            LineProblem::NoSquare { board, coord } => format!("le plateau {board} n’a pas de case {coord}"),
            LineProblem::Occupied(coord) => format!("un second vaisseau en {coord}"),
        }
    }
}
