//! Numbers in as few bytes as they need, and small numbers in as few bits.

/// The bytes end too early, or a number is longer than any that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Short;

/// Appends a number, seven bits a byte, the lowest first; the top bit says that more follow.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A signed number as one without sign: 0, −1, 1, −2, 2 … are 0, 1, 2, 3, 4 …
pub(super) fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Takes numbers from bytes.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Short> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Short)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Short> {
        self.take(1).map(|taken| taken[0])
    }

    /// The inverse of [`put`]. A number has one form only: no empty byte at its end.
    pub(super) fn number(&mut self) -> Result<u64, Short> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return if byte == 0 && shift > 0 { Err(Short) } else { Ok(number) };
            }
        }
        Err(Short)
    }
}

/// Collects bits, the lowest of a byte first.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    used: u32,
}

impl BitWriter {
    pub(super) fn put(&mut self, value: usize, width: u32) {
        for bit in 0..width {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if value >> bit & 1 != 0
                && let Some(last) = self.bytes.last_mut()
            {
                *last |= 1 << (self.used % 8);
            }
            self.used += 1;
        }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Takes bits from bytes.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, used: 0 }
    }

    pub(super) fn take(&mut self, width: u32) -> Result<usize, Short> {
        let mut value = 0;
        for bit in 0..width {
            let byte = self.bytes.get(self.used / 8).ok_or(Short)?;
            value |= usize::from(byte >> (self.used % 8) & 1) << bit;
            self.used += 1;
        }
        Ok(value)
    }

    /// Whether nothing but the zeros that fill the last byte is left.
    pub(super) fn is_done(&self) -> bool {
        let whole = self.used.div_ceil(8) == self.bytes.len();
        whole && (self.used.is_multiple_of(8) || self.bytes[self.used / 8] >> (self.used % 8) == 0)
    }
}

/// Bits that hold every number below `count`.
pub(super) fn width(count: usize) -> u32 {
    usize::BITS - count.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bits_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), (1 << 62) + 5];
        let mut bytes = Vec::new();
        for number in numbers {
            put(&mut bytes, number);
        }
        let mut from = Bytes(&bytes);
        assert_eq!(numbers.map(|_| from.number().unwrap()), numbers);
        assert_eq!(from.byte(), Err(Short));
        for number in [0, -1, 1, i64::from(i32::MIN), i64::from(i32::MAX)] {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
        assert_eq!(Bytes(&[0x80, 0]).number(), Err(Short));
        assert_eq!(Bytes(&[0xff; 12]).number(), Err(Short));
        let mut bits = BitWriter::default();
        for value in 0..40 {
            bits.put(value, width(40));
        }
        let bytes = bits.finish();
        let mut from = BitReader::new(&bytes);
        assert!((0..40).all(|value| from.take(6) == Ok(value)));
        assert!(from.is_done());
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9].map(width), [0, 0, 1, 2, 2, 3, 3, 4]);
    }
}
