//! Everything that pages say, in both languages. What `<joust-game>` says stands in `web/src/arena/words`.

use crate::language::Language;

/// The words of the pages.
pub(crate) struct Words {
    pub(crate) tagline: &'static str,
    pub(crate) lead: &'static str,
    pub(crate) skip: &'static str,
    pub(crate) pages: &'static str,
    pub(crate) language: &'static str,
    pub(crate) theme_auto: &'static str,
    pub(crate) theme_light: &'static str,
    pub(crate) theme_dark: &'static str,
    pub(crate) foot: &'static str,
    pub(crate) rules_of_mad: &'static str,
    pub(crate) rules_of_wargame: &'static str,

    pub(crate) own_games: &'static str,
    pub(crate) more_games: &'static str,
    pub(crate) your_turn: &'static str,
    pub(crate) their_turn: &'static str,
    pub(crate) waiting: &'static str,
    pub(crate) over: &'static str,
    /// `1 move`, `14 moves`
    moves: fn(usize) -> String,

    pub(crate) new_game: &'static str,
    pub(crate) game_label: &'static str,
    pub(crate) mad: &'static str,
    pub(crate) wargame: &'static str,
    pub(crate) mad_summary: &'static str,
    pub(crate) wargame_summary: &'static str,
    pub(crate) opponent: &'static str,
    pub(crate) computer: &'static str,
    pub(crate) computer_summary: &'static str,
    pub(crate) friend: &'static str,
    pub(crate) friend_summary: &'static str,
    pub(crate) screen: &'static str,
    pub(crate) screen_summary: &'static str,
    pub(crate) level: &'static str,
    pub(crate) levels: [&'static str; 10],
    pub(crate) side: &'static str,
    pub(crate) red: &'static str,
    pub(crate) blue: &'static str,
    pub(crate) green: &'static str,
    /// Stands after the side that moves first.
    pub(crate) begins: &'static str,
    pub(crate) random: &'static str,
    pub(crate) clock: &'static str,
    pub(crate) no_clock: &'static str,
    pub(crate) own_clock: &'static str,
    pub(crate) minutes: &'static str,
    pub(crate) increment: &'static str,
    pub(crate) board: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) usual: &'static str,
    pub(crate) random_city: &'static str,
    pub(crate) from_position: &'static str,
    pub(crate) position: &'static str,
    pub(crate) usual_position: &'static str,
    pub(crate) name: &'static str,
    pub(crate) guest: &'static str,
    pub(crate) start: &'static str,
    pub(crate) preview: &'static str,
    /// What the board beside the form says instead of a reason, which is English.
    pub(crate) no_preview: &'static str,
    /// The summaries of boards and rulesets: those of the register, which are English, and others.
    summaries: &'static [(&'static str, &'static str)],

    pub(crate) how_mad: &'static str,
    pub(crate) story_mad: &'static str,
    pub(crate) how_wargame: &'static str,
    pub(crate) story_wargame: &'static str,
    pub(crate) play_now: &'static str,
    pub(crate) to_the_law: &'static str,

    not_found_title: &'static str,
    flood_title: &'static str,
    ours_title: &'static str,
    refused_title: &'static str,
    pub(crate) to_the_arena: &'static str,
    pub(crate) not_found: &'static str,
    pub(crate) bad: &'static str,
    pub(crate) foreign: &'static str,
    pub(crate) flood: &'static str,
    pub(crate) full: &'static str,
    pub(crate) ours: &'static str,
    pub(crate) needs_script: &'static str,
    pub(crate) damaged_title: &'static str,
    pub(crate) damaged: &'static str,
    pub(crate) damaged_save: &'static str,
}

/// English.
pub(crate) const ENGLISH: Words = Words {
    tagline: "Two fleets, no luck.",
    lead: "Play MAD and the War Game: against the computer, side by side, or with a link. \
           No account, no dice, nothing hidden.",
    skip: "Skip to the content",
    pages: "Pages",
    language: "Language",
    theme_auto: "Colours: as the device has them",
    theme_light: "Colours: light",
    theme_dark: "Colours: dark",
    foot: "Joust, an arena to play, program and solve games in.",
    rules_of_mad: "Rules of MAD",
    rules_of_wargame: "Rules of the War Game",

    own_games: "Your games",
    more_games: "More games",
    your_turn: "Your turn",
    their_turn: "Their turn",
    waiting: "Seat open",
    over: "Over",
    moves: |count| format!("{count} {}", if count == 1 { "move" } else { "moves" }),

    new_game: "New game",
    game_label: "Game",
    mad: "MAD",
    wargame: "War Game",
    mad_summary: "Two fleets. Drive the other corvette into exile.",
    wargame_summary: "Two armies. Take the squares that count.",
    opponent: "Opponent",
    computer: "Computer",
    computer_summary: "Ten levels",
    friend: "A friend",
    friend_summary: "With a link, anywhere",
    screen: "One screen",
    screen_summary: "Two people, one device",
    level: "Level",
    levels: [
        "Page",
        "Squire",
        "Yeoman",
        "Sergeant",
        "Knight",
        "Banneret",
        "Captain",
        "Champion",
        "Marshal",
        "Grand Master",
    ],
    side: "Your side",
    red: "Red",
    blue: "Blue",
    green: "Green",
    begins: "begins",
    random: "Random",
    clock: "Clock: minutes + seconds a move",
    no_clock: "None",
    own_clock: "Other",
    minutes: "Minutes for each side",
    increment: "Seconds added after a move",
    board: "Board",
    rules: "Rules",
    usual: "The usual",
    random_city: "Random city, 6×6",
    from_position: "Start from a position",
    position: "Position",
    usual_position: "Empty: the usual start",
    name: "Your name",
    guest: "Guest",
    start: "Play",
    preview: "The board",
    no_preview: "",
    summaries: &[],

    how_mad: "How to play MAD",
    story_mad: "Two fleets meet at the edge of the galaxy, in a joust that hurts nobody: a ship that is hit \
                goes to a parallel universe. Send the other corvette there, and you rule.",
    how_wargame: "How to play the War Game",
    story_wargame: "Two armies take a city square by square. Every square is worth something, and the \
                    bold take more than one at a time.",
    play_now: "Play now",
    to_the_law: "The complete law",

    not_found_title: "A thrust into the void",
    flood_title: "Not so fast",
    ours_title: "Thrown from the saddle",
    refused_title: "That did not work",
    to_the_arena: "To the arena",
    not_found: "There is nothing at this address. A game may have moved on, or the link is incomplete.",
    bad: "This request cannot be understood. Go back, reload the page and try again.",
    foreign: "This request comes from another site, so nothing was done.",
    flood: "Too much at once: wait a little and try again.",
    full: "The arena is full: try again in a while.",
    ours: "Something broke on our side. Your games are safe.",
    needs_script: "To play, let the browser run this page's script.",
    damaged_title: "A game that cannot be replayed",
    damaged: "What is stored of this game does not follow from the rules as this server knows them, so it \
              cannot go on. Nothing is lost: these are its terms and everything that happened, as stored.",
    damaged_save: "Save this text",
};

/// French.
pub(crate) const FRENCH: Words = Words {
    tagline: "Deux flottes, aucun hasard.",
    lead: "Jouez à MAD et au War Game : contre l’ordinateur, à deux devant l’écran, ou à distance avec un \
           lien. Ni compte, ni dés, ni rien de caché.",
    skip: "Aller au contenu",
    pages: "Pages",
    language: "Langue",
    theme_auto: "Couleurs : celles de l’appareil",
    theme_light: "Couleurs : claires",
    theme_dark: "Couleurs : sombres",
    foot: "Joust, une arène où jouer, programmer et résoudre des jeux.",
    rules_of_mad: "Règles de MAD",
    rules_of_wargame: "Règles du War Game",

    own_games: "Vos parties",
    more_games: "Autres parties",
    your_turn: "À vous",
    their_turn: "À l’autre",
    waiting: "Place libre",
    over: "Finie",
    moves: |count| format!("{count} {}", if count < 2 { "coup" } else { "coups" }),

    new_game: "Nouvelle partie",
    game_label: "Jeu",
    mad: "MAD",
    wargame: "War Game",
    mad_summary: "Deux flottes. Exilez la corvette adverse.",
    wargame_summary: "Deux armées. Prenez les cases qui comptent.",
    opponent: "Adversaire",
    computer: "Ordinateur",
    computer_summary: "Dix niveaux",
    friend: "Un ami",
    friend_summary: "Par un lien, où qu’il soit",
    screen: "Un seul écran",
    screen_summary: "À deux sur un appareil",
    level: "Niveau",
    levels: [
        "Page",
        "Écuyer",
        "Archer",
        "Sergent",
        "Chevalier",
        "Banneret",
        "Capitaine",
        "Champion",
        "Maréchal",
        "Grand Maître",
    ],
    side: "Votre camp",
    red: "Rouge",
    blue: "Bleu",
    green: "Vert",
    begins: "commence",
    random: "Au hasard",
    clock: "Pendule : minutes + secondes par coup",
    no_clock: "Aucune",
    own_clock: "Autre",
    minutes: "Minutes par camp",
    increment: "Secondes ajoutées par coup",
    board: "Plateau",
    rules: "Règles",
    usual: "Habituel",
    random_city: "Ville au hasard, 6×6",
    from_position: "Partir d’une position",
    position: "Position",
    usual_position: "Vide : le départ habituel",
    name: "Votre nom",
    guest: "Invité",
    start: "Jouer",
    preview: "Le plateau",
    no_preview: "La partie ne peut pas commencer ainsi. « Jouer » dit pourquoi.",
    summaries: &[
        (
            "six rows of four squares, the first edition's board",
            "six rangées de quatre cases, le plateau de la première édition",
        ),
        ("five rows of five squares", "cinq rangées de cinq cases"),
        (
            "28 squares: four rows of six, and a harbour of two on either side",
            "28 cases : quatre rangées de six, et un port de deux de chaque côté",
        ),
        ("30 squares in the shape of a diamond", "30 cases en losange"),
        (
            "tie-break after 40 turns, positioning turns, the end may be agreed",
            "départage après 40 tours, tours de positionnement, arrêt possible d’un commun accord",
        ),
        (
            "tie-break after 30 turns, positioning turns, no agreed end",
            "départage après 30 tours, tours de positionnement, pas d’arrêt d’un commun accord",
        ),
        (
            "tie-break after 30 turns, no positioning turns, no agreed end",
            "départage après 30 tours, sans positionnement, pas d’arrêt d’un commun accord",
        ),
        (
            "taking a square beside an own one is always a blitz",
            "prendre une case voisine d’une des siennes est toujours un assaut",
        ),
        (
            "where a blitz would conquer, one may drop instead",
            "là où un assaut conquerrait, on peut parachuter",
        ),
        ("an edition of the course with 5×5 boards", "une édition du cours, 5×5"),
        ("made by students", "fait par des étudiants"),
    ],

    how_mad: "Comment jouer à MAD",
    story_mad: "Deux flottes se rencontrent au bord de la galaxie, dans une joute qui ne blesse personne : \
                un vaisseau touché part dans un univers parallèle. Envoyez-y la corvette adverse, et \
                vous régnez.",
    how_wargame: "Comment jouer au War Game",
    story_wargame: "Deux armées prennent une ville case par case. Chaque case a sa valeur, et les audacieux \
                    en prennent plus d’une à la fois.",
    play_now: "Jouer",
    to_the_law: "La loi complète (en anglais)",

    not_found_title: "Un coup dans le vide",
    flood_title: "Pas si vite",
    ours_title: "Désarçonnés",
    refused_title: "Cela n’a pas marché",
    to_the_arena: "Vers l’arène",
    not_found: "Il n’y a rien à cette adresse. La partie a disparu, ou le lien est incomplet.",
    bad: "Cette demande est incompréhensible. Revenez, rechargez la page et réessayez.",
    foreign: "Cette demande vient d’un autre site ; rien n’a été fait.",
    flood: "Trop de demandes à la fois : attendez un peu et réessayez.",
    full: "L’arène est pleine : réessayez dans un moment.",
    ours: "Une panne de notre côté. Vos parties sont en sûreté.",
    needs_script: "Pour jouer, laissez le navigateur exécuter le script de cette page.",
    damaged_title: "Une partie qu’on ne peut pas rejouer",
    damaged: "Ce qui est enregistré de cette partie ne suit pas les règles telles que ce serveur les connaît ; \
              elle ne peut donc pas continuer. Rien n’est perdu : voici ses conditions et tout ce qui s’est \
              passé, tels qu’ils sont enregistrés.",
    damaged_save: "Enregistrer ce texte",
};

impl Words {
    /// The words of a language.
    pub(crate) fn of(language: Language) -> &'static Words {
        match language {
            Language::English => &ENGLISH,
            Language::French => &FRENCH,
        }
    }

    /// What a game is called.
    pub(crate) fn game(&self, name: &str) -> &'static str {
        if name == "mad" { self.mad } else { self.wargame }
    }

    /// How many moves a game has.
    pub(crate) fn moves(&self, count: usize) -> String {
        (self.moves)(count)
    }

    /// What a level of the computer is called.
    pub(crate) fn level_name(&self, level: u8) -> &'static str {
        self.levels.get(usize::from(level).wrapping_sub(1)).copied().unwrap_or("")
    }

    /// What the register says of a board or a ruleset, in this language.
    pub(crate) fn summary<'a>(&self, english: &'a str) -> std::borrow::Cow<'a, str> {
        let known = self.summaries.iter().find(|(register, _)| *register == english);
        match (known, english.strip_prefix("one of the five boards of the course, 6×6, also called ")) {
            (Some((_, own)), _) => (*own).into(),
            (None, Some(also)) if !self.summaries.is_empty() => {
                format!("un des cinq plateaux du cours, 6×6, dit aussi {also}").into()
            }
            _ => english.into(),
        }
    }

    /// What a field of the form is called.
    pub(crate) fn field(&self, name: &str) -> &'static str {
        match name {
            "game" => self.game_label,
            "board" => self.board,
            "rules" => self.rules,
            "position" => self.position,
            "opponent" => self.opponent,
            "level" => self.level,
            "seat" => self.side,
            "minutes" => self.minutes,
            "increment" => self.increment,
            _ => self.name,
        }
    }

    /// The headline of a page that says what went wrong.
    pub(crate) fn error_title(&self, status: u16) -> &'static str {
        match status {
            404 => self.not_found_title,
            429 | 503 => self.flood_title,
            500.. => self.ours_title,
            _ => self.refused_title,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_and_ruleset_is_told_in_french() {
        for game in joust_games::duels() {
            for entry in game.boards().iter().chain(&game.rulesets()) {
                assert_eq!(ENGLISH.summary(&entry.summary), entry.summary);
                let french = FRENCH.summary(&entry.summary);
                assert_ne!(french, entry.summary, "`{}` needs a line in FRENCH.summaries", entry.summary);
            }
        }
    }
}
