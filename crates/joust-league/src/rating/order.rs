//! The model of Plackett and Luce: the probability of an order of finish.
//!
//! The first is drawn with a chance in proportion to its strength, then the second among the others, and so
//! on. Of two seats this is the model of Bradley and Terry. Strengths are given as logarithms.

/// The most participants of an order.
pub(super) const MOST: usize = crate::schedule::Setting::MOST_SEATS;

/// Participants in the order of their places, with a weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Order {
    places: [u32; MOST],
    seats: u8,
    pub(super) weight: f64,
}

/// The derivatives of the logarithm of the probability, in the order of the places.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slope {
    /// The gradient.
    pub(super) gradient: [f64; MOST],
    /// The information: minus the second derivatives.
    pub(super) information: [[f64; MOST]; MOST],
}

impl Order {
    /// All orders that equal scores leave open, each with an equal part of the weight. So a tie of two is half
    /// a victory of each.
    pub(super) fn of(seats: &[usize], scores: &[f64], is_equal: impl Fn(f64, f64) -> bool) -> Vec<Order> {
        let mut list: Vec<usize> = (0..seats.len()).collect();
        list.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for tied in list.chunk_by(|one, other| is_equal(scores[*one], scores[*other])) {
            let ends = permutations(tied);
            orders = orders
                .iter()
                .flat_map(|order| ends.iter().map(move |end| [&order[..], end].concat()))
                .collect();
        }
        let weight = 1.0 / crate::finish::real(orders.len());
        orders.iter().map(|order| Order::new(order.iter().map(|seat| seats[*seat]), weight)).collect()
    }

    /// An order of at most [`MOST`] participants.
    pub(super) fn new(places: impl IntoIterator<Item = usize>, weight: f64) -> Order {
        let mut order = Order { places: [0; MOST], seats: 0, weight };
        for who in places.into_iter().take(MOST) {
            order.places[order.seats as usize] = who as u32;
            order.seats += 1;
        }
        order
    }

    /// The participants in the order of their places.
    pub(super) fn places(&self) -> impl DoubleEndedIterator<Item = usize> + Clone + ExactSizeIterator {
        self.places[..self.seats as usize].iter().map(|who| *who as usize)
    }

    /// The logarithm of the probability, times the weight. `powers` are the strengths, not their logarithms.
    pub(super) fn log_probability(&self, strengths: &[f64], powers: &[f64]) -> f64 {
        let (mut rest, mut sum) = (0.0, 0.0);
        for who in self.places().rev() {
            rest += powers[who];
            sum += strengths[who] - rest.ln();
        }
        sum * self.weight
    }

    /// The derivatives, times the weight.
    pub(super) fn slope(&self, powers: &[f64]) -> Slope {
        let mut slope = Slope::default();
        let mut power = [0.0; MOST];
        for (place, who) in self.places().enumerate() {
            power[place] = powers[who];
        }
        let seats = self.seats as usize;
        for first in 0..seats.saturating_sub(1) {
            let rest: f64 = power[first..seats].iter().sum();
            slope.gradient[first] += self.weight;
            for one in first..seats {
                let chance = power[one] / rest;
                slope.gradient[one] -= self.weight * chance;
                slope.information[one][one] += self.weight * chance;
                for (other, power) in power[..seats].iter().enumerate().skip(first) {
                    slope.information[one][other] -= self.weight * chance * power / rest;
                }
            }
        }
        slope
    }
}

/// All orders of a list.
fn permutations(list: &[usize]) -> Vec<Vec<usize>> {
    if list.len() < 2 {
        return vec![list.to_vec()];
    }
    let first = |place: usize| {
        let rest = [&list[..place], &list[place + 1..]].concat();
        permutations(&rest).into_iter().map(move |end| [vec![list[place]], end].concat())
    };
    (0..list.len()).flat_map(first).collect()
}
