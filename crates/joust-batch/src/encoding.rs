//! How a position of a duel becomes numbers.

use joust_core::{Duel, Illegal, Rng};
use std::fmt::Debug;

/// The encoding of the positions and moves of a duel on one board by one ruleset: an observation of bytes and
/// a number for each move. Both are seen from the side to move. `docs/encodings.md` describes every number.
///
/// ```
/// use joust_batch::{Encoding, WarGameEncoding};
/// use joust_core::Duel;
/// use joust_wargame::{Board, Position, Rules};
/// let start = Position::start(Board::named("Smolensk").unwrap(), Rules::default());
/// let encoding = WarGameEncoding::of(&start);
/// assert_eq!((encoding.observation_shape(), encoding.actions()), ([4, 6, 6], 36));
/// let mv = encoding.move_of(&start, 14).unwrap();
/// assert_eq!((start.write_move(mv).as_str(), encoding.index(&start, mv)), ("drop-C3", 14));
/// let next = start.after(mv);
/// assert_eq!((encoding.mask(&next)[14], encoding.observation(&next)[36 + 14]), (0, 1));
/// let why = encoding.move_of(&next, 14).unwrap_err();
/// assert_eq!(why.to_string(), "C3 is not vacant: blue owns it [WAR-2.2]");
/// ```
pub trait Encoding: Clone + Debug + Send + Sync + 'static {
    /// The positions that are encoded.
    type Position: Duel;

    /// The legal moves of a position in the form that is quickest for the game.
    type Choices: Clone + Debug + Default + Send + Sync;

    /// The version of the encoding. It changes whenever a position or a move gets other numbers.
    const VERSION: u32;

    /// The encoding of all positions on the board and by the rules of this one.
    fn of(position: &Self::Position) -> Self;

    /// The shape of an observation: planes, rows, columns.
    fn observation_shape(&self) -> [usize; 3];

    /// The bytes of an observation.
    fn observation_size(&self) -> usize {
        self.observation_shape().iter().product()
    }

    /// The number of actions: moves have the numbers below it.
    fn actions(&self) -> usize;

    /// The number of a move of this position.
    fn index(&self, position: &Self::Position, mv: <Self::Position as Duel>::Move) -> usize;

    /// The legal move of this position with this number, or the clause that forbids it.
    fn move_of(
        &self,
        position: &Self::Position,
        index: i32,
    ) -> Result<<Self::Position as Duel>::Move, Illegal>;

    /// Writes the observation of a position.
    ///
    /// # Panics
    /// When `out` is shorter than [`Encoding::observation_size`].
    fn write_observation(&self, position: &Self::Position, out: &mut [u8]);

    /// Finds the legal moves. False when there are none: the game is over.
    fn choose_from(&self, position: &Self::Position, choices: &mut Self::Choices) -> bool;

    /// The legal move with this number among the choices of the position.
    fn pick(
        &self,
        position: &Self::Position,
        choices: &Self::Choices,
        index: i32,
    ) -> Option<<Self::Position as Duel>::Move>;

    /// One of the choices: the move that [`Duel::random_move`] draws with this generator. There must be one.
    fn draw(&self, choices: &Self::Choices, rng: &mut Rng) -> <Self::Position as Duel>::Move;

    /// Writes a byte for each action: 1 where it is one of the choices of the position, else 0.
    ///
    /// # Panics
    /// When `out` is shorter than [`Encoding::actions`].
    fn write_mask(&self, position: &Self::Position, choices: &Self::Choices, out: &mut [u8]);

    /// The symmetries of board and rules except the identity, in the order of [`Duel::images`].
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The observation of a position.
    fn observation(&self, position: &Self::Position) -> Vec<u8> {
        let mut out = vec![0; self.observation_size()];
        self.write_observation(position, &mut out);
        out
    }

    /// A byte for each action: 1 where it is legal, else 0.
    fn mask(&self, position: &Self::Position) -> Vec<u8> {
        let (mut choices, mut out) = (Self::Choices::default(), vec![0; self.actions()]);
        self.choose_from(position, &mut choices);
        self.write_mask(position, &choices, &mut out);
        out
    }
}

/// A symmetry of board and rules as a map of numbers.
///
/// ```
/// use joust_batch::{Encoding, MadEncoding};
/// use joust_mad::{Board, Position, Rules};
/// let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
/// let encoding = MadEncoding::of(&start);
/// let mirror = &encoding.symmetries()[0];
/// let image = start.mirrored().unwrap();
/// assert_eq!(mirror.image_of(&encoding.observation(&start)), encoding.observation(&image));
/// let [mv, other] = [(&start, "c2c4"), (&image, "b2b4")].map(|(at, text)| encoding.index(at, at.understand(text).unwrap()));
/// assert_eq!(mirror.actions[mv], other as u32);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The cell to which each cell of a plane goes. All planes go alike.
    pub cells: Vec<u32>,
    /// The image of each action.
    pub actions: Vec<u32>,
    /// Whether the sides change places. Observations and actions are seen from the side to move, so that
    /// such a symmetry often changes no number at all.
    pub exchanged: bool,
}

impl Symmetry {
    /// The image of an observation.
    ///
    /// # Panics
    /// When the observation is not of the encoding of this symmetry.
    pub fn image_of(&self, observation: &[u8]) -> Vec<u8> {
        let mut image = vec![0; observation.len()];
        let planes = observation.chunks_exact(self.cells.len());
        for (plane, out) in planes.zip(image.chunks_exact_mut(self.cells.len())) {
            for (byte, to) in plane.iter().zip(&self.cells) {
                out[*to as usize] = *byte;
            }
        }
        image
    }

    /// The exchange of sides where it changes no number.
    pub(crate) fn exchange(cells: usize, actions: usize) -> Symmetry {
        Symmetry {
            cells: (0..cells as u32).collect(),
            actions: (0..actions as u32).collect(),
            exchanged: true,
        }
    }
}
