//! Golden games, played and recorded, for the tests of files.

mod maps;

use crate::brawl::Brawl;
use joust_core::{Course, Referee};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{
    CompactRecord, Config, Origin, Recorder, ResultWriter, Settings, Skirmish, Source, TEAMS, round_orders,
};
use std::sync::atomic::AtomicBool;

const TABLE: &str = include_str!("../../../../tests/data/madmax/golden.tsv");

/// The contest's game with fewer rounds.
pub(crate) fn rounds(nb_rounds: i32) -> Config {
    let settings = Settings { nb_rounds, ..Settings::default() };
    Config { settings, source: Source::Generator }
}

/// A game that was played.
pub(crate) struct Played {
    pub(crate) name: String,
    pub(crate) result: Vec<u8>,
    pub(crate) record: CompactRecord,
}

/// Plays a game, writing and recording it at once. The player Brawl is called so in the result,
/// and is not built in.
pub(crate) fn play(config: Config, seed: i32, names: [&str; 4]) -> Played {
    let mut players = names.map(|name| -> Seated {
        if name == "Brawl" { Box::<Brawl>::default() } else { built_in(name).unwrap() }
    });
    let mut table = Referee::new(Course::new(Skirmish::begin(config.clone(), seed).unwrap()));
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
    out.state(table.course().state()).unwrap();
    let mut recorder = Recorder::new(config, Origin::Game, seed, names, table.course().state());
    let mut write = |game: &Course<Skirmish>| {
        out.movements(game.movements()).unwrap();
        out.state(game.state()).unwrap();
        let orders = round_orders(&game.actions()[game.actions().len() - TEAMS..]);
        recorder.round(&orders, game.movements(), game.state());
    };
    let account = joust_match::play(&mut table, &mut players, &|_| None, &mut write, &AtomicBool::new(false));
    assert_eq!(account.unwrap().faults, []);
    let name = format!("{} seed {seed}", names.join(" "));
    Played { name, result: out.finish().unwrap(), record: recorder.finish() }
}

/// All golden games whose maps are here.
pub(crate) fn golden() -> impl Iterator<Item = Played> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, players, seed, config, _, _] = fields[..] else { panic!("{line}") };
        let players: Vec<&str> = players.split(' ').collect();
        let played = play(
            Config::read(&maps::configuration(config)?).unwrap(),
            seed.parse().unwrap(),
            players.try_into().unwrap(),
        );
        Some(Played { name: name.to_owned(), ..played })
    })
}
