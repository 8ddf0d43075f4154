//! A database of an older build is opened and brought up to date.

use crate::{on_both, raw};
use joust_store::{BoutResult, KeptName, Location, NewAccount, NewContest, NewSession, Role, Store, Summary};
use sqlx::Executor;

const STEP_1: &str = include_str!("../../migrations/1.sql");
const ROWS: &str = include_str!("../../../../tests/data/arena/step-1.sql");

/// Fills a place as the build of step 1 has left it.
async fn fill(place: &Location) {
    if let Location::Folder(folder) = place {
        std::fs::create_dir_all(folder).unwrap();
    }
    let mut raw = raw(place).await;
    raw.execute("CREATE TABLE migration (step BIGINT PRIMARY KEY)").await.unwrap();
    raw.execute(sqlx::raw_sql(STEP_1)).await.unwrap();
    raw.execute(sqlx::raw_sql(ROWS)).await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
}

#[test]
fn a_database_of_step_1_keeps_its_games_and_learns_what_lists_show() {
    on_both(async |place| {
        fill(place).await;
        let store = Store::open(place).await.unwrap();
        assert_eq!(store.secret().await.unwrap().len(), 32);
        let resigned = store.game("36eqr1rdyhpqy").await.unwrap().unwrap();
        assert_eq!(resigned.entries.len(), 9);
        assert_eq!(resigned.entries[8].body, r#"{"e":"rematch","id":"z2ay5z8gh5n8g"}"#);
        // All games that were not over may wake: the old build did not say.
        let waking = store.waking(None, 100).await.unwrap();
        assert_eq!(
            waking.len(),
            ROWS.lines().filter(|row| row.contains("INTO game") && row.ends_with(", 0);")).count()
        );
        let listed = store.games_of("8cy6k66v6ww0rpb7wc5q96n1nn", 0, 10).await.unwrap();
        assert_eq!(listed.len(), 2);
        assert!(listed.iter().all(|game| game.summary.is_none()), "{listed:?}");
        assert_eq!((listed[0].id.as_str(), listed[0].seats[0].name.as_str()), ("erfcaz2cmrg0m", "Émile"));
        let summary = Summary { to_act: Some(0), wakes: true, ..Summary::default() };
        store.set_summary("erfcaz2cmrg0m", summary.clone()).await.unwrap();
        store.set_summary("2ggzxnkea6eh9", Summary { to_act: Some(0), ..Summary::default() }).await.unwrap();
        let listed = store.games_of("8cy6k66v6ww0rpb7wc5q96n1nn", 0, 10).await.unwrap();
        assert_eq!(listed[0].summary, Some(summary));
        assert_eq!(store.waking(None, 100).await.unwrap().len(), waking.len() - 1);
        store.close().await;
        // A second start finds nothing to do.
        Store::open(place).await.unwrap().close().await;
    });
}

const LATER_STEPS: [&str; 2] =
    [include_str!("../../migrations/2.sql"), include_str!("../../migrations/3.sql")];
const ROWS_3: &str = include_str!("../../../../tests/data/arena/step-3.sql");

/// Fills a place as the last build before accounts has left it.
async fn fill_3(place: &Location) {
    let is_sqlite = matches!(place, Location::Folder(_));
    if let Location::Folder(folder) = place {
        std::fs::create_dir_all(folder).unwrap();
    }
    let mut raw = raw(place).await;
    raw.execute("CREATE TABLE migration (step BIGINT PRIMARY KEY)").await.unwrap();
    for text in [STEP_1, LATER_STEPS[0], LATER_STEPS[1], ROWS_3] {
        let text = if is_sqlite { text.replace("BYTEA", "BLOB") } else { text.replace(" x'", " '\\x") };
        raw.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(text))).await.unwrap();
    }
    raw.execute("INSERT INTO migration (step) VALUES (1), (2), (3)").await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
}

#[test]
fn a_database_of_step_3_gets_accounts_and_its_visitors_can_have_them() {
    on_both(async |place| {
        fill_3(place).await;
        let store = Store::open(place).await.unwrap();
        let ada = "38nban3bmkfp68dpyj27tv5hjg";
        assert_eq!(store.name(ada).await.unwrap().as_deref(), Some("Émile"));
        assert_eq!(store.games_of(ada, 0, 9).await.unwrap().len(), 2);
        assert_eq!(store.film("pczm4a377ps7a").await.unwrap().unwrap().bytes.len(), 15_473);
        assert!(store.account_visitors().await.unwrap().is_empty());
        let name = KeptName { name: "Émile".into(), caseless: "émile".into(), look: "émile".into() };
        let session = NewSession { hash: "5f16".into(), at: 1, label: "Firefox".into() };
        let (visitor, password, codes) = (ada.to_owned(), None, Vec::new());
        let account = NewAccount { visitor, name, password, at: 1, codes, identity: None, session };
        store.make_account(account).await.unwrap();
        assert_eq!(store.session("5f16").await.unwrap().unwrap().visitor, ada);
        let traces = store.traces(ada).await.unwrap();
        assert_eq!((traces.games.len(), traces.films.len()), (2, 1), "all of it belongs to the account");
        store.close().await;
        Store::open(place).await.unwrap().close().await;
    });
}

const STEP_4: &str = include_str!("../../migrations/4.sql");
const ROWS_4: &str = include_str!("../../../../tests/data/arena/step-4.sql");

/// Fills a place as the last build before contests has left it.
async fn fill_4(place: &Location) {
    let is_sqlite = matches!(place, Location::Folder(_));
    if let Location::Folder(folder) = place {
        std::fs::create_dir_all(folder).unwrap();
    }
    let mut raw = raw(place).await;
    raw.execute("CREATE TABLE migration (step BIGINT PRIMARY KEY)").await.unwrap();
    for text in [STEP_1, LATER_STEPS[0], LATER_STEPS[1], STEP_4, ROWS_4] {
        let text = if is_sqlite { text.replace("BYTEA", "BLOB") } else { text.to_owned() };
        raw.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(text))).await.unwrap();
    }
    raw.execute("INSERT INTO migration (step) VALUES (1), (2), (3), (4)").await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
}

const STEP_5: &str = include_str!("../../migrations/5.sql");
const ROWS_5: &str = include_str!("../../../../tests/data/arena/step-5.sql");

/// Fills a place as the last build before games on other machines has left it.
async fn fill_5(place: &Location) {
    fill_4(place).await;
    let mut raw = raw(place).await;
    for text in [STEP_5, ROWS_5] {
        let is_sqlite = matches!(place, Location::Folder(_));
        let text = if is_sqlite { text.replace("BYTEA", "BLOB") } else { text.replace(" x'", " '\\x") };
        raw.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(text))).await.unwrap();
    }
    raw.execute("INSERT INTO migration (step) VALUES (5)").await.unwrap();
    sqlx::Connection::close(raw).await.unwrap();
}

#[test]
fn a_database_of_step_5_keeps_its_contest_and_no_game_of_it_is_of_another_machine() {
    on_both(async |place| {
        fill_5(place).await;
        let store = Store::open(place).await.unwrap();
        let ladder = store.ladder("spring").await.unwrap();
        assert_eq!((ladder.len(), ladder[0].versions.as_slice()), (1, [1, 2].as_slice()));
        assert_eq!(store.bout_record("spring", 3).await.unwrap().unwrap(), [9, 0, 9]);
        assert_eq!(store.waiting_bouts().await.unwrap().len(), 1);
        store.retract("some machine").await.unwrap();
        assert_eq!(store.ladder("spring").await.unwrap(), ladder);
        let (state, done, shown) = ("done", 90, "{}".to_owned());
        let (private, record, worker) = (vec![String::new(); 2], vec![1], "some machine".to_owned());
        let result = BoutResult { state, done, shown, private, record, worker };
        store.set_bout_result("spring", 4, result).await.unwrap();
        assert_eq!(store.ladder("spring").await.unwrap().len(), 2);
        store.retract("some machine").await.unwrap();
        assert_eq!(store.ladder("spring").await.unwrap(), ladder);
        store.close().await;
    });
}

#[test]
fn a_database_of_step_4_gets_contests_and_its_accounts_can_make_them() {
    on_both(async |place| {
        fill_4(place).await;
        let store = Store::open(place).await.unwrap();
        let ada = store.account_named("ada").await.unwrap().unwrap();
        assert_eq!((ada.role, store.games_of(&ada.visitor, 0, 9).await.unwrap().len()), (Role::Operator, 1));
        assert!(store.contests_of(&ada.visitor).await.unwrap().is_empty());
        let (id, terms, code) = ("k3".to_owned(), "game = \"mad\"".to_owned(), "join".to_owned());
        let (owner, name) = (ada.visitor.clone(), ada.name);
        store.make_contest(NewContest { id, owner, name, terms, code, at: 1 }, 1).await.unwrap();
        let obrien = store.account_named("o'brien").await.unwrap().unwrap();
        assert_eq!(store.contests_of(&obrien.visitor).await.unwrap(), []);
        assert_eq!(store.contests_of(&ada.visitor).await.unwrap()[0].1, "teacher");
        store.close().await;
        Store::open(place).await.unwrap().close().await;
    });
}
