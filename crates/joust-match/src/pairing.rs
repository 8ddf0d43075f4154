//! The seats of the players in each game of a match.

/// The number of pairings in which every player meets every other.
///
/// ```
/// assert_eq!(joust_match::pairing::pairings(4), 6);
/// ```
pub fn pairings(players: usize) -> usize {
    players * players.saturating_sub(1) / 2
}

/// The players of a duel in the order of their seats, and the number of its pair of games. The pairings take
/// turns, two games each; pairs with one number share their opening.
///
/// ```
/// use joust_match::pairing::duel_seats;
/// assert_eq!([0, 1, 2].map(|game| duel_seats(2, game)), [([0, 1], 0), ([1, 0], 0), ([0, 1], 1)]);
/// ```
pub fn duel_seats(players: usize, game: usize) -> ([usize; 2], usize) {
    let (pair, all) = (game / 2, pairings(players).max(1));
    let mut list = (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
    let [one, other] = list.nth(pair % all).unwrap_or([0, 1]);
    (if game.is_multiple_of(2) { [one, other] } else { [other, one] }, pair / all)
}

/// The players of a game with a seat for each, in the order of the seats. All players move one seat on
/// after each game.
///
/// ```
/// use joust_match::pairing::rotated_seats;
/// assert_eq!([0, 1, 5].map(rotated_seats::<4>), [[0, 1, 2, 3], [3, 0, 1, 2], [3, 0, 1, 2]]);
/// ```
pub fn rotated_seats<const N: usize>(game: usize) -> [usize; N] {
    std::array::from_fn(|seat| (seat + N - game % N) % N)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_meets_every_other_in_both_seats_with_one_opening() {
        let games: Vec<_> = (0..12).map(|game| duel_seats(3, game)).collect();
        assert_eq!(
            games[..6].iter().map(|(seats, _)| *seats).collect::<Vec<_>>(),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert!(games[..6].iter().all(|(_, pair)| *pair == 0));
        assert!(games[6..].iter().all(|(_, pair)| *pair == 1));
    }

    #[test]
    fn in_four_games_every_player_has_sat_in_every_seat() {
        let games = [0, 1, 2, 3].map(rotated_seats::<4>);
        for player in 0..4 {
            let mut seats = games.map(|seats| seats.iter().position(|other| *other == player).unwrap());
            assert_eq!(seats[0], player);
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2, 3]);
        }
    }
}
