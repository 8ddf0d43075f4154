//! Any bytes as a compact record of Mad Max, packed and unpacked: what is read is written and read
//! again, byte by byte.

#![no_main]

use joust_madmax::{CompactRecord, verify_record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match verify_record(bytes) {
        Ok(_) => {}
        Err(why) => {
            let _ = why.to_string();
        }
    }
    let _ = CompactRecord::salvage(bytes);
    // The checksum would reject nearly every input, so the content is also tried without it.
    let Ok(record) = CompactRecord::from_content(bytes) else { return };
    assert_eq!(record.content(), bytes);
    let packed = record.encode().expect("a short record can be packed");
    assert_eq!(CompactRecord::decode(&packed).map(|record| record.content()), Ok(bytes.to_vec()));
    let _ = verify_record(&packed);
});
