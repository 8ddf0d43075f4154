//! The messages between browser and server about a game; `docs/arena.md` is the contract.

use joust_core::{ClockFace, Ending, Seat, Seats};
use joust_live::{LiveGame, Opponent, RematchOffer};
use serde::{Deserialize, Serialize};

/// A message from a browser.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(crate) enum FromBrowser {
    Act {
        version: u32,
        action: String,
    },
    Undo {
        version: u32,
    },
    Hint {
        version: u32,
    },
    Resign,
    #[serde(rename = "give-up")]
    Abort,
    Retry,
    Join,
    Rematch,
    DeclineRematch,
    Ping {
        n: u64,
    },
}

/// A message to a browser.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub(crate) enum ToBrowser<'a> {
    Game(Box<State<'a>>),
    Acted {
        version: u32,
        seat: Seat,
        action: &'a str,
        clock: Option<ClockFace>,
        ending: Option<Ending>,
    },
    Seats {
        seats: [SeatView<'a>; 2],
        watching: usize,
    },
    Refused {
        why: &'static str,
        text: &'a str,
        version: u32,
    },
    Hint {
        version: u32,
        #[serde(rename = "move")]
        mv: &'a str,
        value: f64,
    },
    Rematch {
        id: &'a str,
    },
    Pong {
        n: u64,
    },
}

impl ToBrowser<'_> {
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The part of a game's state that is equal for all readers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct State<'a> {
    pub(crate) id: &'a str,
    pub(crate) version: u32,
    pub(crate) game: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) board: &'a str,
    pub(crate) values: Option<String>,
    pub(crate) start: &'a str,
    pub(crate) opponent: &'static str,
    pub(crate) level: Option<u8>,
    pub(crate) seats: [SeatView<'a>; 2],
    pub(crate) watching: usize,
    pub(crate) course: Vec<String>,
    pub(crate) clock: Option<ClockFace>,
    pub(crate) ending: Option<Ending>,
    pub(crate) rematch_offer: Option<RematchOffer>,
    pub(crate) rematch: Option<&'a str>,
    pub(crate) fault: Option<Seat>,
    pub(crate) full: bool,
}

/// The part of a game's state that differs between readers.
#[derive(Serialize)]
struct Own {
    you: Vec<Seat>,
    invited: bool,
}

/// A seat as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SeatView<'a> {
    pub(crate) kind: &'static str,
    pub(crate) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    pub(crate) here: bool,
}

/// The seats of a game; `here` says whose players are connected.
pub(crate) fn seats(game: &LiveGame, here: [bool; 2]) -> [SeatView<'_>; 2] {
    [0, 1].map(|seat: usize| {
        let computer = game.terms().computer().filter(|(place, _)| place.index() == seat);
        match (computer, &game.sitters()[seat]) {
            (Some((_, level)), _) => SeatView { kind: "computer", name: "", level: Some(level), here: true },
            (None, Some(sitter)) => {
                SeatView { kind: "person", name: &sitter.name, level: None, here: here[seat] }
            }
            (None, None) => SeatView { kind: "open", name: "", level: None, here: false },
        }
    })
}

/// The shared part of a game's state, as a JSON object.
pub(crate) fn shared(id: &str, game: &LiveGame, here: [bool; 2], watching: usize, now: i64) -> String {
    let terms = game.terms();
    let opponent = match terms.opponent {
        Opponent::Computer { .. } => "computer",
        Opponent::Screen => "screen",
        Opponent::Friend => "friend",
    };
    let state = ToBrowser::Game(Box::new(State {
        id,
        version: game.version(),
        game: &terms.setup.game,
        rules: game.rules(),
        board: &terms.setup.board.name,
        values: game.values(),
        start: game.start(),
        opponent,
        level: terms.computer().map(|(_, level)| level),
        seats: seats(game, here),
        watching,
        course: game.course(),
        clock: game.clock(now),
        ending: game.ending(),
        rematch_offer: game.rematch_offer(),
        rematch: game.rematch(),
        fault: game.fault(),
        full: game.is_full(),
    }));
    state.text()
}

/// The state of a game for a reader with these seats.
pub(crate) fn for_reader(shared: &str, seats: Seats, invited: bool) -> String {
    let own = Own { you: seats.iter().collect(), invited };
    let own = serde_json::to_string(&own).unwrap_or_default();
    // Merges the two JSON objects.
    match (shared.strip_suffix('}'), own.strip_prefix('{')) {
        (Some(shared), Some(own)) => format!("{shared},{own}"),
        _ => shared.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_those_of_the_contract() {
        let read = |text: &str| serde_json::from_str::<FromBrowser>(text).ok();
        let act = FromBrowser::Act { version: 12, action: "211-c2-c4".into() };
        assert_eq!(read(r#"{"t":"act","version":12,"action":"211-c2-c4"}"#), Some(act));
        assert_eq!(read(r#"{"t":"give-up"}"#), Some(FromBrowser::Abort));
        assert_eq!(read(r#"{"t":"ping","n":7}"#), Some(FromBrowser::Ping { n: 7 }));
        for bad in
            ["", "{}", "[]", "7", r#"{"t":"act"}"#, r#"{"t":"act","version":-1,"action":""}"#, r#"{"t":"x"}"#]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(read(r#"{"t":"retry"}"#), Some(FromBrowser::Retry));
        let both = Seats::first(2);
        let own = for_reader(r#"{"t":"game","version":3}"#, both, false);
        assert_eq!(own, r#"{"t":"game","version":3,"you":[0,1],"invited":false}"#);
        let ending = Some(Ending::lost("exile", Seat::SECOND));
        let acted =
            ToBrowser::Acted { version: 4, seat: Seat::FIRST, action: "211-c2xc4", clock: None, ending };
        assert_eq!(
            acted.text(),
            r#"{"t":"acted","version":4,"seat":0,"action":"211-c2xc4","clock":null,"ending":{"why":"exile","winner":0,"loser":1,"points":"1-0","full":true}}"#
        );
        let hint = ToBrowser::Hint { version: 13, mv: "211-c4-c5", value: 0.31 };
        assert_eq!(hint.text(), r#"{"t":"hint","version":13,"move":"211-c4-c5","value":0.31}"#);
    }
}
