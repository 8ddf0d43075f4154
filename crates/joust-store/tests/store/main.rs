//! Tests for both databases; those for PostgreSQL run where a server can be started.

mod account;
mod contest;
mod film;
mod fixture;
mod full;
mod outage;
#[path = "../../../../tests/support/postgres.rs"]
mod postgres;
mod private;
mod silence;
mod tls;
mod upkeep;

use joust_store::{Location, NewEntry, NewGame, Outage, SeatTaken, Store, StoreError, Summary, Upkeep};
use postgres::Postgres;

/// Runs a test on SQLite, and on PostgreSQL if there is one.
#[expect(clippy::needless_pass_by_value, reason = "a closure is written in place")]
fn on_both(test: impl AsyncFn(&Location)) {
    let folder = tempfile::tempdir().unwrap();
    let mut places = vec![Location::Folder(folder.path().join("a folder, not yet there"))];
    if let Ok(server) = Postgres::shared() {
        places.push(Location::Url(server.database()));
    }
    let runtime = runtime();
    for place in places {
        runtime.block_on(test(&place));
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// A connection that is not the store's.
async fn raw(place: &Location) -> sqlx::AnyConnection {
    sqlx::any::install_default_drivers();
    let url = match place {
        Location::Folder(folder) => {
            format!("sqlite://{}?mode=rwc", folder.join("joust.db").display()).replace(' ', "%20")
        }
        Location::Url(url) => url.clone(),
    };
    <sqlx::AnyConnection as sqlx::Connection>::connect(&url).await.unwrap()
}

fn game(id: &str) -> NewGame<'_> {
    NewGame { id, terms: "{\"game\":\"mad\"}", at: 7, entries: Vec::new(), link: None }
}

fn seated(seq: u32, at: i64, seat: u8, visitor: &str) -> NewEntry {
    let taken = SeatTaken { seat, visitor: visitor.to_owned(), name: visitor.to_uppercase() };
    NewEntry { seat: Some(taken), ..NewEntry::new(seq, at, "joined") }
}

fn over(moves: u32) -> Summary {
    Summary { moves, ending: Some("resigned".to_owned()), winner: Some(1), ..Summary::default() }
}

fn goes_on(to_act: u8, moves: u32, wakes: bool) -> Summary {
    Summary { to_act: Some(to_act), moves, wakes, ..Summary::default() }
}

async fn ids_of(store: &Store, visitor: &str, most: u32) -> Vec<String> {
    let games = store.games_of(visitor, 0, most).await.unwrap();
    games.into_iter().map(|game| game.id).collect()
}

#[test]
fn entries_are_there_after_closing_and_opening() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let secret = store.secret().await.unwrap();
        assert_ne!(secret, [0; 32]);
        let begun = NewGame { entries: vec![seated(0, 8, 1, "ada")], ..game("k1") };
        store.create(begun).await.unwrap();
        store.append("k1", NewEntry::new(1, 9, "211-c2-c4 with 'quotes' and ünïcode")).await.unwrap();
        store.beat(11).await.unwrap();
        store.beat(12).await.unwrap();
        store.set_name("ada", "Ada", 9).await.unwrap();
        store.set_name("ada", "Ada L.", 10).await.unwrap();
        store.close().await;

        let store = Store::open(place).await.unwrap();
        let stored = store.game("k1").await.unwrap().unwrap();
        assert_eq!((stored.terms.as_str(), stored.at), ("{\"game\":\"mad\"}", 7));
        let entries: Vec<_> = stored.entries.iter().map(|entry| (entry.at, entry.body.as_str())).collect();
        assert_eq!(entries, [(8, "joined"), (9, "211-c2-c4 with 'quotes' and ünïcode")]);
        assert_eq!(store.secret().await.unwrap(), secret);
        assert_eq!(store.last_beat().await.unwrap(), Some(12));
        assert_eq!(store.name("ada").await.unwrap().as_deref(), Some("Ada L."));
        assert_eq!(store.name("bob").await.unwrap(), None);
        assert!(store.game("k2").await.unwrap().is_none());
        store.close().await;
    });
}

#[test]
fn a_second_entry_with_one_number_is_a_conflict() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.create(game("k1")).await.unwrap();
        let again = store.create(NewGame { terms: "other", ..game("k1") }).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
        store.append("k1", NewEntry::new(0, 1, "first")).await.unwrap();
        // The conflict is in one transaction with a valid entry.
        let second = store.append("k1", NewEntry { summary: over(9), ..NewEntry::new(0, 2, "second") });
        let (second, third) = tokio::join!(second, store.append("k1", NewEntry::new(1, 3, "third")));
        assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
        third.unwrap();
        let stored = store.game("k1").await.unwrap().unwrap();
        assert_eq!(stored.terms, "{\"game\":\"mad\"}");
        let bodies: Vec<_> = stored.entries.iter().map(|entry| entry.body.as_str()).collect();
        assert_eq!(bodies, ["first", "third"]);
        let listed = store.waking(None, 10).await.unwrap();
        assert!(listed.is_empty(), "the entry that stands wakes nothing: {listed:?}");
        store.close().await;
    });
}

#[test]
fn games_are_listed_for_their_players_with_their_summaries() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        for (i, id) in ["a", "b", "c", "d"].into_iter().enumerate() {
            store.create(game(id)).await.unwrap();
            let first = NewEntry { summary: goes_on(0, 0, false), ..seated(0, 10 + i as i64, 0, "ada") };
            store.append(id, first).await.unwrap();
        }
        // Both seats at one screen are one game.
        store
            .append("b", NewEntry { summary: goes_on(1, 0, true), ..seated(1, 20, 1, "ada") })
            .await
            .unwrap();
        store.append("a", seated(1, 21, 1, "bob")).await.unwrap();
        assert_eq!(ids_of(&store, "ada", 3).await, ["b", "d", "c"]);
        assert_eq!(ids_of(&store, "bob", 3).await, ["a"]);
        assert!(ids_of(&store, "eve", 3).await.is_empty());
        store.append("c", NewEntry { summary: over(3), ..NewEntry::new(1, 22, "resigned") }).await.unwrap();
        let games = store.games_of("ada", 0, 9).await.unwrap();
        let by_id = |id: &str| games.iter().find(|game| game.id == id).unwrap();
        assert_eq!((by_id("c").at, by_id("c").terms.as_str()), (7, "{\"game\":\"mad\"}"));
        assert_eq!(by_id("c").summary, Some(over(3)));
        assert_eq!(by_id("b").summary, Some(goes_on(1, 0, true)));
        let seats: Vec<_> = by_id("a").seats.iter().map(|s| (s.seat, &*s.visitor, &*s.name)).collect();
        assert_eq!(seats, [(0, "ada", "ADA"), (1, "bob", "BOB")]);
        store.close().await;
    });
}

#[test]
fn games_wake_when_their_summary_says_so_or_is_missing() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        for id in ["a", "b", "c", "d"] {
            store.create(game(id)).await.unwrap();
        }
        assert_eq!(store.waking(None, 3).await.unwrap(), ["a", "b", "c"]);
        assert_eq!(store.waking(Some("c"), 3).await.unwrap(), ["d"]);
        store.set_summary("a", goes_on(0, 4, false)).await.unwrap();
        store.set_summary("b", goes_on(0, 5, true)).await.unwrap();
        store.set_summary("c", over(6)).await.unwrap();
        assert_eq!(store.waking(None, 9).await.unwrap(), ["b", "d"]);
        // The summary of an entry is newer than one that was computed from the log before it.
        store.append("d", NewEntry { summary: over(7), ..NewEntry::new(0, 1, "resigned") }).await.unwrap();
        store.set_summary("d", goes_on(0, 6, true)).await.unwrap();
        assert_eq!(store.waking(None, 9).await.unwrap(), ["b"]);
        store.close().await;
    });
}

#[test]
fn a_game_and_the_link_to_it_are_written_together_or_not_at_all() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.create(game("old")).await.unwrap();
        let link = |seq| Some(("old", NewEntry { summary: over(1), ..NewEntry::new(seq, 8, "next: new") }));
        store
            .create(NewGame { link: link(0), entries: vec![seated(0, 8, 0, "ada")], ..game("new") })
            .await
            .unwrap();
        assert_eq!(store.game("old").await.unwrap().unwrap().entries.len(), 1);
        assert_eq!(store.game("new").await.unwrap().unwrap().entries.len(), 1);
        // The place in the old log is taken: there is not a third game.
        let entries = vec![seated(0, 9, 0, "ada")];
        let second = store.create(NewGame { link: link(0), entries, ..game("third") }).await;
        assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
        assert!(store.game("third").await.unwrap().is_none());
        assert_eq!(ids_of(&store, "ada", 9).await, ["new"]);
        // The name is taken: the old log is left alone.
        let again = store.create(NewGame { link: link(1), ..game("new") }).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
        assert_eq!(store.game("old").await.unwrap().unwrap().entries.len(), 1);
        store.close().await;
    });
}

#[test]
fn many_write_at_once_and_all_of_it_arrives() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let mut tasks = Vec::new();
        for number in 0..40 {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let id = format!("g{number}");
                store.create(game(&id)).await.unwrap();
                for seq in 0..25 {
                    store.append(&id, NewEntry::new(seq, i64::from(seq), seq.to_string())).await.unwrap();
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        for number in 0..40 {
            let stored = store.game(&format!("g{number}")).await.unwrap().unwrap();
            let bodies: Vec<_> = stored.entries.iter().map(|entry| entry.body.clone()).collect();
            assert_eq!(bodies, (0..25).map(|seq| seq.to_string()).collect::<Vec<_>>());
        }
        store.close().await;
    });
}

#[test]
fn a_place_has_one_server_at_a_time_and_a_closed_store_says_so() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let second = Store::open(place).await.map(|_| ());
        assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
        let copy = store.clone();
        store.close().await;
        let late = copy.append("k1", NewEntry::new(0, 1, "late")).await;
        assert!(matches!(late, Err(StoreError::Closed)), "{late:?}");
        drop(copy);
        Store::open(place).await.unwrap().close().await;
    });
}

#[test]
fn an_entry_for_a_game_that_does_not_exist_is_refused_and_the_store_lives_on() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let lost = store.append("nowhere", NewEntry::new(0, 1, "lost")).await;
        assert!(matches!(lost, Err(StoreError::NoGame)), "{lost:?}");
        store.create(game("k1")).await.unwrap();
        assert!(store.game("k1").await.unwrap().is_some());
        store.close().await;
    });
}

#[test]
fn a_new_secret_signs_and_older_ones_stay_for_a_while() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let first = store.secret().await.unwrap();
        assert_eq!(store.secrets().await.unwrap(), [first]);
        let mut upkeep = Upkeep::open(place).await.unwrap();
        assert_eq!(upkeep.rotate_secret(false).await.unwrap(), 2);
        let rotated = store.secrets().await.unwrap();
        assert!(rotated.len() == 2 && rotated[0] != first && rotated[1] == first);
        assert_eq!(store.secret().await.unwrap(), rotated[0]);
        upkeep.rotate_secret(false).await.unwrap();
        assert!(store.secrets().await.unwrap().contains(&first));
        assert_eq!(upkeep.rotate_secret(false).await.unwrap(), 3);
        assert!(!store.secrets().await.unwrap().contains(&first));
        assert_eq!(upkeep.rotate_secret(true).await.unwrap(), 1);
        let last = store.secrets().await.unwrap();
        assert!(last.len() == 1 && !rotated.contains(&last[0]));
        upkeep.close().await;
        store.close().await;
        let store = Store::open(place).await.unwrap();
        assert_eq!(store.secrets().await.unwrap(), last);
        store.close().await;
    });
}

#[test]
fn outages_are_kept_until_all_games_go_on() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        assert!(store.outages().await.unwrap().is_empty());
        let outages = [Outage { down: 1, up: 20 }, Outage { down: 30, up: 45 }];
        store.set_outages(&outages).await.unwrap();
        assert_eq!(store.outages().await.unwrap(), outages);
        store.set_outages(&[]).await.unwrap();
        assert!(store.outages().await.unwrap().is_empty());
        store.close().await;
    });
}

#[test]
fn tables_of_a_later_time_are_left_alone() {
    on_both(async |place| {
        Store::open(place).await.unwrap().close().await;
        let mut raw = raw(place).await;
        sqlx::query("INSERT INTO migration (step) VALUES (99)").execute(&mut raw).await.unwrap();
        let newer = Store::open(place).await.map(|_| ());
        assert!(matches!(newer, Err(StoreError::Newer { found: 99, .. })), "{newer:?}");
    });
}

#[test]
fn a_row_that_is_damaged_is_told_from_a_database_that_is_away() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let place = Location::Folder(folder.path().to_owned());
        let store = Store::open(&place).await.unwrap();
        store.create(NewGame { entries: vec![NewEntry::new(0, 1, "moved")], ..game("k") }).await.unwrap();
        let mut raw = raw(&place).await;
        for damage in ["x'ff'", "CAST(x'ff' AS TEXT)"] {
            let sql = sqlx::AssertSqlSafe(format!("UPDATE entry SET body = {damage}"));
            sqlx::query(sql).execute(&mut raw).await.unwrap();
            let found = store.game("k").await;
            assert!(matches!(found, Err(StoreError::Unreadable(_))), "{damage}: {found:?}");
        }
        store.close().await;
    });
}

#[test]
fn a_folder_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let refused = runtime.block_on(Store::open(&Location::Folder(file.clone()))).map(|_| ());
    match refused {
        Err(StoreError::Folder { folder, .. }) => assert_eq!(folder, file.display().to_string()),
        other => panic!("{other:?}"),
    }
}
