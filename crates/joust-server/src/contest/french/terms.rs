//! What is wrong with the terms of a contest.

use crate::french::{Told, reason};
use joust_contest::{Language, TermsProblem};
use joust_games::{Reason, games};
use joust_tournament::{FieldProblem, Found, Wanted};

impl Told for TermsProblem {
    fn french(&self) -> String {
        match self {
            TermsProblem::Field(problem) => problem.french(),
            TermsProblem::NoName => {
                "le concours n’a pas de nom : écrivez name = \"Mad Max, printemps\"".into()
            }
            TermsProblem::Name => format!(
                "ce n’est pas un nom pour une page : écrivez 1 à {} lettres",
                TermsProblem::LONGEST_NAME
            ),
            TermsProblem::Closes => "il ferme avant d’ouvrir : écrivez une date plus tardive".into(),
            TermsProblem::Boards => "un duel a des plateaux : écrivez « boards »".into(),
            TermsProblem::Maps => "Mad Max a des cartes : écrivez « maps »".into(),
            TermsProblem::EmptyList => "cette liste est vide : nommez-en un, ou ne l’écrivez pas".into(),
            TermsProblem::Refused(refused) => {
                refused.0.iter().map(refused_reason).collect::<Vec<_>>().join(" ; ")
            }
            TermsProblem::UsualBoards(why) => {
                format!("les plateaux habituels ne conviennent pas (en anglais : {why})")
            }
            TermsProblem::BoardForm(known) => format!(
                "écrivez le nom d’un plateau ({known}), ou {{ name = \"le mien\", text = \"\"\"…\"\"\" }}"
            ),
            TermsProblem::FuelTwice { seconds, units } => {
                format!("écrivez « {seconds} » ou « {units} » : les deux sont du carburant")
            }
            TermsProblem::NoFuel => {
                "un joueur n’a aucun carburant : écrivez seconds = 3, ou move-seconds = 1".into()
            }
            TermsProblem::KitOfMadMax => {
                "c’est le kit de Mad Max : écrivez \"cpp\" pour le C++ des autres jeux".into()
            }
            TermsProblem::LanguageTwice => "ce langage est nommé deux fois".into(),
            TermsProblem::Python => format!(
                "Python tourne dans un processus et non au carburant, donc un concours ne le prend pas : écrivez un de {}",
                languages()
            ),
            TermsProblem::Language(name) => {
                format!("il n’y a pas de langage « {name} » : écrivez un de {}", languages())
            }
            TermsProblem::NoLanguage => {
                "il ne reste aucun langage : nommez-en un, ou n’écrivez pas « languages »".into()
            }
            TermsProblem::GlobalState(word) => {
                format!("« {word} » n’est ni \"allowed\" ni \"forbidden\" : écrivez l’un des deux")
            }
            TermsProblem::Headers(word) => format!(
                "« {word} » n’est ni \"any\" ni \"standard\" : écrivez l’un des deux, ou une liste telle que \
                 [\"vector\", \"map\"]"
            ),
            TermsProblem::Header => "ce n’est pas le nom d’un en-tête : écrivez \"vector\"".into(),
            TermsProblem::Opponents { found, wanted } => {
                format!("{found} adversaires sont nommés : écrivez un seul nom, ou {wanted}")
            }
            TermsProblem::Opponent(bad) => bad.french(),
            TermsProblem::NotBuiltIn(name) => {
                format!("« {name} » n’est pas un joueur intégré : un concours a ses adversaires partout")
            }
            TermsProblem::ByTheClock(name) => format!(
                "« {name} » joue à la montre, et deux parties pourraient différer : limitez-le en positions ou en \
                 profondeur, comme engine:3"
            ),
            TermsProblem::TooManySeeds(games) => {
                format!("{games} parties, c’est trop : écrivez {} graines au plus", TermsProblem::MOST_GAMES)
            }
            TermsProblem::TooManyWins { wins, games } => {
                format!(
                    "il faudrait {wins} victoires, mais chaque graine donne une partie, ce qui en fait {games}"
                )
            }
            TermsProblem::NoDate => {
                "cette manche n’a pas de date : écrivez at = 2026-12-01T08:00:00+01:00".into()
            }
            TermsProblem::RoundOrder => {
                "cette manche est avant celle du dessus : écrivez les manches dans leur ordre".into()
            }
            TermsProblem::RoundAfterEnd => {
                "le concours est clos à ce moment : seule la dernière manche peut suivre sa fin".into()
            }
            TermsProblem::RoundTwice(name) => {
                format!("deux manches s’appellent « {name} » : écrivez des noms différents")
            }
        }
    }
}

/// A reason of a game. What a file of a map says is told by its reader, in English.
fn refused_reason(why: &Reason) -> String {
    match why {
        Reason::File(text) => format!("le jeu ne l’accepte pas (en anglais : {text})"),
        other => reason(other),
    }
}

fn languages() -> String {
    Language::ALL.map(Language::name).join(", ")
}

fn game_names() -> String {
    games().iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
}

impl Told for FieldProblem {
    fn french(&self) -> String {
        match self {
            FieldProblem::Syntax(why) => format!("ce n’est pas du TOML (en anglais : {why})"),
            FieldProblem::NotPositive(number) => format!("{number} n’est pas un nombre au-dessus de 0"),
            FieldProblem::Near(known) => {
                format!("il n’y a pas de champ de ce nom ; vouliez-vous dire « {known} » ?")
            }
            FieldProblem::NoField(known) => {
                format!("il n’y a pas de champ de ce nom : les champs sont {}", known.join(", "))
            }
            FieldProblem::Other { found, wanted } => {
                format!("c’est {} : écrivez {}", found_french(found), wanted_french(*wanted))
            }
            FieldProblem::NoGame => {
                format!("le texte ne dit pas à quel jeu on joue : écrivez un de {}", game_names())
            }
            FieldProblem::Game(name) => {
                format!("il n’y a pas de jeu « {name} » : écrivez un de {}", game_names())
            }
            FieldProblem::NoFormat => {
                format!("il manque « kind » : écrivez un de {}", FieldProblem::FORMATS.join(", "))
            }
            FieldProblem::Format(name) => {
                format!(
                    "il n’y a pas de format « {name} » : écrivez un de {}",
                    FieldProblem::FORMATS.join(", ")
                )
            }
            FieldProblem::GamesAndBlocks => {
                "« games » et « blocks » disent la même chose : écrivez l’un des deux".into()
            }
            FieldProblem::Leave => "écrivez un nombre de participants, ou une part telle que \"25%\"".into(),
        }
    }
}

fn found_french(found: &Found) -> String {
    match found {
        Found::Text(text) => format!("le texte \"{text}\""),
        Found::Number(number) => format!("le nombre {number}"),
        Found::Flag(value) => format!("« {value} »"),
        Found::Date(date) => format!("la date {date}"),
        Found::List => "une liste".into(),
        Found::Table => "une table".into(),
    }
}

fn wanted_french(wanted: Wanted) -> String {
    match wanted {
        Wanted::Text => "un texte entre guillemets droits".into(),
        Wanted::Flag => "true ou false".into(),
        Wanted::Number => "un nombre".into(),
        Wanted::AtLeast(least) => format!("un nombre entier d’au moins {least}"),
        Wanted::Between(least, most) => format!("un nombre entier de {least} à {most}"),
        Wanted::Moment => "une date avec l’heure et le décalage, telle que 2026-11-30T23:59:00+01:00".into(),
        Wanted::List => "une liste entre crochets : […]".into(),
        Wanted::Table => "une table : { … }".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_contest::Contest;

    /// Terms that break most of what can be broken.
    const BROKEN: &str = "game = \"madmax\"\nsped = 3\nboards = [\"x\"]\nmaps = [\"nowhere\", 3]\n\
        opens = 2027-01-02T00:00:00Z\ncloses = 2027-01-01T00:00:00Z\nlanguages = [\"python\", \"cobol\"]\n\
        [limits]\nseconds = 0\nfuel = 3\nmove-seconds = 1\n[sources]\nglobal-state = \"maybe\"\nheaders = \"some\"\n\
        [qualification]\nagainst = [\"Nobody\", \"Dummy\"]\nseeds = [1]\nwins = 3\n\
        [[round]]\nformat = \"chess\"\n[[round]]\nat = 2027-01-01\nformat = { kind = \"swiss\", rounds = \"x\" }\n";

    #[test]
    fn every_problem_of_terms_is_told_in_french() {
        let bad = Contest::read(BROKEN).unwrap_err();
        assert!(bad.0.len() > 15, "{bad}");
        for problem in &bad.0 {
            let (english, french) = (problem.what.to_string(), problem.what.french());
            assert_ne!(english, french, "{problem}");
            for word in [" the ", " is ", " write "] {
                assert!(!french.contains(word) || french.contains("en anglais"), "{french}");
            }
        }
        let told: Vec<String> = bad.0.iter().map(|problem| problem.what.french()).collect();
        assert!(told.iter().any(|text| text.starts_with("il ferme avant d’ouvrir")), "{told:#?}");
        assert!(told.iter().any(|text| text.contains("un nombre entier de 1 à")), "{told:#?}");
    }
}
