//! Matches of MAD and of the War Game: everybody against everybody, in pairs of games with the
//! same opening and the seats exchanged.

use super::openings::Openings;
use super::referee::{self, score};
use super::schedule::{Opinion, Schedule};
use super::table::Table;
use crate::args::{Game, MatchArgs};
use crate::failure::Failure;
use joust_core::{Seat, Seed, mix};
use joust_games::AnyDuel;
use joust_league::Sprt;
use joust_players::endings::{judged, tables, usual_folder};
use joust_players::{Kind, Player, Spec};
use joust_search::engine::Limits;
use joust_solve::mad::Tables;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub(super) fn run(args: &MatchArgs, game: Game) -> Result<(), Failure> {
    let specs = players(args, game)?;
    if args.games % 2 == 1 {
        return Err(Failure::Usage("games come in pairs: --games takes an even number".into()));
    }
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    if sprt.is_some() && specs.len() != 2 {
        return Err(Failure::Usage("--sprt compares two players".into()));
    }
    let openings = Openings::new(game, &args.ask, Seed(args.seed))?;
    // Who cannot play at all is refused before the first game, not charged with all of them.
    let (start, _) = openings.get(0);
    for spec in &specs {
        let ready = spec.seat(Seed::default()).map(|mut player| player.get_ready(start));
        ready.transpose().map_err(|why| Failure::Usage(format!("{spec} {why}")))?;
    }
    let names: Vec<String> = specs.iter().map(Spec::to_string).collect();
    let mut about = json!({
        "match": game.0.name(),
        "players": names,
        "rules": args.ask.rules,
        "board": args.ask.board,
        "position": args.ask.position,
        "seed": args.seed,
    });
    if specs.iter().any(|spec| matches!(&spec.kind, Kind::Line(line) if line.is_timed())) {
        about["time"] = json!(args.time);
    }
    if args.ask.position.is_some() {
        // Records of a time when the first pair began elsewhere are those of other matches.
        about["first_pair"] = json!("position");
    }
    if let Some(clock) = args.clock {
        about["clock"] = json!(clock.in_minutes());
    }
    if let Some(folder) = usual_folder() {
        // Engines may use it, and then other games are played.
        about["JOUST_TABLES"] = json!(folder);
    }
    let endings = match &args.tables {
        None => None,
        Some(folder) => {
            let start = start.as_any().downcast_ref::<joust_mad::Position>();
            let start = start.ok_or_else(|| Failure::Usage("--tables is for mad".into()))?;
            // In the record, so that a match goes on with the same judge.
            about["tables"] = json!(folder);
            Some(tables(folder, start.board())?)
        }
    };
    let seating = Seating { players: specs.len() };
    let mut table = Table::new(names.clone(), sprt);
    let schedule = Schedule {
        games: args.games as usize * seating.pairings(),
        concurrency: args.concurrency,
        record: args.record.as_deref(),
        quiet: args.quiet,
    };
    let play = |number: usize, stop: &AtomicBool| {
        play_one(args, &specs, &openings, endings.as_deref(), number, stop)
    };
    let outcome = schedule.run(&about, &play, &mut |game| {
        table.add(game);
        Opinion { enough: table.is_decided(), line: table.line() }
    })?;

    let mut out = anstream::stdout().lock();
    if args.json {
        let mut answer = about;
        answer["stopped"] = outcome.stopped.into();
        table.json(&mut answer);
        answer["results"] = outcome.games.into();
        writeln!(out, "{answer:#}")?;
    } else {
        write!(out, "{}", table.text())?;
    }
    out.flush()?;
    if outcome.stopped {
        return Err(Failure::Interrupted);
    }
    match table.first_fault() {
        Some(fault) => Err(Failure::No(fault)),
        None => Ok(()),
    }
}

/// The players by name, each within the limits of the match unless it has its own.
fn players(args: &MatchArgs, game: Game) -> Result<Vec<Spec>, Failure> {
    if args.players.len() < 2 {
        return Err(Failure::Usage("a match needs two players or more".into()));
    }
    let limits = Limits {
        time: args.time.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
        budget: None,
    };
    let read = |name: &String| {
        let mut spec = Spec::read(name, game.0.name()).map_err(|why| Failure::Usage(why.to_string()))?;
        match spec.kind {
            Kind::Human => return Err(Failure::Usage("people play with `joust play`".into())),
            Kind::Engine(engine) => spec.kind = Kind::Engine(engine.or_within(&limits)),
            Kind::Line(line) => spec.kind = Kind::Line(line.or_within(limits.time)),
            _ => {}
        }
        Ok(spec)
    };
    args.players.iter().map(read).collect()
}

fn read_sprt(text: &str) -> Result<Sprt, Failure> {
    let bounds = text.split_once(',').and_then(|(elo0, elo1)| {
        let [elo0, elo1] = [elo0, elo1].map(|word| word.trim().parse::<f64>().ok());
        Some(Sprt { elo0: elo0?, elo1: elo1? })
    });
    bounds
        .filter(|sprt| sprt.elo0 < sprt.elo1 && sprt.elo0.is_finite() && sprt.elo1.is_finite())
        .ok_or_else(|| Failure::Usage(format!("--sprt {text}: two Elo differences, the smaller first: 0,10")))
}

/// Who plays whom in which game: all pairings take turns, two games each.
struct Seating {
    players: usize,
}

impl Seating {
    fn pairings(&self) -> usize {
        self.players * (self.players - 1) / 2
    }

    /// The players in the order of their seats, and the number of the pair, from which the opening
    /// follows: the same openings for all pairings.
    fn seats(&self, game: usize) -> ([usize; 2], usize) {
        let pair = game / 2;
        let pairings =
            (0..self.players).flat_map(|one| (one + 1..self.players).map(move |other| [one, other]));
        let [one, other] = pairings.into_iter().nth(pair % self.pairings()).unwrap_or([0, 1]);
        let seats = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        (seats, pair / self.pairings())
    }
}

fn play_one(
    args: &MatchArgs,
    specs: &[Spec],
    openings: &Openings,
    endings: Option<&Tables>,
    number: usize,
    stop: &AtomicBool,
) -> Result<Option<Value>, Failure> {
    let (seats, pair) = Seating { players: specs.len() }.seats(number);
    let (start, opening) = openings.get(pair);
    let seat = |i: usize| -> Result<Box<dyn Player>, Failure> {
        let seed = Seed(mix(args.seed ^ mix(2 * number as u64 + i as u64)));
        specs[seats[i]].seat(seed).ok_or_else(|| Failure::Ours("nobody sits there".into()))
    };
    let mut players = [seat(0)?, seat(1)?];
    for player in &mut players {
        // No clock runs yet. What fails now fails again at the first move, and is recorded there.
        let _ = player.get_ready(start);
    }
    let judge = |position: &dyn AnyDuel| judged(endings?, position.as_any().downcast_ref()?);
    let clock = args.clock.map(crate::play::budget);
    let Some(played) = referee::play(start, &opening, &mut players, clock, &judge, stop) else {
        return Ok(None);
    };
    if let Some(why) = endings.and_then(Tables::trouble) {
        return Err(why.into());
    }
    let both = [Seat::FIRST, Seat::SECOND];
    let scores = both.map(|seat| score(played.outcome, seat));
    let points = both.map(|seat| f64::from(played.outcome.half_points(seat)) / 2.0);
    let spent = played.spent.map(|spent| spent.json());
    let mut game = json!({
        "game": number,
        "pair": pair,
        "seats": seats,
        "start": start.text(),
        "opening": opening.len(),
        "moves": played.moves,
        "result": played.outcome.to_string(),
        "scores": scores,
        "points": points,
        "spent": spent,
    });
    if let Some(here) = start.as_any().downcast_ref::<joust_wargame::Position>() {
        game["board"] = here.board().to_string().into();
    }
    if played.adjudicated {
        game["adjudicated"] = "tables".into();
    }
    if let Some((seat, fault)) = played.fault {
        game["fault"] = json!({
            "player": seats[seat.index() & 1],
            "kind": fault.kind(),
            "what": fault.to_string(),
        });
    }
    Ok(Some(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_in_both_seats_with_the_same_opening() {
        let seating = Seating { players: 3 };
        let games: Vec<_> = (0..12).map(|game| seating.seats(game)).collect();
        assert_eq!(
            games[..6].iter().map(|(seats, _)| *seats).collect::<Vec<_>>(),
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]
        );
        assert!(games[..6].iter().all(|(_, pair)| *pair == 0));
        assert!(games[6..].iter().all(|(_, pair)| *pair == 1));
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!(read_sprt("0,10").ok(), Some(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!(read_sprt("-5, 0.5").ok(), Some(Sprt { elo0: -5.0, elo1: 0.5 }));
        for bad in ["10", "10,0", "a,b", "0,inf", ""] {
            assert!(read_sprt(bad).is_err(), "{bad}");
        }
    }
}
