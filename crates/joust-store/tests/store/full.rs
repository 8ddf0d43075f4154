//! A full disk: every acknowledged entry is stored, before, during and after.

use crate::{game, runtime};
use joust_store::{Location, NewEntry, NewGame, Store};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The acknowledged entries: their numbers for each game.
type Log = BTreeSet<(String, u32)>;

/// The entries that another connection finds.
async fn stored(place: &Location) -> Log {
    let mut raw = crate::raw(place).await;
    let rows = sqlx::query("SELECT game, seq FROM entry").fetch_all(&mut raw).await.unwrap();
    let pair = |row: &sqlx::any::AnyRow| {
        use sqlx::Row;
        (row.get::<String, _>(0), row.get::<i64, _>(1) as u32)
    };
    let found = rows.iter().map(pair).collect();
    sqlx::Connection::close(raw).await.unwrap();
    found
}

/// Writes games with long entries, up to a number of attempts, and notes the acknowledged entries.
async fn write(store: &Store, name: &str, times: u32, acknowledged: &mut Log) -> u32 {
    let mut failed = 0;
    for number in 0..times {
        let id = format!("{name}{number}");
        let entries = vec![NewEntry::new(0, 1, "x".repeat(3000))];
        match store.create(NewGame { entries, ..game(&id) }).await {
            Ok(()) => {
                acknowledged.insert((id.clone(), 0));
            }
            Err(_) => failed += 1,
        }
        if store.append("first", NewEntry::new(acknowledged.len() as u32, 1, "y".repeat(2000))).await.is_ok()
        {
            acknowledged.insert(("first".to_owned(), acknowledged.len() as u32));
        } else {
            failed += 1;
        }
        // The beat comes between moves, and fails like them.
        let _ = store.beat(i64::from(number)).await;
    }
    failed
}

async fn nothing_is_lost(acknowledged: &Log, place: &Location) {
    let found = stored(place).await;
    let lost: Vec<_> = acknowledged.difference(&found).collect();
    assert!(lost.is_empty(), "acknowledged and not stored: {lost:?}");
}

/// Fills a store, makes room and stops it; compares the acknowledged entries with the stored ones.
async fn endure(place: &Location, fill: impl AsyncFn(&Store), make_room: impl AsyncFn(&Store)) {
    let store = Store::open(place).await.unwrap();
    let mut acknowledged = Log::new();
    store.create(game("first")).await.unwrap();
    assert_eq!(write(&store, "before", 4, &mut acknowledged).await, 0);
    assert_eq!(stored(place).await, acknowledged);
    fill(&store).await;
    let failed = write(&store, "full", 6, &mut acknowledged).await;
    nothing_is_lost(&acknowledged, place).await;
    assert!(failed > 5, "the disk was not full: {failed}");
    assert!(store.failed_writes() > 5);
    make_room(&store).await;
    let failed = write(&store, "after", 10, &mut acknowledged).await;
    assert_eq!(failed, 0, "there is room again, and the store does not notice");
    nothing_is_lost(&acknowledged, place).await;
    store.close().await;
    let store = Store::open(place).await.unwrap();
    nothing_is_lost(&acknowledged, place).await;
    assert!(store.last_beat().await.unwrap().is_some());
    store.close().await;
}

#[test]
fn a_file_that_cannot_grow_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let place = Location::Folder(folder.path().to_owned());
    runtime().block_on(endure(
        &place,
        async |store| store.limit_pages(1).await,
        async |store| store.limit_pages(1 << 20).await,
    ));
}

/// A small file system, gone when this is.
struct Mounted<'a>(&'a Path);

impl Drop for Mounted<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut mount = Command::new("mount");
    let mount = mount.args(["-t", "tmpfs", "-o", "size=1500k", "tmpfs"]).arg(folder.path()).output();
    if !mount.is_ok_and(|done| done.status.success()) {
        eprintln!("a full disk: not tried, a file system cannot be mounted here");
        return;
    }
    let _mounted = Mounted(folder.path());
    let place = Location::Folder(folder.path().join("data"));
    let ballast = folder.path().join("ballast");
    runtime().block_on(endure(
        &place,
        async |_| {
            // As much as there is room for.
            let _ = std::fs::write(&ballast, vec![0; 4 << 20]);
        },
        async |_| std::fs::remove_file(&ballast).unwrap(),
    ));
}
