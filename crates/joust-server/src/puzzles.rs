//! `/puzzles`: positions with one winning move.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::form::NewGameForm;
use crate::guard::Caller;
use crate::words::words;
use crate::{pages, picture};
use axum::extract::Path;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use joust_puzzles::shipped;
use std::sync::Arc;

words! {
    /// The words of these pages that are not in their script.
    PuzzleWords;
    title: &'static str = "Puzzles", "Problèmes";
    daily: &'static str = "Puzzle of the day", "Problème du jour";
    about: &'static str = "Find the one move that wins.", "Trouvez le seul coup qui gagne.";
}

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/puzzles", get(index)).route("/puzzles/{id}", get(one))
}

/// The name of the puzzle that changes every day.
const DAILY: &str = "daily";

/// `GET /puzzles`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    page(&caller, "", None)
}

/// `GET /puzzles/ID`, and `GET /puzzles/daily`
async fn one(Extension(caller): Extension<Caller>, Path(id): Path<String>) -> Result<Response, Failure> {
    let puzzle = shipped().iter().find(|puzzle| puzzle.id == id);
    if id != DAILY && puzzle.is_none() {
        return Err(Failure::NotFound);
    }
    let picture = puzzle.map(|puzzle| {
        let form = NewGameForm {
            game: puzzle.game.clone(),
            board: puzzle.board.clone(),
            rules: puzzle.rules.clone(),
            position: puzzle.position.clone(),
            ..NewGameForm::default()
        };
        picture::address(&caller, &form)
    });
    page(&caller, &id, picture)
}

fn page(caller: &Caller, id: &str, picture: Option<String>) -> Result<Response, Failure> {
    let words = PuzzleWords::of(caller.language);
    let title = if id == DAILY { words.daily } else { words.title };
    let attributes = [("puzzles", url("puzzles.tsv")), ("id", id.to_owned())];
    pages::element_with(caller, "puzzles", (title, words.about), &attributes, picture)
}
