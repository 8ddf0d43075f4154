//! The file of a contest: usual values, and every mistake with its line.

use joust_contest::{BadContest, Contest, Language, example};
use joust_match::GameLimits;
use joust_sandbox::FUEL_PER_SECOND;

fn wrong(text: &str) -> Vec<String> {
    let BadContest(problems) = Contest::read(text).expect_err(text);
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn most_fields_have_usual_values() {
    let contest = Contest::read("name = \"Mad Max\"\ngame = \"madmax\"\n").unwrap();
    assert_eq!(contest.limits, GameLimits::judge(), "the limits of joust game --judge");
    assert_eq!(contest.qualification.against, ["Dummy"; 3]);
    assert_eq!((contest.qualification.seeds.len(), contest.qualification.wins), (5, 3));
    assert_eq!((contest.seats(), contest.boards.len(), contest.languages.len()), (4, 1, 6));
    assert_eq!(
        (contest.versions_per_hour, contest.version_bytes, contest.friendly_per_day),
        (20, 256 << 20, 20)
    );
    assert_eq!((contest.sources.longest_name, contest.sources.global_state), (12, true));
    assert!(contest.takes(0) && contest.takes(i64::MAX) && contest.rounds.is_empty());
    let contest = Contest::read("name = \"League\"\ngame = \"mad\"\n").unwrap();
    assert_eq!(contest.limits.fuel, Some(FUEL_PER_SECOND));
    assert_eq!(contest.reference(), "random");
    assert!(!contest.boards.is_empty());
    assert!(!contest.languages.contains(&Language::MadmaxCpp));
}

#[test]
fn the_examples_say_what_their_comments_say() {
    let contest = Contest::read(example("madmax").unwrap()).unwrap();
    assert_eq!(contest.limits.bank, Some(3 * FUEL_PER_SECOND));
    assert_eq!(
        contest.boards.iter().map(|setup| setup.board.name.as_str()).collect::<Vec<_>>(),
        ["generator", "crossroads", "oasis"]
    );
    assert!(!contest.sources.global_state && contest.sources.headers.as_ref().unwrap().len() > 50);
    assert_eq!(contest.rounds.len(), 2);
    assert!(contest.rounds[1].at > contest.closes.unwrap());
    let contest = Contest::read(example("wargame").unwrap()).unwrap();
    assert_eq!(contest.limits.fuel, Some(FUEL_PER_SECOND / 5));
    assert_eq!((contest.qualification.seeds.len(), contest.reference()), (6, "minimax:2"));
}

#[test]
fn a_board_may_stand_in_the_file() {
    let text =
        "name = \"x\"\ngame = \"wargame\"\nboards = [\"tiny\", { name = \"mine\", text = \"1 2\\n3 4\" }]\n";
    let contest = Contest::read(text).unwrap();
    let names: Vec<&str> = contest.boards.iter().map(|setup| setup.board.name.as_str()).collect();
    assert_eq!(names, ["tiny", "mine"]);
}

#[test]
fn every_mistake_is_told_with_its_line() {
    for (field, words) in [
        ("sped = 3", "line 3: sped: there is no such field"),
        ("rules = \"odd\"", "line 3: rules: "),
        ("boards = [\"Atlantis\"]", "line 3: boards[1]: there is no MAD board `Atlantis`"),
        ("boards = []", "line 3: boards: this list is empty"),
        ("boards = [{ name = \"x\" }]", "line 3: boards[1]: write the name of a board"),
        ("maps = [\"oasis\"]", "line 3: maps: a duel has boards: write `boards`"),
        ("languages = [\"python\"]", "line 3: languages[1]: Python runs as a process"),
        ("languages = [\"cobol\"]", "line 3: languages[1]: there is no language `cobol`"),
        ("languages = [\"madmax-cpp\"]", "line 3: languages[1]: this is the kit of Mad Max"),
        ("languages = [\"c\", \"c\"]", "line 3: languages[2]: this language is named twice"),
        ("languages = []", "line 3: languages: no language is left"),
        ("closes = 2027-05-28T23:59:00", "write a date with a time and an offset"),
        (
            "opens = 2027-05-28T23:59:00Z\ncloses = 2027-05-28T23:59:00+02:00",
            "line 4: closes: it closes before it opens",
        ),
        ("seed = -1", "line 3: seed: "),
        ("limits = { seconds = 0 }", "line 3: limits.seconds: 0 is not a number above 0"),
        ("limits = { seconds = 3, bank = 3 }", "line 3: limits.bank: write either `seconds` or `bank`"),
        ("versions = { megabytes = 0 }", "line 3: versions.megabytes: "),
        ("limits = { fuel = 0 }", "line 3: limits: a player has no fuel at all"),
        ("sources = { global-state = \"no\" }", "line 3: sources.global-state: `no` is neither"),
        ("sources = { headers = \"some\" }", "line 3: sources.headers: `some` is neither"),
        ("sources = { headers = [\"a b\"] }", "line 3: sources.headers[1]: this is not the name of a header"),
        ("sources = { longest-name = 13 }", "line 3: sources.longest-name: "),
        (
            "qualification = { against = \"deep\" }",
            "line 3: qualification.against: there is no player `deep`",
        ),
        (
            "qualification = { against = \"human\" }",
            "line 3: qualification.against: `human` is not a built-in player",
        ),
        ("qualification = { against = \"cmd:./bot\" }", "is not a built-in player"),
        ("qualification = { against = \"ada.wasm\" }", "is not a built-in player"),
        ("qualification = { against = \"engine,time=100\" }", "plays by the clock"),
        (
            "qualification = { against = [\"random\", \"random\"] }",
            "2 opponents are named: write one name, or 1 opponent",
        ),
        ("qualification = { seeds = [1, 2], wins = 3 }", "line 3: qualification.wins: 3 wins are wanted"),
        ("qualification = { seeds = [-1] }", "line 3: qualification.seeds[1]: "),
        ("friendly = { per-week = 3 }", "line 3: friendly.per-week: there is no such field"),
        ("versions = 3", "line 3: versions: this is the number 3: write a table"),
        ("ladder = { blocks = \"many\" }", "line 3: ladder.blocks: "),
        ("sees = { games = 1 }", "line 3: sees.games: this is the number 1: write true or false"),
        ("[[round]]\nname = \"x\"", "line 3: round[1]: this round has no date"),
        (
            "[[round]]\nat = 2027-01-01T00:00:00Z\nformat = \"race\"",
            "line 5: round[1].format: there is no format `race`",
        ),
        (
            "[[round]]\nat = 2027-01-02T00:00:00Z\n[[round]]\nat = 2027-01-01T00:00:00Z",
            "line 6: round[2].at: this round is before the one above it",
        ),
        (
            "[[round]]\nname = \"x\"\nat = 2027-01-01T00:00:00Z\n[[round]]\nname = \"x\"\nat = 2027-01-02T00:00:00Z",
            "two rounds are called `x`",
        ),
        ("name = \"twice\"", "line 3: duplicate key"),
    ] {
        let told = wrong(&format!("name = \"x\"\ngame = \"mad\"\n{field}\n")).join("\n");
        assert!(told.contains(words), "{field}: {told}");
    }
    assert!(wrong("game = \"mad\"\n")[0].contains("the contest has no name"));
    assert!(
        wrong("name = \"\"\ngame = \"mad\"\n")[0].starts_with("line 1: name: this is not a name for a page")
    );
    let army = wrong("name = \"x\"\ngame = \"madmax\"\nboards = [\"oasis\"]\n").join("\n");
    assert!(army.contains("line 3: boards: Mad Max has maps: write `maps`"), "{army}");
    let army = wrong("name = \"x\"\ngame = \"madmax\"\n[qualification]\nagainst = \"Dumy\"\n");
    let told = "line 4: qualification.against: there is no player `Dumy`: write one of Demo, Dummy, Null";
    assert_eq!(army, [told]);
}

#[test]
fn several_mistakes_are_told_at_once_in_the_order_of_their_lines() {
    let told = wrong(
        "name = \"x\"\nseed = \"a\"\ngame = \"chess\"\nboards = [\"x\"]\nclozes = 3\n[sees]\ngames = 2\n",
    );
    let lines: Vec<&str> = told.iter().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["line 2", "line 3", "line 5", "line 7"], "{told:?}");
}
