//! Good games that come with the server. `gallery/README.md` says how they were made.

use crate::picture;
use serde_json::{Value, json};
use std::sync::LazyLock;
use url::form_urlencoded;

/// A game of the gallery: what it is, and its title and text in both languages.
struct Exhibit {
    what: What,
    title: [&'static str; 2],
    text: [&'static str; 2],
}

/// How a game is kept.
enum What {
    /// A duel, by the text of its record; the list shows the position after `shown` actions.
    Record { record: &'static str, shown: usize },
    /// A battle of four equal players, by map and seed.
    Battle { player: &'static str, map: &'static str, seed: i32 },
}

const EXHIBITS: [Exhibit; 7] = [
    Exhibit {
        what: What::Battle { player: "Dummy", map: "oasis", seed: 7 },
        title: ["Dead heat in the oasis", "Ex æquo à l’oasis"],
        text: [
            "After 500 rounds two armies have 1,170 points each, and the third is 100 behind.",
            "Après 500 tours, deux armées ont 1 170 points chacune, et la troisième est à 100 points.",
        ],
    },
    Exhibit {
        what: What::Battle { player: "Dummy", map: "crossroads", seed: 8 },
        title: ["One point", "Un point"],
        text: [
            "1,273 to 1,272: a single city, held for a single round, decides.",
            "1 273 contre 1 272 : une seule ville, tenue un seul tour, fait la différence.",
        ],
    },
    Exhibit {
        what: What::Battle { player: "Dummy", map: "default", seed: 10 },
        title: ["The rout", "La débâcle"],
        text: [
            "More than half of all the points go to one army. Watch where the others run dry.",
            "Plus de la moitié des points pour une seule armée. Regardez où les autres s’épuisent.",
        ],
    },
    Exhibit {
        what: What::Battle { player: "Dummy", map: "default", seed: 5 },
        title: ["Four equals", "Quatre égaux"],
        text: [
            "No army is ever safe: at the end, 136 points separate the first from the last.",
            "Aucune armée n’est à l’abri : à la fin, 136 points séparent la première de la dernière.",
        ],
    },
    Exhibit {
        what: What::Record { record: include_str!("../gallery/mad-exile.txt"), shown: 61 },
        title: ["The corvette hunt", "La chasse à la corvette"],
        text: [
            "Level 10 against level 9: a corvette flees across the board, and Red wins in 67 moves.",
            "Niveau 10 contre niveau 9 : une corvette fuit à travers le plateau, et Rouge gagne en 67 coups.",
        ],
    },
    Exhibit {
        what: What::Record { record: include_str!("../gallery/mad-tiebreak.txt"), shown: 117 },
        title: ["Won on the tie-break", "Gagnée au départage"],
        text: [
            "Level 9 against level 10: 119 moves, and nobody can break through.",
            "Niveau 9 contre niveau 10 : 119 coups, et personne ne perce.",
        ],
    },
    Exhibit {
        what: What::Record { record: include_str!("../gallery/wargame-keren.txt"), shown: 28 },
        title: ["The battle of Keren", "La bataille de Keren"],
        text: [
            "Level 9 against level 10 on the board Keren: Blue wins the last blitz.",
            "Niveau 9 contre niveau 10 sur le plateau Keren : Bleu gagne le dernier assaut.",
        ],
    },
];

impl Exhibit {
    /// The exhibit as the page lists it.
    fn listed(&self) -> Value {
        let told = |words: [&str; 2]| json!({ "en": words[0], "fr": words[1] });
        let (title, text) = (told(self.title), told(self.text));
        match &self.what {
            What::Battle { player, map, seed } => {
                let players = [*player; 4].join(",");
                let address = format!("/watch/battle?players={players}&map={map}&seed={seed}");
                json!({ "game": "madmax", "map": map, "address": address, "title": title, "text": text })
            }
            What::Record { record, shown } => {
                let view =
                    record.parse().ok().and_then(|record| joust_view::of_record(&record, Some(*shown)).ok());
                let view = view.and_then(|view| serde_json::from_str::<Value>(&view.to_string()).ok());
                let view = view.unwrap_or_default();
                let record: String = form_urlencoded::byte_serialize(record.as_bytes()).collect();
                let address = format!("/analyse#text={record}");
                json!({
                    "game": view["game"], "address": address, "title": title, "text": text,
                    "thumbnail": picture::thumbnail(&view),
                })
            }
        }
    }
}

/// The games of the gallery, for the list.
pub(crate) fn listed() -> &'static [Value] {
    static LISTED: LazyLock<Vec<Value>> = LazyLock::new(|| EXHIBITS.iter().map(Exhibit::listed).collect());
    &LISTED
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::Record;
    use joust_madmax::{CompactRecord, Config, Origin, Timeline};

    /// The numbers in a text, whatever separates the thousands.
    fn numbers(text: &str) -> Vec<i64> {
        let mut numbers = Vec::new();
        let mut digits = String::new();
        let mut after = text.chars().skip(1);
        for letter in text.chars() {
            let next = after.next().unwrap_or(' ');
            let separates = matches!(letter, ',' | '\u{a0}' | '\u{202f}' | ' ') && next.is_ascii_digit();
            if letter.is_ascii_digit() {
                digits.push(letter);
            } else if !separates || digits.is_empty() {
                numbers.extend(digits.parse::<i64>());
                digits.clear();
            }
        }
        numbers.extend(digits.parse::<i64>());
        numbers
    }

    /// The scores that the texts of battles name are those of the battles.
    #[test]
    fn every_game_of_the_gallery_is_what_its_text_says() {
        for exhibit in &EXHIBITS {
            match &exhibit.what {
                What::Record { record, .. } => {
                    assert!(exhibit.listed()["thumbnail"].is_string(), "{}", exhibit.title[0]);
                    let record: Record = record.parse().unwrap();
                    let game = joust_games::duel(record.header("Game").unwrap()).unwrap();
                    assert!(game.replay_duel(&record).is_ok(), "{}", exhibit.title[0]);
                }
                What::Battle { player, map, seed } => {
                    let (_, config) = crate::battle::MAPS.iter().find(|(name, _)| name == map).unwrap();
                    let config = Config::read(config).unwrap();
                    let record = CompactRecord::play(config, Origin::Game, *seed, [*player; 4]).unwrap();
                    let game = Timeline::of_record(&record.encode().unwrap()).unwrap();
                    let (rounds, scores) = (game.last(), game.standings(game.last()).map(|own| own.score));
                    let gap = |said| scores.iter().any(|one| scores.contains(&(one + said)));
                    let [english, french] = exhibit.text.map(numbers);
                    assert_eq!(english, french, "{}", exhibit.title[0]);
                    for said in english {
                        let is_true =
                            usize::try_from(said) == Ok(rounds) || scores.contains(&said) || gap(said);
                        assert!(is_true, "{}: {said} in {scores:?}", exhibit.title[0]);
                    }
                }
            }
        }
    }
}
