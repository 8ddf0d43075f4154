//! The law suite: laws of every game ([`games`]) and further laws of every duel ([`duels`]).
//!
//! A test file includes this module with `#[macro_use] mod laws` and calls `laws_of_games!` and
//! `laws_of_duels!` with its games.

#[allow(dead_code, reason = "a test file of a game that is not a duel uses the laws of games alone")]
pub(crate) mod duels;
pub(crate) mod games;

/// Makes a test of each of these laws.
macro_rules! tests_of {
    ($kind:ident, $subjects:expr, $($law:ident)*) => {
        $(#[test]
        fn $law() {
            laws::$kind::$law($subjects);
        })*
    };
}

/// Makes a test of every law of games.
macro_rules! laws_of_games {
    ($games:expr) => {
        tests_of! {
            games, $games,
            play_ends_and_a_seat_is_awaited_until_then a_replay_equals_the_game
            the_text_of_an_action_is_one_word_that_means_the_action proposals_and_refused_actions_change_nothing
            rewinding_equals_playing_less a_setup_says_all_that_there_is_to_say
        }
    };
}

/// Makes a test of every law of duels.
#[allow(unused_macros, reason = "as above")]
macro_rules! laws_of_duels {
    ($duels:expr) => {
        tests_of! {
            duels, $duels,
            random_play_ends_within_the_bound reading_agrees_with_generation position_text_round_trips
            a_loss_away_from_the_board_is_in_the_record replay_equals_live_play keys_do_not_collide
            symmetric_positions_have_symmetric_moves
        }
    };
}
