//! Permutations and rotations: the eight shifts. [MAD-4.1] [MAD-5.1]

use crate::Ship;
use std::fmt;
use std::str::FromStr;

/// A permutation or a rotation of one's own ships.
///
/// ```
/// use joust_mad::Shift;
/// let permutation: Shift = "221<>112".parse().unwrap();
/// assert_eq!((permutation, permutation.to_string().as_str()), (Shift::Permute112, "112<>221"));
/// let rotation: Shift = "211>121>112".parse().unwrap();
/// assert!(rotation.is_rotation());
/// assert_eq!(rotation.to_string(), "112>211>121");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Shift {
    /// Permutes 111 and 222.
    Permute111 = 0,
    /// Permutes 112 and 221.
    Permute112 = 1,
    /// Permutes 121 and 212.
    Permute121 = 2,
    /// Permutes 122 and 211.
    Permute122 = 3,
    /// 112 takes the place of 211, 211 that of 121, 121 that of 112: on every frigate's square
    /// the digits turn left.
    FrigatesLeft = 4,
    /// Rotates the frigates the other way: the digits turn right.
    FrigatesRight = 5,
    /// 122 takes the place of 212, 212 that of 221, 221 that of 122.
    DestroyersLeft = 6,
    /// Rotates the destroyers the other way.
    DestroyersRight = 7,
}

impl Shift {
    /// All shifts: four permutations, then four rotations.
    pub const ALL: [Shift; 8] = [
        Shift::Permute111,
        Shift::Permute112,
        Shift::Permute121,
        Shift::Permute122,
        Shift::FrigatesLeft,
        Shift::FrigatesRight,
        Shift::DestroyersLeft,
        Shift::DestroyersRight,
    ];

    /// The permutation in which a ship takes part.
    ///
    /// ```
    /// use joust_mad::{Shift, Ship};
    /// let frigate = "211".parse().unwrap();
    /// assert_eq!(Shift::permutation_of(frigate).to_string(), "122<>211");
    /// assert_eq!(Shift::rotations_of(frigate), Some([Shift::FrigatesLeft, Shift::FrigatesRight]));
    /// assert_eq!(Shift::rotations_of(Ship::CRUISER), None);
    /// ```
    pub const fn permutation_of(ship: Ship) -> Shift {
        let low = if ship.code() < 4 { ship } else { ship.complement() };
        Shift::ALL[low.code()]
    }

    /// The two rotations in which a ship takes part; none for corvette and cruiser. [MAD-6.7]
    ///
    /// See [`Shift::permutation_of`] for an example.
    pub const fn rotations_of(ship: Ship) -> Option<[Shift; 2]> {
        match ship.code().count_ones() {
            1 => Some([Shift::FrigatesLeft, Shift::FrigatesRight]),
            2 => Some([Shift::DestroyersLeft, Shift::DestroyersRight]),
            _ => None,
        }
    }

    /// Whether this is one of the four rotations.
    pub const fn is_rotation(self) -> bool {
        self as u8 >= Shift::FrigatesLeft as u8
    }

    /// The ships that take part, in the order of the notation.
    ///
    /// ```
    /// use joust_mad::Shift;
    /// let numbers: Vec<_> = Shift::FrigatesLeft.ships().iter().map(|ship| ship.number()).collect();
    /// assert_eq!(numbers, [112, 211, 121]);
    /// ```
    pub fn ships(self) -> &'static [Ship] {
        const fn ship(code: usize) -> Ship {
            Ship::from_code(code)
        }
        const SHIPS: [&[Ship]; 8] = [
            &[ship(0b000), ship(0b111)],
            &[ship(0b001), ship(0b110)],
            &[ship(0b010), ship(0b101)],
            &[ship(0b011), ship(0b100)],
            &[ship(0b001), ship(0b100), ship(0b010)],
            &[ship(0b001), ship(0b010), ship(0b100)],
            &[ship(0b011), ship(0b101), ship(0b110)],
            &[ship(0b011), ship(0b110), ship(0b101)],
        ];
        SHIPS[self as usize]
    }
}

/// `112<>221` and `112>211>121`. [MAD-9.1]
impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_rotation() { ">" } else { "<>" };
        for (i, ship) in self.ships().iter().enumerate() {
            let sign = if i > 0 { sign } else { "" };
            write!(f, "{sign}{ship}")?;
        }
        Ok(())
    }
}

/// Why a text is not a shift.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAShift {
    /// Two ships that are not complementary. [MAD-4.1]
    #[error("{0} and {1} are not complementary: {0} permutes with {complement}", complement = .0.complement())]
    NotComplementary(Ship, Ship),
    /// Three ships that are not the three frigates or the three destroyers. [MAD-5.1]
    #[error(
        "`{0}` is not a rotation: only the three frigates 112 121 211 or the three destroyers 122 212 221 rotate"
    )]
    NotAGroup(String),
    /// It is neither two nor three ships.
    #[error("`{0}` is neither a permutation such as 112<>221 nor a rotation such as 112>211>121")]
    Unreadable(String),
}

impl NotAShift {
    /// The sentence in French.
    pub(crate) fn french(&self) -> String {
        match self {
            NotAShift::NotComplementary(one, other) => format!(
                "{one} et {other} ne sont pas complémentaires : {one} permute avec {}",
                one.complement()
            ),
            NotAShift::NotAGroup(text) => format!(
                "« {text} » n’est pas une rotation : seules tournent les trois frégates 112 121 211 ou les \
                 trois destroyers 122 212 221"
            ),
            NotAShift::Unreadable(text) => format!(
                "« {text} » n’est ni une permutation comme 112<>221 ni une rotation comme 112>211>121"
            ),
        }
    }

    /// The clause that the text breaks.
    ///
    /// ```
    /// use joust_mad::Shift;
    /// assert_eq!("112<>222".parse::<Shift>().unwrap_err().clause(), "MAD-4.1");
    /// assert_eq!("112>121>222".parse::<Shift>().unwrap_err().clause(), "MAD-5.1");
    /// ```
    pub const fn clause(&self) -> &'static str {
        match self {
            NotAShift::NotComplementary(..) => "MAD-4.1",
            NotAShift::NotAGroup(_) => "MAD-5.1",
            NotAShift::Unreadable(_) => "MAD-9.1",
        }
    }
}

/// Reads a shift. The ships may stand in any order that means this shift.
impl FromStr for Shift {
    type Err = NotAShift;

    fn from_str(text: &str) -> Result<Shift, NotAShift> {
        let unreadable = || NotAShift::Unreadable(text.to_owned());
        let ship = |word: &str| word.parse::<Ship>().map_err(|_| unreadable());
        if let Some((one, other)) = text.split_once("<>") {
            let (one, other) = (ship(one)?, ship(other)?);
            return if one.complement() == other {
                Ok(Shift::permutation_of(one))
            } else {
                Err(NotAShift::NotComplementary(one, other))
            };
        }
        let words: Vec<&str> = text.split('>').take(4).collect();
        let &[a, b, c] = words.as_slice() else {
            return Err(unreadable());
        };
        let cycle = [ship(a)?, ship(b)?, ship(c)?];
        Shift::ALL[4..]
            .iter()
            .copied()
            .find(|shift| {
                let ships = shift.ships();
                (0..3).any(|by| (0..3).all(|i| cycle[i] == ships[(i + by) % 3]))
            })
            .ok_or_else(|| NotAShift::NotAGroup(text.to_owned()))
    }
}
