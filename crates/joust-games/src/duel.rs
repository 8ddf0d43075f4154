//! Positions of duels with their types erased.

use joust_core::{Duel, Outcome, Rng, Seat, divide, perft};
use std::any::Any;

/// A position of a duel of the register.
///
/// ```
/// use joust_core::Seat;
/// use joust_games::{Ask, duel};
/// let mut position = duel("mad").unwrap().position(&Ask::default()).unwrap();
/// assert_eq!(position.side_name(position.to_move()), "red");
/// assert_eq!((position.header(Seat::FIRST).as_str(), position.perft(2)), ("Red", 81));
/// assert_eq!(position.play("221<>112").unwrap(), "112<>221");
/// assert!(position.text().ends_with(" b 2 1 -"));
/// assert_eq!((position.to_move(), position.outcome()), (Seat::SECOND, None));
/// assert!(position.moves().contains(&"pass".to_owned()));
/// assert!(position.play("a1a9").is_err());
/// ```
pub trait AnyDuel: Send + Sync {
    /// The position text, with all fields.
    fn text(&self) -> String;
    /// Whose turn it is.
    fn to_move(&self) -> Seat;
    /// The name of a side.
    fn side_name(&self, seat: Seat) -> &'static str;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// All legal moves in canonical text, in byte order.
    fn moves(&self) -> Vec<String>;
    /// One of the moves, each equally likely; `None` when the game is over.
    ///
    /// ```
    /// use joust_core::Seed;
    /// use joust_games::{Ask, duel};
    /// let position = duel("mad").unwrap().position(&Ask::default()).unwrap();
    /// let drawn = position.random_move(&mut Seed(1).rng()).unwrap();
    /// assert!(position.moves().contains(&drawn));
    /// ```
    fn random_move(&self, rng: &mut Rng) -> Option<String>;
    /// Makes a move, or says why it cannot be made. Gives its canonical text.
    fn play(&mut self, text: &str) -> Result<String, String>;
    /// The number of move sequences of this length.
    fn perft(&self, depth: u32) -> u64;
    /// [`AnyDuel::perft`] after each move, in byte order of the moves. `progress` hears how many moves are
    /// done, and how many there are.
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("mad").unwrap().position(&Ask::default()).unwrap();
    /// let mut heard = (0, 0);
    /// let parts = position.divide(2, &mut |done, all| heard = (done, all));
    /// assert_eq!((parts[0].clone(), heard), (("111<>222".to_owned(), 9), (9, 9)));
    /// assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), position.perft(2));
    /// ```
    fn divide(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> Vec<(String, u64)>;
    /// The key of the position; see [`Duel::key`].
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("mad").unwrap().position(&Ask::default()).unwrap();
    /// let mut copy = position.boxed();
    /// assert_eq!(copy.key(), position.key());
    /// copy.play("pass").unwrap();
    /// assert_ne!(copy.key(), position.key());
    /// ```
    fn key(&self) -> u64;
    /// The most moves that a game from here can last.
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("wargame").unwrap().position(&Ask::default()).unwrap();
    /// assert_eq!(position.longest(), 36, "every move takes one of 36 squares");
    /// ```
    fn longest(&self) -> u32;
    /// The images of this position under the symmetries of the rules.
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("mad").unwrap().position(&Ask::default()).unwrap();
    /// let images = position.images();
    /// assert!(images.iter().any(|image| image.exchanged));
    /// assert!(images.iter().all(|image| image.moves == image.position.moves()));
    /// ```
    fn images(&self) -> Vec<AnyImage>;
    /// A copy of the position. See [`AnyDuel::key`] for an example.
    fn boxed(&self) -> Box<dyn AnyDuel>;
    /// The position itself, for code that knows its type.
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("mad").unwrap().position(&Ask::default()).unwrap();
    /// let typed: &joust_mad::Position = position.as_any().downcast_ref().unwrap();
    /// assert_eq!(typed.turns_left(), 40);
    /// ```
    fn as_any(&self) -> &dyn Any;

    /// The header of records that names the player of a side: `Red`.
    fn header(&self, seat: Seat) -> String {
        let mut letters = self.side_name(seat).chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }
}

/// The image of a position under a symmetry.
pub struct AnyImage {
    /// The position that the symmetry makes of the original.
    pub position: Box<dyn AnyDuel>,
    /// The images of the moves of the original, in byte order.
    pub moves: Vec<String>,
    /// Whether the sides have changed places, and the outcome with them.
    pub exchanged: bool,
}

/// Erases the type of a position.
#[derive(Clone, Copy, Debug)]
pub struct Erased<D: Duel>(pub D);

impl<D: Duel> AnyDuel for Erased<D> {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn to_move(&self) -> Seat {
        self.0.to_move()
    }

    fn side_name(&self, seat: Seat) -> &'static str {
        D::SIDES[seat.index() & 1]
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<_> = self.0.all_moves().iter().map(|mv| self.0.write_move(*mv)).collect();
        moves.sort_unstable();
        moves
    }

    fn random_move(&self, rng: &mut Rng) -> Option<String> {
        self.0.random_move(rng).map(|mv| self.0.write_move(mv))
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let mv = self.0.read_move(text)?;
        let canonical = self.0.write_move(mv);
        self.0.make(mv);
        Ok(canonical)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, depth)
    }

    fn divide(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> Vec<(String, u64)> {
        let parts = divide(&self.0, depth, progress).into_iter();
        let mut parts: Vec<_> = parts.map(|(mv, count)| (self.0.write_move(mv), count)).collect();
        parts.sort_unstable();
        parts
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn longest(&self) -> u32 {
        self.0.longest()
    }

    fn images(&self) -> Vec<AnyImage> {
        let list = self.0.all_moves();
        let images = self.0.images().into_iter().map(|image| {
            let texts = list.iter().map(|mv| image.position.write_move((image.map)(*mv)));
            let mut moves: Vec<_> = texts.collect();
            moves.sort_unstable();
            AnyImage { position: Box::new(Erased(image.position)), moves, exchanged: image.exchanged }
        });
        images.collect()
    }

    fn boxed(&self) -> Box<dyn AnyDuel> {
        Box::new(*self)
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}
