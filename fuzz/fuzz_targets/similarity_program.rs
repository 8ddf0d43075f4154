//! Any text as two programs in any language: they are compared or named as unread, scores are shares, fragments are
//! lines of the texts, and the page can be written.

#![no_main]

use joust_similarity::{Corpus, Settings, Source, compare};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut letters = text.chars();
    let path = match letters.next() {
        Some('c') => "a.c",
        Some('j') => "a.js",
        Some('p') => "a.py",
        Some('r') => "a.rs",
        _ => "a.cc",
    };
    let text = letters.as_str();
    // The second program is a part of the first one behind other lines.
    let half = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let other = format!("\n\n{}", &text[half..]);
    let class = vec![Source::single("ada", path, text), Source::single("bob", path, &other)];
    let corpus = Corpus { class, ..Corpus::default() };
    let settings = Settings { threshold: 0.0, ..Settings::default() };
    let report = compare(&corpus, &settings, &false.into(), &|_| ()).expect("nobody stops it");
    assert_eq!(report.submissions.len() + report.unread.len(), 2);
    for pair in &report.pairs {
        for share in [pair.score, pair.left_share, pair.right_share] {
            assert!((0.0..=1.000_001).contains(&share), "{share}");
        }
        for fragment in &pair.fragments {
            for (lines, text) in [(&fragment.left, text), (&fragment.right, other.as_str())] {
                // A tree may end on the empty line behind the last one.
                let last = text.matches('\n').count() as u32 + 1;
                assert!(
                    0 < lines.first && lines.first <= lines.last && lines.last <= last,
                    "{lines:?} of {last}"
                );
            }
        }
    }
    let _ = report.text();
    report.html(&corpus).expect("a page");
});
