//! `/watch`: battles of Mad Max, and games that can be replayed.

use crate::app::App;
use crate::assets::url;
use crate::battle::{self, Battle, BattleQuery};
use crate::failure::Failure;
use crate::form::NewGameForm;
use crate::guard::Caller;
use crate::limits::{BATTLE_SEED_MOST, FILM_BYTES, OWN_FILMS, OWN_GAMES};
use crate::listed::{ListedGame, ListedPlayer};
use crate::own::{self, OwnGame};
use crate::words::{Words, words};
use crate::{gallery, id, pages, picture, shelf};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use joust_madmax::player::BUILT_IN;
use serde_json::{Value, json};
use std::sync::Arc;

words! {
    /// The words of these pages that are not in their script.
    WatchWords;
    title: &'static str = "Watch", "Regarder";
    about: &'static str = "Battles of Mad Max, and games to replay.", "Des batailles de Mad Max, et des parties à revoir.";
    how: &'static str = "How to play Mad Max", "Comment jouer à Mad Max";
    story: &'static str = "Four armies, eight cities, and a desert without mercy: warriors starve, cars run dry, and whoever \
            falls gets up on the other side.",
        "Quatre armées, huit villes et un désert sans pitié : les guerriers ont faim, les voitures tombent en \
         panne, et qui tombe se relève dans l’autre camp.";
    run: &'static str = "Run a battle", "Lancer une bataille";
    battle: &'static str = "Battle", "Bataille";
    shared: &'static str = "Shared battle", "Bataille partagée";
    film_large: &'static str = "This file is too big to share: at most 2 MB packed, and a game of ordinary size. \
            You can still watch it here.",
        "Ce fichier est trop gros pour être partagé : au plus 2 Mo compressés, et une partie de taille \
         ordinaire. Vous pouvez quand même le regarder ici.";
    film_other: &'static str = "This is not a result or a record of Mad Max.",
        "Ce n’est ni un résultat ni un enregistrement de Mad Max.";
    film_flood: &'static str = "Too many files at once: wait a minute and try again.",
        "Trop de fichiers à la fois : attendez une minute et réessayez.";
    film_visitor: &'static str = "You are sharing as many battles as one visitor can. They expire after 30 days.",
        "Vous partagez déjà autant de batailles qu’un visiteur le peut. Elles expirent après 30 jours.";
    film_site: &'static str = "Too many battles are shared from your network. They expire after 30 days.",
        "Trop de batailles sont partagées depuis votre réseau. Elles expirent après 30 jours.";
    film_all: &'static str = "There is no room left for shared battles at the moment. Try again tomorrow.",
        "Il n’y a plus de place pour les batailles partagées en ce moment. Réessayez demain.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/watch", get(index))
        .route("/watch/battle", get(battle_page))
        .route("/watch/battle/film", get(battle::film))
        .route("/watch/films", post(shelf::share))
        .route("/watch/films/{id}", get(shelf::film))
        .route("/watch/{id}", get(film_page))
}

/// The addresses of the files that the viewer loads.
fn files() -> [(&'static str, String); 2] {
    [("film", url("film.wasm")), ("reader", url("reader.js"))]
}

/// `GET /watch`
async fn index(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let words = WatchWords::of(caller.language);
    let (games, _) = own::games(&app, &caller.visitor, 0, OWN_GAMES).await?;
    let frame = Words::of(caller.language);
    let games: Vec<_> = games.iter().filter(|game| game.ending.is_some()).collect();
    let games: Vec<Value> = games.into_iter().map(|game| listed(game, frame)).collect();
    let films = app.store.films_of(&caller.visitor, OWN_FILMS).await?;
    let films: Vec<Value> = films.iter().map(|film| json!({ "id": film.id, "name": film.name })).collect();
    let lobby = json!({
        "players": BUILT_IN.map(|(name, _)| name),
        "maps": battle::pictures(),
        "seedMost": BATTLE_SEED_MOST,
        "recent": app.battles.recent(),
        "live": app.listed.now(&app).iter().map(|game| live(game, frame)).collect::<Vec<_>>(),
        "own": games,
        "films": films,
        "gallery": gallery::listed(),
    });
    let mut attributes = files().to_vec();
    attributes.extend([("lobby", lobby.to_string()), ("most", FILM_BYTES.to_string())]);
    pages::element(&caller, "watch", words.title, words.about, &attributes)
}

/// A game of a visitor as the list shows it.
fn listed(game: &OwnGame, words: &Words) -> Value {
    let against = match (game.opponent, game.level) {
        ("computer", Some(level)) => format!("{}, {}", words.computer, words.level_name(level)),
        ("computer", None) => words.computer.to_owned(),
        ("screen", _) => words.screen.to_owned(),
        _ if game.name.is_empty() => words.friend.to_owned(),
        _ => game.name.clone(),
    };
    let moves = game.moves.map(|moves| format!(" · {}", words.moves(moves))).unwrap_or_default();
    let what = format!("{} {}{moves}", words.game(&game.game), game.board);
    json!({ "id": game.id, "against": against, "state": game.state(words), "what": what })
}

/// A game that is being played, as the list shows it.
fn live(game: &ListedGame, words: &Words) -> Value {
    let named = |player: &ListedPlayer| match player.level {
        Some(level) => format!("{}, {}", words.computer, words.level_name(level)),
        None if player.name.is_empty() => words.guest.to_owned(),
        None => player.name.clone(),
    };
    let what = format!("{} {} · {}", words.game(&game.game), game.board, words.moves(game.moves));
    let players = game.players.each_ref().map(named).join(" – ");
    json!({ "id": game.id, "players": players, "what": what, "thumbnail": game.thumbnail })
}

/// `GET /watch/battle?players=&map=&seed=`
async fn battle_page(
    Extension(caller): Extension<Caller>,
    Query(query): Query<BattleQuery>,
) -> Result<Response, Failure> {
    let battle = Battle::read(&query).ok_or(Failure::NotFound)?;
    let words = WatchWords::of(caller.language);
    let job = serde_json::to_string(&battle).unwrap_or_default();
    let mut attributes = files().to_vec();
    attributes.extend([("battle", job), ("most", FILM_BYTES.to_string())]);
    let map = NewGameForm { game: "madmax".into(), board: battle.map.into(), ..NewGameForm::default() };
    let picture = Some(picture::address(&caller, &map));
    pages::element_with(&caller, "watch", (words.battle, words.about), &attributes, picture)
}

/// `GET /watch/ID`
async fn film_page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    if !id::is_game(&id) {
        return Err(Failure::NotFound);
    }
    let name = app.store.film_name(&id).await?;
    let is_there = name.is_some();
    let words = WatchWords::of(caller.language);
    let mut attributes = files().to_vec();
    attributes.extend([("id", id), ("name", name.unwrap_or_default()), ("most", FILM_BYTES.to_string())]);
    let mut response = pages::element(&caller, "watch", words.shared, words.about, &attributes)?;
    // The page says that shared battles expire, and leads to the others.
    if !is_there {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(response)
}
