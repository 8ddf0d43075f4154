//! The map generator of the original, draw for draw. [MAX-1.4]

use crate::{Dir, Generator, Pos, Terrain};
use std::collections::BTreeSet;
use std::ops::Range;

/// Maps are generated in this size only.
pub(crate) const SIZE: usize = 60;
/// The number of cities of every generated map.
pub(crate) const CITIES: usize = 8;

/// A generator run that cannot be finished; the original stops with a failed assertion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the generator cannot finish a map with this seed: {0}")]
pub(crate) struct Stuck(&'static str);

struct Draft<'a> {
    random: &'a mut Generator,
    terrain: Vec<Terrain>,
    owners: Vec<u8>,
    /// Rows of the horizontal roads, and columns of the vertical ones.
    across: Vec<usize>,
    down: Vec<usize>,
}

/// Draws a map: its terrain row by row, and the owners, which mean something on city cells.
pub(crate) fn generate(random: &mut Generator) -> Result<(Vec<Terrain>, Vec<u8>), Stuck> {
    let mut draft = Draft {
        random,
        terrain: Vec::new(),
        owners: vec![0; SIZE * SIZE],
        across: Vec::new(),
        down: Vec::new(),
    };
    let zones = loop {
        draft.lay_roads();
        let starts = draft.merge_blocks();
        let zones = draft.find_zones(&starts);
        let sizes = zones.iter().map(Vec::len);
        if sizes.clone().max() <= Some(LARGEST_ZONE) && sizes.min() >= Some(SMALLEST_ZONE) {
            break zones;
        }
    };
    draft.fill_zones(zones)?;
    draft.cut_border_roads();
    draft.place_stations()?;
    Ok((draft.terrain, draft.owners))
}

const LARGEST_ZONE: usize = 300;
const SMALLEST_ZONE: usize = 10;

fn at(row: usize, col: usize) -> usize {
    row * SIZE + col
}

fn pos(index: usize) -> Pos {
    Pos::new((index / SIZE) as i32, (index % SIZE) as i32)
}

/// The number of a place, if it is on the map.
fn place(at: Pos) -> Option<usize> {
    let on = |x: i16| (0..SIZE as i16).contains(&x);
    (on(at.row) && on(at.col)).then(|| at.row as usize * SIZE + at.col as usize)
}

impl Draft<'_> {
    fn lay_roads(&mut self) {
        let mut count = [self.random.random(5, 7), self.random.random(5, 7)];
        if count == [5, 5] || count == [7, 7] {
            let first = self.random.random(0, 1) != 0;
            count[usize::from(!first)] = 6;
        }
        self.across = self.roads(count[0]);
        self.down = self.roads(count[1]);
        self.terrain = vec![Terrain::Desert; SIZE * SIZE];
        for row in self.across.clone() {
            self.pave(row..row + 1, 0..SIZE, Terrain::Road);
        }
        for col in self.down.clone() {
            self.pave(0..SIZE, col..col + 1, Terrain::Road);
        }
    }

    /// Gives all cells of a rectangle one terrain.
    fn pave(&mut self, rows: Range<usize>, cols: Range<usize>, terrain: Terrain) {
        for row in rows {
            self.terrain[at(row, cols.start)..at(row, cols.end)].fill(terrain);
        }
    }

    /// The places of `count` parallel roads: at least five apart.
    fn roads(&mut self, count: i32) -> Vec<usize> {
        let first = self.random.random(6, 8);
        let last = self.random.random(51, 53);
        loop {
            let mut between: Vec<_> =
                (0..count - 2).map(|_| self.random.random(first + 5, last - 5)).collect();
            between.sort_unstable();
            if between.windows(2).all(|pair| pair[1] - pair[0] >= 5) {
                let all = std::iter::once(first).chain(between).chain([last]);
                return all.map(|road| road as usize).collect();
            }
        }
    }

    /// Opens roads between blocks until few enough are left; gives a cell in each of them.
    fn merge_blocks(&mut self) -> Vec<Pos> {
        let (n, m) = (self.across.len(), self.down.len());
        let high = |i: usize| self.across[i] - self.across[i - 1] - 1;
        let wide = |j: usize| self.down[j] - self.down[j - 1] - 1;
        let block = |i: usize, j: usize| i * m + j;
        let mut parent: Vec<usize> = (0..n * m).collect();
        let mut area = vec![0; n * m];
        for i in 1..n {
            for j in 1..m {
                area[block(i, j)] = high(i) * wide(j);
            }
        }
        let mut components = (n - 1) * (m - 1);
        let wanted = self.random.random(14, components.min(18) as i32) as usize;
        let mut opened = Vec::new();
        while components > wanted {
            let mut best: Option<Merger> = None;
            let mut consider = |area, one, other, piece| {
                if best.is_none_or(|best| area < best.area) {
                    best = Some(Merger { area, one, other, piece });
                }
            };
            for j in 1..m {
                for i in 1..n - 1 {
                    let (one, other) = (find(&parent, block(i, j)), find(&parent, block(i + 1, j)));
                    if one != other {
                        consider(area[one] + area[other] + wide(j), one, other, (true, i, j));
                    }
                }
            }
            for i in 1..n {
                for j in 1..m - 1 {
                    let (one, other) = (find(&parent, block(i, j)), find(&parent, block(i, j + 1)));
                    if one != other {
                        consider(area[one] + area[other] + high(i), one, other, (false, i, j));
                    }
                }
            }
            let Some(merger) = best else { break };
            parent[merger.other] = merger.one;
            area[merger.one] = merger.area;
            components -= 1;
            opened.push(merger.piece);
        }
        let mut starts = Vec::new();
        for i in 1..n {
            for j in 1..m {
                if parent[block(i, j)] == block(i, j) {
                    starts.push(Pos::new(self.across[i] as i32 - 2, self.down[j] as i32 - 2));
                }
            }
        }
        for (is_row, i, j) in opened {
            let (row, col) = (self.across[i], self.down[j]);
            if is_row {
                self.pave(row..row + 1, self.down[j - 1] + 1..col, Terrain::Desert);
            } else {
                self.pave(self.across[i - 1] + 1..row, col..col + 1, Terrain::Desert);
            }
        }
        starts
    }

    /// The inner cells of every block, the largest zone first.
    fn find_zones(&self, starts: &[Pos]) -> Vec<Vec<Pos>> {
        let mut seen = vec![false; SIZE * SIZE];
        let is_desert = |at: Pos| place(at).is_some_and(|index| self.terrain[index] == Terrain::Desert);
        let mut zones: Vec<Vec<Pos>> = Vec::new();
        for start in starts {
            let mut zone = Vec::new();
            let mut stack = vec![*start];
            while let Some(here) = stack.pop() {
                let Some(index) = place(here).filter(|index| is_desert(here) && !seen[*index]) else {
                    continue;
                };
                seen[index] = true;
                if Dir::EIGHT.iter().all(|dir| is_desert(here.step(*dir))) {
                    zone.push(here);
                }
                // Last in, first out: visited up, down, left, right.
                for dir in [Dir::Right, Dir::Left, Dir::Bottom, Dir::Top] {
                    stack.push(here.step(dir));
                }
            }
            zones.push(zone);
        }
        zones.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| other.first().cmp(&one.first())));
        zones
    }

    /// Cities and waters, each with walls in what is left of its zone.
    fn fill_zones(&mut self, zones: Vec<Vec<Pos>>) -> Result<(), Stuck> {
        const SMALL: usize = 20;
        let count = zones.len();
        let mut rest: Vec<Option<Vec<Pos>>> = zones.into_iter().map(Some).collect();
        let mut cities: Vec<Vec<Pos>> = rest[..4].iter_mut().filter_map(Option::take).collect();
        let mut waters: Vec<Vec<Pos>> = Vec::new();
        for zone in rest.iter_mut().rev() {
            if waters.len() < count - CITIES && zone.as_ref().is_some_and(|zone| zone.len() < SMALL) {
                waters.extend(zone.take());
            }
        }
        for zone in rest.iter_mut().rev() {
            if cities.len() < CITIES {
                cities.extend(zone.take());
            }
        }
        waters.extend(rest.into_iter().flatten());
        let order = self.random.permutation(CITIES as i32);
        for (number, choice) in order.into_iter().enumerate() {
            let (chosen, left) = self.grow(&cities[choice], 20, 40, false)?;
            for cell in chosen {
                if let Some(index) = place(cell) {
                    self.terrain[index] = Terrain::City;
                    self.owners[index] = (number / 2) as u8;
                }
            }
            self.build_walls(&left);
        }
        for water in waters {
            let (chosen, left) = self.grow(&water, 5, 15, true)?;
            for index in chosen.into_iter().filter_map(place) {
                self.terrain[index] = Terrain::Water;
            }
            self.build_walls(&left);
        }
        Ok(())
    }

    /// Grows a random patch in a zone; gives it, and what is left of the zone away from it.
    fn grow(
        &mut self,
        zone: &[Pos],
        least: i32,
        most: i32,
        jumps: bool,
    ) -> Result<(Vec<Pos>, Vec<Pos>), Stuck> {
        let mut last = zone[self.random.index(zone.len())];
        let size = self.random.random(least, most.min(zone.len() as i32)) as usize;
        let mut rest: BTreeSet<Pos> = zone.iter().copied().collect();
        rest.remove(&last);
        let mut frontier: BTreeSet<Pos> = BTreeSet::new();
        let mut chosen = vec![last];
        while chosen.len() < size {
            for near in neighbours(last, jumps) {
                if let Some(cell) = rest.take(&near) {
                    frontier.insert(cell);
                }
            }
            if frontier.is_empty() {
                return Err(Stuck("a zone is not connected"));
            }
            let pick = self.random.index(frontier.len());
            last = frontier.iter().nth(pick).copied().ok_or(Stuck("an empty frontier"))?;
            frontier.remove(&last);
            chosen.push(last);
        }
        let is_chosen: BTreeSet<Pos> = chosen.iter().copied().collect();
        let away = |cell: &Pos| Dir::EIGHT.iter().all(|dir| !is_chosen.contains(&cell.step(*dir)));
        Ok((chosen, rest.into_iter().filter(away).collect()))
    }

    /// Perhaps a wall down and a wall across, with gaps.
    fn build_walls(&mut self, left: &[Pos]) {
        const SHORTEST: usize = 4;
        if left.is_empty() {
            return;
        }
        let is_left: BTreeSet<Pos> = left.iter().copied().collect();
        let run = |from: Pos, dir: Dir| {
            std::iter::successors(Some(from), move |cell| Some(cell.step(dir)))
                .take_while(|cell| is_left.contains(cell))
                .collect::<Vec<_>>()
        };
        for axis in [[Dir::Bottom, Dir::Top], [Dir::Right, Dir::Left]] {
            let start = left[self.random.index(left.len())];
            let forward = axis[self.random.random(0, 1) as usize];
            let back = if forward == axis[0] { axis[1] } else { axis[0] };
            let (ahead, behind) = (run(start, forward), run(start, back));
            if ahead.len() + behind.len() - 1 < SHORTEST {
                continue;
            }
            for cell in ahead.into_iter().chain(behind) {
                if self.random.random(0, 7) != 0
                    && let Some(index) = place(cell)
                {
                    self.terrain[index] = Terrain::Wall;
                }
            }
        }
    }

    /// Ends most roads at the outermost crossing instead of the border.
    fn cut_border_roads(&mut self) {
        let (across, down) = (self.across.clone(), self.down.clone());
        let outer = |roads: &[usize]| [0..roads[0], roads[roads.len() - 1] + 1..SIZE];
        for range in outer(&down) {
            for row in self.roads_to_cut(&across) {
                self.pave(row..row + 1, range.clone(), Terrain::Desert);
            }
        }
        for range in outer(&across) {
            for col in self.roads_to_cut(&down) {
                self.pave(range.clone(), col..col + 1, Terrain::Desert);
            }
        }
    }

    /// All but three to five of the roads.
    fn roads_to_cut(&mut self, roads: &[usize]) -> Vec<usize> {
        let count = roads.len() as i32 - self.random.random(3, 5);
        let order = self.random.permutation(roads.len() as i32);
        order.into_iter().take(count.max(0) as usize).map(|which| roads[which]).collect()
    }

    fn place_stations(&mut self) -> Result<(), Stuck> {
        const LEAST: i32 = 6;
        let road = |index: usize| self.terrain[index] == Terrain::Road;
        let crossing = |index: &usize| {
            let inside = |x: i16| (1..SIZE as i16 - 1).contains(&x);
            let here = pos(*index);
            inside(here.row)
                && inside(here.col)
                && road(*index)
                && (road(index - SIZE) || road(index + SIZE))
                && (road(index - 1) || road(index + 1))
        };
        let crossings: Vec<usize> = (0..SIZE * SIZE).filter(crossing).collect();
        let count = crossings.len() as i32;
        if count < LEAST {
            return Err(Stuck("too few crossings for the stations"));
        }
        let stations = self.random.random(LEAST, count.min(8));
        let order = self.random.permutation(count);
        for which in order.into_iter().take(stations as usize) {
            self.terrain[crossings[which]] = Terrain::Station;
        }
        Ok(())
    }
}

/// The block that stands for all that a block was merged with.
fn find(parent: &[usize], mut block: usize) -> usize {
    while parent[block] != block {
        block = parent[block];
    }
    block
}

/// Two groups of blocks that could be merged.
#[derive(Clone, Copy)]
struct Merger {
    /// The area of both with the opened road.
    area: usize,
    one: usize,
    other: usize,
    /// The piece of road between them: of row i or of column j, beside block (i, j).
    piece: (bool, usize, usize),
}

/// The four cells beside one; for waters all within a window of five by five without its corners.
fn neighbours(cell: Pos, jumps: bool) -> Vec<Pos> {
    if !jumps {
        return [Dir::Bottom, Dir::Top, Dir::Right, Dir::Left].map(|dir| cell.step(dir)).to_vec();
    }
    let offsets = (-2_i16..=2).flat_map(|a| (-2_i16..=2).map(move |b| (a, b)));
    let inside = offsets.filter(|(a, b)| (a * b).abs() < 4);
    inside.map(|(a, b)| Pos { row: cell.row + a, col: cell.col + b }).collect()
}
