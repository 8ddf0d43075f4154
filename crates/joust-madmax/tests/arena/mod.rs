//! Golden games, played and recorded, for the tests of files.

mod maps;

use crate::brawl::Brawl;
use joust_madmax::player::{Player, built_in};
use joust_madmax::{Config, Game, Generator, Origin, Record, Recorder, ResultWriter, Settings, Source};

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
    pub(crate) record: Record,
}

/// Plays a game, writing and recording it at once. The player Brawl is called so in the result,
/// and is not built in.
pub(crate) fn play(config: Config, seed: i32, names: [&str; 4]) -> Played {
    let make = |name: &str| -> Box<dyn Player> {
        if name == "Brawl" { Box::new(Brawl) } else { built_in(name).unwrap() }
    };
    let mut random = Generator::new(seed);
    let state = config.start(&mut random).unwrap();
    let players = names.map(|name| (name.to_owned(), make(name)));
    let mut game = Game::new(state, random, seed, players).quiet();
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
    out.state(game.state()).unwrap();
    let mut recorder = Recorder::new(config, Origin::Game, seed, names, game.state());
    while !game.state().is_over() {
        let round = game.play_round(&mut ()).unwrap();
        out.movements(&round.movements).unwrap();
        out.state(game.state()).unwrap();
        recorder.round(round.orders, &round.movements, game.state());
    }
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
