//! Any bytes as a checkpoint of a War Game solve, as they are and with correct checksums.

#![no_main]

use joust_solve::wargame::fuzz_checkpoint;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| fuzz_checkpoint(bytes));
