//! `joust game --judge`: a game of modules and built-in players under the limits of a judge.

use joust_core::{Fault, FuelUsed, Usage};
use joust_match::{Contestant, Programs};
use joust_players::{BotProgram, Kind, Spec};
use joust_sandbox::FUEL_PER_SECOND;
use serde::Serialize;
use std::fmt::Write as _;

/// The columns of the table of fuel by round.
const COLUMNS: usize = 10;

/// The module that a word names, if it names one.
fn module(word: &str) -> Option<Spec> {
    let spec = Spec::read(word, "madmax").ok()?;
    matches!(&spec.kind, Kind::Bot(bot) if matches!(bot.program, BotProgram::Module(_))).then_some(spec)
}

/// The name of a player in the game: that of its file without folder, ending and options, if it is a module.
pub(super) fn shown(word: &str) -> String {
    match module(word).map(|spec| spec.kind) {
        Some(Kind::Bot(bot)) => bot.short_name(),
        _ => word.to_owned(),
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
            if bot.fuel().is_some() || bot.bank().is_some() {
                return Err(format!("`{word}`: a judge sets the fuel; leave out fuel= and bank="));
            }
            programs.find(spec).map_err(|why| why.to_string())
        }
        _ => Err(format!("`{word}` is not a module: a judge runs modules, which `joust bot build` makes")),
    }
}

/// What a judged game says of a player.
#[derive(Debug, Serialize)]
pub(super) struct Judged<'a> {
    pub(super) seat: usize,
    pub(super) name: &'a str,
    /// The SHA-256 of a module.
    pub(super) hash: Option<String>,
    pub(super) score: i64,
    /// Its fault, if it is dead.
    pub(super) fault: Option<&'a Fault>,
    /// Its fuel, if it is a module.
    pub(super) fuel: Option<Fuel<'a>>,
}

/// The fuel of a module in a judged game.
#[derive(Debug, Serialize)]
pub(super) struct Fuel<'a> {
    /// What it had for the whole game.
    bank: u64,
    /// What it used in all, with its start and the round in which it died.
    used: u64,
    /// The used share.
    share: f64,
    /// What it used until it was ready.
    start: u64,
    /// What each round took; the last one is the round in which it died.
    rounds: Vec<u64>,
    #[serde(skip)]
    fault: Option<&'a Fault>,
}

impl<'a> Fuel<'a> {
    /// The fuel of a seat, by the fuel of its answers and what it used in all.
    pub(super) fn of(answers: &[u64], usage: Usage, fault: Option<&'a Fault>) -> Option<Fuel<'a>> {
        let used: FuelUsed = usage.fuel?;
        let mut rounds = answers.to_vec();
        let known: u64 = used.start.saturating_add(rounds.iter().sum());
        // The round in which a player dies has no answer.
        if fault.is_some_and(|fault| fault.turn.is_some()) {
            rounds.push(used.total.saturating_sub(known));
        }
        let (bank, share, start) = (used.bank, used.share().min(1.0), used.start);
        Some(Fuel { bank, used: used.total, share, start, rounds, fault })
    }

    fn told(&self, seat: usize, name: &str) -> String {
        let Fuel { bank, used, start, rounds, .. } = self;
        let (round, most) = rounds.iter().enumerate().max_by_key(|(_, fuel)| **fuel).unwrap_or((0, &0));
        let mut text = format!(
            "player {seat} ({name}) used {} of its {} s: {} until it was ready, at most {} in round {round}\n",
            percent(*used, *bank),
            bank / FUEL_PER_SECOND,
            percent(*start, *bank),
            percent(*most, *bank)
        );
        if self.fault.is_none_or(|fault| fault.turn.is_some()) {
            text += &self.by_round();
        }
        text
    }

    /// The used share after some of the rounds, in a table.
    fn by_round(&self) -> String {
        let count = self.rounds.len();
        let mut used = self.start;
        let mut after = Vec::with_capacity(count);
        for fuel in &self.rounds {
            used = used.saturating_add(*fuel);
            after.push(used);
        }
        let columns = count.min(COLUMNS);
        let (mut head, mut line) = ("  after round".to_owned(), "  used       ".to_owned());
        for column in 1..=columns {
            let round = count * column / columns - 1;
            let _ = write!(head, " {round:>9}");
            let _ = write!(line, " {:>9}", percent(after[round], self.bank));
        }
        if columns == 0 { String::new() } else { format!("{head}\n{line}\n") }
    }
}

/// How close to its limit each player came that runs on fuel, in all and by round.
pub(super) fn report(players: &[Judged<'_>]) -> String {
    let told = players.iter().filter_map(|player| Some(player.fuel.as_ref()?.told(player.seat, player.name)));
    told.collect()
}

/// The first fault that is ours or the machine's: the game is void.
pub(super) fn void(faults: &[Fault]) -> Option<&Fault> {
    faults.iter().find(|fault| !fault.kind.is_the_players())
}

fn percent(part: u64, whole: u64) -> String {
    // In hundredths of a percent. What is not used up is not shown as used up.
    let share = (u128::from(part) * 10_000 / u128::from(whole.max(1))).min(10_000);
    format!("{}.{:02} %", share / 100, share % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::{FaultKind, Seat};

    const BANK: u64 = 3 * FUEL_PER_SECOND;

    fn usage(total: u64, start: u64) -> Usage {
        let fuel = FuelUsed { bank: BANK, total, start, drawn: total, ..FuelUsed::default() };
        Usage { fuel: Some(fuel), ..Usage::default() }
    }

    #[test]
    fn the_start_the_dearest_round_and_the_share_by_round_are_told() {
        let hundredth = BANK / 100;
        let rounds: Vec<u64> =
            (0..20).map(|round| if round == 7 { 3 * hundredth } else { hundredth }).collect();
        let fuel = Fuel::of(&rounds, usage(24 * hundredth, 2 * hundredth), None).unwrap();
        assert_eq!(
            fuel.told(0, "Foo"),
            "player 0 (Foo) used 24.00 % of its 3 s: 2.00 % until it was ready, at most 3.00 % in round 7\n  \
             after round         1         3         5         7         9        11        13        15        17        19\n  \
             used           4.00 %    6.00 %    8.00 %   12.00 %   14.00 %   16.00 %   18.00 %   20.00 %   22.00 %   24.00 %\n"
        );
        assert!(Fuel::of(&[], Usage::default(), None).is_none());
    }

    #[test]
    fn a_player_that_runs_out_of_fuel_has_used_all_of_it() {
        let hundredth = BANK / 100;
        let fault = Fault::new(FaultKind::OutOfFuel, "used up its fuel").at(Seat::FIRST, Some(2));
        let fuel = Fuel::of(&[hundredth; 2], usage(BANK, hundredth), Some(&fault)).unwrap();
        assert_eq!((fuel.share, fuel.rounds.len()), (1.0, 3));
        let told = fuel.told(1, "Foo");
        assert!(
            told.starts_with(
                "player 1 (Foo) used 100.00 % of its 3 s: 1.00 % until it was ready, at most 97.00 % in round 2\n"
            ),
            "{told}"
        );
        assert!(told.contains("   3.00 %  100.00 %\n"), "{told}");
    }

    #[test]
    fn a_judge_runs_modules_and_built_in_players_only() {
        let programs = Programs::default();
        assert!(find("Dummy", &programs).is_ok());
        let why = |word| find(word, &programs).unwrap_err();
        assert!(why("cmd:true").contains("is not a module"), "{}", why("cmd:true"));
        assert!(why("nowhere.wasm").contains("nowhere.wasm"), "{}", why("nowhere.wasm"));
        assert_eq!(shown("out/Foo.wasm,set.depth=3"), "Foo");
        assert_eq!(shown("Dummy"), "Dummy");
    }

    #[test]
    fn no_name_of_a_module_raises_the_limit_of_a_judge() {
        let programs = Programs::default();
        for word in ["Foo.wasm,bank=99999999999999", "Foo.wasm,fuel=99999999999999"] {
            assert!(find(word, &programs).unwrap_err().contains("a judge sets the fuel"), "{word}");
        }
    }
}
