//! `/contests/ID/matches`: friendly matches, and the games that the caller may see.

use super::head::{BoutLine, Head};
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::service::{BoutKind, BoutsAsked, ContestFault, Opponent, Standing};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::Extension;
use axum::extract::{Path, Query, RawForm, State};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;
use url::form_urlencoded;

/// `templates/contest-matches.html`
#[derive(Template)]
#[template(path = "contest-matches.html")]
struct MatchesPage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    is_player: bool,
    /// Whether friendly matches can be asked for: the contest is open, and the caller has a version.
    may_play: bool,
    left: usize,
    of: usize,
    own: Vec<Choice>,
    opponents: Vec<Choice>,
    /// The name of the built-in player that always takes a seat.
    reference: String,
    /// Seats of opponents, and all seats, counted from 1.
    seats: usize,
    opponent_seats: Vec<usize>,
    all_seats: Vec<usize>,
    boards: Vec<String>,
    is_army: bool,
    asked: Asked,
    /// What the next page asks for.
    older: Option<String>,
    rows: Vec<BoutLine>,
}

/// A version that can be chosen.
struct Choice {
    version: u64,
    words: String,
}

impl Choice {
    fn new(one: &Opponent, words: &ContestWords) -> Choice {
        let mut text = format!("{} · {}", one.player, words.version_of(one.version));
        if let Some(student) = &one.student {
            text = format!("{text} · {student}");
        }
        if one.is_official {
            text = format!("{text} · {}", words.official);
        }
        Choice { version: one.version, words: text }
    }
}

/// Which games are listed.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Asked {
    /// `own`, or empty for all.
    pub(super) of: String,
    /// `friendly`, `ladder`, `qualification`, or empty for all.
    kind: String,
    before: Option<u64>,
}

impl Asked {
    /// What is known of a question: a page with games of the caller must not repeat anything else.
    pub(super) fn known(mut self) -> Asked {
        if self.of != "own" {
            self.of.clear();
        }
        if !["friendly", "ladder", "qualification"].contains(&self.kind.as_str()) {
            self.kind.clear();
        }
        self
    }

    pub(super) fn bouts(&self) -> BoutsAsked {
        let kind = match self.kind.as_str() {
            "friendly" => Some(BoutKind::Friendly),
            "ladder" => Some(BoutKind::Ladder),
            "qualification" => Some(BoutKind::Qualification),
            _ => None,
        };
        BoutsAsked { kind, version: None, own: self.of == "own", before: self.before }
    }

    /// The query of a list that begins before a game.
    pub(super) fn before(&self, number: u64) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for (name, value) in [("of", &self.of), ("kind", &self.kind)] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        query.append_pair("before", &number.to_string());
        query.finish()
    }
}

async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    asked: Asked,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(caller, id).await?;
    let words = ContestWords::of(caller.language);
    let standing = overview.card.standing;
    let everybody = match standing {
        Standing::Spectator => Vec::new(),
        Standing::Student => app.contests.opponents(caller, id).await?,
        // An operator may look at a contest without being a member.
        Standing::Teacher => app.contests.opponents(caller, id).await.unwrap_or_default(),
    };
    let bouts = app.contests.bouts(caller, id, asked.bouts()).await?;
    let contest = &overview.contest;
    // Teachers play with the versions of everybody.
    let is_own = |one: &&Opponent| one.is_own || standing == Standing::Teacher;
    let own: Vec<&Opponent> = everybody.iter().filter(is_own).collect();
    let is_player = standing == Standing::Student || !own.is_empty();
    let page = MatchesPage {
        frame: Frame::new(caller.language),
        words,
        head: Head::new(&overview, caller, "matches"),
        fault: told(fault, caller),
        is_player,
        may_play: overview.friendlies_left > 0 && !own.is_empty(),
        left: overview.friendlies_left as usize,
        of: contest.friendly_per_day as usize,
        own: own.iter().map(|one| Choice::new(one, words)).collect(),
        opponents: everybody.iter().map(|one| Choice::new(one, words)).collect(),
        reference: contest.reference().to_owned(),
        seats: contest.seats() - 1,
        opponent_seats: (1..contest.seats()).collect(),
        all_seats: (1..=contest.seats()).collect(),
        boards: contest.boards.iter().map(|setup| setup.board.name.clone()).collect(),
        is_army: contest.seats() > 2,
        older: bouts.rows.last().filter(|_| bouts.more).map(|last| asked.before(last.number)),
        asked,
        rows: bouts.rows.iter().map(|row| BoutLine::new(row, words)).collect(),
    };
    private(&page, fault.is_some())
}

/// `GET /contests/ID/matches?of=&kind=&before=`
pub(crate) async fn matches(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, asked.known(), None).await
}

/// The seats and the board of a form: `own`, several times `opponent`, `seat` and `board`. A seat that is empty
/// is that of the reference player.
fn line_up(form: &[u8]) -> (Vec<Option<u64>>, usize) {
    let (mut own, mut others, mut seat, mut board) = (None, Vec::new(), 0, 0);
    for (name, value) in form_urlencoded::parse(form) {
        match &*name {
            "own" => own = value.parse().ok(),
            "opponent" => others.push(value.parse().ok()),
            "seat" => seat = value.parse().unwrap_or(0),
            "board" => board = value.parse().unwrap_or(usize::MAX),
            _ => {}
        }
    }
    others.insert(seat.min(others.len()), own);
    (others, board)
}

/// `POST /contests/ID/matches`
pub(crate) async fn friendly(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    RawForm(form): RawForm,
) -> Result<Response, Failure> {
    let (seats, board) = line_up(&form);
    match app.contests.friendly(&caller, &id, &seats, board).await {
        Ok(number) => Ok(go(&format!("/contests/{id}/matches/{number}"))),
        Err(denied) => page(&app, &caller, &id, Asked::default(), Some(&fault_of(denied)?)).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_version_takes_its_seat_among_the_others() {
        let read = |form: &str| line_up(form.as_bytes());
        assert_eq!(read("own=7&opponent=3&seat=0&board=1"), (vec![Some(7), Some(3)], 1));
        assert_eq!(read("own=7&opponent=3&seat=1&board=0"), (vec![Some(3), Some(7)], 0));
        assert_eq!(
            read("own=7&opponent=3&opponent=&opponent=9&seat=2&board=0"),
            (vec![Some(3), None, Some(7), Some(9)], 0)
        );
        assert_eq!(read("opponent=x&seat=99&board=x"), (vec![None, None], usize::MAX));
    }

    #[test]
    fn the_next_page_asks_for_what_this_one_did() {
        let asked = |kind: &str| Asked { of: "own".into(), kind: kind.into(), before: Some(9) }.known();
        assert_eq!(asked("ladder").before(4), "of=own&kind=ladder&before=4");
        assert_eq!(asked("secret").before(4), "of=own&before=4");
    }
}
