//! Seeds as a C++ stream reads them into an `int`.

/// The number at the beginning of a text: 0 if there is none, the nearest `i32` if it is too large,
/// `None` for an empty text.
pub(crate) fn read(text: &str) -> Option<i32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']);
    if text.is_empty() {
        return None;
    }
    let (sign, digits) = match text.as_bytes()[0] {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let digits = digits.bytes().take_while(u8::is_ascii_digit);
    let size = digits.fold(0_i64, |size, digit| (size * 10 + i64::from(digit - b'0')).min(1 << 40));
    Some((sign * size).clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// Whether a text is this number and nothing else.
pub(crate) fn is_plain(text: &str, seed: i32) -> bool {
    text.trim().trim_start_matches('+').parse() == Ok(seed)
}

#[cfg(test)]
mod tests {
    use super::{is_plain, read};

    #[test]
    fn what_is_not_read_whole_is_noticed() {
        let is_noticed = |text: &str| read(text).is_some_and(|seed| !is_plain(text, seed));
        for text in ["abc", "3x", "99999999999999", "-99999999999", "1.9", "0x10"] {
            assert!(is_noticed(text), "{text}");
        }
        for text in ["30", "0", " 7", "+5", "010", "-4", "2147483647", ""] {
            assert!(!is_noticed(text), "{text}");
        }
    }

    #[test]
    fn seeds_are_read_as_a_cpp_stream_reads_them() {
        let cases = [
            ("30", 30),
            (" 7", 7),
            ("12x", 12),
            ("abc", 0),
            ("-", 0),
            ("--3", 0),
            ("+5", 5),
            ("0x10", 0),
            ("010", 10),
            ("-4", -4),
            ("-0", 0),
            ("2147483647", i32::MAX),
            ("2147483648", i32::MAX),
            ("99999999999", i32::MAX),
            ("99999999999999999999999999", i32::MAX),
            ("-99999999999", i32::MIN),
            ("1.9", 1),
            ("é", 0),
        ];
        for (text, seed) in cases {
            assert_eq!(read(text), Some(seed), "{text}");
        }
        assert_eq!(read(""), None);
        assert_eq!(read("  "), None);
    }
}
