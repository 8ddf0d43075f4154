//! The problems of terms and sources in French. The problems themselves are in English; every kind has its French
//! sentence here, and a kind without one does not compile.

mod players;
mod sources;
mod terms;
