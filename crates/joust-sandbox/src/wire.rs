//! The messages between a game and a seat, as bytes.
//!
//! A message is a letter and its content, all numbers in little endian; between processes, four bytes
//! before a message give its length. `kits/madmax-cpp/joust/Seat.hh` has the other end.
//!
//! The first message has the whole state. Each later one has only what has changed since the message before
//! it: in a round of the contest's game about 25 of 92 units change, most of them by hunger.

use joust_madmax::{Kind, Pos, State, Terrain, Unit};

/// The version of the protocol, which both ends must share. A module returns its own by `joust_wire`.
pub const PROTOCOL: u8 = 2;

/// The longest message that a seat may send, in bytes: orders are few, notes are texts.
pub const LONGEST: usize = 1 << 24;

/// The name in [`init`] of a player that is alone in its program.
pub const ONLY_PLAYER: &str = "";

/// The letter of the last message of a player, the only one that may come unasked.
pub(crate) const END: u8 = b'D';

/// The message that creates a player: its seat, its random seed and the whole board.
pub fn init(name: &str, seat: usize, random: u32, state: &State) -> Vec<u8> {
    let map = state.map();
    let settings = map.settings();
    let mut out = vec![b'I', PROTOCOL, seat as u8];
    out.extend(random.to_le_bytes());
    settings.values().iter().for_each(|value| out.extend(value.to_le_bytes()));
    out.push(name.len() as u8);
    out.extend(name.as_bytes());
    for row in 0..settings.rows {
        let terrain = |col| map.terrain_at(Pos::new(row, col)).unwrap_or(Terrain::Wall);
        out.extend((0..settings.cols).map(|col| cell_type(terrain(col))));
    }
    out.extend((map.cities().len() as u16).to_le_bytes());
    for city in map.cities() {
        out.extend((city.cells.len() as u32).to_le_bytes());
        for cell in &city.cells {
            out.extend((cell.row as u16).to_le_bytes());
            out.extend((cell.col as u16).to_le_bytes());
        }
    }
    put_scores(&mut out, state);
    out.extend(state.owners());
    for unit in state.units() {
        out.push(u8::from(unit.kind == Kind::Car));
        put_unit(&mut out, unit);
    }
    out
}

/// What a seat knows of a game: the state that it was shown last.
///
/// ```
/// use joust_madmax::{Config, Generator, Settings, Source};
/// use joust_sandbox::wire::{self, Shown};
///
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let state = config.start(&mut Generator::new(30)).unwrap();
/// let first = wire::init("Demo", 0, 31, &state);
/// let (mut shown, mut message) = (Shown::first(&state), Vec::new());
/// shown.next(&mut message, &state);
/// assert!(message.len() < 80 && first.len() > 3600, "nothing has changed since the first message");
/// ```
#[derive(Clone, Debug)]
pub struct Shown {
    owners: Vec<u8>,
    units: Vec<Unit>,
}

impl Shown {
    /// What a seat knows after the message of [`init`].
    pub fn first(state: &State) -> Shown {
        Shown { owners: state.owners().to_vec(), units: state.units().to_vec() }
    }

    /// The message that shows the next state, in place of what is in `out`.
    pub fn next(&mut self, out: &mut Vec<u8>, state: &State) {
        out.clear();
        out.push(b'S');
        put_scores(out, state);
        put_changes(out, &mut self.owners, state.owners(), |out, owner| out.push(*owner));
        put_changes(out, &mut self.units, state.units(), put_unit);
    }
}

/// The number of the elements that have changed, and each of them after its index.
fn put_changes<T: Copy + PartialEq>(
    out: &mut Vec<u8>,
    before: &mut [T],
    now: &[T],
    put: impl Fn(&mut Vec<u8>, &T),
) {
    let count_at = out.len();
    out.extend([0; 2]);
    let mut count = 0_u16;
    for (index, (old, new)) in before.iter_mut().zip(now).enumerate() {
        if old != new {
            *old = *new;
            count += 1;
            out.extend((index as u16).to_le_bytes());
            put(out, new);
        }
    }
    out[count_at..count_at + 2].copy_from_slice(&count.to_le_bytes());
}

/// The part of a state that is sent whole in every round.
fn put_scores(out: &mut Vec<u8>, state: &State) {
    out.extend(state.round().to_le_bytes());
    state.num_cities().iter().for_each(|number| out.extend(number.to_le_bytes()));
    state.total_score().iter().for_each(|score| out.extend((*score as i32).to_le_bytes()));
    state.status().iter().for_each(|share| out.extend(share.to_le_bytes()));
}

/// Everything of a unit that can change.
fn put_unit(out: &mut Vec<u8>, unit: &Unit) {
    out.push(unit.player);
    out.extend((unit.pos.row as u16).to_le_bytes());
    out.extend((unit.pos.col as u16).to_le_bytes());
    out.extend(unit.food.to_le_bytes());
    out.extend(unit.water.to_le_bytes());
}

/// The number of a terrain in the players' headers.
fn cell_type(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Desert => 0,
        Terrain::Road => 1,
        Terrain::City => 2,
        Terrain::Water => 3,
        Terrain::Station => 4,
        Terrain::Wall => 5,
    }
}

/// A message from a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The player was created.
    Hello,
    /// Its orders, and its notes about cells.
    Answer {
        /// Units and directions, the first order for each unit.
        orders: Vec<(i32, i32)>,
        /// Rows, columns and texts.
        notes: Vec<(i32, i32, String)>,
    },
    /// The player has ended.
    Dead(Report),
}

/// The last message of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The reason of its end.
    pub how: How,
    /// The number of a signal, or an exit status.
    pub code: i32,
    /// The address of a memory fault.
    pub address: u64,
    /// Details in words.
    pub text: String,
    /// The call stack as addresses, innermost first.
    pub trace: Vec<u64>,
}

/// Why a player has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A signal.
    Signal,
    /// `exit()`.
    Exit,
    /// An exception that was not caught.
    Exception,
    /// Too many orders.
    Orders,
    /// A forbidden call.
    Call,
    /// The module or program has no player of that name.
    UnknownName,
    /// Its factory created no player.
    NoPlayer,
    /// It uses another version of the protocol.
    Protocol,
}

/// Reads a message; `None` if the bytes are not one.
pub fn said(message: &[u8]) -> Option<Said> {
    let mut reader = Reader(message);
    let said = match reader.bytes(1)?[0] {
        b'H' => Said::Hello,
        b'A' => {
            let count = reader.count(8)?;
            let orders = (0..count).map(|_| Some((reader.int()?, reader.int()?))).collect::<Option<_>>()?;
            let count = reader.count(12)?;
            let notes = (0..count)
                .map(|_| Some((reader.int()?, reader.int()?, reader.text()?)))
                .collect::<Option<_>>()?;
            Said::Answer { orders, notes }
        }
        END => {
            let how = match reader.bytes(1)?[0] {
                1 => How::Signal,
                2 => How::Exit,
                3 => How::Exception,
                4 => How::Orders,
                5 => How::Call,
                6 => How::UnknownName,
                7 => How::NoPlayer,
                8 => How::Protocol,
                _ => return None,
            };
            let (code, address, text) = (reader.int()?, reader.long()?, reader.text()?);
            let count = reader.count(8)?;
            let trace = (0..count).map(|_| reader.long()).collect::<Option<_>>()?;
            Said::Dead(Report { how, code, address, text, trace })
        }
        _ => return None,
    };
    reader.0.is_empty().then_some(said)
}

/// The unread rest of a message.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn int(&mut self) -> Option<i32> {
        Some(i32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn long(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    /// Reads the number of items in a list; `None` if the rest is too short for items of `least` bytes each.
    fn count(&mut self, least: usize) -> Option<usize> {
        let count = usize::try_from(self.int()?).ok()?;
        (count.checked_mul(least)? <= self.0.len()).then_some(count)
    }

    fn text(&mut self) -> Option<String> {
        let size = self.count(1)?;
        Some(String::from_utf8_lossy(self.bytes(size)?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_madmax::{Config, Generator, Settings, Source};

    impl Reader<'_> {
        fn short(&mut self) -> Option<usize> {
            Some(u16::from_le_bytes(self.bytes(2)?.try_into().ok()?).into())
        }
    }

    fn message(parts: &[&[u8]]) -> Vec<u8> {
        parts.concat()
    }

    #[test]
    fn answers_and_reports_are_read() {
        let answer = message(&[
            b"A",
            &2_i32.to_le_bytes(),
            &7_i32.to_le_bytes(),
            &3_i32.to_le_bytes(),
            &(-1_i32).to_le_bytes(),
            &99_i32.to_le_bytes(),
            &1_i32.to_le_bytes(),
            &4_i32.to_le_bytes(),
            &5_i32.to_le_bytes(),
            &2_i32.to_le_bytes(),
            b"hi",
        ]);
        let notes = vec![(4, 5, "hi".to_owned())];
        assert_eq!(said(&answer), Some(Said::Answer { orders: vec![(7, 3), (-1, 99)], notes }));
        let report = message(&[
            b"D\x01",
            &11_i32.to_le_bytes(),
            &8_u64.to_le_bytes(),
            &0_i32.to_le_bytes(),
            &1_i32.to_le_bytes(),
            &0x401_u64.to_le_bytes(),
        ]);
        let expected =
            Report { how: How::Signal, code: 11, address: 8, text: String::new(), trace: vec![0x401] };
        assert_eq!(said(&report), Some(Said::Dead(expected)));
        assert_eq!(said(b"H"), Some(Said::Hello));
    }

    #[test]
    fn a_state_is_shown_by_what_has_changed() {
        let config = Config { settings: Settings::default(), source: Source::Generator };
        let mut random = Generator::new(30);
        let mut state = config.start(&mut random).unwrap();
        let (mut shown, mut message) = (Shown::first(&state), Vec::new());
        let start = state.clone();
        for _ in 0..170 {
            let before = state.clone();
            state.play_round(&[], &mut random, &mut ()).unwrap();
            shown.next(&mut message, &state);
            assert_eq!(message[0], b'S');
            let mut reader = Reader(&message[1 + 4 + 16 + 16 + 32..]);
            let mut owners = before.owners().to_vec();
            for _ in 0..reader.short().unwrap() {
                let city = reader.short().unwrap();
                let owner = reader.bytes(1).unwrap()[0];
                assert_ne!(std::mem::replace(&mut owners[city], owner), owner);
            }
            assert_eq!(owners, state.owners());
            let mut units = before.units().to_vec();
            for _ in 0..reader.short().unwrap() {
                let unit = &mut units[reader.short().unwrap()];
                let old = *unit;
                unit.player = reader.bytes(1).unwrap()[0];
                unit.pos = Pos::new(reader.short().unwrap() as i32, reader.short().unwrap() as i32);
                (unit.food, unit.water) = (reader.int().unwrap(), reader.int().unwrap());
                assert_ne!(*unit, old);
            }
            assert_eq!((units.as_slice(), reader.0), (state.units(), &[][..]));
        }
        let captured =
            state.units().iter().zip(start.units()).filter(|(now, then)| now.player != then.player);
        assert!(captured.count() > 9, "no warrior fetches water, so they starve");
    }

    #[test]
    fn every_cut_and_every_count_that_lies_is_refused() {
        let whole = message(&[
            b"A",
            &1_i32.to_le_bytes(),
            &[0; 8],
            &1_i32.to_le_bytes(),
            &[0; 8],
            &1_i32.to_le_bytes(),
            b"x",
        ]);
        assert!(said(&whole).is_some());
        for length in 0..whole.len() {
            assert_eq!(said(&whole[..length]), None, "{length}");
        }
        assert_eq!(said(&[&whole[..], b"y"].concat()), None);
        assert_eq!(said(&message(&[b"A", &i32::MAX.to_le_bytes()])), None);
        assert_eq!(said(&message(&[b"A", &(-1_i32).to_le_bytes()])), None);
        assert_eq!(said(b"Z"), None);
        assert_eq!(said(b"D\x09"), None);
    }
}
