//! The maps of numbers are those of the symmetric positions that the rules give.

#[path = "../../joust-mad/tests/common/walk.rs"]
mod walk;
mod wars;

use joust_batch::{Encoding, MadEncoding, WarGameEncoding};
use joust_core::{Duel, Seed};
use joust_mad::{Position, Rules};

/// Compares all images of a position with the symmetries of its encoding. `settle` makes those numbers of an
/// image equal that the rules do not keep.
fn check<E: Encoding>(encoding: &E, position: &E::Position, settle: impl Fn(&mut [u8])) -> usize {
    let (symmetries, images) = (encoding.symmetries(), position.images());
    assert!(images.len() <= symmetries.len());
    // An image may be missing where a position has none; the others are in order.
    let mut symmetries = symmetries.iter();
    for image in &images {
        let symmetry = symmetries.find(|symmetry| symmetry.exchanged == image.exchanged).unwrap();
        let mut mapped = symmetry.image_of(&encoding.observation(position));
        let mut expected = encoding.observation(&image.position);
        if image.exchanged {
            settle(&mut mapped);
            settle(&mut expected);
        }
        assert_eq!(mapped, expected, "{position} and {}", image.position);
        for mv in &position.all_moves() {
            let (index, other) =
                (encoding.index(position, *mv), encoding.index(&image.position, (image.map)(*mv)));
            assert_eq!(symmetry.actions[index] as usize, other, "{position}, {}", position.write_move(*mv));
        }
        let (before, after) = (encoding.mask(position), encoding.mask(&image.position));
        assert!(symmetry.actions.iter().zip(before).all(|(to, legal)| after[*to as usize] == legal));
    }
    images.len()
}

fn is_permutation(map: &[u32]) -> bool {
    let mut sorted = map.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..map.len() as u32)
}

#[test]
fn mad_maps_are_those_of_the_images() {
    let mut rng = Seed(3).rng();
    let mut compared = 0;
    for board in walk::boards() {
        let encoding = MadEncoding::of(&Position::start(board, Rules::CURRENT));
        for symmetry in encoding.symmetries() {
            assert!(is_permutation(&symmetry.cells) && is_permutation(&symmetry.actions));
        }
        let cells = encoding.observation_size() / encoding.observation_shape()[0];
        for position in walk::random_game(board, Rules::CURRENT, &mut rng) {
            // The first positioning turn becomes the second one, and the second the first.
            let settle = |seen: &mut [u8]| {
                for value in &mut seen[19 * cells..20 * cells] {
                    *value = (*value).min(1);
                }
            };
            compared += check(&encoding, &position, settle);
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn wargame_maps_are_those_of_the_images() {
    let mut rng = Seed(4).rng();
    let mut compared = 0;
    for start in wars::starts() {
        let encoding = WarGameEncoding::of(&start);
        for symmetry in encoding.symmetries() {
            assert!(is_permutation(&symmetry.cells) && is_permutation(&symmetry.actions));
        }
        let mut position = start;
        while let Some(mv) = position.random_move(&mut rng) {
            compared += check(&encoding, &position, |_| ());
            position.make(mv);
        }
    }
    assert!(compared > 500, "{compared}");
}
