//! The position editor.

use crate::Faults;
use crate::language::Language;
use crate::terms::Terms;
use joust_core::{DuelGame as _, Game};
use joust_mad::{Battle, Cell, Draft, Field, Ship};
use joust_wargame::Campaign;
use serde::{Deserialize, Serialize};

/// What an editor shows.
#[derive(Deserialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub(crate) enum Edit {
    /// A position of MAD.
    Mad(Fleets),
    /// A position of the War Game, perhaps with values of its own.
    WarGame(City),
}

/// Ships on a board, and the counters.
#[derive(Deserialize)]
pub(crate) struct Fleets {
    rules: Option<String>,
    board: String,
    ships: Vec<Placed>,
    side: usize,
    turn: Option<u32>,
    counter: Option<u32>,
    expeller: Option<usize>,
}

/// A ship on a square.
#[derive(Deserialize)]
struct Placed {
    side: usize,
    ship: String,
    at: String,
}

/// Owners of the squares of a city, row by row from the top.
#[derive(Deserialize)]
pub(crate) struct City {
    rules: Option<String>,
    board: Option<String>,
    /// The values of a city of one's own, rows separated by `/`.
    values: Option<String>,
    columns: usize,
    owners: Vec<Option<usize>>,
    side: usize,
}

impl Edit {
    /// The terms of a game that begins with what the editor shows.
    pub(crate) fn answer(self, language: Language) -> Result<Terms, Faults> {
        match self {
            Edit::Mad(fleets) => fleets.answer(language),
            Edit::WarGame(city) => city.answer(language),
        }
    }
}

impl Fleets {
    fn answer(self, language: Language) -> Result<Terms, Faults> {
        use joust_mad::{Board, Position, Rules, Side};
        let rules = self.rules.as_deref().map_or(Ok(Rules::default()), str::parse::<Rules>);
        let rules = rules.map_err(|why| vec![language.tells(&why)])?;
        let board = Board::named(&self.board).ok_or_else(|| {
            let french = format!("il n’y a pas de plateau « {} »", self.board);
            vec![language.of(&format!("there is no board `{}`", self.board), &french)]
        })?;
        let side = |seat: usize| if seat == 0 { Side::Red } else { Side::Blue };
        // The rows of the start have the shape of the board.
        let mut draft = Draft::from(&Position::start(board, rules));
        for cell in draft.rows.iter_mut().flatten().filter(|cell| **cell != Cell::Missing) {
            *cell = Cell::Vacant;
        }
        for placed in &self.ships {
            let coord = placed.at.parse().ok().filter(|coord| board.square(*coord).is_some());
            let ship: Option<Ship> = placed.ship.parse().ok();
            let (Some(coord), Some(ship)): (Option<joust_mad::Coord>, _) = (coord, ship) else {
                let what = format!("{} {}", placed.ship, placed.at);
                let french = format!("{what} n’est pas un vaisseau sur une case de {board}");
                return Err(vec![
                    language.of(&format!("{what} is not a ship on a square of {board}"), &french),
                ]);
            };
            let row = board.rows() - 1 - coord.row as usize;
            draft.rows[row][coord.column as usize] = Cell::Ship(side(placed.side), ship);
        }
        let field = |value: Option<u32>| value.map_or(Field::Absent, Field::Is);
        draft.side = Field::Is(side(self.side));
        draft.turn = field(self.turn);
        draft.counter = field(self.counter);
        draft.expeller = if self.turn.is_some() { Field::Is(self.expeller.map(side)) } else { Field::Absent };
        let position = Position::from_draft(&draft, rules, Some(board));
        let position = position.map_err(|bad| language.tells_all(&bad.0))?;
        Ok(Terms::of(&Battle::at(position)))
    }
}

impl City {
    fn answer(self, language: Language) -> Result<Terms, Faults> {
        use joust_wargame::{Board, Position, Rules};
        let rules = self.rules.as_deref().map_or(Ok(Rules::default()), str::parse::<Rules>);
        let rules = rules.map_err(|why| vec![language.tells(&why)])?;
        let name = self.board.as_deref().unwrap_or("own");
        let board = match &self.values {
            Some(values) => Board::read(name, values).map_err(|bad| language.tells_all(&bad.faults))?,
            None => Board::named(name).ok_or_else(|| {
                let french = format!("il n’y a pas de plateau « {name} »");
                vec![language.of(&format!("there is no board `{name}`"), &french)]
            })?,
        };
        let letter = |owner: &Option<usize>| match owner {
            None => '.',
            Some(0) => 'b',
            Some(_) => 'g',
        };
        let rows: Vec<String> =
            self.owners.chunks(self.columns.max(1)).map(|row| row.iter().map(letter).collect()).collect();
        let text = format!("{} {}", rows.join("/"), if self.side == 0 { 'b' } else { 'g' });
        let position = Position::read(&text, board, rules).map_err(|bad| language.tells_all(&bad.0))?;
        Ok(Terms::of(&Campaign::at(position)))
    }
}

/// What an editor offers.
#[derive(Serialize)]
pub(crate) struct Offer {
    game: &'static str,
    boards: Vec<String>,
    rules: Vec<&'static str>,
    /// The longest side of a board of one's own, and its most squares; 0 where there are none.
    longest: usize,
    squares: usize,
    /// The highest value of a square.
    highest: u8,
}

pub(crate) fn boards() -> [Offer; 2] {
    use joust_wargame::{Board, Square};
    [
        Offer {
            game: Battle::NAME,
            boards: joust_mad::Board::all().iter().map(|board| board.name().to_owned()).collect(),
            rules: joust_mad::Rules::PRESETS.iter().map(|(name, _)| *name).collect(),
            longest: 0,
            squares: 0,
            highest: 0,
        },
        Offer {
            game: Campaign::NAME,
            boards: Board::all().map(|board| board.name().to_owned()).collect(),
            rules: joust_wargame::Rules::PRESETS.iter().map(|(name, _)| *name).collect(),
            longest: Board::MAX_SIDE,
            squares: Square::MAX,
            highest: Board::MAX_VALUE,
        },
    ]
}
