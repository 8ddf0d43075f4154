//! Folders that only their owner can change.

#![cfg(unix)]

use joust_files::private_folder;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_private_folder_is_made_for_its_owner_alone() {
    let place = tempfile::tempdir().unwrap();
    let folder = private_folder(&place.path().join("a/b")).unwrap();
    assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(private_folder(&folder).unwrap(), folder, "it may exist");
}

#[test]
fn a_folder_that_others_can_write_is_refused_and_so_is_one_inside_it() {
    let place = tempfile::tempdir().unwrap();
    let open = place.path().join("open");
    fs::create_dir_all(open.join("inside")).unwrap();
    for mode in [0o777, 0o720, 0o702] {
        fs::set_permissions(&open, Permissions::from_mode(mode)).unwrap();
        let why = private_folder(&open).unwrap_err().to_string();
        assert!(why.starts_with("other users can write "), "{why}");
        assert!(private_folder(&open.join("inside")).is_err(), "{mode:o}");
    }
    fs::set_permissions(&open, Permissions::from_mode(0o1777)).unwrap();
    assert!(private_folder(&open).is_err(), "others can add files");
    assert!(private_folder(&open.join("inside")).is_ok(), "but they cannot replace this one");
    std::os::unix::fs::symlink(&open, place.path().join("link")).unwrap();
    assert!(private_folder(&place.path().join("link")).is_err(), "a link leads to where it leads");
}
