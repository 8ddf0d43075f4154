//! The words of the pages in both languages. Those of `<joust-game>` are in `web/src/arena/words`.

/// A text of a page.
type Text = &'static str;

/// Defines a struct of words with a value for each language: a word without a translation does not
/// compile.
macro_rules! words {
    (
        $(#[$of:meta])* $words:ident;
        $($(#[$about:meta])* $name:ident: $kind:ty = $english:expr, $french:expr;)*
    ) => {
        $(#[$of])*
        pub(crate) struct $words {
            $($(#[$about])* pub(crate) $name: $kind),*
        }

        impl $words {
            /// English.
            pub(crate) const ENGLISH: &'static $words = &$words { $($name: $english),* };
            /// French.
            pub(crate) const FRENCH: &'static $words = &$words { $($name: $french),* };

            /// The words of a language.
            pub(crate) fn of(language: $crate::language::Language) -> &'static $words {
                match language {
                    $crate::language::Language::English => $words::ENGLISH,
                    $crate::language::Language::French => $words::FRENCH,
                }
            }
        }
    };
}

pub(crate) use words;

words! {
    /// The words of the frame, of the pages for games, and of errors.
    Words;
    /// For search engines and link previews.
    lead: Text = "Play, program and solve three strategy games: MAD, the War Game and Mad Max. Free, without an account.",
        "Jouez, programmez et résolvez trois jeux de stratégie : MAD, le War Game et Mad Max. Gratuit, sans compte.";
    skip: Text = "Skip to the content", "Aller au contenu";
    pages: Text = "Pages", "Pages";
    language: Text = "Language", "Langue";
    menu: Text = "Menu", "Menu";
    theme_auto: Text = "Theme: same as your device", "Thème : celui de l’appareil";
    theme_light: Text = "Theme: light", "Thème : clair";
    theme_dark: Text = "Theme: dark", "Thème : sombre";
    foot: Text = "Joust: play, program and solve.", "Joust : jouer, programmer, résoudre.";
    rules_of_mad: Text = "Rules of MAD", "Règles de MAD";
    rules_of_wargame: Text = "Rules of the War Game", "Règles du War Game";
    rules_of_madmax: Text = "Rules of Mad Max", "Règles de Mad Max";
    program: Text = "Program a player", "Programmer un joueur";
    account: Text = "Account", "Compte";
    play_offline: Text = "Play offline", "Jouer hors ligne";

    own_games: Text = "Your games", "Vos parties";
    your_turn: Text = "Your turn", "À vous";
    their_turn: Text = "Their turn", "À l’autre";
    waiting: Text = "Seat open", "Place libre";
    won: Text = "You won", "Gagnée";
    lost: Text = "You lost", "Perdue";
    drawn: Text = "Draw", "Nulle";
    aborted: Text = "Aborted", "Interrompue";
    red_won: Text = "Red won", "Rouge gagne";
    blue_won: Text = "Blue won", "Bleu gagne";
    green_won: Text = "Green won", "Vert gagne";
    /// `1 move`, `14 moves`
    moves: fn(usize) -> String = |count| format!("{count} {}", if count == 1 { "move" } else { "moves" }),
        |count| format!("{count} {}", if count < 2 { "coup" } else { "coups" });

    play: Text = "Play", "Jouer";
    learn: Text = "Learn", "Apprendre";
    puzzles: Text = "Puzzles", "Problèmes";
    analyse: Text = "Analyse", "Analyser";
    watch: Text = "Watch", "Regarder";
    contests: Text = "Contests", "Concours";
    new_game: Text = "New game", "Nouvelle partie";
    game_label: Text = "Game", "Jeu";
    mad: Text = "MAD", "MAD";
    wargame: Text = "War Game", "War Game";
    mad_summary: Text = "Two fleets. Drive the other corvette into exile.",
        "Deux flottes. Exilez la corvette adverse.";
    wargame_summary: Text = "Two armies. Take the squares that count.",
        "Deux armées. Prenez les cases qui comptent.";
    opponent: Text = "Opponent", "Adversaire";
    computer: Text = "Computer", "Ordinateur";
    computer_summary: Text = "Levels 0 to 10", "Niveaux 0 à 10";
    friend: Text = "A friend", "Un ami";
    friend_summary: Text = "Send a link", "Envoyez un lien";
    screen: Text = "Same screen", "Sur le même écran";
    screen_summary: Text = "Two players, one device", "À deux sur un appareil";
    level: Text = "Level", "Niveau";
    /// From level 0.
    levels: [Text; 11] = [
        "Jester", "Page", "Squire", "Yeoman", "Sergeant", "Knight",
        "Banneret", "Captain", "Champion", "Marshal", "Grand Master",
    ], [
        "Fou du roi", "Page", "Écuyer", "Archer", "Sergent", "Chevalier",
        "Banneret", "Capitaine", "Champion", "Maréchal", "Grand Maître",
    ];
    side: Text = "Your side", "Votre camp";
    red: Text = "Red", "Rouge";
    blue: Text = "Blue", "Bleu";
    green: Text = "Green", "Vert";
    /// Stands after the side that moves first.
    begins: Text = "begins", "commence";
    random: Text = "Random", "Au hasard";
    clock: Text = "Clock: minutes + seconds per move", "Pendule : minutes + secondes par coup";
    no_clock: Text = "None", "Aucune";
    own_clock: Text = "Other", "Autre";
    minutes: Text = "Minutes per side", "Minutes par camp";
    increment: Text = "Increment in seconds", "Incrément en secondes";
    board: Text = "Board", "Plateau";
    rules: Text = "Rules", "Règles";
    usual: Text = "Standard", "Standard";
    random_city: Text = "Random city", "Ville au hasard";
    random_city_about: Text = "6×6 squares with values drawn by lot", "6×6 cases aux valeurs tirées au sort";
    /// Rulesets by their names in the register.
    rulesets: &'static [(Text, Text)] = &[
        ("current", "Current"), ("classic", "Classic"), ("app", "App"),
        ("mandatory", "Blitz is mandatory"), ("optional-blitz", "Blitz is optional"),
    ], &[
        ("current", "Actuelles"), ("classic", "Classiques"), ("app", "De l’application"),
        ("mandatory", "Assaut obligatoire"), ("optional-blitz", "Assaut facultatif"),
    ];
    position: Text = "Position", "Position";
    usual_position: Text = "Empty: the starting position", "Vide : la position de départ";
    listed: Text = "Let others watch", "Laisser regarder";
    listed_about: Text = "While you play, the game and your name are on the home page. Otherwise only people with the link see it.",
        "Pendant que vous jouez, la partie et votre nom sont sur la page d’accueil. Sinon, seuls ceux qui ont le lien la voient.";
    more_options: Text = "More options", "Plus d’options";
    name: Text = "Your name", "Votre nom";
    guest: Text = "Guest", "Invité";
    start: Text = "Play", "Jouer";
    preview: Text = "The board", "Le plateau";
    /// Stands between a label and what is said of it.
    colon: Text = ":", "\u{a0}:";
    /// Pairs of the register's English summaries of boards and rulesets, and their translations.
    summaries: &'static [(Text, Text)] = &[], IN_FRENCH;

    how_mad: Text = "How to play MAD", "Comment jouer à MAD";
    story_mad: Text = "Two fleets meet at the edge of the galaxy, in a joust that hurts nobody: a ship that is hit \
            goes to a parallel universe. Send the other corvette there, and you rule.",
        "Deux flottes se rencontrent au bord de la galaxie, dans une joute qui ne blesse personne : \
         un vaisseau touché part dans un univers parallèle. Envoyez-y la corvette adverse, et \
         vous régnez.";
    how_wargame: Text = "How to play the War Game", "Comment jouer au War Game";
    story_wargame: Text = "Two armies take a city square by square. Every square is worth something, and the \
            bold take more than one at a time.",
        "Deux armées prennent une ville case par case. Chaque case a sa valeur, et les audacieux \
         en prennent plus d’une à la fois.";
    play_now: Text = "Play now", "Jouer";
    to_the_law: Text = "The complete law", "La loi complète";

    not_found_title: Text = "Page not found", "Page introuvable";
    flood_title: Text = "Not so fast", "Pas si vite";
    ours_title: Text = "Thrown from the saddle", "Désarçonnés";
    refused_title: Text = "That did not work", "Cela n’a pas marché";
    to_the_arena: Text = "Back to the home page", "Retour à l’accueil";
    not_found: Text = "There is nothing at this address. The game may be gone, or the link is incomplete.",
        "Il n’y a rien à cette adresse. La partie n’existe plus, ou le lien est incomplet.";
    bad: Text = "This request cannot be understood. Go back, reload the page and try again.",
        "Cette demande est incompréhensible. Revenez, rechargez la page et réessayez.";
    foreign: Text = "This request came from another site, so nothing was done.",
        "Cette demande vient d’un autre site : rien n’a été fait.";
    kept: Text = "This name, or one that looks like it, is kept by an account. Choose another, or sign in.",
        "Ce nom, ou un nom qui lui ressemble, est celui d’un compte. Choisissez-en un autre, ou connectez-vous.";
    sign_in_first: Text = "Sign in first: only the owner of an account sees this page.",
        "Connectez-vous d’abord : seul le titulaire d’un compte voit cette page.";
    forbidden: Text = "Your account may not do this.", "Votre compte ne permet pas cela.";
    bad_token: Text = "This token is not valid. Make another one on your account page.",
        "Ce jeton n’est pas valable. Créez-en un autre sur la page de votre compte.";
    flood: Text = "Too much at once: wait a little and try again.",
        "Trop de demandes à la fois : attendez un peu et réessayez.";
    full: Text = "The arena is full: try again in a while.", "L’arène est pleine : réessayez dans un moment.";
    ours: Text = "Something broke on our side. Your games are safe.",
        "Une panne de notre côté. Vos parties sont en sûreté.";
    /// Under a link to a game with an open seat, and to any other.
    invitation: Text = "You are invited: take the open seat and play.", "Vous êtes invité : prenez la place libre et jouez.";
    spectate: Text = "Watch the game move by move.", "Suivez la partie coup par coup.";
    needs_script: Text = "To play, let the browser run this page's script.",
        "Pour jouer, laissez le navigateur exécuter le script de cette page.";
    damaged_title: Text = "A game that cannot be replayed", "Une partie qu’on ne peut pas rejouer";
    damaged: Text = "What is stored of this game does not follow from the rules as this server knows them, so it \
            cannot go on. Nothing is lost: these are its terms and everything that happened, as stored.",
        "Ce qui est enregistré de cette partie ne suit pas les règles telles que ce serveur les connaît ; \
         elle ne peut donc pas continuer. Rien n’est perdu : voici ses conditions et tout ce qui s’est \
         passé, tels qu’ils sont enregistrés.";
    damaged_save: Text = "Save this text", "Enregistrer ce texte";
}

/// The register's summaries of boards and rulesets, with their French translations.
const IN_FRENCH: &[(Text, Text)] = &[
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
    ("where a blitz would conquer, one may drop instead", "là où un assaut conquerrait, on peut parachuter"),
    ("an edition of the course with 5×5 boards", "une édition du cours, 5×5"),
    ("made by students", "fait par des étudiants"),
];

impl Words {
    /// The name of a game.
    pub(crate) fn game(&self, name: &str) -> &'static str {
        match name {
            "mad" => self.mad,
            "madmax" => "Mad Max",
            _ => self.wargame,
        }
    }

    /// The text of a number of moves.
    pub(crate) fn moves(&self, count: usize) -> String {
        (self.moves)(count)
    }

    /// The name of a level of the computer.
    pub(crate) fn level_name(&self, level: u8) -> &'static str {
        self.levels.get(usize::from(level)).copied().unwrap_or("")
    }

    /// The register's summary of a board or ruleset, in this language.
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

    /// The short name of a ruleset; a ruleset without one is shown by its name in the register.
    pub(crate) fn ruleset<'a>(&self, name: &'a str) -> &'a str {
        self.rulesets.iter().find(|(register, _)| *register == name).map_or(name, |(_, own)| own)
    }

    /// The label of a field of the form.
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

    /// The label of a field of the form, before what is wrong with it.
    pub(crate) fn labelled(&self, name: &str) -> String {
        format!("{}{}", self.field(name), self.colon)
    }

    /// The headline of an error page.
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
                assert_eq!(Words::ENGLISH.summary(&entry.summary), entry.summary);
                if game.rulesets().iter().any(|rules| rules.name == entry.name) {
                    let names = [Words::ENGLISH, Words::FRENCH].map(|words| words.ruleset(&entry.name));
                    assert!(!names.contains(&&*entry.name), "`{}` needs a name in `rulesets`", entry.name);
                }
                let french = Words::FRENCH.summary(&entry.summary);
                assert_ne!(french, entry.summary, "`{}` needs a line in FRENCH.summaries", entry.summary);
            }
        }
    }
}
