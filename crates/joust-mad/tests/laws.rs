//! Laws that hold of every position, tried on random games on all boards.

#[path = "common/walk.rs"]
mod walk;

use joust_core::{Duel, Outcome, Seed, below};
use joust_mad::{Board, Coord, Move, Notation, Position, Rules, Shift, Ship, Side};
use std::collections::HashSet;
use walk::{after, boards, moves, random_game};

/// `count` positions of random games on a board, under all presets, taken from as many games as it
/// needs.
fn positions(board: &'static Board, count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Seed(seed).rng();
    let mut found = Vec::new();
    for round in 0.. {
        if found.len() >= count {
            break;
        }
        let game = random_game(board, Rules::PRESETS[round % 3].1, &mut rng);
        // The start, the end, and every ninth position on the way.
        found.extend(game.iter().step_by(9).chain(game.last()));
    }
    found.truncate(count);
    found
}

/// Calls `test` with positions of random games on every board.
fn for_positions(count: usize, seed: u64, mut test: impl FnMut(&Position)) {
    for board in boards() {
        for position in positions(board, count, seed) {
            test(&position);
        }
    }
}

/// Every move that can be written with the ships of the game and the squares of a board, together
/// with one place that the board does not have.
fn universe(board: &Board) -> Vec<Notation> {
    let mut places: Vec<Coord> = board.squares().map(|square| board.coord(square)).collect();
    places.push(Coord { column: board.columns() as u8, row: 0 });
    let bonuses: Vec<Option<Shift>> = std::iter::once(None).chain(Shift::ALL.into_iter().map(Some)).collect();
    let mut all = vec![Notation::Pass];
    all.extend(Shift::ALL.map(Notation::Shift));
    for ship in Ship::all() {
        for from in &places {
            for to in &places {
                for bonus in &bonuses {
                    for expels in [false, true] {
                        let (from, to, bonus) = (*from, *to, *bonus);
                        all.push(Notation::Movement { ship, from, to, expels, bonus });
                    }
                }
            }
        }
    }
    all
}

/// The checker allows exactly the moves that the generator gives, and means the same by them.
fn check_agrees_with_generation(name: &str, count: usize) {
    let board = boards().into_iter().find(|board| board.name() == name).unwrap();
    let universe = universe(board);
    for position in positions(board, count, 11) {
        let generated: HashSet<Move> = moves(&position).into_iter().collect();
        let mut allowed = 0;
        for notation in &universe {
            if let Ok(mv) = position.check(notation) {
                assert!(generated.contains(&mv), "{position:?}: {notation} is allowed but not generated");
                assert_eq!(position.notation(mv), *notation, "{position:?}");
                allowed += 1;
            }
        }
        assert_eq!(allowed, generated.len(), "{position:?}: some generated move is not allowed");
    }
}

#[test]
fn check_agrees_with_generation_on_6x4() {
    check_agrees_with_generation("6x4", 80);
}

#[test]
fn check_agrees_with_generation_on_5x5() {
    check_agrees_with_generation("5x5", 80);
}

#[test]
fn check_agrees_with_generation_on_4x6() {
    check_agrees_with_generation("4x6", 60);
}

#[test]
fn check_agrees_with_generation_on_aztec() {
    check_agrees_with_generation("aztec", 60);
}

#[test]
fn check_agrees_with_generation_on_own_boards() {
    check_agrees_with_generation("ring", 40);
    check_agrees_with_generation("tiny", 300);
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    for_positions(600, 12, |position| {
        assert_eq!(position.count_moves(), moves(position).len(), "{position:?}");
        assert_eq!(position.count_moves() == 0, position.outcome().is_some(), "{position:?}");
    });
}

#[test]
fn what_is_written_is_read_and_has_the_same_keys() {
    for_positions(600, 13, |position| {
        let text = position.to_string();
        let again = Position::read(&text, position.rules(), Some(position.board()))
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        // The key of the one was kept move by move, that of the other is new.
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!(again.full_key(), position.full_key(), "{text}");
        assert_eq!(again, *position, "{text}");
    });
}

#[test]
fn counter_and_expeller_change_the_full_key_alone() {
    for_positions(60, 14, |position| {
        let text = position.to_string();
        let rows_side_turn = text.splitn(4, ' ').take(3).collect::<Vec<_>>().join(" ");
        let mut full_keys = HashSet::new();
        let most = position.turn_number().min(u32::from(position.rules().limit) + 1);
        for counter in 0..most {
            for expeller in ["r", "b", "-"] {
                let text = format!("{rows_side_turn} {counter} {expeller}");
                let other = Position::read(&text, position.rules(), Some(position.board())).unwrap();
                assert_eq!(other.key(), position.key(), "{text}");
                assert!(full_keys.insert(other.full_key()), "{text}: a full key comes twice");
            }
        }
        assert!(full_keys.contains(&position.full_key()), "{text}");
    });
}

#[test]
fn no_two_moves_lead_to_the_same_position() {
    for_positions(600, 15, |position| {
        let list = moves(position);
        let reached: HashSet<String> = list.iter().map(|mv| after(position, *mv).to_string()).collect();
        assert_eq!(reached.len(), list.len(), "{position:?}");
        let keys: HashSet<u64> = list.iter().map(|mv| after(position, *mv).key()).collect();
        assert_eq!(keys.len(), list.len(), "{position:?}");
    });
}

#[test]
fn mirrored_positions_have_mirrored_moves_and_the_same_outcome() {
    for_positions(600, 16, |position| {
        let image = position.mirrored().expect("all these boards are even");
        assert_eq!(image.outcome(), position.outcome(), "{position:?}");
        assert_eq!(image.mirrored(), Some(*position));
        let mirrored: HashSet<Move> =
            moves(position).iter().map(|mv| mv.mapped(position.board().mirror().unwrap())).collect();
        assert_eq!(mirrored, moves(&image).into_iter().collect(), "{position:?}");
        for mv in moves(position) {
            let after_image = after(&image, mv.mapped(position.board().mirror().unwrap()));
            assert_eq!(after(position, mv).mirrored(), Some(after_image), "{position:?}");
        }
    });
}

#[test]
fn exchanged_colours_have_exchanged_moves_and_outcomes() {
    let exchanged = |outcome: Outcome| {
        let winner = outcome.winner().expect("there are no draws");
        Outcome::duel_win(winner.opponent(), outcome.half_points(winner))
    };
    for_positions(600, 17, |position| {
        let Some(image) = position.with_colours_exchanged() else {
            // Turn 1 cannot have counted a turn, so that turn 2 has no image.
            assert!(position.is_positioning_turn() && position.turn_number() == 2, "{position:?}");
            return;
        };
        assert_eq!(image.side(), position.side().other());
        assert_eq!(image.outcome(), position.outcome().map(exchanged), "{position:?}");
        let moves_of_image: HashSet<Move> = moves(&image).into_iter().collect();
        let images: HashSet<Move> =
            moves(position).iter().map(|mv| mv.mapped(position.board().turned().unwrap())).collect();
        assert_eq!(images, moves_of_image, "{position:?}");
        for mv in moves(position) {
            let next = after(position, mv);
            let next_of_image = after(&image, mv.mapped(position.board().turned().unwrap()));
            assert_eq!(next_of_image.outcome(), next.outcome().map(exchanged), "{position:?}");
            // Behind a positioning turn the turns no longer correspond.
            if !position.is_positioning_turn() {
                assert_eq!(next.with_colours_exchanged(), Some(next_of_image), "{position:?}");
            }
        }
    });
}

/// Expelled ships make room that nothing fills again, so a game has at most as many expulsions as
/// there are ships besides the corvettes, and one more that ends it; between two of them there
/// are fewer turns than the limit.
#[test]
fn random_games_end_within_the_bound_of_the_tie_break() {
    let mut rng = Seed(18).rng();
    for round in 0..2_000 {
        let board = boards()[round % 6];
        let limit = 1 + below(&mut rng, 40) as u16;
        let rules = Rules { limit, positioning: round % 4 < 2, agreed: false };
        let game = random_game(board, rules, &mut rng);
        let on_board = |position: &Position| {
            Side::BOTH.map(|side| Ship::COUNT - position.exiled(side).count()).iter().sum::<usize>()
        };
        let mut expulsions = 0;
        for (turns, pair) in (1..).zip(game.windows(2)) {
            let [before, now] = [on_board(&pair[0]), on_board(&pair[1])];
            let expels = pair[1].counter() == 0;
            assert_eq!(now, before - usize::from(expels), "{:?}", pair[1]);
            expulsions += usize::from(expels);
            assert!(turns <= (expulsions + 1) * usize::from(limit), "{:?}", pair[1]);
        }
        let most = on_board(&game[0]) - 2;
        assert!(expulsions <= most + 1, "{board}");
        assert!(game.len() - 1 <= (most + 1) * usize::from(limit), "{board}");
    }
}

#[test]
fn a_cruiser_once_in_exile_comes_back_only_at_the_price_of_the_corvette() {
    let mut rng = Seed(19).rng();
    for round in 0..600 {
        let game = random_game(boards()[round % 6], Rules::CURRENT, &mut rng);
        for pair in game.windows(2) {
            for side in Side::BOTH {
                let [before, now] = [0, 1].map(|i| pair[i].find(side, Ship::CRUISER).is_some());
                if !before && now {
                    assert_eq!(pair[1].without_corvette(), Some(side), "{:?}", pair[1]);
                }
            }
        }
    }
}

/// Both say a part of the generator's rules a second time.
#[test]
fn expulsions_and_sight_agree_with_the_moves() {
    for_positions(400, 31, |position| {
        let side = Side::of_turn(position.turn_number());
        let (own, other) = (position.fleet(side), position.fleet(side.other()));
        let expels = |mv: &&Move| mv.squares().is_some_and(|(_, to)| other.ships & to.bit() != 0);
        let list = moves(position);
        let expected: HashSet<Move> = list.iter().filter(expels).copied().collect();
        let mut found = joust_core::MoveList::new();
        position.expulsions(&mut found);
        assert_eq!(found.len(), expected.len(), "{position:?}");
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{position:?}");
        if position.outcome().is_some() || position.is_positioning_turn() {
            return;
        }
        let sight = position.sight(side);
        let targets = expected.iter().filter_map(|mv| mv.squares()).fold(0, |bits, (_, to)| bits | to.bit());
        assert_eq!(sight.expels(other), targets, "{position:?}");
        let arrivals = list.iter().filter_map(|mv| mv.squares());
        let reached = arrivals.fold(0, |bits, (_, to)| bits | to.bit()) & !other.ships;
        assert_eq!(sight.all() & !own.ships & !other.ships, reached, "{position:?}");
    });
}

/// Threats are the quiet movements after which the ship that moved bears on the corvette.
#[test]
fn threats_agree_with_what_a_ship_bears_on_after_its_move() {
    let mut threats = 0;
    for_positions(400, 32, |position| {
        let side = Side::of_turn(position.turn_number());
        let other = position.fleet(side.other());
        let threatens = |mv: &&Move| {
            let Some((_, to)) = mv.squares() else { return false };
            let mut next = *position;
            next.make(**mv);
            let is_quiet = other.ships & to.bit() == 0 && mv.shift().is_none();
            is_quiet && next.bears_on(side, to) & other.corvette() != 0
        };
        let expected: HashSet<Move> = moves(position).iter().filter(threatens).copied().collect();
        let mut found = joust_core::MoveList::new();
        position.threats(&mut found);
        assert_eq!(found.len(), expected.len(), "{position:?}");
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected, "{position:?}");
        threats += expected.len();
    });
    assert!(threats > 1000, "{threats}");
}
