//! Contests of a class in the arena: students hand in players, the judge tries them, a ladder ranks them, and
//! official rounds decide. [`joust_contest`] has the rules; this folder has permissions, storage, workers and
//! addresses.

pub(crate) mod pages;
pub(crate) mod service;
pub(crate) mod words;
