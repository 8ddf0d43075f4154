//! What happens around the date of a round, and to versions that are judged again, without a judge at work.

use super::desk::{Next, Task};
use super::{WorkItem, take_up};
use crate::account::Account;
use crate::contest::limits::{CRASHES, TRIES};
use crate::contest::service::{Contests, Denied, Missing, RoundState, Submission, frozen};
use crate::failure::Failure;
use crate::guard::Caller;
use crate::language::Language;
use crate::settings::Layer;
use crate::time::Time;
use joust_contest::{OfficialRound, Work};
use joust_store::{Location, NewContest, NewMember, NewVersion, Role, Store, Verdict};
use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use time::OffsetDateTime;
use tokio::runtime::Handle;

const ID: &str = "spring";

/// A contest whose round was to begin five seconds ago, with the students Ada and Bob.
struct Scene {
    contests: Arc<Contests>,
    /// In seconds since 1970.
    date: i64,
    layer: Layer,
    _folder: tempfile::TempDir,
}

fn caller(name: &str, role: Role) -> Caller {
    let account = Account { visitor: name.into(), name: name.to_owned(), role };
    Caller {
        visitor: name.into(),
        account: Some(Arc::new(account)),
        session: None,
        address: crate::address::Address::unknown(),
        language: Language::English,
        origin: "http://arena".into(),
    }
}

/// A student joins, whose name is the visitor's in capitals.
async fn join(store: &Store, visitor: &str) {
    let new = NewMember {
        contest: ID.to_owned(),
        visitor: visitor.to_owned(),
        role: "student",
        name: visitor.to_uppercase(),
        grade_key: String::new(),
        at: 1,
    };
    store.join_contest(new, 9).await.unwrap();
}

impl Scene {
    async fn new(judges: usize) -> Scene {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
        let layer = Layer { data: Some(folder.path().to_owned()), judges: Some(judges), ..Layer::default() };
        let time = Time::wrong_by(0);
        let date = time.now().div_euclid(1000) - 5;
        let at = OffsetDateTime::from_unix_timestamp(date).unwrap();
        let day = format!("{:04}-{:02}-{:02}", at.year(), u8::from(at.month()), at.day());
        let at = format!("{day}T{:02}:{:02}:{:02}Z", at.hour(), at.minute(), at.second());
        let terms = format!(
            "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"tiny\"]\ncloses = 2099-01-01T00:00:00Z\n\
             [[round]]\nname = \"Final\"\nat = {at}\nformat = \"round-robin\"\n"
        );
        let text = |text: &str| text.to_owned();
        let new = NewContest {
            id: text(ID),
            owner: text("tea"),
            name: text("Tea"),
            terms,
            code: text("code"),
            at: 1,
        };
        store.make_contest(new, 9).await.unwrap();
        store.set_contest_state(ID, "open", 1).await.unwrap();
        for visitor in ["ada", "bob"] {
            join(&store, visitor).await;
        }
        let contests = Contests::new(&store, time, &layer.clone().settle().unwrap());
        Scene { contests, date, layer, _folder: folder }
    }

    /// A version that arrived so many seconds before the date.
    async fn version(&self, number: i64, visitor: &str, before: i64) {
        let (contest, visitor, label) = (ID.to_owned(), visitor.to_owned(), String::new());
        let (file, player, source) = ("bot.js".to_owned(), String::new(), vec![1]);
        let at = 1000 * (self.date - before);
        let new = NewVersion { contest, number, visitor, label, file, player, at, source };
        self.contests.store.add_version(new).await.unwrap();
    }

    /// The judge lets a version pass, with this module.
    async fn qualifies(&self, number: i64, module: &[u8]) {
        let verdict = Verdict {
            contest: ID.to_owned(),
            number,
            state: "qualified",
            language: "javascript".to_owned(),
            name: format!("Max{number}"),
            failed: String::new(),
            sha256: joust_relay::sha256(module),
            module: module.to_vec(),
            report: "{}".to_owned(),
            games: Vec::new(),
        };
        self.contests.store.set_verdict(verdict).await.unwrap();
    }

    /// Two versions that have qualified.
    async fn two(&self) {
        for (number, visitor) in [(1, "ada"), (2, "bob")] {
            self.version(number, visitor, 9).await;
            self.qualifies(number, &[number as u8, 0]).await;
        }
    }

    async fn state(&self) -> Option<String> {
        Some(self.contests.store.rounds(ID).await.unwrap().pop()?.state)
    }

    async fn official(&self) -> Vec<u64> {
        self.contests.roster(ID).await.unwrap().official()
    }

    fn folder(&self) -> PathBuf {
        self.contests.round_folder(ID, 1)
    }

    /// The next work, which is over at once.
    fn next(&self) -> Task {
        let Next::Task(task) = self.contests.desk.next(0) else { panic!("nothing waits") };
        self.contests.desk.done(0, task.work, None);
        task
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_waits_for_what_arrived_in_time_and_is_not_stored_yet() {
    let scene = Scene::new(0).await;
    scene.two().await;
    // It arrived two seconds before the date, and is still being checked.
    let late = scene.contests.arrivals.note(Time::wrong_by(-7000));
    assert!(late.at < 1000 * scene.date);
    assert!(!scene.contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert_eq!(scene.state().await, None, "it is not frozen");
    drop(late);
    // What arrives now takes part in nothing, and holds nothing up.
    let _now = scene.contests.arrivals.note(Time::wrong_by(0));
    assert!(scene.contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert_eq!(scene.state().await.as_deref(), Some("playing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_and_a_choice_have_the_time_of_their_arrival() {
    let scene = Scene::new(0).await;
    scene.two().await;
    let contests = &scene.contests;
    let writing = contests.writing.lock().await;
    let handed = Submission { file: "b.js".into(), bytes: vec![7], player: None, label: String::new() };
    let (one, other) = (Arc::clone(contests), Arc::clone(contests));
    let submit = tokio::spawn(async move { one.submit(&caller("ada", Role::Student), ID, handed).await });
    let choose = tokio::spawn(async move { other.choose(&caller("bob", Role::Student), ID, 2).await });
    // Both are under way before the lock is given back.
    while contests.arrivals.under_way() < 2 {
        tokio::task::yield_now().await;
    }
    let before = contests.time.now();
    drop(writing);
    assert_eq!(submit.await.unwrap().unwrap(), 3);
    choose.await.unwrap().unwrap();
    assert_eq!(contests.arrivals.under_way(), 0);
    assert!(contests.store.version(ID, 3).await.unwrap().unwrap().at <= before);
    assert!(contests.store.choices(ID).await.unwrap()[0].at <= before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_plays_the_modules_that_were_frozen() {
    let scene = Scene::new(0).await;
    scene.two().await;
    let contests = &scene.contests;
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    let players = frozen(&row);
    let modules = contests.frozen_modules(ID, 1, &players).await.unwrap().unwrap();
    // A game was played; then everything is judged again with a newer compiler.
    let (contest, round) = contests.round_to_play(ID, 1).await.unwrap().unwrap();
    assert_eq!(frozen(&round), players);
    let (round, _) = contests.freeze(ID, 1, &contest, &players).await.unwrap_or_else(|_| panic!("frozen"));
    drop(joust_tournament::open(&round.journal(), round.terms()).unwrap());
    let journal = std::fs::read(round.journal()).unwrap();
    scene.qualifies(1, &[9, 9, 9]).await;
    assert_eq!(contests.frozen_modules(ID, 1, &players).await.unwrap().unwrap(), modules);
    // A disk was full; the teacher tries again.
    contests.round_failed(ID, 1, "no space left").await.unwrap();
    contests.retry_round(&caller("tea", Role::Teacher), ID, 1).await.unwrap();
    let again = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    assert_eq!((again.state.as_str(), frozen(&again)), ("playing", players.clone()));
    assert_eq!(std::fs::read(round.journal()).unwrap(), journal, "what was played stays");
    // The folder is lost: modules of the database are those that were frozen, or none.
    std::fs::remove_dir_all(scene.folder()).unwrap();
    assert_eq!(contests.frozen_modules(ID, 1, &players).await.unwrap(), None);
    scene.qualifies(1, &[1, 0]).await;
    assert_eq!(contests.frozen_modules(ID, 1, &players).await.unwrap().unwrap(), modules);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_of_the_judge_costs_nobody_a_round() {
    let scene = Scene::new(1).await;
    scene.two().await;
    let contests = &scene.contests;
    // The first version of Cat, who has no other one.
    join(&contests.store, "cat").await;
    scene.version(3, "cat", 3).await;
    contests.store.set_version_state(ID, 3, "trouble", TRIES, "no compiler").await.unwrap();
    assert!(!contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert_eq!(scene.state().await.as_deref(), Some("waiting"));
    // It is judged again by itself, once.
    let dates = contests.dates().await.unwrap();
    contests.try_again(&dates).await.unwrap();
    let task = scene.next();
    assert_eq!(
        (task.work, &task.item),
        (Work::Rejudge, &WorkItem::Judge { contest: ID.to_owned(), number: 3 })
    );
    contests.store.set_version_state(ID, 3, "judging", TRIES, "").await.unwrap();
    contests.judge_failed(&task, ID, 3, "no compiler").await.unwrap();
    assert_eq!(contests.store.version(ID, 3).await.unwrap().unwrap().state, "trouble");
    contests.try_again(&dates).await.unwrap();
    scene.qualifies(3, &[3, 0]).await;
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    assert_eq!((row.state.as_str(), frozen(&row).len()), ("playing", 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_that_ends_the_server_again_and_again_is_set_aside() {
    let scene = Scene::new(1).await;
    scene.version(1, "ada", 9).await;
    let contests = &scene.contests;
    contests.store.set_version_state(ID, 1, "judging", CRASHES, "").await.unwrap();
    take_up(contests).await.unwrap();
    let task = scene.next();
    assert_eq!(task.work, Work::Rejudge, "others go first");
    let (judge, runtime) = (Arc::clone(contests), Handle::current());
    let judged = tokio::task::spawn_blocking(move || judge.judge(&task, ID, 1, &runtime).is_ok());
    assert!(judged.await.unwrap());
    let state = async || contests.store.version(ID, 1).await.unwrap().unwrap().state;
    assert_eq!(state().await, "trouble");
    contests.try_again(&[]).await.unwrap();
    assert_eq!(state().await, "trouble", "until a teacher has it judged again");
    contests.rejudge(&caller("tea", Role::Teacher), ID, Some(1)).await.unwrap();
    assert_eq!((state().await.as_str(), scene.next().work), ("waiting", Work::Rejudge));
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_were_removed_are_judged_once_they_are_let_back_in() {
    let scene = Scene::new(1).await;
    scene.version(1, "ada", 9).await;
    let (contests, teacher) = (&scene.contests, caller("tea", Role::Teacher));
    let ada = contests.store.member(ID, "ada").await.unwrap().unwrap().number as u64;
    contests.remove_member(&teacher, ID, ada).await.unwrap();
    let class = contests.class(&teacher, ID).await.unwrap();
    assert_eq!((class.members.len(), class.removed[0].name.as_str()), (2, "ADA"));
    take_up(contests).await.unwrap();
    let (task, judge, runtime) = (scene.next(), Arc::clone(contests), Handle::current());
    let judged = tokio::task::spawn_blocking(move || judge.judge(&task, ID, 1, &runtime).is_ok());
    assert!(judged.await.unwrap());
    assert_eq!(contests.store.version(ID, 1).await.unwrap().unwrap().state, "waiting");
    contests.set_teacher(&teacher, ID, ada, false).await.unwrap();
    assert_eq!(scene.next().item, WorkItem::Judge { contest: ID.to_owned(), number: 1 });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_that_could_not_begin_can_be_put_off() {
    let scene = Scene::new(0).await;
    scene.version(1, "ada", 9).await;
    scene.qualifies(1, &[1]).await;
    let (contests, teacher) = (&scene.contests, caller("tea", Role::Teacher));
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert_eq!(scene.state().await.as_deref(), Some("trouble"), "a round-robin of one");
    let terms = contests.terms(&teacher, ID).await.unwrap();
    let (before, _) = terms.split_once("at = ").unwrap();
    let later = format!("{before}at = 2098-01-01T00:00:00Z\nformat = \"round-robin\"\n");
    contests.set_terms(&teacher, ID, &later).await.unwrap();
    assert_eq!(contests.round(&teacher, ID, 1).await.unwrap().row.state, RoundState::Ahead);
    // What arrives in the meantime takes part.
    scene.version(2, "bob", -9).await;
    scene.qualifies(2, &[2]).await;
    contests.set_terms(&teacher, ID, &terms).await.unwrap();
    assert_eq!(contests.round(&teacher, ID, 1).await.unwrap().row.state, RoundState::Waiting);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_teacher_begins_a_round_without_versions_that_the_judge_fails_with() {
    let scene = Scene::new(1).await;
    scene.two().await;
    let (contests, teacher) = (&scene.contests, caller("tea", Role::Teacher));
    join(&contests.store, "cat").await;
    scene.version(3, "cat", 3).await;
    assert!(contests.begin_without(&teacher, ID, 1).await.is_err(), "it does not wait yet");
    assert!(!contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let awaited = async |who: &Caller| {
        let awaited = contests.round(who, ID, 1).await.unwrap().awaited;
        awaited.into_iter().map(|one| (one.version, one.student, one.is_troubled)).collect::<Vec<_>>()
    };
    assert_eq!(awaited(&teacher).await, [(3, "CAT".to_owned(), false)]);
    assert_eq!(awaited(&caller("ada", Role::Student)).await, []);
    assert!(contests.begin_without(&teacher, ID, 1).await.is_err(), "the judge is at work");
    contests.store.set_version_state(ID, 3, "trouble", TRIES, "no compiler").await.unwrap();
    assert_eq!(awaited(&teacher).await, [(3, "CAT".to_owned(), true)]);
    assert!(!contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert!(contests.begin_without(&caller("ada", Role::Student), ID, 1).await.is_err());
    contests.begin_without(&teacher, ID, 1).await.unwrap();
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    let players: Vec<u64> = frozen(&row).iter().map(|one| one.version).collect();
    assert_eq!((row.state.as_str(), players.len(), players.contains(&3)), ("playing", 2, false));
    assert!(contests.begin_without(&teacher, ID, 1).await.is_err(), "it is being played");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_official_version_stands_while_it_is_judged_again() {
    let scene = Scene::new(1).await;
    scene.two().await;
    let (contests, teacher) = (&scene.contests, caller("tea", Role::Teacher));
    assert_eq!(scene.official().await, [1, 2]);
    contests.rejudge(&teacher, ID, Some(1)).await.unwrap();
    assert_eq!(scene.official().await, [1, 2], "until the new verdict");
    assert!(
        !contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap(),
        "a round waits for the new verdict"
    );
    let task = scene.next();
    assert_eq!(task.work, Work::Rejudge);
    contests.store.set_version_state(ID, 1, "judging", 0, "").await.unwrap();
    // After a restart it is not a new submission, and waits behind these.
    scene.version(3, "ada", 1).await;
    take_up(contests).await.unwrap();
    let order = [scene.next(), scene.next()].map(|task| (task.work, task.item));
    let judge = |number| WorkItem::Judge { contest: ID.to_owned(), number };
    assert_eq!(order, [(Work::Judge, judge(3)), (Work::Rejudge, judge(1))]);
    // The judge fails: the verdict stands, also for the round.
    contests.store.set_version_state(ID, 1, "trouble", TRIES, "no compiler").await.unwrap();
    assert_eq!(scene.official().await, [1, 2]);
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    assert_eq!(frozen(&row).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn modules_of_those_who_have_left_are_in_no_round_that_is_over() {
    let scene = Scene::new(0).await;
    scene.two().await;
    let contests = &scene.contests;
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    let is_there = |name: &str| scene.folder().join(name).exists();
    contests.store.remove_visitor("ada").await.unwrap();
    contests.somebody_left().await.unwrap();
    assert!(is_there("Max1.wasm"), "the round needs it");
    assert!(contests.frozen_modules(ID, 1, &frozen(&row)).await.unwrap().is_some());
    let over = joust_store::OfficialRoundRow { state: "over".to_owned(), ..row };
    contests.store.set_round(over, None).await.unwrap();
    contests.somebody_left().await.unwrap();
    assert!(!is_there("Max1.wasm") && is_there("Max2.wasm"));
    assert_eq!(
        OfficialRound::module(&scene.folder(), "Max2", &joust_relay::sha256(&[2, 0])),
        Some(vec![2, 0])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn why_a_round_cannot_be_played_is_told_to_teachers_only() {
    let scene = Scene::new(0).await;
    // A round-robin of one.
    scene.version(1, "ada", 9).await;
    scene.qualifies(1, &[1]).await;
    let contests = &scene.contests;
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let guest = Caller { account: None, ..caller("guest", Role::Student) };
    for (who, is_told) in
        [(caller("tea", Role::Teacher), true), (caller("ada", Role::Student), false), (guest, false)]
    {
        let round = contests.round(&who, ID, 1).await.unwrap().row;
        assert_eq!((round.state, round.trouble.is_some()), (RoundState::Trouble, is_told));
        let overview = contests.overview(&who, ID).await.unwrap();
        assert_eq!(overview.rounds[0].trouble.is_some(), is_told);
    }
    // It can be frozen anew once there are two.
    scene.version(2, "bob", 9).await;
    scene.qualifies(2, &[2]).await;
    contests.retry_round(&caller("tea", Role::Teacher), ID, 1).await.unwrap();
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    assert_eq!(scene.state().await.as_deref(), Some("playing"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_of_a_contest() {
    let scene = Scene::new(1).await;
    scene.two().await;
    let (contests, ada) = (&scene.contests, caller("ada", Role::Student));
    // As much as fits, so that no page is free.
    contests.store.limit_pages(1).await;
    let handed = |bytes: usize| Submission {
        file: "b.js".into(),
        bytes: vec![7; bytes],
        player: None,
        label: String::new(),
    };
    assert!(contests.submit(&ada, ID, handed(200_000)).await.is_err());
    let versions = contests.store.versions(ID, None).await.unwrap();
    assert_eq!(versions.len(), 2, "what was not acknowledged is not there");
    assert_eq!(contests.arrivals.under_way(), 0, "and holds no round up");
    let row = joust_store::OfficialRoundRow {
        contest: ID.to_owned(),
        number: 1,
        state: "playing".to_owned(),
        at: 1000 * scene.date,
        players: format!("[{}]", " ".repeat(200_000)),
        played: 0,
        most: 0,
        trouble: String::new(),
    };
    assert!(contests.store.set_round(row, None).await.is_err());
    assert_eq!(scene.state().await, None);
    contests.store.limit_pages(1 << 20).await;
    let number = contests.submit(&ada, ID, handed(200_000)).await.unwrap();
    assert_eq!(scene.next().item, WorkItem::Judge { contest: ID.to_owned(), number: number as i64 });
    // It arrived after the date.
    assert!(contests.begin_round(ID, 1, Missing::AreAwaited).await.unwrap());
    let row = contests.store.rounds(ID).await.unwrap().pop().unwrap();
    let players: Vec<u64> = frozen(&row).iter().map(|one| one.version).collect();
    assert_eq!((row.state.as_str(), players.len(), players.contains(&number)), ("playing", 2, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_version_takes_the_room_of_games() {
    let mut scene = Scene::new(0).await;
    let ada = caller("ada", Role::Student);
    let handed = || Submission { file: "b.js".into(), bytes: vec![7], player: None, label: String::new() };
    let contests = Arc::get_mut(&mut scene.contests).unwrap();
    let least_free = std::mem::replace(&mut contests.least_free, u64::MAX);
    let denied = contests.submit(&ada, ID, handed()).await;
    assert!(matches!(denied, Err(Denied::Failure(Failure::Full))), "{denied:?}");
    assert_eq!(contests.arrivals.under_way(), 0);
    contests.least_free = least_free;
    assert_eq!(contests.submit(&ada, ID, handed()).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_student_chooses_so_often_within_an_hour() {
    let scene = Scene::new(0).await;
    scene.two().await;
    scene.version(3, "ada", 8).await;
    scene.qualifies(3, &[3]).await;
    let (contests, ada) = (&scene.contests, caller("ada", Role::Student));
    for _ in 0..100 {
        contests.choose(&ada, ID, 3).await.unwrap();
    }
    assert_eq!(contests.store.choices(ID).await.unwrap().len(), 1, "once more is nothing");
    let mut asked = 0;
    while contests.choose(&ada, ID, if asked % 2 == 0 { 1 } else { 3 }).await.is_ok() {
        asked += 1;
        assert!(asked < 1000, "there is no end");
    }
    assert_eq!(contests.store.choices(ID).await.unwrap().len(), crate::contest::limits::CHOICES as usize);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_uses_the_threads_that_have_nothing_else_to_do() {
    let scene = Scene::new(4).await;
    let desk = &scene.contests.desk;
    let bout = |number| WorkItem::Bout { contest: ID.to_owned(), number };
    let take = |worker| {
        let Next::Task(task) = desk.next(worker) else { panic!("nothing waits") };
        task.work
    };
    desk.push(ID, Work::Ladder, bout(1));
    assert_eq!(take(0), Work::Ladder);
    desk.push(ID, Work::Official, WorkItem::Round { contest: ID.to_owned(), number: 1 });
    assert_eq!(take(1), Work::Official);
    let lent = desk.lend();
    assert_eq!((lent.threads, desk.use_of_threads()), (3, Ordering::Equal), "before the ladder");
    // A new submission comes first, and is not kept waiting.
    desk.push("ada", Work::Judge, WorkItem::Judge { contest: ID.to_owned(), number: 1 });
    desk.push(ID, Work::Ladder, bout(2));
    assert_eq!(take(2), Work::Judge);
    assert_eq!(desk.use_of_threads(), Ordering::Greater, "the round gives a thread back");
    drop(lent);
    assert_eq!(desk.lend().threads, 2);
    desk.done(2, Work::Judge, None);
    assert_eq!(desk.use_of_threads(), Ordering::Less, "nothing is lent any more");
    assert_eq!(take(3), Work::Ladder);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_server_knows_how_long_the_queue_takes() {
    let scene = Scene::new(1).await;
    scene.version(1, "ada", 9).await;
    let contests = &scene.contests;
    take_up(contests).await.unwrap();
    assert_eq!(contests.desk.estimate_of_version(ID, 1), None, "nothing was measured");
    contests.desk.done(0, Work::Judge, Some(Duration::from_secs(4)));
    let estimate = contests.desk.estimate_of_version(ID, 1).unwrap();
    contests.store_durations().await;
    let next = Contests::new(&contests.store, contests.time, &scene.layer.clone().settle().unwrap());
    take_up(&next).await.unwrap();
    assert_eq!(next.desk.estimate_of_version(ID, 1), None);
    next.read_durations().await;
    assert_eq!(next.desk.estimate_of_version(ID, 1), Some(estimate));
    // What this server has measured counts more, and what cannot be read is forgotten.
    contests.store.set_durations("{".to_owned()).await.unwrap();
    next.read_durations().await;
    assert_eq!(next.desk.estimate_of_version(ID, 1), Some(estimate));
}
