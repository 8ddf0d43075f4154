//! Accounts, sessions, tokens, recovery codes and identities.

use crate::film::{PLENTY, film};
use crate::{game, on_both, seated};
use joust_store::{
    Identity, KeptName, NewAccount, NewGame, NewSession, Old, Role, Store, StoreError, Traces, Upkeep,
};

fn name(text: &str) -> KeptName {
    // The store takes the keys as they are.
    KeptName { name: text.to_owned(), caseless: text.to_lowercase(), look: text.replace('l', "I") }
}

fn session(hash: &str, at: i64) -> NewSession {
    NewSession { hash: hash.to_owned(), at, label: format!("browser of {hash}") }
}

fn account(visitor: &str, called: &str) -> NewAccount {
    NewAccount {
        visitor: visitor.to_owned(),
        name: name(called),
        password: Some(format!("hash of {visitor}")),
        at: 5,
        codes: vec![format!("{visitor}-code-1"), format!("{visitor}-code-2")],
        identity: None,
        session: session(&format!("{visitor}-first"), 5),
    }
}

fn school(subject: &str) -> Identity {
    Identity { issuer: "https://school.example".to_owned(), subject: subject.to_owned() }
}

async fn visitors(store: &Store, begins: &str, role: Option<Role>) -> Vec<String> {
    let found = store.accounts(begins, role, 0, 9).await.unwrap();
    found.into_iter().map(|account| account.visitor).collect()
}

#[test]
fn an_account_keeps_its_name_from_all_that_look_like_it() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.set_name("ada", "Guest", 1).await.unwrap();
        store.make_account(account("ada", "Ally")).await.unwrap();
        assert_eq!(store.name("ada").await.unwrap().as_deref(), Some("Ally"));
        for (visitor, called) in [("bob", "ALLY"), ("bob", "AIIy"), ("ada", "Other")] {
            let taken = store.make_account(account(visitor, called)).await;
            assert!(matches!(taken, Err(StoreError::Conflict)), "{visitor} {called}: {taken:?}");
        }
        assert_eq!(store.session("bob-first").await.unwrap(), None, "a refused account leaves nothing");
        assert_eq!(store.name("bob").await.unwrap(), None);
        store.make_account(account("bob", "Bob")).await.unwrap();
        assert_eq!(store.keeper(&name("AIIy")).await.unwrap().as_deref(), Some("ada"));
        assert_eq!(store.keeper(&name("Cat")).await.unwrap(), None);
        let taken = store.rename("bob", name("ally"), 6).await;
        assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
        // The case of the own name may change.
        store.rename("bob", name("BOB"), 7).await.unwrap();
        assert_eq!(store.name("bob").await.unwrap().as_deref(), Some("BOB"));
        assert_eq!(store.account_named("bob").await.unwrap().unwrap().name, "BOB");
        let nobody = store.rename("cat", name("Cat"), 7).await;
        assert!(matches!(nobody, Err(StoreError::NoAccount)), "{nobody:?}");
        store.close().await;
        let store = Store::open(place).await.unwrap();
        let mut all = store.account_visitors().await.unwrap();
        all.sort();
        assert_eq!(all, ["ada", "bob"]);
        let ada = store.account("ada").await.unwrap().unwrap();
        assert_eq!((ada.password.as_deref(), ada.role, ada.at), (Some("hash of ada"), Role::Student, 5));
        store.close().await;
    });
}

#[test]
fn sessions_begin_end_and_expire() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_account(account("ada", "Ada")).await.unwrap();
        store.make_account(account("bob", "Bob")).await.unwrap();
        store.sign_in("ada", session("second", 20)).await.unwrap();
        store.sign_in("ada", session("third", 30)).await.unwrap();
        let nobody = store.sign_in("cat", session("fourth", 30)).await;
        assert!(matches!(nobody, Err(StoreError::NoAccount)), "{nobody:?}");
        let found = store.session("second").await.unwrap().unwrap();
        assert_eq!((found.visitor.as_str(), found.at, found.seen), ("ada", 20, Some(20)));
        assert_eq!(store.token("second").await.unwrap(), None, "a session is not a token");
        // Only the owner ends a session.
        let foreign = store.end_session("bob", "second").await;
        assert!(matches!(foreign, Err(StoreError::NoAccount)), "{foreign:?}");
        store.end_session("ada", "second").await.unwrap();
        assert_eq!(store.session("second").await.unwrap(), None);
        store.session_seen("ada-first", 40).await.unwrap();
        let listed = store.belongings("ada").await.unwrap().sessions;
        let listed: Vec<_> = listed.iter().map(|key| (key.hash.as_str(), key.seen)).collect();
        assert_eq!(listed, [("ada-first", Some(40)), ("third", Some(30))]);
        store.end_other_sessions("ada", "third").await.unwrap();
        assert_eq!(store.belongings("ada").await.unwrap().sessions.len(), 1);
        store.sign_in("ada", session("idle", 31)).await.unwrap();
        store.session_seen("third", 90).await.unwrap();
        store.expire_sessions(50, 0).await.unwrap();
        assert_eq!(store.session("idle").await.unwrap(), None);
        assert!(store.session("third").await.unwrap().is_some());
        store.expire_sessions(50, 31).await.unwrap();
        assert_eq!(store.session("third").await.unwrap(), None, "it was used, and is too old");
        store.close().await;
    });
}

#[test]
fn a_new_password_ends_sessions_and_a_recovery_code_works_once() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_account(account("ada", "Ada")).await.unwrap();
        store.make_account(account("bob", "Bob")).await.unwrap();
        store.sign_in("ada", session("second", 20)).await.unwrap();
        store.make_token("ada", session("laptop", 20), 9).await.unwrap();
        store.make_token("bob", session("other", 20), 9).await.unwrap();
        store.set_password("ada", "new hash", "second").await.unwrap();
        assert_eq!(store.token("laptop").await.unwrap(), None);
        assert!(store.token("other").await.unwrap().is_some(), "those of another account stay");
        assert_eq!(store.session("ada-first").await.unwrap(), None);
        assert!(store.session("second").await.unwrap().is_some());
        assert_eq!(store.account("ada").await.unwrap().unwrap().password.as_deref(), Some("new hash"));
        store.make_token("ada", session("token", 21), 9).await.unwrap();
        let foreign = store.recover("ada", "bob-code-1", "evil", session("evil", 22)).await;
        assert!(matches!(foreign, Err(StoreError::NoAccount)), "{foreign:?}");
        store.recover("ada", "ada-code-1", "third hash", session("back", 23)).await.unwrap();
        let again = store.recover("ada", "ada-code-1", "fourth hash", session("again", 24)).await;
        assert!(matches!(again, Err(StoreError::NoAccount)), "{again:?}");
        assert_eq!(store.account("ada").await.unwrap().unwrap().password.as_deref(), Some("third hash"));
        assert_eq!(store.session("second").await.unwrap(), None);
        assert_eq!(store.token("token").await.unwrap(), None);
        let left = store.belongings("ada").await.unwrap();
        assert_eq!((left.sessions.len(), left.tokens.len(), left.codes), (1, 0, 1));
        store.set_codes("ada", vec!["x".into(), "y".into(), "z".into()]).await.unwrap();
        assert_eq!(store.belongings("ada").await.unwrap().codes, 3);
        assert_eq!(store.belongings("bob").await.unwrap().codes, 2, "those of another account stay");
        store.close().await;
    });
}

#[test]
fn tokens_are_limited_listed_and_removed() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_account(account("ada", "Ada")).await.unwrap();
        store.make_token("ada", session("one", 10), 2).await.unwrap();
        store.make_token("ada", session("two", 11), 2).await.unwrap();
        let third = store.make_token("ada", session("three", 12), 2).await;
        assert!(matches!(third, Err(StoreError::Conflict)), "{third:?}");
        assert_eq!(store.token("one").await.unwrap().unwrap().seen, None);
        store.token_seen("one", 30).await.unwrap();
        assert_eq!(store.token("one").await.unwrap().unwrap().seen, Some(30));
        assert_eq!(store.session("one").await.unwrap(), None, "a token is not a session");
        store.end_token("ada", "two").await.unwrap();
        let listed = store.belongings("ada").await.unwrap().tokens;
        assert_eq!(listed.iter().map(|key| key.hash.as_str()).collect::<Vec<_>>(), ["one"]);
        store.close().await;
    });
}

#[test]
fn an_identity_has_one_account_and_the_last_way_in_stays() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let elsewhere = NewAccount { password: None, identity: Some(school("7")), ..account("ada", "Ada") };
        store.make_account(elsewhere).await.unwrap();
        assert_eq!(store.account_of(&school("7")).await.unwrap().unwrap().visitor, "ada");
        assert_eq!(store.account_of(&school("8")).await.unwrap(), None);
        let second = NewAccount { identity: Some(school("7")), ..account("bob", "Bob") };
        let second = store.make_account(second).await;
        assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
        assert_eq!(store.account("bob").await.unwrap(), None);
        store.make_account(account("bob", "Bob")).await.unwrap();
        let taken = store.add_identity("bob", school("7"), 9).await;
        assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
        store.add_identity("bob", school("8"), 9).await.unwrap();
        let last = store.end_identity("ada", school("7")).await;
        assert!(matches!(last, Err(StoreError::NoAccount)), "nobody could sign in: {last:?}");
        store.end_identity("bob", school("8")).await.unwrap();
        assert!(store.belongings("bob").await.unwrap().identities.is_empty());
        store.close().await;
    });
}

#[test]
fn roles_are_set_by_the_server_and_beside_it() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        for (visitor, called) in [("a", "Ada"), ("b", "Bob"), ("c", "Adam")] {
            store.make_account(account(visitor, called)).await.unwrap();
        }
        let mut upkeep = Upkeep::open(place).await.unwrap();
        assert!(upkeep.set_role("Ada", Role::Operator).await.unwrap());
        assert!(!upkeep.set_role("Eve", Role::Operator).await.unwrap());
        assert_eq!(upkeep.with_role(Role::Operator).await.unwrap(), ["Ada"]);
        upkeep.close().await;
        store.set_role("b", Role::Teacher).await.unwrap();
        assert_eq!(store.session("a-first").await.unwrap().unwrap().role, Role::Operator);
        assert_eq!(visitors(&store, "", None).await, ["a", "c", "b"]);
        assert_eq!(visitors(&store, "ada", None).await, ["a", "c"]);
        assert_eq!(visitors(&store, "", Some(Role::Teacher)).await, ["b"]);
        store.close().await;
    });
}

#[test]
fn an_account_is_not_pruned_and_is_forgotten_with_its_visitor() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store
            .make_account(NewAccount { identity: Some(school("7")), ..account("ada", "Ada") })
            .await
            .unwrap();
        store.make_token("ada", session("token", 10), 9).await.unwrap();
        let mut upkeep = Upkeep::open(place).await.unwrap();
        assert_eq!(upkeep.prune(900).await.unwrap(), Old::default());
        let traces = upkeep.traces("ada").await.unwrap();
        assert_eq!(traces.account.as_deref(), Some("Ada"));
        assert_eq!((traces.belongings.sessions.len(), traces.belongings.codes), (1, 2));
        assert_eq!(upkeep.forget("ada", |_, _| None).await.unwrap(), traces);
        assert_eq!(upkeep.traces("ada").await.unwrap(), Traces::default());
        upkeep.close().await;
        assert_eq!(store.session("ada-first").await.unwrap(), None);
        // The name is free again.
        store.make_account(account("bob", "Ada")).await.unwrap();
        store.close().await;
    });
}

#[test]
fn a_visitor_is_removed_or_given_to_another_by_the_server() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_account(account("ada", "Ada")).await.unwrap();
        for (id, visitor) in [("one", "guest"), ("two", "ada")] {
            store.create(NewGame { entries: vec![seated(0, 1, 0, visitor)], ..game(id) }).await.unwrap();
        }
        store.set_name("guest", "Guest", 1).await.unwrap();
        store.keep_film(film("film", "guest", 1), PLENTY).await.unwrap();
        let rewrite = |to: &'static str| -> joust_store::Rewrite {
            std::sync::Arc::new(move |body| Some(format!("{body} by {to}")))
        };
        store.reseat("one", ("guest", "ada"), "Ada", rewrite("ada")).await.unwrap();
        store.give_visitor("guest", "ada").await.unwrap();
        assert_eq!(store.traces("guest").await.unwrap(), Traces::default());
        let traces = store.traces("ada").await.unwrap();
        assert_eq!((traces.games.len(), traces.films.len()), (2, 1));
        assert_eq!(store.game("one").await.unwrap().unwrap().entries[0].body, "joined by ada");
        for id in ["one", "two"] {
            store.reseat(id, ("ada", "nobody"), "", rewrite("nobody")).await.unwrap();
        }
        store.remove_visitor("ada").await.unwrap();
        assert_eq!(store.traces("ada").await.unwrap(), Traces::default());
        assert_eq!(store.account("ada").await.unwrap(), None);
        let seats = &store.games_of("nobody", 0, 9).await.unwrap()[0].seats;
        assert_eq!(seats[0].name, "");
        store.close().await;
    });
}
