//! Only the owner can read the database and its secret.

use crate::{game, runtime};
use joust_store::{Location, Store};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|why| panic!("{}: {why}", path.display())).permissions().mode() & 0o777
}

const FILES: [&str; 4] = ["joust.db", "joust.db-wal", "joust.db-shm", "joust.lock"];

#[test]
fn the_folder_and_its_files_are_for_their_owner_only() {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("new/data");
    runtime().block_on(async {
        let place = Location::Folder(folder.clone());
        let store = Store::open(&place).await.unwrap();
        store.create(game("k")).await.unwrap();
        assert_eq!(mode(&folder), 0o700);
        for name in FILES {
            assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
        }
        store.close().await;
        // Files that an older joust has left readable are made private.
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        for name in ["joust.db", "joust.lock"] {
            fs::set_permissions(folder.join(name), Permissions::from_mode(0o644)).unwrap();
        }
        let store = Store::open(&place).await.unwrap();
        store.create(game("l")).await.unwrap();
        assert_eq!(mode(&folder), 0o700);
        for name in FILES {
            assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
        }
        store.close().await;
    });
}

#[test]
fn a_folder_that_is_used_for_something_else_as_well_keeps_its_mode() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("somebody's file"), "").unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    runtime().block_on(async {
        let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
        store.create(game("k")).await.unwrap();
        assert_eq!(mode(folder.path()), 0o755);
        assert_eq!(mode(&folder.path().join("joust.db")), 0o600);
        store.close().await;
    });
}
