//! Any bytes as a message of a kit's player: neither a prefix of a valid message nor a valid message with
//! further bytes is valid.

#![no_main]

use joust_sandbox::wire::said;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if said(bytes).is_some() {
        assert!(said(&[bytes, &[0]].concat()).is_none());
        for length in (0..bytes.len()).rev().take(64).chain(0..bytes.len().min(64)) {
            assert!(said(&bytes[..length]).is_none(), "{length} of {} bytes", bytes.len());
        }
    }
});
