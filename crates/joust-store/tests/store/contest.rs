//! Contests, members, versions, games and official rounds.

use crate::{on_both, raw};
use joust_store::{
    BoutChair, BoutFilter, BoutResult, Invitation, NewBout, NewContest, NewMember, NewVersion,
    OfficialRoundRow, Store, StoreError, StoredVersion, Upkeep, Verdict,
};
use sqlx::Row;

fn text(text: &str) -> String {
    text.to_owned()
}

fn contest(id: &str, owner: &str) -> NewContest {
    let (terms, code) = (format!("terms of {id}"), format!("code of {id}"));
    NewContest { id: text(id), owner: text(owner), name: owner.to_uppercase(), terms, code, at: 10 }
}

fn student(contest: &str, visitor: &str) -> NewMember {
    let (name, grade_key) = (visitor.to_uppercase(), format!("{visitor}@school"));
    NewMember { contest: text(contest), visitor: text(visitor), role: "student", name, grade_key, at: 20 }
}

fn version(contest: &str, number: i64, visitor: &str) -> NewVersion {
    NewVersion {
        contest: text(contest),
        number,
        visitor: text(visitor),
        label: text("first try"),
        file: text("bot.cc"),
        player: text("Max"),
        at: 30 + number,
        source: vec![0, 1, 255, 0],
    }
}

fn game(number: i64, kind: &'static str, versions: &[i64]) -> NewBout {
    let chair = |version: &i64| BoutChair { version: *version, private: String::new() };
    let chairs = versions.iter().map(chair).collect();
    NewBout {
        number,
        kind,
        asker: text("ada"),
        at: number,
        block: 7,
        board: 1,
        seed: 5,
        opening: 2,
        chairs,
        result: None,
    }
}

fn result(done: i64) -> BoutResult {
    let private = vec![text("private 0"), text("private 1")];
    let (shown, worker) = (text("shown"), String::new());
    BoutResult { state: "done", done, shown, private, record: vec![9, 0, 9], worker }
}

fn verdict(contest: &str, number: i64, games: Vec<NewBout>) -> Verdict {
    Verdict {
        contest: text(contest),
        number,
        state: "qualified",
        language: text("cpp"),
        name: text("Max"),
        failed: String::new(),
        sha256: text("5f16"),
        module: vec![0, 97, 115, 109],
        report: text("{}"),
        games,
    }
}

#[test]
fn a_contest_has_an_owner_a_state_and_a_class() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        for (new, most) in [(contest("c1", "bob"), 9), (contest("c2", "tea"), 1)] {
            let refused = store.make_contest(new, most).await;
            assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
        }
        store.join_contest(student("c1", "ada"), 9).await.unwrap();
        for (new, most) in [(student("c1", "ada"), 9), (student("c1", "bob"), 2)] {
            let refused = store.join_contest(new, most).await;
            assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
        }
        let nowhere = store.join_contest(student("c9", "ada"), 9).await;
        assert!(matches!(nowhere, Err(StoreError::NoContest)), "{nowhere:?}");
        let members = store.members("c1").await.unwrap();
        let told: Vec<_> =
            members.iter().map(|one| (one.number, one.role.as_str(), one.name.as_str())).collect();
        assert_eq!(told, [(1, "teacher", "TEA"), (2, "student", "ADA")]);
        assert_eq!(store.students("c1").await.unwrap(), 1);
        store.set_member_role("c1", 2, "removed").await.unwrap();
        assert_eq!(store.member("c1", "ada").await.unwrap().unwrap().role, "removed");
        assert_eq!(store.member("c1", "bob").await.unwrap(), None);
        let invited = |name: &str, key: &str| Invitation {
            caseless: name.to_lowercase(),
            name: text(name),
            grade_key: text(key),
        };
        store.invite("c1", vec![invited("Bob", "1"), invited("Cat", "2")]).await.unwrap();
        store.invite("c1", vec![invited("Bob", "3")]).await.unwrap();
        assert_eq!(store.invited("c1").await.unwrap(), [invited("Bob", "3"), invited("Cat", "2")]);
        store.uninvite("c1", "cat").await.unwrap();
        assert_eq!(store.invited("c1").await.unwrap().len(), 1);
        store.set_contest_state("c1", "open", 40).await.unwrap();
        store.set_contest_state("c1", "closed", 50).await.unwrap();
        store.set_contest_state("c1", "open", 60).await.unwrap();
        store.set_contest_terms("c1", "new terms").await.unwrap();
        store.set_contest_code("c1", "new code").await.unwrap();
        let found = store.contest_with_code("new code").await.unwrap().unwrap();
        assert_eq!((found.opened, found.closed, found.terms.as_str()), (Some(40), None, "new terms"));
        assert_eq!(store.contests_in("open").await.unwrap().len(), 1);
        let nowhere = store.set_contest_state("c9", "open", 1).await;
        assert!(matches!(nowhere, Err(StoreError::NoContest)), "{nowhere:?}");
        store.remove_contest("c1").await.unwrap();
        assert!(
            store.contest("c1").await.unwrap().is_none() && store.members("c1").await.unwrap().is_empty()
        );
        store.close().await;
    });
}

#[test]
fn versions_are_kept_judged_and_chosen() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        store.add_version(version("c1", 1, "ada")).await.unwrap();
        store.add_version(version("c1", 2, "bob")).await.unwrap();
        let taken = store.add_version(version("c1", 2, "cat")).await;
        assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
        let numbers =
            |versions: Vec<StoredVersion>| versions.iter().map(|one| one.number).collect::<Vec<_>>();
        assert_eq!(numbers(store.versions("c1", None).await.unwrap()), [1, 2]);
        assert_eq!(numbers(store.versions("c1", Some("bob")).await.unwrap()), [2]);
        assert_eq!(store.versions_since("c1", "ada", 30).await.unwrap(), 1);
        assert_eq!(store.versions_since("c1", "ada", 31).await.unwrap(), 0);
        assert_eq!(store.last_version("c1").await.unwrap(), 2);
        assert_eq!(store.version_source("c1", 1).await.unwrap().unwrap(), [0, 1, 255, 0]);
        // What was being judged when the server ended is found again, in the order of arrival.
        store.set_version_state("c1", 2, "judging", 1, "the disk was full").await.unwrap();
        assert_eq!(numbers(store.unjudged().await.unwrap()), [1, 2]);
        store
            .set_verdict(verdict(
                "c1",
                1,
                vec![NewBout { result: Some(result(50)), ..game(1, "qualification", &[1, 0]) }],
            ))
            .await
            .unwrap();
        assert_eq!(numbers(store.unjudged().await.unwrap()), [2]);
        let judged = store.version("c1", 1).await.unwrap().unwrap();
        assert_eq!((judged.state.as_str(), judged.name.as_str(), judged.size), ("qualified", "Max", 4));
        assert_eq!(store.version_module("c1", 1).await.unwrap().unwrap(), b"\0asm");
        assert_eq!(store.version_report("c1", 1).await.unwrap().as_deref(), Some("{}"));
        // Judged again: the games are those of the last time.
        store.add_bouts("c1", vec![game(2, "friendly", &[1, 2])]).await.unwrap();
        store
            .set_verdict(verdict(
                "c1",
                1,
                vec![NewBout { result: Some(result(60)), ..game(3, "qualification", &[0, 1]) }],
            ))
            .await
            .unwrap();
        let games = store.bouts("c1", &BoutFilter::default(), 9).await.unwrap();
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(store.bout_private("c1", 1).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.bout_private("c1", 2).await.unwrap().len(), 2);
        store.add_choice("c1", "ada", 1, 70).await.unwrap();
        let foreign = store.add_choice("c1", "ada", 2, 71).await;
        assert!(matches!(foreign, Err(StoreError::NoContest)), "{foreign:?}");
        assert_eq!(store.choices("c1").await.unwrap().len(), 1);
        assert_eq!(store.choices_since("c1", "ada", 69).await.unwrap(), 1);
        assert_eq!(store.choices_since("c1", "ada", 70).await.unwrap(), 0);
        store.set_version_label("c1", 1, "best").await.unwrap();
        assert_eq!(store.version("c1", 1).await.unwrap().unwrap().label, "best");
        store.close().await;
    });
}

#[test]
fn a_verdict_stands_until_the_next_one() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        let now = async || {
            let version = store.version("c1", 1).await.unwrap().unwrap();
            (version.state, version.earlier, version.tries)
        };
        let is = |state: &str, earlier: &str, tries: i64| (text(state), text(earlier), tries);
        store.add_version(version("c1", 1, "ada")).await.unwrap();
        let waits = store.judge_again("c1", 1, 0).await;
        assert!(matches!(waits, Err(StoreError::NoContest)), "it waits already: {waits:?}");
        store.set_version_state("c1", 1, "trouble", 3, "no compiler").await.unwrap();
        assert_eq!(store.troubled().await.unwrap().len(), 1);
        store.judge_again("c1", 1, 2).await.unwrap();
        assert_eq!(now().await, is("waiting", "trouble", 2));
        store.set_verdict(verdict("c1", 1, Vec::new())).await.unwrap();
        assert_eq!(now().await, is("qualified", "", 0));
        store.judge_again("c1", 1, 0).await.unwrap();
        store.set_version_state("c1", 1, "judging", 0, "").await.unwrap();
        assert_eq!(now().await, is("judging", "qualified", 0));
        // The judge fails, and tries once more.
        store.set_version_state("c1", 1, "trouble", 3, "no compiler").await.unwrap();
        store.judge_again("c1", 1, 2).await.unwrap();
        assert_eq!(now().await, is("waiting", "qualified", 2));
        assert!(store.troubled().await.unwrap().is_empty());
        store.close().await;
    });
}

#[test]
fn a_module_that_was_handed_in_is_stored_once() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        let module = vec![0, 97, 115, 109, 1];
        let handed =
            |number, source: &[u8]| NewVersion { source: source.to_vec(), ..version("c1", number, "ada") };
        store.add_version(handed(1, &module)).await.unwrap();
        store.add_version(handed(2, b"int main")).await.unwrap();
        assert!(store.version_module("c1", 1).await.unwrap().unwrap().is_empty(), "not judged yet");
        for number in [1, 2] {
            let judged = Verdict { module: module.clone(), ..verdict("c1", number, Vec::new()) };
            store.set_verdict(judged).await.unwrap();
            assert_eq!(store.version_module("c1", number).await.unwrap().unwrap(), module);
        }
        assert_eq!(store.bytes_of_versions("c1", "ada").await.unwrap(), 5 + 8 + 5);
        assert_eq!(store.bytes_of_versions("c1", "bob").await.unwrap(), 0);
        store.remove_visitor("ada").await.unwrap();
        for number in [1, 2] {
            assert!(store.version_module("c1", number).await.unwrap().unwrap().is_empty());
        }
        store.close().await;
    });
}

#[test]
fn games_wait_until_they_have_a_result_and_are_filtered() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        let games =
            vec![game(1, "ladder", &[1, 2]), game(2, "ladder", &[2, 1]), game(3, "friendly", &[1, 0])];
        store.add_bouts("c1", games).await.unwrap();
        let taken = store.add_bouts("c1", vec![game(4, "ladder", &[1]), game(3, "ladder", &[1])]).await;
        assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
        assert_eq!(store.last_bout("c1").await.unwrap(), 3, "all or none");
        store.set_bout_result("c1", 2, result(80)).await.unwrap();
        store.set_bout_result("c1", 1, result(90)).await.unwrap();
        let twice = store.set_bout_result("c1", 1, result(91)).await;
        assert!(matches!(twice, Err(StoreError::Conflict)), "{twice:?}");
        let ladder = store.ladder("c1").await.unwrap();
        assert_eq!(ladder.iter().map(|game| game.number).collect::<Vec<_>>(), [2, 1], "as they were over");
        assert_eq!(
            (ladder[0].versions.as_slice(), ladder[0].block, ladder[0].done),
            ([2, 1].as_slice(), 7, Some(80))
        );
        let waiting = store.waiting_bouts().await.unwrap();
        assert_eq!(
            (waiting.len(), waiting[0].number, waiting[0].versions.as_slice()),
            (1, 3, [1, 0].as_slice())
        );
        let listed = async |filter: BoutFilter| {
            let found = store.bouts("c1", &filter, 9).await.unwrap();
            found.iter().map(|game| game.number).collect::<Vec<_>>()
        };
        assert_eq!(listed(BoutFilter { kind: Some("ladder"), ..BoutFilter::default() }).await, [2, 1]);
        assert_eq!(listed(BoutFilter { before: Some(3), ..BoutFilter::default() }).await, [2, 1]);
        assert_eq!(listed(BoutFilter { versions: Some(vec![2]), ..BoutFilter::default() }).await, [2, 1]);
        assert_eq!(
            listed(BoutFilter { versions: Some(vec![]), ..BoutFilter::default() }).await,
            Vec::<i64>::new()
        );
        assert_eq!(store.bout("c1", 2).await.unwrap().unwrap().shown, "shown");
        assert_eq!(store.bout("c1", 9).await.unwrap(), None);
        assert_eq!(store.bout_record("c1", 2).await.unwrap().unwrap(), [9, 0, 9]);
        assert_eq!(store.bout_private("c1", 2).await.unwrap(), ["private 0", "private 1"]);
        assert_eq!(store.friendlies_since("c1", "ada", 2).await.unwrap(), 1);
        store.close().await;
    });
}

#[test]
fn a_round_keeps_its_journal_when_it_is_over() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        let row = |state: &str, played| OfficialRoundRow {
            contest: text("c1"),
            number: 1,
            state: text(state),
            at: 90,
            players: text("[1,2]"),
            played,
            most: 6,
            trouble: String::new(),
        };
        store.set_round(row("playing", 2), None).await.unwrap();
        assert_eq!(store.rounds("c1").await.unwrap(), [row("playing", 2)]);
        assert_eq!(store.round_journal("c1", 1).await.unwrap(), None);
        store.set_round(row("over", 6), Some(vec![1, 0, 2])).await.unwrap();
        store.set_round(row("over", 6), None).await.unwrap();
        assert_eq!(store.round_journal("c1", 1).await.unwrap().unwrap(), [1, 0, 2]);
        store.close().await;
    });
}

#[test]
fn a_forgotten_student_leaves_results_and_nothing_else() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        store.join_contest(student("c1", "ada"), 9).await.unwrap();
        store.join_contest(student("c1", "bob"), 9).await.unwrap();
        store.add_version(version("c1", 1, "ada")).await.unwrap();
        store.add_version(version("c1", 2, "bob")).await.unwrap();
        store.set_verdict(verdict("c1", 1, Vec::new())).await.unwrap();
        // One that was not built has no module.
        store.add_version(version("c1", 3, "ada")).await.unwrap();
        store.add_choice("c1", "ada", 1, 70).await.unwrap();
        store
            .add_bouts("c1", vec![NewBout { result: Some(result(50)), ..game(1, "ladder", &[1, 2]) }])
            .await
            .unwrap();
        assert_eq!(store.traces("ada").await.unwrap().contests, ["c1"]);
        store.remove_visitor("ada").await.unwrap();
        assert!(store.traces("ada").await.unwrap().contests.is_empty());
        let gone = store.version("c1", 1).await.unwrap().unwrap();
        assert_eq!((gone.state.as_str(), gone.file.as_str(), gone.name.as_str()), ("gone", "", "Max"));
        assert!(gone.visitor.starts_with("forgotten-"), "{gone:?}");
        assert!(store.version_source("c1", 1).await.unwrap().unwrap().is_empty());
        assert!(store.version_module("c1", 1).await.unwrap().unwrap().is_empty());
        assert_eq!(store.version_report("c1", 1).await.unwrap().as_deref(), Some(""));
        let member = &store.members("c1").await.unwrap()[1];
        assert_eq!(
            (member.role.as_str(), member.name.as_str(), member.grade_key.as_str()),
            ("removed", "", "")
        );
        assert_eq!(store.bout_private("c1", 1).await.unwrap(), ["", "private 1"], "that of others stays");
        assert_eq!(store.bout("c1", 1).await.unwrap().unwrap().shown, "shown");
        // A version that was being judged in the meantime stays gone.
        let late = store.set_verdict(verdict("c1", 1, Vec::new())).await;
        assert!(matches!(late, Err(StoreError::NoContest)), "{late:?}");
        store.close().await;
        // An operator forgets a teacher beside the server.
        let mut upkeep = Upkeep::open(place).await.unwrap();
        upkeep.forget("tea", |_, _| None).await.unwrap();
        upkeep.close().await;
        let mut raw = raw(place).await;
        let row = sqlx::query("SELECT owner FROM contest").fetch_one(&mut raw).await.unwrap();
        assert!(row.get::<String, _>(0).starts_with("forgotten-"));
    });
}

#[test]
fn what_a_machine_that_lied_has_found_out_waits_again() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.make_contest(contest("c1", "tea"), 2).await.unwrap();
        let by = |worker: &str| BoutResult { worker: text(worker), ..result(60) };
        for (number, worker) in [(1, "liar"), (2, "honest"), (3, "")] {
            store.add_version(version("c1", number, "ada")).await.unwrap();
            let judged = NewBout { result: Some(by(worker)), ..game(number, "qualification", &[number, 0]) };
            store.set_verdict(verdict("c1", number, vec![judged])).await.unwrap();
        }
        let games =
            [(4, "ladder", "liar"), (5, "friendly", "liar"), (6, "ladder", "honest"), (7, "ladder", "")];
        for (number, kind, worker) in games {
            store.add_bouts("c1", vec![game(number, kind, &[1, 2])]).await.unwrap();
            store.set_bout_result("c1", number, by(worker)).await.unwrap();
        }
        store.retract("").await.unwrap();
        assert!(store.waiting_bouts().await.unwrap().is_empty(), "those of the server itself stay");
        store.retract("liar").await.unwrap();
        let waiting: Vec<i64> = store.waiting_bouts().await.unwrap().iter().map(|bout| bout.number).collect();
        assert_eq!(waiting, [4, 5]);
        for number in waiting {
            let bout = store.bout("c1", number).await.unwrap().unwrap();
            assert_eq!((bout.done, bout.shown.as_str()), (None, ""));
            assert_eq!(store.bout_private("c1", number).await.unwrap(), ["", ""]);
            assert!(store.bout_record("c1", number).await.unwrap().unwrap().is_empty());
        }
        let unjudged: Vec<i64> = store.unjudged().await.unwrap().iter().map(|one| one.number).collect();
        assert_eq!(unjudged, [1]);
        assert_eq!(store.ladder("c1").await.unwrap().len(), 2, "those of others count");
        // They can be done again, and once more is nothing.
        store.set_bout_result("c1", 4, by("honest")).await.unwrap();
        store.retract("liar").await.unwrap();
        assert_eq!(store.ladder("c1").await.unwrap().len(), 3);
        store.close().await;
    });
}
