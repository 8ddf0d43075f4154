//! The configurations that users get can be played.

use joust_madmax::{Config, Generator, Settings, Source};
use std::path::Path;

fn kit(name: &str) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/madmax").join(name);
    Config::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_configuration_of_the_kit_has_the_contest_s_numbers_and_starts() {
    for name in ["default.cnf", "crossroads.cnf", "oasis.cnf"] {
        let config = kit(name);
        assert_eq!(config.settings, Settings::default(), "{name}");
        for seed in 0..20 {
            config.start(&mut Generator::new(seed)).unwrap();
        }
    }
}

/// A quarter turn carries each team's part to the next team's.
#[test]
fn fixed_maps_are_fair_to_all_teams() {
    for name in ["crossroads.cnf", "oasis.cnf"] {
        let Source::Fixed(lines) = kit(name).source else { panic!("{name} is not fixed") };
        let cells: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let size = cells.len();
        for at in 0..size * size {
            let (row, col) = (at / size, at % size);
            let expected = match cells[row][col] {
                team @ b'0'..=b'3' => b'0' + (team - b'0' + 1) % 4,
                other => other,
            };
            assert_eq!(cells[col][size - 1 - row], expected, "{name}: ({row}, {col})");
        }
    }
}
