//! Chapter 5, rulesets.

use crate::{EXAMPLE, after, moves, scores, under};
use joust_core::Duel;
use joust_wargame::Rules;

#[test]
fn war_5_1_mandatory_is_the_default() {
    assert_eq!(Rules::default(), Rules::MANDATORY);
    assert_eq!(Rules::PRESETS[0], ("mandatory", Rules::default()));
    assert_eq!("mandatory".parse(), Ok(Rules::MANDATORY));
    assert_eq!("optional-blitz=off".parse(), Ok(Rules::MANDATORY));
    for (name, rules) in Rules::PRESETS {
        assert_eq!((rules.to_string().as_str(), name.parse()), (name, Ok(rules)));
    }
    for text in ["", "optional", "optional-blitz=maybe", "mandatory,", "Mandatory blitz"] {
        let why = text.parse::<Rules>().unwrap_err().to_string();
        assert!(why.ends_with("take mandatory or optional-blitz [WAR-5.1]"), "{why}");
    }
}

#[test]
fn war_5_2_a_blitz_that_would_conquer_may_be_a_drop_instead() {
    for name in ["optional-blitz", "optional-blitz=on", "mandatory, optional-blitz=on"] {
        assert_eq!(name.parse(), Ok(Rules::OPTIONAL_BLITZ), "{name}");
    }
    let position = under(Rules::OPTIONAL_BLITZ, "Smolensk", EXAMPLE);
    let list = moves(&position);
    let of = |name: &str| list.iter().filter(|mv| mv.ends_with(name)).cloned().collect::<Vec<_>>();
    // D3 touches Blue's D2 and C3 his C2; E4 and the others do not touch a taken square.
    assert_eq!(of("D3"), ["blitz-D3", "drop-D3"]);
    assert_eq!(of("C3"), ["blitz-C3", "drop-C3"]);
    assert_eq!(of("E4"), ["blitz-E4"]);
    assert_eq!(of("A1"), ["drop-A1"]);
    assert_eq!(list.len(), 32);
    assert_eq!(position.count_moves(), 32);
    let dropped = after(&position, "drop-D3");
    assert_eq!(dropped.to_string(), "...b../..bbb./...g../..gg../....../...... b");
    assert_eq!(scores(&dropped), [157, 105]);
    let blitz = after(&position, "blitz-D3");
    assert_eq!(scores(&blitz), [149, 113]);
}

#[test]
fn war_5_2_everywhere_else_there_is_one_move_a_square() {
    let position = under(Rules::OPTIONAL_BLITZ, "Smolensk", EXAMPLE);
    assert_eq!(position.understand("drop-E4").unwrap_err().clause, "WAR-2.3");
    assert_eq!(position.understand("blitz-A1").unwrap_err().clause, "WAR-2.3");
}

#[test]
fn war_5_2_the_rules_are_part_of_a_position() {
    let two = Rules::PRESETS.map(|(_, rules)| under(rules, "Smolensk", EXAMPLE));
    assert_eq!(two[0].to_string(), two[1].to_string());
    assert_ne!(two[0], two[1]);
    assert_eq!(two[1].rules().to_string(), "optional-blitz");
}
