//! Whatever a student hands in, the comparison ends, in bounded time and memory, and says what it did not read.

use joust_similarity::{Corpus, LONGEST_FILE, Language, Report, Settings, Source, SourceFile, compare};

/// The report on two students with one text.
fn twins(path: &str, text: &str) -> Report {
    let class = vec![Source::single("ada", path, text), Source::single("bob", path, text)];
    compare(&Corpus { class, ..Corpus::default() }, &Settings::default(), &false.into(), &|_| ()).unwrap()
}

const ENDINGS: [&str; 5] = ["a.c", "a.cc", "a.js", "a.py", "a.rs"];

#[test]
fn deep_nesting_is_no_depth_of_calls() {
    for path in ENDINGS {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("-", ""), ("if (a) ", "")] {
            let text = format!("{}1{}", open.repeat(5_000), close.repeat(5_000));
            let report = twins(path, &text);
            assert!(report.submissions.len() + report.unread.len() == 2, "{path} {open}");
        }
    }
}

#[test]
fn texts_without_sense_are_read_or_named() {
    let broken = [
        "\u{0}",
        "}}}}",
        "\"",
        "'",
        "/*",
        "#if 0",
        "\u{feff}\u{fffd}\r\r\n",
        "def f(:\n\t",
        "class {",
        "r#\"",
        "`${",
    ];
    for path in ENDINGS {
        for text in broken {
            let report = twins(path, &text.repeat(500));
            assert_eq!(report.submissions.len() + report.unread.len(), 2, "{path} {text:?}");
        }
    }
}

#[test]
fn what_is_too_long_is_named() {
    let report = twins("a.cc", &"int x = 1;\n".repeat(LONGEST_FILE / 10));
    assert_eq!(report.unread.len(), 2);
    assert!(report.unread[0].why.starts_with("it is too long: at most 256 KiB"), "{:?}", report.unread[0]);
    let report = twins("a.txt", "hello");
    assert_eq!(report.unread[0].why, "it has no source in C, C++, JavaScript, Python or Rust");
}

/// The longest file that is read, of equal lines: every gram is everywhere.
#[test]
fn equal_lines_without_end_are_compared() {
    // Long words, so that their number is no limit.
    let line = "the_total_of_all_numbers = the_total_of_all_numbers + the_value_of(the_next_number)";
    for (path, line) in [("a.cc", format!("{line};\n")), ("a.py", format!("{line}\n"))] {
        let report = twins(path, &line.repeat(LONGEST_FILE / line.len()));
        assert_eq!(report.unread, []);
        assert!(report.pairs.len() == 1 && report.pairs[0].score > 0.9, "{path}: {:?}", report.pairs);
    }
}

#[test]
fn files_end_where_they_end() {
    let half = |name: &str| {
        SourceFile::new(
            name.as_ref(),
            b"int f(int a) { if (a > 3) return a * g(a, 2); while (h(a)) a += g(a, 1) - 2; return a; }",
        )
    };
    let two = |name: &str, files: &[&str]| Source {
        name: name.to_owned(),
        files: files.iter().map(|file| half(file)).collect(),
    };
    let class =
        vec![two("ada", &["a.cc", "b.cc", "c.cc", "d.cc"]), two("bob", &["z.cc", "y.cc", "x.cc", "w.cc"])];
    let corpus = Corpus { class, ..Corpus::default() };
    let settings = Settings { threshold: 0.0, ..Settings::default() };
    let report = compare(&corpus, &settings, &false.into(), &|_| ()).unwrap();
    assert_eq!(report.pairs.len(), 1);
    for fragment in report.pairs.iter().flat_map(|pair| &pair.fragments) {
        assert_eq!((fragment.left.first, fragment.left.last), (1, 1), "{fragment:?}");
        assert!(fragment.left.file.len() == 4, "{fragment:?}");
    }
}

#[test]
fn small_programs_are_listed_and_not_compared() {
    let report = twins("a.cc", "int f() { return 1; }");
    assert!(report.pairs.is_empty() && report.submissions.iter().all(|one| one.is_small));
    assert!(report.text().contains("too small to compare: ada, bob"), "{}", report.text());
}

#[test]
fn a_flag_stops_the_work() {
    let class = vec![Source::single("ada", "a.cc", "int x;"), Source::single("bob", "b.cc", "int x;")];
    let corpus = Corpus { class, ..Corpus::default() };
    assert_eq!(compare(&corpus, &Settings::default(), &true.into(), &|_| ()), None);
}

#[test]
fn languages_have_words() {
    for language in Language::ALL {
        assert_eq!(language.word().parse(), Ok(language));
    }
    assert!("cobol".parse::<Language>().unwrap_err().to_string().starts_with("cobol is not a language"));
}
