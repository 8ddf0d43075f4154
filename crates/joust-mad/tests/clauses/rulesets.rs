//! Chapter 8: rulesets.

use joust_mad::{BadRules, Rules};

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

#[test]
fn mad_8_1_options_are_read_in_any_order() {
    let all = Rules { limit: 12, positioning: false, agreed: true };
    for text in [
        "limit=12,positioning=off,agreed=on",
        "agreed=on,limit=12,positioning=off",
        "positioning=off, agreed=on, limit=12",
        "app,limit=12,agreed=on",
    ] {
        assert_eq!(rules(text), all, "{text}");
    }
}

#[test]
fn mad_8_1_what_is_left_out_is_as_in_current() {
    assert_eq!(rules("limit=30"), Rules { limit: 30, ..Rules::CURRENT });
    assert_eq!(rules("positioning=off"), Rules { positioning: false, ..Rules::CURRENT });
    assert_eq!(rules("agreed=off"), Rules { agreed: false, ..Rules::CURRENT });
}

#[test]
fn mad_8_1_what_is_written_is_read() {
    for limit in [1, 29, 30, 40, Rules::MAX_LIMIT] {
        for (positioning, agreed) in [(false, false), (false, true), (true, false), (true, true)] {
            let all = Rules { limit, positioning, agreed };
            assert_eq!(rules(&all.to_string()), all);
        }
    }
    let own = Rules { limit: 7, ..Rules::CLASSIC };
    assert_eq!(own.to_string(), "limit=7,positioning=on,agreed=off");
}

#[test]
fn mad_8_1_other_words_are_refused_with_the_clause() {
    let why = |text: &str| text.parse::<Rules>().expect_err(text);
    for limit in ["0", "10001", "-1", "many", "", "99999999999"] {
        assert_eq!(why(&format!("limit={limit}")), BadRules::Limit(limit.into()));
    }
    assert_eq!(why("agreed=yes"), BadRules::Switch("agreed".into(), "yes".into()));
    assert_eq!(why("positioning="), BadRules::Switch("positioning".into(), String::new()));
    assert_eq!(why("currant"), BadRules::Unknown("currant".into()));
    assert_eq!(why("bonus=on"), BadRules::Unknown("bonus=on".into()));
    for text in ["limit=0", "agreed=yes", "currant"] {
        assert!(why(text).to_string().ends_with("[MAD-8.1]"), "{text}");
    }
}

#[test]
fn mad_8_2_three_combinations_have_names() {
    let table = [
        ("current", Rules { limit: 40, positioning: true, agreed: true }),
        ("classic", Rules { limit: 30, positioning: true, agreed: false }),
        ("app", Rules { limit: 30, positioning: false, agreed: false }),
    ];
    assert_eq!(Rules::PRESETS, table);
    for (name, preset) in table {
        assert_eq!(rules(name), preset);
        assert_eq!(preset.to_string(), name);
    }
    assert_eq!(Rules::default(), Rules::CURRENT);
}
