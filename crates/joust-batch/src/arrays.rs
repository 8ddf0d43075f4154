//! The arrays of a batch: slices that the caller owns, and the batch writes.

use crate::Refused;

/// Neighbouring games with their part of the arrays: the work of one thread.
pub(crate) struct Part<'a, T, A> {
    /// The number of the first game.
    pub(crate) first: usize,
    pub(crate) games: &'a mut [T],
    pub(crate) arrays: A,
}

/// Makes the three types for the arrays of a batch: slices of the caller, the entries that each array has for
/// a game, and vectors for callers that have no arrays of their own.
macro_rules! arrays {
    (
        $(#[$about:meta])* $Arrays:ident,
        $(#[$about_sizes:meta])* $Sizes:ident,
        $(#[$about_store:meta])* $Store:ident,
        { $($(#[$doc:meta])* $field:ident: $type:ty,)* }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        pub struct $Arrays<'a> {
            $($(#[$doc])* pub $field: &'a mut [$type],)*
        }

        $(#[$about_sizes])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Sizes {
            $($(#[$doc])* pub $field: usize,)*
        }

        $(#[$about_store])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Store {
            $($(#[$doc])* pub $field: Vec<$type>,)*
        }

        impl $Sizes {
            /// The bytes of a game in all arrays, if they can be counted.
            pub(crate) fn bytes(&self) -> Option<usize> {
                let parts = [$(self.$field.checked_mul(size_of::<$type>()),)*];
                parts.into_iter().try_fold(0_usize, |sum, part| sum.checked_add(part?))
            }
        }

        impl $Arrays<'_> {
            /// The arrays must be those of this many games.
            pub(crate) fn check(&self, games: usize, sizes: &$Sizes) -> Result<(), Refused> {
                $(Refused::check(stringify!($field), self.$field.len(), games * sizes.$field)?;)*
                Ok(())
            }

            /// The same arrays for a shorter time.
            pub(crate) fn borrowed(&mut self) -> $Arrays<'_> {
                $Arrays { $($field: &mut *self.$field,)* }
            }
        }

        impl<'a> $Arrays<'a> {
            /// The arrays of the first games, and those of the others.
            pub(crate) fn split(self, games: usize, sizes: &$Sizes) -> ($Arrays<'a>, $Arrays<'a>) {
                $(let $field = self.$field.split_at_mut(games * sizes.$field);)*
                ($Arrays { $($field: $field.0,)* }, $Arrays { $($field: $field.1,)* })
            }

            /// Games and arrays in parts of these sizes.
            pub(crate) fn divide<T>(
                self,
                mut games: &'a mut [T],
                sizes: &$Sizes,
                shares: impl Iterator<Item = usize>,
            ) -> Vec<Part<'a, T, $Arrays<'a>>> {
                let (mut rest, mut first, mut parts) = (self, 0, Vec::new());
                for share in shares {
                    let (own_games, other_games) = games.split_at_mut(share);
                    let (arrays, others) = rest.split(share, sizes);
                    parts.push(Part { first, games: own_games, arrays });
                    (games, rest, first) = (other_games, others, first + share);
                }
                parts
            }
        }

        impl $Store {
            /// Zeros for this many games.
            pub(crate) fn new(games: usize, sizes: &$Sizes) -> $Store {
                $Store { $($field: vec![<$type>::default(); games * sizes.$field],)* }
            }

            /// The vectors as a batch writes them.
            pub fn arrays(&mut self) -> $Arrays<'_> {
                $Arrays { $($field: &mut self.$field,)* }
            }
        }
    };
}

arrays! {
    /// The arrays of a batch of duels, game after game. All are written by every step.
    Arrays,
    /// The entries that each array of a batch of duels has for a game.
    Sizes,
    /// The arrays of a batch of duels as vectors.
    Store,
    {
        /// What the side to move sees: see [`Encoding::observation_shape`](crate::Encoding::observation_shape).
        observations: u8,
        /// 1 for each legal action, 0 for the others.
        masks: u8,
        /// What the step has earned each of the two seats: 0 before the end; at the end the difference of the
        /// points, from −1 (a lost game) to 1 (a won one).
        rewards: f32,
        /// 1 where the step has ended the game; all other arrays show its successor.
        dones: u8,
        /// The seat to move, 0 or 1.
        to_move: u8,
    }
}

arrays! {
    /// The arrays of a batch of Mad Max, game after game. Every step writes all but `terrain` and `cities`, which
    /// are written when a game begins.
    MadMaxArrays,
    /// The entries that each array of a batch of Mad Max has for a game.
    MadMaxSizes,
    /// The arrays of a batch of Mad Max as vectors.
    MadMaxStore,
    {
        /// The units: for each of them the numbers of [`MadMaxEncoding::FIELDS`](crate::MadMaxEncoding::FIELDS).
        units: i32,
        /// The owner of each city.
        owners: u8,
        /// For each unit nine bytes: 1 for each direction that it can take now; the last stands for none.
        masks: u8,
        /// The terrain of each cell, row by row.
        terrain: u8,
        /// The city of each cell, row by row; −1 where there is none.
        cities: i16,
        /// The scores of the four teams.
        scores: i32,
        /// The round to come.
        rounds: i32,
        /// What the round has added to the score of each team.
        rewards: f32,
        /// The scores at the end of a game, where the step has ended it; 0 elsewhere.
        final_scores: i32,
        /// 1 where the step has ended the game; all arrays but rewards and final scores show its successor.
        dones: u8,
    }
}
