//! Any text as the manifest of an unfinished class, as it is and with a correct digest: a manifest that
//! is read can be written and read again, and its numbers are in range.

#![no_main]

use joust_solve::mad::fuzz_manifest;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|text: &str| {
    fuzz_manifest(text);
    let body = text.rsplit_once("digest ").map_or(text, |(body, _)| body);
    let digest =
        Sha256::digest(body).iter().take(16).fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    fuzz_manifest(&format!("{body}digest {digest}\n"));
});
