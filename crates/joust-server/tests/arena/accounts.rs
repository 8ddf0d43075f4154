//! Accounts: keeping a name, signing in and out, and everything that belongs to an account.

use crate::client::{Arena, Visitor, settings};
use joust_server::{Rate, ServerLimits, Settings, Shares};
use joust_store::{Role, Upkeep};
use serde_json::Value;
use std::time::Duration;

const PASSWORD: &str = "orange+tiger+piano";
const OTHER: &str = "seven+quiet+volcanoes";

/// Keeps a name, and gives the recovery codes.
async fn keep(visitor: &mut Visitor, name: &str) -> Vec<String> {
    let answer = visitor.post("/account/new", &format!("name={name}&password={PASSWORD}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let codes = shown(&answer.body);
    assert_eq!(codes.len(), 8);
    codes
}

/// The secrets that a page shows once.
fn shown(page: &str) -> Vec<String> {
    let parts = page.split("<li><code>").skip(1);
    parts.filter_map(|part| part.split_once("</code>")).map(|(secret, _)| secret.to_owned()).collect()
}

async fn sign_in(visitor: &mut Visitor, name: &str, password: &str) -> u16 {
    visitor.post("/account/in", &format!("name={name}&password={password}")).await.status
}

/// The value of the cookie of the session.
fn session(visitor: &Visitor) -> String {
    let cookie = visitor.cookie.clone().unwrap();
    cookie.split_once("joust-session=").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

async fn is_in(visitor: &mut Visitor, name: &str) -> bool {
    visitor.get("/account").await.body.contains(&format!("Signed in as {name}"))
}

/// All bytes of the files of the database, as far as it is one of files.
fn stored(arena: &Arena) -> Option<Vec<u8>> {
    if crate::database(arena.folder.path()).is_some() {
        return None;
    }
    let files = std::fs::read_dir(arena.folder.path()).unwrap();
    Some(files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap_or_default()).collect())
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_keeps_a_name_and_all_games_come_along() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen&name=Guest+Ada").await;
    let guest = ada.clone();
    assert!(ada.get("/account/new").await.body.contains("Guest Ada"), "the name is filled in");
    keep(&mut ada, "Ada+Lovelace").await;
    assert!(is_in(&mut ada, "Ada Lovelace").await);
    assert!(ada.get("/games").await.body.contains(&id));
    let (_, state) = ada.live(&id).await;
    assert_eq!(state["you"], serde_json::json!([0, 1]), "the seats are still theirs");
    let new = ada.make("game=mad&opponent=screen&name=Somebody+Else").await;
    assert_eq!(ada.live(&new).await.1["seats"][0]["name"], "Ada Lovelace");
    // The guest's cookie is that of a stranger now.
    let mut copy = guest.clone();
    let page = copy.get("/games").await;
    assert!(!page.body.contains(&id), "{}", page.body);
    assert_ne!(copy.cookie, guest.cookie, "a stranger gets another id");
    assert_eq!(guest.live(&id).await.1["you"], serde_json::json!([]));
    // So it is after a restart, and the session lives on.
    let arena = arena.restart().await;
    ada.address = arena.server.address();
    assert!(is_in(&mut ada, "Ada Lovelace").await && ada.get("/games").await.body.contains(&id));
    let mut copy = Visitor { address: ada.address, ..guest };
    assert!(!copy.get("/games").await.body.contains(&id));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_in_on_every_browser_that_knows_the_password() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    keep(&mut ada, "Ada").await;
    let mut phone = arena.visitor().await;
    assert_eq!(sign_in(&mut phone, "Ada", "wrong+horse+battery").await, 422);
    // The case of the name does not matter, and the password is what was typed.
    assert_eq!(sign_in(&mut phone, "ADA", PASSWORD).await, 303);
    assert!(is_in(&mut phone, "Ada").await);
    assert!(phone.get("/games").await.body.contains(&id));
    assert_ne!(session(&ada), session(&phone));
    assert_eq!(phone.post("/account/out", "").await.status, 303);
    assert!(!is_in(&mut phone, "Ada").await && is_in(&mut ada, "Ada").await);
    assert!(!phone.get("/games").await.body.contains(&id));
    // A second sign-in in one browser replaces the first.
    assert_eq!(sign_in(&mut ada, "Ada", PASSWORD).await, 303);
    let page = ada.get("/account").await.body;
    assert_eq!(page.matches("name=\"hash\"").count(), 1, "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_tells_a_wrong_name_from_a_wrong_password() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    keep(&mut ada, "Ada").await;
    let mut eve = arena.visitor().await;
    let wrong = eve.post("/account/in", "name=Ada&password=guess+one+two").await;
    let nobody = eve.post("/account/in", "name=Bob&password=guess+one+two").await;
    assert_eq!((wrong.status, nobody.status), (422, 422));
    assert!(wrong.body.contains("the name or the password is wrong"), "{}", wrong.body);
    assert_eq!(wrong.body.replace("Ada", "Bob"), nobody.body);
    let form = |name: &str| format!("name={name}&code=00000-00000-00000-00000&password={OTHER}");
    let wrong = eve.post("/account/recover", &form("Ada")).await;
    let nobody = eve.post("/account/recover", &form("Bob")).await;
    assert_eq!((wrong.status, nobody.status), (422, 422));
    assert_eq!(wrong.body.replace("Ada", "Bob"), nobody.body);
}

fn with_guesses(settings: Settings) -> Settings {
    let never = |burst| Rate { burst, every: Duration::from_hours(9) };
    let guesses = Shares { visitor: Some(never(3)), address: never(8), network: never(8) };
    Settings { limits: ServerLimits { guesses, ..settings.limits.clone() }, ..settings }
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_are_slowed_by_account_and_by_address() {
    let arena = Arena::with(with_guesses).await;
    let mut ada = arena.visitor().await;
    keep(&mut ada, "Ada").await;
    // What is right costs nothing.
    for _ in 0..12 {
        assert_eq!(sign_in(&mut ada, "Ada", PASSWORD).await, 303);
    }
    let mut seen = Vec::new();
    for _ in 0..5 {
        // A new cookie does not help.
        seen.push(sign_in(&mut arena.visitor().await, "ada", "guess+one+two").await);
    }
    assert_eq!(seen, [422, 422, 422, 429, 429]);
    // Not even the right password is tried then, and codes are guesses, too.
    assert_eq!(sign_in(&mut arena.visitor().await, "Ada", PASSWORD).await, 429);
    let code = format!("name=Ada&code=x&password={OTHER}");
    assert_eq!(arena.visitor().await.post("/account/recover", &code).await.status, 429);
    assert!(is_in(&mut ada, "Ada").await, "a session is not touched");
    // Other accounts, until the address has used up its own share.
    let mut eve = arena.visitor().await;
    let mut refused = 0;
    for number in 0..8 {
        refused += u32::from(sign_in(&mut eve, &format!("Bob{number}"), "guess+one+two").await == 429);
    }
    assert_eq!(refused, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_revoked_is_out_at_once() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    keep(&mut ada, "Ada").await;
    let mut lost = arena.visitor().await;
    assert_eq!(sign_in(&mut lost, "Ada", PASSWORD).await, 303);
    let (mut line, state) = lost.live(&id).await;
    assert_eq!(state["you"], serde_json::json!([0, 1]));
    let page = ada.get("/account").await.body;
    let hashes: Vec<&str> = page.split("name=\"hash\" value=\"").skip(1).map(|part| &part[..64]).collect();
    let own = page.split(" · this browser").next().unwrap().matches("name=\"hash\"").count();
    let other = hashes[usize::from(own == 0)];
    assert_eq!(ada.post("/account/sessions", &format!("hash={other}")).await.status, 303);
    assert!(!is_in(&mut lost, "Ada").await);
    assert_eq!(line.closed().await, Some(1013), "an open game closes, too");
    assert!(is_in(&mut ada, "Ada").await);
    // All others, and those that a new password ends.
    for form in [
        "/account/sessions hash=others",
        "/account/password password=orange+tiger+piano&new=seven+quiet+volcanoes",
    ] {
        let mut other = arena.visitor().await;
        assert_eq!(sign_in(&mut other, "Ada", PASSWORD).await, 303);
        assert!(is_in(&mut other, "Ada").await);
        let (path, form) = form.split_once(' ').unwrap();
        assert_eq!(ada.post(path, form).await.status, 303);
        assert!(!is_in(&mut other, "Ada").await && is_in(&mut ada, "Ada").await, "{path}");
    }
    // A stranger ends nobody's session.
    let mut eve = arena.visitor().await;
    keep(&mut eve, "Eve").await;
    let page = ada.get("/account").await.body;
    let (_, hash) = page.split_once("name=\"hash\" value=\"").unwrap();
    eve.post("/account/sessions", &format!("hash={}", &hash[..64])).await;
    assert!(is_in(&mut ada, "Ada").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_change_and_weak_ones_are_refused_with_the_reason() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    for (password, reason) in [
        ("short", "at least 10 characters"),
        ("password1234", "easy to guess"),
        ("AdaLovelaceAda", "easy to guess"),
    ] {
        let answer = ada.post("/account/new", &format!("name=Ada+Lovelace&password={password}")).await;
        assert_eq!(answer.status, 422, "{password}");
        assert!(
            answer.body.contains(reason) && answer.body.contains("value=\"Ada Lovelace\""),
            "{}",
            answer.body
        );
    }
    assert!(!is_in(&mut ada, "Ada").await);
    keep(&mut ada, "Ada").await;
    let change = |old: &str, new: &str| format!("password={old}&new={new}");
    let wrong = ada.post("/account/password", &change("wrong+words+here", OTHER)).await;
    assert!(wrong.status == 422 && wrong.body.contains("current password is wrong"), "{}", wrong.body);
    assert_eq!(ada.post("/account/password", &change(PASSWORD, "short")).await.status, 422);
    assert_eq!(ada.post("/account/password", &change(PASSWORD, OTHER)).await.status, 303);
    let mut phone = arena.visitor().await;
    assert_eq!(sign_in(&mut phone, "Ada", PASSWORD).await, 422);
    assert_eq!(sign_in(&mut phone, "Ada", OTHER).await, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_works_once_and_ends_everything_else() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let codes = keep(&mut ada, "Ada").await;
    let mut back = arena.visitor().await;
    let form = |code: &str, password: &str| format!("name=Ada&code={code}&password={password}");
    // As people type it.
    let typed = codes[0].to_uppercase().replace('-', "+");
    let weak = back.post("/account/recover", &form(&typed, "short")).await;
    assert_eq!(weak.status, 422, "a refused password does not use up the code");
    assert_eq!(back.post("/account/recover", &form(&typed, OTHER)).await.status, 303);
    assert!(is_in(&mut back, "Ada").await && !is_in(&mut ada, "Ada").await);
    assert!(back.get("/account").await.body.contains("7 codes are left"));
    let again = arena.visitor().await.post("/account/recover", &form(&codes[0], PASSWORD)).await;
    assert!(again.status == 422 && again.body.contains("the code was used before"), "{}", again.body);
    // New codes need the password, and end the old ones.
    assert_eq!(back.post("/account/codes", "password=wrong+words+here").await.status, 422);
    let fresh = shown(&back.post("/account/codes", &format!("password={OTHER}")).await.body);
    assert_eq!(fresh.len(), 8);
    let old = arena.visitor().await.post("/account/recover", &form(&codes[1], PASSWORD)).await;
    assert_eq!(old.status, 422);
    assert_eq!(arena.visitor().await.post("/account/recover", &form(&fresh[3], PASSWORD)).await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_not_in_the_database() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let codes = keep(&mut ada, "Ada").await;
    let token = shown(&ada.post("/account/tokens", "label=laptop").await.body).remove(0);
    assert!(token.starts_with("joust_"), "{token}");
    ada.ask("GET", "/games", &[("Authorization", &format!("Bearer {token}"))], "").await;
    let Some(bytes) = stored(&arena) else { return };
    assert!(has(&bytes, "laptop") && has(&bytes, "$argon2id$"), "the files are those of the database");
    for secret in
        [session(&ada), token, codes[0].clone(), codes[0].replace('-', ""), "orange tiger".to_owned()]
    {
        assert!(!has(&bytes, &secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_acts_for_the_account_and_cannot_change_it() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    keep(&mut ada, "Ada").await;
    let token = shown(&ada.post("/account/tokens", "label=%3Cb%3Elaptop").await.body).remove(0);
    let bearer = format!("Bearer {token}");
    let mut program = Visitor { address: ada.address, cookie: None };
    let answer = program.ask("GET", "/games", &[("Authorization", &bearer)], "").await;
    assert!(answer.status == 200 && answer.body.contains(&id), "{}", answer.body);
    assert_eq!(answer.header("set-cookie"), None, "a program needs no cookies");
    // A program says nothing of its origin.
    let form = [("Authorization", bearer.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    let made = program.ask("POST", "/games", &form, "game=mad&opponent=screen").await;
    assert_eq!(made.status, 303);
    assert!(ada.get("/games").await.body.contains(&made.header("location").unwrap()[6..]));
    for (path, body) in [
        ("/account/name", "name=Eve"),
        ("/account/password", "password=orange+tiger+piano&new=seven+quiet+volcanoes"),
        ("/account/tokens", "label=more"),
        ("/account/delete", "name=Ada&password=orange+tiger+piano"),
        ("/account/codes", "password=orange+tiger+piano"),
    ] {
        assert_eq!(program.ask("POST", path, &form, body).await.status, 401, "{path}");
    }
    for path in ["/account/data", "/account/delete", "/account/people"] {
        assert_eq!(program.ask("GET", path, &form[..1], "").await.status, 401, "{path}");
    }
    for wrong in ["Bearer joust_0", "Bearer x y", &format!("Bearer {}", session(&ada))] {
        let answer = program.ask("GET", "/games", &[("Authorization", wrong)], "").await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("Bearer")), "{wrong}");
    }
    // Nor does it pass for a session, not even right after it was used.
    program.ask("GET", "/games", &[("Authorization", &bearer)], "").await;
    let mut forged = arena.visitor().await;
    forged.cookie = forged.cookie.map(|own| format!("{own}; joust-session={token}"));
    assert!(!is_in(&mut forged, "Ada").await);
    let page = ada.get("/account").await.body;
    assert!(!page.contains("<b>laptop") && page.contains("laptop"), "{page}");
    let (_, hash) = page
        .split_once("action=\"/account/tokens/end\"><input type=\"hidden\" name=\"hash\" value=\"")
        .unwrap();
    assert_eq!(ada.post("/account/tokens/end", &format!("hash={}", &hash[..64])).await.status, 303);
    assert_eq!(program.ask("GET", "/games", &[("Authorization", &bearer)], "").await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_name_and_its_doubles_are_refused_to_everybody_else() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    keep(&mut ada, "Ada+Ivanova").await;
    let mut eve = arena.visitor().await;
    // Case, Cyrillic letters, a small L for a capital I, wide letters, blanks, and invisible characters.
    let doubles = [
        "ada+ivanova",
        "%D0%90d%D0%B0+Ivanova",
        "Ada+lvanova",
        "%EF%BC%A1da+Ivanova",
        "AdaIvanova",
        "Ada%E2%80%8B+Ivanova",
    ];
    for name in doubles {
        let answer = eve.post("/account/new", &format!("name={name}&password={PASSWORD}")).await;
        assert!(
            answer.status == 422 && answer.body.contains("looks like it, is taken"),
            "{name}: {}",
            answer.body
        );
        assert_eq!(eve.post("/name", &format!("name={name}")).await.status, 409, "{name}");
        let game = eve.post("/games", &format!("game=mad&opponent=screen&name={name}")).await;
        assert!(game.status == 422 && game.body.contains("data-field=\"name\""), "{name}: {}", game.body);
    }
    for name in ["Joust", "guest", "0perator"] {
        let answer = eve.post("/account/new", &format!("name={name}&password={PASSWORD}")).await;
        assert!(answer.status == 422 && answer.body.contains("reserved"), "{name}");
    }
    keep(&mut eve, "Eve").await;
    assert_eq!(eve.post("/account/name", "name=ADA+IVANOVA").await.status, 422);
    assert!(is_in(&mut eve, "Eve").await);
    let long = ada.post("/account/name", &format!("name={}", "x".repeat(25))).await;
    assert!(long.status == 422 && long.body.contains("a name has at most 24 characters"), "{}", long.body);
    // The own name may be written otherwise, and a name that is given up is free.
    assert_eq!(ada.post("/account/name", "name=ada+ivanova").await.status, 303);
    assert!(is_in(&mut ada, "ada ivanova").await);
    assert_eq!(ada.post("/account/name", "name=Countess").await.status, 303);
    assert!(is_in(&mut ada, "Countess").await);
    assert_eq!(eve.post("/account/name", "name=Ada+Ivanova").await.status, 303);
    assert_eq!(sign_in(&mut arena.visitor().await, "Countess", PASSWORD).await, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_export_has_everything_and_nobody_elses_id() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=friend&name=Ada").await;
    let mut bob = arena.visitor().await;
    let (mut line, _) = bob.live(&id).await;
    line.say(serde_json::json!({ "t": "join" })).await;
    line.hear("game").await;
    keep(&mut ada, "Ada").await;
    ada.post("/account/tokens", "label=laptop").await;
    let answer = ada.get("/account/data").await;
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"joust-account.json\""));
    let text = answer.body;
    let data: Value = serde_json::from_str(&unchunked(&text)).unwrap_or_else(|why| panic!("{why}: {text}"));
    assert_eq!((&data["account"]["name"], &data["account"]["role"]), (&"Ada".into(), &"student".into()));
    assert_eq!(data["account"]["recoveryCodesLeft"], 8);
    assert_eq!(data["sessions"][0]["current"], true);
    assert_eq!(data["tokens"][0]["label"], "laptop");
    assert_eq!(data["games"][0]["id"], *id);
    assert_eq!(data["games"][0]["terms"]["game"], "mad");
    let log = data["games"][0]["log"].as_array().unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(log[0]["entry"]["visitor"], data["account"]["visitor"]);
    assert_eq!(log[1]["entry"]["visitor"], Value::Null, "the id of another visitor is theirs");
    assert!(!text.contains("argon2") && !text.contains(&session(&ada)), "{text}");
    assert_eq!(bob.get("/account/data").await.status, 401);
}

/// A body that was sent in chunks.
fn unchunked(body: &str) -> String {
    let (mut rest, mut text) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        if length == 0 {
            break;
        }
        text.push_str(&after[..length]);
        rest = after[length..].trim_start_matches("\r\n");
    }
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_nothing() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=friend&name=Zanzibara").await;
    let bob = arena.visitor().await;
    let (mut line, _) = bob.live(&id).await;
    line.say(serde_json::json!({ "t": "join" })).await;
    line.hear("game").await;
    keep(&mut ada, "Zanzibara").await;
    ada.post("/account/tokens", "label=Kilimanjaro").await;
    let data: Value = serde_json::from_str(&unchunked(&ada.get("/account/data").await.body)).unwrap();
    let visitor = data["account"]["visitor"].as_str().unwrap().to_owned();
    assert!(ada.get("/account/delete").await.body.contains("cannot be undone"));
    for wrong in ["name=Bob&password=orange+tiger+piano", "name=Zanzibara&password=wrong+words+here"] {
        assert_eq!(ada.post("/account/delete", wrong).await.status, 422, "{wrong}");
    }
    let (mut open, _) = bob.live(&id).await;
    let gone = ada.post("/account/delete", &format!("name=zanzibara&password={PASSWORD}")).await;
    assert!(gone.status == 200 && gone.body.contains("Your account is gone"), "{}", gone.body);
    assert_eq!(open.closed().await, Some(1013), "those who watch a game see it again, without the name");
    assert!(!is_in(&mut ada, "Zanzibara").await);
    assert_eq!(sign_in(&mut arena.visitor().await, "Zanzibara", PASSWORD).await, 422);
    // The game goes on without the name.
    let (_, state) = bob.live(&id).await;
    assert_eq!(state["you"], serde_json::json!([1]));
    assert_eq!(state["seats"][0]["name"], "");
    if let Some(bytes) = stored(&arena) {
        for trace in ["Zanzibara", "zanzibara", &visitor, "Kilimanjaro"] {
            assert!(!has(&bytes, trace), "{trace}");
        }
    }
    // The name is free.
    keep(&mut arena.visitor().await, "Zanzibara").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_another_browser_can_be_brought_along() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    keep(&mut ada, "Ada").await;
    let mut phone = arena.visitor().await;
    let alone = phone.make("game=mad&opponent=screen&name=Guest+7").await;
    // A game in which the account sits as well stays as it is.
    let both = ada.make("game=mad&opponent=friend").await;
    let (mut line, _) = phone.live(&both).await;
    line.say(serde_json::json!({ "t": "join" })).await;
    line.hear("game").await;
    assert_eq!(sign_in(&mut phone, "Ada", PASSWORD).await, 303);
    let page = phone.get("/account").await.body;
    assert!(page.contains("2 games from before you signed in"), "{page}");
    assert!(!phone.get("/games").await.body.contains(&alone));
    assert_eq!(phone.post("/account/bring", "").await.status, 303);
    assert!(ada.get("/games").await.body.contains(&alone));
    let (_, state) = ada.live(&alone).await;
    assert_eq!((&state["you"], &state["seats"][0]["name"]), (&serde_json::json!([0, 1]), &"Ada".into()));
    assert_eq!(ada.live(&both).await.1["you"], serde_json::json!([0]));
    assert!(
        !ada.get("/account").await.body.contains("from before you signed in"),
        "her browser was no guest"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_other_sites_do_nothing() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    keep(&mut ada, "Ada").await;
    let form = ("Content-Type", "application/x-www-form-urlencoded");
    for foreign in [
        vec![form, ("Origin", "https://evil.example")],
        vec![form, ("Origin", "null")],
        vec![form, ("Sec-Fetch-Site", "cross-site")],
        vec![form, ("Sec-Fetch-Site", "same-site")],
        // Every browser says where a form comes from.
        vec![form],
    ] {
        for path in ["/account/name", "/account/out", "/account/sessions", "/account/tokens", "/games"] {
            let answer = ada.ask("POST", path, &foreign, "name=Eve&hash=others&label=x&game=mad").await;
            assert_eq!(answer.status, 403, "{path} {foreign:?}");
        }
    }
    let mut stranger = arena.visitor().await;
    let login = stranger.ask("POST", "/account/in", &[form, ("Origin", "https://evil.example")], "").await;
    assert_eq!(login.status, 403, "nor is a visitor signed in to an account of another site's choice");
    assert!(is_in(&mut ada, "Ada").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_forms_are_refused() {
    let arena = Arena::open().await;
    let mut eve = arena.visitor().await;
    let long = "x".repeat(3000);
    let zalgo = format!("e{}", "%CC%81".repeat(500));
    for name in [
        "",
        "%00",
        "%E2%80%AE",
        "%20",
        &long,
        &zalgo,
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "%FF%FE",
        "'%3B--",
    ] {
        for path in ["/account/new", "/account/in", "/account/recover"] {
            let answer = eve.post(path, &format!("name={name}&password=x&code={name}")).await;
            assert!([400, 422, 429].contains(&answer.status), "{path} {name}: {}", answer.status);
            assert!(!answer.body.contains("<script>alert"), "{path}");
        }
    }
    for body in ["", "x", "name", "name=a&name=b", "{\"name\":1}", "password=%80"] {
        for path in ["/account/in", "/account/new", "/account/openid/name"] {
            let status = eve.post(path, body).await.status;
            assert!([400, 404, 422, 429].contains(&status), "{path} {body}: {status}");
        }
    }
    let huge = eve.post("/account/in", &format!("name=a&password={}", "x".repeat(20_000))).await;
    assert_eq!(huge.status, 413);
    for cookie in ["", "x", "../../etc", &"0".repeat(5000), "é", "'; DROP TABLE session; --"] {
        let mut forged = arena.visitor().await;
        forged.cookie = forged.cookie.map(|own| format!("{own}; joust-session={cookie}"));
        assert!(!is_in(&mut forged, "").await, "{cookie}");
    }
    for path in ["/account/data", "/account/delete", "/account/people"] {
        assert_eq!(eve.get(path).await.status, 401, "{path}");
    }
    for path in ["/account/openid", "/account/openid/back?state=x&code=y"] {
        assert_eq!(eve.get(path).await.status, 404, "there is no provider: {path}");
    }
    for path in
        ["/account/name", "/account/codes", "/account/bring", "/account/tokens/end", "/account/openid/end"]
    {
        let status = eve.post(path, "name=a&hash=b&issuer=c&subject=d").await.status;
        assert_eq!(status, 401, "{path}");
        assert_eq!(eve.get(path).await.header("location"), Some("/account"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_make_teachers_and_nobody_else_does() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let mut bob = arena.visitor().await;
    keep(&mut ada, "Ada").await;
    keep(&mut bob, "Bob").await;
    assert_eq!(ada.get("/account/people").await.status, 403);
    assert_eq!(ada.post("/account/people", "name=Ada&role=operator").await.status, 403);
    let place = settings(arena.folder.path()).place();
    let mut upkeep = Upkeep::open(&place).await.unwrap();
    assert!(upkeep.set_role("Ada", Role::Operator).await.unwrap());
    upkeep.close().await;
    // The server believes what it knows for some seconds.
    let known = async {
        while ada.get("/account/people").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), known).await.expect("the role counts");
    let page = ada.get("/account/people?name=b").await.body;
    assert!(page.contains("Bob") && !page.contains("<bdi>Ada"), "{page}");
    let made = ada.post("/account/people", "name=Bob&role=teacher").await;
    assert!(made.status == 200 && made.body.contains("Bob is now: teacher"), "{}", made.body);
    assert!(bob.get("/account").await.body.contains("teacher"), "at once");
    assert_eq!(bob.get("/account/people").await.status, 403);
    for (form, status) in
        [("name=Nobody&role=teacher", 422), ("name=Bob&role=king", 400), ("name=Ada&role=student", 422)]
    {
        assert_eq!(ada.post("/account/people", form).await.status, status, "{form}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_accounts_speak_french_and_are_kept_by_no_cache() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    for path in ["/account", "/account/new", "/account/recover"] {
        let page = ada.get(&format!("{path}?lang=fr")).await;
        assert!(page.status == 200 && page.body.contains("lang=\"fr\""), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-store"), "{path}");
    }
    ada.cookie = ada.cookie.map(|cookie| format!("{cookie}; lang=fr"));
    let refused = ada.post("/account/new", "name=Ada&password=court").await;
    assert!(refused.body.contains("au moins 10 caractères"), "{}", refused.body);
    keep(&mut ada, "Ada").await;
    assert!(ada.get("/account").await.body.contains("Connecté : Ada"));
    // Over https the cookie is bound to the host.
    let https = |settings| Settings { public_url: Some("https://joust.example".into()), ..settings };
    let arena = Arena::with(https).await;
    let form = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "https://joust.example")];
    let body = format!("name=Ada&password={PASSWORD}");
    let mut eve = Visitor { address: arena.server.address(), cookie: None };
    let made = eve.ask("POST", "/account/new", &form, &body).await;
    let line = made.head().lines().find(|line| line.contains("__Host-joust-session=")).unwrap().to_owned();
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(line.contains(word), "{line}");
    }
}
