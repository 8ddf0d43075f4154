//! The random numbers of a module: a stream that a key determines, and from which the key cannot be found.

use sha2::{Digest, Sha256};

/// A stream of bytes: the hashes of a key and a counter.
pub(super) struct Chance {
    key: [u8; 32],
    counter: u64,
    block: [u8; 32],
    /// How many bytes of the block were used.
    used: usize,
}

/// The key of a stream, from the parts that it depends on. Each part has a length of its own in every use.
pub(super) fn key(parts: &[&[u8]]) -> [u8; 32] {
    let label = Sha256::new().chain_update(b"joust module ");
    parts.iter().fold(label, Digest::chain_update).finalize().into()
}

impl Chance {
    pub(super) fn new(key: [u8; 32]) -> Chance {
        Chance { key, counter: 0, block: [0; 32], used: 32 }
    }

    /// Fills the bytes with the next ones of the stream.
    pub(super) fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            if self.used == self.block.len() {
                let hash = Sha256::new().chain_update(self.key).chain_update(self.counter.to_le_bytes());
                (self.block, self.used) = (hash.finalize().into(), 0);
                self.counter += 1;
            }
            *byte = self.block[self.used];
            self.used += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_its_key_alone_and_not_on_how_it_is_read() {
        let read = |key, sizes: &[usize]| {
            let mut chance = Chance::new(key);
            let mut all = vec![0; sizes.iter().sum()];
            let mut rest = &mut all[..];
            for size in sizes {
                let (now, later) = rest.split_at_mut(*size);
                chance.fill(now);
                rest = later;
            }
            all
        };
        let (one, two) = (key(&[b"bot", &[1; 8]]), key(&[b"bot", &[2; 8]]));
        assert_eq!(read(one, &[100]), read(one, &[1, 0, 31, 33, 35]));
        assert_ne!(read(one, &[100]), read(two, &[100]));
        assert!(read(one, &[100]).chunks(8).all(|word| word != [0; 8]));
    }
}
