//! `joust game --judge`: a game of modules and built-in players under the limits of a judge.

use joust_match::{Contestant, GameLimits, Programs};
use joust_players::{BotProgram, Kind, Spec};
use joust_sandbox::FUEL_PER_SECOND;
use std::fmt::Write as _;

/// The seconds of a player in a game of the contest, all rounds together. A judge counts them as fuel.
const SECONDS: u64 = 3;
/// Megabytes of memory of a player.
const MEMORY: f64 = 256.0;

/// The limits of a judge.
pub(super) fn limits() -> GameLimits {
    GameLimits {
        fuel: Some(0),
        bank: Some(SECONDS * FUEL_PER_SECOND),
        memory: Some(MEMORY),
        ..GameLimits::default()
    }
}

/// The player that a word names: a module, or a built-in player. Why it cannot play, if it cannot.
pub(super) fn find(word: &str, programs: &Programs) -> Result<Contestant, String> {
    if let Some(player) = Contestant::built_in(word) {
        return Ok(player);
    }
    let spec = Spec::read(word, "madmax").map_err(|why| why.to_string())?;
    match &spec.kind {
        Kind::Bot(bot) if matches!(bot.program, BotProgram::Module(_)) => {
            programs.find(spec).map_err(|why| why.to_string())
        }
        _ => Err(format!("`{word}` is not a module: a judge runs modules, which `joust bot build` makes")),
    }
}

/// How close to its limit each player came that runs on fuel.
pub(super) fn report(fuel: &[Vec<u64>], names: &[String]) -> String {
    let bank = SECONDS * FUEL_PER_SECOND;
    let mut text = String::new();
    for (seat, fuel) in fuel.iter().enumerate().filter(|(_, fuel)| !fuel.is_empty()) {
        let used: u64 = fuel.iter().sum();
        let (round, most) = fuel.iter().enumerate().max_by_key(|(_, fuel)| **fuel).unwrap_or((0, &0));
        let name = names.get(seat).map_or("", String::as_str);
        let _ = writeln!(
            text,
            "player {seat} ({name}) used {} of its {SECONDS} s, at most {} in round {round}",
            percent(used, bank),
            percent(*most, bank)
        );
    }
    text
}

fn percent(part: u64, whole: u64) -> String {
    // In hundredths of a percent.
    let share = u128::from(part) * 10_000 / u128::from(whole.max(1));
    format!("{}.{:02} %", share / 100, share % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_round_and_the_share_of_the_limit_are_told() {
        let names = ["Foo", "Demo"].map(str::to_owned);
        let hundredth = SECONDS * FUEL_PER_SECOND / 100;
        let fuel = [vec![hundredth, 3 * hundredth, hundredth], Vec::new()];
        assert_eq!(
            report(&fuel, &names),
            "player 0 (Foo) used 5.00 % of its 3 s, at most 3.00 % in round 1\n"
        );
        assert_eq!(report(&[Vec::new()], &names), "");
    }

    #[test]
    fn a_judge_runs_modules_and_built_in_players_only() {
        let programs = Programs::default();
        assert!(find("Dummy", &programs).is_ok());
        let why = |word| find(word, &programs).unwrap_err();
        assert!(why("cmd:true").contains("is not a module"), "{}", why("cmd:true"));
        assert!(why("nowhere.wasm").contains("nowhere.wasm"), "{}", why("nowhere.wasm"));
    }
}
