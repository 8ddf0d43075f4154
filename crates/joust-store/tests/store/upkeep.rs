//! Maintenance of a database beside its server.

use crate::film::{PLENTY, film};
use crate::postgres::{Postgres, name_of};
use crate::{game, ids_of, on_both, over, raw, runtime, seated};
use joust_store::{Location, NewEntry, NewGame, Old, Store, StoreError, Upkeep};
use sqlx::Executor;
use std::time::{Duration, Instant};

#[test]
fn old_games_are_removed_and_others_stay() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        for (id, at) in [("old", 10), ("taken-up", 11), ("new", 1000)] {
            let entries = vec![seated(0, at, 0, id)];
            store.create(NewGame { at, entries, ..game(id) }).await.unwrap();
            store.set_name(id, "Name", at).await.unwrap();
        }
        store.append("taken-up", NewEntry::new(1, 990, "moved")).await.unwrap();
        store.set_name("passer-by", "Name", 12).await.unwrap();
        let mut upkeep = Upkeep::open(place).await.unwrap();
        store.keep_film(film("old-film", "ada", 13), PLENTY).await.unwrap();
        store.keep_film(film("new-film", "ada", 1000), PLENTY).await.unwrap();
        let expected = Old {
            games: vec!["old".to_owned()],
            visitors: vec!["old".to_owned(), "passer-by".to_owned()],
            films: vec!["old-film".to_owned()],
        };
        assert_eq!(upkeep.older_than(900).await.unwrap(), expected);
        assert!(store.game("old").await.unwrap().is_some(), "only looking removes nothing");
        assert_eq!(upkeep.prune(900).await.unwrap(), expected);
        assert_eq!(upkeep.prune(900).await.unwrap(), Old::default());
        upkeep.close().await;
        assert!(store.game("old").await.unwrap().is_none());
        assert!(store.film("old-film").await.unwrap().is_none());
        assert!(store.film("new-film").await.unwrap().is_some());
        assert_eq!(store.name("passer-by").await.unwrap(), None);
        assert_eq!(store.name("taken-up").await.unwrap().as_deref(), Some("Name"));
        assert_eq!(store.game("taken-up").await.unwrap().unwrap().entries.len(), 2);
        // The server that holds the game in memory is told, and goes on.
        let late = store.append("old", NewEntry::new(1, 1000, "moved")).await;
        assert!(matches!(late, Err(StoreError::NoGame)), "{late:?}");
        store.append("new", NewEntry::new(1, 1001, "moved")).await.unwrap();
        store.close().await;
    });
}

/// Waits until that many sessions of a database wait for a lock.
async fn wait_for_waiters(server: &Postgres, url: &str, count: u32) {
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                   AND datname = current_database()";
    let begin = Instant::now();
    while server.ask(name_of(url), waiting).parse::<u32>().unwrap() < count {
        assert!(begin.elapsed() < Duration::from_secs(5), "nobody waits");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn old_game(store: &Store) {
    let entries = vec![seated(0, 10, 0, "ada")];
    store.create(NewGame { at: 10, entries, ..game("old") }).await.unwrap();
}

#[test]
fn a_move_in_a_game_that_is_being_removed_is_not_acknowledged() {
    let Ok(server) = Postgres::shared() else { return };
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        old_game(&store).await;
        // The removal has found nothing new, and waits to remove seats.
        let mut other = raw(&place).await;
        other.execute(sqlx::raw_sql("BEGIN; LOCK TABLE seat IN SHARE MODE")).await.unwrap();
        let mut upkeep = Upkeep::open(&place).await.unwrap();
        let pruning = tokio::spawn(async move { upkeep.prune(900).await.map(|gone| gone.games) });
        wait_for_waiters(server, &url, 1).await;
        let moving = tokio::spawn({
            let store = store.clone();
            async move { store.append("old", NewEntry::new(1, 1000, "moved")).await }
        });
        tokio::time::sleep(Duration::from_millis(300)).await;
        let early = moving.is_finished();
        other.execute(sqlx::raw_sql("COMMIT")).await.unwrap();
        let (gone, moved) = (pruning.await.unwrap().unwrap(), moving.await.unwrap());
        assert_eq!(gone, ["old"]);
        assert!(!early && matches!(moved, Err(StoreError::NoGame)), "acknowledged and removed: {moved:?}");
        assert!(store.game("old").await.unwrap().is_none());
        store.close().await;
    });
}

#[test]
fn a_game_with_a_move_that_is_being_written_stays() {
    let Ok(server) = Postgres::shared() else { return };
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        old_game(&store).await;
        // As the server writes it, without the end of the transaction.
        let mut writer = raw(&place).await;
        let moved = "BEGIN; INSERT INTO entry (game, seq, at, body) VALUES ('old', 1, 1000, 'moved'); \
                     UPDATE game SET moves = 1 WHERE id = 'old'";
        writer.execute(sqlx::raw_sql(moved)).await.unwrap();
        let mut upkeep = Upkeep::open(&place).await.unwrap();
        let pruning = tokio::spawn(async move { upkeep.prune(900).await.map(|gone| gone.games) });
        wait_for_waiters(server, &url, 1).await;
        writer.execute(sqlx::raw_sql("COMMIT")).await.unwrap();
        let gone = pruning.await.unwrap();
        assert!(gone.as_ref().is_ok_and(Vec::is_empty), "{gone:?}");
        assert_eq!(store.game("old").await.unwrap().unwrap().entries.len(), 2);
        store.close().await;
    });
}

#[test]
fn a_game_is_read_whole_or_not_at_all_while_it_is_removed() {
    let Ok(server) = Postgres::shared() else { return };
    let url = server.database();
    runtime().block_on(async {
        let place = Location::Url(url.clone());
        let store = Store::open(&place).await.unwrap();
        old_game(&store).await;
        let mut other = raw(&place).await;
        other.execute(sqlx::raw_sql("BEGIN; LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")).await.unwrap();
        let reading = tokio::spawn({
            let store = store.clone();
            async move { store.game("old").await }
        });
        wait_for_waiters(server, &url, 1).await;
        let gone = "DELETE FROM seat; DELETE FROM entry; DELETE FROM game; COMMIT";
        other.execute(sqlx::raw_sql(gone)).await.unwrap();
        let found = reading.await.unwrap().unwrap();
        assert_eq!(found, None, "a game without its log");
        store.close().await;
    });
}

#[test]
fn the_file_is_free_half_of_the_time_while_old_games_are_removed() {
    const GAMES: usize = 100;
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let place = Location::Folder(folder.path().to_owned());
        let store = Store::open(&place).await.unwrap();
        for number in 0..GAMES {
            let entries = (0..20).map(|seq| NewEntry::new(seq, 10, "x".repeat(200))).collect();
            let id = format!("old{number}");
            store.create(NewGame { at: 10, entries, ..game(&id) }).await.unwrap();
        }
        let mut upkeep = Upkeep::open(&place).await.unwrap();
        let pruning = tokio::spawn(async move { upkeep.prune(900).await.map(|gone| gone.games.len()) });
        // A writer that does not wait: it sees whether it could write now.
        let mut other = raw(&place).await;
        other.execute(sqlx::raw_sql("PRAGMA busy_timeout = 0")).await.unwrap();
        let (mut free, mut taken) = (0, 0);
        while !pruning.is_finished() {
            if other.execute(sqlx::raw_sql("BEGIN IMMEDIATE")).await.is_ok() {
                other.execute(sqlx::raw_sql("ROLLBACK")).await.unwrap();
                free += 1;
            } else {
                taken += 1;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pruning.await.unwrap().unwrap(), GAMES);
        assert!(free > taken, "free {free} times, taken {taken} times");
        store.close().await;
    });
}

#[test]
fn a_visitor_who_is_forgotten_is_nowhere_to_be_found() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.create(NewGame { entries: vec![seated(0, 1, 0, "ada")], ..game("one") }).await.unwrap();
        let both = vec![seated(0, 1, 0, "ada"), seated(1, 1, 1, "bob")];
        store.create(NewGame { entries: both, ..game("two") }).await.unwrap();
        let told = NewEntry { summary: over(1), ..NewEntry::new(2, 2, "ada said so") };
        store.append("two", told).await.unwrap();
        store.set_name("ada", "Ada", 1).await.unwrap();
        let mut upkeep = Upkeep::open(place).await.unwrap();
        let traces = upkeep.traces("ada").await.unwrap();
        assert_eq!((traces.name.as_deref(), traces.games.len()), (Some("Ada"), 2));
        let rewrite =
            |body: &str, stranger: &str| body.contains("ada").then(|| body.replace("ada", stranger));
        assert_eq!(upkeep.forget("ada", rewrite).await.unwrap(), traces);
        assert_eq!(upkeep.traces("ada").await.unwrap(), joust_store::Traces::default());
        upkeep.close().await;
        assert_eq!(store.name("ada").await.unwrap(), None);
        assert!(ids_of(&store, "ada", 9).await.is_empty());
        let game = &store.games_of("bob", 0, 9).await.unwrap()[0];
        let seats: Vec<_> = game.seats.iter().map(|seat| seat.name.as_str()).collect();
        assert_eq!(seats, ["", "BOB"]);
        let body = store.game("two").await.unwrap().unwrap().entries[2].body.clone();
        assert!(body.starts_with("forgotten-") && body.ends_with(" said so"), "{body}");
        assert!(body.contains(&game.seats[0].visitor), "one id for one game");
        store.close().await;
    });
}

#[test]
fn a_copy_is_made_while_the_server_writes_and_opens_as_a_database() {
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let place = Location::Folder(folder.path().join("data"));
        let missing = Upkeep::open(&place).await.map(|_| ());
        assert!(matches!(missing, Err(StoreError::Folder { .. })), "{missing:?}");
        let store = Store::open(&place).await.unwrap();
        store.create(game("k")).await.unwrap();
        let secret = store.secret().await.unwrap();
        let writing = tokio::spawn({
            let store = store.clone();
            async move {
                for seq in 0..300 {
                    store.append("k", NewEntry::new(seq, 1, "moved")).await.unwrap();
                }
            }
        });
        let file = folder.path().join("a copy of 'today'.db");
        let mut upkeep = Upkeep::open(&place).await.unwrap();
        upkeep.backup(&file).await.unwrap();
        let again = upkeep.backup(&file).await;
        assert!(matches!(again, Err(StoreError::File { .. })), "{again:?}");
        upkeep.close().await;
        writing.await.unwrap();
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
            0o600
        );
        let restored = Location::Folder(folder.path().join("restored"));
        let Location::Folder(to) = &restored else { unreachable!() };
        std::fs::create_dir(to).unwrap();
        std::fs::copy(&file, to.join("joust.db")).unwrap();
        let copy = Store::open(&restored).await.unwrap();
        assert_eq!(copy.secret().await.unwrap(), secret);
        let (before, after) =
            (store.game("k").await.unwrap().unwrap(), copy.game("k").await.unwrap().unwrap());
        assert_eq!(before.entries[..after.entries.len()], after.entries);
        copy.close().await;
        store.close().await;
    });
}

#[test]
fn tables_of_an_earlier_time_are_left_to_the_server() {
    on_both(async |place| {
        Store::open(place).await.unwrap().close().await;
        let mut raw = crate::raw(place).await;
        sqlx::query("DELETE FROM migration WHERE step > 1").execute(&mut raw).await.unwrap();
        let older = Upkeep::open(place).await.map(|_| ());
        let Err(StoreError::Older { found: 1, known }) = older else { panic!("{older:?}") };
        if let Location::Url(_) = place {
            for step in 2..=known {
                let step = format!("INSERT INTO migration (step) VALUES ({step})");
                sqlx::query(sqlx::AssertSqlSafe(step)).execute(&mut raw).await.unwrap();
            }
            let copied = Upkeep::open(place).await.unwrap().backup("nowhere".as_ref()).await;
            assert!(matches!(copied, Err(StoreError::NoBackup)), "{copied:?}");
        }
    });
}
