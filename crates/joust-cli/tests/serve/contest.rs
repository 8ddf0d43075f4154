//! A whole contest by the commands of teacher and students. Whatever is done to it, it ends as one that was left
//! alone.

use crate::player::{any_pause, fresh_seed};
use crate::process::{Process, command};
use crate::support::Visitor;
use joust_core::Seed;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::OnceCell;

const JOUST: &str = env!("CARGO_BIN_EXE_joust");

/// How much a contest plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// The blocks of the ladder.
    pub(crate) ladder: u32,
    /// The blocks of the official round.
    pub(crate) round: u32,
}

impl Size {
    /// Enough for a test.
    pub(crate) const SMALL: Size = Size { ladder: 3, round: 3 };
}

/// What happens to a contest while it runs.
pub(crate) trait Mishaps {
    /// Whether anything does.
    const ANY: bool = true;

    /// Something happens, perhaps several times. The server listens when this is over.
    async fn strike(&mut self, scene: &mut Scene);
}

/// Nothing happens.
pub(crate) struct Quiet;

impl Mishaps for Quiet {
    const ANY: bool = false;

    async fn strike(&mut self, _: &mut Scene) {}
}

/// The server is killed so many times.
pub(crate) struct Kills(usize);

impl Mishaps for Kills {
    async fn strike(&mut self, scene: &mut Scene) {
        let mut rng = Seed(fresh_seed()).rng();
        for number in 0..self.0 {
            if number > 0 {
                any_pause(&mut rng, 20, 900).await;
            }
            scene.restart();
        }
    }
}

/// A War Game on a tiny board, with little fuel. `[ladder]` and the date of the round are set later.
fn terms(size: Size, at: i64) -> String {
    let Size { ladder: blocks, round } = size;
    format!(
        "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"Keren:4x4\", \"tiny\"]\ncloses = 2099-01-01T00:00:00Z\n\
         [limits]\nfuel = 200_000_000\nbank = 300_000_000\n[qualification]\nagainst = \"random\"\n\
         seeds = [1, 2, 3, 4, 5]\nwins = 1\n[ladder]\nblocks = {blocks}\n\
         [[round]]\nname = \"Final\"\nat = {}\nformat = {{ kind = \"round-robin\", blocks = {round} }}\n",
        date(at)
    )
}

/// A bot in one file that likes the first or the last of the best moves.
fn bot(better: &str) -> String {
    format!(
        "import {{ Action, Bot, run }} from \"./joust/index.js\";\nclass B extends Bot {{ act(turn) {{\n\
         const position = turn.wargame(); let best = turn.moves[0], most = -1e9;\n\
         for (const move of turn.moves) {{ const after = position.play(move);\n\
         const worth = after.score(position.side) - after.score(1 - position.side);\n\
         if (worth {better} most) [best, most] = [move, worth]; }}\nreturn new Action(best, {{}}); }} }}\n\
         run(() => new B());\n"
    )
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

/// A time as TOML has it, by the calendar of the system.
fn date(seconds: i64) -> String {
    let told =
        Command::new("date").args(["-u", "-d", &format!("@{seconds}"), "+%Y-%m-%dT%H:%M:%SZ"]).output();
    String::from_utf8(told.unwrap().stdout).unwrap().trim().to_owned()
}

/// Somebody with an account and a token in a file.
struct Person {
    program: Visitor,
    bearer: String,
    token: String,
}

/// The arena of a contest, on one port for all its lives.
pub(crate) struct Scene {
    folder: tempfile::TempDir,
    port: u16,
    process: Option<Process>,
    url: String,
    /// More settings of the server.
    words: Vec<String>,
    database: Option<String>,
}

impl Scene {
    pub(crate) fn start() -> Scene {
        Scene::with(&[], None)
    }

    /// An arena with more settings, perhaps on a PostgreSQL database.
    pub(crate) fn with(words: &[&str], database: Option<String>) -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let words = words.iter().map(ToString::to_string).collect();
        let mut scene = Scene { folder, port, process: None, url: String::new(), words, database };
        scene.up();
        scene
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }

    fn up(&mut self) {
        let mut command = command(&self.data());
        command.env("JOUST_PORT", self.port.to_string()).args(["--judges", "1"]).args(&self.words);
        command.envs(self.database.iter().map(|url| ("JOUST_DATABASE", url)));
        self.process = Some(Process::spawn(command));
    }

    /// Kills the server, and starts another one.
    pub(crate) fn restart(&mut self) {
        self.process.take().unwrap().kill();
        self.up();
    }

    /// Waits until the server can use its database.
    pub(crate) async fn is_healthy(&self) {
        let mut visitor = Visitor { address: self.process.as_ref().unwrap().address, cookie: None };
        let healthy = async {
            while visitor.get("/health").await.status != 200 {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), healthy).await.expect("the server is not healthy");
    }

    fn joust(&self, words: &[&str]) -> Output {
        let mut command = Command::new(JOUST);
        command.envs(self.database.iter().map(|url| ("JOUST_DATABASE", url)));
        command.args(words).current_dir(self.folder.path()).output().unwrap()
    }

    /// A command that must do what it is told.
    fn done(&self, words: &[&str]) -> String {
        let done = self.joust(words);
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{words:?}: {told}");
        String::from_utf8(done.stdout).unwrap()
    }

    async fn person(&self, name: &str) -> Person {
        let mut visitor = Visitor { address: self.process.as_ref().unwrap().address, cookie: None };
        visitor.get("/").await;
        let kept = visitor.post("/account/new", &format!("name={name}&password=orange+tiger+piano")).await;
        assert_eq!(kept.status, 200, "{}", kept.body);
        if name == "Tea" {
            self.done(&["arena", "operator", "Tea", "--data", self.data().to_str().unwrap()]);
        }
        let page = visitor.post("/account/tokens", "label=test").await.body;
        let token = page.split("<li><code>").nth(1).and_then(|part| part.split_once("</code>")).unwrap().0;
        let file = self.folder.path().join(format!("{name}.token"));
        fs::write(&file, format!("{token}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let program = Visitor { address: visitor.address, cookie: None };
        Person { program, bearer: format!("Bearer {token}"), token: file.to_str().unwrap().to_owned() }
    }

    /// Hands a file in without waiting, and gives the number of the version.
    fn submit(&self, person: &Person, file: &str, player: &str) -> u64 {
        let words = ["submit", file, "--contest", &self.url, "--player", player];
        let told = self
            .done(&[&words[..], &["--token-file", &person.token, "--no-wait", "--json", "--quiet"]].concat());
        serde_json::from_str::<Value>(&told).unwrap()["number"].as_u64().unwrap()
    }

    /// A command that follows the judge of a version.
    fn follow(&self, person: &Person, number: u64) -> Child {
        let words = ["submit", "--follow", &number.to_string(), "--contest", &self.url];
        let words = [&words[..], &["--token-file", &person.token, "--json"]].concat();
        let mut command = Command::new(JOUST);
        command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

impl Person {
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Value {
        let headers = [("Authorization", self.bearer.as_str())];
        let answer = self.program.ask(method, path, &headers, body).await;
        assert!(matches!(answer.status, 200 | 201), "{path}: {} {}", answer.status, answer.body);
        serde_json::from_str(&answer.body).unwrap()
    }

    async fn until(&mut self, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let look = async {
            loop {
                let found = self.ask("GET", path, "").await;
                if holds(&found) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(4), look).await.unwrap_or_else(|_| panic!("{path}"))
    }
}

/// What the students hand in: the name, the file, the source, and the exit code of `joust submit`.
fn sources() -> [(&'static str, &'static str, String, Option<i32>); 4] {
    let loops = "import { Action, Bot, run } from './joust/index.js';\nlet turns = 0;\n\
        class B extends Bot { act(turn) { turns += 1; while (turns > 2) {} return new Action(turn.moves[0], {}); } }\n\
        run(() => new B());\n";
    [
        ("Ada", "ada.js", bot(">"), Some(0)),
        ("Bob", "bob.js", bot(">="), Some(0)),
        ("Cat", "cat.js", "this is not a program".to_owned(), Some(1)),
        ("Dan", "dan.js", loops.to_owned(), Some(1)),
    ]
}

/// The contest with its teacher: its address for programs, and its join code.
fn open(scene: &mut Scene, tea: &Person, size: Size) -> (String, String) {
    let without_ladder = terms(Size { ladder: 0, ..size }, now() + 1_000_000);
    fs::write(scene.folder.path().join("contest.toml"), without_ladder).unwrap();
    let arena = format!("http://127.0.0.1:{}", scene.port);
    let words = ["contest", "open", &arena, "--file", "contest.toml", "--token-file", &tea.token, "--json"];
    let opened: Value = serde_json::from_str(&scene.done(&words)).unwrap();
    opened["url"].as_str().unwrap().clone_into(&mut scene.url);
    // A token that others can read is refused before anything is sent.
    fs::set_permissions(&tea.token, fs::Permissions::from_mode(0o644)).unwrap();
    let refused = scene.joust(&["contest", "close", &scene.url, "--token-file", &tea.token]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && told.contains("chmod 600"), "{told}");
    fs::set_permissions(&tea.token, fs::Permissions::from_mode(0o600)).unwrap();
    let api = format!("/api/contests/{}", scene.url.rsplit('/').next().unwrap());
    (api, opened["join_code"].as_str().unwrap().to_owned())
}

/// Everybody hands in by `joust submit`; gives the students and what became of their versions.
async fn hand_in(
    scene: &mut Scene,
    tea: &mut Person,
    api: &str,
    code: &str,
    mishaps: &mut impl Mishaps,
) -> (Vec<Person>, Vec<Value>) {
    let sources = sources();
    let mut students = Vec::new();
    for (name, file, source, _) in &sources {
        fs::write(scene.folder.path().join(file), source).unwrap();
        let mut student = scene.person(name).await;
        student.ask("POST", &format!("{api}/join?code={code}"), "").await;
        students.push(student);
    }
    let mut numbers = Vec::new();
    for ((name, file, ..), student) in sources.iter().zip(&students) {
        numbers.push(scene.submit(student, file, name));
    }
    assert_eq!(numbers, [1, 2, 3, 4]);
    let following: Vec<Child> =
        numbers.iter().zip(&students).map(|(number, one)| scene.follow(one, *number)).collect();
    // While the judge is at work.
    tea.until(&format!("{api}/versions/2"), |version| version["state"] != "waiting").await;
    mishaps.strike(scene).await;
    let mut versions = Vec::new();
    for (child, (name, _, _, code)) in following.into_iter().zip(&sources) {
        let done = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), *code, "{name}: {told}");
        let version: Value =
            serde_json::from_slice(&done.stdout).unwrap_or_else(|why| panic!("{why}: {told}"));
        let shown: Vec<Value> =
            version["games"].as_array().unwrap().iter().map(|game| game["shown"].clone()).collect();
        versions.push(json!([version["state"], version["failed"], version["sha256"], shown]));
    }
    (students, versions)
}

/// Plays a contest to its end, and gives its results.
pub(crate) async fn contest<M: Mishaps>(mut scene: Scene, size: Size, mishaps: &mut M) -> Value {
    let mut tea = scene.person("Tea").await;
    let (api, code) = open(&mut scene, &tea, size);
    let (mut students, versions) = hand_in(&mut scene, &mut tea, &api, &code, mishaps).await;
    // A second version, which the student chooses.
    let again = scene.submit(&students[0], "ada.js", "Ada");
    let own = format!("{api}/versions/{again}");
    students[0].until(&own, |version| version["state"] == "qualified").await;
    students[0].ask("POST", &format!("{own}/choose"), "").await;
    if !M::ANY {
        at_home(&scene, &mut students[0], &api, again).await;
    }
    // The ladder plays until both are placed.
    tea.ask("PUT", &format!("{api}/terms"), &terms(size, now() + 1_000_000)).await;
    tea.until(&format!("{api}/ranking"), |page| page["games"].as_u64() >= Some(1)).await;
    mishaps.strike(&mut scene).await;
    tea.until(&format!("{api}/ranking"), |page| {
        let rows = page["rows"].as_array().unwrap();
        rows.len() == 2 && rows.iter().all(|row| row["blocks"].as_u64() >= Some(u64::from(size.ladder)))
    })
    .await;
    // A block counts from its first game on, and a game shortly after it is stored.
    let ladder = tea
        .until(&format!("{api}/matches?kind=ladder"), |page| {
            page["rows"].as_array().unwrap().iter().all(|game| game["state"] == "done")
        })
        .await;
    let games = ladder["rows"].as_array().unwrap().len() as u64;
    let ranking = tea.until(&format!("{api}/ranking"), |page| page["games"].as_u64() == Some(games)).await;
    // The official round, at a date a second away.
    tea.ask("PUT", &format!("{api}/terms"), &terms(size, now() + 1)).await;
    tea.until(&format!("{api}/rounds/1"), |round| round["state"] != "ahead").await;
    mishaps.strike(&mut scene).await;
    let round = tea.until(&format!("{api}/rounds/1"), |round| round["state"] == "over").await;
    let gradebook = export(&scene, &tea);
    json!({ "versions": versions, "ranking": ranking["rows"], "round": round["table"], "gradebook": gradebook })
}

/// Takes the contest away and closes it; gives the gradebook.
fn export(scene: &Scene, tea: &Person) -> String {
    let gradebook = scene.done(&["contest", "export", &scene.url, "--gradebook", "--token-file", &tea.token]);
    scene.done(&["contest", "export", &scene.url, "--out", "spring.tar.gz", "--token-file", &tea.token]);
    let tar = Command::new("tar").args(["-tzf", "spring.tar.gz"]).current_dir(scene.folder.path()).output();
    let listed = String::from_utf8(tar.unwrap().stdout).unwrap();
    for name in ["index.html", "gradebook.csv", "versions/1/handed/ada.js", "rounds/round-1.journal"] {
        assert!(listed.lines().any(|line| line == name), "{name}: {listed}");
    }
    let closed = scene.done(&["contest", "close", &scene.url, "--token-file", &tea.token]);
    assert!(closed.starts_with("closed: "), "{closed}");
    gradebook
}

/// The module that the arena has stored plays the same games at home, byte for byte.
async fn at_home(scene: &Scene, student: &mut Person, api: &str, number: u64) {
    let version = student.ask("GET", &format!("{api}/versions/{number}"), "").await;
    // The module of one source is always the same, so it can be built here.
    let words = ["contest", "judge", "contest.toml", "ada.js", "--player", "Ada", "--json", "--quiet"];
    let report: Value = serde_json::from_str(&scene.done(&words)).unwrap();
    assert_eq!(report["module_sha256"], version["sha256"]);
    let games = version["games"].as_array().unwrap();
    assert_eq!(report["games"].as_array().unwrap().len(), games.len());
    for (home, there) in report["games"].as_array().unwrap().iter().zip(games) {
        assert_eq!(home["shown"], there["shown"]);
        let private = &there["private"][home["seat"].as_u64().unwrap() as usize];
        assert_eq!(home["private"]["fuel"], private["fuel"]);
    }
}

/// The results of a small contest that was left alone; it is played once.
pub(crate) async fn quiet() -> &'static Value {
    static QUIET: OnceCell<Value> = OnceCell::const_new();
    let play = async || contest(Scene::start(), Size::SMALL, &mut Quiet).await;
    let played = QUIET.get_or_init(play).await;
    assert_eq!(played["versions"][2][1][0], "sources", "{played:#}");
    played
}

/// Fails unless two contests have ended alike.
pub(crate) fn assert_alike(one: &Value, other: &Value) {
    for part in ["versions", "ranking", "round", "gradebook"] {
        assert_eq!(one[part], other[part], "{part}");
    }
}

/// Kills the server of a contest so many times, and fails unless the contest ends as an undisturbed one.
pub(crate) async fn compare(kills: usize) {
    let mut mishaps = Kills(kills.div_ceil(3));
    let (quiet, killed) = tokio::join!(quiet(), contest(Scene::start(), Size::SMALL, &mut mishaps));
    assert_alike(quiet, &killed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contest_whose_server_is_killed_ends_as_one_that_was_not() {
    compare(3).await;
}
