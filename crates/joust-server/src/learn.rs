//! `/learn`: lessons and the search laboratory.

use crate::app::App;
use crate::assets::url;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::language::Language;
use crate::pages;
use crate::words::words;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

words! {
    /// The words of these pages that are not in their script.
    LearnWords;
    title: &'static str = "Learn the games", "Apprendre les jeux";
    about: &'static str = "Short lessons on the real boards.", "De courtes leçons sur les vrais plateaux.";
    search: &'static str = "The search laboratory", "Le laboratoire de recherche";
    search_about: &'static str = "Minimax and alpha-beta, node by node, on a board of your own.",
        "Minimax et alpha-bêta, nœud par nœud, sur le plateau de votre choix.";
}

/// A lesson as the catalogue lists it: title and summary in each language. Its steps are in the script.
#[derive(serde::Deserialize)]
struct Lesson {
    id: String,
    en: (String, String),
    fr: (String, String),
}

/// The lessons of each game, in the file that the script of the page reads, too.
static CATALOGUE: LazyLock<BTreeMap<String, Vec<Lesson>>> = LazyLock::new(|| {
    let text = include_str!("../../../web/src/learn/catalogue.json");
    serde_json::from_str(text).expect("the catalogue of lessons, which a test reads")
});

/// The routes of these pages.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/learn", get(index))
        .route("/learn/search", get(search))
        .route("/learn/{game}/{lesson}", get(lesson))
        .route("/learn/{game}/{lesson}/{step}", get(step))
}

/// `GET /learn`
async fn index(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = LearnWords::of(caller.language);
    pages::element(&caller, "learn", words.title, words.about, &[])
}

/// `GET /learn/search`
async fn search(Extension(caller): Extension<Caller>) -> Result<Response, Failure> {
    let words = LearnWords::of(caller.language);
    let attributes =
        [("page", "search".to_owned()), ("script", url("laboratory.js")), ("search", url("search.wasm"))];
    pages::element(&caller, "learn", words.search, words.search_about, &attributes)
}

/// `GET /learn/GAME/LESSON`
async fn lesson(
    Extension(caller): Extension<Caller>,
    Path((game, lesson)): Path<(String, String)>,
) -> Result<Response, Failure> {
    lesson_page(&caller, &game, &lesson, 1)
}

/// `GET /learn/GAME/LESSON/STEP`: steps are counted from 1. A number beyond the last step means the last.
async fn step(
    Extension(caller): Extension<Caller>,
    Path((game, lesson, step)): Path<(String, String, String)>,
) -> Result<Response, Failure> {
    let step: u8 = step.parse().ok().filter(|step| *step > 0).ok_or(Failure::NotFound)?;
    lesson_page(&caller, &game, &lesson, step)
}

fn lesson_page(caller: &Caller, game: &str, lesson: &str, step: u8) -> Result<Response, Failure> {
    let lessons = CATALOGUE.get(game).ok_or(Failure::NotFound)?;
    let found = lessons.iter().find(|known| known.id == lesson).ok_or(Failure::NotFound)?;
    let (title, about) = match caller.language {
        Language::English => &found.en,
        Language::French => &found.fr,
    };
    let mut attributes = vec![
        ("page", "lesson".to_owned()),
        ("game", game.to_owned()),
        ("lesson", lesson.to_owned()),
        ("step", step.to_string()),
    ];
    if game == "madmax" {
        attributes.extend([("script", url("battle.js")), ("film", url("film.wasm"))]);
    }
    pages::element(caller, "learn", title, about, &attributes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_at_least_six_lessons_with_titles_and_summaries() {
        for game in ["mad", "wargame", "madmax"] {
            let lessons = &CATALOGUE[game];
            assert!(lessons.len() >= 6, "{game}");
            for lesson in lessons {
                let texts = [&lesson.en.0, &lesson.en.1, &lesson.fr.0, &lesson.fr.1];
                assert!(texts.iter().all(|text| !text.is_empty()), "{game}/{}", lesson.id);
                assert!(lesson.id.bytes().all(|letter| letter.is_ascii_lowercase()), "{}", lesson.id);
            }
        }
        assert_eq!(CATALOGUE.len(), 3);
    }
}
