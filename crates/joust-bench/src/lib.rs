//! What is measured in more than one way.

use joust_madmax::player::built_in;
use joust_madmax::{Config, Game, Generator, Origin, ResultWriter, Settings, Source};

/// A game of Mad Max with the contest's settings and four of the same player.
pub fn madmax_game(name: &str, seed: i32) -> Game {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    let mut random = Generator::new(seed);
    let state = config.start(&mut random).expect("the contest's settings make a map");
    let players = [0; 4].map(|_| (name.to_owned(), built_in(name).expect("a built-in player")));
    Game::new(state, random, seed, players)
}

/// A game with its result; gives the size of it.
pub fn whole_madmax_game(name: &str) -> usize {
    let mut game = madmax_game(name, 30);
    let names = game.names().map(str::to_owned);
    let names = [0, 1, 2, 3].map(|seat| names[seat].as_str());
    let out = ResultWriter::new(Vec::new(), Origin::Game, 30, &Settings::default(), &names);
    let mut out = out.expect("memory takes all");
    out.state(game.state()).expect("memory takes all");
    while !game.state().is_over() {
        let round = game.play_round(&mut ()).expect("the contest's map has room");
        out.movements(&round.movements).expect("memory takes all");
        out.state(game.state()).expect("memory takes all");
    }
    game.tell_end();
    out.finish().expect("memory takes all").len() + game.take_log().len()
}
