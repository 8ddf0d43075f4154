//! Why a text does not name an opponent.

use crate::french::Told;
use joust_madmax::player::BUILT_IN;
use joust_players::BadPlayer;

impl Told for BadPlayer {
    fn french(&self) -> String {
        match self {
            BadPlayer::Unknown(name) => format!(
                "il n’y a pas de joueur « {name} » : les joueurs sont random, minimax:3, alphabeta:3, mcts:1000 et \
                 engine:0 à engine:10"
            ),
            BadPlayer::UnknownArmy(name) => {
                let known = BUILT_IN.map(|(name, _)| name).join(", ");
                format!("il n’y a pas de joueur « {name} » : les joueurs intégrés sont {known}")
            }
            BadPlayer::Game(game) => format!("le jeu « {game} » n’a pas de joueurs qui aient un nom"),
            BadPlayer::Depth(text, word) => {
                format!("{text} : dites combien de coups il voit d’avance : {word}:3")
            }
            BadPlayer::Option { text, why } => format!("{text} : une option est fausse (en anglais : {why})"),
            BadPlayer::NotAnOption { text, option } => {
                format!("{text} : « {option} » n’est pas une option : une option est de la forme ties=last")
            }
            BadPlayer::Playouts(text) => {
                format!("{text} : dites combien de parties au hasard, de 1 à 10000000 : mcts:1000")
            }
            BadPlayer::NoCommand(text) => {
                format!("{text} : dites quel programme lancer : cmd:python3 bot.py")
            }
            BadPlayer::Timeout { text, found } => {
                format!("{text} : timeout est un nombre de secondes, et non « {found} »")
            }
            BadPlayer::BotOption { text, option, known } => format!(
                "{text} : « {option} » n’est pas une option d’un programme : {known}, et set.NOM=VALEUR pour ses \
                 propres paramètres"
            ),
            BadPlayer::Level(text) => {
                format!("{text} : il n’y a pas ce niveau ; engine:0 est le plus faible")
            }
            BadPlayer::Limit { text, option, .. } => format!(
                "{text} : « {option} » n’est pas une option du moteur, telle que nodes=100000 ou depth=6"
            ),
            BadPlayer::Value { text, option, takes } => {
                format!("{text} : « {option} » a une valeur fausse ; elle prend (en anglais) {takes}")
            }
            BadPlayer::Weights { text, file, why } => {
                format!("{text} : les poids de « {file} » sont illisibles (en anglais : {why})")
            }
            BadPlayer::Surplus { text, word } => {
                format!("{text} : « {word} » ne prend ni argument ni options")
            }
        }
    }
}
