//! The orders of all rounds, in columns: numbers, directions and order of giving lie apart,
//! because like beside like packs best.

use super::bytes::{BitReader, BitWriter, Bytes, Short, put, unzigzag, width, zigzag};
use crate::{Orders, RoundOrders, TEAMS};

/// In place of a direction that does not fit: it stands in the column of odd ones.
const ODD: u8 = 9;

/// The columns before they are packed.
#[derive(Default)]
pub(super) struct Columns {
    counts: Vec<u8>,
    units: Vec<u8>,
    dirs: Vec<u8>,
    odd: Vec<u8>,
    order: BitWriter,
}

impl Columns {
    /// Puts the orders of all rounds into columns.
    pub(super) fn of(rounds: &[RoundOrders]) -> Columns {
        let mut columns = Columns::default();
        for orders in rounds.iter().flatten() {
            columns.add(orders);
        }
        columns
    }

    fn add(&mut self, orders: &[(i32, i32)]) {
        put(&mut self.counts, orders.len() as u64);
        let mut sorted = orders.to_vec();
        sorted.sort_unstable();
        let mut before = None;
        for &(id, dir) in &sorted {
            let id = i64::from(id);
            put(&mut self.units, before.map_or_else(|| zigzag(id), |before: i64| (id - before - 1) as u64));
            before = Some(id);
            if (0..i32::from(ODD)).contains(&dir) {
                self.dirs.push(dir as u8);
            } else {
                self.dirs.push(ODD);
                put(&mut self.odd, zigzag(dir.into()));
            }
        }
        self.add_order(orders, &sorted);
    }

    /// Most players go through their units in ascending order, which takes one bit. Otherwise each
    /// unit is named by its place among those not yet named.
    fn add_order(&mut self, orders: &[(i32, i32)], sorted: &[(i32, i32)]) {
        if orders.len() < 2 {
            return;
        }
        let shuffled = orders != sorted;
        self.order.put(usize::from(shuffled), 1);
        if !shuffled {
            return;
        }
        let mut left: Vec<i32> = sorted.iter().map(|(id, _)| *id).collect();
        for (id, _) in orders {
            let place = left.binary_search(id).unwrap_or(0);
            self.order.put(place, width(left.len()));
            left.remove(place);
        }
    }

    /// The columns one after the other, each after its length.
    pub(super) fn write(self, bytes: &mut Vec<u8>) {
        for column in [self.counts, self.units, self.dirs, self.odd, self.order.finish()] {
            put(bytes, column.len() as u64);
            bytes.extend_from_slice(&column);
        }
    }

    /// Reads as many rounds as are announced.
    pub(super) fn read(bytes: &mut Bytes<'_>, rounds: usize) -> Result<Vec<RoundOrders>, Short> {
        let mut column = || -> Result<Bytes<'_>, Short> {
            let length = usize::try_from(bytes.number()?).map_err(|_| Short)?;
            bytes.take(length).map(Bytes)
        };
        let [mut counts, mut units, mut dirs, mut odd] = [column()?, column()?, column()?, column()?];
        let mut order = BitReader::new(column()?.0);
        // Every count takes a byte, so that nothing is reserved which is not there.
        if counts.0.len() / TEAMS < rounds {
            return Err(Short);
        }
        let mut all = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            let mut round = RoundOrders::default();
            for orders in &mut round {
                let count = counts.number()?;
                if count > Orders::MOST as u64 {
                    return Err(Short);
                }
                let sorted = read_sorted(count as usize, &mut units, &mut dirs, &mut odd)?;
                *orders = read_order(sorted, &mut order)?;
            }
            all.push(round);
        }
        let done = [counts, units, dirs, odd].iter().all(|column| column.0.is_empty()) && order.is_done();
        if done { Ok(all) } else { Err(Short) }
    }
}

fn read_sorted(
    count: usize,
    units: &mut Bytes<'_>,
    dirs: &mut Bytes<'_>,
    odd: &mut Bytes<'_>,
) -> Result<Vec<(i32, i32)>, Short> {
    let mut sorted = Vec::with_capacity(count);
    let mut before: Option<i64> = None;
    for _ in 0..count {
        let number = units.number()?;
        let id = match before {
            None => unzigzag(number),
            Some(before) => i64::try_from(number)
                .ok()
                .and_then(|gap| before.checked_add(gap)?.checked_add(1))
                .ok_or(Short)?,
        };
        before = Some(id);
        let dir = match dirs.byte()? {
            ODD => match unzigzag(odd.number()?) {
                dir if (0..ODD.into()).contains(&dir) => return Err(Short),
                dir => i32::try_from(dir).map_err(|_| Short)?,
            },
            dir if dir < ODD => dir.into(),
            _ => return Err(Short),
        };
        sorted.push((i32::try_from(id).map_err(|_| Short)?, dir));
    }
    Ok(sorted)
}

fn read_order(mut sorted: Vec<(i32, i32)>, order: &mut BitReader<'_>) -> Result<Vec<(i32, i32)>, Short> {
    if sorted.len() < 2 || order.take(1)? == 0 {
        return Ok(sorted);
    }
    let ascending = sorted.clone();
    let mut orders = Vec::with_capacity(sorted.len());
    while !sorted.is_empty() {
        let place = order.take(width(sorted.len()))?;
        if place >= sorted.len() {
            return Err(Short);
        }
        orders.push(sorted.remove(place));
    }
    // Ascending orders have one form only, the short one.
    if orders == ascending { Err(Short) } else { Ok(orders) }
}
