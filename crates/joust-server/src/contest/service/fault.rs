//! Why the service of contests does not do what was asked.

use crate::failure::Failure;
use crate::french::Told;
use joust_contest::BadContest;
use joust_store::StoreError;

/// A mistake of the caller that a form can show, in both languages.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum ContestFault {
    /// The terms of a contest, with their problems by line.
    #[error("the contest has mistakes:\n{0}")]
    Terms(BadContest),
    #[error("this cannot change once a contest is open: {0}")]
    Fixed(&'static str),
    #[error("a contest has an end, or an official round, before it is opened: set `closes`")]
    NoEnd,
    #[error("you have {0} contests already: close one first")]
    TooManyContests(u32),
    #[error("the code is wrong")]
    Code,
    #[error("the list of the class does not have your name: ask your teacher")]
    NotInvited,
    #[error("the class is full")]
    ClassFull,
    #[error("a name of the class has at least one letter, and is taken by nobody else")]
    Name,
    #[error("the list cannot be read: line {line}: {what}")]
    Csv { line: usize, what: String },
    #[error("nothing is taken now: the contest is not open")]
    NotOpen,
    #[error("the contest begins later")]
    Early,
    #[error("the contest is over: the deadline has passed")]
    Late,
    #[error("the file is empty")]
    Empty,
    #[error("the file has more than {0} KB")]
    Large(u64),
    #[error("{0} versions within an hour are all that this contest takes: wait a little")]
    Versions(u32),
    #[error("{0} friendly matches within a day are all that this contest plays: wait until tomorrow")]
    Friendlies(u32),
    #[error("a match has {0} players, and one of them is yours")]
    Seats(usize),
    #[error("this version has not qualified")]
    NotQualified,
    #[error("there is no such board")]
    Board,
    #[error("this contest was opened: close it instead")]
    Opened,
    #[error("the round was played, or its date has not come")]
    Round,
}

impl Told for ContestFault {
    fn french(&self) -> String {
        match self {
            ContestFault::Terms(bad) => format!("le concours a des erreurs :\n{bad}"),
            ContestFault::Fixed(what) => format!("ceci ne change plus après l’ouverture : {what}"),
            ContestFault::NoEnd => {
                "un concours a une fin, ou une manche officielle, avant son ouverture : indiquez `closes`"
                    .into()
            }
            ContestFault::TooManyContests(most) => {
                format!("vous avez déjà {most} concours : il faut d’abord en clore un")
            }
            ContestFault::Code => "le code est faux".into(),
            ContestFault::NotInvited => {
                "votre nom n’est pas sur la liste de la classe : demandez à votre enseignant".into()
            }
            ContestFault::ClassFull => "la classe est complète".into(),
            ContestFault::Name => {
                "un nom de la classe a au moins une lettre, et personne d’autre ne le porte".into()
            }
            ContestFault::Csv { line, what } => format!("la liste est illisible : ligne {line} : {what}"),
            ContestFault::NotOpen => "rien n’est accepté en ce moment : le concours n’est pas ouvert".into(),
            ContestFault::Early => "le concours commence plus tard".into(),
            ContestFault::Late => "le concours est terminé : l’échéance est passée".into(),
            ContestFault::Empty => "le fichier est vide".into(),
            ContestFault::Large(most) => format!("le fichier a plus de {most} ko"),
            ContestFault::Versions(most) => {
                format!("ce concours accepte {most} versions par heure : attendez un peu")
            }
            ContestFault::Friendlies(most) => {
                format!("ce concours joue {most} matchs amicaux par jour : attendez demain")
            }
            ContestFault::Seats(seats) => format!("un match a {seats} joueurs, dont un des vôtres"),
            ContestFault::NotQualified => "cette version n’est pas qualifiée".into(),
            ContestFault::Board => "ce plateau n’existe pas".into(),
            ContestFault::Opened => "ce concours a été ouvert : il peut seulement être clos".into(),
            ContestFault::Round => "la manche a été jouée, ou sa date n’est pas venue".into(),
        }
    }
}

/// Why the service does not do what was asked.
#[derive(Clone, Debug)]
pub(crate) enum Denied {
    /// A mistake that a form can show.
    Fault(ContestFault),
    /// Anything else: not found, sign in, forbidden, or a fault of ours.
    Failure(Failure),
}

impl From<ContestFault> for Denied {
    fn from(fault: ContestFault) -> Denied {
        Denied::Fault(fault)
    }
}

impl From<Failure> for Denied {
    fn from(failure: Failure) -> Denied {
        Denied::Failure(failure)
    }
}

impl From<StoreError> for Denied {
    fn from(why: StoreError) -> Denied {
        Denied::Failure(why.into())
    }
}

/// For handlers that have no form to show a mistake in.
impl From<Denied> for Failure {
    fn from(denied: Denied) -> Failure {
        match denied {
            Denied::Fault(fault) => Failure::Bad(fault.to_string()),
            Denied::Failure(failure) => failure,
        }
    }
}
