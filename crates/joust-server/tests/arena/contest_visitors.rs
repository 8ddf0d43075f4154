//! Hostile visitors of a contest: what is not theirs stays closed, whatever address, number, file or name they try.

use crate::client::{Arena, Visitor};
use crate::contests::{GREEDY, Program, TERMS, open, with_judges};
use joust_store::Role;

/// What only the author of a version and teachers read, in the source and in what the player writes.
const SECRET: &str = "secret thought";

/// A student of a contest, with a browser.
async fn student(arena: &Arena, name: &str, id: &str, code: &str) -> (Program, Visitor) {
    let (mut program, browser) = Program::with_session(arena, name, Role::Student).await;
    program.post(&format!("/{id}/join?code={code}"), "").await;
    (program, browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_tells_anybody_what_is_not_theirs() {
    let arena = Arena::with(with_judges(1)).await;
    let (mut teacher, id, code) = open(&arena, &TERMS.replace("blocks = 2", "blocks = 0")).await;
    let (mut ada, mut adas_browser) = student(&arena, "Ada", &id, &code).await;
    let (mut bob, bobs_browser) = student(&arena, "Bob", &id, &code).await;
    let (_, removed) = student(&arena, "Rem", &id, &code).await;
    let class = teacher.get(&format!("/{id}/class")).await;
    let number = |name: &str| {
        let members = class["members"].as_array().unwrap();
        members.iter().find(|one| one["name"] == name).unwrap()["number"].as_u64().unwrap()
    };
    // Only pages remove a member.
    let (mut operator, mut office) = Program::with_session(&arena, "Op", Role::Operator).await;
    let form = format!("member={}&deed=remove", number("Rem"));
    assert_eq!(office.post(&format!("/contests/{id}/class/member"), &form).await.status, 303);
    let (_, stranger) = Program::with_session(&arena, "Stranger", Role::Teacher).await;
    let (version, judged) = ada.submit(&id, "Ada", GREEDY).await;
    assert_eq!(judged["state"], "qualified", "{judged:#}");
    let game = judged["games"][0]["number"].as_u64().unwrap();
    let (own, _) = bob.submit(&id, "Bob", GREEDY).await;
    for kind in ["similarity", "archive"] {
        operator.post(&format!("/{id}/{kind}"), "").await;
        operator.until(&format!("/{id}/{kind}/state"), |job| job["state"] == "idle").await;
    }
    let page = adas_browser.get(&format!("/contests/{id}/versions/{version}")).await;
    assert!(page.status == 200 && page.body.contains(SECRET), "the author reads it: {}", page.status);
    let base = format!("/contests/{id}");
    let closed = [
        format!("/versions/{version}"),
        format!("/versions/{version}/live"),
        format!("/versions/{version}/source"),
        format!("/versions/{version}/module"),
        format!("/versions/{version}/compare?with={own}"),
        format!("/versions/{own}/compare?with={version}"),
        "/versions/9223372036854775808".to_owned(),
        "/class".to_owned(),
        "/class/list".to_owned(),
        "/gradebook".to_owned(),
        "/terms".to_owned(),
        "/similarity".to_owned(),
        "/similarity/live".to_owned(),
        "/similarity/file".to_owned(),
        "/similarity/report".to_owned(),
        "/archive".to_owned(),
        "/archive/live".to_owned(),
        "/archive/file".to_owned(),
        "/rounds/1/journal".to_owned(),
        "/rounds/1/report".to_owned(),
        "/rounds/1/gradebook".to_owned(),
        "/../../joust.db".to_owned(),
        "/%2e%2e/%2e%2e/joust.db".to_owned(),
    ];
    let deeds = [
        (format!("/versions/{version}/choose"), ""),
        (format!("/versions/{version}/label"), "label=mine"),
        (format!("/versions/{version}/rejudge"), ""),
        ("/rejudge".to_owned(), ""),
        ("/state".to_owned(), "state=closed"),
        ("/class/code".to_owned(), ""),
        ("/class/import".to_owned(), "csv=Eve"),
        ("/class/member".to_owned(), "member=1&deed=teacher"),
        ("/similarity".to_owned(), ""),
        ("/archive".to_owned(), ""),
        ("/terms".to_owned(), "terms=x"),
    ];
    let guest = arena.visitor().await;
    for (name, browser) in
        [("Bob", bobs_browser), ("removed", removed), ("another teacher", stranger), ("a guest", guest)]
    {
        let mut browser = browser;
        for path in &closed {
            let answer = browser.get(&format!("{base}{path}")).await;
            assert!(matches!(answer.status, 400 | 401 | 403 | 404), "{name}: {path}: {}", answer.status);
            assert!(!answer.body.contains(SECRET), "{name}: {path}");
        }
        for (path, form) in &deeds {
            let answer = browser.post(&format!("{base}{path}"), form).await;
            assert!(matches!(answer.status, 400 | 401 | 403 | 404), "{name}: {path}: {}", answer.status);
        }
        // Open pages have nothing of it, either: the game is the game only.
        for path in [String::new(), "/ranking".to_owned(), "/matches".to_owned(), format!("/matches/{game}")]
        {
            let answer = browser.get(&format!("{base}{path}")).await;
            assert!(!answer.body.contains(SECRET) && !answer.body.contains(&code), "{name}: {path}");
        }
        let record = browser.get(&format!("{base}/matches/{game}/record")).await;
        assert!(record.status == 200 && !record.body.contains(SECRET), "{name}: {}", record.status);
    }
    // Nothing of it was done.
    let after = ada.get(&format!("/{id}/versions/{version}")).await;
    assert_eq!((&after["label"], &after["state"]), (&"".into(), &"qualified".into()), "{after:#}");
    assert_eq!(teacher.get(&format!("/{id}")).await["join_code"], code.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_files_and_names_do_no_harm() {
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, id, code) = open(&arena, &TERMS.replace("per-hour = 4", "per-hour = 50")).await;
    let mut eve = Program::of(&arena, "Eve", Role::Student).await;
    // A name that turns the text around, has lines in it, or is a formula.
    let name = "%3DHYPERLINK(%22http://x%22)%0D%0A%E2%80%AE%00Eve";
    eve.post(&format!("/{id}/join?code={code}&name={name}"), "").await;
    let class = teacher.get(&format!("/{id}/class")).await;
    let shown = class["members"].as_array().unwrap().iter().find(|one| one["account"] == "Eve").unwrap();
    let shown = shown["name"].as_str().unwrap();
    assert!(!shown.chars().any(|c| c.is_control() || c == '\u{202e}'), "{shown:?}");
    for file in [
        "..%2F..%2Fetc%2Fpasswd",
        "%00.js",
        "a%0D%0ASet-Cookie:%20x=y.js",
        "%22%3Bfilename%3Dx.html",
        "con",
        "%E2%80%AEsj.exe",
        "",
        ".",
    ] {
        let path = format!("/{id}/versions?file={file}&player=%3Cb%3E&label=%3Cscript%3E%00%1B%5B2J");
        let number = eve.post(&path, "<script>alert(1)</script>\u{0}").await["number"].clone();
        let version = eve.get(&format!("/{id}/versions/{number}")).await;
        let kept = version["file"].as_str().unwrap();
        assert!(!kept.contains(['/', '\\']) && !kept.chars().any(char::is_control), "{kept:?}");
        assert!(!version["label"].as_str().unwrap().chars().any(char::is_control), "{version}");
        let (status, body) = eve.ask("GET", &format!("/{id}/versions/{number}/source"), "").await;
        assert_eq!((status, body.as_str()), (200, "<script>alert(1)</script>\u{0}"), "{file}");
    }
    // A source is saved, and never shown as a page.
    let (_, mut browser) = Program::with_session(&arena, "Tea2", Role::Operator).await;
    let answer = browser.get(&format!("/contests/{id}/versions/1/source")).await;
    assert!(answer.head().contains("content-disposition: attachment"), "{}", answer.head());
    assert!(answer.head().contains("application/octet-stream"), "{}", answer.head());
    let page = browser.get(&format!("/contests/{id}/versions/1")).await.body;
    assert!(page.contains("&#60;script&#62;") && !page.contains("<script>alert"), "{page}");
    // The gradebook and the list of the class have no formula.
    for path in ["gradebook", "class/list"] {
        let csv = browser.get(&format!("/contests/{id}/{path}")).await.body;
        assert!(csv.contains("'=HYPERLINK") && !csv.contains(",=HYPERLINK"), "{path}: {csv}");
    }
    let list = "name,key\n=1+1,\"@SUM(1)\"\n";
    assert_eq!(teacher.post(&format!("/{id}/class"), list).await["added"], 1);
    let csv = browser.get(&format!("/contests/{id}/class/list")).await.body;
    assert!(csv.contains("'=1+1,'@SUM(1)"), "{csv}");
    // The archive has them all, each within its folder.
    teacher.post(&format!("/{id}/archive"), "").await;
    let made = teacher.until(&format!("/{id}/archive/state"), |job| job["state"] == "idle").await;
    assert!(made["trouble"].is_null(), "{made}");
}

#[tokio::test(flavor = "multi_thread")]
async fn join_codes_are_guessed_as_slowly_as_passwords() {
    let arena = Arena::with(|settings| joust_server::Settings { judges: 0, ..settings }).await;
    let (_, id, code) = open(&arena, TERMS).await;
    let mut eve = Program::of(&arena, "Eve", Role::Student).await;
    let mut refused = 0;
    for guess in 0..30 {
        let (status, _) = eve.ask("POST", &format!("/{id}/join?code=guess{guess:03}"), "").await;
        assert!(matches!(status, 422 | 429), "{status}");
        refused += usize::from(status == 429);
    }
    assert!(refused >= 15, "{refused}");
    // Even the right code must wait now.
    assert_eq!(eve.ask("POST", &format!("/{id}/join?code={code}"), "").await.0, 429);
}
