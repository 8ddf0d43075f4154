//! The similarity report and the archive of a contest: jobs that are started, followed and kept.

use crate::client::Arena;
use crate::contests::{GREEDY, Program, TERMS, open, student, with_judges};
use joust_store::Role;
use serde_json::{Value, json};

/// Waits for a job of a contest.
async fn over(teacher: &mut Program, id: &str, kind: &str) -> Value {
    teacher.until(&format!("/{id}/{kind}/state"), |job| job["state"] == "idle").await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_job_makes_is_kept_and_outlives_the_server() {
    // Nothing is judged, and the last version is compared whatever its state.
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, id, code) = open(&arena, TERMS).await;
    for name in ["Ada", "Bob"] {
        let mut student = student(&arena, name, &id, &code).await;
        student.post(&format!("/{id}/versions?file=bot.js&player={name}"), GREEDY).await;
    }
    let report = format!("/{id}/similarity");
    assert_eq!(
        teacher.refused("GET", &report, "").await,
        (422, "this has not been made yet: make it first".to_owned())
    );
    assert_eq!(
        teacher.get(&format!("{report}/state")).await,
        json!({ "state": "idle", "done": 0, "of": 0, "ahead": 0, "trouble": null, "kept": null })
    );
    teacher.post(&report, "").await;
    let first = over(&mut teacher, &id, "similarity").await;
    assert!(first["trouble"].is_null(), "{first}");
    let (status, page) = teacher.ask("GET", &report, "").await;
    assert!(status == 200 && page.contains("Ada") && page.contains("Bob"), "{status}");
    assert_eq!(first["kept"]["bytes"], page.len(), "it is all there");
    // It is made anew, and the old one is gone.
    teacher.post(&report, "").await;
    let second = over(&mut teacher, &id, "similarity").await;
    assert!(second["kept"]["made"].as_i64() > first["kept"]["made"].as_i64(), "{first} {second}");
    let folder = arena.folder.path().join("joust.contests").join(&id);
    let files = || {
        let names = std::fs::read_dir(&folder).unwrap();
        let mut names: Vec<String> =
            names.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(
        files(),
        [format!("similarity-{}.html", second["kept"]["made"]), "similarity.json".to_owned()]
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "others read no sources: {mode:o}");
    }
    // The server is killed while one job runs and another one waits.
    arena.server.stop().await;
    let note = folder.join("similarity.json");
    let mut text: Value = serde_json::from_slice(&std::fs::read(&note).unwrap()).unwrap();
    text["begun"] = json!(7);
    std::fs::write(&note, text.to_string()).unwrap();
    std::fs::write(folder.join("archive.json"), json!({ "asked": 8 }).to_string()).unwrap();
    let server = joust_server::Server::start(with_judges(0)(crate::client::settings(arena.folder.path())))
        .await
        .unwrap();
    teacher.visitor.address = server.address();
    let broken = over(&mut teacher, &id, "similarity").await;
    assert_eq!((&broken["trouble"], &broken["kept"]), (&json!("interrupted"), &second["kept"]));
    assert_eq!(teacher.ask("GET", &report, "").await.1, page.clone(), "the last one is still there");
    let archive =
        teacher.until(&format!("/{id}/archive/state"), |job| job["kept"]["bytes"].as_u64() > Some(500)).await;
    assert!(archive["trouble"].is_null(), "what waited was done: {archive}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_student_takes_back_is_in_no_report() {
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, id, code) = open(&arena, TERMS).await;
    let (mut ada, mut browser) = Program::with_session(&arena, "Ada", Role::Student).await;
    ada.post(&format!("/{id}/join?code={code}"), "").await;
    ada.post(&format!("/{id}/versions?file=bot.js&player=Ada"), GREEDY).await;
    // Another contest of this teacher compares with the first one, and one of another teacher does not.
    let other = teacher.post("", TERMS).await["id"].as_str().unwrap().to_owned();
    let mut stranger = Program::of(&arena, "Stranger", Role::Teacher).await;
    let strange = stranger.post("", TERMS).await["id"].as_str().unwrap().to_owned();
    let jobs = [(&id, "similarity"), (&id, "archive"), (&other, "similarity")];
    for (contest, kind) in jobs {
        teacher.post(&format!("/{contest}/{kind}"), "").await;
        assert!(over(&mut teacher, contest, kind).await["kept"].is_object(), "{kind}");
    }
    stranger.post(&format!("/{strange}/similarity"), "").await;
    let kept = over(&mut stranger, &strange, "similarity").await;
    assert!(!stranger.ask("GET", &format!("/{strange}/similarity"), "").await.1.contains("secret thought"));
    let gone = browser.post("/account/delete", "name=Ada&password=orange+tiger+piano").await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    for (contest, kind) in jobs {
        let job = over(&mut teacher, contest, kind).await;
        assert_eq!((&job["trouble"], &job["kept"]), (&json!("departed"), &Value::Null), "{kind}");
        assert_eq!(teacher.ask("GET", &format!("/{contest}/{kind}"), "").await.0, 422);
    }
    let folder = arena.folder.path().join("joust.contests");
    for contest in [&id, &other] {
        let left = std::fs::read_dir(folder.join(contest)).unwrap().flatten();
        let left: Vec<_> =
            left.filter(|one| one.path().extension().is_none_or(|end| end != "json")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
    assert_eq!(over(&mut stranger, &strange, "similarity").await, kept, "what has nothing of it stays");
    // A draft that is removed takes its files along.
    assert_eq!(teacher.ask("DELETE", &format!("/{other}"), "").await.0, 200);
    assert!(!folder.join(&other).exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_teaches_one_class_sees_no_other_of_its_owner() {
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, mut browser) = Program::with_session(&arena, "Tea", Role::Teacher).await;
    let mut contests = Vec::new();
    for name in ["Ada", "Carol"] {
        let id = teacher.post("", TERMS).await["id"].as_str().unwrap().to_owned();
        let code = teacher.post(&format!("/{id}/open"), "").await["join_code"].as_str().unwrap().to_owned();
        student(&arena, name, &id, &code).await;
        contests.push(id);
    }
    let [first, second] = &contests[..] else { panic!() };
    let folder = arena.folder.path().join("joust.contests").join(second);
    let compared = || {
        let note: Value =
            serde_json::from_slice(&std::fs::read(folder.join("similarity.json")).unwrap()).unwrap();
        note["kept"]["contests"].clone()
    };
    teacher.post(&format!("/{second}/similarity"), "").await;
    over(&mut teacher, second, "similarity").await;
    assert_eq!(compared(), json!([second, first]));
    // Carol teaches the second class now, and must not see the first one.
    let path = format!("/contests/{second}/class/member");
    assert_eq!(browser.post(&path, "member=2&deed=teacher").await.status, 303);
    let job = over(&mut teacher, second, "similarity").await;
    assert_eq!((&job["trouble"], &job["kept"]), (&json!("new-teacher"), &Value::Null));
    teacher.post(&format!("/{second}/similarity"), "").await;
    let job = over(&mut teacher, second, "similarity").await;
    assert!(job["trouble"].is_null() && job["kept"].is_object(), "{job}");
    assert_eq!(compared(), json!([second]));
    // The first class has one teacher, who teaches both.
    teacher.post(&format!("/{first}/similarity"), "").await;
    assert!(over(&mut teacher, first, "similarity").await["kept"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_a_job_in_both_languages() {
    let arena = Arena::with(with_judges(0)).await;
    let (mut teacher, mut browser) = Program::with_session(&arena, "Tea", Role::Teacher).await;
    let id = teacher.post("", TERMS).await["id"].as_str().unwrap().to_owned();
    for (kind, english, french) in [
        ("similarity", "Compare the class", "Comparer la classe"),
        ("archive", "Make the archive", "Faire l’archive"),
    ] {
        let path = format!("/contests/{id}/{kind}");
        assert!(browser.get(&path).await.body.contains(english), "{kind}");
        assert!(browser.get(&format!("{path}?lang=fr")).await.body.contains(french), "{kind}");
        let refused = browser.get(&format!("{path}/file?lang=fr")).await;
        assert!(refused.status == 422 && refused.body.contains("il faut d’abord"), "{}", refused.body);
        assert_eq!(browser.post(&path, "").await.status, 303);
        over(&mut teacher, &id, kind).await;
        let page = browser.get(&format!("{path}?lang=fr")).await.body;
        assert!(
            page.contains("Fait le") && page.contains("Refaire") && !page.contains("data-live"),
            "{page}"
        );
        let events = browser.get(&format!("{path}/live")).await.body;
        assert!(events.contains("\"state\":\"idle\""), "{events}");
    }
    // A report has scripts and the words of students: it has no origin.
    let report = browser.get(&format!("/contests/{id}/similarity/report")).await;
    assert_eq!(report.status, 200);
    assert!(report.head().contains("content-security-policy: sandbox allow-scripts"), "{}", report.head());
    assert!(!report.head().contains("content-disposition"), "{}", report.head());
}
