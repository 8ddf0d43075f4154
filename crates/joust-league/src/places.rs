//! The places of players in a game, and shares of the first place.

/// The place of each score, 1 for the highest; equal scores share the mean of their places.
///
/// ```
/// assert_eq!(joust_league::ranks([5, 9, 5, 1]), [2.5, 1.0, 2.5, 4.0]);
/// ```
pub fn ranks<const N: usize>(scores: [i64; N]) -> [f64; N] {
    scores.map(|score| {
        let above = count(&scores, |other| other > score);
        let equal = count(&scores, |other| other == score);
        above + f64::midpoint(equal, 1.0)
    })
}

/// Each score's share of the first place: 1 for a sole first, a half or less when several share it.
///
/// ```
/// assert_eq!(joust_league::first_shares([5, 9, 9, 1]), [0.0, 0.5, 0.5, 0.0]);
/// ```
pub fn first_shares<const N: usize>(scores: [i64; N]) -> [f64; N] {
    let most = scores.iter().copied().max();
    let firsts = count(&scores, |score| Some(score) == most);
    scores.map(|score| if Some(score) == most { 1.0 / firsts } else { 0.0 })
}

fn count(scores: &[i64], fits: impl Fn(i64) -> bool) -> f64 {
    scores.iter().filter(|score| fits(**score)).map(|_| 1.0).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_their_places() {
        assert!(ranks([5, 9, 5, 1]).into_iter().eq([2.5, 1.0, 2.5, 4.0]));
        assert!(ranks([3, 3, 3, 3]).into_iter().eq([2.5; 4]));
        assert!(first_shares([5, 9, 9, 1]).into_iter().eq([0.0, 0.5, 0.5, 0.0]));
        assert!(first_shares([0, 0, 0, 0]).into_iter().eq([0.25; 4]));
    }
}
