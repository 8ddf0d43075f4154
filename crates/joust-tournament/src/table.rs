//! The standings as data: places, scores, seats, boards, faults and fuel of everybody.

use crate::ledger::Ledger;
use crate::tally::{Cell, Row};
use crate::terms::Terms;
use joust_league::Standing;
use joust_league::rating::{Method, Provisional, Ratings};
use joust_league::sequential::Decision;
use serde::Serialize;
use std::collections::BTreeMap;

/// The standings of a tournament. As JSON it is the output of `joust tournament table --json`, which
/// `docs/results.md` describes.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// The name of the tournament.
    pub tournament: String,
    /// The game by name.
    pub game: String,
    /// Who plays whom, in a sentence.
    pub format: String,
    /// How many games count.
    pub games: usize,
    /// The most games that there can be.
    pub most_games: usize,
    /// Whether there will be exactly so many games.
    pub exact: bool,
    /// Whether no game is left.
    pub over: bool,
    /// Games that could not be finished. They count as ties in the standings, and not at all in ratings, matrix and
    /// tests.
    pub broken: usize,
    /// What decides about places, in this order.
    pub order: Vec<&'static str>,
    /// The participant whose rating is 0; without one, it is the mean of all ratings.
    pub anchor: Option<String>,
    /// What the sequential test says, if there is one.
    pub sprt: Option<Decision>,
    /// The boards or maps by name.
    pub boards: Vec<String>,
    /// The participants, the best first.
    pub rows: Vec<TableRow>,
}

/// A participant in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct TableRow {
    /// The place, from 1.
    pub place: usize,
    /// The number of the participant in the file, from 0.
    pub participant: usize,
    /// Its name.
    pub name: String,
    /// Its player.
    pub player: String,
    /// The number of games.
    pub games: u32,
    /// The mean score, from 0 to 1.
    pub score: Option<f64>,
    /// The rating on the scale of Elo, with the ends of its 95 % confidence interval; nothing without games, or
    /// before ratings were asked for.
    pub rating: Option<Rating>,
    /// The rating by Weng and Lin that follows game by game, from 0 on; it depends on the order of the games.
    pub provisional: Option<Provisional>,
    /// The rating by Glicko-2 that follows game by game, from 0 on.
    pub glicko: Option<Provisional>,
    /// The mean of the scores of the game, in games that have some.
    pub points: Option<f64>,
    /// First places, shared ones in equal parts.
    pub firsts: f64,
    /// Duels that counted 1, ¾, ½, ¼ and 0, or first to last places.
    pub kinds: Vec<u32>,
    /// Rounds without a game that count as if played.
    pub byes: u32,
    /// The round after which it left, from 1; nothing for those that played in the last round.
    pub left: Option<usize>,
    /// Its faults by kind.
    pub faults: BTreeMap<&'static str, u32>,
    /// The first fault: the game, and what it did.
    pub first_fault: Option<(usize, String)>,
    /// Millions of units of fuel in a game: the mean, if it runs on fuel.
    pub fuel: Option<f64>,
    /// The most fuel in a game.
    pub most_fuel: Option<u64>,
    /// Its games in each seat.
    pub by_seat: Vec<Part>,
    /// Its games on each board or map.
    pub by_board: Vec<Part>,
}

/// A rating of all games at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The strength in Elo; that of the anchor, or the mean of all, is 0.
    pub elo: f64,
    /// The lower end of the interval; `None` if the games set no bound.
    pub low: Option<f64>,
    /// The upper end of the interval; `None` if the games set no bound.
    pub high: Option<f64>,
}

/// The games of a participant in a seat or on a board.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Part {
    /// How many there are.
    pub games: u32,
    /// The mean score.
    pub score: Option<f64>,
    /// The lower end of the 95 % confidence interval of the mean score, which counts blocks.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The mean of the scores of the game.
    pub points: Option<f64>,
}

impl Part {
    fn new(cell: &Cell) -> Part {
        let interval = cell.interval();
        Part {
            games: cell.games(),
            score: cell.mean(),
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
            points: cell.mean_points(),
        }
    }
}

impl Table {
    /// Whose rating is 0, in words.
    pub fn zero(&self) -> &str {
        self.anchor.as_deref().unwrap_or("the mean of all")
    }

    /// The standings after the games so far, with ratings if there are some.
    pub fn new(terms: &Terms, ledger: &Ledger, ratings: Option<&Ratings>) -> Table {
        let (standings, tally) = (ledger.standings(), ledger.tally());
        // Those that play in the final do not leave.
        let last =
            standings.rows.iter().filter_map(|standing| standing.left).max().filter(|_| ledger.is_over());
        let rating = |who: usize| {
            let rated = &ratings?.rows()[who];
            (rated.games > 0).then_some(Rating { elo: rated.elo, low: rated.low, high: rated.high })
        };
        let row = |standing: &Standing| {
            let Row { all, by_seat, by_board, kinds, faults, first_fault, fuel, most_fuel } =
                &tally.rows()[standing.participant];
            let participant = &terms.participants[standing.participant];
            let kinds = if terms.is_duel() { &kinds[..] } else { &kinds[..terms.seats()] };
            TableRow {
                place: standing.place,
                participant: standing.participant,
                name: participant.name.clone(),
                player: participant.player.clone(),
                games: all.games(),
                score: all.mean(),
                rating: rating(standing.participant),
                provisional: tally.provisional(standing.participant, Method::WengLin),
                glicko: tally.provisional(standing.participant, Method::Glicko2),
                points: all.mean_points(),
                firsts: standing.firsts,
                kinds: kinds.to_vec(),
                byes: standing.byes,
                left: standing.left.filter(|round| Some(*round) != last).map(|round| round + 1),
                faults: faults.clone(),
                first_fault: first_fault.clone(),
                fuel: (fuel.count() > 0).then(|| fuel.mean()),
                most_fuel: (fuel.count() > 0).then_some(*most_fuel),
                by_seat: by_seat.iter().map(Part::new).collect(),
                by_board: by_board.iter().map(Part::new).collect(),
            }
        };
        Table {
            tournament: terms.tournament.clone(),
            game: terms.game.clone(),
            format: terms.format.words(terms.seating, terms.seats()),
            games: tally.games(),
            most_games: ledger.most_games(),
            exact: ledger.is_exact(),
            over: ledger.is_over(),
            broken: tally.broken(),
            order: standings.order.iter().map(|rule| rule.words()).collect(),
            anchor: terms.anchor.clone(),
            sprt: ledger.decision(),
            boards: terms.boards.iter().map(|setup| setup.board.name.clone()).collect(),
            rows: standings.rows.iter().map(row).collect(),
        }
    }
}
