//! The pages that welcome: home, the list of own games, and how to program a player.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::limits::{OWN_GAMES, OWN_GAMES_AT_HOME, OWN_PAGES};
use crate::listed::ListedGame;
use crate::own::{self, OwnGame};
use crate::pages::{Frame, Preview, page};
use crate::words::words;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde::Deserialize;
use std::sync::Arc;

/// A text of a page.
type Text = &'static str;

words! {
    /// The words of these pages.
    HomeWords;
    tagline: Text = "Play. Program. Solve.", "Jouer. Programmer. Résoudre.";
    lead: Text = "Three strategy games, free and without an account. Beat the computer or a friend, write a \
            program that plays for you, or find the move that wins by force.",
        "Trois jeux de stratégie, gratuits et sans compte. Battez l’ordinateur ou un ami, écrivez un programme \
         qui joue pour vous, ou trouvez le coup qui gagne de force.";
    first_game: Text = "Play your first game", "Jouer votre première partie";
    first_note: Text = "MAD against the easiest level. No need to read the rules first.",
        "MAD contre le niveau le plus facile. Pas besoin de lire les règles d’abord.";
    set_up: Text = "Choose game and opponent", "Choisir le jeu et l’adversaire";
    try_label: Text = "A board to try", "Un plateau à essayer";
    try_title: Text = "Try it here: you are Red", "Essayez ici : vous êtes Rouge";
    try_about: Text = "Touch a red ship, then a square. Expel the blue corvette, the smallest ship, and you win.",
        "Touchez un vaisseau rouge, puis une case. Expulsez la corvette bleue, le plus petit vaisseau, et vous \
         gagnez.";
    live_games: Text = "Being played now", "En ce moment";
    all_games: Text = "All your games", "Toutes vos parties";
    no_games: Text = "You have not played here yet.", "Vous n’avez pas encore joué ici.";
    newer: Text = "Newer games", "Parties plus récentes";
    older: Text = "Older games", "Parties plus anciennes";
    /// `3 watching`
    watching: fn(usize) -> String = |count| format!("{count} watching"),
        |count| if count < 2 { format!("{count} spectateur") } else { format!("{count} spectateurs") };

    games_title: Text = "Three games", "Trois jeux";
    madmax: Text = "Mad Max", "Mad Max";
    mad_about: Text = "Two fleets of eight ships. Every ship is three digits: how far it goes, what it can hit, \
            what it withstands. Send the other corvette into exile.",
        "Deux flottes de huit vaisseaux. Chaque vaisseau a trois chiffres : sa vitesse, ses canons, ses \
         boucliers. Envoyez la corvette adverse en exil.";
    wargame_about: Text = "Two armies take a city square by square. Parachute anywhere, or advance and turn your \
            neighbours.",
        "Deux armées prennent une ville case par case. Parachutez-vous n’importe où, ou avancez et retournez \
         vos voisins.";
    madmax_about: Text = "Four programs send warriors and cars across a desert, short of food, water and fuel. \
            You write one of them, or watch.",
        "Quatre programmes mènent guerriers et voitures dans un désert où tout manque : nourriture, eau, essence. \
         Écrivez l’un d’eux, ou regardez.";
    play: Text = "Play", "Jouer";
    learn: Text = "Learn", "Apprendre";
    rules: Text = "Rules", "Règles";
    watch_battle: Text = "Watch a battle", "Voir une bataille";

    ways_title: Text = "Three ways in", "Trois façons d’entrer";
    way_play: Text = "Play", "Jouer";
    way_play_about: Text = "Eleven levels, from one that a child beats to one that proves its wins. Or send a friend a \
            link.",
        "Onze niveaux, de celui qu’un enfant bat à celui qui prouve ses victoires. Ou envoyez un lien à un ami.";
    way_program: Text = "Program", "Programmer";
    way_program_about: Text = "Write a bot for any of the three games, in Python, JavaScript, C++, Rust or your own \
            language. See why it lost, round by round.",
        "Écrivez un robot pour l’un des trois jeux, en Python, JavaScript, C++, Rust ou dans votre langage. \
         Voyez pourquoi il a perdu, tour par tour.";
    way_program_link: Text = "Get the kit", "Obtenir le kit";
    way_solve: Text = "Solve", "Résoudre";
    way_solve_about: Text = "Puzzles with one solution, an engine that shows what is proven, and a look inside minimax \
            and alpha-beta.",
        "Des problèmes à solution unique, un moteur qui montre ce qui est prouvé, et l’intérieur de minimax et \
         d’alpha-bêta.";
    puzzles: Text = "Puzzles", "Problèmes";
    analyse: Text = "Analyse", "Analyser";

    program_title: Text = "Program a player", "Programmer un joueur";
    program_lead: Text = "The joust command brings everything: the games, a kit to start from, matches with error bars, \
            and the viewer that tells why a warrior died.",
        "La commande joust apporte tout : les jeux, un kit pour commencer, des matchs avec marges d’erreur, et la \
         visionneuse qui dit pourquoi un guerrier est mort.";
    program_get: Text = "Get joust", "Obtenir joust";
    program_get_about: Text = "With the sources and Rust, one command builds it. The server that you are visiting is the \
            same program.",
        "Avec les sources et Rust, une commande le construit. Le serveur que vous visitez est le même programme.";
    program_madmax: Text = "An army for Mad Max", "Une armée pour Mad Max";
    program_madmax_about: Text = "Four players in C++ share a map. These commands make a folder with the kit and play a first \
            battle; AIDemo.cc is a player to read and to change.",
        "Quatre joueurs en C++ partagent une carte. Ces commandes créent un dossier avec le kit et jouent une \
         première bataille ; AIDemo.cc est un joueur à lire et à modifier.";
    program_madmax_next: Text = "Drop the result into Watch to see it, or measure your player over many battles:",
        "Déposez le résultat dans Regarder pour le voir, ou mesurez votre joueur sur de nombreuses batailles :";
    program_bots: Text = "A bot in your language", "Un robot dans votre langage";
    program_bots_about: Text = "A bot plays one seat of any of the three games. These commands make a folder with a library, \
            bots that play and a README, play a first match and check the bot:",
        "Un robot tient une place de l’un des trois jeux. Ces commandes créent un dossier avec une bibliothèque, \
         des robots qui jouent et un mode d’emploi, jouent un premier match et vérifient le robot :";
    program_bots_kits: Text = "There are kits for Python, JavaScript, C++ and Rust: write javascript, cpp or rust in place of \
            python. All have the same names for the same things.",
        "Il y a des kits pour Python, JavaScript, C++ et Rust : écrivez javascript, cpp ou rust à la place de \
         python. Les mêmes choses y ont les mêmes noms.";
    program_bots_contests: Text = "Contests do not take Python: for one, choose another kit.",
        "Les concours ne prennent pas Python : pour un concours, choisissez un autre kit.";
    program_duels: Text = "Without a kit", "Sans kit";
    program_duels_about: Text = "For the War Game and MAD, any program will do that reads a position from a line and answers \
            with a move on a line. It plays against textbook agents and the engine:",
        "Pour le War Game et MAD, tout programme convient qui lit une position sur une ligne et répond par un coup sur une ligne. Il joue \
         contre les agents du cours et le moteur :";
}

impl HomeWords {
    fn watching(&self, count: usize) -> String {
        (self.watching)(count)
    }
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/", get(home)).route("/program", get(program))
}

/// `templates/home.html`
#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    frame: Frame,
    words: &'static HomeWords,
    script: String,
    own: Vec<OwnGame>,
    /// Whether the visitor has more games than are listed here.
    more: bool,
    live: Arc<[ListedGame]>,
    preview: Preview,
}

/// `GET /`
async fn home(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let (own, more) = own::games(&app, &caller.visitor, 0, OWN_GAMES_AT_HOME).await?;
    let words = HomeWords::of(caller.language);
    page(&HomePage {
        frame: Frame::new(caller.language),
        words,
        preview: Preview::of_game(&caller, words.tagline, words.lead, "mad"),
        script: url("home.js"),
        own,
        more,
        live: app.listed.now(&app),
    })
}

/// `templates/games.html`
#[derive(Template)]
#[template(path = "games.html")]
struct OwnGamesPage {
    frame: Frame,
    words: &'static HomeWords,
    own: Vec<OwnGame>,
    /// The number of this page, from 1.
    page: u32,
    more: bool,
}

/// The query of the list of own games.
#[derive(Deserialize)]
pub(crate) struct AskedPage {
    #[serde(default)]
    page: String,
}

/// `GET /games`
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<AskedPage>,
) -> Result<Response, Failure> {
    let number = asked.page.parse().unwrap_or(1).clamp(1, OWN_PAGES);
    let (own, more) = own::games(&app, &caller.visitor, (number - 1) * OWN_GAMES, OWN_GAMES).await?;
    let more = more && number < OWN_PAGES;
    page(&OwnGamesPage {
        frame: Frame::new(caller.language),
        words: HomeWords::of(caller.language),
        own,
        page: number,
        more,
    })
}

/// `templates/program.html`
#[derive(Template)]
#[template(path = "program.html")]
struct ProgramPage {
    frame: Frame,
    words: &'static HomeWords,
    preview: Preview,
}

/// `GET /program`
async fn program(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = HomeWords::of(caller.language);
    let preview = Preview::of_game(&caller, words.program_title, words.program_lead, "madmax");
    page(&ProgramPage { frame: Frame::new(caller.language), words, preview })
}
