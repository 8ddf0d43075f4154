//! Copies in disguise are found, and players that were written independently are not.

#[path = "players/fixture.rs"]
mod fixture;

use fixture::{are_related, corpus, disguised, independent};
use joust_similarity::{Lines, Pair, Report, Settings, Source, compare};

fn report(class: Vec<Source>, threshold: f64) -> Report {
    let settings = Settings { threshold, threads: 2, ..Settings::default() };
    compare(&corpus(class), &settings, &false.into(), &|_| ()).unwrap()
}

fn names(pair: &Pair) -> String {
    format!("{} and {}: {:.2}", pair.left, pair.right, pair.score)
}

/// The figures of docs/similarity.md.
#[test]
fn all_copies_are_found_and_nothing_else() {
    let (own, copies) = (independent(), disguised());
    assert!(own.len() >= 30 && copies.len() >= 11, "{} and {}", own.len(), copies.len());
    let report = report([own, copies.clone()].concat(), Settings::default().threshold);
    assert_eq!(report.unread, []);
    assert!(report.submissions.iter().all(|one| !one.is_small), "{:?}", report.submissions);
    let wrong: Vec<String> =
        report.pairs.iter().filter(|pair| !are_related(&pair.left, &pair.right)).map(names).collect();
    assert_eq!(wrong, [""; 0], "unrelated players");
    let is_found = |copy: &&Source| report.pairs.iter().any(|pair| pair.right == copy.name);
    let missed: Vec<&str> =
        copies.iter().filter(|copy| !is_found(copy)).map(|copy| copy.name.as_str()).collect();
    assert_eq!(missed, [""; 0], "copies");
    assert_eq!(report.clusters.len(), copies.len());
}

/// Without any copies, no two players come near the threshold.
#[test]
fn independent_players_stay_far_below_the_threshold() {
    let report = report(independent(), 0.02);
    let highest = report.pairs.first().map_or(0.0, |pair| pair.score);
    assert!(highest < 0.18, "{:?}", report.pairs.first().map(names));
}

/// Each disguise by itself, and all of them together.
#[test]
fn every_disguise_leaves_most_of_a_copy() {
    let least = [
        ("AIKlass-renamed", 0.80),
        ("AIStudent-reordered", 0.90),
        ("AIMinimax-comments", 0.95),
        ("AIDijkstra-loops", 0.85),
        ("AIBfsPair-dead", 0.80),
        ("AIGatherer-all", 0.70),
        ("AIPatrol-all", 0.80),
        ("AIField-part", 0.35),
        ("lookahead-all", 0.75),
        ("deepening-all", 0.80),
        ("careful-all", 0.70),
    ];
    let report = report([independent(), disguised()].concat(), 0.3);
    for (name, least) in least {
        let pair = report.pairs.iter().find(|pair| pair.right == name).unwrap_or_else(|| panic!("{name}"));
        assert!(pair.score >= least, "{}", names(pair));
    }
}

/// A copy in the archive is found, and the archive is not compared with itself.
#[test]
fn the_archive_is_compared_with_the_class_only() {
    let mut corpus = corpus(disguised());
    corpus.archive = independent().into_iter().chain(independent().into_iter().map(again)).collect();
    let report = compare(&corpus, &Settings::default(), &false.into(), &|_| ()).unwrap();
    for copy in disguised() {
        assert!(report.pairs.iter().any(|pair| pair.left == copy.name), "{}", copy.name);
    }
    assert!(report.pairs.iter().all(|pair| pair.left.contains('-')), "{:?}", report.pairs[0]);
}

fn again(source: Source) -> Source {
    Source { name: format!("{} again", source.name), ..source }
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let class = [independent(), disguised()].concat();
    let told = |threads| {
        let settings = Settings { threads, ..Settings::default() };
        compare(&corpus(class.clone()), &settings, &false.into(), &|_| ()).unwrap()
    };
    assert_eq!(told(1), told(3));
}

/// A whole class that hands in one program is seen, although every part of it is common.
#[test]
fn a_program_that_everybody_has_copied_is_seen() {
    let one = independent().remove(0);
    let class = (0..20).map(|number| Source { name: format!("s{number}"), ..one.clone() }).collect();
    let report = report(class, 0.3);
    assert_eq!((report.clusters.len(), report.clusters[0].members.len()), (1, 20));
    assert_eq!(report.pairs.len(), 190);
}

/// What the teacher gave is nobody's own.
#[test]
fn templates_are_taken_out() {
    let class = [disguised(), independent()].concat();
    let mut corpus = corpus(class);
    let template = independent().into_iter().find(|one| one.name == "AIKlass").unwrap();
    corpus.templates.extend(template.files);
    let report = compare(&corpus, &Settings::default(), &false.into(), &|_| ()).unwrap();
    assert!(!report.pairs.iter().any(|pair| pair.left.starts_with("AIKlass")), "{:?}", report.pairs);
}

/// The lines of the common parts are those of one method in both files.
#[test]
fn fragments_name_the_lines_on_both_sides() {
    let report = report([independent(), disguised()].concat(), 0.3);
    let pair = report.pairs.iter().find(|pair| pair.right == "AIField-part").unwrap();
    let longest = &pair.fragments[0];
    let text = |name: &str| {
        let all = [independent(), disguised()].concat();
        all.into_iter().find(|one| one.name == name).unwrap().files.remove(0).text
    };
    let part = |name: &str, lines: &Lines| -> String {
        let text = text(name);
        let all = text.lines().skip(lines.first as usize - 1);
        all.take((lines.last + 1 - lines.first) as usize).collect::<Vec<_>>().join("\n")
    };
    let (left, right) = (part("AIField", &longest.left), part("AIField-part", &longest.right));
    assert!(left.contains("fresh[i*m + j] = keep") && !left.contains("class Heights"), "{left}");
    assert!(
        right.contains("next_level[y*width + x] = factor") && !right.contains("class Terrain"),
        "{right}"
    );
    assert_eq!(left.lines().count(), right.lines().count());
}

#[test]
fn it_is_told_when_nothing_could_be_compared() {
    let small = |name: &str| Source::single(name, "a.cc", "int x;");
    let alone = independent().remove(0);
    let told = |class: Vec<Source>| {
        let corpus = corpus(class);
        let report = compare(&corpus, &Settings::default(), &false.into(), &|_| ()).unwrap();
        (report.text(), report.html(&corpus).unwrap())
    };
    for class in [vec![], vec![small("ada"), small("bob")], vec![alone, small("bob")]] {
        let (text, page) = told(class);
        assert!(text.contains("Nothing could be compared.") && !text.contains("alike"), "{text}");
        assert!(page.contains("Nothing could be compared") && !page.contains("No two programs are alike"));
    }
    let (text, _) = told(independent());
    assert!(text.contains("No two programs are alike."), "{text}");
}

#[test]
fn the_page_stands_alone_and_no_source_breaks_it() {
    let mut class = [independent(), disguised()].concat();
    let evil = "\n// </script><script>alert(1)</script>\n";
    for one in &mut class {
        one.files[0].text.push_str(evil);
        one.name.push_str("<b>&");
    }
    let corpus = corpus(class);
    let report = compare(&corpus, &Settings::default(), &false.into(), &|_| ()).unwrap();
    let page = report.html(&corpus).unwrap();
    assert!(page.contains("never a verdict"));
    assert!(!page.contains("alert(1)</script>") && !page.contains("<b>&"), "a text is not escaped");
    assert_eq!(page.matches("</script>").count(), 2);
    for outside in ["http:", "https:", "//cdn", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(report.text().contains("cluster 1: "), "{}", report.text());
}
