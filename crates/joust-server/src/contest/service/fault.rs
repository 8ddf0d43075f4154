//! Why the service of contests does not do what was asked.

use crate::contest::limits::{GRADE_KEY, MEMBER_NAME};
use crate::failure::Failure;
use crate::french::Told;
use joust_contest::{BadContest, Problem, TermsProblem};
use joust_store::StoreError;

/// A mistake of the caller that a form can show, in both languages.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum ContestFault {
    /// The terms of a contest, with their problems by line.
    #[error("the contest has mistakes:\n{0}")]
    Terms(BadContest),
    #[error("this cannot change once a contest is open: {0}")]
    Fixed(FixedPart),
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
    Csv { line: usize, what: CsvProblem },
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
    #[error(
        "your versions have filled the {0} MB that this contest keeps of a student: ask your teacher for more"
    )]
    Quota(u64),
    #[error("{0} choices within an hour are all that a contest takes: wait a little")]
    Choices(u32),
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
    #[error("you were removed from this contest: ask your teacher, who can let you back in")]
    Removed,
    #[error("the judge is still at work on versions of this round: try again in a minute")]
    Awaited,
    #[error("another job of this contest is being done: wait until it is over")]
    JobBusy,
    #[error("too many contests have jobs waiting: try again in some minutes")]
    JobsFull,
    #[error("this has not been made yet: make it first")]
    NotMade,
}

impl Told for ContestFault {
    fn french(&self) -> String {
        match self {
            ContestFault::Terms(bad) => {
                let line = |problem: &Problem<TermsProblem>| {
                    let place = problem.line.map(|line| format!("ligne {line} : ")).unwrap_or_default();
                    let field = if problem.field.is_empty() { "" } else { " : " };
                    format!("{place}{}{field}{}", problem.field, problem.what.french())
                };
                let told: Vec<String> = bad.0.iter().map(line).collect();
                format!("le concours a des erreurs :\n{}", told.join("\n"))
            }
            ContestFault::Fixed(what) => {
                format!("ceci ne change plus après l’ouverture : {}", what.french())
            }
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
            ContestFault::Csv { line, what } => {
                format!("la liste est illisible : ligne {line} : {}", what.french())
            }
            ContestFault::NotOpen => "rien n’est accepté en ce moment : le concours n’est pas ouvert".into(),
            ContestFault::Early => "le concours commence plus tard".into(),
            ContestFault::Late => "le concours est terminé : l’échéance est passée".into(),
            ContestFault::Empty => "le fichier est vide".into(),
            ContestFault::Large(most) => format!("le fichier a plus de {most} ko"),
            ContestFault::Versions(most) => {
                format!("ce concours accepte {most} versions par heure : attendez un peu")
            }
            ContestFault::Quota(most) => {
                format!(
                    "vos versions remplissent les {most} Mo que ce concours garde d’un étudiant : demandez-en plus à votre \
                     enseignant"
                )
            }
            ContestFault::Choices(most) => {
                format!("un concours accepte {most} choix par heure : attendez un peu")
            }
            ContestFault::Friendlies(most) => {
                format!("ce concours joue {most} matchs amicaux par jour : attendez demain")
            }
            ContestFault::Seats(seats) => format!("un match a {seats} joueurs, dont un des vôtres"),
            ContestFault::NotQualified => "cette version n’est pas qualifiée".into(),
            ContestFault::Board => "ce plateau n’existe pas".into(),
            ContestFault::Opened => "ce concours a été ouvert : il peut seulement être clos".into(),
            ContestFault::Round => "la manche a été jouée, ou sa date n’est pas venue".into(),
            ContestFault::Removed => {
                "vous avez été retiré de ce concours : demandez à votre enseignant, qui peut vous réadmettre"
                    .into()
            }
            ContestFault::Awaited => {
                "le juge travaille encore à des versions de cette manche : réessayez dans une minute".into()
            }
            ContestFault::JobBusy => {
                "une autre tâche de ce concours est en cours : attendez qu’elle finisse".into()
            }
            ContestFault::JobsFull => {
                "trop de concours ont une tâche en attente : réessayez dans quelques minutes".into()
            }
            ContestFault::NotMade => "ceci n’a pas encore été fait : il faut d’abord le faire".into(),
        }
    }
}

/// What results depend on, and what therefore stays once a contest was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FixedPart {
    #[error("the game")]
    Game,
    #[error("the boards")]
    Boards,
    #[error("the limits of players")]
    Limits,
    #[error("the qualification")]
    Qualification,
    #[error("the seed")]
    Seed,
    #[error("a round whose date has come")]
    Round,
}

impl Told for FixedPart {
    fn french(&self) -> String {
        match self {
            FixedPart::Game => "le jeu",
            FixedPart::Boards => "les plateaux",
            FixedPart::Limits => "les limites des joueurs",
            FixedPart::Qualification => "la qualification",
            FixedPart::Seed => "la graine",
            FixedPart::Round => "une manche dont la date est venue",
        }
        .to_owned()
    }
}

/// What is wrong with a line of the list of a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CsvProblem {
    #[error("this is not CSV: {0}")]
    Syntax(String),
    #[error("there is no name")]
    NoName,
    #[error("no column is called `name`")]
    NoColumn,
    #[error("the first line of more than two columns has their names: `name`, and perhaps `key`")]
    Columns,
    #[error("a name has at most {MEMBER_NAME} characters")]
    LongName,
    #[error("a quotation mark has no second one")]
    Quote,
    #[error("a key has at most {GRADE_KEY} characters")]
    LongKey,
    #[error("`{0}` is there twice")]
    Twice(String),
}

impl Told for CsvProblem {
    fn french(&self) -> String {
        match self {
            CsvProblem::Syntax(why) => format!("ce n’est pas du CSV (en anglais : {why})"),
            CsvProblem::NoName => "il n’y a pas de nom".into(),
            CsvProblem::NoColumn => "aucune colonne ne s’appelle `name` ou `nom`".into(),
            CsvProblem::Columns => {
                "avec plus de deux colonnes, la première ligne les nomme : `nom`, et peut-être `clé`".into()
            }
            CsvProblem::LongName => format!("un nom a {MEMBER_NAME} caractères au plus"),
            CsvProblem::Quote => "un guillemet n’a pas son second".into(),
            CsvProblem::LongKey => format!("une clé a {GRADE_KEY} caractères au plus"),
            CsvProblem::Twice(name) => format!("« {name} » y est deux fois"),
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
