//! Whatever moment the server is killed at, every move that it has acknowledged is there afterwards.

use crate::process::Process;
use crate::support::{Line, Visitor, number, session};
use joust_core::{Record, Rng, Seed, below};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::{sleep, timeout};

/// How often the server is killed.
const TIMES: usize = 20;

/// Games of all kinds. The small ones end all the time, so that games are made under load as well.
const GAMES: [&str; 6] = [
    "game=wargame&board=tiny&opponent=screen&name=Ada",
    "game=wargame&board=tiny&opponent=screen&name=Bea",
    "game=mad&opponent=screen&rules=limit%3D400",
    "game=mad&board=5x5&opponent=screen&rules=limit%3D400&minutes=60&increment=5",
    "game=mad&opponent=computer&level=1&seat=0",
    "game=wargame&board=Smolensk&opponent=computer&level=1&seat=1",
];

/// Somebody who plays as fast as they can, and remembers what was acknowledged.
struct Player {
    visitor: Visitor,
    form: &'static str,
    rng: Rng,
    /// The game that is being played.
    game: Option<String>,
    /// The acknowledged actions of every game that was made.
    acknowledged: HashMap<String, Vec<String>>,
}

impl Player {
    /// Plays until the server is gone.
    async fn play(&mut self) {
        while self.play_on().await.is_some() {}
    }

    /// Plays one game on, or to its end; nothing when the server is gone.
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
                let mv = session.position().random_move(&mut self.rng)?.replacen(' ', "-", 1);
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

/// The next message of a kind; nothing when the server is gone.
async fn heard(line: &mut Line, kind: &str) -> Option<Value> {
    loop {
        let message = line.next().await.ok()?;
        assert_ne!(message["t"], "refused", "{message}");
        if message["t"] == kind {
            return Some(message);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_acknowledged_move_survives_a_kill() {
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    println!("seed {seed}");
    let mut rng = Seed(seed).rng();
    let folder = tempfile::tempdir().unwrap();
    let mut process = Process::start(folder.path());
    let mut players = Vec::new();
    for (number, form) in (1..).zip(GAMES) {
        let mut visitor = Visitor { address: process.address, cookie: None };
        visitor.get("/").await;
        let rng = Seed(seed.wrapping_add(number)).rng();
        players.push(Player { visitor, form, rng, game: None, acknowledged: HashMap::new() });
    }
    for _ in 0..TIMES {
        let playing: Vec<_> = players
            .into_iter()
            .map(|mut player| {
                tokio::spawn(async move {
                    timeout(Duration::from_secs(30), player.play()).await.expect("the server is gone");
                    player
                })
            })
            .collect();
        sleep(Duration::from_millis(20 + below(&mut rng, 300) as u64)).await;
        process.kill();
        players = Vec::new();
        for player in playing {
            players.push(player.await.unwrap());
        }
        process = Process::start(folder.path());
        for player in &mut players {
            player.visitor.address = process.address;
        }
    }
    let (mut games, mut moves) = (0, 0);
    for player in &mut players {
        for (id, known) in &player.acknowledged {
            let answer = player.visitor.get(&format!("/game/{id}/record")).await;
            let record: Record = answer.body.parse().unwrap();
            assert!(record.actions.starts_with(known), "{id}: {known:?}, and there is {record}");
            games += 1;
            moves += known.len();
        }
    }
    println!("{games} games, {moves} acknowledged moves");
    assert!(games > GAMES.len() && moves > TIMES * GAMES.len(), "{games} games, {moves} moves are no load");
    // And it closes in peace: everybody is told.
    let (mut line, _) = players[0].visitor.live(players[0].acknowledged.keys().next().unwrap()).await;
    let closing = tokio::task::spawn_blocking(move || process.terminate());
    assert_eq!(line.closed().await, Some(1001));
    assert!(closing.await.unwrap().success());
    line.say(json!({ "t": "ping", "n": 1 })).await;
}
