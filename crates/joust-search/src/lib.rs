//! Search for two-player games, over the trait [`Duel`](joust_core::Duel).
//!
//! [`course`] has the agents of the search course, written to be read; [`evaluation`] what they
//! look at.

pub mod course;
pub mod evaluation;
