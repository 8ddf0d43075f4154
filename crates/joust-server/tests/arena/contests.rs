//! Contests: handing in, the judge, permissions, the ladder, friendly matches, official rounds, restarts.

use crate::client::{Arena, Visitor, settings};
use joust_server::Settings;
use joust_store::{Role, Upkeep};
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

/// A War Game on a tiny board, with a short ladder and little fuel.
pub(crate) const TERMS: &str = "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"Keren:4x4\"]\n\
    closes = 2099-01-01T00:00:00Z\n[limits]\nfuel = 200_000_000\nbank = 300_000_000\n\
    [qualification]\nagainst = \"random\"\nseeds = [1, 2, 3, 4, 5]\nwins = 1\n\
    [ladder]\nblocks = 2\n[versions]\nper-hour = 4\n[friendly]\nper-day = 2\n";

/// A greedy bot in one file.
pub(crate) const GREEDY: &str = include_str!("../../../../tests/data/bots/greedy.js");

/// A program of an account.
pub(crate) struct Program {
    pub(crate) visitor: Visitor,
    bearer: Option<String>,
}

impl Program {
    /// An account with a role and a token.
    pub(crate) async fn of(arena: &Arena, name: &str, role: Role) -> Program {
        Program::with_session(arena, name, role).await.0
    }

    /// An account with a role and a token, and its browser.
    pub(crate) async fn with_session(arena: &Arena, name: &str, role: Role) -> (Program, Visitor) {
        let mut visitor = arena.visitor().await;
        let kept = visitor.post("/account/new", &format!("name={name}&password=orange+tiger+piano")).await;
        assert_eq!(kept.status, 200, "{}", kept.body);
        // Before the server has looked at the session: then it believes what it saw for some seconds.
        if role != Role::Student {
            let mut upkeep = Upkeep::open(&settings(arena.folder.path()).place()).await.unwrap();
            assert!(upkeep.set_role(name, role).await.unwrap());
            upkeep.close().await;
        }
        let page = visitor.post("/account/tokens", "label=test").await.body;
        let token = page.split("<li><code>").nth(1).and_then(|part| part.split_once("</code>")).unwrap().0;
        let bearer = Some(format!("Bearer {token}"));
        (Program { visitor: Visitor { cookie: None, ..visitor.clone() }, bearer }, visitor)
    }

    pub(crate) fn nobody(arena: &Arena) -> Program {
        Program { visitor: Visitor { address: arena.server.address(), cookie: None }, bearer: None }
    }

    pub(crate) async fn ask(&mut self, method: &str, path: &str, body: &str) -> (u16, String) {
        let bearer = self.bearer.clone();
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
        let answer = self.visitor.ask(method, &format!("/api/contests{path}"), &headers, body).await;
        (answer.status, answer.body)
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, body) = self.ask("GET", path, "").await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    pub(crate) async fn post(&mut self, path: &str, body: &str) -> Value {
        let (status, text) = self.ask("POST", path, body).await;
        assert!(status == 200 || status == 201, "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// The status and the words of a refusal.
    pub(crate) async fn refused(&mut self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (status, text) = self.ask(method, path, body).await;
        let told: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {status} {text}"));
        (status, told["error"].as_str().unwrap_or_default().to_owned())
    }

    /// Hands a bot in and waits for its verdict.
    pub(crate) async fn submit(&mut self, contest: &str, player: &str, source: &str) -> (u64, Value) {
        let path = format!("/{contest}/versions?file=bot.js&player={player}");
        let number = self.post(&path, source).await["number"].as_u64().unwrap();
        (number, self.judged(contest, number).await)
    }

    pub(crate) async fn judged(&mut self, contest: &str, number: u64) -> Value {
        let path = format!("/{contest}/versions/{number}");
        self.until(&path, |version| !matches!(version["state"].as_str(), Some("waiting" | "judging"))).await
    }

    pub(crate) async fn until(&mut self, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let look = async {
            loop {
                let found = self.get(path).await;
                if holds(&found) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(2), look).await.unwrap_or_else(|_| panic!("{path}"))
    }
}

pub(crate) fn with_judges(judges: usize) -> impl FnOnce(Settings) -> Settings {
    move |settings| Settings { judges, rate_limits: false, ..settings }
}

/// An open contest with its teacher, and its id.
pub(crate) async fn open(arena: &Arena, terms: &str) -> (Program, String, String) {
    let mut teacher = Program::of(arena, "Tea", Role::Teacher).await;
    let id = teacher.post("", terms).await["id"].as_str().unwrap().to_owned();
    let code = teacher.post(&format!("/{id}/open"), "").await["join_code"].as_str().unwrap().to_owned();
    (teacher, id, code)
}

/// A student of a contest.
pub(crate) async fn student(arena: &Arena, name: &str, id: &str, code: &str) -> Program {
    let mut program = Program::of(arena, name, Role::Student).await;
    program.post(&format!("/{id}/join?code={code}"), "").await;
    program
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64
}

/// A time as TOML has it.
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    let rest = seconds.rem_euclid(86_400);
    // Howard Hinnant's days to a date of the civil calendar.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
    let year = yoe + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// Everybody sees the games of a round, and of the own players what nobody else sees.
async fn games_of_a_round(teacher: &mut Program, ada: &mut Program, bob: &mut Program, id: &str) {
    let own = ada.get(&format!("/{id}/rounds/1/games?own=true")).await;
    let row = &own["rows"][0];
    let first = row["seats"][0]["name"] == "Ada";
    let path = format!("/{id}/rounds/1/games/{}", row["number"]);
    let mut guest = Program { visitor: Visitor { cookie: None, ..ada.visitor.clone() }, bearer: None };
    for (reader, sees, names) in [
        (&mut *ada, [first, !first], ["Ada", "Ada"]),
        (bob, [!first, first], ["Bob", "Bob"]),
        (teacher, [true, true], ["Ada", "Bob"]),
        (&mut guest, [false, false], ["", ""]),
    ] {
        let page = reader.get(&path).await;
        for (private, sees) in page["private"].as_array().unwrap().iter().zip(sees) {
            assert_eq!(private["fuel"].as_array().is_some_and(|fuel| fuel.len() > 1), sees, "{page:#}");
        }
        let round = reader.get(&format!("/{id}/rounds/1")).await;
        for row in round["table"]["rows"].as_array().unwrap() {
            assert_eq!(!row["fuel"].is_null(), names.contains(&row["name"].as_str().unwrap()), "{row}");
        }
    }
    let (status, record) = guest.ask("GET", &format!("{path}/record"), "").await;
    assert!(status == 200 && record.starts_with("[Game \"wargame\"]"), "{record}");
    assert_eq!(guest.ask("GET", &format!("/{id}/rounds/1/games/99"), "").await.0, 404);
    for page in ["?of=own", "/games/0"] {
        let page = guest.visitor.get(&format!("/contests/{id}/rounds/1{page}")).await;
        assert_eq!(page.status, 200, "{}", page.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_hands_in_climbs_and_plays_its_round() {
    let arena = Arena::with(with_judges(1)).await;
    let with_round = |at: i64| {
        format!("{TERMS}[[round]]\nname = \"Final\"\nat = {}\nformat = \"round-robin\"\n", date(at))
    };
    let terms = with_round(now() + 1_000_000);
    let (mut teacher, id, code) = open(&arena, &terms).await;
    let mut ada = student(&arena, "Ada", &id, &code).await;
    let mut bob = student(&arena, "Bob", &id, &code).await;
    let (first, version) = ada.submit(&id, "Ada", GREEDY).await;
    assert_eq!(version["state"], "qualified", "{version:#}");
    assert_eq!(version["player"], "Ada");
    let steps = version["report"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5, "{steps:?}");
    // The author sees what the player wrote and its fuel; the game can be replayed.
    let game = &version["games"][0];
    let own = game["private"].as_array().unwrap().iter().find(|private| !private.is_null()).unwrap();
    assert!(own["output"].as_str().unwrap().starts_with("secret thought"), "{own}");
    assert!(own["fuel"].as_array().unwrap().len() > 1);
    let bout = game["number"].as_u64().unwrap();
    let (status, record) = ada.ask("GET", &format!("/{id}/matches/{bout}/record"), "").await;
    assert!(status == 200 && record.starts_with("[Game \"wargame\"]"), "{record}");
    // A second student takes no name that is taken, whatever the case.
    let (_, taken) = bob.submit(&id, "ADA", GREEDY).await;
    assert_eq!((&taken["state"], &taken["failed"][0]), (&json!("failed"), &json!("sources")), "{taken:#}");
    let (_, version) = bob.submit(&id, "Bob", GREEDY).await;
    assert_eq!(version["state"], "qualified", "{version:#}");
    // The ladder plays by itself until everybody is placed.
    let ranking = teacher
        .until(&format!("/{id}/ranking"), |ranking| {
            let rows = ranking["rows"].as_array().unwrap();
            rows.len() == 2 && rows.iter().all(|row| row["blocks"].as_u64() >= Some(2))
        })
        .await;
    // Two blocks of two games, if the first version has waited for the second one.
    assert!(ranking["games"].as_u64().unwrap() >= 4, "{ranking:#}");
    let meetings = ada.get(&format!("/{id}/ranking/{first}")).await;
    assert!(!meetings["meetings"].as_array().unwrap().is_empty());
    // The official round begins at its date, with everybody that has an official version.
    assert_eq!(teacher.get(&format!("/{id}/rounds/1")).await["state"], "ahead");
    let at = now() + 1;
    assert_eq!(teacher.ask("PUT", &format!("/{id}/terms"), &with_round(at)).await.0, 200);
    let round = teacher.until(&format!("/{id}/rounds/1"), |round| round["state"] == "over").await;
    assert!(now() >= at);
    assert_eq!(round["table"]["rows"].as_array().unwrap().len(), 2, "{round:#}");
    assert_eq!(round["games"][0], round["games"][1]);
    assert_eq!(
        teacher.refused("PUT", &format!("/{id}/terms"), &terms).await.0,
        422,
        "a date that has come stays"
    );
    let (status, csv) = teacher.ask("GET", &format!("/{id}/gradebook"), "").await;
    assert!(status == 200 && csv.contains("Final: place"), "{csv}");
    assert!(csv.lines().any(|line| line.contains(",Ada,1,1,Ada,")), "{csv}");
    for (file, begins) in [("gradebook", "name,student,key,place"), ("report", "<!"), ("journal", "{")] {
        let (status, text) = teacher.ask("GET", &format!("/{id}/rounds/1/{file}"), "").await;
        assert!(
            status == 200 && text.starts_with(begins),
            "{file}: {status} {}",
            &text[..60.min(text.len())]
        );
        assert_eq!(ada.ask("GET", &format!("/{id}/rounds/1/{file}"), "").await.0, 403, "{file}");
    }
    games_of_a_round(&mut teacher, &mut ada, &mut bob, &id).await;
    let mut guest = Program::nobody(&arena);
    let games = guest.get(&format!("/{id}/rounds/1/games")).await;
    assert_eq!(games["rows"].as_array().unwrap().len(), 2, "{games:#}");
    let hidden = format!("{}[sees]\ngames = false\n", with_round(at));
    assert_eq!(teacher.ask("PUT", &format!("/{id}/terms"), &hidden).await.0, 200);
    assert_eq!(guest.ask("GET", &format!("/{id}/rounds/1/games/0"), "").await.0, 404);
    assert_eq!(guest.get(&format!("/{id}/rounds/1/games")).await["rows"], json!([]));
    assert_eq!(ada.ask("GET", &format!("/{id}/rounds/1/games/0"), "").await.0, 200, "it is her game");
    teacher.post(&format!("/{id}/archive"), "").await;
    let made = teacher.until(&format!("/{id}/archive/state"), |job| job["state"] == "idle").await;
    assert!(made["trouble"].is_null() && made["kept"]["bytes"].as_u64() > Some(1000), "{made}");
    assert_eq!(teacher.ask("GET", &format!("/{id}/archive"), "").await.0, 200);
    assert_eq!(ada.ask("GET", &format!("/{id}/archive"), "").await.0, 403);
    // Everything is still there after a restart, and nothing is done twice.
    let is_over = |page: &Value| page["rows"].as_array().unwrap().iter().all(|game| game["state"] == "done");
    teacher.until(&format!("/{id}/matches?kind=ladder"), is_over).await;
    let before = teacher.get(&format!("/{id}/ranking")).await;
    let arena = arena.restart().await;
    for program in [&mut teacher, &mut ada, &mut bob] {
        program.visitor.address = arena.server.address();
    }
    assert_eq!(teacher.get(&format!("/{id}/ranking")).await, before);
    assert_eq!(ada.get(&format!("/{id}/versions/{first}")).await["state"], "qualified");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_the_places_of_all_others() {
    let arena = Arena::with(|settings| Settings { judges: 0, ..settings }).await;
    let (_, id, code) = open(&arena, TERMS).await;
    let mut ada = student(&arena, "Ada", &id, &code).await;
    let mut bob = student(&arena, "Bob", &id, &code).await;
    let bearer = ada.bearer.clone().unwrap();
    let head = format!(
        "POST /api/contests/{id}/versions?file=b.js HTTP/1.1\r\nHost: arena\r\nAuthorization: {bearer}\r\n\
         Content-Length: 9000\r\n\r\nx"
    );
    let (path, mut slow, mut told) = (format!("/{id}/versions?file=b.js"), Vec::new(), (0, String::new()));
    // An empty file is refused at once where there is a place for it. One that is asked about meanwhile may have the
    // place of a slow one, so there are more of these than places.
    while told.0 != 429 && slow.len() < 12 {
        let mut stream = TcpStream::connect(ada.visitor.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
        tokio::time::sleep(Duration::from_millis(50)).await;
        told = ada.ask("POST", &path, "").await;
    }
    assert_eq!(told.0, 429, "one account has all places: {told:?}");
    assert_eq!(bob.refused("POST", &path, "").await, (422, "the file is empty".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_of_a_student_has_an_end() {
    let arena = Arena::with(with_judges(0)).await;
    let terms =
        TERMS.replace("per-hour = 4", "per-hour = 50\nmegabytes = 1") + "[sources]\nlargest-kb = 512\n";
    let (mut teacher, id, code) = open(&arena, &terms).await;
    let mut ada = student(&arena, "Ada", &id, &code).await;
    let mut bob = student(&arena, "Bob", &id, &code).await;
    let (path, large) = (format!("/{id}/versions?file=bot.js"), "x".repeat(400 << 10));
    for _ in 0..2 {
        ada.post(&path, &large).await;
    }
    let (status, words) = ada.refused("POST", &path, &large).await;
    assert!(status == 422 && words.starts_with("your versions have filled the 1 MB"), "{words}");
    ada.post(&path, "x").await;
    bob.post(&path, &large).await;
    let more = terms.replace("megabytes = 1", "megabytes = 2");
    assert_eq!(teacher.ask("PUT", &format!("/{id}/terms"), &more).await.0, 200);
    ada.post(&path, &large).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_what_is_not_theirs() {
    let arena = Arena::with(with_judges(1)).await;
    let terms = TERMS.replace("blocks = 2", "blocks = 0");
    let (mut teacher, id, code) = open(&arena, &terms).await;
    let mut ada = student(&arena, "Ada", &id, &code).await;
    let mut bob = student(&arena, "Bob", &id, &code).await;
    let mut other = Program::of(&arena, "Other", Role::Teacher).await;
    let mut guest = Program::nobody(&arena);
    let (number, version) = ada.submit(&id, "Ada", GREEDY).await;
    assert_eq!(version["state"], "qualified", "{version:#}");
    let game = version["games"][0]["number"].as_u64().unwrap();
    // Sources, modules, logs and what a player wrote are the author's and the teachers'.
    for rest in ["", "/events", "/source", "/module"] {
        let path = format!("/{id}/versions/{number}{rest}");
        assert_eq!(teacher.ask("GET", &path, "").await.0, 200, "{path}");
        assert_eq!(ada.ask("GET", &path, "").await.0, 200, "{path}");
        for (reader, status) in [(&mut bob, 403), (&mut other, 403), (&mut guest, 401)] {
            let (told, body) = reader.ask("GET", &path, "").await;
            assert_eq!(told, status, "{path}: {body}");
            assert!(!body.contains("secret") && !body.contains("steps"), "{body}");
        }
    }
    // Nobody else chooses or rejudges it, and a version that does not exist looks the same.
    for (method, rest) in [("POST", "/choose"), ("POST", "/rejudge"), ("GET", "")] {
        for number in [number, 999] {
            let path = format!("/{id}/versions/{number}{rest}");
            assert_eq!(bob.ask(method, &path, "").await.0, 403, "{path}");
        }
    }
    // Others see the game only.
    for reader in [&mut bob, &mut other, &mut guest] {
        let page = reader.get(&format!("/{id}/matches/{game}")).await;
        assert_eq!(page["private"], json!([null, null]), "{page:#}");
        assert!(!page.to_string().contains("secret"), "{page}");
        assert_eq!(page["seats"][0]["student"], Value::Null, "names are not shown");
    }
    let page = teacher.get(&format!("/{id}/matches/{game}")).await;
    assert!(page.to_string().contains("secret thought"), "a teacher sees all");
    // Lists of versions, the class, terms and exports.
    assert_eq!(bob.get(&format!("/{id}/versions")).await["versions"], json!([]));
    for rest in ["class", "gradebook", "archive", "archive/state", "similarity", "similarity/state", "terms"]
    {
        let path = format!("/{id}/{rest}");
        for (reader, status) in [(&mut ada, 403), (&mut other, 403), (&mut guest, 401)] {
            assert_eq!(reader.ask("GET", &path, "").await.0, status, "{path}");
        }
    }
    for rest in ["open", "close", "archive", "similarity"] {
        for (asker, status) in [(&mut ada, 403), (&mut other, 403), (&mut guest, 401)] {
            assert_eq!(asker.ask("POST", &format!("/{id}/{rest}"), "").await.0, status, "{rest}");
        }
    }
    assert_eq!(guest.refused("POST", &format!("/{id}/versions?file=bot.js"), GREEDY).await.0, 401);
    assert_eq!(other.refused("POST", &format!("/{id}/versions?file=bot.js"), GREEDY).await.0, 403);
    assert_eq!(guest.get(&format!("/{id}")).await["join_code"], Value::Null);
    // A draft does not exist for others.
    let draft = teacher.post("", &terms).await["id"].as_str().unwrap().to_owned();
    for reader in [&mut ada, &mut other, &mut guest] {
        assert_eq!(
            reader.refused("GET", &format!("/{draft}"), "").await,
            (404, "there is nothing here".to_owned())
        );
    }
    let mut operator = Program::of(&arena, "Op", Role::Operator).await;
    assert_eq!(operator.get(&format!("/{draft}")).await["standing"], "teacher");
    // Where the terms hide games and ranking, only teachers see them.
    let hidden = format!("{terms}[sees]\ngames = false\nranking = false\n");
    let set = teacher.ask("PUT", &format!("/{id}/terms"), &hidden).await;
    assert_eq!(set.0, 200, "{}", set.1);
    assert_eq!(bob.ask("GET", &format!("/{id}/matches/{game}"), "").await.0, 404);
    assert_eq!(bob.ask("GET", &format!("/{id}/matches/{game}/record"), "").await.0, 404);
    assert_eq!(bob.get(&format!("/{id}/matches")).await["rows"], json!([]));
    assert_eq!(ada.get(&format!("/{id}/matches")).await["rows"].as_array().unwrap().len(), 1);
    assert_eq!(bob.ask("GET", &format!("/{id}/ranking"), "").await.0, 403);
    assert_eq!(guest.ask("GET", &format!("/{id}/ranking"), "").await.0, 401);
    assert_eq!(teacher.ask("GET", &format!("/{id}/ranking"), "").await.0, 200);
    // What results depend on stays.
    let other_seed = format!("seed = 7\n{hidden}");
    assert_eq!(teacher.refused("PUT", &format!("/{id}/terms"), &other_seed).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_dates_and_codes_are_kept() {
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, id, code) = open(&arena, TERMS).await;
    let mut ada = Program::of(&arena, "Ada", Role::Student).await;
    let join = |code: &str| format!("/{id}/join?code={code}");
    assert_eq!(ada.refused("POST", &join("00000000"), "").await, (422, "the code is wrong".to_owned()));
    assert_eq!(ada.refused("POST", &format!("/{id}/versions?file=b.js"), "x").await.0, 403, "not a member");
    let typed = format!("{}-{}", &code[..4], code[4..].to_uppercase());
    ada.post(&join(&typed), "").await;
    assert_eq!(ada.ask("POST", "", TERMS).await.0, 403, "a student makes no contest");
    let submit = format!("/{id}/versions?file=bot.js");
    assert_eq!(ada.refused("POST", &submit, "").await, (422, "the file is empty".to_owned()));
    assert_eq!(ada.refused("POST", &submit, &"x".repeat(5 << 20)).await.0, 422);
    for number in 1..=4 {
        assert_eq!(ada.post(&submit, "x").await["number"], number);
    }
    let (status, words) = ada.refused("POST", &submit, "x").await;
    assert!(status == 422 && words.starts_with("4 versions within an hour"), "{words}");
    // A class with a list is closed to others.
    let list = teacher.post(&format!("/{id}/class"), "name,key\nBob,u17\nCat,u18\n").await;
    assert_eq!(list, json!({ "added": 2, "known": 0 }));
    let mut eve = Program::of(&arena, "Eve", Role::Student).await;
    assert_eq!(eve.refused("POST", &join(&code), "").await.0, 422);
    let mut bob = Program::of(&arena, "Bob", Role::Student).await;
    bob.post(&join(&code), "").await;
    let class = teacher.get(&format!("/{id}/class")).await;
    let member =
        class["members"].as_array().unwrap().iter().find(|one| one["name"] == "Bob").unwrap().clone();
    assert_eq!((&member["key"], class["invited"].as_array().unwrap().len()), (&json!("u17"), 1));
    // A contest that is over or closed takes nothing.
    let over = TERMS.replace("2099", "2019");
    assert_eq!(teacher.ask("PUT", &format!("/{id}/terms"), &over).await.0, 200);
    let late = (422, "the contest is over: the deadline has passed".to_owned());
    assert_eq!(bob.refused("POST", &submit, "x").await, late);
    teacher.post(&format!("/{id}/close"), "").await;
    for program in [&mut bob, &mut teacher] {
        let words = program.refused("POST", &submit, "x").await.1;
        assert_eq!(words, "nothing is taken now: the contest is not open");
    }
    // Mistakes in the terms are told with their lines.
    let (status, body) = teacher.ask("POST", "", "name = \"x\"\ngame = \"chess\"\n").await;
    let told: Value = serde_json::from_str(&body).unwrap();
    assert!(status == 422 && told["problems"][0].as_str().unwrap().contains("line 2"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_judged_after_a_restart_and_friendlies_have_a_budget() {
    let arena = Arena::with(with_judges(0)).await;
    let terms = TERMS.replace("blocks = 2", "blocks = 0");
    let (mut teacher, id, code) = open(&arena, &terms).await;
    let mut ada = student(&arena, "Ada", &id, &code).await;
    let path = format!("/{id}/versions?file=bot.js&player=Ada");
    let first = ada.post(&path, GREEDY).await["number"].as_u64().unwrap();
    let second = ada.post(&path, GREEDY).await["number"].as_u64().unwrap();
    assert_eq!(ada.get(&format!("/{id}/versions/{second}")).await["state"], "waiting");
    let arena = arena.restart().await;
    for program in [&mut teacher, &mut ada] {
        program.visitor.address = arena.server.address();
    }
    let versions = [ada.judged(&id, first).await, ada.judged(&id, second).await];
    for version in &versions {
        assert_eq!(version["state"], "qualified", "{version:#}");
    }
    // Two runs of one source agree.
    assert_eq!(versions[0]["sha256"], versions[1]["sha256"]);
    assert_eq!(versions[0]["games"][0]["shown"], versions[1]["games"][0]["shown"]);
    // The first that qualified is official, until the student chooses.
    assert_eq!((&versions[0]["is_official"], &versions[1]["may_choose"]), (&json!(true), &json!(true)));
    ada.post(&format!("/{id}/versions/{second}/choose"), "").await;
    assert_eq!(ada.get(&format!("/{id}")).await["official"], second);
    // Own versions may meet: their names are told apart.
    let played = ada.post(&format!("/{id}/matches?seats={first},{second}"), "").await["number"].clone();
    let game = ada.until(&format!("/{id}/matches/{played}"), |game| game["state"] != "waiting").await;
    assert_eq!(game["state"], "done", "{game:#}");
    assert_eq!(game["shown"]["names"], json!(["Ada", format!("Ada-{second}")]));
    let wrong = format!("/{id}/matches?seats={first}");
    assert_eq!(ada.refused("POST", &wrong, "").await.1, "a match has 2 players, and one of them is yours");
    ada.post(&format!("/{id}/matches?seats=-,{second}"), "").await;
    let (status, words) = ada.refused("POST", &format!("/{id}/matches?seats=-,{second}"), "").await;
    assert!(status == 422 && words.starts_with("2 friendly matches"), "{words}");
    // The progress ends with the final state.
    let (status, events) = ada.ask("GET", &format!("/{id}/versions/{first}/events"), "").await;
    assert!(status == 200 && events.contains("\"state\":\"qualified\""), "{events}");
    // A closed contest takes no choice, and offers none.
    assert_eq!(ada.get(&format!("/{id}/versions/{first}")).await["may_choose"], true);
    teacher.post(&format!("/{id}/close"), "").await;
    assert_eq!(ada.get(&format!("/{id}/versions/{first}")).await["may_choose"], false);
    assert_eq!(ada.refused("POST", &format!("/{id}/versions/{first}/choose"), "").await.0, 422);
}
