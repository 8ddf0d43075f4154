//! Players that play as fast as they can and remember what the server acknowledged.

use crate::support::{Line, Visitor, number, session};
use joust_core::{Record, Rng, Seed, below};
use serde_json::Value;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Games of all kinds. The small ones end all the time, so that games are made under load as well.
pub(crate) const GAMES: [&str; 6] = [
    "game=wargame&board=tiny&opponent=screen&name=Ada",
    "game=wargame&board=tiny&opponent=screen&name=Bea",
    "game=mad&opponent=screen&rules=limit%3D400",
    "game=mad&board=5x5&opponent=screen&rules=limit%3D400&minutes=60&increment=5",
    "game=mad&opponent=computer&level=1&seat=0",
    "game=wargame&board=Smolensk&opponent=computer&level=1&seat=1",
];

/// A game longer than this is left for a new one, so that no game reaches the bound on its length.
const LONG: usize = 300;

/// A player, with the acknowledged actions of every game that it has made.
struct Player {
    visitor: Visitor,
    form: &'static str,
    rng: Rng,
    /// The game that is being played.
    game: Option<String>,
    acknowledged: HashMap<String, Vec<String>>,
}

impl Player {
    /// Plays until the server is gone or in trouble.
    async fn play(&mut self) {
        while self.play_on().await.is_some() {}
    }

    /// Plays one game on, or to its end; nothing when the server is gone or in trouble.
    async fn play_on(&mut self) -> Option<()> {
        let id = match &self.game {
            Some(id) => id.clone(),
            None => self.make().await?,
        };
        let mut line = self.visitor.dial(&id, None).await.ok()?;
        let state = heard(&mut line, "game").await?;
        self.check(&id, &state);
        let own: Vec<u64> = state["you"].as_array().unwrap().iter().map(number).collect();
        let mut session = session(&state);
        let mut version = number(&state["version"]);
        while let Some(seat) = session.to_act() {
            if own.contains(&(seat.index() as u64)) {
                if self.acknowledged[&id].len() >= LONG {
                    break;
                }
                let mv = session.position().random_move(&mut self.rng)?;
                line.act(version, &mv).await;
            }
            let acted = heard(&mut line, "acted").await?;
            let action = acted["action"].as_str().unwrap().to_owned();
            version = number(&acted["version"]);
            session.act(&action).unwrap();
            self.acknowledged.get_mut(&id).unwrap().push(action);
        }
        self.game = None;
        Some(())
    }

    async fn make(&mut self) -> Option<String> {
        let answer = self.visitor.post("/games", self.form).await;
        let id = answer.header("location")?.strip_prefix("/game/")?.to_owned();
        self.acknowledged.insert(id.clone(), Vec::new());
        self.game = Some(id.clone());
        Some(id)
    }

    /// What was acknowledged stands at the beginning of the course. What was stored and not told any
    /// more may follow.
    fn check(&mut self, id: &str, state: &Value) {
        let course: Vec<String> = state["course"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| action.as_str().unwrap().to_owned())
            .collect();
        let known = self.acknowledged.get_mut(id).unwrap();
        assert!(course.starts_with(known), "{id}: {known:?} was acknowledged, and there is {course:?}");
        *known = course;
    }
}

/// The next message of a kind; nothing when the server is gone or in trouble.
async fn heard(line: &mut Line, kind: &str) -> Option<Value> {
    loop {
        let message = line.next().await.ok()?;
        if message["why"] == "trouble" {
            return None;
        }
        assert_ne!(message["t"], "refused", "{message}");
        if message["t"] == kind {
            return Some(message);
        }
    }
}

/// What the server acknowledged to all players, and what of it was found afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) games: usize,
    pub(crate) moves: usize,
    pub(crate) found_games: usize,
    pub(crate) found_moves: usize,
}

/// One player for each form of [`GAMES`].
pub(crate) struct Players(Vec<Player>);

impl Players {
    pub(crate) async fn arrive(address: SocketAddr, seed: u64) -> Players {
        let mut players = Vec::new();
        for (number, form) in (1..).zip(GAMES) {
            let mut visitor = Visitor { address, cookie: None };
            visitor.get("/").await;
            let rng = Seed(seed.wrapping_add(number)).rng();
            players.push(Player { visitor, form, rng, game: None, acknowledged: HashMap::new() });
        }
        Players(players)
    }

    /// All play until `during` is over and the server has left every one of them, or until `rest` after it.
    pub(crate) async fn play(self, during: impl Future<Output = ()>, rest: Duration) -> Players {
        let (stop, _) = tokio::sync::watch::channel(false);
        let playing: Vec<_> = self
            .0
            .into_iter()
            .map(|mut player| {
                let mut stop = stop.subscribe();
                tokio::spawn(async move {
                    loop {
                        tokio::select! {
                            biased;
                            _ = stop.wait_for(|stop| *stop) => return player,
                            () = player.play() => {}
                        }
                        // A server in trouble is asked again a little later.
                        sleep(Duration::from_millis(20)).await;
                    }
                })
            })
            .collect();
        during.await;
        sleep(rest).await;
        stop.send_replace(true);
        let mut players = Vec::new();
        for player in playing {
            players.push(timeout(Duration::from_secs(30), player).await.expect("a player hangs").unwrap());
        }
        Players(players)
    }

    /// The server has a new address.
    pub(crate) fn follow(&mut self, address: SocketAddr) {
        for player in &mut self.0 {
            player.visitor.address = address;
        }
    }

    /// Looks for everything that was acknowledged.
    pub(crate) async fn tally(&mut self) -> Tally {
        let mut tally = Tally::default();
        for player in &mut self.0 {
            for (id, known) in &player.acknowledged {
                let answer = player.visitor.get(&format!("/game/{id}/record")).await;
                let record = answer.body.parse::<Record>().ok().filter(|_| answer.status == 200);
                tally.games += 1;
                tally.moves += known.len();
                let Some(record) = record else { continue };
                tally.found_games += 1;
                let same = record.actions.iter().zip(known).take_while(|(one, other)| one == other);
                tally.found_moves += same.count();
            }
        }
        tally
    }

    /// The number of games that were lost on time.
    pub(crate) async fn lost_on_time(&mut self) -> usize {
        let mut lost = 0;
        for player in &mut self.0 {
            for id in player.acknowledged.keys() {
                let answer = player.visitor.get(&format!("/game/{id}/record")).await;
                let record: Record = answer.body.parse().unwrap();
                lost += usize::from(record.actions.iter().any(|action| action == "time"));
            }
        }
        lost
    }

    /// A visitor with a game of theirs.
    pub(crate) fn one(&self) -> (&Visitor, &str) {
        let player = &self.0[0];
        (&player.visitor, player.acknowledged.keys().next().expect("every player has made a game"))
    }
}

/// A number that is different in every run, for what must hold at any moment.
pub(crate) fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed = since.as_millis() as u64;
    println!("seed {seed}");
    seed
}

/// A pause of a random length, in milliseconds.
pub(crate) async fn any_pause(rng: &mut Rng, from: usize, to: usize) {
    sleep(Duration::from_millis((from + below(rng, to - from)) as u64)).await;
}
