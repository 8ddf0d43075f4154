//! `/contests/ID/matches/M`: a game, on a board or in the viewer, and what only authors see of it.

use super::head::{BoutLine, Head};
use super::private;
use super::report::{PrivateView, estimated};
use crate::app::App;
use crate::assets::url;
use crate::contest::service::{BoutPage, BoutState};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::Response;
use joust_contest::Contest;
use joust_core::{Game as _, Setup};
use joust_games::{Ask, BoardAsk, game};
use joust_madmax::Skirmish;
use joust_match::GameLimits;
use std::sync::Arc;

/// The maps of the kit, and their files.
const MAPS: [(&str, &str); 3] =
    [("generator", "default.cnf"), ("crossroads", "crossroads.cnf"), ("oasis", "oasis.cnf")];

/// `templates/contest-match.html`
#[derive(Template)]
#[template(path = "contest-match.html")]
#[expect(clippy::struct_excessive_bools, reason = "a template asks one question at a time")]
struct BoutView {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    line: BoutLine,
    seed: Option<u64>,
    is_waiting: bool,
    is_trouble: bool,
    estimate: String,
    /// The command that plays the same game at home; empty if there is none.
    again: String,
    has_record: bool,
    is_army: bool,
    /// The script of the board or of the viewer, and the files that it loads.
    script: String,
    study: String,
    film: String,
    reader: String,
    faults: Vec<(String, &'static str, String)>,
    own: Vec<PrivateView>,
}

/// `GET /contests/ID/matches/M`
pub(crate) async fn bout(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let bout = app.contests.bout(&caller, &id, number).await?;
    let words = ContestWords::of(caller.language);
    let line = BoutLine::new(&bout.row, words);
    page(Head::new(&overview, &caller, "matches"), line, &bout, &overview.contest, &caller)
}

/// `GET /contests/ID/rounds/R/games/G`
pub(crate) async fn of_round(
    State(app): State<Arc<App>>,
    Path((id, round, number)): Path<(String, usize, u64)>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(&caller, &id).await?;
    let bout = app.contests.round_bout(&caller, &id, round, number).await?;
    let line = BoutLine::of_round(round, &bout.row, ContestWords::of(caller.language));
    page(Head::new(&overview, &caller, ""), line, &bout, &overview.contest, &caller)
}

/// The command that plays the same game at home. `joust game --judge` plays Mad Max under the usual limits, with the
/// maps of the kit; the caller has own modules, and no others.
fn again(contest: &Contest, bout: &BoutPage) -> Option<String> {
    let shown = bout.row.shown.as_ref()?;
    let map = MAPS.iter().find(|(name, _)| *name == shown.board).map(|(_, file)| *file)?;
    let setup = contest.boards.iter().find(|setup| setup.board.name == shown.board)?;
    let ask = Ask { board: Some(BoardAsk::Named(&shown.board)), ..Ask::default() };
    let usual = game(bout.game)?.setup(&ask).ok()?;
    if bout.game != Skirmish::NAME
        || contest.limits != GameLimits::judge()
        || *setup != (Setup { seed: None, ..usual })
    {
        return None;
    }
    let mut words = Vec::new();
    let mut versions: Vec<(&str, u64)> = Vec::new();
    for seat in &bout.row.seats {
        match seat.version {
            // Several players of one name have numbers.
            None => words.push(seat.name.split('#').next().unwrap_or_default().to_owned()),
            Some(version) if seat.is_own => {
                // Two versions of one name would be one file.
                if versions.iter().any(|(name, other)| *name == seat.name && *other != version) {
                    return None;
                }
                versions.push((&seat.name, version));
                words.push(format!("{}.wasm", seat.name));
            }
            Some(_) => return None,
        }
    }
    Some(format!("joust game --judge {} -s {} -i {map} -o again.res", words.join(" "), shown.seed))
}

fn page(
    head: Head,
    line: BoutLine,
    bout: &BoutPage,
    contest: &Contest,
    caller: &Caller,
) -> Result<Response, Failure> {
    let words = ContestWords::of(caller.language);
    let is_army = bout.game == "madmax";
    let row = &bout.row;
    let name = |seat: usize| row.seats.get(seat).map(|seat| seat.name.clone()).unwrap_or_default();
    let faults = row.shown.iter().flat_map(|shown| &shown.faults).map(|fault| {
        let place = fault.turn.map_or_else(|| words.before_game.to_owned(), |turn| words.in_round(turn));
        (name(fault.seat), words.fault_kind(fault.kind), place)
    });
    let own = bout
        .private
        .iter()
        .enumerate()
        .filter_map(|(seat, private)| Some(PrivateView::new(&name(seat), private.as_ref()?, words)));
    let page = BoutView {
        frame: Frame::new(caller.language),
        words,
        head,
        line,
        seed: row.shown.as_ref().map(|shown| shown.seed),
        is_waiting: row.state == BoutState::Waiting,
        is_trouble: row.state == BoutState::Trouble,
        estimate: row.estimate.as_ref().map(|one| estimated(Some(one), words)).unwrap_or_default(),
        again: again(contest, bout).unwrap_or_default(),
        has_record: bout.has_record,
        is_army,
        script: url(if is_army { "bout-film.js" } else { "bout-duel.js" }),
        study: url("study.wasm"),
        film: url("film.wasm"),
        reader: url("reader.js"),
        faults: faults.collect(),
        own: own.collect(),
    };
    private(&page, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::service::{BoutKind, BoutRow, BoutSeat};
    use joust_contest::Shown;

    /// The command for a game of version 3 against the reference, on a map of a contest.
    fn command(terms: &str, map: &str, others: Option<u64>) -> Option<String> {
        let contest = Contest::read(&format!("name = \"x\"\ngame = \"madmax\"\n{terms}")).unwrap();
        let seat = |version: Option<u64>, name: &str, is_own| BoutSeat {
            version,
            name: name.to_owned(),
            student: None,
            is_own,
        };
        let (dummy, own) = (seat(others, "Dummy#1", false), seat(Some(3), "Max", true));
        let seats = vec![dummy.clone(), own, dummy.clone(), dummy];
        let shown = Shown {
            names: Vec::new(),
            board: map.to_owned(),
            seed: 7,
            result: None,
            points: Vec::new(),
            scores: Vec::new(),
            winner: None,
            why: String::new(),
            faults: Vec::new(),
        };
        let (kind, state) = (BoutKind::Qualification, BoutState::Done);
        let row = BoutRow { number: 1, kind, state, at: 0, seats, shown: Some(shown), estimate: None };
        again(&contest, &BoutPage { row, game: "madmax", private: Vec::new(), has_record: true })
    }

    #[test]
    fn the_command_of_a_game_is_shown_where_it_plays_the_same_game() {
        let told = command("", "generator", None).unwrap();
        assert_eq!(told, "joust game --judge Dummy Max.wasm Dummy Dummy -s 7 -i default.cnf -o again.res");
        let told = command("maps = [\"oasis\", \"crossroads\"]\n", "crossroads", None).unwrap();
        assert!(told.ends_with("-s 7 -i crossroads.cnf -o again.res"), "{told}");
        assert_eq!(command("", "generator", Some(9)), None, "a module of somebody else");
        assert_eq!(command("[limits]\nseconds = 2.0\n", "generator", None), None, "other limits");
        assert_eq!(command("", "mine", None), None, "a map that the kit does not have");
    }
}
