//! The rules for sources.

use crate::contest::words::ContestWords;
use crate::french::Told;
use joust_contest::{Broken, GlobalPlace, GlobalWay, Language, SourceProblem};
use joust_sandbox::NotASource;

impl Told for SourceProblem {
    fn french(&self) -> String {
        let broken = self.broken.french();
        self.line.map_or_else(|| broken.clone(), |line| format!("ligne {line} : {broken}"))
    }
}

impl Told for Broken {
    fn french(&self) -> String {
        match self {
            Broken::Empty => "le fichier est vide".into(),
            Broken::Archive => {
                "c’est une archive : un joueur est un seul fichier, alors soumettez le source lui-même".into()
            }
            Broken::NotASource { why } => format!("le fichier {}", not_a_source(*why)),
            Broken::OtherGame { taken } => {
                format!(
                    "c’est un joueur de Mad Max, et le jeu est un autre ; le concours prend {}",
                    listed(taken)
                )
            }
            Broken::Language { found, taken } => {
                format!(
                    "c’est {}, que le concours ne prend pas ; il prend {}",
                    language(*found),
                    listed(taken)
                )
            }
            Broken::LargeSource { has, may } => {
                format!("le source a {has} ko, et {may} ko au plus sont permis")
            }
            Broken::LargeModule { has, may } => {
                format!("le module a {has} ko, et {may} ko au plus sont permis")
            }
            Broken::ZeroByte => "ce n’est pas le texte d’un source : il contient un octet nul".into(),
            Broken::NoDefinedName => {
                "le joueur n’a pas de nom : écrivez une ligne telle que « #define PLAYER_NAME Rockatansky »"
                    .into()
            }
            Broken::NoName => "le joueur n’a pas de nom : donnez-lui-en un".into(),
            Broken::LongName { name, letters, most } => {
                format!("le nom « {name} » a {letters} caractères, et {most} au plus sont permis")
            }
            Broken::OddName { name } => format!(
                "« {name} » n’est pas un nom : prenez des lettres de A à Z, des chiffres, « _ » et « - », sans « - » au début"
            ),
            Broken::OddClassName { name } => format!(
                "« {name} » n’est pas un nom de classe en C++ : prenez des lettres de A à Z, des chiffres et « _ », sans \
                 chiffre au début"
            ),
            Broken::BuiltInName { name } => {
                format!("« {name} » est un joueur fourni avec le jeu : choisissez un autre nom")
            }
            Broken::TakenName { name } => {
                format!("le nom « {name} » est pris par un autre étudiant : choisissez-en un autre")
            }
            Broken::Import { path } => format!(
                "« {path} » est un autre fichier : un joueur est un seul fichier, alors mettez-y son texte à la place de \
                 cette ligne ; seule la bibliothèque ./joust/ du kit est là"
            ),
            Broken::NoRun => {
                "rien ne démarre le joueur : écrivez « import { run } from \"./joust/index.js\"; » au début, \
                 et « run(() => new MonBot()); » à la fin, avec le nom de votre classe"
                    .into()
            }
            Broken::Module { name } => format!(
                "« {name} » est un module dans un autre fichier : un joueur est un seul fichier, alors écrivez \
                 « mod {name} {{ … }} » avec son texte"
            ),
            Broken::Deep { most } => {
                format!("plus de {most} accolades sont imbriquées ici, ce que les compilateurs refusent")
            }
            Broken::Embed => "#embed lit un autre fichier : un joueur est un seul fichier".into(),
            Broken::OwnHeader { name } => format!(
                "\"{name}\" n’est pas un en-tête du kit : un joueur est un seul fichier, alors mettez-y son contenu"
            ),
            Broken::Header { name } => format!("<{name}> n’est pas parmi les en-têtes de ce concours"),
            Broken::NotAHeader { text } => {
                format!("« {text} » n’est pas un en-tête : écrivez #include <vector>")
            }
            Broken::Global { name, place, way } => format!(
                "« {name} » {}, et ce concours interdit l’état global : {}",
                global_place(*place),
                global_way(*way)
            ),
            // An earlier build has not told the kind of the problem.
            Broken::Told { what } => what.clone(),
        }
    }
}

fn not_a_source(why: NotASource) -> &'static str {
    match why {
        NotASource::NoBot => {
            "n’est pas le source d’un joueur : un joueur de Mad Max finit par « RegisterPlayer(PLAYER_NAME); », comme \
             AINull.cc ; un joueur du kit C++ a la ligne « JOUST_BOT(make) », comme bot.cc, ou définit \
             « joust_my_bot », comme c/bot.c ; un joueur en Rust a la ligne « joust::module!(make); »"
        }
        NotASource::Python => {
            "est en Python, qui ne peut pas devenir un module : joust n’a pas d’interprète de Python qui consomme du \
             carburant. Pour un concours, écrivez en C++, C, Rust ou JavaScript"
        }
        NotASource::TypeScript => "est en TypeScript : compilez-le d’abord en JavaScript, et soumettez cela",
        NotASource::PartOfRust => {
            "est une partie d’un joueur en Rust : un joueur en un seul fichier a la ligne « joust::module!(make); »"
        }
        NotASource::NoModule => {
            "n’est pas un module WebAssembly, bien que son nom finisse par .wasm : « joust bot build » en fait un d’un \
             source"
        }
        NotASource::Utf16 => "est écrit en UTF-16 : enregistrez-le en UTF-8",
    }
}

fn language(language: Language) -> &'static str {
    match language {
        Language::MadmaxCpp => ContestWords::FRENCH.with_kit,
        Language::Module => "un module WebAssembly",
        other => other.words(),
    }
}

fn listed(languages: &[Language]) -> String {
    languages.iter().map(|one| language(*one)).collect::<Vec<_>>().join(", ")
}

fn global_place(place: GlobalPlace) -> &'static str {
    match place {
        GlobalPlace::Outside => "est une variable en dehors de votre classe",
        GlobalPlace::Attribute => "est un attribut que tous les joueurs de votre classe partagent",
        GlobalPlace::Function => "est une variable qui garde sa valeur d’un appel à l’autre",
    }
}

fn global_way(way: GlobalWay) -> &'static str {
    match way {
        GlobalWay::ConstPointer => "le pointeur lui-même peut changer : écrivez « * const »",
        GlobalWay::Attribute => "faites-en un attribut de votre classe, ou « const »",
        GlobalWay::NotStatic => "enlevez « static », ou rendez-le « const »",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_contest::{Contest, Handed, check_source};

    #[test]
    fn broken_rules_are_told_in_french_with_their_lines() {
        let terms = "name = \"x\"\ngame = \"madmax\"\n[sources]\nglobal-state = \"forbidden\"\nheaders = \"standard\"\n";
        let contest = Contest::read(terms).unwrap();
        let source = b"#include \"Player.hh\"\n#include <thread>\n#define PLAYER_NAME Furiosa\nint n;\nRegisterPlayer(PLAYER_NAME);\n";
        let handed = Handed { file: "AIFuriosa.cc", bytes: source, player: None };
        let checked = check_source(&contest, &handed, &["furiosa".to_owned()]);
        let told: Vec<String> = checked.problems.iter().map(Told::french).collect();
        assert_eq!(
            told,
            [
                "ligne 2 : <thread> n’est pas parmi les en-têtes de ce concours",
                "ligne 3 : le nom « Furiosa » est pris par un autre étudiant : choisissez-en un autre",
                "ligne 4 : « n » est une variable en dehors de votre classe, et ce concours interdit l’état global : \
                 faites-en un attribut de votre classe, ou « const »",
            ]
        );
    }
}
