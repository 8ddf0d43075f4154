//! Pictures of positions and maps for link previews: PNG, because few services show SVG.
//!
//! A picture follows from a game and its position alone, or from a map of Mad Max. It is drawn as SVG from the view of the rules and
//! then rasterized, away from the threads that serve visitors, one picture at a time. The latest pictures
//! are kept.

use crate::app::App;
use crate::battle::{self, MAPS};
use crate::failure::Failure;
use crate::form::NewGameForm;
use crate::guard::Caller;
use crate::limits::{PICTURE_WAIT, PICTURES, TEXT_BYTES};
use crate::pages;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use joust_live::LiveGame;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// The size that services ask for.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

/// The game whose pictures are maps; the name of the map is in the place of the board.
const MAD_MAX: &str = "madmax";

/// The routes of pictures.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/game/{id}/picture.png", get(of_game)).route("/picture.png", get(of_position))
}

/// A picture with the hash of what it shows.
type Kept = ([u8; 32], Arc<[u8]>);

/// The latest pictures by the hash of what they show, and the one permit to draw.
pub(crate) struct Pictures {
    kept: Mutex<VecDeque<Kept>>,
    pen: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { kept: Mutex::default(), pen: Arc::new(Semaphore::new(1)) }
    }
}

impl Pictures {
    fn find(&self, key: &[u8; 32]) -> Option<Arc<[u8]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, picture)| Arc::clone(picture))
    }

    fn keep(&self, key: [u8; 32], picture: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= PICTURES {
            kept.pop_front();
        }
        kept.push_back((key, picture));
    }

    /// The picture of a question to the rules, kept or drawn.
    async fn draw(&self, question: String) -> Result<([u8; 32], Arc<[u8]>), Failure> {
        let key: [u8; 32] = Sha256::digest(&question).into();
        if let Some(picture) = self.find(&key) {
            return Ok((key, picture));
        }
        let permit = tokio::time::timeout(PICTURE_WAIT, Arc::clone(&self.pen).acquire_owned()).await;
        let Ok(Ok(permit)) = permit else { return Err(Failure::Full) };
        // Another request may have drawn it meanwhile.
        if let Some(picture) = self.find(&key) {
            return Ok((key, picture));
        }
        let drawn = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let view = map(&question).or_else(|| view(&question))?;
            rasterize(&svg(&view)?)
        });
        let picture = drawn.await.map_err(|why| Failure::Ours(why.to_string()))?.ok_or(Failure::NotFound)?;
        let picture: Arc<[u8]> = picture.into();
        self.keep(key, Arc::clone(&picture));
        Ok((key, picture))
    }
}

/// The address of the picture of a position, as the form of a new game has it.
pub(crate) fn address(caller: &Caller, form: &NewGameForm) -> String {
    let fields =
        [("game", &form.game), ("board", &form.board), ("rules", &form.rules), ("position", &form.position)];
    let fields = fields.into_iter().filter(|(_, text)| !text.is_empty());
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    format!("{}/picture.png?{query}", caller.origin)
}

/// `GET /game/ID/picture.png`
async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let question = pages::looked_up(&app, &id, |open| question_of(open.game())).await?;
    let question = question.map_err(|_| Failure::NotFound)?;
    // A game goes on.
    answer(&app, question, &headers, "public, max-age=60").await
}

/// The question to the rules for a view of a game.
pub(crate) fn question_of(game: &LiveGame) -> String {
    let setup = &game.terms().setup;
    json!({
        "game": setup.game, "rules": game.rules(), "board": setup.board.name, "values": game.values(),
        "start": game.start(), "course": game.course(),
    })
    .to_string()
}

/// `GET /picture.png?game=&board=&rules=&position=`
async fn of_position(
    State(app): State<Arc<App>>,
    Query(form): Query<NewGameForm>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let form = form.or_defaults();
    if form.game == MAD_MAX {
        let known = MAPS.iter().any(|(name, _)| *name == form.board);
        let question = json!({ "game": MAD_MAX, "board": if known { &form.board } else { MAPS[0].0 } });
        return answer(&app, question.to_string(), &headers, "public, max-age=86400").await;
    }
    let long = [&form.board, &form.rules, &form.position].iter().any(|text| text.len() > TEXT_BYTES);
    // The terms of a game have all limits on what strangers may ask of the rules.
    if long {
        return Err(Failure::NotFound);
    }
    let game = form.terms(0).ok().and_then(|terms| LiveGame::begin(terms).ok()).ok_or(Failure::NotFound)?;
    answer(&app, question_of(&game), &headers, "public, max-age=86400").await
}

async fn answer(
    app: &App,
    question: String,
    headers: &HeaderMap,
    keep: &'static str,
) -> Result<Response, Failure> {
    let (key, picture) = app.pictures.draw(question).await?;
    let tag = format!("\"{}\"", hex::encode(&key[..8]));
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        axum::body::Bytes::from_owner(picture).into_response()
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    // Other sites show it beside a link.
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    answer.insert(policy, HeaderValue::from_static("cross-origin"));
    Ok(response)
}

/// The PNG of a drawing.
fn rasterize(svg: &str) -> Option<Vec<u8>> {
    let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default()).ok()?;
    let mut canvas = resvg::tiny_skia::Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().ok()
}

/// The drawing of a view: the mark of the arena, and the board.
fn svg(view: &Value) -> Option<String> {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#0c0f1f\"/>\
         <g transform=\"translate(70 190) scale(7.6)\">\
         <path fill=\"#ff7a6b\" d=\"M2 4.5 31 14.6 2 15.6l5.6-5.4Z\"/>\
         <path fill=\"#74aaff\" d=\"M30 27.500 1 17.4l29-1-5.600 5.4Z\"/></g>"
    );
    match view["game"].as_str()? {
        "mad" => mad(view, &mut svg)?,
        "wargame" => war(view, &mut svg)?,
        MAD_MAX => desert(view, &mut svg)?,
        _ => return None,
    }
    svg.push_str("</svg>");
    Some(svg)
}

/// Where the squares of a board are: a column and a row, from the upper left.
struct Grid {
    left: f64,
    top: f64,
    cell: f64,
}

impl Grid {
    /// A board of so many columns and rows to the right of the mark.
    fn new(columns: u32, rows: u32) -> Grid {
        let (columns, rows) = (f64::from(columns.max(1)), f64::from(rows.max(1)));
        let cell = (570.0 / rows).min(760.0 / columns).floor();
        let (wide, high) = (cell * columns, cell * rows);
        Grid { left: 780.0 - wide / 2.0, top: (f64::from(HEIGHT) - high) / 2.0, cell }
    }

    fn square(&self, svg: &mut String, column: f64, row: f64, fill: &str) {
        let Grid { left, top, cell } = self;
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"{fill}\"/>",
            left + column * cell + 2.0,
            top + row * cell + 2.0,
            cell - 4.0,
            cell - 4.0,
            cell * 0.12,
        );
    }

    /// A text of digits in the middle of a square.
    fn digits(&self, svg: &mut String, column: f64, row: f64, text: &str, fill: &str, part: f64) {
        let Grid { left, top, cell } = self;
        // A digit is 600 units wide and 710 high, of 1000.
        let scale = cell * part / 1000.0;
        let wide = 600.0 * f64::from(u8::try_from(text.len()).unwrap_or(u8::MAX)) * scale;
        let mut x = left + (column + 0.5) * cell - wide / 2.0;
        let y = top + (row + 0.5) * cell + 355.0 * scale;
        for digit in text.chars() {
            if let Some(outline) = outline(digit) {
                let _ = write!(
                    svg,
                    "<path transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\" fill=\"{fill}\" d=\"{outline}\"/>"
                );
            }
            x += 600.0 * scale;
        }
    }
}

/// The outline of a digit of the typeface of the boards, Geist Mono.
fn outline(digit: char) -> Option<&'static str> {
    let lines = include_str!("digits.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).find(|(of, _)| of.starts_with(digit)).map(|(_, path)| path)
}

/// The column and the row, from the lower left, of a square such as `c2`.
fn place(square: &str) -> Option<(f64, f64)> {
    let letter = square.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
    let row: u8 = square.get(1..)?.parse().ok()?;
    Some((f64::from(letter), f64::from(row.checked_sub(1)?)))
}

/// The columns and rows of a view.
fn size(view: &Value) -> Option<(u32, u32)> {
    let number = |name: &str| view[name].as_u64()?.try_into().ok();
    Some((number("columns")?, number("rows")?))
}

fn mad(view: &Value, svg: &mut String) -> Option<()> {
    let (columns, rows) = size(view)?;
    let grid = Grid::new(columns, rows);
    let at = |square: &Value| {
        let (column, row) = place(square.as_str()?)?;
        Some((column, f64::from(rows) - 1.0 - row))
    };
    for square in view["squares"].as_array()? {
        let (column, row) = at(square)?;
        grid.square(svg, column, row, "#1f2650");
    }
    for ship in view["ships"].as_array()? {
        let Some((column, row)) = at(&ship["at"]) else { continue };
        let name = ship["ship"].as_str()?;
        let (fill, ink) = if ship["side"] == 0 { ("#ff7a6b", "#2a0b08") } else { ("#74aaff", "#071a3a") };
        grid.square(svg, column, row, fill);
        grid.digits(svg, column, row, name, ink, 0.42);
    }
    Some(())
}

fn war(view: &Value, svg: &mut String) -> Option<()> {
    let (columns, rows) = size(view)?;
    let grid = Grid::new(columns, rows);
    let (values, owners) = (view["values"].as_array()?, view["owners"].as_array()?);
    for (index, (value, owner)) in (0u32..).zip(values.iter().zip(owners)) {
        let (column, row) = (f64::from(index.checked_rem(columns)?), f64::from(index.checked_div(columns)?));
        let (fill, ink) = match owner.as_u64() {
            Some(0) => ("#74aaff", "#071a3a"),
            Some(_) => ("#56d39b", "#06281a"),
            None => ("#1f2650", "#cfd5f2"),
        };
        grid.square(svg, column, row, fill);
        grid.digits(svg, column, row, &value.to_string(), ink, 0.44);
    }
    Some(())
}

/// The map that a question asks for, in place of a view; `None` for other questions.
fn map(question: &str) -> Option<Value> {
    let asked: Value = serde_json::from_str(question).ok()?;
    let found = battle::pictures().iter().find(|map| map["name"] == asked["board"])?;
    (asked["game"] == MAD_MAX).then(|| json!({ "game": MAD_MAX, "rows": found["rows"] }))
}

/// A map: a path for each kind of ground.
fn desert(view: &Value, svg: &mut String) -> Option<()> {
    let rows: Vec<&str> = view["rows"].as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let columns = rows.first()?.len();
    let grid = Grid::new(columns.try_into().ok()?, rows.len().try_into().ok()?);
    let Grid { left, top, cell } = grid;
    let mut paths = GROUND.map(|(_, fill)| (fill, String::new()));
    for (row, line) in (0u32..).zip(&rows) {
        for (column, letter) in (0u32..).zip(line.chars()) {
            // The cells of a city have the letters of its owners.
            let kind = GROUND.iter().position(|(of, _)| *of == letter).unwrap_or(GROUND.len() - 1);
            let (x, y) = (left + f64::from(column) * cell, top + f64::from(row) * cell);
            let _ = write!(paths[kind].1, "M{x:.1} {y:.1}h{cell}v{cell}h-{cell}z");
        }
    }
    for (fill, path) in paths {
        let _ = write!(svg, "<path fill=\"{fill}\" d=\"{path}\"/>");
    }
    Some(())
}

/// The letters of the ground, and colours like those of the viewer in the dark; cities stand last.
const GROUND: [(char, &str); 6] = [
    ('.', "#4a3f2c"),
    ('R', "#7b6c53"),
    ('W', "#2d6785"),
    ('X', "#857a6a"),
    ('S', "#ffc53d"),
    ('C', "#ff8b3d"),
];

/// The view that answers a question, as JSON.
pub(crate) fn view(question: &str) -> Option<Value> {
    serde_json::from_str(&joust_view::answer(question)).ok()
}

/// A small drawing of a view for lists: squares in the colours of their owners, which the styles know by
/// the names of the pictures of the games.
pub(crate) fn thumbnail(view: &Value) -> Option<String> {
    let (columns, rows) = size(view)?;
    let mut paths = [String::new(), String::new(), String::new()];
    let mut square = |owner: usize, column: f64, row: f64| {
        let _ = write!(paths[owner], "M{} {}h9v9h-9z", 10.0 * column, 10.0 * row);
    };
    let is_mad = view["game"].as_str()? == "mad";
    if is_mad {
        let at = |square: &Value| {
            let (column, row) = place(square.as_str()?)?;
            Some((column, f64::from(rows) - 1.0 - row))
        };
        for (column, row) in view["squares"].as_array()?.iter().filter_map(at) {
            square(0, column, row);
        }
        for ship in view["ships"].as_array()? {
            let Some((column, row)) = at(&ship["at"]) else { continue };
            square(if ship["side"] == 0 { 1 } else { 2 }, column, row);
        }
    } else {
        for (index, owner) in (0u32..).zip(view["owners"].as_array()?) {
            let (column, row) = (index.checked_rem(columns)?, index.checked_div(columns)?);
            let owner = owner.as_u64().map_or(0, |seat| if seat == 0 { 1 } else { 2 });
            square(owner, f64::from(column), f64::from(row));
        }
    }
    let [free, first, second] = paths;
    let (one, other) = if is_mad { ("one", "two") } else { ("two", "three") };
    Some(format!(
        "<svg class=\"thumbnail\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\" focusable=\"false\">\
         <path class=\"cell\" d=\"{free}\"/><path class=\"{one}\" d=\"{first}\"/>\
         <path class=\"{other}\" d=\"{second}\"/></svg>",
        10 * columns - 1,
        10 * rows - 1,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(question: &Value) -> (String, Vec<u8>) {
        let view = view(&question.to_string()).unwrap();
        let svg = svg(&view).unwrap();
        let picture = rasterize(&svg).unwrap();
        (svg, picture)
    }

    #[test]
    fn every_board_has_a_picture() {
        for game in joust_games::duels() {
            for board in game.boards() {
                let (svg, picture) =
                    drawn(&json!({ "game": game.name(), "board": board.name, "course": [] }));
                assert!(picture.starts_with(b"\x89PNG"), "{}", board.name);
                assert!(picture.len() < 200_000, "{}: {}", board.name, picture.len());
                assert!(svg.contains("<path transform"), "{}: no digits", board.name);
            }
        }
    }

    #[test]
    fn every_map_has_a_picture() {
        for (name, _) in MAPS {
            let map = map(&json!({ "game": "madmax", "board": name }).to_string()).unwrap();
            let picture = svg(&map).unwrap();
            for (_, fill) in [GROUND[0], GROUND[1], GROUND[5]] {
                assert!(picture.contains(&format!("\"{fill}\" d=\"M")), "{name}: {fill}");
            }
            assert!(picture.matches('M').count() > 1000, "{name}");
            assert!(rasterize(&picture).unwrap().starts_with(b"\x89PNG"), "{name}");
        }
        assert!(map(r#"{"game":"madmax","board":"nowhere"}"#).is_none());
        assert!(map(r#"{"game":"mad","board":"default"}"#).is_none());
    }

    #[test]
    fn a_thumbnail_has_a_square_for_every_ship_and_every_owner() {
        let drawn = |question: Value| thumbnail(&view(&question.to_string()).unwrap()).unwrap();
        let squares = |svg: &str, class: &str| {
            let path = svg.split_once(&format!("class=\"{class}\"")).unwrap().1.split_once('/').unwrap().0;
            path.matches('M').count()
        };
        let mad = drawn(json!({ "game": "mad", "rules": "app", "course": ["211-c2-c4", "211-c5xc4"] }));
        assert_eq!([squares(&mad, "cell"), squares(&mad, "one"), squares(&mad, "two")], [24, 7, 8]);
        let war = drawn(json!({ "game": "wargame", "course": ["drop-C3", "drop-A1", "blitz-C4"] }));
        assert_eq!([squares(&war, "cell"), squares(&war, "two"), squares(&war, "three")], [33, 2, 1]);
        assert!(thumbnail(&Value::Null).is_none());
    }

    /// A move changes the picture where it happens, and nowhere else.
    #[test]
    fn the_picture_shows_the_position() {
        let start = drawn(&json!({ "game": "mad", "rules": "app", "course": [] })).0;
        let moved = drawn(&json!({ "game": "mad", "rules": "app", "course": ["211-c2-c4"] })).0;
        assert_ne!(start, moved);
        let ships = |svg: &str| (svg.matches("#ff7a6b").count(), svg.matches("#74aaff").count());
        assert_eq!(ships(&start), ships(&moved));
        assert!(svg(&json!({ "game": "madmax" })).is_none() && svg(&json!({ "error": ["no"] })).is_none());
    }
}
