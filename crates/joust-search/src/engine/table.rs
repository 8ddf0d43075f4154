//! The transposition table: what the search remembers of positions.

/// What a remembered value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    pub(super) mv: M,
    pub(super) value: i32,
    pub(super) depth: u32,
    pub(super) bound: Bound,
    /// Whether every line below was followed to the end of the game.
    pub(super) to_the_end: bool,
}

/// A key and what is remembered of its position.
type Slot<M> = Option<(u64, Entry<M>)>;

/// A fixed number of entries, each in the place that its key gives. A deeper entry gives way to a
/// shallower one only in the second place of its pair.
pub(super) struct Table<M> {
    slots: Vec<[Slot<M>; 2]>,
}

impl<M: Copy> Table<M> {
    pub(super) fn new(bytes: usize) -> Table<M> {
        let count = (bytes / size_of::<[Slot<M>; 2]>()).max(1);
        Table { slots: vec![[None; 2]; count] }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry<M>> {
        let pair = &self.slots[self.index(key)];
        pair.iter().flatten().find(|(owner, _)| *owner == key).map(|(_, entry)| *entry)
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry<M>) {
        let index = self.index(key);
        let pair = &mut self.slots[index];
        let gives_way =
            |slot: &Slot<M>| slot.is_none_or(|(owner, old)| owner == key || old.depth <= entry.depth);
        let place = usize::from(!gives_way(&pair[0]));
        if place == 0 && pair[0].is_some_and(|(owner, _)| owner != key) {
            pair[1] = pair[0];
        }
        pair[place] = Some((key, entry));
    }
}
