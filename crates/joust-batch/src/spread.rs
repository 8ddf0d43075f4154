//! From bits to bytes.

/// The eight bits of each byte as eight bytes.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the lowest bits of a bitboard as bytes of 0 and 1, as many as `out` is long: at most 64.
#[inline]
pub(crate) fn spread(mut bits: u64, out: &mut [u8]) {
    let mut eights = out.chunks_exact_mut(8);
    for eight in eights.by_ref() {
        eight.copy_from_slice(&SPREAD[bits as u8 as usize]);
        bits >>= 8;
    }
    let rest = eights.into_remainder();
    rest.copy_from_slice(&SPREAD[bits as u8 as usize][..rest.len()]);
}
