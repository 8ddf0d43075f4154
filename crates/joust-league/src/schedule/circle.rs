//! The circle method: everybody meets everybody once, in rounds in which everybody plays once.

/// The pairs of a round robin with their rounds. With an odd number of participants one has a bye in each
/// round. The first of a pair has the first seat, which everybody has in half of its pairs, or in one more.
pub(super) fn circle(participants: usize) -> impl Iterator<Item = (usize, [usize; 2])> {
    // An even number plays around its last participant, which stands still.
    let around = participants - usize::from(participants.is_multiple_of(2));
    let half = around.saturating_sub(1) / 2;
    (0..around).flat_map(move |round| {
        let still = if round % 2 == 0 { [round, around] } else { [around, round] };
        let last = (around < participants).then_some(still);
        let pairs = (1..=half).map(move |step| {
            let pair = [(round + around - step) % around, (round + step) % around];
            // The first seat is for the one that is less than half the circle behind.
            if 2 * step <= half { pair } else { [pair[1], pair[0]] }
        });
        last.into_iter().chain(pairs).map(move |pair| (round, pair))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_once_and_plays_once_in_a_round() {
        for participants in 2..=101_usize {
            let games: Vec<_> = circle(participants).collect();
            let pairs: BTreeSet<_> = games.iter().map(|(_, [a, b])| [a.min(b), a.max(b)]).collect();
            assert_eq!((games.len(), pairs.len()), (games.len(), participants * (participants - 1) / 2));
            assert_eq!(pairs.len(), games.len());
            for round in 0..=games[games.len() - 1].0 {
                let playing = games.iter().filter(|game| game.0 == round).flat_map(|(_, pair)| *pair);
                assert_eq!(playing.collect::<BTreeSet<_>>().len(), participants / 2 * 2);
            }
            for who in 0..participants {
                let firsts = games.iter().filter(|(_, pair)| pair[0] == who).count();
                let seconds = games.iter().filter(|(_, pair)| pair[1] == who).count();
                assert!(firsts.abs_diff(seconds) <= 1, "{who} of {participants}: {firsts} and {seconds}");
            }
        }
    }
}
